/* update_sweep.c: keys and mouse on the Sweep tab. */
#include "view/change.h"
#include "view/chooser.h"
#include "view/sweep_view.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void move_cursor(struct app *app, int by)
{
    const int point = sweep_point(app) + by;
    app->sweep.cursor = point < 0 ? 0 : point >= app->sweep.count ? app->sweep.count - 1 : point;
}

/* A value as a person would type it: whole, or three digits. */
static double rounded(const struct parameter *parameter, double value)
{
    enum { TEXT_LENGTH = 32 };
    char text[TEXT_LENGTH];
    if (parameter->kind != KIND_REAL) {
        return value;
    }
    (void)snprintf(text, sizeof text, "%.3g", value);
    return strtod(text, NULL);
}

static void set_to_cursor(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    if (view->cursor < 0 || view->count == 0) {
        change_say(app, "The cursor is at the present value: move it first.");
        return;
    }
    const double value = view->value[view->cursor];
    view->cursor = -1;
    (void)change_value(app, view->parameter, rounded(view->parameter, value), UNDO_NEW);
}

static void turn_scale(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    if (view->parameter->scale != SCALE_LOG) {
        change_say(app, "%s has one scale.", view->parameter->label);
        return;
    }
    const bool log = !view->log;
    sweep_choose_parameter(app, view->parameter);
    if (!log) {
        sweep_choose_linear(app);
    }
}

void sweep_update(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_cursor(app, action_steps_of(action).columns);
        break;
    case ACTION_LEAST:
        move_cursor(app, -app->sweep.count);
        break;
    case ACTION_MOST:
        move_cursor(app, app->sweep.count);
        break;
    case ACTION_ACCEPT:
        set_to_cursor(app);
        break;
    case ACTION_CHOOSE_METRIC:
        update_open_chooser(app, CHOOSER_FIRST_METRIC);
        break;
    case ACTION_CHOOSE_SECOND:
        update_open_chooser(app, CHOOSER_SECOND_METRIC);
        break;
    case ACTION_CHOOSE_PARAMETER:
        update_open_chooser(app, CHOOSER_PARAMETER);
        break;
    case ACTION_SCALE:
        turn_scale(app);
        break;
    default:
        break;
    }
}

/* A click moves the cursor; the second one sets the parameter to it. */
void sweep_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct sweep_frame frame = sweep_frame_for(layout);
    const struct rectangle area = frame.chart.area;
    const int cell = event->column - area.column;
    app->focus = FOCUS_TAB;
    if (event->row < area.row || cell < 0 || cell >= area.columns || app->sweep.count == 0) {
        return;
    }
    const double place = (cell + 0.5) / area.columns;
    const int before = app->sweep.cursor;
    int nearest = 0;
    for (int i = 1; i < app->sweep.count; i++) {
        const bool nearer = fabs(app->sweep.place[i] - place) < fabs(app->sweep.place[nearest] - place);
        nearest = nearer ? i : nearest;
    }
    app->sweep.cursor = nearest;
    if (before == nearest) {
        set_to_cursor(app);
    }
}

struct explained sweep_explain(const struct app *app)
{
    return (struct explained){.metric = app->sweep.metric[0]};
}

/* Whether the figure is the same at every point. */
static bool is_flat(const struct sweep_view *view)
{
    const double *figure = view->figure[SWEEP_FIRST];
    bool flat = view->count > 1;
    for (int i = 1; i < view->count; i++) {
        flat = flat && figure[i] == figure[0];
    }
    return flat;
}

struct tab_words sweep_describe(const struct app *app)
{
    enum { VALUE = 48 };
    const struct sweep_view *view = &app->sweep;
    struct tab_words words = {.name = ""};
    char low[VALUE];
    char high[VALUE];
    if (view->count == 0) {
        return words;
    }
    value_sentence(&app->now, view->parameter, rounded(view->parameter, view->value[0]), low, sizeof low);
    value_sentence(&app->now, view->parameter, rounded(view->parameter, view->value[view->count - 1]), high,
                   sizeof high);
    (void)snprintf(words.name, sizeof words.name, "%s", view->metric[0]->key);
    if (is_flat(view)) {
        (void)snprintf(words.text, sizeof words.text, "%s does not depend on %s here: v takes another parameter",
                       view->metric[0]->label, view->parameter->key);
        return words;
    }
    const int used = snprintf(words.text, sizeof words.text, "%s, against %s: %d points from %s to %s",
                              view->metric[0]->label, view->parameter->key, view->count, low, high);
    if (view->crossings > 0 && used >= 0 && used < TAB_WORDS) {
        const struct sweep_crossing *crossing = &view->crossing[0];
        value_sentence(&app->now, view->parameter, rounded(view->parameter, crossing->value), low, sizeof low);
        (void)snprintf(words.text + used, sizeof words.text - (size_t)used, " · from %s on %s", low, crossing->words);
    }
    return words;
}
