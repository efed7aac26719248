/* test_device.c: matrix products, attention cores and passes against hand-worked figures and a full search. */
#include "cards.h"
#include "core/device.h"
#include "expect.h"
#include "random_scenario.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* A card so simple that its times are worked by hand: R FLOP/s in all, memory for nothing, no launch. */
static struct gpu bare_gpu(int sms)
{
    return (struct gpu){.generation = GENERATION_AMPERE,
                        .peak_bf16 = 1e12,
                        .hbm_bandwidth = 1e30,
                        .gemm_efficiency = 1,
                        .hbm_efficiency = 1,
                        .sms = sms};
}

static struct gemm product(double m, double n, double k, enum precision precision)
{
    return (struct gemm){.m = m, .n = n, .k = k, .batch = 1, .output_bytes = 2, .precision = precision};
}

/* Worked out by a program in another language from the published formula. */
static void products_take_the_times_worked_out_apart(void **state)
{
    (void)state;
    const struct {
        const char *name;
        const struct gpu *gpu;
        double m, n, k;
        enum precision precision;
        double seconds;
    } rows[] = {
        {"A100 fp16 8192 2304 6144", &a100, 8192, 2304, 6144, PRECISION_FP16, 980.68262e-6},
        {"A100 fp16 8192 6144 768", &a100, 8192, 6144, 768, PRECISION_FP16, 388.25650e-6},
        {"A100 fp16 2048 cubed", &a100, 2048, 2048, 2048, PRECISION_FP16, 91.231897e-6},
        {"A100 fp16 1024 cubed", &a100, 1024, 1024, 1024, PRECISION_FP16, 18.085131e-6},
        {"H100 fp8 8192 cubed", &h100, 8192, 8192, 8192, PRECISION_FP8, 874.41571e-6},
        {"H100 bf16 8192 1280 8192", &h100, 8192, 1280, 8192, PRECISION_BF16, 274.68903e-6},
        {"B200 nvfp4 8192 cubed", &b200, 8192, 8192, 8192, PRECISION_NVFP4, 263.39261e-6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct gemm gemm = product(rows[i].m, rows[i].n, rows[i].k, rows[i].precision);
        expect(rows[i].name, device_gemm(rows[i].gpu, gemm), rows[i].seconds, 1e-6);
    }
}

/* 128 x 256 x 1024 on one multiprocessor: one tile, one wave, 1024 + 200 steps of 2 * 128 * 256 FLOPs. */
static void one_tile_takes_its_depth_and_its_ramp(void **state)
{
    (void)state;
    const struct gpu gpu = bare_gpu(1);
    expect("one tile", device_gemm(&gpu, product(128, 256, 1024, PRECISION_BF16)), 1224.0 * 65536 / 1e12, 1e-12);
}

/* The same on two: half of the wave is empty, so two tiles of 128 x 128, at 0.94 of the rate, are quicker. */
static void smaller_tiles_fill_more_multiprocessors(void **state)
{
    (void)state;
    const struct gpu gpu = bare_gpu(2);
    expect("two tiles", device_gemm(&gpu, product(128, 256, 1024, PRECISION_BF16)), 1224.0 * 65536 / 0.94 / 1e12,
           1e-12);
}

/* 64 x 64 x 400 fills one tile of 128 x 64 on two multiprocessors, so half a wave; half of the other half is lost. That
 * tile runs at 0.80, and 400 is too shallow to split: 0.75 waves of 600 steps of 2 * 128 * 64 FLOPs at 0.8 of half the
 * card. */
static void half_of_an_unfilled_wave_is_lost(void **state)
{
    (void)state;
    const struct gpu gpu = bare_gpu(2);
    const double expected = 0.75 * 600 * 16384 / (0.8 * 0.5e12);
    expect("half a wave", device_gemm(&gpu, product(64, 64, 400, PRECISION_BF16)), expected, 1e-12);
}

/* 128 x 4096 x 4096 on an A100 of 108 multiprocessors and 260.52 TFLOP/s, in a kernel for many rows: 32 tiles of 128 x
 * 128 and half of the 76 others are 0.648 of a wave, of 4,096 + 200 steps of 2 * 128 * 128 FLOPs at 0.94 of a
 * multiprocessor's 2.412 TFLOP/s: 40.2 us. A kernel of its own cuts it further, or along k: two halves are 28.4 us. */
static void a_kernel_for_many_rows_reads_few_slowly(void **state)
{
    (void)state;
    struct gemm gemm = product(128, 4096, 4096, PRECISION_BF16);
    const double rate = 260.52e12;
    const double own = device_arithmetic(&a100, gemm, rate);
    gemm.long_kernel = true;
    expect("few rows", device_arithmetic(&a100, gemm, rate), 40.24e-6, 0.001);
    assert_true(own < 28.5e-6 && own > 20e-6);
    gemm.m = 65536;
    const double all = device_arithmetic(&a100, gemm, rate);
    gemm.long_kernel = false;
    expect("many rows", device_arithmetic(&a100, gemm, rate), all, 1e-12);
}

/* 4 x 8192 x 4096 on an H20 of 78 multiprocessors and 105.08 TFLOP/s: at best tiles of 64 x 128, which reach 0.8 of a
 * multiprocessor's 1.3472 TFLOP/s. 64 of them and half of the 14 others are 0.9103 of a wave, of 4,096 + 200 steps of
 * 2 * 64 * 128 FLOPs. A tile of 16 rows reaches 0.5, and has a quarter of the work. */
static void few_rows_fill_wide_tiles(void **state)
{
    (void)state;
    struct gpu h20 = bare_gpu(78);
    struct gemm gemm = product(4, 8192, 4096, PRECISION_BF16);
    const double rate = 105.08e12;
    const double own = device_arithmetic(&h20, gemm, rate);
    gemm.wide_tiles = true;
    const double wide = device_arithmetic(&h20, gemm, rate);
    expect("few rows", wide, 59.46e-6, 0.001);
    expect("a tile of 16 rows", own, wide * 0.25 * 0.8 / 0.5, 0.001);
    gemm.m = 1;
    expect("one row", device_arithmetic(&h20, gemm, rate), wide, 1e-12);
    gemm.m = 64;
    expect("64 rows", device_arithmetic(&h20, gemm, rate), wide, 1e-12);
}

/* A row vector: every weight is read once. 8192 x 8192 at 2 bytes and 2.9145 TB/s are 46.05 us, and 4 us of launch. */
static void a_single_row_waits_for_memory(void **state)
{
    (void)state;
    const double bytes = 2.0 * (8192 + 8192.0 * 8192) + 2.0 * 8192;
    expect("row", device_gemm(&h100, product(1, 8192, 8192, PRECISION_BF16)), bytes / 2.9145e12 + 4e-6, 1e-9);
}

/* All tiles and splits, none passed over. */
static double full_search(const struct gpu *gpu, const struct gemm *gemm, double ramp, double operand)
{
    static const double tiles[][3] = {{128, 256, 1}, {256, 128, 1}, {128, 128, 0.94}, {128, 64, 0.8}, {64, 128, 0.8}};
    const double stream = gpu->hbm_bandwidth * gpu->hbm_efficiency;
    const double share = device_gemm_rate(gpu, gemm->precision) / gpu->sms;
    double best = DBL_MAX;
    for (int i = 0; i < 5; i++) {
        for (int split = 1; split <= 4; split *= 2) {
            if (split > 1 && gemm->k / split < 512) {
                continue;
            }
            const double count = gemm->batch * ceil(gemm->m / tiles[i][0]) * ceil(gemm->n / tiles[i][1]);
            const double filled = count * split / gpu->sms;
            const double waves = (filled + ceil(filled)) / 2;
            const double merge = split > 1 ? 8 * gemm->batch * gemm->m * gemm->n / stream : 0;
            const double time =
                waves * (gemm->k / split + ramp) * 2 * tiles[i][0] * tiles[i][1] / (share * tiles[i][2]) + merge;
            best = fmin(best, time);
        }
    }
    const double bytes =
        gemm->batch * (operand * gemm->k * (gemm->m + gemm->n) + gemm->output_bytes * gemm->m * gemm->n);
    return fmax(best, bytes / stream) + gpu->launch;
}

static void passing_over_hopeless_tiles_loses_nothing(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 50000; i++) {
        struct gemm gemm = product(floor(exp(10 * next_random(&seed))), floor(exp(11 * next_random(&seed))),
                                   floor(exp(10 * next_random(&seed))), i % 2 == 0 ? PRECISION_BF16 : PRECISION_FP8);
        gemm.batch = floor(1 + 3 * next_random(&seed));
        const double expected = full_search(&h100, &gemm, i % 2 == 0 ? 200 : 400, i % 2 == 0 ? 2 : 1);
        char name[120];
        snprintf(name, sizeof name, "%g copies of %g x %g x %g", gemm.batch, gemm.m, gemm.n, gemm.k);
        expect(name, device_gemm(&h100, gemm), expected, 1e-13);
    }
}

