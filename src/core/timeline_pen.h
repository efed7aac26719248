/* timeline_pen.h: writing intervals one after another. Private to the timeline. */
#ifndef RINGSIDE_CORE_TIMELINE_PEN_H
#define RINGSIDE_CORE_TIMELINE_PEN_H

#include "core/schedule.h"
#include "core/timeline.h"

/* Where intervals are written, and what the next one stands for. */
struct pen {
    struct interval *intervals;
    int capacity, count; /* count may exceed the capacity: then nothing more is written */
    struct timeline_window window;
    double now;
    int layers_each, batches_each;
    struct timeline_window layer, layer_backward; /* of those that a timeline tells of */
    struct interval like;                         /* phase, micro-batches and layers of what is written next */
};

/* What the GPU waits for: it moves `now`. Nothing for 0 seconds. */
void pen_path(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double seconds);

/* Beside it, from a moment on. */
void pen_hidden(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double start, double seconds);

/* A transfer: its hidden part from a moment on, its exposed part now. */
void pen_transfer(struct pen *pen, enum timeline_lane lane, enum interval_kind kind, double start,
                  struct overlap overlap);

/* The last of those that a fold of so many each makes of `count` from a place on. */
static inline int pen_group(int place, int count, int each)
{
    return count - place < each ? count - place : each;
}

/* Remember the first of the layers that were written from `start` on, if it is the one in the middle: of the first
 * forward pass, and of the last backward one. */
static inline void pen_tell_layer(struct pen *pen, double start, int middle)
{
    const struct interval *like = &pen->like;
    const struct timeline_window window = {start, start + (pen->now - start) / like->layers / like->batches};
    if (middle < like->layer || middle >= like->layer + like->layers) {
        return;
    }
    if (like->phase == PHASE_BACKWARD) {
        pen->layer_backward = window;
    } else if (like->phase == PHASE_FORWARD && like->batch == 0) {
        pen->layer = window;
    }
}

static inline bool pen_is_full(const struct pen *pen)
{
    return pen->count > pen->capacity;
}

/* A step of a mode, from its beginning. */
void timeline_training(struct pen *pen, struct timeline *timeline, const struct scenario *scenario,
                       const struct result *result);
void timeline_serving(struct pen *pen, struct timeline *timeline, const struct scenario *scenario,
                      const struct result *result);

#endif
