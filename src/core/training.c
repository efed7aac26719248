/* training.c: a training step from its layers, its stage of the pipeline and its replicas. */
#include "core/training.h"

#include "core/data_parallel.h"
#include "core/device.h"
#include "core/exchange.h"
#include "core/layer.h"
#include "core/schedule.h"

#include <math.h>

/* FLOPs per weight and token: a product and a sum. */
static const double WEIGHT_FLOPS = 2.0;

/* Backward against forward: data gradient and weight gradient. A frozen weight has only the first. */
static const double BACKWARD_PASSES = 2.0;
static const double FROZEN_BACKWARD_PASSES = 1.0;

/* Collectives of a layer's TP region in one direction: one after attention, one after the MLP; one where both run side
 * by side. */
static const double TENSOR_PAIRS = 2.0;
static const double PARALLEL_BLOCK_PAIRS = 1.0;

/* Share of pipeline transfers left exposed where they overlap: assumed. */
static const double TRANSFER_LEFT = 0.15;

/* Whiteboard: share of a layer's forward behind which CP traffic hides; twice as much backward, which leaves the weight
 * gradients to TP. */
static const double FLAT_ATTENTION = 0.5;

/* What a step is priced from. */
struct step {
    const struct scenario *scenario;
    const struct sizes *sizes;
    const struct groups *groups;
    const struct parameter_sum *params;
    const struct kernels *kernels;
    struct charges charges;
    struct host_time host; /* all 0 on the whiteboard */
    bool flat;
};

/* One direction of one layer and micro-batch. */
struct passage {
    double compute;
    struct overlap tp, cp;
    double contention;
    double dispatch;
};

/* TP collectives of one layer. */
struct tensor_traffic {
    struct exchange pair; /* an all-reduce, or a reduce-scatter and an all-gather */
    struct exchange forward, backward;
    struct collective_cost cost;
    double message;
};

/* CP exchanges of one layer. */
struct context_traffic {
    struct exchange forward, backward;
    double message;
};

/* One layer and micro-batch. */
struct layer {
    struct passage forward, backward, recompute;
    struct tensor_traffic tp;
    struct context_traffic cp;
    double recomputed; /* share of the forward exchanges that happens once more */
    struct sharding fsdp;
    double seconds;
};

/* The stage of the pipeline that decides how long a micro-batch takes, and the one that holds most parameters. */
struct stage {
    double layers;
    double mean_layers;    /* of the others, while the pipeline fills */
    double largest_layers; /* of the first: it holds the embedding, too */
    bool head;             /* the head is on the stage that decides */
};

