/* kv_cache.h: keys and values that an inference engine keeps: bytes of a token on one GPU, and how many a step reads.
 */
#ifndef RINGSIDE_CORE_KV_CACHE_H
#define RINGSIDE_CORE_KV_CACHE_H

#include "core/scenario.h"

/* Keys and values of a token and layer that one GPU has: while it serves those that it keeps, in training those that
 * context parallelism exchanges.
 *
 *   formula   2 max(1, k/TP) d: ranks beyond the KV heads hold copies. Latent attention: kv_lora + rope_dim, on every
 *             rank, since the latent belongs to all heads
 */
double kv_layer_values(const struct scenario *scenario);

/* GPUs of a replica's TP group that hold the same keys and values: max(1, TP/k); TP with latent attention. */
double kv_copies(const struct scenario *scenario);

/* Bytes per token on the GPU that has most: those of the layers of its stage. */
double kv_token_bytes(const struct scenario *scenario);

/* Cached tokens that a layer attends to, the mean over the layers.
 *
 *   given     model; tokens in the cache
 *   formula   all of them, or those of the window in layers that have one
 */
double kv_attended(const struct transformer *model, double cached);

/* Layers of the fullest pipeline stage. */
double stage_most_layers(const struct scenario *scenario);

#endif
