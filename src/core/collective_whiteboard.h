/* collective_whiteboard.h: closed forms on line rates, as worked by hand: link.basis=headline and direction. */
#ifndef RINGSIDE_CORE_COLLECTIVE_WHITEBOARD_H
#define RINGSIDE_CORE_COLLECTIVE_WHITEBOARD_H

#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

/* The algorithm that a whiteboard takes for an operation. */
enum collective_algorithm whiteboard_algorithm(enum collective_op op);

/* Time of one algorithm on line rates, without any protocol's share.
 *
 *   given     algorithm; op; size, bytes; a group of at least two; the scenario, for its links and ring.model; which
 *             rate a scale-up link counts with: BASIS_DIRECTION, or BASIS_HEADLINE for both directions of NVLink and
 *             xGMI. PCIe and NICs always count one
 *   formula   g members in each of N domains, n = g N; L scale-up rate; R rate of a domain's NICs, g of them (rail) or
 *             one (flat)
 *             - ring: (k-x) hop + x crossing + W/min(L, R); k ring steps, of which x = ceil(k N/n) cross if N > 1
 *             - tree: 2(g-1) hop + 2 ceil(log2 N) crossing + max(2(g-1)/g S/L, q S/R); a chain inside each domain, two
 *               binary trees across; q = 0, 1, 1.5 for N = 1, 2, 3, else 2: the edges of the busiest domain
 *             - hierarchical: 2(g-1) hop + 2(N-1) crossing + 2(g-1)/g S/L + 2(N-1)/N S/R; half of it for a half
 *             - in-switch: 2 hop + S(1+1/g)/L; as a tree 2 ceil(log2 N) crossing more, and not less than q S/R;
 *               reduce-scatter: hop + S/L; all-gather: hop + (g-1)/g S/L, which each receives
 *             - pairwise: the greater of (g-1)(hop + S/n/L) and (n-g)(crossing + S/n/nic), which run side by side;
 *               flat: (g-1) hop + (n-g) crossing + W/min(L, nic)
 *             - chain: (n-N) hop + (N-1) crossing + S/min(L, R)
 *             - direct: hop + S/L, or crossing + S/nic
 *             - PAT: ceil(log2 n) crossing + W/R
 *   note      pipelines are taken in the limit of many chunks. A group with one member in a domain does not use L.
 *             seconds are NAN where the algorithm is not one of the operation or cannot run on the group (in-switch
 *             needs three members a domain, hierarchical equal domains, PAT one member a domain)
 */
struct collective_cost collective_whiteboard(enum collective_algorithm algorithm, enum collective_op op, double size,
                                             const struct group *group, const struct scenario *scenario,
                                             enum link_basis basis);

#endif
