/* decode_view.h: tab 6: a step that is served, over TP 1 to 16, and what other software would give back of it. */
#ifndef RINGSIDE_VIEW_DECODE_VIEW_H
#define RINGSIDE_VIEW_DECODE_VIEW_H

#include "core/give_back.h"
#include "core/tensor_scaling.h"
#include "view/decode_charts.h"
#include "view/parts.h"

struct app;

/* Priced by decode_refresh(). */
struct decode_view {
    int size;               /* row of the table over TP in focus; -1: that of the present TP */
    int part;               /* row of the parts in focus; -1: the focus is in the table over TP */
    struct scenario served; /* the present one; of a training step the same model and cluster, in a decode step */
    struct scaling scaling;
    struct part_rows rows;                  /* parts of the size in focus */
    struct give_back give_back[PART_COUNT]; /* of each row with a part of its own */
    struct decode_charts charts;
    double together; /* s of the step with all of them; NAN: nothing would be given back */
};

/* Where the focus is at first. */
void decode_view_start(struct app *app);

/* The row of the table in focus. */
int decode_size_of(const struct app *app);
const struct scaling_row *decode_row_of(const struct app *app);

/* Price the parts of the size in focus, once another is. */
void decode_view_choose(struct app *app, int size);

#endif
