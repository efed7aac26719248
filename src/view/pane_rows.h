/* pane_rows.h: the rows of an input pane that can be in focus, in order. */
#ifndef RINGSIDE_VIEW_PANE_ROWS_H
#define RINGSIDE_VIEW_PANE_ROWS_H

#include "core/parameters.h"
#include "view/layout.h"

enum row_kind {
    ROW_PRESET,    /* name of the preset, Enter opens the picker */
    ROW_PARAMETER, /* slider, choice or switch */
    ROW_OVERLAP,   /* two switches side by side: DP and TP */
    ROW_REPLICAS,  /* DP, derived */
    ROW_MICRO_BATCHES,
    ROW_KV_HEADS /* of one GPU, derived */
};

struct pane_row {
    enum row_kind kind;
    const struct parameter *parameter; /* of ROW_PARAMETER and ROW_OVERLAP; else NULL */
};

/* A row that shows what follows from other rows. */
struct derived_row {
    const char *label, *short_label; /* beside its division */
    const char *name;                /* in the context line */
    const char *metric;              /* that it shows */
    const char *words;
};

/* NULL: the row is no such one. */
const struct derived_row *derived_row_of(enum row_kind kind, const struct scenario *scenario);

enum { PANE_ROWS = 64 };

struct pane_rows {
    struct pane_row row[PANE_ROWS];
    int count;
    int head; /* first rows, which stand still while the others scroll */
};

/* List the rows of a pane: parameters that apply to this scenario, by their place in the pane. */
struct pane_rows pane_rows_of(const struct scenario *scenario, enum parameter_pane pane, enum size_class size_class);

/* Place of a parameter in its pane's rows, or -1. */
int pane_rows_find(const struct pane_rows *rows, const struct parameter *parameter);

/* Where rows stand on the screen. */
struct pane_view {
    int list_row; /* screen row of the first row that scrolls */
    int capacity; /* how many of them are seen */
};
struct pane_view pane_view_of(const struct layout *layout, enum parameter_pane pane, const struct pane_rows *rows);

/* Screen row of a pane row, or -1 while it is scrolled away.
 *
 *   given     scroll: first scrolling row that is shown
 */
int pane_row_on_screen(const struct layout *layout, enum parameter_pane pane, const struct pane_rows *rows, int scroll,
                       int index);

#endif
