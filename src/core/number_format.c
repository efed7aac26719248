/* number_format.c: the table of formats. */
#include "core/number_format.h"

#include "core/device.h"
#include "core/transformer.h"

#include <assert.h>
#include <math.h>

/* Rate of a stream of 8 and of 4 bit weights against one of 16 bit, in bytes, where threads load what they multiply or
 * widen it: fp8 on MI300X, int8 of gpt-fast on A100. 4 bit: nvfp4 on GB10 and B200. Integers of 4 bit come as wide
 * words, and are unpacked. */
static const double STREAM_8_BIT = 0.85;
static const double STREAM_4_BIT = 0.75;

/* The same of 8 bit that copies in the background bring to units of their own. Triton's fused kernel on H100 draws 2.96
 * TB/s in fp8 from one number of experts to the next (Qwen3 30B, 8 to 64 tokens), 2.95 to 3.15 in 16 bit (Mixtral 8x7B;
 * vLLM, pull request 24700), so 1; steps of one sequence in TensorRT-LLM 0.9 on one H100 say 0.93 to 1.03. By judgement
 * between the two. Where scales are of blocks, threads scale and add up each 128 terms: no such units. */
static const double STREAM_8_BIT_FED = 0.95;

/* 4 bit integers that a multiprocessor turns into 16 bit values in a clock, and scales: gpt-fast on A100. Marlin's
 * kernel reaches 14 there (vLLM, pull request 2497: 1,159 GB/s), and is bound by memory on cards that have less of it
 * for a clock, as A10 (IST-DASLab/marlin, README). */
static const double UNPACKED = 12.5;

/* Arithmetic on weights that are widened first, against 16 bit weights. An assumption. */
static const double WIDENED_RATE = 0.80;

/* Multiplications of a multiprocessor in a clock where llama.cpp's own kernels multiply blocks of integers (mmq.cu),
 * on int8 units that have 1,024 to 2,048: each block of 32 is scaled; as far as a card's large products reach its
 * peak. Llama 8B in passes of 512, attention not fused: 10,359 tokens/s on RTX 4090 (Q4_0, prompts of 512:
 * ggml-org/llama.cpp, pull request 7676), 4,314 on RTX 3090 (IQ4_XS, prompts of 2,048: 8416, after another change of
 * the kernels). The two are not alike, and of one age they disagree: docs/constants.md. */
static const double BLOCK_PRODUCTS = 490.0;

/* Peak of these units against fp16's: NVIDIA's datasheets from T4 to B200, without sparsity. */
static const double INTEGER_PEAK = 2.0;

/* fp8 and nvfp4 have units of their own on some cards; the other integer formats are widened everywhere. */
struct format {
    double bytes; /* of a weight, with its scales */
    double kv_bytes;
    double stream;        /* rate against 16 bit */
    enum precision units; /* what multiplies it, where the card has such; PRECISION_BF16: 16 bit, widened if need be */
    enum number_format head; /* how the head is stored */
    bool blocks;             /* llama.cpp's: rows are quantised before each product, in blocks as the weights are */
};

static const struct format formats[] = {
    [NUMBER_BF16] = {.bytes = 2.0, .kv_bytes = 2.0, .stream = 1.0},
    [NUMBER_FP8] = {.bytes = 1.0, .kv_bytes = 1.0, .stream = STREAM_8_BIT, .units = PRECISION_FP8},
    [NUMBER_INT8] = {.bytes = 1.0, .kv_bytes = 1.0, .stream = STREAM_8_BIT},
    /* 16 bit scale and zero for 128 values; a byte of scale for 16; for 32 */
    [NUMBER_INT4] = {.bytes = 0.53, .kv_bytes = 0.5, .stream = 1.0},
    [NUMBER_NVFP4] = {.bytes = 0.5625, .kv_bytes = 0.5625, .stream = STREAM_4_BIT, .units = PRECISION_NVFP4},
    [NUMBER_MXFP4] = {.bytes = 0.53125, .kv_bytes = 0.53125, .stream = STREAM_4_BIT, .units = PRECISION_NVFP4},
    /* llama.cpp's have a 16 bit scale for 32 values; Q4_K two of 6 bits, and two of 16 in a block of 256. In Q4_K_M
     * half of the layers have values and down projections in Q6_K, of 6.5625 bits, which the head has, as in Q4_0. */
    [NUMBER_Q8_0] = {.bytes = 1.0625, .kv_bytes = 1.0625, .stream = 1.0, .head = NUMBER_Q8_0, .blocks = true},
    [NUMBER_Q4_0] = {.bytes = 0.5625, .kv_bytes = 0.5625, .stream = 1.0, .head = NUMBER_Q6_K, .blocks = true},
    [NUMBER_Q4_K_M] = {.bytes = 0.60, .kv_bytes = 0.60, .stream = 1.0, .head = NUMBER_Q6_K, .blocks = true},
    [NUMBER_Q6_K] = {.bytes = 0.8203125, .kv_bytes = 0.8203125, .stream = 1.0, .head = NUMBER_Q6_K, .blocks = true},
    [NUMBER_MXFP4_MOE] = {.bytes = 0.53125, .kv_bytes = 0.53125, .stream = 1.0, .head = NUMBER_Q8_0, .blocks = true},
};
static_assert((int)PRECISION_BF16 == 0 && (int)NUMBER_BF16 == 0, "what a row leaves out is 16 bit");
static_assert(sizeof formats / sizeof formats[0] == NUMBER_FORMAT_COUNT, "every format has its row");

