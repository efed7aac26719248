/* search_view.c: the search between events, and its rows. */
#include "view/search_view.h"

#include "core/memory.h"
#include "view/picker.h"
#include "view/search_line.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>

/* What a strategy can be best in. With the GPUs and the batch held, a training step and its rate are one. */
enum { OBJECTIVES = 3 };
static const char *const objectives[MODE_COUNT][OBJECTIVES] = {
    [MODE_TRAINING] = {"step.time", "memory.total"},
    [MODE_PREFILL] = {"step.time", "tokens_per_second", "memory.total"},
    [MODE_DECODE] = {"step.time", "tokens_per_second", "memory.total"},
};

/* What is asked of the present scenario: by the line, or where that does not apply, nothing. */
static void read_request(struct app *app)
{
    struct search_view *view = &app->search;
    struct search_request_read read = search_line_read(view->asked, &app->now);
    view->is_refused = !read.valid;
    (void)snprintf(view->refusal, sizeof view->refusal, "%s", read.message);
    if (!read.valid) {
        read = search_line_read("", &app->now);
    }
    view->request = read.request;
    if (view->objective != NULL && metric_is_of_mode(view->objective, app->now.mode)) {
        view->request.objective = view->objective;
    }
}

bool search_finds_batch(const struct search_view *view)
{
    return view->request.target.batch != TARGET_HELD;
}

struct scenario search_row_scenario(const struct app *app, const struct search_row *row)
{
    struct scenario scenario = app->now;
    scenario.strategy = row->strategy;
    if (search_finds_batch(&app->search)) {
        scenario.serving.decode_batch = row->batch;
        scenario.cluster.gpus = row->gpus;
    }
    return scenario;
}

/* Figures of a strategy with its batch and GPUs. */
static struct search_row price(const struct search_view *view, const struct scenario *scenario, int rank)
{
    const struct target *target = &view->request.target;
    const struct result result = target_price(target, scenario);
    return (struct search_row){
        .strategy = scenario->strategy,
        .batch = scenario->serving.decode_batch,
        .gpus = scenario->cluster.gpus,
        .rank = rank,
        .valid = result.valid,
        .fits = result.valid && result.memory.fits,
        .near = result.valid && memory_is_near(&result.memory) && !(result.memory.kv > 0.0),
        .met = target_is_met(target, &result),
        .dp = result.sizes.dp,
        .step = result.step,
        .rate = result.tokens_per_second,
        .objective = metric_get(view->request.objective, &result),
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
        [SEARCH_COLUMN_GPUS] = row->gpus,
        [SEARCH_COLUMN_BATCH] = row->batch,
        [SEARCH_COLUMN_STEP] = row->step,
        [SEARCH_COLUMN_RATE] = -row->rate,
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
        const struct target *target = &view->request.target;
        const struct scenario scenario =
            search_finds_batch(view) ? target_serve(target, &app->now, view->request.objective).scenario : app->now;
        view->row[view->rows] = price(view, &scenario, 0);
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
        struct search_row row = view->row[i];
        if (row.rank > 0) {
            row.strategy = renew(&view->progress, &row.strategy);
            const struct scenario scenario = search_row_scenario(app, &row);
            view->row[kept++] = price(view, &scenario, row.rank);
        }
    }
    view->rows = kept;
    mark_present(app);
    view->selected = view->selected < view->rows ? view->selected : view->rows > 0 ? view->rows - 1 : 0;
}

/* The best of a search that is done; where none meets the conditions the nearest, where none fits the leanest. */
static void take_best(struct app *app)
{
    struct search_view *view = &app->search;
    const struct search *search = &view->progress;
    const bool had_rows = search_first(view) != NULL;
    const struct strategy selected = view->row[view->selected].strategy;
    view->rows = 0;
    for (int i = 0; i < search->best_count; i++) {
        const struct scenario scenario = search_scenario(search, &search->best[i]);
        view->row[view->rows++] = price(view, &scenario, i + 1);
    }
    if (search->best_count == 0 && search->priced > 0) {
        const struct scenario scenario = search_scenario(search, search->fit > 0 ? &search->nearest : &search->leanest);
        view->row[view->rows++] = price(view, &scenario, 1);
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
    read_request(app);
    view->progress = search_start_request(&app->now, &view->request, SEARCH_MOST_TOP);
    view->progress.ranks_all = view->shows_all;
    view->running = true;
    price_rows(app);
}

void search_next_objective(struct app *app)
{
    struct search_view *view = &app->search;
    const char *const *keys = objectives[app->now.mode];
    int next = 0;
    for (int i = 0; i < OBJECTIVES && keys[i] != NULL; i++) {
        next = metric_find(keys[i]) == view->request.objective ? i + 1 : next;
    }
    view->objective = metric_find(next < OBJECTIVES && keys[next] != NULL ? keys[next] : keys[0]);
    search_refresh(app);
}

void search_ask(struct app *app, const char *line)
{
    (void)snprintf(app->search.asked, sizeof app->search.asked, "%s", line);
    app->search.objective = NULL;
    app->search.rows = app->search.selected = 0; /* another question: the focus begins at its best */
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
    search_run(&view->progress, search_finds_batch(view) ? SEARCH_SLICE_SERVED : SEARCH_SLICE);
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
    enum {
        TABLE_COMPACT = 55,
        WITH_EXPERTS = 4,
        TABLE_FULL = 72,
        TABLE_ROOMY = 100,
        WORDS_COMPACT = 4,
        WORDS = 13,
        FULL = 110
    };
    const struct rectangle area = layout->tab;
    struct search_place place = {.area = {area.row, area.column + 1, area.rows, area.columns - 1}};
    const bool roomy = layout->size_class == SIZE_ROOMY;
    const struct scenario *trial = &view->progress.trial;
    const int experts =
        trial->mode == MODE_TRAINING && trial->model.experts > 0 ? WITH_EXPERTS : 0; /* in which rows differ */
    const int wanted = roomy ? TABLE_ROOMY : area.columns >= FULL ? TABLE_FULL : TABLE_COMPACT + experts;
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
