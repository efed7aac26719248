/* decision.h: why one step is shorter than another: the part of it that gains most.
 *
 * The parts of a training step are those of the slowest stage of its pipeline. Of one strategy that may be the stage
 * with the head, of the other one without: a head against none then says only that another stage is the slowest, and
 * what compares is all that a stage computes.
 */
#ifndef RINGSIDE_CORE_DECISION_H
#define RINGSIDE_CORE_DECISION_H

#include "core/parts.h"

#include <stdbool.h>
#include <stddef.h>

/* How long a step waits for each of its parts, seconds. */
struct waits {
    double part[PART_COUNT];
    bool is_headless; /* the slowest stage of a pipeline, and it has no head */
};
struct waits waits_of(const struct result *result);

struct decision {
    const char *label;           /* of the part: "gradient all-reduce" */
    const char *short_label;     /* "DP all-reduce" */
    double gain;                 /* seconds; 0: the first step gains in no part */
    double one, other;           /* seconds of the part */
    const char *metric, *second; /* that these are, or the sum of; NULL: not the sum of two */
};

/* The part in which the first of two steps gains most over the second. */
struct decision decision_between(const struct waits *one, const struct waits *other);

/* The same, told of the other step. */
struct decision decision_reversed(struct decision decision);

enum { DECISION_TEXT = 128 };

/* Given a label of the decision: "TP all-reduce: 1.09 s against 2.38 s". */
void decision_print(const struct decision *decision, const char *label, char *text, size_t size);

#endif
