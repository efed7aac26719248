/* collective_walk.h: a collective carried out step by step: who sends what to whom, and what each rank then holds.
 *
 * Not a picture of the closed forms but the collective itself, on few ranks: each part of the array is the set of ranks
 * whose contributions it contains, so that a part that is lost, or added twice, shows. In each step all messages leave
 * at once. The array is divided into as many slices as there are ranks; domains are neighbours in rank order.
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_WALK_H
#define RINGSIDE_CORE_COLLECTIVE_WALK_H

#include "core/collective_operation.h"

#include <stdbool.h>

enum { WALK_RANKS = 16, WALK_MESSAGES = WALK_RANKS * WALK_RANKS, WALK_PHASES = 4 };

/* What is carried out: an operation by an algorithm, on ranks of which so many are in each domain. */
struct walk_setting {
    enum collective_op op;
    enum collective_algorithm algorithm;
    int ranks;   /* 2 to WALK_RANKS */
    int members; /* 1 to ranks; the last domain may have fewer */
};

/* One bit a rank, or a slice. */
typedef unsigned walk_set;

struct walk {
    struct walk_setting setting;
    int steps_done;
    walk_set holding[WALK_RANKS][WALK_RANKS]; /* by rank and slice: the ranks whose contributions it contains. Of an
                                                 all-to-all, by rank and sender: what it has got */
    walk_set waiting[WALK_RANKS];             /* of an all-to-all: the ranks that it has still to send to */
    int sent[WALK_RANKS];                     /* slices that left each rank */
    bool broken;                              /* something was added twice, or sent though it was not there */
};

/* One message of a step. */
struct walk_message {
    int from;
    walk_set to;     /* one rank; several where the switch copies; the sender itself where the switch adds for it */
    walk_set slices; /* of an all-to-all: the receiver's */
    bool adds;       /* the receiver adds it to what it holds, else replaces that */
};

struct walk_messages {
    struct walk_message message[WALK_MESSAGES];
    int count;
};

/* Part of the steps with one purpose. */
struct walk_phase {
    const char *name;
    int steps;
};

struct walk_phases {
    struct walk_phase phase[WALK_PHASES];
    int count;
};

/* Whether an algorithm carries out an operation on such a group, as libraries have it.
 *
 *   returned  ring: all-reduce and its halves; pairwise: all-to-all. Tree: all-reduce; PAT, the tree of the halves: one
 *             member a domain, several domains. In-switch: all-reduce, its halves in one domain; three members or more.
 *             Hierarchical: all-reduce and its halves on several equal domains of several members
 */
bool walk_runs(const struct walk_setting *setting);

/* Phases in their order, and steps of them all. A setting must run, here and below. */
struct walk_phases walk_phases_of(const struct walk_setting *setting);
int walk_steps(const struct walk_setting *setting);

/* Before the first step; after so many, at most all. */
struct walk walk_start(const struct walk_setting *setting);
struct walk walk_at(const struct walk_setting *setting, int steps);

/* What is sent in the next step; no message after the last. */
struct walk_messages walk_messages_of(const struct walk *walk);

/* Do one step; nothing after the last. */
void walk_forward(struct walk *walk);

/* Whether each rank holds what the operation promises: all sums, all slices, its own sum, or what each other had for
 * it; and nothing went wrong on the way. */
bool walk_is_right(const struct walk *walk);

/* Bytes that ranks have sent so far: one, and the mean of all.
 *
 *   given     size of the whole array; of an all-to-all what one rank sends
 */
double walk_bytes_sent(const struct walk *walk, int rank, double size);
double walk_mean_bytes_sent(const struct walk *walk, double size);

/* Time of the first steps, as a share of all.
 *
 *   given     s of a hop inside a domain and of a crossing; bytes/s inside, and of one rank's NIC; size, bytes; steps
 *   formula   a step takes as long as its slowest rank: a hop or a crossing, and what it sends at its link's rate
 *   note      1 after the last step; pipelines overlap their steps, which this leaves out
 */
struct walk_links {
    double hop, crossing;
    double inside, across;
};
double walk_time_share(const struct walk_setting *setting, const struct walk_links *links, double size, int steps);

/* Elements of a set. */
int walk_set_size(walk_set set);

#endif
