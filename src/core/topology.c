/* topology.c: placing groups on domains and pods; link rates inside a domain. */
#include "core/topology.h"

#include "core/order.h"

#include <math.h>

/* Rates that PCIe reaches between GPUs, from nccl-tests tables published for PCIe 4 and 5 servers with 2, 4 and 8
 * cards. The wall between root ports is the same absolute figure for both PCIe generations. */
static const double PCIE_BRIDGE_PEER = 27.5e9; /* bytes/s between root ports, with peer access */
static const double PCIE_BRIDGE_HOST = 15.3e9; /* bytes/s through host memory */
static const double PCIE_PAIR_SHARE = 0.72;    /* of the link, two GPUs below one PCIe switch */

enum { CUBE_LINKS = 6 /* NVLinks of a V100 */ };

double network_share(const struct cluster *cluster)
{
    return cluster->nic.bandwidth * cluster->nic.per_node / at_least_one(cluster->node_gpus);
}

/* What each of so many GPUs of a pod has when they send to other pods at a time.
 *
 *   given     cluster with pods; senders > 0, at most the pod counts
 *   returned  bytes/s, at most network_share()
 *   formula   network_share * pod / (senders * oversubscription)
 *   example   1,024 of a pod's 3,072 GPUs on 50 GB/s each, oversubscribed 7 times: 21.4 GB/s
 */
static double uplink_share(const struct cluster *cluster, double senders)
{
    const double share = network_share(cluster);
    return lesser(share, share * cluster->pod_size / (lesser(senders, cluster->pod_size) * cluster->oversubscription));
}

/* Of a stage's ranks, those among so many neighbouring GPUs. */
static int stage_ranks(struct rank_layout layout, int gpus)
{
    if (layout.block == layout.period) {
        return gpus;
    }
    return layout.period <= gpus ? gpus / layout.period * layout.block : lesser_int(layout.block, gpus);
}

/* GPUs from the first member of a group to the last, with the groups in between. */
static double group_extent(int ranks, int stride, struct rank_layout layout)
{
    const double extent = (double)ranks * stride;
    if (layout.block == layout.period || extent <= layout.block) {
        return extent;
    }
    return ceil(extent / layout.block) * layout.period;
}

/* Groups lie side by side in blocks of their extent; where such blocks do not fill pods evenly, one of them straddles
 * two, and the slowest group governs. */
static bool straddles_pods(const struct cluster *cluster, double extent)
{
    const int pod = cluster->pod_size;
    return pod > 0 && pod < cluster->gpus && (extent > pod || pod % (int)extent != 0);
}

/* What pods leave a group that straddles them. `beside`: groups whose members lie between its own. */
static struct group beyond_pod(struct group group, const struct cluster *cluster, double beside)
{
    const double pod = cluster->pod_size;
    const double inside = lesser(pod, beside * group.ranks / 2);
    const double own = inside > beside ? inside / beside : 1;
    const double sent = (double)group.ranks - group.members;
    group.leaves_pod = true;
    group.nic = uplink_share(cluster, beside * group.members);
    group.nic_pairwise =
        lesser(group.nic_pairwise, uplink_share(cluster, pod) * pod / inside * sent / (group.ranks - own));
    return group;
}

struct group group_place_in_stage(const struct cluster *cluster, int ranks, int stride, struct rank_layout layout)
{
    const double share = network_share(cluster);
    if (ranks == 1) { /* as most groups of most scenarios are */
        return (struct group){.ranks = 1, .members = 1, .domains = 1, .nic = share, .nic_pairwise = share};
    }
    const int domain = at_least_one(stage_ranks(layout, at_least_one(cluster->scaleup.size)));
    const int members = lesser_int(ranks, at_least_one(domain / at_least_one(stride)));
    const struct group group = {
        .ranks = ranks,
        .members = members,
        .domains = (ranks + members - 1) / members,
        .nic = share,
        .nic_pairwise = share,
    };
    const bool inside =
        group.domains == 1 || !straddles_pods(cluster, group_extent(ranks, at_least_one(stride), layout));
    return inside ? group : beyond_pod(group, cluster, (double)at_least_one(stride) * layout.period / layout.block);
}

struct group group_place(const struct cluster *cluster, int ranks, int stride)
{
    return group_place_in_stage(cluster, ranks, stride, (struct rank_layout){.block = 1, .period = 1});
}

struct group group_place_neighbours(const struct cluster *cluster, int ranks, int stride)
{
    struct group pair = group_place(cluster, ranks, stride);
    if (ranks > 1) {
        pair.communicator = ranks;
        pair.ranks = 2;
        pair.members = pair.domains > 1 ? 1 : 2;
        pair.domains = pair.domains > 1 ? 2 : 1;
        pair.nic = pair.leaves_pod ? uplink_share(cluster, stride) : pair.nic;
        pair.nic_pairwise = pair.nic;
    }
    return pair;
}

int group_rails(const struct group *group)
{
    return group->ranks - group->members * (group->domains - 1);
}

/* Edge-disjoint directed rings of GPUs 0..n-1 on the hybrid cube mesh of a DGX-1 (scaleup.kind = cube).
 *
 *   returned  1, 2, 4, 2, 2, 4, 6 for 2 to 8 GPUs; 6 beyond
 */
static int cube_rings(int gpus)
{
    static const int rings[] = {[2] = 1, [3] = 2, [4] = 4, [5] = 2, [6] = 2, [7] = 4, [8] = CUBE_LINKS};
    const int known = (int)(sizeof rings / sizeof rings[0]);
    return gpus >= 2 && gpus < known ? rings[gpus] : CUBE_LINKS;
}

/* Links of one GPU to its peers in a full mesh; each carries the same. */
static int mesh_links(const struct scaleup *scaleup)
{
    return at_least_one(scaleup->size - 1);
}

double scaleup_link_rate(const struct scaleup *scaleup)
{
    switch (scaleup->kind) {
    case SCALEUP_MESH:
        return scaleup->bandwidth / mesh_links(scaleup);
    case SCALEUP_CUBE:
        return scaleup->bandwidth / CUBE_LINKS;
    case SCALEUP_SWITCH:
    case SCALEUP_PCIE:
    case SCALEUP_PCIE_HOST:
    case SCALEUP_COUNT:
        break;
    }
    return scaleup->bandwidth;
}

double scaleup_rate(const struct cluster *cluster, const struct group *group)
{
    const double link = scaleup_link_rate(&cluster->scaleup);
    switch (cluster->scaleup.kind) {
    case SCALEUP_MESH:
        return link * (group->domains == 1 ? at_least_one(group->members - 1) : group->members);
    case SCALEUP_CUBE:
        return link * cube_rings(group->members);
    case SCALEUP_PCIE:
        return group->members == 2 ? link * PCIE_PAIR_SHARE : lesser(link, PCIE_BRIDGE_PEER);
    case SCALEUP_PCIE_HOST:
        return lesser(link, PCIE_BRIDGE_HOST);
    case SCALEUP_SWITCH:
    case SCALEUP_COUNT:
        break;
    }
    return link;
}
