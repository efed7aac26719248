/* table.h: a table on the screen: columns that drop by rank where the screen is narrow, one of them sorted by, one row
 * in focus. What stands in its cells is for the tab to say. */
#ifndef RINGSIDE_VIEW_TABLE_H
#define RINGSIDE_VIEW_TABLE_H

#include "view/draw.h"

enum { TABLE_COLUMNS = 20 };

struct table_column {
    const char *title;
    int width;  /* 0: not in this table */
    int rank;   /* the highest drops first; 0: it never does */
    bool right; /* numbers end where their column ends, words start where it starts */
};

/* Where the columns stand; a dropped one starts and ends at the same place. */
struct table_shape {
    int count;
    int start[TABLE_COLUMNS];
    int end[TABLE_COLUMNS];
    bool right[TABLE_COLUMNS];
};

/* Place columns from a column of the screen on, in so many cells; what is left over widens the gaps. */
struct table_shape table_shape_for(const struct table_column *columns, int count, int left, int width);

bool table_shows(const struct table_shape *shape, int column);

/* The next column that is shown, from one that may be dropped; the same where there is none. */
int table_column_beside(const struct table_shape *shape, int column, int by);

/* The column at a place of the screen, or -1. */
int table_column_at(const struct table_shape *shape, int screen_column);

/* Titles: the one that the rows are sorted by is underlined, the one in focus (-1: none) bright. */
void table_draw_header(struct surface *surface, int row, const struct table_column *columns,
                       const struct table_shape *shape, int sorted, int focused);

/* The ground of the row in focus, and the mark before it; returns the role of the ground. */
enum table_focus { TABLE_ROW, TABLE_ROW_IN_FOCUS };
enum role table_draw_ground(struct surface *surface, int row, struct rectangle area, enum table_focus focus);

/* Text in a cell of a row, at the side where its column has it; nothing in a column that was dropped. */
void table_draw_cell(struct surface *surface, int row, const struct table_shape *shape, int column, const char *text,
                     struct style style);

#endif