static double greatest(double one, double other)
{
    return one > other ? one : other;
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

static double passage_seconds(const struct passage *passage)
{
    return passage->compute + passage->tp.exposed + passage->cp.exposed + passage->contention + passage->dispatch;
}

/* Seconds of a passage behind which DP and FSDP can hide. On the whiteboard TP time does not count, unless it hides
 * behind compute itself: then quicker compute exposes it, and must not expose more than it saves. */
static double passage_window(const struct step *step, const struct passage *passage)
{
    const bool counted = !step->flat || step->scenario->strategy.overlap_tp < 0;
    return passage_seconds(passage) - (counted ? 0 : passage->tp.exposed);
}

/* Forward FLOPs of one token on the whiteboard. */
static double token_flops(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct transformer *model = &scenario->model;
    return model->sample_flops > 0 ? model->sample_flops / scenario->strategy.seq_len : WEIGHT_FLOPS * params->active;
}

static double backward_passes(const struct scenario *scenario)
{
    return scenario->strategy.lora ? FROZEN_BACKWARD_PASSES : BACKWARD_PASSES;
}

/* Share of the forward pass that is computed again. */
static double recomputed_share(const struct scenario *scenario)
{
    return scenario->strategy.recompute == RECOMPUTE_FULL ? scenario->strategy.recompute_share : 0.0;
}

/* A layer on the whiteboard: an L-th of everything. */
static struct layer_time flat_layer(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct strategy *strategy = &scenario->strategy;
    const double rate = scenario->gpu.efficiency * device_peak(&scenario->gpu, strategy->precision);
    const double flops = token_flops(scenario, params) * layer_tokens(scenario) / strategy->tp;
    const double forward = flops / rate / scenario->model.layers;
    return (struct layer_time){
        .forward = forward,
        .backward = forward * backward_passes(scenario),
        .attention = forward * FLAT_ATTENTION,
        .attention_backward = forward * FLAT_ATTENTION * BACKWARD_PASSES,
        .weight_gradient = forward * (backward_passes(scenario) - FROZEN_BACKWARD_PASSES),
    };
}

struct kernels training_kernels(const struct scenario *scenario, const struct parameter_sum *params)
{
    if (step_is_flat(scenario)) {
        return (struct kernels){.layer = flat_layer(scenario, params)};
    }
    return (struct kernels){
        .layer = layer_time(scenario, params),
        .head = head_time(scenario),
        .embedding = embedding_time(scenario),
    };
}

static struct tensor_traffic tensor_traffic(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct group *group = &step->groups->tp;
    const double size = layer_activation_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden;
    if (group->ranks <= 1) {
        return (struct tensor_traffic){.message = 0};
    }
    const enum collective_op op = scenario->strategy.sp ? OP_ALL_GATHER : OP_ALL_REDUCE;
    const double pairs = scenario->model.parallel_block ? PARALLEL_BLOCK_PAIRS : TENSOR_PAIRS;
    struct tensor_traffic traffic = {.message = size, .cost = collective_time(op, size, group, scenario)};
    const struct exchange first = exchange_priced(op, size, group, &traffic.cost);
    traffic.pair = first;
    if (scenario->strategy.sp) {
        traffic.pair = exchange_times(first, 2); /* a reduce-scatter costs what an all-gather does */
        /* The inputs of the sharded products are gathered once more for their weight gradients. */
        traffic.backward = exchange_times(first, pairs);
    }
    traffic.forward = exchange_times(traffic.pair, pairs);
    traffic.backward = exchange_sum(traffic.backward, traffic.forward);
    return traffic;
}

/* K and V of the other ranks; backward once more, and their gradients. */
static struct context_traffic context_traffic(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct group *group = &step->groups->cp;
    const double keys_and_values = 2 * layer_kv_width(scenario) * layer_activation_bytes(scenario);
    const double size = keys_and_values * layer_tokens(scenario) * scenario->strategy.cp;
    const struct exchange gather = exchange_of(OP_ALL_GATHER, size, group, scenario);
    return (struct context_traffic){
        .message = group->ranks > 1 ? size : 0,
        .forward = gather,
        .backward = exchange_sum(gather, exchange_of(OP_REDUCE_SCATTER, size, group, scenario)),
    };
}

/* Enter CP traffic, which may hide behind the attention core. What it takes from compute is charged where it hides. */
static void passage_add_context(struct passage *passage, const struct step *step, double seconds, double window)
{
    const double open = step->scenario->strategy.overlap_cp ? window : 0.0;
    passage->cp = schedule_stream(open, seconds);
    if (passage->cp.hidden > 0) {
        passage->contention += greatest(0, step->charges.dp_contention * seconds - passage->cp.exposed);
    }
}

/* Backward TP traffic that hides behind the weight gradients. With sequence parallelism there is more than one product
 * to hide behind, but a slower product must not make the whole faster: each second of window saves 1 - contention. */
static void passage_hide_tensor(struct passage *passage, const struct step *step, double seconds,
                                double weight_gradient)
{
    const double most = least(2, 1 / (1 - step->charges.tp_contention));
    const double window = weight_gradient * (step->scenario->strategy.sp ? most : 1);
    passage->tp = schedule_stream(window, seconds);
    passage->contention += step->charges.tp_contention * passage->tp.hidden;
}

static void passage_add_dispatch(struct passage *passage, double host)
{
    passage->dispatch = dispatch_time(passage_seconds(passage), host);
}

static struct passage passage_times(const struct passage *passage, double times)
{
    return (struct passage){
        .compute = passage->compute * times,
        .tp = overlap_times(passage->tp, times),
        .cp = overlap_times(passage->cp, times),
        .contention = passage->contention * times,
        .dispatch = passage->dispatch * times,
    };
}

/* What the backward pass computes again: all or a share of the layer with its exchanges, or the unfused attention core.
 * Fused cores keep no scores and repeat nothing. */
static struct passage recompute_passage(const struct step *step, const struct passage *forward, double attention)
{
    const struct scenario *scenario = step->scenario;
    if (scenario->strategy.recompute != RECOMPUTE_SELECTIVE) {
        return passage_times(forward, recomputed_share(scenario));
    }
    const bool unfused = scenario->execution.attention == ATTENTION_UNFUSED;
    return (struct passage){.compute = unfused && !step->flat ? attention : 0.0};
}

/* FSDP of the layer. On the whiteboard every parameter belongs to a layer, and TP time hides nothing. */
static void layer_add_sharding(struct layer *layer, const struct step *step)
{
    const struct parameter_sum *params = step->params;
    const double tp = step->scenario->strategy.tp;
    const bool whole = step->flat || step->scenario->model.params > 0;
    const double layers = step->scenario->model.layers;
    const double weights = whole ? params->total : params->total - params->embedding - params->head;
    const struct window window = {
        .forward = passage_window(step, &layer->forward),
        .backward = passage_window(step, &layer->backward) + passage_window(step, &layer->recompute),
    };
    layer->fsdp = sharding_price(step->scenario, step->groups, weights / layers / tp, window);
}

static struct layer layer_price(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const double share = scenario->strategy.overlap_tp;
    const struct layer_time time = step->kernels->layer;
    struct layer layer = {.tp = tensor_traffic(step), .cp = context_traffic(step)};
    layer.forward.compute = time.forward;
    layer.backward.compute = time.backward;
    layer.forward.tp = overlap_share(layer.tp.forward.seconds, greatest(share, 0));
    layer.backward.tp = overlap_share(layer.tp.backward.seconds, greatest(share, 0));
    if (share < 0) { /* OVERLAP_TP_BACKWARD */
        passage_hide_tensor(&layer.backward, step, layer.tp.backward.seconds, time.weight_gradient);
    }
    passage_add_context(&layer.forward, step, layer.cp.forward.seconds, time.attention);
    passage_add_context(&layer.backward, step, layer.cp.backward.seconds,
                        least(BACKWARD_PASSES * time.attention, time.attention_backward));
    passage_add_dispatch(&layer.forward, step->host.forward);
    passage_add_dispatch(&layer.backward, step->host.backward);
    layer.recomputed = recomputed_share(scenario);
    layer.recompute = recompute_passage(step, &layer.forward, time.attention);
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        layer_add_sharding(&layer, step);
    }
    layer.seconds = passage_seconds(&layer.forward) + passage_seconds(&layer.backward) +
                    passage_seconds(&layer.recompute) + layer.fsdp.overlap.exposed +
                    layer.fsdp.replica_overlap.exposed + layer.fsdp.forward_contention + layer.fsdp.backward_contention;
    return layer;
}

