/* evaluate.c: a scenario's sizes, groups, counts, step, memory and run, in that order. */
#include "core/evaluate.h"

#include "core/device.h"
#include "core/inference.h"
#include "core/memory.h"
#include "core/serving_memory.h"
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

static void price_training(struct result *result, const struct scenario *scenario)
{
    result->training = training_step(scenario, &result->sizes, &result->groups, &result->params);
    result->memory = memory_of(scenario, &result->sizes);
    rate_training(&result->training);

    const struct training *training = &result->training;
    result->step = training->step;
    result->tokens_per_second = training->tokens_per_second;
    result->run = run_of(scenario, training->tokens_per_second);
    result->step_tokens = (double)result->sizes.global_batch * scenario->strategy.seq_len;
    result->gradient_bytes = device_operand_bytes(scenario->strategy.gradients);
    result->tp_share = training->compute > 0.0 ? training->tp.time / training->compute : NAN;
    result->ring_steps = ring_steps(OP_ALL_REDUCE, result->groups.dp.ranks);
    result->tree_steps = tree_steps(result->groups.dp.ranks);
}

static void price_inference(struct result *result, const struct scenario *scenario)
{
    result->memory = serving_memory(scenario, &result->params);
    result->inference = inference_of(scenario, &result->groups, &result->params, &result->memory);
    struct inference *inference = &result->inference;
    rate_traffic(&inference->tp);
    rate_traffic(&inference->cp);
    rate_traffic(&inference->ep);
    rate_traffic(&inference->pp);
    result->step = inference->time;
    result->tokens_per_second = inference->tokens_per_second * result->sizes.dp;
    result->step_tokens = result->tokens_per_second * inference->time;
}

struct result evaluate(const struct scenario *scenario)
{
    struct result result = {.mode = scenario->mode, .valid = false};
    if (!strategy_valid(scenario)) {
        return result;
    }
    result.valid = true;
    result.sizes = strategy_sizes(scenario);
    result.groups = strategy_groups(scenario);
    result.params = transformer_params(&scenario->model);
    result.switchover = NAN;
    if (scenario->mode == MODE_TRAINING) {
        price_training(&result, scenario);
    } else {
        price_inference(&result, scenario);
    }
    result.tokens_per_second_per_gpu = result.tokens_per_second / scenario->cluster.gpus;
    return result;
}

struct result evaluate_all(const struct scenario *scenario)
{
    struct result result = evaluate(scenario);
    if (result.valid && scenario->mode == MODE_TRAINING) {
        result.switchover = collective_switchover(OP_ALL_REDUCE, &result.groups.dp, scenario);
    }
    return result;
}
