/* memory.h: bytes that one GPU holds in training, component by component. What one layer keeps stands in
 * memory_activations.h, the bytes of inference in serving_memory.h.
 *
 * It is what is held together at the peak of a step, on the GPU that holds most. A scenario that does not fit is priced
 * all the same: `fits` is a verdict, and no rule of strategy.h. Bytes; the capacity is what the driver reports, not
 * what the card is sold as.
 */
#ifndef RINGSIDE_CORE_MEMORY_H
#define RINGSIDE_CORE_MEMORY_H

#include "core/scenario.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdbool.h>

/* Components, which add up to the total. */
struct memory {
    double weights;
    double kv;              /* the cache of an inference engine; NAN in training */
    double gradients;       /* at the peak */
    double gradients_later; /* and those that come while activations and logits go */
    double optimizer;
    double activations; /* of all micro-batches in flight */
    double logits;      /* of the last stage */
    double buffers;     /* communication and workspace */
    double reserve;     /* context and allocator; not usable */
    double total;
    double allocated; /* by the framework: what its allocator counts; 0 of an inference engine */
    double capacity;
    bool fits;
    double common;          /* parameters that this GPU holds before ZeRO divides them, experts not among them */
    double experts;         /* and those of experts */
    double adapters;        /* of these layers, all of them trained; 0 without LoRA */
    double expert_adapters; /* and beside its routed experts */
};

/* What the fullest GPU holds.
 *
 *   given     a valid scenario and its sizes
 *   formula   weights, gradients and optimizer state per parameter, divided as ZeRO says (16 bytes in all with 16 bit
 *             gradients and fp32 Adam, 18 with fp32 ones; with LoRA gradients and state of the adapters alone);
 *             activations per layer and micro-batch in flight, and once what the layer at work computes again; logits;
 *             buffers; reserve
 *   source    Rajbhandari et al. 2020, section 3.1, for the states, and section 5 for what each stage divides;
 *             Korthikanti et al. 2022, equations 1 to 6, for the activations; Narayanan et al. 2021, section 2.2, for
 *             the micro-batches in flight
 *   note      of a pipeline, the stage that holds most: the first, with its embedding; the second, where dense layers
 *             come before experts; or the last, with its logits
 */
struct memory memory_of(const struct scenario *scenario, const struct sizes *sizes);

/* The same where the parameters are counted already. */
struct memory memory_with(const struct parameter_sum *params, const struct scenario *scenario,
                          const struct sizes *sizes);

/* The same of one stage of the pipeline, 0 to PP - 1: memory_of() is the fullest of them. */
struct memory memory_of_stage(const struct scenario *scenario, const struct sizes *sizes, int stage);

/* Bytes of a parameter's optimizer states: two moments, and a master copy of 16 bit weights; or what the scenario says.
 */
double memory_adam_bytes(const struct scenario *scenario);

/* Bytes per logit that are held at once where the loss is computed. */
double memory_logit_bytes(const struct scenario *scenario);

/* Ranks that divide the states of an expert among them where ZeRO divides any. */
double memory_expert_shard(const struct scenario *scenario, const struct sizes *sizes);

/* Share of the capacity, less the reserve, above which a run is near its limit (allocators then retry and slow down).
 */
#define MEMORY_NEAR 0.95

/* Whether a run fits, but is near its limit. */
static inline bool memory_is_near(const struct memory *memory)
{
    return memory->fits && memory->total - memory->reserve > MEMORY_NEAR * (memory->capacity - memory->reserve);
}

#endif
