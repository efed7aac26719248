/* test_evaluate.c: whole scenarios against figures worked by hand. */
#include "core/evaluate.h"
#include "core/explain.h"
#include "core/metrics.h"
#include "core/notes.h"
#include "core/sensitivity.h"
#include "scenario_text.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* On the whiteboard: 40 % of 989 TFLOP/s dense, 6 FLOPs per parameter and token, quoted link rates, one NIC, no
 * latency. */

static double figure(const char *settings, const char *key)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    const struct metric *metric = metric_find(key);
    if (metric == NULL) {
        fail_msg("no metric \"%s\"", key);
        return NAN;
    }
    return metric_get(metric, &result);
}

static void expect(const char *settings, const char *key, double expected, double tolerance)
{
    const double got = figure(settings, key);
    if (!(fabs(got / expected - 1.0) <= tolerance)) {
        fail_msg("%s\n  %s = %.8g, expected %.8g, off by %.3g", settings, key, got, expected, got / expected - 1.0);
    }
}

#define BOARD_8B WHITEBOARD LLAMA_3_8B "tp=1 "
#define BOARD_70B WHITEBOARD LLAMA_3_70B
#define TENTH_PERCENT 1e-3

static void the_whiteboard_gives_the_figures_worked_by_hand(void **state)
{
    (void)state;
    const struct {
        const char *settings, *key;
        double expected;
    } cases[] = {
        {BOARD_8B "cluster.gpus=8 global_batch=8", "params.total", 8.0303e9},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "params.total", 70.554e9},
        {BOARD_8B "cluster.gpus=8 global_batch=8", "dp.message", 16.061e9},
        {BOARD_8B "cluster.gpus=8 global_batch=8", "dp.bytes", 28.106e9},
        {BOARD_8B "cluster.gpus=64 global_batch=64", "dp.bytes", 31.62e9},
        {BOARD_8B "cluster.gpus=8 global_batch=8 link.basis=direction", "compute.backward", 0.6652},
        {BOARD_8B "cluster.gpus=8 global_batch=8 link.basis=direction", "dp.time", 62.46e-3},
        {BOARD_8B "cluster.gpus=8 global_batch=8 link.basis=direction", "dp.hidden", 62.46e-3},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "tp.count", 320},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "tp.message", 134.2e6},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "tp.bytes", 75.16e9},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "compute.time", 1.0958},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "tp.time", 83.51e-3},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1", "tp.share", 0.0762},
        {BOARD_70B "cluster.gpus=8 tp=8 global_batch=1 scaleup.size=1", "tp.time", 1.5032},
        {BOARD_70B "cluster.gpus=8 tp=1 global_batch=8", "dp.message", 141.1e9},
        {BOARD_70B "cluster.gpus=8 tp=1 global_batch=8", "dp.time", 0.2744},
        {BOARD_70B "cluster.gpus=8 tp=1 global_batch=8 link.basis=direction", "dp.time", 0.5488},
        {BOARD_70B "cluster.gpus=8192 tp=8 global_batch=1024", "dp.required_bandwidth", 48.24e9},
        {BOARD_70B "cluster.gpus=64 tp=8 global_batch=8", "dp.required_bandwidth", 42.25e9},
        {BOARD_70B "cluster.gpus=1048576 tp=8 global_batch=131072", "dp.required_bandwidth", 48.29e9},
        {BOARD_70B "cluster.gpus=16 tp=16 global_batch=1 ring.model=rail link.basis=direction", "tp.bytes", 80.53e9},
        {BOARD_70B "cluster.gpus=16 tp=16 global_batch=1 ring.model=rail link.basis=direction", "tp.time", 0.2013},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect(cases[i].settings, cases[i].key, cases[i].expected, TENTH_PERCENT);
    }
}

static void seventy_billion_unsharded_do_not_fit_and_are_priced_all_the_same(void **state)
{
    (void)state;
    assert_true(figure(BOARD_70B "cluster.gpus=8 tp=1 global_batch=8", "memory.fits") == 0.0);
    assert_true(figure(BOARD_70B "cluster.gpus=8 tp=1 global_batch=8", "step.time") > 1.0);
}

/* The opening scenario: its memory was worked out part by part, its MFU is what such jobs reach. */
#define JOB_70B LLAMA_3_70B "cluster.gpus=64 tp=8 zero=1 sp=on attention.kernel=flash3 seq_len=8192 micro_batch=1 "