static void a_better_gpu_is_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++) {
        const struct gemm gemm = product(floor(exp(9 * next_random(&seed))), floor(exp(9 * next_random(&seed))),
                                         floor(exp(9 * next_random(&seed))), PRECISION_BF16);
        struct gpu better = h100;
        better.hbm_bandwidth *= 1 + next_random(&seed);
        better.peak_bf16 *= 1 + next_random(&seed);
        assert_true(device_gemm(&better, gemm) <= device_gemm(&h100, gemm) * (1 + 1e-14));
    }
}

static void nothing_takes_no_time(void **state)
{
    (void)state;
    assert_true(device_pass(&h100, 0) == 0);
    assert_true(device_gemm(&h100, product(0, 8192, 8192, PRECISION_BF16)) == 0);
    expect("1 GB", device_pass(&h100, 1e9), 1e9 / 2.9145e12 + 4e-6, 1e-12);
}

static void a_card_without_narrow_units_runs_at_its_16_bit_peak(void **state)
{
    (void)state;
    expect("A100 fp8", device_peak(&a100, PRECISION_FP8), 312e12, 1e-15);
    expect("A100 fp8 rate", device_gemm_rate(&a100, PRECISION_FP8), 312e12 * 0.835, 1e-15);
    expect("A100 fp4", device_peak(&a100, PRECISION_NVFP4), 312e12, 1e-15);
    expect("H100 mxfp8", device_peak(&h100, PRECISION_MXFP8), 1978.8e12, 1e-15);
    expect("A100 TF32, data sheet", device_peak(&a100, PRECISION_FP32), 156e12, 1e-15);
    static const bool units[][PRECISION_COUNT] = {
        {[PRECISION_BF16] = true, [PRECISION_FP16] = true, [PRECISION_FP32] = true}, /* of A100 */
        {true, true, true, [PRECISION_FP8] = true, [PRECISION_MXFP8] = true},        /* of H100 */
        {true, true, true, true, true, [PRECISION_NVFP4] = true},                    /* of B200 */
    };
    const struct gpu *const cards[] = {&a100, &h100, &b200};
    for (int card = 0; card < 3; card++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            assert_int_equal(device_has_units(cards[card], (enum precision)precision), units[card][precision]);
        }
    }
    struct gpu v100 = a100;
    v100.peak_bf16 = 125e12;
    v100.peak_fp32 = 15.7e12;
    expect("V100 has no TF32", device_peak(&v100, PRECISION_FP32), 15.7e12, 1e-15);
}

