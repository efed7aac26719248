/* slider.h: a track of cells: where a value stands on it, and which value a cell means. */
#ifndef RINGSIDE_VIEW_SLIDER_H
#define RINGSIDE_VIEW_SLIDER_H

#include "core/parameters.h"
#include "view/surface.h"

struct slider {
    const struct parameter *parameter;
    const struct scenario *scenario;
    int width;                /* cells, at least 1 */
    struct value_list values; /* of a discrete scale */
    int spacing;              /* cells between dots: 2, 1, or 0 for a line */
};

/* Lay a parameter out on a track.
 *
 *   note      a track `inside_domain` ends with the scale-up domain; a larger value, typed, makes it longer
 */
struct slider slider_for(const struct parameter *parameter, const struct scenario *scenario, int width);

/* Cell of a value, 0 to width - 1. */
int slider_cell(const struct slider *slider, double value);

/* The value that a click on a cell means; never an invalid one on a discrete scale. */
double slider_value(const struct slider *slider, int cell);

/* The ends of the track. */
double slider_least(const struct slider *slider);
double slider_most(const struct slider *slider);

/* How a track is drawn. */
struct slider_look {
    double value;
    double preset;
    struct style left, right, handle, mark;
};
void slider_draw(const struct slider *slider, struct surface *surface, int row, int column,
                 const struct slider_look *look);

#endif
