/* rank_map.h: which rank sits where, and with whom it is in a group.
 *
 * topology.h says how a group lies: so many members in each of so many domains. Here every rank has its GPU, so that a
 * map can be drawn. Ranks are laid out as there: TP innermost, then CP, then DP and PP by rank.order; experts regroup
 * the ranks of a stage. A group that fits into a scale-up domain lies in one, so a domain may be left with GPUs too few
 * for a whole group: groups of 16 use 64 of 72.
 */
#ifndef RINGSIDE_CORE_RANK_MAP_H
#define RINGSIDE_CORE_RANK_MAP_H

#include "core/strategy.h"

enum map_kind { MAP_TP, MAP_CP, MAP_EP, MAP_DP, MAP_PP, MAP_KINDS };

/* Where ranks are: a plain description, from which everything else is computed. */
struct rank_map {
    int ranks;         /* TP * CP * DP * PP; further GPUs are idle */
    int stages;        /* PP */
    int stage_ranks;   /* of one stage */
    int block, period; /* a stage's ranks lie in blocks, one in each period */
    int domain_gpus;   /* of a scale-up domain */
    int domain_ranks;  /* of them in use */
    int domains;       /* that the ranks fill */
    int node_gpus;
    int pod_gpus;          /* 0: no pods */
    int size[MAP_KINDS];   /* ranks of a group of each kind; DP: all that hold the same parameters, DP * CP */
    int stride[MAP_KINDS]; /* distance of neighbouring members among the ranks of a stage; PP: 0 */
};

/* Lay out the ranks of a scenario as its framework orders them: TP innermost, then as rank.order says. A size below 1
 * counts as 1. */
struct rank_map rank_map_of(const struct scenario *scenario);

/* Groups of a kind, which of them a rank is in, and its place in it. */
int rank_map_groups(const struct rank_map *map, enum map_kind kind);
int rank_map_group(const struct rank_map *map, enum map_kind kind, int rank);
int rank_map_place(const struct rank_map *map, enum map_kind kind, int rank);

/* The member at a place of a group. */
int rank_map_member(const struct rank_map *map, enum map_kind kind, int group, int place);

/* The domain of a rank, and its GPU, counted with those that domains are left with. */
int rank_map_domain(const struct rank_map *map, int rank);
int rank_map_gpu(const struct rank_map *map, int rank);

/* Members of a group in a domain; how many domains a group touches. */
int rank_map_members_in(const struct rank_map *map, enum map_kind kind, int group, int domain);
int rank_map_domains_of(const struct rank_map *map, enum map_kind kind, int group);

/* The hop of a group's ring (PP: chain) that is the slowest: the first that leaves a pod, else a domain, else the
 * first.
 *
 *   returned  place of the member that sends; -1 for a group of one
 */
enum hop_kind { HOP_INSIDE, HOP_ACROSS, HOP_BETWEEN_PODS };
int rank_map_slowest_hop(const struct rank_map *map, enum map_kind kind, int group);

/* The link from the member at a place to the next, the last's to the first. */
enum hop_kind rank_map_hop(const struct rank_map *map, enum map_kind kind, int group, int place);

/* How core/topology.h places the groups of a kind; of PP, the whole chain. */
struct group rank_map_placed(const struct scenario *scenario, enum map_kind kind);

#endif