/* Korthikanti et al. 2022, 22B on eight A100: heads 64 of 96, sequence 2048, four sequences. They measured 1.3 ms
 * forward; the formula, worked out apart, gives 1.2194 and 1.8688 ms. */
static void unfused_attention_meets_the_22b_layer(void **state)
{
    (void)state;
    const struct attention_shape shape = {.kernel = ATTENTION_UNFUSED,
                                          .batch = 4,
                                          .heads = 8,
                                          .queries = 2048,
                                          .keys = 2048,
                                          .head_dim = 96,
                                          .computed_share = 0.5,
                                          .dropout = 1};
    const struct attention_time time = device_attention(&a100, &shape);
    expect("forward", time.forward, 1219.3647e-6, 1e-6);
    expect("backward", time.backward, 1868.8064e-6, 1e-6);
    expect("forward, measured", time.forward, 1.3e-3, 0.07);
}

/* 8 heads of 128 on 8192 tokens: 4 * 8192^2 * 8 * 128 / 2 = 137.4 GFLOP; the ramp leaves 8192/8792 of 0.58 of 989.4
 * TFLOP/s. */
static void fused_attention_computes_the_causal_half(void **state)
{
    (void)state;
    const struct attention_shape shape = {.kernel = ATTENTION_FLASH3,
                                          .batch = 1,
                                          .heads = 8,
                                          .queries = 8192,
                                          .keys = 8192,
                                          .head_dim = 128,
                                          .computed_share = 0.5};
    const struct attention_time time = device_attention(&h100, &shape);
    expect("forward", time.forward, 261.0441e-6, 1e-6);
    expect("backward", time.backward, 788.4874e-6, 1e-6);
    /* In fp32 its products run on TF32's units, at half the 16 bit peak by the data sheet. */
    struct attention_shape wide = shape;
    wide.precision = PRECISION_FP32;
    const struct attention_time slower = device_attention(&h100, &wide);
    expect("fp32", slower.forward - h100.launch, 2 * (time.forward - h100.launch), 1e-9);
    expect("fp32, backward", slower.backward - 3 * h100.launch, 2 * (time.backward - 3 * h100.launch), 1e-9);
}

