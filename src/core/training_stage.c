/* training_stage.c: the stages of a pipeline, the one that a step waits for, its ends and its parameters. */
#include "core/training_stage.h"

#include "core/adapter.h"
#include "core/order.h"
#include "core/schedule.h"

/* Layers on the first stage's GPU. */
static double held_layers(const struct step *step, const struct stage *stage)
{
    return stage->first_layers + (strategy_gpu_stages(step->scenario) > 1 ? stage->last_layers : 0);
}

/* All parameters on the first stage's GPU. */
static struct holding stage_holding(const struct step *step, const struct stage *stage)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const struct holding all = layer_holdings(step);
    const double stages = strategy_gpu_stages(step->scenario);
    if (step->flat || step->scenario->model.params > 0) {
        const double share = stages / strategy->pp;
        return (struct holding){.common = all.common * share, .experts = all.experts * share};
    }
    const struct transformer *model = &step->scenario->model;
    const double share = held_layers(step, stage) / model->layers;
    struct holding holding = {
        .common = all.common * share + end_holding(step).common,
        .experts = all.experts * share,
    };
    holding.common += stages > 1 ? step->params->head / strategy->tp : 0;
    if ((strategy->pp == 1 || stages > 1) && model->mtp > 0) {
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
        const double count = held_layers(step, stage) * layers->mean[i];
        trained.common += count * adapter_parameters(scenario, kind) / scenario->strategy.tp;
        trained.experts += count * adapter_parameters_of_experts(scenario, kind);
    }
    return trained;
}

/* Seconds that the first stage waits in each micro-batch for the slowest, if its layers are of the kind that later
 * stages have: dense ones would be done sooner, but the window counts none of them. */
static double later_slack(const struct step *step, const struct stage *stage, const struct layers *layers)
{
    if (!(layers->later[LAYER_EXPERTS] > layers->mean[LAYER_EXPERTS])) {
        return stage->slack;
    }
    const double dense = lesser(stage->first_layers, step->params->dense_layers);
    const double longer = layers->kind[LAYER_EXPERTS].seconds - layers->kind[LAYER_DENSE].seconds;
    return greater(0, stage->slack - dense * longer);
}

struct last_batch stage_last_batch(const struct step *step, const struct stage *stage, const struct layers *layers)
{
    struct last_batch batch = {.window.slack = later_slack(step, stage, layers)};
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        const struct layer *layer = &layers->kind[kind];
        const double count = stage->first_layers * layers->later[kind];
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
    const int stages = strategy_gpu_stages(step->scenario);
    return (struct replicas){
        .scenario = step->scenario,
        .groups = step->groups,
        .charges = &step->charges,
        .flat = step->flat,
        .micro_batches = step->sizes->micro_batches,
        .stages = stages,
        .trained = {.common = trained.common / stages, .experts = trained.experts / stages},
        .layers = stage->first_layers,
        .window = window,
    };
}

/* Ranks of a group that divide its optimizer states. */
static double owners(enum zero_stage zero, const struct group *all, const struct group *shard)
{
    return zero == ZERO_NONE ? 1 : zero == ZERO_PARAMETERS ? shard->ranks : all->ranks;
}

double stage_optimizer_seconds(const struct step *step, struct holding trained)
{
    const enum zero_stage zero = step->scenario->strategy.zero;
    const struct groups *groups = step->groups;
    const double common = trained.common / owners(zero, &groups->dp, &groups->shard);
    const double experts = trained.experts / owners(zero, &groups->expert_dp, &groups->expert_shard);
    return step->flat ? 0 : optimizer_time(step->scenario, common + experts);
}

double stage_pipeline_seconds(const struct step *step, const struct stage_runs *runs)
{
    const int chunks = step->scenario->strategy.vp;
    const int filling = step->sizes->filling;
    const int left = step->sizes->micro_batches % filling;
    const int fillings = step->sizes->micro_batches / filling;
    return fillings * schedule_pipeline(runs, chunks, filling) + (left > 0 ? schedule_pipeline(runs, chunks, left) : 0);
}

/* Of two pipelines that are as quick but for rounding, the one with more layers on its last stage is taken. */
static const double ROUNDING = 1e-12;

/* Seconds beside the pipeline that a deal decides: of the first stage's gradients and its optimizer. */
static double closing_seconds(const struct step *step, const struct stage *stage, const struct layers *layers)
{
    const struct holding trained = stage_trained(step, stage, layers);
    const double optimizer = stage_optimizer_seconds(step, trained);
    if (step->scenario->strategy.zero == ZERO_PARAMETERS) {
        return optimizer;
    }
    const struct last_batch batch = stage_last_batch(step, stage, layers);
    const struct replicas replicas = stage_replicas(step, stage, trained, batch.window);
    const struct reduction reduction = reduction_price(&replicas);
    return optimizer + reduction.traffic.exposed + reduction.contention + reduction.straggling;
}

