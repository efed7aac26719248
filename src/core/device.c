/* device.c: matrix products by tiles and waves, attention cores, passes over memory. */
#include "core/device.h"

#include <math.h>

/* k that the prologue and epilogue of a tile cost, at 16 bit operands; twice at 8 bit, four times at 4 bit. Fixed by
 * published tables of matrix products (A100 fp16, H100 fp8). */
static const double TILE_RAMP = 200.0;

/* Share of the unfilled part of the last wave that is lost. The same tables. */
static const double WAVE_LOSS = 0.50;

/* A product is split along k only while each part keeps this much of it. */
static const double LEAST_SPLIT_K = 512.0;

/* Bytes per result element that a split writes and reads again, in fp32. */
static const double SPLIT_BYTES = 8.0;

/* Share of the time of moving a result beyond its 16 bits that no product hides: a tile's result is read, added to and
 * written when its sum is done. MooreThreads/SimuMax, configs/system: on A100 weight gradients in fp32 summed over
 * 4,096 tokens run at 0.71 of peak, over 24,640 and 33,024 at 0.76 as products forward do, so 0.29; on B200 at 0.455,
 * forward 0.49 to 0.50, so 0.36. */
static const double WIDE_RESULT_SHOWN = 0.33;

/* Bytes per element of a result in 16 bits. */
static const double RESULT_BYTES = 2.0;

/* Share of the 16 bit tensor peak that fp32 operands reach, as TF32: 156 of 312 and 495 of 989 TFLOP/s (A100, H100 data
 * sheets). For a card whose own peak nobody stated. */
static const double TF32_SHARE = 0.5;

/* Clocks at which the data sheets' peaks hold, Hz. */
static const double clocks[GENERATION_COUNT] = {
    [GENERATION_VOLTA] = 1.53e9,  [GENERATION_AMPERE] = 1.41e9,    [GENERATION_ADA] = 2.52e9,
    [GENERATION_HOPPER] = 1.83e9, [GENERATION_BLACKWELL] = 1.85e9, [GENERATION_CDNA2] = 1.70e9,
    [GENERATION_CDNA3] = 2.10e9,  [GENERATION_CDNA4] = 2.40e9,     [GENERATION_OTHER] = 1.80e9,
};

/* Multiplications of a multiprocessor's vector units in a clock: fp32 lanes of A100's; those with twice as many issue
 * as many other instructions. */
static const double VECTOR_LANES = 64.0;

/* Bytes that a multiprocessor reads from the L2 or writes to it in a clock where all do: 5 TB/s on RTX 4090 (Chips and
 * Cheese 2022), of the 64 that one alone is given. */
static const double L2_BYTES = 16.0;

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

/* FLOPs of a multiprocessor of A100 in a clock, 16 bit (312 TFLOP/s, 108 of them at 1.41 GHz), and the share of the
 * peak that its large products reach. */
static const double A100_TENSOR_FLOPS = 2048.0;
static const double A100_PRODUCTS = 0.835;

/* FLOPs of a multiprocessor of H100 in a clock, 16 bit (989 TFLOP/s, 132 of them at 1.83 GHz). */
static const double H100_TENSOR_FLOPS = 4096.0;

/* Unfused: time of the two batched products where the head size is no multiple of 8 and leaves the tensor cores'
 * alignment (one BLOOM run, heads of 108). */
static const double HEAD_ALIGNMENT = 8.0;
static const double UNALIGNED_SLOWDOWN = 5.0;

/* Unfused: bytes per score of scale, mask and softmax forward, backward, and of dropout either way (Korthikanti et al.
 * 2022, counted). */
static const double SOFTMAX_BYTES = 4.0;
static const double SOFTMAX_BACKWARD_BYTES = 6.0;
static const double SCORE_DROPOUT_BYTES = 5.0;

/* Fused attention below 16 bit against 16 bit: assumed; the runs that could tell are met as well by anything from 1.0
 * to 1.5. */
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

