/* surface.c: a grid of cells to draw on. */
#include "view/surface.h"

#include "core/character.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST_TEXT = 1 << 20 }; /* columns; keeps sums of columns far from overflow */

static const struct style plain = {.ink = ROLE_TEXT, .ground = ROLE_BG};

bool rectangle_holds(struct rectangle area, int row, int column)
{
    return row >= area.row && row < area.row + area.rows && column >= area.column &&
           column < area.column + area.columns;
}

static bool is_inside(const struct surface *surface, int row, int column)
{
    return row >= 0 && row < surface->rows && column >= 0 && column < surface->columns;
}

static struct cell *cell_at(const struct surface *surface, int row, int column)
{
    return &surface->cells[(size_t)row * (size_t)surface->columns + (size_t)column];
}

/* Both halves of a wide character go when one of them is drawn over. */
static void clear_other_half(struct surface *surface, int row, int column)
{
    if (cell_at(surface, row, column)->glyph == 0 && column > 0) {
        cell_at(surface, row, column - 1)->glyph = ' ';
    }
    if (column + 1 < surface->columns && cell_at(surface, row, column + 1)->glyph == 0) {
        cell_at(surface, row, column + 1)->glyph = ' ';
    }
}

void surface_limit_rows(struct surface *surface, int first, int rows)
{
    surface->first_row = rows > 0 ? first : 0;
    surface->end_row = rows > 0 ? first + rows : 0;
}

static bool is_drawable(const struct surface *surface, int row)
{
    return surface->end_row == 0 || (row >= surface->first_row && row < surface->end_row);
}

static void set_cell(struct surface *surface, int row, int column, uint32_t glyph, struct style style)
{
    if (is_drawable(surface, row) && is_inside(surface, row, column)) {
        clear_other_half(surface, row, column);
        *cell_at(surface, row, column) = (struct cell){.glyph = glyph, .style = style};
    }
}

struct surface surface_new(int rows, int columns)
{
    struct surface surface = {.rows = rows > 0 ? rows : 0, .columns = columns > 0 ? columns : 0};
    surface.glyphs = &glyphs_unicode;
    const size_t count = (size_t)surface.rows * (size_t)surface.columns;
    surface.cells = malloc((count > 0 ? count : 1) * sizeof *surface.cells);
    if (surface.cells == NULL) {
        surface.rows = surface.columns = 0;
    }
    surface_clear(&surface);
    return surface;
}

void surface_free(struct surface *surface)
{
    free(surface->cells);
    *surface = (struct surface){.glyphs = surface->glyphs};
}

void surface_clear(struct surface *surface)
{
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            *cell_at(surface, row, column) = (struct cell){.glyph = ' ', .style = plain};
        }
    }
}

/* The part of start ... start + count that lies in 0 ... limit. */
struct span {
    int first, end;
};

static struct span span_inside(int start, int count, int limit)
{
    const int first = start > 0 ? start : 0;
    const int end = count <= 0 ? first : start > limit - count ? limit : start + count;
    return (struct span){.first = first, .end = end};
}

void surface_fill(struct surface *surface, struct rectangle area, uint32_t glyph, struct style style)
{
    const struct span rows = span_inside(area.row, area.rows, surface->rows);
    const struct span columns = span_inside(area.column, area.columns, surface->columns);
    for (int row = rows.first; row < rows.end; row++) {
        for (int column = columns.first; column < columns.end; column++) {
            surface_put(surface, row, column, glyph, style);
        }
    }
}

void surface_put(struct surface *surface, int row, int column, uint32_t glyph, struct style style)
{
    const uint32_t cell = glyphs_cell(surface->glyphs, glyph);
    switch (character_columns(cell)) {
    case 1:
        set_cell(surface, row, column, cell, style);
        break;
    case 2:
        if (is_inside(surface, row, column + 1)) {
            set_cell(surface, row, column, cell, style);
            set_cell(surface, row, column + 1, 0, style);
        } else {
            set_cell(surface, row, column, ' ', style);
        }
        break;
    default: /* a control or combining character is nothing to draw */
        set_cell(surface, row, column, ' ', style);
        break;
    }
}

/* Columns of a character as a set of glyphs shows it. */
static int columns_in(const struct glyph_set *glyphs, uint32_t character)
{
    const int columns = character_columns(character);
    return columns == 0 ? 0 : character_columns(glyphs_cell(glyphs, character));
}

