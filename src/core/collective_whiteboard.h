/* collective_whiteboard.h: closed forms on line rates, as worked by hand: link.basis=headline and direction. */
#ifndef RINGSIDE_CORE_COLLECTIVE_WHITEBOARD_H
#define RINGSIDE_CORE_COLLECTIVE_WHITEBOARD_H

#include "core/collective.h"

/* The algorithm that a whiteboard takes for an operation. */
enum collective_algorithm whiteboard_algorithm(enum collective_op op);

/* Time of one algorithm on line rates.
 *
 *   given     algorithm; op; size, bytes; a group of at least two; the scenario, for its links and ring.model; which
 *             rate a scale-up link counts with: BASIS_DIRECTION, or BASIS_HEADLINE for both directions of NVLink and
 *             xGMI. PCIe and NICs always count one
 *   formula   in collective_time_by()
 */
struct collective_cost collective_whiteboard(enum collective_algorithm algorithm, enum collective_op op, double size,
                                             const struct group *group, const struct scenario *scenario,
                                             enum link_basis basis);

#endif
