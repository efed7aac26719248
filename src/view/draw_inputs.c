/* draw_inputs.c: the three input panes. One row of a pane is in draw_row.c. */
#include "view/draw.h"
#include "view/facts.h"

#include <assert.h>
#include <stdio.h>

/* What can have the focus; panes of inputs come first. */
static const char *const focus_names[FOCUS_COUNT] = {
    [FOCUS_MODEL] = "Model", [FOCUS_TOPOLOGY] = "Topology", [FOCUS_PARALLELISM] = "Parallelism",
    [FOCUS_STEP] = "Step",   [FOCUS_TAB] = "Tabs",
};
static_assert((int)FOCUS_STEP == (int)PANE_COUNT, "a pane and its focus have one number");

enum { FACT_LENGTH = 160, HINT_LENGTH = 32 };

static bool is_focused(const struct app *app, enum parameter_pane pane)
{
    return (int)app->focus == (int)pane;
}

/* How many rows are out of sight, on the title's rule. */
static void draw_hint(struct surface *surface, struct rectangle area, int above, int below)
{
    char hint[HINT_LENGTH];
    if (above + below <= 0) {
        return;
    }
    (void)snprintf(hint, sizeof hint, " %s%s %d more", above > 0 ? "↑" : "", below > 0 ? "↓" : "", above + below);
    draw_text_right(surface, area.row, area.column, area.column + area.columns, hint, ink(ROLE_DIM));
}

static void draw_facts(const struct app *app, struct surface *surface, const struct layout *layout,
                       enum parameter_pane pane)
{
    const struct rectangle area = layout->pane[pane];
    for (int line = 0; line < layout->fact_rows && pane != PANE_PARALLELISM; line++) {
        const int row = layout->pane_title_rows + 1 + line;
        char text[FACT_LENGTH];
        facts_line(&app->now, pane, line, facts_words_for(area.columns), text, sizeof text);
        if (row < area.rows) {
            (void)draw_text(surface, area.row + row, area.column, area.column + area.columns, text, ink(ROLE_DIM));
        }
    }
}

static void draw_pane(const struct app *app, struct surface *surface, const struct layout *layout,
                      enum parameter_pane pane)
{
    const struct rectangle area = layout->pane[pane];
    const struct pane_rows rows = pane_rows_of(&app->now, pane, layout->size_class);
    const struct pane_view view = pane_view_of(layout, pane, &rows);
    const int above = app->scroll[pane];
    const int below = rows.count - rows.head - above - view.capacity;
    if (layout->pane_title_rows > 0) {
        draw_heading(surface, area, focus_names[pane], is_focused(app, pane) ? RULE_HAND : RULE_LIGHT);
        draw_hint(surface, area, above, below > 0 ? below : 0);
    }
    draw_facts(app, surface, layout, pane);
    for (int i = 0; i < rows.count; i++) {
        const int screen_row = pane_row_on_screen(layout, pane, &rows, above, i);
        if (screen_row >= 0) {
            draw_input_row(app, surface, layout, pane, &rows.row[i], screen_row);
        }
    }
}

void draw_inputs(const struct app *app, struct surface *surface, const struct layout *layout)
{
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        if (layout->pane[pane].rows > 0) {
            draw_pane(app, surface, layout, (enum parameter_pane)pane);
        }
    }
}

/* Pane names, where one pane is shown at a time. */
void draw_pane_strip(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const int end = layout->strip.column + layout->strip.columns;
    int column = layout->strip.column;
    for (int name = 0; name < FOCUS_COUNT; name++) {
        column = draw_chip(surface, layout->strip.row, column, end, focus_names[name],
                           name == (int)app->focus ? chip(ROLE_HAND) : ink(ROLE_DIM));
    }
    draw_rule(surface, layout->strip.row, column + 1, end, RULE_HAND);
}
