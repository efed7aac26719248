/* test_prefill.c: the reading of prompts. */
#include "expect.h"
#include "figures.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define PREFILL "mode=prefill cluster.gpus=8 node.gpus=8 scaleup.size=8 "

/* Seconds that a prototype of the same model gave, with lines of its own for collectives. What it leaves out are two
 * kernels of each of 80 layers before attention, and one behind it where it quantises: 4.93 us each on A100, 3.8 on
 * H100. */
static void prefills_are_those_of_an_independent_implementation(void **state)
{
    (void)state;
    expect_figure(PREFILL LLAMA_2_70B A100 "tp=4 prefill.tokens=2048 serving.style=cpp", "prefill.time",
                  365.4e-3 + 160 * 4.93e-6, 0.01);
    expect_figure(PREFILL LLAMA_2_70B H100 "tp=4 prefill.tokens=2048 decode.precision=fp8 decode.kv_precision=fp8 "
                                           "serving.style=cpp",
                  "prefill.time", 107.09e-3 + 240 * 3.8e-6, 0.02);
}

/* A step of one sequence has four products a layer, five kernels between them and attention, which rotates keys and
 * stores them as it goes; the head five. Before the attention of a prompt a kernel writes offsets, and one adds biases,
 * rotates and stores (TensorRT-LLM, enqueueContext). Host work is 0.31 ms either way. */
static void a_prompt_needs_two_kernels_before_its_attention(void **state)
{
    (void)state;
#define ALONE_CPP LLAMA_2_70B H100 "tp=4 serving.style=cpp "
    expect_figure("mode=decode cluster.gpus=8 node.gpus=8 scaleup.size=8 decode.batch=1 " ALONE_CPP, "decode.launch",
                  (80 * 10 + 5) * 3.8e-6 + 0.31e-3, 1e-9);
    expect_figure(PREFILL ALONE_CPP "prefill.tokens=128", "prefill.launch", (80 * 12 + 5) * 3.8e-6 + 0.31e-3, 1e-9);
}

static void the_parts_add_up(void **state)
{
    (void)state;
    static const char *const variants[] = {
        PREFILL LLAMA_3_70B H100 "tp=8 prefill.tokens=8192",
        PREFILL LLAMA_3_70B H100 "tp=4 cp=2 prefill.tokens=8192 overlap.cp=off",
        PREFILL LLAMA_3_70B H100 "tp=2 pp=4 prefill.tokens=8192 prefill.chunk=512",
        PREFILL DEEPSEEK_V3 H200 "tp=1 ep=8 prefill.tokens=1000 prefill.batch=3 prefill.chunk=300",
        PREFILL LLAMA_3_8B H100 "compute.model=flat tp=2 prefill.tokens=4096",
    };
    static const char *const parts[] = {"prefill.compute", "prefill.attention", "prefill.comm", "prefill.launch",
                                        "prefill.head"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        double sum = 0;
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
            assert_true(figure_of(variants[i], parts[j]) >= 0);
            sum += figure_of(variants[i], parts[j]);
        }
        expect_figure(variants[i], "prefill.time", sum, 1e-12);
        expect_figure(variants[i], "step.time", sum, 1e-12);
        const double comm = figure_of(variants[i], "tp.exposed") + figure_of(variants[i], "cp.exposed") +
                            figure_of(variants[i], "ep.exposed") + figure_of(variants[i], "pp.exposed");
        assert_true(fabs(comm - figure_of(variants[i], "prefill.comm")) <= 1e-12 * sum);
    }
}

/* Issue 734 of exllamav2: 2 x 80 x 8192 x 2 bytes a token, 42.95 GB of a prompt of 16384. */
static void all_reduces_carry_every_token_twice_a_layer(void **state)
{
    (void)state;
#define PROMPT PREFILL LLAMA_3_70B H100 "tp=2 prefill.tokens=16384 "
    const double payload = figure_of(PROMPT, "tp.message") * figure_of(PROMPT, "tp.count");
    assert_true(payload / 16384 == 2621440);
    assert_true(fabs(payload / 4.295e10 - 1) < 0.005);
}

