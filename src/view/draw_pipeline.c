/* draw_pipeline.c: the other view of tab 1: a row for each stage of the pipeline, its micro-batches in it. */
#include "core/quantity.h"
#include "core/strategy.h"
#include "view/draw.h"
#include "view/draw_timeline.h"
#include "view/lane_cells.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 192, PIPELINE_CELLS = 512 };

/* A cell of a stage's row. */
struct stage_cell {
    const struct pipeline_task *task; /* that takes half of it or more; NULL: none does */
    double most, busy;                /* shares of its time: of that task, of all */
};

/* Fill the cells of a stage. */
static void find_tasks(const struct app *app, const struct timeline_frame *frame, int stage, struct stage_cell *cells)
{
    static const double half = 0.5;
    const struct stage_tasks tasks = timeline_tasks_of(app, stage);
    const struct timeline_window window = timeline_window_of(app);
    const double scale = frame->width / (window.to - window.from);
    for (int cell = 0; cell < frame->width; cell++) {
        cells[cell] = (struct stage_cell){.most = half};
    }
    for (int i = 0; i < tasks.count; i++) {
        const struct pipeline_task *task = &tasks.task[i];
        const double from = fmax(0.0, (task->start - window.from) * scale);
        const double to = fmin(frame->width, (task->start + task->seconds - window.from) * scale);
        for (int cell = (int)from; cell < frame->width && cell < to; cell++) {
            const double share = fmin(to, cell + 1) - fmax(from, cell);
            cells[cell].busy += share;
            if (share >= cells[cell].most) {
                cells[cell].most = share;
                cells[cell].task = task;
            }
        }
    }
}

/* Where no task takes half of a cell, the height says how busy it is; a stage that waits most of it shows that. */
static void draw_mixed_cell(struct surface *surface, int row, int column, double busy)
{
    static const double half = 0.5;
    const bool waits = busy < half;
    surface_put(surface, row, column, surface->glyphs->glyph[waits ? GLYPH_DOT : lane_height(busy)],
                ink(waits ? ROLE_IDLE : ROLE_WORK));
}

/* A task begins with the number of its micro-batch; where there is no room, with its last digit. */
static void draw_task(struct surface *surface, int row, int column, int end, const struct pipeline_task *task)
{
    char text[TEXT_LENGTH / 4];
    const enum glyph glyph = task->backward ? GLYPH_FULL : GLYPH_FORWARD;
    draw_run(surface, row, column, end, glyph, ink(ROLE_WORK));
    (void)snprintf(text, sizeof text, "%d", task->batch + 1);
    const int digits = draw_columns(surface, text);
    const struct style style = {ROLE_INK, ROLE_WORK, ATTRIBUTE_BOLD};
    if (digits < end - column) {
        (void)draw_text(surface, row, column, end, text, style);
    }
}

static void draw_stage(const struct app *app, struct surface *surface, const struct timeline_frame *frame, int row,
                       int stage)
{
    struct stage_cell cells[PIPELINE_CELLS];
    const int screen_row = frame->first_row + row * frame->lane_step;
    const bool focused = app->focus == FOCUS_TAB && stage == app->timeline.stage;
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "stage %d", stage + 1);
    if (focused) {
        surface_put(surface, screen_row, frame->label_column - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_HAND));
    }
    (void)draw_text(surface, screen_row, frame->label_column, frame->column - 1, text,
                    ink(focused ? ROLE_HAND : ROLE_TEXT));
    find_tasks(app, frame, stage, cells);
    for (int cell = 0; cell < frame->width;) {
        int end = cell + 1;
        while (end < frame->width && cells[cell].task != NULL && cells[end].task == cells[cell].task) {
            end++;
        }
        if (cells[cell].task == NULL) {
            draw_mixed_cell(surface, screen_row, frame->column + cell, cells[cell].busy);
        } else {
            draw_task(surface, screen_row, frame->column + cell, frame->column + end, cells[cell].task);
        }
        cell = end;
    }
    if (focused) {
        timeline_draw_cursor(surface, frame, screen_row, timeline_cursor_cell(app, frame));
    }
}

/* DualPipe has no lanes of its own: its two ways through a stage are priced, and drawn, as two chunks of it. */
static const char *schedule_name(const struct app *app, bool wide)
{
    if (strategy_is_dual_pipe(&app->now)) {
        return wide ? "DualPipe as interleaved" : "DualPipe";
    }
    return app->timeline.shape.chunks > 1 ? "interleaved" : "1F1B";
}

