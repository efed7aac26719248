/* simulation.h: collectives carried out message by message, to hold the closed forms to.
 *
 * Nothing here shares a line or a formula with src/core. Ranks hold parts of an array; each part is a set of ranks
 * whose contributions it contains, so that a message that is lost, sent twice or added twice makes the result wrong.
 * Messages leave through ports, one after the other, and arrive a latency later. Domains are neighbours in rank order.
 */
#ifndef RINGSIDE_TESTS_SIMULATION_H
#define RINGSIDE_TESTS_SIMULATION_H

#include <stdbool.h>

enum { SIMULATED_RANKS = 64 };

/* The cluster under a group. */
struct machine {
    int members, domains;
    double hop, crossing; /* s */
    double inside;        /* a rank's port into its domain, bytes/s */
    double across;        /* a rank's NIC, bytes/s */
};

struct outcome {
    bool right; /* every rank holds what it should */
    double seconds;
    int steps;          /* messages one after the other */
    double bytes;       /* that a rank sends, in the mean */
    double most_inside; /* through the busiest port into a domain */
    double most_across; /* through the busiest NIC */
};

/* Synchronous algorithms: seconds come from the messages themselves. */
struct outcome simulate_ring_all_reduce(const struct machine *machine, double size);
struct outcome simulate_ring_reduce_scatter(const struct machine *machine, double size);
struct outcome simulate_ring_all_gather(const struct machine *machine, double size);
struct outcome simulate_hierarchical(const struct machine *machine, double size);

/* All-to-all; one message at a time, or one inside and one across at the same time. */
struct outcome simulate_pairwise_in_turn(const struct machine *machine, double size);
struct outcome simulate_pairwise_on_both_links(const struct machine *machine, double size);

/* Pipelines of very many small messages: seconds are those of an empty message, and those that the busiest port needs.
 */
struct outcome simulate_tree(const struct machine *machine, double size);
struct outcome simulate_in_switch(const struct machine *machine, double size);
struct outcome simulate_chain(const struct machine *machine, double size);

#endif
