/* test_schedule.c: closed forms against timelines that are carried out bucket by bucket and micro-batch by micro-batch.
 */
#include "core/schedule.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_STAGES = 8, MOST_CHUNKS = 4, MOST_BATCHES = 32, MOST_TASKS = MOST_BATCHES * MOST_CHUNKS };

static void expect(const char *what, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance * fmax(1, fabs(expected)))) {
        fail_msg("%s: %.12g, expected %.12g, off by %.3g", what, got, expected, got - expected);
    }
}

/* The link takes each bucket when it is ready and the one before it is through. */
static double served_by(double window, double total, int buckets)
{
    double free = 0;
    for (int i = 1; i <= buckets; i++) {
        const double ready = window * i / buckets;
        free = fmax(free, ready) + total / buckets;
    }
    return free;
}

static void buckets_end_when_the_link_has_served_them_in_order(void **state)
{
    (void)state;
    for (int buckets = 1; buckets <= 80; buckets++) {
        for (int i = 0; i < 17 * 17; i++) {
            const int row = i / 17;
            const double window = i % 17 * 0.25;
            const double total = row * 0.25;
            char name[80];
            snprintf(name, sizeof name, "%d buckets of %g s in %g s", buckets, total, window);
            const struct overlap overlap = schedule_buckets(window, total, buckets);
            expect(name, overlap.exposed, served_by(window, total, buckets) - window, 1e-12);
            assert_true(overlap.hidden >= 0 && overlap.exposed >= 0);
            expect(name, overlap.hidden + overlap.exposed, total, 1e-15);
        }
    }
}

static void a_single_bucket_hides_nothing(void **state)
{
    (void)state;
    expect("hidden", schedule_buckets(10, 3, 1).hidden, 0, 0);
}

static void a_stream_is_what_buckets_become(void **state)
{
    (void)state;
    expect("short", schedule_stream(2, 1.5).exposed, schedule_buckets(2, 1.5, 1e9).exposed, 1e-8);
    expect("long", schedule_stream(2, 3.5).exposed, 1.5, 1e-15);
    expect("hidden", schedule_stream(2, 3.5).hidden, 2, 1e-15);
}

/* A pipeline, carried out. Each stage does its tasks in the order of Megatron's schedule; a forward task waits for the
 * one before it in the model, a backward task for the one after it. */
struct task {
    bool backward;
    int chunk;
    int batch;
};

struct pipeline {
    int stages, chunks, batches;
    double forward, backward; /* seconds of one chunk */
    double done[2][MOST_STAGES][MOST_CHUNKS][MOST_BATCHES];
    struct task order[MOST_STAGES][2 * MOST_TASKS];
    int next[MOST_STAGES];
    double clock[MOST_STAGES];
};

/* The i-th forward or backward task of a stage: P micro-batches, or all of fewer, through each chunk in turn. */
static struct task task_at(const struct pipeline *pipeline, int i, bool backward)
{
    const int turn = pipeline->batches < pipeline->stages ? pipeline->batches : pipeline->stages;
    const int round = turn * pipeline->chunks;
    const int chunk = i / turn % pipeline->chunks;
    return (struct task){
        .backward = backward,
        .chunk = backward ? pipeline->chunks - 1 - chunk : chunk,
        .batch = i / round * turn + i % turn,
    };
}

static void order_tasks(struct pipeline *pipeline, int stage)
{
    const int tasks = pipeline->chunks * pipeline->batches;
    int ahead = pipeline->stages - stage - 1;
    if (pipeline->chunks > 1) {
        ahead = 2 * ahead + (pipeline->chunks - 1) * pipeline->stages;
    }
    ahead = ahead < tasks ? ahead : tasks;
    int place = 0;
    for (int i = 0; i < ahead; i++) {
        pipeline->order[stage][place++] = task_at(pipeline, i, false);
    }
    for (int i = 0; i < tasks; i++) {
        if (ahead + i < tasks) {
            pipeline->order[stage][place++] = task_at(pipeline, ahead + i, false);
        }
        pipeline->order[stage][place++] = task_at(pipeline, i, true);
    }
}

/* When the task that this one waits for is done; NAN if it is not yet; 0 if there is none. */
static double awaited(const struct pipeline *pipeline, int stage, struct task task)
{
    const int links = pipeline->stages * pipeline->chunks;
    const int link = task.chunk * pipeline->stages + stage;
    const int before = task.backward ? link + 1 : link - 1;
    if (before < 0) {
        return 0;
    }
    if (before >= links) {
        return pipeline->done[0][stage][task.chunk][task.batch];
    }
    return pipeline->done[task.backward][before % pipeline->stages][before / pipeline->stages][task.batch];
}

static bool advance(struct pipeline *pipeline, int stage)
{
    const int tasks = 2 * pipeline->chunks * pipeline->batches;
    if (pipeline->next[stage] >= tasks) {
        return false;
    }
    const struct task task = pipeline->order[stage][pipeline->next[stage]];
    const double ready = awaited(pipeline, stage, task);
    if (isnan(ready)) {
        return false;
    }
    const double end = fmax(ready, pipeline->clock[stage]) + (task.backward ? pipeline->backward : pipeline->forward);
    pipeline->done[task.backward][stage][task.chunk][task.batch] = end;
    pipeline->clock[stage] = end;
    pipeline->next[stage]++;
    return true;
}

