/* layer.c: the kernels of one layer, of the head and of the optimizer. */
#include "core/layer.h"

#include "core/adapter.h"
#include "core/device.h"
#include "core/expert.h"
#include "core/kv_cache.h"
#include "core/latent.h"
#include "core/order.h"
#include "core/product.h"
#include "core/style.h"

#include <stdbool.h>

/* Bytes per value of Q and K that a norm of each head reads and writes; backward it reads two. */
static const double HEAD_NORM_BYTES = 4.0;
static const double HEAD_NORM_BACKWARD_BYTES = 8.0;

/* Bytes per hidden value of both norms computed again. Counted. */
static const double NORM_AGAIN_BYTES = 8.0;

/* Backward pointwise kernels against forward. Counted. */
static const double BACKWARD_KERNELS = 1.5;

/* Bytes per hidden value and token of hidden dropout, forward and backward. Counted. */
static const double DROPOUT_BYTES = 2.0;
static const double DROPOUT_BACKWARD_BYTES = 10.0;

/* Bytes per hidden value and token of the embedding: look-up, and its gradient's scatter in fp32. Counted. */
static const double EMBEDDING_BYTES = 10.0;

/* Bytes per value of what a ring of CP ranks puts together: scaled or copied, then each further part added. Counted
 * from Transformer Engine's context_parallel.py. */
static const double FIRST_PART_BYTES = 4.0;
static const double FURTHER_PART_BYTES = 6.0;

/* Bytes per logit of a cross entropy in one kernel: two passes over 16 bit logits, and one over their gradient. */
static const double FUSED_LOSS_BYTES = 16.0;

/* The same where the gradient takes the logits' place: read for the sum, read and written for the gradient.
 * karpathy/llm.c, fused_classifier.cuh; linkedin/Liger-Kernel, cross_entropy.py. */
static const double IN_PLACE_LOSS_BYTES = 6.0;

/* The same over shards of the vocabulary, operation by operation in fp32: conversion 6, maximum 4, difference 8,
 * exponentials 8, their sum 4, quotient 8; backward product 8, conversion 6. huggingface/nanotron,
 * sharded_cross_entropy. */
static const double SHARDED_LOSS_BYTES = 52.0;

/* One layer's widths on one GPU: values per token. */
struct widths {
    double tokens;
    double hidden;       /* h, of matrix products */
    double local_hidden; /* of passes outside the TP region: h/T with sequence parallelism */
    double query;        /* with kv: 0 of latent attention */
    double kv;
    double ffn; /* f/T */
    double up;  /* columns of the first MLP product: 2f/T gated */
    struct latent latent;
};

double layer_tokens(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return (double)strategy->micro_batch * strategy->seq_len / strategy->cp;
}

int layer_sample_length(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool packed = strategy->packing_length > 0 && strategy->packing_length < strategy->seq_len;
    const bool apart = scenario->execution.attention != ATTENTION_UNFUSED && !(scenario->model.sample_flops > 0);
    return packed && apart ? strategy->packing_length : strategy->seq_len;
}

double layer_activation_bytes(const struct scenario *scenario)
{
    return device_operand_bytes(scenario->strategy.precision == PRECISION_FP32 ? PRECISION_FP32 : PRECISION_BF16);
}

double layer_local_heads(const struct scenario *scenario, int heads)
{
    return greater(1.0, (double)heads / scenario->strategy.tp);
}

double layer_mlp_width(const struct transformer *model, enum layer_kind kind)
{
    return kind == LAYER_DENSE ? model->ffn : (double)model->shared_experts * model->expert_ffn;
}

static struct widths layer_widths(const struct scenario *scenario, enum layer_kind kind)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const double share = 1.0 / strategy->tp;
    const double ffn = layer_mlp_width(model, kind) * share;
    struct widths widths = {
        .tokens = layer_tokens(scenario),
        .hidden = model->hidden,
        .local_hidden = strategy->sp ? model->hidden * share : model->hidden,
        .ffn = ffn,
        .up = ffn * (model->gated ? 2 : 1),
    };
    if (transformer_is_mla(model)) {
        widths.latent = latent_of(scenario);
    } else {
        widths.query = model->heads * (double)model->head_dim * share;
        widths.kv = kv_layer_values(scenario) / 2;
    }
    return widths;
}

enum { MLP_PRODUCTS = 2, LAYER_PRODUCTS = LATENT_PRODUCTS + MLP_PRODUCTS };

