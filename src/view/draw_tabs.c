/* draw_tabs.c: the strip of tabs, and the place of their content. */
#include "view/draw.h"
#include "view/tabs.h"

#include <stdio.h>

enum { TEXT_LENGTH = 96 };

/* A small screen that shows the inputs shows no tab. */
static bool shows_tab(const struct layout *layout)
{
    return layout->tab.rows > 0;
}

/* Narrow strips glue the digit to the name, and drop the name where even that does not fit. */
struct strip_shape {
    const char *blank; /* between digit and name */
    int gap;           /* between tabs */
    bool named;
};

static struct strip_shape strip_shape_for(const struct layout *layout)
{
    if (layout->size_class >= SIZE_FULL) {
        return (struct strip_shape){" ", 1, true};
    }
    return (struct strip_shape){"", 0, layout->size_class == SIZE_COMPACT};
}

struct tab_place tab_place_of(const struct layout *layout, int tab)
{
    const struct strip_shape shape = strip_shape_for(layout);
    struct tab_place place = {.column = layout->tabs.column};
    for (int i = 1; i <= tab; i++) {
        const int name = shape.named ? text_columns(tabs[i - 1].name) + text_columns(shape.blank) : 0;
        place.column += i > 1 ? place.columns + shape.gap : 0;
        place.columns = 1 + 1 + name + 1;
    }
    return place;
}

/* Draw one tab; returns the column after it. */
static int draw_tab(const struct app *app, struct surface *surface, const struct layout *layout, int tab)
{
    const struct strip_shape shape = strip_shape_for(layout);
    const struct tab_place place = tab_place_of(layout, tab);
    const int row = layout->tabs.row;
    const int end = layout->tabs.column + layout->tabs.columns;
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%d%s%s", tab, shape.blank, shape.named ? tabs[tab - 1].name : "");
    if (tab == (int)app->tab && shows_tab(layout)) {
        const enum role ground = app->focus == FOCUS_TAB ? ROLE_HAND : ROLE_BRIGHT;
        /* The last one's closing blank may stand on the margin. */
        return draw_chip(surface, row, place.column, end + 1, text, chip(ground));
    }
    if (lesson_points_to_tab(app, tab)) {
        surface_put(surface, row, place.column, surface->glyphs->glyph[GLYPH_POINTED], ink(ROLE_HAND));
    }
    (void)draw_text(surface, row, place.column + 1, end, text,
                    ink(lesson_points_to_tab(app, tab) ? ROLE_HAND : ROLE_DIM));
    text[1] = '\0';
    (void)draw_text(surface, row, place.column + 1, end, text, ink(ROLE_BRIGHT));
    return place.column + place.columns;
}

void draw_tabs(const struct app *app, struct surface *surface, const struct layout *layout)
{
    int column = 0;
    if (layout->tabs.rows == 0) {
        return;
    }
    for (int tab = 1; tab <= TAB_COUNT; tab++) {
        column = draw_tab(app, surface, layout, tab);
    }
    const int gap = layout->size_class >= SIZE_FULL ? 1 : 0;
    draw_rule(surface, layout->tabs.row, column + gap, layout->tabs.column + layout->tabs.columns,
              app->focus == FOCUS_TAB ? RULE_HAND : RULE_LIGHT);
    if (!shows_tab(layout)) {
        return;
    }
    if (app->result.valid || tab_of(app)->needs_no_result) {
        surface_limit_rows(surface, layout->tab.row, layout->tab.rows);
        tab_of(app)->draw(app, surface, layout);
        surface_limit_rows(surface, 0, 0);
        if (app->invalid && !tab_of(app)->needs_no_result) {
            surface_grey(surface, layout->tab); /* it is of the last state that could run */
        }
    } else {
        draw_invalid_tab(app, surface, layout);
    }
}