/* The same: two RTX 3090 without NVLink whose engine moves 1.5 GB/s read a prompt faster as two stages than with TP. */
static void stages_beat_tensor_parallelism_over_a_slow_link(void **state)
{
    (void)state;
#define PAIR                                                                                                \
    "mode=prefill cluster.gpus=2 node.gpus=2 scaleup.size=2 " LLAMA_3_70B                                   \
    "gpu.generation=ampere gpu.peak.bf16=71TFLOP/s gpu.peak.fp8=none gpu.hbm_bandwidth=936GB/s gpu.sms=82 " \
    "gpu.gemm_efficiency=0.8 decode.precision=int4 scaleup.kind=pcie_host scaleup.latency=1.49us "          \
    "scaleup.floor=4.3us prefill.tokens=16384 prefill.chunk=2048 "
    const double slow = figure_of(PAIR "scaleup.bandwidth=1.5GB/s tp=2", "prefill.time");
    assert_true(slow > figure_of(PAIR "scaleup.bandwidth=1.5GB/s pp=2", "prefill.time"));
    assert_true(figure_of(PAIR "scaleup.bandwidth=1.5GB/s tp=2", "prefill.comm") > 42.9e9 / 1.5e9);
    assert_true(figure_of(PAIR "scaleup.bandwidth=64GB/s tp=2", "prefill.time") < slow);
}

/* Llama 3 8B on RTX 3090. In 4 bit by llama.cpp's own products, 2,048 tokens in passes of 512: 4,314 tokens/s of IQ4_XS
 * (ggml-org/llama.cpp, pull request 8416). In fp16, whose products a GeForce card sums up in 16 bit twice as
 * quickly. */
static void llama_cpp_reads_prompts_as_published(void **state)
{
    (void)state;
#define EIGHT_ON_3090                                                                                               \
    "mode=prefill cluster.gpus=1 tp=1 " LLAMA_3_8B                                                                  \
    "gpu.generation=ampere gpu.clock=1.695GHz gpu.peak.bf16=71TFLOP/s gpu.peak.fp8=none gpu.hbm_bandwidth=936GB/s " \
    "gpu.sms=82 gpu.gemm_efficiency=0.835 gpu.hbm_efficiency=0.82 gpu.stream_efficiency=0.85 "                      \
    "serving.style=llamacpp2024 attention.kernel=unfused prefill.tokens=2048 prefill.chunk=512 "
    expect_figure(EIGHT_ON_3090 "decode.precision=q4_0 serving.style=llamacpp2025", "prefill.time", 2048 / 4314.0, 0.1);
    const double wide = figure_of(EIGHT_ON_3090 "decode.precision=bf16", "prefill.compute");
    const double narrow = figure_of(EIGHT_ON_3090 "decode.precision=bf16 gpu.peak.fp16=142TFLOP/s", "prefill.compute");
    assert_true(narrow < 0.7 * wide);
    assert_true(figure_of(EIGHT_ON_3090 "serving.style=cpp gpu.peak.fp16=142TFLOP/s", "prefill.compute") ==
                figure_of(EIGHT_ON_3090 "serving.style=cpp", "prefill.compute"));
}

/* RTX 4090, 512 tokens: the hidden values of a pass are 8.4 MB in fp32, twice of which its 72 MB of L2 hold. llama.cpp
 * passes over 113 B of each, 7.58 GB in 32 layers: 1.47 ms at 5.16 TB/s, 9.17 at the 0.827 of its memory. With 2,560
 * tokens in a pass they are 84 MB, and nothing is gained. */