/* Matrix products of a layer: those of attention, then those of the MLP. Routed experts are not among them. */
struct products {
    struct product list[LAYER_PRODUCTS];
    int attention;
    int count;
};

/* A product over all tokens, its widths still open. */
static struct product token_product(const struct scenario *scenario, double n, double k)
{
    return (struct product){
        .rows = layer_tokens(scenario),
        .n = n,
        .k = k,
        .batch = 1,
        .gradient_bytes = product_gradient_bytes(scenario),
    };
}

/* Add a weight over all tokens. */
static void products_add(struct products *products, const struct product *like, double n, double k)
{
    products->list[products->count++] = (struct product){
        .rows = like->rows,
        .n = n,
        .k = k,
        .batch = like->batch,
        .gradient_bytes = like->gradient_bytes,
    };
}

/* Fill the list; what lies beyond its count is left as it is. */
static void layer_products(struct products *products, const struct scenario *scenario, const struct widths *widths)
{
    const struct product like = token_product(scenario, 0, 0);
    products->count = 0;
    if (transformer_is_mla(&scenario->model)) {
        products->count = latent_products(products->list, scenario, &widths->latent, &like);
    } else {
        products_add(products, &like, widths->query + 2 * widths->kv, widths->hidden);
        products_add(products, &like, widths->hidden, widths->query);
    }
    products->attention = products->count;
    products_add(products, &like, widths->up, widths->hidden);
    products_add(products, &like, widths->hidden, widths->ffn);
}

/* The products of a layer, and the forward one that it ends with. */
struct products_time {
    struct product_time all;
    double last;
};

/* Bytes per frozen weight of turning it for its data gradient. Recipes that keep frozen weights in 8 bit keep them
 * once, and turn them in each micro-batch (Megatron Core's disable_parameter_transpose_cache); other weights are turned
 * once a step, which takes no time to speak of. */
static double turned_bytes(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->frozen == strategy->precision ? device_turn_bytes(&scenario->gpu, strategy->frozen) : 0.0;
}

static struct products_time products_time(const struct scenario *scenario, const struct products *products)
{
    const struct gpu *gpu = &scenario->gpu;
    const struct strategy *strategy = &scenario->strategy;
    const struct gemm_rates rates = device_gemm_rates(gpu, strategy->precision);
    struct products_time time = {.last = 0};
    double elements = 0;
    for (int i = 0; i < products->count; i++) {
        const struct product_time one = product_time(&rates, &products->list[i]);
        time.all = product_time_sum(time.all, one);
        time.last = one.forward;
        elements += products->list[i].n * products->list[i].k;
    }
    if (strategy->lora) {
        time.all.data_gradient += device_pass(gpu, turned_bytes(scenario) * elements);
    }
    time.all.weight_gradient += product_accumulation_time(scenario, elements);
    return time;
}

/* Share of the score matrix that a window leaves to compute, on the mean of the layers that have one and those that
 * attend in full. */
static double window_share(const struct transformer *model, int sample)
{
    const double causal = 0.5;
    if (model->window <= 0 || model->window >= sample) {
        return causal;
    }
    const double band = (double)model->window / sample;
    const double windowed = band - band * band / 2;
    const double full = model->window_every > 0 ? 1.0 / model->window_every : 0.0;
    return windowed + (causal - windowed) * full;
}

/* Layers in fp32 have nothing narrower inside. */
static enum precision core_precision(const struct scenario *scenario)
{
    return scenario->strategy.precision == PRECISION_FP32 ? PRECISION_FP32 : scenario->execution.attention_precision;
}

static struct attention_time attention_time(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const struct style *style = style_of(scenario->execution.style);
    const double ranks = strategy->cp;
    const int sample = layer_sample_length(scenario);
    /* Contiguous causal chunks leave the last rank nearly the whole row: 2C/(C+1) of the mean. */
    const double imbalance = strategy->cp_balanced ? 1.0 : 2 * ranks / (ranks + 1);
    const struct attention_shape shape = {
        .kernel = scenario->execution.attention,
        .batch = (double)strategy->micro_batch * strategy->seq_len / sample,
        .heads = layer_local_heads(scenario, model->heads),
        .queries = sample / ranks,
        .keys = sample,
        .head_dim = transformer_core_dim(model),
        .computed_share = window_share(model, sample) * imbalance,
        .dropout = strategy->dropout,
        .apart = style->scores,
        .apart_backward = style->scores_backward,
        .latent = transformer_is_mla(model),
        .precision = core_precision(scenario),
    };
    return device_attention(&scenario->gpu, &shape);
}