static void the_opening_scenario_is_plausible(void **state)
{
    (void)state;
    expect(JOB_70B, "memory.total", 74.1e9, 0.03);
    expect(JOB_70B, "batch.global", 64, 0.0);
    expect(JOB_70B, "mfu", 0.45, 0.12);
}

static void the_parts_of_a_step_add_up_and_hidden_plus_exposed_is_all(void **state)
{
    (void)state;
    static const char *const variants[] = {
        JOB_70B,
        JOB_70B "pp=2 tp=4 global_batch=128",
        JOB_70B "zero=3 tp=1 recompute=full",
        JOB_70B "cp=2",
        JOB_70B "tp=4 pp=2 vp=2 overlap.p2p=on",
        JOB_70B "zero=2 overlap.dp=off",
        JOB_70B "zero=0 overlap.tp=0.65",
        JOB_70B "execution.style=eager overlap.tp=backward sp=off recompute=selective attention.kernel=unfused",
        BOARD_70B "cluster.gpus=64 tp=8 global_batch=8",
    };
    static const char *const parts[] = {
        "compute.time", "head.time", "dispatch.time", "contention.time", "tp.exposed",     "cp.exposed", "ep.exposed",
        "pp.exposed",   "pp.bubble", "dp.exposed",    "fsdp.exposed",    "optimizer.time", "jitter.time"};
    static const char *const kinds[] = {"tp", "cp", "ep", "pp", "dp", "fsdp"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
            const double part = figure(variants[i], parts[j]);
            assert_true(part >= 0.0);
            sum += part;
        }
        expect(variants[i], "step.time", sum, 1e-12);
        for (size_t j = 0; j < sizeof kinds / sizeof kinds[0]; j++) {
            char keys[3][32];
            (void)snprintf(keys[0], sizeof keys[0], "%s.time", kinds[j]);
            (void)snprintf(keys[1], sizeof keys[1], "%s.hidden", kinds[j]);
            (void)snprintf(keys[2], sizeof keys[2], "%s.exposed", kinds[j]);
            const double time = figure(variants[i], keys[0]);
            const double both = figure(variants[i], keys[1]) + figure(variants[i], keys[2]);
            assert_true(fabs(time - both) <= 1e-12 * (time + 1e-12));
        }
    }
}

static void an_impossible_scenario_has_reasons_and_no_figures(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(JOB_70B "tp=6");
    const struct result result = evaluate(&scenario);
    assert_false(result.valid);
    for (int i = 0; i < metric_count; i++) {
        assert_true(isnan(metric_get(&metrics[i], &result)));
    }
    assert_true(strategy_reasons(&scenario).count > 0);
}

/* A template names only keys that exist, so no brace survives the filling. */
static void expect_filled(const struct metric *metric, const struct scenario *scenario, const struct result *result)
{
    const char *numbers = metric_numbers(metric, scenario);
    char text[1024];
    assert_non_null(metric->meaning);
    if (numbers == NULL) {
        return;
    }
    assert_true(explain_fill(text, sizeof text, numbers, scenario, result) < sizeof text);
    if (strchr(text, '{') != NULL || strstr(text, "nan") != NULL) {
        fail_msg("%s: %s", metric->key, text);
    }
}

static void every_explanation_can_be_filled(void **state)
{
    (void)state;
    static const char *const boards[] = {JOB_70B, BOARD_70B "cluster.gpus=64 tp=8 global_batch=8"};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct scenario scenario = scenario_with(boards[i]);
        const struct result result = evaluate(&scenario);
        for (int j = 0; j < metric_count; j++) {
            expect_filled(&metrics[j], &scenario, &result);
        }
    }
}

static void a_compute_bound_step_waits_for_compute_and_a_starved_one_for_its_nic(void **state)
{
    (void)state;
    const struct scenario opening = scenario_with(JOB_70B);
    const struct sensitivities usual = sensitivity_of(&opening);
    assert_string_equal(usual.row[0].parameter->resource, "compute");
    assert_true(usual.row[0].saving > 0.03 && usual.row[0].saving < 0.1);
    const struct scenario starved = scenario_changed(&opening, "nic.bandwidth=100MB/s");
    assert_string_equal(sensitivity_of(&starved).row[0].parameter->resource, "NIC");
}

