/* update_explain.c: opening what is in focus, and going from figure to figure. */
#include "view/change.h"
#include "view/explained.h"
#include "view/help.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/within.h"

#include <string.h>

static struct explained *shown(struct app *app)
{
    return &app->explained[app->explained_count - 1];
}

static struct explained_lines lines_shown(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return explained_lines_of(app, &app->explained[app->explained_count - 1], explained_text_columns(&layout));
}

/* What is read first is what it is, not what it is made of. */
static void show_first_line(struct app *app)
{
    const struct layout layout = app_layout(app);
    struct explained_lines lines = lines_shown(app);
    shown(app)->row = explained_rows(&layout, &lines).first;
}

/* Put a figure on top of those that are open; of too many the oldest is forgotten. */
static void open_figure(struct app *app, struct explained explained)
{
    if (!explained_is_some(&explained)) {
        return;
    }
    if (app->explained_count == EXPLAINED_DEPTH) {
        memmove(&app->explained[0], &app->explained[1], (EXPLAINED_DEPTH - 1) * sizeof app->explained[0]);
        app->explained_count--;
    }
    app->explained[app->explained_count++] = explained;
    app->overlay = OVERLAY_EXPLAIN;
    show_first_line(app);
}

/* The figure or parameter in focus. */
static struct explained figure_in_focus(const struct app *app)
{
    if (app->focus == FOCUS_TAB) {
        const struct tab *tab = tab_of(app);
        return tab->explain != NULL ? tab->explain(app) : explained_metric("step.time");
    }
    if (app->focus == FOCUS_STEP) {
        const struct focused_part focused = update_focused_part(app);
        return explained_metric(focused.found ? step_parts[focused.part].exposed : "step.time");
    }
    const struct pane_row row = update_focused_row(app);
    const struct derived_row *derived = derived_row_of(row.kind, &app->now);
    if (derived != NULL) {
        return explained_metric(derived->metric);
    }
    if (row.kind == ROW_PRESET) {
        return explained_metric(app->focus == FOCUS_MODEL ? "params.total" : "step.time");
    }
    return explained_parameter(row.parameter);
}

void update_open_explain(struct app *app)
{
    update_explain_figure(app, figure_in_focus(app));
    explained_follow(app);
    if (app->overlay == OVERLAY_EXPLAIN) {
        show_first_line(app); /* of the row that it follows */
    }
}

void update_explain_figure(struct app *app, struct explained figure)
{
    change_hush(app);
    app->about.row = false;
    app->explained_count = 0;
    open_figure(app, figure);
}

/* An input; beyond the first and the last the lines move. */
static void select_entry(struct app *app, int row)
{
    const struct layout layout = app_layout(app);
    struct explained_lines lines = lines_shown(app);
    const struct explained_range rows = explained_rows(&layout, &lines);
    shown(app)->row = within(row, rows.first, rows.last);
}

enum { MODES_TEXT = 32 };

void update_go_to_slider(struct app *app, const struct parameter *parameter)
{
    char modes[MODES_TEXT];
    help_modes_elsewhere(&(struct help_row){.parameter = parameter}, &app->now, modes, sizeof modes);
    app->overlay = OVERLAY_NONE;
    if (modes[0] != '\0') {
        change_say(app, "%s is a slider of %s: M changes the mode.", parameter->label, modes);
    } else if (parameter->row == 0 || !parameter_applies(parameter, &app->now) ||
               !update_focus_parameter(app, parameter)) {
        change_say(app, "%s has no slider here: --set %s=VALUE sets it.", parameter->label, parameter->key);
    }
}

static struct explained entry_in_focus(struct app *app)
{
    const struct explained_entries entries = explained_entries_of(shown(app), explained_scenario(app));
    const int row = shown(app)->row;
    return row >= 0 && row < entries.count ? entries.entry[row] : (struct explained){.row = 0};
}

static void open_entry(struct app *app, struct explained entry)
{
    if (!explained_is_some(&entry)) {
        change_say(app, "Nothing is picked that x could open.");
        return;
    }
    open_figure(app, entry);
}

static void accept(struct app *app)
{
    const struct explained entry = entry_in_focus(app);
    if (entry.parameter != NULL) {
        update_go_to_slider(app, entry.parameter);
    } else if (entry.metric == NULL && shown(app)->parameter != NULL) {
        update_go_to_slider(app, shown(app)->parameter);
    } else {
        open_figure(app, entry);
    }
}

static void go_back(struct app *app)
{
    app->explained_count--;
    if (app->explained_count == 0) {
        app->overlay = OVERLAY_NONE;
    }
}

void update_explain(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        select_entry(app, shown(app)->row + action_steps_of(action).rows);
        break;
    case ACTION_ACCEPT:
        accept(app);
        break;
    case ACTION_EXPLAIN:
        open_entry(app, entry_in_focus(app));
        break;
    case ACTION_PREVIOUS_FIGURE:
        *shown(app) = explained_neighbour(app, shown(app), -1);
        show_first_line(app);
        break;
    case ACTION_NEXT_FIGURE:
        *shown(app) = explained_neighbour(app, shown(app), 1);
        show_first_line(app);
        break;
    case ACTION_BACK:
    case ACTION_ESCAPE:
        go_back(app);
        break;
    default:
        break;
    }
}

/* A click puts an entry in focus; the second one opens it. */
void update_explain_press(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    struct explained_lines lines = lines_shown(app);
    const struct explained_place place = explained_place_for(&layout, &lines, shown(app)->row);
    const int line = place.scroll + event->row - place.area.row - place.list_row;
    if (!rectangle_holds(place.area, event->row, event->column)) {
        app->overlay = OVERLAY_NONE;
    } else if (line >= place.scroll && line < lines.count && lines.line[line].kind == EXPLAINED_ENTRY) {
        const bool again = lines.line[line].entry == shown(app)->row;
        select_entry(app, lines.line[line].entry);
        if (again) {
            open_figure(app, entry_in_focus(app));
        }
    }
}
