/* evaluate.c: a scenario's sizes, groups, counts, step, memory and run, in that order. */
#include "core/evaluate.h"

#include "core/device.h"
#include "core/expert.h"
#include "core/memory.h"
#include "core/strategy.h"
#include "core/training.h"

#include <math.h>

#define SECONDS_PER_HOUR 3600.0
#define HOURS_PER_DAY 24.0

static struct run run_of(const struct scenario *scenario, double tokens_per_second)
{
    const double seconds = scenario->plan.train_tokens / tokens_per_second;
    const double hours = seconds / SECONDS_PER_HOUR;
    const double gpus = scenario->cluster.gpus;
    return (struct run){
        .days = hours / HOURS_PER_DAY,
        .gpu_hours = hours * gpus,
        .cost = hours * gpus * scenario->gpu.price,
        .energy = seconds * gpus * scenario->gpu.power * scenario->plan.pue,
    };
}

/* What the traffic makes of its link; NAN where there is none. */
static void rate_traffic(struct traffic *traffic)
{
    traffic->bandwidth = traffic->time > 0.0 ? traffic->bytes / traffic->time : NAN;
}

static void rate_training(struct training *training)
{
    rate_traffic(&training->tp);
    rate_traffic(&training->cp);
    rate_traffic(&training->ep);
    rate_traffic(&training->pp);
    rate_traffic(&training->dp);
    rate_traffic(&training->fsdp);
}

/* What of a mixture's routing the figures show. */
static void show_routing(struct result *result, const struct scenario *scenario)
{
    result->expert_copies = NAN;
    result->expert_rows = NAN;
    if (result->params.moe_layers > 0) {
        const struct expert_load load = expert_load(scenario);
        const double choices = scenario->model.top_k;
        const bool per_rank = scenario->strategy.dispatcher == DISPATCH_PER_RANK;
        result->expert_copies = per_rank ? expert_copies(choices, result->groups.ep.ranks) : choices;
        result->expert_rows = load.rows / load.local;
    }
}

struct result evaluate(const struct scenario *scenario)
{
    struct result result = {.valid = false};
    if (!strategy_valid(scenario)) {
        return result;
    }
    result.valid = true;
    result.sizes = strategy_sizes(scenario);
    result.groups = strategy_groups(scenario);
    result.params = transformer_params(&scenario->model);
    result.training = training_step(scenario, &result.sizes, &result.groups, &result.params);
    result.memory = memory_of(scenario, &result.sizes);
    rate_training(&result.training);
    show_routing(&result, scenario);

    const struct training *training = &result.training;
    result.run = run_of(scenario, training->tokens_per_second);
    result.step_tokens = (double)result.sizes.global_batch * scenario->strategy.seq_len;
    result.gradient_bytes = device_operand_bytes(scenario->strategy.gradients);
    result.tokens_per_second_per_gpu = training->tokens_per_second / scenario->cluster.gpus;
    result.tp_share = training->compute > 0.0 ? training->tp.time / training->compute : NAN;
    result.ring_steps = ring_steps(OP_ALL_REDUCE, result.groups.dp.ranks);
    result.tree_steps = tree_steps(result.groups.dp.ranks);
    result.switchover = NAN;
    return result;
}

struct result evaluate_all(const struct scenario *scenario)
{
    struct result result = evaluate(scenario);
    if (result.valid) {
        result.switchover = collective_switchover(OP_ALL_REDUCE, &result.groups.dp, scenario);
    }
    return result;
}
