/* evaluate.c: a scenario's sizes, groups, counts, step, memory and run, in that order. */
#include "core/evaluate.h"

#include "core/accuracy.h"
#include "core/collective.h"
#include "core/conversion.h"
#include "core/expert.h"
#include "core/inference.h"
#include "core/memory.h"
#include "core/memory_activations.h"
#include "core/parameters.h"
#include "core/serving_memory.h"
#include "core/strategy.h"
#include "core/strategy_rules.h"
#include "core/training.h"

#include <math.h>

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

/* Copies in which a token is sent to its experts. */
static double copies_of(const struct scenario *scenario, int ranks)
{
    const double choices = scenario->model.top_k;
    return scenario->strategy.dispatcher == DISPATCH_PER_RANK ? expert_copies(choices, ranks) : choices;
}

struct basis evaluate_basis(const struct scenario *scenario)
{
    const struct parameter_sum params = transformer_params(&scenario->model);
    if (scenario->mode != MODE_TRAINING) {
        return (struct basis){.params = params};
    }
    return (struct basis){.params = params, .kernels = training_kernels(scenario, &params)};
}

/* Dollars of TOKENS_PRICED tokens, at so many a second from all GPUs. */
static double token_cost(const struct scenario *scenario, double rate)
{
    const double tokens = TOKENS_PRICED;
    return tokens * scenario->cluster.gpus * scenario->gpu.price / (rate * SECONDS_PER_HOUR);
}

/* What a step of training leaves empty. */
static const struct inference not_served = {.time = 0};
static const struct account not_accounted = {.filled = false};

/* Every member is named, so that none is cleared first: that would take a tenth of the time. */
static struct result price_training(const struct basis *basis, const struct sizes *sizes,
                                    const struct scenario *scenario)
{
    const struct parameter_sum *params = &basis->params;
    const struct groups groups = strategy_groups_with(sizes, scenario);
    struct training training;
    const struct step step = step_from(&basis->kernels, scenario, sizes, &groups, params);
    training_price(&training, &step);
    const bool experts = params->moe_layers > 0;
    rate_training(&training);
    return (struct result){
        .mode = MODE_TRAINING,
        .valid = true,
        .sizes = *sizes,
        .groups = groups,
        .params = *params,
        .training = training,
        .inference = not_served,
        .step = training.step,
        .tokens_per_second = training.tokens_per_second,
        .memory = memory_with(params, scenario, sizes),
        .run = run_of(scenario, training.tokens_per_second),
        .step_tokens = (double)sizes->global_batch * scenario->strategy.seq_len,
        .gradient_bytes = memory_trained_gradient_bytes(scenario),
        .tokens_per_second_per_gpu = training.tokens_per_second / scenario->cluster.gpus,
        .token_cost = token_cost(scenario, training.tokens_per_second),
        .tp_share = training.compute > 0.0 ? training.tp.time / training.compute : NAN,
        .expert_copies = experts ? copies_of(scenario, groups.ep.ranks) : NAN,
        .expert_rows = experts ? expert_load(scenario).rows / expert_load(scenario).local : NAN,
        .ring_steps = ring_steps(OP_ALL_REDUCE, groups.dp.ranks),
        .tree_steps = tree_steps(groups.dp.ranks),
        .accuracy_band = accuracy_of(scenario).p90,
        .switchover = NAN,
        .account = not_accounted,
    };
}

static struct result price_inference(const struct basis *basis, const struct sizes *sizes,
                                     const struct scenario *scenario)
{
    const struct groups groups = strategy_groups_with(sizes, scenario);
    const struct memory memory = serving_memory(scenario, &basis->params);
    struct inference inference = inference_of(scenario, &groups, &basis->params, &memory);
    rate_traffic(&inference.tp);
    rate_traffic(&inference.cp);
    rate_traffic(&inference.ep);
    rate_traffic(&inference.pp);
    rate_traffic(&inference.fsdp);
    const double rate = inference.tokens_per_second * sizes->dp;
    return (struct result){
        .mode = scenario->mode,
        .valid = true,
        .sizes = *sizes,
        .groups = groups,
        .params = basis->params,
        .inference = inference,
        .step = inference.time,
        .tokens_per_second = rate,
        .memory = memory,
        .step_tokens = rate * inference.time,
        .tokens_per_second_per_gpu = rate / scenario->cluster.gpus,
        .token_cost = token_cost(scenario, rate),
        .accuracy_band = accuracy_of(scenario).p90,
        .switchover = NAN,
    };
}

struct result evaluate_with(const struct basis *basis, const struct sizes *sizes, const struct scenario *scenario)
{
    if (scenario->mode == MODE_TRAINING) {
        return price_training(basis, sizes, scenario);
    }
    return price_inference(basis, sizes, scenario);
}

static struct result no_result(const struct scenario *scenario)
{
    return (struct result){.mode = scenario->mode, .valid = false};
}

struct result evaluate(const struct scenario *scenario)
{
    if (!parameters_in_range(scenario)) {
        return no_result(scenario);
    }
    const struct sizes sizes = strategy_sizes(scenario);
    if (!strategy_rules_hold(scenario, &sizes)) {
        return no_result(scenario);
    }
    const struct basis basis = evaluate_basis(scenario);
    return evaluate_with(&basis, &sizes, scenario);
}

struct result evaluate_all(const struct scenario *scenario)
{
    struct result result = evaluate(scenario);
    if (result.valid) {
        result.account = account_of(scenario, &result);
    }
    if (result.valid && scenario->mode == MODE_TRAINING) {
        result.switchover = collective_switchover(OP_ALL_REDUCE, &result.groups.dp, scenario);
    }
    return result;
}
