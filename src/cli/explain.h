/* explain.h: what `ringside explain` tells of a figure or a parameter, as text and as JSON. Private to explain.c and
 * explain_json.c.
 */
#ifndef RINGSIDE_CLI_EXPLAIN_H
#define RINGSIDE_CLI_EXPLAIN_H

#include "cli/arguments.h"
#include "core/metrics.h"
#include "core/result.h"
#include "core/whiteboard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NUMBERS_TEXT = 2000 };

/* What is explained. */
struct explained {
    const struct subject *subject;
    struct result result; /* of a figure's scenario */
    FILE *output;
};

/* What a value is: a fact, a choice...; NULL where --set changed it. */
const char *explained_class(const struct explained *explained, const struct parameter *parameter);

/* Who gave a value that no --set changed: a preset, the scenario that was started from (the opening one unless another
 * is named), or the table's default. */
const char *explained_giver(const struct explained *explained, const struct parameter *parameter);

/* The formula with its numbers put in; "" where there are none. */
void explained_numbers(const struct explained *explained, const struct metric *metric, char *text, size_t size);

/* A setting that changes the figure on the way from the whiteboard to the scenario. */
struct explained_stop {
    const struct parameter *parameter;
    double value;
    struct result result;
};

struct explained_walk {
    bool differs; /* the whiteboard says something, and something else */
    struct result start;
    struct explained_stop stop[WHITEBOARD_SETTINGS];
    int count;
};

struct explained_walk explained_walk(const struct explained *explained, const struct metric *metric);

/* Print one for programs. */
void explain_metric_json(const struct explained *explained, const struct metric *metric);
void explain_parameter_json(const struct explained *explained, const struct parameter *parameter);

#endif
