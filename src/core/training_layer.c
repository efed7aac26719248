/* training_layer.c: layers with what they exchange and repeat. */
#include "core/training_layer.h"

#include "core/adapter.h"
#include "core/adapter_exchange.h"
#include "core/collective.h"
#include "core/device.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/memory_activations.h"
#include "core/order.h"
#include "core/style.h"

/* Backward against forward: data gradient and weight gradient. A frozen weight has only the first. */
static const double BACKWARD_PASSES = 2.0;
static const double FROZEN_BACKWARD_PASSES = 1.0;

/* Collectives of a layer's TP region in one direction: one after attention, one after the MLP; one where both run side
 * by side, or where there is no MLP that TP divides. */
static const double TENSOR_PAIRS = 2.0;
static const double SINGLE_PAIR = 1.0;

/* Share of a layer's compute, forward and backward, behind which the exchange of another micro-batch's experts can
 * hide: a guess; published runs are forecast as well from 0.6 to 1.0. */
static const double EXCHANGE_WINDOW = 0.80;

/* Whiteboard: share of a layer's forward behind which CP traffic hides; twice as much backward, which leaves the weight
 * gradients to TP. */
static const double FLAT_ATTENTION = 0.5;

double passage_seconds(const struct passage *passage)
{
    return passage->compute + passage->tp.exposed + passage->cp.exposed + passage->ep.exposed + passage->contention +
           passage->dispatch;
}

/* The link that a group's traffic waits for, as a bit. */
static unsigned group_link(const struct group *group)
{
    return 1U << (group->ranks <= 1 ? TIER_NONE : group->domains > 1 ? TIER_NIC : TIER_SCALEUP);
}

/* The links of DP or FSDP. */
static unsigned replica_links(const struct scenario *scenario, const struct groups *groups)
{
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        return group_link(&groups->shard) | group_link(&groups->replica) | group_link(&groups->expert_shard) |
               group_link(&groups->expert_replica);
    }
    return group_link(&groups->dp) | group_link(&groups->expert_dp);
}

static struct window_rules window_rules_of(const struct scenario *scenario, const struct groups *groups)
{
    const unsigned links = replica_links(scenario, groups) & ~(1U << TIER_NONE);
    const bool flat = step_is_flat(scenario);
    return (struct window_rules){
        .shares_tp = (links & group_link(&groups->tp)) != 0,
        .shares_cp = (links & group_link(&groups->cp)) != 0,
        .shares_ep = (links & (group_link(&groups->ep) | group_link(&groups->etp))) != 0,
        .counts_tp = !flat || scenario->strategy.overlap_tp < 0,
        .counts_ep = !flat || strategy_hides_exchange(scenario),
    };
}

