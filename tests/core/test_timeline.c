/* test_timeline.c: lanes of a step against the figures that training_price() and inference_of() add up. */
#include "core/evaluate.h"
#include "core/timeline.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 1 << 15, SAMPLES = 400, FEW_SAMPLES = 20 };

/* Share of the step that rounding may lose. */
#define TOLERANCE 1e-9

static struct interval intervals[ROOM];

static const struct timeline_window whole = {0, INFINITY};

static int samples(void)
{
    return getenv("RINGSIDE_FEW_SAMPLES") != NULL ? FEW_SAMPLES : SAMPLES;
}

/* Seconds of a lane and a kind; INTERVAL_KIND_COUNT: of all kinds. */
static double sum_of(const struct timeline *timeline, enum timeline_lane lane, enum interval_kind kind, bool hidden)
{
    double sum = 0;
    for (int i = 0; i < timeline->count; i++) {
        const struct interval *interval = &intervals[i];
        const bool of_kind = kind == INTERVAL_KIND_COUNT || interval->kind == kind;
        sum += interval->lane == lane && of_kind && interval->hidden == hidden ? interval->seconds : 0;
    }
    return sum;
}

static void expect(const struct scenario *scenario, const char *what, double got, double expected, double step)
{
    if (!(fabs(got - expected) <= TOLERANCE * step)) {
        char text[DESCRIPTION_LENGTH];
        describe(text, sizeof text, scenario);
        fail_msg("%s: %.12g, expected %.12g of a step of %.12g s (%s)", what, got, expected, step, text);
    }
}

static void expect_traffic(const struct scenario *scenario, const struct timeline *timeline, enum timeline_lane lane,
                           const struct traffic *traffic)
{
    char name[32];
    (void)snprintf(name, sizeof name, "lane %d", (int)lane);
    expect(scenario, name, sum_of(timeline, lane, INTERVAL_KIND_COUNT, true), traffic->hidden, timeline->step);
    expect(scenario, name, sum_of(timeline, lane, INTERVAL_KIND_COUNT, false), traffic->exposed, timeline->step);
}

static void expect_kind(const struct scenario *scenario, const struct timeline *timeline, enum timeline_lane lane,
                        enum interval_kind kind, double expected)
{
    char name[32];
    (void)snprintf(name, sizeof name, "kind %d", (int)kind);
    expect(scenario, name, sum_of(timeline, lane, kind, false), expected, timeline->step);
}

static void check_training(const struct scenario *scenario, const struct timeline *timeline,
                           const struct training *training)
{
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_FORWARD, training->forward);
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_BACKWARD, training->backward);
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_RECOMPUTE, training->recompute);
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_HEAD, training->head);
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_CONTENTION, training->contention);
    expect_kind(scenario, timeline, LANE_COMPUTE, INTERVAL_OPTIMIZER, training->optimizer);
    expect_kind(scenario, timeline, LANE_WAIT, INTERVAL_DISPATCH, training->dispatch);
    expect_kind(scenario, timeline, LANE_WAIT, INTERVAL_BUBBLE, training->bubble);
    expect_kind(scenario, timeline, LANE_WAIT, INTERVAL_JITTER, training->jitter);
    expect_traffic(scenario, timeline, LANE_TP, &training->tp);
    expect_traffic(scenario, timeline, LANE_CP, &training->cp);
    expect_traffic(scenario, timeline, LANE_EP, &training->ep);
    expect_traffic(scenario, timeline, LANE_PP, &training->pp);
    expect_traffic(scenario, timeline, LANE_FSDP, &training->fsdp);
    expect_traffic(scenario, timeline, LANE_DP, &training->dp);
}

/* What the GPU waits for follows one upon the other, from 0 to the end of the step. */
static void check_path(const struct scenario *scenario, const struct timeline *timeline)
{
    double end = 0;
    for (int i = 0; i < timeline->count; i++) {
        assert_true(intervals[i].seconds > 0 && intervals[i].start >= 0);
        if (!intervals[i].hidden) {
            expect(scenario, "a gap in the path", intervals[i].start, end, timeline->step);
            end = intervals[i].start + intervals[i].seconds;
        }
    }
    expect(scenario, "the end of the path", end, timeline->step, timeline->step);
}

static void lanes_of_a_training_step_add_up_to_its_figures(void **state)
{
    uint64_t seed = 20240601;
    (void)state;
    for (int i = 0; i < samples(); i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct result result = evaluate(&scenario);
        const struct timeline timeline = timeline_fill(intervals, ROOM, &scenario, &result, whole);
        assert_true(timeline.count <= ROOM);
        expect(&scenario, "step", timeline.step, result.step, result.step);
        check_training(&scenario, &timeline, &result.training);
        check_path(&scenario, &timeline);
    }
}

static void folding_layers_and_micro_batches_keeps_every_sum(void **state)
{
    static const int rooms[] = {TIMELINE_LEAST, 1000, 3000};
    uint64_t seed = 77;
    (void)state;
    for (int i = 0; i < samples(); i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.strategy.global_batch *= 1 + 37 * (i % 3);
        scenario.strategy.dp_bucket = i % 5 == 0 ? 1e6 : 0;
        const struct result result = evaluate(&scenario);
        const int room = rooms[i % 3];
        const struct timeline timeline = timeline_fill(intervals, room, &scenario, &result, whole);
        if (timeline.count > room) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("%d intervals in room for %d: %s", timeline.count, room, text);
        }
        check_training(&scenario, &timeline, &result.training);
        check_path(&scenario, &timeline);
    }
}

