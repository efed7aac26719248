/* result.h: everything that pricing a scenario gives.
 *
 * evaluate() (evaluate.h) returns one, a plain value. Each figure that a user sees has a row in the metric table
 * (metrics.h), with its formula and its source; the comments here say only what the row does not.
 *
 * A result is of one mode: of a training step, or of a prefill or a decode step. What belongs to the other is not
 * filled: ask metric_get(), which knows.
 *
 *   units     seconds, bytes, FLOP, bytes per second; of one GPU, where nothing else is said
 *   identity  hidden + exposed = time, of each kind of traffic. Training: forward + backward + recompute + head (within
 *             compute under the flat model) + dispatch + contention + exposed TP, CP, EP, PP, DP and FSDP + bubble +
 *             optimizer + jitter = step. Inference: weights + attention + compute + comm + launch + head = time
 *   errors    valid is false where the scenario cannot run: nothing else is filled then. NAN is a figure that does not
 *             apply
 */
#ifndef RINGSIDE_CORE_RESULT_H
#define RINGSIDE_CORE_RESULT_H

#include "core/account.h"
#include "core/collective_operation.h"
#include "core/memory.h"
#include "core/roofline.h"
#include "core/serving_memory.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdbool.h>

/* One kind of communication over a whole step, as one GPU sees it: the exchanges are those of exchange.h and
 * collective.h, what hides them is schedule.h's. */
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

/* A training step, of the pipeline stage that a micro-batch waits longest for; gradients and optimizer of the first.
 * training.h says how it comes about. */
struct training {
    double step;
    double layers;  /* of the stage that decides, with modules of multi-token prediction */
    bool headed;    /* that stage has the head */
    double waiting; /* of the step, how long the first stage waits for the last, where that has the head and decides */
    double forward, backward, recompute;     /* of these layers, on the GPU */
    double compute;                          /* the three together */
    double head;                             /* embedding, LM head and loss; within compute under the flat model */
    double dispatch;                         /* the host's share of a layer beyond the GPU's, offload_exposed too */
    double offload_bytes, offload;           /* of activations to the host's memory: bytes and seconds, each way */
    double offload_exposed;                  /* of both ways, what no compute hides */
    double contention;                       /* what hidden communication costs compute */
    struct traffic tp, cp, ep, pp, dp, fsdp; /* of dp: ZeRO's gather too; of pp: a tied embedding's gradients too */
    double expert_message;                   /* of dp.message, the gradients of experts */
    double embedding_bytes;                  /* of pp.bytes, a tied embedding's gradients */
    double bubble;
    double ideal;           /* of a pipeline: all micro-batches through the slowest stage, with its sends; 0 without */
    double first_transfers; /* of a pipeline: there and back between its stages, once, while it fills and drains */
    bool last_decides;      /* of a pipeline: its last stage is the slowest, or all are alike */
    double optimizer;
    double jitter;
    double flops;          /* of the whole step, all GPUs, as MFU counts them */
    double hardware_flops; /* what the GPUs execute: recomputation, too */
    double mfu, hfu;
    double backward_window;    /* backward compute of the last micro-batch */
    double required_bandwidth; /* that dp.bandwidth must reach for all but the last bucket to hide: bytes over window */
    double required_bytes;     /* that must travel behind required_window */
    double required_window;    /* whiteboard: backward_window and an all-reduce; else what the schedule hides the
                                  reduction behind, or the parameter gather, whichever asks for more; FSDP: compute */
    double tokens_per_second;
};

/* One decode step, or the reading of prompts, on one replica of TP * PP GPUs: decode.h and prefill.h. */
struct inference {
    double time;
    double weights;   /* streaming them; of a prefill within compute */
    double attention; /* decode: streaming the KV cache; prefill: the attention core */
    double compute;   /* arithmetic and passes over activations beyond the streams */
    double comm;      /* exposed, of all kinds */
    double launch;    /* gaps + dispatch + engine: none of it shrinks with TP */
    double head;      /* LM head and sampling */
    double gaps;      /* between kernels */
    double dispatch;  /* the host's share of a layer beyond the GPU's */
    double engine;    /* the host's work per step */
    struct traffic tp, cp, ep, pp;
    struct traffic fsdp;      /* gathers of weights, with serving.fsdp */
    double floor;             /* of comm, what no bandwidth removes */
    double rows;              /* tokens through the matrix products of one rank at a time */
    double running;           /* sequences of one replica: decode.batch, or as many as memory holds; prompts */
    double passes;            /* that the prompts are read in */
    double tokens_per_second; /* of one replica */
    double sequence_rate;     /* tokens per second of one sequence: 1 / time of a decode step */
    struct roofline bound;
    double one_card;       /* bound of a single card */
    double speedup;        /* one_card over time */
    double critical_batch; /* from which on arithmetic takes longer than the weights */
    struct kv_pool pool;
};

/* A run to plan.train_tokens at this step's pace, without restarts. Energy is gpu.power of all GPUs times plan.pue. */
struct run {
    double days;
    double gpu_hours;
    double cost;   /* dollars */
    double energy; /* joules */
};

struct result {
    enum mode mode;
    bool valid; /* false: nothing below means anything; strategy_reasons() says why */
    struct sizes sizes;
    struct groups groups;
    struct parameter_sum params;
    struct training training;
    struct inference inference;
    double step;              /* s of what the mode prices: a training step, a prefill, a decode step */
    double tokens_per_second; /* of all GPUs */
    struct memory memory;
    struct run run;
    double step_tokens;    /* of one step, all replicas: read or generated */
    double gradient_bytes; /* of one gradient value, as reduced */
    double tokens_per_second_per_gpu;
    double token_cost;             /* dollars of a million tokens trained on, read or generated */
    double tp_share;               /* TP time over compute time */
    double expert_copies;          /* that one token is sent in; NAN without experts, as the next */
    double expert_rows;            /* of one expert in one micro-batch */
    double ring_steps, tree_steps; /* of the gradient all-reduce */
    double accuracy_band;          /* accuracy.h; NAN where nothing was validated */
    /* Only evaluate_all() fills these two: their rows in the metric table say so. */
    double switchover;      /* bytes; NAN from evaluate() */
    struct account account; /* of explanations */
};

#endif
