/* serving_pass.c: the kernels of one layer and of the head, and the collectives between them. */
#include "core/serving_pass.h"

#include "core/collective.h"
#include "core/device.h"
#include "core/exchange.h"
#include "core/expert.h"
#include "core/expert_dispatch.h"
#include "core/expert_visits.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/number_format.h"
#include "core/serving_memory.h"
#include "core/serving_style.h"

#include <math.h>
#include <stdbool.h>

/* Bytes per token that pointwise kernels move: per hidden value (two norms and two residuals; where attention and MLP
 * stand side by side one norm, and one sum of three), and per value of the MLP, gated or plain. Counted. */
static const double HIDDEN_PASS_BYTES = 16.0;
static const double HIDDEN_PASS_BYTES_PARALLEL = 12.0;
static const double FFN_PASS_BYTES = 6.0;
static const double FFN_PASS_BYTES_PLAIN = 4.0;

/* Kernels that normalise queries and keys, one for each; bytes of each of their values, read and written. Counted. */
static const double QK_NORM_KERNELS = 2.0;
static const double QK_NORM_BYTES = 4.0;

/* Bytes of a token where one norm is of all heads, which TP divides: a sum of squares of its queries, one of its keys,
 * in fp32. Counted (vLLM, minimax_m2: forward_qk of MiniMaxText01RMSNormTP; SGLang, pull request 14416). */
static const double QK_SQUARES_BYTES = 8.0;

/* Bytes per hidden value of a token that goes to an expert: read and written where rows are gathered by expert, read
 * where they are added up again; and of a token, its sum written. Counted. */
static const double ROUTED_PASS_BYTES = 6.0;
static const double COMBINED_BYTES = 2.0;

/* Bytes per logit of casts, penalties and sampling; its kernels. Counted. */
static const double LOGIT_PASS_BYTES = 12.0;
static const double SAMPLING_KERNELS = 4.0;

/* Bytes of a hidden value on its way to an expert: 8 bit with a scale for 128 values; and back. */
static const double DISPATCH_BYTES_8_BIT = 1.03;

/* s: to look where an expert's rows begin. TensorRT-LLM's products in fp8 with scales of blocks are DeepGEMM's for
 * Hopper: each block of threads walks through all experts that the rank holds, chosen or not, one after the other, to
 * find its own (GroupedWithOffsetScheduler, scheduler.cuh), and waits for the L2 each time, 270 cycles. */
static const double EXPERT_LOOK = 0.15e-6;

/* Triton's products of experts are tiles, each of them one block of threads, which goes along k in steps of 128 bytes
 * of a row: 64 values in 16 bit, 128 in 8 (fused_moe.py, get_default_config, of vLLM and SGLang). It keeps two steps
 * under way while it multiplies a third, on AMD one (num_stages). s of a step, where two are under way: tables of that
 * kernel for one and two tokens, whose few tiles fill no card. */
static const double TILE_STEP = 0.6e-6;
static const double TILE_STEP_BYTES = 128.0;
static const double STEPS_UNDER_WAY = 2.0;
static const double STEPS_UNDER_WAY_AMD = 1.0;

/* vLLM of 2025, by default from 0.11 on, gives DeepGEMM rows for the most that tokens could ask of it, 127 to fill up
 * the last tile of each expert that the rank holds, chosen or not (compute_aligned_M). Its tiles have 128 rows and
 * columns, and step along k by 128. What is padded is not multiplied (is_computation_valid), but each step is loaded.
 * Clocks of a step: what MiniMax-M2 on four H100 takes longer by it than by Triton, 31.87 and 15.90 ms with ten clients
 * (vllm-project/recipes, pull request 112). */
static const double PADDED_ROWS = 127.0;
static const double PADDED_TILE = 128.0;
static const double PADDED_STEP = 1135.0;

/* One layer, without communication. */
struct layer_cost {
    double weights, compute, gaps;
};

