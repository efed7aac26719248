/* update_search.c: keys and mouse on the Search tab. */
#include "view/change.h"
#include "view/search_table.h"
#include "view/strategy_words.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/within.h"

#include <stdio.h>

static struct table_shape shape_now(const struct app *app)
{
    const struct layout layout = app_layout(app);
    const struct search_place place = search_place_for(&layout, &app->search);
    return search_table_shape(app, &place);
}

static void select_row(struct app *app, int row)
{
    struct search_view *view = &app->search;
    view->selected = within(row, 0, view->rows - 1);
}

static void move_column(struct app *app, int by)
{
    const struct table_shape shape = shape_now(app);
    app->search.column = table_column_beside(&shape, app->search.column, by);
}

/* "TP2 PP4 CP4 DP2 ZeRO-1": what is not 1; ZeRO is of training. */
static void say_strategy(const struct app *app, const struct search_row *row, char *text, size_t size)
{
    const struct strategy *strategy = &row->strategy;
    const struct strategy_size sizes[] = {{"TP", strategy->tp},
                                          {"PP", strategy->pp},
                                          {"VP", strategy->vp},
                                          {"CP", strategy->cp},
                                          {"EP", strategy->ep},
                                          {"DP", row->dp},
                                          {NULL, 0}};
    strategy_words_print(sizes, text, size);
    if (app->now.mode == MODE_TRAINING) {
        char word[TAB_NAME];
        (void)snprintf(word, sizeof word, "ZeRO-%s", choice_name(&zero_names, (int)strategy->zero));
        strategy_words_add(text, size, word);
    } else if (text[0] == '\0') {
        (void)snprintf(text, size, "TP1");
    }
    if (search_finds_batch(&app->search)) {
        char word[TAB_NAME];
        (void)snprintf(word, sizeof word, "batch %d", row->batch);
        strategy_words_add(text, size, word);
    }
}

/* Take the strategy of the row in focus, as one undo step. */
static void apply(struct app *app)
{
    const struct search_view *view = &app->search;
    char words[TAB_NAME];
    if (view->selected >= view->rows || !view->row[view->selected].valid) {
        return;
    }
    const struct search_row row = view->row[view->selected];
    const bool follows = app->now.strategy.global_batch == 0 && app->now.mode == MODE_TRAINING;
    say_strategy(app, &row, words, sizeof words);
    const struct scenario layout = search_row_scenario(app, &row);
    change_layout(app, &layout);
    if (follows) {
        change_say(app, "%s is applied, and the batch held at %d. u takes it back.", words, row.strategy.global_batch);
    } else {
        change_say(app, "%s is applied. u takes it back.", words);
    }
}

/* Stop a search that runs; else the way back to the inputs. */
static void stop(struct app *app)
{
    if (app->search.running) {
        app->search.running = false;
        change_say(app, "The search is stopped after %lld strategies; a slider starts it again.",
                   app->search.progress.priced);
        return;
    }
    update_action(app, ACTION_ESCAPE, 0);
}

void search_update(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
        select_row(app, app->search.selected + action_steps_of(action).rows);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_column(app, action_steps_of(action).columns);
        break;
    case ACTION_SORT:
        search_sort(app, app->search.column);
        change_say(app, "Sorted by %s, the %s first.", search_columns[app->search.column].title,
                   app->search.column == SEARCH_COLUMN_MFU || app->search.column == SEARCH_COLUMN_RATE ? "highest"
                                                                                                       : "lowest");
        break;
    case ACTION_OBJECTIVE:
        search_next_objective(app);
        change_say(app, "The best in %s come first.", app->search.progress.objective->label);
        break;
    case ACTION_ASK:
        update_open_prompt(app, PROMPT_SEARCH);
        break;
    case ACTION_FILTER:
        search_toggle_filter(app);
        change_say(app, app->search.shows_all ? "Strategies that do not fit in memory are ranked, too."
                                              : "Only strategies that fit in memory are ranked.");
        break;
    case ACTION_ACCEPT:
        apply(app);
        break;
    case ACTION_STOP:
        stop(app);
        break;
    default:
        break;
    }
}

void search_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct search_place place = search_place_for(layout, &app->search);
    const struct table_shape shape = shape_now(app);
    const int column = table_column_at(&shape, event->column);
    const int row = place.scroll + event->row - place.list_row;
    app->focus = FOCUS_TAB;
    if (event->row == place.header_row && column >= 0) {
        app->search.column = column;
        search_sort(app, column);
    } else if (event->row >= place.list_row && event->row < place.list_row + place.list_rows &&
               row < app->search.rows) {
        const bool again = row == app->search.selected;
        select_row(app, row);
        if (again) {
            apply(app);
        }
    }
}

