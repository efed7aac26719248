/* test_accuracy.c: which runs count as nearest, and when a scenario goes further than all of them. The tables of
 * accuracy_bands.c are data here: test_accuracy_bands.c holds them to the runs. */
#include "core/accuracy.h"
#include "core/parameters.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define JOB LLAMA_3_8B "cluster.gpus=64 tp=8 micro_batch=1 global_batch=64 execution.style=fused seq_len=8192 "
#define SERVED LLAMA_3_8B "cluster.gpus=8 tp=8 mode=decode decode.batch=1 decode.context=1024 "

static struct accuracy_kind kind_of(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return accuracy_kind_of(&scenario);
}

static void works_that_err_differently_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(kind_of(JOB).work, WORK_DENSE);
    assert_int_equal(kind_of(JOB "lora=all").work, WORK_ADAPTERS);
    assert_int_equal(kind_of(MIXTRAL_8X7B "lora=all cluster.gpus=8").work, WORK_MIXTURE);
    assert_int_equal(kind_of(SERVED).work, WORK_DECODE);
    assert_int_equal(kind_of(SERVED "decode.precision=fp8").work, WORK_DECODE_NARROW);
    assert_int_equal(kind_of(SERVED "mode=prefill decode.precision=fp8").work, WORK_PREFILL);
    assert_int_equal(kind_of(MIXTRAL_8X7B "mode=decode decode.precision=fp8").work, WORK_DECODE_MIXTURE);
    assert_int_equal(kind_of(MIXTRAL_8X7B "mode=prefill").work, WORK_PREFILL_MIXTURE);
}

/* A job reaches as far as all of its GPUs, a server as far as one replica. */
static void reach_is_that_of_a_job_or_of_a_replica(void **state)
{
    (void)state;
    assert_int_equal(kind_of(JOB "scaleup.size=64").reach, REACH_DOMAIN);
    assert_int_equal(kind_of(JOB "scaleup.size=63").reach, REACH_INFINIBAND);
    assert_int_equal(kind_of(JOB "scaleup.size=63 nic.fabric=roce").reach, REACH_OTHER_NETWORK);
    assert_int_equal(kind_of(JOB "scaleup.size=64 nic.fabric=roce").reach, REACH_DOMAIN);
    assert_int_equal(kind_of(SERVED "cluster.gpus=64 scaleup.size=8").reach, REACH_DOMAIN);
    assert_int_equal(kind_of(SERVED "cluster.gpus=64 scaleup.size=8 pp=2").reach, REACH_INFINIBAND);
}

/* The nearest runs are those of the same style, if there are ten of them by five sources, else of the generation, else
 * of the work. */
static void the_nearest_ten_runs_of_five_sources_count(void **state)
{
    const struct accuracy_kind kind = kind_of(JOB "gpu.generation=hopper");
    static const struct accuracy_bands enough = {
        .style[WORK_DENSE][GENERATION_HOPPER][STYLE_FUSED][REACH_INFINIBAND] = {10, 5, 0.1},
        .generation[WORK_DENSE][GENERATION_HOPPER] = {10, 5, 0.2},
        .work[WORK_DENSE] = {1, 1, 0.3}};
    struct accuracy_bands bands = enough;
    (void)state;
    assert_int_equal(kind.reach, REACH_INFINIBAND);
    struct accuracy found = accuracy_among(&bands, &kind);
    assert_int_equal(found.nearness, ACCURACY_OF_STYLE);
    assert_int_equal(found.rows, 10);
    assert_int_equal(found.sources, 5);
    expect("p90", found.p90, 0.1, 0);

    bands.style[WORK_DENSE][GENERATION_HOPPER][STYLE_FUSED][REACH_INFINIBAND].rows = 9;
    found = accuracy_among(&bands, &kind);
    assert_int_equal(found.nearness, ACCURACY_OF_GENERATION);
    expect("p90", found.p90, 0.2, 0);

    bands.generation[WORK_DENSE][GENERATION_HOPPER].sources = 4;
    found = accuracy_among(&bands, &kind);
    assert_int_equal(found.nearness, ACCURACY_OF_WORK);
    expect("p90", found.p90, 0.3, 0);
}

static void a_whiteboard_has_no_band_and_leaves_no_range(void **state)
{
    static const char *const boards[] = {JOB "compute.model=flat cluster.gpus=1048576 global_batch=131072",
                                         JOB "link.basis=headline cluster.gpus=1048576 global_batch=131072"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct scenario scenario = scenario_with(boards[i]);
        assert_int_equal(accuracy_of(&scenario).nearness, ACCURACY_NONE);
        assert_false(accuracy_leaves_range(&scenario));
    }
}

