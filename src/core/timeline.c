/* timeline.c: the pen, and how much one interval stands for. */
#include "core/timeline.h"

#include "core/timeline_pen.h"

/* No step has more layers or buckets. */
enum { FOLD_MOST = 1 << 29 };

static void pen_write(struct pen *pen, struct interval interval)
{
    const bool outside =
        interval.start + interval.seconds < pen->window.from || interval.start > pen->window.to || pen_is_full(pen);
    if (outside) {
        return;
    }
    if (pen->count < pen->capacity) {
        pen->intervals[pen->count] = interval;
    }
    pen->count++;
}

void pen_path(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double seconds)
{
    struct interval interval = pen->like;
    if (!(seconds > 0)) {
        return;
    }
    interval.lane = lane;
    interval.kind = kind;
    interval.start = pen->now;
    interval.seconds = seconds;
    pen_write(pen, interval);
    pen->now += seconds;
}

void pen_hidden(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double start, double seconds)
{
    struct interval interval = pen->like;
    if (!(seconds > 0)) {
        return;
    }
    interval.lane = lane;
    interval.kind = kind;
    interval.start = start;
    interval.seconds = seconds;
    interval.hidden = true;
    pen_write(pen, interval);
}

void pen_transfer(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double start,
                  struct overlap overlap)
{
    pen_hidden(pen, lane, kind, start, overlap.hidden);
    pen_path(pen, lane, kind, overlap.exposed);
}

/* Write the step, as far folded as the pen says. */
static struct timeline write_step(struct pen *pen, const struct scenario *scenario, const struct result *result)
{
    struct timeline timeline = {
        .layers_each = pen->layers_each, .batches_each = pen->batches_each, .window = pen->window};
    pen->count = 0;
    pen->now = 0;
    pen->like = (struct interval){.start = 0};
    if (result->mode == MODE_TRAINING) {
        timeline_training(pen, &timeline, scenario, result);
    } else {
        timeline_serving(pen, &timeline, scenario, result);
    }
    timeline.step = pen->now;
    timeline.layer = pen->layer;
    timeline.layer_backward = pen->layer_backward;
    timeline.count = pen->count;
    return timeline;
}

/* Fold layers first, then micro-batches, then buckets beyond the number of layers. */
static void fold_further(struct pen *pen, const struct timeline *timeline, int layers)
{
    if (pen->layers_each >= layers && pen->batches_each < timeline->batches) {
        pen->batches_each *= 2;
    } else {
        pen->layers_each *= 2;
    }
}

struct timeline timeline_fill(struct interval *intervals, int capacity, const struct scenario *scenario,
                              const struct result *result, struct timeline_window window)
{
    struct pen pen = {
        .intervals = intervals, .capacity = capacity, .window = window, .layers_each = 1, .batches_each = 1};
    struct timeline timeline = write_step(&pen, scenario, result);
    while (pen_is_full(&pen) && pen.layers_each < FOLD_MOST) {
        fold_further(&pen, &timeline, scenario->model.layers);
        timeline = write_step(&pen, scenario, result);
    }
    return timeline;
}