/* Head and loss of one micro-batch, with the two pairs of TP exchanges around them. */
static struct passage head_passage(const struct step *step, const struct tensor_traffic *tp)
{
    struct passage head = {.compute = 0};
    if (!step->flat) {
        head.compute = step->kernels->head;
        head.tp = overlap_share(2 * tp->pair.seconds, 0);
        passage_add_dispatch(&head, step->host.micro_batch);
    }
    return head;
}

/* The stage that a micro-batch waits longest for. */
static struct stage stage_slowest(const struct step *step, const struct layer *layer, const struct passage *head)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const double even = (double)step->scenario->model.layers / strategy->pp;
    if (step->flat) {
        return (struct stage){.layers = even, .mean_layers = even, .largest_layers = even};
    }
    if (strategy->pp == 1) {
        return (struct stage){.layers = even, .largest_layers = even, .head = true};
    }
    const struct stage_layers split = schedule_stages(step->scenario->model.layers, strategy->pp, strategy->vp);
    const bool last = split.last * layer->seconds + passage_seconds(head) > split.largest * layer->seconds;
    return (struct stage){
        .layers = last ? split.last : split.largest,
        .mean_layers = split.mean,
        .largest_layers = split.largest,
        .head = last,
    };
}

/* Parameters outside the layers, on the GPU that holds most: embedding and head, or the first stage's embedding. */
static double end_weights(const struct step *step)
{
    const struct parameter_sum *params = step->params;
    const struct strategy *strategy = &step->scenario->strategy;
    return (params->embedding + (strategy->pp == 1 ? params->head : 0)) / strategy->tp;
}

