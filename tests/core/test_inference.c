/* test_inference.c: what serving costs, against measurements that people published, and what must hold everywhere. */
#include "core/evaluate.h"
#include "core/explain.h"
#include "core/metrics.h"
#include "core/notes.h"
#include "core/parameters.h"
#include "core/sensitivity.h"
#include "figures.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DECODE "mode=decode cluster.gpus=8 node.gpus=8 scaleup.size=8 decode.batch=1 "
#define STEP_70B DECODE LLAMA_3_70B H100 "tp=8 decode.context=512 "

/* Eight cards make a token four times as fast as the read of all weights on one, not eight times. */
static void eight_cards_give_four_times(void **state)
{
    (void)state;
    expect_figure(STEP_70B "serving.style=compiled collective.library=nccl", "decode.bound", 5.27e-3, 2e-3);
    expect_figure(STEP_70B "serving.style=compiled collective.library=nccl", "tp.count", 160, 0);
    expect_between(STEP_70B "serving.style=compiled collective.library=nccl", "decode.time", 10.2e-3, 10.5e-3);
    expect_between(STEP_70B "serving.style=compiled collective.library=nccl", "decode.speedup", 3.9, 4.2);
    expect_between(STEP_70B "serving.style=cpp", "decode.time", 11e-3, 13e-3);
    expect_between(STEP_70B "serving.style=compiled collective.library=vllm", "decode.time", 8.3e-3, 8.5e-3);
}

/* 160 all-reduces of 17 us are a floor that no faster link lowers; an engine's kernel does. */
static void the_floor_of_communication_is_latency(void **state)
{
    (void)state;
#define GRAPH STEP_70B "serving.style=compiled collective.library=nccl "
    const double floor = figure_of(GRAPH, "decode.comm.floor");
    /* floor 4.4 us and 14 steps of 0.855 us each */
    assert_true(fabs(floor / (160 * (4.4e-6 + 14 * 0.855e-6)) - 1) < 1e-3);
    assert_true(floor > 0.9 * figure_of(GRAPH, "decode.comm"));
    /* and of 16 KiB each, half a channel's load over 8 ranks: 0.855 us * (0.42 + 8 * 0.337) / 2 */
    const double load = 0.855e-6 * (0.42 + 8 * 0.337) / 2;
    expect_figure(GRAPH "scaleup.bandwidth=10TB/s", "decode.comm", floor + 160 * load, 0.005);
    assert_true(figure_of(STEP_70B "serving.style=compiled collective.library=vllm", "decode.comm.floor") <
                0.3 * floor);
}

/* What users measured, in ms, and the share that a forecast may be off: QwQ 32B on A100 (vLLM 16300), CodeLlama 34B
 * (text-generation-inference 1315), Qwen2.5 72B on two H100 (tt-inference-server 143), Llama 3 70B on DGX Spark
 * (dgx-spark-playbooks 79, vllm-dgx-spark 1), DeepSeek-R1 on two DGX H100 (tt-inference-server 356). */
