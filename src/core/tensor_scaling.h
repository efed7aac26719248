/* tensor_scaling.h: the same scenario over TP 1, 2, 4, 8 and 16: what dividing a model more finely buys. */
#ifndef RINGSIDE_CORE_TENSOR_SCALING_H
#define RINGSIDE_CORE_TENSOR_SCALING_H

#include "core/result.h"
#include "core/scenario.h"
#include "core/strategy.h"

#include <stdbool.h>

/* One size. Figures are NAN where the size is not valid. */
struct scaling_row {
    int tp;
    bool valid;
    bool fits;                        /* in memory; priced all the same, with as many sequences as there is room for */
    char reason[REASON_LENGTH];       /* why it is not valid; empty */
    double seconds;                   /* of the step: decode, prefill or training */
    double bound;                     /* the roofline's; NAN in training */
    double speedup;                   /* over one card's bound, as decode.speedup; NAN in training */
    double comm_share, launch_share;  /* of the step; NAN in training */
    double tokens_per_second_per_gpu; /* of the GPUs of one replica */
    struct result result;             /* all that pricing gives; not valid where the size is not */
};

enum { SCALING_ROWS = 5 };

struct scaling {
    struct scaling_row row[SCALING_ROWS];
    int count;
    int base; /* place of the smallest size that fits; -1: none does */
};

/* The scenario of a size. */
struct scenario scaling_scenario(const struct scenario *scenario, int tp);

/* Price the sizes.
 *
 *   given     any scenario, in any mode
 *   returned  a row for each of TP 1, 2, 4, 8, 16, valid or not
 *   note      t = a + b/TP nearly: weights and KV cache are divided, gaps, host work and the latency of collectives are
 *             not
 */
struct scaling scaling_of(const struct scenario *scenario);

/* Whether a size that does not fit is priced for fewer sequences than the scenario asks for: those that there is room
 * for, at least one. */
bool scaling_runs_fewer(const struct scenario *scenario, const struct scaling_row *row);

#endif
