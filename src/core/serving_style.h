/* serving_style.h: how inference engines run a step: kernels beside the matrix products, what each costs, what the host
 * adds, and whose collectives they call. One row for each style. */
#ifndef RINGSIDE_CORE_SERVING_STYLE_H
#define RINGSIDE_CORE_SERVING_STYLE_H

#include "core/scenario.h"

/* How a decode step reads the keys and values that several query heads share. */
enum kv_sharing {
    KV_SHARED,         /* once for all heads of a group */
    KV_SHARED_WHOLE,   /* the same, each key head of a sequence by one multiprocessor */
    KV_PER_HEAD,       /* again for each query head, each head of a sequence by one multiprocessor: kernels of 2023 */
    KV_PER_HEAD_SPLIT, /* the same, long sequences cut into parts: vLLM's second paged attention */
    KV_EXPANDED        /* copied to all query heads first: plain transformers */
};

struct serving_style {
    double kernels;        /* pointwise kernels of a dense layer, beside matrix products and attention */
    double latent_kernels; /* more of them with latent attention */
    double expert_kernels; /* more of them with experts */
    double prompt_kernels; /* more of them in a prompt */
    bool launched;         /* kernels are launched one by one, not as a recorded graph */
    double gap;            /* s that one kernel of a chain costs: gap, ramp, tail; launched one by one, on Hopper */
    double step;           /* s of host work of a step that nothing hides */
    double sequence;       /* the same per sequence */
    double doubling;       /* the same per doubling of the ranks */
    double layer;          /* s that an eager framework needs to issue a layer; 0: it does not wait for the host */
    double prompt_layer;   /* the same of a prompt, whose length no CUDA graph was recorded for */
    double vector_rows;    /* rows up to which a product may run on vector units */
    bool narrow_sums;      /* products of 16 bit are summed up in 16 bit */
    bool reads_files;      /* llama.cpp: weights in 16 bit or in the formats of its files; else in all others */
    bool walks_experts;    /* experts in fp8 with scales of blocks are DeepGEMM's products with offsets on Hopper */
    bool steps_experts;    /* experts in 16 and 8 bit are Triton's: tiles whose weights come step by step along k */
    bool pads_experts;     /* experts in fp8 with scales of blocks are DeepGEMM's, each padded to whole tiles of rows */
    double narrow_rows;    /* rows above which a file's weights are widened to 16 bit first, 0: never */
    double pass_tokens;    /* that a pass reads if nothing says otherwise, 0: as most engines do */
    double hidden_bytes;   /* that passes move per hidden value of a token, 0: as most engines do, in 16 bit */
    double ffn_bytes;      /* the same per value of a gated MLP */
    double score_bytes;    /* that attention which is not fused moves per score, 0: as in training */
    enum collective_library library;
    enum kv_sharing sharing;
    double interpreted; /* share of the host work that is interpreted, not compiled */
};

/* The row of an engine. */
const struct serving_style *serving_style(enum serving_engine engine);

/* Bytes of an activation value, as ranks exchange it and most engines keep it. */
#define ACTIVATION_BYTES 2.0

/* Bytes of a value between the kernels of a pass: llama.cpp's are in fp32. */
double serving_value_bytes(const struct scenario *scenario);

/* The library whose collectives a scenario uses: the chosen one, or the style's. */
enum collective_library serving_library(const struct scenario *scenario);

/* Whether the engine has products of such weights summed up in 16 bit, on a card whose units are quicker so. */
bool serving_sums_narrow(const struct scenario *scenario, enum number_format format);

/* Seconds of one kernel in a chain.
 *
 *   formula   the style's gap; launched one by one, as many cycles as on Hopper; on AMD's cards 1.6 times it
 */
double serving_gap(const struct scenario *scenario);

/* Seconds of a step's host work that the GPU waits for.
 *
 *   given     scenario; sequences of the step
 *   formula   H (step + sequence B + doubling log2(TP PP)) / host.speed; H = 1 + the interpreted share on the hosts
 *             that A100 and V100 are sold with, else 1
 */
double serving_host_time(const struct scenario *scenario, double sequences);

/* Seconds that the host needs to issue one layer of a decode step, and of a prompt.
 *
 *   formula   layer * host_tensor_growth() / host.speed
 */
double serving_layer_issue(const struct scenario *scenario);
double serving_prompt_issue(const struct scenario *scenario);

#endif
