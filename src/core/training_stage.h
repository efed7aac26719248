/* training_stage.h: the stage of a pipeline that a training step is priced by: its layers, its ends, its parameters.
 *
 * A micro-batch waits for the slowest stage, the first or the last. Gradients and optimizer are those of the first,
 * which holds most parameters. Without a pipeline all of them are the one stage that there is. Seconds are those of one
 * micro-batch.
 */
#ifndef RINGSIDE_CORE_TRAINING_STAGE_H
#define RINGSIDE_CORE_TRAINING_STAGE_H

#include "core/training_layer.h"

#include <stdbool.h>

/* Layers need not be whole: on the whiteboard, and on the mean of all stages, they are a share. */
struct stage {
    double layers;         /* of the slowest stage */
    double mean_layers;    /* of the others, while the pipeline fills; 0 without one */
    double largest_layers; /* of the first: it holds the embedding, too */
    double slack;          /* seconds that the first waits in each micro-batch */
    bool head;             /* the head is on the slowest stage, and with it the modules of multi-token prediction */
};

/* The stage that a micro-batch waits longest for.
 *
 *   given     step; its layers; the head, from head_passage()
 *   formula   schedule_stages() deals out the layers. The last stage decides where its layers, the head and the modules
 *             take longer than the first one's layers; the difference is slack
 */
struct stage stage_slowest(const struct step *step, const struct layers *layers, const struct passage *head);

/* Layers that the head counts as where the pipeline is cut into stages: what pp.balanced says.
 *
 *   given     a valid training scenario, its sizes and parameter counts
 *   returned  0 by layers alone; strategy_head_layers() by weight; schedule_head_by_cost() of what the step's layers,
 *             its head and its modules cost
 */
double stage_head_layers(const struct scenario *scenario, const struct sizes *sizes,
                         const struct parameter_sum *params);

/* Modules of multi-token prediction that are priced as layers; on the whiteboard they are part of compute. */
double predicted_layers(const struct step *step);

/* Head and loss of one micro-batch, with the TP exchanges around them; once more for each module of multi-token
 * prediction, whose layer is one of the layers.
 *
 *   given     step; the last kind of layers, whose TP exchange of activations is that of the head
 *   returned  forward and backward together; on the whiteboard nothing
 */
struct passage head_passage(const struct step *step, const struct layer *last);

/* Pairs of TP exchanges around the head that one micro-batch makes on the head's stage, those of modules included.
 *
 *   source    Megatron-LM, language_model.py: VocabParallelEmbedding and parallel_lm_logits
 */
double head_pairs(const struct step *step);

/* Parameters that the first stage's GPU trains: all that it holds, or with LoRA the adapters beside its layers. */
struct holding stage_trained(const struct step *step, const struct stage *stage, const struct layers *layers);

/* Whether embedding and head are a unit that FSDP gathers, and that unit: beside adapters it is frozen. */
bool step_gathers_root(const struct step *step);
struct sharding root_sharding(const struct step *step);

/* What the last micro-batch of the first stage offers to hide behind. Its layers are of the kind that later stages
 * have, which exchange most. */
struct last_batch {
    double backward;      /* GPU seconds of its backward pass, recomputation included */
    struct window window; /* both passes, what shares the link of DP left out */
};

struct last_batch stage_last_batch(const struct step *step, const struct stage *stage, const struct layers *layers);

/* What the replicas of the first stage reduce of what it trains, behind its last micro-batch. */
struct replicas stage_replicas(const struct step *step, const struct stage *stage, struct holding trained,
                               struct window window);

#endif