static void a_head_size_that_is_no_multiple_of_8_costs_dearly(void **state)
{
    (void)state;
    struct attention_shape shape = {.kernel = ATTENTION_UNFUSED,
                                    .batch = 1,
                                    .heads = 16,
                                    .queries = 2048,
                                    .keys = 2048,
                                    .head_dim = 112,
                                    .computed_share = 0.5};
    const double aligned = device_attention(&a100, &shape).forward;
    shape.head_dim = 108;
    assert_true(device_attention(&a100, &shape).forward > 1.5 * aligned);
}

static void every_generation_and_kernel_has_a_rate(void **state)
{
    (void)state;
    for (int generation = 0; generation < GENERATION_COUNT; generation++) {
        for (int kernel = 0; kernel < ATTENTION_COUNT; kernel++) {
            struct gpu gpu = h100;
            gpu.generation = (enum generation)generation;
            const struct attention_shape shape = {.kernel = (enum attention_kernel)kernel,
                                                  .batch = 1,
                                                  .heads = 1,
                                                  .queries = 512,
                                                  .keys = 512,
                                                  .head_dim = 64,
                                                  .computed_share = 0.5};
            const struct attention_time time = device_attention(&gpu, &shape);
            assert_true(isfinite(time.forward) && time.forward > 0 && time.backward > time.forward);
        }
    }
}

static double teraflops(const struct gpu *gpu, enum precision precision, double m, double n, double k)
{
    const struct gemm gemm = {.m = m, .n = n, .k = k, .batch = 1, .output_bytes = 2, .precision = precision};
    return 2 * m * n * k / device_gemm(gpu, gemm) / 1e12;
}