/* Of each size the largest that was run, and one more. */
static void one_more_than_was_ever_run_leaves_the_range(void **state)
{
    const struct validated_range *range = &validated_ranges[MODE_DECODE][GENERATION_HOPPER];
    struct scenario scenario = scenario_with(SERVED "gpu.generation=hopper scaleup.size=64 scaleup.bandwidth=450GB/s");
    (void)state;
    scenario.serving.decode_context = range->tokens;
    scenario.serving.decode_batch = range->sequences;
    scenario.strategy.tp = range->gpus;
    assert_false(accuracy_leaves_sizes(&scenario));
    struct scenario longer = scenario;
    struct scenario more = scenario;
    struct scenario wider = scenario;
    longer.serving.decode_context++;
    more.serving.decode_batch++;
    wider.strategy.tp++;
    assert_true(accuracy_leaves_sizes(&longer) && accuracy_leaves_sizes(&more) && accuracy_leaves_sizes(&wider));
    struct scenario larger = scenario;
    larger.model.params = range->params * 1.001;
    assert_true(accuracy_leaves_sizes(&larger));
    scenario.gpu.generation = GENERATION_VOLTA;
    scenario.mode = MODE_PREFILL; /* nothing was run on it */
    assert_int_equal(validated_ranges[MODE_PREFILL][GENERATION_VOLTA].gpus, 0);
    assert_false(accuracy_leaves_range(&scenario));
}

/* Ranges are written with four digits, so that a link of a run may lie a thousandth beyond them; no further. A link
 * that is not crossed does not count. */
static void a_link_beyond_those_of_all_runs_leaves_the_range(void **state)
{
    const struct link_range range = validated_ranges[MODE_TRAINING][GENERATION_HOPPER].scaleup;
    const struct link_range network = validated_ranges[MODE_TRAINING][GENERATION_HOPPER].nic;
    struct scenario scenario = scenario_with(JOB "gpu.generation=hopper scaleup.size=8 node.gpus=8 nic.per_node=8");
    (void)state;
    for (int beyond = 0; beyond < 4; beyond++) {
        const double share = beyond > 0 ? 0.0011 * beyond : 0.0009;
        scenario.cluster.nic.bandwidth = network.most;
        scenario.cluster.scaleup.bandwidth = range.most * (1 + share);
        assert_int_equal(accuracy_leaves_links(&scenario), beyond > 0);
        scenario.cluster.scaleup.bandwidth = range.least * (1 - share);
        assert_int_equal(accuracy_leaves_links(&scenario), beyond > 0);
        scenario.cluster.scaleup.bandwidth = range.least;
        scenario.cluster.nic.bandwidth = network.least * (1 - share);
        assert_int_equal(accuracy_leaves_links(&scenario), beyond > 0);
        scenario.cluster.nic.bandwidth = network.most * (1 + share);
        assert_int_equal(accuracy_leaves_links(&scenario), beyond > 0);
    }
    scenario.cluster.nic.bandwidth = 2 * network.most;
    scenario.cluster.scaleup.size = 64;
    assert_false(accuracy_leaves_links(&scenario));
    scenario.cluster.scaleup.bandwidth = 2 * range.most;
    scenario.cluster.gpus = 1;
    assert_false(accuracy_leaves_links(&scenario));
}

static void expect_band(const struct scenario *scenario)
{
    const struct accuracy accuracy = accuracy_of(scenario);
    assert_true(accuracy.p90 > 0 && accuracy.p90 < 1);
    assert_true(accuracy.rows >= ACCURACY_LEAST_ROWS);
}

static void a_step_of_every_generation_in_every_style_has_a_band(void **state)
{
    struct scenario scenario = scenario_default();
    (void)state;
    for (int generation = 0; generation < GENERATION_COUNT; generation++) {
        scenario.gpu.generation = (enum generation)generation;
        scenario.mode = MODE_TRAINING;
        for (int style = 0; style < STYLE_COUNT; style++) {
            scenario.execution.style = (enum execution_style)style;
            expect_band(&scenario);
        }
        for (int engine = 0; engine < SERVING_COUNT; engine++) {
            scenario.serving.style = (enum serving_engine)engine;
            scenario.mode = MODE_PREFILL;
            expect_band(&scenario);
            scenario.mode = MODE_DECODE;
            expect_band(&scenario);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_that_err_differently_are_told_apart),
        cmocka_unit_test(reach_is_that_of_a_job_or_of_a_replica),
        cmocka_unit_test(the_nearest_ten_runs_of_five_sources_count),
        cmocka_unit_test(a_whiteboard_has_no_band_and_leaves_no_range),
        cmocka_unit_test(a_step_of_every_generation_in_every_style_has_a_band),
        cmocka_unit_test(one_more_than_was_ever_run_leaves_the_range),
        cmocka_unit_test(a_link_beyond_those_of_all_runs_leaves_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
