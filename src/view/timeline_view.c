/* timeline_view.c: what tab 1 shows, and what is under its cursor. */
#include "view/timeline_view.h"

#include "core/order.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>

/* Labels beside the lanes; lanes are multiples of a unit, so that each label of an axis falls on a cell. */
enum { LABEL_COMPACT = 10, LABEL_FULL = 16, LANE_UNIT = 16 };

/* What the name of a lane is part of: keys of metrics, of an exposed and of a hidden interval. */
static const struct lane_row {
    const char *name;
    const char *exposed, *hidden;
} lane_rows[LANE_COUNT] = {
    [LANE_COMPUTE] = {"compute", NULL, NULL},      [LANE_TP] = {"TP", "tp.exposed", "tp.hidden"},
    [LANE_CP] = {"CP", "cp.exposed", "cp.hidden"}, [LANE_EP] = {"EP", "ep.exposed", "ep.hidden"},
    [LANE_PP] = {"PP", "pp.exposed", "pp.hidden"}, [LANE_FSDP] = {"FSDP", "fsdp.exposed", "fsdp.hidden"},
    [LANE_DP] = {"DP", "dp.exposed", "dp.hidden"}, [LANE_WAIT] = {"waiting", NULL, NULL},
};

/* The same of a kind, in each mode. */
static const struct kind_row {
    const char *name;
    const char *key[MODE_COUNT];
} kind_rows[INTERVAL_KIND_COUNT] = {
    [INTERVAL_FORWARD] = {"forward", {[MODE_TRAINING] = "compute.forward"}},
    [INTERVAL_BACKWARD] = {"backward", {[MODE_TRAINING] = "compute.backward"}},
    [INTERVAL_RECOMPUTE] = {"recompute", {[MODE_TRAINING] = "compute.recompute"}},
    [INTERVAL_HEAD] = {"head and loss",
                       {[MODE_TRAINING] = "head.time", [MODE_PREFILL] = "prefill.head", [MODE_DECODE] = "decode.head"}},
    [INTERVAL_OPTIMIZER] = {"optimizer", {[MODE_TRAINING] = "optimizer.time"}},
    [INTERVAL_CONTENTION] = {"contention", {[MODE_TRAINING] = "contention.time"}},
    [INTERVAL_WEIGHTS] = {"weights", {[MODE_DECODE] = "decode.weights"}},
    [INTERVAL_ATTENTION] = {"attention", {[MODE_PREFILL] = "prefill.attention", [MODE_DECODE] = "decode.kv"}},
    [INTERVAL_ARITHMETIC] = {"compute", {[MODE_PREFILL] = "prefill.compute", [MODE_DECODE] = "decode.compute"}},
    [INTERVAL_REDUCE] = {"gradients", {NULL}},
    [INTERVAL_GATHER] = {"parameters", {NULL}},
    [INTERVAL_SEND] = {"send", {NULL}},
    [INTERVAL_DISPATCH] =
        {"host dispatch",
         {[MODE_TRAINING] = "dispatch.time", [MODE_PREFILL] = "prefill.launch", [MODE_DECODE] = "decode.dispatch"}},
    [INTERVAL_LAUNCH] = {"launches", {[MODE_PREFILL] = "prefill.launch", [MODE_DECODE] = "decode.gaps"}},
    [INTERVAL_ENGINE] = {"engine", {[MODE_PREFILL] = "prefill.launch", [MODE_DECODE] = "decode.engine"}},
    [INTERVAL_BUBBLE] = {"bubble", {[MODE_TRAINING] = "pp.bubble"}},
    [INTERVAL_JITTER] = {"jitter", {[MODE_TRAINING] = "jitter.time"}},
};

const char *timeline_lane_name(enum timeline_lane lane)
{
    return lane_rows[lane].name;
}

const char *timeline_kind_name(enum interval_kind kind)
{
    return kind_rows[kind].name;
}

const struct metric *timeline_metric(const struct app *app, const struct interval *interval)
{
    const struct lane_row *lane = &lane_rows[interval->lane];
    const char *key = interval->hidden ? lane->hidden : lane->exposed;
    key = key != NULL ? key : kind_rows[interval->kind].key[app->result.mode];
    return metric_find(key != NULL ? key : "step.time");
}

void timeline_view_start(struct app *app)
{
    app->timeline.window = (struct timeline_window){0.0, 1.0};
    app->timeline.cursor = 0.5;
    app->timeline.dragged = -1.0;
}

