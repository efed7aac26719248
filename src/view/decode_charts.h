/* decode_charts.h: what the Decode tab draws below its tables on a tall screen: the step against 1/TP, and the frontier
 * of batches.
 */
#ifndef RINGSIDE_VIEW_DECODE_CHARTS_H
#define RINGSIDE_VIEW_DECODE_CHARTS_H

#include "core/tensor_scaling.h"

#include <stdbool.h>

struct app;
struct surface;
struct decode_place;

/* Batches 1, 2, 4 ... of one TP that fit, from the largest to 1: tokens per second of a user ascend. */
enum { DECODE_CURVES = 3, DECODE_BATCHES = 13 };
struct decode_curve {
    int tp;
    int count;
    int batch[DECODE_BATCHES];
    double user[DECODE_BATCHES]; /* tokens per second of one sequence */
    double gpu[DECODE_BATCHES];  /* of one GPU, all its sequences together */
};

/* A straight line through the steps of the smallest and the largest TP of a scale-up domain: t = stays + divides / TP.
 */
struct decode_line {
    bool found;
    double stays, divides; /* seconds */
};
struct decode_line decode_line_of(const struct scaling *scaling, int domain);

struct decode_charts {
    struct decode_curve curve[DECODE_CURVES]; /* half the present TP, it, and its double, as far as they are valid */
    int curves;
    double step, user, gpu; /* full scales: seconds, tokens per second */
};

/* Price the curves of a scenario that is served; their axes hold still. */
void decode_charts_refresh(struct decode_charts *charts, const struct scenario *served, const struct scaling *scaling);

void decode_charts_draw(const struct app *app, struct surface *surface, const struct decode_place *place);

#endif