static void passes_over_few_tokens_stay_in_the_cache(void **state)
{
    (void)state;
#define EIGHT_ON_4090                                                                                        \
    "mode=prefill cluster.gpus=1 tp=1 " LLAMA_3_8B                                                           \
    "gpu.generation=ada gpu.peak.bf16=165TFLOP/s gpu.peak.fp8=none gpu.hbm_bandwidth=1.008TB/s gpu.sms=128 " \
    "gpu.gemm_efficiency=0.98 gpu.hbm_efficiency=0.82 serving.style=llamacpp2024 attention.kernel=unfused "
    expect("512 tokens",
           figure_of(EIGHT_ON_4090 "prefill.tokens=512", "prefill.time") -
               figure_of(EIGHT_ON_4090 "prefill.tokens=512 gpu.l2=72MB", "prefill.time"),
           (9.17 - 1.47) * 1e-3, 5e-3);
    expect_figure(EIGHT_ON_4090 "prefill.tokens=2560 prefill.chunk=2560 gpu.l2=72MB", "prefill.time",
                  figure_of(EIGHT_ON_4090 "prefill.tokens=2560 prefill.chunk=2560", "prefill.time"), 1e-12);
}

/* Releases to June 2024 write 6.98e9 weights of Llama 3 8B's layers out in 16 bit, in each pass: read in 0.5625 B,
 * written in 2, at 85 % of 936 GB/s 22.5 ms. Where a pass has no more than 32 rows nothing is written. */
static void weights_of_a_prompt_were_widened_in_each_pass(void **state)
{
    (void)state;
    const double wide = figure_of(EIGHT_ON_3090 "decode.precision=bf16", "prefill.compute");
    const double file = figure_of(EIGHT_ON_3090 "decode.precision=q4_0", "prefill.compute");
    expect("widening", file - wide, 4 * 22.5e-3, 0.05);
    assert_true(figure_of(EIGHT_ON_3090 "decode.precision=q4_0 prefill.chunk=32", "prefill.compute") <
                figure_of(EIGHT_ON_3090 "decode.precision=bf16 prefill.chunk=32", "prefill.compute"));
}

/* 2 x 8.03e9 B of Llama 3 8B at 3.35 TB/s, as a decode step of one sequence streams them; once for every pass. From 200
 * tokens or so on arithmetic takes longer. */
static void the_whiteboard_streams_the_weights_in_every_pass(void **state)
{
    (void)state;
#define BOARD_8B "cluster.gpus=1 tp=1 " LLAMA_3_8B H100 "compute.model=flat gpu.efficiency=0.5 "
    const double once = figure_of("mode=decode decode.batch=1 " BOARD_8B, "decode.weights");
    expect("weights", once, 2 * 8.03e9 / 3.35e12, 1e-3);
    expect_figure("mode=prefill prefill.tokens=1 " BOARD_8B, "prefill.time", once, 1e-12);
    expect_figure("mode=prefill prefill.tokens=64 " BOARD_8B, "prefill.time", once, 1e-12);
    expect_figure("mode=prefill prefill.tokens=70 prefill.chunk=32 " BOARD_8B, "prefill.time", 3 * once, 1e-12);
    assert_true(figure_of("mode=prefill prefill.tokens=1024 " BOARD_8B, "prefill.time") > 3 * once);
}

static void a_chunk_as_long_as_the_prompt_changes_nothing(void **state)
{
    (void)state;
#define PROMPT_8K PREFILL LLAMA_3_70B H100 "tp=8 prefill.tokens=8192 "
    const double whole = figure_of(PROMPT_8K, "prefill.time");
    expect_figure(PROMPT_8K "prefill.chunk=8192", "prefill.time", whole, 0);
    expect_figure(PROMPT_8K "prefill.chunk=100000", "prefill.time", whole, 0);
    expect_figure(PROMPT_8K, "prefill.passes", 1, 0);
    expect_figure(PROMPT_8K "prefill.chunk=1000", "prefill.passes", 9, 0);
}

/* Chunks attend to everything before them, so that their scores are those of the whole prompt; small ones fill the
 * machine worse, and start more kernels. */
