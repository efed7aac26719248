/* test_decode.c: decode steps against an implementation of the same model in another language, against limits that can
 * be worked by hand, and against what must not change. */
#include "core/evaluate.h"
#include "core/serving_style.h"
#include "figures.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define DECODE "mode=decode cluster.gpus=8 node.gpus=8 scaleup.size=8 "
#define STEP_70B DECODE LLAMA_3_70B H100 "decode.batch=1 decode.context=512 "
#define ROOMY "gpu.hbm_capacity=1TB "

/* Kernels that scale the rows of DeepSeek-V3's products in fp8, which the prototype leaves out: nine in each of 58
 * layers with experts (five of latent attention, two of routed experts, two of the shared one), seven in three dense
 * ones. */
#define SCALING_KERNELS (58 * 9 + 3 * 7)

/* Bytes of DeepSeek-V3 that the busiest of 8 ranks with EP 4 reads for one sequence, in 8 bit: in each of 58 layers
 * 4.32 halves of an expert of 44.0 M, an eighth of the shared one, 36.6 M of latent attention; three dense layers of
 * 86 M. The prototype streamed them at 0.82 of the rate of 16 bit, which is 0.85 of 4.8 TB/s; now it is 0.85. */
#define BUSIEST_BYTES (58 * (4.32 * 22.0e6 + 5.5e6 + 36.6e6) + 3 * 86e6)
#define QUICKER_STREAM (BUSIEST_BYTES / (0.85 * 4.8e12) * (1 / 0.82 - 1 / 0.85))

/* Each product of experts looks at the 64 that a rank holds with EP 4, which the prototype did not know. */
#define WALKED_EXPERTS (58 * 2 * 64 * 0.15e-6)

/* Seconds that a prototype gave, with lines of its own for collectives: hence the few per cent. A kernel launched one
 * by one costs 0.3 us more than there, on A100 1.43. */