/* All parameters on that GPU. */
static double stage_weights(const struct step *step, const struct stage *stage)
{
    const struct parameter_sum *params = step->params;
    const struct strategy *strategy = &step->scenario->strategy;
    if (step->flat || step->scenario->model.params > 0 || strategy->pp == 1) {
        return params->total / ((double)strategy->tp * strategy->pp);
    }
    const double layers = params->total - params->embedding - params->head;
    return layers * stage->largest_layers / step->scenario->model.layers / strategy->tp + end_weights(step);
}

/* Enter the layers of a stage, all micro-batches. */
static void training_add_layers(struct training *training, const struct layer *layer, double times)
{
    const struct passage *passages[] = {&layer->forward, &layer->backward, &layer->recompute};
    struct overlap tp = {.hidden = 0};
    struct overlap cp = {.hidden = 0};
    for (int i = 0; i < 3; i++) {
        tp = overlap_sum(tp, passages[i]->tp);
        cp = overlap_sum(cp, passages[i]->cp);
        training->contention += times * passages[i]->contention;
        training->dispatch += times * passages[i]->dispatch;
    }
    training->forward = times * layer->forward.compute;
    training->backward = times * layer->backward.compute;
    training->recompute = times * layer->recompute.compute;
    training->compute = training->forward + training->backward + training->recompute;
    const double forwards = 1 + layer->recomputed;
    const struct exchange tp_layer = exchange_sum(exchange_times(layer->tp.forward, forwards), layer->tp.backward);
    const struct exchange cp_layer = exchange_sum(exchange_times(layer->cp.forward, forwards), layer->cp.backward);
    traffic_add(&training->tp, exchange_times(tp_layer, times), overlap_times(tp, times));
    traffic_add(&training->cp, exchange_times(cp_layer, times), overlap_times(cp, times));
    training->tp.message = layer->tp.message;
    training->tp.cost = layer->tp.cost;
    training->cp.message = layer->cp.message;
}

/* Enter the FSDP traffic of a unit, so many times. */
static void training_add_sharding(struct training *training, const struct sharding *sharding, double times)
{
    traffic_add(&training->fsdp, exchange_times(sharding->exchange, times), overlap_times(sharding->overlap, times));
    traffic_add(&training->dp, exchange_times(sharding->replicate, times),
                overlap_times(sharding->replica_overlap, times));
    training->contention += times * (sharding->forward_contention + sharding->backward_contention);
}

/* Enter head and embedding, all micro-batches. */
static void training_add_ends(struct training *training, const struct step *step, const struct stage *stage,
                              const struct tensor_traffic *tp, const struct passage *head)
{
    const double times = step->sizes->micro_batches;
    if (stage->head) {
        training->head += times * head->compute;
        training->dispatch += times * head->dispatch;
        traffic_add(&training->tp, exchange_times(tp->pair, 2 * times), overlap_times(head->tp, times));
    }
    if (stage->head && step->scenario->strategy.pp == 1) {
        training->head += times * step->kernels->embedding;
    }
    if (step->scenario->strategy.zero == ZERO_PARAMETERS && !step->flat && step->scenario->model.params <= 0) {
        const struct sharding root = sharding_root(step->scenario, step->groups, end_weights(step));
        training_add_sharding(training, &root, times);
    }
}