/* Seconds of a whole step. */
static double carry_out(struct pipeline *pipeline)
{
    for (int stage = 0; stage < pipeline->stages; stage++) {
        order_tasks(pipeline, stage);
        for (int chunk = 0; chunk < pipeline->chunks; chunk++) {
            for (int batch = 0; batch < pipeline->batches; batch++) {
                pipeline->done[0][stage][chunk][batch] = NAN;
                pipeline->done[1][stage][chunk][batch] = NAN;
            }
        }
    }
    bool moved = true;
    while (moved) {
        moved = false;
        for (int stage = 0; stage < pipeline->stages; stage++) {
            while (advance(pipeline, stage)) {
                moved = true;
            }
        }
    }
    double last = 0;
    for (int stage = 0; stage < pipeline->stages; stage++) {
        assert_int_equal(pipeline->next[stage], 2 * pipeline->chunks * pipeline->batches);
        last = fmax(last, pipeline->clock[stage]);
    }
    return last;
}

static void check_bubble(int stages, int chunks, int batches)
{
    static struct pipeline pipeline;
    pipeline = (struct pipeline){.stages = stages, .chunks = chunks, .batches = batches, .forward = 1, .backward = 2};
    const double ideal = batches * chunks * (pipeline.forward + pipeline.backward);
    char name[80];
    snprintf(name, sizeof name, "P %d, VP %d, m %d", stages, chunks, batches);
    expect(name, schedule_bubble(stages, chunks, batches), carry_out(&pipeline) / ideal - 1, 1e-12);
}

static void the_1f1b_bubble_equals_its_simulation(void **state)
{
    (void)state;
    for (int stages = 1; stages <= MOST_STAGES; stages++) {
        for (int batches = 1; batches <= MOST_BATCHES; batches++) {
            check_bubble(stages, 1, batches);
        }
    }
}

static void the_interleaved_bubble_equals_its_simulation(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 2; chunks <= MOST_CHUNKS; chunks++) {
            for (int batches = stages; batches <= MOST_BATCHES; batches += stages) {
                check_bubble(stages, chunks, batches);
            }
        }
    }
}

/* Too few to fill the pipeline: all go forward through all chunks, then back. */
static void a_pipeline_that_never_fills_equals_its_simulation(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 1; chunks <= MOST_CHUNKS; chunks++) {
            for (int batches = 1; batches < stages; batches++) {
                check_bubble(stages, chunks, batches);
            }
        }
    }
}

/* Llama 3 405B: 126 layers over 16 stages of 8 are 128 less the embedding and the head. DeepSeek-V3 as Megatron-Bridge
 * lays it out: fifteen chunks of four layers, and one. 80 layers in 4 x 16 chunks: one in each, and a second in every
 * fourth, not two in each of 64. */
static void layers_that_do_not_divide_leave_fewer_to_the_last_stage(void **state)
{
    (void)state;
    static const struct {
        int layers, stages, chunks;
        double largest, last;
    } rows[] = {{126, 16, 8, 8, 6}, {80, 4, 5, 20, 20}, {80, 4, 16, 20, 20}, {61, 4, 4, 16, 13},
                {61, 2, 8, 32, 29}, {61, 4, 1, 16, 13}, {61, 8, 1, 8, 5},    {61, 4, 2, 16, 13},
                {61, 8, 2, 8, 5},   {61, 16, 1, 4, 1},  {30, 16, 1, 2, 1},   {61, 16, 2, 4, 1},
                {10, 4, 1, 3, 1},   {10, 7, 1, 2, 1},   {33, 16, 2, 3, 2},   {7, 1, 1, 7, 7}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct stage_layers split = schedule_stages(rows[i].layers, rows[i].stages, rows[i].chunks, 0);
        expect("largest", split.largest, rows[i].largest, 0);
        expect("last", split.last, rows[i].last, 0);
        expect("mean", split.mean, (double)rows[i].layers / rows[i].stages, 1e-15);
    }
}

/* By hand. 16 layers of 67.1 M beside a head of 268 M, four of them: 20 in all, 5 on each of four stages, 4 of the last
 * the head. On eight stages 2.5 would be the share, and the head alone is more. Llama 3 8B: 0.53 G beside layers of
 * 0.218 G. A head that weighs nothing changes nothing. */
