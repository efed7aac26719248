/* strategy.c: the sizes that follow from a strategy, and its groups on the cluster. strategy_rules.c says what is
 * valid, strategy_values.c what a slider steps through. */
#include "core/strategy.h"

#include "core/order.h"

#include <limits.h>

/* Products of sizes nobody checked may exceed an int. */
static int capped(double size)
{
    return size < INT_MAX ? (int)size : INT_MAX;
}

int strategy_context_ranks(const struct scenario *scenario)
{
    return scenario->mode == MODE_DECODE ? 1 : at_least_one(scenario->strategy.cp);
}

static struct sizes serving_sizes(const struct scenario *scenario, int replicas)
{
    const struct serving *serving = &scenario->serving;
    const int sequences = scenario->mode == MODE_PREFILL ? serving->prefill_batch : serving->decode_batch;
    const int sharers = capped((double)replicas * strategy_context_ranks(scenario));
    return (struct sizes){
        .dp = replicas,
        .global_batch = capped((double)replicas * sequences),
        .micro_batches = 1,
        .filling = 1,
        .stage_ranks = sharers,
        .sharers = sharers,
        .shard = sharers,
    };
}

struct sizes strategy_sizes(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const double micro_batch = at_least_one(strategy->micro_batch);
    const double ranks =
        (double)at_least_one(strategy->tp) * at_least_one(strategy->pp) * strategy_context_ranks(scenario);
    struct sizes sizes = {.dp = at_least_one((int)(scenario->cluster.gpus / ranks))};
    if (scenario->mode != MODE_TRAINING) {
        return serving_sizes(scenario, sizes.dp);
    }
    const double unit = sizes.dp * micro_batch;
    sizes.global_batch = strategy->global_batch > 0 ? strategy->global_batch : capped(unit * DEFAULT_MICRO_BATCHES);
    sizes.micro_batches = at_least_one((int)(sizes.global_batch / unit));
    const bool emptied = strategy->pp_flush > 0 && strategy->pp_flush < sizes.micro_batches;
    sizes.filling = emptied ? strategy->pp_flush : sizes.micro_batches;
    sizes.stage_ranks = capped((double)sizes.dp * at_least_one(strategy->cp));
    sizes.sharers = capped((double)sizes.stage_ranks * strategy_gpu_stages(scenario));
    const bool hybrid = strategy->zero == ZERO_PARAMETERS && strategy->fsdp_shard > 0;
    sizes.shard = hybrid && strategy->fsdp_shard < sizes.sharers ? strategy->fsdp_shard : sizes.sharers;
    return sizes;
}

bool strategy_hides_exchange(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->overlap_ep && strategy->ep > 1 && transformer_is_moe(&scenario->model) &&
           (strategy->pp == 1 || strategy->vp > 1);
}

bool strategy_is_dual_pipe(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->dual_pipe && strategy->pp > 1 && strategy->vp == 2 && strategy_hides_exchange(scenario);
}

/* DeepSeek-V3 technical report 2024, table 2: parameters twice. */
enum { STAGES_OF_DUAL_PIPE = 2 };

int strategy_gpu_stages(const struct scenario *scenario)
{
    return strategy_is_dual_pipe(scenario) ? STAGES_OF_DUAL_PIPE : 1;
}

int strategy_chunks(const struct scenario *scenario)
{
    return strategy_is_dual_pipe(scenario) ? 1 : scenario->strategy.vp;
}

bool strategy_scatters_runs(const struct strategy *strategy)
{
    return strategy->zero == ZERO_GRADIENTS && strategy->zero_runs && strategy->pp > 1;
}

double strategy_head_layers(const struct scenario *scenario, const struct parameter_sum *params)
{
    return scenario->strategy.pp_balanced == CUT_WEIGHT ? transformer_head_layers(&scenario->model, params) : 0;
}

/* Where the ranks of a stage lie. */
static struct rank_layout layout_of(const struct strategy *strategy)
{
    const double block = (double)strategy->tp * strategy->cp;
    if (strategy->rank_order == RANK_DP_INSIDE) {
        return (struct rank_layout){.block = 1, .period = 1};
    }
    return (struct rank_layout){.block = capped(block), .period = capped(block * strategy->pp)};
}

/* Groups of experts: they lie over all ranks of a stage, whatever TP, CP and DP make of these. */
static void place_experts(struct groups *groups, const struct scenario *scenario, const struct sizes *sizes,
                          struct rank_layout layout)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct cluster *cluster = &scenario->cluster;
    const int etp = scenario->mode == MODE_TRAINING ? at_least_one(strategy->etp) : 1;
    const int stride = capped((double)at_least_one(strategy->ep) * etp);
    const int ranks = capped((double)sizes->sharers * strategy->tp);
    const int copies = at_least_one(ranks / stride);
    const int shard = at_least_one(capped((double)sizes->shard * strategy->tp) / stride);
    groups->etp = group_place_in_stage(cluster, etp, 1, layout);
    groups->ep = group_place_in_stage(cluster, at_least_one(strategy->ep), etp, layout);
    groups->expert_dp = group_place_in_stage(cluster, copies, stride, layout);
    groups->expert_shard = group_place_in_stage(cluster, shard, stride, layout);
    groups->expert_replica =
        group_place_in_stage(cluster, at_least_one(copies / shard), capped((double)stride * shard), layout);
}

/* Where a domain holds two stages or more, no stage has both of its neighbours in other ones. */
static struct group nearer_neighbours(const struct cluster *cluster, const struct group *stage, int apart)
{
    struct group pair = *stage;
    if (stage->domains > 1 && apart <= cluster->scaleup.size / 2) {
        pair.members = 2;
        pair.domains = 1;
    }
    return pair;
}

struct groups strategy_groups_with(const struct sizes *sizes, const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct cluster *cluster = &scenario->cluster;
    const struct rank_layout layout = layout_of(strategy);
    const bool hybrid = sizes->shard < sizes->sharers;
    const int others = strategy->rank_order == RANK_DP_INSIDE ? sizes->stage_ranks : strategy->cp;
    const int apart = capped((double)strategy->tp * others);
    const int stride = capped((double)strategy->tp * sizes->shard);
    const struct group alone = group_place(cluster, 1, 1);
    const struct group dp = group_place_in_stage(cluster, sizes->sharers, strategy->tp, layout);
    struct groups groups = {
        .tp = group_place(cluster, strategy->tp, 1),
        .cp = strategy->cp > 1 ? group_place(cluster, strategy_context_ranks(scenario), strategy->tp) : alone,
        .dp = dp,
        .shard = hybrid ? group_place_in_stage(cluster, sizes->shard, strategy->tp, layout) : dp,
        .replica = hybrid ? group_place_in_stage(cluster, sizes->sharers / sizes->shard, stride, layout) : alone,
        .stage = strategy->pp > 1 ? group_place_neighbours(cluster, strategy->pp, apart) : alone,
        .etp = alone,
        .ep = alone,
        .expert_dp = alone,
        .expert_shard = alone,
        .expert_replica = alone,
    };
    groups.stage_inside = nearer_neighbours(cluster, &groups.stage, apart);
    if (transformer_is_moe(&scenario->model)) {
        place_experts(&groups, scenario, sizes, layout);
    }
    return groups;
}

struct groups strategy_groups(const struct scenario *scenario)
{
    const struct sizes sizes = strategy_sizes(scenario);
    return strategy_groups_with(&sizes, scenario);
}
