/* overlays.c: the table of overlays, and what a row of each list does. */
#include "view/overlays.h"

#include "view/change.h"
#include "view/command_view.h"
#include "view/draw.h"
#include "view/help.h"
#include "view/input_context.h"
#include "view/picker.h"
#include "view/theme_list.h"
#include "view/update.h"

/* The row of a list that shows `count` of them from `scroll` on. */
static struct overlay_hit hit_of(struct rectangle area, const struct event *event, int first_row, int rows, int scroll,
                                 int count)
{
    const int line = event->row - area.row - first_row;
    const bool on_row = line >= 0 && line < rows && scroll + line < count;
    return (struct overlay_hit){.outside = !rectangle_holds(area, event->row, event->column),
                                .row = on_row ? scroll + line : -1};
}

/* ---- Presets */

static int picker_rows(const struct app *app)
{
    return picker_rows_of(app).count;
}

static void picker_accept(struct app *app)
{
    const struct picker_rows rows = picker_rows_of(app);
    if (app->overlay_row >= rows.count) {
        return;
    }
    const struct picker_row row = rows.row[app->overlay_row];
    app->overlay = OVERLAY_NONE;
    if (row.run != NULL) {
        change_open_run(app, (struct found_run){row.profile, row.run});
    } else {
        change_choose(app, row.profile);
    }
}

static struct overlay_hit picker_hit(const struct app *app, const struct layout *layout, const struct event *event)
{
    const struct picker_place place = picker_place_for(layout);
    const int count = picker_rows(app);
    return hit_of(place.area, event, place.list_row, place.list_rows,
                  picker_scroll(app->overlay_row, count, place.list_rows), count);
}

/* ---- Help */

static struct help_rows help_rows_now(const struct app *app)
{
    return help_rows_of(input_context_below(app), app->filter.text);
}

static int help_entries(const struct app *app)
{
    return help_rows_now(app).entries;
}

/* Press a key where it works; else say where it does. */
static void press_key(struct app *app, const struct key_binding *binding)
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
static void help_accept(struct app *app)
{
    const struct help_rows rows = help_rows_now(app);
    const int place = help_row_of_entry(&rows, app->overlay_row);
    const struct help_row row = place >= 0 ? rows.row[place] : (struct help_row){.title = NULL};
    app->overlay = OVERLAY_NONE;
    if (row.binding != NULL) {
        press_key(app, row.binding);
    } else if (row.parameter != NULL) {
        update_go_to_slider(app, row.parameter);
    } else if (row.metric != NULL) {
        update_explain_figure(app, explained_metric(row.metric->key));
    }
}

static struct overlay_hit help_hit(const struct app *app, const struct layout *layout, const struct event *event)
{
    const struct help_rows rows = help_rows_now(app);
    const struct help_place place = help_place_for(layout, &rows, app->overlay_row);
    return (struct overlay_hit){
        .outside = !rectangle_holds(place.area, event->row, event->column),
        .row = help_entry_of_row(&rows, help_row_at(&place, event->row, event->column)),
    };
}

/* ---- Themes */

static int theme_count(const struct app *app)
{
    return catalogue_count(app->catalogue, PROFILE_THEME);
}

static void theme_try(struct app *app)
{
    app->theme = &catalogue_at(app->catalogue, PROFILE_THEME, app->overlay_row)->theme;
}

static void theme_keep(struct app *app)
{
    app->overlay = OVERLAY_NONE;
    app->wants_theme_kept = true;
}

static void theme_restore(struct app *app)
{
    app->theme = app->theme_before;
}

static struct overlay_hit theme_hit(const struct app *app, const struct layout *layout, const struct event *event)
{
    const struct theme_place place = theme_place_for(layout, theme_count(app), app->overlay_row);
    return hit_of(place.area, event, place.list_row, place.list_rows, place.scroll, theme_count(app));
}

/* ---- Parameters and figures of the Sweep tab */

static int chooser_rows(const struct app *app)
{
    return chooser_rows_of(app).count;
}

static void chooser_accept(struct app *app)
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

static struct overlay_hit chooser_hit(const struct app *app, const struct layout *layout, const struct event *event)
{
    const int count = chooser_rows(app);
    const struct chooser_place place = chooser_place_for(layout, count, app->overlay_row);
    return hit_of(place.area, event, place.list_row, place.list_rows, place.scroll, count);
}

/* ---- The command line */

static int command_rows(const struct app *app)
{
    return command_view_of(app, app->columns).count;
}

static void command_leave(struct app *app)
{
    app->wants_mouse_change = true;
}

/* ---- The table */

/* clang-format off */
const struct overlay_look overlay_looks[OVERLAY_COUNT] = {
    [OVERLAY_PICKER] = {
        .context = CONTEXT_PICKER,
        .dims_screen = true,
        .draw = draw_picker,
        .rows = picker_rows,
        .accept = picker_accept,
        .hit = picker_hit,
    },
    [OVERLAY_HELP] = {
        .context = CONTEXT_HELP,
        .dims_screen = true,
        .begins_at_none = true,
        .draw = draw_help,
        .rows = help_entries,
        .accept = help_accept,
        .hit = help_hit,
    },
    [OVERLAY_THEMES] = {
        .context = CONTEXT_THEMES,
        .draw = draw_themes,
        .rows = theme_count,
        .selected = theme_try,
        .accept = theme_keep,
        .leave = theme_restore,
        .hit = theme_hit,
    },
    [OVERLAY_CHOOSER] = {
        .context = CONTEXT_CHOOSER,
        .dims_screen = true,
        .draw = draw_chooser,
        .rows = chooser_rows,
        .accept = chooser_accept,
        .hit = chooser_hit,
    },
    [OVERLAY_COMMAND_LINE] = {
        .context = CONTEXT_COMMAND_LINE,
        .yields_mouse = true,
        .draw = draw_command_line,
        .rows = command_rows,
        .leave = command_leave,
    },
    [OVERLAY_EXPLAIN] = {
        .context = CONTEXT_EXPLAIN,
        .dims_screen = true,
        .describes = true,
        .draw = draw_explain,
        .update = update_explain,
        .press = update_explain_press,
    },
    [OVERLAY_COMPARE] = {
        .context = CONTEXT_COMPARE,
        .draw = draw_compare,
        .update = update_compare,
        .press = update_compare_press,
    },
};
/* clang-format on */

const struct overlay_look *overlay_of(const struct app *app)
{
    return &overlay_looks[app->overlay];
}