/* FLOPs over seconds of ten products of DeepSeek-V3 one after another, as AMD's typical attained FLOPs are counted. */
static double typical(const struct gpu *gpu, enum precision precision)
{
    static const double widths[][2] = {{2112, 7168}, {3072, 1536}, {7168, 2048}, {4608, 7168}, {7168, 256}};
    static const double rows[] = {32, 32768};
    double work = 0;
    double seconds = 0;
    for (int i = 0; i < 10; i++) {
        const double *width = widths[i / 2];
        const double one = 2 * rows[i % 2] * width[0] * width[1] / 1e12;
        work += one;
        seconds += one / teraflops(gpu, precision, rows[i % 2], width[0], width[1]);
    }
    return work / seconds;
}

static const struct gpu mi325x = {
    .generation = GENERATION_CDNA3,
    .peak_bf16 = 1307.4e12,
    .peak_fp8 = 2614.9e12,
    .hbm_bandwidth = 6e12,
    .gemm_efficiency = 0.53,
    .gemm_efficiency_fp8 = 0.525,
    .hbm_efficiency = 0.8,
    .sms = 304,
    .launch = 4e-6,
};

/* ROCm blog, Completing the GPU Performance Picture: 616 and 1,143 TFLOP/s on MI325X. */
static void typical_products_take_on_mi325x_what_amd_measured(void **state)
{
    (void)state;
    expect("bf16", typical(&mi325x, PRECISION_BF16), 616, 0.01);
    expect("fp8", typical(&mi325x, PRECISION_FP8), 1143, 0.01);
}

/* Microsoft Azure's hipBLASLt table of MI300X in fp8: 955, 1,159 and 1,015 TFLOP/s. A card whose clock the largest
 * product slows down most is no constant share: the three are met from both sides. */
static void products_on_mi300x_lie_around_azures_table(void **state)
{
    (void)state;
    struct gpu mi300x = mi325x;
    mi300x.hbm_bandwidth = 5.3e12;
    mi300x.gemm_efficiency_fp8 = 0.41;
    expect("4096", teraflops(&mi300x, PRECISION_FP8, 4096, 4096, 4096), 955, 0.10);
    expect("8192", teraflops(&mi300x, PRECISION_FP8, 8192, 8192, 8192), 1159, 0.15);
    expect("16384", teraflops(&mi300x, PRECISION_FP8, 16384, 16384, 16384), 1015, 0.05);
}

/* Primus-Turbo, gemm_bf16_optimized.csv of MI300X: rows, columns, depth and TFLOP/s of layers at 8,192 tokens. */
static void products_of_layers_take_on_mi300x_what_primus_turbo_measured(void **state)
{
    (void)state;
    static const double table[][4] = {
        {8192, 6144, 4096, 624.28},  {8192, 28672, 4096, 627.94}, {8192, 4096, 14336, 627.13},
        {8192, 10240, 8192, 639.08}, {8192, 8192, 8192, 650.35},  {8192, 57344, 8192, 608.28},
        {8192, 8192, 28672, 577.88}, {8192, 4608, 3584, 587.28},  {8192, 37888, 3584, 595.30},
        {8192, 3584, 18944, 605.30}, {8192, 12288, 4096, 639.49}, {8192, 22016, 4096, 628.98},
    };
    struct gpu mi300x = mi325x;
    mi300x.hbm_bandwidth = 5.3e12;
    mi300x.gemm_efficiency = 0.48;
    double measured = 0;
    double forecast = 0;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const double work = table[i][0] * table[i][1] * table[i][2];
        measured += work / table[i][3];
        forecast += work / teraflops(&mi300x, PRECISION_BF16, table[i][0], table[i][1], table[i][2]);
    }
    expect("all twelve, time", forecast, measured, 0.03);
}

