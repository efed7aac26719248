/* update_overlay.c: opening what lies over the screen, and the keys and the mouse there. */
#include "view/change.h"
#include "view/key_names.h"
#include "view/overlays.h"
#include "view/picker.h"
#include "view/update.h"
#include "view/within.h"

#include <string.h>

/* ---- Opening */

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

/* ---- In a list */

static void select_row(struct app *app, int row)
{
    const struct overlay_look *look = overlay_of(app);
    const int count = look->rows(app);
    app->overlay_row = within(row, 0, count - 1);
    if (look->selected != NULL && count > 0) {
        look->selected(app);
    }
}

static void accept(struct app *app)
{
    if (overlay_of(app)->accept != NULL) {
        overlay_of(app)->accept(app);
    }
}

static void leave(struct app *app)
{
    if (overlay_of(app)->leave != NULL) {
        overlay_of(app)->leave(app);
    }
    app->overlay = OVERLAY_NONE;
}

/* Letters filter; the list starts again at its first match. */
static void type_filter(struct app *app, int key)
{
    const struct overlay_look *look = overlay_of(app);
    const int length = app->filter.length;
    if (key_context_is_text(look->context) && text_field_key(&app->filter, key) && app->filter.length != length) {
        app->overlay_row = look->begins_at_none && app->filter.length == 0 ? -1 : 0;
    }
}

/* What matches nothing here may be of another kind, where the filter then stays. */
static void next_kind(struct app *app)
{
    const enum profile_kind kind = picker_kind_with_match(app);
    const struct text_field filter = app->filter;
    if (kind == app->picker_kind || overlay_of(app)->rows(app) > 0) {
        update_open_picker(app, picker_next_kind(app->picker_kind));
        return;
    }
    update_open_picker(app, kind);
    app->filter = filter;
    app->overlay_row = 0;
}

static void update_list(struct app *app, int key)
{
    const enum action action = key_action(overlay_of(app)->context, key);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
        select_row(app, app->overlay_row + action_steps_of(action).rows);
        break;
    case ACTION_NEXT_KIND:
        next_kind(app);
        break;
    case ACTION_ACCEPT:
        accept(app);
        break;
    case ACTION_ESCAPE:
        leave(app);
        break;
    case ACTION_WRITE:
        update_open_prompt(app, PROMPT_WRITE);
        break;
    default:
        type_filter(app, key);
        break;
    }
}

/* A click puts a row in focus, the second one takes it; one beside the panel leaves it. */
static void press_list(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const struct overlay_hit hit = overlay_of(app)->hit(app, &layout, event);
    if (hit.outside) {
        leave(app);
    } else if (hit.row >= 0 && hit.row == app->overlay_row) {
        accept(app);
    } else if (hit.row >= 0) {
        select_row(app, hit.row);
    }
}

/* ---- Events */

/* A key that does nothing here: whether it would, where no overlay is. */
static void say_unused(struct app *app, int key)
{
    char name[KEY_NAME_TEXT];
    if (key_action(CONTEXT_EVERYWHERE, key) != ACTION_NONE) {
        change_say(app, "Esc first: that key works when this is closed.");
        return;
    }
    key_name_print(key, name, sizeof name);
    change_say(app, "%s does nothing here: Esc closes this.", name);
}

void update_overlay_key(struct app *app, int key)
{
    const struct overlay_look *look = overlay_of(app);
    change_hush(app);
    if (!key_context_is_text(look->context) && key_action(look->context, key) == ACTION_NONE) {
        say_unused(app, key);
        return;
    }
    if (look->update != NULL) {
        look->update(app, key_action(look->context, key));
    } else {
        update_list(app, key);
    }
}

void update_overlay_press(struct app *app, const struct event *event)
{
    const struct overlay_look *look = overlay_of(app);
    if (look->press != NULL) {
        look->press(app, event);
    } else if (look->hit != NULL) {
        press_list(app, event);
    }
}

void update_overlay_size(struct app *app)
{
    const struct overlay_look *look = overlay_of(app);
    if (look->rows != NULL && app->overlay_row > 0) {
        app->overlay_row = within(app->overlay_row, 0, look->rows(app) - 1);
    }
}

void update_overlay_wheel(struct app *app, int amount)
{
    const struct overlay_look *look = overlay_of(app);
    if (look->update != NULL) {
        look->update(app, amount > 0 ? ACTION_UP : ACTION_DOWN);
    } else {
        select_row(app, app->overlay_row - amount);
    }
}
