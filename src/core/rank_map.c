/* rank_map.c: ranks on GPUs. */
#include "core/rank_map.h"

#include "core/order.h"
#include "core/transformer.h"

/* Of a domain's GPUs those that hold whole groups: each kind that fits into what the inner ones left. */
static int ranks_in_domain(int gpus, const int *extents, int count)
{
    int used = gpus;
    for (int i = 0; i < count && extents[i] <= used; i++) {
        used = used / extents[i] * extents[i];
    }
    return used;
}

static void lay_out_experts(struct rank_map *map, const struct scenario *scenario)
{
    const int etp = scenario->mode == MODE_TRAINING ? at_least_one(scenario->strategy.etp) : 1;
    const bool experts = transformer_is_moe(&scenario->model);
    map->size[MAP_EP] = experts ? at_least_one(scenario->strategy.ep) : 1;
    map->stride[MAP_EP] = experts ? etp : 1;
    if (map->stage_ranks % (map->size[MAP_EP] * map->stride[MAP_EP]) != 0) {
        map->size[MAP_EP] = 1;
        map->stride[MAP_EP] = 1;
    }
}

struct rank_map rank_map_of(const struct scenario *scenario)
{
    const struct sizes sizes = strategy_sizes(scenario);
    const struct cluster *cluster = &scenario->cluster;
    const int tp = at_least_one(scenario->strategy.tp);
    const int cp = strategy_context_ranks(scenario);
    const bool inside = scenario->strategy.rank_order == RANK_DP_INSIDE;
    struct rank_map map = {
        .stages = at_least_one(scenario->strategy.pp),
        .stage_ranks = tp * sizes.stage_ranks,
        .domain_gpus = at_least_one(cluster->scaleup.size),
        .node_gpus = at_least_one(cluster->node_gpus),
        .pod_gpus = cluster->pod_size < cluster->gpus ? cluster->pod_size : 0,
        .size = {[MAP_TP] = tp, [MAP_CP] = cp, [MAP_DP] = sizes.stage_ranks},
        .stride = {[MAP_TP] = 1, [MAP_CP] = tp, [MAP_DP] = tp},
    };
    map.ranks = map.stages * map.stage_ranks;
    map.size[MAP_PP] = map.stages;
    map.block = inside ? map.stage_ranks : tp * cp;
    map.period = map.block * map.stages;
    lay_out_experts(&map, scenario);
    const int extents[] = {tp, tp * cp, inside ? map.stage_ranks : map.period};
    map.domain_ranks = ranks_in_domain(map.domain_gpus, extents, (int)(sizeof extents / sizeof extents[0]));
    map.domains = (map.ranks + map.domain_ranks - 1) / map.domain_ranks;
    return map;
}

/* A rank as a stage, and a place among that stage's ranks; and back. */
struct stage_rank {
    int stage, place;
};

static struct stage_rank in_stage(const struct rank_map *map, int rank)
{
    const int block = rank / map->block;
    return (struct stage_rank){.stage = block % map->stages,
                               .place = block / map->stages * map->block + rank % map->block};
}

static int rank_at(const struct rank_map *map, struct stage_rank at)
{
    return at.place / map->block * map->period + at.stage * map->block + at.place % map->block;
}

int rank_map_groups(const struct rank_map *map, enum map_kind kind)
{
    return map->ranks / map->size[kind];
}

int rank_map_group(const struct rank_map *map, enum map_kind kind, int rank)
{
    const struct stage_rank at = in_stage(map, rank);
    const int stride = map->stride[kind];
    if (kind == MAP_PP) {
        return at.place;
    }
    return at.stage * (map->stage_ranks / map->size[kind]) + at.place / (stride * map->size[kind]) * stride +
           at.place % stride;
}

int rank_map_place(const struct rank_map *map, enum map_kind kind, int rank)
{
    const struct stage_rank at = in_stage(map, rank);
    return kind == MAP_PP ? at.stage : at.place / map->stride[kind] % map->size[kind];
}

int rank_map_member(const struct rank_map *map, enum map_kind kind, int group, int place)
{
    if (kind == MAP_PP) {
        return rank_at(map, (struct stage_rank){.stage = place, .place = group});
    }
    const int groups = map->stage_ranks / map->size[kind];
    const int stride = map->stride[kind];
    const int beside = group % groups;
    const int first = beside / stride * stride * map->size[kind] + beside % stride;
    return rank_at(map, (struct stage_rank){.stage = group / groups, .place = first + place * stride});
}

int rank_map_domain(const struct rank_map *map, int rank)
{
    return rank / map->domain_ranks;
}

int rank_map_gpu(const struct rank_map *map, int rank)
{
    return rank_map_domain(map, rank) * map->domain_gpus + rank % map->domain_ranks;
}

static int pod_of(const struct rank_map *map, int rank)
{
    return map->pod_gpus > 0 ? rank_map_gpu(map, rank) / map->pod_gpus : 0;
}

int rank_map_members_in(const struct rank_map *map, enum map_kind kind, int group, int domain)
{
    const int first = domain * map->domain_ranks;
    int members = 0;
    for (int rank = first; rank < first + map->domain_ranks && rank < map->ranks; rank++) {
        members += rank_map_group(map, kind, rank) == group ? 1 : 0;
    }
    return members;
}

int rank_map_domains_of(const struct rank_map *map, enum map_kind kind, int group)
{
    int domains = 0;
    int last = -1;
    for (int place = 0; place < map->size[kind]; place++) {
        const int domain = rank_map_domain(map, rank_map_member(map, kind, group, place));
        domains += domain != last ? 1 : 0;
        last = domain;
    }
    return domains;
}

enum hop_kind rank_map_hop(const struct rank_map *map, enum map_kind kind, int group, int place)
{
    const int from = rank_map_member(map, kind, group, place);
    const int to = rank_map_member(map, kind, group, (place + 1) % map->size[kind]);
    if (rank_map_domain(map, from) == rank_map_domain(map, to)) {
        return HOP_INSIDE;
    }
    return pod_of(map, from) != pod_of(map, to) ? HOP_BETWEEN_PODS : HOP_ACROSS;
}

int rank_map_slowest_hop(const struct rank_map *map, enum map_kind kind, int group)
{
    const int hops = map->size[kind] > 1 ? map->size[kind] - 1 : 0; /* the way back is like one of them */
    int slowest = -1;
    for (int place = 0; place < hops; place++) {
        const bool slower =
            slowest < 0 || rank_map_hop(map, kind, group, place) > rank_map_hop(map, kind, group, slowest);
        slowest = slower ? place : slowest;
        if (rank_map_hop(map, kind, group, slowest) == (map->pod_gpus > 0 ? HOP_BETWEEN_PODS : HOP_ACROSS)) {
            break; /* there is no slower kind */
        }
    }
    return slowest;
}

struct group rank_map_placed(const struct scenario *scenario, enum map_kind kind)
{
    const struct groups groups = strategy_groups(scenario);
    const struct rank_map map = rank_map_of(scenario);
    switch (kind) {
    case MAP_TP:
        return groups.tp;
    case MAP_CP:
        return groups.cp;
    case MAP_EP:
        return groups.ep;
    case MAP_DP:
        return groups.dp;
    case MAP_PP:
    case MAP_KINDS:
        break;
    }
    return group_place(&scenario->cluster, map.stages, map.block);
}
