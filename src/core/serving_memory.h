/* serving_memory.h: bytes that one GPU holds while it serves, and how many tokens fit beside the weights. */
#ifndef RINGSIDE_CORE_SERVING_MEMORY_H
#define RINGSIDE_CORE_SERVING_MEMORY_H

#include "core/memory.h"
#include "core/scenario.h"
#include "core/transformer.h"

/* What is left for keys and values. Tokens and sequences are those of one replica. */
struct kv_pool {
    double model_token_bytes; /* of a token, all layers, one copy */
    double token_bytes;       /* of a token on one GPU */
    double copies;            /* ranks that hold the same */
    double bytes;             /* that one GPU has for them; 0 if the weights alone fill it */
    double tokens;            /* that fit */
    double batch_limit;       /* sequences of decode.context that fit, whatever decode.batch is */
    double context_limit;     /* tokens that fit for each of decode.batch sequences */
};

/* What the fullest GPU holds.
 *
 *   given     a valid scenario of prefill or decode; its parameter counts
 *   formula   weights in their format, embedding and head in the head's, experts as serving_expert_ranks() has them;
 *             with FSDP a share of the layers, and whole the one that runs and the next; KV cache of all sequences;
 *             activations and logits of the largest pass; a reserve of 10 % of the card, which engines leave alone
 *   note      llama.cpp leaves the embedding in the host's memory, has one buffer for activations or logits of a pass
 *             of 512 tokens, in fp32, and no reserve: 1 GB stands for its context and kernels
 *   note      gradients, optimizer and buffers are NAN: they do not apply
 */
struct memory serving_memory(const struct scenario *scenario, const struct parameter_sum *params);

/* Ranks that divide each weight: 1, or with serving.fsdp all that hold the same. */
int serving_shard_ranks(const struct scenario *scenario);

/* Bytes of the weights of the mean layer, and of embedding and head of the fullest stage, that one rank of a replica
 * computes with. */
double serving_layer_weights(const struct scenario *scenario, const struct parameter_sum *params);
double serving_outer_weights(const struct scenario *scenario, const struct parameter_sum *params);

/* Ranks that divide the vocabulary, of embedding and head: TP; with serving.whole_head 1. */
double serving_vocab_ranks(const struct scenario *scenario);

/* The pool for keys and values of a decode step: capacity less reserve, weights, activations and logits. The largest
 * batch is what fits with activations and logits of its own. */
struct kv_pool kv_pool_of(const struct scenario *scenario, const struct memory *memory);

#endif