/* A matrix product with weights [n x k]; with experts, `groups` of them. */
struct weight_product {
    double rows; /* of each group */
    double n, k;
    double groups;
    double pairs;  /* rows of all groups together */
    double looks;  /* groups that are walked through to find them, 0: none */
    double padded; /* groups whose rows fill whole tiles, chosen or not; 0: none */
    enum number_format format;
    bool routed;      /* of experts */
    bool long_kernel; /* built for many rows */
};

double smooth_maximum(double one, double other)
{
    return cbrt(one * one * one + other * other * other);
}

/* Time of a product whose weights stream while it multiplies: less of it at once where the same threads do both. */
static double overlapped(const struct gpu *gpu, double arithmetic, double stream)
{
    if (device_copies_asynchronously(gpu)) {
        return smooth_maximum(arithmetic, stream);
    }
    const double sum = arithmetic * sqrt(arithmetic) + stream * sqrt(stream);
    return cbrt(sum * sum);
}

/* FLOP/s of a large product. Where the engine asks for sums of 16 bit, the peak is that of such. */
static double product_rate(const struct scenario *scenario, enum number_format format)
{
    const struct gpu *gpu = &scenario->gpu;
    const bool narrow = serving_sums_narrow(scenario, format);
    return format_gemm_rate(gpu, format) * (narrow ? gpu->peak_fp16 / gpu->peak_bf16 : 1.0);
}

/* Rows of the tiles of llama.cpp's products of blocks (mmq.cuh): the fewest tiles of up to 128, all of the same rows,
 * in steps of 16 at these lengths. */
static const double BLOCK_TILE = 128.0;
static const double BLOCK_TILE_STEP = 16.0;

/* Arithmetic of a product in tiles: where several of blocks do not fill whole ones, they have fewer rows. */
static double tiled_arithmetic(const struct gpu *gpu, struct gemm gemm, double rate, enum number_format format)
{
    if (!format_is_of_file(format) || gemm.batch > 1 || gemm.m <= BLOCK_TILE) {
        return device_arithmetic(gpu, gemm, rate);
    }
    const double pieces = ceil(gemm.m / BLOCK_TILE);
    const double rows = BLOCK_TILE_STEP * ceil(gemm.m / pieces / BLOCK_TILE_STEP);
    gemm.m = pieces * BLOCK_TILE;
    return device_arithmetic(gpu, gemm, rate) * rows / BLOCK_TILE;
}

/* Whether an engine writes out the weights in 16 bit first, for a product of many rows. */
static bool is_widened(const struct pass *pass, const struct weight_product *product)
{
    const double most = serving_style(pass->scenario->serving.style)->narrow_rows;
    return most > 0 && format_is_of_file(product->format) && product->rows > most;
}

/* Weights read in their format, and written in 16 bit. */
static double widening_time(const struct gpu *gpu, const struct weight_product *product)
{
    const double bytes = format_bytes(product->format) + format_bytes(NUMBER_BF16);
    return bytes * product->n * product->k * product->groups / device_stream_rate(gpu);
}

/* Products of weights that are widened first have kernels of their own, and so have those of experts. With scales of
 * blocks theirs begin with as many rows: BLOCK_SIZE_M of get_default_config. */
static bool has_wide_tiles(const struct pass *pass, const struct weight_product *product)
{
    const struct scenario *scenario = pass->scenario;
    const bool tiled = !product->routed || (serving_style(scenario->serving.style)->steps_experts &&
                                            format_scaling_kernels(&scenario->model, product->format) > 0);
    return scenario->serving.wide_tiles && tiled && format_is_native(&scenario->gpu, product->format);
}

