/* sweep_view.h: tab 2: one or two figures against a parameter, everything else held. */
#ifndef RINGSIDE_VIEW_SWEEP_VIEW_H
#define RINGSIDE_VIEW_SWEEP_VIEW_H

#include "core/metrics.h"
#include "core/parameters.h"
#include "view/axis.h"
#include "view/chart.h"
#include "view/layout.h"

#include <stdbool.h>

struct app;

enum { SWEEP_POINTS = 162, SWEEP_SERIES = 3, SWEEP_CROSSINGS = 6, SWEEP_WORDS = 96 };

/* What the lines are: two figures of the scenario, and the first figure of the baseline. */
enum sweep_series { SWEEP_FIRST, SWEEP_SECOND, SWEEP_BASELINE };

/* A value of the parameter where something changes. */
struct sweep_crossing {
    double value;
    double place; /* on the axis, 0 to 1 */
    char words[SWEEP_WORDS];
};

/* Priced by sweep_refresh(). */
struct sweep_view {
    const struct parameter *parameter;
    const struct metric *metric[2]; /* the second: NULL where none is shown */
    bool log;                       /* of a parameter that moves over decades */
    double low, high;               /* the range: held until the parameter or the scale changes */
    int count;
    double value[SWEEP_POINTS];
    double place[SWEEP_POINTS];                /* 0 to 1 */
    double figure[SWEEP_SERIES][SWEEP_POINTS]; /* NAN: not valid there */
    struct sweep_crossing crossing[SWEEP_CROSSINGS];
    int crossings;
    struct axis axis; /* of the figures */
    int cursor;       /* a point; -1: at the present value */
};

/* Where the focus is at first. */
void sweep_view_start(struct app *app);

/* Show another parameter, or another figure; NULL as the second figure: none. */
void sweep_choose_parameter(struct app *app, const struct parameter *parameter);
void sweep_choose_linear(struct app *app); /* of a parameter that moves over decades */
void sweep_choose_metric(struct app *app, enum sweep_series series, const struct metric *metric);

/* Whether a parameter can be swept, and a figure drawn. */
bool sweep_takes(const struct parameter *parameter);
bool sweep_draws(const struct metric *metric);

/* The point at the cursor, or nearest to the present value; and the place of a value on the axis. */
int sweep_point(const struct app *app);
double sweep_place(const struct sweep_view *view, double value);

/* Where the chart stands. */
struct sweep_frame {
    struct chart chart;
    int words_column; /* of the values at the right; 0: no room */
    int axis_row, ticks_row;
};
struct sweep_frame sweep_frame_for(const struct layout *layout);

#endif