/* What is all arithmetic takes 10/11 of its time on a chip that is a tenth faster, at whatever precision. */
static void a_faster_chip_is_faster_at_every_precision(void **state)
{
    (void)state;
    static const char *const precisions[] = {"precision=bf16", "precision=fp8", "precision=nvfp4", "precision=fp32"};
    const struct scenario board =
        scenario_with(WHITEBOARD LLAMA_3_8B "tp=1 cluster.gpus=1 global_batch=1 gpu.peak.fp8=1979TFLOP/s "
                                            "gpu.peak.fp4=4PFLOP/s gpu.peak.fp32=495TFLOP/s");
    for (size_t i = 0; i < sizeof precisions / sizeof precisions[0]; i++) {
        const struct scenario scenario = scenario_changed(&board, precisions[i]);
        const struct sensitivities ranking = sensitivity_of(&scenario);
        int place = 0;
        while (place < ranking.count && ranking.row[place].parameter != parameter_find("gpu.peak.bf16")) {
            place++;
        }
        assert_true(place < ranking.count);
        assert_true(fabs(ranking.row[place].saving - 1.0 / 11) < 1e-3);
    }
}

static void a_run_costs_its_gpu_hours(void **state)
{
    (void)state;
    const char *settings = JOB_70B "train.tokens=1e12 gpu.price=2 gpu.power=700 pue=1.2";
    const double hours = figure(settings, "run.gpu_hours");
    expect(settings, "run.days", hours / 64 / 24, 1e-12);
    expect(settings, "run.cost", 2 * hours, 1e-12);
    expect(settings, "run.energy", hours * 3600 * 700 * 1.2, 1e-12);
    expect(settings, "token.cost", 2 * hours / 1e6, 1e-12); /* a million of the run's 1e12 */
    expect(settings, "run.gpu_hours", 1e12 / figure(settings, "tokens_per_second") / 3600 * 64, 1e-12);
}

#define MIXTURE                                                                                              \
    "model.layers=48 model.hidden=2048 model.ffn=6144 model.heads=32 model.kv_heads=4 model.head_dim=128 "   \
    "model.vocab=151936 model.qk_norm=on model.experts=128 model.top_k=8 model.expert_ffn=768 seq_len=4096 " \
    "cluster.gpus=64 zero=1 ep=8 "

static bool is_noted(const char *settings, const char *words)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    const struct notes notes = notes_of(&scenario, &result);
    assert_true(result.valid);
    for (int i = 0; i < notes.count; i++) {
        if (strstr(notes.text[i], words) != NULL) {
            return true;
        }
    }
    return false;
}

/* 70.6e9 parameters of 2 + 2 + 12 bytes are 1.13 TB, more than 8 cards of 80 GB; a mixture can be divided by EP. */
static void what_no_layout_makes_fit_is_said_and_experts_can_be_divided(void **state)
{
    (void)state;
    assert_true(
        is_noted("cluster.gpus=8 tp=8 gpu.hbm_capacity=80GB", "states alone take 1.13 TB, and 8 GPUs have 640 GB."));
    assert_false(is_noted("cluster.gpus=16 tp=8 gpu.hbm_capacity=80GB", "states alone"));
    assert_true(is_noted(MIXTURE "ep=1 tp=1 gpu.hbm_capacity=80GB zero=1", "makes it"));
    assert_false(is_noted("tp=8 mode=decode gpu.hbm_capacity=10GB", "optimizer"));
}

/* DualPipe's two chunks are ways through a stage: no rounds of VP, and 48 layers are 8 stages of six. */
static void a_note_of_rounds_and_of_chunks_is_none_of_dual_pipe(void **state)
{
    (void)state;
    const char *const cut = MIXTURE "cluster.gpus=64 tp=1 pp=8 vp=2 ep=8 overlap.ep=on pp.dualpipe=off model.layers=56 "
                                    "micro_batch=1 global_batch=96";
    const char *const ends = MIXTURE "cluster.gpus=64 tp=1 pp=8 vp=2 ep=8 overlap.ep=on pp.dualpipe=on model.layers=56 "
                                     "micro_batch=1 global_batch=96";
    assert_true(is_noted(cut, "takes micro-batches in rounds of PP 8"));
    assert_false(is_noted(ends, "takes micro-batches in rounds"));
    assert_true(is_noted(cut, "56 layers do not divide evenly over 16 chunks"));
    assert_false(is_noted(ends, "do not divide evenly"));
    assert_true(is_noted(ends, "a GPU of DualPipe has the first, too"));
    assert_false(is_noted(cut, "a GPU of DualPipe"));
}