/* What the steps of a tile along k take, one after the other. In 4 bit experts have other kernels. */
static double step_time(const struct pass *pass, const struct weight_product *product)
{
    const double bytes = format_bytes(product->format);
    const bool steps = product->routed && serving_style(pass->scenario->serving.style)->steps_experts &&
                       !(product->padded > 0) && bytes >= format_bytes(NUMBER_FP8);
    const bool amd = generation_is_amd(pass->scenario->gpu.generation);
    const double longer = STEPS_UNDER_WAY / (amd ? STEPS_UNDER_WAY_AMD : STEPS_UNDER_WAY);
    return steps ? longer * TILE_STEP * ceil(bytes * product->k / TILE_STEP_BYTES) : 0.0;
}

/* What loading the steps of padded rows takes. */
static double padding_time(const struct gpu *gpu, const struct weight_product *product)
{
    const double tiles = product->padded * PADDED_ROWS / PADDED_TILE * ceil(product->n / PADDED_TILE);
    return tiles * ceil(product->k / PADDED_TILE) * PADDED_STEP / device_cycles(gpu);
}

static void add_product(struct layer_cost *cost, const struct pass *pass, struct weight_product product)
{
    const struct gpu *gpu = &pass->scenario->gpu;
    const double kernels = 1.0 + format_scaling_kernels(&pass->scenario->model, product.format);
    if (is_widened(pass, &product)) {
        cost->compute += widening_time(gpu, &product);
        product.format = NUMBER_BF16;
    }
    const struct gemm gemm = {
        .m = fmax(1.0, product.groups > 1 ? product.rows : ceil(product.rows)),
        .n = product.n,
        .k = product.k,
        .batch = product.groups,
        .precision = format_precision(gpu, product.format),
        .long_kernel = product.long_kernel,
        .wide_tiles = has_wide_tiles(pass, &product),
    };
    const double bytes = format_bytes(product.format) * product.n * product.k * product.groups;
    const double weights = bytes / format_stream_rate(gpu, &pass->scenario->model, product.format);
    const double activations = ACTIVATION_BYTES * product.pairs * (product.n + product.k) / device_stream_rate(gpu);
    const bool few =
        product.groups <= 1 && !gemm.wide_tiles && gemm.m <= serving_style(pass->scenario->serving.style)->vector_rows;
    const double rate = product_rate(pass->scenario, product.format);
    const double tiles = tiled_arithmetic(gpu, gemm, rate, product.format);
    const double arithmetic = few ? fmin(tiles, device_vector_arithmetic(gpu, gemm)) : tiles;
    const double filled = overlapped(gpu, arithmetic, weights + activations);
    const double steps = step_time(pass, &product);
    cost->weights += weights;
    cost->compute += (steps > 0 ? smooth_maximum(filled, steps) : filled) - weights + product.looks * EXPERT_LOOK +
                     padding_time(gpu, &product);
    cost->gaps += kernels * serving_gap(pass->scenario);
}

/* A product of all rows. */
static void add_linear(struct layer_cost *cost, const struct pass *pass, double n, double k, enum number_format format)
{
    const struct weight_product product = {
        .rows = pass->rows,
        .n = n,
        .k = k,
        .groups = 1,
        .pairs = pass->rows,
        .format = format,
        .long_kernel = pass->long_kernels,
    };
    add_product(cost, pass, product);
}

/* The down projections of latent attention belong to all heads: every rank has them whole. Queries and outputs are
 * taken through the latent, whose up projection is absorbed into them. */
static void add_latent_projections(struct layer_cost *cost, const struct pass *pass, enum number_format format)
{
    const struct transformer *model = &pass->scenario->model;
    const double heads = layer_local_heads(pass->scenario, model->heads);
    const double latent = model->kv_lora + model->rope_dim;
    const double query = heads * (model->nope_dim + model->rope_dim);
    if (model->q_lora > 0) {
        add_linear(cost, pass, model->q_lora + latent, model->hidden, format);
        add_linear(cost, pass, query, model->q_lora, format);
    } else {
        add_linear(cost, pass, query + latent, model->hidden, format);
    }
    const double up = heads * (model->nope_dim + model->v_dim) / 2;
    add_linear(cost, pass, up, model->kv_lora, format);
    add_linear(cost, pass, up, model->kv_lora, format);
    add_linear(cost, pass, model->hidden, heads * model->v_dim, format);
}

