/* compare.h: scenarios side by side: the present one, the baseline, and up to four that are pinned.
 *
 * Each is a column: headline figures, what differs between them, and the parts of the selected one beside those of the
 * present one (of the baseline where the present one is selected) as pairs of bars.
 */
#ifndef RINGSIDE_VIEW_COMPARE_H
#define RINGSIDE_VIEW_COMPARE_H

#include "core/metrics.h"
#include "core/parts.h"
#include "view/layout.h"
#include "view/sentence.h"

#include <stdbool.h>

struct app;

enum { PINS = 4, COMPARE_COLUMNS = PINS + 2, COMPARE_LINES = 256 };

/* A scenario that was put aside, in the mode of the present one. */
struct pinned {
    struct scenario scenario, preset;
    struct result result; /* not valid where that mode does not allow it */
};

struct compare_view {
    struct pinned pin[PINS];
    int pins;
    int column; /* the selected one */
};

/* A column of the comparison. */
struct compare_column {
    const char *name; /* "now", "baseline", "pin 1" */
    const struct scenario *scenario;
    const struct scenario *preset;
    const struct result *result; /* not valid where it cannot run */
    int pin;                     /* its place among the pinned; -1: it is none */
};

struct compare_columns {
    struct compare_column column[COMPARE_COLUMNS];
    int count;
    int selected;
    int reference; /* what the selected one, or the present one, is compared with; -1: there is none */
};

struct compare_columns compare_columns_of(const struct app *app);

/* The columns whose parts stand below one another: the selected one and the reference, those of them that can run; -1:
 * there is none. */
struct compare_pair {
    int one, other;
};
struct compare_pair compare_pair_of(const struct compare_columns *columns);

/* Which scenario wins, in pieces of one line: the one that fits in memory and makes the most tokens a second, beside
 * the present one, or where that wins beside the next. All are empty where there are no two that can run.
 */
enum { COMPARE_WINNER = 48, COMPARE_WORDS = 160 };
struct compare_verdict {
    char winner[COMPARE_WINNER]; /* "pin 1 wins" */
    char margin[COMPARE_WORDS];  /* ": 1.11× as fast as now" */
    char cause[COMPARE_WORDS];   /* " · TP all-reduce: 1.09 s against 2.38 s" */
    char caveat[COMPARE_WORDS];  /* " · none of them fits" */
};
struct compare_verdict compare_verdict_of(const struct layout *layout, const struct compare_columns *columns);

/* A row below the names. */
enum compare_kind {
    COMPARE_BLANK,
    COMPARE_TITLE,
    COMPARE_TITLE_OF_PARTS, /* which also names the two that are compared */
    COMPARE_RATIO,          /* of the step to that of the reference */
    COMPARE_FIGURE,
    COMPARE_REASON,    /* why the present scenario cannot run */
    COMPARE_PRESET,    /* model, cluster or GPU */
    COMPARE_PARAMETER, /* that differs */
    COMPARE_PART,      /* of the present one, or of the selected one */
    COMPARE_PART_OTHER /* the same of what it is compared with */
};

struct compare_line {
    enum compare_kind kind;
    const char *label;
    const struct metric *metric;
    const struct parameter *parameter;
    size_t name; /* of COMPARE_PRESET: where the name is in struct scenario */
    enum part part;
    int reason, piece; /* of COMPARE_REASON: which one, and which of its lines */
};

struct compare_lines {
    struct compare_line line[COMPARE_LINES];
    int count;
};

struct compare_lines compare_lines_of(const struct app *app, const struct compare_columns *columns);

/* A reason, broken into lines as wide as the page. */
struct sentence compare_reason(const struct app *app, int reason);

/* Whether two columns differ in what a line tells. */
bool compare_differs(const struct compare_line *line, const struct compare_column *one,
                     const struct compare_column *other);

/* Where it stands: under the title bar, down to the footer. */
struct compare_place {
    int heading_row, verdict_row, names_row, list_row, list_rows;
    int label;                                /* columns of the labels */
    int cell_width, first, shown;             /* columns of scenarios that fit, from the first shown on */
    int bar_column, bar_width, number_column; /* of pairs; a width of 0: no room for bars */
};
struct compare_place compare_place_for(const struct layout *layout, const struct compare_columns *columns);

/* The first line shown, so that scrolling ends with the last one in sight. */
int compare_scroll(const struct compare_place *place, const struct compare_lines *lines, int wanted);

#endif
