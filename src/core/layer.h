/* layer.h: what the kernels of one layer take on one GPU, and what surrounds the layers.
 *
 * This is compute.model=roofline, per layer and micro-batch, without communication. How a framework executes a layer is
 * in style.h, how fast its host issues it in host.h.
 */
#ifndef RINGSIDE_CORE_LAYER_H
#define RINGSIDE_CORE_LAYER_H

#include "core/scenario.h"
#include "core/transformer.h"

/* Tokens of one micro-batch on one context-parallel rank: b s / C. */
double layer_tokens(const struct scenario *scenario);

/* Tokens that see each other: a packed sample, or the whole sequence.
 *
 *   given     scenario; packing.length: the mean length of a token's sample, sum l^2 / sum l over the samples
 *   returned  that, at most seq_len; seq_len where nothing is packed, of what is no transformer, and with an unfused
 *             core, which computes the score matrix of the whole sequence and masks it
 *   formula   with that mean attention over tokens t costs what it does over samples of one length: t l score products,
 *             and, as a fused core's rate is l / (l + ramp) of its best, a time of t (l + ramp), which is linear in l
 *   note      context parallelism divides each sample, as Transformer Engine does; a rank has l / C queries of it
 *   source    Krell et al. 2021, Efficient sequence packing without cross-contamination
 */
int layer_sample_length(const struct scenario *scenario);

/* Heads of one GPU, at least one: TP ranks beyond the heads, or beyond the KV heads, hold copies. */
double layer_local_heads(const struct scenario *scenario, int heads);

/* Width of the MLP that every token takes: of a layer with experts, that of the shared ones. */
double layer_mlp_width(const struct transformer *model, enum layer_kind kind);

/* Bytes of one activation value. */
double layer_activation_bytes(const struct scenario *scenario);

/* GPU seconds of one layer and micro-batch. */
struct layer_time {
    double forward;
    double backward;
    double attention;          /* the attention core, within forward */
    double attention_backward; /* the same, within backward */
    double weight_gradient;    /* within backward */
    double last_product; /* forward: what the layer ends with, whose result no backward pass needs; 0 of experts */
    double modules;      /* that selective recomputation would repeat, the attention core not among them */
};

/* Price a layer, kernel by kernel.
 *
 *   formula   forward: matrix products, attention core, pointwise passes, quantisation. backward: the products' data
 *             and weight gradients, 2 to 2.5 attention cores, passes, quantisation, and unless fused the accumulation.
 *             Experts: their shared ones as an MLP, the routed ones as expert_time()
 *             With LoRA no weight gradients, but adapters (adapter.h), and on some cards frozen weights kept in 8 bit
 *             are turned for their data gradients
 *   note      latent attention: its low-rank products (latent.h), and a core of the mean head size. A window, and
 *             norms of Q and K, on the mean of the layers
 */
struct layer_time layer_time(const struct scenario *scenario, enum layer_kind kind);

/* GPU seconds of the LM head and the loss of one micro-batch, forward and backward, without communication.
 *
 *   formula   three products in head.precision, whose inputs and gradients are quantised below 16 bit, and the passes
 *             over the logits of the style, or of one kernel
 */
double head_time(const struct scenario *scenario);

/* GPU seconds of what joins the next token's embedding to the hidden values in a module of multi-token prediction: a
 * product of 2h to h forward, two backward. */
struct prediction_join {
    double forward, backward;
};
struct prediction_join prediction_join_time(const struct scenario *scenario);

/* GPU seconds of the embedding of one micro-batch, forward and backward. */
double embedding_time(const struct scenario *scenario);

/* GPU seconds of the optimizer.
 *
 *   given     scenario; parameters that this GPU updates
 *   formula   parameters * bytes / stream rate. The bytes are optimizer.bytes, or the style's: Adam reads and writes
 *             28, gradients are widened, checked or unscaled, clipped and zeroed, weights copied to 16 bit
 */
double optimizer_time(const struct scenario *scenario, double parameters);

#endif
