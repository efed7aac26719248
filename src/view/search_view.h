/* search_view.h: tab 7: every valid strategy for these GPUs, ranked while the sliders move.
 *
 * The search goes on a little whenever no input waits (EVENT_PAUSE), and starts again when the scenario changes. Until
 * it is done, the rows that are shown keep their places and are priced anew.
 */
#ifndef RINGSIDE_VIEW_SEARCH_VIEW_H
#define RINGSIDE_VIEW_SEARCH_VIEW_H

#include "core/decision.h"
#include "core/search_request.h"
#include "view/layout.h"
#include "view/text_field.h"

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
    SEARCH_COLUMN_GPUS,
    SEARCH_COLUMN_BATCH, /* of a replica, in decode */
    SEARCH_COLUMN_STEP,
    SEARCH_COLUMN_RATE,
    SEARCH_COLUMN_MFU,
    SEARCH_COLUMN_MEMORY,
    SEARCH_COLUMNS
};

struct search_row {
    struct strategy strategy;
    int batch, gpus; /* that it serves with */
    int rank;        /* 1 is the best; 0: the present strategy, which is not among them */
    bool present;
    bool valid, fits;
    bool near; /* fits, and leaves hardly a gap */
    bool met;  /* what is asked of it holds */
    int dp;
    double step, rate, mfu, memory;
    double objective;
    struct waits waits;
};

enum { SEARCH_ROWS = SEARCH_MOST_TOP + 1 };

struct search_view {
    char asked[FIELD_LENGTH]; /* the line of it, as it was typed */
    bool is_refused;          /* it does not apply to this scenario, for this reason: */
    char refusal[SEARCH_REQUEST_MESSAGE];
    const struct metric *objective; /* that was chosen by its key; NULL: that of the line, or the usual one */
    struct search_request request;
    struct search progress; /* of the ranking that is made, and what it has found */
    bool running;
    struct search_row row[SEARCH_ROWS]; /* sorted */
    int rows;
    int selected;
    int column, sorted; /* of enum search_column */
    bool shows_all;     /* also what does not fit */
};

/* Where the focus is at first. */
void search_view_start(struct app *app);

/* Whether there is more to search while the tab is open. */
bool search_is_busy(const struct app *app);

/* The steps of one pause: a few milliseconds at most, so that no key waits. */
enum { SEARCH_SLICE = 512, SEARCH_SLICE_SERVED = 32 /* where each step finds a batch, too */ };

/* Search again: for the next figure to be best in, with what does not fit shown or left out, for what a line asks. */
void search_next_objective(struct app *app);
void search_toggle_filter(struct app *app);
void search_ask(struct app *app, const char *line);

/* Whether the batch of a decode is found with each strategy. */
bool search_finds_batch(const struct search_view *view);

/* A row as a scenario: the present one with the row's strategy, and what that serves with. */
struct scenario search_row_scenario(const struct app *app, const struct search_row *row);

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
