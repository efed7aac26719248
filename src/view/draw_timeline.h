/* draw_timeline.h: what the lanes of a step and the stages of a pipeline are drawn with. Private to tab 1. */
#ifndef RINGSIDE_VIEW_DRAW_TIMELINE_H
#define RINGSIDE_VIEW_DRAW_TIMELINE_H

#include "view/timeline_view.h"

/* Intervals, and the part of the step that is drawn of them. */
struct timeline_pane {
    struct timeline_window window;
    const struct interval *intervals;
    int count;
};

/* Round times at the cells where they are. */
void timeline_draw_axis(struct surface *surface, int row, int column, int width, struct timeline_window window);

/* The cursor on a lane and on the axis; nothing outside of the window. */
void timeline_draw_cursor(struct surface *surface, const struct timeline_frame *frame, int lane_row, int cell);

/* A name and what it is, and at the right how much is shown where that is not all. */
void timeline_draw_title(const struct app *app, struct surface *surface, const struct layout *layout, const char *name,
                         const char *words);

/* Stages times micro-batches. */
void pipeline_draw(const struct app *app, struct surface *surface, const struct layout *layout,
                   const struct timeline_frame *frame);

#endif
