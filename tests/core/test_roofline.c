/* test_roofline.c: the bound as people work it out by hand: bytes over the datasheet's rate. */
#include "core/roofline.h"
#include "figures.h"
#include "serving_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DECODE "mode=decode cluster.gpus=16 decode.batch=1 decode.context=128 "

/* 70.554e9 parameters of 2 bytes at 3.35 TB/s are 42.1 ms, over eight cards 5.27 ms. */
static void seventy_billion_are_read_in_forty_two_milliseconds(void **state)
{
    (void)state;
    expect_figure(DECODE LLAMA_3_70B H100 "tp=8 decode.context=512", "decode.bound", 5.27e-3, 1e-3);
    expect_figure(DECODE LLAMA_3_70B H100 "tp=8", "decode.bound.weights", 5.265e-3, 1e-3);
    expect_figure(DECODE LLAMA_3_70B H100 "tp=1", "decode.bound.weights", 42.12e-3, 1e-3);
    expect_figure(DECODE LLAMA_3_70B H100 "tp=8", "decode.one_card", 42.1e-3, 2e-3);
}

/* Bounds that were stated beside measurements: CodeLlama 34B on A100 and H100 (text-generation-inference 1315), Qwen2.5
 * 72B on two H100 (tt-inference-server 143), Llama 2 7B on an RTX A5000 (litgpt 607). */
static void published_bounds_are_met(void **state)
{
    (void)state;
    expect_figure(DECODE CODELLAMA_34B A100 "tp=1", "decode.bound", 33.1e-3, 0.02);
    expect_figure(DECODE CODELLAMA_34B A100 "tp=2", "decode.bound", 16.5e-3, 0.02);
    expect_figure(DECODE CODELLAMA_34B A100 "tp=4", "decode.bound", 8.3e-3, 0.02);
    expect_figure(DECODE CODELLAMA_34B H100 "tp=1", "decode.bound", 20.1e-3, 0.02);
    expect_figure(DECODE CODELLAMA_34B H100 "tp=4", "decode.bound", 5.0e-3, 0.02);
    expect_figure(DECODE QWEN_72B H100 "tp=2", "decode.bound", 21.7e-3, 0.02);
    expect_between(DECODE LLAMA_2_7B "gpu.hbm_bandwidth=768GB/s", "decode.bound", 1 / 60.0, 1 / 33.42);
}

/* DGX Spark, issues 79 of dgx-spark-playbooks and 1 of vllm-dgx-spark: 6.72 and 3.87 tokens a second at most. */
static void a_small_box_is_bound_by_its_memory(void **state)
{
    (void)state;
    expect_between(DECODE LLAMA_3_70B GB10 "decode.precision=nvfp4", "decode.bound", 1 / 6.9216, 1 / 6.5184);
    expect_between(DECODE LLAMA_3_70B GB10 "tp=2", "decode.bound", 1 / 3.9861, 1 / 3.7539);
}

/* DeepSeek-R1 in fp8 on 16 H100 (tt-inference-server 356): 37e9 active parameters are read in 0.69 ms. */
static void only_the_experts_that_are_touched_are_read(void **state)
{
    (void)state;
    expect_between(DECODE DEEPSEEK_V3 H100 "tp=16 decode.precision=fp8", "decode.bound.weights", 0.6693e-3, 0.7107e-3);
#define ROOMY DECODE DEEPSEEK_V3 H100 "tp=8 gpu.hbm_capacity=1TB "
    const double one = figure_of(ROOMY, "decode.bound.weights");
    const double many = figure_of(ROOMY "decode.batch=4096", "decode.bound.weights");
    assert_true(many > 15 * one && many <= 671.1e9 * 2 / 8 / 3.35e12);
}

