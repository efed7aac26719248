/* strategy_values.h: the values that a size may take while the others hold: what a slider steps through.
 *
 *   given     any scenario
 *   returned  valid values, ascending, with the present value if it is valid. Where another size makes all of them
 *             invalid, those that break the fewest rules; none where a value is out of range
 */
#ifndef RINGSIDE_CORE_STRATEGY_VALUES_H
#define RINGSIDE_CORE_STRATEGY_VALUES_H

#include "core/parameters.h"
#include "core/scenario.h"

struct value_list strategy_tp_values(const struct scenario *scenario);
struct value_list strategy_pp_values(const struct scenario *scenario);
struct value_list strategy_vp_values(const struct scenario *scenario);
struct value_list strategy_cp_values(const struct scenario *scenario);
struct value_list strategy_ep_values(const struct scenario *scenario);
struct value_list strategy_etp_values(const struct scenario *scenario);
struct value_list strategy_gpus_values(const struct scenario *scenario);
struct value_list strategy_global_batch_values(const struct scenario *scenario);
struct value_list strategy_micro_batch_values(const struct scenario *scenario);
struct value_list strategy_seq_len_values(const struct scenario *scenario);
struct value_list strategy_packing_values(const struct scenario *scenario);

/* The same of what is served: sequences, tokens in their caches, prompts, their tokens, tokens of one pass. */
struct value_list strategy_batch_values(const struct scenario *scenario);
struct value_list strategy_context_values(const struct scenario *scenario);
struct value_list strategy_prompts_values(const struct scenario *scenario);
struct value_list strategy_prompt_values(const struct scenario *scenario);
struct value_list strategy_chunk_values(const struct scenario *scenario);

#endif
