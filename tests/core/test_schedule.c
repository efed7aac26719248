/* test_schedule.c: closed forms against timelines that are carried out bucket by bucket and micro-batch by micro-batch.
 */
#include "core/schedule.h"
#include "pipeline_simulation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_STAGES = 8, MOST_CHUNKS = 4, MOST_BATCHES = 32, SAMPLES = 1000 };

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

/* Of a linear congruence, from 0 to 1. */
static double next_random(void)
{
    static uint64_t seed = 99;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static int random_between(int least, int most)
{
    return least + (int)(next_random() * (most - least + 1));
}

/* What the closed form is given of a pipeline: every stage a run of its own would be too many, so that those alike are
 * joined. */
static struct stage_runs runs_of(const struct simulated_pipeline *pipeline)
{
    struct stage_runs runs = {.stages = pipeline->stages};
    for (int stage = 0; stage < pipeline->stages; stage++) {
        struct stage_run run = {.stages = 1};
        for (int chunk = 0; chunk < pipeline->chunks; chunk++) {
            run.forward += pipeline->task[stage][chunk].forward;
            run.backward += pipeline->task[stage][chunk].backward;
        }
        struct stage_run *before = runs.count > 0 ? &runs.run[runs.count - 1] : NULL;
        const bool alike = before != NULL && before->forward == run.forward && before->backward == run.backward;
        if (alike && (pipeline->chunks == 1 || stage + 1 < pipeline->stages)) {
            before->stages++;
        } else {
            assert_true(runs.count < STAGE_RUNS);
            runs.run[runs.count++] = run;
        }
    }
    const struct simulated_task *last = &pipeline->task[pipeline->stages - 1][pipeline->chunks - 1];
    runs.last_chunk = (struct stage_run){.forward = last->forward, .backward = last->backward};
    return runs;
}

/* Closed form over simulation, less 1. */
static double pipeline_error(const struct simulated_pipeline *pipeline)
{
    const struct stage_runs runs = runs_of(pipeline);
    const double seconds = simulate_pipeline(pipeline).seconds;
    return schedule_pipeline(&runs, pipeline->chunks, pipeline->batches) / seconds - 1;
}

static void expect_equal(const struct simulated_pipeline *pipeline)
{
    char name[120];
    const struct simulated_task *first = &pipeline->task[0][0];
    snprintf(name, sizeof name, "P %d, VP %d, m %d, first chunk %g + %g: error", pipeline->stages, pipeline->chunks,
             pipeline->batches, first->forward, first->backward);
    expect(name, pipeline_error(pipeline), 0, 1e-12);
}

/* Stages from `first` on, so many, with the same seconds in all chunks. */
static void set_stages(struct simulated_pipeline *pipeline, int first, int count, double forward, double backward)
{
    for (int stage = first; stage < first + count; stage++) {
        for (int chunk = 0; chunk < pipeline->chunks; chunk++) {
            pipeline->task[stage][chunk] = (struct simulated_task){forward, backward};
        }
    }
}

static struct simulated_pipeline alike_stages(int stages, int chunks, int batches)
{
    struct simulated_pipeline pipeline = {.stages = stages, .chunks = chunks, .batches = batches};
    set_stages(&pipeline, 0, stages, 1, 2);
    return pipeline;
}

static void alike_1f1b_stages_equal_their_simulation(void **state)
{
    (void)state;
    for (int stages = 1; stages <= MOST_STAGES; stages++) {
        for (int batches = 1; batches <= MOST_BATCHES; batches++) {
            const struct simulated_pipeline pipeline = alike_stages(stages, 1, batches);
            expect_equal(&pipeline);
            const double ideal = 3 * batches; /* Narayanan et al. 2021: (P-1)/m of it is the bubble */
            expect("step", simulate_pipeline(&pipeline).seconds, ideal * (1 + (stages - 1.0) / batches), 1e-12);
        }
    }
}

static void alike_interleaved_stages_equal_their_simulation(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 2; chunks <= MOST_CHUNKS; chunks++) {
            for (int batches = stages; batches <= MOST_BATCHES; batches += stages) {
                const struct simulated_pipeline pipeline = alike_stages(stages, chunks, batches);
                expect_equal(&pipeline);
                const double ideal = 3.0 * batches * chunks; /* the same: (P-1)/(m VP) */
                const double bubble = (stages - 1.0) / (batches * chunks);
                expect("step", simulate_pipeline(&pipeline).seconds, ideal * (1 + bubble), 1e-12);
            }
        }
    }
}

