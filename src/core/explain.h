/* explain.h: a figure opened to its formula, with the numbers put in. */
#ifndef RINGSIDE_CORE_EXPLAIN_H
#define RINGSIDE_CORE_EXPLAIN_H

#include "core/metrics.h"
#include "core/result.h"
#include "core/scenario.h"

#include <stddef.h>

/* Fill a template: every {key} becomes the value of that parameter or metric, rounded for reading.
 *
 *   given     text with room for `size` bytes; the template; a scenario and its result
 *   returned  the length that the whole text has; what does not fit is cut
 *   note      {{ is a brace. A key that no table has stays as it is, so that a test can find it. A section between
 *             {?key} and {/} shows where the key's value is not 0 and applies (of parameters a switch alone is asked
 *             whether it does), {?key=word} where it reads so, {!key} and {!key=word} where not; sections may nest.
 *             Counts of parameters read "70.6 B params"
 */
size_t explain_fill(char *text, size_t size, const char *template, const struct scenario *scenario,
                    const struct result *result);

enum { EXPLAIN_INPUTS = 24 };

/* What a figure is made of: the parameters and metrics in its template as this scenario fills it, each once, in order.
 */
struct explain_inputs {
    const struct parameter *parameters[EXPLAIN_INPUTS];
    int parameter_count;
    const struct metric *metrics[EXPLAIN_INPUTS];
    int metric_count;
};
struct explain_inputs explain_inputs(const struct metric *metric, const struct scenario *scenario);

#endif