/* Tiles that libraries cut results into, the quickest first. `work` is the results of one, over its rate against the
 * largest: common ratios in tables of products. `slowness` is one over that rate. */
struct tile {
    int row_edge, column_edge;
    double work, slowness;
};

#define TILE(rows, columns, rate)                                            \
    {                                                                        \
        EDGE_##rows, EDGE_##columns, (rows) * (columns) / (rate), 1 / (rate) \
    }
static const struct tile tiles[] = {TILE(128, 256, 1.0), TILE(256, 128, 1.0), TILE(128, 128, 0.94), TILE(128, 64, 0.80),
                                    TILE(64, 128, 0.80)};

enum { TILE_COUNT = sizeof tiles / sizeof tiles[0], LONG_TILE_COUNT = 3, MOST_SPLITS = 4 };

/* Share of the 16 bit peak that a fused core reaches, forward and backward. Ampere and Hopper: published kernel tables
 * of FlashAttention 1 to 3; Blackwell: cuDNN from whole steps, the others by analogy. Volta and Ada are priced as
 * Ampere, unknown cards and what AMD has no kernel of as Hopper. AMD's flash2 is its own kernel, of CK and AITER.
 * CDNA3: a table of Primus-Turbo on MI300X, causal heads of 128, 4,096 and 8,192 tokens. CDNA4: AITER on MI355X,
 * causal, 8,192 tokens, 1,280 and 1,052 TFLOP/s, less the 9 % that Primus-Turbo's operators on MI300X lose against
 * AITER's kernels. */
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

static const struct attention_rate cdna3_rates[ATTENTION_COUNT] = {
    [ATTENTION_FLASH1] = {0.27, 0.18},
    [ATTENTION_FLASH2] = {0.385, 0.295},
    [ATTENTION_FLASH3] = {0.58, 0.48},
};
static const struct attention_rate cdna4_rates[ATTENTION_COUNT] = {
    [ATTENTION_FLASH1] = {0.27, 0.18},
    [ATTENTION_FLASH2] = {0.50, 0.41},
    [ATTENTION_FLASH3] = {0.58, 0.48},
};

static const struct attention_rate *const attention_rates[GENERATION_COUNT] = {
    [GENERATION_VOLTA] = ampere_rates,        [GENERATION_AMPERE] = ampere_rates, [GENERATION_ADA] = ampere_rates,
    [GENERATION_HOPPER] = hopper_rates,       [GENERATION_CDNA2] = hopper_rates,  [GENERATION_CDNA3] = cdna3_rates,
    [GENERATION_BLACKWELL] = blackwell_rates, [GENERATION_CDNA4] = cdna4_rates,   [GENERATION_OTHER] = hopper_rates,
};

/* Doubles from here on have no fraction: adding it and taking it off again rounds to a whole number. */
static const double WHOLE = 4503599627370496.0; /* 2^52 */

/* Fractions below this are rounding, and make no further piece or wave. Those of a wave are no finer than 1/SMs, those
 * of a length than a token over the largest tile. */
static const double NO_FRACTION = 1e-6;

/* The next whole number; libm's ceil() is a call on baseline x86-64. */
static double round_up(double value)
{
    return (value + (0.5 - NO_FRACTION) + WHOLE) - WHOLE;
}