/* Fewer micro-batches than stages: 1F1B has no steady state, and an interleaved micro-batch must pass all stages of
 * its chunks, then back. */
static void a_pipeline_that_never_fills_equals_its_simulation(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 1; chunks <= MOST_CHUNKS; chunks++) {
            for (int batches = 1; batches < stages; batches++) {
                const struct simulated_pipeline pipeline = alike_stages(stages, chunks, batches);
                expect_equal(&pipeline);
            }
        }
    }
}

/* Up to five runs of stages, each with forward and backward seconds of its own, whatever is slowest: no rule says that
 * the backward pass is the longer one. */
static void any_1f1b_stages_equal_their_simulation(void **state)
{
    (void)state;
    for (int sample = 0; sample < SAMPLES; sample++) {
        struct simulated_pipeline pipeline = {.chunks = 1, .batches = random_between(1, MOST_BATCHES)};
        const int runs = random_between(1, STAGE_RUNS - 1);
        for (int run = 0; run < runs; run++) {
            const int count = random_between(1, run % 2 == 0 ? 1 : 4);
            set_stages(&pipeline, pipeline.stages, count, 0.2 + 2 * next_random(), 0.2 + 4 * next_random());
            pipeline.stages += count;
        }
        expect_equal(&pipeline);
    }
}

/* The last stage decides: the others' layers are passed once forward and once backward, whatever their mean is. By
 * hand: stages of 16, 16, 16 and 13 layers of 1 + 2 s, and a head of 5 layers: 18 of the last in each of 32
 * micro-batches, and 48 layers to fill and drain: 3 (32 18 + 48) s. Without a head the first decides: 3 (31 16 + 2 48
 * + 2 13 - 3 16) is 3 (32 16 + 3 16 - 2 3). */
static void a_pipeline_fills_through_the_layers_of_the_other_stages(void **state)
{
    (void)state;
    const struct stage_runs headed = {.stages = 4, .count = 2, .run = {{3, 16, 32}, {1, 18, 36}}};
    expect("with a head", schedule_pipeline(&headed, 1, 32), 3 * (32 * 18 + 48), 1e-15);
    const struct stage_runs bare = {.stages = 4, .count = 2, .run = {{3, 16, 32}, {1, 13, 26}}};
    expect("without", schedule_pipeline(&bare, 1, 32), 3 * (32 * 16 + 3 * 16 - 2 * 3), 1e-15);
}

/* Any head behind alike chunks. */
static void interleaved_stages_with_a_head_equal_their_simulation(void **state)
{
    (void)state;
    for (int sample = 0; sample < SAMPLES / 4; sample++) {
        const int stages = random_between(2, MOST_STAGES);
        const int rounds = random_between(1, 5);
        struct simulated_pipeline pipeline = alike_stages(stages, random_between(2, MOST_CHUNKS), stages * rounds);
        struct simulated_task *last = &pipeline.task[stages - 1][pipeline.chunks - 1];
        const double head = 6 * next_random();
        last->forward += head;
        last->backward += 2 * head;
        expect_equal(&pipeline);
    }
}

/* Stages of whole layers in chunks: some have a layer less, the last any number less and a head; what is missing is
 * missing in the last chunks. */
