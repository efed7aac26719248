/* timeline_serving.c: a prefill or a decode step, pass by pass and layer by layer. */
#include "core/timeline_pen.h"

#include <math.h>

static struct overlap overlap_of(const struct traffic *traffic, double share)
{
    return (struct overlap){.hidden = traffic->hidden * share, .exposed = traffic->exposed * share};
}

/* A share of what all layers and passes take together: gathers of weights, kernels, then what they exchange. */
static void write_share(struct pen *pen, const struct inference *step, double share)
{
    const double start = pen->now;
    pen_transfer(pen, LANE_FSDP, INTERVAL_FORWARD, start, overlap_of(&step->fsdp, share));
    pen_path(pen, LANE_COMPUTE, INTERVAL_WEIGHTS, step->weights * share);
    pen_path(pen, LANE_COMPUTE, INTERVAL_ATTENTION, step->attention * share);
    pen_path(pen, LANE_COMPUTE, INTERVAL_ARITHMETIC, step->compute * share);
    pen_path(pen, LANE_WAIT, INTERVAL_LAUNCH, step->gaps * share);
    pen_path(pen, LANE_WAIT, INTERVAL_DISPATCH, step->dispatch * share);
    pen_transfer(pen, LANE_CP, INTERVAL_FORWARD, start, overlap_of(&step->cp, share));
    pen_transfer(pen, LANE_EP, INTERVAL_FORWARD, start, overlap_of(&step->ep, share));
    pen_transfer(pen, LANE_TP, INTERVAL_FORWARD, start, overlap_of(&step->tp, share));
}

/* Some passes as one: the host's work, then the layers in groups. */
static void write_passes(struct pen *pen, const struct inference *step, int layers, double share)
{
    pen_path(pen, LANE_WAIT, INTERVAL_ENGINE, step->engine * share);
    for (int done = 0; done < layers && !pen_is_full(pen); done += pen->layers_each) {
        const int group = pen_group(done, layers, pen->layers_each);
        pen->like.layer = done;
        pen->like.layers = group;
        const double start = pen->now;
        write_share(pen, step, share * group / layers);
        pen_tell_layer(pen, start, layers / 2);
    }
    pen->like.layer = pen->like.layers = 0;
}

void timeline_serving(struct pen *pen, struct timeline *timeline, const struct scenario *scenario,
                      const struct result *result)
{
    const struct inference *step = &result->inference;
    const int layers = scenario->model.layers;
    const int passes = step->passes > 1 ? (int)lround(step->passes) : 1;
    timeline->batches = passes;
    timeline->layers = layers;
    pen->like.phase = PHASE_FORWARD;
    for (int first = 0; first < passes && !pen_is_full(pen); first += pen->batches_each) {
        const int count = pen_group(first, passes, pen->batches_each);
        pen->like.batch = first;
        pen->like.batches = count;
        write_passes(pen, step, layers, (double)count / passes);
    }
    pen->like.batch = pen->like.batches = 0;
    pen->like.phase = PHASE_HEAD;
    pen_path(pen, LANE_COMPUTE, INTERVAL_HEAD, step->head);
    pen->like.phase = PHASE_UPDATE;
    pen_transfer(pen, LANE_PP, INTERVAL_SEND, pen->now, overlap_of(&step->pp, 1));
}
