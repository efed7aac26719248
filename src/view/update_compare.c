/* update_compare.c: keys and mouse on the comparison. */
#include "view/change.h"
#include "view/update.h"
#include "view/within.h"

static struct compare_column selected(const struct app *app)
{
    const struct compare_columns columns = compare_columns_of(app);
    return columns.column[columns.selected];
}

void update_open_compare(struct app *app)
{
    app->overlay = OVERLAY_COMPARE;
    app->overlay_row = 0;
    app->compare.column = compare_columns_of(app).count > 1 ? app->compare.column : 0;
    change_hush(app);
}

/* Put the present scenario aside. */
static void pin(struct app *app)
{
    struct compare_view *view = &app->compare;
    if (app->invalid || !app->result.valid) {
        change_complain(app, "An invalid state cannot be pinned.");
    } else if (view->pins == PINS) {
        change_complain(app, "%d are pinned, which is all there is room for: d unpins the selected one.", PINS);
    } else {
        view->pin[view->pins++] = (struct pinned){app->now, app->preset, evaluate_all(&app->now)};
        view->column = compare_columns_of(app).count - 1;
        change_say(app, "This state is pin %d.", view->pins);
    }
}

static void unpin(struct app *app)
{
    struct compare_view *view = &app->compare;
    const struct compare_column column = selected(app);
    if (column.pin >= 0) {
        view->pins--;
        for (int i = column.pin; i < view->pins; i++) {
            view->pin[i] = view->pin[i + 1];
        }
        change_say(app, "It is unpinned.");
    } else if (column.scenario == &app->baseline) {
        change_baseline(app, NULL, NULL);
        change_say(app, "The baseline is unpinned.");
    } else {
        change_say(app, "This is the present state: it is not pinned.");
    }
}

/* Go on from the selected scenario. */
static void take(struct app *app)
{
    const struct compare_column column = selected(app);
    if (column.scenario == &app->now) {
        change_say(app, "This is the present state already.");
        return;
    }
    const struct scenario now = *column.scenario;
    const struct scenario preset = *column.preset;
    change_scenario(app, &now, &preset);
    change_say(app, "This is the state of column \"%s\" now. u takes it back.", column.name);
}

static void make_baseline(struct app *app)
{
    const struct compare_column column = selected(app);
    if (!column.result->valid) {
        change_complain(app, "An invalid state cannot be the baseline.");
        return;
    }
    const struct scenario scenario = *column.scenario;
    const struct scenario preset = *column.preset;
    change_baseline(app, &scenario, &preset);
    app->compare.column = 0;
    change_say(app, "It is the baseline.");
}

static void scroll(struct app *app, int by)
{
    const struct layout layout = app_layout(app);
    const struct compare_columns columns = compare_columns_of(app);
    const struct compare_lines lines = compare_lines_of(app, &columns);
    const struct compare_place place = compare_place_for(&layout, &columns);
    app->overlay_row = compare_scroll(&place, &lines, app->overlay_row + by);
}

static void move_column(struct app *app, int by)
{
    const struct compare_columns columns = compare_columns_of(app);
    app->compare.column = within(columns.selected + by, 0, columns.count - 1);
}

/* What changes the comparison itself. */
static void change_columns(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_ACCEPT:
        take(app);
        break;
    case ACTION_PIN:
        pin(app);
        break;
    case ACTION_UNPIN:
        unpin(app);
        break;
    case ACTION_BASELINE:
        make_baseline(app);
        break;
    case ACTION_SWAP:
        change_swap(app);
        break;
    case ACTION_UNDO:
        change_undo(app);
        break;
    case ACTION_REDO:
        change_redo(app);
        break;
    case ACTION_WRITE:
        update_open_prompt(app, PROMPT_WRITE);
        break;
    default:
        break;
    }
}

void update_compare(struct app *app, enum action action)
{
    change_hush(app);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
        scroll(app, action_steps_of(action).rows);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_column(app, action_steps_of(action).columns);
        break;
    case ACTION_ESCAPE:
        app->overlay = OVERLAY_NONE;
        break;
    default:
        change_columns(app, action);
        break;
    }
}

/* A click on a name selects its column. */
void update_compare_press(struct app *app, const struct event *event)
{
    const struct layout layout = app_layout(app);
    const struct compare_columns columns = compare_columns_of(app);
    const struct compare_place place = compare_place_for(&layout, &columns);
    const int cell = event->column - place.bar_column;
    const int column = place.first + (cell >= 0 ? cell / place.cell_width : place.shown);
    if (column < place.first + place.shown && event->row >= place.names_row) {
        app->compare.column = column;
    }
}
