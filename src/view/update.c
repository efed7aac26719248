/* update.c: an event happens: to an overlay, to a field, to the pane in focus, or everywhere. */
#include "view/update.h"

#include "view/change.h"
#include "view/input_context.h"
#include "view/tabs.h"
#include "view/unused_key.h"

static void pin_baseline(struct app *app, const struct scenario *scenario)
{
    change_baseline(app, scenario, &app->preset);
    change_say(app, "This state is the baseline: ticks and ratios compare with it. b unpins it.");
}

/* In a table the row in focus is pinned, elsewhere the present state. */
static void toggle_baseline(struct app *app)
{
    const struct tab *tab = tab_of(app);
    const struct tab_scenario selected =
        app->focus == FOCUS_TAB && tab->selected != NULL ? tab->selected(app) : (struct tab_scenario){.found = false};
    if (app->has_baseline) {
        change_baseline(app, NULL, NULL);
        change_say(app, "The baseline is unpinned.");
    } else if (selected.found) {
        pin_baseline(app, &selected.scenario);
    } else if (app->invalid || !app->result.valid) {
        change_complain(app, "An invalid state cannot be the baseline.");
    } else {
        pin_baseline(app, &app->now);
    }
}

void update_open_tab(struct app *app, int tab)
{
    app->tab = (enum tab_number)tab;
    app->focus = FOCUS_TAB;
    if (tab_of(app)->refresh != NULL) {
        tab_of(app)->refresh(app);
    }
}

static void move_focus(struct app *app, int by)
{
    app->focus = (enum focus)(((int)app->focus + by + FOCUS_COUNT) % FOCUS_COUNT);
}

static void move_held(struct app *app, int by)
{
    if (app->held == NULL) {
        change_say(app, "No slider is held: move one first.");
        return;
    }
    update_step(app, app->held, STEP_FINE, by);
}

/* A row in focus stays in sight when the screen changes its size, or a pane does. */
static void show_rows_in_focus(struct app *app)
{
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        app->scroll[pane] = 0; /* a size does not remember the last one */
        update_focus_row(app, (enum parameter_pane)pane, app->row[pane]);
    }
}

static void maximise(struct app *app, bool maximised)
{
    app->maximised = maximised;
    show_rows_in_focus(app);
}

/* The projector always holds a slider. */
static void toggle_projector(struct app *app)
{
    app->projector = !app->projector;
    if (app->projector && app->held == NULL) {
        update_hold_next(app);
    }
    if (app->focus == FOCUS_TAB && app->projector) {
        app->focus = app->held != NULL ? (enum focus)app->held->pane : FOCUS_TOPOLOGY;
    }
}

static void escape(struct app *app)
{
    if (app->maximised) {
        maximise(app, false);
        return;
    }
    if (app_projects(app)) {
        toggle_projector(app);
        return;
    }
    if (app->focus == FOCUS_TAB || app->focus == FOCUS_STEP) {
        app->focus = app->held != NULL ? (enum focus)app->held->pane : FOCUS_TOPOLOGY;
    }
}

static void toggle_maximised(struct app *app)
{
    if (app->projector) {
        change_say(app, "The projector is alone on the screen already: P leaves it.");
        return;
    }
    if (app_layout(app).size_class <= SIZE_SINGLE && !app->maximised) {
        change_say(app, "On a screen this small each pane is alone already.");
        return;
    }
    maximise(app, !app->maximised);
}

static void toggle_frozen_axes(struct app *app)
{
    app->axis.frozen = !app->axis.frozen;
    app->axis = axis_forget(app->axis);
    change_say(app, app->axis.frozen ? "The axes are frozen; a frees them." : "The axes follow the figures again.");
    change_price(app);
}

static void toggle_assumptions(struct app *app)
{
    app->show_assumptions = !app->show_assumptions;
    change_say(app, app->show_assumptions ? "Assumptions are marked ~." : "The marks of assumptions are hidden.");
}

static void toggle_mouse(struct app *app)
{
    app->mouse_on = !app->mouse_on;
    app->wants_mouse_change = true;
    change_say(app, app->mouse_on ? "The mouse moves sliders again."
                                  : "The mouse is the terminal's: it selects text. V takes it back.");
}

static void focus_next(struct app *app)
{
    move_focus(app, 1);
}

static void focus_previous(struct app *app)
{
    move_focus(app, -1);
}

static void lower_held(struct app *app)
{
    move_held(app, -1);
}

static void raise_held(struct app *app)
{
    move_held(app, 1);
}

static void open_published(struct app *app)
{
    update_open_picker(app, PROFILE_MEASUREMENT);
}

static void ask_what_was_measured(struct app *app)
{
    update_open_prompt(app, PROMPT_MEASURED);
}

static void ask_where_to_save(struct app *app)
{
    update_open_prompt(app, PROMPT_SAVE);
}

static void ask_where_to_write(struct app *app)
{
    update_open_prompt(app, PROMPT_WRITE);
}

static void ask_what_to_open(struct app *app)
{
    update_open_prompt(app, PROMPT_OPEN);
}

static void ask_what_to_import(struct app *app)
{
    update_open_prompt(app, PROMPT_IMPORT);
}

static void request_redraw(struct app *app)
{
    app->wants_redraw = true;
}

static void request_suspend(struct app *app)
{
    app->wants_suspend = true;
}

