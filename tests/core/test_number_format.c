/* test_number_format.c: bytes counted from the formats' definitions, and what a card does with each. */
#include "core/number_format.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct gpu a100 = {.generation = GENERATION_AMPERE,
                                .peak_bf16 = 312e12,
                                .hbm_bandwidth = 2.039e12,
                                .stream_efficiency = 0.80,
                                .gemm_efficiency = 0.835,
                                .sms = 108};
static const struct gpu a10 = {.generation = GENERATION_AMPERE,
                               .peak_bf16 = 125e12,
                               .hbm_bandwidth = 600e9,
                               .stream_efficiency = 0.80,
                               .gemm_efficiency = 0.8,
                               .sms = 72};
static const struct gpu b200 = {.peak_bf16 = 2250e12,
                                .peak_fp8 = 4500e12,
                                .peak_fp4 = 9000e12,
                                .hbm_bandwidth = 8e12,
                                .stream_efficiency = 0.75,
                                .gemm_efficiency = 0.49,
                                .gemm_efficiency_fp8 = 0.62,
                                .gemm_efficiency_fp4 = 0.52,
                                .sms = 148};

static const struct transformer llama = {.kv_lora = 0};

static void a_format_costs_its_bits_and_its_scales(void **state)
{
    (void)state;
    const struct {
        enum number_format format;
        double bits, scale_bytes, per_values;
    } cases[] = {
        {NUMBER_BF16, 16, 0, 1},   {NUMBER_FP8, 8, 0, 1},        {NUMBER_INT8, 8, 0, 1},  {NUMBER_INT4, 4, 4, 128},
        {NUMBER_NVFP4, 4, 1, 16},  {NUMBER_MXFP4, 4, 1, 32},     {NUMBER_Q8_0, 8, 2, 32}, {NUMBER_Q4_0, 4, 2, 32},
        {NUMBER_Q6_K, 6, 18, 256}, {NUMBER_MXFP4_MOE, 4, 1, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double counted = cases[i].bits / 8 + cases[i].scale_bytes / cases[i].per_values;
        assert_true(fabs(format_bytes(cases[i].format) / counted - 1) < 0.005);
    }
}

/* NVIDIA's checkpoint of Llama 3.3 70B in nvfp4: 40.61 GB without the embedding, which a step does not read; the head
 * of 1.05e9 stays in 16 bit. */
static void seventy_billion_in_nvfp4_are_forty_gigabytes(void **state)
{
    (void)state;
    const double head = 128256.0 * 8192;
    const double layers = 70.554e9 - 2 * head;
    assert_true(fabs((layers * format_bytes(NUMBER_NVFP4) + 2 * head) / 40.61e9 - 1) < 0.005);
}

/* Sizes that llama-bench prints, GiB. An embedding has the layers' format, or the head's where it has one. */
static void files_of_llama_cpp_have_their_published_sizes(void **state)
{
    (void)state;
    static const struct {
        enum number_format format;
        double total, outer, experts; /* parameters: all; of the head, and as many of the embedding; of experts */
        double published;
    } files[] = {
        {NUMBER_Q8_0, 6.738e9, 32000.0 * 4096, 0, 6.67},
        {NUMBER_Q4_0, 6.738e9, 32000.0 * 4096, 0, 3.56},
        {NUMBER_Q4_K_M, 8.030e9, 128256.0 * 4096, 0, 4.58},
        {NUMBER_Q8_0, 30.532e9, 151936.0 * 2048, 0, 30.25},
        {NUMBER_MXFP4_MOE, 20.91e9, 201088.0 * 2880, 24 * 32 * 3 * 2880.0 * 2880, 11.27},
    };
    const struct transformer mixture = {.experts = 32};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const enum number_format format = files[i].format;
        const enum number_format rest = format_of_attention(&mixture, format);
        const double layers = files[i].total - 2 * files[i].outer - files[i].experts;
        const double bytes = format_bytes(format) * files[i].experts + format_bytes(rest) * (layers + files[i].outer) +
                             format_bytes(format_of_head(format)) * files[i].outer;
        assert_true(fabs(bytes / (files[i].published * 1073741824.0) - 1) < 0.006);
    }
}

