/* lane_cells.h: a lane of a timeline as cells: what share of each cell is taken, and by what. */
#ifndef RINGSIDE_VIEW_LANE_CELLS_H
#define RINGSIDE_VIEW_LANE_CELLS_H

#include "core/timeline.h"
#include "profiles/theme.h"
#include "view/glyphs.h"

/* How intervals look: one sign each, so that no colour is needed. */
enum interval_look {
    LOOK_FORWARD,
    LOOK_RECOMPUTE,
    LOOK_SOLID, /* backward, and exposed transfers */
    LOOK_HIDDEN,
    LOOK_IDLE, /* the GPU waits, and no transfer is to blame */
    LOOK_COUNT
};

struct lane_cell {
    double share[LOOK_COUNT];        /* of the cell's time; more than 1 where transfers are hidden behind one another */
    double longest;                  /* share of the interval that takes most of the cell */
    const struct interval *interval; /* that one; NULL: the cell is empty */
};

enum { LANE_CELLS = 512 };

/* Fill the cells of a lane; waiting belongs to compute.
 *
 *   given     cells with room for `width` <= LANE_CELLS; the window that they stand for
 */
void lane_cells_of(struct lane_cell *cells, int width, struct timeline_window window, const struct interval *intervals,
                   int count, enum timeline_lane lane);

/* The colour of an interval. */
enum role interval_role(const struct interval *interval);

/* The height that says what share of a cell is busy. */
enum glyph lane_height(double share);

/* The sign of a cell: the height says how busy it is; where one kind fills it, the kind's own sign. GLYPH_BLANK: it is
 * empty.
 *
 *   given     whether Unicode may be used: in ASCII a cell of compute shows its kind from half on
 */
enum glyph lane_cell_glyph(const struct lane_cell *cell, enum timeline_lane lane, bool utf8);

#endif
