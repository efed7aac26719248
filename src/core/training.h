/* training.h: one training step of one GPU, from its parts.
 *
 * A step is m micro-batches forward and backward through the layers of a pipeline stage, the exchanges that the layers
 * wait for, the time in which the pipeline fills and drains, the reduction of gradients behind the last backward pass,
 * and the update of the weights:
 *
 *   step = m l (F + B + R) + m H + bubble + exposed gradients + U + J
 *
 * with l layers of the stage, F, B and R a layer's forward and backward pass and what is computed again, each with its
 * exposed exchanges, the host's dispatch and the contention of hidden ones (training_layer.h); H head and loss of the
 * last stage; U the optimizer's passes over memory; J the wait for the slowest replica. Seconds.
 */
#ifndef RINGSIDE_CORE_TRAINING_H
#define RINGSIDE_CORE_TRAINING_H

#include "core/result.h"
#include "core/training_layer.h"

/* Price a training step.
 *
 *   given     step_from() of a valid scenario (training_layer.h)
 *   written   to training: the step and its parts, which add up to it
 *   formula   compute.model=flat: 6 FLOPs per active parameter and token (8 with full recomputation) over
 *             efficiency * peak. roofline: see layer.h for a layer, data_parallel.h and sharding.h for gradients
 *             and parameters, schedule.h for what hides behind what
 *   source    Narayanan et al. 2021, sections 2 and 3, for the parts; Korthikanti et al. 2022, section 5, for what is
 *             computed again; Kaplan et al. 2020, section 2.1, for 6 FLOPs a parameter and token
 *   note      pp holds the sends of a pipeline, and where its ends share a tied embedding the all-reduce of their
 *             gradients, exposed. Of a pipeline, the parts are those of the stage that a micro-batch waits longest for;
 *             gradients and optimizer those of the first, which holds most. Waiting for the slowest replica counts as
 *             jitter. Written in place: a copy would take a fiftieth of a step's pricing
 */
void training_price(struct training *training, const struct step *step);

#endif
