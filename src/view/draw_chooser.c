/* draw_chooser.c: a list to pick from. */
#include "view/chooser.h"
#include "view/draw.h"

#include <stdio.h>

enum { MARK = 1, KEY = 3, LABEL = 30, WORDS = 54, TEXT_LENGTH = 32 };

static void draw_row(struct surface *surface, struct rectangle area, int row, const struct explained *choice,
                     bool focused)
{
    const enum role ground = focused ? ROLE_SELECT : ROLE_PANEL;
    const int left = area.column;
    const int end = left + area.columns - 1;
    const char *key = "none";
    const char *label = "";
    const char *words = "one line alone";
    if (choice->metric != NULL) {
        key = choice->metric->key;
        label = choice->metric->label;
        words = choice->metric->meaning;
    } else if (choice->parameter != NULL) {
        key = choice->parameter->key;
        label = choice->parameter->label;
        words = choice->parameter->help;
    }
    if (focused) {
        surface_fill(surface, (struct rectangle){row, left, 1, area.columns}, ' ', ink_on(ROLE_TEXT, ground));
        surface_put(surface, row, left + MARK, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    (void)draw_text(surface, row, left + KEY, left + LABEL - 1, key, ink_on(ROLE_BRIGHT, ground));
    (void)draw_text(surface, row, left + LABEL, left + WORDS - 1 < end ? left + WORDS - 1 : end, label,
                    ink_on(ROLE_TEXT, ground));
    (void)draw_text(surface, row, left + WORDS, end, words, ink_on(ROLE_DIM, ground));
}

void draw_chooser(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct chooser_rows rows = chooser_rows_of(app);
    const struct chooser_place place = chooser_place_for(layout, rows.count, app->overlay_row);
    char count[TEXT_LENGTH];
    (void)snprintf(count, sizeof count, "%s%d row%s", draw_scroll_marks(place.scroll, place.list_rows, rows.count),
                   rows.count, rows.count == 1 ? "" : "s");
    draw_overlay_frame(surface, place.area, chooser_title(app->chooser), count);
    draw_filter(surface, place.area, &app->filter, "filter: words of its key or its name");
    for (int i = 0; i < place.list_rows && place.scroll + i < rows.count; i++) {
        draw_row(surface, place.area, place.area.row + place.list_row + i, &rows.row[place.scroll + i],
                 place.scroll + i == app->overlay_row);
    }
}
