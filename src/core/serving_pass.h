/* serving_pass.h: one pass of an inference engine through all layers and the head, kernel by kernel.
 *
 * A decode step is a pass of one token of each sequence, a prefill a pass of all tokens of its prompts. They differ in
 * the attention core, which the caller prices.
 *
 *   source    matrix products as in device.h, with weights that stream at gpu.stream_efficiency; arithmetic and stream
 *             of one kernel overlap, though not perfectly: (x^3 + y^3)^(1/3)
 */
#ifndef RINGSIDE_CORE_SERVING_PASS_H
#define RINGSIDE_CORE_SERVING_PASS_H

#include "core/result.h"
#include "core/scenario.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdbool.h>

/* GPU seconds of one layer's attention core, without the gap that its kernel costs. */
struct attention_core {
    double stream;  /* reading the KV cache; all of it in a prefill */
    double compute; /* arithmetic and further passes beyond that */
};

/* What goes through. */
struct pass {
    const struct scenario *scenario; /* its library is the engine's, not `auto` */
    const struct groups *groups;
    const struct parameter_sum *params;
    double rows;       /* tokens through the matrix products of one rank */
    double kernels;    /* more of a layer than the style's */
    double issue;      /* s that the host needs for a layer; 0: it never waits for the host */
    bool long_kernels; /* products run in kernels that were built for many rows, however few there are */
    struct attention_core core;
};

/* Seconds of a pass; the host's work of the step is not in it. They add up with what `tp`, `ep` and `fsdp` expose. */
struct pass_time {
    double weights;   /* streaming them, as far as nothing hides it */
    double attention; /* attention_core.stream */
    double compute;   /* arithmetic and passes over activations beyond that */
    double head;      /* LM head, its logits and their gather */
    double gaps;      /* between kernels, the head's too */
    double dispatch;  /* what an eager host needs for a layer beyond the GPU's time */
    struct traffic tp, ep;
    struct traffic fsdp; /* gathers of weights that replicas divide */
};

/* Through all layers; and through the LM head, for that many positions.
 *
 *   note      compute.model=flat prices no kernel: its arithmetic and bytes are the roofline's (roofline.h), and only
 *             the collectives are here
 */
struct pass_time serving_layers(const struct pass *pass);
struct pass_time serving_head(const struct pass *pass, double positions);

/* (x^3 + y^3)^(1/3): time of a kernel that needs x of one resource and y of another. */
double smooth_maximum(double one, double other);

#endif