/* The head of other formats stays in 16 bit. */
static void only_files_of_llama_cpp_have_narrow_heads(void **state)
{
    (void)state;
    assert_int_equal(format_of_head(NUMBER_BF16), NUMBER_BF16);
    assert_int_equal(format_of_head(NUMBER_INT4), NUMBER_BF16);
    assert_int_equal(format_of_head(NUMBER_MXFP4), NUMBER_BF16);
    assert_int_equal(format_of_head(NUMBER_Q8_0), NUMBER_Q8_0);
}

/* Kernels of llama.cpp quantise rows themselves, and stream narrow weights as quickly as wide ones. */
static bool is_of_blocks(enum number_format format)
{
    return format >= NUMBER_Q8_0;
}

static void narrow_weights_save_time_but_less_than_their_bytes(void **state)
{
    (void)state;
    const double wide = format_bytes(NUMBER_BF16) / format_stream_rate(&a100, &llama, NUMBER_BF16);
    for (int i = NUMBER_BF16 + 1; i < NUMBER_FORMAT_COUNT; i++) {
        const enum number_format format = (enum number_format)i;
        const double narrow = format_bytes(format) / format_stream_rate(&a100, &llama, format);
        assert_true(narrow < wide);
        const double saved = format_bytes(format) / format_bytes(NUMBER_BF16);
        assert_true(is_of_blocks(format) ? fabs(narrow / wide / saved - 1) < 1e-12 : narrow / wide > saved);
    }
}

/* Marlin, one row to sixteen: 1,143 to 1,161 GB/s of int4 on A100 (vLLM, pull request 2497, where its own kernels of
 * int4 are slower), and 3.87 times as quick as 16 bit on A10, whose multiprocessors wait for memory (its README). */
static void a100_waits_for_int4_to_be_unpacked_and_a10_for_memory(void **state)
{
    (void)state;
    const double measured = 1.16e12;
    assert_true(format_stream_rate(&a100, &llama, NUMBER_INT4) < measured);
    assert_true(format_stream_rate(&a100, &llama, NUMBER_INT4) > 0.85 * measured);
    const double wide = format_bytes(NUMBER_BF16) / format_stream_rate(&a10, &llama, NUMBER_BF16);
    const double narrow = format_bytes(NUMBER_INT4) / format_stream_rate(&a10, &llama, NUMBER_INT4);
    assert_true(fabs(wide / narrow / 3.87 - 1) < 0.03);
}

/* Triton's fused experts, Qwen3 30B in fp8 on H100: 118.64 us for 8 tokens, 237.26 for 64, whose independent choices of
 * 8 wake 51.6 and 125.9 of 128 experts of 4.72 MB each (vLLM, pull request 24700): 2.96 TB/s. Where threads load what
 * they multiply, as on MI300X, or scale each block, as for DeepSeek-V3, it is not so. */
static void copies_in_the_background_bring_8_bit_as_quickly(void **state)
{
    (void)state;
    struct gpu gpu = {.generation = GENERATION_HOPPER,
                      .peak_bf16 = 989e12,
                      .peak_fp8 = 1979e12,
                      .hbm_bandwidth = 3.35e12,
                      .stream_efficiency = 0.85,
                      .sms = 132};
    const double measured = (125.9 - 51.6) * 4.72e6 / (237.26e-6 - 118.64e-6);
    assert_true(fabs(format_stream_rate(&gpu, &llama, NUMBER_FP8) / measured - 1) < 0.10);
    const double widened = format_stream_rate(&gpu, &llama, NUMBER_INT8);
    assert_true(widened < 0.95 * format_stream_rate(&gpu, &llama, NUMBER_FP8));
    const struct transformer blocks = {.block_scales = true};
    assert_true(format_stream_rate(&gpu, &blocks, NUMBER_FP8) == widened);
    gpu.generation = GENERATION_CDNA3;
    assert_true(format_stream_rate(&gpu, &llama, NUMBER_FP8) == widened);
}

