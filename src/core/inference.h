/* inference.h: a prefill or a decode step of one replica, from its parts. Replicas serve by themselves.
 *
 *   source    the constants of decode.c, serving_pass.c and serving_style.c were fixed by published kernel tables and
 *             steps: docs/constants.md. docs/accuracy.md says how far off published steps and prefills are forecast
 */
#ifndef RINGSIDE_CORE_INFERENCE_H
#define RINGSIDE_CORE_INFERENCE_H

#include "core/result.h"
#include "core/scenario.h"
#include "core/serving_pass.h"

/* Price what the scenario's mode says.
 *
 *   given     a valid scenario of prefill or decode; its groups, parameter counts and memory
 *   returned  parts, which add up to the time; the roofline's bound, the pool for keys and values. In a decode step,
 *             `running` is decode.batch, or as many sequences as memory holds, at least one
 */
struct inference inference_of(const struct scenario *scenario, const struct groups *groups,
                              const struct parameter_sum *params, const struct memory *memory);

/* For decode.c and prefill.c: enter a pass so many times; enter sends between stages; the sum of all parts; multiply
 * all parts by a factor. */
void inference_add(struct inference *step, const struct pass_time *time, double times);
void inference_add_sends(struct inference *step, const struct scenario *scenario, const struct groups *groups,
                         int sends);
double inference_sum(const struct inference *step);
void inference_scale(struct inference *step, double factor);

#endif
