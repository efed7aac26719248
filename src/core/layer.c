/* layer.c: execution styles, and the kernels of one layer, of the head and of the optimizer. */
#include "core/layer.h"

#include "core/device.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

/* How a framework executes a layer. Bytes are read and written by pointwise passes, per token and value, and were
 * counted from the frameworks' code; only torch_layernorm's hidden was fitted (llm-foundry). */
struct style {
    double hidden, hidden_backward;   /* per hidden value: norms, residuals */
    double gated, gated_backward;     /* per value of a gated MLP's activation */
    double plain, plain_backward;     /* per value of one that is not gated */
    double rotary;                    /* per value of Q and K, in models with gated MLPs */
    double kernels;                   /* pointwise kernels forward; half as many again backward */
    double host;                      /* share of the eager host time below. Of other styles than eager: judgement */
    double loss;                      /* bytes per logit, forward and backward: counted from the loss code */
    double optimizer, optimizer_fp32; /* bytes per parameter, with 16 bit and with fp32 gradients */
};

/* Loss: 64 bytes per logit in Megatron's vocabulary-parallel cross entropy, 32 in PyTorch's, 16 fused. Optimizer: Adam
 * 26 and the passes over the gradients (Megatron, counted; Korthikanti et al. 2022, 22B); 100 with PyTorch's loop
 * (llm-foundry), 40 with its fused kernel (torchtitan). */
static const struct style styles[] = {
    [STYLE_EAGER] = {20, 24, 10, 16, 4, 8, 12, 8, 1.0, 64, 30, 52},
    [STYLE_FUSED] = {16, 22, 6, 10, 4, 5, 6, 8, 0.6, 64, 30, 52},
    [STYLE_GRAPH] = {16, 20, 6, 10, 4, 5, 4, 4, 0.0, 16, 30, 52},
    [STYLE_COMPILED] = {16, 20, 6, 10, 4, 5, 4, 5, 0.4, 16, 40, 40},
    [STYLE_TORCH] = {72, 120, 10, 16, 4, 8, 24, 20, 0.8, 32, 100, 100},
    [STYLE_TORCH_LAYERNORM] = {28, 45, 10, 16, 4, 8, 24, 20, 0.8, 32, 100, 100},
};
static_assert(sizeof styles / sizeof styles[0] == STYLE_COUNT, "a row per style");

/* Rate of a weight gradient against the same product forward. A published B200 kernel table; Korthikanti et al. 2022,
 * table 4. */
static const double WEIGHT_GRADIENT_RATE = 0.93;

/* Bytes per element of a weight gradient: written in the gradients' 16 bits, or read and added in fp32. */
static const double GRADIENT_BYTES = 2.0;
static const double GRADIENT_BYTES_FP32 = 8.0;

/* Passes over the gradients where the product does not accumulate itself: read both, write one. */
static const double ACCUMULATION_PASSES = 3.0;

/* Backward pointwise kernels against forward. Counted. */
static const double BACKWARD_KERNELS = 1.5;

/* Bytes per hidden value and token of hidden dropout, forward and backward. Counted. */
static const double DROPOUT_BYTES = 2.0;
static const double DROPOUT_BACKWARD_BYTES = 10.0;

/* Bytes per hidden value and token of the embedding: look-up, and its gradient's scatter in fp32. Counted. */
static const double EMBEDDING_BYTES = 10.0;

/* Bytes per element of quantising an operand. Published runs of one layout in fp8 and mxfp8 (Megatron-Bridge), and in
 * nvfp4. */
static const double CAST_BYTES[PRECISION_COUNT] = {
    [PRECISION_FP8] = 3.5, [PRECISION_MXFP8] = 8.0, [PRECISION_NVFP4] = 7.0};

/* Host seconds of an eager Megatron on a host of 2023: a layer's forward, its backward against that, what surrounds the
 * layers of a micro-batch, a pipeline transfer; the growth per further TP rank, since a collective waits for the
 * slowest host; exponent of the smooth maximum. All from the single-node A100 runs that vTrain published. */
static const double HOST_FORWARD = 0.75e-3;
static const double HOST_BACKWARD = 1.9;
static const double HOST_MICRO_BATCH = 5.3e-3;
static const double HOST_TRANSFER = 0.25e-3;
static const double HOST_TENSOR_RANK = 0.035;
static const double HOST_EXPONENT = 3.5; /* see host_power() */