/* What one stage sends to the next for one micro-batch: activations, or their gradient. */
static struct exchange transfer_of(const struct step *step, struct traffic *pp)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct group *group = &step->groups->stage;
    const double whole = layer_activation_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden;
    const bool divided = strategy->sp || strategy->p2p_scatter;
    pp->message = divided ? whole / strategy->tp : whole;
    pp->cost = collective_time(OP_SEND, pp->message, group, scenario);
    const struct exchange send = exchange_priced(OP_SEND, pp->message, group, &pp->cost);
    if (!strategy->p2p_scatter || strategy->sp) {
        return send; /* with sequence parallelism the shares stay apart */
    }
    struct exchange transfer = exchange_sum(send, exchange_of(OP_ALL_GATHER, whole, &step->groups->tp, scenario));
    transfer.count = 1;
    return transfer;
}

/* Enter the pipeline: sends of every chunk of layers in both directions, and the time to fill and drain. */
static void training_add_pipeline(struct training *training, const struct step *step, const struct stage *stage,
                                  const struct layer *layer)
{
    const struct strategy *strategy = &step->scenario->strategy;
    if (strategy->pp <= 1) {
        return;
    }
    const double chunks = (double)step->sizes->micro_batches * strategy->vp;
    const struct exchange transfer = exchange_times(transfer_of(step, &training->pp), 2);
    const struct overlap overlap = overlap_share(transfer.seconds, strategy->overlap_p2p ? 1 - TRANSFER_LEFT : 0);
    const double host = 2 * step->host.transfer;
    traffic_add(&training->pp, exchange_times(transfer, chunks), overlap_times(overlap, chunks));
    training->dispatch += chunks * host;
    const double ideal = step->sizes->micro_batches * stage->mean_layers * layer->seconds;
    const double fill = schedule_bubble(strategy->pp, strategy->vp, step->sizes->micro_batches) * ideal;
    training->bubble = fill + (strategy->pp - 1) * (overlap.exposed + host);
}

/* Enter the gradient reduction, and tell the bandwidth that would just hide it. */
static double training_add_replicas(struct training *training, const struct step *step, const struct stage *stage,
                                    const struct layer *layer)
{
    const struct scenario *scenario = step->scenario;
    const double backward = passage_window(step, &layer->backward) + passage_window(step, &layer->recompute);
    training->backward_window = stage->largest_layers * (layer->backward.compute + layer->recompute.compute);
    training->required_bandwidth = NAN;
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        training->fsdp.message = layer->fsdp.message;
        training->dp.message = layer->fsdp.replica_message;
        if (step->groups->shard.ranks > 1) {
            training->required_bandwidth = training->fsdp.bytes / training->compute;
        }
        return 0.0;
    }
    const struct window window = {
        .forward = stage->largest_layers * passage_window(step, &layer->forward),
        .backward = stage->largest_layers * backward,
    };
    const struct reduction reduction = reduction_price(scenario, step->groups, step->sizes->micro_batches,
                                                       stage_weights(step, stage), stage->largest_layers, window);
    training->dp = reduction.traffic;
    training->contention += reduction.contention;
    if (reduction.traffic.bytes > 0) {
        const double sent = collective_bytes_sent(OP_ALL_REDUCE, reduction.traffic.message, step->groups->dp.ranks);
        training->required_bandwidth = sent / training->backward_window;
    }
    return reduction.straggling;
}

/* Enter the optimizer: each GPU updates what ZeRO leaves it. */
static void training_add_optimizer(struct training *training, const struct step *step, const struct stage *stage)
{
    const enum zero_stage zero = step->scenario->strategy.zero;
    const struct groups *groups = step->groups;
    const double sharers = zero == ZERO_NONE ? 1 : zero == ZERO_PARAMETERS ? groups->shard.ranks : groups->dp.ranks;
    if (!step->flat) {
        training->optimizer = optimizer_time(step->scenario, stage_weights(step, stage) / sharers);
    }
}

