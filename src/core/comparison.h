/* comparison.h: a figure that somebody measured beside its forecast: is it explained?
 *
 * Many ask whether a job is slow because of its network. For some the answer is no: no bandwidth, latency or arithmetic
 * of the model takes as long, and something else does.
 */
#ifndef RINGSIDE_CORE_COMPARISON_H
#define RINGSIDE_CORE_COMPARISON_H

#include "core/choices.h"
#include "core/metrics.h"

#include <stddef.h>

enum comparison_verdict {
    COMPARISON_AS_FORECAST, /* within the band */
    COMPARISON_SLOWER,      /* outside of it, and still of the same kind */
    COMPARISON_UNEXPLAINED, /* COMPARISON_UNEXPLAINED_FROM times as slow, or more */
    COMPARISON_QUICKER,
    COMPARISON_IMPOSSIBLE, /* above the peak of the cards */
    COMPARISON_COUNT
};

extern const struct choice_list comparison_names;

/* Slower than the forecast by this factor is seldom an error of the forecast: of some 2,800 published runs 18 were,
 * first releases and hosts that nothing here prices. */
#define COMPARISON_UNEXPLAINED_FROM 2.0

struct comparison {
    const struct metric *metric;
    double measured, forecast;
    double slowness; /* the measured time over the forecast one; of a rate or a share the other way round */
    double band;     /* share that counts as the same: accuracy_of(), or COMPARISON_BAND where it has none */
    double mfu;      /* of the measured step; NAN of a part of a step, and while serving */
    double step;     /* s that the whole step took; NAN of a part of it, and of what is no time */
    enum comparison_verdict verdict;
};

/* Where nothing was validated: what a figure may be off by and count as forecast. */
#define COMPARISON_BAND 0.25

/* Compare.
 *
 *   given     a metric with a number, and what was measured of it, > 0; the scenario; its result, valid
 *   formula   MFU of the measured step: that of the forecast over the slowness, where the metric follows from the time
 *             of the whole step (metrics.h: of_step)
 */
struct comparison compare_measured(const struct metric *metric, double measured, const struct scenario *scenario,
                                   const struct result *result);

/* The same with another forecast of that figure than the result's: of clients of an engine, whose requests wait. */
struct comparison compare_with_forecast(const struct metric *metric, double measured, double forecast,
                                        const struct scenario *scenario, const struct result *result);

/* The verdict on a ratio alone. */
enum comparison_verdict comparison_verdict(double slowness, double band);

/* One sentence: "step.time: 4.59 s measured, 845 ms forecast: 5.4 times as long. ...". */
void comparison_print(char *text, size_t size, const struct comparison *comparison);

/* The same where both figures stand beside it: "5.4 times as slow as forecast, MFU 7.1 %. ...". */
void comparison_print_ratio(char *text, size_t size, const struct comparison *comparison);

/* What to make of it, as a sentence. */
const char *comparison_advice(enum comparison_verdict verdict);

#endif
