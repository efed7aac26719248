/* training_ends.h: what the stages of a pipeline take beside their layers: embedding and head, modules of multi-token
 * prediction, what FSDP gathers for them, and what stages send each other. Seconds are those of one micro-batch.
 */
#ifndef RINGSIDE_CORE_TRAINING_ENDS_H
#define RINGSIDE_CORE_TRAINING_ENDS_H

#include "core/training_layer.h"

#include <stdbool.h>

/* What stages have beside their layers. */
struct ends {
    struct passage head;      /* of the last stage: LM head and loss */
    double modules;           /* s, of the last stage: multi-token prediction, but for its passes of the head */
    double embedding;         /* s, of the first stage */
    struct exchange embedded; /* of it, the TP exchange behind the embedding, where the first stage is not the last */
    bool gathers_root;        /* embedding and head are a unit that FSDP gathers, on the first stage and the last */
    struct sharding root;     /* that unit: beside adapters it is frozen */
    struct traffic pp;        /* message and cost of one send; nothing without a pipeline, as the next */
    struct exchange transfer; /* what a stage sends and receives in one micro-batch and chunk: training_transfer.h */
    struct overlap transferred;
    double transfer_host; /* s that the host adds to it */
};

/* Price them.
 *
 *   given     step_from() (training_layer.h); layers_last(), whose TP exchange of activations is that of the head
 *   written   to ends: all of it
 */
void ends_price(struct ends *ends, const struct step *step, const struct layer *last);

/* Modules of multi-token prediction that are priced as layers; none on the whiteboard, where they are compute. */
double predicted_layers(const struct step *step);

/* Pairs of TP exchanges around the head that one micro-batch makes on the head's stage, those of modules included.
 *
 *   source    Megatron-LM, language_model.py: VocabParallelEmbedding and parallel_lm_logits
 */
double head_pairs(const struct step *step);

/* Parameters outside the layers, on the GPU that holds most: embedding and head, or the first stage's embedding. */
struct holding end_holding(const struct step *step);

#endif
