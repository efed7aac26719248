/* collective_choice.h: which algorithm and protocol NCCL takes inside one NVSwitch domain.
 *
 * The library does not take the quickest: it takes what its own estimate calls so, and the estimate was made for eight
 * Hopper GPUs. So a message may run in a protocol that is no longer the best one, and its time jumps where the estimate
 * changes its mind, as at 1 to 8 MiB in most published tables. What the choice then costs is in collective_lines.h.
 *
 *   source    NCCL 2.23 to 2.30, src/graph/tuning.cc: base latencies, hops, bandwidths and caps of one node; channels
 *             and their speed as src/graph/search.cc finds them behind an NVSwitch
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_CHOICE_H
#define RINGSIDE_CORE_COLLECTIVE_CHOICE_H

#include "core/collective_operation.h"

/* The library's own, src/graph/tuning.cc: seconds of the switch; and what it reaches of its channels' speed: 2.18.3 to
 * 2.27. Later ones say 0.85 on Hopper and 0.74 on Blackwell, where six GPUs have been seen to use it all the same. */
#define SWITCH_LATENCY 25.0e-6
#define SWITCH_SHARE (5.0 / 6)

/* Parallel aggregated trees, 2.23 to 2.30, which no published table holds to: the share of a ring's rate, and the
 * latency that grows with the ranks, s. */
#define PAT_SHARE 0.75
#define PAT_RANK 2.8e-6

/* What the estimate says of one algorithm and protocol. */
struct estimate {
    enum collective_algorithm algorithm;
    enum collective_protocol protocol;
    double latency;  /* s */
    double per_byte; /* s; of a tree at its whole rate, of which its size leaves it a part */
};

/* Those that the library weighs against each other: a ring in each protocol, and the switch; over nodes a tree in each,
 * too. Inside one they are left out: by the same constants one is least in no more than a sliver of sizes, in LL128 on
 * eight A100 from 2.0 to 2.5 MB. The list is filled as far as `count` says. */
enum { ESTIMATES = 7 };
struct estimates {
    int count; /* 0: NCCL's constants for this generation are not known */
    struct estimate list[ESTIMATES];
};

/* The estimates of an operation.
 *
 *   given     all-reduce, all-gather or reduce-scatter; ranks of one domain, 2 to 8; whether the switch adds for them
 *   formula   ring: base + k hop + S k/n / rate; rate of Simple: channels * speed, of LL and LL128 capped; in-switch:
 *             25 us + S / rate, rate as many channels as ranks at the fastest speed that loads no link beyond its own
 */
struct estimates collective_estimates(enum collective_op op, int ranks, enum generation generation, bool adds);

/* Place of the least estimate at a size, bytes. Of a tree's rate the library leaves a part by sizes that double; so
 * with trees the choice is that of the nearest of these sizes. */
int estimate_least(const struct estimates *estimates, double size);

/* The estimate that was the least before the one at `place`, going down from `size`, where that is the least; and the
 * size up to which it was. */
struct predecessor {
    int place; /* -1: none */
    double size;
};
struct predecessor estimate_before(const struct estimates *estimates, int place, double size);

#endif
