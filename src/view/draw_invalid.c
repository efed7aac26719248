/* draw_invalid.c: what stands in the panes while nothing could be priced yet: why, and what would make it run. */
#include "view/draw.h"
#include "view/sentence.h"
#include "view/tabs.h"

#include <stdio.h>

enum { TEXT_LENGTH = 120 };

/* A sentence over as many lines as it needs and there are; returns the row below it. */
static int draw_sentence(struct surface *surface, struct rectangle area, int row, const char *text, struct style style)
{
    const int left = area.row + area.rows - row;
    const struct sentence_room room = {
        .first = area.columns, .others = area.columns, .lines = left < SENTENCE_LINES ? left : SENTENCE_LINES};
    if (left < 1) {
        return row;
    }
    const struct sentence sentence = sentence_break(surface->glyphs, text, room);
    for (int i = 0; i < sentence.count; i++) {
        (void)draw_text(surface, row++, area.column, area.column + area.columns, sentence.line[i], style);
    }
    return row;
}

/* What would make it valid, or where to look; returns the row below it. */
static int draw_repairs(const struct app *app, struct surface *surface, struct rectangle area, int row)
{
    char text[REPAIR_LENGTH];
    repairs_print(&app->repairs, text, sizeof text);
    return draw_sentence(surface, area, row, text[0] != '\0' ? text : "The sliders marked ! are to blame.",
                         ink(ROLE_BRIGHT));
}

/* The reasons from the second on: the first is in the headline. */
static void draw_reasons(const struct app *app, struct surface *surface, struct rectangle area, int row)
{
    for (int i = 1; i < app->reasons.count; i++) {
        row = draw_sentence(surface, area, row, app->reasons.text[i], ink(ROLE_TEXT));
    }
}

void draw_invalid_result(const struct app *app, struct surface *surface, struct rectangle area)
{
    draw_reasons(app, surface, area, draw_repairs(app, surface, area, area.row));
}

void draw_invalid_tab(const struct app *app, struct surface *surface, const struct layout *layout)
{
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%s is drawn as soon as this can run.", tab_of(app)->name);
    const int row = draw_sentence(surface, layout->tab, layout->tab.row, text, ink(ROLE_DIM));
    const int below = draw_repairs(app, surface, layout->tab, row);
    if (layout->parts_row == 0) { /* else the result has room for them */
        draw_reasons(app, surface, layout->tab, below);
    }
}
