/* collective_call.h: one collective, ready to be priced by measured lines: what is moved, over which links, by which
 * library. */
#ifndef RINGSIDE_CORE_COLLECTIVE_CALL_H
#define RINGSIDE_CORE_COLLECTIVE_CALL_H

#include "core/collective_lines.h"
#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

#include <stdbool.h>

/* What every line of one call needs. */
struct call {
    enum collective_op op;
    double size;
    double share; /* of the size, what each rank sends; in-switch reduction and engines' kernels send otherwise */
    double wire;  /* share * size, bytes */
    int ranks, members, domains;
    int communicator;            /* ranks that share the channels of a send */
    int steps, crossings;        /* of a ring; of these, between domains */
    double floor, hop, crossing; /* s: of any call; of a step inside a domain; of one between domains */
    double rate;                 /* scale-up, one member, bytes/s */
    double rails;                /* the NICs that a ring of this group uses in a node, bytes/s */
    double nic;                  /* a member's own, to any other, line rate */
    enum scaleup_kind kind;
    bool nccl;
    bool rail;      /* a ring uses the NICs of all members */
    bool in_switch; /* allowed */
    enum generation generation;
    const struct collective_lines *lines;
    const struct fabric_shares *fabric;
};

/* Look up what the lines of a call need.
 *
 *   given     op; size >= 0, bytes of the whole array; a group that topology.h placed; its scenario
 *   returned  the call; it points into tables that last
 */
struct call collective_call(enum collective_op op, double size, const struct group *group,
                            const struct scenario *scenario);

/* Members up to which a single domain adds in its switch without a tree: a node. */
enum { IN_SWITCH_NODE = 8 };

/* Whether the switches can add for this call. */
bool call_adds_in_switch(const struct call *call);

/* Whether it is an all-reduce over racks that the library leaves to the switches: only LL, which is for small messages,
 * goes another way. */
bool call_left_to_switch(const struct call *call);

#endif
