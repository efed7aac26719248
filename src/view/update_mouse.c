/* update_mouse.c: the mouse on the main screen. */
#include "view/change.h"
#include "view/headline.h"
#include "view/parts.h"
#include "view/slider.h"
#include "view/switches.h"
#include "view/tabs.h"
#include "view/title.h"
#include "view/update.h"
#include "view/value.h"
#include "view/within.h"

#include <stddef.h>

/* What lies under the pointer. */
struct hit {
    bool found;
    enum parameter_pane pane;
    int row;               /* place in the pane's rows */
    struct pane_row shown; /* what the row is */
    int column;            /* from the pane's left edge */
    struct row_columns columns;
};

static struct hit hit_row(const struct app *app, const struct layout *layout, int row, int column)
{
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        const struct rectangle area = layout->pane[pane];
        if (area.rows == 0 || column < area.column - 1 || column > area.column + area.columns) {
            continue;
        }
        const struct pane_rows rows = pane_rows_of(&app->now, (enum parameter_pane)pane, layout->size_class);
        for (int i = 0; i < rows.count; i++) {
            if (pane_row_on_screen(layout, (enum parameter_pane)pane, &rows, app->scroll[pane], i) == row) {
                return (struct hit){true,        (enum parameter_pane)pane, i,
                                    rows.row[i], column - area.column,      layout->row_columns[pane]};
            }
        }
    }
    return (struct hit){.found = false};
}

static bool has_track(const struct parameter *parameter)
{
    return parameter->kind == KIND_REAL || parameter->kind == KIND_INTEGER;
}

/* Move a slider to the cell under the pointer; the whole drag is one undo step. */
static void drag_to(struct app *app, const struct parameter *parameter, int cell, int width)
{
    const struct slider slider = slider_for(parameter, &app->now, width);
    const int under = within(cell, 0, width - 1);
    if (slider_cell(&slider, value_in_force(&app->now, parameter)) == under) {
        app->held = parameter;
        return;
    }
    const double value = slider_value(&slider, under);
    if (change_value(app, parameter, value, app->drag_changed ? UNDO_SAME : UNDO_NEW)) {
        app->drag_changed = true;
    }
}

static void press_switches(struct app *app, int column)
{
    enum { BOX = 6 };
    const struct switch_pair pair = switches_overlap(app);
    for (int i = 0; i < pair.count; i++) {
        if (column >= pair.box[i].column && column < pair.box[i].column + BOX) {
            (void)change_value(app, pair.box[i].parameter, switch_thrown(&pair.box[i]), UNDO_NEW);
        }
    }
}

/* "‹ bf16 ›": the left arrow goes back, the right one on. */
static void press_choice(struct app *app, const struct hit *hit)
{
    const struct parameter *parameter = hit->shown.parameter;
    const char *name = choice_name(parameter->choices, (int)parameter_get(parameter, &app->now));
    const int left = hit->columns.value_end - text_columns(name) - 2;
    if (hit->column == left || hit->column == left + 1) {
        update_step(app, parameter, STEP_FINE, -1);
    } else if (hit->column >= hit->columns.unit - 1 && hit->column <= hit->columns.unit) {
        update_step(app, parameter, STEP_FINE, 1);
    }
}

static void press_parameter(struct app *app, const struct hit *hit)
{
    const struct parameter *parameter = hit->shown.parameter;
    const struct row_columns *columns = &hit->columns;
    if (parameter->kind == KIND_CHOICE) {
        press_choice(app, hit);
    } else if (parameter->kind == KIND_SWITCH) {
        if (hit->column >= columns->text && hit->column < columns->text + 6) {
            update_toggle(app, parameter);
        }
    } else {
        const struct row_columns fitted = value_columns(&app->now, parameter, *columns);
        const int cell = hit->column - fitted.track;
        if (cell >= 0 && cell < fitted.track_width) {
            app->dragged = parameter;
            drag_to(app, parameter, cell, fitted.track_width);
        }
    }
}

static void press_row(struct app *app, const struct hit *hit)
{
    app->focus = (enum focus)hit->pane;
    update_focus_row(app, hit->pane, hit->row);
    switch (hit->shown.kind) {
    case ROW_PRESET:
        if (hit->column >= hit->columns.mark - 2) {
            update_open_picker(app, hit->pane == PANE_MODEL ? PROFILE_MODEL : PROFILE_CLUSTER);
        }
        break;
    case ROW_PARAMETER:
        press_parameter(app, hit);
        break;
    case ROW_OVERLAP:
        press_switches(app, hit->column - hit->columns.text);
        break;
    case ROW_REPLICAS:
    case ROW_MICRO_BATCHES:
    case ROW_KV_HEADS:
        break;
    }
}