static void add_projections(struct layer_cost *cost, const struct pass *pass)
{
    const struct scenario *scenario = pass->scenario;
    const struct transformer *model = &scenario->model;
    const enum number_format format = format_of_attention(model, scenario->serving.decode_precision);
    if (transformer_is_mla(model)) {
        add_latent_projections(cost, pass, format);
        return;
    }
    const double query = (double)model->heads * model->head_dim / scenario->strategy.tp;
    add_linear(cost, pass, query + kv_layer_values(scenario), model->hidden, format);
    add_linear(cost, pass, model->hidden, query, format);
}

static double up_matrices(const struct transformer *model)
{
    return model->gated ? 2 : 1;
}

/* A dense MLP of a width, as TP divides it. */
static void add_mlp(struct layer_cost *cost, const struct pass *pass, double width)
{
    const struct transformer *model = &pass->scenario->model;
    const double local = width / pass->scenario->strategy.tp;
    add_linear(cost, pass, up_matrices(model) * local, model->hidden, pass->scenario->serving.decode_precision);
    add_linear(cost, pass, model->hidden, local, pass->scenario->serving.decode_precision);
}

/* Rows on their way to the experts of this rank, and back. Their kernels are the style's. */
static double permutation_time(const struct pass *pass, double pairs)
{
    const double bytes = ROUTED_PASS_BYTES * pairs + COMBINED_BYTES * pass->rows;
    return bytes * pass->scenario->model.hidden / expert_permutation_rate(&pass->scenario->gpu);
}

/* Experts that a rank holds, where they are in fp8 with scales of blocks, as DeepGEMM multiplies them; 0 elsewhere. */
static double experts_with_blocks(const struct scenario *scenario)
{
    const enum number_format format = scenario->serving.decode_precision;
    const bool blocks = format == NUMBER_FP8 && format_scaling_kernels(&scenario->model, format) > 0;
    return blocks ? scenario->model.experts / (double)scenario->strategy.ep : 0.0;
}

/* Experts that a product walks through beside those that it multiplies. */
static double experts_walked(const struct scenario *scenario)
{
    const bool walks = serving_style(scenario->serving.style)->walks_experts;
    return walks && scenario->gpu.generation == GENERATION_HOPPER ? experts_with_blocks(scenario) : 0.0;
}

/* Experts whose rows are padded. DeepGEMM is written for Hopper and Blackwell. */
static double experts_padded(const struct scenario *scenario)
{
    const enum generation generation = scenario->gpu.generation;
    const bool runs = generation == GENERATION_HOPPER || generation == GENERATION_BLACKWELL;
    return runs && serving_style(scenario->serving.style)->pads_experts ? experts_with_blocks(scenario) : 0.0;
}

/* Experts, router and shared experts; returns the MLP values per token of a rank. */
static double add_experts(struct layer_cost *cost, const struct pass *pass)
{
    const struct transformer *model = &pass->scenario->model;
    const struct expert_visits visits = expert_visits(pass->scenario, pass->rows);
    const double width = model->expert_ffn / visits.cut;
    struct weight_product product = {
        .rows = visits.pairs / visits.local,
        .n = up_matrices(model) * width,
        .k = model->hidden,
        .groups = visits.local,
        .pairs = visits.pairs,
        .looks = experts_walked(pass->scenario),
        .padded = experts_padded(pass->scenario),
        .format = pass->scenario->serving.decode_precision,
        .routed = true,
    };
    add_product(cost, pass, product);
    product.n = model->hidden;
    product.k = width;
    add_product(cost, pass, product);
    cost->compute += permutation_time(pass, visits.pairs);
    add_linear(cost, pass, model->experts, model->hidden, NUMBER_BF16);
    if (model->shared_experts > 0) {
        add_mlp(cost, pass, (double)model->shared_experts * model->expert_ffn);
    }
    const double routed = model->top_k / (pass->scenario->strategy.ep * visits.copies);
    return (routed + model->shared_experts) * width;
}