static void a_card_without_units_of_a_format_widens_it(void **state)
{
    (void)state;
    assert_true(format_is_native(&a100, NUMBER_BF16));
    assert_false(format_is_native(&a100, NUMBER_FP8));
    assert_false(format_is_native(&a100, NUMBER_NVFP4));
    assert_false(format_is_native(&b200, NUMBER_INT4));
    assert_true(format_is_native(&b200, NUMBER_FP8));
    assert_true(format_is_native(&b200, NUMBER_NVFP4));
    assert_true(format_gemm_rate(&a100, NUMBER_FP8) < format_gemm_rate(&a100, NUMBER_BF16));
    assert_true(format_gemm_rate(&b200, NUMBER_FP8) > format_gemm_rate(&b200, NUMBER_BF16));
    assert_true(format_peak(&a100, NUMBER_INT4) == 312e12);
    assert_true(format_peak(&b200, NUMBER_NVFP4) == 9000e12);
}

/* As published: DeepSeek-R1 in nvfp4, and gpt-oss in mxfp4, quantise their experts and leave the attention alone. */
static void checkpoints_of_experts_leave_the_attention_wide(void **state)
{
    (void)state;
    const struct transformer dense = {.experts = 0};
    const struct transformer latent = {.experts = 256, .kv_lora = 512};
    const struct transformer experts = {.experts = 32};
    assert_int_equal(format_of_attention(&dense, NUMBER_NVFP4), NUMBER_NVFP4);
    assert_int_equal(format_of_attention(&latent, NUMBER_NVFP4), NUMBER_BF16);
    assert_int_equal(format_of_attention(&latent, NUMBER_FP8), NUMBER_FP8);
    assert_int_equal(format_of_attention(&experts, NUMBER_MXFP4), NUMBER_BF16);
    assert_int_equal(format_of_attention(&experts, NUMBER_NVFP4), NUMBER_NVFP4);
}

/* As published: fp8 of DeepSeek-V3 and of MiniMax-M2 has a scale for 128 x 128 weights and for 128 values of a row. */
static void only_scales_of_blocks_are_made_on_the_way(void **state)
{
    (void)state;
    const struct transformer dense = {.experts = 0};
    const struct transformer blocks = {.experts = 256, .block_scales = true};
    assert_true(format_scaling_kernels(&blocks, NUMBER_FP8) == 1);
    assert_true(format_scaling_kernels(&blocks, NUMBER_BF16) == 0);
    assert_true(format_scaling_kernels(&blocks, NUMBER_NVFP4) == 0);
    assert_true(format_scaling_kernels(&dense, NUMBER_FP8) == 0);
    const struct transformer latent = {.experts = 160, .kv_lora = 512}; /* DeepSeek-V2, which has no such checkpoint */
    assert_true(format_scaling_kernels(&latent, NUMBER_FP8) == 0);
    assert_true(format_scaling_kernels(&dense, NUMBER_Q4_0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_format_costs_its_bits_and_its_scales),
        cmocka_unit_test(copies_in_the_background_bring_8_bit_as_quickly),
        cmocka_unit_test(seventy_billion_in_nvfp4_are_forty_gigabytes),
        cmocka_unit_test(files_of_llama_cpp_have_their_published_sizes),
        cmocka_unit_test(only_files_of_llama_cpp_have_narrow_heads),
        cmocka_unit_test(narrow_weights_save_time_but_less_than_their_bytes),
        cmocka_unit_test(a100_waits_for_int4_to_be_unpacked_and_a10_for_memory),
        cmocka_unit_test(a_card_without_units_of_a_format_widens_it),
        cmocka_unit_test(checkpoints_of_experts_leave_the_attention_wide),
        cmocka_unit_test(only_scales_of_blocks_are_made_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