/* One layer's widths on one GPU: values per token. */
struct widths {
    double tokens;
    double hidden;       /* h, of matrix products */
    double local_hidden; /* of passes outside the TP region: h/T with sequence parallelism */
    double query;
    double kv;
    double ffn; /* f/T */
    double up;  /* columns of the first MLP product: 2f/T gated */
};

/* Weights of one layer on one GPU: n columns of depth k. Tokens are the rows. */
struct weight {
    double n, k;
};

enum { MOST_WEIGHTS = 8 };

struct weights {
    struct weight of[MOST_WEIGHTS];
    int count;
};

static double greatest(double one, double other)
{
    return one > other ? one : other;
}

double layer_tokens(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return (double)strategy->micro_batch * strategy->seq_len / strategy->cp;
}

double layer_activation_bytes(const struct scenario *scenario)
{
    return scenario->strategy.precision == PRECISION_FP32 ? 4.0 : 2.0;
}

/* Heads of one GPU, at least one: ranks beyond the heads hold copies. */
static double local_heads(const struct scenario *scenario, int heads)
{
    return greatest(1.0, (double)heads / scenario->strategy.tp);
}

/* Size of one head in scores and in values. */
static double score_dim(const struct transformer *model)
{
    return transformer_is_mla(model) ? model->nope_dim + model->rope_dim : model->head_dim;
}

static double value_dim(const struct transformer *model)
{
    return transformer_is_mla(model) ? model->v_dim : model->head_dim;
}

double layer_kv_width(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    if (transformer_is_mla(model)) {
        return local_heads(scenario, model->heads) * (score_dim(model) + value_dim(model)) / 2;
    }
    return local_heads(scenario, model->kv_heads) * model->head_dim;
}

static struct widths layer_widths(const struct scenario *scenario, double ffn)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const double share = 1.0 / strategy->tp;
    return (struct widths){
        .tokens = layer_tokens(scenario),
        .hidden = model->hidden,
        .local_hidden = strategy->sp ? model->hidden * share : model->hidden,
        .query = model->heads * score_dim(model) * share,
        .kv = layer_kv_width(scenario),
        .ffn = ffn * share,
        .up = ffn * share * (model->gated ? 2 : 1),
    };
}

static void weight_add(struct weights *weights, double n, double k)
{
    weights->of[weights->count++] = (struct weight){.n = n, .k = k};
}

/* Products of latent attention: down to the latent on every rank, up to the heads of this one. */
static void latent_weights(struct weights *weights, const struct scenario *scenario, const struct widths *widths)
{
    const struct transformer *model = &scenario->model;
    const double heads = (double)model->heads / scenario->strategy.tp;
    if (model->q_lora > 0) {
        weight_add(weights, model->q_lora, widths->hidden);
        weight_add(weights, widths->query, model->q_lora);
    } else {
        weight_add(weights, widths->query, widths->hidden);
    }
    weight_add(weights, model->kv_lora + model->rope_dim, widths->hidden);
    weight_add(weights, heads * (model->nope_dim + model->v_dim), model->kv_lora);
    weight_add(weights, widths->hidden, heads * model->v_dim);
}

static struct weights layer_weights(const struct scenario *scenario, const struct widths *widths)
{
    struct weights weights = {.count = 0};
    if (transformer_is_mla(&scenario->model)) {
        latent_weights(&weights, scenario, widths);
    } else {
        weight_add(&weights, widths->query + 2 * widths->kv, widths->hidden);
        weight_add(&weights, widths->hidden, widths->query);
    }
    weight_add(&weights, widths->up, widths->hidden);
    weight_add(&weights, widths->hidden, widths->ffn);
    return weights;
}

/* Matrix products of the layer's weights. */
struct product_time {
    double forward, data_gradient, weight_gradient;
};

