/* draw_themes.c: the theme chooser. */
#include "view/draw.h"
#include "view/picker.h"
#include "view/theme_list.h"

enum { PANEL_COLUMNS = 46, NAME_COLUMN = 3, TITLE_COLUMN = 18, ROWS_AROUND = 6, ROWS_AROUND_SMALL = 3 };

struct theme_place theme_place_for(const struct layout *layout, int count, int selected)
{
    const int room = layout->rows - 4;
    const bool roomy = count + ROWS_AROUND <= room;
    const int around = roomy ? ROWS_AROUND : ROWS_AROUND_SMALL;
    struct theme_place place = {.list_row = roomy ? 2 : 1};
    const int rows = count + around < room ? count + around : room;
    const int columns = PANEL_COLUMNS < layout->columns - 4 ? PANEL_COLUMNS : layout->columns;
    const int margin = columns < layout->columns ? 2 : 0; /* a narrow screen has none to spare, nor a mark beside it */
    place.area = (struct rectangle){layout->rows - 3 - rows, layout->columns - margin - columns, rows, columns};
    place.list_rows = rows - around;
    place.scroll = picker_scroll(selected, count, place.list_rows);
    place.data_row = roomy ? rows - 3 : 0;
    return place;
}

/* A block of each data colour, and what it stands for. */
static void draw_data(struct surface *surface, const struct theme_place *place)
{
    static const struct {
        enum role role;
        const char *name;
    } data[] = {{ROLE_WORK, "compute"}, {ROLE_ACT, "TP"},  {ROLE_GRAD, "DP"}, {ROLE_OPT, "opt"},
                {ROLE_KV, "KV"},        {ROLE_PIPE, "PP"}, {ROLE_ROUTE, "EP"}};
    const int row = place->area.row + place->data_row;
    const int end = place->area.column + place->area.columns - 1;
    int column = draw_text(surface, row, place->area.column + NAME_COLUMN, end, "data", ink_on(ROLE_DIM, ROLE_PANEL));
    for (size_t i = 0; i < sizeof data / sizeof data[0] && column + 2 < end; i++) {
        surface_put(surface, row, column + 1, surface->glyphs->glyph[GLYPH_FULL], ink_on(data[i].role, ROLE_PANEL));
        column = draw_text(surface, row, column + 2, end, data[i].name, ink_on(ROLE_TEXT, ROLE_PANEL));
    }
}

void draw_themes(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const int count = catalogue_count(app->catalogue, PROFILE_THEME);
    const struct theme_place place = theme_place_for(layout, count, app->overlay_row);
    const int left = place.area.column;
    const int end = left + place.area.columns - 1;
    draw_overlay_frame(surface, place.area, "Theme", "");
    for (int i = 0; i < place.list_rows && place.scroll + i < count; i++) {
        const struct profile *profile = catalogue_at(app->catalogue, PROFILE_THEME, place.scroll + i);
        const bool selected = place.scroll + i == app->overlay_row;
        const enum role ground = selected ? ROLE_SELECT : ROLE_PANEL;
        const int row = place.area.row + place.list_row + i;
        if (selected) {
            surface_fill(surface, (struct rectangle){row, left, 1, place.area.columns}, ' ', ink_on(ROLE_TEXT, ground));
            surface_put(surface, row, left + 1, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
        }
        (void)draw_text(surface, row, left + NAME_COLUMN, left + TITLE_COLUMN - 1, profile->name,
                        ink_on(ROLE_BRIGHT, ground));
        (void)draw_clauses(surface, row, left + TITLE_COLUMN, end, profile->title, ink_on(ROLE_DIM, ground));
    }
    if (place.data_row > 0) {
        draw_data(surface, &place);
    }
}