static void measured_steps_are_met(void **state)
{
    (void)state;
#define QWQ DECODE QWEN_32B A100 "decode.context=100 serving.style=vllm2024 "
#define TGI_34B "decode.context=50 serving.style=eager "
#define TWO_BOXES "cluster.gpus=16 nic.bandwidth=50GB/s nic.latency=12us nic.efficiency=0.98 "
    const struct {
        const char *settings;
        double milliseconds, tolerance;
    } cases[] = {
        {QWQ "tp=2", 27.5, 0.15},
        {QWQ "tp=4", 19.55, 0.15},
        {QWQ "tp=8", 15.75, 0.15},
        {QWQ "tp=2 decode.batch=16", 30.35, 0.15},
        {QWQ "tp=8 decode.batch=16", 21.25, 0.15},
        {DECODE CODELLAMA_34B A100 TGI_34B "tp=1", 46.8, 0.10},
        {DECODE CODELLAMA_34B A100 TGI_34B "tp=2", 29.4, 0.10},
        {DECODE CODELLAMA_34B A100 TGI_34B "tp=4", 32.1, 0.10},
        {DECODE CODELLAMA_34B H100 TGI_34B "tp=1", 28.0, 0.10},
        {DECODE CODELLAMA_34B H100 TGI_34B "tp=2", 28.0, 0.10},
        {DECODE CODELLAMA_34B H100 TGI_34B "tp=4", 31.8, 0.10},
        {DECODE QWEN_72B H100 "tp=2 decode.context=192", 30.9, 0.35},
        {DECODE QWEN_72B H100 "tp=2 decode.context=8256", 31.3, 0.35},
        {DECODE LLAMA_3_70B GB10 "decode.precision=nvfp4", 1000 / 4.1, 0.10},
        {DECODE LLAMA_3_70B GB10 "tp=2", 1000 / 3.0, 0.10},
        {DECODE DEEPSEEK_V3 H100 TWO_BOXES "tp=16 decode.precision=fp8 serving.style=vllm2024", 23.5, 0.35},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_figure(cases[i].settings, "decode.time", cases[i].milliseconds / 1000, cases[i].tolerance);
        assert_true(figure_of(cases[i].settings, "decode.bound") < cases[i].milliseconds / 1000);
    }
    /* 8192 tokens more cost 0.4 ms */
    const double more = figure_of(cases[12].settings, "decode.time") - figure_of(cases[11].settings, "decode.time");
    assert_true(more > 0.1e-3 && more < 1.2e-3);
    /* four cards after two, eight after four: diminishing returns */
    assert_true(figure_of(QWQ "tp=4", "decode.time") / figure_of(QWQ "tp=8", "decode.time") < 1.4);
    /* a box of 273 GB/s reaches 55 to 70 % of its bound */
    const double share = figure_of(cases[13].settings, "decode.bound") / figure_of(cases[13].settings, "decode.time");
    assert_true(share > 0.55 && share < 0.70);
}

/* DeepSeek-R1 over two boxes: 122 all-reduces of about 50 us, and bandwidth does not help (tt-inference-server 356,
 * sglang 3656). */
static void across_boxes_latency_is_all(void **state)
{
    (void)state;
#define R1 DECODE DEEPSEEK_V3 H100 TWO_BOXES "tp=16 decode.precision=fp8 serving.style=vllm2024 "
    expect_figure(R1, "tp.count", 122, 0);
    expect_between(R1, "decode.comm", 4e-3, 12e-3);
    const double time = figure_of(R1, "decode.time");
    expect_figure(R1 "nic.bandwidth=100GB/s", "decode.time", time, 0.05);
    assert_true(figure_of(R1, "decode.comm") > 5 * figure_of(R1, "decode.bound.weights"));
}

/* distributed-llama 29, 58 and pull request 64: 2 devices over Gigabit Ethernet move 2 x 32 x 4096 values each way, of
 * 34 bytes for 32 values there and of 2 bytes here. */
static void a_home_cluster_is_bound_by_latency(void **state)
{
    (void)state;
#define HOME                                                                   \
    "mode=decode cluster.gpus=2 " LLAMA_3_8B                                   \
    "tp=2 gpu.hbm_bandwidth=40GB/s scaleup.size=1 node.gpus=1 nic.per_node=1 " \
    "nic.latency=300us nic.efficiency=0.94 nic.fabric=ethernet collective.library=nccl "
    assert_true(figure_of(HOME "nic.bandwidth=125MB/s", "tp.bytes") / 2 * 34 / 32 == 278528);
    const double slow = figure_of(HOME "nic.bandwidth=125MB/s", "decode.comm");
    const double fast = figure_of(HOME "nic.bandwidth=2.5GB/s", "decode.comm");
    assert_true(figure_of(HOME "nic.bandwidth=2.5GB/s", "decode.comm.floor") > 0.9 * fast);
    assert_true(fast > 0.7 * slow); /* twenty times the bandwidth */
}

/* club-3090 873: peer access between two RTX 5090 saves 1.02 ms of a token of a mixture of experts, 0.4 to 1.6
 * accepted. Through host memory a collective starts at 17 us and more (RTX 4090, nccl-tests). */
