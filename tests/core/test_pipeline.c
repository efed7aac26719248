/* test_pipeline.c: the schedule that is drawn, against the bubble that is priced and the rules of a pipeline. */
#include "core/evaluate.h"
#include "core/memory.h"
#include "core/pipeline.h"
#include "core/schedule.h"
#include "core/timeline.h"
#include "core/training_pieces.h"
#include "core/training_stage.h"
#include "pipeline_simulation.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROOM = 1 << 15, MOST_STAGES = 8, MOST_CHUNKS = 4, MOST_BATCHES = 32, SAMPLES = 300 };

/* Four stages of 16 alike layers, whose activations are all kept. */
#define HELD                                                                                               \
    "model.layers=16 model.hidden=2048 model.ffn=8192 model.heads=32 model.kv_heads=32 model.head_dim=64 " \
    "model.vocab=32000 cluster.gpus=4 tp=1 pp=4 micro_batch=1 seq_len=2048 recompute=none "
enum { TEXT = 400 };

static struct pipeline_task tasks[ROOM];

static void expect(const struct pipeline_shape *shape, const char *what, double got, double expected, double scale)
{
    if (!(fabs(got - expected) <= 1e-9 * scale)) {
        fail_msg("%s of P %d, VP %d, m %d: %.12g, expected %.12g", what, shape->stages, shape->chunks, shape->batches,
                 got, expected);
    }
}

static struct pipeline_schedule carried_out(const struct pipeline_shape *shape)
{
    const struct pipeline_schedule schedule = pipeline_fill(tasks, ROOM, shape);
    assert_int_equal(schedule.count, 2 * shape->stages * shape->chunks * shape->batches);
    return schedule;
}

/* Alike stages of 1 and 2 s a chunk. */
static struct pipeline_shape alike_shape(int stages, int chunks, int batches)
{
    return (struct pipeline_shape){
        .stages = stages,
        .chunks = chunks,
        .batches = batches,
        .runs = {.stages = stages, .count = 1, .run = {{stages, chunks, 2.0 * chunks}}, .last_chunk = {1, 1, 2}},
    };
}

static void check_seconds(const struct pipeline_shape *shape)
{
    const struct pipeline_schedule schedule = carried_out(shape);
    const double seconds = schedule_pipeline(&shape->runs, shape->chunks, shape->batches);
    expect(shape, "seconds", schedule.seconds, seconds, seconds);
}

static void the_seconds_drawn_are_the_seconds_priced(void **state)
{
    (void)state;
    for (int stages = 1; stages <= MOST_STAGES; stages++) {
        for (int batches = 1; batches <= MOST_BATCHES; batches++) {
            const struct pipeline_shape shape = alike_shape(stages, 1, batches);
            check_seconds(&shape);
        }
        for (int chunks = 2; chunks <= MOST_CHUNKS && stages > 1; chunks++) {
            for (int batches = 1; batches <= MOST_BATCHES; batches += batches < stages ? 1 : stages) {
                const struct pipeline_shape shape = alike_shape(stages, chunks, batches);
                check_seconds(&shape);
            }
        }
    }
}

/* Seconds at which a micro-batch leaves a chunk of a stage. */
static double left_at(const struct pipeline_shape *shape, int stage, bool backward, int chunk, int batch)
{
    const int place = ((stage * 2 + (backward ? 1 : 0)) * shape->chunks + chunk) * shape->batches + batch;
    const struct pipeline_task *task = &tasks[place];
    assert_true(task->stage == stage && task->backward == backward && task->chunk == chunk && task->batch == batch);
    return task->start + task->seconds;
}

/* Forward from stage to stage and chunk to chunk, then back. */
static void check_order(const struct pipeline_shape *shape, const struct pipeline_task *task)
{
    const int last = shape->stages - 1;
    double before = 0;
    if (!task->backward && task->stage > 0) {
        before = left_at(shape, task->stage - 1, false, task->chunk, task->batch);
    } else if (!task->backward && task->chunk > 0) {
        before = left_at(shape, last, false, task->chunk - 1, task->batch);
    } else if (task->backward && task->stage < last) {
        before = left_at(shape, task->stage + 1, true, task->chunk, task->batch);
    } else if (task->backward && task->chunk < shape->chunks - 1) {
        before = left_at(shape, 0, true, task->chunk + 1, task->batch);
    } else if (task->backward) {
        before = left_at(shape, last, false, task->chunk, task->batch);
    }
    if (!(task->start >= before - 1e-9)) {
        fail_msg("P %d, VP %d, m %d: stage %d, chunk %d, batch %d, %s starts at %g, not before %g", shape->stages,
                 shape->chunks, shape->batches, task->stage, task->chunk, task->batch,
                 task->backward ? "backward" : "forward", task->start, before);
    }
}

