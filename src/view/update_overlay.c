/* update_overlay.c: keys and mouse in the picker, the help and the theme chooser. */
#include "view/change.h"
#include "view/command_view.h"
#include "view/help.h"
#include "view/input_context.h"
#include "view/picker.h"
#include "view/theme_list.h"
#include "view/update.h"
#include "view/within.h"

#include <string.h>

static void open_overlay(struct app *app, enum overlay overlay, int row)
{
    app->overlay = overlay;
    app->overlay_row = row;
    app->filter = (struct text_field){.length = 0};
    change_hush(app);
}

/* Row of a preset in the list, 0 if it is not there. */
static int row_of_name(const struct app *app, enum profile_kind kind, const char *name)
{
    for (int i = 0; i < catalogue_count(app->catalogue, kind); i++) {
        if (strcmp(catalogue_at(app->catalogue, kind, i)->name, name) == 0) {
            return i;
        }
    }
    return 0;
}

/* The preset that is in force. */
static const char *name_in_force(const struct app *app, enum profile_kind kind)
{
    switch (kind) {
    case PROFILE_MODEL:
        return app->now.model.name;
    case PROFILE_GPU:
        return app->now.gpu.name;
    case PROFILE_CLUSTER:
        return app->now.cluster.name;
    default:
        return "";
    }
}

void update_open_picker(struct app *app, enum profile_kind kind)
{
    app->picker_kind = kind;
    if (kind == PROFILE_MEASUREMENT) {
        catalogue_complete(app->catalogue);
    }
    open_overlay(app, OVERLAY_PICKER, row_of_name(app, kind, name_in_force(app, kind)));
}

void update_open_help(struct app *app)
{
    open_overlay(app, OVERLAY_HELP, -1);
}

/* The mouse is the terminal's, to select the text. */
void update_open_command_line(struct app *app)
{
    open_overlay(app, OVERLAY_COMMAND_LINE, 0);
    app->wants_mouse_change = true;
}

void update_open_themes(struct app *app)
{
    app->theme_before = app->theme;
    open_overlay(app, OVERLAY_THEMES, row_of_name(app, PROFILE_THEME, app->theme->name));
}

/* The row of what is shown now. */
void update_open_chooser(struct app *app, enum chooser chooser)
{
    app->chooser = chooser;
    open_overlay(app, OVERLAY_CHOOSER, 0);
    const struct chooser_rows rows = chooser_rows_of(app);
    for (int i = 0; i < rows.count; i++) {
        const bool metric = rows.row[i].metric != NULL &&
                            rows.row[i].metric == app->sweep.metric[chooser == CHOOSER_SECOND_METRIC ? 1 : 0];
        const bool parameter = rows.row[i].parameter != NULL && rows.row[i].parameter == app->sweep.parameter;
        app->overlay_row = metric || parameter ? i : app->overlay_row;
    }
}

static int count_rows(const struct app *app)
{
    switch (app->overlay) {
    case OVERLAY_PICKER:
        return picker_rows_of(app).count;
    case OVERLAY_HELP:
        return help_rows_of(input_context_below(app), app->filter.text).entries;
    case OVERLAY_THEMES:
        return catalogue_count(app->catalogue, PROFILE_THEME);
    case OVERLAY_CHOOSER:
        return chooser_rows_of(app).count;
    case OVERLAY_COMMAND_LINE:
        return command_view_of(app, app->columns).count;
    case OVERLAY_COMPARE:
    case OVERLAY_EXPLAIN:
    case OVERLAY_NONE:
        break;
    }
    return 0;
}

static void select_row(struct app *app, int row)
{
    const int count = count_rows(app);
    app->overlay_row = within(row, 0, count - 1);
    if (app->overlay == OVERLAY_THEMES && count > 0) {
        app->theme = &catalogue_at(app->catalogue, PROFILE_THEME, app->overlay_row)->theme;
    }
}

static void close_overlay(struct app *app)
{
    if (app->overlay == OVERLAY_THEMES && app->theme_before != NULL) {
        app->theme = app->theme_before;
    }
    app->wants_mouse_change |= app->overlay == OVERLAY_COMMAND_LINE;
    app->overlay = OVERLAY_NONE;
}

/* Press a key where it works; else say where it does. */
static void do_key(struct app *app, const struct key_binding *binding)
{
    const struct key_binding *meant = help_meant(binding, app->filter.text);
    if (meant->action == ACTION_POINTER) {
        change_say(app, "The mouse does it: %s.", meant->help);
    } else if (key_action(input_context(app), meant->keys[0]) == meant->action) {
        app_update(app, (struct event){.kind = EVENT_KEY, .key = meant->keys[0]});
    } else {
        change_say(app, "%s works in: %s.", binding->name, key_context_titles[binding->context]);
    }
}

/* Do what the row in focus is about: press its key, go to its slider, open its figure. */
static void do_help_row(struct app *app)
{
    const struct help_rows rows = help_rows_of(input_context_below(app), app->filter.text);
    const int place = help_row_of_entry(&rows, app->overlay_row);
    const struct help_row row = place >= 0 ? rows.row[place] : (struct help_row){.title = NULL};
    app->overlay = OVERLAY_NONE;
    if (row.binding != NULL) {
        do_key(app, row.binding);
    } else if (row.parameter != NULL) {
        update_go_to_slider(app, row.parameter);
    } else if (row.metric != NULL) {
        update_explain_figure(app, explained_metric(row.metric->key));
    }
}