/* Norms and activations leave their results in the units' format; what attention gives is quantised by itself, unless
 * each product's rows are. */
static double quantising_kernels(const struct scenario *scenario)
{
    const enum number_format format = scenario->serving.decode_precision;
    const bool narrow =
        format_precision(&scenario->gpu, format_of_attention(&scenario->model, format)) != PRECISION_BF16;
    return narrow && !(format_scaling_kernels(&scenario->model, format) > 0) ? 1.0 : 0.0;
}

/* Rate of the passes over a token's hidden values: what one kernel writes the next reads. */
static double hidden_pass_rate(const struct pass *pass)
{
    const struct scenario *scenario = pass->scenario;
    return device_pass_rate(&scenario->gpu, 2.0 * serving_value_bytes(scenario) * pass->rows * scenario->model.hidden);
}

/* Kernels between the products, and what they move. */
static void add_passes(struct layer_cost *cost, const struct pass *pass, double ffn, double kernels)
{
    const struct scenario *scenario = pass->scenario;
    const struct transformer *model = &scenario->model;
    const enum number_format format = scenario->serving.decode_precision;
    const double query = (double)model->heads * model->head_dim / scenario->strategy.tp;
    const struct serving_style *style = serving_style(scenario->serving.style);
    const double hidden_bytes = model->parallel_block ? HIDDEN_PASS_BYTES_PARALLEL : HIDDEN_PASS_BYTES;
    const double ffn_bytes = model->gated ? FFN_PASS_BYTES : FFN_PASS_BYTES_PLAIN;
    const double hidden = (style->hidden_bytes > 0 ? style->hidden_bytes : hidden_bytes) * model->hidden;
    double bytes = (style->ffn_bytes > 0 ? style->ffn_bytes : ffn_bytes) * ffn;
    if (format_precision(&scenario->gpu, format) != PRECISION_BF16) {
        const double normed = model->parallel_block ? 1.0 : 2.0;
        bytes += device_cast_bytes(PRECISION_FP8) * (normed * model->hidden + query + ffn);
    }
    if (model->qk_norm) {
        const double heads = layer_local_heads(scenario, model->heads) + layer_local_heads(scenario, model->kv_heads);
        bytes += QK_NORM_BYTES * heads * model->head_dim;
        kernels += QK_NORM_KERNELS;
    }
    cost->compute += pass->rows * (hidden / hidden_pass_rate(pass) + bytes / device_stream_rate(&scenario->gpu));
    cost->gaps += kernels * serving_gap(scenario);
}

static struct layer_cost layer_cost(const struct pass *pass, enum layer_kind kind)
{
    const struct scenario *scenario = pass->scenario;
    const struct serving_style *style = serving_style(scenario->serving.style);
    struct layer_cost cost = {.gaps = serving_gap(scenario)}; /* of the attention core */
    double kernels = style->kernels + pass->kernels +
                     (transformer_is_mla(&scenario->model) ? style->latent_kernels : 0) + quantising_kernels(scenario);
    double ffn = (double)scenario->model.ffn / scenario->strategy.tp;
    add_projections(&cost, pass);
    if (kind == LAYER_EXPERTS) {
        kernels += style->expert_kernels;
        ffn = add_experts(&cost, pass);
    } else {
        add_mlp(&cost, pass, scenario->model.ffn);
    }
    add_passes(&cost, pass, ffn, kernels);
    return cost;
}

/* Enters `count` collectives of one kind that nothing hides. */
static void add_traffic(struct traffic *traffic, double count, double message, double bytes,
                        const struct collective_cost *cost)
{
    const struct exchange exchange = {.seconds = cost->seconds, .bytes = bytes, .count = 1};
    const struct exchange all = exchange_times(exchange, count);
    if (all.count > 0 && cost->seconds > 0) {
        traffic->message = message;
        traffic->cost = *cost;
        traffic_add(traffic, all, overlap_share(all.seconds, 0.0));
    }
}

