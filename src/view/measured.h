/* measured.h: what was measured of what is looked at, held against its forecast.
 *
 * A published run has the figure of its source. A figure that the user typed counts before it.
 */
#ifndef RINGSIDE_VIEW_MEASURED_H
#define RINGSIDE_VIEW_MEASURED_H

#include "core/comparison.h"
#include "core/measured_figure.h"
#include "core/scenario.h"
#include "profiles/measurements.h"

#include <stdbool.h>

struct measured {
    struct found_run published;   /* the run that was opened; NULL members: none */
    struct measured_figure typed; /* by the user; its metric is NULL: nothing */
    enum mode mode;               /* of the step that was measured: a step of another is another figure */
};

/* Nothing was measured. */
extern const struct measured measured_nothing;

/* What the user measured of a step of this mode; its metric is NULL: nothing. */
struct measured_figure measured_typed_in(const struct measured *measured, enum mode mode);

/* The figure beside its forecast; its metric is NULL where nothing was measured or this mode has no such figure. */
struct comparison measured_compare(const struct measured *measured, const struct scenario *scenario,
                                   const struct result *result);

/* Whether a bar stands for it: the time of a whole step. */
bool measured_has_bar(const struct comparison *comparison);

#endif
