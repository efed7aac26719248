/* draw_timeline.c: tab 1: the lanes of a step, its end magnified, and what is under the cursor. */
#include "view/draw_timeline.h"

#include "core/quantity.h"
#include "view/axis.h"
#include "view/chart.h"
#include "view/draw.h"
#include "view/lane_cells.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 192 };

/* How the labels of an axis are written. */
struct tick_shape {
    struct axis_unit unit;
    double step;
    int decimals;
};

static struct tick_shape tick_shape_for(struct timeline_window window, int width)
{
    enum { CELLS_A_TICK = 10 };
    static const double rounding = 1e-9;
    struct tick_shape shape = {axis_time_unit(window.to), chart_step(window.to - window.from, width / CELLS_A_TICK), 0};
    shape.decimals = (int)fmax(0.0, -floor(log10(shape.step / shape.unit.size) + rounding));
    return shape;
}

static void say_tick(const struct tick_shape *shape, int tick, bool last, char *text, size_t size)
{
    (void)snprintf(text, size, "%.*f%s%s", shape->decimals, tick * shape->step / shape->unit.size, last ? " " : "",
                   last ? shape->unit.name : "");
}

void timeline_draw_axis(struct surface *surface, int row, int column, int width, struct timeline_window window)
{
    enum { BEYOND = 4 }; /* columns that the last label may take beyond the lanes */
    static const double rounding = 1e-9;
    const struct tick_shape shape = tick_shape_for(window, width);
    const double scale = width / (window.to - window.from);
    const int end = column + width + BEYOND;
    const int first = (int)ceil(window.from / shape.step - rounding);
    int last = (int)floor(window.to / shape.step + rounding);
    char text[TEXT_LENGTH];
    for (; last > first; last--) {
        say_tick(&shape, last, true, text, sizeof text);
        if (column + (int)lround((last * shape.step - window.from) * scale) + draw_columns(surface, text) <= end) {
            break;
        }
    }
    int free = column;
    for (int tick = first; tick <= last; tick++) {
        const int cell = column + (int)lround((tick * shape.step - window.from) * scale);
        say_tick(&shape, tick, tick == last, text, sizeof text);
        if (cell >= free) {
            free = draw_text(surface, row, cell, end, text, ink(ROLE_DIM)) + 1;
        }
    }
}

void timeline_draw_cursor(struct surface *surface, const struct timeline_frame *frame, int lane_row, int cell)
{
    if (cell < 0 || cell >= frame->width) {
        return;
    }
    const int column = frame->column + cell;
    if (surface_at(surface, frame->axis_row, column).glyph == ' ') {
        surface_put(surface, frame->axis_row, column, surface->glyphs->glyph[GLYPH_CURSOR], ink(ROLE_HAND));
    }
    surface_put(surface, lane_row, column, surface->glyphs->glyph[GLYPH_CURSOR], chip(ROLE_HAND));
}

/* The link that a lane's transfers wait for, where there is room. */
static void draw_label(const struct app *app, struct surface *surface, const struct timeline_frame *frame, int row,
                       enum timeline_lane lane, bool focused)
{
    const struct style style = focused ? ink(ROLE_HAND) : ink(ROLE_TEXT);
    const int end = frame->column - 1;
    const char *name = lane == LANE_COMPUTE && app->result.mode != MODE_TRAINING ? "kernels" : timeline_lane_name(lane);
    if (focused) {
        surface_put(surface, row, frame->label_column - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_HAND));
    }
    (void)draw_text(surface, row, frame->label_column, end, name, style);
}

