/* expert_exchange.h: how tokens reach their experts on other ranks, and come back. */
#ifndef RINGSIDE_CORE_EXPERT_EXCHANGE_H
#define RINGSIDE_CORE_EXPERT_EXCHANGE_H

#include "core/exchange.h"

/* What one MoE layer and micro-batch sends. */
struct expert_traffic {
    struct exchange forward, backward; /* dispatch and combine; a gradient's way through both */
    struct exchange tensor;            /* ETP: gather and scatter of one direction; nothing hides them */
    double message;                    /* S of the dispatch */
    struct collective_cost cost;       /* of the dispatch */
};

/* Price one dispatch or combine.
 *
 *   given     scenario; the placed EP group; bytes of one hidden value as it is sent
 *   formula   v = tokens h bytes imbalance, sent k times, or once to each rank (copies); (n-1)/n of it leaves the GPU.
 *             achieved: 35 us + max(in, net). in: v k (n-1)/n, across domains v k (g-1)/g, over 0.60 of the scale-up
 *             rate; one copy per rank v copies (n-1)/n over 0.72 of it. net: v k (N-1)/N over the NIC; one copy per
 *             rank crosses once to each domain, to node_limit of them at most, and is forwarded inside. headline,
 *             direction: as an all-to-all; one copy per rank as two at the same time, inside and across
 *   source    DeepEP's tables for one copy per rank (0.72, 27 to 48 us), SimuMax's for NCCL (0.60)
 */
struct collective_cost expert_exchange_cost(const struct scenario *scenario, const struct group *group,
                                            double value_bytes);

/* Of what a rank sends in an exchange, the share that crosses between domains.
 *
 *   given     scenario; the placed EP group of more than one rank
 *   formula   k (N-1)/N over k (n-1)/n; one copy per rank: copies(k, N) (N-1)/N, node_limit at most, over
 *             copies(k, n) (n-1)/n: the rest is forwarded inside, or stays there
 */
double expert_exchange_crossing(const struct scenario *scenario, const struct group *group);

/* All exchanges of a layer; nothing without EP and ETP.
 *
 *   formula   forward dispatch + combine; backward combine's gradient in combine.precision, dispatch's in 16 bit. ETP:
 *             all-gather and reduce-scatter of 2 rows h bytes, either direction
 */
struct expert_traffic expert_traffic(const struct scenario *scenario, const struct groups *groups);

#endif
