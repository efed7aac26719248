/* chart_axes.h: the axes of a small chart: figures on its left, round values below it. */
#ifndef RINGSIDE_VIEW_CHART_AXES_H
#define RINGSIDE_VIEW_CHART_AXES_H

#include "core/quantity.h"
#include "view/chart.h"

#include <stdbool.h>

/* Columns left of the lines, and rows below them, that the axes take. */
enum { CHART_LEFT = 12, CHART_BELOW = 2 };

/* What one axis spans. */
struct chart_span {
    double low, high;
    bool log; /* low > 0 then */
    enum unit unit;
};

/* A full scale in round steps that shows so much. It holds still: it grows when it must, and shrinks when less than a
 * half of it is in use.
 *
 *   given     the scale before, 0 at first; the greatest figure, > 0
 */
double chart_full_scale(double before, double greatest);

/* The lines' area of a chart with its axes in a rectangle. */
struct chart chart_inside(struct rectangle area);

/* Where a value stands on an axis, 0 to 1; outside of it beyond these. */
double chart_place(const struct chart_span *span, double value);

/* Draw both: from zero upwards, and from the left end. Call before the lines. */
void chart_draw_axes(struct surface *surface, const struct chart *chart, const struct chart_span *x,
                     const struct chart_span *y);

/* The left one alone, and the line below: ticks are put by chart_draw_tick(). */
void chart_draw_frame(struct surface *surface, const struct chart *chart, const struct chart_span *y);

/* A tick below at a place, with its label where that begins behind `after`; returns the label's end. */
int chart_draw_tick(struct surface *surface, const struct chart *chart, double place, const char *label, int after);

/* A sign on the lines: the handle of a slider, in a colour. */
void chart_draw_point(struct surface *surface, const struct chart *chart, double x, double y, enum role role);

#endif
