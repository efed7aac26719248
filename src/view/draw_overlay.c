/* draw_overlay.c: what all overlays have: a ground of their own, a rule above and below, a line to filter with. Their
 * keys stand where all keys do, in the footer. */
#include "view/draw.h"

/* Centred, higher than the middle, since the eye is; at least one row and column of the screen stay beside it. */
struct rectangle overlay_area(const struct layout *layout, int columns, int rows)
{
    const int wide = columns < layout->columns - 2 ? columns : layout->columns - 2;
    const int high = rows < layout->rows - 2 ? rows : layout->rows - 2;
    const int row = (layout->rows - high) / 3;
    return (struct rectangle){row > 0 ? row : 1, (layout->columns - wide) / 2, high, wide};
}

void draw_overlay_frame(struct surface *surface, struct rectangle area, const char *name, const char *count)
{
    const int end = area.column + area.columns;
    const int count_end = end - (count[0] != '\0' ? 2 : 1);
    surface_fill(surface, area, ' ', ink_on(ROLE_TEXT, ROLE_PANEL));
    const int column = draw_chip(surface, area.row, area.column + 1, end, name, chip(ROLE_HAND));
    const int rule_end = count_end - draw_columns(surface, count) - (count[0] != '\0' ? 1 : 0);
    draw_run(surface, area.row, column, rule_end, GLYPH_RULE_HEAVY, ink_on(ROLE_HAND, ROLE_PANEL));
    draw_text_right(surface, area.row, column, count_end, count, ink_on(ROLE_DIM, ROLE_PANEL));
    draw_run(surface, area.row + area.rows - 1, area.column + 1, end - 1, GLYPH_RULE, ink_on(ROLE_FAINT, ROLE_PANEL));
}

void draw_filter(struct surface *surface, struct rectangle area, const struct text_field *filter, const char *hint)
{
    const int row = area.row + (area.rows > 12 ? 2 : 1);
    const int end = area.column + area.columns - 1;
    const struct style hand = ink_on(ROLE_HAND, ROLE_PANEL);
    const struct style bright = ink_on(ROLE_BRIGHT, ROLE_PANEL);
    const int column =
        draw_typed(surface, row, draw_text(surface, row, area.column + 2, end, "/ ", hand), end, filter, bright, hand);
    (void)draw_clauses(surface, row, column + (filter->length > 0 ? 4 : 0), end, hint, ink_on(ROLE_DIM, ROLE_PANEL));
}
