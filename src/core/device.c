/* device.c: matrix products by tiles and waves, attention cores, passes over memory. */
#include "core/device.h"

#include <math.h>
#include <stdbool.h>

/* k that the prologue and epilogue of a tile cost, at 16 bit operands; twice at 8 bit, four times at 4 bit. Fixed by
 * published tables of matrix products (A100 fp16, H100 fp8). */
static const double TILE_RAMP = 200.0;

/* Share of the unfilled part of the last wave that is lost. The same tables. */
static const double WAVE_LOSS = 0.50;

/* A product is split along k only while each part keeps this much of it. */
static const double LEAST_SPLIT_K = 512.0;

/* Bytes per result element that a split writes and reads again, in fp32. */
static const double SPLIT_BYTES = 8.0;

/* Share of the 16 bit tensor peak that fp32 operands reach, as TF32: 156 of 312 and 495 of 989 TFLOP/s (A100, H100 data
 * sheets). For a card whose own peak nobody stated. */
static const double TF32_SHARE = 0.5;

/* Fused attention: rate grows as s/(s + this), tokens per rank. Shape of the published FlashAttention curves;
 * llm-foundry runs at sequences of 512 to 65536. */
static const double FUSED_RAMP = 600.0;

/* Fused attention with heads of 64 and fewer against 128 (llm-foundry, 125M and 350M). */
static const double SMALL_HEAD = 64.0;
static const double SMALL_HEAD_RATE = 0.9;

/* FLOPs of a fused backward core against its forward: five products for two (Dao et al. 2022). It is launched as three
 * kernels. */
static const double FUSED_BACKWARD_FLOPS = 2.5;
static const double FUSED_BACKWARD_LAUNCHES = 3.0;

/* Unfused: time of the two batched products where the head size is no multiple of 8 and leaves the tensor cores'
 * alignment (one BLOOM run, heads of 108). */
static const double HEAD_ALIGNMENT = 8.0;
static const double UNALIGNED_SLOWDOWN = 5.0;

/* Unfused: bytes per score of scale, mask and softmax forward, backward, and of dropout either way (Korthikanti et al.
 * 2022, counted). */
static const double SOFTMAX_BYTES = 4.0;
static const double SOFTMAX_BACKWARD_BYTES = 6.0;
static const double SCORE_DROPOUT_BYTES = 5.0;

/* Fused attention below 16 bit against 16 bit: assumed; runs that could tell are as near from 1.0 to 1.5. */
static const double NARROW_ATTENTION = 1.3;

/* Fused backward core with heads of 192 and 128 (latent attention) against 128: a published B200 table, 0.32 of peak
 * against 0.41 at the same length. */
static const double LATENT_BACKWARD_RATE = 0.90;

/* Bytes per element of quantising an operand. Published runs of one layout in fp8 and mxfp8 (Megatron-Bridge), and in
 * nvfp4. */
static const double CAST_BYTES[PRECISION_COUNT] = {
    [PRECISION_FP8] = 3.5, [PRECISION_MXFP8] = 8.0, [PRECISION_NVFP4] = 7.0};

/* Edges of tiles, as their inverses: powers of two, so exact. */
static const double per_edge[EDGE_COUNT] = {1.0 / 64, 1.0 / 128, 1.0 / 256};

/* Tiles that libraries cut results into. `work` is the results of one, over its rate against the largest: common ratios
 * in tables of products. */
struct tile {
    int row_edge, column_edge;
    double work;
};

static const struct tile tiles[] = {
    {EDGE_128, EDGE_256, 128 * 256},      {EDGE_256, EDGE_128, 256 * 128},      {EDGE_128, EDGE_128, 128 * 128 / 0.94},
    {EDGE_128, EDGE_64, 128 * 64 / 0.80}, {EDGE_64, EDGE_128, 64 * 128 / 0.80},
};

enum { TILE_COUNT = sizeof tiles / sizeof tiles[0], MOST_SPLITS = 4 };

/* Waves are counted a hair below, so that rounding never makes a full one into two. Fractions of a wave are no finer
 * than 1/SMs. */
static const double EXACT_WAVES = 1 - 1e-12;

/* Share of the 16 bit peak that a fused core reaches, forward and backward. Ampere and Hopper: published kernel tables
 * of FlashAttention 1 to 3; Blackwell: cuDNN from whole steps, the others by analogy. Volta and Ada are priced as
 * Ampere, AMD and unknown cards as Hopper: nobody measured them in the runs that fixed these constants. */