static struct product_time product_time(const struct scenario *scenario, const struct widths *widths)
{
    const struct gpu *gpu = &scenario->gpu;
    const struct strategy *strategy = &scenario->strategy;
    const struct weights weights = layer_weights(scenario, widths);
    const struct gemm_rates rates = device_gemm_rates(gpu, strategy->precision);
    const bool fp32 = strategy->gradients == PRECISION_FP32;
    struct product_time time = {.forward = 0};
    double elements = 0;
    for (int i = 0; i < weights.count; i++) {
        const struct weight weight = weights.of[i];
        struct gemm gemm = {.m = widths->tokens,
                            .n = weight.n,
                            .k = weight.k,
                            .batch = 1,
                            .output_bytes = 2,
                            .precision = strategy->precision};
        time.forward += device_gemm_at(&rates, &gemm);
        gemm.n = weight.k;
        gemm.k = weight.n;
        time.data_gradient += device_gemm_at(&rates, &gemm);
        if (!strategy->lora) {
            gemm.m = weight.n;
            gemm.k = widths->tokens;
            gemm.output_bytes = strategy->accumulation_fused && fp32 ? GRADIENT_BYTES_FP32 : GRADIENT_BYTES;
            time.weight_gradient += device_gemm_at(&rates, &gemm);
        }
        elements += weight.n * weight.k;
    }
    time.weight_gradient /= WEIGHT_GRADIENT_RATE;
    if (!strategy->lora && !strategy->accumulation_fused) {
        time.weight_gradient +=
            device_pass(gpu, ACCUMULATION_PASSES * device_operand_bytes(strategy->gradients) * elements);
    }
    return time;
}

/* Share of the score matrix that a window leaves to compute, on the mean of the layers that have one and those that
 * attend in full. */
static double window_share(const struct transformer *model, int seq_len)
{
    const double causal = 0.5;
    if (model->window <= 0 || model->window >= seq_len) {
        return causal;
    }
    const double band = (double)model->window / seq_len;
    const double windowed = band - band * band / 2;
    const double full = model->window_every > 0 ? 1.0 / model->window_every : 0.0;
    return windowed + (causal - windowed) * full;
}

static struct attention_time attention_time(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const double ranks = strategy->cp;
    /* Contiguous causal chunks leave the last rank nearly the whole row: 2C/(C+1) of the mean. */
    const double imbalance = strategy->cp_balanced ? 1.0 : 2 * ranks / (ranks + 1);
    const struct attention_shape shape = {
        .kernel = scenario->execution.attention,
        .batch = strategy->micro_batch,
        .heads = local_heads(scenario, model->heads),
        .queries = strategy->seq_len / ranks,
        .keys = strategy->seq_len,
        .head_dim = (score_dim(model) + value_dim(model)) / 2,
        .computed_share = window_share(model, strategy->seq_len) * imbalance,
        .dropout = strategy->dropout,
    };
    return device_attention(&scenario->gpu, &shape);
}

/* Pointwise passes. They run back to back, so that only their number times the launch is lost. */
static struct attention_time pointwise_time(const struct scenario *scenario, const struct widths *widths)
{
    const struct style *style = &styles[scenario->execution.style];
    const struct gpu *gpu = &scenario->gpu;
    const bool gated = scenario->model.gated;
    const double dropout = scenario->strategy.dropout ? 1 : 0;
    const double rotary = gated ? style->rotary * (widths->query + widths->kv) : 0;
    const double forward = (style->hidden + dropout * DROPOUT_BYTES) * widths->local_hidden +
                           (gated ? style->gated : style->plain) * widths->ffn + rotary;
    const double backward = (style->hidden_backward + dropout * DROPOUT_BACKWARD_BYTES) * widths->local_hidden +
                            (gated ? style->gated_backward : style->plain_backward) * widths->ffn + rotary;
    const double per_byte = widths->tokens / device_stream_rate(gpu);
    return (struct attention_time){
        .forward = forward * per_byte + style->kernels * gpu->launch,
        .backward = backward * per_byte + BACKWARD_KERNELS * style->kernels * gpu->launch,
    };
}

/* Quantisation of the products' operands. */
static struct attention_time cast_time(const struct scenario *scenario, const struct widths *widths)
{
    const double bytes = CAST_BYTES[scenario->strategy.precision] * widths->tokens;
    const double forward = 2 * widths->local_hidden + widths->query + widths->ffn;
    const double backward = widths->query + 2 * widths->kv + 2 * widths->hidden + widths->up;
    return (struct attention_time){
        .forward = device_pass(&scenario->gpu, bytes * forward),
        .backward = device_pass(&scenario->gpu, bytes * backward),
    };
}

/* A layer whose MLP is `ffn` wide. */
static struct layer_time layer_of_width(const struct scenario *scenario, double ffn)
{
    const struct widths widths = layer_widths(scenario, ffn);
    const struct product_time product = product_time(scenario, &widths);
    const struct attention_time attention = attention_time(scenario);
    const struct attention_time pointwise = pointwise_time(scenario, &widths);
    const struct attention_time cast = cast_time(scenario, &widths);
    const double slowdown = scenario->execution.slowdown;
    const double backward = product.data_gradient + product.weight_gradient + attention.backward;
    return (struct layer_time){
        .forward = slowdown * (product.forward + attention.forward + pointwise.forward + cast.forward),
        .backward = slowdown * (backward + pointwise.backward + cast.backward),
        .attention = slowdown * attention.forward,
        .attention_backward = slowdown * attention.backward,
        .weight_gradient = slowdown * product.weight_gradient,
    };
}