/* What stands inside an interval: the longest that fits. A lane of transfers is named already. */
static void draw_name(struct surface *surface, int row, int column, int end, const struct interval *interval)
{
    char forms[3][TEXT_LENGTH];
    char length[TEXT_LENGTH / 4];
    const bool is_transfer = interval->lane != LANE_COMPUTE && interval->lane != LANE_WAIT;
    const char *name = timeline_kind_name(interval->kind);
    const struct style style = {ROLE_INK, interval_role(interval), ATTRIBUTE_BOLD};
    quantity_say(interval->seconds, UNIT_SECONDS, length, sizeof length);
    (void)snprintf(forms[0], TEXT_LENGTH, " %s  %s ", name, length);
    (void)snprintf(forms[1], TEXT_LENGTH, " %s ", name);
    (void)snprintf(forms[2], TEXT_LENGTH, " %s ", length);
    for (int i = is_transfer ? 2 : 0; i < (is_transfer ? 3 : 2); i++) {
        if (draw_columns(surface, forms[i]) <= end - column) {
            (void)draw_text(surface, row, column, end, forms[i], style);
            return;
        }
    }
}

/* Name intervals inside their own cells, where they are long enough. */
static void name_in_cells(struct surface *surface, int row, int column, const struct lane_cell *cells, int width)
{
    for (int cell = 0; cell < width;) {
        const struct interval *interval = cells[cell].interval;
        int end = cell + 1;
        while (end < width && interval != NULL && cells[end].interval == interval) {
            end++;
        }
        if (interval != NULL && !interval->hidden) {
            draw_name(surface, row, column + cell + 1, column + end, interval);
        }
        cell = end;
    }
}

static void draw_lane(struct surface *surface, int row, int column, int width, const struct timeline_pane *pane,
                      enum timeline_lane lane)
{
    struct lane_cell cells[LANE_CELLS];
    const int shown = width < LANE_CELLS ? width : LANE_CELLS;
    lane_cells_of(cells, shown, pane->window, pane->intervals, pane->count, lane);
    for (int cell = 0; cell < shown; cell++) {
        const enum glyph glyph = lane_cell_glyph(&cells[cell], lane, surface->glyphs->utf8);
        if (glyph != GLYPH_BLANK && cells[cell].interval != NULL) {
            surface_put(surface, row, column + cell, surface->glyphs->glyph[glyph],
                        ink(interval_role(cells[cell].interval)));
        }
    }
    name_in_cells(surface, row, column, cells, shown);
}

/* A phase of one micro-batch, or what surrounds them. */
enum { ALL_BATCHES = -1 };
struct phase_mark {
    enum step_phase phase;
    int batch; /* ALL_BATCHES: passes too short to be told apart */
    double start, end;
};

/* Whether a phase is one of each micro-batch. */
static bool is_of_batch(enum step_phase phase)
{
    return phase == PHASE_FORWARD || phase == PHASE_HEAD || phase == PHASE_BACKWARD;
}

/* The longest of a phase's names that fits. */
static void draw_mark(const struct app *app, struct surface *surface, int row, int column, int end,
                      const struct phase_mark *mark)
{
    static const struct {
        const char *name, *letter;
    } names[PHASE_COUNT] = {
        [PHASE_FILL] = {"fill", "f"},         [PHASE_FORWARD] = {"forward", "F"}, [PHASE_HEAD] = {"head", "H"},
        [PHASE_BACKWARD] = {"backward", "B"}, [PHASE_DRAIN] = {"drain", "d"},     [PHASE_UPDATE] = {"update", "U"},
    };
    char forms[3][TEXT_LENGTH];
    const bool serves = app->result.mode != MODE_TRAINING;
    const char *name = serves && mark->phase == PHASE_FORWARD  ? "layers"
                       : serves && mark->phase == PHASE_UPDATE ? "sends"
                                                               : names[mark->phase].name;
    const bool numbered = app->timeline.timeline.batches > 1 && is_of_batch(mark->phase);
    (void)snprintf(forms[0], TEXT_LENGTH, numbered ? "%s %d" : "%s", name, mark->batch + 1);
    (void)snprintf(forms[1], TEXT_LENGTH, numbered ? "%s%d" : "%s", names[mark->phase].letter, mark->batch + 1);
    (void)snprintf(forms[2], TEXT_LENGTH, "%s", names[mark->phase].letter);
    if (mark->batch == ALL_BATCHES) {
        (void)snprintf(forms[0], TEXT_LENGTH, "%s",
                       serves ? "passes" : "forward and backward, one micro-batch after another");
        (void)snprintf(forms[1], TEXT_LENGTH, "%s", serves ? "passes" : "micro-batches");
    }
    surface_put(surface, row, column, surface->glyphs->glyph[GLYPH_PHASE], ink(ROLE_DIM));
    for (int i = 0; i < 3; i++) {
        if (draw_columns(surface, forms[i]) + 1 < end - column) {
            (void)draw_text(surface, row, column + 1, end, forms[i], ink(ROLE_DIM));
            return;
        }
    }
}