struct attention_rate {
    double forward, backward;
};

static const struct attention_rate ampere_rates[ATTENTION_COUNT] = {
    [ATTENTION_FLASH1] = {0.36, 0.32},
    [ATTENTION_FLASH2] = {0.58, 0.50},
    [ATTENTION_FLASH3] = {0.60, 0.52},
};
static const struct attention_rate hopper_rates[ATTENTION_COUNT] = {
    [ATTENTION_FLASH1] = {0.27, 0.18},
    [ATTENTION_FLASH2] = {0.36, 0.32},
    [ATTENTION_FLASH3] = {0.58, 0.48},
};
static const struct attention_rate blackwell_rates[ATTENTION_COUNT] = {
    [ATTENTION_FLASH1] = {0.26, 0.20},
    [ATTENTION_FLASH2] = {0.30, 0.25},
    [ATTENTION_FLASH3] = {0.47, 0.41},
};

static const struct attention_rate *const attention_rates[GENERATION_COUNT] = {
    [GENERATION_VOLTA] = ampere_rates,        [GENERATION_AMPERE] = ampere_rates, [GENERATION_ADA] = ampere_rates,
    [GENERATION_HOPPER] = hopper_rates,       [GENERATION_CDNA2] = hopper_rates,  [GENERATION_CDNA3] = hopper_rates,
    [GENERATION_BLACKWELL] = blackwell_rates, [GENERATION_CDNA4] = hopper_rates,  [GENERATION_OTHER] = hopper_rates,
};

/* Doubles from here on have no fraction: adding it and taking it off again rounds to a whole number. */
static const double WHOLE = 4503599627370496.0; /* 2^52 */

/* The next whole number; libm's ceil() is a call on baseline x86-64. */
static double round_up(double value)
{
    const double whole = (value + WHOLE) - WHOLE;
    return whole + (whole < value ? 1.0 : 0.0);
}

double device_operand_bytes(enum precision precision)
{
    switch (precision) {
    case PRECISION_FP32:
        return 4.0;
    case PRECISION_FP8:
    case PRECISION_MXFP8:
        return 1.0;
    case PRECISION_NVFP4:
        return 0.5625; /* four bits, and one byte of scale for 16 values */
    default:
        return 2.0;
    }
}

double device_cast_bytes(enum precision precision)
{
    return CAST_BYTES[precision];
}

double device_peak(const struct gpu *gpu, enum precision precision)
{
    switch (precision) {
    case PRECISION_FP32:
        return gpu->peak_fp32 > 0 ? gpu->peak_fp32 : gpu->peak_bf16 * TF32_SHARE;
    case PRECISION_FP8:
    case PRECISION_MXFP8:
        return gpu->peak_fp8 > 0 ? gpu->peak_fp8 : gpu->peak_bf16;
    case PRECISION_NVFP4:
        return gpu->peak_fp4 > 0 ? gpu->peak_fp4 : gpu->peak_bf16;
    default:
        return gpu->peak_bf16;
    }
}

double device_gemm_rate(const struct gpu *gpu, enum precision precision)
{
    double share = gpu->gemm_efficiency;
    if (precision == PRECISION_NVFP4 && gpu->peak_fp4 > 0) {
        share = gpu->gemm_efficiency_fp4;
    } else if ((precision == PRECISION_FP8 || precision == PRECISION_MXFP8) && gpu->peak_fp8 > 0) {
        share = gpu->gemm_efficiency_fp8;
    }
    return device_peak(gpu, precision) * (share > 0 ? share : gpu->gemm_efficiency);
}

double device_stream_rate(const struct gpu *gpu)
{
    return gpu->hbm_bandwidth * gpu->hbm_efficiency;
}

double device_pass(const struct gpu *gpu, double bytes)
{
    return bytes > 0 ? bytes / device_stream_rate(gpu) + gpu->launch : 0.0;
}

/* k that a tile's prologue and epilogue cost at this precision: a narrower operand leaves less time to hide them. */
static double tile_ramp(enum precision precision)
{
    const double operand = device_operand_bytes(precision);
    return operand >= 2 ? TILE_RAMP : operand >= 1 ? 2 * TILE_RAMP : 4 * TILE_RAMP;
}