static void check_no_overlap(const struct pipeline_task *one, const struct pipeline_task *other)
{
    if (one->stage == other->stage) {
        assert_true(one->start + one->seconds <= other->start + 1e-9 ||
                    other->start + other->seconds <= one->start + 1e-9);
    }
}

static void check_rules(const struct pipeline_shape *shape)
{
    const struct pipeline_schedule schedule = carried_out(shape);
    for (int i = 0; i < schedule.count; i++) {
        assert_true(isfinite(tasks[i].start));
        check_order(shape, &tasks[i]);
        for (int j = 0; j < i; j++) {
            check_no_overlap(&tasks[i], &tasks[j]);
        }
    }
}

static void every_task_waits_for_the_one_before_it_and_has_its_stage_alone(void **state)
{
    (void)state;
    for (int stages = 1; stages <= 6; stages++) {
        for (int chunks = 1; chunks <= 3; chunks++) {
            for (int batches = 1; batches <= 14; batches += 2) {
                const struct pipeline_shape shape = alike_shape(stages, chunks, batches);
                check_rules(&shape);
            }
        }
    }
}

/* Micro-batches that a stage has begun and not given back, at most: P - place for 1F1B. Narayanan et al. 2021. */
static void one_forward_one_backward_keeps_few_micro_batches_in_flight(void **state)
{
    const struct pipeline_shape shape = alike_shape(4, 1, 12);
    (void)state;
    (void)carried_out(&shape);
    for (int stage = 0; stage < shape.stages; stage++) {
        int most = 0;
        for (int batch = 0; batch < shape.batches; batch++) {
            const double now = left_at(&shape, stage, false, 0, batch);
            int begun = 0;
            for (int other = 0; other <= batch; other++) {
                begun += left_at(&shape, stage, true, 0, other) > now ? 1 : 0;
            }
            most = begun > most ? begun : most;
        }
        assert_int_equal(most, shape.stages - stage);
    }
}

/* Exactly for 1F1B; of interleaved stages that are not alike as near as the closed form is to a simulation. */
static void the_bubble_of_a_scenario_is_the_one_in_its_result(void **state)
{
    uint64_t seed = 4242;
    int seen = 0;
    int far = 0;
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct result result = evaluate(&scenario);
        const struct pipeline_shape shape = pipeline_shape_of(&scenario, &result, ROOM);
        if (scenario.strategy.pp == 1 || shape.batches < result.sizes.micro_batches) {
            continue;
        }
        const struct pipeline_schedule schedule = carried_out(&shape);
        const double bubble = schedule.seconds - schedule.ideal;
        seen++;
        if (shape.chunks == 1) {
            expect(&shape, "bubble", bubble, result.training.bubble, schedule.seconds);
        } else {
            assert_true(fabs(bubble - result.training.bubble) <= 0.15 * schedule.seconds);
            far += fabs(bubble - result.training.bubble) <= 0.02 * schedule.seconds ? 0 : 1;
        }
    }
    assert_true(seen > SAMPLES / 4);
    assert_true(far < seen / 10);
}

/* Stages as the layers are dealt out to memory: dense ones first, embedding on the first, head and modules on the
 * last. Of a head or an embedding a third is forward. */
