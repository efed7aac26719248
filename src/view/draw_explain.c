/* draw_explain.c: the explain overlay. */
#include "view/draw.h"
#include "view/explained.h"

#include <stdio.h>

/* Columns from the panel's left edge. A narrow panel has less room for names and sources, the narrowest has none for
 * more than values. */
enum { LABEL_COLUMN = 2, MARK_COLUMN = 13, TEXT_COLUMN = 15, WIDE_FROM = 96, VALUES_END = 45, TEXT_LENGTH = 64 };

struct entry_columns {
    int value_end, class_column, source_column;
};

static struct entry_columns entry_columns_for(struct rectangle area)
{
    const int values_end = area.columns - 2 < VALUES_END ? area.columns - 2 : VALUES_END;
    return area.columns >= WIDE_FROM ? (struct entry_columns){51, 54, 66}
                                     : (struct entry_columns){values_end, VALUES_END + 2, VALUES_END + 13};
}

static bool is_focused(const struct explained_line *line, const struct explained *explained)
{
    return line->kind == EXPLAINED_ENTRY && line->entry == explained->row;
}

static void draw_entry(const struct app *app, struct surface *surface, struct rectangle area, int row,
                       const struct explained_line *line, const struct explained *explained)
{
    const struct entry_columns columns = entry_columns_for(area);
    const struct explained_entries entries = explained_entries_of(explained, explained_scenario(app));
    const struct explained *entry = &entries.entry[line->entry];
    const struct explained_facts facts = explained_facts_of(app, entry);
    const char *name = entry->metric != NULL ? explained_label(entry->metric, explained->metric) : facts.name;
    const bool focused = is_focused(line, explained);
    const enum role ground = focused ? ROLE_SELECT : ROLE_PANEL;
    const int left = area.column;
    const int end = left + area.columns - 1;
    if (focused) {
        surface_fill(surface, (struct rectangle){row, left, 1, area.columns}, ' ', ink_on(ROLE_TEXT, ground));
        surface_put(surface, row, left + MARK_COLUMN, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    const int value_start = left + columns.value_end - draw_columns(surface, facts.value);
    (void)draw_text(surface, row, left + TEXT_COLUMN, value_start - 1, name, ink_on(ROLE_BRIGHT, ground));
    draw_text_right(surface, row, left + TEXT_COLUMN, left + columns.value_end, facts.value, ink_on(ROLE_TEXT, ground));
    (void)draw_text(surface, row, left + columns.class_column, left + columns.source_column - 1, facts.class_name,
                    ink_on(ROLE_TEXT, ground));
    (void)draw_text(surface, row, left + columns.source_column, end, facts.source, ink_on(ROLE_DIM, ground));
}

static void draw_words(struct surface *surface, struct rectangle area, int row, const struct explained_line *line)
{
    const int left = area.column;
    const int end = left + area.columns - 2;
    const bool name = line->kind == EXPLAINED_NAME;
    /* A sentence without a label explains the name, and stands below it. */
    const bool below_name = line->kind == EXPLAINED_WORDS && line->label == NULL;
    const int start = left + (name || below_name ? LABEL_COLUMN : TEXT_COLUMN);
    const struct style style = ink_on(name ? ROLE_BRIGHT : below_name ? ROLE_DIM : ROLE_TEXT, ROLE_PANEL);
    const int after = draw_text(surface, row, start, end, line->text, style);
    draw_text_right(surface, row, after + 1, end, line->value, ink_on(ROLE_BRIGHT, ROLE_PANEL));
    if (line->kind == EXPLAINED_CHECK) {
        (void)draw_text(surface, row, after + 2, end, line->holds ? "✓ holds" : "✗ does not hold",
                        ink_on(line->holds ? ROLE_GOOD : ROLE_BAD, ROLE_PANEL));
    }
}

static void draw_line(const struct app *app, struct surface *surface, struct rectangle area, int row,
                      const struct explained_line *line, const struct explained *explained)
{
    if (line->kind == EXPLAINED_ENTRY) {
        draw_entry(app, surface, area, row, line, explained);
    } else {
        draw_words(surface, area, row, line);
    }
    if (line->label != NULL) {
        (void)draw_text(surface, row, area.column + LABEL_COLUMN, area.column + MARK_COLUMN - 1, line->label,
                        ink_on(ROLE_DIM, is_focused(line, explained) ? ROLE_SELECT : ROLE_PANEL));
    }
}

/* The key of what is explained, and how many lines are out of sight. */
static void say_key(const struct explained *explained, const struct explained_lines *lines,
                    const struct explained_place *place, char *text, size_t size)
{
    const char *key = explained->metric != NULL ? explained->metric->key : explained->parameter->key;
    const int hidden = lines->count - place->list_rows;
    const int below = hidden - place->scroll;
    if (hidden > 0) {
        (void)snprintf(text, size, "%s%s %d more  %s", place->scroll > 0 ? "↑" : "", below > 0 ? "↓" : "", hidden, key);
    } else {
        (void)snprintf(text, size, "%s", key);
    }
}

void draw_explain(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct explained *explained = &app->explained[app->explained_count - 1];
    struct explained_lines lines = explained_lines_of(app, explained, explained_text_columns(layout));
    const struct explained_place place = explained_place_for(layout, &lines, explained->row);
    char key[TEXT_LENGTH];
    say_key(explained, &lines, &place, key, sizeof key);
    draw_overlay_frame(surface, place.area, app->about.row ? "Explain the row in focus" : "Explain", key);
    for (int i = 0; i < place.list_rows && place.scroll + i < lines.count; i++) {
        draw_line(app, surface, place.area, place.area.row + place.list_row + i, &lines.line[place.scroll + i],
                  explained);
    }
}
