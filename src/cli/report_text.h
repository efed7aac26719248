/* report_text.h: a scenario's figures as a page of text. */
#ifndef RINGSIDE_CLI_REPORT_TEXT_H
#define RINGSIDE_CLI_REPORT_TEXT_H

#include "core/comparison.h"
#include "core/evaluate.h"
#include "core/strategy.h"

#include <stdio.h>

/* What a report prints. */
struct report {
    const struct scenario *scenario;
    struct result result;
    struct notes notes;           /* of a valid result */
    struct reasons reasons;       /* of one that is not */
    struct comparison comparison; /* with what the user measured; its metric is NULL where nothing was given */
};

void report_print_text(const struct report *report, FILE *output);

#endif
