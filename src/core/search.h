/* search.h: every strategy for the GPUs at hand, priced, and the best of them kept.
 *
 * A search is a value that its caller holds, and goes on a little at a time: start it, run it while there is time, look
 * at it whenever. Nothing else remembers anything.
 */
#ifndef RINGSIDE_CORE_SEARCH_H
#define RINGSIDE_CORE_SEARCH_H

#include "core/evaluate.h"
#include "core/metrics.h"
#include "core/scenario.h"
#include "core/target.h"

#include <stdbool.h>

/* What is varied, from the outermost loop to the innermost: what decides the kernels of a layer comes first. */
enum search_size {
    SEARCH_CP,
    SEARCH_TP,
    SEARCH_SP,
    SEARCH_MICRO_BATCH,
    SEARCH_PP,
    SEARCH_VP,
    SEARCH_EP,
    SEARCH_RECOMPUTE,
    SEARCH_ZERO,
    SEARCH_SIZES
};

enum {
    SEARCH_VALUES = 512, /* of one size: no count of GPUs or sequences in range has more divisors */
    SEARCH_TOP = 20,     /* that people are shown unless they ask for more */
    SEARCH_MOST_TOP = 100
};

/* One strategy and its figures. */
struct search_find {
    struct strategy strategy;
    int batch; /* of a replica, in decode */
    int gpus;  /* that it takes: all, unless the target is for the fewest */
    double objective;
    double memory; /* of the fullest GPU, bytes */
};

/* Values that one size takes, ascending; the first is that of a plain job. */
struct search_values {
    int value[SEARCH_VALUES];
    int count;
};

struct search {
    const struct metric *objective;
    bool done;
    long long priced;     /* strategies that can run */
    long long fit;        /* of these, in memory */
    int wanted;           /* of the best */
    long long met;        /* of these, with which the conditions hold */
    bool ranks_all;       /* those that do not fit, too; to be set before the first step */
    struct target target; /* what is asked besides; to be set before the first step */
    int best_count;
    /* Of those that fit and meet the target, or of all, best first; where the fewest GPUs are asked for, by these. */
    struct search_find best[SEARCH_MOST_TOP];
    struct search_find leanest; /* least memory of all; of use where none fits */
    struct search_find nearest; /* of those that fit, nearest to the first condition where none meets it */
    double nearest_miss;        /* by which share of its value */

    /* Where it stands. */
    struct scenario trial;
    const struct parameter *parameter[SEARCH_SIZES];
    struct search_values values[SEARCH_SIZES];
    int place[SEARCH_SIZES]; /* -1: before its first value */
    int depth;               /* the size that moves next; SEARCH_SIZES: a strategy is complete */
    struct basis basis;      /* of the outer sizes */
    bool basis_is_stale;
};

/* Begin.
 *
 *   given     a scenario; the figure to be best, less or more of it as metric->better says; how many of the best to
 *             keep, up to SEARCH_MOST_TOP
 *   returned  a search over TP, PP, VP, CP, EP, ZeRO stage, micro-batch, recomputation and SP. Model, cluster and
 *             global batch are held, the batch that follows from the scenario, too, so that every step is of as many
 *             tokens; everything else stays as the scenario has it
 *   note      of a mixture of experts TP has SP, without which Megatron refuses it
 *   note      sizes without effect are not varied: SP without TP, VP without PP, EP without experts, ZeRO without
 *             replicas, selective recomputation of fused attention. VP is taken where chunks hold equally many layers
 *             (embedding and head counted as layers, or not) and PP divides the micro-batches, as interleaving needs
 *             (Narayanan et al. 2021). A scenario with a value out of range has nothing to search: done at once
 */
struct search search_start(const struct scenario *scenario, const struct metric *objective, int wanted);

/* Keep a size as the searched scenario has it, instead of varying it; to be called before the first step.
 *
 *   given     the key of a parameter: "zero", for a framework that has one stage alone
 *   returned  whether it is one of those that a search varies
 */
bool search_hold(struct search *search, const char *key, const struct scenario *scenario);

/* The keys of what is varied, by enum search_size. */
const char *search_size_key(int size);

/* Go on for so many steps: a step moves one size or prices one strategy, a few microseconds at most. */
void search_run(struct search *search, long long steps);

/* The searched scenario with a strategy that was found, and with the batch and the GPUs that it serves with. */
struct scenario search_scenario(const struct search *search, const struct search_find *find);

#endif
