/* training.h: one training step of one GPU, from its parts. */
#ifndef RINGSIDE_CORE_TRAINING_H
#define RINGSIDE_CORE_TRAINING_H

#include "core/result.h"
#include "core/training_layer.h"

/* Price a training step.
 *
 *   given     what the step of a valid scenario is priced from: step_from()
 *   returned  the step and its parts, which add up to it
 *   formula   compute.model=flat: 6 FLOPs per active parameter and token (8 with full recomputation) over
 *             efficiency * peak. roofline: see layer.h for a layer, data_parallel.h and sharding.h for gradients
 *             and parameters, schedule.h for what hides behind what
 *   note      pp holds the sends of a pipeline, and where its ends share a tied embedding the all-reduce of their
 *             gradients, exposed. Of a pipeline, the parts are those of the stage that a micro-batch waits longest for;
 *             gradients and optimizer those of the first, which holds most. Waiting for the slowest replica counts as
 *             jitter. Written where it stays: a copy of it would take a fiftieth of a step's pricing
 */
void training_price(struct training *training, const struct step *step);

#endif