static void draw_phase(const struct app *app, struct surface *surface, const struct timeline_frame *frame,
                       struct timeline_window window, const struct phase_mark *mark)
{
    const double scale = frame->width / (window.to - window.from);
    const double from = fmax(0.0, (mark->start - window.from) * scale);
    const double to = fmin(frame->width, (mark->end - window.from) * scale);
    if (to - from >= 1.0) {
        draw_mark(app, surface, frame->phase_row, frame->column + (int)from, frame->column + (int)ceil(to), mark);
    }
}

/* Whether passes are too short to be marked one by one: the first forward pass shows it. */
static bool has_short_passes(const struct app *app, const struct timeline_frame *frame)
{
    enum { LEAST_CELLS = 2 };
    const struct timeline_view *view = &app->timeline;
    const struct timeline_window window = timeline_window_of(app);
    const double cell = (window.to - window.from) / frame->width;
    const double layers = (view->timeline.layer.to - view->timeline.layer.from) * view->timeline.layers;
    return view->timeline.batches > 1 && layers < LEAST_CELLS * cell;
}

/* Where each pass begins. */
static void draw_phases(const struct app *app, struct surface *surface, const struct timeline_frame *frame)
{
    const struct timeline_view *view = &app->timeline;
    const struct timeline_window window = timeline_window_of(app);
    const bool many = has_short_passes(app, frame);
    struct phase_mark mark = {.phase = PHASE_COUNT};
    (void)draw_text(surface, frame->phase_row, frame->label_column, frame->column - 1, "phase", ink(ROLE_DIM));
    for (int i = 0; i < view->timeline.count; i++) {
        const struct interval *interval = &view->interval[i];
        if (interval->hidden) {
            continue;
        }
        const bool same = many && is_of_batch(interval->phase) && is_of_batch(mark.phase);
        const bool begins = !same && (interval->phase != mark.phase || interval->batch != mark.batch);
        if (begins && mark.phase != PHASE_COUNT) {
            draw_phase(app, surface, frame, window, &mark);
        }
        if (begins) {
            mark = (struct phase_mark){interval->phase,
                                       many && is_of_batch(interval->phase) ? ALL_BATCHES : interval->batch,
                                       interval->start, 0.0};
        }
        mark.end = interval->start + interval->seconds;
    }
    if (mark.phase != PHASE_COUNT) {
        draw_phase(app, surface, frame, window, &mark);
    }
}

/* "x8, 3.10 s to 4.12 s" where not all is shown. */
void timeline_draw_title(const struct app *app, struct surface *surface, const struct layout *layout, const char *name,
                         const char *words)
{
    const int end = layout->tab.column + layout->tab.columns;
    const int row = layout->tab.row;
    const struct timeline_window window = timeline_window_of(app);
    const double share = app->timeline.window.to - app->timeline.window.from;
    const int column = draw_text(surface, row, layout->tab.column, end, name, ink(ROLE_BRIGHT)) + 2;
    char zoomed[TEXT_LENGTH] = "";
    if (share < 1.0) {
        char length[TEXT_LENGTH / 4];
        quantity_say(window.to - window.from, UNIT_SECONDS, length, sizeof length);
        (void)snprintf(zoomed, sizeof zoomed, "  ×%.*f  %s", share > 0.1 ? 1 : 0, 1.0 / share, length);
    }
    (void)draw_clauses(surface, row, column, end - draw_columns(surface, zoomed), words, ink(ROLE_DIM));
    draw_text_right(surface, row, column, end, zoomed, ink(ROLE_HAND));
}

