/* table.c: columns, and where they stand. */
#include "view/table.h"

enum { GAP_LEAST = 1, GAP_MOST = 4 };

/* The column that drops next, or -1. */
static int first_to_drop(const struct table_column *columns, int count, const bool shown[TABLE_COLUMNS])
{
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (shown[i] && columns[i].rank > 0 && (found < 0 || columns[i].rank > columns[found].rank)) {
            found = i;
        }
    }
    return found;
}

struct table_shape table_shape_for(const struct table_column *columns, int count, int left, int width)
{
    struct table_shape shape = {.count = count};
    bool shown[TABLE_COLUMNS] = {false};
    int needed = -GAP_LEAST;
    int gaps = -1;
    for (int i = 0; i < count; i++) {
        shown[i] = columns[i].width > 0;
        needed += shown[i] ? columns[i].width + GAP_LEAST : 0;
        gaps += shown[i] ? 1 : 0;
    }
    for (int drop = 0; needed > width && drop >= 0;) {
        drop = first_to_drop(columns, count, shown);
        if (drop >= 0) {
            shown[drop] = false;
            needed -= columns[drop].width + GAP_LEAST;
            gaps--;
        }
    }
    const int wider = gaps > 0 && width > needed ? (width - needed) / gaps : 0;
    const int gap = GAP_LEAST + wider < GAP_MOST ? GAP_LEAST + wider : GAP_MOST;
    int column = left;
    for (int i = 0; i < count; i++) {
        shape.right[i] = columns[i].right;
        shape.start[i] = column;
        shape.end[i] = shown[i] ? column + columns[i].width : column;
        column = shown[i] ? shape.end[i] + gap : column;
    }
    return shape;
}

bool table_shows(const struct table_shape *shape, int column)
{
    return shape->end[column] > shape->start[column];
}

int table_column_beside(const struct table_shape *shape, int column, int by)
{
    for (int next = column + by; next >= 0 && next < shape->count; next += by) {
        if (table_shows(shape, next)) {
            return next;
        }
    }
    return column;
}

int table_column_at(const struct table_shape *shape, int screen_column)
{
    for (int i = 0; i < shape->count; i++) {
        if (screen_column >= shape->start[i] && screen_column < shape->end[i]) {
            return i;
        }
    }
    return -1;
}

void table_draw_header(struct surface *surface, int row, const struct table_column *columns,
                       const struct table_shape *shape, int sorted, int focused)
{
    for (int i = 0; i < shape->count; i++) {
        struct style style = ink(i == focused ? ROLE_BRIGHT : ROLE_DIM);
        style.attributes |= i == sorted ? ATTRIBUTE_UNDERLINE : 0;
        table_draw_cell(surface, row, shape, i, columns[i].title, style);
    }
}

enum role table_draw_ground(struct surface *surface, int row, struct rectangle area, enum table_focus focus)
{
    if (focus == TABLE_ROW) {
        return ROLE_BG;
    }
    surface_fill(surface, (struct rectangle){row, area.column - 1, 1, area.columns + 2}, ' ',
                 ink_on(ROLE_TEXT, ROLE_SELECT));
    surface_put(surface, row, area.column - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ROLE_SELECT));
    return ROLE_SELECT;
}

void table_draw_cell(struct surface *surface, int row, const struct table_shape *shape, int column, const char *text,
                     struct style style)
{
    if (!table_shows(shape, column)) {
        return;
    }
    if (shape->right[column]) {
        draw_text_right(surface, row, shape->start[column], shape->end[column], text, style);
    } else {
        (void)draw_text(surface, row, shape->start[column], shape->end[column], text, style);
    }
}
