/* validation.h: how far forecasts are from what people measured.
 *
 * An error is forecast / measured - 1 of a time: positive where the forecast is too slow.
 */
#ifndef RINGSIDE_CORE_VALIDATION_H
#define RINGSIDE_CORE_VALIDATION_H

#include "core/scenario.h"

#include <stdbool.h>

/* One forecast beside its measurement. */
struct validation_row {
    double forecast;                 /* NAN: it could not be priced */
    double measured;                 /* > 0 */
    const struct scenario *scenario; /* what was run; NULL: nothing that another row could be a layout of */
};

/* The errors of some rows. All NAN where there are none. */
struct validation_errors {
    int rows;
    int unpriced; /* of these, without a forecast: counted here and nowhere else */
    double median, mean;
    double p90;  /* of ten rows one is further off */
    double bias; /* the mean with its sign */
    int worst;   /* place of the row that is furthest off; -1: none */
    double most; /* its absolute error */
    int pairs, pairs_right;
    int speedups;   /* of the pairs, decode steps on two TP sizes */
    double speedup; /* median error of their speed-up */
    double speedup_p90;
};

/* Error of one row, as a time. */
double validation_error(const struct validation_row *row);

/* Whether two runs are layouts of the same work: one shape of model, as many GPUs, sequences and tokens. Of an
 * inference engine: one GPU, engine, format, batch and length on two TP sizes. */
bool validation_same_work(const struct scenario *one, const struct scenario *other);

/* Pairs of layouts among rows that their measured times tell apart. */
int validation_pairs(const struct validation_row *rows, int count);

/* The errors of rows.
 *
 *   given     rows; room for as many doubles, or for a double of each of their pairs if these are more
 *   formula   median: the middle one, or the mean of both; p90: of n sorted errors that with floor(0.9 n) below it;
 *             pairs: layouts of the same work whose times differ by more than 2 % of the lesser, and those of them that
 *             the forecasts put in the measured order; speed-up: |forecast ratio / measured ratio - 1| of their times
 */
struct validation_errors validation_errors(const struct validation_row *rows, int count, double *room);

#endif