bool timeline_shows_pipeline(const struct app *app)
{
    return app->timeline.shows_pipeline && app->timeline.schedule.count > 0;
}

double timeline_seconds(const struct app *app)
{
    return timeline_shows_pipeline(app) ? app->timeline.schedule.seconds : app->timeline.timeline.step;
}

struct timeline_window timeline_window_of(const struct app *app)
{
    const double seconds = timeline_seconds(app);
    return (struct timeline_window){app->timeline.window.from * seconds, app->timeline.window.to * seconds};
}

static void fill_lanes(struct app *app)
{
    struct timeline_view *view = &app->timeline;
    const double step = app->result.step;
    const struct timeline_window window = {view->window.from * step, view->window.to * step};
    view->timeline = timeline_fill(view->interval, TIMELINE_ROOM, &view->priced, &app->result, window);
    const struct timeline_window windows[DETAIL_COUNT] = {
        [DETAIL_END] = {view->timeline.last_pass, step},
        [DETAIL_LAYER] = view->timeline.layer,
        [DETAIL_LAYER_BACKWARD] = view->timeline.layer_backward,
    };
    for (int i = 0; i < DETAIL_COUNT; i++) {
        view->detail[i] = timeline_fill(view->detail_interval[i], DETAIL_ROOM, &view->priced, &app->result, windows[i]);
    }
}

static void fill_pipeline(struct app *app)
{
    struct timeline_view *view = &app->timeline;
    const int stages = view->priced.strategy.pp;
    view->schedule = (struct pipeline_schedule){.count = 0};
    if (app->result.mode == MODE_TRAINING && stages > 1 && stages <= PIPELINE_STAGES) {
        view->shape = pipeline_shape_of(&view->priced, &app->result, PIPELINE_ROOM);
        const bool fills = view->shape.batches >= lesser_int(stages, app->result.sizes.micro_batches);
        view->schedule = fills ? pipeline_fill(view->task, PIPELINE_ROOM, &view->shape) : view->schedule;
    }
    view->stage = view->stage < stages ? view->stage : 0;
}

void timeline_refresh(struct app *app)
{
    if (app->invalid || !app->result.valid) {
        return;
    }
    app->timeline.priced = app->now;
    fill_lanes(app);
    fill_pipeline(app);
    const struct timeline_lanes lanes = timeline_lanes_of(app);
    bool found = false;
    for (int i = 0; i < lanes.count; i++) {
        found |= lanes.lane[i] == app->timeline.lane;
    }
    app->timeline.lane = found ? app->timeline.lane : LANE_COMPUTE;
}

void timeline_show(struct app *app, struct timeline_window window)
{
    static const double shortest = 1e-6; /* share of the step: some layers of the longest */
    double length = fmin(fmax(window.to - window.from, shortest), 1.0);
    double from = fmin(fmax(window.from, 0.0), 1.0 - length);
    app->timeline.window = (struct timeline_window){from, from + length};
    fill_lanes(app);
}

static const struct traffic *traffic_of(const struct result *result, enum timeline_lane lane)
{
    const bool training = result->mode == MODE_TRAINING;
    switch (lane) {
    case LANE_TP:
        return training ? &result->training.tp : &result->inference.tp;
    case LANE_CP:
        return training ? &result->training.cp : &result->inference.cp;
    case LANE_EP:
        return training ? &result->training.ep : &result->inference.ep;
    case LANE_PP:
        return training ? &result->training.pp : &result->inference.pp;
    case LANE_FSDP:
        return training ? &result->training.fsdp : &result->inference.fsdp;
    case LANE_DP:
        return training ? &result->training.dp : NULL;
    default:
        return NULL;
    }
}

struct timeline_lanes timeline_lanes_of(const struct app *app)
{
    struct timeline_lanes lanes = {.lane = {LANE_COMPUTE}, .count = 1};
    for (int lane = LANE_TP; lane < LANE_WAIT; lane++) {
        const struct traffic *traffic = traffic_of(&app->result, (enum timeline_lane)lane);
        if (traffic != NULL && traffic->time > 0.0) {
            lanes.lane[lanes.count++] = (enum timeline_lane)lane;
        }
    }
    return lanes;
}

