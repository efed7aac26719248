/* timeline_view.h: tab 1: one step of one GPU as lanes, or the stages of its pipeline. */
#ifndef RINGSIDE_VIEW_TIMELINE_VIEW_H
#define RINGSIDE_VIEW_TIMELINE_VIEW_H

#include "core/metrics.h"
#include "core/pipeline.h"
#include "core/timeline.h"
#include "view/layout.h"

#include <stddef.h>

struct app;

enum { TIMELINE_ROOM = 8192, DETAIL_ROOM = 2048, PIPELINE_ROOM = 32768 };

/* Parts of the step that are magnified below it: the last backward pass and what follows it; one layer, forward and
 * backward. The first ones are the last to go. */
enum timeline_detail { DETAIL_END, DETAIL_LAYER, DETAIL_LAYER_BACKWARD, DETAIL_COUNT };

/* Filled by timeline_refresh(). Window and cursor are shares of the step, so that they stay where they are while a
 * slider moves. */
struct timeline_view {
    struct timeline_window window;
    double cursor;
    enum timeline_lane lane;
    bool shows_pipeline; /* asked for; a step without a pipeline shows its lanes all the same */
    int stage;           /* under the cursor of the pipeline */
    double dragged;      /* share of the step under the pointer when the button went down; negative: it is up */

    struct scenario priced;   /* that everything below was filled from: the last valid one, as is the result */
    struct timeline timeline; /* what the window holds */
    struct interval interval[TIMELINE_ROOM];
    struct timeline detail[DETAIL_COUNT];
    struct interval detail_interval[DETAIL_COUNT][DETAIL_ROOM];
    struct pipeline_shape shape;
    struct pipeline_schedule schedule;
    struct pipeline_task task[PIPELINE_ROOM];
};

/* Where the focus is at first. */
void timeline_view_start(struct app *app);

/* Tasks of one stage: they stand together. */
struct stage_tasks {
    const struct pipeline_task *task;
    int count;
};
struct stage_tasks timeline_tasks_of(const struct app *app, int stage);

/* Whether stages are shown. */
bool timeline_shows_pipeline(const struct app *app);

/* Seconds that all of the picture stands for: of the step, or of the pipeline's schedule. */
double timeline_seconds(const struct app *app);

/* The window in seconds. */
struct timeline_window timeline_window_of(const struct app *app);

/* Show a window, as shares; it is moved and narrowed to lie within the step. */
void timeline_show(struct app *app, struct timeline_window window);

/* Lanes in use, top to bottom. Waiting stands in the lane of compute. */
struct timeline_lanes {
    enum timeline_lane lane[LANE_COUNT];
    int count;
};
struct timeline_lanes timeline_lanes_of(const struct app *app);

/* Where everything stands; a row is 0 where there is no room for it. */
struct timeline_frame {
    int label_column, column, width; /* of the lanes' cells */
    int title_row, phase_row, first_row, lane_step, axis_row, words_row;
    int lanes;       /* that fit; of the pipeline, stages */
    int detail_step; /* of the lanes of magnified parts */
    struct timeline_detail_place {
        enum timeline_detail detail;
        int title_row, first_row, axis_row;
    } place[DETAIL_COUNT];
    int details; /* that there is room for */
};
struct timeline_frame timeline_frame_for(const struct app *app, const struct layout *layout);

/* The cell of the cursor; it may lie outside of the window. */
int timeline_cursor_cell(const struct app *app, const struct timeline_frame *frame);

/* The stage of a row where there are more stages than rows: the first and the last are always shown. */
int timeline_stage_of(const struct app *app, const struct timeline_frame *frame, int row);

/* What takes most of the cell under the cursor; NULL: nothing. */
const struct interval *timeline_focused(const struct app *app, const struct timeline_frame *frame);
const struct pipeline_task *timeline_focused_task(const struct app *app, const struct timeline_frame *frame);

/* What an interval is: "backward, layers 41-44"; the figure that it is a part of. */
void timeline_name(const struct app *app, const struct interval *interval, char *text, size_t size);
const struct metric *timeline_metric(const struct app *app, const struct interval *interval);

/* Names of a lane and of a kind of interval. */
const char *timeline_lane_name(enum timeline_lane lane);
const char *timeline_kind_name(enum interval_kind kind);

#endif
