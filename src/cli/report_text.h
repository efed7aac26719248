/* report_text.h: a scenario's figures as a page of text. */
#ifndef RINGSIDE_CLI_REPORT_TEXT_H
#define RINGSIDE_CLI_REPORT_TEXT_H

#include "core/evaluate.h"
#include "core/strategy.h"

#include <stdio.h>

/* What a report prints. */
struct report {
    const struct scenario *scenario;
    struct result result;
    struct notes notes;     /* of a valid result */
    struct reasons reasons; /* of one that is not */
};

void report_print_text(const struct report *report, FILE *output);

#endif
