/* layer.h: what the kernels of one layer take on one GPU, what surrounds the layers, and how fast the host issues it
 * all.
 *
 * This is compute.model=roofline, per layer and micro-batch, without communication. How a framework executes a layer
 * (which pointwise passes are fused, how long its host needs) is a row of one table, per execution style.
 */
#ifndef RINGSIDE_CORE_LAYER_H
#define RINGSIDE_CORE_LAYER_H

#include "core/scenario.h"
#include "core/transformer.h"

/* Tokens of one micro-batch on one context-parallel rank: b s / C. */
double layer_tokens(const struct scenario *scenario);

/* Values per token of K, and of V, that one GPU holds: max(1, k/T) d each; of latent attention the mean of both. */
double layer_kv_width(const struct scenario *scenario);

/* Bytes of one activation value. */
double layer_activation_bytes(const struct scenario *scenario);

/* GPU seconds of one layer and micro-batch. */
struct layer_time {
    double forward;
    double backward;
    double attention;          /* the attention core, within forward */
    double attention_backward; /* the same, within backward */
    double weight_gradient;    /* within backward */
};

/* Price a layer, kernel by kernel.
 *
 *   given     scenario; its parameter counts, for how many layers have experts
 *   returned  seconds of the mean layer
 *   formula   forward: matrix products, attention core, pointwise passes, quantisation. backward: the products' data
 *             and weight gradients, 2 to 2.5 attention cores, passes, quantisation, and unless fused the accumulation
 *   note      a mixture of experts is taken as a dense layer as wide as the experts that one token uses; latent
 *             attention as its low-rank products and a core of the mean head size
 */
struct layer_time layer_time(const struct scenario *scenario, const struct parameter_sum *params);

/* GPU seconds of the LM head and the loss of one micro-batch, forward and backward, without communication. */
double head_time(const struct scenario *scenario);

/* GPU seconds of the embedding of one micro-batch, forward and backward. */
double embedding_time(const struct scenario *scenario);

/* GPU seconds of the optimizer.
 *
 *   given     scenario; parameters that this GPU updates
 *   formula   parameters * bytes / stream rate. The bytes are optimizer.bytes, or the style's: Adam reads and writes
 *             26, and gradients are read, unscaled, clipped and zeroed
 */
double optimizer_time(const struct scenario *scenario, double parameters);

/* Seconds that the host needs to issue work to the GPU. An eager framework cannot issue a layer faster than about a
 * millisecond, however small it is. */
struct host_time {
    double forward;     /* one layer */
    double backward;    /* one layer */
    double micro_batch; /* what surrounds the layers: embedding, head, loss, loop */
    double transfer;    /* one pipeline send or receive */
};
struct host_time host_time(const struct scenario *scenario);

/* What the host adds to a piece of work.
 *
 *   given     gpu, host >= 0: seconds of the piece on either
 *   returned  seconds beyond gpu: 0 for a host of 0
 *   formula   (gpu^p + host^p)^(1/p) - gpu: the host runs ahead, but not perfectly
 */
double dispatch_time(double gpu, double host);

#endif
