/* latent.h: multi-head latent attention (DeepSeek-V2): queries, keys and values through low-rank latents. */
#ifndef RINGSIDE_CORE_LATENT_H
#define RINGSIDE_CORE_LATENT_H

#include "core/product.h"

/* Values per token on one GPU. */
struct latent {
    double query;     /* of its heads: A (nope + rope) / T */
    double key_value; /* as projected up: A (nope + v) / T */
    double value;     /* A v / T */
    double low;       /* both latents: q_lora + kv_lora; every TP rank has them whole */
    double assembly;  /* bytes moved per token to rotate queries, and to build keys and values */
};
struct latent latent_of(const struct scenario *scenario);

/* The products of one layer's attention.
 *
 *   given     scenario; latent; `like`: rows, batch and gradient of a product over all tokens
 *   returned  how many were written: down to the latents, up to the heads, and the output
 *   note      TP does not divide the products down; with sequence parallelism each rank has its tokens only
 */
enum { LATENT_PRODUCTS = 5, LATENT_UP_PRODUCTS = 2 };
int latent_products(struct product products[LATENT_PRODUCTS], const struct scenario *scenario,
                    const struct latent *latent, const struct product *like);

/* Seconds of the way up once more, as recompute.latent needs: the products up, forward, and the assembly. */
double latent_up_time(const struct scenario *scenario, const struct latent *latent, const struct product *like);

#endif
