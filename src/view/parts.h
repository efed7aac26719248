/* parts.h: the parts of a step on the screen: colours and sliders beside the table of core/parts.h, and rows of them.
 */
#ifndef RINGSIDE_VIEW_PARTS_H
#define RINGSIDE_VIEW_PARTS_H

#include "core/parameters.h"
#include "core/parts.h"
#include "profiles/theme.h"

#include <stdbool.h>

/* The colour of each part. */
extern const enum role part_roles[PART_COUNT];

/* The parameter that a part depends on most. */
const struct parameter *part_slider(enum part part, const struct scenario *scenario);

/* Seconds of one part. */
struct part_time {
    double path;
    double hidden;
    double forward, recompute;
};

struct part_time part_time_of(enum part part, const struct result *result);

/* Parts as rows: those that are not zero, in order; the least of them together in a last row where rows are few. */
struct part_rows {
    enum part part[PART_COUNT];
    int count;  /* of rows with a part of their own */
    int others; /* parts that the last row sums up; 0: there is no such row */
    enum part other[PART_COUNT];
};

/* Some of the parts. */
struct part_set {
    bool has[PART_COUNT];
};

/* Choose rows.
 *
 *   given     result; the baseline's result, or NULL; how many rows there are; parts, or NULL, that had rows before
 *             something was moved: another takes the place of one only where it is several times as long, so that rows
 *             stand still
 */
struct part_rows part_rows_for(const struct result *result, const struct result *baseline, int capacity,
                               const struct part_set *kept);

/* The parts that have rows of their own. */
struct part_set part_rows_set(const struct part_rows *rows);

/* How many rows that makes. */
int part_rows_count(const struct part_rows *rows);

/* Seconds of a row: of its part, or of all others together. */
struct part_time part_row_time(const struct part_rows *rows, int row, const struct result *result);

/* The longest bar of a result: its step, or a part with what it hides. */
double parts_longest(const struct result *result);

/* How short the names of a step's parts are: "gradient all-reduce", "DP all-reduce", "DP". */
enum part_words { PART_WORDS_LONG, PART_WORDS_SHORT, PART_WORDS_LEAST };

/* Put shorter names of a step's parts in place of the longer ones in a text. */
void parts_shorten(char *text, size_t size, enum part_words words);

#endif
