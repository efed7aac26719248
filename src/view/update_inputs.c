/* update_inputs.c: keys on a parameter row, and a value being typed. */
#include "view/change.h"
#include "view/parts.h"
#include "view/slider.h"
#include "view/switches.h"
#include "view/update.h"
#include "view/value.h"
#include "view/within.h"

#include <string.h>

enum { NAME_COLUMNS = 22 };

static bool in_pane(const struct app *app)
{
    return (int)app->focus < (int)PANE_COUNT;
}

/* Rows of the pane in focus, at the present size. */
static struct pane_rows rows_in_focus(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return pane_rows_of(&app->now, in_pane(app) ? (enum parameter_pane)app->focus : PANE_MODEL, layout.size_class);
}

struct pane_row update_focused_row(const struct app *app)
{
    const struct pane_rows rows = rows_in_focus(app);
    const int row = in_pane(app) ? app->row[app->focus] : rows.count;
    return row < rows.count ? rows.row[row] : (struct pane_row){ROW_REPLICAS, NULL};
}

void update_focus_row(struct app *app, enum parameter_pane pane, int row)
{
    const struct layout layout = app_pane_layout(app, pane);
    const struct pane_rows rows = pane_rows_of(&app->now, pane, layout.size_class);
    const struct pane_view view = pane_view_of(&layout, pane, &rows);
    row = within(row, 0, rows.count - 1);
    app->row[pane] = row;
    const int place = row - rows.head;
    const int most = rows.count - rows.head - view.capacity;
    if (place >= 0 && place < app->scroll[pane]) {
        app->scroll[pane] = place;
    } else if (place >= app->scroll[pane] + view.capacity) {
        app->scroll[pane] = place - view.capacity + 1;
    }
    app->scroll[pane] = within(app->scroll[pane], 0, most);
}

bool update_focus_parameter(struct app *app, const struct parameter *parameter)
{
    const struct layout layout = app_pane_layout(app, parameter->pane);
    const struct pane_rows rows = pane_rows_of(&app->now, parameter->pane, layout.size_class);
    const int row = pane_rows_find(&rows, parameter);
    if (row >= 0) {
        app->focus = (enum focus)parameter->pane;
        update_focus_row(app, parameter->pane, row);
    }
    return row >= 0;
}

void update_step(struct app *app, const struct parameter *parameter, enum step_size size, int steps)
{
    const double value = value_in_force(&app->now, parameter);
    const double next = size == STEP_FINE ? parameter_step_fine(parameter, &app->now, value, steps)
                                          : parameter_step_coarse(parameter, &app->now, value, steps);
    if (next == value) {
        app->held = parameter;
        return;
    }
    (void)change_value(app, parameter, next, UNDO_NEW);
}

void update_toggle(struct app *app, const struct parameter *parameter)
{
    const double value = parameter_get(parameter, &app->now);
    if (parameter->kind == KIND_SWITCH) {
        (void)change_value(app, parameter, value != 0.0 ? 0.0 : 1.0, UNDO_NEW);
    } else if (parameter->kind == KIND_CHOICE) {
        const int next = ((int)value + 1) % parameter->choices->count;
        (void)change_value(app, parameter, next, UNDO_NEW);
    } else {
        change_say(app, "%s has no choices: Enter types a value.", value_name(&app->now, parameter, NAME_COLUMNS));
    }
}

/* The overlap row counts through the states of its switches, DP first. */
static void step_overlap(struct app *app, int steps)
{
    const struct switch_pair pair = switches_overlap(app);
    const int states = 1 << pair.count;
    int state = 0;
    for (int i = 0; i < pair.count; i++) {
        state |= pair.box[i].on ? 1 << i : 0;
    }
    state = (state + steps + states) % states;
    enum undo_step undo = UNDO_NEW;
    for (int i = 0; i < pair.count; i++) {
        const bool wanted = (state >> i & 1) != 0;
        if (wanted != pair.box[i].on && change_value(app, pair.box[i].parameter, switch_thrown(&pair.box[i]), undo)) {
            undo = UNDO_SAME;
        }
    }
}

static void to_end(struct app *app, const struct parameter *parameter, enum action action)
{
    const struct slider slider = slider_for(parameter, &app->now, 1);
    double value = action == ACTION_LEAST ? slider_least(&slider) : slider_most(&slider);
    if (parameter->kind == KIND_CHOICE || parameter->kind == KIND_SWITCH) {
        const int last = parameter->kind == KIND_SWITCH ? 1 : parameter->choices->count - 1;
        value = action == ACTION_LEAST ? 0.0 : last;
    }
    (void)change_value(app, parameter, value, UNDO_NEW);
}

static void start_typing(struct app *app)
{
    app->editing = true;
    app->field = (struct text_field){.length = 0};
}