/* Pointwise passes. They run back to back, so that only their number times the launch is lost. */
static struct attention_time pointwise_time(const struct scenario *scenario, const struct widths *widths)
{
    const struct style *style = style_of(scenario->execution.style);
    const struct gpu *gpu = &scenario->gpu;
    const bool gated = scenario->model.gated;
    const double dropout = scenario->strategy.dropout ? 1 : 0;
    const double rotated = style->rotary * (widths->query + widths->kv) + widths->latent.assembly;
    const double rotary = gated ? rotated : 0;
    const double normed = scenario->model.qk_norm ? widths->query + widths->kv : 0;
    const double forward = (style->hidden + dropout * DROPOUT_BYTES) * widths->local_hidden +
                           (gated ? style->gated : style->plain) * widths->ffn + rotary + HEAD_NORM_BYTES * normed;
    const double backward = (style->hidden_backward + dropout * DROPOUT_BACKWARD_BYTES) * widths->local_hidden +
                            (gated ? style->gated_backward : style->plain_backward) * widths->ffn + rotary +
                            HEAD_NORM_BACKWARD_BYTES * normed;
    const double per_byte = widths->tokens / device_stream_rate(gpu);
    return (struct attention_time){
        .forward = forward * per_byte + style->kernels * gpu->launch,
        .backward = backward * per_byte + BACKWARD_KERNELS * style->kernels * gpu->launch,
    };
}

/* What a ring of CP ranks adds to its attention cores: each step's output is scaled and added to those before, its
 * gradients to theirs; keys and values are packed to be sent, and their gradients added up. */
static struct attention_time ring_time(const struct scenario *scenario, const struct widths *widths)
{
    const double further = scenario->strategy.cp - 1;
    if (further < 1) {
        return (struct attention_time){.forward = 0};
    }
    const double outputs = (FIRST_PART_BYTES + FURTHER_PART_BYTES * further) * (widths->query + widths->latent.value);
    const double sent = kv_layer_values(scenario);
    const double forward = outputs + FIRST_PART_BYTES * sent;
    const double backward = outputs + (FIRST_PART_BYTES + FURTHER_PART_BYTES * further) * sent;
    return (struct attention_time){
        .forward = device_pass(&scenario->gpu, forward * widths->tokens),
        .backward = device_pass(&scenario->gpu, backward * widths->tokens),
    };
}

/* Quantisation of the products' operands. */
static struct attention_time cast_time(const struct scenario *scenario, const struct widths *widths)
{
    const double bytes = device_cast_bytes(scenario->strategy.precision) * widths->tokens;
    if (!(bytes > 0)) {
        return (struct attention_time){.forward = 0};
    }
    const struct latent *latent = &widths->latent;
    const double into = widths->query + latent->value + latent->low;
    const double out = widths->query + 2 * widths->kv + latent->query + latent->key_value + latent->low;
    const double forward = 2 * widths->local_hidden + into + widths->ffn;
    const double backward = out + 2 * widths->hidden + widths->up;
    return (struct attention_time){
        .forward = device_pass(&scenario->gpu, bytes * forward),
        .backward = device_pass(&scenario->gpu, bytes * backward),
    };
}

/* What selective recomputation repeats of the forward pass, besides an unfused attention core. */
static double module_time(const struct scenario *scenario, const struct widths *widths, const struct products *products,
                          const struct expert_time *experts)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct style *style = style_of(scenario->execution.style);
    const struct gpu *gpu = &scenario->gpu;
    double time = 0;
    if (strategy->recompute_norm) {
        time += device_pass(gpu, NORM_AGAIN_BYTES * widths->local_hidden * widths->tokens);
    }
    if (strategy->recompute_latent && transformer_is_mla(&scenario->model)) {
        time += latent_up_time(scenario, &widths->latent, &products->list[0]);
    }
    if (strategy->recompute_mlp) {
        const double bytes = scenario->model.gated ? style->gated : style->plain;
        time += device_pass(gpu, bytes * widths->ffn * widths->tokens);
        const struct gemm_rates rates = device_gemm_rates(gpu, strategy->precision);
        for (int i = products->attention; i < products->count; i++) {
            time += product_time(&rates, &products->list[i]).forward;
        }
    }
    if (strategy->recompute_experts) {
        time += experts->forward;
    } else if (strategy->recompute_activation) {
        time += experts->activation;
    }
    return time;
}