static void steps_are_those_of_an_independent_implementation(void **state)
{
    (void)state;
    const struct {
        const char *settings;
        double seconds;
    } cases[] = {
        {STEP_70B "tp=8 serving.style=cpp", 11.9822e-3 + 805 * 0.3e-6},
        {STEP_70B "tp=8 serving.style=compiled", 10.2309e-3},
        {STEP_70B "tp=8 serving.style=compiled collective.library=vllm", 8.3452e-3},
        {STEP_70B "tp=8 serving.style=vllm2025 collective.library=nccl", 12.1699e-3},
        {STEP_70B "tp=8 serving.style=vllm2025", 10.2842e-3},
        {STEP_70B "tp=8 serving.style=trt", 8.6287e-3},
        {STEP_70B "tp=8 serving.style=eager", 56.0602e-3},
        {STEP_70B ROOMY "tp=1 serving.style=compiled", 50.3256e-3},
        {STEP_70B ROOMY "tp=2 serving.style=compiled", 26.9357e-3},
        {STEP_70B ROOMY "tp=4 serving.style=compiled", 15.2945e-3},
        {STEP_70B ROOMY "tp=2 serving.style=compiled collective.library=vllm", 26.5830e-3},
        {STEP_70B ROOMY "tp=4 serving.style=compiled collective.library=vllm", 14.4000e-3},
        {DECODE LLAMA_3_8B A100 "tp=1 decode.batch=16 decode.context=1152 serving.style=cpp",
         13.1819e-3 + 325 * 1.432e-6},
        {DECODE DEEPSEEK_V3 H200 "tp=8 ep=4 decode.batch=1 decode.context=1900 decode.precision=fp8 "
                                 "decode.kv_precision=fp8 serving.style=trt",
         8.6015e-3 + SCALING_KERNELS * 2.2e-6 - QUICKER_STREAM + WALKED_EXPERTS},
        {DECODE LLAMA_3_70B H100 "tp=4 pp=2 decode.batch=16 decode.context=1024 serving.style=vllm2025", 17.2875e-3},
        {DECODE LLAMA_3_70B H100 "tp=8 decode.batch=256 decode.context=1024 serving.style=compiled", 24.15e-3},
        {DECODE LLAMA_3_70B H100 "tp=8 decode.batch=256 decode.context=1024 serving.style=cpp",
         35.51e-3 + 805 * 0.3e-6},
        {DECODE LLAMA_3_70B H100 "tp=8 decode.batch=64 decode.context=1024 serving.style=trt", 14.38e-3},
        {"mode=decode cluster.gpus=144 nic.bandwidth=50GB/s " DEEPSEEK_V3 H100
         "ep=128 tp=1 cluster.gpus=128 decode.batch=88 decode.context=4989 decode.precision=fp8 serving.style=trt",
         56.508e-3 + SCALING_KERNELS * 2.2e-6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_figure(cases[i].settings, "decode.time", cases[i].seconds, 0.05);
    }
}

/* Without communication and where nothing else is near, the same implementation agrees to the last digit it printed.
 * It reads keys and values at the rate of weights, which here is exceeded by 11 %. That is 58.92 us of the first step:
 * 512 tokens of 327,680 B at 0.85 of 3.35 TB/s. In the second a layer's read is 46.3 us of 80 layers, 41.7 now, and
 * reading 37.7 M elements again for seven other heads 123.4 us, which 108 multiprocessors of 1.41 GHz do in 121.3 at
 * 14.3 elements a clock: the cube root of the sum of cubes falls by 2.59 us. A kernel costs 3.8 us on Hopper and as
 * many cycles on A100, 4.93 us, for its 3.5: ten in a layer, five in the head. */
static void without_collectives_they_agree_exactly(void **state)
{
    (void)state;
    expect_figure(STEP_70B ROOMY "tp=1 serving.style=compiled", "decode.time", 50.3256e-3 - 58.92e-6 * (1 - 1 / 1.11),
                  2e-5);
    expect_figure(DECODE LLAMA_3_70B A100 ROOMY "tp=1 decode.batch=16 decode.context=1152 serving.style=cpp",
                  "decode.time", 99.34621e-3 - 80 * 2.591e-6 + 805 * 1.432e-6, 2e-5);
}

/* 512 tokens of 327,680 B at 3.35 TB/s: what is left of the memory's rate is all that a kernel can reach. */
static void a_cache_is_read_no_quicker_than_memory(void **state)
{
    (void)state;
    expect_figure(STEP_70B ROOMY "tp=1 gpu.stream_efficiency=1", "decode.kv", 512 * 327680 / 3.35e12, 1e-9);
}

/* On the whiteboard there is nothing but bytes, arithmetic and line rates: TP 8 is 42.17 / 8 and 160 all-reduces. */
static void the_whiteboard_is_the_roofline_and_its_collectives(void **state)
{
    (void)state;
#define BOARD STEP_70B "compute.model=flat link.basis=direction scaleup.latency=0s nic.latency=0s tp=8 "
    const double wire = 160 * 2 * 7 / 8.0 * 16384 / 450e9;
    expect_figure(BOARD, "decode.comm", wire, 1e-9);
    expect_figure(BOARD, "decode.time", 42.17e-3 / 8 + wire, 1e-3);
    assert_true(figure_of(BOARD, "decode.launch") == 0);
}

/* Kernels of 2023 read keys again for each of the eight heads that share them; plain transformers copy them. */
static void old_kernels_pay_for_shared_keys(void **state)
{
    (void)state;
#define LONG_8B DECODE LLAMA_3_8B H100 "decode.batch=32 decode.context=8192 "
    const double shared = figure_of(LONG_8B "serving.style=trt", "decode.compute");
    const double per_head = figure_of(LONG_8B "serving.style=cpp", "decode.compute");
    const double copied = figure_of(LONG_8B "serving.style=hf", "decode.compute");
    const double read = figure_of(LONG_8B, "decode.kv");
    assert_true(shared < 0.1 * read);
    /* heads that share nothing read nothing again */
    expect_figure(LONG_8B "model.kv_heads=32 serving.style=cpp", "decode.compute",
                  figure_of(LONG_8B "model.kv_heads=32 serving.style=trt", "decode.compute"), 1e-12);
    assert_true(per_head > 0.3 * read);
    /* four query heads a key: 2 + 3 x 4 passes over the cache at 0.87 of the rate, where a read has 1.11 x 0.85 */
    assert_true(fabs(copied / read - 14 * 1.11 * 0.85 / 0.87) < 0.3);
}

/* Reading again for another head is arithmetic without tensor cores: more memory bandwidth leaves it where it is. H200
 * has H100's multiprocessors, and Mistral on it under TensorRT-LLM 0.9, batch 120, took 13.4 ms for 13.9. */
static void heads_that_read_again_wait_for_multiprocessors_not_for_memory(void **state)
{
    (void)state;
#define MISTRAL_7B SHAPE(32, 4096, 14336, 32, 8, 128, 32000)
#define MANY_READS \
    "tp=1 decode.batch=120 decode.context=1152 decode.precision=fp8 decode.kv_precision=fp8 serving.style=cpp "
    const double h100 = figure_of(DECODE MISTRAL_7B H100 MANY_READS, "decode.time");
    const double h200 = figure_of(DECODE MISTRAL_7B H200 MANY_READS, "decode.time");
    assert_true(fabs(h200 / h100 / (13.41 / 13.92) - 1) < 0.10);
    const double once = figure_of(DECODE MISTRAL_7B H100 MANY_READS "serving.style=trt", "decode.time") /
                        figure_of(DECODE MISTRAL_7B H200 MANY_READS "serving.style=trt", "decode.time");
    assert_true(once > 1.2);
}

/* Kernels of 2023 give each head of a sequence to one multiprocessor: one sequence of 16 heads a card leaves 92 of an
 * A100's 108 idle. TurboMind's step of Llama 2 70B on four takes 2 ms more at 2,112 tokens than at 192 (31 and 29 ms),
 * where the cache is read in 0.3. */
static void one_sequence_of_old_kernels_reads_its_cache_slowly(void **state)
{
    (void)state;
#define ONE_SEQUENCE DECODE LLAMA_2_70B A100 "tp=4 decode.batch=1 "
    const double longer = figure_of(ONE_SEQUENCE "serving.style=cpp decode.context=2112", "decode.time") -
                          figure_of(ONE_SEQUENCE "serving.style=cpp decode.context=192", "decode.time");
    assert_true(longer > 1.4e-3 && longer < 2.6e-3);
    const double split = figure_of(ONE_SEQUENCE "serving.style=vllm2023 decode.context=2112", "decode.time") -
                         figure_of(ONE_SEQUENCE "serving.style=vllm2023 decode.context=192", "decode.time");
    assert_true(split < 0.5e-3);
}

/* Where threads load what they multiply, a cache in 8 bit is read in the time of one in 16; elsewhere in half. */
static void narrow_caches_save_no_time_where_threads_load_them(void **state)
{
    (void)state;
#define LONG_STEP "tp=8 decode.batch=64 decode.context=8192 serving.style=vllm2025 "
    const char *const cards[] = {DECODE LLAMA_3_70B MI300X LONG_STEP, DECODE LLAMA_3_70B H100 LONG_STEP};
    double ratio[2];
    for (int i = 0; i < 2; i++) {
        char wide[2048];
        char narrow[2048];
        (void)snprintf(wide, sizeof wide, "%s decode.kv_precision=bf16", cards[i]);
        (void)snprintf(narrow, sizeof narrow, "%s decode.kv_precision=fp8", cards[i]);
        ratio[i] = (figure_of(narrow, "decode.time") - figure_of(narrow, "decode.launch")) /
                   (figure_of(wide, "decode.time") - figure_of(wide, "decode.launch"));
    }
    assert_true(fabs(ratio[0] - 1) < 1e-3);
    assert_true(ratio[1] < 0.85);
}

/* A product of 64 rows on a card of the MI300X's rates: with copies behind it, the cube root of the sum of cubes of
 * arithmetic and stream; without, the two thirds power of the sum of their 1.5th powers, which is more. */
static void threads_that_load_and_multiply_overlap_less(void **state)
{
    (void)state;
#define SIXTY_FOUR \
    DECODE LLAMA_3_405B MI300X "tp=8 decode.batch=64 decode.context=16 serving.style=trt decode.precision=fp8 "
    const double without = figure_of(SIXTY_FOUR, "decode.compute");
    const double with = figure_of(SIXTY_FOUR "gpu.generation=cdna4", "decode.compute");
    assert_true(with > 0 && without > 1.5 * with);
}

/* An eager framework cannot issue a layer faster than 0.55 ms: TP 4 is slower than TP 2 on one H100 after another
 * (text-generation-inference 1315: 28.0, 28.0, 31.8 ms). */
static void an_eager_host_makes_more_cards_slower(void **state)
{
    (void)state;
#define EAGER_34B DECODE CODELLAMA_34B H100 "decode.batch=1 decode.context=100 serving.style=eager "
    assert_true(figure_of(EAGER_34B "tp=4", "decode.time") > figure_of(EAGER_34B "tp=2", "decode.time"));
    assert_true(figure_of(EAGER_34B "tp=4 host.speed=4", "decode.time") <
                figure_of(EAGER_34B "tp=2 host.speed=4", "decode.time"));
}

/* Every stage works on a share of the batch; a token passes all of them. */
static void a_pipeline_gives_memory_and_no_latency(void **state)
{
    (void)state;
#define STAGED DECODE LLAMA_3_70B H100 ROOMY "decode.batch=1 decode.context=512 tp=1 "
    const double alone = figure_of(STAGED "pp=1", "decode.time");
    const double staged = figure_of(STAGED "pp=8", "decode.time");
    assert_true(staged > alone && staged < 1.05 * alone);
    expect_figure(STAGED "pp=8", "pp.count", 8, 0);
    expect_figure(STAGED "pp=8", "pp.message", 16384, 0);
}

static void a_parallel_block_needs_one_all_reduce(void **state)
{
    (void)state;
    expect_figure(STEP_70B "tp=8 model.parallel_block=on", "tp.count", 80, 0);
    expect_figure(STEP_70B "tp=8", "tp.count", 160, 0);
    expect_figure(STEP_70B "tp=8", "tp.message", 16384, 0);
    assert_true(figure_of(STEP_70B ROOMY "tp=1", "tp.count") == 0);
}

/* Weights in fp8 with a scale for each block: every product but the router's waits for a kernel that scales its rows,
 * 2.2 us with TensorRT-LLM. Scales of a whole weight, as of Llama, cost one a layer, behind attention: norms and the
 * activation quantise what they write. Cards without units for 8 bit widen weights, and quantise nothing. */
static void scales_of_blocks_cost_a_kernel_for_each_product(void **state)
{
    (void)state;
#define LATENT DECODE DEEPSEEK_V3 H200 "tp=8 decode.batch=1 decode.context=1900 serving.style=trt "
    const double blocks = figure_of(LATENT "decode.precision=fp8", "decode.launch");
    const double wide = figure_of(LATENT "decode.precision=bf16", "decode.launch");
    assert_true(fabs(blocks - wide - SCALING_KERNELS * 2.2e-6) < 1e-9);
    expect_figure(STEP_70B "tp=8 serving.style=trt decode.precision=fp8", "decode.launch",
                  figure_of(STEP_70B "tp=8 serving.style=trt", "decode.launch") + 80 * 2.2e-6, 1e-9);
    expect_figure(DECODE LLAMA_3_70B A100 "tp=8 serving.style=trt decode.precision=fp8", "decode.launch",
                  figure_of(DECODE LLAMA_3_70B A100 "tp=8 serving.style=trt", "decode.launch"), 1e-9);
}

/* One norm over all heads is a sum of squares that TP adds up, 8 B a token, between two kernels: 62 more all-reduces of
 * 32 B for four sequences. A norm of each head is two kernels, 2.2 us each, and no sum. */
static void a_norm_of_all_heads_is_summed_over_the_ranks(void **state)
{
    (void)state;
#define OF_ALL \
    DECODE MINIMAX_M2 H100 "tp=4 decode.batch=4 decode.context=1500 decode.precision=fp8 serving.style=vllm2026 "
    expect_figure(OF_ALL, "tp.count", 3 * 62, 0);
    expect_figure(OF_ALL "model.qk_norm_whole=off", "tp.count", 2 * 62, 0);
    expect_figure(OF_ALL, "tp.bytes", 62 * 1.5 * (2 * 2 * 4 * 3072 + 8 * 4), 1e-9);
    expect_figure(OF_ALL "model.qk_norm_whole=off", "decode.launch",
                  figure_of(OF_ALL "model.qk_norm=off", "decode.launch") + 62 * 2 * 2.2e-6, 1e-9);
}

/* With other settings behind a scenario's two engines compute alike. */
static void expect_alike(const char *scenario, const char *other, const char *one_style, const char *other_style)
{
    char one[2048];
    char like[2048];
    (void)snprintf(one, sizeof one, "%s %s serving.style=%s", scenario, other, one_style);
    (void)snprintf(like, sizeof like, "%s %s serving.style=%s", scenario, other, other_style);
    expect_figure(one, "decode.compute", figure_of(like, "decode.compute"), 1e-9);
}

/* DeepGEMM's products with offsets on Hopper walk through all experts of a rank, 0.15 us each: without EP 256 in each
 * of two products of 58 layers, 4.45 ms, with EP 8 32, 0.56. DeepSeek-R1 in fp8 on eight H200 takes 13.78 and 11.0 ms
 * (TensorRT-LLM, issue 5929), though the experts that it reads are the fewer without. */
static void products_that_walk_through_experts_take_as_long_as_there_are_experts(void **state)
{
    (void)state;
#define WALKED DECODE DEEPSEEK_V3 H200 "tp=8 decode.batch=1 decode.context=1900 decode.precision=fp8 "
    const double look = 58 * 2 * 0.15e-6;
    expect_figure(WALKED "ep=1 serving.style=trt", "decode.compute",
                  figure_of(WALKED "ep=1 serving.style=trt2025", "decode.compute") + look * 256, 1e-9);
    expect_figure(WALKED "ep=8 serving.style=trt", "decode.compute",
                  figure_of(WALKED "ep=8 serving.style=trt2025", "decode.compute") + look * 32, 1e-9);
    static const char *const others[] = {"gpu.generation=blackwell ", "model.block_scales=off ",
                                         "decode.precision=bf16 "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_alike(WALKED, others[i], "trt", "trt2025");
    }
}

/* Triton's experts go along k in steps of 128 bytes, 0.6 us each: of one token's eight experts on TP 8 the first
 * product has 56, 33.6 us beside a stream of 8, the second 2 beside 4. What fills the card hides them; other engines,
 * and experts in 4 bit, have other kernels. */
static void one_token_waits_for_the_steps_of_its_experts(void **state)
{
    (void)state;
#define STEPPED DECODE DEEPSEEK_V3 H200 "tp=8 decode.context=1900 decode.batch="
    const double one = figure_of(STEPPED "1 decode.precision=fp8 serving.style=vllm2026", "decode.compute") -
                       figure_of(STEPPED "1 decode.precision=fp8 serving.style=trt2025", "decode.compute");
    assert_true(one > 58 * 23e-6 && one < 58 * 30e-6);
    const double wide = figure_of(STEPPED "1 decode.precision=bf16 serving.style=vllm2026", "decode.compute") -
                        figure_of(STEPPED "1 decode.precision=bf16 serving.style=trt2025", "decode.compute");
    assert_true(wide > 58 * 50e-6 && wide < 58 * 62e-6); /* twice the bytes: 112 steps */
    const double many = figure_of(STEPPED "256 decode.precision=fp8 serving.style=vllm2026", "decode.time") /
                        figure_of(STEPPED "256 decode.precision=fp8 serving.style=trt2025", "decode.time");
    assert_true(many < 1.01);
    expect_figure(STEPPED "1 decode.precision=int4 serving.style=vllm2026", "decode.compute",
                  figure_of(STEPPED "1 decode.precision=int4 serving.style=trt2025", "decode.compute"), 1e-9);
}

/* vLLM of 2025 pads 127 rows for each of the 256 experts that a rank holds, whatever is chosen: 254 tiles of rows, 6 of
 * columns with 24 steps along k and 24 with 3, 1,135 clocks each. MiniMax-M2 on four H100 takes 16 ms longer so. */
static void experts_are_padded_to_whole_tiles_whatever_is_chosen(void **state)
{
    (void)state;
#define PADDED DECODE MINIMAX_M2 H100 "tp=4 decode.batch=10 decode.context=2300 decode.precision=fp8 "
    const double step = 1135 / (132 * 1.83e9);
    const double whole = 62 * 256 * (127 / 128.0) * (6 * 24 + 24 * 3) * step;
    assert_true(fabs(whole / 15.97e-3 - 1) < 0.01);
    expect_figure(PADDED "serving.style=vllm2025", "decode.compute",
                  figure_of(PADDED "serving.style=trt2025", "decode.compute") + whole, 1e-9);
    expect_figure(PADDED "ep=4 serving.style=vllm2025", "decode.compute",
                  figure_of(PADDED "ep=4 serving.style=trt2025", "decode.compute") +
                      62 * 64 * (127 / 128.0) * (24 * 24 + 24 * 12) * step,
                  1e-9);
    static const char *const others[] = {"gpu.generation=ampere ", "model.block_scales=off ", "decode.precision=bf16 "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_alike(PADDED, others[i], "vllm2025", "vllm2026");
    }
}

/* With scales of blocks Triton's experts fill tiles of 64 rows where all products do; with one scale they do not. On
 * H20, which has a seventh of H100's arithmetic, one token shows it. */
static void experts_fill_wide_tiles_with_scales_of_blocks_alone(void **state)
{
    (void)state;
#define FILLED DECODE MINIMAX_M2 H100 "tp=8 decode.batch=1 decode.precision=fp8 gpu.peak.fp8=296TFLOP/s "
    static const char *const scales[] = {"model.block_scales=on ", "model.block_scales=off "};
    double widened[2];
    for (int i = 0; i < 2; i++) {
        char narrow[2048];
        char wide[2048];
        (void)snprintf(narrow, sizeof narrow, "%s%s", FILLED, scales[i]);
        (void)snprintf(wide, sizeof wide, "%s%sserving.wide_tiles=on", FILLED, scales[i]);
        widened[i] = figure_of(wide, "decode.compute") - figure_of(narrow, "decode.compute");
    }
    assert_true(widened[1] > 0);
    assert_true(widened[0] > 1.1 * widened[1]);
}

/* Engines of TensorRT-LLM 0.10 in NIM 1.0, Llama 3 70B in fp8 on four H100: 13.73 ms with 200 tokens in and out, 15.37
 * with 2,000 in: 1.64 ms for 1,800 more tokens, 0.05 of them the memory's. In NIM 1.8, two H100, 18.58 ms with 5,000 in
 * and 500 out, 18.91 with 500 and 2,000: a long sequence is cut. */
static void a_long_sequence_waits_for_one_multiprocessor_until_it_is_cut(void **state)
{
    (void)state;
#define ALONE_70B DECODE LLAMA_3_70B H100 "decode.batch=1 decode.precision=fp8 decode.kv_precision=fp8 "
    const double grown = figure_of(ALONE_70B "tp=4 serving.style=trt2024 decode.context=2100", "decode.time") -
                         figure_of(ALONE_70B "tp=4 serving.style=trt2024 decode.context=300", "decode.time");
    assert_true(fabs(grown / 1.64e-3 - 1) < 0.15);
    const double cut = figure_of(ALONE_70B "tp=2 serving.style=trt2025 decode.context=5250", "decode.time") -
                       figure_of(ALONE_70B "tp=2 serving.style=trt2025 decode.context=1500", "decode.time");
    assert_true(cut > 0 && cut < 0.3e-3);
}

/* Servers of the A100's years take twice as long for interpreted work, no longer for compiled, and between for an
 * engine that is compiled and called from Python (NVIDIA's NeMo pages: nearly the same host time on both). */
static void old_servers_are_slow_where_they_interpret(void **state)
{
    (void)state;
    static const struct {
        enum serving_engine style;
        double least, most;
    } cases[] = {
        {SERVING_COMPILED, 1, 1},  {SERVING_CPP, 1, 1},       {SERVING_TRT, 1, 1},   {SERVING_TRT_2024, 1, 1},
        {SERVING_TRTPY, 1.2, 1.6}, {SERVING_VLLM_2024, 2, 2}, {SERVING_EAGER, 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scenario scenario = {.cluster.host_speed = 1, .strategy = {.tp = 4, .pp = 1}};
        scenario.serving.style = cases[i].style;
        scenario.gpu.generation = GENERATION_HOPPER;
        const double now = serving_host_time(&scenario, 16);
        scenario.gpu.generation = GENERATION_AMPERE;
        const double ratio = serving_host_time(&scenario, 16) / now;
        assert_true(ratio >= cases[i].least - 1e-12 && ratio <= cases[i].most + 1e-12);
    }
}

/* Kernels that are launched one by one wait as many cycles everywhere: 3.8 us at Hopper's 1.83 GHz are 4.93 at 1.41 and
 * 2.76 at 2.52. Those of a recorded graph wait as long on each of NVIDIA's; AMD's graphs are launched packet by packet,
 * 1.6 times that at 2.1 GHz and 1.4 at 2.4. */
static void launches_wait_for_cycles_and_graphs_do_not(void **state)
{
    (void)state;
    const struct {
        enum generation generation;
        double launched, recorded;
    } cases[] = {{GENERATION_HOPPER, 3.80e-6, 2.2e-6},
                 {GENERATION_AMPERE, 4.93e-6, 2.2e-6},
                 {GENERATION_ADA, 2.76e-6, 2.2e-6},
                 {GENERATION_CDNA3, 1.6 * 3.8e-6, 1.6 * 2.2e-6},
                 {GENERATION_CDNA4, 1.4 * 3.8e-6, 1.4 * 2.2e-6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scenario scenario = scenario_with(STEP_70B "tp=8 serving.style=cpp");
        scenario.gpu.generation = cases[i].generation;
        assert_true(fabs(serving_gap(&scenario) / cases[i].launched - 1) < 2e-3);
        scenario.serving.style = SERVING_VLLM_2025;
        assert_true(fabs(serving_gap(&scenario) / cases[i].recorded - 1) < 2e-3);
    }
}

/* RTX 3090 runs at 1.695 GHz, A100 at 1.41: 3.8 us at 1.83 are 4.10. */
static void a_card_waits_by_its_own_clock(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(STEP_70B "tp=8 serving.style=cpp gpu.clock=1.695GHz");
    scenario.gpu.generation = GENERATION_AMPERE;
    assert_true(fabs(serving_gap(&scenario) / 4.10e-6 - 1) < 2e-3);
}

/* llama-bench, Llama 2 7B in Q8_0 on RTX 4090, 64 tokens in the cache: 98.13 tokens/s (ggml-org/llama.cpp, pull request
 * 4766), 13.21 GB of fp16: 61.03. */
static void llama_cpp_decodes_as_published(void **state)
{
    (void)state;
#define SEVEN_ON_4090                                                                                              \
    "mode=decode cluster.gpus=1 tp=1 decode.batch=1 decode.context=64 serving.style=llamacpp2024 model.layers=32 " \
    "model.hidden=4096 model.ffn=11008 model.heads=32 model.kv_heads=32 model.head_dim=128 model.vocab=32000 "     \
    "model.gated=on gpu.generation=ada gpu.peak.bf16=165.2TFLOP/s gpu.hbm_bandwidth=1.008TB/s gpu.sms=128 "        \
    "gpu.stream_efficiency=0.88 gpu.hbm_efficiency=0.82 gpu.gemm_efficiency=0.835 "
    expect_figure(SEVEN_ON_4090 "decode.precision=q8_0", "decode.time", 1 / 98.13, 0.1);
    expect_figure(SEVEN_ON_4090 "decode.precision=bf16", "decode.time", 1 / 61.03, 0.1);
}

/* mmq.cuh: 128 rows are a tile of 128, 129 are two of 80: 160 rows for 128, a quarter more at most; 257 are three of
 * 96, 288 for 256. */
static void a_row_beyond_a_tile_of_llama_cpp_makes_two_smaller_ones(void **state)
{
    (void)state;
    const double one =
        figure_of(SEVEN_ON_4090 "decode.precision=q4_0 serving.style=llamacpp2025 decode.batch=128", "decode.time");
    const double two =
        figure_of(SEVEN_ON_4090 "decode.precision=q4_0 serving.style=llamacpp2025 decode.batch=129", "decode.time");
    const double even =
        figure_of(SEVEN_ON_4090 "decode.precision=q4_0 serving.style=llamacpp2025 decode.batch=256", "decode.time");
    const double three =
        figure_of(SEVEN_ON_4090 "decode.precision=q4_0 serving.style=llamacpp2025 decode.batch=257", "decode.time");
    assert_true(two > one && two < 1.25 * one);
    assert_true(three > even && three < 1.125 * even);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_an_independent_implementation),
        cmocka_unit_test(without_collectives_they_agree_exactly),
        cmocka_unit_test(a_cache_is_read_no_quicker_than_memory),
        cmocka_unit_test(the_whiteboard_is_the_roofline_and_its_collectives),
        cmocka_unit_test(old_kernels_pay_for_shared_keys),
        cmocka_unit_test(heads_that_read_again_wait_for_multiprocessors_not_for_memory),
        cmocka_unit_test(one_sequence_of_old_kernels_reads_its_cache_slowly),
        cmocka_unit_test(narrow_caches_save_no_time_where_threads_load_them),
        cmocka_unit_test(threads_that_load_and_multiply_overlap_less),
        cmocka_unit_test(an_eager_host_makes_more_cards_slower),
        cmocka_unit_test(a_pipeline_gives_memory_and_no_latency),
        cmocka_unit_test(a_parallel_block_needs_one_all_reduce),
        cmocka_unit_test(scales_of_blocks_cost_a_kernel_for_each_product),
        cmocka_unit_test(a_norm_of_all_heads_is_summed_over_the_ranks),
        cmocka_unit_test(products_that_walk_through_experts_take_as_long_as_there_are_experts),
        cmocka_unit_test(one_token_waits_for_the_steps_of_its_experts),
        cmocka_unit_test(experts_are_padded_to_whole_tiles_whatever_is_chosen),
        cmocka_unit_test(experts_fill_wide_tiles_with_scales_of_blocks_alone),
        cmocka_unit_test(a_long_sequence_waits_for_one_multiprocessor_until_it_is_cut),
        cmocka_unit_test(old_servers_are_slow_where_they_interpret),
        cmocka_unit_test(launches_wait_for_cycles_and_graphs_do_not),
        cmocka_unit_test(a_card_waits_by_its_own_clock),
        cmocka_unit_test(a_row_beyond_a_tile_of_llama_cpp_makes_two_smaller_ones),
        cmocka_unit_test(llama_cpp_decodes_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
