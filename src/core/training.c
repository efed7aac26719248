/* training.c: a training step from its layers, its stage of the pipeline and its replicas. */
#include "core/training.h"

#include "core/adapter.h"
#include "core/device.h"
#include "core/layer.h"
#include "core/schedule.h"
#include "core/training_flops.h"
#include "core/training_layer.h"
#include "core/training_pieces.h"

#include <math.h>

/* Share of pipeline transfers left exposed where they overlap: assumed. */
static const double TRANSFER_LEFT = 0.15;

/* The stage of the pipeline that decides how long a micro-batch takes, and the one that holds most parameters. */
struct stage {
    double layers;
    double mean_layers;    /* of the others, while the pipeline fills */
    double largest_layers; /* of the first: it holds the embedding, too */
    double slack;          /* seconds that the first waits in each micro-batch */
    bool head;             /* the head is on the stage that decides, and modules of multi-token prediction */
};

/* Modules of multi-token prediction that are priced as layers; on the whiteboard they are part of compute. */
static double predicted_layers(const struct step *step)
{
    return step->flat ? 0 : step->scenario->model.mtp;
}

/* Pairs of TP exchanges of one micro-batch beside its layers: the sum of the embedding's parts, and that of the input's
 * gradient at the head. */
static const double EMBEDDING_PAIRS = 1.0;
static const double HEAD_PAIRS = 1.0;

/* Those on the stage of the head, which has the embedding, too, where it is the only one. A module of multi-token
 * prediction has both. Megatron-LM, language_model.py: VocabParallelEmbedding and parallel_lm_logits. */
static double end_pairs(const struct step *step)
{
    const double modules = predicted_layers(step) * (EMBEDDING_PAIRS + HEAD_PAIRS);
    return HEAD_PAIRS + (step->scenario->strategy.pp == 1 ? EMBEDDING_PAIRS : 0) + modules;
}

/* Head and loss of one micro-batch, with the TP exchanges around them; once more for each module of multi-token
 * prediction, whose layer is one of the layers. */
static struct passage head_passage(const struct step *step, const struct layer *last)
{
    struct passage head = {.compute = 0};
    if (step->flat) {
        return head;
    }
    const double times = 1 + predicted_layers(step);
    head.compute = step->kernels->head;
    head.tp = overlap_share(end_pairs(step) / times * last->tp.pair.seconds, 0);
    head.dispatch = dispatch_time(passage_seconds(&head), step->host.micro_batch);
    return passage_times(&head, times);
}

/* Seconds of the modules of multi-token prediction in one micro-batch, but for their passes of the head. */
static double modules_seconds(const struct step *step, const struct layer *last)
{
    const struct prediction_join *join = &step->kernels->join;
    return predicted_layers(step) * (last->seconds + join->forward + join->backward);
}

/* The stage that a micro-batch waits longest for. */
static struct stage stage_slowest(const struct step *step, const struct layers *layers, const struct passage *head)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const double even = (double)step->scenario->model.layers / strategy->pp;
    if (step->flat) {
        return (struct stage){.layers = even, .mean_layers = even, .largest_layers = even};
    }
    if (strategy->pp == 1) {
        return (struct stage){.layers = even, .largest_layers = even, .head = true};
    }
    const struct transformer *model = &step->scenario->model;
    const double weight = strategy_head_layers(step->scenario, step->params);
    const struct stage_layers split = schedule_stages(model->layers, strategy->pp, strategy->vp, weight);
    const double seconds = layers_seconds(layers, layers->pace);
    const double end = passage_seconds(head) + modules_seconds(step, layers_last(layers));
    const double slack = split.last * seconds + end - split.largest * seconds;
    const bool last = slack > 0;
    return (struct stage){
        .layers = last ? split.last : split.largest,
        .mean_layers = split.mean,
        .largest_layers = split.largest,
        .slack = last ? slack : 0,
        .head = last,
    };
}

/* Parameters outside the layers, on the GPU that holds most: embedding and head, or the first stage's embedding. */
static struct holding end_holding(const struct step *step)
{
    const struct parameter_sum *params = step->params;
    const struct strategy *strategy = &step->scenario->strategy;
    return (struct holding){.common = (params->embedding + (strategy->pp == 1 ? params->head : 0)) / strategy->tp};
}