struct explained search_explain(const struct app *app)
{
    switch (app->search.column) {
    case SEARCH_COLUMN_MFU:
        return explained_metric("mfu");
    case SEARCH_COLUMN_MEMORY:
        return explained_metric("memory.total");
    case SEARCH_COLUMN_DP:
        return explained_metric("dp.size");
    default:
        return explained_metric("step.time");
    }
}

struct tab_scenario search_selected(const struct app *app)
{
    const struct search_view *view = &app->search;
    struct tab_scenario selected = {.found = view->selected < view->rows && view->row[view->selected].valid};
    if (selected.found) {
        selected.scenario = search_row_scenario(app, &view->row[view->selected]);
    }
    return selected;
}

/* "takes 4 GPUs against 8", "has 71.9 k tok/s against 63.3 k tok/s": of rows whose batches differ, what is asked for.
 */
static void say_served(const struct search_view *view, const struct search_row *row, const struct search_row *other,
                       char *text, size_t size)
{
    const struct metric *objective = view->request.objective;
    const struct quantity_text one = quantity_display(row->objective, objective->unit);
    const struct quantity_text two = quantity_display(other->objective, objective->unit);
    if (row->gpus != other->gpus) {
        (void)snprintf(text, size, "takes %d GPUs against %d", row->gpus, other->gpus);
    } else {
        (void)snprintf(text, size, "has %s %s against %s %s", one.number, one.unit, two.number, two.unit);
    }
}

/* "quicker by TP all-reduce: 1.09 s against 2.38 s", of a row beside another. */
static void say_verdict(const struct search_view *view, const struct search_row *row, const struct search_row *other,
                        char *text, size_t size)
{
    if (search_finds_batch(view)) {
        say_served(view, row, other, text, size);
        return;
    }
    const bool quicker = row->step < other->step;
    const struct decision decision = quicker ? decision_between(&row->waits, &other->waits)
                                             : decision_reversed(decision_between(&other->waits, &row->waits));
    char part[DECISION_TEXT];
    decision_print(&decision, decision.label, part, sizeof part);
    if (row->step == other->step) {
        (void)snprintf(text, size, "as quick as");
    } else {
        (void)snprintf(text, size, "%s by %s", quicker ? "quicker" : "slower", part);
    }
}

/* "near the limit: 85.3 of 85.5 GB · " or "does not fit: 819 of 85.5 GB, the least of all · ", first, since it is what
 * the ranking does not say; nothing of a row that leaves room. */
static void add_memory_before(const struct app *app, const struct search_row *row, char *text, size_t size)
{
    const struct search_view *view = &app->search;
    char words[TAB_WORDS];
    if (!row->valid || (row->fits && !row->near)) {
        return;
    }
    const bool leanest = view->progress.done && view->progress.fit == 0 && row == search_first(view);
    (void)snprintf(words, sizeof words, "%s: %.1f of %.1f GB%s · %.*s", row->fits ? "near the limit" : "does not fit",
                   row->memory / 1e9, app->now.gpu.hbm_capacity / 1e9, leanest ? ", the least of all" : "",
                   TAB_WORDS / 2, text);
    (void)snprintf(text, size, "%s", words);
}

/* Why the row in focus is faster or slower than the present strategy, if that can run; of the present one, why the
 * first is faster. */
struct tab_words search_describe(const struct app *app)
{
    const struct search_view *view = &app->search;
    const struct search_row *present = search_present(view);
    const struct search_row *first = search_first(view);
    struct tab_words words = {.name = ""};
    char verdict[TAB_WORDS / 2];
    if (view->selected >= view->rows || first == NULL) {
        return words;
    }
    const struct search_row *row = &view->row[view->selected];
    say_strategy(app, row, words.name, sizeof words.name);
    if (!first->met) {
        (void)snprintf(words.text, sizeof words.text, "is the nearest: no strategy meets what is asked");
    } else if (present == NULL) {
        (void)snprintf(words.text, sizeof words.text, "can run, and the present strategy cannot · Enter applies it");
    } else if (row->present && first == present) {
        (void)snprintf(words.text, sizeof words.text, "is the present strategy, and the best");
    } else if (row->present) {
        say_verdict(view, first, present, verdict, sizeof verdict);
        (void)snprintf(words.text, sizeof words.text, "is the present strategy; the first %s%s now",
                       search_finds_batch(view) ? "" : "is ", verdict);
    } else {
        say_verdict(view, row, present, verdict, sizeof verdict);
        (void)snprintf(words.text, sizeof words.text, "%s now · Enter applies it", verdict);
    }
    add_memory_before(app, row, words.text, sizeof words.text);
    return words;
}