/* A product's results, dealt out: tiles of each shape for one multiprocessor. */
struct deal {
    double tiles[TILE_COUNT];
};

/* The loops do one thing each, over lengths that are known: so compilers take two doubles at a time. */
static struct deal deal_tiles(const struct gemm_cuts *cuts, double copies)
{
    struct deal deal;
    for (int i = 0; i < TILE_COUNT; i++) {
        deal.tiles[i] = copies * (cuts->rows->pieces[tiles[i].row_edge] * cuts->columns->pieces[tiles[i].column_edge]);
    }
    return deal;
}

/* Least work of one multiprocessor over the tiles, each product cut `split` times along k: waves times results, at the
 * largest tile's rate. */
static double least_work(const struct deal *deal, double split)
{
    double work[TILE_COUNT];
    for (int i = 0; i < TILE_COUNT; i++) {
        const double filled = split * deal->tiles[i];
        const double waves = filled + WAVE_LOSS * (round_up(filled * EXACT_WAVES) - filled);
        work[i] = waves * tiles[i].work;
    }
    double best = work[0];
    for (int i = 1; i < TILE_COUNT; i++) {
        best = work[i] < best ? work[i] : best;
    }
    return best;
}

/* Least time of a product's arithmetic over tiles and splits. `merge` is the time of adding the parts of a split. A
 * split is worked out only where it could win with no wave unfilled. */
static double gemm_math(const struct gemm_rates *rates, const struct gemm *gemm, const struct gemm_cuts *cuts,
                        double results)
{
    const struct deal deal = deal_tiles(cuts, gemm->batch * rates->per_sm);
    const double full_waves = results * rates->per_sm;
    const double merge = SPLIT_BYTES * results * rates->per_byte;
    double best = rates->unit * (gemm->k + rates->ramp) * least_work(&deal, 1);
    for (int split = 2; split <= MOST_SPLITS && gemm->k >= LEAST_SPLIT_K * split; split *= 2) {
        const double depth = rates->unit * (gemm->k / split + rates->ramp);
        if (depth * split * full_waves + merge >= best) {
            break;
        }
        const double time = depth * least_work(&deal, split) + merge;
        best = time < best ? time : best;
    }
    return best;
}

struct gemm_rates device_gemm_rates(const struct gpu *gpu, enum precision precision)
{
    return (struct gemm_rates){
        .operand_bytes = device_operand_bytes(precision),
        .per_byte = 1 / device_stream_rate(gpu),
        .per_sm = 1.0 / gpu->sms,
        .unit = 2 * gpu->sms / device_gemm_rate(gpu, precision),
        .ramp = tile_ramp(precision),
        .launch = gpu->launch,
    };
}

struct length_cuts device_cuts(double length)
{
    struct length_cuts cuts;
    for (int i = 0; i < EDGE_COUNT; i++) {
        cuts.pieces[i] = round_up(length * per_edge[i]);
    }
    return cuts;
}

double device_gemm_cut(const struct gemm_rates *rates, const struct gemm *gemm, struct gemm_cuts cuts)
{
    const double results = gemm->batch * gemm->m * gemm->n;
    if (!(results > 0) || !(gemm->k > 0)) {
        return 0.0;
    }
    const double operands = gemm->batch * gemm->k * (gemm->m + gemm->n);
    const double memory = (rates->operand_bytes * operands + gemm->output_bytes * results) * rates->per_byte;
    const double math = gemm_math(rates, gemm, &cuts, results);
    return (math > memory ? math : memory) + rates->launch;
}

double device_gemm_at(const struct gemm_rates *rates, const struct gemm *gemm)
{
    const struct length_cuts rows = device_cuts(gemm->m);
    const struct length_cuts columns = device_cuts(gemm->n);
    return device_gemm_cut(rates, gemm, (struct gemm_cuts){&rows, &columns});
}

double device_gemm(const struct gpu *gpu, struct gemm gemm)
{
    const struct gemm_rates rates = device_gemm_rates(gpu, gemm.precision);
    return device_gemm_at(&rates, &gemm);
}

/* Tiles for products of few rows. Their rates are judged: high enough that a product of one row is bound by its
 * weights, as it is. */
static const struct thin_tile {
    double rows, columns, work;
} thin_tiles[] = {{32, 128, 32 * 128 / 0.65}, {16, 128, 16 * 128 / 0.50}};

enum { THIN_TILE_COUNT = sizeof thin_tiles / sizeof thin_tiles[0] };