static void peer_access_saves_a_millisecond(void **state)
{
    (void)state;
#define TWO_5090                                                                                            \
    "mode=decode cluster.gpus=2 node.gpus=2 scaleup.size=2 tp=2 decode.context=512 decode.precision=nvfp4 " \
    "gpu.generation=blackwell gpu.peak.bf16=209.5TFLOP/s gpu.peak.fp8=419TFLOP/s gpu.peak.fp4=838TFLOP/s "  \
    "gpu.hbm_bandwidth=1.792TB/s gpu.hbm_capacity=32GB gpu.sms=170 gpu.hbm_efficiency=0.82 "                \
    "scaleup.bandwidth=63GB/s " QWEN3_30B_A3B
    const double without =
        figure_of(TWO_5090 "scaleup.kind=pcie_host scaleup.floor=13us scaleup.latency=2us", "decode.time");
    const double with =
        figure_of(TWO_5090 "scaleup.kind=pcie scaleup.floor=4.3us scaleup.latency=1.49us", "decode.time");
    assert_true(without - with > 0.408e-3 && without - with < 1.632e-3);
    assert_true(without / with - 1 < 0.35);
}

/* ds4 754: boxes of one card each over 200 Gb/s, driven through TCP at about 1 GB/s. Generation gains a little, prefill
 * loses. The model there is not stated: a mixture of experts stands for it. */
static void small_boxes_gain_in_decode_and_lose_in_prefill(void **state)
{
    (void)state;
#define BOXES                                                                                         \
    SHAPE(94, 4096, 12288, 64, 4, 128, 151936)                                                        \
    "model.experts=128 model.top_k=8 model.expert_ffn=1536 " GB10                                     \
    "cluster.gpus=2 decode.precision=nvfp4 nic.efficiency=0.04 nic.latency=60us nic.fabric=ethernet " \
    "collective.library=nccl prefill.tokens=4096 "
    const double decode =
        figure_of("mode=decode " BOXES "tp=1", "decode.time") / figure_of("mode=decode " BOXES "tp=2", "decode.time");
    const double prefill = figure_of("mode=prefill " BOXES "tp=1", "prefill.time") /
                           figure_of("mode=prefill " BOXES "tp=2", "prefill.time");
    assert_true(decode > 1.0 && decode < 1.35);
    assert_true(prefill < 1.0);
}

/* vLLM 6610: two GH200, 400 or 800 Gb/s, no difference: 16 KiB a token against 35 ms of weights. */
static void stages_send_next_to_nothing(void **state)
{
    (void)state;
#define TWO_GH200                                                                                        \
    "mode=decode cluster.gpus=2 " LLAMA_3_70B HOPPER("96GB", "4TB/s") "pp=2 scaleup.size=1 node.gpus=1 " \
                                                                      "nic.per_node=1 "
    expect_figure(TWO_GH200 "nic.bandwidth=50GB/s", "pp.message", 16384, 0);
    const double time = figure_of(TWO_GH200 "nic.bandwidth=50GB/s", "decode.time");
    assert_true(figure_of(TWO_GH200 "nic.bandwidth=50GB/s", "pp.time") < 1e-3 * time);
    expect_figure(TWO_GH200 "nic.bandwidth=100GB/s", "decode.time", time, 1e-4);
}

static const char *const variants[] = {
    DECODE LLAMA_3_70B H100 "tp=8",
    DECODE LLAMA_3_70B H100 "tp=4 pp=2 decode.batch=64 serving.style=cpp",
    DECODE LLAMA_3_70B A100 "tp=8 decode.batch=512 decode.precision=int4 serving.style=vllm2023",
    DECODE LLAMA_3_8B H100 "tp=1 serving.style=eager",
    DECODE LLAMA_2_7B A100 "tp=2 decode.batch=16 serving.style=hf",
    DECODE DEEPSEEK_V3 H200 "tp=8 ep=4 decode.precision=fp8 serving.style=trt",
    "mode=decode cluster.gpus=32 " DEEPSEEK_V3 H200 "tp=1 ep=32 decode.batch=64 decode.precision=fp8 serving.style=trt",
    DECODE QWEN3_30B_A3B H100 "tp=8 ep=8 decode.batch=32 collective.library=nccl",
    DECODE LLAMA_3_70B H100 "tp=8 compute.model=flat link.basis=headline ring.model=flat",
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static void the_parts_of_a_step_add_up(void **state)
{
    (void)state;
    static const char *const parts[] = {"decode.weights", "decode.kv",     "decode.compute",
                                        "decode.comm",    "decode.launch", "decode.head"};
    for (int i = 0; i < VARIANTS; i++) {
        double sum = 0;
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
            const double part = figure_of(variants[i], parts[j]);
            assert_true(part >= 0);
            sum += part;
        }
        expect_figure(variants[i], "decode.time", sum, 1e-12);
        expect_figure(variants[i], "step.time", sum, 1e-12);
        const double launch = figure_of(variants[i], "decode.gaps") + figure_of(variants[i], "decode.dispatch") +
                              figure_of(variants[i], "decode.engine");
        assert_true(fabs(launch - figure_of(variants[i], "decode.launch")) <= 1e-12 * sum);
        assert_true(figure_of(variants[i], "decode.bound") <= sum * (1 + 1e-12));
        assert_true(figure_of(variants[i], "decode.comm.floor") <= figure_of(variants[i], "decode.comm"));
    }
}

