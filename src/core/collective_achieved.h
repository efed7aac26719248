/* collective_achieved.h: the time that libraries reach, link.basis=achieved. */
#ifndef RINGSIDE_CORE_COLLECTIVE_ACHIEVED_H
#define RINGSIDE_CORE_COLLECTIVE_ACHIEVED_H

#include "core/collective.h"

/* The quickest measured line on this group.
 *
 *   given     as collective_time(), a group of at least two
 *   formula   g members in each of N domains, n = g N; rate and share of a line, rails the NICs of a domain; & joins
 *             the limits of two stages of one pipeline, (a^p + b^p)^(1/p): the greater, and more where they are close
 *             - ring: floor + hop (once + (k-x) step) + x crossing + (W + own_shard S/n)/(share rate)
 *               & W/(share rails); k steps, of which x cross
 *             - tree: floor + hop (once + 2(g-1) step) + 2 ceil(log2 N) crossing + 2S/(share rate/2)
 *               & q S/(share rails); q = 1 for N = 2, else 2
 *             - in-switch: floor + hop once + S(1 + 1/g)/(share rate); as a tree, across domains or over more than 8
 *               members, floor + 230 us + 12 us g levels + 2 ceil(log2 N) crossing + S/(share rate) & q S/rails
 *             - all-to-all: floor + hop (once + doubling log2 n) + bytes/(share rate), and across domains not less than
 *               the remote part takes on the member's own NIC
 *             - send: floor + hop once + S/(share rate); across domains + crossing + S/(share nic)
 *             - engines' kernels: collective_lines.h
 *   source    collective_lines.h
 */
struct collective_cost collective_achieved(enum collective_op op, double size, const struct group *group,
                                           const struct scenario *scenario);

#endif
