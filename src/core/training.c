/* training.c: a training step from its layers, its stage of the pipeline and its replicas. */
#include "core/training.h"

#include "core/order.h"
#include "core/schedule.h"
#include "core/training_flops.h"
#include "core/training_layer.h"
#include "core/training_stage.h"
#include "core/training_transfer.h"

#include <math.h>

/* What a layer exchanges in one micro-batch: `again` of it once more, so often. */
static struct exchange layer_exchange(struct exchange forward, struct exchange backward, struct exchange again,
                                      double recomputed)
{
    return exchange_sum(exchange_sum(forward, exchange_times(again, recomputed)), backward);
}

/* Enter one kind of exchange of so many layers, each with collectives like one of `cost` for a message. */
static void traffic_add_layers(struct traffic *traffic, struct exchange each, double times, struct overlap overlap,
                               double message, const struct collective_cost *cost)
{
    traffic_add(traffic, exchange_times(each, times), overlap);
    traffic->message = message;
    traffic->cost = *cost;
}

/* Enter the exchanges of so many layers, `all` of their passages together. */
static void training_add_exchanges(struct training *training, const struct layer *layer, double times,
                                   const struct passage *all)
{
    const struct tensor_traffic *tp = &layer->tp;
    const struct context_traffic *cp = &layer->cp;
    const struct expert_traffic *ep = &layer->ep;
    if (tp->forward.count > 0) {
        const struct exchange each = layer_exchange(tp->forward, tp->backward, tp->again, layer->recomputed);
        traffic_add_layers(&training->tp, each, times, all->tp, tp->message, &tp->cost);
    }
    if (cp->forward.count > 0) {
        const struct exchange each = layer_exchange(cp->forward, cp->backward, cp->forward, layer->recomputed);
        traffic_add_layers(&training->cp, each, times, all->cp, cp->message, &cp->cost);
    }
    const struct exchange dispatched = exchange_sum(ep->forward, ep->tensor);
    if (dispatched.count > 0) {
        const struct exchange combined = exchange_sum(ep->backward, ep->tensor);
        const struct exchange each = layer_exchange(dispatched, combined, dispatched, layer->recomputed_experts);
        traffic_add_layers(&training->ep, each, times, all->ep, ep->message, &ep->cost);
    }
}

/* Enter so many layers, all micro-batches together. */
static void training_add_layers(struct training *training, const struct layer *layer, double times)
{
    struct passage all = passage_sum(&layer->forward, &layer->backward);
    all = passage_sum(&all, &layer->recompute);
    all = passage_times(&all, times);
    training->contention += all.contention;
    training->dispatch += all.dispatch;
    training->offload_bytes += times * layer->offload.bytes;
    training->offload += times * layer->offload.seconds;
    training->offload_exposed += times * (layer->offload.forward + layer->offload.backward);
    training->forward += times * layer->forward.compute;
    training->backward += times * layer->backward.compute;
    training->recompute += times * layer->recompute.compute;
    training->compute = training->forward + training->backward + training->recompute;
    training_add_exchanges(training, layer, times, &all);
}

/* Enter the FSDP traffic of a unit, so many times. */
static void training_add_sharding(struct training *training, const struct sharding *sharding, double times)
{
    traffic_add(&training->fsdp, exchange_times(sharding->exchange, times), overlap_times(sharding->overlap, times));
    traffic_add(&training->dp, exchange_times(sharding->replicate, times),
                overlap_times(sharding->replica_overlap, times));
    training->contention += times * (sharding->forward_contention + sharding->backward_contention);
}

/* Enter the modules of multi-token prediction, all micro-batches: each is one more of the last layers, and the product
 * before it. */
static void training_add_modules(struct training *training, const struct step *step, const struct layer *last)
{
    const double times = step->sizes->micro_batches * predicted_layers(step);
    if (times <= 0) {
        return;
    }
    training->forward += times * step->kernels->join.forward;
    training->backward += times * step->kernels->join.backward;
    training_add_layers(training, last, times);
    if (step->scenario->strategy.zero == ZERO_PARAMETERS) {
        training_add_sharding(training, &last->fsdp, times);
    }
}

/* Enter the head, once more for each module, all micro-batches. */
static void training_add_head(struct training *training, const struct step *step, const struct layer *last,
                              const struct passage *head)
{
    const double times = step->sizes->micro_batches;
    const struct passage all = passage_times(head, times);
    training->head += all.compute;
    training->dispatch += all.dispatch;
    traffic_add(&training->tp, exchange_times(last->tp.pair, times * head_pairs(step)), all.tp);
    training_add_modules(training, step, last);
}

/* Enter what the slowest stage has of head and embedding, all micro-batches. */
static void training_add_ends(struct training *training, const struct step *step, const struct stage *stage,
                              const struct layer *last, const struct ends *ends)
{
    const double times = step->sizes->micro_batches;
    if (stage->last) {
        training_add_head(training, step, last, &ends->head);
    }
    if (stage->first) {
        const struct exchange embedded = exchange_times(ends->embedded, times);
        training->head += times * ends->embedding;
        traffic_add(&training->tp, embedded, overlap_share(embedded.seconds, 0));
    }
    if (ends->gathers_root && (stage->first || stage->last)) {
        training_add_sharding(training, &ends->root, times);
    }
}

/* Enter the pipeline: sends of every chunk of layers in both directions, and what the slowest stage waits beside its
 * own tasks. */
