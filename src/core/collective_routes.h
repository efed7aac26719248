/* collective_routes.h: what a call costs by each algorithm in each protocol, by the measured lines: the formulas stand
 * at collective_achieved(). */
#ifndef RINGSIDE_CORE_COLLECTIVE_ROUTES_H
#define RINGSIDE_CORE_COLLECTIVE_ROUTES_H

#include "core/collective_candidate.h"

/* Those that take a size are also asked for at sizes other than the call's: where the library's own estimate changes
 * its choice. */

/* Whether the links can run a protocol. */
bool call_has_protocol(const struct call *call, enum collective_protocol protocol);

/* Ring through all ranks; of an all-reduce twice round. */
struct candidate ring_candidate(const struct call *call, enum collective_protocol protocol, double size);

/* Double binary tree over the domains, a chain in each. */
struct candidate tree_candidate(const struct call *call, enum collective_protocol protocol, double size);

/* In the switch: of one node, or as a tree over domains or a rack. Where call_adds_in_switch(). */
struct candidate switch_candidate(const struct call *call, double size);

/* Parallel aggregated trees: one rank in each domain, steps as few as a tree's, bytes those of a ring. */
struct candidate aggregated_trees_candidate(const struct call *call, double size);

/* Broadcast through all ranks. */
struct candidate chain_candidate(const struct call *call, enum collective_protocol protocol, double size);

/* RCCL's all-reduce over a mesh: each part to its owner and the sums back, all pairs at once. */
bool call_has_all_pairs(const struct call *call);
struct candidate all_pairs_candidate(const struct call *call);

/* An inference engine's own kernels, which send everything to everyone, or each part to its owner first. */
struct candidate one_shot_candidate(const struct call *call, const struct engine_line *line);
struct candidate two_shot_candidate(const struct call *call, const struct engine_line *line);

#endif
