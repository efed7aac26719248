/* pipeline.c: stages that do their tasks in order. */
#include "core/pipeline.h"

#include "core/order.h"
#include "core/training_pieces.h"

#include <math.h>
#include <stddef.h>

/* A schedule that is being carried out. */
struct progress {
    const struct pipeline_shape *shape;
    struct pipeline_task *tasks;
    int places;                /* of one stage and direction in the order of tasks: those of whole rounds */
    int done[PIPELINE_STAGES]; /* places of a stage that are passed */
    double free[PIPELINE_STAGES];
};

/* A chunk and a micro-batch. */
struct turn {
    int chunk, batch;
};

/* Micro-batches of a round: as many as stages. Fewer in all are one round. */
static int round_of(const struct pipeline_shape *shape)
{
    return lesser_int(shape->stages, shape->batches);
}

/* The i-th forward task of every stage: a round through each chunk in turn. */
static struct turn turn_at(const struct pipeline_shape *shape, int i)
{
    const int round = round_of(shape);
    return (struct turn){.chunk = i / round % shape->chunks, .batch = i / (round * shape->chunks) * round + i % round};
}

/* Forward tasks that a stage does before its first backward task. */
static int tasks_ahead(const struct progress *progress, int stage)
{
    const struct pipeline_shape *shape = progress->shape;
    const int behind = shape->stages - 1 - stage;
    const int ahead = shape->chunks > 1 ? 2 * behind + (shape->chunks - 1) * shape->stages : behind;
    return lesser_int(ahead, progress->places);
}

static struct pipeline_task *task_of(const struct progress *progress, int stage, bool backward, struct turn turn)
{
    const int place = stage * 2 + (backward ? 1 : 0);
    return &progress->tasks[(place * progress->shape->chunks + turn.chunk) * progress->shape->batches + turn.batch];
}

/* The task that a stage does next: forward ones ahead, then one forward and one backward, then what is left. NULL: of a
 * last round that is not whole, a micro-batch that is not there. */
static struct pipeline_task *task_next(const struct progress *progress, int stage)
{
    const struct pipeline_shape *shape = progress->shape;
    const int ahead = tasks_ahead(progress, stage);
    const int paired = progress->places - ahead;
    const int after = progress->done[stage] - ahead;
    const bool is_paired = after >= 0 && after < 2 * paired;
    const bool backward = after >= 0 && (!is_paired || after % 2 == 1);
    const int place =
        !is_paired ? (after < 0 ? progress->done[stage] : after - paired) : (after / 2) + (backward ? 0 : ahead);
    struct turn turn = turn_at(shape, place);
    turn.chunk = backward ? shape->chunks - 1 - turn.chunk : turn.chunk;
    return turn.batch < shape->batches ? task_of(progress, stage, backward, turn) : NULL;
}

/* When what a task waits for is done; NAN: not yet. */
static double ready_at(const struct progress *progress, const struct pipeline_task *task)
{
    const int stages = progress->shape->stages;
    const int link = task->chunk * stages + task->stage + (task->backward ? 1 : -1);
    const bool turns = link >= stages * progress->shape->chunks; /* the last chunk's own forward pass */
    if (link < 0) {
        return 0;
    }
    const struct turn turn = {.chunk = turns ? task->chunk : link / stages, .batch = task->batch};
    const struct pipeline_task *before =
        turns ? task_of(progress, task->stage, false, turn) : task_of(progress, link % stages, task->backward, turn);
    return before->start + before->seconds;
}

static bool stage_advances(struct progress *progress, int stage)
{
    if (progress->done[stage] >= 2 * progress->places) {
        return false;
    }
    struct pipeline_task *task = task_next(progress, stage);
    const double ready = task != NULL ? ready_at(progress, task) : 0;
    if (isnan(ready)) {
        return false;
    }
    if (task != NULL) {
        task->start = fmax(ready, progress->free[stage]);
        progress->free[stage] = task->start + task->seconds;
    }
    progress->done[stage]++;
    return true;
}

/* Seconds of a stage's tasks: of its last chunk, and of each other one. */
static struct stage_run task_seconds(const struct pipeline_shape *shape, int stage, int chunk)
{
    const struct stage_runs *runs = &shape->runs;
    const struct stage_run *run = runs->run;
    for (int before = run->stages; before <= stage; before += run->stages) {
        run++;
    }
    const bool ends = stage == shape->stages - 1 && shape->chunks > 1;
    if (ends && chunk == shape->chunks - 1) {
        return runs->last_chunk;
    }
    const int alike = ends ? shape->chunks - 1 : shape->chunks;
    return (struct stage_run){
        .forward = (run->forward - (ends ? runs->last_chunk.forward : 0)) / alike,
        .backward = (run->backward - (ends ? runs->last_chunk.backward : 0)) / alike,
    };
}

/* Name the tasks; none has begun. */
static void lay_out(const struct progress *progress, int count)
{
    const struct pipeline_shape *shape = progress->shape;
    const int each = shape->chunks * shape->batches;
    struct stage_run seconds = {.forward = 0};
    for (int i = 0; i < count; i++) {
        const int direction = i / each;
        const bool backward = direction % 2 == 1;
        const int chunk = i % each / shape->batches;
        seconds = i % shape->batches == 0 ? task_seconds(shape, direction / 2, chunk) : seconds;
        progress->tasks[i] = (struct pipeline_task){
            .start = NAN,
            .seconds = backward ? seconds.backward : seconds.forward,
            .stage = direction / 2,
            .chunk = chunk,
            .batch = i % shape->batches,
            .backward = backward,
        };
    }
}

struct pipeline_schedule pipeline_fill(struct pipeline_task *tasks, int capacity, const struct pipeline_shape *shape)
{
    const int rounds = (shape->batches + round_of(shape) - 1) / round_of(shape);
    struct progress progress = {.shape = shape, .tasks = tasks, .places = rounds * round_of(shape) * shape->chunks};
    const double count = 2.0 * shape->stages * shape->chunks * shape->batches;
    if (shape->stages > PIPELINE_STAGES || count > capacity) {
        return (struct pipeline_schedule){.count = 0};
    }
    lay_out(&progress, (int)count);
    bool moved = true;
    while (moved) {
        moved = false;
        for (int stage = 0; stage < shape->stages; stage++) {
            while (stage_advances(&progress, stage)) {
                moved = true;
            }
        }
    }
    struct pipeline_schedule schedule = {.count = (int)count};
    for (int stage = 0; stage < shape->stages; stage++) {
        schedule.seconds = fmax(schedule.seconds, progress.free[stage]);
    }
    for (int i = 0; i < shape->runs.count; i++) {
        const struct stage_run *stages = &shape->runs.run[i];
        schedule.ideal = fmax(schedule.ideal, shape->batches * (stages->forward + stages->backward));
    }
    return schedule;
}

struct pipeline_shape pipeline_shape_of(const struct scenario *scenario, const struct result *result, int capacity)
{
    struct training_pieces pieces;
    training_pieces_of(&pieces, scenario, result);
    const struct strategy *strategy = &scenario->strategy;
    struct pipeline_shape shape = {
        .stages = strategy->pp,
        .chunks = strategy->vp,
        .batches = result->sizes.filling,
        .runs = pieces.runs,
    };
    const int most = lesser_int(shape.batches, capacity / (2 * shape.stages * shape.chunks));
    const int rounds = most / shape.stages * shape.stages;
    const bool cut = most < shape.batches || shape.chunks > 1;
    shape.batches = cut && rounds > 0 ? rounds : most;
    return shape;
}