double format_bytes(enum number_format format)
{
    return formats[format].bytes;
}

double format_kv_bytes(enum number_format format)
{
    return formats[format].kv_bytes;
}

static double stream_share(const struct gpu *gpu, const struct transformer *model, enum number_format format)
{
    const bool fed = format_precision(gpu, format) == PRECISION_FP8 && device_copies_asynchronously(gpu) &&
                     !(format_scaling_kernels(model, format) > 0);
    return fed ? STREAM_8_BIT_FED : formats[format].stream;
}

double format_stream_rate(const struct gpu *gpu, const struct transformer *model, enum number_format format)
{
    const double rate = gpu->hbm_bandwidth * gpu->stream_efficiency * stream_share(gpu, model, format);
    return format == NUMBER_INT4 ? fmin(rate, formats[format].bytes * UNPACKED * device_cycles(gpu)) : rate;
}

bool format_is_native(const struct gpu *gpu, enum number_format format)
{
    switch (formats[format].units) {
    case PRECISION_FP8:
        return gpu->peak_fp8 > 0;
    case PRECISION_NVFP4:
        return gpu->peak_fp4 > 0;
    default:
        return format == NUMBER_BF16;
    }
}

enum precision format_precision(const struct gpu *gpu, enum number_format format)
{
    return format_is_native(gpu, format) ? formats[format].units : PRECISION_BF16;
}

double format_gemm_rate(const struct gpu *gpu, enum number_format format)
{
    const double rate = device_gemm_rate(gpu, format_precision(gpu, format));
    if (formats[format].blocks && !generation_is_amd(gpu->generation)) {
        return 2 * BLOCK_PRODUCTS * gpu->gemm_efficiency * device_cycles(gpu);
    }
    return format_is_native(gpu, format) ? rate : rate * WIDENED_RATE;
}

double format_peak(const struct gpu *gpu, enum number_format format)
{
    if (formats[format].blocks && !generation_is_amd(gpu->generation)) {
        return INTEGER_PEAK * (gpu->peak_fp16 > 0 ? gpu->peak_fp16 : gpu->peak_bf16);
    }
    return device_peak(gpu, format_precision(gpu, format));
}

enum number_format format_of_attention(const struct transformer *model, enum number_format format)
{
    if (format == NUMBER_MXFP4_MOE) {
        return NUMBER_Q8_0;
    }
    const bool left_wide =
        (format == NUMBER_NVFP4 && transformer_is_mla(model)) || (format == NUMBER_MXFP4 && transformer_is_moe(model));
    return left_wide ? NUMBER_BF16 : format;
}

bool format_is_of_file(enum number_format format)
{
    return formats[format].blocks;
}

bool format_is_of_file_cache(enum number_format format)
{
    return format == NUMBER_Q8_0 || format == NUMBER_Q4_0;
}

enum number_format format_of_head(enum number_format format)
{
    return formats[format].head;
}

double format_scaling_kernels(const struct transformer *model, enum number_format format)
{
    const bool scaled = format == NUMBER_FP8 && model->block_scales;
    return scaled || formats[format].blocks ? 1.0 : 0.0;
}
