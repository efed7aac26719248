/* parameter_conditions.h: when a parameter matters: what the rows of the parameter table name as `applies` and
 * `in_force`. Each is a question about a scenario, asked of the values that stand in it, valid or not.
 */
#ifndef RINGSIDE_CORE_PARAMETER_CONDITIONS_H
#define RINGSIDE_CORE_PARAMETER_CONDITIONS_H

#include "core/scenario.h"

#include <stdbool.h>

/* What is priced, and how. */
bool scenario_is_training(const struct scenario *scenario);
bool scenario_is_prefill(const struct scenario *scenario);
bool scenario_is_decode(const struct scenario *scenario);
bool scenario_is_serving(const struct scenario *scenario);
bool scenario_is_flat(const struct scenario *scenario);
bool scenario_is_roofline(const struct scenario *scenario);
bool scenario_is_roofline_training(const struct scenario *scenario);
bool scenario_is_roofline_serving(const struct scenario *scenario);

/* Attention by a fused core: in training and in a prefill. A decode step has a core of its own. */
bool scenario_has_attention_core(const struct scenario *scenario);

/* Samples packed into a sequence, which only a fused core keeps apart. */
bool scenario_has_samples(const struct scenario *scenario);

/* Mixtures of experts; and the exchange of EP ranks, what may hide it, and what bounds the nodes of a token's
 * experts. */
bool scenario_is_moe(const struct scenario *scenario);
bool scenario_is_moe_training(const struct scenario *scenario);
bool scenario_is_moe_serving(const struct scenario *scenario);
bool scenario_has_exchange(const struct scenario *scenario);
bool scenario_has_hidden_exchange(const struct scenario *scenario);
bool scenario_may_be_dual_pipe(const struct scenario *scenario);
bool scenario_has_node_limit(const struct scenario *scenario);

/* Recomputation. */
bool scenario_has_full_recompute(const struct scenario *scenario);
bool scenario_has_roofline_full_recompute(const struct scenario *scenario);
bool scenario_is_selective(const struct scenario *scenario);
bool scenario_is_selective_moe(const struct scenario *scenario);
bool scenario_is_selective_mla(const struct scenario *scenario);

/* Parallelism of which a step has more than one rank, or shards of parameters. */
bool scenario_has_tensor(const struct scenario *scenario);
bool scenario_gathers_operands(const struct scenario *scenario);
bool scenario_has_context(const struct scenario *scenario);
bool scenario_has_context_training(const struct scenario *scenario);
bool scenario_has_pipeline(const struct scenario *scenario);
bool scenario_has_roofline_pipeline(const struct scenario *scenario);
bool scenario_is_fsdp(const struct scenario *scenario);
bool scenario_hands_parameters_out(const struct scenario *scenario);
bool scenario_is_roofline_fsdp(const struct scenario *scenario);

/* Activations that wait in the host's memory. */
bool scenario_offloads(const struct scenario *scenario);

/* Low-rank adapters: at all, of all linear layers of a mixture, priced kernel by kernel, and where TP ranks each have a
 * part of a sequence. */
bool scenario_has_adapters(const struct scenario *scenario);
bool scenario_may_adapt_experts(const struct scenario *scenario);
bool scenario_has_roofline_adapters(const struct scenario *scenario);
bool scenario_has_divided_adapters(const struct scenario *scenario);

/* Which peak of the card matrix products run at: that of their precision, of 16 bit where the card has none of
 * its own. */
bool scenario_computes_in_8_bit(const struct scenario *scenario);
bool scenario_computes_in_4_bit(const struct scenario *scenario);
bool scenario_computes_in_32_bit(const struct scenario *scenario);
bool scenario_computes_in_16_bit(const struct scenario *scenario);

#endif
