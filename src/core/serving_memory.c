/* serving_memory.c: weights by format, the KV cache, and what is left for it. */
#include "core/serving_memory.h"

#include "core/expert_visits.h"
#include "core/kv_cache.h"
#include "core/number_format.h"
#include "core/serving_style.h"
#include "core/sharding.h"
#include "core/strategy.h"

#include <math.h>

/* Of a card's memory, what engines leave to the driver, their libraries and other users: the usual default of 0.90 for
 * weights and cache. The caches that TurboMind's benchmark scripts ask for are within 6 % of it. */
static const double RESERVE_SHARE = 0.10;

/* Tokens of the largest pass, if nothing says otherwise: the usual budget of an engine that reads prompts whole. */
static const double PASS_TOKENS = 8192.0;

/* llama.cpp leaves nothing, and has passes of its own: of the card's bytes its context and kernels take what a training
 * framework's do. Its passes are in fp32. Llama 3 8B in Q4_K_M logs 4,403.49 MiB of weights on the card, 281.81 of
 * embedding on the host, and 258.5 to 300 of buffer for a pass, of which 250.5 are the logits of its 512 tokens. */
static const double CONTEXT_BYTES = 1e9;

/* Bytes per logit: 16 bit from the product, and fp32 for sampling. */
static const double LOGIT_BYTES = 6.0;

int serving_shard_ranks(const struct scenario *scenario)
{
    return scenario->serving.fsdp ? strategy_sizes(scenario).sharers : 1;
}

/* Parameters of a layer's attention on one rank. What all heads share is not divided by TP: of latent attention the way
 * down, else keys and values that more ranks than there are of them copy. */
static double attention_held(const struct scenario *scenario, double attention)
{
    const struct transformer *model = &scenario->model;
    const bool latent = transformer_is_mla(model);
    const double low = (double)model->q_lora + model->kv_lora + model->rope_dim;
    const double shared = latent ? low : 2.0 * model->kv_heads * model->head_dim;
    const double held = latent ? low : kv_layer_values(scenario);
    return (attention - model->hidden * shared) / scenario->strategy.tp + model->hidden * held;
}

double serving_layer_weights(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct strategy *strategy = &scenario->strategy;
    const enum number_format format = scenario->serving.decode_precision;
    const double routed = params->moe_layers * scenario->model.experts * params->expert;
    const double attention = scenario->model.layers * params->attention;
    const double all = params->total - params->embedding - params->head;
    const double ranks = params->moe_layers > 0 ? serving_expert_ranks(scenario) : strategy->tp;
    const double bytes = format_bytes(format) * ((all - routed - attention) / strategy->tp + routed / ranks) +
                         format_bytes(format_of_attention(&scenario->model, format)) * scenario->model.layers *
                             attention_held(scenario, params->attention);
    return bytes / scenario->model.layers;
}

double serving_vocab_ranks(const struct scenario *scenario)
{
    return scenario->serving.whole_head ? 1.0 : scenario->strategy.tp;
}

static const struct serving_style *style_of_engine(const struct scenario *scenario)
{
    return serving_style(scenario->serving.style);
}

/* Both on one card, or at the two ends of the pipeline. llama.cpp leaves the embedding in the host's memory; where the
 * head is tied to it the card has a copy. */
double serving_outer_weights(const struct scenario *scenario, const struct parameter_sum *params)
{
    const double head = params->head > 0 ? params->head : params->embedding;
    const double both = params->embedding + params->head;
    const double beside = scenario->strategy.pp > 1 ? fmax(params->embedding, params->head) : both;
    const double fullest = style_of_engine(scenario)->reads_files ? head : beside;
    return format_bytes(format_of_head(scenario->serving.decode_precision)) * fullest / serving_vocab_ranks(scenario);
}

static double weights_held(const struct scenario *scenario, const struct parameter_sum *params)
{
    const double layers = stage_most_layers(scenario);
    const double gathered = sharding_gathered_layers(layers);
    const double ranks = serving_shard_ranks(scenario);
    const double held = ranks > 1 ? layers / ranks + gathered * (ranks - 1) / ranks : layers;
    return held * serving_layer_weights(scenario, params) + serving_outer_weights(scenario, params);
}

/* Values per token that a layer holds at its widest: the residual, its norm, and the MLP between its products. */
static double widest_values(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const double products = model->gated ? 3.0 : 2.0;
    const bool experts = transformer_is_moe(model);
    const double ffn = experts ? (double)(model->top_k + model->shared_experts) * model->expert_ffn : model->ffn;
    return 2.0 * model->hidden + products * ffn / scenario->strategy.tp;
}

