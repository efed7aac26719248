/* expert.h: routed experts of one layer and micro-batch on one GPU: router, permutation, grouped products, activation.
 *
 * Experts lie over EP x ETP ranks, which cost no GPUs of their own: they regroup the TP, CP and DP ranks of a pipeline
 * stage. What they exchange is in expert_exchange.h.
 */
#ifndef RINGSIDE_CORE_EXPERT_H
#define RINGSIDE_CORE_EXPERT_H

#include "core/scenario.h"

/* What one GPU has of a layer's experts. */
struct expert_load {
    double tokens; /* that it routes: those of its micro-batch, divided over TP */
    double rows;   /* that reach its experts, on the busiest rank: tokens k ETP imbalance */
    double local;  /* experts it holds: max(1, E / EP) */
    double width;  /* of one: expert_ffn / ETP */
};
struct expert_load expert_load(const struct scenario *scenario);

/* Bytes/s of a pass that gathers rows by expert, or adds them up again. */
double expert_permutation_rate(const struct gpu *gpu);

/* Distinct places among so many uniform choices, on the average: what a token costs that is sent once to each rank.
 *
 *   given     choices, places >= 1
 *   formula   n (1 - (1 - 1/n)^k)
 */
double expert_copies(double choices, double places);

/* GPU seconds, exchange not counted. */
struct expert_time {
    double forward;
    double backward;
    double weight_gradient; /* within backward */
    double activation;      /* within forward */
};

/* Price the routed experts of a layer.
 *
 *   formula   router: product (tokens, E, h) in 16 bit and its gradients, a pass of 20 bytes a logit and six launches
 *             either way. Permutation, forward and again backward, bytes per hidden value and token: 4 k + 4 without
 *             EP; one copy per expert 8 k more where a rank holds several; one copy per rank 4 (k + copies). Experts:
 *             products (rows / local, 2 w, h) and (rows / local, h, w), `local` of each, their activation, and
 *             quantisation of h and w values a row. In a loop: rows padded for quantised products, 8 bytes a value
 *             either way unless copies go to ranks; a bias behind experts, 28 and 40 bytes a value
 *   source    published tables of grouped products and of permutation (B200); Megatron Core's dispatchers, and its
 *             experts (TEGroupedMLP)
 *   note      experts with biases (model.linear_bias) have an activation that nothing fuses
 */
struct expert_time expert_time(const struct scenario *scenario);

/* Seconds that a product of so many experts needs to be issued: one call each in a loop; 0 as one kernel. */
double expert_issue(const struct scenario *scenario, double local);

/* Seconds of one expert product, grouped as expert.gemm says: forward of `local` experts, rows each. */
double expert_product_time(const struct scenario *scenario, double rows, double n, double k, double local);

#endif
