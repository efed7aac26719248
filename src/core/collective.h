/* collective.h: how long a collective takes.
 *
 * A collective runs on a group of ranks that topology.h has placed. Sizes are bytes of the whole array, counted as
 * collective_operation.h says, which has the bytes and steps of each operation; rates are bytes per second, per GPU and
 * per direction. There are two models behind one function: closed forms on line rates, as on a whiteboard
 * (collective_whiteboard.h), and the measured lines of libraries (collective_achieved.h). collective_walk.h carries a
 * collective out, message by message.
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_H
#define RINGSIDE_CORE_COLLECTIVE_H

#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

/* Time of one collective by what the library takes on this group: the quickest of its algorithms and protocols, or
 * behind NVSwitches, in a node and over nodes, what NCCL's own estimate takes for that.
 *
 *   given     op; size >= 0, bytes; a placed group; the scenario, for its links and for link.basis, ring.model and
 *             the library
 *   returned  seconds, split into latency and transfer; which algorithm, protocol and link decided
 *   formula   headline, direction: steps * alpha + W/B of the ring (all-to-all pairwise, broadcast a chain), as
 *             collective_whiteboard(); headline counts both directions of NVLink and xGMI, never of PCIe or a NIC.
 *             achieved: collective_achieved()
 *   source    Thakur et al. 2005 for ring, tree and pairwise exchange; Sanders et al. 2009 for two trees at a time;
 *             NCCL, src/graph/tuning.cc, for the choice; docs/accuracy.md for how far off published tables are
 *   note      a group of one costs nothing and names no algorithm. Never falls with size, never rises with bandwidth
 */
struct collective_cost collective_time(enum collective_op op, double size, const struct group *group,
                                       const struct scenario *scenario);

/* Bus bandwidth as nccl-tests prints it: what each link carries, whatever the number of ranks.
 *
 *   given     op; size, bytes; ranks; seconds, of which 0 gives 0
 *   returned  bytes/s; 0 for a single rank, which sends nothing
 *   formula   busbw = W / t, with W = collective_bytes_sent(); algbw = S / t
 *   source    NVIDIA/nccl-tests, doc/PERFORMANCE.md
 */
double collective_bus_bandwidth(enum collective_op op, double size, int ranks, double seconds);

/* Message size from which the chosen algorithm changes for the last time below 16 GiB, as from a tree to a ring.
 *
 *   given     op; a placed group; the scenario
 *   returned  bytes; NAN if it never does
 */
double collective_switchover(enum collective_op op, const struct group *group, const struct scenario *scenario);

#endif