static struct simulated_pipeline uneven_chunks(void)
{
    const int stages = random_between(2, MOST_STAGES);
    struct simulated_pipeline pipeline = {.stages = stages, .chunks = random_between(2, MOST_CHUNKS)};
    const int each = random_between(1, 4);
    const int less = random_between(0, 2) > 0 ? 0 : random_between(0, stages - 2);
    const double backward = 1.5 + 1.5 * next_random();
    pipeline.batches = stages * random_between(1, MOST_BATCHES / stages);
    for (int stage = 0; stage < stages; stage++) {
        int missing = stage >= stages - 1 - less ? 1 : 0;
        missing = stage == stages - 1 ? random_between(missing, pipeline.chunks * each) : missing;
        for (int chunk = pipeline.chunks - 1; chunk >= 0; chunk--) {
            const int taken = missing < each ? missing : each;
            missing -= taken;
            pipeline.task[stage][chunk] = (struct simulated_task){each - taken, backward * (each - taken)};
        }
    }
    static const double heads[] = {0.1, 0.5, 1, 2, 3, 6};
    struct simulated_task *last = &pipeline.task[stages - 1][pipeline.chunks - 1];
    const double head = heads[random_between(0, 5)];
    last->forward += head;
    last->backward += backward * head;
    return pipeline;
}

/* Of these the closed form leaves out that chunks of unequal length meet each other in several ways. */
static void uneven_interleaved_stages_are_near_their_simulation(void **state)
{
    double sum = 0;
    int far = 0;
    (void)state;
    for (int sample = 0; sample < SAMPLES; sample++) {
        const struct simulated_pipeline pipeline = uneven_chunks();
        const double error = fabs(pipeline_error(&pipeline));
        sum += error;
        far += error > 0.015 ? 1 : 0;
        if (error > 0.13) {
            fail_msg("P %d, VP %d, m %d: off by %g", pipeline.stages, pipeline.chunks, pipeline.batches, error);
        }
    }
    assert_true(sum < 0.004 * SAMPLES);
    assert_true(far < SAMPLES / 15);
}

/* Whole chunks, but that embedding and head take the place of a layer each, in the first chunk of all and in the last:
 * Llama 3 405B has one layer in a chunk, and so none beside them; Qwen3 235B two to four. The head is half a layer to
 * three. */
static struct simulated_pipeline counted_ends(void)
{
    const int stages = random_between(2, SIMULATED_STAGES);
    struct simulated_pipeline pipeline = {.stages = stages, .chunks = random_between(2, SIMULATED_CHUNKS)};
    const int each = random_between(1, 4);
    pipeline.batches = stages * random_between(1, SIMULATED_BATCHES / stages);
    set_stages(&pipeline, 0, stages, each, 2 * each);
    const double embedding = 0.1 * next_random();
    const double head = 0.5 + 2.5 * next_random();
    pipeline.task[0][0] = (struct simulated_task){each - 1 + embedding, 2 * (each - 1 + embedding)};
    pipeline.task[stages - 1][pipeline.chunks - 1] = (struct simulated_task){each - 1 + head, 2 * (each - 1 + head)};
    return pipeline;
}

static void ends_that_count_as_a_layer_are_near_their_simulation(void **state)
{
    double sum = 0;
    (void)state;
    for (int sample = 0; sample < SAMPLES; sample++) {
        const struct simulated_pipeline pipeline = counted_ends();
        const double error = pipeline_error(&pipeline);
        if (error < -1e-12 || error > 0.03) {
            fail_msg("P %d, VP %d, m %d: off by %g", pipeline.stages, pipeline.chunks, pipeline.batches, error);
        }
        sum += error;
    }
    assert_true(sum < 0.003 * SAMPLES);
}

/* Any first stage, any block of stages behind it and any last one, each with alike chunks; the last chunk of all has
 * more or less. In half of them a third of the work is forward, as the closed form takes it. */
static struct simulated_pipeline alike_chunks(void)
{
    const int stages = random_between(2, SIMULATED_STAGES);
    struct simulated_pipeline pipeline = {.stages = stages, .chunks = random_between(2, SIMULATED_CHUNKS)};
    const double backward = random_between(0, 1) > 0 ? 2 : 1 + 1.5 * next_random();
    const double first = 1 + 0.5 * next_random() * random_between(0, 1);
    const double block = 1 + 0.4 * next_random() * random_between(0, 1);
    const double last = 0.6 + 0.4 * next_random();
    const int from = random_between(1, stages - 1);
    const int until = random_between(from, stages - 1);
    pipeline.batches = stages * random_between(1, 4);
    set_stages(&pipeline, 0, stages, 1, backward);
    set_stages(&pipeline, from, until - from, block, backward * block);
    set_stages(&pipeline, 0, 1, first, backward * first);
    set_stages(&pipeline, stages - 1, 1, last, backward * last);
    const double final = last * next_random() + 1.2 * next_random() * random_between(0, 1);
    pipeline.task[stages - 1][pipeline.chunks - 1] = (struct simulated_task){final, backward * final};
    return pipeline;
}