/* Settings that improve a machine, and settings that give it more to do. */
static void better_hardware_is_never_slower_and_more_work_never_faster(void **state)
{
    (void)state;
    static const char *const better[] = {"gpu.hbm_bandwidth=20TB/s", "gpu.peak.bf16=4PFLOP/s", "gpu.peak.fp8=8PFLOP/s",
                                         "gpu.stream_efficiency=1",  "gpu.hbm_efficiency=1",   "gpu.gemm_efficiency=1",
                                         "scaleup.bandwidth=2TB/s",  "scaleup.latency=0.1us",  "scaleup.floor=0.1us",
                                         "nic.bandwidth=1TB/s",      "nic.latency=0s",         "host.speed=10"};
    static const char *const worse[] = {"decode.batch=1024", "decode.context=100000"};
    char settings[2048];
    for (int i = 0; i < VARIANTS; i++) {
        (void)snprintf(settings, sizeof settings, "%s gpu.hbm_capacity=10TB", variants[i]);
        const double time = figure_of(settings, "decode.time");
        for (size_t j = 0; j < sizeof better / sizeof better[0]; j++) {
            (void)snprintf(settings, sizeof settings, "%s gpu.hbm_capacity=10TB %s", variants[i], better[j]);
            assert_true(figure_of(settings, "decode.time") <= time * (1 + 1e-12));
        }
        for (size_t j = 0; j < sizeof worse / sizeof worse[0]; j++) {
            (void)snprintf(settings, sizeof settings, "%s gpu.hbm_capacity=10TB %s", variants[i], worse[j]);
            assert_true(figure_of(settings, "decode.time") >= time);
        }
    }
}

/* t = a + b/TP, where communication is left out: halving a card's share saves half of what halving saved before. */
static void without_communication_a_step_is_affine_in_its_share(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 4, 8};
    double rest[4];
    for (int i = 0; i < 4; i++) {
        char settings[1024];
        const int tp = sizes[i];
        (void)snprintf(settings, sizeof settings,
                       DECODE LLAMA_3_70B H100 "gpu.hbm_capacity=1TB serving.style=compiled tp=%d", tp);
        rest[i] = figure_of(settings, "decode.time") - figure_of(settings, "decode.comm");
    }
    assert_true(fabs((rest[0] - rest[1]) / (rest[1] - rest[2]) / 2 - 1) < 0.01);
    assert_true(fabs((rest[1] - rest[2]) / (rest[2] - rest[3]) / 2 - 1) < 0.01);
    const double constant = 2 * rest[1] - rest[0];
    assert_true(constant > 1.0e-3 && constant < 2.0e-3); /* 5 launches and 3 passes a layer, 2 us each */
}

static void replicas_serve_by_themselves(void **state)
{
    (void)state;
#define EIGHT DECODE LLAMA_3_8B H100 "tp=2 decode.batch=32 "
    const double one = figure_of(EIGHT, "decode.tokens_per_second");
    expect_figure(EIGHT, "dp.size", 4, 0);
    expect_figure(EIGHT, "tokens_per_second", 4 * one, 1e-12);
    expect_figure(EIGHT, "tokens_per_second_per_gpu", one / 2, 1e-12);
    expect_figure(EIGHT, "decode.tokens_per_second_per_sequence", one / 32, 1e-12);
    expect_figure(EIGHT, "batch.tokens", 128, 1e-12);
    expect_figure(EIGHT "cluster.gpus=9", "tokens_per_second", 4 * one, 1e-12);
}