static void training_add_pipeline(struct training *training, const struct step *step, const struct stage *stage,
                                  const struct ends *ends)
{
    const struct strategy *strategy = &step->scenario->strategy;
    if (strategy->pp <= 1) {
        return;
    }
    const double micro_batches = step->sizes->micro_batches;
    const double sends = stage_transfer_share(step, stage) * micro_batches * strategy->vp;
    const struct exchange embedding = embedding_exchange(step);
    training->pp = ends->pp;
    traffic_add(&training->pp, exchange_times(ends->transfer, sends), overlap_times(ends->transferred, sends));
    training->dispatch += sends * ends->transfer_host;
    traffic_add(&training->pp, embedding, overlap_share(embedding.seconds, 0));
    training->embedding_bytes = embedding.bytes;
    training->first_transfers =
        (ends->transferred.exposed + ends->transfer_host) * (strategy->pp - 2 + end_transfers(step));
    training->ideal = micro_batches * stage->seconds;
    training->bubble = greater(0, stage_pipeline_seconds(step, &stage->runs) - training->ideal); /* a sum's rounding */
    training->last_decides = stage->last || stage->runs.count == 1;
}

/* What gradients must reach to hide, all but the last bucket: on the whiteboard an all-reduce behind the backward pass
 * of the last micro-batch, TP time not counted; else what the schedule has to serve in which window. */
static struct demand training_demand(const struct step *step, const struct reduction *reduction,
                                     const struct last_batch *batch)
{
    return step->flat ? (struct demand){.bytes = reduction->demand.bytes, .window = batch->backward}
                      : reduction->demand;
}

/* Bandwidth that just hides bytes in a window; NAN where there are none. */
static void training_require(struct training *training, struct demand demand)
{
    const bool any = demand.bytes > 0 && demand.window > 0;
    training->required_bytes = any ? demand.bytes : NAN;
    training->required_window = any ? demand.window : NAN;
    training->required_bandwidth = any ? demand.bytes / demand.window : NAN;
}

/* FSDP reduces gradients layer by layer, and that is entered: what is left are the messages of one, and the bandwidth
 * that would just hide all of it behind compute. */
static void training_describe_sharding(struct training *training, const struct sharding *unit)
{
    training->fsdp.message = unit->message;
    training->fsdp.cost = unit->cost;
    training->dp.message = unit->replica_message;
    training->dp.cost = unit->replica_cost;
    training_require(training, (struct demand){training->fsdp.bytes, training->compute});
}

/* Enter the gradient reduction behind the last micro-batch, and the bandwidth that would just hide it. */
static void training_add_reduction(struct training *training, const struct step *step,
                                   const struct reduction *reduction, const struct last_batch *batch)
{
    training->dp = reduction->traffic;
    training->expert_message = reduction->expert_message;
    training->contention += reduction->contention;
    training_require(training, training_demand(step, reduction, batch));
}

/* Enter what replicas exchange. Returns the seconds that its stragglers add: none with FSDP, whose exchanges wait layer
 * by layer. */
static double training_add_replicas(struct training *training, const struct step *step, const struct stage *stage,
                                    const struct layers *layers, struct holding trained)
{
    const struct last_batch batch = stage_last_batch(step, stage, layers);
    training->backward_window = batch.backward;
    if (step->scenario->strategy.zero == ZERO_PARAMETERS) {
        training_describe_sharding(training, &layers_last(layers)->fsdp);
        return 0.0;
    }
    const struct replicas replicas = stage_replicas(step, stage, trained, batch.window);
    const struct reduction reduction = reduction_price(&replicas);
    training_add_reduction(training, step, &reduction, &batch);
    return reduction.straggling;
}

/* Ranks of a stage that wait for each other: those that lie in different domains, or all of them where these meet once
 * a step with nothing to do meanwhile. A single domain has none to wait for. */
static double replicas_waiting(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const double domains = (double)scenario->cluster.gpus / scenario->cluster.scaleup.size;
    const double replicas = step->sizes->stage_ranks;
    const bool all = replicas_meet_once(&scenario->strategy) && domains > 1;
    return all || replicas < domains ? replicas : domains;
}

/* Close the sum. Waiting for the slowest replica counts as jitter, so that dp.time does not depend on what hides it. */
static void training_add_up(struct training *training, const struct step *step, double straggling)
{
    const double waiting = replicas_waiting(step);
    const double factor = waiting > 1 && step->charges.jitter > 0 ? step->charges.jitter * log2(waiting) : 0.0;
    const double busy = training->compute + training->head + training->dispatch + training->contention +
                        training->tp.exposed + training->cp.exposed + training->ep.exposed + training->pp.exposed +
                        training->bubble + training->dp.exposed + training->fsdp.exposed + training->optimizer;
    training->jitter = straggling + factor * (busy + straggling);
    training->step = busy + training->jitter;
}

void training_price(struct training *training, const struct step *step)
{
    struct layers layers;
    layers_price(&layers, step);
    const struct layer *last = layers_last(&layers);
    struct ends ends;
    ends_price(&ends, step, last);
    const struct stage stage = stage_slowest(step, &layers, &ends);
    const double micro_batches = step->sizes->micro_batches;
    *training = (struct training){
        .layers = stage.layers + (stage.last ? predicted_layers(step) : 0),
        .headed = stage.last,
        .waiting = stage.last ? stage.slack * micro_batches : 0,
    };
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        const double times = stage.count[kind] * micro_batches;
        if (times <= 0) {
            continue;
        }
        training_add_layers(training, &layers.kind[kind], times);
        if (step->scenario->strategy.zero == ZERO_PARAMETERS) {
            training_add_sharding(training, &layers.kind[kind].fsdp, times);
        }
    }
    training_add_ends(training, step, &stage, last, &ends);
    training_add_pipeline(training, step, &stage, &ends);
    const struct holding trained = stage_trained(step, &stage, &layers);
    const double straggling = training_add_replicas(training, step, &stage, &layers, trained);
    training->optimizer = stage_optimizer_seconds(step, trained);
    training_add_up(training, step, straggling);
    training_count_flops(training, step);
}
