/* adapter.h: low-rank adapters (LoRA): what they hold and compute beside frozen linear layers.
 *
 * An adapter of rank r maps the i inputs of a linear layer to r values, maps these to its o outputs, and adds them.
 * Which layers have one is a choice (enum lora), and so is how the routed experts of a GPU have them (enum
 * expert_lora).
 *
 * Source: Hu et al. 2021 for what an adapter is; NVIDIA's Megatron-Bridge, src/megatron/bridge/peft, for how it is cut
 * and what it exchanges: a linear layer cut by columns has its first product cut over the rank, one cut by rows over
 * the inputs; the second product is always cut over the outputs. Frameworks that keep Q, K and V apart, and the two
 * first matrices of a gated MLP, have an adapter for each (style.h). Of experts: Megatron-Bridge's
 * share_expert_adapters; NeMo AutoModel's lora_experts.py and torchtune's LoRAGroupedExperts, where each expert has its
 * own.
 */
#ifndef RINGSIDE_CORE_ADAPTER_H
#define RINGSIDE_CORE_ADAPTER_H

#include "core/scenario.h"
#include "core/transformer.h"

#include <stdbool.h>

/* Linear layers with the same inputs that are adapted alike. */
struct adapter {
    double in, out; /* widths before TP divides them */
    double linears; /* that share the inputs, each with an adapter: the outputs are of all together */
    bool by_rows;   /* cut over its inputs, else over its outputs */
};

/* Latent attention has most: two of its down-projections together, two up, its output; two of the MLP. */
enum { MOST_ADAPTERS = 6 };

struct adapters {
    struct adapter list[MOST_ADAPTERS];
    int count;
};

/* Those of one layer that every token passes; none without LoRA. */
struct adapters adapters_of(const struct scenario *scenario, enum layer_kind kind);

/* Those beside the routed experts of a layer, of one expert or of all on a GPU together; before ETP divides them. None
 * of a layer that has no experts, and where they are not adapted. */
struct adapters adapters_of_experts(const struct scenario *scenario, enum layer_kind kind);

/* Linear layers of one layer on a GPU, counted: those that every token passes, and the routed experts'. */
double linear_count(const struct scenario *scenario, enum layer_kind kind);

/* Adapters of one layer, counted; the like of all experts on a GPU are issued as one. */
double adapter_count(const struct scenario *scenario, enum layer_kind kind);

/* Whether adapters are wider than the products beside them. */
bool adapter_widens(const struct scenario *scenario);

/* Whether each adapter keeps inputs of its own: what its dropout leaves of them, or what it widened and narrowed.
 * Others read what a norm, the core or the MLP's activation wrote. */
bool adapter_copies_inputs(const struct scenario *scenario);

/* Parameters of a layer's adapters, before TP divides them: r (i + o) each. Those of experts are not among them. */
double adapter_parameters(const struct scenario *scenario, enum layer_kind kind);

/* Parameters of the adapters beside the routed experts of a layer, on one GPU: r (i + o) / ETP, for each expert on it
 * or once for all. Every EP rank trains its own; ranks with the same experts add up their gradients. */
double adapter_parameters_of_experts(const struct scenario *scenario, enum layer_kind kind);

/* Bytes of a token that a layer's adapters keep for the backward pass, on one GPU.
 *
 *   given     scenario; the kind of layer; bytes of an activation
 *   formula   r values each, and with dropout a byte per input. Inputs are counted with what they are outputs of,
 *             unless each adapter copies them: then one value per input and adapter
 */
double adapter_activation_bytes(const struct scenario *scenario, enum layer_kind kind, double value_bytes);

/* The same of the adapters beside routed experts, for each of the rows that a rank's tokens have at them. */
double adapter_row_bytes(const struct scenario *scenario, double value_bytes);

/* GPU seconds of a layer's adapters and micro-batch, without execution.slowdown.
 *
 *   formula   forward: (t, r, i) and (t, o, r) in 16 bit; passes of 6 B per output, which is added to the frozen one,
 *             and of the style's bytes to scale it. Backward: data and weight gradients of both; 6 B per input, whose
 *             gradients are added; scaling. Dropout: 5 B per input either way; in fp32 12 B to widen and narrow it, and
 *             4 for dropout. Of experts the same over the rows that
 *             reach them, in products grouped by expert where each has its own
 *   note      what ETP ranks exchange of the r values of experts' adapters is not counted
 */
struct adapter_time {
    double forward, backward;
};
struct adapter_time adapter_time(const struct scenario *scenario, enum layer_kind kind);

#endif
