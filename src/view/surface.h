/* surface.h: a grid of cells to draw on.
 *
 * Everything on the screen is drawn here, in roles and glyphs, and nothing here knows a terminal. terminal.h copies a
 * surface to ncurses; snapshot.h writes one as text, ANSI or SVG; tests read it. A cell beyond the edge is silently not
 * drawn, so that drawing is safe at every size.
 */
#ifndef RINGSIDE_VIEW_SURFACE_H
#define RINGSIDE_VIEW_SURFACE_H

#include "core/character.h" /* text_columns(), for those who draw */
#include "profiles/theme.h"
#include "view/glyphs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of the grid; never negative. */
struct rectangle {
    int row, column, rows, columns;
};

/* Whether a place lies in it. */
bool rectangle_holds(struct rectangle area, int row, int column);

/* How a cell looks: what it is drawn in, and on. */
struct style {
    enum role ink;
    enum role ground;    /* ROLE_BG: the ground itself */
    unsigned attributes; /* of enum attribute: bold, reverse ... besides the role's own */
};

struct cell {
    uint32_t glyph; /* Unicode; 0: the second half of a wide character that stands in the cell before */
    struct style style;
};

struct surface {
    int rows, columns;
    struct cell *cells;             /* rows * columns */
    const struct glyph_set *glyphs; /* what may stand in a cell; surface_new() takes Unicode */
    int first_row, end_row;         /* rows that may be drawn on; 0 and 0: all */
};

/* A surface of that size, blank; cells is NULL, and rows and columns 0, without memory. */
struct surface surface_new(int rows, int columns);
void surface_free(struct surface *surface);

/* Blank the whole, or a part, with spaces on a ground. */
void surface_clear(struct surface *surface);
void surface_fill(struct surface *surface, struct rectangle area, uint32_t glyph, struct style style);

/* Let nothing be drawn but on some rows, so that what has more to show than there is room ends where its place does; 0
 * rows take the limit away. */
void surface_limit_rows(struct surface *surface, int first, int rows);

/* Set one cell. On a surface of the ASCII set a Unicode glyph becomes its counterpart, or '?' where it has none. */
void surface_put(struct surface *surface, int row, int column, uint32_t glyph, struct style style);

/* Write UTF-8 text from a column, at most `width` columns; what is longer is cut between words, where half
 * of the columns or more stay in use, and ends in the ellipsis of the glyph table.
 *
 *   returned  the column after the text; the end of its room where it is cut
 *   note      control bytes are dropped, wide characters take two cells, combining ones none, and what is no UTF-8
 *             becomes U+FFFD
 */
int surface_text(struct surface *surface, int row, int column, int width, const char *text, struct style style);

/* The cell at a place; a blank one beyond the edge. */
struct cell surface_at(const struct surface *surface, int row, int column);

/* Whether nothing but blanks stands in so many cells from a place on. */
bool surface_is_blank(const struct surface *surface, int row, int column, int columns);

/* One row as UTF-8, every column; returns the length. `size` of 4 * columns + 1 is enough. */
size_t surface_row_text(const struct surface *surface, int row, char *text, size_t size);

/* Draw everything in one faint grey: the screen behind an overlay. */
void surface_dim(struct surface *surface);

/* Draw an area in greys, in which text can be read still: what is not of the present state. */
void surface_grey(struct surface *surface, struct rectangle area);

#endif
