/* training_stage.h: the stages of a pipeline, and the one that a training step is priced by: its layers, its ends, its
 * parameters.
 *
 * A micro-batch waits for the slowest stage. Gradients and optimizer are those of the first, which holds most
 * parameters. Without a pipeline all of them are the one stage that there is. Seconds are those of one micro-batch.
 */
#ifndef RINGSIDE_CORE_TRAINING_STAGE_H
#define RINGSIDE_CORE_TRAINING_STAGE_H

#include "core/training_cut.h"

/* The stages, and the one that a micro-batch waits longest for.
 *
 *   given     step_from() of a valid scenario; its layers, and what stages have besides, priced
 *   returned  the slowest, and all as stage runs
 *   formula   stage_deal() says how the layers are cut; where dense ones stand before those
 *             with experts, the first stages have them. Each stage takes its layers' time, its sends' and that of its
 *             end
 */
struct stage stage_slowest(const struct step *step, const struct layers *layers, const struct ends *ends);

/* Seconds of a pipeline, all micro-batches: whole fillings, and one of what is left; schedule_pipeline() of each. */
double stage_pipeline_seconds(const struct step *step, const struct stage_runs *runs);

/* How the layers are dealt to the stages, as pp.balanced says.
 *
 *   given     a valid training scenario, its sizes and parameter counts
 *   returned  by layers alone and by weight schedule_deal(), of DualPipe of whole stages; evenly
 *             schedule_deal_evenly(); by cost, with so many on the last stage that the step is as quick as can be, the
 *             gradients and the optimizer of a fuller first stage included: never slower than by layers or by weight.
 *             Of deals that are as quick, the one with more layers on the last stage
 */
struct deal stage_deal(const struct scenario *scenario, const struct sizes *sizes, const struct parameter_sum *params);

/* Seconds of the optimizer: each GPU updates what ZeRO leaves it, of experts what their own replicas do.
 *
 *   given     step; what the first stage's GPU trains
 *   formula   optimizer_time() of P / ranks of the group that divides the states: none, all that hold the same
 *             parameters, or with ZeRO 3 the shard
 */
double stage_optimizer_seconds(const struct step *step, struct holding trained);

/* Parameters that the first stage's GPU trains: all that it holds, or with LoRA the adapters beside its layers. Of
 * DualPipe it holds the last stage, too. */
struct holding stage_trained(const struct step *step, const struct stage *stage, const struct layers *layers);

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