/* Whether a part of the step is magnified: a step that is served has neither backward pass nor update. */
static bool has_detail(const struct app *app, enum timeline_detail detail)
{
    const bool applies = detail == DETAIL_LAYER || app->result.mode == MODE_TRAINING;
    return applies && !timeline_shows_pipeline(app);
}

/* Rows of so many lanes. */
static int lane_rows_of(int lanes, int step)
{
    return (lanes - 1) * step + 1;
}

enum { AROUND_LANES = 4, AROUND_DETAIL = 2 }; /* title, phases, axis, words; title, axis */

/* Magnified parts in what rows are left, so many at most. */
static void place_details(const struct app *app, struct timeline_frame *frame, int most, int end)
{
    const int rows = AROUND_DETAIL + lane_rows_of(frame->lanes, frame->detail_step);
    const int blank = end - frame->words_row - 1 > rows ? 1 : 0;
    int row = frame->words_row + 1 + blank;
    for (int detail = 0; detail < DETAIL_COUNT; detail++) {
        if (!has_detail(app, (enum timeline_detail)detail) || row + rows > end || frame->details == most) {
            continue;
        }
        frame->place[frame->details++] = (struct timeline_detail_place){
            .detail = (enum timeline_detail)detail,
            .title_row = row,
            .first_row = row + 1,
            .axis_row = row + rows - 1,
        };
        row += rows + blank;
    }
}

/* Blank rows between lanes where everything fits with them, first between those of the whole step; and a third
 * magnified part before those of the others. Returns how many parts there are at most. */
static int choose_steps(const struct app *app, struct timeline_frame *frame, int wanted, int rows)
{
    static const struct {
        int lanes, detail, details;
    } steps[] = {{2, 2, DETAIL_COUNT}, {2, 2, 2}, {2, 1, DETAIL_COUNT}, {2, 1, 2}, {1, 1, 2}};
    int most = 0;
    for (int detail = 0; detail < DETAIL_COUNT; detail++) {
        most += has_detail(app, (enum timeline_detail)detail) ? 1 : 0;
    }
    int details = most;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        details = lesser_int(most, steps[i].details);
        const int needed = AROUND_LANES + lane_rows_of(wanted, steps[i].lanes) +
                           details * (1 + AROUND_DETAIL + lane_rows_of(wanted, steps[i].detail));
        frame->lane_step = steps[i].lanes;
        frame->detail_step = steps[i].detail;
        if (needed <= rows) {
            return details;
        }
    }
    return details;
}

struct timeline_frame timeline_frame_for(const struct app *app, const struct layout *layout)
{
    const struct rectangle area = layout->tab;
    const int label = layout->size_class >= SIZE_FULL ? LABEL_FULL : LABEL_COMPACT;
    const int width = (area.columns - label) / LANE_UNIT * LANE_UNIT;
    const int wanted = timeline_shows_pipeline(app) ? app->timeline.shape.stages : timeline_lanes_of(app).count;
    struct timeline_frame frame = {
        .label_column = area.column,
        .column = area.column + label,
        .width = width > 0              ? width
                 : area.columns > label ? area.columns - label
                                        : 0,
        .title_row = area.row,
        .phase_row = area.row + 1,
        .first_row = area.row + 2,
        .lanes = lesser_int(wanted, area.rows - AROUND_LANES),
    };
    const int details = choose_steps(app, &frame, wanted, area.rows);
    frame.axis_row = frame.first_row + lane_rows_of(frame.lanes, frame.lane_step);
    frame.words_row = frame.axis_row + 1;
    place_details(app, &frame, details, area.row + area.rows);
    return frame;
}

/* The seconds that a cell stands for. */
static struct timeline_window cell_window(struct timeline_window window, int width, int cell)
{
    const double each = (window.to - window.from) / width;
    return (struct timeline_window){window.from + cell * each, window.from + (cell + 1) * each};
}

int timeline_cursor_cell(const struct app *app, const struct timeline_frame *frame)
{
    const struct timeline_window window = app->timeline.window;
    return (int)floor((app->timeline.cursor - window.from) / (window.to - window.from) * frame->width);
}

int timeline_stage_of(const struct app *app, const struct timeline_frame *frame, int row)
{
    const int stages = app->timeline.shape.stages;
    return frame->lanes > 1 ? row * (stages - 1) / (frame->lanes - 1) : 0;
}

