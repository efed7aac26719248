/* strategy.h: sizes that follow from a strategy, its groups of ranks, and why a strategy is impossible.
 *
 * The GPUs of a job are TP * CP * DP * PP ranks, numbered with TP innermost (rank.order): DP is what the other sizes
 * leave. Experts regroup the ranks of a pipeline stage as EP * ETP. The rules are a table in strategy_rules.c; what a
 * slider steps through, which obeys them, is in strategy_values.c.
 *
 *   source    Narayanan et al. 2021, section 3, for TP, PP and DP together; NVIDIA/Megatron-LM, parallel_state.py, for
 *             the order of ranks
 */
#ifndef RINGSIDE_CORE_STRATEGY_H
#define RINGSIDE_CORE_STRATEGY_H

#include "core/scenario.h"
#include "core/topology.h"
#include "core/transformer.h"

#include <stdbool.h>

enum { REASON_LENGTH = 200, REASON_COUNT = 8 };

/* What follows from the chosen sizes. */
struct sizes {
    int dp;            /* replicas: GPUs / (TP * PP * CP) */
    int global_batch;  /* sequences a step; typed, or DP * micro_batch * 8 */
    int micro_batches; /* per replica and step */
    int filling;       /* of these, that pass the pipeline before it is emptied: pp.flush, or all */
    int stage_ranks;   /* ranks of a stage that hold the same parameters: DP * CP */
    int sharers;       /* all that do: those, and of DualPipe as many at the other end of the pipeline */
    int shard;         /* of these, ranks that one parameter's states are divided over: all, or a shard of HSDP */
};

/* Micro-batches a replica in a scenario whose global batch nobody typed. */
enum { DEFAULT_MICRO_BATCHES = 8 };

/* Sentences that say why a scenario is impossible, and what would be possible. */
struct reasons {
    char text[REASON_COUNT][REASON_LENGTH];
    const char *key[REASON_COUNT]; /* of the parameter to blame */
    int count;
};

/* Ranks that divide a sequence: CP, but 1 in a decode step, which has one token of each. */
int strategy_context_ranks(const struct scenario *scenario);

/* Sizes of a strategy.
 *
 *   given     a scenario, valid or not
 *   formula   DP = GPUs / (TP PP CP); m = global batch / (DP micro-batch), 8 where no global batch is typed; sharers =
 *             DP CP, of DualPipe twice that; shard = sharers, or fsdp.shard of these
 *   returned  sizes, each at least 1; meaningful where strategy_valid(). In prefill and decode, replicas that serve by
 *             themselves: GPUs that make no whole replica are idle
 */
struct sizes strategy_sizes(const struct scenario *scenario);

/* Whether the strategy can run: every value is finite and in range; TP divides heads and f, and TP and the KV heads
 * divide one the other; TP * PP * CP divides the GPUs; the global batch is a whole number of micro-batches a replica;
 * PP is at most the layers, and PP * VP no more than layers, embedding and head; and so on. A size without effect (EP
 * of a dense model) is no obstacle.
 */
bool strategy_valid(const struct scenario *scenario);

/* Every rule that is broken, worst first; none if strategy_valid().
 *
 *   example   "TP 6 does not divide 64 heads: 1, 2, 4, 8, 16, 32 and 64 do."
 */
struct reasons strategy_reasons(const struct scenario *scenario);

/* Whether the exchange of one micro-batch runs behind compute of another: overlap.ep, with experts to exchange with,
 * and chunks to interleave or no pipeline. */
bool strategy_hides_exchange(const struct scenario *scenario);

/* Whether that is priced as DualPipe: asked for, and of two chunks. They are not cuts of a stage, but the two ways that
 * micro-batches take through the stages.
 *
 *   source    DeepSeek-V3 Technical Report 2024, section 3.2.1
 */
bool strategy_is_dual_pipe(const struct scenario *scenario);

/* Stages that one GPU holds: of DualPipe two, as far from either end of the pipeline, else one. */
int strategy_gpu_stages(const struct scenario *scenario);

/* Chunks that each stage is cut into: VP, of DualPipe 1. */
int strategy_chunks(const struct scenario *scenario);

/* Whether ZeRO 2 scatters a chunk's gradients behind a run of as many micro-batches as there are stages.
 *
 *   source    The Llama 3 Herd of Models 2024, section 3.3.2: gradients are sharded, and a stage takes N micro-batches
 *             in a row
 */
bool strategy_scatters_runs(const struct strategy *strategy);

/* Layers that the head counts as where a pipeline is cut into stages by what it weighs, else none: training_stage.h has
 * those that it costs.
 *
 *   given     scenario; the parameters of its model
 *   formula   transformer_head_layers()
 */
double strategy_head_layers(const struct scenario *scenario, const struct parameter_sum *params);

/* The groups of each kind of parallelism, placed. */
struct groups {
    struct group tp;
    struct group cp;
    struct group dp;      /* all ranks that hold the same parameters */
    struct group shard;   /* fsdp.shard of them, neighbours; all of dp unless HSDP */
    struct group replica; /* across shards; one rank unless HSDP */
    struct group stage;   /* two neighbouring stages, where their link is slowest */
    /* A stage and its other neighbour: in one domain where that holds two stages, else as above. */
    struct group stage_inside;

    /* Of a mixture of experts, regrouped from the TP, CP and DP ranks of a stage; of one rank each without experts. */
    struct group etp;          /* innermost; nothing divides one expert so in prefill and decode */
    struct group ep;           /* ETP ranks apart */
    struct group expert_dp;    /* the ranks that hold the same experts */
    struct group expert_shard; /* of these, as shard and replica above */
    struct group expert_replica;
};

/* Place them.
 *
 *   given     a valid scenario
 *   formula   ranks and stride of group_place(): TP of 1; CP of TP; DP * CP of TP; shard of TP; replica of TP * shard;
 *             stages of TP * CP * DP, or with rank.order=dp_outside of TP * CP; ETP of 1, EP of ETP, the holders of the
 *             same experts of EP * ETP
 */
struct groups strategy_groups(const struct scenario *scenario);

/* The same where the sizes are at hand. */
struct groups strategy_groups_with(const struct sizes *sizes, const struct scenario *scenario);

#endif
