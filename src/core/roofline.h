/* roofline.h: the least time that datasheets allow a decode step or a prefill: a bound, never a forecast.
 *
 * Every card streams its share of the weights and of the KV cache at the datasheet's rate, or multiplies at the
 * datasheet's peak, whichever takes longer. There are no launches, no collectives, no losses. Published steps take at
 * least 1.17 times as long, half of them more than 1.5 times, mixtures of experts at batch 1 more than 10 times.
 */
#ifndef RINGSIDE_CORE_ROOFLINE_H
#define RINGSIDE_CORE_ROOFLINE_H

#include "core/scenario.h"
#include "core/transformer.h"

/* Seconds of one card. */
struct roofline {
    double weights; /* reading them */
    double kv;      /* reading the cache */
    double compute; /* arithmetic */
    double time;    /* the greater of both kinds */
};

/* Bound of a decode step.
 *
 *   given     scenario; its parameter counts; sequences that run
 *   formula   weights: P w/(TP hbm), all of the model's parameters, as is usual (a step reads a few rows of the
 *             embedding only); of experts those that are touched, over max(TP, EP) ranks. kv: B c bytes per token and
 *             rank/hbm. compute: 2 P B/(TP peak), and the attention's
 *   note      a pipeline's stages read one after another, each for B/PP sequences
 */
struct roofline roofline_of_decode(const struct scenario *scenario, const struct parameter_sum *params,
                                   double sequences);

/* Bound of reading the prompts, one stage after another: the layers' weights in each pass, arithmetic
 * of all tokens. */
struct roofline roofline_of_prefill(const struct scenario *scenario, const struct parameter_sum *params);

/* The same where stages work on different passes over the prompts at the same time.
 *
 *   formula   (1 + (P-1)/n)/P of it, for n passes over P stages
 */
struct roofline roofline_of_stages(struct roofline line, const struct scenario *scenario);

/* The same model and sequences on a single card, with memory for it: what TP divides. */
struct scenario on_one_card(const struct scenario *scenario);

/* FLOPs of a decode step's attention in one layer on one GPU, per token that is attended to.
 *
 *   formula   4 d of each head; of latent attention 2 (2 kv_lora + rope_dim), on the latent itself
 */
double attention_token_flops(const struct scenario *scenario);

/* Batch from which the arithmetic of a dense product takes longer than the read of its weights.
 *
 *   formula   w peak/(2 hbm), times total over active parameters where experts share the tokens
 */
double critical_batch(const struct scenario *scenario, const struct parameter_sum *params);

#endif