static void interleaved_stages_of_alike_chunks_are_not_above_their_simulation(void **state)
{
    int exact = 0;
    double least = 0;
    (void)state;
    for (int sample = 0; sample < SAMPLES / 2; sample++) {
        const struct simulated_pipeline pipeline = alike_chunks();
        const double error = pipeline_error(&pipeline);
        const bool third = pipeline.task[0][0].backward == 2 * pipeline.task[0][0].forward;
        if (error > (third ? 1e-12 : 0.03) || error < -0.06) {
            fail_msg("P %d, VP %d, m %d: off by %g", pipeline.stages, pipeline.chunks, pipeline.batches, error);
        }
        exact += error > -0.007 ? 1 : 0;
        least = fmin(least, error);
    }
    assert_true(exact > SAMPLES / 2 * 9 / 10);
    assert_true(least < 0); /* it is no simulation */
}

/* The first stage is a fifth slower: it waits all the same for the last one's long chunks in the first round and the
 * last. By hand, P 16, VP 4, m 64, stages of 1.25 + 2.5 s behind a first one of 1.5 + 3 and a last chunk of z: all of
 * the first's work, 256 4.5; on the way in 15 1.25 + 16 z for 31 1.5 + 2 3, on the way out 15 2.5 + 16 z for 31 3 +
 * 2 1.5. There is no step where z outgrows the first stage's chunk. */
static void a_slow_first_stage_still_waits_for_the_last_chunk(void **state)
{
    (void)state;
    static const double finals[] = {1.25, 1.4, 1.499, 1.501, 1.6};
    for (size_t i = 0; i < sizeof finals / sizeof finals[0]; i++) {
        const double final = finals[i];
        struct simulated_pipeline pipeline = {.stages = 16, .chunks = 4, .batches = 64};
        set_stages(&pipeline, 0, 1, 1.5, 3);
        set_stages(&pipeline, 1, 15, 1.25, 2.5);
        pipeline.task[15][3] = (struct simulated_task){final, 2 * final};
        const double by_hand = 256 * 4.5 + (15 * 3.75 + 2 * 16 * 3 * final) - (31 * 4.5 + 2 * 4.5);
        const struct stage_runs runs = runs_of(&pipeline);
        expect("by hand", schedule_pipeline(&runs, 4, 64), by_hand, 1e-12);
        expect("simulated", simulate_pipeline(&pipeline).seconds, by_hand, 1e-4);
    }
}

/* A head longer than a chunk: no stage that it shares with fewer layers elsewhere makes up for it, since the others
 * wait for its chunk in each round. 5, 5, 5 and 1 + 4 on four stages of two chunks: 6.5 a micro-batch, not 5, less a
 * chunk of 2.5 for each round after the first. */
static void a_last_chunk_that_is_longer_sets_the_pace(void **state)
{
    (void)state;
    struct simulated_pipeline pipeline = {.stages = 4, .chunks = 2, .batches = 32};
    set_stages(&pipeline, 0, 3, 2.5, 5);
    pipeline.task[3][0] = (struct simulated_task){1, 2};
    pipeline.task[3][1] = (struct simulated_task){4, 8};
    const double by_hand = 3 * (32 * 6.5 - 7 * 2.5 + 3 * 2.5);
    const struct stage_runs runs = runs_of(&pipeline);
    expect("by hand", schedule_pipeline(&runs, 2, 32), by_hand, 1e-15);
    expect("simulated", simulate_pipeline(&pipeline).seconds, by_hand, 1e-3);
}

