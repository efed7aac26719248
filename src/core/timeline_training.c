/* timeline_training.c: a training step, pass by pass and layer by layer. */
#include "core/order.h"
#include "core/timeline_pen.h"
#include "core/training_pieces.h"

#include <math.h>

/* Pieces that a stream without buckets is written in. */
enum { STREAM_PIECES = 64 };

/* What a step is written from. */
struct script {
    const struct training_pieces *pieces;
    const struct training *training;
    const struct strategy *strategy;
};

/* Layers that are begun. A share of them may be off by rounding. */
static int whole_layers(double count)
{
    static const double rounding = 1e-9;
    return (int)ceil(count - rounding);
}

/* FSDP of one pass of a layer: the forward gathers, or what is left for the backward pass. */
static struct overlap sharding_part(const struct sharding *sharding, enum step_phase phase)
{
    return phase == PHASE_FORWARD ? sharding->forward
                                  : (struct overlap){.hidden = sharding->overlap.hidden - sharding->forward.hidden,
                                                     .exposed = sharding->overlap.exposed - sharding->forward.exposed};
}

/* One direction of a layer, so many times: its hidden transfers begin with its compute, what is left of them follows.
 */
static void write_passage(struct pen *pen, const struct passage *passage, enum interval_kind kind, double times)
{
    const double start = pen->now;
    pen_path(pen, LANE_COMPUTE, kind, times * passage->compute);
    pen_path(pen, LANE_COMPUTE, INTERVAL_CONTENTION, times * passage->contention);
    pen_path(pen, LANE_WAIT, INTERVAL_DISPATCH, times * passage->dispatch);
    pen_transfer(pen, LANE_CP, kind, start, overlap_times(passage->cp, times));
    pen_transfer(pen, LANE_EP, kind, start, overlap_times(passage->ep, times));
    pen_transfer(pen, LANE_TP, kind, start, overlap_times(passage->tp, times));
}

/* What FSDP adds to a pass of a layer: gathers are waited for before it, scatters and sums after it. */
static void write_sharding(struct pen *pen, const struct sharding *sharding, double times, double start)
{
    const bool forward = pen->like.phase == PHASE_FORWARD;
    const enum interval_kind kind = forward ? INTERVAL_FORWARD : INTERVAL_BACKWARD;
    pen_transfer(pen, LANE_FSDP, kind, start, overlap_times(sharding_part(sharding, pen->like.phase), times));
    if (!forward) {
        pen_transfer(pen, LANE_DP, INTERVAL_REDUCE, start, overlap_times(sharding->replica_overlap, times));
    }
    pen_path(pen, LANE_COMPUTE, INTERVAL_CONTENTION,
             times * (forward ? sharding->forward_contention : sharding->backward_contention));
}

static void write_layer(struct pen *pen, const struct layer *layer, double times)
{
    const double start = pen->now;
    if (pen->like.phase == PHASE_FORWARD) {
        write_passage(pen, &layer->forward, INTERVAL_FORWARD, times);
    } else {
        write_passage(pen, &layer->recompute, INTERVAL_RECOMPUTE, times);
        write_passage(pen, &layer->backward, INTERVAL_BACKWARD, times);
    }
    write_sharding(pen, &layer->fsdp, times, start);
}

/* Layers of one kind, in groups; `first` is the place of the first of them in the stage. */
static void write_kind(struct pen *pen, const struct script *script, enum layer_kind kind, int first, double times)
{
    const double count = script->pieces->count[kind];
    const int whole = whole_layers(count);
    const bool backward = pen->like.phase == PHASE_BACKWARD;
    for (int done = 0; done < whole && !pen_is_full(pen); done += pen->layers_each) {
        const int group = pen_group(done, whole, pen->layers_each);
        const double weight = lesser(group, count - done); /* the last need not be whole */
        pen->like.layer = first + (backward ? whole - done - group : done);
        pen->like.layers = group;
        const double start = pen->now;
        write_layer(pen, &script->pieces->layers.kind[kind], times * weight);
        pen_tell_layer(pen, start, first + whole / 2);
    }
    pen->like.layer = pen->like.layers = 0;
}

