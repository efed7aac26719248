/* identity.h: figures that must add up to another one.
 *
 * Which figures do is read from the templates of the metric table: a line that is "{a} + {b} + ...", or ends in
 * "= {a} + {b} + ...", says that they are all there is of its row.
 */
#ifndef RINGSIDE_CORE_IDENTITY_H
#define RINGSIDE_CORE_IDENTITY_H

#include "core/metrics.h"
#include "core/result.h"

#include <stdbool.h>

enum { IDENTITY_SUMMANDS = 16 };

/* A sum; total is NULL where a figure is part of none. */
struct identity {
    const struct metric *total;
    const struct metric *summand[IDENTITY_SUMMANDS];
    int count;
};

/* The sum that a figure is; else, of those that it is part of, the one with the fewest summands. */
struct identity identity_of(const struct metric *metric);

/* The sum that a figure is while a model is served: that of its other template, where it has one. */
struct identity identity_of_serving(const struct metric *metric);

/* The two sides, compared: what the summands come to (one that does not apply is nothing), and whether that is the
 * total but for rounding.
 *
 *   given     an identity with a total; a valid result
 */
struct identity_check {
    double sum;
    double total;
    bool holds;
};
struct identity_check identity_check(const struct identity *identity, const struct result *result);

#endif