/* The presets that a pane is made of. */
static void open_pane_picker(struct app *app)
{
    static const enum profile_kind kinds[PANE_COUNT] = {PROFILE_MODEL, PROFILE_CLUSTER, PROFILE_SCENARIO};
    update_open_picker(app, kinds[app->focus]);
}

/* Steps of an action: -1 or +1, 0 if it is none. */
static int steps_of(enum action action)
{
    switch (action) {
    case ACTION_FINE_MINUS:
    case ACTION_COARSE_MINUS:
        return -1;
    case ACTION_FINE_PLUS:
    case ACTION_COARSE_PLUS:
        return 1;
    default:
        return 0;
    }
}

static void reset_row(struct app *app, const struct pane_row *row)
{
    const int before = app->history.at;
    change_reset(app, row->parameter);
    if (row->kind == ROW_OVERLAP) {
        const struct switch_pair pair = switches_overlap(app);
        for (int i = 1; i < pair.count; i++) {
            change_reset(app, pair.box[i].parameter);
        }
    }
    if (app->history.at == before) {
        change_say(app, "Nothing to reset: %s is the preset's.", value_name(&app->now, row->parameter, NAME_COLUMNS));
    }
}

/* Actions that change the value in focus. */
static void update_value(struct app *app, enum action action, const struct pane_row *row)
{
    const int steps = steps_of(action);
    if (row->kind == ROW_OVERLAP && (steps != 0 || action == ACTION_TOGGLE)) {
        step_overlap(app, steps != 0 ? steps : 1);
        return;
    }
    if (row->parameter == NULL) {
        return;
    }
    switch (action) {
    case ACTION_FINE_MINUS:
    case ACTION_FINE_PLUS:
        update_step(app, row->parameter, STEP_FINE, steps);
        break;
    case ACTION_COARSE_MINUS:
    case ACTION_COARSE_PLUS:
        update_step(app, row->parameter, STEP_COARSE, steps);
        break;
    case ACTION_LEAST:
    case ACTION_MOST:
        to_end(app, row->parameter, action);
        break;
    case ACTION_TOGGLE:
        update_toggle(app, row->parameter);
        break;
    case ACTION_RESET:
        reset_row(app, row);
        break;
    default:
        break;
    }
}

void update_inputs(struct app *app, enum action action)
{
    if (!in_pane(app)) {
        return;
    }
    const enum parameter_pane pane = (enum parameter_pane)app->focus;
    const struct pane_row row = update_focused_row(app);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        update_focus_row(app, pane, app->row[pane] + action_steps_of(action).rows);
        break;
    case ACTION_TYPE:
        start_typing(app);
        break;
    case ACTION_PICKER:
        open_pane_picker(app);
        break;
    case ACTION_RESET_PANE:
        change_reset_pane(app, pane);
        break;
    default:
        update_value(app, action, &row);
        break;
    }
    if (in_pane(app)) {
        update_focus_row(app, pane, app->row[pane]);
    }
}

/* What was typed is taken, or refused aloud and left for correction; nothing, or blanks alone, leave the value. */
static void accept_field(struct app *app)
{
    const struct pane_row row = update_focused_row(app);
    if (row.parameter == NULL || app->field.text[strspn(app->field.text, " ")] == '\0') {
        app->editing = false;
        return;
    }
    const struct quantity read = value_read(&app->now, row.parameter, app->field.text);
    if (!read.valid) {
        change_complain(app, "%s", read.message);
        return;
    }
    app->editing = false;
    (void)change_value(app, row.parameter, read.value, UNDO_NEW);
}

void update_edit(struct app *app, int key)
{
    const enum action action = key_action(CONTEXT_EDIT, key);
    change_hush(app);
    if (action == ACTION_ACCEPT) {
        accept_field(app);
    } else if (action == ACTION_ESCAPE) {
        app->editing = false;
    } else {
        (void)text_field_key(&app->field, key);
    }
}

static struct part_rows parts_shown(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return app_part_rows(app, layout.parts_capacity);
}

struct focused_part update_focused_part(const struct app *app)
{
    const struct part_rows rows = parts_shown(app);
    if (app->focus != FOCUS_STEP || app->part >= rows.count) {
        return (struct focused_part){.found = false};
    }
    return (struct focused_part){true, rows.part[app->part]};
}

void update_step_pane(struct app *app, enum action action)
{
    const struct focused_part focused = update_focused_part(app);
    const struct part_rows rows = parts_shown(app);
    const int last = part_rows_count(&rows) - 1;
    app->part = within(app->part + action_steps_of(action).rows, 0, last);
    if (action == ACTION_ACCEPT && focused.found) {
        (void)update_focus_parameter(app, part_slider(focused.part, &app->now));
    }
}