/* 989.4 TFLOP/s over 3.35 TB/s: 295 FLOPs a byte, and a weight of 2 bytes takes 2 FLOPs a token. */
static void a_large_batch_is_bound_by_arithmetic(void **state)
{
    (void)state;
    expect_figure(DECODE LLAMA_3_70B H100 "tp=8", "decode.critical_batch", 295.3, 1e-3);
    expect_figure(DECODE LLAMA_3_70B H100 "tp=8 decode.precision=fp8", "decode.critical_batch", 295.3, 1e-3);
    expect_figure(DECODE LLAMA_3_70B A100 "tp=8 decode.precision=int8", "decode.critical_batch", 312 / 2.039 / 2, 1e-3);
    const char *above = DECODE LLAMA_3_70B H100 "tp=8 decode.context=1 decode.batch=310";
    assert_true(figure_of(above, "decode.bound.compute") > figure_of(above, "decode.bound.weights"));
    expect_figure(above, "decode.bound", figure_of(above, "decode.bound.compute"), 0);
    const char *below = DECODE LLAMA_3_70B H100 "tp=8 decode.context=1 decode.batch=280";
    assert_true(figure_of(below, "decode.bound.compute") < figure_of(below, "decode.bound.weights"));
}

/* 2 FLOPs for each of 70.6e9 parameters but the embedding's, 2048 tokens, over 8 x 989.4 TFLOP/s; attention adds
 * 4 s^2 a d L / 2. */
static void a_prompt_is_bound_by_arithmetic(void **state)
{
    (void)state;
    const double matrices = 2 * 68.45e9 * 2048 + 2 * 128256.0 * 8192;
    const double attention = 2.0 * 2048 * 2048 * 64 * 128 * 80;
    expect_figure("mode=prefill cluster.gpus=8 prefill.tokens=2048 " LLAMA_3_70B H100 "tp=8", "prefill.bound",
                  (matrices + attention) / 8 / 989.4e12, 1e-3);
}

static void expect_bounded(const char *model, const char *format, int batch, int tp)
{
    char settings[2048];
    (void)snprintf(settings, sizeof settings,
                   DECODE H100 "%s decode.precision=%s decode.batch=%d tp=%d gpu.hbm_capacity=10TB decode.context=4096 "
                               "serving.style=compiled",
                   model, format, batch, tp);
    assert_true(figure_of(settings, "decode.bound") <= figure_of(settings, "decode.time"));
    (void)snprintf(settings, sizeof settings,
                   "mode=prefill " H100 "%s cluster.gpus=16 decode.precision=%s prefill.tokens=%d tp=%d "
                   "attention.kernel=flash3 serving.style=compiled ",
                   model, format, batch * 8, tp);
    assert_true(figure_of(settings, "prefill.bound") <= figure_of(settings, "prefill.time"));
    (void)strncat(settings, "prefill.chunk=60", sizeof settings - strlen(settings) - 1);
    assert_true(figure_of(settings, "prefill.bound") <= figure_of(settings, "prefill.time"));
}

/* Two chunks on two stages: the second stage reads the first chunk while the first reads the second. Three of four
 * turns. Whole prompts keep one stage at work. */
static void stages_work_on_chunks_at_the_same_time(void **state)
{
    (void)state;
    const struct roofline line = {.weights = 4, .kv = 8, .compute = 20, .time = 20};
    struct scenario scenario = {.strategy = {.pp = 2}, .serving = {.prefill_tokens = 2048, .prefill_chunk = 1024}};
    const struct roofline chunked = roofline_of_stages(line, &scenario);
    assert_true(chunked.weights == 3 && chunked.kv == 6 && chunked.compute == 15 && chunked.time == 15);
    scenario.serving.prefill_chunk = 0;
    assert_true(roofline_of_stages(line, &scenario).time == 20);
}

/* 64 tokens of one prompt in chunks of 16: four passes read the 6.98e9 parameters of the layers of Llama 3 8B each, and
 * one the 1.05e9 of embedding and head. Twice as many tokens never have the lower bound. */
static void each_pass_over_a_prompt_reads_the_layers(void **state)
{
    (void)state;
#define CHUNKS "mode=prefill cluster.gpus=16 prefill.chunk=16 " LLAMA_3_8B H100
    expect_figure(CHUNKS "prefill.tokens=64", "prefill.bound", (4 * 6.979e9 + 1.0507e9) * 2 / 3.35e12, 1e-3);
    expect_figure(CHUNKS "prefill.tokens=72", "prefill.bound", (5 * 6.979e9 + 1.0507e9) * 2 / 3.35e12, 1e-3);
    static const int tokens[] = {16, 32, 64, 128, 256, 512, 1024, 2048};
    for (size_t i = 1; i < sizeof tokens / sizeof tokens[0]; i++) {
        char settings[2][1024];
        for (size_t j = 0; j < 2; j++) {
            (void)snprintf(settings[j], sizeof settings[j], CHUNKS "pp=4 prefill.tokens=%d", tokens[i - 1 + j]);
        }
        assert_true(figure_of(settings[1], "prefill.bound") > figure_of(settings[0], "prefill.bound"));
    }
}

