/* target.h: what is asked of a strategy besides that it can run and fits in memory: conditions on figures, and of a
 * decode how many clients are served.
 *
 * A replica's batch is often not what is known. Known are the clients, or the time that a token may take; how many
 * sequences each replica then decodes together follows, and is another one for each strategy.
 */
#ifndef RINGSIDE_CORE_TARGET_H
#define RINGSIDE_CORE_TARGET_H

#include "core/condition.h"
#include "core/metrics.h"
#include "core/result.h"
#include "core/scenario.h"

#include <stdbool.h>

/* How many sequences a replica decodes together. */
enum target_batch {
    TARGET_HELD,   /* as the scenario has it */
    TARGET_MOST,   /* as many as give most, of those that memory holds and the conditions allow */
    TARGET_SHARED, /* all replicas of the cluster share the clients */
    TARGET_FEWEST  /* so do the fewest that can: the other GPUs are not taken */
};

enum { TARGET_CONDITIONS = 4 };

struct target {
    enum target_batch batch; /* in decode; elsewhere nothing but TARGET_HELD */
    int clients;             /* sequences of all replicas; of the last two */
    struct condition condition[TARGET_CONDITIONS];
    int condition_count; /* all of them must hold */
};

/* A scenario made to the target. */
struct served {
    struct scenario scenario; /* its batch and its GPUs are what was found */
    struct result result;
    bool met; /* it fits, and every condition holds; else this is the least that could be asked of the strategy */
};

/* Whether only evaluate_all() computes the figures of the conditions. */
bool target_takes_longer(const struct target *target);

/* Whether all conditions hold. */
bool target_is_met(const struct target *target, const struct result *result);

/* Price a scenario that was made to the target: with the figures of its conditions, or with all.
 *
 *   formula   as evaluate_all(); where clients are shared, tokens of all GPUs are clients / step of the busiest
 *             replica, and so are those of one GPU and what they cost: seats of a batch that no client takes, and
 *             replicas without one, give none
 */
struct result target_price(const struct target *target, const struct scenario *scenario);
struct result target_price_all(const struct target *target, const struct scenario *scenario);

/* Make a scenario to the target.
 *
 *   given     target; a scenario of decode that is valid; the figure to be best, NULL: none, but the largest batch
 *   returned  the batch that was asked for, with its result, in which clients are counted as target_price_all() does:
 *             the best of the largest and those of whole tiles beneath it (multiples of 64, below 64 of 16), since a
 *             product of some rows more than whole tiles pays for another; or the share of the clients (rounded up,
 *             for the busiest replica); of TARGET_FEWEST the least whole number of replicas with which all is met
 *   method    by halving: with a larger batch, as with fewer replicas, no figure gets better but the rates of all
 *   note      a condition that a larger batch helps to meet (tokens_per_second>=X) is held where the others and memory
 *             end. Where experts are divided over replicas, only so many are taken as they divide
 */
struct served target_serve(const struct target *target, const struct scenario *scenario,
                           const struct metric *objective);

#endif
