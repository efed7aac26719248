/* draw_ring_together.c: tab 3 with all algorithms side by side: the same message, step by step, in small. */
#include "view/draw.h"
#include "view/parts.h"
#include "view/ring_draw.h"

#include <stdio.h>
#include <string.h>

enum {
    TEXT_LENGTH = 96,
    GAP = 1,
    HEAD_ROWS = 2, /* title, names */
    FOOT_ROWS = 4  /* progress, step, sent, time */
};

/* One algorithm's part of the screen. */
struct panel {
    const struct app *app;
    struct surface *surface;
    const struct ring_scene *scene;
    enum ring_family family;
    struct rectangle area;
    struct walk walk;
    struct walk_messages next;
};

static void draw_small_cell(const struct panel *panel, int row, int column, int width, int rank, int slice)
{
    const walk_set held = panel->walk.holding[rank][slice];
    const bool leaves = ring_sends(&panel->next, rank, slice);
    const enum role role = leaves ? ROLE_HAND : held != 0 ? part_roles[panel->scene->part] : ROLE_FAINT;
    const uint32_t *glyphs = panel->surface->glyphs->glyph;
    uint32_t glyph = glyphs[held != 0 ? ring_height(panel->scene, walk_set_size(held)) : GLYPH_DOT];
    if (panel->scene->op == OP_ALL_TO_ALL && held != 0) {
        glyph = (uint32_t)ring_letter(slice);
    }
    surface_put(panel->surface, row, column, glyph, ink(role));
    if (width > 1 && leaves) {
        surface_put(panel->surface, row, column + 1, glyphs[GLYPH_FOCUS], ink(ROLE_HAND));
    }
}

static void draw_small_matrix(const struct panel *panel, int rows)
{
    const int ranks = panel->scene->drawn.ranks;
    const int width = panel->area.columns / ranks > 2 ? 2 : panel->area.columns / ranks;
    for (int rank = 0; rank < ranks && rank < rows; rank++) {
        for (int slice = 0; slice < ranks; slice++) {
            draw_small_cell(panel, panel->area.row + rank, panel->area.column + slice * width, width, rank, slice);
        }
    }
}

/* A sentence in a narrow column, broken between words. */
static void draw_words(const struct panel *panel, const char *words)
{
    const int width = panel->area.columns;
    for (int row = 0; *words != '\0' && row < panel->area.rows; row++) {
        char line[TEXT_LENGTH];
        int length = (int)strlen(words);
        if (length > width) {
            length = width;
            while (length > 1 && words[length] != ' ') {
                length--;
            }
        }
        (void)snprintf(line, sizeof line, "%.*s", length, words);
        (void)draw_text(panel->surface, panel->area.row + row, panel->area.column, panel->area.column + width, line,
                        ink(ROLE_DIM));
        words += length + (words[length] == ' ' ? 1 : 0);
    }
}

static void draw_small_progress(const struct panel *panel, int row)
{
    const int left = panel->area.column;
    const int width = panel->area.columns;
    const int steps = walk_steps(&panel->walk.setting);
    const int done = left + panel->walk.steps_done * width / steps;
    draw_run(panel->surface, row, left, done, GLYPH_RULE_HEAVY, ink(ROLE_HAND));
    draw_run(panel->surface, row, done, left + width, GLYPH_RULE, ink(ROLE_FAINT));
}

static void draw_figure(const struct panel *panel, int row, const char *name, const char *value, enum role role)
{
    const int left = panel->area.column;
    const int end = left + panel->area.columns;
    (void)draw_text(panel->surface, row, left, end, name, ink(ROLE_DIM));
    draw_text_right(panel->surface, row, left, end, value, ink(role));
}

static void draw_figures(const struct panel *panel, int row)
{
    const int steps = walk_steps(&panel->walk.setting);
    const bool done = panel->walk.steps_done == steps;
    const bool right = walk_is_right(&panel->walk);
    char text[TEXT_LENGTH];
    draw_small_progress(panel, row);
    (void)snprintf(text, sizeof text, "%d of %d", panel->walk.steps_done, steps);
    draw_figure(panel, row + 1, !done ? "step" : right ? "✓ right" : "✗ wrong", text, done ? ROLE_GOOD : ROLE_BRIGHT);
    quantity_say(walk_mean_bytes_sent(&panel->walk, panel->scene->size), UNIT_BYTES, text, sizeof text);
    draw_figure(panel, row + 2, "sent", text, ROLE_BRIGHT);
    quantity_say(ring_elapsed(panel->app, panel->scene, panel->family, panel->walk.steps_done), UNIT_SECONDS, text,
                 sizeof text);
    draw_figure(panel, row + 3, "time", text, ROLE_BRIGHT);
}

static void draw_panel(struct panel *panel)
{
    const struct walk_setting setting = ring_setting(panel->scene, panel->family);
    const char *refusal = ring_refusal(panel->scene, panel->family);
    (void)draw_text(panel->surface, panel->area.row - 1, panel->area.column, panel->area.column + panel->area.columns,
                    ring_family_name(panel->scene, panel->family), ink(refusal == NULL ? ROLE_BRIGHT : ROLE_DIM));
    if (refusal != NULL) {
        draw_words(panel, refusal);
        return;
    }
    const int rows = panel->area.rows - FOOT_ROWS;
    const int shown = rows < setting.ranks ? rows : setting.ranks;
    panel->walk = walk_at(&setting, panel->app->ring.step);
    panel->next = walk_messages_of(&panel->walk);
    draw_small_matrix(panel, shown);
    draw_figures(panel, panel->area.row + (shown > 0 ? shown : 0));
}

void ring_draw_together(const struct app *app, struct surface *surface, const struct layout *layout,
                        const struct ring_scene *scene)
{
    const struct rectangle area = layout->tab;
    const int width = (area.columns - GAP * (FAMILY_COUNT - 1)) / FAMILY_COUNT;
    for (int family = 0; family < FAMILY_COUNT; family++) {
        struct panel panel = {
            .app = app,
            .surface = surface,
            .scene = scene,
            .family = (enum ring_family)family,
            .area = {area.row + HEAD_ROWS, area.column + family * (width + GAP), area.rows - HEAD_ROWS, width},
        };
        if (panel.area.rows >= FOOT_ROWS) {
            draw_panel(&panel);
        }
    }
}