/* Sums of squares over the TP group, where it divides what one norm is of. */
static void add_norm_sums(struct traffic *traffic, const struct pass *pass, double layers)
{
    const struct transformer *model = &pass->scenario->model;
    if (model->qk_norm && model->qk_norm_whole) {
        const struct group *group = &pass->groups->tp;
        const double message = QK_SQUARES_BYTES * pass->rows;
        const struct collective_cost cost = collective_time(OP_ALL_REDUCE, message, group, pass->scenario);
        add_traffic(traffic, layers, message, collective_bytes_sent(OP_ALL_REDUCE, message, group->ranks), &cost);
    }
}

/* Sums over the TP group: after the attention and after the MLP, or one for both where they stand side by side. */
static void add_all_reduces(struct traffic *traffic, const struct pass *pass, double layers)
{
    const struct transformer *model = &pass->scenario->model;
    const struct group *group = &pass->groups->tp;
    const double message = ACTIVATION_BYTES * pass->rows * model->hidden;
    const struct collective_cost cost = collective_time(OP_ALL_REDUCE, message, group, pass->scenario);
    const double bytes = collective_bytes_sent(OP_ALL_REDUCE, message, group->ranks);
    add_traffic(traffic, layers * (model->parallel_block ? 1 : 2), message, bytes, &cost);
}

/* Tokens on their way to experts of other replicas, and back. Inside a TP group none is needed: every rank has all
 * tokens, and the sum after the MLP combines them. */
static void add_dispatches(struct traffic *traffic, const struct pass *pass, double layers)
{
    const struct scenario *scenario = pass->scenario;
    if (scenario->strategy.ep <= scenario->strategy.tp) {
        return;
    }
    const double tokens = pass->rows / scenario->strategy.tp;
    const bool narrow = scenario->serving.decode_precision != NUMBER_BF16;
    const double sent = narrow ? DISPATCH_BYTES_8_BIT : ACTIVATION_BYTES;
    const double message = tokens * scenario->model.top_k * scenario->model.hidden;
    const struct collective_cost there = expert_dispatch_time(scenario, &pass->groups->ep, tokens, sent);
    const struct collective_cost back = expert_dispatch_time(scenario, &pass->groups->ep, tokens, ACTIVATION_BYTES);
    add_traffic(traffic, layers, message * sent, there.bytes, &there);
    add_traffic(traffic, layers, message * ACTIVATION_BYTES, back.bytes, &back);
}

/* Adds the kernels of layers of one kind. An eager framework is no faster than its host; what the host needs beyond is
 * dispatch. `comm` is the collectives' time of one layer. */
static void add_kernels(struct pass_time *time, const struct pass *pass, enum layer_kind kind, double layers,
                        double comm)
{
    const struct layer_cost cost = layer_cost(pass, kind);
    const double gpu = cost.weights + cost.compute + cost.gaps + pass->core.stream + pass->core.compute + comm;
    time->weights += layers * cost.weights;
    time->attention += layers * pass->core.stream;
    time->compute += layers * (cost.compute + pass->core.compute);
    time->gaps += layers * cost.gaps;
    time->dispatch += layers * fmax(0.0, pass->issue - gpu);
}

/* What layers take without their gathers. */
static double seconds_of(const struct pass_time *time)
{
    return time->weights + time->attention + time->compute + time->gaps + time->dispatch + time->tp.time +
           time->ep.time;
}

/* FSDP: each layer is gathered while the one before it runs, the first before anything does. Where ranks divide a
 * sequence, their exchange of keys and values takes that room. */
