/* strategy.c: the sizes that follow from a strategy, and its groups on the cluster. strategy_rules.c says what is
 * valid, strategy_values.c what a slider steps through. */
#include "core/strategy.h"

#include <limits.h>

static int at_least_one(int size)
{
    return size > 1 ? size : 1;
}

/* Products of sizes nobody checked may exceed an int. */
static int capped(double size)
{
    return size < INT_MAX ? (int)size : INT_MAX;
}

struct sizes strategy_sizes(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const double micro_batch = at_least_one(strategy->micro_batch);
    const double ranks = (double)at_least_one(strategy->tp) * at_least_one(strategy->pp) * at_least_one(strategy->cp);
    struct sizes sizes = {.dp = at_least_one((int)(scenario->cluster.gpus / ranks))};
    const double unit = sizes.dp * micro_batch;
    sizes.global_batch = strategy->global_batch > 0 ? strategy->global_batch : capped(unit * DEFAULT_MICRO_BATCHES);
    sizes.micro_batches = at_least_one((int)(sizes.global_batch / unit));
    sizes.sharers = capped((double)sizes.dp * at_least_one(strategy->cp));
    const bool hybrid = strategy->zero == ZERO_PARAMETERS && strategy->fsdp_shard > 0;
    sizes.shard = hybrid && strategy->fsdp_shard < sizes.sharers ? strategy->fsdp_shard : sizes.sharers;
    return sizes;
}

struct groups strategy_groups_with(const struct sizes *sizes, const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct cluster *cluster = &scenario->cluster;
    return (struct groups){
        .tp = group_place(cluster, strategy->tp, 1),
        .cp = group_place(cluster, strategy->cp, strategy->tp),
        .dp = group_place(cluster, sizes->sharers, strategy->tp),
        .shard = group_place(cluster, sizes->shard, strategy->tp),
        .replica = group_place(cluster, sizes->sharers / sizes->shard, capped((double)strategy->tp * sizes->shard)),
        .stage = group_place(cluster, strategy->pp > 1 ? 2 : 1, capped((double)strategy->tp * sizes->sharers)),
    };
}

struct groups strategy_groups(const struct scenario *scenario)
{
    const struct sizes sizes = strategy_sizes(scenario);
    return strategy_groups_with(&sizes, scenario);
}
