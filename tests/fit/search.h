/* search.h: fitting constants to rows.
 *
 * The loss of some rows is the mean over their sources of the mean of |ln(forecast / measured)|, of which no row counts
 * more than MOST_ERROR; a source counts with the root of its rows, so that one with hundreds does not decide alone.
 * Sources that are marked as unseen never count. A constant that no row sees stays where it was committed: moving it
 * costs a little.
 */
#ifndef RINGSIDE_TESTS_FIT_SEARCH_H
#define RINGSIDE_TESTS_FIT_SEARCH_H

#include "fit/constants.h"
#include "profiles/measurements.h"

/* The rows of one kind of work. */
struct fit_rows {
    struct measured_case *of;
    int count;
    const struct profile *left_out; /* its rows do not count; NULL: all do */
};

/* Price all rows anew with the present constants. */
void fit_price(const struct constants *constants, struct fit_rows *rows);

/* Fit the constants of a kind of work, from their present values on: one after the other by steps of a tenth and then
 * less, as long as the loss falls.
 *
 *   returned  the loss that is reached
 */
double fit_search(struct constants *constants, enum fit_work work, struct fit_rows *rows);

/* The only source whose rows a constant changes; NULL where there is none, or more than one. Leaving that source out
 * leaves the constant where the source itself put it. */
const struct profile *fit_owner(struct constants *constants, int place, struct fit_rows *rows);

#endif
