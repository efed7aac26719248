/* draw_help.c: the help overlay, generated from the tables of keys, parameters and metrics. */
#include "view/draw.h"
#include "view/help.h"
#include "view/input_context.h"
#include "view/sentence.h"

#include <stdio.h>

enum {
    KEYS_COLUMN = 2,
    WORDS_COLUMN = 20,
    WORDS_COLUMN_NARROW = 13,
    WIDE = 90, /* beyond this the longest key of a figure has room */
    WORDS_COLUMN_WIDE = 28,
    TEXT_LENGTH = 32,
    NAME_TEXT = 80,
    WORDS_TEXT = 400
};

/* The two texts of a row. */
struct help_text {
    char name[NAME_TEXT];
    char words[WORDS_TEXT];
};

/* A key and what it does, a mark, a slider by its label, or a figure by its key with what it is; before that the mode
 * that it needs. */
static struct help_text text_of(const struct help_row *help, const struct scenario *now)
{
    char modes[TEXT_LENGTH];
    struct help_text text;
    const char *name = help->title != NULL ? help->title : "";
    const char *words = "";
    const char mark[2] = {help->mark != NULL ? help->mark->mark : ' ', '\0'};
    if (help->binding != NULL) {
        name = help->binding->name;
        words = help->binding->help;
    } else if (help->mark != NULL) {
        name = mark[0] == ' ' ? "none" : mark;
        words = help->mark->help;
    } else if (help->parameter != NULL) {
        name = help->parameter->label;
        words = help->parameter->help;
    } else if (help->metric != NULL) {
        name = help->metric->key;
        words = help->metric->label;
    }
    const char *meaning = help->metric != NULL ? help->metric->meaning : NULL;
    (void)snprintf(text.name, sizeof text.name, "%s", name);
    help_modes_elsewhere(help, now, modes, sizeof modes);
    (void)snprintf(text.words, sizeof text.words, "%s%s%s%s%s", modes, modes[0] != '\0' ? ": " : "", words,
                   meaning != NULL ? ": " : "", meaning != NULL ? meaning : "");
    return text;
}

static int words_column(int columns)
{
    return columns > WIDE ? WORDS_COLUMN_WIDE : columns < HELP_NARROW ? WORDS_COLUMN_NARROW : WORDS_COLUMN;
}

/* A row at a place, up to a column; where it is in focus its ground says so. */
static void draw_row(struct surface *surface, struct rectangle place, const struct help_text *text, bool selected)
{
    const enum role ground = selected ? ROLE_SELECT : ROLE_PANEL;
    const int end = place.column + place.columns;
    if (text->words[0] == '\0') {
        (void)draw_text(surface, place.row, place.column, end, text->name, ink_on(ROLE_BRIGHT, ROLE_PANEL));
        return;
    }
    if (selected) {
        surface_fill(surface, place, ' ', ink_on(ROLE_TEXT, ground));
        surface_put(surface, place.row, place.column, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    const int words = place.column + words_column(place.columns);
    (void)draw_text(surface, place.row, place.column + KEYS_COLUMN, words - 1, text->name, ink_on(ROLE_BRIGHT, ground));
    (void)draw_text(surface, place.row, words, end, text->words, ink_on(ROLE_TEXT, ground));
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

/* Below the list what had no room in its row: people came for it. */
static void draw_whole_words(struct surface *surface, const struct help_place *place, const char *words)
{
    const int first = place->area.row + place->list_row + place->list_rows;
    const int last = place->area.row + place->area.rows - 2;
    const int column = place->area.column + 3;
    const int room = place->column_width - 1;
    if (last < first || draw_columns(surface, words) <= room - words_column(room)) {
        return;
    }
    const struct sentence_room lines = {room, room, last - first + 1};
    const struct sentence sentence = sentence_break(surface->glyphs, words, lines);
    for (int i = 0; i < sentence.count; i++) {
        (void)draw_text(surface, last - sentence.count + 1 + i, column, column + room, sentence.line[i],
                        ink_on(ROLE_TEXT, ROLE_PANEL));
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
    draw_filter(surface, place.area, &app->filter, "type a word: a key, a slider, a figure");
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
        const struct rectangle row = {place.area.row + place.list_row + list_line, column, 1, end - column};
        const struct help_text text = text_of(&rows.row[i], &app->now);
        draw_row(surface, row, &text, i == selected);
    }
    if ((rows.defines || place.area.columns < HELP_NARROW) && selected >= 0) {
        draw_whole_words(surface, &place, text_of(&rows.row[selected], &app->now).words);
    }
}