/* Dense layers stand before those with experts. */
static void write_layers(struct pen *pen, const struct script *script, double times)
{
    const int dense = whole_layers(script->pieces->count[LAYER_DENSE]);
    if (pen->like.phase == PHASE_FORWARD) {
        write_kind(pen, script, LAYER_DENSE, 0, times);
        write_kind(pen, script, LAYER_EXPERTS, dense, times);
    } else {
        write_kind(pen, script, LAYER_EXPERTS, dense, times);
        write_kind(pen, script, LAYER_DENSE, 0, times);
    }
}

/* Modules of multi-token prediction stand behind the last layer. */
static void write_modules(struct pen *pen, const struct script *script, double times)
{
    const struct training_pieces *pieces = script->pieces;
    const double modules = times * pieces->modules;
    const bool backward = pen->like.phase == PHASE_BACKWARD;
    if (modules <= 0) {
        return;
    }
    pen->like.layer = whole_layers(pieces->count[LAYER_DENSE]) + whole_layers(pieces->count[LAYER_EXPERTS]);
    pen->like.layers = whole_layers(pieces->modules);
    if (!backward) {
        pen_path(pen, LANE_COMPUTE, INTERVAL_FORWARD, modules * pieces->join.forward);
    }
    write_layer(pen, layers_last(&pieces->layers), modules);
    if (backward) {
        pen_path(pen, LANE_COMPUTE, INTERVAL_BACKWARD, modules * pieces->join.backward);
    }
    pen->like.layer = pen->like.layers = 0;
}

/* What a stage sends in one direction, all its chunks. */
static void write_sends(struct pen *pen, const struct script *script, double times, double start)
{
    const double chunks = times * script->strategy->vp;
    pen_path(pen, LANE_WAIT, INTERVAL_DISPATCH, chunks * script->pieces->transfer_host);
    pen_transfer(pen, LANE_PP, INTERVAL_SEND, start, overlap_times(script->pieces->transfer, chunks));
}

/* Buckets behind a pass: all but one are hidden, each from when it is ready and the one before it is through. A single
 * one of which something hides is a stream, as on a whiteboard: it is written in pieces. */
static void write_buckets(struct pen *pen, enum interval_kind kind, double start, double end, double seconds,
                          double buckets)
{
    const struct interval like = pen->like;
    const int hidden = buckets > 1 ? (int)buckets - 1 : STREAM_PIECES;
    double free = start;
    for (int done = 0; done < hidden && seconds > 0 && !pen_is_full(pen); done += pen->layers_each) {
        const int group = pen_group(done, hidden, pen->layers_each);
        const double ready = start + (end - start) * (done + 1) / (hidden + 1);
        const double length = seconds * group / hidden;
        pen->like.layer = done;
        pen->like.layers = group;
        free = fmax(free, ready);
        pen_hidden(pen, LANE_DP, kind, free, length);
        free += length;
    }
    pen->like = like;
}

static void write_forward(struct pen *pen, const struct script *script, double times, bool first)
{
    const struct training_pieces *pieces = script->pieces;
    const struct reduction *reduction = &pieces->reduction;
    const double start = pen->now;
    pen->like.phase = PHASE_FORWARD;
    pen_path(pen, LANE_FSDP, INTERVAL_FORWARD, times * pieces->root.forward.exposed);
    pen_path(pen, LANE_COMPUTE, INTERVAL_HEAD, times * pieces->embedding);
    pen_path(pen, LANE_TP, INTERVAL_HEAD, times * pieces->embedded);
    write_layers(pen, script, times);
    write_modules(pen, script, times);
    write_sends(pen, script, times, start);
    if (first) {
        write_buckets(pen, INTERVAL_GATHER, start, pen->now, reduction->gathered.hidden, reduction->gather_buckets);
    }
}

static void write_head(struct pen *pen, const struct script *script, double times)
{
    pen->like.phase = PHASE_HEAD;
    write_passage(pen, &script->pieces->head, INTERVAL_HEAD, times);
}

/* Share of the step's gradient reduction that these micro-batches have: with ZeRO-2 each its own, else the last. */
static double reduced_share(const struct script *script, double times, bool last)
{
    const bool often = script->strategy->zero == ZERO_GRADIENTS;
    return often ? times / script->pieces->micro_batches : last ? 1 : 0;
}

