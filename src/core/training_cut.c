/* training_cut.c: the stages of a pipeline, one after the other. */
#include "core/training_cut.h"

#include "core/order.h"

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
    struct stage_paces paces = {
        .chunk = {.forward = send, .backward = send},
        .first = pace_sum(pace_of_end(ends->embedding + ends->embedded.seconds), root, 1),
        .last = pace_sum(pace_of_end(passage_seconds(&ends->head) + ends->modules), root, 1),
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

/* Enter all stages but the last: `each` layers, and one more on those before `more`. */
static void stage_add_others(struct stage *stage, const struct stage_paces *paces, struct cut cut)
{
    const int others = cut.stages - 1;
    const int each = (cut.layers - cut.last) / others;
    const int more = (cut.layers - cut.last) % others;
    int dense = paces->dense;
    for (int place = 0; place < others;) {
        const int layers = each + (place < more ? 1 : 0);
        const int until = place < more ? more : others;
        const bool begins = place == 0 && !cut.is_counted;
        const int whole = dense > 0 && layers > 0 ? at_least_one(dense / layers) : others;
        const int alike = begins ? 1 : lesser_int(whole, until - place);
        const struct dealt dealt = layers_dealt(paces, layers, lesser_int(dense, layers));
        struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, cut.chunks);
        pace = begins ? pace_sum(pace, paces->first, 1) : pace;
        stage_add_run(stage, alike, &dealt, pace);
        dense -= lesser_int(dense, layers) * alike;
        place += alike;
    }
}

/* The last chunk of all: what the last stage has less than others, it has less there. */
static struct stage_run last_chunk(const struct stage_paces *paces, struct cut cut, const struct stage *stage)
{
    const struct stage_run *last = &stage->runs.run[stage->runs.count - 1];
    const double chunks = cut.chunks;
    const struct stage_run mean = {.forward = last->forward / chunks, .backward = last->backward / chunks};
    if (cut.is_counted) {
        return mean;
    }
    const double layers = greater(0, stage->largest_layers / chunks - (stage->largest_layers - cut.last));
    const struct dealt dealt = layers_dealt(paces, layers, 0);
    const struct pace pace = pace_sum(pace_sum(pace_of_layers(paces, &dealt), paces->last, 1), paces->chunk, 1);
    const bool longer = pace.forward + pace.backward > mean.forward + mean.backward;
    return cut.is_alike && longer ? mean : (struct stage_run){.forward = pace.forward, .backward = pace.backward};
}

struct stage stage_of_cut(const struct stage_paces *paces, struct cut cut)
{
    struct stage stage = {.runs.stages = cut.stages};
    stage_add_others(&stage, paces, cut);
    const int others = cut.stages - 1;
    const int rest = cut.layers - cut.last;
    const int fullest = rest / others + (rest % others > 0 ? 1 : 0);
    stage.largest_layers = fullest;
    const struct stage_run *first = &stage.runs.run[0];
    const double slowest = stage.seconds;
    const struct dealt dealt = layers_dealt(paces, cut.last, greater_int(0, paces->dense - rest));
    struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, cut.chunks);
    pace = pace_sum(pace, paces->last, 1);
    stage_add_run(&stage, 1, &dealt, pace);
    stage.last = stage.seconds > slowest;
    stage.first = stage.first && !cut.is_counted;
    stage.slack = stage.last ? stage.seconds - first->forward - first->backward : 0;
    stage.runs.last_chunk = last_chunk(paces, cut, &stage);
    return stage;
}

struct stage stage_alike(const struct step *step, const struct layers *layers, const struct stage_paces *paces)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const double each = (double)step->scenario->model.layers / strategy->pp;
    const struct dealt dealt = {{each * layers->deciding[LAYER_DENSE], each * layers->deciding[LAYER_EXPERTS]}};
    const struct pace pace = pace_sum(pace_of_layers(paces, &dealt), paces->chunk, strategy->vp);
    struct stage stage = {.largest_layers = each, .runs.stages = strategy->pp};
    stage_add_run(&stage, strategy->pp, &dealt, pace);
    stage.layers = each;
    stage.first = stage.last = strategy->pp == 1 && !step->flat;
    stage.runs.last_chunk =
        (struct stage_run){.forward = pace.forward / strategy->vp, .backward = pace.backward / strategy->vp};
    return stage;
}