/* Mean of two kinds of layers. */
static struct layer_time layer_mean(struct layer_time one, struct layer_time other, double share_of_other)
{
    const double share = 1 - share_of_other;
    return (struct layer_time){
        .forward = share * one.forward + share_of_other * other.forward,
        .backward = share * one.backward + share_of_other * other.backward,
        .attention = share * one.attention + share_of_other * other.attention,
        .attention_backward = share * one.attention_backward + share_of_other * other.attention_backward,
        .weight_gradient = share * one.weight_gradient + share_of_other * other.weight_gradient,
    };
}

struct layer_time layer_time(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct transformer *model = &scenario->model;
    if (params->moe_layers <= 0) {
        return layer_of_width(scenario, model->ffn);
    }
    const struct layer_time experts =
        layer_of_width(scenario, (double)(model->top_k + model->shared_experts) * model->expert_ffn);
    if (params->dense_layers <= 0) {
        return experts;
    }
    const double share = (double)params->moe_layers / (params->moe_layers + params->dense_layers);
    return layer_mean(layer_of_width(scenario, model->ffn), experts, share);
}

double head_time(const struct scenario *scenario)
{
    const struct gpu *gpu = &scenario->gpu;
    const double tokens = layer_tokens(scenario);
    const double logits = (double)scenario->model.vocab / scenario->strategy.tp;
    const double hidden = scenario->model.hidden;
    /* Frameworks keep the head in 16 bit where the layers run in 8 or 4. */
    const bool fp32 = scenario->strategy.precision == PRECISION_FP32;
    struct gemm gemm = {.m = tokens,
                        .n = logits,
                        .k = hidden,
                        .batch = 1,
                        .output_bytes = 2,
                        .precision = fp32 ? PRECISION_FP32 : PRECISION_BF16};
    const struct gemm_rates rates = device_gemm_rates(gpu, gemm.precision);
    double time = device_gemm_at(&rates, &gemm);
    gemm.n = hidden;
    gemm.k = logits;
    time += device_gemm_at(&rates, &gemm);
    if (!scenario->strategy.lora) {
        gemm.m = logits;
        gemm.k = tokens;
        time += device_gemm_at(&rates, &gemm);
    }
    time += device_pass(gpu, styles[scenario->execution.style].loss * tokens * logits);
    return scenario->execution.slowdown * time;
}

double embedding_time(const struct scenario *scenario)
{
    return device_pass(&scenario->gpu, EMBEDDING_BYTES * layer_tokens(scenario) * scenario->model.hidden);
}

double optimizer_time(const struct scenario *scenario, double parameters)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct style *style = &styles[scenario->execution.style];
    if (strategy->lora) {
        return 0.0; /* the adapters are below a hundredth of the parameters */
    }
    const double counted = strategy->gradients == PRECISION_FP32 ? style->optimizer_fp32 : style->optimizer;
    const double bytes = strategy->optimizer_bytes > 0 ? strategy->optimizer_bytes : counted;
    return parameters * bytes / device_stream_rate(&scenario->gpu);
}

struct host_time host_time(const struct scenario *scenario)
{
    const double share = styles[scenario->execution.style].host / scenario->cluster.host_speed;
    const double forward = share * HOST_FORWARD * (1 + HOST_TENSOR_RANK * (scenario->strategy.tp - 1));
    return (struct host_time){
        .forward = forward,
        .backward = HOST_BACKWARD * forward,
        .micro_batch = share * HOST_MICRO_BATCH,
        .transfer = share * HOST_TRANSFER,
    };
}

/* x^3.5, without the library's care for any exponent. */
static double host_power(double x)
{
    return x * x * x * sqrt(x);
}

double dispatch_time(double gpu, double host)
{
    if (host <= 0) {
        return 0.0;
    }
    const double larger = greatest(gpu, host);
    const double ratio = (gpu < host ? gpu : host) / larger;
    const double both = larger * pow(1 + host_power(ratio), 1 / HOST_EXPONENT);
    return both > gpu ? both - gpu : 0.0;
}