/* Emptied after some micro-batches: each filling is a pipeline of its own, and the last one may have fewer. */
static void fillings_follow_one_another(void **state)
{
    (void)state;
    for (int sample = 0; sample < SAMPLES / 4; sample++) {
        const int stages = random_between(2, 6);
        struct simulated_pipeline pipeline = alike_stages(stages, 1, random_between(1, MOST_BATCHES));
        set_stages(&pipeline, stages - 1, 1, 0.5 + next_random(), 1 + 2 * next_random());
        pipeline.filling = random_between(1, pipeline.batches);
        const struct stage_runs runs = runs_of(&pipeline);
        const int left = pipeline.batches % pipeline.filling;
        const int whole = pipeline.batches / pipeline.filling;
        const double seconds =
            whole * schedule_pipeline(&runs, 1, pipeline.filling) + (left > 0 ? schedule_pipeline(&runs, 1, left) : 0);
        expect("fillings", seconds, simulate_pipeline(&pipeline).seconds, 1e-12);
    }
}

/* A send that its stage waits for is part of what it does: after every task but the last forward and the first
 * backward one. */
static void sends_that_block_lengthen_the_tasks(void **state)
{
    (void)state;
    for (int stages = 3; stages <= MOST_STAGES; stages++) {
        for (int batches = 1; batches <= MOST_BATCHES; batches += 3) {
            struct simulated_pipeline pipeline = alike_stages(stages, 1, batches);
            pipeline.send = 0.25;
            const struct stage_runs runs = {
                .stages = stages,
                .count = 3,
                .run = {{1, 1.25, 2}, {stages - 2, 1.25, 2.25}, {1, 1, 2.25}},
            };
            expect("blocked", schedule_pipeline(&runs, 1, batches), simulate_pipeline(&pipeline).seconds, 1e-12);
        }
    }
}

/* Beside compute a send still delays who waits for it. Interleaved stages have other chunks meanwhile: all that is left
 * is the way of one micro-batch through all chunks and back, however many there are. 1F1B hides a P-th at
 * most. */
static void sends_beside_compute_show_one_micro_batch_of_interleaved_stages(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 1; chunks <= MOST_CHUNKS; chunks++) {
            for (int rounds = 1; rounds <= 4; rounds++) {
                struct simulated_pipeline pipeline = alike_stages(stages, chunks, rounds * stages);
                const double alone = simulate_pipeline(&pipeline).seconds;
                pipeline.send = 0.25;
                pipeline.sends = SEND_BESIDE;
                const double left = simulate_pipeline(&pipeline).seconds - alone;
                const double all = 2.0 * pipeline.batches * chunks * pipeline.send; /* of one stage */
                if (chunks > 1) {
                    expect("interleaved", left, 2 * pipeline.send * (stages * chunks - 1), 1e-12);
                } else {
                    assert_true(left >= (1 - 1.0 / stages) * all - 1e-12);
                }
            }
        }
    }
}

/* Micro-batches in flight that memory.c counts: P - r of 1F1B, and of interleaved stages the chunks of the warm-up and
 * one more; never more than a filling has. */
static void stages_hold_as_many_micro_batches_as_memory_counts(void **state)
{
    (void)state;
    for (int stages = 2; stages <= MOST_STAGES; stages++) {
        for (int chunks = 1; chunks <= MOST_CHUNKS; chunks++) {
            for (int round = 1; round <= 4; round++) {
                const struct simulated_pipeline pipeline = alike_stages(stages, chunks, round * stages);
                const struct simulated_step step = simulate_pipeline(&pipeline);
                for (int stage = 0; stage < stages; stage++) {
                    const int after = stages - 1 - stage;
                    const int ahead = chunks > 1 ? 2 * after + (chunks - 1) * stages : after;
                    const int all = round * stages * chunks;
                    assert_int_equal(step.held[stage], ahead + 1 < all ? ahead + 1 : all);
                }
            }
        }
    }
}

/* Layers of the fullest stage; not the first, where the embedding takes the place of a layer. */
static int fullest_of(const struct deal *deal)
{
    const int first = schedule_stage_layers(deal, 0);
    const int second = deal->stages > 2 ? schedule_stage_layers(deal, 1) : first;
    return first > second ? first : second;
}

