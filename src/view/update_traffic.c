/* update_traffic.c: keys and mouse on the Traffic tab. */
#include "core/metrics.h"
#include "view/change.h"
#include "view/tabs.h"
#include "view/traffic_place.h"
#include "view/update.h"
#include "view/value.h"
#include "view/within.h"

#include <stdio.h>

static struct traffic_rows rows_now(const struct app *app)
{
    return traffic_rows_of(&app->now, &app->result, (enum traffic_column)app->traffic.sorted);
}

void traffic_start(struct app *app)
{
    app->traffic = (struct traffic_view){.column = TRAFFIC_EXPOSED, .sorted = TRAFFIC_EXPOSED};
}

/* Rows come and go with the strategy. */
void traffic_refresh(struct app *app)
{
    const struct traffic_rows rows = rows_now(app);
    app->traffic.row = within(app->traffic.row, 0, rows.count - 1);
    app->traffic.charts = traffic_charts_of(&rows, &app->now, &app->result);
}

static void move_column(struct app *app, int by)
{
    const struct layout layout = app_layout(app);
    const struct traffic_place place = traffic_place_for(&layout, rows_now(app).count, app->traffic.row);
    app->traffic.column = table_column_beside(&place.shape, app->traffic.column, by);
}

/* Sort; the focus stays on its communication. */
static void sort_by(struct app *app, int column)
{
    const struct traffic_rows before = rows_now(app);
    app->traffic.column = app->traffic.sorted = column;
    const struct traffic_rows after = rows_now(app);
    for (int i = 0; app->traffic.row < before.count && i < after.count; i++) {
        if (after.row[i].part == before.row[app->traffic.row].part) {
            app->traffic.row = i;
            return;
        }
    }
}

/* The order may be the same as before: it is said. */
static void say_sorted(struct app *app)
{
    const enum traffic_column column = (enum traffic_column)app->traffic.sorted;
    const bool is_words = column == TRAFFIC_OPERATION || column == TRAFFIC_ALGORITHM || column == TRAFFIC_LINK;
    change_say(app, "Sorted by %s%s.", traffic_columns[column].title, is_words ? "" : ", the most first");
}

void traffic_update(struct app *app, enum action action)
{
    const struct traffic_rows rows = rows_now(app);
    struct traffic_view *view = &app->traffic;
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        view->row = within(view->row + action_steps_of(action).rows, 0, rows.count - 1);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_column(app, action_steps_of(action).columns);
        break;
    case ACTION_SORT:
        sort_by(app, view->column);
        say_sorted(app);
        break;
    case ACTION_ACCEPT:
        if (view->row < rows.count) {
            (void)update_focus_parameter(app, parameter_find(rows.row[view->row].slider));
        }
        break;
    default:
        break;
    }
}

void traffic_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct traffic_place place = traffic_place_for(layout, rows_now(app).count, app->traffic.row);
    const int column = table_column_at(&place.shape, event->column);
    const int line = event->row - place.list_row;
    app->focus = FOCUS_TAB;
    if (event->row == layout->tab.row && column >= 0) {
        sort_by(app, column);
    } else if (line >= 0 && line < place.list_rows) {
        const bool again = app->traffic.row == place.scroll + line && column == app->traffic.column;
        app->traffic.row = place.scroll + line;
        app->traffic.column = column >= 0 ? column : app->traffic.column;
        if (again) {
            update_open_explain(app);
        }
    }
}

struct explained traffic_explain(const struct app *app)
{
    const struct traffic_rows rows = rows_now(app);
    if (app->traffic.row >= rows.count) {
        return explained_metric("step.time");
    }
    return (struct explained){
        .metric = traffic_metric(&rows.row[app->traffic.row], (enum traffic_column)app->traffic.column)};
}

struct tab_words traffic_describe(const struct app *app)
{
    const struct traffic_rows rows = rows_now(app);
    struct tab_words words = {.name = ""};
    if (app->traffic.row >= rows.count) {
        return words;
    }
    const struct traffic_row *row = &rows.row[app->traffic.row];
    const struct parameter *slider = parameter_find(row->slider);
    (void)snprintf(words.name, sizeof words.name, "%s %s", step_parts[row->part].name, row->operation);
    (void)snprintf(words.text, sizeof words.text, "%s · Enter goes to %s", row->cause,
                   value_name(&app->now, slider, TAB_NAME));
    return words;
}
