/* lane_cells.c: intervals added up cell by cell. */
#include "view/lane_cells.h"

#include <math.h>
#include <stddef.h>

/* From this share on one kind fills a cell; in ASCII, where heights and kinds share signs, from half. */
#define SHARE_FULL 0.94
#define SHARE_HALF 0.5

/* What takes less of a cell is not worth a sign. */
#define SHARE_SEEN 0.002

enum { HEIGHTS = 8 };

static enum interval_look look_of(const struct interval *interval)
{
    if (interval->hidden) {
        return LOOK_HIDDEN;
    }
    if (interval->lane == LANE_WAIT) {
        return LOOK_IDLE;
    }
    if (interval->lane != LANE_COMPUTE) {
        return LOOK_SOLID;
    }
    switch (interval->kind) {
    case INTERVAL_FORWARD:
    case INTERVAL_ATTENTION:
        return LOOK_FORWARD;
    case INTERVAL_RECOMPUTE:
    case INTERVAL_ARITHMETIC:
        return LOOK_RECOMPUTE;
    default:
        return LOOK_SOLID;
    }
}

enum role interval_role(const struct interval *interval)
{
    static const enum role roles[LANE_COUNT] = {
        [LANE_COMPUTE] = ROLE_WORK, [LANE_TP] = ROLE_ACT,    [LANE_CP] = ROLE_KV,   [LANE_EP] = ROLE_ROUTE,
        [LANE_PP] = ROLE_PIPE,      [LANE_FSDP] = ROLE_GRAD, [LANE_DP] = ROLE_GRAD, [LANE_WAIT] = ROLE_IDLE,
    };
    if (interval->lane != LANE_COMPUTE) {
        return roles[interval->lane];
    }
    switch (interval->kind) {
    case INTERVAL_OPTIMIZER:
        return ROLE_OPT;
    case INTERVAL_ATTENTION:
        return ROLE_KV;
    case INTERVAL_CONTENTION:
        return ROLE_IDLE;
    default:
        return ROLE_WORK;
    }
}

/* Enter an interval into the cells that it touches. */
static void enter(struct lane_cell *cells, int width, struct timeline_window window, const struct interval *interval)
{
    const double scale = width / (window.to - window.from);
    const double from = fmax(0.0, (interval->start - window.from) * scale);
    const double to = fmin(width, (interval->start + interval->seconds - window.from) * scale);
    for (int cell = (int)from; cell < width && cell < to; cell++) {
        const double share = fmin(to, cell + 1) - fmax(from, cell);
        cells[cell].share[look_of(interval)] += share;
        if (share > cells[cell].longest) {
            cells[cell].longest = share;
            cells[cell].interval = interval;
        }
    }
}

void lane_cells_of(struct lane_cell *cells, int width, struct timeline_window window, const struct interval *intervals,
                   int count, enum timeline_lane lane)
{
    for (int cell = 0; cell < width; cell++) {
        cells[cell] = (struct lane_cell){.interval = NULL};
    }
    for (int i = 0; i < count; i++) {
        const bool waits = lane == LANE_COMPUTE && intervals[i].lane == LANE_WAIT;
        if (intervals[i].lane == lane || waits) {
            enter(cells, width, window, &intervals[i]);
        }
    }
}

static enum glyph glyph_of_look(enum interval_look look)
{
    static const enum glyph glyphs[LOOK_COUNT] = {
        [LOOK_FORWARD] = GLYPH_FORWARD, [LOOK_RECOMPUTE] = GLYPH_RECOMPUTE,
        [LOOK_SOLID] = GLYPH_FULL,      [LOOK_HIDDEN] = GLYPH_HIDDEN,
        [LOOK_IDLE] = GLYPH_DOT,
    };
    return glyphs[look];
}

enum glyph lane_height(double share)
{
    const long eighths = lround(fmin(share, 1.0) * HEIGHTS);
    return (enum glyph)(GLYPH_LANE_1 + (eighths > 0 ? eighths - 1 : 0));
}

enum glyph lane_cell_glyph(const struct lane_cell *cell, enum timeline_lane lane, bool utf8)
{
    const double hidden = cell->share[LOOK_HIDDEN];
    const double idle = cell->share[LOOK_IDLE];
    double busy = 0.0;
    enum interval_look most = LOOK_FORWARD;
    for (int look = LOOK_FORWARD; look <= LOOK_SOLID; look++) {
        busy += cell->share[look];
        most = cell->share[look] > cell->share[most] ? (enum interval_look)look : most;
    }
    if (busy + hidden + idle < SHARE_SEEN) {
        return GLYPH_BLANK;
    }
    if (hidden > busy || idle > busy) {
        return glyph_of_look(hidden > busy ? LOOK_HIDDEN : LOOK_IDLE);
    }
    const bool shows_kind = lane == LANE_COMPUTE && !utf8 ? busy >= SHARE_HALF : cell->share[most] >= SHARE_FULL;
    return shows_kind ? glyph_of_look(most) : lane_height(busy);
}
