/* update_timeline.c: keys and mouse on the Timeline tab: cursor, window, pointer. */
#include "view/change.h"
#include "view/tabs.h"
#include "view/timeline_view.h"

#include <math.h>
#include <stdio.h>

/* One zoom step. */
static const double ZOOM = 2.0;
static const double WHEEL_ZOOM = 1.25;

/* Of the window, that one pan moves. */
static const double PAN = 0.25;

static struct timeline_frame frame_now(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return timeline_frame_for(app, &layout);
}

static double length_of(struct timeline_window window)
{
    return window.to - window.from;
}

/* Keep the cursor in sight. */
static void follow_cursor(struct app *app)
{
    struct timeline_view *view = &app->timeline;
    const double length = length_of(view->window);
    if (view->cursor < view->window.from) {
        timeline_show(app, (struct timeline_window){view->cursor, view->cursor + length});
    } else if (view->cursor > view->window.to) {
        timeline_show(app, (struct timeline_window){view->cursor - length, view->cursor});
    }
}

/* To the middle of another cell. */
static void move_cursor(struct app *app, int cells)
{
    const struct timeline_frame frame = frame_now(app);
    struct timeline_view *view = &app->timeline;
    if (frame.width <= 0) {
        return; /* no room for a lane: nothing is under the cursor */
    }
    const double cell = length_of(view->window) / frame.width;
    const double moved = view->window.from + (timeline_cursor_cell(app, &frame) + cells + 0.5) * cell;
    view->cursor = fmin(fmax(moved, cell / 2), 1.0 - cell / 2);
    follow_cursor(app);
}

static void pan(struct app *app, double share)
{
    struct timeline_view *view = &app->timeline;
    const double length = length_of(view->window);
    const double before = view->window.from;
    timeline_show(app, (struct timeline_window){before + share * length, before + share * length + length});
    view->cursor += view->window.from - before;
}

/* Zoom about a moment, which stays where it is. */
static void zoom(struct app *app, double about, double factor)
{
    const struct timeline_window window = app->timeline.window;
    const double length = fmin(length_of(window) / factor, 1.0);
    const double from = about - (about - window.from) / length_of(window) * length;
    timeline_show(app, (struct timeline_window){from, from + length});
}

static void zoom_to(struct app *app, double start, double seconds)
{
    enum { MARGIN_PARTS = 8 }; /* seen before and after it */
    const double step = timeline_seconds(app);
    const double margin = seconds / MARGIN_PARTS;
    if (!(step > 0.0)) {
        return;
    }
    app->timeline.cursor = (start + seconds / 2) / step;
    timeline_show(app, (struct timeline_window){(start - margin) / step, (start + seconds + margin) / step});
}

static void zoom_to_focus(struct app *app)
{
    const struct timeline_frame frame = frame_now(app);
    const struct pipeline_task *task = timeline_shows_pipeline(app) ? timeline_focused_task(app, &frame) : NULL;
    const struct interval *interval = timeline_shows_pipeline(app) ? NULL : timeline_focused(app, &frame);
    if (task != NULL) {
        zoom_to(app, task->start, task->seconds);
    } else if (interval != NULL) {
        zoom_to(app, interval->start, interval->seconds);
    }
}

static void show_all(struct app *app)
{
    timeline_show(app, (struct timeline_window){0.0, 1.0});
}

/* Why there is nothing to turn to. */
static const char *reason_without_pipeline(const struct app *app)
{
    if (app->result.mode != MODE_TRAINING) {
        return "A pipeline is drawn of a training step: M goes on to training.";
    }
    return app->timeline.priced.strategy.pp > 1
               ? "This pipeline has more stages and chunks than can be drawn."
               : "There is no pipeline: PP is 1. With PP 2 or more its stages are drawn.";
}

static void turn_view(struct app *app)
{
    if (app->timeline.schedule.count == 0) {
        change_say(app, "%s", reason_without_pipeline(app));
        return;
    }
    app->timeline.shows_pipeline = !app->timeline.shows_pipeline;
    show_all(app);
}

static void move_stage(struct app *app, int by)
{
    const struct timeline_frame frame = frame_now(app);
    int row = 0;
    while (row + 1 < frame.lanes && timeline_stage_of(app, &frame, row) < app->timeline.stage) {
        row++;
    }
    row += by;
    if (row >= 0 && row < frame.lanes) {
        app->timeline.stage = timeline_stage_of(app, &frame, row);
    }
}

static void move_lane(struct app *app, int by)
{
    const struct timeline_lanes lanes = timeline_lanes_of(app);
    if (timeline_shows_pipeline(app)) {
        move_stage(app, by);
        return;
    }
    for (int i = 0; i < lanes.count; i++) {
        if (lanes.lane[i] == app->timeline.lane && i + by >= 0 && i + by < lanes.count) {
            app->timeline.lane = lanes.lane[i + by];
            return;
        }
    }
}

