/* search_view.c: the search between events, and its rows. */
#include "view/search_view.h"

#include "core/memory.h"
#include "view/picker.h"
#include "view/tabs.h"

#include <math.h>

/* What a strategy can be best in. With the GPUs and the batch held, a training step and its rate are one. */
enum { OBJECTIVES = 3 };
static const char *const objectives[MODE_COUNT][OBJECTIVES] = {
    [MODE_TRAINING] = {"step.time", "memory.total"},
    [MODE_PREFILL] = {"step.time", "tokens_per_second", "memory.total"},
    [MODE_DECODE] = {"step.time", "tokens_per_second", "memory.total"},
};

static const struct metric *objective_of(const struct app *app)
{
    const char *key = objectives[app->now.mode][app->search.objective];
    return metric_find(key != NULL ? key : objectives[app->now.mode][0]);
}

/* Figures of a strategy in the present scenario. */
static struct search_row price(const struct scenario *now, const struct strategy *strategy, int rank)
{
    struct scenario scenario = *now;
    scenario.strategy = *strategy;
    const struct result result = evaluate(&scenario);
    return (struct search_row){
        .strategy = *strategy,
        .rank = rank,
        .valid = result.valid,
        .fits = result.valid && result.memory.fits,
        .near = result.valid && memory_is_near(&result.memory) && !(result.memory.kv > 0.0),
        .dp = result.sizes.dp,
        .step = result.step,
        .mfu = result.training.mfu,
        .memory = result.memory.total,
        .waits = waits_of(&result),
    };
}

/* Whether two strategies are the same in what is searched. */
static bool is_same(const struct search *search, const struct strategy *one, const struct strategy *other)
{
    struct scenario first = search->trial;
    struct scenario second = search->trial;
    first.strategy = *one;
    second.strategy = *other;
    for (int size = 0; size < SEARCH_SIZES; size++) {
        const struct parameter *parameter = search->parameter[size];
        if (parameter_applies(parameter, &first) &&
            parameter_get(parameter, &first) != parameter_get(parameter, &second)) {
            return false;
        }
    }
    return true;
}

static double sort_key(const struct search_row *row, int column)
{
    const struct strategy *strategy = &row->strategy;
    const double keys[SEARCH_COLUMNS] = {
        [SEARCH_RANK] = row->rank > 0 ? row->rank : SEARCH_ROWS,
        [SEARCH_COLUMN_TP] = strategy->tp,
        [SEARCH_COLUMN_PP] = strategy->pp,
        [SEARCH_COLUMN_VP] = strategy->vp,
        [SEARCH_COLUMN_CP] = strategy->cp,
        [SEARCH_COLUMN_EP] = strategy->ep,
        [SEARCH_COLUMN_DP] = row->dp,
        [SEARCH_COLUMN_ZERO] = (double)strategy->zero,
        [SEARCH_COLUMN_SP] = strategy->sp ? 1 : 0,
        [SEARCH_COLUMN_RECOMPUTE] = (double)strategy->recompute,
        [SEARCH_COLUMN_MICRO_BATCH] = strategy->micro_batch,
        [SEARCH_COLUMN_STEP] = row->step,
        [SEARCH_COLUMN_MFU] = -row->mfu,
        [SEARCH_COLUMN_MEMORY] = row->memory,
    };
    return row->valid ? keys[column] : INFINITY;
}

void search_sort(struct app *app, int column)
{
    struct search_view *view = &app->search;
    const struct strategy selected = view->row[view->selected].strategy;
    view->sorted = column;
    for (int i = 1; i < view->rows; i++) {
        const struct search_row row = view->row[i];
        int place = i;
        for (; place > 0 && sort_key(&view->row[place - 1], column) > sort_key(&row, column); place--) {
            view->row[place] = view->row[place - 1];
        }
        view->row[place] = row;
    }
    for (int i = 0; i < view->rows; i++) {
        if (is_same(&view->progress, &view->row[i].strategy, &selected)) {
            view->selected = i;
            return;
        }
    }
}

/* The present strategy has a row, among the best or after them. */
static void mark_present(struct app *app)
{
    struct search_view *view = &app->search;
    bool found = false;
    for (int i = 0; i < view->rows; i++) {
        view->row[i].present = is_same(&view->progress, &view->row[i].strategy, &app->now.strategy);
        found |= view->row[i].present;
    }
    if (!found && !app->invalid && view->rows < SEARCH_ROWS) {
        view->row[view->rows] = price(&app->now, &app->now.strategy, 0);
        view->row[view->rows++].present = true;
    }
}

/* A strategy that was found, with everything that is not searched as it is now. */
static struct strategy renew(const struct search *search, const struct strategy *found)
{
    struct scenario scenario = search->trial;
    struct scenario other = search->trial;
    other.strategy = *found;
    for (int size = 0; size < SEARCH_SIZES; size++) {
        parameter_set(search->parameter[size], &scenario, parameter_get(search->parameter[size], &other));
    }
    return scenario.strategy;
}

