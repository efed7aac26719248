/* explained.h: a figure or a parameter opened: what it is, its formula, the numbers in it, and what it is made of.
 *
 * Everything comes from the metric table and the parameter table. What a figure is made of are entries that can be
 * opened in turn; of a parameter they are the figures that it enters.
 */
#ifndef RINGSIDE_VIEW_EXPLAINED_H
#define RINGSIDE_VIEW_EXPLAINED_H

#include "core/metrics.h"
#include "core/parameters.h"
#include "view/layout.h"

#include <stdbool.h>

struct app;

/* One of the two; neither: nothing is explained. */
struct explained {
    const struct metric *metric;
    const struct parameter *parameter;
    int row; /* the entry in focus; beyond the first and the last none is, and the lines move by as many */
};

/* What the figures are of: the present state, or the row of a tab that was in focus. */
struct explained_about {
    bool row;
    struct scenario scenario;
    struct result result;
};
const struct scenario *explained_scenario(const struct app *app);

/* Turn to the row in focus, if the focus is on one; as the state is now. */
void explained_follow(struct app *app);

struct explained explained_metric(const char *key);
struct explained explained_parameter(const struct parameter *parameter);
bool explained_is_some(const struct explained *explained);

enum { EXPLAINED_ENTRIES = 32, EXPLAINED_LINES = 96, EXPLAINED_TEXT = 320, EXPLAINED_VALUE = 64 };

/* What it is made of, or what it enters. */
struct explained_entries {
    struct explained entry[EXPLAINED_ENTRIES];
    int count;
};
struct explained_entries explained_entries_of(const struct explained *explained, const struct scenario *scenario);

/* A label without what it shares with that of another (NULL: none) before the comma: "exposed" of "FSDP, exposed". */
const char *explained_label(const struct metric *metric, const struct metric *other);

/* The metric before or after one, of those that apply to the result; from a parameter the first. */
struct explained explained_neighbour(const struct app *app, const struct explained *explained, int by);

enum explained_line_kind { EXPLAINED_BLANK, EXPLAINED_NAME, EXPLAINED_WORDS, EXPLAINED_CHECK, EXPLAINED_ENTRY };

/* A line of the overlay. */
struct explained_line {
    enum explained_line_kind kind;
    const char *label;           /* left of the text; "": none; NULL: the text is about the name, and stands below it */
    char text[EXPLAINED_TEXT];   /* with the signs of the glyph set */
    char value[EXPLAINED_VALUE]; /* at the right */
    bool holds;                  /* of EXPLAINED_CHECK */
    int entry;                   /* of EXPLAINED_ENTRY */
};

struct explained_lines {
    struct explained_line line[EXPLAINED_LINES];
    int count;
};

/* The lines, broken to a width.
 *
 *   given     columns that a text may take
 */
struct explained_lines explained_lines_of(const struct app *app, const struct explained *explained, int columns);

/* Where they stand: a panel as high as they need, without blank lines where the screen is low. */
struct explained_place {
    struct rectangle area;
    int list_row, list_rows; /* from the panel's top */
    int scroll;
};
int explained_text_columns(const struct layout *layout);
/* The rows that show the first line and the last: beyond the entries where these are not in sight with them. */
struct explained_range {
    int first, last;
};
struct explained_range explained_rows(const struct layout *layout, struct explained_lines *lines);

struct explained_place explained_place_for(const struct layout *layout, struct explained_lines *lines, int row);

/* Value of an entry as text; its class and its source. */
struct explained_facts {
    const char *name;
    char value[EXPLAINED_VALUE];
    const char *class_name;
    const char *source;
};
struct explained_facts explained_facts_of(const struct app *app, const struct explained *entry);

#endif