/* What cannot be crossed is not crossed: a grid of models, formats and sizes. */
static void no_forecast_is_below_its_bound(void **state)
{
    (void)state;
    static const char *const models[] = {LLAMA_3_8B,  LLAMA_3_70B,   MIXTRAL_8X7B,
                                         DEEPSEEK_V3, QWEN3_30B_A3B, GPT_OSS_20B};
    static const char *const formats[] = {"bf16", "fp8", "int8", "int4", "nvfp4", "mxfp4"};
    enum { MODELS = sizeof models / sizeof models[0], FORMATS = sizeof formats / sizeof formats[0] };
    for (int i = 0; i < MODELS * FORMATS; i++) {
        for (int batch = 1; batch <= 4096; batch *= 8) {
            for (int tp = 1; tp <= 16; tp *= 4) {
                expect_bounded(models[i / FORMATS], formats[i % FORMATS], batch, tp);
            }
        }
    }
}

/* NVIDIA's Ada whitepaper, without sparsity: 660.6 TOPS in 8 bit integers, 330.3 in fp16 where sums are of 16 bit, and
 * 165.2 where they are of 32. */
#define RTX_4090                                                                                               \
    "gpu.generation=ada gpu.peak.bf16=165.2TFLOP/s gpu.peak.fp16=330.3TFLOP/s gpu.peak.fp8=330.3TFLOP/s "      \
    "gpu.hbm_bandwidth=1.008TB/s gpu.hbm_capacity=10TB gpu.gemm_efficiency=0.98 gpu.gemm_efficiency.fp8=0.98 " \
    "gpu.stream_efficiency=0.88 gpu.sms=128 tp=1 cluster.gpus=1 "

/* llama.cpp multiplies blocks in 8 bit integers, and sums up in 16 bit. A token passes 6.98e9 weights of the layers of
 * Llama 3 8B and 4 d n/2 FLOPs of attention in each head and layer, the last one 0.525e9 of the head. */
static void llama_cpp_is_bound_by_the_units_it_asks_for(void **state)
{
    (void)state;
#define READ "mode=prefill prefill.tokens=2048 attention.kernel=flash2 " LLAMA_3_8B RTX_4090
    const double layers = 6.979e9 * 2 * 2048;
    const double head = 0.5253e9 * 2;
    const double attention = 4.0 * 128 * 2048 / 2 * 2048 * 32 * 32 / 165.2e12;
    expect_figure(READ "serving.style=llamacpp2025 decode.precision=q8_0", "prefill.bound",
                  (layers + head) / 660.6e12 + attention, 2e-3);
    expect_figure(READ "serving.style=llamacpp2025", "prefill.bound", (layers + head) / 330.3e12 + attention, 2e-3);
    expect_figure(READ "serving.style=vllm2025", "prefill.bound", (layers + head) / 165.2e12 + attention, 2e-3);
    static const char *const settings[] = {READ "serving.style=llamacpp2025 decode.precision=q8_0",
                                           READ "serving.style=llamacpp2025 decode.precision=q4_0",
                                           READ "serving.style=llamacpp2025", READ "serving.style=llamacpp2024"};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        assert_true(figure_of(settings[i], "prefill.bound") <= figure_of(settings[i], "prefill.time"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seventy_billion_are_read_in_forty_two_milliseconds),
        cmocka_unit_test(published_bounds_are_met),
        cmocka_unit_test(a_small_box_is_bound_by_its_memory),
        cmocka_unit_test(only_the_experts_that_are_touched_are_read),
        cmocka_unit_test(a_large_batch_is_bound_by_arithmetic),
        cmocka_unit_test(a_prompt_is_bound_by_arithmetic),
        cmocka_unit_test(stages_work_on_chunks_at_the_same_time),
        cmocka_unit_test(each_pass_over_a_prompt_reads_the_layers),
        cmocka_unit_test(no_forecast_is_below_its_bound),
        cmocka_unit_test(llama_cpp_is_bound_by_the_units_it_asks_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
