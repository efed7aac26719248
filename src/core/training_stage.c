/* training_stage.c: the stage of a pipeline that a step waits for: its layers, its ends and its parameters. */
#include "core/training_stage.h"

#include "core/adapter.h"
#include "core/device.h"
#include "core/schedule.h"

/* Pairs of TP exchanges of one micro-batch beside its layers: the sum of the embedding's parts, and that of the input's
 * gradient at the head. */
static const double EMBEDDING_PAIRS = 1.0;
static const double HEAD_PAIRS = 1.0;

double predicted_layers(const struct step *step)
{
    return step->flat ? 0 : step->scenario->model.mtp;
}

double head_pairs(const struct step *step)
{
    /* A module of multi-token prediction embeds its input, and has the head, too. */
    const double modules = predicted_layers(step) * (EMBEDDING_PAIRS + HEAD_PAIRS);
    return HEAD_PAIRS + (step->scenario->strategy.pp == 1 ? EMBEDDING_PAIRS : 0) + modules;
}

struct passage head_passage(const struct step *step, const struct layer *last)
{
    struct passage head = {.compute = 0};
    if (step->flat) {
        return head;
    }
    const double times = 1 + predicted_layers(step);
    head.compute = step->kernels->head;
    head.tp = overlap_share(head_pairs(step) / times * last->tp.pair.seconds, 0);
    head.dispatch = dispatch_time(passage_seconds(&head), step->host.micro_batch);
    return passage_times(&head, times);
}

/* Seconds of the modules of multi-token prediction in one micro-batch, but for their passes of the head. */
static double modules_seconds(const struct step *step, const struct layer *last)
{
    const struct prediction_join *join = &step->kernels->join;
    return predicted_layers(step) * (last->seconds + join->forward + join->backward);
}

/* What the head counts as beside layers that are priced: `layer` seconds each, `end` what is with the head. */
static double head_counts(const struct step *step, double layer, double end)
{
    const struct strategy *strategy = &step->scenario->strategy;
    return strategy->pp_balanced == CUT_COST
               ? schedule_head_by_cost(step->scenario->model.layers, strategy->pp, strategy->vp, layer, end)
               : strategy_head_layers(step->scenario, step->params);
}

double stage_head_layers(const struct scenario *scenario, const struct sizes *sizes, const struct parameter_sum *params)
{
    if (scenario->strategy.pp_balanced != CUT_COST || scenario->strategy.pp == 1 || step_is_flat(scenario)) {
        return strategy_head_layers(scenario, params);
    }
    const struct kernels kernels = training_kernels(scenario, params);
    const struct groups groups = strategy_groups_with(sizes, scenario);
    const struct step step = step_from(&kernels, scenario, sizes, &groups, params);
    struct layers layers;
    layers_price(&layers, &step);
    const struct layer *last = layers_last(&layers);
    const struct passage head = head_passage(&step, last);
    return head_counts(&step, layers_seconds(&layers, layers.pace),
                       passage_seconds(&head) + modules_seconds(&step, last));
}

struct stage stage_slowest(const struct step *step, const struct layers *layers, const struct passage *head)
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
    const double seconds = layers_seconds(layers, layers->pace);
    const double end = passage_seconds(head) + modules_seconds(step, layers_last(layers));
    const double counted = head_counts(step, seconds, end);
    const struct stage_layers split = schedule_stages(model->layers, strategy->pp, strategy->vp, counted);
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

/* All parameters on the first stage's GPU. */
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

struct holding stage_trained(const struct step *step, const struct stage *stage, const struct layers *layers)
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

bool step_gathers_root(const struct step *step)
{
    return step->scenario->strategy.zero == ZERO_PARAMETERS && !step->flat && step->scenario->model.params <= 0;
}

struct sharding root_sharding(const struct step *step)
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

struct last_batch stage_last_batch(const struct step *step, const struct stage *stage, const struct layers *layers)
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

struct replicas stage_replicas(const struct step *step, const struct stage *stage, struct holding trained,
                               struct window window)
{
    return (struct replicas){
        .scenario = step->scenario,
        .groups = step->groups,
        .charges = &step->charges,
        .flat = step->flat,
        .micro_batches = step->sizes->micro_batches,
        .trained = trained,
        .layers = stage->largest_layers,
        .window = window,
    };
}
