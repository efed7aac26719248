/* report.h: all that is known of one scenario, as JSON and as CSV: inputs, figures, notes, and why it cannot run. */
#ifndef RINGSIDE_EXPORTERS_REPORT_H
#define RINGSIDE_EXPORTERS_REPORT_H

#include "core/comparison.h"
#include "core/metrics.h"
#include "core/notes.h"
#include "core/result.h"
#include "core/strategy.h"

#include <stdio.h>

/* What a report prints. */
struct report {
    const struct scenario *scenario;
    struct result result;
    struct notes notes;                /* of a valid result */
    int verdicts;                      /* so many of these come first: on what was measured */
    struct reasons reasons;            /* of one that is not */
    struct comparison comparison;      /* with what the user measured; its metric is NULL where nothing was given */
    const struct metric *const *shown; /* so many figures, in this order; NULL: all there are */
    int shown_count;
    bool brief; /* a page of text ends before the list of all figures */
};

/* Make room for a note on what was measured, before all others; returns where it is to be written, NOTE_LENGTH. */
char *report_note_measured(struct report *report);

/* Put a measured figure beside its forecast: the verdict is the first note, then which setting alone would explain it,
 * and that a batch which nobody typed may be another. */
void report_compare(struct report *report, const struct comparison *comparison);

/* How many figures a report is asked for, and which they are. */
int report_figure_count(const struct report *report);
const struct metric *report_figure(const struct report *report, int index);

/* Numbers are SI in full precision; what does not apply is null, or an empty cell. */
void report_print_json(const struct report *report, FILE *output);
void report_print_csv(const struct report *report, FILE *output);

#endif
