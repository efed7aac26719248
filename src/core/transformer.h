/* transformer.h: what follows from a model's shape: parameters, FLOPs, activation and KV bytes. */
#ifndef RINGSIDE_CORE_TRANSFORMER_H
#define RINGSIDE_CORE_TRANSFORMER_H

#include "core/scenario.h"

#include <stdbool.h>

/* Layers come in two kinds. */
enum layer_kind { LAYER_DENSE, LAYER_EXPERTS, LAYER_KIND_COUNT };

/* Parameters by part, of the whole model. */
struct parameter_sum {
    double attention;      /* of one layer, with its biases, the norms of Q and K and those of the latents */
    double mlp;            /* of one dense layer, with its biases */
    double experts;        /* of one MoE layer: all experts, shared ones and the router */
    double experts_active; /* of these, what one token uses */
    double expert;         /* one of the routed ones */
    double dense_layer;    /* attention + mlp + norms: two a layer, one where attention and MLP stand side by side */
    double moe_layer;      /* attention + experts + norms */
    int dense_layers;
    int moe_layers;
    double embedding; /* and learned positions */
    double head;      /* 0 if tied */
    double final_norm;
    double total;
    double active;     /* that one token uses */
    double mtp;        /* of all modules of multi-token prediction: a layer and a projection of 2h each; not in total */
    double mtp_active; /* that one token uses, with the head, which is used once more */
};

/* Count the parameters.
 *
 *   given     a shape; model.params, if set, replaces the total, and scales all parts alike
 *   formula   attention h a d + 2 h k d + a d h, MLA its low-rank forms; MLP 3 h f gated, 2 h f not; MoE layers
 *             experts of width expert_ffn, shared experts, router h*experts; norms; biases and learned positions where
 *             the model has them; embedding V h, head V h unless tied
 *   source    the papers and config files named in presets/models; held to the published totals within 1 %
 */
struct parameter_sum transformer_params(const struct transformer *model);

/* Size of one head in scores, and in values: latent attention has its own. */
double transformer_score_dim(const struct transformer *model);
double transformer_value_dim(const struct transformer *model);

/* Their mean: an attention core whose two products have heads of this size costs the same. */
double transformer_core_dim(const struct transformer *model);

/* Values of a token's queries and values, of all heads: each costs 2 FLOPs for every key that the token attends to. */
double transformer_attention_width(const struct transformer *model);

/* What the last stage of a pipeline has besides its layers, in layers.
 *
 *   given     a shape, and its parameters
 *   returned  weights that one token passes in the head, over those of a mean layer; of each module of multi-token
 *             prediction a head and a layer more
 *   source    huggingface/nanotron, get_block_compute_costs, by which its stages are cut about alike: a layer that
 *             crosses its share stays there on the earlier stage, here on the nearer
 */
double transformer_head_layers(const struct transformer *model, const struct parameter_sum *params);

/* FLOPs per weight and token: a product and a sum. */
#define WEIGHT_FLOPS 2.0

/* FLOPs of one token's forward pass, by part. Backward is twice as much.
 *
 *   given     model; seq_len >= 1: tokens of a sequence, or of a packed sample; attention: whether the masked half
 *             counts
 *   returned  means over the sequence. With model.sample_flops set, these over the sequence's length, and nothing else
 *   formula   2 per element of a matrix; attention 4 s a d per layer, causal half of it (a window counts what it
 *             attends to); head 2 h V; the embedding's look-up none
 *   source    Narayanan et al. 2021; PaLM, appendix B
 *   note      a module of multi-token prediction counts as a further layer, a projection of 2h and a head. Of packed
 *             samples NeMo and Megatron-Bridge count the same: the squares of the samples' lengths, not of the
 *             sequence's (flop_utils.py of Megatron-Bridge; NeMo 24.07's page: LoRA of Llama 2 7B, 673 TFLOP/s at
 *             25,206 tokens/s, is 26.7 GFLOP a token, of which its matrices are 26.4). Megatron-LM does where its loop
 *             is told the samples' lengths, and else takes the sequence's
 */
struct flop_sum {
    double matrix;    /* of the layers */
    double attention; /* score and value products */
    double head;
};
struct flop_sum transformer_flops(const struct transformer *model, int seq_len, enum mfu_convention attention);

/* Whether the shape is a mixture of experts, and whether its attention is latent. */
bool transformer_is_moe(const struct transformer *model);
bool transformer_is_mla(const struct transformer *model);

/* KV cache bytes of one token, all layers, before tensor parallelism.
 *
 *   given     model; bytes of one cached value
 *   formula   2 k d L bytes; MLA (kv_lora + rope_dim) L bytes
 */
double transformer_kv_bytes(const struct transformer *model, double value_bytes);

#endif
