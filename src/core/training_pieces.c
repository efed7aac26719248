/* training_pieces.c: a training step taken apart. */
#include "core/training_pieces.h"

#include "core/training_stage.h"
#include "core/training_transfer.h"

/* The parts of a micro-batch beside its layers. */
static void pieces_add_ends(struct training_pieces *pieces, const struct step *step, const struct stage *stage,
                            const struct ends *ends)
{
    if (stage->last) {
        pieces->head = ends->head;
        pieces->modules = predicted_layers(step);
        pieces->join = step->kernels->join;
    }
    if (stage->first) {
        pieces->embedding = ends->embedding;
        pieces->embedded = ends->embedded.seconds;
    }
    if (ends->gathers_root && (stage->first || stage->last)) {
        pieces->root = ends->root;
    }
}

static void pieces_add_pipeline(struct training_pieces *pieces, const struct step *step, const struct stage *stage,
                                const struct ends *ends)
{
    if (step->scenario->strategy.pp > 1) {
        const double share = stage_transfer_share(step, stage) / 2;
        pieces->runs = stage->runs;
        pieces->transfer = overlap_times(ends->transferred, share);
        pieces->transfer_host = ends->transfer_host * share;
        pieces->embedding_reduction = embedding_exchange(step).seconds;
    }
}

void training_pieces_of(struct training_pieces *pieces, const struct scenario *scenario, const struct result *result)
{
    const struct kernels kernels = training_kernels(scenario, &result->params);
    const struct step step = step_from(&kernels, scenario, &result->sizes, &result->groups, &result->params);
    *pieces = (struct training_pieces){.micro_batches = result->sizes.micro_batches};
    layers_price(&pieces->layers, &step);
    struct ends ends;
    ends_price(&ends, &step, layers_last(&pieces->layers));
    const struct stage stage = stage_slowest(&step, &pieces->layers, &ends);
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        pieces->count[kind] = stage.count[kind];
    }
    pieces_add_ends(pieces, &step, &stage, &ends);
    pieces_add_pipeline(pieces, &step, &stage, &ends);
    if (scenario->strategy.zero != ZERO_PARAMETERS) {
        const struct last_batch batch = stage_last_batch(&step, &stage, &pieces->layers);
        const struct holding trained = stage_trained(&step, &stage, &pieces->layers);
        const struct replicas replicas = stage_replicas(&step, &stage, trained, batch.window);
        pieces->reduction = reduction_price(&replicas);
    }
}
