/* picker.h: the list of presets of a kind: its columns, and which rows match the filter. */
#ifndef RINGSIDE_VIEW_PICKER_H
#define RINGSIDE_VIEW_PICKER_H

#include "view/app.h"

enum { PICKER_ROWS = 4096, PICKER_COLUMNS = 7, PICKER_CELL = 128 };

/* What can be picked: a preset, or one of the runs that a source published. */
struct picker_row {
    const struct profile *profile;
    const struct measured_run *run; /* NULL: the preset */
};

/* The scenario that a row makes of the present one. */
struct scenario picker_scenario(const struct app *app, const struct picker_row *row);

/* A column of a kind's table. */
struct picker_column {
    const char *title; /* NULL ends the list */
    int start, end;    /* from the panel's left edge; numbers end, words start */
    bool right;        /* aligned to the end */
    int rank;          /* on a panel narrower than the table the highest drops first; 0: it never does */
    /* What stands in it, given the scenario that the row makes. */
    void (*cell)(const struct picker_row *row, const struct scenario *scenario, char *text);
};

/* Names of kinds that can be picked, and their columns. */
const char *picker_title(enum profile_kind kind);
const struct picker_column *picker_columns(enum profile_kind kind);

/* Where a column stands in a panel of a width, from its left edge; it starts and ends at the same place where it has no
 * room. A narrow panel leaves out what tells rows apart least. */
struct picker_cells {
    int start[PICKER_COLUMNS], end[PICKER_COLUMNS];
};
struct picker_cells picker_cells_for(enum profile_kind kind, int width);

/* What the columns that were left out say of a row, without its source: "H100 SXM · TP8 PP16". */
void picker_say_rest(enum profile_kind kind, const struct picker_cells *cells, const struct picker_row *row,
                     const struct scenario *scenario, char *text, size_t size);

/* Rows that match the filter, in the catalogue's order; and how many there are without it. */
struct picker_rows {
    struct picker_row row[PICKER_ROWS];
    int count, of;
};
struct picker_rows picker_rows_of(const struct app *app);

/* The kind after this one: model, GPU, cluster, scenario, published run, model. */
enum profile_kind picker_next_kind(enum profile_kind kind);

/* The next kind of preset with a row that matches the filter: who looks for a model among clusters is led there. Where
 * none has one, and while nothing is typed, the present kind. Published runs are too many to be tried. */
enum profile_kind picker_kind_with_match(const struct app *app);

/* What a choice would change: a few figures before and after. */
enum { PICKER_FIGURES = 3 };
struct picker_figure {
    const char *label;
    enum unit unit;
    double (*of)(const struct scenario *scenario);
};
const struct picker_figure *picker_figures(enum profile_kind kind);

/* Where the list stands in its panel. */
struct picker_place {
    struct rectangle area; /* the panel */
    int header_row;        /* from the panel's top */
    int list_row, list_rows;
    int change_row; /* "What changes"; 0: no room for it */
    int rest_row;   /* without it: what the columns that were left out say; 0: no room either */
    bool roomy;     /* there is room for the remarks below it */
};
struct picker_place picker_place_for(const struct layout *layout);

/* First row shown, so that the row in focus is seen. */
int picker_scroll(int row, int count, int shown);

#endif