struct layer_time layer_time(const struct scenario *scenario, enum layer_kind kind)
{
    const struct widths widths = layer_widths(scenario, kind);
    struct products products;
    layer_products(&products, scenario, &widths);
    const struct products_time product = products_time(scenario, &products);
    const struct attention_time attention = attention_time(scenario);
    const struct attention_time pointwise = pointwise_time(scenario, &widths);
    const struct attention_time cast = cast_time(scenario, &widths);
    const struct attention_time ring = ring_time(scenario, &widths);
    const struct expert_time experts =
        kind == LAYER_EXPERTS ? expert_time(scenario) : (struct expert_time){.forward = 0};
    const struct adapter_time adapters =
        scenario->strategy.lora ? adapter_time(scenario, kind) : (struct adapter_time){.forward = 0};
    const double slowdown = scenario->execution.slowdown;
    const double gradients = product.all.data_gradient + product.all.weight_gradient;
    const double forward = product.all.forward + attention.forward + ring.forward + pointwise.forward + cast.forward;
    const double backward = gradients + attention.backward + ring.backward + pointwise.backward + cast.backward;
    return (struct layer_time){
        .forward = slowdown * (forward + experts.forward + adapters.forward),
        .backward = slowdown * (backward + experts.backward + adapters.backward),
        .attention = slowdown * attention.forward,
        .attention_backward = slowdown * attention.backward,
        .weight_gradient = slowdown * (product.all.weight_gradient + experts.weight_gradient),
        .last_product = kind == LAYER_EXPERTS ? 0 : slowdown * product.last,
        .modules = slowdown * module_time(scenario, &widths, &products, &experts),
    };
}

/* In 16 bit unless the scenario says otherwise: most frameworks keep the head there where layers run in 8 or 4. */
static enum precision head_precision(const struct scenario *scenario)
{
    return scenario->strategy.precision == PRECISION_FP32 ? PRECISION_FP32 : scenario->execution.head_precision;
}

static double loss_bytes(const struct scenario *scenario)
{
    const double styled = style_of(scenario->execution.style)->loss;
    if (scenario->execution.loss_fused == LOSS_IN_PLACE || scenario->execution.loss_fused == LOSS_CHUNKED) {
        return IN_PLACE_LOSS_BYTES;
    }
    if (scenario->execution.loss_fused == LOSS_FUSED) {
        return lesser(FUSED_LOSS_BYTES, styled);
    }
    return scenario->execution.loss_sharded ? greater(SHARDED_LOSS_BYTES, styled) : styled;
}

double head_time(const struct scenario *scenario)
{
    const struct gpu *gpu = &scenario->gpu;
    const struct strategy *strategy = &scenario->strategy;
    const struct product head = {
        .rows = layer_tokens(scenario),
        .n = (double)scenario->model.vocab / strategy->tp,
        .k = scenario->model.hidden,
        .batch = 1,
        .gradient_bytes = product_gradient_bytes(scenario),
    };
    const enum precision precision = head_precision(scenario);
    const struct gemm_rates rates = device_gemm_rates(gpu, precision);
    const struct product_time time = product_gemms(&rates, &head);
    const double cast = device_pass(gpu, device_cast_bytes(precision) * head.rows * (head.k + head.n));
    const double loss = device_pass(gpu, loss_bytes(scenario) * head.rows * head.n);
    return scenario->execution.slowdown * (time.forward + time.data_gradient + time.weight_gradient + cast + loss);
}

struct prediction_join prediction_join_time(const struct scenario *scenario)
{
    const double hidden = scenario->model.hidden;
    const struct product join = token_product(scenario, hidden, 2 * hidden);
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, scenario->strategy.precision);
    const struct product_time time = product_time(&rates, &join);
    return (struct prediction_join){
        .forward = scenario->execution.slowdown * time.forward,
        .backward = scenario->execution.slowdown * (time.data_gradient + time.weight_gradient),
    };
}

double embedding_time(const struct scenario *scenario)
{
    return device_pass(&scenario->gpu, EMBEDDING_BYTES * layer_tokens(scenario) * scenario->model.hidden);
}

double optimizer_time(const struct scenario *scenario, double parameters)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct style *style = style_of(scenario->execution.style);
    const double counted = strategy->gradients == PRECISION_FP32 ? style->optimizer_fp32 : style->optimizer;
    const double bytes = strategy->optimizer_bytes > 0 ? strategy->optimizer_bytes : counted;
    return parameters * bytes / device_stream_rate(&scenario->gpu);
}