static void draw_title_row(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct timeline *timeline = &app->timeline.timeline;
    char words[TEXT_LENGTH];
    const char *name = "One step";
    switch (app->result.mode) {
    case MODE_TRAINING:
        (void)snprintf(words, sizeof words, "%d micro-batch%s of %.4g layer%s, then the update", timeline->batches,
                       timeline->batches > 1 ? "es" : "", timeline->layers, timeline->layers == 1.0 ? "" : "s");
        break;
    case MODE_PREFILL:
        name = "One prefill";
        (void)snprintf(words, sizeof words, "%d pass%s through %.4g layers, then the head", timeline->batches,
                       timeline->batches > 1 ? "es" : "", timeline->layers);
        break;
    default:
        name = "One token";
        (void)snprintf(words, sizeof words, "%.4g layers, then the head", timeline->layers);
        break;
    }
    timeline_draw_title(app, surface, layout, name, words);
}

/* Drop the last parts of a name until it takes no more columns: its length and its place say more than they do. */
static void shorten(const struct surface *surface, char *name, int columns)
{
    static const char separator[] = " · ";
    while (draw_columns(surface, name) > columns) {
        char *last = NULL;
        for (char *next = strstr(name, separator); next != NULL; next = strstr(next + 1, separator)) {
            last = next;
        }
        if (last == NULL) {
            return;
        }
        *last = '\0';
    }
}

/* What is under the cursor: its name, its length, where it begins, its share of the step. */
static void draw_words(const struct app *app, struct surface *surface, const struct layout *layout,
                       const struct timeline_frame *frame)
{
    const struct interval *interval = timeline_focused(app, frame);
    const int end = layout->tab.column + layout->tab.columns;
    char name[TEXT_LENGTH];
    char length[TEXT_LENGTH / 4];
    char start[TEXT_LENGTH / 4];
    char from[TEXT_LENGTH / 2];
    char share[TEXT_LENGTH / 4];
    if (interval == NULL) {
        const bool waits = app->timeline.lane == LANE_COMPUTE;
        (void)draw_text(surface, frame->words_row, frame->label_column, end,
                        waits ? "compute waits for a transfer: ↓ names it" : "nothing here in this lane",
                        ink(ROLE_DIM));
        return;
    }
    const double percent = 100.0 * interval->seconds / app->result.step;
    timeline_name(app, interval, name, sizeof name);
    quantity_say(interval->seconds, UNIT_SECONDS, length, sizeof length);
    quantity_say(interval->start, UNIT_SECONDS, start, sizeof start);
    (void)snprintf(from, sizeof from, " from %s", start);
    const bool wide = layout->size_class >= SIZE_FULL;
    (void)snprintf(share, sizeof share, "%.2g %%%s", percent, wide ? " of the step" : "");
    const struct piece pieces[] = {
        {name, ink(ROLE_HAND)}, {"  ", ink(ROLE_DIM)},   {length, ink(ROLE_BRIGHT)}, {from, ink(ROLE_TEXT)},
        {"  ", ink(ROLE_DIM)},  {share, ink(ROLE_TEXT)}, {NULL, ink(ROLE_DIM)},
    };
    shorten(surface, name, end - frame->label_column - draw_pieces_columns(surface, pieces + 1));
    (void)draw_whole_pieces(surface, frame->words_row, frame->label_column, end, pieces);
}