struct step step_from(const struct kernels *kernels, const struct scenario *scenario, const struct sizes *sizes,
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

/* What an exchange takes from the window of DP and FSDP. */
static double window_taken(struct overlap overlap, bool shares_link, bool counts)
{
    return shares_link ? overlap.hidden + overlap.exposed : counts ? 0 : overlap.exposed;
}

/* Seconds of a passage behind which DP and FSDP can hide. */
static double passage_window(const struct window_rules *rules, const struct passage *passage)
{
    return passage_seconds(passage) - window_taken(passage->tp, rules->shares_tp, rules->counts_tp) -
           window_taken(passage->cp, rules->shares_cp, true) -
           window_taken(passage->ep, rules->shares_ep, rules->counts_ep);
}

struct window layer_window(const struct step *step, const struct layer *layer)
{
    const struct window_rules *rules = &step->rules;
    const double forward = passage_window(rules, &layer->forward);
    const double backward = passage_window(rules, &layer->backward) + passage_window(rules, &layer->recompute);
    if (!strategy_hides_exchange(step->scenario)) {
        return (struct window){.forward = greater(0, forward), .backward = greater(0, backward)};
    }
    const double all = greater(0, forward + backward);
    return (struct window){.forward = all, .backward = all, .pooled = true};
}

double token_flops(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct transformer *model = &scenario->model;
    return model->sample_flops > 0 ? model->sample_flops / scenario->strategy.seq_len
                                   : WEIGHT_FLOPS * (params->active + params->mtp_active);
}

double backward_passes(const struct scenario *scenario)
{
    return scenario->strategy.lora ? FROZEN_BACKWARD_PASSES : BACKWARD_PASSES;
}

double recomputed_share(const struct scenario *scenario)
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
    struct kernels kernels = {.head = 0};
    const int layers[LAYER_KIND_COUNT] = {[LAYER_DENSE] = params->dense_layers, [LAYER_EXPERTS] = params->moe_layers};
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        if (layers[kind] > 0) {
            kernels.layer[kind] =
                step_is_flat(scenario) ? flat_layer(scenario, params) : layer_time(scenario, (enum layer_kind)kind);
        }
    }
    if (!step_is_flat(scenario)) {
        kernels.head = head_time(scenario);
        kernels.embedding = embedding_time(scenario);
        kernels.join =
            scenario->model.mtp > 0 ? prediction_join_time(scenario) : (struct prediction_join){.forward = 0};
    }
    return kernels;
}

/* Whether recomputing a layer ends before the product that it ends with, and before the collective behind that. */
static bool stops_early(const struct step *step, enum layer_kind kind)
{
    const struct strategy *strategy = &step->scenario->strategy;
    return strategy->recompute_early_stop && strategy->recompute == RECOMPUTE_FULL && kind == LAYER_DENSE &&
           !step->flat;
}

/* What sequence parallelism gathers are inputs of products: they may travel as the products take them, but no narrower:
 * what was lost on the way would not come back. */
static struct exchange gather_of(const struct step *step, double size, const struct exchange *in_16_bit)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const double bytes = greater(device_operand_bytes(strategy->sp_gather), device_operand_bytes(strategy->precision));
    const double share = bytes / device_operand_bytes(PRECISION_BF16);
    if (share >= 1) {
        return *in_16_bit;
    }
    return exchange_of(OP_ALL_GATHER, share * size, &step->groups->tp, step->scenario);
}

/* Into a layer that was cleared. */
static void tensor_price(struct tensor_traffic *traffic, const struct step *step, enum layer_kind kind)
{
    const struct scenario *scenario = step->scenario;
    const struct group *group = &step->groups->tp;
    if (group->ranks <= 1) {
        return;
    }
    const double size = layer_activation_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden;
    const enum collective_op op = scenario->strategy.sp ? OP_ALL_GATHER : OP_ALL_REDUCE;
    /* Routed tokens stay divided over the ranks: only shared experts have a TP region. */
    const bool single =
        scenario->model.parallel_block || (kind == LAYER_EXPERTS && scenario->model.shared_experts == 0);
    const double pairs = single ? SINGLE_PAIR : TENSOR_PAIRS;
    traffic->message = size;
    traffic->cost = collective_time(op, size, group, scenario);
    const struct exchange first = exchange_priced(op, size, group, &traffic->cost);
    traffic->pair = first;
    if (scenario->strategy.sp) {
        traffic->pair = exchange_times(first, 2); /* a reduce-scatter costs what an all-gather does */
        const struct exchange gather = gather_of(step, size, &first);
        const struct exchange pair = exchange_sum(gather, first);
        /* The inputs of sharded products are gathered once more for their weight gradients, unless they were kept;
         * frozen ones have none. */
        const bool kept = scenario->strategy.lora || style_of(scenario->execution.style)->whole;
        traffic->backward = exchange_times(gather, kept ? 0 : pairs);
        traffic->forward = exchange_times(pair, pairs);
    } else {
        traffic->forward = exchange_times(traffic->pair, pairs);
    }
    traffic->backward = exchange_sum(traffic->backward, traffic->forward);
    traffic->again =
        stops_early(step, kind) ? exchange_sum(traffic->forward, exchange_times(first, -1)) : traffic->forward;
}