static void chunks_cost_time_and_no_arithmetic(void **state)
{
    (void)state;
    const double whole = figure_of(PROMPT_8K, "prefill.time");
    double before = whole;
    for (int chunk = 4096; chunk >= 128; chunk /= 2) {
        char settings[1024];
        (void)snprintf(settings, sizeof settings, PROMPT_8K "prefill.chunk=%d", chunk);
        const double time = figure_of(settings, "prefill.time");
        assert_true(time >= before);
        before = time;
    }
    /* the core's FLOPs are equal; its rate falls as s/(s + 600) */
    const double expected = (1024.0 + 600) / 1024 / ((8192.0 + 600) / 8192);
    expect_figure(PROMPT_8K "prefill.chunk=1024", "prefill.attention",
                  expected * figure_of(PROMPT_8K, "prefill.attention"), 1e-9);
}

/* One pass goes through all stages; with many, each stage is busy all the time. */
static void chunks_fill_a_pipeline(void **state)
{
    (void)state;
#define PROMPT_64K PREFILL LLAMA_3_8B H100 "prefill.tokens=65536 "
    const double alone = figure_of(PROMPT_64K "pp=1 prefill.chunk=1024", "prefill.compute");
    expect_figure(PROMPT_64K "pp=8 prefill.chunk=none", "prefill.compute",
                  figure_of(PROMPT_64K "pp=1 prefill.chunk=none", "prefill.compute"), 0.01);
    const double staged = figure_of(PROMPT_64K "pp=8 prefill.chunk=1024", "prefill.compute");
    assert_true(staged > alone / 8 && staged < alone / 8 * 1.3);
}

static void context_parallel_ranks_divide_a_prompt(void **state)
{
    (void)state;
#define PROMPT_128K "mode=prefill cluster.gpus=8 " LLAMA_3_8B H100 "prefill.tokens=131072 "
    const double alone = figure_of(PROMPT_128K "cp=1", "prefill.time");
    const double divided = figure_of(PROMPT_128K "cp=8", "prefill.time");
    assert_true(divided > alone / 8 && divided < alone / 7);
    /* K and V of all tokens: 2 x 8 heads of 128, 2 bytes */
    expect_figure(PROMPT_128K "cp=8", "cp.message", 2.0 * 8 * 128 * 2 * 131072, 0);
    expect_figure(PROMPT_128K "cp=8", "cp.count", 32, 0);
    assert_true(figure_of(PROMPT_128K "cp=8 overlap.cp=off", "cp.exposed") > 0);
}

/* Bytes that a pass over 4,096 tokens moves beside the weights, counted by hand for one layer of four experts, of which
 * two take each token, on a card that multiplies in no time: what halving the rate of passes adds. Rows that are
 * gathered by expert and added up again move at 0.75 of that rate (a published B200 table, 0.50 of peak for 0.67). */
static void rows_are_gathered_by_expert_and_added_up_again(void **state)
{
    (void)state;
#define FOUR_EXPERTS                                                                                            \
    "mode=prefill cluster.gpus=1 " SHAPE(1, 1024, 512, 8, 8, 128, 1000) H100                                    \
        "model.experts=4 model.top_k=2 model.expert_ffn=512 model.gated=on gpu.peak.bf16=1e17FLOP/s tp=1 ep=1 " \
        "prefill.tokens=4096 serving.style=trt "
    const double tokens = 4096;
    const double hidden = 1024;
    const double products = 2 * tokens * (3072 + 1024 + 2 * 1024)            /* queries, keys and values; output */
                            + 2 * 2 * tokens * (1024 + 1024 + 1024 + 512)    /* up and gate, down, of two experts */
                            + 2 * tokens * (4 + 1024) + 2 * (1000.0 + 1024); /* router, head */
    const double passes = tokens * (16 * hidden + 6 * 2 * 512) + 12 * 1000;
    const double permutation = (4 * 2 * tokens + 2 * 2 * tokens + 2 * tokens) * hidden / 0.75;
    const double whole = figure_of(FOUR_EXPERTS "gpu.hbm_efficiency=1", "prefill.time");
    const double half = figure_of(FOUR_EXPERTS "gpu.hbm_efficiency=0.5", "prefill.time");
    const double bytes = (half - whole) * 3.35e12;
    assert_true(fabs(bytes / (products + passes + permutation) - 1) < 1e-3);
}

