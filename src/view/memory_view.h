/* memory_view.h: tab 5: what fills a GPU's memory, and what each ZeRO stage and recomputation would make of it. */
#ifndef RINGSIDE_VIEW_MEMORY_VIEW_H
#define RINGSIDE_VIEW_MEMORY_VIEW_H

#include "core/choices.h"
#include "core/memory.h"
#include "core/metrics.h"
#include "core/scenario.h"
#include "view/layout.h"
#include "view/memory_variants.h"

#include <stdbool.h>

struct app;

/* One strategy, priced on a copy. */
struct memory_choice {
    bool valid;
    bool fits;
    double total; /* bytes */
    double step;  /* seconds */
};

enum { MEMORY_COMPONENTS = 16, MEMORY_STAGES = 256 /* that are shown */ };

/* Where the focus is, and what the table says. Priced by memory_refresh(). */
struct memory_view {
    int row;    /* ZeRO stage; in the components the place of one */
    int column; /* place in `recompute`; MEMORY_COMPONENTS_COLUMN: the focus is in them */
    enum recompute recompute[RECOMPUTE_COUNT]; /* those that differ from one another */
    int recomputes;
    struct memory_choice choice[ZERO_COUNT][RECOMPUTE_COUNT]; /* by the place in `recompute` */
    bool by_stage;                                            /* the stages of the pipeline are shown instead */
    struct memory stage[MEMORY_STAGES];
    int stages;
    int stage_row; /* in focus */
    struct memory_variants variants;
};

enum { MEMORY_COMPONENTS_COLUMN = -1 };

/* The figures that the metric table says memory.total is the sum of, in that mode. */
struct memory_components {
    const struct metric *metric[MEMORY_COMPONENTS];
    int count;
};
struct memory_components memory_components_of(enum mode mode);

/* The present scenario with another stage and recomputation. */
struct scenario memory_scenario(const struct app *app, int row, int column);

/* Where the stages stand: a row each, from the header's row on. */
struct memory_stage_place {
    int list_row, list_rows, scroll;
    int bar_column, bar_width;
    int size_end;
};
struct memory_place;
struct memory_stage_place memory_stage_place_for(const struct memory_place *place, const struct memory_view *view);

/* Width of a cell that has no blank between its figure and its sign. */
enum { MEMORY_CELL_TIGHT = 7 };

/* Where the tab's pieces stand. */
struct memory_place {
    struct rectangle area;
    int bar_row, ruler_row;    /* ruler 0: no room */
    int title_row;             /* 0: no room */
    int header_row, list_row;  /* of both tables */
    int list_rows;             /* components that fit */
    int bar_column, bar_width; /* a multiple of ten */
    int from, from_end;        /* of the formulas; the same: not shown */
    int size_end, share_end;   /* share 0: not shown */
    int stage, words, cells;   /* words 0: not shown */
    int cell_width;
    int cells_shown; /* in a row */
    bool shows_step;
    int variants_row, variants_rows; /* of the bars of variants, their title's included; 0: no room */
};
struct memory_place memory_place_for(const struct layout *layout, int recomputes);

#endif