/* Enter what adapters exchange, which hides behind nothing. They keep some of the other traffic from hiding. */
static void layer_add_adapters(struct layer *layer, const struct step *step, enum layer_kind kind)
{
    const struct scenario *scenario = step->scenario;
    const double share = greater(scenario->strategy.overlap_tp, 0);
    if (step->flat || step->groups->tp.ranks <= 1) {
        return;
    }
    const struct adapter_traffic adapters = adapter_traffic(scenario, &step->groups->tp, kind);
    const double bare = share * adapters.bare * layer->tp.pair.seconds / 2;
    struct overlap *overlaps[] = {&layer->forward.tp, &layer->backward.tp};
    struct exchange *exchanges[] = {&layer->tp.forward, &layer->tp.backward};
    const struct exchange added[] = {adapters.forward, adapters.backward};
    for (int i = 0; i < 2; i++) {
        const double shown = lesser(bare, overlaps[i]->hidden);
        overlaps[i]->hidden -= shown;
        overlaps[i]->exposed += shown + added[i].seconds;
        *exchanges[i] = exchange_sum(*exchanges[i], added[i]);
    }
    layer->tp.again = exchange_sum(layer->tp.again, adapters.forward);
}

/* K and V of the other ranks, or their latent; backward once more, and their gradients. */
static void context_price(struct context_traffic *traffic, const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct group *group = &step->groups->cp;
    const double keys_and_values = kv_layer_values(scenario) * layer_activation_bytes(scenario);
    const double size = keys_and_values * layer_tokens(scenario) * scenario->strategy.cp;
    traffic->message = size;
    traffic->cost = collective_time(OP_ALL_GATHER, size, group, scenario);
    traffic->forward = exchange_priced(OP_ALL_GATHER, size, group, &traffic->cost);
    traffic->backward = exchange_sum(traffic->forward, exchange_of(OP_REDUCE_SCATTER, size, group, scenario));
}

/* Enter CP traffic, which may hide behind the attention core. */
static void passage_add_context(struct passage *passage, const struct step *step, struct exchange exchange,
                                double window)
{
    const double open = step->scenario->strategy.overlap_cp ? window : 0.0;
    passage->cp = schedule_stream(open, exchange.seconds);
    passage->contention += contention_time(step->scenario, &step->charges, exchange.bytes, passage->cp.hidden);
}

static void layer_add_context(struct layer *layer, const struct step *step, const struct layer_time *time)
{
    context_price(&layer->cp, step);
    passage_add_context(&layer->forward, step, layer->cp.forward, time->attention);
    passage_add_context(&layer->backward, step, layer->cp.backward,
                        lesser(BACKWARD_PASSES * time->attention, time->attention_backward));
}

/* Backward TP traffic that hides behind the weight gradients. With sequence parallelism there is more than one product
 * to hide behind, but a slower product must not make the whole faster: each second of window saves 1 - contention. */
static void passage_hide_tensor(struct passage *passage, const struct step *step, double seconds,
                                double weight_gradient)
{
    const double most = lesser(2, 1 / (1 - step->charges.tp_contention));
    const double window = weight_gradient * (step->scenario->strategy.sp ? most : 1);
    passage->tp = schedule_stream(window, seconds);
    passage->contention += step->charges.tp_contention * passage->tp.hidden;
}

struct passage passage_times(const struct passage *passage, double times)
{
    return (struct passage){
        .compute = passage->compute * times,
        .tp = overlap_times(passage->tp, times),
        .cp = overlap_times(passage->cp, times),
        .ep = overlap_times(passage->ep, times),
        .contention = passage->contention * times,
        .dispatch = passage->dispatch * times,
    };
}

