/* training_layer.h: one layer and micro-batch of a training step: compute, exchanges, what hides behind what.
 * training.c puts steps together from it. The words of all training_*.h:
 *
 *   step      one update of the weights: forward and backward of all micro-batches, then the optimizer
 *   pass      all of a model, forward or backward; `passage`: one layer's part of it, with what it waits for
 *   exchange  some collectives, one after another, priced: seconds, bytes, count
 *   traffic   exchanges of one kind of parallelism (TP, CP, EP, PP, DP, FSDP): a layer's, or in result.h a step's
 *   pair      the reduce-scatter and all-gather around one sharded region of a layer, or the all-reduce in their place
 *   transfer  what a stage of a pipeline receives and sends in one micro-batch and chunk: activations, their gradient
 *   layer     one of a kind, dense or with experts; `layers`: one of each kind, and how many there are of each
 *   unit      parameters that FSDP gathers together: a layer, or `root`, which is embedding and head
 *   stage     the layers of one pipeline rank, in VP chunks; `stage run`: stages that are alike and follow one another
 *   cut       how a pipeline's layers are dealt to its stages; `ends`: what the first and the last have besides
 *   kind      of layers; on the whiteboard (compute.model=flat) all are an L-th of everything
 */
#ifndef RINGSIDE_CORE_TRAINING_LAYER_H
#define RINGSIDE_CORE_TRAINING_LAYER_H

#include "core/data_parallel.h"
#include "core/exchange.h"
#include "core/expert_exchange.h"
#include "core/host.h"
#include "core/layer.h"
#include "core/offload.h"
#include "core/result.h"
#include "core/sharding.h"

/* GPU seconds of one micro-batch, without communication: what the model, the GPU, TP, SP, CP, the micro-batch and,
 * with experts, EP and ETP decide, whatever else the strategy is. */
struct kernels {
    struct layer_time layer[LAYER_KIND_COUNT]; /* on the whiteboard an L-th of everything */
    double head;                               /* LM head and loss; 0 on the whiteboard */
    double embedding;
    struct prediction_join join;
};
struct kernels training_kernels(const struct scenario *scenario, const struct parameter_sum *params);

/* What of a passage is no time in which DP and FSDP can send: all of an exchange that shares their link, or the exposed
 * part of one that does not count. On the whiteboard TP and EP time does not count, unless it hides behind compute
 * itself: then quicker compute exposes it, and must not expose more than it saves. */
struct window_rules {
    bool shares_tp, shares_cp, shares_ep;
    bool counts_tp, counts_ep;
};

/* What a step is priced from. */
struct step {
    const struct scenario *scenario;
    const struct sizes *sizes;
    const struct groups *groups;
    const struct parameter_sum *params;
    const struct kernels *kernels;
    struct charges charges;
    struct host_time host; /* all 0 on the whiteboard */
    bool flat;             /* priced as on a whiteboard */
    struct window_rules rules;
};

/* Put it together.
 *
 *   given     the kernels of a valid scenario, which a search over strategies uses many times; its sizes, groups and
 *             parameter counts
 *   returned  all of these, what a step is charged, and which links FSDP and DP share. It points to what was given
 */
struct step step_from(const struct kernels *kernels, const struct scenario *scenario, const struct sizes *sizes,
                      const struct groups *groups, const struct parameter_sum *params);

/* One direction of one layer and micro-batch, seconds. */
struct passage {
    double compute;
    struct overlap tp, cp, ep;
    double contention; /* compute lost to what is hidden */
    double dispatch;   /* what the host needs beyond the GPU */
};

/* TP collectives of one layer. */
struct tensor_traffic {
    struct exchange pair; /* an all-reduce, or a reduce-scatter and an all-gather */
    struct exchange forward, backward;
    struct exchange again;       /* of forward, what full recomputation repeats */
    struct collective_cost cost; /* of one all-reduce, or of one gather or scatter */
    double message;              /* bytes of the whole array of one collective */
};

/* CP exchanges of one layer. */
struct context_traffic {
    struct exchange forward, backward;
    struct collective_cost cost; /* of the gather */
    double message;              /* bytes of all that is gathered */
};

/* One layer and micro-batch. */
struct layer {
    struct passage forward, backward, recompute;
    struct tensor_traffic tp;
    struct context_traffic cp;
    struct expert_traffic ep;
    double recomputed;         /* share of the forward exchanges that happens once more */
    double recomputed_experts; /* the same of the exchanges between experts */
    struct sharding fsdp;
    struct offload offload;
    double seconds; /* of everything above that the step waits for */
};

/* Both kinds of layers, and the share of each kind among a stage's layers. */
struct layers {
    struct layer kind[LAYER_KIND_COUNT];
    double mean[LAYER_KIND_COUNT];     /* of all stages */
    double later[LAYER_KIND_COUNT];    /* of all but the first: all have experts where dense layers come first */
    double deciding[LAYER_KIND_COUNT]; /* of the stage that decides on a whiteboard, the mean or later ones */
};

/* Forward FLOPs of one token on the whiteboard. */
double token_flops(const struct scenario *scenario, const struct parameter_sum *params);

/* Backward against forward: data gradient and weight gradient. A frozen weight has only the first. */
double backward_passes(const struct scenario *scenario);

/* Share of the forward pass that full recomputation covers. */
double recomputed_share(const struct scenario *scenario);

/* What a step waits for a passage: all of it but what is hidden. */
double passage_seconds(const struct passage *passage);

/* Seconds of a layer behind which DP and FSDP can hide, recomputation counted as backward: compute, and exchanges on
 * other links than theirs. Passages that interleave with those of another micro-batch share one window. */
struct window layer_window(const struct step *step, const struct layer *layer);

/* Of a layer's seconds, those of its forward pass; the others are backward. */
double layer_forward_seconds(const struct layer *layer);

/* The same so many times; and the sum of two. */
struct passage passage_times(const struct passage *passage, double times);
struct passage passage_sum(const struct passage *one, const struct passage *other);

/* Parameters of all layers as one GPU holds them, before the pipeline divides them. On the whiteboard, and where
 * someone stated a count, every parameter belongs to a layer. */
struct holding layer_holdings(const struct step *step);

/* Price both kinds of layers.
 *
 *   given     step_from()
 *   written   to layers: all of it, but of a kind that the model has no layers of only `seconds`, as 0
 *   note      written in place: copies would take a twentieth of a step's pricing
 */
void layers_price(struct layers *layers, const struct step *step);

/* The kind of the last layers, which a module of multi-token prediction repeats. */
const struct layer *layers_last(const struct layers *layers);

#endif
