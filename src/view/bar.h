/* bar.h: a bar of cells with an end of eighths, and the stacked bar of a step. */
#ifndef RINGSIDE_VIEW_BAR_H
#define RINGSIDE_VIEW_BAR_H

#include "core/comparison.h"
#include "core/result.h"
#include "view/parts.h"
#include "view/surface.h"

/* Where bars stand, and what their full length means. */
struct bar_scale {
    int column, width;
    double full_scale; /* seconds */
};

/* One part from zero, light to solid: hidden, recompute, forward, then backward or exposed. A baseline is a tick at its
 * end; NULL: there is none. */
void bar_draw_part(struct surface *surface, int row, const struct bar_scale *scale, struct part_time time,
                   enum role role, const struct part_time *baseline);

/* All parts of a step on coloured ground, named where a name fits. Neighbours below half a cell share one. */
void bar_draw_step(struct surface *surface, int row, const struct bar_scale *scale, const struct result *result,
                   const struct result *baseline);

/* What was measured of a step as one bar: up to its forecast, and beyond it in another colour where it is slower than
 * the forecast may be off. Named by the verdict. */
void bar_draw_measured(struct surface *surface, int row, const struct bar_scale *scale,
                       const struct comparison *comparison, double forecast);

/* The ruler: round figures at round cells, the last with the unit. */
void bar_draw_ruler(struct surface *surface, int row, const struct bar_scale *scale);

#endif
