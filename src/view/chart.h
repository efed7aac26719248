/* chart.h: lines on a surface: braille dots, or in ASCII a sign for each series. */
#ifndef RINGSIDE_VIEW_CHART_H
#define RINGSIDE_VIEW_CHART_H

#include "core/quantity.h"
#include "view/surface.h"

/* Where a chart stands. Its points lie between 0 and 1 on either axis; what is above 1 is cut. */
struct chart {
    struct rectangle area; /* of the lines, without axes */
};

/* How a series is drawn: solid, or every third dot. */
enum chart_dash { CHART_SOLID, CHART_DOTTED };
struct chart_series {
    enum role role;
    enum chart_dash dash;
    char ascii; /* its sign where there is no braille */
};

/* Join points. One that is not finite breaks the line.
 *
 *   given     x ascending, from 0 to 1; y; how many
 */
void chart_draw_line(struct surface *surface, const struct chart *chart, const double *x, const double *y, int count,
                     struct chart_series series);

/* The column of a place on the x axis, the row of one on the y axis. */
int chart_column(const struct chart *chart, double x);
int chart_row(const struct chart *chart, double y);

/* How the figures of an axis are written: over this factor, with this unit. */
struct chart_unit {
    double factor;
    char unit[16];
};
struct chart_unit chart_unit_for(double full_scale, enum unit unit);

/* A step of 1, 2 or 5 x 10^k that divides a length into at most so many. */
double chart_step(double length, int most);

#endif