/* What the signs mean, while the cursor is elsewhere. */
static void draw_legend(const struct app *app, struct surface *surface, const struct layout *layout,
                        const struct timeline_frame *frame)
{
    static const struct {
        enum glyph glyph;
        enum role role;
        const char *word[MODE_COUNT];
    } signs[] = {
        {GLYPH_FORWARD,
         ROLE_WORK,
         {[MODE_TRAINING] = "forward", [MODE_PREFILL] = "attention", [MODE_DECODE] = "KV cache"}},
        {GLYPH_FULL, ROLE_WORK, {[MODE_TRAINING] = "backward", [MODE_PREFILL] = "head", [MODE_DECODE] = "weights"}},
        {GLYPH_RECOMPUTE,
         ROLE_WORK,
         {[MODE_TRAINING] = "recompute", [MODE_PREFILL] = "compute", [MODE_DECODE] = "compute"}},
        {GLYPH_HIDDEN,
         ROLE_DIM,
         {[MODE_TRAINING] = "hidden transfer", [MODE_PREFILL] = "hidden transfer", [MODE_DECODE] = ""}},
        {GLYPH_DOT, ROLE_IDLE, {[MODE_TRAINING] = "waiting", [MODE_PREFILL] = "launches", [MODE_DECODE] = "launches"}},
    };
    const int end = layout->tab.column + layout->tab.columns;
    int column = frame->label_column;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const char *word = signs[i].word[app->result.mode];
        const bool unused = signs[i].glyph == GLYPH_RECOMPUTE && app->result.mode == MODE_TRAINING &&
                            !(app->result.training.recompute > 0.0);
        if (word[0] == '\0' || unused || column + 2 + draw_columns(surface, word) > end) {
            continue;
        }
        surface_put(surface, frame->words_row, column, surface->glyphs->glyph[signs[i].glyph], ink(signs[i].role));
        column = draw_text(surface, frame->words_row, column + 2, end, word, ink(ROLE_DIM)) + 3;
    }
    (void)draw_text(surface, frame->words_row, column, end, "height: share busy", ink(ROLE_DIM));
}

static void draw_main_lanes(const struct app *app, struct surface *surface, const struct timeline_frame *frame)
{
    const struct timeline_view *view = &app->timeline;
    const struct timeline_lanes lanes = timeline_lanes_of(app);
    const struct timeline_pane pane = {timeline_window_of(app), view->interval, view->timeline.count};
    const bool here = app->focus == FOCUS_TAB;
    for (int i = 0; i < frame->lanes; i++) {
        const int row = frame->first_row + i * frame->lane_step;
        const bool focused = here && lanes.lane[i] == view->lane;
        draw_label(app, surface, frame, row, lanes.lane[i], focused);
        draw_lane(surface, row, frame->column, frame->width, &pane, lanes.lane[i]);
        if (focused) {
            timeline_draw_cursor(surface, frame, row, timeline_cursor_cell(app, frame));
        }
    }
}

/* What of the gradients hides, and what does not. */
static void draw_tail_words(const struct app *app, struct surface *surface, int row, int after, int end)
{
    const struct training *training = &app->result.training;
    const bool sharded = training->fsdp.time > training->dp.time;
    const struct traffic *dp = sharded ? &training->fsdp : &training->dp;
    char text[TEXT_LENGTH];
    char hidden[TEXT_LENGTH / 4];
    char exposed[TEXT_LENGTH / 4];
    quantity_say(dp->hidden, UNIT_SECONDS, hidden, sizeof hidden);
    quantity_say(dp->exposed, UNIT_SECONDS, exposed, sizeof exposed);
    (void)snprintf(text, sizeof text, "%s ░ %s hidden  █ %s exposed", timeline_lane_name(sharded ? LANE_FSDP : LANE_DP),
                   hidden, exposed);
    const int start = end - draw_columns(surface, text);
    if (dp->time > 0.0 && start > after + 1) {
        (void)draw_text(surface, row, start, end, text, ink(ROLE_GRAD));
    }
}

