/* collective_choice_across.h: which algorithm and protocol NCCL takes over nodes.
 *
 * As inside a node the library takes what its own estimate calls the quickest, unless the network's plug-in brings a
 * tuner that knows better: those of Google and of AWS do. On ten nodes of 8 H100 the estimate explains why gathers of
 * 256 MiB take twice as long as those of 128 MiB (LL128 is left), and why an all-reduce slows down from 4 GiB on (the
 * switch is left for the ring); on two nodes of H100, that 4 MiB run through the switches.
 *
 *   source    NCCL 2.23 to 2.30, src/graph/tuning.cc: base latencies, hops, bandwidths and caps over two and more
 *             nodes; channels and their speed as src/graph/search.cc finds them with a NIC for each GPU
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_CHOICE_ACROSS_H
#define RINGSIDE_CORE_COLLECTIVE_CHOICE_ACROSS_H

#include "core/collective_choice.h"

/* What the library knows of a group over nodes. */
struct communicator {
    enum collective_op op; /* all-reduce, all-gather or reduce-scatter */
    int ranks, members, domains;
    enum generation generation;
    bool adds; /* the switch adds for it */
};

/* The estimates of an operation; none where NCCL's constants for the generation are not known.
 *
 *   given     two domains or more, of at most 8 members
 *   formula   ring: base + (k-x) hop + x net + S k/n / rate, x crossings; 1.4 times the latency for an all-reduce in
 *             Simple; no hop below what a NIC's message costs the host. Tree: base + 2 ((g-1) hop + floor(log2 N) net)
 *             + S / (rate/2), less what the library takes off a tree's rate by size (collective_choice.c). In-switch
 *             tree: 25 us + 2 floor(log2 N) 20.9 us + S k/n / rate. PAT, one member a node: base + floor(log2 N)
 *             net/3.5 + 2.8 us n + S / (0.75 rate)
 */
struct estimates collective_estimates_across(const struct communicator *communicator);

/* Most that all channels carry in LL across domains, bytes/s of the ring: the library's own caps. */
double ll_most_across(int domains);

#endif