static void set_stage(struct simulated_pipeline *pipeline, int place, const struct step *step,
                      const struct layers *layers, const struct ends *ends)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct deal deal = stage_deal(scenario, step->sizes, step->params);
    int before = 0;
    for (int stage = 0; stage < place; stage++) {
        before += schedule_stage_layers(&deal, stage);
    }
    const int count = schedule_stage_layers(&deal, place);
    struct simulated_task task = {.forward = 0};
    for (int layer = before; layer < before + count; layer++) {
        for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
            const bool mixed = scenario->model.moe_every > 1 || step->params->dense_layers == 0;
            const bool dense = layer < step->params->dense_layers;
            const double share = mixed ? layers->mean[kind] : (kind == LAYER_DENSE) == dense ? 1 : 0;
            if (share > 0) {
                const double forward = layer_forward_seconds(&layers->kind[kind]);
                task.forward += share * forward;
                task.backward += share * (layers->kind[kind].seconds - forward);
            }
        }
    }
    const double first = place == 0 ? ends->embedding + ends->embedded.seconds : 0;
    const double last = place == strategy->pp - 1 ? passage_seconds(&ends->head) + ends->modules : 0;
    task.forward += (first + last) / 3;
    task.backward += (first + last) * 2 / 3;
    const bool end = place == 0 || place == strategy->pp - 1; /* has one neighbour, others have two */
    const double sends = (ends->transferred.exposed + ends->transfer_host) / (end ? 2 : 1);
    pipeline->task[place][0] = (struct simulated_task){task.forward + sends / 2, task.backward + sends / 2};
}

/* All of a step but its replicas, its optimizer and its jitter is what its stages take together. */
static void a_step_takes_what_its_stages_take_when_simulated(void **state)
{
    static struct simulated_pipeline pipeline;
    uint64_t seed = 515;
    int seen = 0;
    (void)state;
    for (int i = 0; i < 4 * SAMPLES; i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.strategy.vp = 1;
        scenario.strategy.zero = scenario.strategy.zero == ZERO_PARAMETERS ? ZERO_OPTIMIZER : scenario.strategy.zero;
        scenario.strategy.pp_balanced = (enum stage_cut)pick(&seed, CUT_COUNT);
        const struct result result = evaluate(&scenario);
        const bool small = scenario.strategy.pp <= SIMULATED_STAGES && result.sizes.micro_batches <= SIMULATED_BATCHES;
        if (!result.valid || scenario.strategy.pp == 1 || !small || step_is_flat(&scenario)) {
            continue;
        }
        const struct kernels kernels = training_kernels(&scenario, &result.params);
        const struct step step = step_from(&kernels, &scenario, &result.sizes, &result.groups, &result.params);
        struct layers layers;
        layers_price(&layers, &step);
        struct ends ends;
        ends_price(&ends, &step, layers_last(&layers));
        pipeline = (struct simulated_pipeline){
            .stages = scenario.strategy.pp,
            .chunks = 1,
            .batches = result.sizes.micro_batches,
            .filling = scenario.strategy.pp_flush,
        };
        for (int place = 0; place < pipeline.stages; place++) {
            set_stage(&pipeline, place, &step, &layers, &ends);
        }
        struct training_pieces pieces;
        training_pieces_of(&pieces, &scenario, &result);
        const struct training *training = &result.training;
        const double others = training->dp.exposed + training->optimizer + training->jitter +
                              pieces.reduction.contention + pieces.embedding_reduction;
        const double seconds = simulate_pipeline(&pipeline).seconds;
        if (!(fabs(training->step - others - seconds) <= 1e-9 * seconds)) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("%.12g s of stages, simulated %.12g: %s", training->step - others, seconds, text);
        }
        seen++;
    }
    assert_true(seen > SAMPLES);
}

/* Where the last stage decides, the timeline's bubble stands as long before its first task as the drawn schedule has
 * that stage wait for it. */
static void the_timeline_waits_as_long_as_the_last_stage_does(void **state)
{
    static struct interval intervals[ROOM];
    uint64_t seed = 31;
    int seen = 0;
    (void)state;
    for (int i = 0; i < 4 * SAMPLES; i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.strategy.vp = 1;
        scenario.strategy.pp_flush = 0;
        const struct result result = evaluate(&scenario);
        const struct pipeline_shape shape = pipeline_shape_of(&scenario, &result, ROOM);
        const bool whole = shape.batches == result.sizes.micro_batches && shape.batches >= shape.stages;
        if (!result.valid || scenario.strategy.pp == 1 || !whole || !result.training.headed) {
            continue;
        }
        const struct pipeline_schedule schedule = carried_out(&shape);
        const size_t each = 2 * (size_t)shape.batches;
        const double begins = tasks[each * (size_t)(shape.stages - 1)].start;
        const struct timeline timeline =
            timeline_fill(intervals, ROOM, &scenario, &result, (struct timeline_window){0, INFINITY});
        assert_true(timeline.count > 0 && intervals[0].phase == PHASE_FILL && intervals[0].kind == INTERVAL_BUBBLE);
        expect(&shape, "fill", intervals[0].seconds, begins, schedule.seconds);
        seen++;
    }
    assert_true(seen > SAMPLES / 4);
}