/* All parameters on that GPU. */
static struct holding stage_holding(const struct step *step, const struct stage *stage)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const struct holding all = layer_holdings(step);
    if (step->flat || step->scenario->model.params > 0) {
        return (struct holding){.common = all.common / strategy->pp, .experts = all.experts / strategy->pp};
    }
    const struct transformer *model = &step->scenario->model;
    const double share = stage->largest_layers / model->layers;
    struct holding holding = {
        .common = all.common * share + end_holding(step).common,
        .experts = all.experts * share,
    };
    if (strategy->pp == 1 && model->mtp > 0) {
        const double routed = step->params->moe_layers > 0 ? model->mtp * (model->experts * step->params->expert) : 0;
        holding.common += (step->params->mtp - routed) / strategy->tp;
        holding.experts += routed / ((double)strategy->ep * strategy->etp);
    }
    return holding;
}

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
    traffic_add(&training->tp, exchange_times(last->tp.pair, times * end_pairs(step)), all.tp);
    training_add_modules(training, step, last);
}

/* Whether embedding and head are a unit that FSDP gathers. */
static bool has_root(const struct step *step)
{
    return step->scenario->strategy.zero == ZERO_PARAMETERS && !step->flat && step->scenario->model.params <= 0;
}

/* That unit: beside adapters it is frozen. */
static struct sharding root_of(const struct step *step)
{
    struct sharded_unit unit = {
        .held = end_holding(step),
        .value_bytes = device_operand_bytes(step->scenario->strategy.gather),
    };
    if (!step->scenario->strategy.lora) {
        unit.trained = unit.held;
    }
    return sharding_root(step->scenario, step->groups, unit);
}

/* Enter head and embedding, all micro-batches. */
static void training_add_ends(struct training *training, const struct step *step, const struct stage *stage,
                              const struct layer *last, const struct passage *head)
{
    const double times = step->sizes->micro_batches;
    if (stage->head) {
        training_add_head(training, step, last, head);
    }
    if (stage->head && step->scenario->strategy.pp == 1) {
        training->head += times * step->kernels->embedding;
    }
    if (has_root(step)) {
        const struct sharding root = root_of(step);
        training_add_sharding(training, &root, times);
    }
}

/* A send of one micro-batch's activations, or of their gradient, from a stage to its neighbour. */
static struct exchange send_of(const struct step *step, const struct group *group, const struct collective_cost *cost,
                               double message)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct exchange send = exchange_priced(OP_SEND, message, group, cost);
    if (!strategy->p2p_scatter || strategy->sp) {
        return send; /* with sequence parallelism the shares stay apart */
    }
    const double whole = message * strategy->tp;
    struct exchange transfer = exchange_sum(send, exchange_of(OP_ALL_GATHER, whole, &step->groups->tp, scenario));
    transfer.count = 1;
    return transfer;
}

/* What a stage waits for in one micro-batch: activations from one neighbour, their gradient from the other. One at most
 * lies in another domain where two stages fit in one. */
static struct exchange transfers_of(const struct step *step, struct traffic *pp)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct group *far = &step->groups->stage;
    const struct group *near = &step->groups->stage_inside;
    const double whole = layer_activation_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden;
    const bool divided = strategy->sp || strategy->p2p_scatter;
    pp->message = divided ? whole / strategy->tp : whole;
    pp->cost = collective_time(OP_SEND, pp->message, far, scenario);
    const struct exchange transfer = send_of(step, far, &pp->cost, pp->message);
    if (near->domains == far->domains) {
        return exchange_times(transfer, 2);
    }
    const struct collective_cost cost = collective_time(OP_SEND, pp->message, near, scenario);
    return exchange_sum(transfer, send_of(step, near, &cost, pp->message));
}

/* Both ends of a pipeline hold a tied embedding, and add up its gradients once a step, TP and FSDP dividing them. */
static struct exchange embedding_exchange(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    if (step->flat || !scenario->model.tied || strategy->lora || scenario->model.params > 0 || strategy->pp <= 1) {
        return (struct exchange){.count = 0};
    }
    const double ranks = strategy->tp * (strategy->zero == ZERO_PARAMETERS ? (double)step->sizes->shard : 1.0);
    const double values = (double)scenario->model.vocab * scenario->model.hidden; /* positions are of the first alone */
    const double gradients = values * device_operand_bytes(strategy->gradients);
    return exchange_of(OP_ALL_REDUCE, gradients / ranks, &step->groups->stage, scenario);
}

/* What of a stage's sends nothing hides. */
static struct overlap transfer_overlap(const struct step *step, double seconds)
{
    return overlap_share(seconds, step->scenario->strategy.overlap_p2p ? 1 - TRANSFER_LEFT : 0);
}

