/* prefill.h: reading prompts: the compute-bound pass before the first token. */
#ifndef RINGSIDE_CORE_PREFILL_H
#define RINGSIDE_CORE_PREFILL_H

#include "core/result.h"
#include "core/scenario.h"

/* Price the reading of prefill.batch prompts of prefill.tokens, in passes of prefill.chunk tokens of each.
 *
 *   given     a valid scenario whose library is the engine's; its groups and parameter counts
 *   returned  the parts on the way of the prompts to their first token, without totals: see inference.h
 *   formula   as a decode step with all tokens as rows, and a fused attention core; context parallel ranks gather keys
 *             and values, behind the core if overlap.cp is on. Stages of a pipeline overlap only over several passes:
 *             sum/PP + (PP-1)/PP of the longest; one pass goes through them one by one. On the whiteboard
 *             arithmetic over gpu.efficiency of the peak, or in each pass the weights at HBM's rate: what takes longer
 */
struct inference prefill_pass(const struct scenario *scenario, const struct groups *groups,
                              const struct parameter_sum *params);

#endif