/* Every figure belongs to the modes that it has a meaning in. */
static void figures_of_another_mode_do_not_apply(void **state)
{
    (void)state;
    static const char *const training[] = {"flops.step",       "mfu",        "compute.time",
                                           "dp.time",          "pp.bubble",  "run.days",
                                           "memory.optimizer", "ring.steps", "batch.global"};
    static const char *const always[] = {"step.time", "params.total", "tokens_per_second", "memory.total", "tp.count"};
    static const char *const modes[] = {"mode=training ", "mode=decode ", "mode=prefill "};
    for (size_t mode = 0; mode < 3; mode++) {
        char settings[512];
        (void)snprintf(settings, sizeof settings, "%s" LLAMA_3_70B "cluster.gpus=64 tp=8", modes[mode]);
        for (size_t i = 0; i < sizeof training / sizeof training[0]; i++) {
            assert_true(isnan(figure_of(settings, training[i])) == (mode != 0));
        }
        for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
            assert_true(!isnan(figure_of(settings, always[i])));
        }
        assert_true(isnan(figure_of(settings, "decode.time")) == (mode != 1));
        assert_true(isnan(figure_of(settings, "prefill.time")) == (mode != 2));
        assert_true(isnan(figure_of(settings, "kv.capacity")) == (mode == 0));
    }
}

static void expect_filled(const struct metric *metric, const struct scenario *scenario, const struct result *result)
{
    const char *numbers = metric_numbers(metric, scenario);
    char text[1024];
    if (numbers == NULL || isnan(metric_get(metric, result))) {
        return;
    }
    assert_true(explain_fill(text, sizeof text, numbers, scenario, result) < sizeof text);
    if (strchr(text, '{') != NULL || strstr(text, "nan") != NULL) {
        fail_msg("%s: %s", metric->key, text);
    }
}

static void every_explanation_of_serving_can_be_filled(void **state)
{
    (void)state;
    static const char *const boards[] = {
        DECODE LLAMA_3_70B H100 "tp=8", "mode=prefill cluster.gpus=8 " LLAMA_3_70B H100 "tp=8",
        DECODE DEEPSEEK_V3 H200 "tp=8 ep=8", DECODE LLAMA_3_70B H100 "tp=8 compute.model=flat"};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct scenario scenario = scenario_with(boards[i]);
        const struct result result = evaluate(&scenario);
        for (int j = 0; j < metric_count; j++) {
            expect_filled(&metrics[j], &scenario, &result);
        }
    }
}

static void a_large_batch_waits_for_compute_and_a_small_one_for_memory(void **state)
{
    (void)state;
    const struct scenario small = scenario_with(DECODE LLAMA_3_70B H100 "tp=2 serving.style=compiled");
    assert_string_equal(sensitivity_of(&small).row[0].parameter->resource, "HBM");
    const struct scenario large =
        scenario_with("mode=prefill cluster.gpus=8 tp=8 prefill.tokens=8192 " LLAMA_3_70B H100);
    assert_string_equal(sensitivity_of(&large).row[0].parameter->resource, "compute");
}

