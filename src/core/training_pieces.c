/* training_pieces.c: a training step taken apart. */
#include "core/training_pieces.h"

#include "core/training_stage.h"
#include "core/training_transfer.h"

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
    if (step_gathers_root(step)) {
        pieces->root = root_sharding(step);
    }
}

static void pieces_add_pipeline(struct training_pieces *pieces, const struct step *step)
{
    struct traffic pp = {.count = 0};
    if (step->scenario->strategy.pp > 1) {
        pieces->transfer = transfer_overlap(step, stage_transfers(step, &pp).seconds / 2);
        pieces->transfer_host = step->host.transfer;
        pieces->embedding_reduction = embedding_exchange(step).seconds;
    }
}

void training_pieces_of(struct training_pieces *pieces, const struct scenario *scenario, const struct result *result)
{
    const struct kernels kernels = training_kernels(scenario, &result->params);
    const struct step step = step_from(&kernels, scenario, &result->sizes, &result->groups, &result->params);
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
        const struct last_batch batch = stage_last_batch(&step, &stage, &pieces->layers);
        const struct holding trained = stage_trained(&step, &stage, &pieces->layers);
        const struct replicas replicas = stage_replicas(&step, &stage, trained, batch.window);
        pieces->reduction = reduction_price(&replicas);
    }
}