static void draw_pipeline_title(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct timeline_view *view = &app->timeline;
    const struct pipeline_shape *shape = &view->shape;
    const double bubble = app->result.training.bubble;
    const bool some = shape->batches < app->result.sizes.micro_batches;
    const bool wide = layout->size_class >= SIZE_FULL;
    char words[TEXT_LENGTH];
    char share[TEXT_LENGTH / 4];
    char time[TEXT_LENGTH / 4];
    quantity_say(bubble / app->result.training.ideal, UNIT_SHARE, share, sizeof share);
    quantity_say(bubble, UNIT_SECONDS, time, sizeof time);
    (void)snprintf(words, sizeof words, "%d stages × %s%d%s, %s  bubble %s = %s%s", shape->stages, some ? "first " : "",
                   shape->batches, wide ? " micro-batches" : "", schedule_name(app, wide), time, share,
                   wide ? " of the ideal time" : "");
    timeline_draw_title(app, surface, layout, "Pipeline", words);
}

static void draw_words(const struct app *app, struct surface *surface, const struct layout *layout,
                       const struct timeline_frame *frame)
{
    const struct pipeline_task *task = timeline_focused_task(app, frame);
    const int end = layout->tab.column + layout->tab.columns;
    char name[TEXT_LENGTH];
    char length[TEXT_LENGTH / 4];
    char start[TEXT_LENGTH / 4];
    char from[TEXT_LENGTH / 2];
    if (app->focus != FOCUS_TAB) {
        (void)draw_text(surface, frame->words_row, frame->label_column, end,
                        "▓ forward  █ backward, begins with its micro-batch  · idle", ink(ROLE_DIM));
        return;
    }
    if (task == NULL) {
        (void)draw_text(surface, frame->words_row, frame->label_column, end, "the bubble: this stage waits",
                        ink(ROLE_HAND));
        return;
    }
    const int used =
        snprintf(name, sizeof name, "%s of micro-batch %d", task->backward ? "backward" : "forward", task->batch + 1);
    if (app->timeline.shape.chunks > 1 && used > 0) {
        (void)snprintf(name + used, sizeof name - (size_t)used, " · chunk %d of %d", task->chunk + 1,
                       app->timeline.shape.chunks);
    }
    quantity_say(task->seconds, UNIT_SECONDS, length, sizeof length);
    quantity_say(task->start, UNIT_SECONDS, start, sizeof start);
    (void)snprintf(from, sizeof from, " from %s", start);
    const struct piece pieces[] = {
        {name, ink(ROLE_HAND)}, {"  ", ink(ROLE_DIM)}, {length, ink(ROLE_BRIGHT)},
        {from, ink(ROLE_TEXT)}, {NULL, ink(ROLE_DIM)},
    };
    (void)draw_whole_pieces(surface, frame->words_row, frame->label_column, end, pieces);
}

/* What the picture leaves out. */
static void draw_note(const struct app *app, struct surface *surface, const struct layout *layout,
                      const struct timeline_frame *frame)
{
    const int row = frame->words_row + 1;
    const int end = layout->tab.column + layout->tab.columns;
    char text[TEXT_LENGTH];
    if (row >= layout->tab.row + layout->tab.rows) {
        return;
    }
    const bool some = app->timeline.shape.batches < app->result.sizes.micro_batches;
    (void)snprintf(text, sizeof text, "every stage with its own layers, the last with the head%s",
                   some ? "; more micro-batches lengthen the middle, not the bubble" : "");
    (void)draw_text(surface, row, frame->label_column, end, text, ink(ROLE_DIM));
}

void pipeline_draw(const struct app *app, struct surface *surface, const struct layout *layout,
                   const struct timeline_frame *frame)
{
    draw_pipeline_title(app, surface, layout);
    timeline_draw_axis(surface, frame->axis_row, frame->column, frame->width, timeline_window_of(app));
    for (int row = 0; row < frame->lanes; row++) {
        draw_stage(app, surface, frame, row, timeline_stage_of(app, frame, row));
    }
    draw_words(app, surface, layout, frame);
    draw_note(app, surface, layout, frame);
}