/* Enter the pipeline: sends of every chunk of layers in both directions, and the time to fill and drain. */
static void training_add_pipeline(struct training *training, const struct step *step, const struct stage *stage,
                                  const struct layers *layers)
{
    const struct strategy *strategy = &step->scenario->strategy;
    if (strategy->pp <= 1) {
        return;
    }
    const double chunks = (double)step->sizes->micro_batches * strategy->vp;
    const struct exchange transfer = transfers_of(step, &training->pp);
    const struct overlap overlap = transfer_overlap(step, transfer.seconds);
    const struct exchange embedding = embedding_exchange(step);
    const double host = 2 * step->host.transfer;
    traffic_add(&training->pp, exchange_times(transfer, chunks), overlap_times(overlap, chunks));
    training->dispatch += chunks * host;
    traffic_add(&training->pp, embedding, overlap_share(embedding.seconds, 0));
    training->embedding_bytes = embedding.bytes;
    const double ideal = step->sizes->micro_batches * stage->mean_layers * layers_seconds(layers, layers->mean);
    const double fill = schedule_bubble(strategy->pp, strategy->vp, step->sizes->micro_batches) * ideal;
    training->ideal = ideal;
    training->bubble = fill + (strategy->pp - 1) * (overlap.exposed + host);
}

/* What the last micro-batch of a stage offers to hide behind: GPU time of its backward pass; both passes. Of layers it
 * has as many as the first stage, of the kind that later ones have, which exchange most. */
struct last_batch {
    double backward;
    struct window window;
};

static struct last_batch last_batch_of(const struct step *step, const struct stage *stage, const struct layers *layers)
{
    struct last_batch batch = {.window.slack = stage->slack};
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        const struct layer *layer = &layers->kind[kind];
        const double count = stage->largest_layers * layers->later[kind];
        if (count <= 0) {
            continue;
        }
        const struct window window = layer_window(step, layer);
        batch.backward += count * (layer->backward.compute + layer->recompute.compute);
        batch.window.forward += count * window.forward;
        batch.window.backward += count * window.backward;
        batch.window.pooled |= window.pooled;
    }
    return batch;
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

/* Enter the gradient reduction, and tell the bandwidth that would just hide it. */
static double training_add_replicas(struct training *training, const struct step *step, const struct stage *stage,
                                    const struct layers *layers, struct holding trained)
{
    const struct scenario *scenario = step->scenario;
    const struct last_batch batch = last_batch_of(step, stage, layers);
    training->backward_window = batch.backward;
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        const struct sharding *unit = &layers_last(layers)->fsdp;
        training->fsdp.message = unit->message;
        training->fsdp.cost = unit->cost;
        training->dp.message = unit->replica_message;
        training->dp.cost = unit->replica_cost;
        training_require(training, (struct demand){training->fsdp.bytes, training->compute});
        return 0.0;
    }
    const struct reduction reduction = reduction_price(scenario, step->groups, step->sizes->micro_batches, trained,
                                                       stage->largest_layers, batch.window);
    training->dp = reduction.traffic;
    training->expert_message = reduction.expert_message;
    training->contention += reduction.contention;
    training_require(training, training_demand(step, &reduction, &batch));
    return reduction.straggling;
}

/* Ranks of a group that divide its optimizer states. */
static double owners(enum zero_stage zero, const struct group *all, const struct group *shard)
{
    return zero == ZERO_NONE ? 1 : zero == ZERO_PARAMETERS ? shard->ranks : all->ranks;
}

/* What that GPU trains: all that it holds, or the adapters beside the layers of its stage. */
static struct holding trained_holding(const struct step *step, const struct stage *stage, const struct layers *layers)
{
    const struct scenario *scenario = step->scenario;
    if (!scenario->strategy.lora) {
        return stage_holding(step, stage);
    }
    struct holding trained = {.common = 0};
    for (int i = 0; i < LAYER_KIND_COUNT; i++) {
        const enum layer_kind kind = (enum layer_kind)i;
        const double count = stage->largest_layers * layers->mean[i];
        trained.common += count * adapter_parameters(scenario, kind) / scenario->strategy.tp;
        trained.experts += count * adapter_parameters_of_experts(scenario, kind);
    }
    return trained;
}

/* Enter the optimizer: each GPU updates what ZeRO leaves it, of experts what their own replicas do. */
static void training_add_optimizer(struct training *training, const struct step *step, struct holding holding)
{
    const enum zero_stage zero = step->scenario->strategy.zero;
    const struct groups *groups = step->groups;
    const double common = holding.common / owners(zero, &groups->dp, &groups->shard);
    const double experts = holding.experts / owners(zero, &groups->expert_dp, &groups->expert_shard);
    if (!step->flat) {
        training->optimizer = optimizer_time(step->scenario, common + experts);
    }
}

/* Replicas that wait for each other and lie in different domains. A single one has none to wait for. */
static double replicas_apart(const struct step *step)
{
    const struct cluster *cluster = &step->scenario->cluster;
    const double domains = (double)cluster->gpus / cluster->scaleup.size;
    const double replicas = step->groups->dp.ranks;
    return replicas < domains ? replicas : domains;
}

