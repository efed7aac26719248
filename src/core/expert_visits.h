/* expert_visits.h: how many experts the tokens of one step activate, and how many of them one rank must read. */
#ifndef RINGSIDE_CORE_EXPERT_VISITS_H
#define RINGSIDE_CORE_EXPERT_VISITS_H

#include "core/scenario.h"

/* Distinct experts that tokens visit.
 *
 *   given     model; tokens >= 0, of all attention replicas together
 *   formula   E - (E - K) (1 + (tokens - 1) c / a)^-a, c = -ln(1 - K/E), a = 64 K/E: each token chooses K of E by
 *             itself, an expert as often as its popularity in the batch has it, which is spread as a gamma distribution
 *             of shape a. Were all as popular (a without end) it would be E (1 - (1 - K/E)^tokens)
 */
double experts_touched(const struct transformer *model, double tokens);

/* Ranks that the routed experts of a layer are divided over while it serves.
 *
 *   formula   max(TP, EP); with serving.whole_experts EP
 */
double serving_expert_ranks(const struct scenario *scenario);

/* How the experts of a layer lie on the ranks, and what one step asks of the busiest. */
struct expert_visits {
    double replicas; /* attention replicas whose tokens meet at the experts: max(1, EP/TP) */
    double cut;      /* ranks that share one expert */
    double copies;   /* of each expert in a TP group, which share its tokens, no token being split: 1, or TP/EP where
                        experts stay whole */
    double touched;  /* distinct experts, all ranks that hold one copy */
    double local;    /* distinct experts that the busiest rank reads */
    double pairs;    /* token-expert pairs on a rank, the mean */
};

/* Load of one step.
 *
 *   given     scenario with experts; tokens of one attention replica
 *   formula   local = touched without EP; else at most min(cap, touched, m + sqrt(2 m ln EP (1 - m/cap))), m = touched
 *             / EP, the expected greatest of EP bins; cap the experts that a rank holds, of which one in eight is
 *             redundant where EP spreads over attention replicas
 */
struct expert_visits expert_visits(const struct scenario *scenario, double tokens);

#endif