/* What a magnified part is, and how it relates to the step; returns the column after it. */
static int draw_part_title(struct surface *surface, const struct layout *layout, int row, const char *name,
                           const char *words)
{
    const int end = layout->tab.column + layout->tab.columns;
    const int column = draw_text(surface, row, layout->tab.column, end, name, ink(ROLE_BRIGHT)) + 2;
    return draw_text(surface, row, column, end, words, ink(ROLE_DIM));
}

static void draw_layer_title(const struct app *app, struct surface *surface, const struct layout *layout,
                             const struct timeline_detail_place *place)
{
    const struct timeline_window window = app->timeline.detail[place->detail].window;
    const bool serves = app->result.mode != MODE_TRAINING;
    const char *name = serves                                   ? "One layer"
                       : place->detail == DETAIL_LAYER_BACKWARD ? "The same layer, last backward pass"
                                                                : "One layer, forward";
    char length[TEXT_LENGTH / 4];
    char words[TEXT_LENGTH];
    quantity_say(window.to - window.from, UNIT_SECONDS, length, sizeof length);
    (void)snprintf(words, sizeof words, "%s, %.4g of them in a pass", length, app->timeline.timeline.layers);
    (void)draw_part_title(surface, layout, place->title_row, name, words);
}

static void draw_end_title(const struct app *app, struct surface *surface, const struct layout *layout, int row)
{
    const struct timeline_window window = app->timeline.detail[DETAIL_END].window;
    const bool drains = app->result.training.bubble > 0.0;
    char length[TEXT_LENGTH / 4];
    char name[TEXT_LENGTH / 2];
    quantity_say(window.to - window.from, UNIT_SECONDS, length, sizeof length);
    (void)snprintf(name, sizeof name, "The last %s", length);
    const int after = draw_part_title(surface, layout, row, name,
                                      drains ? "last backward pass, the pipeline drains, then the update"
                                             : "last backward pass, then the update");
    draw_tail_words(app, surface, row, after, layout->tab.column + layout->tab.columns);
}

static void draw_detail(const struct app *app, struct surface *surface, const struct layout *layout,
                        const struct timeline_frame *frame, const struct timeline_detail_place *place)
{
    const struct timeline_view *view = &app->timeline;
    const struct timeline_lanes lanes = timeline_lanes_of(app);
    const struct timeline *timeline = &view->detail[place->detail];
    const struct timeline_pane pane = {timeline->window, view->detail_interval[place->detail], timeline->count};
    if (place->detail == DETAIL_END) {
        draw_end_title(app, surface, layout, place->title_row);
    } else {
        draw_layer_title(app, surface, layout, place);
    }
    for (int i = 0; i < frame->lanes; i++) {
        const int row = place->first_row + i * frame->detail_step;
        draw_label(app, surface, frame, row, lanes.lane[i], false);
        draw_lane(surface, row, frame->column, frame->width, &pane, lanes.lane[i]);
    }
    timeline_draw_axis(surface, place->axis_row, frame->column, frame->width, pane.window);
}

void timeline_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct timeline_frame frame = timeline_frame_for(app, layout);
    if (frame.lanes < 1 || frame.width < 2 || !(timeline_seconds(app) > 0.0)) {
        return;
    }
    if (timeline_shows_pipeline(app)) {
        pipeline_draw(app, surface, layout, &frame);
        return;
    }
    draw_title_row(app, surface, layout);
    draw_phases(app, surface, &frame);
    timeline_draw_axis(surface, frame.axis_row, frame.column, frame.width, timeline_window_of(app));
    draw_main_lanes(app, surface, &frame);
    if (app->focus == FOCUS_TAB) {
        draw_words(app, surface, layout, &frame);
    } else {
        draw_legend(app, surface, layout, &frame);
    }
    for (int i = 0; i < frame.details; i++) {
        draw_detail(app, surface, layout, &frame, &frame.place[i]);
    }
}