/* A layer of 128 tokens takes an H100 about 0.12 ms, and eager code 0.55 ms to issue (text-generation-inference): a
 * prompt waits for its host, since no CUDA graph was recorded for its length. At 8,192 tokens the host is ahead. */
static void a_short_prompt_waits_for_the_host_that_issues_it(void **state)
{
    (void)state;
#define PROMPT_8B "mode=prefill cluster.gpus=1 tp=1 " LLAMA_3_8B H100
    expect_figure(PROMPT_8B "prefill.tokens=128 serving.style=compiled", "prefill.time", 32 * 0.55e-3, 0.05);
    assert_true(figure_of(PROMPT_8B "prefill.tokens=128 serving.style=trt", "prefill.time") < 32 * 0.25e-3);
    expect_figure(PROMPT_8B "prefill.tokens=8192 serving.style=vllm2024", "prefill.time",
                  figure_of(PROMPT_8B "prefill.tokens=8192 serving.style=vllm2024 host.speed=10", "prefill.time"),
                  0.02);
}

/* Attention and MLP side by side: one norm and one sum, 12 bytes a hidden value for 16; a plain MLP reads and writes
 * its values once, 4 bytes for 6. */
static void a_parallel_block_passes_over_less(void **state)
{
    (void)state;
#define ONE_LAYER                                                                     \
    "mode=prefill cluster.gpus=1 tp=1 " SHAPE(1, 4096, 16384, 16, 16, 256, 1000) H100 \
        "gpu.peak.bf16=1e17FLOP/s model.gated=off prefill.tokens=4096 serving.style=trt "
    const double serial = figure_of(ONE_LAYER "gpu.hbm_efficiency=0.5", "prefill.time") -
                          figure_of(ONE_LAYER "gpu.hbm_efficiency=1", "prefill.time");
    const double parallel = figure_of(ONE_LAYER "model.parallel_block=on gpu.hbm_efficiency=0.5", "prefill.time") -
                            figure_of(ONE_LAYER "model.parallel_block=on gpu.hbm_efficiency=1", "prefill.time");
    assert_true(fabs((serial - parallel) * 3.35e12 / (4096.0 * 4 * 4096) - 1) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefills_are_those_of_an_independent_implementation),
        cmocka_unit_test(a_prompt_needs_two_kernels_before_its_attention),
        cmocka_unit_test(the_parts_add_up),
        cmocka_unit_test(all_reduces_carry_every_token_twice_a_layer),
        cmocka_unit_test(stages_beat_tensor_parallelism_over_a_slow_link),
        cmocka_unit_test(llama_cpp_reads_prompts_as_published),
        cmocka_unit_test(passes_over_few_tokens_stay_in_the_cache),
        cmocka_unit_test(weights_of_a_prompt_were_widened_in_each_pass),
        cmocka_unit_test(the_whiteboard_streams_the_weights_in_every_pass),
        cmocka_unit_test(a_chunk_as_long_as_the_prompt_changes_nothing),
        cmocka_unit_test(chunks_cost_time_and_no_arithmetic),
        cmocka_unit_test(chunks_fill_a_pipeline),
        cmocka_unit_test(context_parallel_ranks_divide_a_prompt),
        cmocka_unit_test(rows_are_gathered_by_expert_and_added_up_again),
        cmocka_unit_test(a_short_prompt_waits_for_the_host_that_issues_it),
        cmocka_unit_test(a_parallel_block_passes_over_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
