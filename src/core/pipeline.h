/* pipeline.h: the schedule of a pipeline, task by task: stages times micro-batches.
 *
 * One chunk: 1F1B. More chunks: interleaved, in rounds of as many micro-batches as there are stages. Each stage has
 * its own layers and ends, as schedule_pipeline() has them.
 *
 * This is what tab 1 draws and tests hold the closed form to: training.c prices a pipeline by schedule_pipeline(),
 * and never by its tasks. Times are seconds from the beginning of the step.
 *
 *   source    Narayanan et al. 2021, section 2.2; the order of tasks is that of Megatron-LM's schedules.py
 */
#ifndef RINGSIDE_CORE_PIPELINE_H
#define RINGSIDE_CORE_PIPELINE_H

#include "core/result.h"
#include "core/scenario.h"
#include "core/schedule.h"

#include <stdbool.h>

/* What a schedule is made from: PP, VP and the micro-batches of one replica. */
struct pipeline_shape {
    int stages, chunks, batches;
    struct stage_runs runs; /* s of all chunks of a stage and one micro-batch, its sends included */
};

/* One micro-batch through one chunk of layers, in one direction. */
struct pipeline_task {
    double start, seconds;
    int stage, chunk, batch;
    bool backward;
};

/* What carrying one out gave. */
struct pipeline_schedule {
    int count;      /* tasks; 0: there is no room for them */
    double seconds; /* until the last stage is done */
    double ideal;   /* of the slowest stage's tasks alone: what is left is the bubble */
};

/* Stages of a schedule, at most. */
enum { PIPELINE_STAGES = 256 };

/* Carry out a schedule.
 *
 *   given     tasks with room for `capacity`; a shape
 *   returned  all tasks: by stage, forward before backward, by chunk, by micro-batch; none, and a count of 0, of more
 *             than PIPELINE_STAGES stages, and where 2 * stages * chunks * batches exceed the room
 *   note      a stage does its tasks in a fixed order, each as soon as the one that it waits for is done. Seconds are
 *             those of schedule_pipeline(), for whole rounds, as far as that is exact
 */
struct pipeline_schedule pipeline_fill(struct pipeline_task *tasks, int capacity, const struct pipeline_shape *shape);

/* The schedule of a scenario.
 *
 *   given     a valid training scenario with PP > 1; its result; how many tasks there is room for
 *   returned  its shape. Where not all micro-batches fit, and where interleaved ones make no whole rounds, it has
 *             fewer, in whole rounds: a pipeline fills and drains alike with fewer, its bubble is that of the result
 */
struct pipeline_shape pipeline_shape_of(const struct scenario *scenario, const struct result *result, int capacity);

#endif
