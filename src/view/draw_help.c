/* draw_help.c: the help overlay, generated from the key table. */
#include "view/draw.h"
#include "view/help.h"
#include "view/input_context.h"

#include <stdio.h>

enum { KEYS_COLUMN = 2, WORDS_COLUMN = 20, TEXT_LENGTH = 32 };

static void draw_row(struct surface *surface, int row, int column, int end, const struct help_row *help, bool selected)
{
    const enum role ground = selected ? ROLE_SELECT : ROLE_PANEL;
    const struct value_class_look *mark = help->mark;
    const char sign[2] = {mark != NULL ? mark->mark : ' ', '\0'};
    if (help->binding == NULL && mark == NULL) {
        (void)draw_text(surface, row, column, end, help->title != NULL ? help->title : "",
                        ink_on(ROLE_BRIGHT, ROLE_PANEL));
        return;
    }
    if (selected) {
        surface_fill(surface, (struct rectangle){row, column, 1, end - column}, ' ', ink_on(ROLE_TEXT, ground));
        surface_put(surface, row, column, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    (void)draw_text(surface, row, column + KEYS_COLUMN, column + WORDS_COLUMN - 1,
                    mark == NULL     ? help->binding->name
                    : sign[0] == ' ' ? "none"
                                     : sign,
                    ink_on(ROLE_BRIGHT, ground));
    (void)draw_text(surface, row, column + WORDS_COLUMN, end, mark != NULL ? mark->help : help->binding->help,
                    ink_on(ROLE_TEXT, ground));
}

/* "44 rows", "↓ 12 more": what is out of sight comes first. */
static void say_count(const struct help_rows *rows, const struct help_place *place, char *text, size_t size)
{
    const int hidden = place->scroll + place->below;
    if (hidden > 0) {
        (void)snprintf(text, size, "%s%s %d more", place->scroll > 0 ? "↑" : "", place->below > 0 ? "↓" : "", hidden);
    } else {
        (void)snprintf(text, size, "%d row%s", rows->entries, rows->entries == 1 ? "" : "s");
    }
}

void draw_help(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct help_rows rows = help_rows_of(input_context_below(app), app->filter.text);
    const struct help_place place = help_place_for(layout, &rows, app->overlay_row);
    const int selected = help_row_of_entry(&rows, app->overlay_row);
    char count[TEXT_LENGTH];
    say_count(&rows, &place, count, sizeof count);
    draw_overlay_frame(surface, place.area, "Keys", count);
    draw_filter(surface, place.area, &app->filter, "filter: a key, or what you want to do");
    for (int i = 0; i < rows.count; i++) {
        const int line = i - place.scroll;
        const int list_column = line >= place.second ? 1 : 0;
        const int list_line = line - list_column * place.second;
        if (line < 0 || list_column >= place.columns || list_line >= place.list_rows) {
            continue;
        }
        const int column = place.area.column + 3 + list_column * place.column_width;
        const int right = place.area.column + place.area.columns - 1;
        const int end = column + place.column_width - 1 < right ? column + place.column_width - 1 : right;
        draw_row(surface, place.area.row + place.list_row + list_line, column, end, &rows.row[i], i == selected);
    }
    draw_overlay_keys(surface, place.area, CONTEXT_HELP);
}