enum key_context timeline_context(const struct app *app)
{
    return app->now.mode == MODE_TRAINING ? CONTEXT_TIMELINE_TRAINING : CONTEXT_TIMELINE;
}

/* Actions on the window that is shown. */
static void update_window(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_COARSE_MINUS:
        pan(app, -PAN);
        break;
    case ACTION_COARSE_PLUS:
        pan(app, PAN);
        break;
    case ACTION_ZOOM_OUT:
        zoom(app, app->timeline.cursor, 1.0 / ZOOM);
        break;
    case ACTION_ZOOM_IN:
        zoom(app, app->timeline.cursor, ZOOM);
        break;
    case ACTION_ZOOM_ALL:
        show_all(app);
        break;
    case ACTION_ACCEPT:
        zoom_to_focus(app);
        break;
    case ACTION_PIPELINE:
        turn_view(app);
        break;
    default:
        break;
    }
}

void timeline_update(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_cursor(app, action_steps_of(action).columns);
        break;
    case ACTION_UP:
    case ACTION_DOWN:
        move_lane(app, action_steps_of(action).rows);
        break;
    case ACTION_LEAST:
        app->timeline.cursor = 0.0;
        move_cursor(app, 0);
        break;
    case ACTION_MOST:
        app->timeline.cursor = 1.0;
        move_cursor(app, 0);
        break;
    default:
        update_window(app, action);
        break;
    }
}

/* The share of the step under a column; where lanes have no room, the cursor's. */
static double share_at(const struct app *app, const struct timeline_frame *frame, int column)
{
    const struct timeline_window window = app->timeline.window;
    if (frame->width <= 0) {
        return app->timeline.cursor;
    }
    return window.from + (column - frame->column + 0.5) / frame->width * length_of(window);
}

static bool is_on_lanes(const struct timeline_frame *frame, const struct event *event)
{
    return event->column >= frame->column && event->column < frame->column + frame->width &&
           event->row >= frame->phase_row && event->row <= frame->axis_row;
}

void timeline_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct timeline_frame frame = timeline_frame_for(app, layout);
    const struct timeline_lanes lanes = timeline_lanes_of(app);
    const int line = (event->row - frame.first_row) / frame.lane_step;
    app->focus = FOCUS_TAB;
    if (!is_on_lanes(&frame, event)) {
        return;
    }
    app->timeline.cursor = app->timeline.dragged = share_at(app, &frame, event->column);
    if (event->row < frame.first_row || line >= frame.lanes) {
        return;
    }
    if (timeline_shows_pipeline(app)) {
        app->timeline.stage = timeline_stage_of(app, &frame, line);
    } else {
        app->timeline.lane = lanes.lane[line];
    }
}

/* The step moves with the pointer. */
void timeline_drag(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct timeline_frame frame = timeline_frame_for(app, layout);
    const struct timeline_window window = app->timeline.window;
    const double moved = app->timeline.dragged - share_at(app, &frame, event->column);
    if (app->timeline.dragged >= 0.0) {
        timeline_show(app, (struct timeline_window){window.from + moved, window.to + moved});
    }
}

void timeline_wheel(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct timeline_frame frame = timeline_frame_for(app, layout);
    if (is_on_lanes(&frame, event)) {
        app->timeline.cursor = share_at(app, &frame, event->column);
        zoom(app, app->timeline.cursor, event->amount > 0 ? WHEEL_ZOOM : 1.0 / WHEEL_ZOOM);
    }
}

struct explained timeline_explain(const struct app *app)
{
    const struct timeline_frame frame = frame_now(app);
    if (timeline_shows_pipeline(app)) {
        return explained_metric(timeline_focused_task(app, &frame) != NULL ? "pp.ideal" : "pp.bubble");
    }
    const struct interval *interval = timeline_focused(app, &frame);
    if (interval == NULL) {
        return explained_metric("step.time");
    }
    return (struct explained){.metric = timeline_metric(app, interval)};
}

struct tab_words timeline_describe(const struct app *app)
{
    const struct timeline_frame frame = frame_now(app);
    struct tab_words words = {.name = ""};
    if (timeline_shows_pipeline(app)) {
        (void)snprintf(words.name, sizeof words.name, "stage %d", app->timeline.stage + 1);
        (void)snprintf(words.text, sizeof words.text, "%s",
                       timeline_focused_task(app, &frame) != NULL
                           ? "a micro-batch through one stage and its layers · x explains the ideal time"
                           : "idle while the pipeline fills, or drains · x explains the bubble");
        return words;
    }
    const struct interval *interval = timeline_focused(app, &frame);
    if (interval != NULL) {
        const struct metric *metric = timeline_metric(app, interval);
        (void)snprintf(words.name, sizeof words.name, "%s", metric->label);
        (void)snprintf(words.text, sizeof words.text, "%s", metric->meaning);
    }
    return words;
}