static void add_gathers(struct traffic *traffic, const struct pass *pass, double layers, double seconds)
{
    const struct scenario *scenario = pass->scenario;
    const struct group *group = &pass->groups->dp;
    const double message = serving_layer_weights(scenario, pass->params);
    const struct collective_cost cost = collective_time(OP_ALL_GATHER, message, group, scenario);
    const struct exchange one = exchange_priced(OP_ALL_GATHER, message, group, &cost);
    const double room = pass->groups->cp.ranks > 1 ? 0 : seconds / layers;
    const double hidden = (layers - 1) * fmin(cost.seconds, room);
    const struct exchange all = exchange_times(one, layers);
    traffic->message = message;
    traffic->cost = cost;
    traffic_add(traffic, all, (struct overlap){.hidden = hidden, .exposed = all.seconds - hidden});
}

static void add_layers(struct pass_time *time, const struct pass *pass, enum layer_kind kind, double layers)
{
    if (!(layers > 0)) {
        return;
    }
    const double before = time->tp.time + time->ep.time;
    const double start = seconds_of(time);
    add_norm_sums(&time->tp, pass, layers);
    add_all_reduces(&time->tp, pass, layers);
    if (kind == LAYER_EXPERTS) {
        add_dispatches(&time->ep, pass, layers);
    }
    if (!step_is_flat(pass->scenario)) {
        add_kernels(time, pass, kind, layers, (time->tp.time + time->ep.time - before) / layers);
    }
    if (serving_shard_ranks(pass->scenario) > 1) {
        add_gathers(&time->fsdp, pass, layers, seconds_of(time) - start);
    }
}

/* FSDP: embedding and head are gathered once, before all else. */
static struct traffic outer_gather(const struct pass *pass)
{
    const struct scenario *scenario = pass->scenario;
    struct traffic traffic = {.count = 0};
    if (serving_shard_ranks(scenario) > 1) {
        const double message = serving_outer_weights(scenario, pass->params);
        const struct exchange gather = exchange_of(OP_ALL_GATHER, message, &pass->groups->dp, scenario);
        traffic_add(&traffic, gather, overlap_share(gather.seconds, 0.0));
    }
    return traffic;
}

struct pass_time serving_layers(const struct pass *pass)
{
    struct pass_time time = {.weights = 0};
    add_layers(&time, pass, LAYER_DENSE, pass->params->dense_layers);
    add_layers(&time, pass, LAYER_EXPERTS, pass->params->moe_layers);
    return time;
}

/* Logits of which each rank has a part; nothing where every rank has all of them. */
static double logits_gather(const struct pass *pass, double positions)
{
    const struct scenario *scenario = pass->scenario;
    if (serving_vocab_ranks(scenario) <= 1.0) {
        return 0.0;
    }
    const double logits = ACTIVATION_BYTES * positions * scenario->model.vocab;
    return collective_time(OP_ALL_GATHER, logits, &pass->groups->tp, scenario).seconds;
}

/* The head has a format of its own, in most files 16 bit. */
struct pass_time serving_head(const struct pass *pass, double positions)
{
    const struct scenario *scenario = pass->scenario;
    if (step_is_flat(scenario)) {
        return (struct pass_time){.fsdp = outer_gather(pass)};
    }
    const double columns = scenario->model.vocab / serving_vocab_ranks(scenario);
    const struct weight_product product = {.rows = positions,
                                           .n = columns,
                                           .k = scenario->model.hidden,
                                           .groups = 1,
                                           .pairs = positions,
                                           .format = format_of_head(scenario->serving.decode_precision)};
    struct layer_cost cost = {.gaps = SAMPLING_KERNELS * serving_gap(scenario)};
    add_product(&cost, pass, product);
    const double sampling = LOGIT_PASS_BYTES * positions * columns / device_stream_rate(&scenario->gpu);
    return (struct pass_time){
        .head = cost.weights + cost.compute + sampling + logits_gather(pass, positions),
        .gaps = cost.gaps,
        .fsdp = outer_gather(pass),
    };
}
