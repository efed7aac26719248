/* account.c: figures for explanations, from the functions that price, or from what they gave. */
#include "core/account.h"

#include "core/device.h"
#include "core/exchange.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/memory.h"
#include "core/memory_activations.h"
#include "core/result.h"
#include "core/sharding.h"
#include "core/training_layer.h"
#include "core/training_transfer.h"
#include "core/transformer.h"

#include <math.h>

/* Sums of the same seconds in another order agree to this. */
static const double SAME = 1e-9;

/* Quotient of two figures; 0 where there is nothing. */
static double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0.0;
}

static bool all_alike(const struct traffic *traffic)
{
    return fabs(traffic->count * traffic->cost.seconds - traffic->time) <= SAME * traffic->time;
}

static void add_parameters(struct account *account, const struct parameter_sum *params)
{
    const bool experts = params->moe_layers > 0;
    account->norms = params->dense_layer - params->attention - params->mlp;
    account->moe_layer = experts ? params->moe_layer : NAN;
    account->moe_layer_active = experts ? params->moe_layer - params->experts + params->experts_active : NAN;
}

static void add_flops(struct account *account, const struct scenario *scenario, const struct result *result)
{
    const struct flop_sum flops =
        transformer_flops(&scenario->model, layer_sample_length(scenario), scenario->execution.mfu);
    const struct training *training = &result->training;
    account->matrix_flops = flops.matrix;
    account->attention_flops = flops.attention;
    account->sample_length = layer_sample_length(scenario);
    account->attention_width = transformer_attention_width(&scenario->model);
    account->attended_keys = share_of(flops.attention, WEIGHT_FLOPS * account->attention_width);
    account->head_flops = flops.head;
    account->repeated_flops = (training->hardware_flops - training->flops) / result->step_tokens;
    account->parameters = token_flops(scenario, &result->params) / WEIGHT_FLOPS;
    account->backward = backward_passes(scenario);
    account->passes = 1 + account->backward;
    account->recomputed = recomputed_share(scenario);
    account->model_flops = WEIGHT_FLOPS * account->passes;
    account->executed_flops = WEIGHT_FLOPS * (account->passes + account->recomputed);
    account->peak = device_peak(&scenario->gpu, scenario->strategy.precision);
}

static void add_messages(struct account *account, const struct scenario *scenario, const struct result *result)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct training *training = &result->training;
    const double gather = device_operand_bytes(strategy->gather);
    const bool divided = strategy->sp || strategy->p2p_scatter;
    const double messages = transfers_pass_at_once(scenario) ? 1 : 2; /* waited for, for each that is sent */
    account->activation_bytes = layer_activation_bytes(scenario);
    account->context_width = kv_layer_values(scenario);
    account->dispatch_bytes = device_operand_bytes(strategy->dispatch);
    account->stage_ranks = divided ? strategy->tp : 1;
    account->stage_sends = (divided && !strategy->sp ? strategy->tp : 1) / messages;
    account->gather_share = gather / result->gradient_bytes;
    account->dp_parameters = training->dp.message / result->gradient_bytes;
    account->common_message = training->dp.message - training->expert_message;
    account->gathered_bytes = sharding_layer_bytes(scenario);
    account->fsdp_parameters = training->fsdp.message / account->gathered_bytes;
    const double sent = result->sizes.micro_batches * (1 - 1.0 / result->groups.shard.ranks);
    account->fsdp_array = result->params.moe_layers > 0 ? NAN : share_of(training->fsdp.bytes, sent);
}

static void add_pipeline(struct account *account, const struct scenario *scenario, const struct result *result)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct training *training = &result->training;
    if (strategy->pp > 1) {
        const struct sizes *sizes = &result->sizes;
        account->fillings = (sizes->micro_batches + sizes->filling - 1) / sizes->filling;
        account->pipeline = training->ideal + training->bubble;
        const double passes = training->bubble / account->fillings - training->first_transfers;
        account->pass = training->last_decides ? passes / (strategy->pp - 1) : NAN;
    }
}

static void add_alike(struct account *account, const struct training *training)
{
    account->alike_tp = all_alike(&training->tp);
    account->alike_cp = all_alike(&training->cp);
    account->alike_ep = all_alike(&training->ep);
    account->alike_pp = all_alike(&training->pp);
    account->alike_dp = all_alike(&training->dp);
    account->alike_fsdp = all_alike(&training->fsdp);
}

static void add_memory(struct account *account, const struct scenario *scenario, const struct result *result)
{
    const struct memory *memory = &result->memory;
    account->weight_bytes = memory_weight_bytes(scenario);
    account->adam_bytes = memory_adam_bytes(scenario);
    account->logit_bytes = memory_logit_bytes(scenario);
    account->expert_shard = memory_expert_shard(scenario, &result->sizes);
    account->owned = memory->common / result->sizes.shard + memory->experts / account->expert_shard;
}

/* Whether a prompt is read in passes of one length. A shorter last one sends less, even where that takes as long. */
static bool passes_alike(const struct scenario *scenario)
{
    const struct serving *serving = &scenario->serving;
    const bool one = serving->prefill_chunk <= 0 || serving->prefill_chunk >= serving->prefill_tokens;
    return scenario->mode != MODE_PREFILL || one || serving->prefill_tokens % serving->prefill_chunk == 0;
}

static void add_serving(struct account *account, const struct scenario *scenario, const struct inference *inference)
{
    const bool passes = passes_alike(scenario);
    account->pass_tokens = scenario->mode == MODE_PREFILL ? scenario->serving.prefill_tokens : 1;
    account->alike_tp = passes && all_alike(&inference->tp);
    account->alike_cp = passes && all_alike(&inference->cp);
    account->alike_ep = passes && all_alike(&inference->ep);
    account->alike_pp = passes && all_alike(&inference->pp);
    account->alike_fsdp = all_alike(&inference->fsdp);
}

struct account account_of(const struct scenario *scenario, const struct result *result)
{
    struct account account = {.filled = true};
    add_parameters(&account, &result->params);
    if (result->mode != MODE_TRAINING) {
        add_serving(&account, scenario, &result->inference);
        return account;
    }
    add_flops(&account, scenario, result);
    add_messages(&account, scenario, result);
    add_pipeline(&account, scenario, result);
    add_alike(&account, &result->training);
    add_memory(&account, scenario, result);
    return account;
}
