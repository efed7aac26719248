/* pipeline_simulation.c: stages, their lists of tasks, and the messages between them. */
#include "pipeline_simulation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_TASKS = 2 * SIMULATED_CHUNKS * SIMULATED_BATCHES, MOST_EVENTS = SIMULATED_STAGES * MOST_TASKS };

struct task {
    bool backward;
    int chunk, batch;
};

/* A stage that is done with a task and its sends, or a message that has come. */
struct event {
    double time;
    bool frees;
    int stage;
    struct task task; /* that the message is for */
};

static struct world {
    const struct simulated_pipeline *pipeline;
    struct simulated_step step;
    struct task list[SIMULATED_STAGES][MOST_TASKS];
    int listed[SIMULATED_STAGES], begun[SIMULATED_STAGES];
    bool idle[SIMULATED_STAGES];
    int holding[SIMULATED_STAGES];
    bool came[SIMULATED_STAGES][2][SIMULATED_CHUNKS][SIMULATED_BATCHES];
    struct event event[MOST_EVENTS];
    int events;
    double now;
} world;

/* ---- lists ---- */

static void list_task(int stage, bool backward, int chunk, int batch)
{
    world.list[stage][world.listed[stage]++] = (struct task){backward, chunk, batch};
}

/* Forward tasks of some micro-batches in order: chunk by chunk for P of them, then for the next P. */
static int order_forward(struct task *order, int first, int count)
{
    const int stages = world.pipeline->stages;
    int places = 0;
    for (int group = 0; group < count; group += stages) {
        for (int chunk = 0; chunk < world.pipeline->chunks; chunk++) {
            for (int batch = group; batch < group + stages && batch < count; batch++) {
                order[places++] = (struct task){false, chunk, first + batch};
            }
        }
    }
    return places;
}

static void list_filling(int stage, int first, int count)
{
    static struct task order[SIMULATED_CHUNKS * SIMULATED_BATCHES];
    const int stages = world.pipeline->stages;
    const int chunks = world.pipeline->chunks;
    const int places = order_forward(order, first, count);
    int ahead = stages - stage - 1;
    if (chunks > 1) {
        ahead = 2 * ahead + (chunks - 1) * stages;
    }
    int forward = 0;
    while (forward < ahead && forward < places) {
        list_task(stage, false, order[forward].chunk, order[forward].batch);
        forward++;
    }
    for (int backward = 0; backward < places; backward++) {
        if (forward < places) {
            list_task(stage, false, order[forward].chunk, order[forward].batch);
            forward++;
        }
        list_task(stage, true, chunks - 1 - order[backward].chunk, order[backward].batch);
    }
}

/* ---- events ---- */

static void post(struct event event)
{
    assert_true(world.events < MOST_EVENTS);
    world.event[world.events++] = event;
}

/* The earliest. */
static struct event next_event(void)
{
    int earliest = 0;
    for (int i = 1; i < world.events; i++) {
        earliest = world.event[i].time < world.event[earliest].time ? i : earliest;
    }
    const struct event event = world.event[earliest];
    world.event[earliest] = world.event[--world.events];
    return event;
}

/* Whom a task's result is for: the next stage or the one before, the first or the last with the next chunk, or, of the
 * last forward task of a micro-batch, the same stage. False: nobody. */
static bool addressee(int stage, struct task task, int *to, struct task *need)
{
    const int last = world.pipeline->stages - 1;
    *need = task;
    *to = task.backward ? stage - 1 : stage + 1;
    if (!task.backward && stage == last) {
        const bool turns = task.chunk == world.pipeline->chunks - 1;
        need->backward = turns;
        need->chunk += turns ? 0 : 1;
        *to = turns ? last : 0;
    } else if (task.backward && stage == 0) {
        need->chunk -= 1;
        *to = last;
    }
    return need->chunk >= 0;
}

/* ---- stages ---- */

static void begin(int stage, struct task task)
{
    const struct simulated_pipeline *pipeline = world.pipeline;
    const struct simulated_task *seconds = &pipeline->task[stage][task.chunk];
    const double end = world.now + (task.backward ? seconds->backward : seconds->forward);
    int to;
    struct task need;
    const bool any = addressee(stage, task, &to, &need);
    const double arrival = end + (any && to != stage ? pipeline->send : 0);
    const double free = pipeline->sends == SEND_BLOCKS ? arrival : end;
    if (any) {
        post((struct event){.time = arrival, .stage = to, .task = need});
    }
    post((struct event){.time = free, .frees = true, .stage = stage, .task = task});
    world.step.busy[stage] += free - world.now;
    world.idle[stage] = false;
    world.holding[stage] += task.backward ? 0 : 1;
    if (world.holding[stage] > world.step.held[stage]) {
        world.step.held[stage] = world.holding[stage];
    }
}

static void begin_if_ready(int stage)
{
    if (!world.idle[stage] || world.begun[stage] == world.listed[stage]) {
        return;
    }
    const struct task task = world.list[stage][world.begun[stage]];
    const bool starts = !task.backward && stage == 0 && task.chunk == 0;
    if (starts || world.came[stage][task.backward][task.chunk][task.batch]) {
        world.begun[stage]++;
        begin(stage, task);
    }
}

static void handle(struct event event)
{
    world.now = event.time;
    if (event.frees) {
        world.idle[event.stage] = true;
        world.holding[event.stage] -= event.task.backward ? 1 : 0;
        world.step.seconds = fmax(world.step.seconds, event.time);
    } else {
        world.came[event.stage][event.task.backward][event.task.chunk][event.task.batch] = true;
    }
    begin_if_ready(event.stage);
}

struct simulated_step simulate_pipeline(const struct simulated_pipeline *pipeline)
{
    assert_true(pipeline->stages <= SIMULATED_STAGES && pipeline->chunks <= SIMULATED_CHUNKS &&
                pipeline->batches <= SIMULATED_BATCHES);
    world = (struct world){.pipeline = pipeline};
    const int filling = pipeline->filling > 0 ? pipeline->filling : pipeline->batches;
    for (int stage = 0; stage < pipeline->stages; stage++) {
        for (int first = 0; first < pipeline->batches; first += filling) {
            const int left = pipeline->batches - first;
            list_filling(stage, first, left < filling ? left : filling);
        }
        world.idle[stage] = true;
    }
    for (int stage = 0; stage < pipeline->stages; stage++) {
        begin_if_ready(stage);
    }
    while (world.events > 0) {
        handle(next_event());
    }
    for (int stage = 0; stage < pipeline->stages; stage++) {
        assert_int_equal(world.begun[stage], world.listed[stage]);
    }
    return world.step;
}