/* Close the sum. Waiting for the slowest replica counts as jitter, so that dp.time does not depend on what hides it. */
static void training_add_up(struct training *training, const struct step *step, double straggling)
{
    const struct cluster *cluster = &step->scenario->cluster;
    const double domains = (double)cluster->gpus / cluster->scaleup.size;
    const double factor = domains > 1 && step->charges.jitter > 0 ? step->charges.jitter * log2(domains) : 0.0;
    const double busy = training->compute + training->head + training->dispatch + training->contention +
                        training->tp.exposed + training->cp.exposed + training->ep.exposed + training->pp.exposed +
                        training->bubble + training->dp.exposed + training->fsdp.exposed + training->optimizer;
    training->jitter = straggling + factor * (busy + straggling);
    training->step = busy + training->jitter;
}

/* FLOPs of all GPUs, as MFU counts them and as they are executed. */
static void training_count_flops(struct training *training, const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const double tokens = (double)step->sizes->global_batch * strategy->seq_len;
    const double again = recomputed_share(scenario);
    const double passes = 1 + backward_passes(scenario);
    if (step->flat) {
        const double counted = token_flops(scenario, step->params) * tokens;
        training->flops = passes * counted;
        training->hardware_flops = (passes + again) * counted;
    } else {
        const struct flop_sum flops = transformer_flops(&scenario->model, strategy->seq_len, scenario->execution.mfu);
        const bool cores_again =
            strategy->recompute == RECOMPUTE_SELECTIVE && scenario->execution.attention == ATTENTION_UNFUSED;
        const double repeated = again * flops.matrix + (cores_again ? 1 : again) * flops.attention;
        const double counted = passes * (flops.matrix + flops.head) + (1 + BACKWARD_PASSES) * flops.attention;
        training->flops = counted * tokens;
        training->hardware_flops = (counted + repeated) * tokens;
    }
    const double peak = scenario->cluster.gpus * device_peak(&scenario->gpu, strategy->precision);
    training->mfu = training->flops / (training->step * peak);
    training->hfu = training->hardware_flops / (training->step * peak);
    training->tokens_per_second = tokens / training->step;
}

struct training training_step_with(const struct kernels *kernels, const struct scenario *scenario,
                                   const struct sizes *sizes, const struct groups *groups,
                                   const struct parameter_sum *params)
{
    const bool flat = step_is_flat(scenario);
    const struct step step = {
        .scenario = scenario,
        .sizes = sizes,
        .groups = groups,
        .params = params,
        .kernels = kernels,
        .charges = charges_of(scenario),
        .host = flat ? (struct host_time){.forward = 0} : host_time(scenario),
        .flat = flat,
    };
    const struct layer layer = layer_price(&step);
    const struct passage head = head_passage(&step, &layer.tp);
    const struct stage stage = stage_slowest(&step, &layer, &head);
    const double times = stage.layers * sizes->micro_batches;
    struct training training = {.step = 0};
    training_add_layers(&training, &layer, times);
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        training_add_sharding(&training, &layer.fsdp, times);
    }
    training_add_ends(&training, &step, &stage, &layer.tp, &head);
    training_add_pipeline(&training, &step, &stage, &layer);
    const double straggling = training_add_replicas(&training, &step, &stage, &layer);
    training_add_optimizer(&training, &step, &stage);
    training_add_up(&training, &step, straggling);
    training_count_flops(&training, &step);
    return training;
}

struct training training_step(const struct scenario *scenario, const struct sizes *sizes, const struct groups *groups,
                              const struct parameter_sum *params)
{
    const struct kernels kernels = training_kernels(scenario, params);
    return training_step_with(&kernels, scenario, sizes, groups, params);
}