bool device_copies_asynchronously(const struct gpu *gpu)
{
    const enum generation generation = gpu->generation;
    return generation != GENERATION_VOLTA && generation != GENERATION_CDNA2 && generation != GENERATION_CDNA3;
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

double device_turn_bytes(const struct gpu *gpu, enum precision precision)
{
    const bool fixed = gpu->generation == GENERATION_HOPPER || gpu->generation == GENERATION_ADA;
    return fixed && precision == PRECISION_FP8 ? 2 * device_operand_bytes(precision) : 0.0;
}

bool device_has_units(const struct gpu *gpu, enum precision precision)
{
    return precision_is_8_bit(precision) ? gpu->peak_fp8 > 0 : precision != PRECISION_NVFP4 || gpu->peak_fp4 > 0;
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
    } else if (precision_is_8_bit(precision) && gpu->peak_fp8 > 0) {
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

/* Least work of one multiprocessor over the tiles: waves times results, at the largest tile's rate.
 *
 *   given     the results' lengths in pieces; products, each split along k, for one multiprocessor; their results
 *   note      a tile is worked out only where it could win with no piece and no wave unfilled
 */
static double least_work(const struct length *rows, const struct length *columns, double copies, double results)
{
    double best = INFINITY;
    for (int i = 0; i < TILE_COUNT && results * tiles[i].slowness < best; i++) {
        const struct tile *tile = &tiles[i];
        const double filled = copies * (rows->pieces[tile->row_edge] * columns->pieces[tile->column_edge]);
        const double waves = filled + WAVE_LOSS * (round_up(filled) - filled);
        const double work = waves * tile->work;
        best = work < best ? work : best;
    }
    return best;
}

/* Least time of a product's arithmetic over tiles and splits. `merge` is the time of adding the parts of a split, which
 * is worked out only where it could win with no wave unfilled. */
static double gemm_math(const struct gemm_rates *rates, const struct length *rows, const struct length *columns,
                        double depth, double batch)
{
    const double copies = batch * rates->per_sm;
    const double results = batch * rows->length * columns->length;
    const double share = results * rates->per_sm;
    const double merge = SPLIT_BYTES * results * rates->per_byte;
    double best = rates->unit * (depth + rates->ramp) * least_work(rows, columns, copies, share);
    for (int split = 2; split <= MOST_SPLITS && depth >= LEAST_SPLIT_K * split; split *= 2) {
        const double parts = rates->unit * (depth + split * rates->ramp); /* one after another */
        if (parts * share + merge >= best) {
            break;
        }
        const double time = parts / split * least_work(rows, columns, split * copies, split * share) + merge;
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

struct length device_length(double length)
{
    struct length cut = {.length = length};
    for (int i = 0; i < EDGE_COUNT; i++) {
        cut.pieces[i] = round_up(length * per_edge[i]);
    }
    return cut;
}

double device_gemm_cut(const struct gemm_rates *rates, const struct length *rows, const struct length *columns,
                       double depth, double batch, double output_bytes)
{
    const double results = batch * rows->length * columns->length;
    if (!(results > 0) || !(depth > 0)) {
        return 0.0;
    }
    const double operands = batch * depth * (rows->length + columns->length);
    const double memory = (rates->operand_bytes * operands + output_bytes * results) * rates->per_byte;
    const double wide = output_bytes > RESULT_BYTES ? (output_bytes - RESULT_BYTES) * results * rates->per_byte : 0.0;
    const double math = gemm_math(rates, rows, columns, depth, batch) + WIDE_RESULT_SHOWN * wide;
    return (math > memory ? math : memory) + rates->launch;
}

double device_gemm(const struct gpu *gpu, struct gemm gemm)
{
    const struct gemm_rates rates = device_gemm_rates(gpu, gemm.precision);
    const struct length rows = device_length(gemm.m);
    const struct length columns = device_length(gemm.n);
    return device_gemm_cut(&rates, &rows, &columns, gemm.k, gemm.batch, gemm.output_bytes);
}

/* Tiles for products of few rows. Their rates are judged: high enough that a product of one row is bound by its
 * weights, as it is. */
static const struct thin_tile {
    double rows, columns, work;
} thin_tiles[] = {{32, 128, 32 * 128 / 0.65}, {16, 128, 16 * 128 / 0.50}};

/* Products grouped by expert: the last piece of an expert's rows, where any number of rows is as likely, is half
 * filled; and their rows are gathered one by one, so that larger tiles reach less than a product of as many rows.
 * Triton's fused kernel on H100, with that half: 0.9 for Mixtral's shapes, tuned (vLLM, pull request 24700), 0.4 for
 * Qwen3's (VeOmni, 460). Thin tiles wait for their weights either way. */
static const double MEAN_LAST_PIECE = 0.5;
static const double GROUPED_RATE = 0.7;
static const double LEAST_GATHERED_TILE = 64.0; /* rows */

enum { THIN_TILE_COUNT = sizeof thin_tiles / sizeof thin_tiles[0] };

static struct thin_tile any_tile(int place)
{
    if (place < THIN_TILE_COUNT) {
        return thin_tiles[place];
    }
    const struct tile *tile = &tiles[place - THIN_TILE_COUNT];
    return (struct thin_tile){1 / per_edge[tile->row_edge], 1 / per_edge[tile->column_edge], tile->work};
}

/* Pieces that the rows of a product are cut into, or of each of a group, whose rows are a mean. */
static double row_pieces(const struct gemm *gemm, double rows)
{
    return gemm->batch > 1 ? fmax(1.0, gemm->m / rows + MEAN_LAST_PIECE) : round_up(gemm->m / rows);
}

/* Work of one multiprocessor with one tile: see least_work(). */
static double tile_work(const struct gemm *gemm, struct thin_tile tile, double split, double sms)
{
    const double dealt = row_pieces(gemm, tile.rows) * round_up(gemm->n / tile.columns);
    const double filled = split * gemm->batch * dealt / sms;
    const double gathered = gemm->batch > 1 && tile.rows >= LEAST_GATHERED_TILE ? GROUPED_RATE : 1.0;
    return (filled + WAVE_LOSS * (round_up(filled) - filled)) * tile.work / gathered;
}

double device_arithmetic(const struct gpu *gpu, struct gemm gemm, double rate)
{
    const double results = gemm.batch * gemm.m * gemm.n;
    if (!(results > 0) || !(gemm.k > 0)) {
        return 0.0;
    }
    const double merge = SPLIT_BYTES * results / device_stream_rate(gpu);
    const int splits = gemm.batch > 1 || gemm.long_kernel ? 1 : MOST_SPLITS;
    const int first = gemm.long_kernel || gemm.wide_tiles ? THIN_TILE_COUNT : 0;
    const int end = THIN_TILE_COUNT + (gemm.long_kernel ? LONG_TILE_COUNT : TILE_COUNT);
    double best = INFINITY;
    for (int split = 1; split <= splits && (split == 1 || gemm.k >= LEAST_SPLIT_K * split); split *= 2) {
        const double depth = 2 * gpu->sms / rate * (gemm.k / split + tile_ramp(gemm.precision));
        for (int place = first; place < end; place++) {
            const double time = depth * tile_work(&gemm, any_tile(place), split, gpu->sms) + (split > 1 ? merge : 0);
            best = time < best ? time : best;
        }
    }
    return best;
}

double device_generation_clock(enum generation generation)
{
    return clocks[generation];
}

double device_clock(const struct gpu *gpu)
{
    return gpu->clock > 0 ? gpu->clock : clocks[gpu->generation];
}

double device_cycles(const struct gpu *gpu)
{
    return gpu->sms * device_clock(gpu);
}

double device_pass_rate(const struct gpu *gpu, double kept)
{
    const double memory = device_stream_rate(gpu);
    return kept <= gpu->l2 ? fmax(memory, L2_BYTES * device_cycles(gpu)) : memory;
}

double device_vector_arithmetic(const struct gpu *gpu, struct gemm gemm)
{
    return gemm.batch * gemm.m * gemm.n * gemm.k / (VECTOR_LANES * device_cycles(gpu));
}

/* Share of its own peak that a fused core reaches on a card with the instructions of A100, which `a100` is measured on.
 * Beside the products, which run as others do, a multiprocessor takes as many clocks for the softmax of a score as one
 * of A100: less of the whole where its tensor cores are slower. */
static double ampere_share(const struct gpu *gpu, double a100)
{
    const double tensor = fmin(1.0, gpu->peak_bf16 / (device_cycles(gpu) * A100_TENSOR_FLOPS));
    return 1 / (1 / gpu->gemm_efficiency + tensor * (1 / a100 - 1 / A100_PRODUCTS));
}

/* FlashAttention 1 and 2 are written in instructions of A100, which a multiprocessor of Blackwell works off no quicker
 * in a clock than one of Hopper: its peak is that of instructions they do not have. */
static double blackwell_share(const struct gpu *gpu, enum attention_kernel kernel, double share, double hopper)
{
    return kernel == ATTENTION_FLASH3 ? share
                                      : fmin(share, hopper * H100_TENSOR_FLOPS * device_cycles(gpu) / gpu->peak_bf16);
}

/* Shares of the 16 bit peak of a fused core on this card. */
static struct attention_rate fused_rate(const struct gpu *gpu, enum attention_kernel kernel)
{
    const struct attention_rate rate = attention_rates[gpu->generation][kernel];
    const struct attention_rate hopper = hopper_rates[kernel];
    switch (gpu->generation) {
    case GENERATION_AMPERE:
    case GENERATION_ADA:
        return (struct attention_rate){ampere_share(gpu, rate.forward), ampere_share(gpu, rate.backward)};
    case GENERATION_BLACKWELL:
        return (struct attention_rate){blackwell_share(gpu, kernel, rate.forward, hopper.forward),
                                       blackwell_share(gpu, kernel, rate.backward, hopper.backward)};
    default:
        return rate;
    }
}

static struct attention_time fused_attention(const struct gpu *gpu, const struct attention_shape *shape)
{
    const struct attention_rate rate = fused_rate(gpu, shape->kernel);
    const double flops =
        4 * shape->batch * shape->heads * shape->queries * shape->keys * shape->head_dim * shape->computed_share;
    const double small = shape->head_dim <= SMALL_HEAD ? SMALL_HEAD_RATE : 1.0;
    const bool narrowed = device_operand_bytes(shape->precision) < 2 && gpu->peak_fp8 > 0;
    const double narrow = narrowed ? NARROW_ATTENTION : 1.0;
    const double peak = shape->precision == PRECISION_FP32 ? device_peak(gpu, PRECISION_FP32) : gpu->peak_bf16;
    const double reach = small * narrow * shape->queries / (shape->queries + FUSED_RAMP) * peak;
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
    const enum precision precision = shape->precision == PRECISION_FP32 ? PRECISION_FP32 : PRECISION_BF16;
    const double bytes = device_operand_bytes(precision);
    const struct gemm score = {.m = shape->keys,
                               .n = shape->queries,
                               .k = shape->head_dim,
                               .batch = batch,
                               .output_bytes = bytes,
                               .precision = precision};
    const struct gemm value = {.m = shape->queries,
                               .n = shape->head_dim,
                               .k = shape->keys,
                               .batch = batch,
                               .output_bytes = bytes,
                               .precision = precision};
    const double products =
        (device_gemm(gpu, score) + device_gemm(gpu, value)) * (ragged > 0 ? UNALIGNED_SLOWDOWN : 1.0);
    const double dropout = shape->dropout ? device_pass(gpu, SCORE_DROPOUT_BYTES * scores) : 0.0;
    const double forward = shape->apart > 0 ? shape->apart : SOFTMAX_BYTES;
    const double backward = shape->apart > 0 ? shape->apart_backward : SOFTMAX_BACKWARD_BYTES;
    const double wide_scores = bytes / RESULT_BYTES * scores;
    return (struct attention_time){
        .forward = products + device_pass(gpu, forward * wide_scores) + dropout,
        .backward = 2 * products + device_pass(gpu, backward * wide_scores) + dropout,
    };
}

struct attention_time device_attention(const struct gpu *gpu, const struct attention_shape *shape)
{
    return shape->kernel == ATTENTION_UNFUSED ? unfused_attention(gpu, shape) : fused_attention(gpu, shape);
}