/* Primus-Turbo, attention_bf16_optimized.csv of MI300X: 64 heads of 128 on 8 of keys, causal, milliseconds. */
static void attention_takes_on_mi300x_what_primus_turbo_measured(void **state)
{
    (void)state;
    static const struct {
        double batch, tokens, forward, backward;
    } table[] = {{2, 4096, 1.27, 4.00}, {1, 8192, 2.37, 7.44}, {2, 8192, 4.51, 14.65}, {4, 8192, 9.16, 28.63}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct attention_shape shape = {
            .kernel = ATTENTION_FLASH2,
            .batch = table[i].batch,
            .heads = 64,
            .queries = table[i].tokens,
            .keys = table[i].tokens,
            .head_dim = 128,
            .computed_share = 0.5,
            .precision = PRECISION_BF16,
        };
        const struct attention_time time = device_attention(&mi325x, &shape);
        expect("forward, ms", time.forward * 1e3, table[i].forward, 0.05);
        expect("backward, ms", time.backward * 1e3, table[i].backward, 0.08);
    }
}

/* Instructions of A100 run no quicker in a clock on a multiprocessor of B200 than on one of H100: prime-rl's steps of
 * 65,536 tokens by LoRA, most of which is FlashAttention-2, take 23.35 s on H200 and 20.25 s on B200. */
static void flash_attention_2_gains_on_b200_what_multiprocessors_and_clocks_give(void **state)
{
    (void)state;
    static const struct gpu hopper = {
        .generation = GENERATION_HOPPER, .peak_bf16 = 989.4e12, .launch = 4e-6, .sms = 132};
    static const struct gpu blackwell = {
        .generation = GENERATION_BLACKWELL, .peak_bf16 = 2250e12, .launch = 4e-6, .sms = 148};
    struct attention_shape shape = {
        .kernel = ATTENTION_FLASH2,
        .batch = 1,
        .heads = 32,
        .queries = 65536,
        .keys = 65536,
        .head_dim = 128,
        .computed_share = 0.5,
        .precision = PRECISION_BF16,
    };
    const double gain = device_attention(&hopper, &shape).forward / device_attention(&blackwell, &shape).forward;
    expect("gain", gain, 23.35 / 20.25, 0.03);
    shape.kernel = ATTENTION_FLASH3;
    assert_true(device_attention(&hopper, &shape).forward > 1.7 * device_attention(&blackwell, &shape).forward);
}

/* AMD-AGI/Primus, a profile of Qwen3 30B-A3B on MI355X: 384 cores of 8 sequences of 4,096 tokens and 32 heads of 128,
 * causal, take 390 ms forward and 1,188 backward. */
static void attention_takes_on_mi355x_what_primus_profiled(void **state)
{
    (void)state;
    static const struct gpu mi355x = {.generation = GENERATION_CDNA4, .peak_bf16 = 2516.6e12, .launch = 4e-6};
    const struct attention_shape shape = {
        .kernel = ATTENTION_FLASH2,
        .batch = 8,
        .heads = 32,
        .queries = 4096,
        .keys = 4096,
        .head_dim = 128,
        .computed_share = 0.5,
        .precision = PRECISION_BF16,
    };
    const struct attention_time time = device_attention(&mi355x, &shape);
    expect("forward, ms", 384 * time.forward * 1e3, 390, 0.05);
    expect("backward, ms", 384 * time.backward * 1e3, 1188, 0.05);
}

/* MooreThreads/SimuMax, configs/system/a100_pcie.json: shares of peak of weight gradients that are added to in fp32,
 * summed over 4,096 tokens and over six and eight times as many. */
static void a_weight_gradient_over_few_tokens_is_slow_as_measured(void **state)
{
    (void)state;
    static const struct {
        double m, n, tokens, few, many;
    } table[] = {{4096, 7168, 33024, 0.6913, 0.7554},
                 {7168, 2048, 33024, 0.6285, 0.7424},
                 {3072, 5120, 24640, 0.6745, 0.7605},
                 {5120, 1536, 24640, 0.6245, 0.7249}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct gemm gemm = {.m = table[i].m, .n = table[i].n, .k = 4096, .batch = 1, .output_bytes = 8};
        const double few = device_gemm(&a100, gemm) / 4096;
        gemm.k = table[i].tokens;
        const double many = device_gemm(&a100, gemm) / table[i].tokens;
        expect("slower", few / many, table[i].many / table[i].few, 0.10);
        gemm.k = 4096;
        gemm.output_bytes = 2;
        assert_true(device_gemm(&a100, gemm) / 4096 < few);
    }
}

