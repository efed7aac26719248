/* result.h: everything that pricing a scenario gives.
 *
 * The parts of a step add up to it: compute (forward, backward, recompute), head, dispatch, contention, the exposed
 * part of each kind of communication, pipeline sends, bubble, optimizer and jitter. NAN means that a figure does not
 * apply.
 */
#ifndef RINGSIDE_CORE_RESULT_H
#define RINGSIDE_CORE_RESULT_H

#include "core/collective.h"
#include "core/memory.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdbool.h>

/* One kind of communication over a whole step, as one GPU sees it. Seconds and bytes. */
struct traffic {
    double message; /* S, the whole array of one collective; of DP the gradients of the GPU's shard, all buckets
                       together */
    double count;   /* collectives a step */
    double bytes;   /* that this GPU sends in a step, all collectives together */
    double time;    /* hidden + exposed */
    double hidden;
    double exposed;
    double bandwidth;            /* bytes / time, what it makes of its link; filled by evaluate() */
    struct collective_cost cost; /* of one collective: what won, and where its time goes */
};

/* A training step. */
struct training {
    double step;
    double forward, backward, recompute;     /* of the layers, on the GPU */
    double compute;                          /* the three together */
    double head;                             /* embedding, LM head and loss; within compute under the flat model */
    double dispatch;                         /* the host's share of a layer beyond the GPU's */
    double contention;                       /* what hidden communication costs compute */
    struct traffic tp, cp, ep, pp, dp, fsdp; /* of dp: ZeRO's gather too */
    double bubble;
    double optimizer;
    double jitter;
    double flops;          /* of the whole step, all GPUs, as MFU counts them */
    double hardware_flops; /* what the GPUs execute: recomputation, too */
    double mfu, hfu;
    double backward_window;    /* backward compute of the last micro-batch: what DP can hide behind */
    double required_bandwidth; /* of dp: W over that window */
    double tokens_per_second;
};

/* A run to plan.train_tokens. */
struct run {
    double days;
    double gpu_hours;
    double cost;   /* dollars */
    double energy; /* joules */
};

struct result {
    bool valid; /* false: nothing below means anything; strategy_reasons() says why */
    struct sizes sizes;
    struct groups groups;
    struct parameter_sum params;
    struct training training;
    struct memory memory;
    struct run run;
    double step_tokens;    /* of one step, all replicas */
    double gradient_bytes; /* of one gradient value, as reduced */
    double tokens_per_second_per_gpu;
    double tp_share;               /* TP time over compute time */
    double ring_steps, tree_steps; /* of the gradient all-reduce */
    double accuracy_band;          /* accuracy.h; NAN where nothing was validated */
    double switchover;             /* bytes; filled by evaluate_all(), NAN from evaluate() */
};

#endif
