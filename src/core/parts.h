/* parts.h: the parts that add up to a training step, in the order of the screen and of reports.
 *
 * A part's figures are rows of the metric table (metrics.h): what the step waits for, and what is hidden behind other
 * work.
 */
#ifndef RINGSIDE_CORE_PARTS_H
#define RINGSIDE_CORE_PARTS_H

#include "core/result.h"

enum part {
    PART_COMPUTE,
    PART_HEAD,
    PART_TP,
    PART_CP,
    PART_EP,
    PART_PP,
    PART_DP,
    PART_FSDP,
    PART_BUBBLE,
    PART_OPTIMIZER,
    PART_DISPATCH,
    PART_CONTENTION,
    PART_JITTER,
    PART_COUNT
};

/* What the time of a part may be the sum of. */
enum { PIECE_FORWARD, PIECE_BACKWARD, PIECE_RECOMPUTE, PART_PIECES };

struct step_part {
    const char *label;              /* "gradient all-reduce" */
    const char *short_label;        /* at most 13 columns: "DP all-reduce" */
    const char *name;               /* a word: "DP" */
    const char *exposed;            /* metric: the time that the step waits for it */
    const char *hidden;             /* metric: the time behind other work; NULL: nothing of it can hide */
    const char *piece[PART_PIECES]; /* metrics that `exposed` is the sum of; NULL: it is one time */
};

extern const struct step_part step_parts[PART_COUNT];

/* Seconds of a metric in a result; 0 where it does not apply, and for no metric (NULL). */
double part_seconds(const char *metric, const struct result *result);

#endif