/* 25 GB/s for NVLink's 450: all-reduces take most of the step. */
static void tensor_parallelism_over_slow_links_is_warned_of(void **state)
{
    (void)state;
    assert_true(is_noted("tp=8 scaleup.bandwidth=25GB/s", "TP 8 waits "));
    assert_true(is_noted("tp=16 sp=on cluster.gpus=64", "which leave the scale-up domain"));
    assert_false(is_noted("tp=8", "for its all-reduces"));
    assert_true(is_noted("mode=decode tp=16 cluster.gpus=64 decode.batch=64", "with more replicas or PP in its place"));
}

/* 50,257 is odd and 50,304 is 8 * 6,288; of 50,264, 8 * 6,283, TP 2 leaves half as many. */
static void a_note_says_that_a_ragged_vocabulary_is_priced_as_padded(void **state)
{
    static const char shape[] = "model.layers=12 model.hidden=768 model.heads=12 model.kv_heads=12 model.head_dim=64 "
                                "cluster.gpus=16 ";
    static const struct {
        const char *settings;
        bool noted;
    } cases[] = {
        {"model.vocab=50257", true},
        {"model.vocab=50304", false},
        {"model.vocab=50304 tp=4", false},
        {"model.vocab=50264 tp=2", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char settings[256];
        (void)snprintf(settings, sizeof settings, "%s%s", shape, cases[i].settings);
        assert_int_equal(is_noted(settings, "priced as padded"), cases[i].noted);
    }
}

/* V100 has neither bf16 nor a FlashAttention; A100 no fp8, H100 no fp4. */
static void a_note_says_what_a_card_has_no_units_or_kernels_for(void **state)
{
    (void)state;
    assert_true(is_noted("gpu.generation=volta precision=bf16", "has no bf16 units: priced as fp16"));
    assert_false(is_noted("gpu.generation=volta precision=fp32", "no bf16 units"));
    assert_true(is_noted("gpu.generation=volta attention.kernel=flash2", "do not run on Volta"));
    assert_false(is_noted("gpu.generation=volta attention.kernel=unfused", "do not run on Volta"));
    assert_false(is_noted("gpu.generation=ampere attention.kernel=flash2", "do not run on Volta"));
    assert_true(is_noted("precision=nvfp4 gpu.peak.fp4=0", "has no nvfp4 units: its 16 bit peak is used"));
    assert_true(is_noted("precision=fp8 gpu.peak.fp8=0", "has no fp8 units: its 16 bit peak is used"));
    assert_false(is_noted("precision=fp8 gpu.peak.fp8=1979TFLOP/s", "its 16 bit peak is used"));
}

/* Of generations that no run, few and many runs were published for. */
static void a_note_counts_the_published_runs_of_a_generation(void **state)
{
    (void)state;
    assert_true(is_noted("gpu.generation=other", "No published run of this kind on other GPUs"));
    assert_true(is_noted("gpu.generation=cdna4", " sources on CDNA 4 GPUs were held"));
    assert_false(is_noted("gpu.generation=hopper", "this kind"));
}

/* What goes beyond all published runs is named, and nothing else. */
static void a_note_says_what_exceeds_the_published_runs(void **state)
{
    static const struct {
        const char *settings, *noted, *not_noted;
    } cases[] = {
        {"cluster.gpus=1048576 tp=8 global_batch=131072", "more than 16384 GPUs", "tokens"},
        {"seq_len=16777216 micro_batch=1", "sequences of more than", "GPUs,"},
        {"mode=decode tp=8 decode.batch=65536 decode.context=1", "at a time", "contexts of"},
        {"mode=decode tp=8 decode.batch=1 decode.context=16777216", "contexts of more than", "at a time"},
        {"tp=8 model.ffn=1048576", "parameters", "at a time"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct scenario scenario = scenario_with(cases[i].settings);
        const struct result result = evaluate(&scenario);
        const struct notes notes = notes_of(&scenario, &result);
        const char *note = NULL;
        assert_true(result.valid);
        for (int k = 0; k < notes.count; k++) {
            note = strstr(notes.text[k], "Beyond all published Hopper runs:") != NULL ? notes.text[k] : note;
        }
        if (note == NULL || strstr(note, cases[i].noted) == NULL || strstr(note, cases[i].not_noted) != NULL) {
            fail_msg("%s: %s", cases[i].settings, note == NULL ? "no such note" : note);
        }
    }
}

/* A full list gives up its last note. */
static void a_note_is_put_where_it_is_asked_for(void **state)
{
    struct notes notes = {.count = NOTE_COUNT};
    (void)state;
    for (int i = 0; i < NOTE_COUNT; i++) {
        (void)snprintf(notes.text[i], NOTE_LENGTH, "%d", i);
    }
    (void)snprintf(notes_insert(&notes, 1), NOTE_LENGTH, "new");
    assert_int_equal(notes.count, NOTE_COUNT);
    assert_string_equal(notes.text[0], "0");
    assert_string_equal(notes.text[1], "new");
    assert_string_equal(notes.text[2], "1");
    assert_string_equal(notes.text[NOTE_COUNT - 1], "14");
    notes.count = 1;
    (void)snprintf(notes_insert(&notes, 0), NOTE_LENGTH, "first");
    assert_int_equal(notes.count, 2);
    assert_string_equal(notes.text[0], "first");
    assert_string_equal(notes.text[1], "0");
}

/* What Megatron-LM's transformer_config.py raises an error at. */
static void a_note_says_where_megatron_copies_no_activations(void **state)
{
    (void)state;
    const char *const refused = "it refuses offload.layers";
    assert_false(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 offload.layers=4", refused));
    assert_true(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 offload.layers=4 pp=2", refused));
    assert_true(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 offload.layers=4 recompute=full", refused));
    assert_false(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 pp=2 recompute=full", refused));
}

/* A stage of 80 / 2 layers keeps the one at work and the one whose copy is under way. */
static void a_note_says_that_fewer_layers_wait_in_the_host_than_were_asked_for(void **state)
{
    (void)state;
    const char *const clamped = "but 38 of a stage copy to the host: its last two";
    assert_true(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 pp=2 offload.layers=4096", clamped));
    assert_false(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 pp=2 offload.layers=38", "of a stage copy"));
    assert_true(is_noted(LLAMA_3_70B "tp=8 cluster.gpus=64 offload.layers=4 compute.model=flat", "prices no copies"));
}

static void notes_say_what_of_a_mixture_nobody_measured(void **state)
{
    (void)state;
    assert_true(is_noted(MIXTURE, "evenly used") && !is_noted(MIXTURE "ep.imbalance=1.3", "evenly used"));
    assert_false(is_noted(MIXTURE, "counting alone"));
    assert_true(is_noted(MIXTURE "zero=3", "counting alone") && is_noted(MIXTURE "etp=2", "counting alone"));
    assert_true(is_noted(MIXTURE "tp=2", "sequence parallelism") &&
                !is_noted(MIXTURE "tp=2 sp=on", "Megatron refuses"));
    assert_true(is_noted(MIXTURE "pp=2 overlap.ep=on", "VP > 1") && !is_noted(MIXTURE "overlap.ep=on", "VP > 1"));
    assert_false(is_noted(LLAMA_3_70B, "evenly used") || is_noted(MIXTURE, "dense model"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whiteboard_gives_the_figures_worked_by_hand),
        cmocka_unit_test(seventy_billion_unsharded_do_not_fit_and_are_priced_all_the_same),
        cmocka_unit_test(the_opening_scenario_is_plausible),
        cmocka_unit_test(the_parts_of_a_step_add_up_and_hidden_plus_exposed_is_all),
        cmocka_unit_test(an_impossible_scenario_has_reasons_and_no_figures),
        cmocka_unit_test(every_explanation_can_be_filled),
        cmocka_unit_test(a_compute_bound_step_waits_for_compute_and_a_starved_one_for_its_nic),
        cmocka_unit_test(a_faster_chip_is_faster_at_every_precision),
        cmocka_unit_test(a_run_costs_its_gpu_hours),
        cmocka_unit_test(a_note_says_that_a_ragged_vocabulary_is_priced_as_padded),
        cmocka_unit_test(a_note_says_what_a_card_has_no_units_or_kernels_for),
        cmocka_unit_test(a_note_counts_the_published_runs_of_a_generation),
        cmocka_unit_test(a_note_says_what_exceeds_the_published_runs),
        cmocka_unit_test(a_note_is_put_where_it_is_asked_for),
        cmocka_unit_test(a_note_says_where_megatron_copies_no_activations),
        cmocka_unit_test(a_note_says_that_fewer_layers_wait_in_the_host_than_were_asked_for),
        cmocka_unit_test(notes_say_what_of_a_mixture_nobody_measured),
        cmocka_unit_test(what_no_layout_makes_fit_is_said_and_experts_can_be_divided),
        cmocka_unit_test(a_note_of_rounds_and_of_chunks_is_none_of_dual_pipe),
        cmocka_unit_test(tensor_parallelism_over_slow_links_is_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