/* Llama 3 405B: 126 layers over 16 stages of 8 are 128 less "one Transformer layer each from the first and the last
 * stages". 94 layers of Qwen3 235B, 96 so, on 8 stages. DeepSeek-V3 as NVIDIA's layouts have it: in 16 chunks fifteen
 * of four layers, and one; in 32 "Et|(tt|)*30L", a layer beside the embedding, thirty times two, and none beside the
 * loss. 80 layers in 4 x 16 chunks: one in each, and a second in every fourth, not two in each of 64. */
static void layers_that_do_not_divide_leave_fewer_to_the_ends(void **state)
{
    (void)state;
    static const struct {
        int layers, stages, chunks;
        int first, second, last;
    } rows[] = {{126, 16, 8, 7, 8, 7},  {126, 2, 1, 63, 63, 63}, {94, 8, 4, 11, 12, 11}, {94, 4, 12, 23, 24, 23},
                {10, 4, 1, 2, 3, 2},    {30, 16, 1, 1, 2, 1},    {80, 4, 5, 20, 20, 20}, {80, 4, 16, 20, 20, 20},
                {61, 4, 4, 16, 16, 13}, {61, 2, 8, 32, 29, 29},  {61, 4, 1, 16, 16, 13}, {61, 8, 1, 8, 8, 5},
                {61, 4, 2, 16, 16, 13}, {61, 8, 2, 8, 8, 5},     {61, 16, 1, 4, 4, 1},   {61, 16, 2, 3, 4, 2},
                {10, 7, 1, 2, 2, 1},    {33, 16, 2, 3, 2, 2},    {7, 1, 1, 7, 7, 7},     {61, 4, 8, 15, 16, 14}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct deal deal = schedule_deal(rows[i].layers, rows[i].stages, rows[i].chunks, 0);
        const int last = deal.stages - 1;
        expect("first", schedule_stage_layers(&deal, 0), rows[i].first, 0);
        expect("second", schedule_stage_layers(&deal, last > 0 ? 1 : 0), rows[i].second, 0);
        expect("last", schedule_stage_layers(&deal, last), rows[i].last, 0);
    }
}

/* No framework leaves a stage three layers or more short of the others, or without any, unless it is told so: 28 layers
 * of Qwen2.5 7B, 60 of Llama 30B and of Yi 34B, 36 of Qwen3 8B. NeMo AutoModel's generate_hf_model_fqn_per_model_part
 * gives the layers that remain to the first chunks. */