struct passage passage_sum(const struct passage *one, const struct passage *other)
{
    return (struct passage){
        .compute = one->compute + other->compute,
        .tp = overlap_sum(one->tp, other->tp),
        .cp = overlap_sum(one->cp, other->cp),
        .ep = overlap_sum(one->ep, other->ep),
        .contention = one->contention + other->contention,
        .dispatch = one->dispatch + other->dispatch,
    };
}

/* Share of a layer's exchanges between experts that runs behind compute of another micro-batch. What TP and CP hide
 * behind is taken: a slower layer must not make the whole faster. */
static double hidden_share(const struct step *step, const struct layer *layer)
{
    const struct passage *backward = &layer->backward;
    const double seconds = layer->ep.forward.seconds * (1 + layer->recomputed_experts) + layer->ep.backward.seconds;
    if (!(seconds > 0) || !strategy_hides_exchange(step->scenario)) {
        return 0.0;
    }
    const double behind_products = step->scenario->strategy.overlap_tp < 0 ? backward->tp.hidden : 0;
    const double taken = behind_products + layer->forward.cp.hidden + backward->cp.hidden + layer->recompute.cp.hidden;
    const double compute = layer->forward.compute + backward->compute + layer->recompute.compute;
    return lesser(seconds, greater(0, EXCHANGE_WINDOW * compute - taken)) / seconds;
}

static void passage_add_experts(struct passage *passage, const struct step *step, double exchange, double tensor,
                                double share)
{
    passage->ep = overlap_share(exchange, share);
    passage->contention += step->charges.ep_contention * passage->ep.hidden;
    passage->ep.exposed += tensor;
}

/* Enter the exchanges between experts. */
static void layer_add_experts(struct layer *layer, const struct step *step)
{
    layer->ep = expert_traffic(step->scenario, step->groups);
    const double share = hidden_share(step, layer);
    const double again = layer->recomputed_experts;
    const double tensor = layer->ep.tensor.seconds;
    passage_add_experts(&layer->forward, step, layer->ep.forward.seconds, tensor, share);
    passage_add_experts(&layer->backward, step, layer->ep.backward.seconds, tensor, share);
    passage_add_experts(&layer->recompute, step, again * layer->ep.forward.seconds, again * tensor, share);
}

/* Enter what the host adds to each passage. Where passages of two micro-batches interleave, the host keeps up with all
 * of them together. */
static void layer_add_dispatch(struct layer *layer, const struct step *step, enum layer_kind kind)
{
    struct passage *passages[] = {&layer->forward, &layer->backward, &layer->recompute};
    const double forward = step->host.forward[kind];
    const double host[] = {forward, step->host.backward[kind], layer->recomputed * forward};
    if (!strategy_hides_exchange(step->scenario)) {
        for (int i = 0; i < 3; i++) {
            passages[i]->dispatch = dispatch_time(passage_seconds(passages[i]), host[i]);
        }
        return;
    }
    const double all = host[0] + host[1] + host[2];
    const double gpu = passage_seconds(passages[0]) + passage_seconds(passages[1]) + passage_seconds(passages[2]);
    const double added = dispatch_time(gpu, all);
    for (int i = 0; i < 3 && all > 0; i++) {
        passages[i]->dispatch = added * host[i] / all;
    }
}

/* Of a passage, what copies to the host hide behind: all of it, but for exchanges that cross the same PCIe link. Less
 * than nothing where these take longer, which passes that interleave make up for each other. */
static double copy_window(const struct scenario *scenario, const struct passage *passage)
{
    const enum scaleup_kind kind = scenario->cluster.scaleup.kind;
    const double seconds = passage_seconds(passage);
    if (kind != SCALEUP_PCIE && kind != SCALEUP_PCIE_HOST) {
        return seconds;
    }
    const double exposed = passage->tp.exposed + passage->cp.exposed + passage->ep.exposed;
    const double hidden = passage->tp.hidden + passage->cp.hidden + passage->ep.hidden;
    return seconds - exposed - hidden;
}