/* Close the sum. Waiting for the slowest replica counts as jitter, so that dp.time does not depend on what hides it. */
static void training_add_up(struct training *training, const struct step *step, double straggling)
{
    const double apart = replicas_apart(step);
    const double factor = apart > 1 && step->charges.jitter > 0 ? step->charges.jitter * log2(apart) : 0.0;
    const double busy = training->compute + training->head + training->dispatch + training->contention +
                        training->tp.exposed + training->cp.exposed + training->ep.exposed + training->pp.exposed +
                        training->bubble + training->dp.exposed + training->fsdp.exposed + training->optimizer;
    training->jitter = straggling + factor * (busy + straggling);
    training->step = busy + training->jitter;
}

/* What a step is priced from. */
static struct step step_of(const struct kernels *kernels, const struct scenario *scenario, const struct sizes *sizes,
                           const struct groups *groups, const struct parameter_sum *params)
{
    const bool flat = step_is_flat(scenario);
    return (struct step){
        .scenario = scenario,
        .sizes = sizes,
        .groups = groups,
        .params = params,
        .kernels = kernels,
        .charges = charges_of(scenario),
        .host = flat ? (struct host_time){.micro_batch = 0} : host_time(scenario),
        .flat = flat,
        .rules = window_rules_of(scenario, groups),
    };
}

/* The parts of a micro-batch beside its layers. */
static void pieces_add_ends(struct training_pieces *pieces, const struct step *step, const struct stage *stage,
                            const struct passage *head)
{
    const bool whole = step->scenario->strategy.pp == 1;
    if (stage->head) {
        pieces->head = *head;
        pieces->modules = predicted_layers(step);
        pieces->join = step->kernels->join;
        pieces->embedding = whole ? step->kernels->embedding : 0;
    }
    if (has_root(step)) {
        pieces->root = root_of(step);
    }
}

static void pieces_add_pipeline(struct training_pieces *pieces, const struct step *step)
{
    struct traffic pp = {.count = 0};
    if (step->scenario->strategy.pp > 1) {
        pieces->transfer = transfer_overlap(step, transfers_of(step, &pp).seconds / 2);
        pieces->transfer_host = step->host.transfer;
        pieces->embedding_reduction = embedding_exchange(step).seconds;
    }
}

void training_pieces_of(struct training_pieces *pieces, const struct scenario *scenario, const struct result *result)
{
    const struct kernels kernels = training_kernels(scenario, &result->params);
    const struct step step = step_of(&kernels, scenario, &result->sizes, &result->groups, &result->params);
    *pieces = (struct training_pieces){.micro_batches = result->sizes.micro_batches};
    layers_price(&pieces->layers, &step);
    const struct passage head = head_passage(&step, layers_last(&pieces->layers));
    const struct stage stage = stage_slowest(&step, &pieces->layers, &head);
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        pieces->count[kind] = stage.layers * pieces->layers.pace[kind];
        pieces->mean_count[kind] = stage.mean_layers * pieces->layers.mean[kind];
    }
    pieces_add_ends(pieces, &step, &stage, &head);
    pieces_add_pipeline(pieces, &step);
    if (scenario->strategy.zero != ZERO_PARAMETERS) {
        const struct last_batch batch = last_batch_of(&step, &stage, &pieces->layers);
        pieces->reduction =
            reduction_price(scenario, step.groups, step.sizes->micro_batches,
                            trained_holding(&step, &stage, &pieces->layers), stage.largest_layers, batch.window);
    }
}

void training_price(struct training *training, const struct kernels *kernels, const struct scenario *scenario,
                    const struct sizes *sizes, const struct groups *groups, const struct parameter_sum *params)
{
    const struct step step = step_of(kernels, scenario, sizes, groups, params);
    struct layers layers;
    layers_price(&layers, &step);
    const struct layer *last = layers_last(&layers);
    const struct passage head = head_passage(&step, last);
    const struct stage stage = stage_slowest(&step, &layers, &head);
    *training = (struct training){
        .layers = stage.layers + (stage.head ? predicted_layers(&step) : 0),
        .waiting = stage.slack * sizes->micro_batches,
    };
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        const double times = stage.layers * layers.pace[kind] * sizes->micro_batches;
        if (times <= 0) {
            continue;
        }
        training_add_layers(training, &layers.kind[kind], times);
        if (scenario->strategy.zero == ZERO_PARAMETERS) {
            training_add_sharding(training, &layers.kind[kind].fsdp, times);
        }
    }
    training_add_ends(training, &step, &stage, last, &head);
    training_add_pipeline(training, &step, &stage, &layers);
    const struct holding trained = trained_holding(&step, &stage, &layers);
    const double straggling = training_add_replicas(training, &step, &stage, &layers, trained);
    training_add_optimizer(training, &step, trained);
    training_add_up(training, &step, straggling);
    training_count_flops(training, &step);
}