static void write_backward(struct pen *pen, const struct script *script, double times, bool last)
{
    const struct training_pieces *pieces = script->pieces;
    const struct reduction *reduction = &pieces->reduction;
    const double share = reduced_share(script, times, last);
    const double start = pen->now;
    pen->like.phase = PHASE_BACKWARD;
    write_modules(pen, script, times);
    write_layers(pen, script, times);
    pen_path(pen, LANE_FSDP, INTERVAL_BACKWARD, times * sharding_part(&pieces->root, PHASE_BACKWARD).exposed);
    pen_path(pen, LANE_COMPUTE, INTERVAL_CONTENTION, times * pieces->root.backward_contention);
    pen_path(pen, LANE_DP, INTERVAL_REDUCE, times * pieces->root.replica_overlap.exposed);
    pen_path(pen, LANE_COMPUTE, INTERVAL_CONTENTION, share * reduction->contention);
    write_buckets(pen, INTERVAL_REDUCE, start, pen->now, share * reduction->reduced.hidden, reduction->reduced_buckets);
    write_sends(pen, script, times, start);
    if (!last) {
        pen_path(pen, LANE_DP, INTERVAL_REDUCE, share * reduction->reduced.exposed);
    }
}

/* So many micro-batches as one, forward and backward. */
static void write_batches(struct pen *pen, struct timeline *timeline, const struct script *script, int first, int count)
{
    const bool last = first + count >= timeline->batches;
    pen->like.batch = first;
    pen->like.batches = count;
    write_forward(pen, script, count, first == 0);
    write_head(pen, script, count);
    timeline->last_pass = pen->now;
    write_backward(pen, script, count, last);
}

/* All micro-batches between the first and the last are alike: those outside of the window are passed over, but for the
 * one before it, of which something hidden may run on into it. */
static void write_middle(struct pen *pen, struct timeline *timeline, const struct script *script)
{
    const int end = timeline->batches - 1;
    double each = 0;
    for (int first = 1; first < end && !pen_is_full(pen); first += pen->batches_each) {
        const int count = pen_group(first, end, pen->batches_each);
        const bool outside = pen->now + each * (count + 1) < pen->window.from || pen->now > pen->window.to;
        if (each > 0 && outside) {
            pen->now += each * count;
            continue;
        }
        const double start = pen->now;
        write_batches(pen, timeline, script, first, count);
        each = (pen->now - start) / count;
    }
}

/* Share of forward passes in what the stages before the last take: a pipeline fills with these and drains with backward
 * ones. */
static double fill_share(const struct script *script)
{
    const struct stage_runs *runs = &script->pieces->runs;
    double forward = 0;
    double all = 0;
    for (int i = 0; i == 0 || i < runs->count - 1; i++) {
        const struct stage_run *run = &runs->run[i];
        forward += run->stages * run->forward;
        all += run->stages * (run->forward + run->backward);
    }
    return all > 0 ? forward / all : 0;
}

/* What follows the last backward pass. */
static void write_update(struct pen *pen, const struct script *script)
{
    const struct training_pieces *pieces = script->pieces;
    const struct reduction *reduction = &pieces->reduction;
    const double share = reduced_share(script, 1, true);
    pen->like = (struct interval){.phase = PHASE_UPDATE};
    pen_path(pen, LANE_DP, INTERVAL_REDUCE, share * reduction->reduced.exposed);
    pen_path(pen, LANE_PP, INTERVAL_REDUCE, pieces->embedding_reduction);
    pen_path(pen, LANE_COMPUTE, INTERVAL_OPTIMIZER, script->training->optimizer);
    pen_path(pen, LANE_DP, INTERVAL_GATHER, reduction->gathered.exposed);
    pen_path(pen, LANE_WAIT, INTERVAL_JITTER, script->training->jitter);
}

void timeline_training(struct pen *pen, struct timeline *timeline, const struct scenario *scenario,
                       const struct result *result)
{
    struct training_pieces pieces;
    training_pieces_of(&pieces, scenario, result);
    const struct script script = {&pieces, &result->training, &scenario->strategy};
    const double fill = fill_share(&script) * result->training.bubble;
    timeline->batches = result->sizes.micro_batches;
    timeline->layers = result->training.layers;
    pen->like.phase = PHASE_FILL;
    pen_path(pen, LANE_WAIT, INTERVAL_BUBBLE, fill);
    write_batches(pen, timeline, &script, 0, 1);
    if (timeline->batches > 1) {
        write_middle(pen, timeline, &script);
        write_batches(pen, timeline, &script, timeline->batches - 1, 1);
    }
    pen->like.phase = PHASE_DRAIN;
    pen_path(pen, LANE_WAIT, INTERVAL_BUBBLE, result->training.bubble - fill);
    write_update(pen, &script);
}
