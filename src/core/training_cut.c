/* training_cut.c: the stages of a pipeline, one after the other. */
#include "core/training_cut.h"

#include "core/order.h"
#include "core/training_transfer.h"

/* Of products beside each other: one forward, two backward. Only where chains of tasks turn before the last stage does
 * it matter how much of head and embedding is forward. */
static const double END_FORWARD = 1.0 / 3;

/* One, and the other so many times. */
static struct pace pace_sum(struct pace one, struct pace other, double times)
{
    return (struct pace){
        .forward = one.forward + times * other.forward,
        .backward = one.backward + times * other.backward,
    };
}

static struct pace pace_of_end(double seconds)
{
    return (struct pace){.forward = END_FORWARD * seconds, .backward = (1 - END_FORWARD) * seconds};
}

static struct pace pace_of_root(const struct ends *ends)
{
    const struct sharding *root = &ends->root;
    const double forward = root->forward.exposed + root->forward_contention;
    const double all =
        root->overlap.exposed + root->replica_overlap.exposed + root->forward_contention + root->backward_contention;
    return (struct pace){.forward = forward, .backward = all - forward};
}

struct stage_paces stage_paces_of(const struct step *step, const struct layers *layers, const struct ends *ends)
{
    const struct pace root = ends->gathers_root ? pace_of_root(ends) : (struct pace){.forward = 0};
    const double send = (ends->transferred.exposed + ends->transfer_host) / 2;
    const struct pace chunk = {.forward = send, .backward = send};
    const struct pace end = pace_sum(root, chunk, end_transfers(step) - 1);
    struct stage_paces paces = {
        .chunk = chunk,
        .first = pace_sum(pace_of_end(ends->embedding + ends->embedded.seconds), end, 1),
        .last = pace_sum(pace_of_end(passage_seconds(&ends->head) + ends->modules), end, 1),
    };
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        if (layers->mean[kind] > 0) {
            const double forward = layer_forward_seconds(&layers->kind[kind]);
            paces.layer[kind] = (struct pace){.forward = forward, .backward = layers->kind[kind].seconds - forward};
        }
        paces.share[kind] = layers->mean[kind];
    }
    if (layers->later[LAYER_EXPERTS] > layers->mean[LAYER_EXPERTS]) {
        paces.dense = step->params->dense_layers;
    }
    return paces;
}

/* Layers of a stage, by kind: so many, of which so many come before those with experts. */
struct dealt {
    double count[LAYER_KIND_COUNT];
};

static struct dealt layers_dealt(const struct stage_paces *paces, double layers, int dense)
{
    if (paces->dense == 0) {
        return (struct dealt){{layers * paces->share[LAYER_DENSE], layers * paces->share[LAYER_EXPERTS]}};
    }
    return (struct dealt){{dense, layers - dense}};
}

static struct pace pace_of_layers(const struct stage_paces *paces, const struct dealt *dealt)
{
    const struct pace dense =
        pace_sum((struct pace){.forward = 0}, paces->layer[LAYER_DENSE], dealt->count[LAYER_DENSE]);
    return pace_sum(dense, paces->layer[LAYER_EXPERTS], dealt->count[LAYER_EXPERTS]);
}

/* Enter stages that are alike. The slowest so far is kept, the first of those that are as slow. */
static void stage_add_run(struct stage *stage, int stages, const struct dealt *dealt, struct pace pace)
{
    const double seconds = pace.forward + pace.backward;
    if (seconds > stage->seconds) {
        stage->seconds = seconds;
        stage->first = stage->runs.count == 0;
        for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
            stage->count[kind] = dealt->count[kind];
        }
        stage->layers = dealt->count[LAYER_DENSE] + dealt->count[LAYER_EXPERTS];
    }
    stage->runs.run[stage->runs.count++] =
        (struct stage_run){.stages = stages, .forward = pace.forward, .backward = pace.backward};
}

/* Enter stages with so many layers, `dense` of these to come. Those that dense layers fill, those that they reach into
 * and those behind them are runs of their own. Returns the dense layers that are left. */