static bool press_tab(struct app *app, const struct layout *layout, const struct event *event)
{
    if (layout->tabs.rows == 0 || event->row != layout->tabs.row) {
        return false;
    }
    for (int tab = 1; tab <= TAB_COUNT; tab++) {
        const struct tab_place place = tab_place_of(layout, tab);
        if (event->column >= place.column && event->column < place.column + place.columns) {
            update_open_tab(app, tab);
            return true;
        }
    }
    return false;
}

/* Whether an event is on the content of a tab. */
static bool is_over_tab(const struct app *app, const struct layout *layout, const struct event *event)
{
    const struct rectangle area = layout->tab;
    return app->result.valid && event->row >= area.row && event->row < area.row + area.rows;
}

static bool press_tab_content(struct app *app, const struct layout *layout, const struct event *event)
{
    app->tab_dragged = is_over_tab(app, layout, event) && tab_of(app)->press != NULL;
    if (app->tab_dragged) {
        tab_of(app)->press(app, layout, event);
    }
    return app->tab_dragged;
}

static bool press_part(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct part_rows rows = app_part_rows(app, layout->parts_capacity);
    const int count = part_rows_count(&rows);
    const bool airy = layout->parts_step > 1 && layout->parts_step * (count - 1) < layout->parts_capacity;
    const int part = (event->row - layout->parts_row) / (airy ? layout->parts_step : 1);
    if (layout->parts_row == 0 || event->row < layout->parts_row || part >= count) {
        return false;
    }
    const bool again = app->focus == FOCUS_STEP && app->part == part;
    app->focus = FOCUS_STEP;
    app->part = part;
    if (again) {
        update_open_explain(app);
    }
    return true;
}

/* The held slider's own row. */
static bool press_held(struct app *app, const struct layout *layout, const struct event *event)
{
    const int cell = event->column - layout->bar_column;
    if (layout->held.rows == 0 || event->row != layout->held.row || app->held == NULL || !has_track(app->held) ||
        cell < 0 || cell >= layout->bar_width) {
        return false;
    }
    app->dragged = app->held;
    drag_to(app, app->held, cell, layout->bar_width);
    return true;
}

static bool press_headline(struct app *app, const struct layout *layout, const struct event *event)
{
    if (layout->headline_row == 0 || event->row != layout->headline_row) {
        return false;
    }
    const struct explained figure = headline_figure_at(app, layout, event->column);
    if (explained_is_some(&figure)) {
        update_explain_figure(app, figure);
    }
    return true;
}

static void press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct hit hit = hit_row(app, layout, event->row, event->column);
    app->button_down = true;
    app->editing = false;
    change_hush(app);
    if (hit.found) {
        press_row(app, &hit);
    } else if (event->row == layout->title.row && event->column >= title_help_column(layout)) {
        update_open_help(app);
    } else if (!press_tab(app, layout, event) && !press_tab_content(app, layout, event) &&
               !press_held(app, layout, event) && !press_headline(app, layout, event)) {
        (void)press_part(app, layout, event);
    }
}

/* A drag goes on wherever the pointer is: only its column counts. */
static void drag(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct parameter *parameter = app->dragged;
    if (app->tab_dragged && app->result.valid && tab_of(app)->drag != NULL) {
        tab_of(app)->drag(app, layout, event);
        return;
    }
    if (parameter == NULL) {
        return;
    }
    if (layout->held.rows > 0) {
        drag_to(app, parameter, event->column - layout->bar_column, layout->bar_width);
        return;
    }
    const struct rectangle area = layout->pane[parameter->pane];
    const struct row_columns columns = value_columns(&app->now, parameter, layout->row_columns[parameter->pane]);
    drag_to(app, parameter, event->column - area.column - columns.track, columns.track_width);
}

static void wheel(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct hit hit = hit_row(app, layout, event->row, event->column);
    if (hit.found && hit.shown.parameter != NULL && !app->editing) {
        app->focus = (enum focus)hit.pane;
        update_focus_row(app, hit.pane, hit.row);
        change_hush(app);
        update_step(app, hit.shown.parameter, event->shift ? STEP_COARSE : STEP_FINE, event->amount);
    } else if (!hit.found && is_over_tab(app, layout, event) && tab_of(app)->wheel != NULL) {
        app->focus = FOCUS_TAB;
        change_hush(app);
        tab_of(app)->wheel(app, layout, event);
    }
}

void update_mouse(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    if (layout.size_class == SIZE_TOO_SMALL) {
        return;
    }
    switch (event->kind) {
    case EVENT_PRESS:
        press(app, &layout, event);
        break;
    case EVENT_DRAG:
        drag(app, &layout, event);
        break;
    case EVENT_WHEEL:
        wheel(app, &layout, event);
        break;
    default:
        break;
    }
}