static double overlap_of(struct timeline_window window, double start, double seconds)
{
    return fmin(window.to, start + seconds) - fmax(window.from, start);
}

static bool stands_in(enum timeline_lane lane, const struct interval *interval)
{
    return interval->lane == lane || (lane == LANE_COMPUTE && interval->lane == LANE_WAIT);
}

const struct interval *timeline_focused(const struct app *app, const struct timeline_frame *frame)
{
    const struct timeline_view *view = &app->timeline;
    const struct timeline_window cell =
        cell_window(timeline_window_of(app), frame->width, timeline_cursor_cell(app, frame));
    const struct interval *found = NULL;
    double most = 0.0;
    for (int i = 0; i < view->timeline.count; i++) {
        const struct interval *interval = &view->interval[i];
        const double overlap = overlap_of(cell, interval->start, interval->seconds);
        if (stands_in(view->lane, interval) && overlap > most) {
            most = overlap;
            found = interval;
        }
    }
    return found;
}

struct stage_tasks timeline_tasks_of(const struct app *app, int stage)
{
    const struct timeline_view *view = &app->timeline;
    const int each = view->schedule.count / view->shape.stages;
    const ptrdiff_t first = (ptrdiff_t)stage * each;
    return (struct stage_tasks){&view->task[first], each};
}

const struct pipeline_task *timeline_focused_task(const struct app *app, const struct timeline_frame *frame)
{
    const struct stage_tasks tasks = timeline_tasks_of(app, app->timeline.stage);
    const struct timeline_window cell =
        cell_window(timeline_window_of(app), frame->width, timeline_cursor_cell(app, frame));
    const struct pipeline_task *found = NULL;
    double most = 0.0;
    for (int i = 0; i < tasks.count; i++) {
        const struct pipeline_task *task = &tasks.task[i];
        const double overlap = overlap_of(cell, task->start, task->seconds);
        if (overlap > most) {
            most = overlap;
            found = task;
        }
    }
    return found;
}

/* What intervals are counted in. */
struct counted {
    const char *one, *many;
};

static const struct counted layers_counted = {"layer", "layers"};
static const struct counted buckets_counted = {"bucket", "buckets"};
static const struct counted batches_counted = {"micro-batch", "micro-batches"};
static const struct counted passes_counted = {"pass", "passes"};

/* "layer 3", "layers 3-6 ": counted from 1. */
static int say_places(char *text, size_t size, struct counted counted, int first, int count)
{
    return count > 1 ? snprintf(text, size, " · %s %d–%d", counted.many, first + 1, first + count)
                     : snprintf(text, size, " · %s %d", counted.one, first + 1);
}

/* "TP exposed, forward", "DP hidden behind backward, gradients", "recompute". */
static int say_kind(const struct interval *interval, char *text, size_t size)
{
    static const char *const phases[PHASE_COUNT] = {
        [PHASE_FILL] = "the bubble",   [PHASE_FORWARD] = "forward",  [PHASE_HEAD] = "the head",
        [PHASE_BACKWARD] = "backward", [PHASE_DRAIN] = "the bubble", [PHASE_UPDATE] = "the update",
    };
    const char *kind = kind_rows[interval->kind].name;
    const bool is_pass = interval->kind <= INTERVAL_HEAD;
    if (lane_rows[interval->lane].exposed == NULL) {
        return snprintf(text, size, "%s", kind);
    }
    if (!interval->hidden) {
        return snprintf(text, size, "%s exposed, %s", lane_rows[interval->lane].name, kind);
    }
    return snprintf(text, size, "%s hidden behind %s%s%s", lane_rows[interval->lane].name, phases[interval->phase],
                    is_pass ? "" : ", ", is_pass ? "" : kind);
}

void timeline_name(const struct app *app, const struct interval *interval, char *text, size_t size)
{
    int used = say_kind(interval, text, size);
    if (interval->layers > 0 && used >= 0 && (size_t)used < size) {
        used +=
            say_places(text + used, size - (size_t)used, interval->lane == LANE_DP ? buckets_counted : layers_counted,
                       interval->layer, interval->layers);
    }
    if (interval->batches > 0 && app->timeline.timeline.batches > 1 && used >= 0 && (size_t)used < size) {
        (void)say_places(text + used, size - (size_t)used,
                         app->result.mode == MODE_TRAINING ? batches_counted : passes_counted, interval->batch,
                         interval->batches);
    }
}