/* What works everywhere; the key of a tab says which one, and so is no row here. */
static void (*const everywhere[ACTION_COUNT])(struct app *app) = {
    [ACTION_NEXT_PANE] = focus_next,
    [ACTION_PREVIOUS_PANE] = focus_previous,
    [ACTION_ESCAPE] = escape,
    [ACTION_UNDO] = change_undo,
    [ACTION_REDO] = change_redo,
    [ACTION_MODE] = change_mode,
    [ACTION_BASELINE] = toggle_baseline,
    [ACTION_SWAP] = change_swap,
    [ACTION_HELD_MINUS] = lower_held,
    [ACTION_HELD_PLUS] = raise_held,
    [ACTION_SAVE] = ask_where_to_save,
    [ACTION_WRITE] = ask_where_to_write,
    [ACTION_OPEN] = ask_what_to_open,
    [ACTION_IMPORT] = ask_what_to_import,
    [ACTION_HELP] = update_open_help,
    [ACTION_EXPLAIN] = update_open_explain,
    [ACTION_COMPARE] = update_open_compare,
    [ACTION_COMMAND_LINE] = update_open_command_line,
    [ACTION_PUBLISHED] = open_published,
    [ACTION_MEASURED] = ask_what_was_measured,
    [ACTION_THEMES] = update_open_themes,
    [ACTION_FREEZE_AXES] = toggle_frozen_axes,
    [ACTION_MAXIMISE] = toggle_maximised,
    [ACTION_PROJECTOR] = toggle_projector,
    [ACTION_ASSUMPTIONS] = toggle_assumptions,
    [ACTION_MOUSE] = toggle_mouse,
    [ACTION_NOTES] = change_say_note,
    [ACTION_QUIT] = update_quit,
    [ACTION_REDRAW] = request_redraw,
    [ACTION_SUSPEND] = request_suspend,
};

void update_action(struct app *app, enum action action, int key)
{
    if (action == ACTION_TAB) {
        update_open_tab(app, key >= '1' && key < '1' + TAB_COUNT ? key - '0' : (int)app->tab);
    } else if (everywhere[action] != NULL) {
        everywhere[action](app);
    }
}

/* Rows that stay where the focus was, though others come and go with the mode. */
static void keep_rows(struct app *app, const struct scenario *before)
{
    for (int i = 0; i < PANE_COUNT; i++) {
        const enum parameter_pane pane = (enum parameter_pane)i;
        const struct layout layout = app_pane_layout(app, pane);
        const struct pane_rows rows = pane_rows_of(before, pane, layout.size_class);
        const struct pane_rows rows_now = pane_rows_of(&app->now, pane, layout.size_class);
        const int row = app->row[pane];
        const int same = row < rows.count ? pane_rows_find(&rows_now, rows.row[row].parameter) : -1;
        update_focus_row(app, pane, same >= 0 ? same : row);
    }
}

static void update_key_below(struct app *app, int key);

static void update_key(struct app *app, int key)
{
    const struct scenario before = app->now;
    update_key_below(app, key);
    if (app->now.mode != before.mode) {
        keep_rows(app, &before);
    }
}

/* A key that does nothing says so: who is left without an answer presses it again. */
static void say_unused(struct app *app, enum key_context context, int key)
{
    char text[MESSAGE_LENGTH];
    unused_key_say(context, key, text, sizeof text);
    change_say(app, "%s", text);
}

static void update_key_below(struct app *app, int key)
{
    const enum key_context context = input_context(app);
    if (app->prompt.kind != PROMPT_NONE) {
        update_prompt(app, key);
        return;
    }
    if (app->overlay != OVERLAY_NONE) {
        update_overlay_key(app, key);
        return;
    }
    if (context == CONTEXT_EDIT) {
        update_edit(app, key);
        return;
    }
    const enum action action = key_action(context, key);
    change_hush(app);
    if (action == ACTION_NONE) {
        say_unused(app, context, key);
        return;
    }
    update_action(app, action, key);
    if (context == CONTEXT_PROJECTOR) {
        update_projector(app, action);
    } else if (key_context_within(context, CONTEXT_PANE)) {
        update_inputs(app, action);
    } else if (key_context_within(context, CONTEXT_STEP)) {
        update_step_pane(app, action);
    } else if (key_context_within(context, CONTEXT_TAB) && tab_of(app)->update != NULL) {
        tab_of(app)->update(app, action);
    }
}

static void update_pointer(struct app *app, const struct event *event)
{
    const bool over = app->overlay != OVERLAY_NONE;
    if (event->kind == EVENT_RELEASE) {
        app->button_down = false;
        app->dragged = NULL;
        app->tab_dragged = false;
        app->drag_changed = false;
        change_price(app); /* the axis may shrink now */
    } else if (app->prompt.kind != PROMPT_NONE) {
        if (event->kind == EVENT_PRESS) {
            update_prompt_press(app);
        }
    } else if (over && event->kind == EVENT_PRESS) {
        update_overlay_press(app, event);
    } else if (over && event->kind == EVENT_WHEEL) {
        update_overlay_wheel(app, event->amount);
    } else if (!over) {
        update_mouse(app, event);
    }
}

static void update_size(struct app *app, const struct event *event)
{
    app->rows = event->rows;
    app->columns = event->columns;
    show_rows_in_focus(app);
    update_overlay_size(app);
}

void app_update(struct app *app, struct event event)
{
    switch (event.kind) {
    case EVENT_KEY:
        update_key(app, event.key);
        break;
    case EVENT_PRESS:
    case EVENT_DRAG:
    case EVENT_RELEASE:
    case EVENT_WHEEL:
        update_pointer(app, &event);
        break;
    case EVENT_RESIZE:
        update_size(app, &event);
        break;
    case EVENT_PAUSE:
        if (app_is_busy(app)) {
            tab_of(app)->pause(app);
        }
        break;
    case EVENT_TICK:
        if (app_interval(app) > 0) {
            tab_of(app)->tick(app);
        }
        break;
    case EVENT_NONE:
        break;
    }
}