static int text_columns_in(const struct glyph_set *glyphs, const char *text)
{
    int columns = 0;
    for (struct character next = character_read(text); next.bytes > 0; next = character_read(text)) {
        columns += columns_in(glyphs, next.code);
        text += next.bytes;
    }
    return columns;
}

/* A text without the signs at its end that only lead on to what is cut: a dot between clauses, a comma, a plus. */
static size_t without_separators(const char *text, size_t bytes)
{
    static const char *const separators[] = {" ", ",", ";", ":", " ·", " +", " /", " -"};
    for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
        const size_t length = strlen(separators[i]);
        if (bytes > length && memcmp(text + bytes - length, separators[i], length) == 0) {
            return without_separators(text, bytes - length);
        }
    }
    return bytes;
}

/* The bytes of a text that stay where it is cut to so many columns: whole words, and no number without what follows it,
 * which may be its unit; or as many characters as fit where that would leave less than half. */
static size_t cut_text(const struct surface *surface, const char *text, int width)
{
    int columns = 0;
    size_t bytes = 0;
    size_t words = 0;
    for (struct character next = character_read(text); next.bytes > 0; next = character_read(text + bytes)) {
        const bool ends_number = bytes > 0 && text[bytes - 1] >= '0' && text[bytes - 1] <= '9';
        if (next.code == ' ' && !ends_number && columns >= width / 2) {
            words = bytes;
        }
        columns += columns_in(surface->glyphs, next.code);
        if (columns > width) {
            break;
        }
        bytes += (size_t)next.bytes;
    }
    return without_separators(text, words > 0 ? words : bytes);
}

int surface_text(struct surface *surface, int row, int column, int width, const char *text, struct style style)
{
    width = width < 0 ? 0 : width > WIDEST_TEXT ? WIDEST_TEXT : width;
    const bool cut = text_columns_in(surface->glyphs, text) > width;
    const int room_end = column + width;
    const char *const end = text + (cut ? cut_text(surface, text, width - 1) : strlen(text)); /* and an ellipsis */
    for (struct character next = character_read(text); text < end && next.bytes > 0; next = character_read(text)) {
        const int columns = columns_in(surface->glyphs, next.code);
        if (columns > 0) {
            surface_put(surface, row, column, next.code, style);
            column += columns;
        }
        text += next.bytes;
    }
    if (cut && width > 0) {
        surface_put(surface, row, column, surface->glyphs->glyph[GLYPH_ELLIPSIS], style);
        return room_end;
    }
    return column;
}

struct cell surface_at(const struct surface *surface, int row, int column)
{
    return is_inside(surface, row, column) ? *cell_at(surface, row, column)
                                           : (struct cell){.glyph = ' ', .style = plain};
}

bool surface_is_blank(const struct surface *surface, int row, int column, int columns)
{
    for (int i = 0; i < columns; i++) {
        if (surface_at(surface, row, column + i).glyph != ' ') {
            return false;
        }
    }
    return true;
}

size_t surface_row_text(const struct surface *surface, int row, char *text, size_t size)
{
    size_t length = 0;
    for (int column = 0; column < surface->columns; column++) {
        const uint32_t glyph = surface_at(surface, row, column).glyph;
        if (glyph == 0) {
            continue;
        }
        char bytes[CHARACTER_BYTES];
        const int count = character_write(glyph, bytes);
        if (length + (size_t)count >= size) {
            break;
        }
        for (int i = 0; i < count; i++) {
            text[length++] = bytes[i];
        }
    }
    if (size > 0) {
        text[length] = '\0';
    }
    return length;
}

void surface_dim(struct surface *surface)
{
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            cell_at(surface, row, column)->style = (struct style){.ink = ROLE_FAINT, .ground = ROLE_BG};
        }
    }
}

/* A ground of colour becomes a faint one, so that bars keep their lengths. */
static struct style grey(struct style style)
{
    const bool is_plain = style.ground == ROLE_BG || style.ground == ROLE_SELECT;
    return is_plain ? (struct style){.ink = style.ink == ROLE_FAINT ? ROLE_FAINT : ROLE_DIM, .ground = style.ground}
                    : (struct style){.ink = ROLE_TEXT, .ground = ROLE_FAINT};
}

void surface_grey(struct surface *surface, struct rectangle area)
{
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            if (is_inside(surface, row, column)) {
                cell_at(surface, row, column)->style = grey(cell_at(surface, row, column)->style);
            }
        }
    }
}