static int stage_add_stages(struct stage *stage, const struct stage_paces *paces, const struct deal *deal, int stages,
                            int layers, int dense)
{
    while (stages > 0) {
        const int whole = dense > 0 && layers > 0 ? at_least_one(dense / layers) : stages;
        const int alike = lesser_int(whole, stages);
        const int first = lesser_int(dense, layers);
        const struct dealt dealt = layers_dealt(paces, layers, first);
        struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, deal->virtual_stages);
        pace = stage->runs.count == 0 ? pace_sum(pace, paces->first, 1) : pace;
        stage_add_run(stage, alike, &dealt, pace);
        dense -= first * alike;
        stages -= alike;
    }
    return dense;
}

/* Enter all stages but the last. */
static int stage_add_others(struct stage *stage, const struct stage_paces *paces, const struct deal *deal)
{
    const int dense = stage_add_stages(stage, paces, deal, 1, deal->first, paces->dense);
    const int between = deal->stages - 2;
    if (between == 0) {
        return dense;
    }
    const int dealt = deal->layers - deal->first - deal->last;
    const int each = dealt / between;
    const int more = dealt % between;
    const int left = stage_add_stages(stage, paces, deal, more, each + 1, dense);
    return stage_add_stages(stage, paces, deal, between - more, each, left);
}

/* The last chunk of all, of a last stage of so many seconds. */
static struct pace last_chunk(const struct stage_paces *paces, const struct deal *deal, struct pace stage)
{
    if (deal->dual_pipe) {
        return pace_sum((struct pace){.forward = 0}, stage, 1.0 / deal->virtual_stages);
    }
    const struct dealt dealt = layers_dealt(paces, deal->last_chunk, 0);
    return pace_sum(pace_sum(pace_of_layers(paces, &dealt), paces->last, 1), paces->chunk, 1);
}

struct stage stage_of_deal(const struct stage_paces *paces, const struct deal *deal)
{
    struct stage stage = {.first_layers = deal->first, .last_layers = deal->last, .runs.stages = deal->stages};
    const int dense = stage_add_others(&stage, paces, deal);
    const double slowest = stage.seconds;
    const struct dealt dealt = layers_dealt(paces, deal->last, dense);
    struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, deal->virtual_stages);
    pace = pace_sum(pace, paces->last, 1);
    stage_add_run(&stage, 1, &dealt, pace);
    const struct stage_run *first = &stage.runs.run[0];
    stage.last = stage.seconds > slowest;
    stage.slack = stage.seconds - (first->forward + first->backward);
    const struct pace chunk = last_chunk(paces, deal, pace);
    stage.runs.last_chunk = (struct stage_run){.forward = chunk.forward, .backward = chunk.backward};
    return stage;
}

struct stage stage_alike(const struct step *step, const struct layers *layers, const struct stage_paces *paces)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const double chunks = strategy->vp;
    const double each = (double)step->scenario->model.layers / strategy->pp;
    const struct dealt dealt = {{each * layers->deciding[LAYER_DENSE], each * layers->deciding[LAYER_EXPERTS]}};
    const struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, chunks);
    struct stage stage = {.first_layers = each, .last_layers = each, .runs.stages = strategy->pp};
    stage_add_run(&stage, strategy->pp, &dealt, pace);
    stage.layers = each;
    stage.first = false;
    stage.runs.last_chunk = (struct stage_run){.forward = pace.forward / chunks, .backward = pace.backward / chunks};
    return stage;
}

double stage_transfer_share(const struct step *step, const struct stage *stage)
{
    return stage->first || stage->last ? end_transfers(step) : 1;
}

struct stage stage_only(const struct step *step, const struct layers *layers)
{
    const double all = step->scenario->model.layers;
    return (struct stage){
        .count = {[LAYER_DENSE] = all * layers->deciding[LAYER_DENSE],
                  [LAYER_EXPERTS] = all * layers->deciding[LAYER_EXPERTS]},
        .layers = all,
        .first_layers = all,
        .last_layers = all,
        .first = !step->flat,
        .last = !step->flat,
    };
}
