/* app.c: starting the explorer, and drawing all of it. */
#include "core/parameters.h"
#include "view/change.h"
#include "view/draw.h"
#include "view/overlays.h"
#include "view/tabs.h"

#include <string.h>

/* The slider that is held at first. */
static const char first_slider[] = "nic.bandwidth";

void app_start(struct app *app, const struct scenario *now, const struct scenario *preset, struct catalogue *catalogue,
               const struct glyph_set *glyphs, const struct theme *theme)
{
    memset(app, 0, sizeof *app);
    app->now = *now;
    app->preset = *preset;
    app->saved = *now;
    app->catalogue = catalogue;
    app->glyphs = glyphs;
    app->theme = theme;
    app->tab = TAB_TIMELINE;
    app->show_assumptions = true;
    app->mouse_on = true;
    app->focus = FOCUS_TOPOLOGY;
    const struct pane_rows rows = pane_rows_of(&app->now, PANE_TOPOLOGY, SIZE_FULL);
    const int row = pane_rows_find(&rows, parameter_find(first_slider));
    app->row[PANE_TOPOLOGY] = row > 0 ? row : 0;
    timeline_view_start(app);
    decode_view_start(app);
    traffic_start(app);
    search_view_start(app);
    sweep_view_start(app);
    ring_view_start(app);
    map_view_start(app);
    app->memory.row = (int)now->strategy.zero;
    change_start(app);
}

void app_start_measured(struct app *app, struct measured measured)
{
    app->measured = measured;
    app->measured.mode = app->now.mode;
    app->saved_figure = measured.typed;
    change_start(app);
}

struct part_rows app_part_rows(const struct app *app, int capacity)
{
    return part_rows_for(&app->result, app_baseline(app), capacity, &app->parts_kept);
}

const struct result *app_baseline(const struct app *app)
{
    const struct result *baseline = &app->baseline_result;
    const bool compares = app->has_baseline && baseline->valid && baseline->mode == app->result.mode;
    return compares ? baseline : NULL;
}

bool app_takes_mouse(const struct app *app)
{
    return app->mouse_on && !overlay_of(app)->yields_mouse;
}

bool app_is_busy(const struct app *app)
{
    return tab_of(app)->is_busy != NULL && tab_of(app)->is_busy(app);
}

int app_interval(const struct app *app)
{
    const struct tab *tab = tab_of(app);
    const bool plays = tab->interval != NULL && app->overlay == OVERLAY_NONE && app->result.valid;
    return plays ? tab->interval(app) : 0;
}

static enum layout_page page_in_focus(const struct app *app)
{
    switch (app->focus) {
    case FOCUS_TAB:
        return PAGE_TAB;
    case FOCUS_STEP:
        return PAGE_RESULTS;
    default:
        return PAGE_INPUTS;
    }
}

bool app_projects(const struct app *app)
{
    return app->projector && app->focus != FOCUS_TAB;
}

static struct layout plain_layout(const struct app *app, int rows, int columns)
{
    const bool in_pane = (int)app->focus < (int)PANE_COUNT;
    const enum parameter_pane pane = in_pane ? (enum parameter_pane)app->focus : PANE_MODEL;
    if (app_projects(app)) {
        return layout_projector(rows, columns);
    }
    if (app->maximised || app->projector) {
        return layout_maximised(rows, columns, page_in_focus(app), pane);
    }
    return layout_for(rows, columns, page_in_focus(app), pane);
}

static struct layout layout_of_size(const struct app *app, int rows, int columns)
{
    const struct layout layout = plain_layout(app, rows, columns);
    return measured_has_bar(&app->comparison) ? layout_with_measured(layout) : layout;
}

struct layout app_layout(const struct app *app)
{
    return layout_of_size(app, app->rows, app->columns);
}

struct layout app_pane_layout(const struct app *app, enum parameter_pane pane)
{
    return app->maximised ? layout_maximised(app->rows, app->columns, PAGE_INPUTS, pane)
                          : layout_for(app->rows, app->columns, PAGE_INPUTS, pane);
}

static void draw_main(const struct app *app, struct surface *surface, const struct layout *layout)
{
    draw_title(app, surface, layout);
    if (app_projects(app) && layout->size_class >= SIZE_COMPACT) {
        draw_projector(app, surface, layout);
        return;
    }
    if (layout->strip.rows > 0) {
        draw_pane_strip(app, surface, layout);
    }
    draw_inputs(app, surface, layout);
    draw_results(app, surface, layout);
    draw_tabs(app, surface, layout);
    draw_held(app, surface, layout);
    draw_context(app, surface, layout);
    draw_footer(app, surface, layout);
}

static void draw_overlay(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct overlay_look *look = overlay_of(app);
    if (look->dims_screen) {
        surface_dim(surface);
    }
    if (look->draw != NULL) {
        look->draw(app, surface, layout);
        if (look->describes || app->message[0] != '\0') {
            draw_context(app, surface, layout);
        }
        draw_footer(app, surface, layout); /* which has its keys, and is not dimmed */
    }
}

void app_draw(const struct app *app, struct surface *surface)
{
    const struct layout layout = layout_of_size(app, surface->rows, surface->columns);
    surface->glyphs = app->glyphs;
    surface_clear(surface);
    if (layout.size_class == SIZE_TOO_SMALL) {
        draw_too_small(app, surface);
        draw_prompt_alone(app, surface);
        return;
    }
    draw_main(app, surface, &layout);
    draw_overlay(app, surface, &layout);
    if (app->prompt.kind != PROMPT_NONE) {
        draw_prompt(app, surface, &layout);
        draw_footer(app, surface, &layout);
    }
}
