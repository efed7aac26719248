/* test_cases_serving.c: layouts that people asked about in public and that no inference engine has: weights that
 * replicas divide among themselves (FSDP), and experts that tensor parallelism does not cut. What engines do is in
 * test_inference.c, test_roofline.c, test_kv_cache.c and test_serving_memory.c. */
#include "core/evaluate.h"
#include "core/expert_visits.h"
#include "core/notes.h"
#include "core/strategy.h"
#include "figures.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Lightning-AI/litgpt issue 607: Llama 2 7B on RTX A5000. One card makes 33.4 tokens a second, two with FSDP 2.54,
 * which is 18.5 GB/s of PCIe. */
#define A5000                                                                                                      \
    "mode=decode decode.batch=1 decode.context=128 tp=1 pp=1 ep=1 gpu.generation=ampere gpu.peak.bf16=111TFLOP/s " \
    "gpu.peak.fp8=none gpu.peak.fp4=none gpu.hbm_bandwidth=768GB/s gpu.hbm_capacity=24GB gpu.sms=64 "              \
    "gpu.hbm_efficiency=0.82 gpu.stream_efficiency=0.80 scaleup.kind=pcie scaleup.size=2 node.gpus=2 "             \
    "scaleup.bandwidth=18.5GB/s link.basis=direction serving.style=eager cluster.gpus=2 " LLAMA_2_7B
#define ALONE A5000 "serving.fsdp=off "
#define SHARDED A5000 "serving.fsdp=on "

/* Half of 13.48 GB comes from the other card, for every token. */
static void fsdp_moves_all_weights_for_every_token(void **state)
{
    (void)state;
    expect_figure(SHARDED, "fsdp.bytes", 6.738e9, 0.01);
    expect_figure(SHARDED, "decode.tokens_per_second", 2.54, 0.35);
    expect_figure(ALONE, "decode.tokens_per_second", 33.4, 0.35);
    assert_true(figure_of(SHARDED, "decode.time") > 10 * figure_of(ALONE, "decode.time"));
    assert_true(figure_of(ALONE "tp=2", "decode.time") < figure_of(ALONE, "decode.time"));
    assert_true(figure_of(ALONE, "fsdp.bytes") == 0);
}

/* The gathers hide behind the layer before, all but the first and the embedding, where the link outruns the memory. */
static void a_gather_hides_behind_the_layer_before(void **state)
{
    (void)state;
#define OUTRUN \
    SHARDED "scaleup.kind=switch scaleup.bandwidth=10TB/s scaleup.latency=0s decode.batch=256 decode.context=1 "
    const double each = figure_of(OUTRUN, "fsdp.time") * 404.8 / 13476.8; /* a layer's bytes of all, in MB */
    const double outer = figure_of(OUTRUN, "fsdp.time") * 524.3 / 13476.8;
    expect_figure(OUTRUN, "fsdp.exposed", each + outer, 0.01);
    expect_figure(SHARDED, "fsdp.exposed", figure_of(SHARDED, "fsdp.time"), 0.10);
}

/* A layer of 202.4e6 parameters, 32 of them, and 262.1e6 of embedding and head: half of the layers, the whole of two
 * while they run, and the ends. */
static void half_of_the_layers_and_two_whole_are_held(void **state)
{
    (void)state;
    const double layer = 2 * 202.39e6;
    const double ends = 2 * 262.14e6;
    expect_figure(ALONE, "memory.weights", 32 * layer + ends, 1e-3);
    expect_figure(SHARDED, "memory.weights", 16 * layer + 2 * layer / 2 + ends, 1e-3);
    expect_figure(SHARDED "cluster.gpus=1", "memory.weights", 32 * layer + ends, 1e-3);
    assert_true(figure_of(SHARDED "cluster.gpus=1", "fsdp.bytes") == 0);
}

static void the_parts_of_a_step_with_gathers_add_up(void **state)
{
    (void)state;
    static const char *const jobs[] = {SHARDED, SHARDED "compute.model=flat", SHARDED "link.basis=achieved",
                                       SHARDED "cluster.gpus=8 tp=2 pp=2 decode.batch=16"};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        const double parts = figure_of(jobs[i], "decode.weights") + figure_of(jobs[i], "decode.kv") +
                             figure_of(jobs[i], "decode.compute") + figure_of(jobs[i], "decode.launch") +
                             figure_of(jobs[i], "decode.head") + figure_of(jobs[i], "tp.exposed") +
                             figure_of(jobs[i], "pp.exposed") + figure_of(jobs[i], "fsdp.exposed");
        expect_figure(jobs[i], "decode.time", parts, 1e-12);
        assert_true(figure_of(jobs[i], "decode.comm.floor") <= figure_of(jobs[i], "decode.comm"));
        assert_true(figure_of(jobs[i], "decode.bound") <= figure_of(jobs[i], "decode.time"));
    }
}

/* A prompt has enough arithmetic to hide its gathers behind; the bytes are the same. */
static void a_prompt_gathers_once(void **state)
{
    (void)state;
#define PROMPT "mode=prefill prefill.tokens=4096 scaleup.bandwidth=64GB/s "
    expect_figure(SHARDED PROMPT, "fsdp.bytes", 6.738e9, 0.01);
    assert_true(figure_of(SHARDED PROMPT, "fsdp.hidden") > 0.8 * figure_of(SHARDED PROMPT, "fsdp.time"));
    expect_figure(SHARDED PROMPT "prefill.chunk=1024", "fsdp.bytes", 4 * 6.476e9 + 0.262e9, 0.01);
}

