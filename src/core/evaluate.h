/* evaluate.h: the cost of a scenario. A pure function: microseconds, no state, no allocation. */
#ifndef RINGSIDE_CORE_EVALUATE_H
#define RINGSIDE_CORE_EVALUATE_H

#include "core/result.h"
#include "core/scenario.h"
#include "core/training.h"

/* Price a scenario.
 *
 *   given     any scenario
 *   returned  the whole result; valid is false, and the rest empty, where strategy_valid() says no. A scenario that
 *             does not fit in memory is priced all the same
 */
struct result evaluate(const struct scenario *scenario);

/* The same with the figures that only reports and explanations show: collective.switchover, and the account. Too slow
 * for a loop. */
struct result evaluate_all(const struct scenario *scenario);

/* The part of a result that only the model, the GPU, TP, SP, CP, the micro-batch and, with experts, EP and ETP decide,
 * whatever else the strategy is. In prefill and decode it is the counts, without kernels. */
struct basis {
    struct parameter_sum params;
    struct kernels kernels;
};
struct basis evaluate_basis(const struct scenario *scenario);

/* The result of a valid scenario whose basis and sizes are at hand: a search shares one basis among many strategies. */
struct result evaluate_with(const struct basis *basis, const struct sizes *sizes, const struct scenario *scenario);

#endif