static struct thin_tile any_tile(int place)
{
    if (place < THIN_TILE_COUNT) {
        return thin_tiles[place];
    }
    const struct tile *tile = &tiles[place - THIN_TILE_COUNT];
    return (struct thin_tile){1 / per_edge[tile->row_edge], 1 / per_edge[tile->column_edge], tile->work};
}

/* Work of one multiprocessor with one tile: see least_work(). */
static double tile_work(const struct gemm *gemm, struct thin_tile tile, double split, double sms)
{
    const double dealt = round_up(gemm->m / tile.rows) * round_up(gemm->n / tile.columns);
    const double filled = split * gemm->batch * dealt / sms;
    return (filled + WAVE_LOSS * (round_up(filled * EXACT_WAVES) - filled)) * tile.work;
}

double device_arithmetic(const struct gpu *gpu, struct gemm gemm, double rate)
{
    const double results = gemm.batch * gemm.m * gemm.n;
    if (!(results > 0) || !(gemm.k > 0)) {
        return 0.0;
    }
    const double merge = SPLIT_BYTES * results / device_stream_rate(gpu);
    const int splits = gemm.batch > 1 ? 1 : MOST_SPLITS;
    double best = INFINITY;
    for (int split = 1; split <= splits && (split == 1 || gemm.k >= LEAST_SPLIT_K * split); split *= 2) {
        const double depth = 2 * gpu->sms / rate * (gemm.k / split + tile_ramp(gemm.precision));
        for (int place = 0; place < THIN_TILE_COUNT + TILE_COUNT; place++) {
            const double time = depth * tile_work(&gemm, any_tile(place), split, gpu->sms) + (split > 1 ? merge : 0);
            best = time < best ? time : best;
        }
    }
    return best;
}

static struct attention_time fused_attention(const struct gpu *gpu, const struct attention_shape *shape)
{
    const struct attention_rate rate = attention_rates[gpu->generation][shape->kernel];
    const double flops =
        4 * shape->batch * shape->heads * shape->queries * shape->keys * shape->head_dim * shape->computed_share;
    const double small = shape->head_dim <= SMALL_HEAD ? SMALL_HEAD_RATE : 1.0;
    const bool narrowed = device_operand_bytes(shape->precision) < 2 && gpu->peak_fp8 > 0;
    const double narrow = narrowed ? NARROW_ATTENTION : 1.0;
    const double reach = small * narrow * shape->queries / (shape->queries + FUSED_RAMP) * gpu->peak_bf16;
    const double backward = rate.backward * (shape->latent ? LATENT_BACKWARD_RATE : 1.0);
    return (struct attention_time){
        .forward = flops / (rate.forward * reach) + gpu->launch,
        .backward = FUSED_BACKWARD_FLOPS * flops / (backward * reach) + FUSED_BACKWARD_LAUNCHES * gpu->launch,
    };
}

/* The whole score matrix goes through memory, masked half and all. */
static struct attention_time unfused_attention(const struct gpu *gpu, const struct attention_shape *shape)
{
    const double batch = shape->batch * shape->heads;
    const double scores = batch * shape->queries * shape->keys;
    const double ragged = shape->head_dim - HEAD_ALIGNMENT * (double)(long long)(shape->head_dim / HEAD_ALIGNMENT);
    const struct gemm score = {
        .m = shape->keys, .n = shape->queries, .k = shape->head_dim, .batch = batch, .output_bytes = 2};
    const struct gemm value = {
        .m = shape->queries, .n = shape->head_dim, .k = shape->keys, .batch = batch, .output_bytes = 2};
    const double products =
        (device_gemm(gpu, score) + device_gemm(gpu, value)) * (ragged > 0 ? UNALIGNED_SLOWDOWN : 1.0);
    const double dropout = shape->dropout ? device_pass(gpu, SCORE_DROPOUT_BYTES * scores) : 0.0;
    return (struct attention_time){
        .forward = products + device_pass(gpu, SOFTMAX_BYTES * scores) + dropout,
        .backward = 2 * products + device_pass(gpu, SOFTMAX_BACKWARD_BYTES * scores) + dropout,
    };
}

struct attention_time device_attention(const struct gpu *gpu, const struct attention_shape *shape)
{
    return shape->kernel == ATTENTION_UNFUSED ? unfused_attention(gpu, shape) : fused_attention(gpu, shape);
}
