/* memory_activations.h: activations of one layer in training, in bytes per token of the GPU's sequence.
 *
 * A layer is seen at three moments: once it is done and waits for its backward pass (kept), while it is at work (whole,
 * of which a part may be computed again: repeated), and where its backward pass holds most gradients. memory.h adds up
 * layers and micro-batches. Every function takes a valid scenario, and whether the layer is dense or has experts.
 */
#ifndef RINGSIDE_CORE_MEMORY_ACTIVATIONS_H
#define RINGSIDE_CORE_MEMORY_ACTIVATIONS_H

#include "core/scenario.h"
#include "core/transformer.h"

/* Bytes of a parameter, and of a value that is not quantised: 2, or 4 in fp32. */
double memory_weight_bytes(const struct scenario *scenario);

/* Bytes of a parameter that is trained, and of its gradient. Adapters in fp32 have gradients in fp32.
 *
 *   source    PyTorch: a gradient has the type of its parameter; Hugging Face's PEFT, autocast_adapter_dtype
 */
double memory_trained_bytes(const struct scenario *scenario);
double memory_trained_gradient_bytes(const struct scenario *scenario);

/* What autograd keeps of a layer that is not recomputed as a whole.
 *
 *   returned  bytes per token
 *   formula   tensor by tensor; see memory_activations.c. A standard layer with dropout and unfused attention comes to
 *             h (34 + 5 a s / h) bytes a token
 *   source    Korthikanti et al. 2022, equations 1 to 4
 *   note      selective recomputation drops the score matrix, and the modules it names; fused attention has no score
 *             matrix, and keeps one number a row
 */
double memory_layer_activations(const struct scenario *scenario, enum layer_kind kind);

/* A layer's input, bytes per token. */
double memory_layer_input(const struct scenario *scenario);

/* What waits for the backward pass once the layer is done, bytes per token.
 *
 *   formula   of the share of layers that full recomputation covers the input alone, of the others all that autograd
 *             keeps
 */
double memory_layer_kept(const struct scenario *scenario, enum layer_kind kind);

/* What is there while the layer is at work, bytes per token: all that it would keep without recomputation. */
double memory_layer_whole(const struct scenario *scenario, enum layer_kind kind);

/* What a layer at work computes again, bytes per token.
 *
 *   formula   without recomputation 0; selective: whole less what autograd keeps; full: whole, if any layer is covered
 */
double memory_layer_repeated(const struct scenario *scenario, enum layer_kind kind);

/* Gradients inside a layer that are there at once, bytes per token.
 *
 *   formula   where the backward pass is at the MLP's activation: of the array behind it and of those it reads (two if
 *             gated), less the array itself, which has given the second product's weights their gradient by then
 */
double memory_layer_gradients(const struct scenario *scenario, enum layer_kind kind);

#endif