static void lanes_of_a_prefill_and_a_decode_step_add_up_to_its_figures(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < samples(); i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.mode = i % 2 == 0 ? MODE_DECODE : MODE_PREFILL;
        scenario.serving.prefill_chunk = i % 4 == 1 ? 100 : 0;
        scenario.serving.fsdp = i % 3 == 0;
        const struct result result = evaluate(&scenario);
        if (!result.valid) {
            continue;
        }
        const struct inference *step = &result.inference;
        const struct timeline timeline = timeline_fill(intervals, ROOM, &scenario, &result, whole);
        assert_true(timeline.count <= ROOM);
        expect(&scenario, "step", timeline.step, result.step, result.step);
        expect_kind(&scenario, &timeline, LANE_COMPUTE, INTERVAL_WEIGHTS, step->weights);
        expect_kind(&scenario, &timeline, LANE_COMPUTE, INTERVAL_ATTENTION, step->attention);
        expect_kind(&scenario, &timeline, LANE_COMPUTE, INTERVAL_ARITHMETIC, step->compute);
        expect_kind(&scenario, &timeline, LANE_COMPUTE, INTERVAL_HEAD, step->head);
        expect(&scenario, "launch", sum_of(&timeline, LANE_WAIT, INTERVAL_KIND_COUNT, false), step->launch,
               result.step);
        expect_traffic(&scenario, &timeline, LANE_TP, &step->tp);
        expect_traffic(&scenario, &timeline, LANE_CP, &step->cp);
        expect_traffic(&scenario, &timeline, LANE_EP, &step->ep);
        expect_traffic(&scenario, &timeline, LANE_PP, &step->pp);
        expect_traffic(&scenario, &timeline, LANE_FSDP, &step->fsdp);
        check_path(&scenario, &timeline);
    }
}

/* The same intervals, whatever else is looked at: those of a window are those of the whole that touch it. */
static void a_window_holds_what_the_whole_step_has_there(void **state)
{
    static struct interval part[ROOM];
    uint64_t seed = 99;
    (void)state;
    for (int i = 0; i < samples() / 4; i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct result result = evaluate(&scenario);
        const struct timeline all = timeline_fill(intervals, ROOM, &scenario, &result, whole);
        const struct timeline_window window = {0.3 * all.step, 0.45 * all.step};
        const struct timeline some = timeline_fill(part, ROOM, &scenario, &result, window);
        if (all.layers_each > 1 || some.layers_each != all.layers_each) {
            continue;
        }
        double expected = 0;
        double got = 0;
        for (int j = 0; j < all.count; j++) {
            const double end = intervals[j].start + intervals[j].seconds;
            expected += fmax(0, fmin(end, window.to) - fmax(intervals[j].start, window.from));
        }
        for (int j = 0; j < some.count; j++) {
            got += fmax(0, fmin(part[j].start + part[j].seconds, window.to) - fmax(part[j].start, window.from));
        }
        assert_true(some.count < all.count || all.count < 100);
        expect(&scenario, "in the window", got, expected, all.step);
        expect(&scenario, "step", some.step, all.step, all.step);
    }
}

/* Worked by hand on the whiteboard: four micro-batches, one bucket, nothing but compute and gradients. The gradients
 * start with the last backward pass; what they take longer than it stands behind it. */
static void gradients_hide_behind_the_last_backward_pass(void **state)
{
    const struct scenario scenario = scenario_with(
        "compute.model=flat ring.model=flat link.basis=headline cluster.gpus=16 tp=1 sp=off zero=0 micro_batch=1 "
        "global_batch=64 seq_len=512 nic.bandwidth=50GB/s nic.latency=0");
    const struct result result = evaluate(&scenario);
    const struct timeline timeline = timeline_fill(intervals, ROOM, &scenario, &result, whole);
    const double pass = result.training.backward / 4;
    double hidden_from = INFINITY;
    double exposed_from = INFINITY;
    (void)state;
    assert_true(result.valid && result.sizes.micro_batches == 4 && result.training.dp.exposed > 0);
    for (int i = 0; i < timeline.count; i++) {
        if (intervals[i].lane == LANE_DP) {
            double *from = intervals[i].hidden ? &hidden_from : &exposed_from;
            *from = fmin(*from, intervals[i].start);
        }
    }
    expect(&scenario, "last pass", timeline.last_pass, result.training.compute - pass, timeline.step);
    expect(&scenario, "exposed tail", exposed_from, result.training.compute, timeline.step);
    assert_true(hidden_from >= timeline.last_pass && hidden_from < exposed_from);
}

/* One of 80 layers in each of 8 micro-batches; the backward one lies in the last pass. */
static void a_layer_is_told_of_forward_and_backward(void **state)
{
    enum { LAYERS = 80, BATCHES = 8 };
    const struct scenario scenario = scenario_with("model.layers=80 tp=8 global_batch=64 cluster.gpus=64");
    const struct result result = evaluate(&scenario);
    (void)state;
    const struct timeline all = timeline_fill(intervals, ROOM, &scenario, &result, whole);
    const struct training *training = &result.training;
    assert_int_equal(all.batches, BATCHES);
    assert_true(all.layer_backward.from > all.last_pass && all.layer_backward.to < all.step);
    const struct timeline part = timeline_fill(intervals, ROOM, &scenario, &result, all.layer_backward);
    expect(&scenario, "its compute backward", sum_of(&part, LANE_COMPUTE, INTERVAL_BACKWARD, false),
           training->backward / (LAYERS * BATCHES), part.step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_a_training_step_add_up_to_its_figures),
        cmocka_unit_test(a_layer_is_told_of_forward_and_backward),
        cmocka_unit_test(folding_layers_and_micro_batches_keeps_every_sum),
        cmocka_unit_test(lanes_of_a_prefill_and_a_decode_step_add_up_to_its_figures),
        cmocka_unit_test(a_window_holds_what_the_whole_step_has_there),
        cmocka_unit_test(gradients_hide_behind_the_last_backward_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