static void rules_of_training_do_not_bind_serving(void **state)
{
    (void)state;
    static const char *const valid[] = {
        "mode=decode cluster.gpus=12 tp=8 global_batch=7 sp=on seq_len=3",
        "mode=decode cluster.gpus=8 tp=8 cp=64",
        "mode=prefill cluster.gpus=9 tp=4 cp=2 prefill.tokens=1001",
    };
    static const struct {
        const char *settings, *reason;
    } invalid[] = {
        {"mode=decode cluster.gpus=8 tp=16", "One replica needs TP 16 x PP 1 x CP 1 = 16 GPUs, and there are 8."},
        {"mode=decode cluster.gpus=8 tp=3", "TP 3 does not divide 64 heads"},
        {"mode=decode cluster.gpus=8 tp=1 pp=81 cluster.gpus=81", "PP 81 has more stages than the model has layers"},
        {"mode=decode cluster.gpus=8 decode.batch=1 tp=2 ep=8 model.experts=12 model.top_k=2 model.expert_ffn=64",
         "EP 8 does not divide 12 experts"},
        {"mode=decode cluster.gpus=8 tp=8 ep=3 model.experts=12 model.top_k=2 model.expert_ffn=64",
         "EP 3 and TP 8: one must divide the other."},
        {"mode=decode cluster.gpus=8 tp=4 ep=12 model.experts=12 model.top_k=2 model.expert_ffn=64",
         "EP 12 spreads experts over 3 replicas, which does not divide the 2 there are."},
        {"mode=decode cluster.gpus=8 tp=8 ep=1 model.experts=12 model.top_k=2 model.expert_ffn=100",
         "TP 8 over EP 1 cuts each expert in 8, which does not divide its width 100"},
    };
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
        const struct scenario scenario = scenario_with(valid[i]);
        assert_true(strategy_valid(&scenario));
    }
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        const struct scenario scenario = scenario_with(invalid[i].settings);
        const struct reasons reasons = strategy_reasons(&scenario);
        assert_false(strategy_valid(&scenario));
        if (reasons.count == 0 || strstr(reasons.text[0], invalid[i].reason) == NULL) {
            fail_msg("%s: \"%s\" lacks \"%s\"", invalid[i].settings, reasons.count > 0 ? reasons.text[0] : "",
                     invalid[i].reason);
        }
    }
}

static bool is_noted(const char *settings, const char *part)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    const struct notes notes = notes_of(&scenario, &result);
    for (int i = 0; i < notes.count; i++) {
        if (strstr(notes.text[i], part) != NULL) {
            return true;
        }
    }
    return false;
}

static void a_reader_is_told_what_is_not_in_the_figures(void **state)
{
    (void)state;
    assert_true(is_noted(DECODE QWEN3_30B_A3B H100 "tp=8", "TP 8 over 4 KV heads: keys and values are replicated 2x."));
    assert_false(is_noted(DECODE QWEN3_30B_A3B H100 "tp=4", "replicated"));
    assert_true(is_noted(DECODE DEEPSEEK_V3 H200 "tp=8 decode.precision=fp8", "whole latent KV cache"));
    assert_true(is_noted(DECODE LLAMA_3_70B A100 "tp=8 decode.precision=fp8", "widened to 16 bit"));
    assert_true(is_noted(DECODE LLAMA_3_70B H100 "tp=1", "Not one sequence of 1024 tokens fits"));
    assert_true(is_noted(DECODE LLAMA_3_70B H100 "tp=8", "The band is that of the engines listed"));
    assert_true(is_noted(DECODE DEEPSEEK_V3 H200 "tp=8", "The band is that of the engines listed"));
    assert_false(is_noted(DECODE LLAMA_3_70B H100 "tp=8", "priced yet"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_cards_give_four_times),
        cmocka_unit_test(the_floor_of_communication_is_latency),
        cmocka_unit_test(measured_steps_are_met),
        cmocka_unit_test(across_boxes_latency_is_all),
        cmocka_unit_test(a_home_cluster_is_bound_by_latency),
        cmocka_unit_test(peer_access_saves_a_millisecond),
        cmocka_unit_test(small_boxes_gain_in_decode_and_lose_in_prefill),
        cmocka_unit_test(stages_send_next_to_nothing),
        cmocka_unit_test(the_parts_of_a_step_add_up),
        cmocka_unit_test(better_hardware_is_never_slower_and_more_work_never_faster),
        cmocka_unit_test(without_communication_a_step_is_affine_in_its_share),
        cmocka_unit_test(replicas_serve_by_themselves),
        cmocka_unit_test(figures_of_another_mode_do_not_apply),
        cmocka_unit_test(every_explanation_of_serving_can_be_filled),
        cmocka_unit_test(a_large_batch_waits_for_compute_and_a_small_one_for_memory),
        cmocka_unit_test(rules_of_training_do_not_bind_serving),
        cmocka_unit_test(a_reader_is_told_what_is_not_in_the_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