/* Activations kept: of a stage with many micro-batches over one with a single one. */
static void memory_holds_as_many_micro_batches_as_a_simulated_stage(void **state)
{
    static struct simulated_pipeline pipeline;
    (void)state;
    for (int chunks = 1; chunks <= 4; chunks++) {
        const int stages = 4;
        char many[TEXT];
        char one[TEXT];
        (void)snprintf(many, sizeof many, HELD "vp=%d global_batch=32", chunks);
        (void)snprintf(one, sizeof one, HELD "vp=%d global_batch=1", chunks);
        const struct scenario of_many = scenario_with(many);
        const struct scenario of_one = scenario_with(one);
        pipeline = (struct simulated_pipeline){.stages = stages, .chunks = chunks, .batches = 32};
        for (int stage = 0; stage < stages; stage++) {
            for (int chunk = 0; chunk < chunks; chunk++) {
                pipeline.task[stage][chunk] = (struct simulated_task){1, 2};
            }
        }
        const struct simulated_step step = simulate_pipeline(&pipeline);
        for (int stage = 0; stage < stages; stage++) {
            const struct sizes sizes = strategy_sizes(&of_many);
            const struct sizes single = strategy_sizes(&of_one);
            const double held = memory_of_stage(&of_many, &sizes, stage).activations /
                                memory_of_stage(&of_one, &single, stage).activations;
            assert_true(fabs(held * chunks - step.held[stage]) < 1e-9);
        }
    }
}

static void what_does_not_fit_is_cut_to_whole_rounds(void **state)
{
    const struct scenario scenario =
        scenario_with("cluster.gpus=64 tp=8 pp=4 vp=2 global_batch=512 micro_batch=1 seq_len=2048");
    const struct result result = evaluate(&scenario);
    const struct pipeline_shape shape = pipeline_shape_of(&scenario, &result, 1000);
    (void)state;
    assert_true(result.valid && result.sizes.micro_batches == 256);
    assert_int_equal(shape.batches, 60); /* 1000 / (2 stages chunks) is 62 */
    assert_int_equal(pipeline_fill(tasks, 1000, &shape).count, 960);
    assert_int_equal(pipeline_fill(tasks, 900, &shape).count, 0);
}

/* Megatron refuses to interleave other than whole rounds; they are priced as if the rounds were whole. */
static void interleaved_rounds_that_are_not_whole_are_left_out(void **state)
{
    const struct scenario scenario =
        scenario_with("cluster.gpus=64 tp=8 pp=4 vp=2 global_batch=28 micro_batch=1 seq_len=2048");
    const struct result result = evaluate(&scenario);
    const struct pipeline_shape shape = pipeline_shape_of(&scenario, &result, ROOM);
    (void)state;
    assert_true(result.valid && result.sizes.micro_batches == 14);
    assert_int_equal(shape.batches, 12);
    const struct pipeline_schedule schedule = carried_out(&shape);
    assert_true(fabs(schedule.seconds - schedule.ideal - result.training.bubble) < 1e-3 * schedule.seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seconds_drawn_are_the_seconds_priced),
        cmocka_unit_test(every_task_waits_for_the_one_before_it_and_has_its_stage_alone),
        cmocka_unit_test(one_forward_one_backward_keeps_few_micro_batches_in_flight),
        cmocka_unit_test(the_bubble_of_a_scenario_is_the_one_in_its_result),
        cmocka_unit_test(a_step_takes_what_its_stages_take_when_simulated),
        cmocka_unit_test(the_timeline_waits_as_long_as_the_last_stage_does),
        cmocka_unit_test(memory_holds_as_many_micro_batches_as_a_simulated_stage),
        cmocka_unit_test(what_does_not_fit_is_cut_to_whole_rounds),
        cmocka_unit_test(interleaved_rounds_that_are_not_whole_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