/* The host makes the card wait for copies that nothing hides. Where passes of two micro-batches interleave, copies run
 * both ways at a time, behind all of it. */
static void layer_add_offload(struct layer *layer, const struct step *step, enum layer_kind kind)
{
    const struct scenario *scenario = step->scenario;
    const bool interleaved = strategy_hides_exchange(scenario);
    const double forward = copy_window(scenario, &layer->forward);
    const double backward = copy_window(scenario, &layer->backward) + copy_window(scenario, &layer->recompute);
    const struct offload_window window = {
        .forward = greater(0, interleaved ? forward + backward : forward),
        .backward = greater(0, interleaved ? forward + backward : backward),
    };
    layer->offload = offload_price(scenario, memory_layer_kept(scenario, kind) * layer_tokens(scenario), window);
    if (interleaved) {
        layer->offload.forward = 0;
    }
    layer->forward.dispatch += layer->offload.forward;
    layer->backward.dispatch += layer->offload.backward;
}

/* A layer computed again, with its exchanges. */
static struct passage repeated_passage(const struct step *step, const struct layer *layer,
                                       const struct layer_time *time, enum layer_kind kind)
{
    if (!(layer->recomputed > 0)) {
        return (struct passage){.compute = 0};
    }
    struct passage again = layer->forward;
    if (stops_early(step, kind)) {
        const double exchanged = layer->tp.forward.seconds;
        again.compute -= time->last_product;
        again.tp = overlap_times(again.tp, exchanged > 0 ? layer->tp.again.seconds / exchanged : 1);
    }
    return passage_times(&again, layer->recomputed);
}

/* What the backward pass computes again: all or a share of the layer; or the unfused attention core and some modules.
 * Fused cores keep no scores and repeat nothing. */
static struct passage recompute_passage(const struct step *step, const struct layer *layer,
                                        const struct layer_time *time, enum layer_kind kind)
{
    const struct scenario *scenario = step->scenario;
    if (scenario->strategy.recompute != RECOMPUTE_SELECTIVE) {
        return repeated_passage(step, layer, time, kind);
    }
    const bool unfused = scenario->execution.attention == ATTENTION_UNFUSED;
    return (struct passage){.compute = (unfused && !step->flat ? time->attention : 0.0) + time->modules};
}

/* Share of the exchanges between experts that happens once more. */
static double recomputed_exchanges(const struct step *step)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const bool selected = strategy->recompute == RECOMPUTE_SELECTIVE && strategy->recompute_experts && !step->flat;
    return selected ? 1.0 : recomputed_share(step->scenario);
}

struct holding layer_holdings(const struct step *step)
{
    const struct parameter_sum *params = step->params;
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const bool whole = step->flat || scenario->model.params > 0;
    const double routed = params->moe_layers * (scenario->model.experts * params->expert);
    const double outside = whole ? 0 : params->embedding + params->head;
    return (struct holding){
        .common = (params->total - outside - routed) / strategy->tp,
        .experts = routed > 0 ? routed / ((double)strategy->ep * strategy->etp) : 0,
    };
}

/* FSDP of the layer. TP time hides nothing on the whiteboard. A layer with experts is gathered with all of its own. */
static void layer_add_sharding(struct layer *layer, const struct step *step, enum layer_kind kind)
{
    const struct parameter_sum *params = step->params;
    const struct holding all = layer_holdings(step);
    struct sharded_unit unit = {
        .held.common = all.common / step->scenario->model.layers,
        .value_bytes = sharding_layer_bytes(step->scenario),
    };
    if (kind == LAYER_EXPERTS) {
        unit.held.experts = all.experts / params->moe_layers;
    }
    unit.trained = unit.held;
    if (step->scenario->strategy.lora) {
        unit.trained = (struct holding){
            .common = adapter_parameters(step->scenario, kind) / step->scenario->strategy.tp,
            .experts = adapter_parameters_of_experts(step->scenario, kind),
        };
        unit.held.common += unit.trained.common;
        unit.held.experts += unit.trained.experts;
    }
    layer->fsdp = sharding_price(step->scenario, step->groups, unit, layer_window(step, layer));
}