/* Tokens of a prompt that an engine reads in a pass; 0: all of it. */
static double chunk_tokens(const struct scenario *scenario)
{
    const int chunk = scenario->serving.prefill_chunk;
    return chunk > 0 ? chunk : style_of_engine(scenario)->pass_tokens;
}

/* Tokens of a pass that an engine which decodes makes room for, whatever its batch. */
static double least_pass_tokens(const struct scenario *scenario)
{
    const double chunk = chunk_tokens(scenario);
    return chunk > 0 ? chunk : PASS_TOKENS;
}

static double pass_tokens(const struct scenario *scenario)
{
    const struct serving *serving = &scenario->serving;
    if (scenario->mode == MODE_PREFILL) {
        const double chunk = chunk_tokens(scenario);
        const double prompt = chunk > 0 ? fmin(chunk, serving->prefill_tokens) : serving->prefill_tokens;
        return serving->prefill_batch * prompt / scenario->strategy.cp;
    }
    return fmax(least_pass_tokens(scenario), serving->decode_batch);
}

static double cached_bytes(const struct scenario *scenario)
{
    const struct serving *serving = &scenario->serving;
    const double token = kv_token_bytes(scenario);
    return scenario->mode == MODE_PREFILL
               ? token * serving->prefill_batch * serving->prefill_tokens / scenario->strategy.cp
               : token * serving->decode_batch * serving->decode_context;
}

/* Logits of one sequence on one GPU, where they are not part of the pass. */
static double sequence_logits(const struct scenario *scenario)
{
    const bool apart = !style_of_engine(scenario)->reads_files;
    return apart ? LOGIT_BYTES * scenario->model.vocab / serving_vocab_ranks(scenario) : 0.0;
}

/* What a pass holds of each token. llama.cpp has one buffer, in which the logits of all tokens follow the layers. */
static double pass_token_bytes(const struct scenario *scenario)
{
    const bool with_logits = style_of_engine(scenario)->reads_files;
    const double logits = with_logits ? scenario->model.vocab / serving_vocab_ranks(scenario) : 0;
    return serving_value_bytes(scenario) * fmax(widest_values(scenario), logits);
}

static double reserve_bytes(const struct scenario *scenario)
{
    return style_of_engine(scenario)->reads_files ? CONTEXT_BYTES : RESERVE_SHARE * scenario->gpu.hbm_capacity;
}

struct memory serving_memory(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct serving *serving = &scenario->serving;
    const double sequences = scenario->mode == MODE_PREFILL ? serving->prefill_batch : serving->decode_batch;
    struct memory memory = {
        .weights = weights_held(scenario, params),
        .kv = cached_bytes(scenario),
        .gradients = NAN,
        .optimizer = NAN,
        .activations = pass_tokens(scenario) * pass_token_bytes(scenario),
        .logits = sequences * sequence_logits(scenario),
        .buffers = NAN,
        .reserve = reserve_bytes(scenario),
        .capacity = scenario->gpu.hbm_capacity,
    };
    memory.total = memory.weights + memory.kv + memory.activations + memory.logits + memory.reserve;
    memory.fits = memory.total <= memory.capacity;
    return memory;
}

/* Sequences that fit into what weights and reserve leave. One more than a pass has tokens makes the pass longer. */
static double largest_batch(const struct scenario *scenario, double room, double sequence)
{
    const double tokens = least_pass_tokens(scenario);
    const double token = pass_token_bytes(scenario);
    const double within = floor(fmax(0.0, room - tokens * token) / sequence);
    return within <= tokens ? within : floor(room / (sequence + token));
}

struct kv_pool kv_pool_of(const struct scenario *scenario, const struct memory *memory)
{
    const struct serving *serving = &scenario->serving;
    struct kv_pool pool = {
        .model_token_bytes = transformer_kv_bytes(&scenario->model, format_kv_bytes(serving->decode_kv_precision)),
        .token_bytes = kv_token_bytes(scenario),
        .copies = kv_copies(scenario),
    };
    const double room = memory->capacity - memory->reserve - memory->weights;
    const double sequence = pool.token_bytes * serving->decode_context + sequence_logits(scenario);
    pool.bytes = fmax(0.0, room - memory->activations - memory->logits);
    pool.tokens = floor(pool.bytes / pool.token_bytes);
    pool.batch_limit = largest_batch(scenario, room, sequence);
    pool.context_limit = floor(pool.tokens / serving->decode_batch);
    return pool;
}
