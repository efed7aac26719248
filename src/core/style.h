/* style.h: how a framework executes a layer: which pointwise passes are fused, and what its host needs. One row per
 * execution style. */
#ifndef RINGSIDE_CORE_STYLE_H
#define RINGSIDE_CORE_STYLE_H

#include "core/choices.h"

#include <stdbool.h>

/* Bytes are read and written by pointwise passes, per token and value. */
struct style {
    double hidden, hidden_backward;   /* per hidden value: norms, residuals */
    double gated, gated_backward;     /* per value of a gated MLP's activation */
    double plain, plain_backward;     /* per value of one that is not gated */
    double scores, scores_backward;   /* per score of attention that is not fused; 0: scaled and soft-maxed at once */
    double rotary;                    /* per value of Q and K, in models with gated MLPs */
    double kernels;                   /* pointwise kernels forward; half as many again backward */
    double issued;                    /* kernels that a layer issues forward, its products among them */
    double host;                      /* share of the host time of an eager layer */
    double host_experts;              /* share of the further host time of a layer with experts */
    double loss;                      /* bytes per logit, forward and backward */
    double logits;                    /* bytes per logit that are held at once where the loss is computed */
    double gate;                      /* values per value of a gated MLP kept besides, for a product of its own */
    double optimizer, optimizer_fp32; /* bytes per parameter, with 16 bit and with fp32 gradients */
    double scratch;                   /* bytes per parameter that the update holds beside states in fp32 */
    double copy;                      /* bytes per parameter that FSDP copies in a backward pass */
    double scale; /* bytes per output of an adapter, either way: a pass of its own where it scales */
    bool split;   /* Q, K and V, and the two first matrices of a gated MLP, are linear layers apart */
    bool buckets; /* replicas copy gradients into buckets */
    bool written; /* a product writes a weight's gradient, and adds it to none */
    bool holds;   /* FSDP holds inputs of frozen layers, with their gradients, till a backward pass has ended */
    bool whole;   /* what sequence parallelism gathers is kept whole, and not gathered again for weight gradients */
};

/* The row of an execution style. */
const struct style *style_of(enum execution_style style);

#endif
