/* timeline.h: one step of one GPU as lanes of intervals.
 *
 * What the GPU waits for stands end to end: at each moment of the step it computes, or an exposed transfer keeps it
 * waiting, or it waits for something else. Hidden transfers lie beside that. So the intervals of a lane add up to the
 * figure of struct result that bears its name: hidden, exposed, or both.
 *
 * Nothing is allocated, and evaluate() draws no lanes: they are filled where a view asks for them. Seconds.
 */
#ifndef RINGSIDE_CORE_TIMELINE_H
#define RINGSIDE_CORE_TIMELINE_H

#include "core/result.h"
#include "core/scenario.h"

#include <stdbool.h>

enum timeline_lane {
    LANE_COMPUTE, /* kernels of the GPU */
    LANE_TP,
    LANE_CP,
    LANE_EP,
    LANE_PP,
    LANE_FSDP,
    LANE_DP,
    LANE_WAIT, /* for the host, for other stages, for the slowest replica */
    LANE_COUNT
};

enum interval_kind {
    INTERVAL_FORWARD, /* of the layers; of a transfer: in the forward pass, and so on */
    INTERVAL_BACKWARD,
    INTERVAL_RECOMPUTE,
    INTERVAL_HEAD, /* embedding, LM head and loss */
    INTERVAL_OPTIMIZER,
    INTERVAL_CONTENTION, /* compute that hidden transfers slow down */
    INTERVAL_WEIGHTS,    /* of a decode step, as the next two: streaming weights */
    INTERVAL_ATTENTION,  /* streaming the KV cache; of a prefill the attention core */
    INTERVAL_ARITHMETIC,
    INTERVAL_REDUCE, /* of gradients */
    INTERVAL_GATHER, /* of updated parameters */
    INTERVAL_SEND,
    INTERVAL_DISPATCH, /* the host's share of a layer beyond the GPU's */
    INTERVAL_LAUNCH,   /* gaps between kernels, of a prefill or decode step */
    INTERVAL_ENGINE,   /* the host's work of a prefill or decode step */
    INTERVAL_BUBBLE,
    INTERVAL_JITTER,
    INTERVAL_KIND_COUNT
};

/* Where in the step. */
enum step_phase { PHASE_FILL, PHASE_FORWARD, PHASE_HEAD, PHASE_BACKWARD, PHASE_DRAIN, PHASE_UPDATE, PHASE_COUNT };

struct interval {
    enum timeline_lane lane;
    enum interval_kind kind;
    enum step_phase phase;
    bool hidden;           /* behind what other lanes do */
    double start, seconds; /* seconds > 0 */
    int batch, batches;    /* micro-batches, or passes over prompts, that it stands for: the first from 0, how many; 0:
                              it is of the step as a whole */
    int layer, layers;     /* the same of layers of the stage, of buckets where the lane is DP */
};

/* A part of a step. */
struct timeline_window {
    double from, to;
};

struct timeline {
    int count;        /* intervals that were filled in */
    int layers_each;  /* layers that one interval stands for at most */
    int batches_each; /* micro-batches that one interval stands for at most */
    double step;      /* s of the whole step */
    double last_pass; /* where the last backward pass begins; of a prefill or decode step 0 */
    int batches;      /* of the step */
    double layers;    /* of the stage; need not be whole */
    struct timeline_window window;
    struct timeline_window layer;          /* one layer in the middle of the first forward pass, of the last kind */
    struct timeline_window layer_backward; /* the same of the last backward pass; empty of a step that is served */
};

/* The least room that any step folds into. */
enum { TIMELINE_LEAST = 512 };

/* Fill the intervals of a window.
 *
 *   given     intervals with room for `capacity` >= TIMELINE_LEAST; a valid scenario, its result; a window: what
 *             touches it is filled in, {0, INFINITY} for the whole step
 *   returned  how many there are, and what one stands for: where not all fit, neighbouring layers share one, then
 *             neighbouring micro-batches do; what they add up to stays
 *   note      of a pipeline, the stage that a micro-batch waits longest for: its bubble stands before the first and
 *             after the last micro-batch, as on the last stage. ZeRO's gather ends the step where it is exposed; what
 *             is hidden of it lies behind the first forward pass, since steps follow one another. What is hidden by
 *             a stated share may be longer than the pass that it begins beside: it then runs on
 */
struct timeline timeline_fill(struct interval *intervals, int capacity, const struct scenario *scenario,
                              const struct result *result, struct timeline_window window);

#endif
