/* help.h: the rows of the help overlay: the key table, one row for each line of help, by context; then the marks beside
 * values; and, once a word is typed, the sliders and the figures that it names, so that "what is DP" and "where is the
 * NIC" are answered where people ask. */
#ifndef RINGSIDE_VIEW_HELP_H
#define RINGSIDE_VIEW_HELP_H

#include "core/metrics.h"
#include "core/parameters.h"
#include "view/keys.h"
#include "view/layout.h"
#include "view/value.h"

enum {
    HELP_ROWS = 800,
    HELP_NARROW = 48 /* below so many columns words are short of room, the longest keys are cut */
};

/* A row; all NULL: a blank one. */
struct help_row {
    const struct key_binding *binding;
    const struct value_class_look *mark;
    const struct parameter *parameter;
    const struct metric *metric;
    const char *title;
};

struct help_rows {
    struct help_row row[HELP_ROWS];
    int count;
    int entries;  /* rows that are no title and not blank: these can be in focus */
    bool defines; /* some of them are sliders or figures */
};

/* Rows that match a filter, with the titles of their contexts: all that there are, those of the tab at hand first. */
struct help_rows help_rows_of(enum key_context here, const char *filter);

/* The modes that a slider has an effect in or a figure is of, where the present one is none of them: "prefill and
 * decode"; "" of what is here, and of what other settings than the mode ask for. */
void help_modes_elsewhere(const struct help_row *row, const struct scenario *now, char *text, size_t size);

/* Place of an entry among the rows, and the entry at or before a row; -1 where there is none. */
int help_row_of_entry(const struct help_rows *rows, int entry);
int help_entry_of_row(const struct help_rows *rows, int row);

/* The key that a filter means in a row that shows a pair: of "least, most" the second where it says "most". */
const struct key_binding *help_meant(const struct key_binding *binding, const char *filter);

/* Where the rows stand: one or two columns in a panel. */
struct help_place {
    struct rectangle area;
    int list_row; /* from the panel's top */
    int list_rows;
    int columns;      /* 1 or 2; what a word means takes the whole width */
    int column_width; /* of one */
    int scroll;       /* first row shown */
    int second;       /* rows of the first column; the second begins after them */
    int below;        /* rows that do not fit, after those shown */
};
struct help_place help_place_for(const struct layout *layout, const struct help_rows *rows, int selected);

/* The row of the list at a place of the screen, or -1. */
int help_row_at(const struct help_place *place, int row, int column);

#endif