/* The least layers of the last stage that are worth a try, those of the quickest pipeline: with fewer, the first stage
 * has more gradients, too. `even` is the one by layers alone. */
static int least_last(const struct step *step, const struct stage_paces *paces, const struct deal *even)
{
    const struct stage stages = stage_of_deal(paces, even);
    double quickest = stage_pipeline_seconds(step, &stages.runs);
    int least = even->last;
    for (int last = even->layers / even->stages; last >= 0; last--) {
        const struct deal deal = schedule_deal_to_last(even, last);
        const struct stage stage = stage_of_deal(paces, &deal);
        if (!stage.last && step->sizes->micro_batches * stage.seconds > quickest) {
            break; /* the others have too much already */
        }
        const double seconds = stage_pipeline_seconds(step, &stage.runs);
        if (seconds < quickest * (1 - ROUNDING)) {
            quickest = seconds;
            least = last;
        }
    }
    return least;
}

/* Seconds of a step, but for what no deal changes. */
static double deal_seconds(const struct step *step, const struct stage_paces *paces, const struct layers *layers,
                           const struct deal *deal)
{
    const struct stage stage = stage_of_deal(paces, deal);
    return stage_pipeline_seconds(step, &stage.runs) + closing_seconds(step, &stage, layers);
}

/* How the layers are dealt where no cost is asked for. */
static struct deal plain_deal(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct strategy *strategy = &scenario->strategy;
    const double head = strategy_head_layers(scenario, params);
    const int chunks = strategy_chunks(scenario);
    struct deal deal = strategy->pp_balanced == CUT_EVEN
                           ? schedule_deal_evenly(scenario->model.layers, strategy->pp, chunks)
                           : schedule_deal(scenario->model.layers, strategy->pp, chunks, head);
    deal.virtual_stages = strategy->vp;
    deal.dual_pipe = strategy_is_dual_pipe(scenario);
    return deal;
}

/* The deal of the quickest step. A first stage that waits for those between hides more of what ZeRO 2 sends in every
 * micro-batch, so that there a slower pipeline may be the quicker step. */
static struct deal quickest_deal(const struct step *step, const struct stage_paces *paces, const struct layers *layers,
                                 const struct deal *even)
{
    const int least = step->scenario->strategy.zero == ZERO_GRADIENTS ? 0 : least_last(step, paces, even);
    struct scenario weighed = *step->scenario;
    weighed.strategy.pp_balanced = CUT_WEIGHT;
    const struct deal weight = plain_deal(&weighed, step->params);
    const double of_weight = deal_seconds(step, paces, layers, &weight);
    double quickest = deal_seconds(step, paces, layers, even);
    struct deal best = *even;
    if (of_weight < quickest * (1 - ROUNDING)) {
        quickest = of_weight;
        best = weight;
    }
    for (int last = even->layers / even->stages; last >= least; last--) {
        const struct deal deal = schedule_deal_to_last(even, last);
        const double seconds = deal_seconds(step, paces, layers, &deal);
        if (seconds < quickest * (1 - ROUNDING)) {
            quickest = seconds;
            best = deal;
        }
    }
    return best;
}

/* How they are dealt, as pp.balanced says. */
static struct deal deal_of(const struct step *step, const struct stage_paces *paces, const struct layers *layers)
{
    const struct deal deal = plain_deal(step->scenario, step->params);
    return step->scenario->strategy.pp_balanced == CUT_COST ? quickest_deal(step, paces, layers, &deal) : deal;
}

struct deal stage_deal(const struct scenario *scenario, const struct sizes *sizes, const struct parameter_sum *params)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->pp_balanced != CUT_COST || strategy->pp == 1 || step_is_flat(scenario)) {
        return plain_deal(scenario, params);
    }
    const struct kernels kernels = training_kernels(scenario, params);
    const struct groups groups = strategy_groups_with(sizes, scenario);
    const struct step step = step_from(&kernels, scenario, sizes, &groups, params);
    struct layers layers;
    layers_price(&layers, &step);
    struct ends ends;
    ends_price(&ends, &step, layers_last(&layers));
    const struct stage_paces paces = stage_paces_of(&step, &layers, &ends);
    return deal_of(&step, &paces, &layers);
}

struct stage stage_slowest(const struct step *step, const struct layers *layers, const struct ends *ends)
{
    if (step->scenario->strategy.pp == 1) {
        return stage_only(step, layers);
    }
    const struct stage_paces paces = stage_paces_of(step, layers, ends);
    if (step->flat) {
        return stage_alike(step, layers, &paces);
    }
    const struct deal deal = deal_of(step, &paces, layers);
    return stage_of_deal(&paces, &deal);
}
