/* training.h: one training step of one GPU, from its parts. */
#ifndef RINGSIDE_CORE_TRAINING_H
#define RINGSIDE_CORE_TRAINING_H

#include "core/layer.h"
#include "core/result.h"
#include "core/scenario.h"

/* GPU seconds of one micro-batch, without communication: what the model, the GPU, TP, SP, CP, the micro-batch and,
 * with experts, EP and ETP decide, whatever else the strategy is. */
struct kernels {
    struct layer_time layer[LAYER_KIND_COUNT]; /* on the whiteboard an L-th of everything */
    double head;                               /* LM head and loss; 0 on the whiteboard */
    double embedding;
    struct prediction_join join;
};
struct kernels training_kernels(const struct scenario *scenario, const struct parameter_sum *params);

/* Price a training step.
 *
 *   given     a valid scenario; its sizes, groups and parameter counts
 *   returned  the step and its parts, which add up to it
 *   formula   compute.model=flat: 6 FLOPs per active parameter and token (8 with full recomputation) over
 *             efficiency * peak. roofline: see layer.h for a layer, data_parallel.h for gradients and parameters,
 *             schedule.h for what hides behind what
 *   note      pp holds the sends of a pipeline, and where its ends share a tied embedding the all-reduce of their
 *             gradients, exposed. Of a pipeline, the parts are those of the stage that a micro-batch waits longest for;
 *             gradients and optimizer those of the first, which holds most. Waiting for the slowest replica counts as
 *             jitter
 */
struct training training_step(const struct scenario *scenario, const struct sizes *sizes, const struct groups *groups,
                              const struct parameter_sum *params);

/* The same where the kernels are priced already: a search over strategies uses them many times. Written where it stays:
 * a copy of it would take a fiftieth of a step's pricing. */
void training_price(struct training *training, const struct kernels *kernels, const struct scenario *scenario,
                    const struct sizes *sizes, const struct groups *groups, const struct parameter_sum *params);

#endif