/* The rows as they stand, with the figures of the present scenario. */
static void price_rows(struct app *app)
{
    struct search_view *view = &app->search;
    int kept = 0;
    for (int i = 0; i < view->rows; i++) {
        const struct search_row row = view->row[i];
        if (row.rank > 0) {
            const struct strategy strategy = renew(&view->progress, &row.strategy);
            view->row[kept++] = price(&app->now, &strategy, row.rank);
        }
    }
    view->rows = kept;
    mark_present(app);
    view->selected = view->selected < view->rows ? view->selected : view->rows > 0 ? view->rows - 1 : 0;
}

/* The best of a search that is done; where none fits, the leanest. */
static void take_best(struct app *app)
{
    struct search_view *view = &app->search;
    const struct search *search = &view->progress;
    const bool had_rows = search_first(view) != NULL;
    const struct strategy selected = view->row[view->selected].strategy;
    view->rows = 0;
    for (int i = 0; i < search->best_count; i++) {
        view->row[view->rows++] = price(&search->trial, &search->best[i].strategy, i + 1);
    }
    if (search->best_count == 0 && search->priced > 0) {
        view->row[view->rows++] = price(&search->trial, &search->leanest.strategy, 1);
    }
    mark_present(app);
    search_sort(app, view->sorted);
    view->selected = 0;
    for (int i = 0; had_rows && i < view->rows; i++) {
        if (is_same(search, &view->row[i].strategy, &selected)) {
            view->selected = i;
        }
    }
}

void search_view_start(struct app *app)
{
    app->search.sorted = SEARCH_RANK;
    app->search.column = SEARCH_COLUMN_STEP;
}

void search_refresh(struct app *app)
{
    struct search_view *view = &app->search;
    view->progress = search_start(&app->now, objective_of(app), SEARCH_MOST_TOP);
    view->progress.ranks_all = view->shows_all;
    view->running = true;
    price_rows(app);
}

void search_next_objective(struct app *app)
{
    struct search_view *view = &app->search;
    const int next = view->objective + 1;
    view->objective = next < OBJECTIVES && objectives[app->now.mode][next] != NULL ? next : 0;
    search_refresh(app);
}

void search_toggle_filter(struct app *app)
{
    app->search.shows_all = !app->search.shows_all;
    search_refresh(app);
}

void search_pause(struct app *app)
{
    struct search_view *view = &app->search;
    if (!view->running) {
        return;
    }
    search_run(&view->progress, SEARCH_SLICE);
    if (view->progress.done) {
        view->running = false;
        take_best(app);
    }
}

bool search_is_busy(const struct app *app)
{
    return app->search.running;
}

const struct search_row *search_present(const struct search_view *view)
{
    for (int i = 0; i < view->rows; i++) {
        if (view->row[i].present) {
            return &view->row[i];
        }
    }
    return NULL;
}

const struct search_row *search_first(const struct search_view *view)
{
    for (int i = 0; i < view->rows; i++) {
        if (view->row[i].rank == 1) {
            return &view->row[i];
        }
    }
    return NULL;
}

struct search_place search_place_for(const struct layout *layout, const struct search_view *view)
{
    enum { TABLE_COMPACT = 55, TABLE_FULL = 72, TABLE_ROOMY = 100, WORDS_COMPACT = 4, WORDS = 13, FULL = 110 };
    const struct rectangle area = layout->tab;
    struct search_place place = {.area = {area.row, area.column + 1, area.rows, area.columns - 1}};
    const bool roomy = layout->size_class == SIZE_ROOMY;
    const int wanted = roomy ? TABLE_ROOMY : area.columns >= FULL ? TABLE_FULL : TABLE_COMPACT;
    const int table = wanted < place.area.columns ? wanted : place.area.columns;
    place.title_row = area.row;
    place.header_row = area.row + 1;
    place.list_row = area.row + 2;
    place.list_rows = area.rows > 2 ? area.rows - 2 : 0;
    place.scroll = picker_scroll(view->selected, view->rows, place.list_rows);
    const struct search_row *present = search_present(view);
    const int line = present != NULL ? (int)(present - view->row) - place.scroll : 0;
    if ((line < 0 || line >= place.list_rows) && place.list_rows > 2) {
        place.list_rows--;
        place.scroll = picker_scroll(view->selected, view->rows, place.list_rows);
        place.present_row = place.list_row + place.list_rows;
    }
    const int right = place.area.column + place.area.columns;
    place.bar_column = place.area.column + table + 2 < right ? place.area.column + table + 2 : right;
    const int beside = right - place.bar_column;
    const int words = area.columns >= FULL ? WORDS : WORDS_COMPACT;
    place.words = words < beside ? words : beside;
    place.bar_width = beside - place.words;
    place.area.columns = table;
    return place;
}
