/* collective_operation.h: the operations, what they move and in how many steps; what a price says. It prices nothing.
 *
 * A collective runs on a group of ranks. Sizes are bytes of the whole array, as nccl-tests counts them (all-gather and
 * reduce-scatter: the full buffer; all-to-all and send: what one rank sends).
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_OPERATION_H
#define RINGSIDE_CORE_COLLECTIVE_OPERATION_H

#include "core/choices.h"

enum collective_op { OP_ALL_REDUCE, OP_ALL_GATHER, OP_REDUCE_SCATTER, OP_ALL_TO_ALL, OP_BROADCAST, OP_SEND, OP_COUNT };

enum collective_algorithm {
    ALGORITHM_NONE, /* a group of one */
    ALGORITHM_RING,
    ALGORITHM_TREE,           /* double binary tree across domains, a chain inside */
    ALGORITHM_IN_SWITCH,      /* NVLS: the switch adds */
    ALGORITHM_IN_SWITCH_TREE, /* the same in each domain, a tree across */
    ALGORITHM_HIERARCHICAL,   /* reduce-scatter inside, all-reduce across, all-gather inside */
    ALGORITHM_PAIRWISE,       /* all-to-all: each rank to each other in turn */
    ALGORITHM_CHAIN,          /* broadcast: from rank to rank */
    ALGORITHM_DIRECT,         /* one send */
    ALGORITHM_ONE_SHOT,       /* inference engines: every rank reads all buffers and adds */
    ALGORITHM_TWO_SHOT,       /* inference engines, RCCL: every rank adds its part, then all read all parts */
    ALGORITHM_PAT,            /* NCCL from 2.23 on, one rank a node: parallel aggregated trees, log2 n steps */
    ALGORITHM_COUNT
};

enum collective_protocol { PROTOCOL_NONE, PROTOCOL_LL, PROTOCOL_LL128, PROTOCOL_SIMPLE, PROTOCOL_COUNT };

/* Which link decided the transfer time. */
enum link_tier { TIER_NONE, TIER_SCALEUP, TIER_NIC, TIER_COUNT };

extern const struct choice_list collective_names;
extern const struct choice_list algorithm_names;
extern const struct choice_list protocol_names;
extern const struct choice_list tier_names;

/* A price and its reason. */
struct collective_cost {
    double seconds; /* latency + transfer */
    double latency; /* what does not depend on the size */
    double transfer;
    double bytes; /* that each rank sends by this algorithm; their mean where ranks differ, as in a tree */
    double steps; /* of the chosen algorithm */
    enum collective_algorithm algorithm;
    enum collective_protocol protocol;
    enum link_tier tier;
};

/* Bytes that each rank sends.
 *
 *   given     op; size >= 0, bytes; ranks >= 1
 *   returned  bytes per rank, 0 for a single rank
 *   formula   all-reduce 2(n-1)/n S; all-gather, reduce-scatter, all-to-all (n-1)/n S; broadcast, send S
 *   source    Patarasuk and Yuan 2009: no all-reduce can send fewer
 */
double collective_bytes_sent(enum collective_op op, double size, int ranks);

/* The same where the switches add: each member offers its array to its switch and writes its part of the sum to all,
 * and each part crosses a tree over the domains.
 *
 *   given     size; members of each domain; domains
 *   formula   S(1 + 1/g) + 2(N-1)/N S/g
 */
double in_switch_bytes_sent(double size, int members, int domains);

/* Steps of a ring, of a double binary tree; 0 for a single rank.
 *
 *   formula   ring: 2(n-1) for an all-reduce, n-1 for its halves, an all-to-all and a broadcast, 1 for a send;
 *             tree: 2 ceil(log2 n)
 */
int ring_steps(enum collective_op op, int ranks);
int tree_steps(int ranks);

/* Of `steps` ring steps on the critical path, those that leave a domain: a ring's crossings lie evenly.
 *
 *   formula   ceil(k N/n); 0 in one domain
 */
int ring_crossings(int steps, int ranks, int domains);

enum {
    IN_SWITCH_STEPS = 2,        /* to the switch, and the sum back */
    IN_SWITCH_LEAST_MEMBERS = 3 /* libraries leave two members to the ring */
};

#endif