static void accept_choice(struct app *app)
{
    const struct chooser_rows rows = chooser_rows_of(app);
    if (app->overlay_row >= rows.count) {
        return;
    }
    const struct explained *row = &rows.row[app->overlay_row];
    app->overlay = OVERLAY_NONE;
    if (app->chooser == CHOOSER_PARAMETER) {
        sweep_choose_parameter(app, row->parameter);
    } else {
        sweep_choose_metric(app, app->chooser == CHOOSER_FIRST_METRIC ? SWEEP_FIRST : SWEEP_SECOND, row->metric);
    }
}

static void choose(struct app *app, const struct picker_row *row)
{
    if (row->run != NULL) {
        change_open_run(app, (struct found_run){row->profile, row->run});
    } else {
        change_choose(app, row->profile);
    }
}

static void accept(struct app *app)
{
    switch (app->overlay) {
    case OVERLAY_PICKER: {
        const struct picker_rows rows = picker_rows_of(app);
        if (app->overlay_row < rows.count) {
            app->overlay = OVERLAY_NONE;
            choose(app, &rows.row[app->overlay_row]);
        }
        break;
    }
    case OVERLAY_HELP:
        do_help_row(app);
        break;
    case OVERLAY_THEMES:
        app->overlay = OVERLAY_NONE;
        app->wants_theme_kept = true;
        break;
    case OVERLAY_CHOOSER:
        accept_choice(app);
        break;
    case OVERLAY_COMMAND_LINE:
    case OVERLAY_COMPARE:
    case OVERLAY_EXPLAIN:
    case OVERLAY_NONE:
        break;
    }
}

/* Letters filter; the list starts again at its first match. */
static void type_filter(struct app *app, int key)
{
    const int length = app->filter.length;
    if (key_context_is_text(input_context(app)) && text_field_key(&app->filter, key) && app->filter.length != length) {
        app->overlay_row = app->overlay == OVERLAY_HELP && app->filter.length == 0 ? -1 : 0;
    }
}

void update_overlay_key(struct app *app, int key)
{
    if (app->overlay == OVERLAY_EXPLAIN) {
        update_explain(app, key_action(CONTEXT_EXPLAIN, key));
        return;
    }
    if (app->overlay == OVERLAY_COMPARE) {
        update_compare(app, key_action(CONTEXT_COMPARE, key));
        return;
    }
    const enum action action = key_action(input_context(app), key);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
        select_row(app, app->overlay_row + action_steps_of(action).rows);
        break;
    case ACTION_NEXT_KIND:
        update_open_picker(app, picker_next_kind(app->picker_kind));
        break;
    case ACTION_ACCEPT:
        accept(app);
        break;
    case ACTION_ESCAPE:
        close_overlay(app);
        break;
    case ACTION_WRITE:
        update_open_prompt(app, PROMPT_WRITE);
        break;
    default:
        type_filter(app, key);
        break;
    }
}

static void press_picker(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const struct picker_place place = picker_place_for(&layout);
    const struct picker_rows rows = picker_rows_of(app);
    const int line = event->row - place.area.row - place.list_row;
    const int row = picker_scroll(app->overlay_row, rows.count, place.list_rows) + line;
    if (!rectangle_holds(place.area, event->row, event->column)) {
        close_overlay(app);
    } else if (line >= 0 && line < place.list_rows && row < rows.count) {
        const bool again = row == app->overlay_row;
        select_row(app, row);
        if (again) {
            accept(app);
        }
    }
}

static void press_help(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const struct help_rows rows = help_rows_of(input_context_below(app), app->filter.text);
    const struct help_place place = help_place_for(&layout, &rows, app->overlay_row);
    const int entry = help_entry_of_row(&rows, help_row_at(&place, event->row, event->column));
    if (!rectangle_holds(place.area, event->row, event->column)) {
        close_overlay(app);
    } else if (entry >= 0) {
        app->overlay_row = entry;
    }
}

static void press_themes(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const int count = catalogue_count(app->catalogue, PROFILE_THEME);
    const struct theme_place place = theme_place_for(&layout, count, app->overlay_row);
    const int line = event->row - place.area.row - place.list_row;
    if (!rectangle_holds(place.area, event->row, event->column)) {
        close_overlay(app);
    } else if (line >= 0 && line < place.list_rows) {
        select_row(app, place.scroll + line);
    }
}

static void press_chooser(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const struct chooser_place place = chooser_place_for(&layout, count_rows(app), app->overlay_row);
    const int line = event->row - place.area.row - place.list_row;
    const int row = place.scroll + line;
    if (!rectangle_holds(place.area, event->row, event->column)) {
        close_overlay(app);
    } else if (line >= 0 && line < place.list_rows && row < count_rows(app)) {
        const bool again = row == app->overlay_row;
        select_row(app, row);
        if (again) {
            accept(app);
        }
    }
}

void update_overlay_press(struct app *app, const struct event *event)
{
    switch (app->overlay) {
    case OVERLAY_PICKER:
        press_picker(app, event);
        break;
    case OVERLAY_HELP:
        press_help(app, event);
        break;
    case OVERLAY_THEMES:
        press_themes(app, event);
        break;
    case OVERLAY_CHOOSER:
        press_chooser(app, event);
        break;
    case OVERLAY_EXPLAIN:
        update_explain_press(app, event);
        break;
    case OVERLAY_COMPARE:
        update_compare_press(app, event);
        break;
    case OVERLAY_COMMAND_LINE:
    case OVERLAY_NONE:
        break;
    }
}

void update_overlay_wheel(struct app *app, int amount)
{
    if (app->overlay == OVERLAY_EXPLAIN) {
        update_explain(app, amount > 0 ? ACTION_UP : ACTION_DOWN);
        return;
    }
    if (app->overlay == OVERLAY_COMPARE) {
        update_compare(app, amount > 0 ? ACTION_UP : ACTION_DOWN);
        return;
    }
    select_row(app, app->overlay_row - amount);
}