/* Priced where it lies: a layer is too large to be copied a million times a second. */
static void layer_price(struct layer *layer, const struct step *step, enum layer_kind kind)
{
    const struct scenario *scenario = step->scenario;
    const double share = scenario->strategy.overlap_tp;
    const struct layer_time *time = &step->kernels->layer[kind];
    *layer = (struct layer){.seconds = 0};
    tensor_price(&layer->tp, step, kind);
    layer->forward.compute = time->forward;
    layer->backward.compute = time->backward;
    layer->forward.tp = overlap_share(layer->tp.forward.seconds, greater(share, 0));
    layer->backward.tp = overlap_share(layer->tp.backward.seconds, greater(share, 0));
    if (share < 0) { /* OVERLAP_TP_BACKWARD */
        passage_hide_tensor(&layer->backward, step, layer->tp.backward.seconds, time->weight_gradient);
    }
    if (scenario->strategy.lora) {
        layer_add_adapters(layer, step, kind);
    }
    if (step->groups->cp.ranks > 1) {
        layer_add_context(layer, step, time);
    }
    layer->recomputed = recomputed_share(scenario);
    layer->recomputed_experts = recomputed_exchanges(step);
    layer->recompute = recompute_passage(step, layer, time, kind);
    if (kind == LAYER_EXPERTS) {
        layer_add_experts(layer, step);
    }
    layer_add_dispatch(layer, step, kind);
    if (scenario->strategy.offload_layers > 0 && !step->flat) {
        layer_add_offload(layer, step, kind);
    }
    if (scenario->strategy.zero == ZERO_PARAMETERS) {
        layer_add_sharding(layer, step, kind);
    }
    const struct sharding *fsdp = &layer->fsdp;
    layer->seconds = passage_seconds(&layer->forward) + passage_seconds(&layer->backward) +
                     passage_seconds(&layer->recompute) + fsdp->overlap.exposed + fsdp->replica_overlap.exposed +
                     fsdp->forward_contention + fsdp->backward_contention;
}

double layer_forward_seconds(const struct layer *layer)
{
    return passage_seconds(&layer->forward) + layer->fsdp.forward.exposed + layer->fsdp.forward_contention;
}

static void layers_share(struct layers *layers, const struct step *step)
{
    const struct transformer *model = &step->scenario->model;
    const double experts = (double)step->params->moe_layers / model->layers;
    const bool dense_first = step->scenario->strategy.pp > 1 && model->moe_every <= 1 && experts > 0 && experts < 1;
    const double later = dense_first ? 1 : experts;
    layers->mean[LAYER_DENSE] = 1 - experts;
    layers->mean[LAYER_EXPERTS] = experts;
    layers->later[LAYER_DENSE] = 1 - later;
    layers->later[LAYER_EXPERTS] = later;
}

void layers_price(struct layers *layers, const struct step *step)
{
    layers_share(layers, step);
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        layers->kind[kind].seconds = 0;
        if (layers->mean[kind] > 0) {
            layer_price(&layers->kind[kind], step, (enum layer_kind)kind);
        }
    }
    const bool experts_decide = layers->kind[LAYER_EXPERTS].seconds > layers->kind[LAYER_DENSE].seconds;
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        layers->deciding[kind] = experts_decide ? layers->later[kind] : layers->mean[kind];
    }
}

const struct layer *layers_last(const struct layers *layers)
{
    return &layers->kind[layers->mean[LAYER_EXPERTS] > 0 ? LAYER_EXPERTS : LAYER_DENSE];
}
