/* search_view.h: tab 7: every valid strategy for these GPUs, ranked while the sliders move.
 *
 * The search goes on a little whenever no input waits (EVENT_PAUSE), and starts again when the scenario changes. Until
 * it is done, the rows that are shown keep their places and are priced anew.
 */
#ifndef RINGSIDE_VIEW_SEARCH_VIEW_H
#define RINGSIDE_VIEW_SEARCH_VIEW_H

#include "core/decision.h"
#include "core/search.h"
#include "view/layout.h"

#include <stdbool.h>

struct app;

enum search_column {
    SEARCH_RANK,
    SEARCH_COLUMN_TP,
    SEARCH_COLUMN_PP,
    SEARCH_COLUMN_VP,
    SEARCH_COLUMN_CP,
    SEARCH_COLUMN_EP,
    SEARCH_COLUMN_DP,
    SEARCH_COLUMN_ZERO,
    SEARCH_COLUMN_SP,
    SEARCH_COLUMN_RECOMPUTE,
    SEARCH_COLUMN_MICRO_BATCH,
    SEARCH_COLUMN_STEP,
    SEARCH_COLUMN_MFU,
    SEARCH_COLUMN_MEMORY,
    SEARCH_COLUMNS
};

struct search_row {
    struct strategy strategy;
    int rank; /* 1 is the best; 0: the present strategy, which is not among them */
    bool present;
    bool valid, fits;
    bool near; /* fits, and leaves hardly a gap */
    int dp;
    double step, mfu, memory;
    struct waits waits;
};

enum { SEARCH_ROWS = SEARCH_MOST_TOP + 1 };

struct search_view {
    struct search progress; /* of the ranking that is made, and what it has found */
    bool running;
    struct search_row row[SEARCH_ROWS]; /* sorted */
    int rows;
    int selected;
    int column, sorted; /* of enum search_column */
    bool shows_all;     /* also what does not fit */
    int objective;      /* place among those of the mode */
};

/* Where the focus is at first. */
void search_view_start(struct app *app);

/* Whether there is more to search while the tab is open. */
bool search_is_busy(const struct app *app);

/* The steps of one pause: a few milliseconds at most, so that no key waits. */
enum { SEARCH_SLICE = 512 };

/* Search again: for the next figure to be best in, or with what does not fit shown or left out. */
void search_next_objective(struct app *app);
void search_toggle_filter(struct app *app);

/* Sort the rows by a column; the focus stays on its strategy. */
void search_sort(struct app *app, int column);

/* The present strategy's row, and the best one; NULL where there is none. */
const struct search_row *search_present(const struct search_view *view);
const struct search_row *search_first(const struct search_view *view);

/* Where the rows stand. */
struct search_place {
    struct rectangle area;
    int title_row, header_row, list_row, list_rows;
    int scroll;
    int present_row; /* of the present strategy, where it is out of sight; 0: it is in sight */
    int bar_column, bar_width;
    int words; /* columns beside a bar */
};
struct search_place search_place_for(const struct layout *layout, const struct search_view *view);

#endif
