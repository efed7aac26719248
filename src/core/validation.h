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
    int pairs, pairs_right;
};

/* Error of one row, as a time. */
double validation_error(const struct validation_row *row);

/* Whether two runs are layouts of the same work: one shape of model, as many GPUs, sequences and tokens. */
bool validation_same_work(const struct scenario *one, const struct scenario *other);

/* The errors of rows.
 *
 *   given     rows; room for as many doubles
 *   formula   median: the middle one, or the mean of both; p90: of n sorted errors that with floor(0.9 n) below it;
 *             pairs: layouts of the same work whose times differ by more than 2 % of the lesser, and those of them that
 *             the forecasts put in the measured order
 */
struct validation_errors validation_errors(const struct validation_row *rows, int count, double *room);

#endif
