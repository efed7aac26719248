/* adapter.h: low-rank adapters (LoRA): what they hold and compute beside frozen linear layers.
 *
 * An adapter of rank r maps the i inputs of a linear layer to r values, maps these to its o outputs, and adds them.
 * Which layers have one is a choice (enum lora). Routed experts have none.
 *
 * Source: Hu et al. 2021 for what an adapter is; NVIDIA's Megatron-Bridge, src/megatron/bridge/peft, for how it is cut
 * and what it exchanges: a linear layer cut by columns has its first product cut over the rank, one cut by rows over
 * the inputs; the second product is always cut over the outputs. Frameworks that keep Q, K and V apart, and the two
 * first matrices of a gated MLP, have an adapter for each (style.h).
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

/* Those of one layer; none without LoRA. */
struct adapters adapters_of(const struct scenario *scenario, enum layer_kind kind);

/* Adapters of one layer, counted. */
double adapter_count(const struct scenario *scenario, enum layer_kind kind);

/* Parameters of a layer's adapters, before TP divides them: r (i + o) each. */
double adapter_parameters(const struct scenario *scenario, enum layer_kind kind);

/* Bytes of a token that a layer's adapters keep for the backward pass, on one GPU.
 *
 *   given     scenario; the kind of layer; bytes of an activation
 *   formula   r values each, and with dropout a byte per input. Their inputs are counted with what they are outputs of
 */
double adapter_activation_bytes(const struct scenario *scenario, enum layer_kind kind, double value_bytes);

/* GPU seconds of a layer's adapters and micro-batch, without execution.slowdown.
 *
 *   formula   forward: (t, r, i) and (t, o, r) in 16 bit; passes of 6 B per output, which is added to the frozen one,
 *             and of the style's bytes to scale it. Backward: data and weight gradients of both; 6 B per input, whose
 *             gradients are added; scaling. Dropout: 5 B per input either way
 */
struct adapter_time {
    double forward, backward;
};
struct adapter_time adapter_time(const struct scenario *scenario, enum layer_kind kind);

#endif