static void a_reader_is_told_what_travels(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(SHARDED);
    const struct result result = evaluate(&scenario);
    const struct notes notes = notes_of(&scenario, &result);
    bool told = false;
    for (int i = 0; i < notes.count; i++) {
        told |= strstr(notes.text[i], "FSDP sends 6.74 GB a GPU in every pass") != NULL;
    }
    assert_true(told);
    const struct scenario twice = scenario_with("mode=decode cluster.gpus=8 tp=1 ep=8 serving.fsdp=on " MIXTRAL_8X7B);
    assert_false(strategy_valid(&twice));
    assert_non_null(strstr(strategy_reasons(&twice).text[0], "FSDP divides weights over replicas, and so does EP 8"));
}

/* NVIDIA-NeMo/Megatron-Bridge pull request 3744: Mixtral's 46.70e9 parameters, of them 45.10e9 of experts. On TP 8 and
 * EP 2 with ETP 1 a GPU holds 22.75e9; an engine, which cuts what EP leaves, 5.84e9. On TP 2 and EP 8 6.44e9 either
 * way. */
static void whole_experts_are_divided_by_ep_alone(void **state)
{
    (void)state;
#define MIXTRAL "mode=decode cluster.gpus=8 decode.batch=1 " MIXTRAL_8X7B
#define WHOLE MIXTRAL "serving.whole_experts=on "
    expect_figure(WHOLE "tp=8 ep=2", "memory.weights", 2 * 22.75e9, 0.01);
    expect_figure(MIXTRAL "tp=8 ep=2", "memory.weights", 2 * 5.84e9, 0.01);
    expect_figure(WHOLE "tp=2 ep=8", "memory.weights", 2 * 6.44e9, 0.01);
    expect_figure(MIXTRAL "tp=2 ep=8", "memory.weights", 2 * 6.44e9, 0.01);
    expect_figure(WHOLE "tp=8 ep=8", "decode.time", figure_of(MIXTRAL "tp=8 ep=8", "decode.time"), 0);
}

/* One token wakes 2 of 8 experts. Cut in four, each rank of EP 2 reads a quarter of about one; whole, all of it. */
static void whole_experts_are_read_whole(void **state)
{
    (void)state;
    const struct scenario cut = scenario_with(MIXTRAL "tp=8 ep=2");
    const struct scenario whole = scenario_with(WHOLE "tp=8 ep=2");
    const struct expert_visits one = expert_visits(&cut, 64);
    const struct expert_visits other = expert_visits(&whole, 64);
    assert_true(one.cut == 4 && one.copies == 1 && one.pairs == 64);
    assert_true(other.cut == 1 && other.copies == 4 && other.pairs == 16); /* four copies share the tokens */
    assert_true(figure_of(WHOLE "tp=8 ep=2", "decode.weights") >
                1.5 * figure_of(MIXTRAL "tp=8 ep=2", "decode.weights"));
    assert_true(figure_of(WHOLE "tp=8 ep=2", "decode.bound") <= figure_of(WHOLE "tp=8 ep=2", "decode.time"));
    const struct scenario odd = scenario_with(WHOLE "tp=8 ep=2 model.expert_ffn=14337");
    assert_true(strategy_valid(&odd));
}

/* Llama 3 70B on TP 8 of H100: 68.45e9 parameters of layers, 1.0507e9 each of embedding and head, in 16 bit. A head
 * that every rank has whole is 2.101 GB in each step, at 0.85 of 3.35 TB/s 0.738 ms; an eighth of it is 0.092 ms, and
 * its logits, of 257 kB, are gathered in 10 to 60 us. */
static void a_whole_head_is_read_by_every_rank(void **state)
{
    (void)state;
#define DENSE_70B "mode=decode cluster.gpus=8 tp=8 decode.batch=1 serving.style=compiled " H100 LLAMA_3_70B
    expect_figure(DENSE_70B "serving.whole_head=on", "memory.weights", 2 * (68.45e9 / 8 + 2 * 1.0507e9), 0.001);
    expect_figure(DENSE_70B "serving.whole_head=off", "memory.weights", 2 * (68.45e9 + 2 * 1.0507e9) / 8, 0.001);
    const double more = figure_of(DENSE_70B "serving.whole_head=on", "decode.time") -
                        figure_of(DENSE_70B "serving.whole_head=off", "decode.time");
    assert_true(more > 0.738e-3 - 0.092e-3 - 60e-6 && more < 0.738e-3 - 0.092e-3 - 10e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fsdp_moves_all_weights_for_every_token),
        cmocka_unit_test(a_gather_hides_behind_the_layer_before),
        cmocka_unit_test(half_of_the_layers_and_two_whole_are_held),
        cmocka_unit_test(the_parts_of_a_step_with_gathers_add_up),
        cmocka_unit_test(a_prompt_gathers_once),
        cmocka_unit_test(a_reader_is_told_what_travels),
        cmocka_unit_test(whole_experts_are_divided_by_ep_alone),
        cmocka_unit_test(whole_experts_are_read_whole),
        cmocka_unit_test(a_whole_head_is_read_by_every_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
