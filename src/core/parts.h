/* parts.h: the parts that add up to a step, in the order of the screen and of reports.
 *
 * A training step, a decode step and a prefill each have parts of their own, and share those of communication. A part's
 * figures are rows of the metric table (metrics.h): what the step waits for, and what is hidden behind other work.
 */
#ifndef RINGSIDE_CORE_PARTS_H
#define RINGSIDE_CORE_PARTS_H

#include "core/result.h"

#include <stdbool.h>

enum part {
    PART_WEIGHTS, /* of a decode step, as the next two */
    PART_KV,
    PART_DECODE_COMPUTE,
    PART_PREFILL_COMPUTE,
    PART_ATTENTION, /* of a prefill */
    PART_COMPUTE,   /* of a training step, as the head */
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
    PART_DECODE_LAUNCH,
    PART_PREFILL_LAUNCH,
    PART_DECODE_HEAD,
    PART_PREFILL_HEAD,
    PART_COUNT
};

/* Most metrics that the time of a part may be the sum of; and those of compute that the screen tells apart. */
enum { PART_PIECES = 3, PIECE_FORWARD = 0, PIECE_BACKWARD, PIECE_RECOMPUTE };

struct step_part {
    unsigned modes;                 /* bits of those whose step it is a part of */
    const char *label;              /* "gradient all-reduce" */
    const char *short_label;        /* at most 13 columns: "DP all-reduce" */
    const char *name;               /* a word: "DP" */
    const char *exposed;            /* metric: the time that the step waits for it */
    const char *hidden;             /* metric: the time behind other work; NULL: nothing of it can hide */
    const char *piece[PART_PIECES]; /* metrics that `exposed` is the sum of; NULL: it is one time */
};

extern const struct step_part step_parts[PART_COUNT];

/* Whether a mode's step has such a part, be it zero. */
bool part_is_of_mode(const struct step_part *part, enum mode mode);

/* Seconds of a metric in a result; 0 where it does not apply, and for no metric (NULL). */
double part_seconds(const char *metric, const struct result *result);

#endif