static void no_chunk_of_many_layers_is_left_to_the_head_alone(void **state)
{
    (void)state;
    static const struct {
        int layers, stages, chunks;
        int first, second, last;
    } rows[] = {{28, 4, 2, 7, 7, 7},    {28, 8, 1, 4, 4, 3},   {60, 4, 4, 15, 15, 15}, {36, 5, 2, 8, 7, 7},
                {36, 10, 1, 4, 4, 3},   {9, 4, 1, 3, 2, 2},    {36, 4, 2, 9, 9, 9},    {36, 2, 4, 18, 18, 18},
                {80, 4, 3, 20, 20, 20}, {32, 2, 3, 16, 16, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct deal deal = schedule_deal(rows[i].layers, rows[i].stages, rows[i].chunks, 0);
        expect("first", schedule_stage_layers(&deal, 0), rows[i].first, 0);
        expect("second", schedule_stage_layers(&deal, 1), rows[i].second, 0);
        expect("last", schedule_stage_layers(&deal, deal.stages - 1), rows[i].last, 0);
        assert_true(deal.last_chunk > 0);
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
        const struct deal deal = schedule_deal(rows[i].layers, rows[i].stages, 1, rows[i].head);
        expect("largest", fullest_of(&deal), rows[i].largest, 0);
        expect("last", schedule_stage_layers(&deal, rows[i].stages - 1), rows[i].last, 0);
    }
}

static int dealt_in_all(const struct deal *deal)
{
    int sum = 0;
    for (int place = 0; place < deal->stages; place++) {
        sum += schedule_stage_layers(deal, place);
    }
    return sum;
}

/* However much the head weighs, none is lost, and the last stage never has more than the first. */
static void a_head_that_counts_loses_no_layer(void **state)
{
    (void)state;
    for (int layers = 1; layers <= 130; layers++) {
        for (int stages = 2; stages <= 16; stages++) {
            for (int weight = 1; weight <= 40; weight++) {
                const struct deal deal = schedule_deal(layers, stages, 1, weight / 4.0);
                const struct deal even = schedule_deal(layers, stages, 1, 0);
                assert_int_equal(dealt_in_all(&deal), layers);
                const int last = schedule_stage_layers(&deal, stages - 1);
                assert_true(last <= fullest_of(&deal));
                assert_true(last <= fullest_of(&even));
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
                const struct deal deal = schedule_deal(layers, stages, chunks, 0);
                const int most = (layers + stages * chunks - 1) / (stages * chunks) * chunks;
                for (int place = 0; place < stages; place++) {
                    assert_in_range(schedule_stage_layers(&deal, place), 0, most);
                }
                assert_int_equal(dealt_in_all(&deal), layers);
            }
        }
    }
}

/* By hand. NeMo AutoModel deals 61 layers to 32 chunks as 29 of two and three of one: on eight stages of four chunks
 * the last three stages have seven, on four of eight the first has 16. And by a loop over chunks: chunk i lies on stage
 * i mod P, one of the first L mod (P VP) has one more. */
static void even_deals_give_the_first_chunks_what_remains(void **state)
{
    (void)state;
    const struct deal kimi = schedule_deal_evenly(61, 8, 4);
    expect("Kimi K2, first", kimi.first, 8, 0);
    expect("fifth", schedule_stage_layers(&kimi, 4), 8, 0);
    expect("sixth", schedule_stage_layers(&kimi, 5), 7, 0);
    expect("last", kimi.last, 7, 0);
    expect("its last chunk", kimi.last_chunk, 1, 0);
    expect("DeepSeek-V3, first", schedule_deal_evenly(61, 4, 8).first, 16, 0);
    for (int layers = 1; layers <= 130; layers++) {
        for (int stages = 2; stages <= 16; stages++) {
            for (int chunks = 1; chunks <= 8; chunks++) {
                const struct deal deal = schedule_deal_evenly(layers, stages, chunks);
                int counted[16] = {0};
                for (int chunk = 0; chunk < stages * chunks; chunk++) {
                    const int more = chunk < layers % (stages * chunks) ? 1 : 0;
                    counted[chunk % stages] += layers / (stages * chunks) + more;
                }
                for (int place = 0; place < stages; place++) {
                    assert_int_equal(schedule_stage_layers(&deal, place), counted[place]);
                }
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
        cmocka_unit_test(alike_1f1b_stages_equal_their_simulation),
        cmocka_unit_test(alike_interleaved_stages_equal_their_simulation),
        cmocka_unit_test(a_pipeline_that_never_fills_equals_its_simulation),
        cmocka_unit_test(any_1f1b_stages_equal_their_simulation),
        cmocka_unit_test(a_pipeline_fills_through_the_layers_of_the_other_stages),
        cmocka_unit_test(interleaved_stages_with_a_head_equal_their_simulation),
        cmocka_unit_test(uneven_interleaved_stages_are_near_their_simulation),
        cmocka_unit_test(ends_that_count_as_a_layer_are_near_their_simulation),
        cmocka_unit_test(interleaved_stages_of_alike_chunks_are_not_above_their_simulation),
        cmocka_unit_test(a_slow_first_stage_still_waits_for_the_last_chunk),
        cmocka_unit_test(a_last_chunk_that_is_longer_sets_the_pace),
        cmocka_unit_test(fillings_follow_one_another),
        cmocka_unit_test(sends_that_block_lengthen_the_tasks),
        cmocka_unit_test(sends_beside_compute_show_one_micro_batch_of_interleaved_stages),
        cmocka_unit_test(stages_hold_as_many_micro_batches_as_memory_counts),
        cmocka_unit_test(layers_that_do_not_divide_leave_fewer_to_the_ends),
        cmocka_unit_test(every_layer_lies_on_one_stage),
        cmocka_unit_test(no_chunk_of_many_layers_is_left_to_the_head_alone),
        cmocka_unit_test(even_deals_give_the_first_chunks_what_remains),
        cmocka_unit_test(a_head_that_counts_takes_the_place_of_layers),
        cmocka_unit_test(a_head_that_counts_loses_no_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