static void a_head_that_counts_takes_the_place_of_layers(void **state)
{
    (void)state;
    static const struct {
        int layers, stages;
        double head, largest, last;
    } rows[] = {{16, 2, 4, 10, 6},   {16, 4, 4, 5, 1},   {16, 8, 4, 3, 0},
                {32, 4, 2.41, 9, 6}, {16, 1, 4, 16, 16}, {16, 4, 0, 4, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct stage_layers split = schedule_stages(rows[i].layers, rows[i].stages, 1, rows[i].head);
        expect("largest", split.largest, rows[i].largest, 0);
        expect("last", split.last, rows[i].last, 0);
        const double others =
            rows[i].stages > 1 ? (rows[i].layers - rows[i].last) / (rows[i].stages - 1) : rows[i].layers;
        expect("mean", split.mean, others, 1e-15);
    }
}

/* By hand, in layers' time. 16 layers and a head of 4 on four stages: 5, 5, 5 and 1 + 4. A head of 0.4 on four stages
 * of 4: 4.4 of the last, or 5 of the others with 3: equal stages are quicker. A head of 3 on eight stages: 2 each and 5
 * of the last, 3 each of seven and none of the last. Llama 3 8B on two stages, head 2.41: 17 and 15 + 2.41; on 16: 2
 * each are 4.41 of the last; 3 of eleven others and none, 3. */
static void a_cut_by_cost_takes_the_quickest_slowest_stage(void **state)
{
    (void)state;
    static const struct {
        int layers, stages;
        double end, largest, last;
    } rows[] = {{16, 4, 4, 5, 1}, {16, 4, 0.4, 4, 4}, {16, 8, 3, 3, 0}, {32, 2, 2.41, 17, 15}, {32, 16, 2.41, 3, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double head = schedule_head_by_cost(rows[i].layers, rows[i].stages, 1, 0.5, 0.5 * rows[i].end);
        const struct stage_layers split = schedule_stages(rows[i].layers, rows[i].stages, 1, head);
        expect("largest", split.largest, rows[i].largest, 0);
        expect("last", split.last, rows[i].last, 0);
    }
    assert_true(schedule_head_by_cost(16, 1, 1, 1, 4) == 0);
}

/* No other count of layers on the last stage, the rest dealt out evenly, has a quicker slowest stage. */
static void no_cut_is_quicker_than_one_by_cost(void **state)
{
    (void)state;
    for (int layers = 2; layers <= 96; layers += 5) {
        for (int stages = 2; stages <= 16 && stages <= layers; stages++) {
            for (int quarters = 0; quarters <= 30; quarters++) {
                const double end = quarters / 4.0;
                const double head = schedule_head_by_cost(layers, stages, 1, 1, end);
                const struct stage_layers split = schedule_stages(layers, stages, 1, head);
                const double taken = fmax(split.largest, split.last + end);
                for (int last = 0; last <= layers; last++) {
                    const double others = ceil((double)(layers - last) / (stages - 1));
                    assert_true(taken <= fmax(others, last + end));
                }
            }
        }
    }
}

/* However much the head weighs, none is lost, and the last stage never has more than the first. */
static void a_head_that_counts_loses_no_layer(void **state)
{
    (void)state;
    for (int layers = 1; layers <= 130; layers++) {
        for (int stages = 2; stages <= 16; stages++) {
            for (int weight = 1; weight <= 40; weight++) {
                const double head = weight / 4.0;
                int sum = 0;
                for (int place = 0; place < stages; place++) {
                    sum += schedule_stage_layers(layers, stages, 1, head, place);
                }
                assert_int_equal(sum, layers);
                const struct stage_layers split = schedule_stages(layers, stages, 1, head);
                assert_true(split.last <= split.largest);
                assert_true(split.last <= schedule_stages(layers, stages, 1, 0).largest);
            }
        }
    }
}

/* As many on all stages as the model has, and on no chunk more than the next whole number for all chunks. */
static void every_layer_lies_on_one_stage(void **state)
{
    (void)state;
    for (int layers = 1; layers <= 130; layers++) {
        for (int stages = 1; stages <= 16; stages++) {
            for (int chunks = 1; chunks <= 8; chunks++) {
                const int each = layers / (stages * chunks);
                int sum = 0;
                for (int place = 0; place < stages; place++) {
                    const int dealt = schedule_stage_layers(layers, stages, chunks, 0, place);
                    assert_in_range(dealt, 0, layers % (stages * chunks) == 0 ? chunks * each : chunks * (each + 1));
                    assert_true(dealt <= schedule_stages(layers, stages, chunks, 0).largest);
                    sum += dealt;
                }
                assert_int_equal(sum, layers);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_end_when_the_link_has_served_them_in_order),
        cmocka_unit_test(a_single_bucket_hides_nothing),
        cmocka_unit_test(a_stream_is_what_buckets_become),
        cmocka_unit_test(the_1f1b_bubble_equals_its_simulation),
        cmocka_unit_test(the_interleaved_bubble_equals_its_simulation),
        cmocka_unit_test(a_pipeline_that_never_fills_equals_its_simulation),
        cmocka_unit_test(layers_that_do_not_divide_leave_fewer_to_the_last_stage),
        cmocka_unit_test(every_layer_lies_on_one_stage),
        cmocka_unit_test(a_head_that_counts_takes_the_place_of_layers),
        cmocka_unit_test(a_cut_by_cost_takes_the_quickest_slowest_stage),
        cmocka_unit_test(no_cut_is_quicker_than_one_by_cost),
        cmocka_unit_test(a_head_that_counts_loses_no_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
