/* topology.h: where a group of ranks sits, and which links it has.
 *
 * Ranks are laid out with tensor parallelism innermost, then context, expert and data parallelism, pipeline stages
 * outermost; or data parallelism outermost (rank.order). A group of equally spaced ranks therefore has the same number
 * of members in each scale-up domain that it touches.
 *
 * Pods: below a pod's switches each GPU has its full share of the network. Its uplinks carry that of all its GPUs,
 * divided by the oversubscription, and are shared by those that send across at a time. Groups are priced as those that
 * straddle pods, since the slowest governs.
 */
#ifndef RINGSIDE_CORE_TOPOLOGY_H
#define RINGSIDE_CORE_TOPOLOGY_H

#include "core/scenario.h"

#include <stdbool.h>

/* A group of ranks on the cluster. */
struct group {
    int ranks;       /* n */
    int members;     /* g: in each scale-up domain */
    int domains;     /* N: ranks = members * domains, rounded up */
    bool leaves_pod; /* some of its traffic crosses the oversubscribed level */
    double nic; /* bytes/s that each member has to itself in a ring or tree: its share of the node's ports; beyond a pod
              not more than uplink_share() of the members at the edges, which alone cross */
    double nic_pairwise; /* the same where every member sends to every other, or to its neighbour */
    int communicator;    /* ranks that share the channels of a pair, which is two of them; 0: n */
};

/* How the ranks of one pipeline stage lie: blocks of neighbours, one in each period. Equal: all are neighbours. */
struct rank_layout {
    int block;
    int period;
};

/* A GPU's share of its node's network, line rate.
 *
 *   formula   nic.bandwidth * nic.per_node / node.gpus
 */
double network_share(const struct cluster *cluster);

/* Place a group.
 *
 *   given     cluster; ranks >= 1; stride >= 1: distance of neighbouring members in rank order
 *   returned  the group. members = min(ranks, domain / stride) while stride fits in a domain, else 1
 *   formula   beyond a pod, of the stride groups side by side: a ring leaves a pod once, through the NICs of one
 *             domain's members, stride * members senders; all-to-all: of n members all those in the pod send to those
 *             that are not, (n - n_pod)/n of what each has
 *   note      a job whose groups do not fill a domain evenly leaves GPUs of it alone: groups of 16 use 64 of 72
 */
struct group group_place(const struct cluster *cluster, int ranks, int stride);

/* The same of a stage's ranks, which are counted without those of other stages in between: these have groups of their
 * own that cross where it does. */
struct group group_place_in_stage(const struct cluster *cluster, int ranks, int stride, struct rank_layout layout);

/* Place the two neighbours of a chain that have the slowest link, as a pipeline's sends wait for: in one domain where
 * all of the chain is, else across.
 *
 *   given     as group_place()
 *   returned  a group of two ranks; of one for a chain of one
 *   note      where a chain straddles pods, the stride ranks of one stage send across at a time
 */
struct group group_place_neighbours(const struct cluster *cluster, int ranks, int stride);

/* Members in the domain that has the fewest: as many NICs carry a ring there, and the slowest hop governs.
 *
 *   returned  members, unless the ranks do not fill the last domain
 */
int group_rails(const struct group *group);

/* Rate of the link between two neighbours.
 *
 *   returned  bytes/s. mesh: scaleup.bandwidth over the size - 1 links that it is the sum of; cube: one of six
 *             NVLinks; else all of it
 */
double scaleup_link_rate(const struct scaleup *scaleup);

/* Rate at which one member sends inside its domain, before any protocol's share.
 *
 *   given     cluster; the group
 *   returned  bytes/s. switch: scaleup.bandwidth. mesh: a link to each other member (one more across domains, which
 *             closes a ring over the NIC). cube: the rings that the members can form. pcie: the bridge between root
 *             ports, or of two GPUs their common switch
 */
double scaleup_rate(const struct cluster *cluster, const struct group *group);

#endif
