/* test_pipeline.c: the schedule that is drawn, against the bubble that is priced and the rules of a pipeline. */
#include "core/evaluate.h"
#include "core/pipeline.h"
#include "core/schedule.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ROOM = 1 << 15, MOST_STAGES = 8, MOST_CHUNKS = 4, MOST_BATCHES = 32, SAMPLES = 300 };

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

static void check_bubble(int stages, int chunks, int batches)
{
    const struct pipeline_shape shape = {stages, chunks, batches, 1, 2};
    const struct pipeline_schedule schedule = carried_out(&shape);
    const double bubble = schedule_bubble(stages, chunks, batches) * schedule.ideal;
    expect(&shape, "bubble", schedule.seconds - schedule.ideal, bubble, schedule.seconds);
}

static void the_bubble_drawn_is_the_bubble_priced(void **state)
{
    (void)state;
    for (int stages = 1; stages <= MOST_STAGES; stages++) {
        for (int batches = 1; batches <= MOST_BATCHES; batches++) {
            check_bubble(stages, 1, batches);
        }
        for (int chunks = 2; chunks <= MOST_CHUNKS && stages > 1; chunks++) {
            for (int batches = 1; batches < stages; batches++) {
                check_bubble(stages, chunks, batches);
            }
            for (int batches = stages; batches <= MOST_BATCHES; batches += stages) {
                check_bubble(stages, chunks, batches);
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
                check_rules(&(struct pipeline_shape){stages, chunks, batches, 1, 1.7});
            }
        }
    }
}

/* Micro-batches that a stage has begun and not given back, at most: P - place for 1F1B. Narayanan et al. 2021. */
static void one_forward_one_backward_keeps_few_micro_batches_in_flight(void **state)
{
    const struct pipeline_shape shape = {4, 1, 12, 1, 2};
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

static void the_bubble_of_a_scenario_is_the_one_in_its_result(void **state)
{
    uint64_t seed = 4242;
    int seen = 0;
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct result result = evaluate(&scenario);
        const struct pipeline_shape shape = pipeline_shape_of(&scenario, &result, ROOM);
        if (scenario.strategy.pp == 1 || shape.batches < result.sizes.micro_batches) {
            continue;
        }
        const struct pipeline_schedule schedule = carried_out(&shape);
        expect(&shape, "bubble", schedule.seconds - schedule.ideal, result.training.bubble, schedule.seconds);
        seen++;
    }
    assert_true(seen > SAMPLES / 4);
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
    expect(&shape, "bubble", schedule.seconds - schedule.ideal, result.training.bubble, schedule.seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bubble_drawn_is_the_bubble_priced),
        cmocka_unit_test(every_task_waits_for_the_one_before_it_and_has_its_stage_alone),
        cmocka_unit_test(one_forward_one_backward_keeps_few_micro_batches_in_flight),
        cmocka_unit_test(the_bubble_of_a_scenario_is_the_one_in_its_result),
        cmocka_unit_test(what_does_not_fit_is_cut_to_whole_rounds),
        cmocka_unit_test(interleaved_rounds_that_are_not_whole_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