/* By hand: 4 x 8192 x 8192 products of numbers, 64 in a clock on each of 304 multiprocessors at 2.1 GHz. */
static void a_few_rows_on_vector_units_take_a_multiplication_for_each_weight(void **state)
{
    (void)state;
    const struct gpu mi300x = {.generation = GENERATION_CDNA3, .sms = 304};
    const struct gemm gemm = {.m = 4, .n = 8192, .k = 8192, .batch = 1};
    expect("four rows", device_vector_arithmetic(&mi300x, gemm), 6.570e-6, 0.001);
}

/* By hand: 16 B in a clock on each of 128 multiprocessors at 2.52 GHz are 5.16 TB/s on RTX 4090, whose memory gives
 * 0.82 of 1.008. What its 72 MB do not hold goes through memory, as on a card whose cache nobody states. */
static void small_passes_stay_in_the_cache(void **state)
{
    (void)state;
    struct gpu card = {
        .generation = GENERATION_ADA, .sms = 128, .hbm_bandwidth = 1.008e12, .hbm_efficiency = 0.82, .l2 = 72e6};
    expect("in the cache", device_pass_rate(&card, 72e6), 5.161e12, 1e-3);
    expect("beyond it", device_pass_rate(&card, 73e6), 0.8266e12, 1e-3);
    card.hbm_bandwidth = 8e12;
    expect("never slower than memory", device_pass_rate(&card, 1e6), 6.56e12, 1e-3);
    card.l2 = 0;
    expect("not stated", device_pass_rate(&card, 1), 6.56e12, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_weight_gradient_over_few_tokens_is_slow_as_measured),
        cmocka_unit_test(products_take_the_times_worked_out_apart),
        cmocka_unit_test(one_tile_takes_its_depth_and_its_ramp),
        cmocka_unit_test(smaller_tiles_fill_more_multiprocessors),
        cmocka_unit_test(a_kernel_for_many_rows_reads_few_slowly),
        cmocka_unit_test(few_rows_fill_wide_tiles),
        cmocka_unit_test(half_of_an_unfilled_wave_is_lost),
        cmocka_unit_test(a_single_row_waits_for_memory),
        cmocka_unit_test(passing_over_hopeless_tiles_loses_nothing),
        cmocka_unit_test(a_better_gpu_is_never_slower),
        cmocka_unit_test(a_few_rows_on_vector_units_take_a_multiplication_for_each_weight),
        cmocka_unit_test(small_passes_stay_in_the_cache),
        cmocka_unit_test(nothing_takes_no_time),
        cmocka_unit_test(a_card_without_narrow_units_runs_at_its_16_bit_peak),
        cmocka_unit_test(unfused_attention_meets_the_22b_layer),
        cmocka_unit_test(fused_attention_computes_the_causal_half),
        cmocka_unit_test(a_head_size_that_is_no_multiple_of_8_costs_dearly),
        cmocka_unit_test(typical_products_take_on_mi325x_what_amd_measured),
        cmocka_unit_test(products_on_mi300x_lie_around_azures_table),
        cmocka_unit_test(products_of_layers_take_on_mi300x_what_primus_turbo_measured),
        cmocka_unit_test(attention_takes_on_mi300x_what_primus_turbo_measured),
        cmocka_unit_test(flash_attention_2_gains_on_b200_what_multiprocessors_and_clocks_give),
        cmocka_unit_test(attention_takes_on_mi355x_what_primus_profiled),
        cmocka_unit_test(every_generation_and_kernel_has_a_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
