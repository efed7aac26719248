/* draw_lesson.c: tab 8: the list of lessons, or the screen of the one that is open. */
#include "view/draw.h"
#include "view/lesson_label.h"
#include "view/lesson_view.h"
#include "view/sentence.h"
#include "view/table.h"
#include "view/tabs.h"
#include "view/value.h"

#include <stdio.h>
#include <string.h>

enum { LINE_TEXT = 480, LABEL_TEXT = 120 };

/* ---- the list ---- */

enum { NUMBER = 2, NAME = 44, GAP = 2, QUESTION = NUMBER + NAME + GAP };

/* Whether questions stand beside the names. */
static bool has_questions(int columns)
{
    return columns - QUESTION >= NAME;
}

static void draw_list_row(const struct app *app, struct surface *surface, struct rectangle row, int index)
{
    const struct profile *profile = lesson_numbered(app->catalogue, index + 1);
    const bool focused = app->focus == FOCUS_TAB && index == app->lesson.row;
    const enum role ground = table_draw_ground(surface, row.row, row, focused ? TABLE_ROW_IN_FOCUS : TABLE_ROW);
    const int end = row.column + row.columns;
    char number[16];
    (void)snprintf(number, sizeof number, "%d", index + 1);
    (void)draw_text(surface, row.row, row.column, end, number, ink_on(ROLE_BRIGHT, ground));
    (void)draw_text(surface, row.row, row.column + NUMBER + 1, end, profile->name, ink_on(ROLE_TEXT, ground));
    if (has_questions(row.columns)) {
        (void)draw_text(surface, row.row, row.column + QUESTION, end, profile->title, ink_on(ROLE_DIM, ground));
    }
}

enum { QUESTION_ROWS = 4 };

/* Below the list, the question of the lesson in focus where it stands nowhere else, and what lessons are. */
static void draw_question(const struct app *app, struct surface *surface, struct rectangle area)
{
    const struct profile *profile = lesson_numbered(app->catalogue, app->lesson.row + 1);
    const int indent = 3;
    const int columns = area.columns - indent;
    const struct sentence sentence =
        sentence_break(surface->glyphs, profile->title, (struct sentence_room){columns, columns, 2});
    const bool asked = has_questions(area.columns - 1);
    for (int i = 0; i < sentence.count && !asked; i++) {
        (void)draw_text(surface, area.row + i, area.column + indent, area.column + area.columns, sentence.line[i],
                        ink(ROLE_BRIGHT));
    }
    const int last = asked ? area.row : area.row + area.rows - 1;
    (void)draw_text(surface, last, area.column, area.column + area.columns,
                    "Figures follow your sliders; Esc gives your own state back.", ink(ROLE_DIM));
}

/* "↓ 2 more" at the end of the first row: where the list scrolls no row is left for it. Returns the columns that it
 * takes. */
static int draw_list_more(struct surface *surface, struct rectangle row, int scroll, int rows, int count)
{
    char text[LABEL_TEXT];
    (void)snprintf(text, sizeof text, "  %s%d more", draw_scroll_marks(scroll, rows, count), count - rows);
    const int columns = draw_columns(surface, text);
    (void)draw_text(surface, row.row, row.column + row.columns - columns, row.column + row.columns, text,
                    ink(ROLE_DIM));
    return columns;
}

static void draw_list(const struct app *app, struct surface *surface, struct rectangle area)
{
    const int count = catalogue_count(app->catalogue, PROFILE_LESSON);
    const int scroll = lesson_list_scroll(app, area.rows);
    for (int i = 0; i < area.rows && scroll + i < count; i++) {
        struct rectangle row = {area.row + i, area.column + 1, 1, area.columns - 1};
        if (i == 0 && count > area.rows) {
            row.columns -= draw_list_more(surface, row, scroll, area.rows, count);
        }
        draw_list_row(app, surface, row, scroll + i);
    }
    if (count + 1 + QUESTION_ROWS <= area.rows && app->lesson.row < count) {
        draw_question(app, surface, (struct rectangle){area.row + count + 1, area.column, QUESTION_ROWS, area.columns});
    }
}

/* ---- a screen ---- */

/* "screen 2 of 5, page 1 of 2"; "2/5 page 1/2" where there is little room. */
static void say_screen(const struct app *app, const struct lesson_place *place, int columns, char *text, size_t size)
{
    enum { WIDE = 70 };
    const int screens = lesson_now(app)->screen_count;
    const int screen = app->lesson.screen + 1;
    const bool wide = columns >= WIDE;
    size_t used = (size_t)(wide ? snprintf(text, size, "screen %d of %d", screen, screens)
                                : snprintf(text, size, "%d/%d", screen, screens));
    if (place->pages > 1 && wide) {
        (void)snprintf(text + used, size - used, ", page %d of %d", place->page + 1, place->pages);
    } else if (place->pages > 1) {
        (void)snprintf(text + used, size - used, " page %d/%d", place->page + 1, place->pages);
    }
}

/* "4  Tensor parallelism ...          screen 2 of 5, page 1 of 2  ━━───" */
static void draw_lesson_heading(const struct app *app, struct surface *surface, const struct lesson_place *place,
                                struct rectangle area)
{
    const struct profile *profile = lesson_numbered(app->catalogue, app->lesson.number);
    const int seen = app->lesson.screen + 1;
    const int end = area.column + area.columns;
    char text[LINE_TEXT];
    char number[16];
    draw_run(surface, place->heading_row, place->dots, place->dots + seen, GLYPH_RULE_HEAVY, ink(ROLE_HAND));
    draw_run(surface, place->heading_row, place->dots + seen, end, GLYPH_RULE, ink(ROLE_FAINT));
    say_screen(app, place, area.columns, text, sizeof text);
    const int right = place->dots - 2;
    const int left = right - draw_columns(surface, text);
    (void)snprintf(number, sizeof number, "%d", app->lesson.number);
    (void)draw_text(surface, place->heading_row, area.column, left - 1, number, ink(ROLE_HAND));
    (void)draw_text(surface, place->heading_row, area.column + 3, left - 1, profile->name, ink(ROLE_BRIGHT));
    (void)draw_text(surface, place->heading_row, left, right, text, ink(ROLE_DIM));
    if (place->text.row > place->heading_row + 1) {
        (void)draw_text(surface, place->heading_row + 1, area.column + 3, end, profile->title, ink(ROLE_DIM));
    }
}

/* A line's text, its figures in their own style. */
static void draw_line_text(const struct app *app, struct surface *surface, struct span cells,
                           const struct lesson_line *line, const struct lesson_figures *figures)
{
    const enum role words = line->kind == LESSON_QUESTION ? ROLE_BRIGHT : ROLE_TEXT;
    int figure = line->figure - 1;
    bool inside = false;
    for (const char *text = line->text; *text != '\0';) {
        char piece[LESSON_LINE];
        const char marks[] = {LESSON_FIGURE_BEGINS, LESSON_FIGURE_ENDS, '\0'};
        const size_t length = strcspn(text, marks);
        (void)snprintf(piece, sizeof piece, "%.*s", (int)length, text);
        struct style style = ink(words);
        if (inside) {
            const bool focused = app->focus == FOCUS_TAB && figure == app->lesson.figure;
            const bool changed = figure < figures->count && figures->figure[figure].changed;
            style = ink_on(changed ? ROLE_HAND : ROLE_BRIGHT, focused ? ROLE_SELECT : ROLE_BG);
            style.attributes |= focused ? ATTRIBUTE_UNDERLINE : 0;
        }
        cells.column = length > 0 ? draw_text(surface, cells.row, cells.column, cells.end, piece, style) : cells.column;
        text += length;
        if (*text != '\0') {
            inside = *text == LESSON_FIGURE_BEGINS;
            figure += inside ? 1 : 0;
            text++;
        }
    }
}

static void draw_text_lines(const struct app *app, struct surface *surface, const struct lesson_place *place,
                            const struct lesson_lines *lines)
{
    const struct lesson_figures figures = lesson_figures_of(app);
    const int end = place->text.column + place->text.columns;
    for (int i = place->first; i < place->end; i++) {
        const struct lesson_line *line = &lines->line[i];
        const int row = place->text.row + i - place->first;
        const int indent = line->kind == LESSON_QUESTION || line->kind == LESSON_REPLY ? LESSON_INDENT : 0;
        (void)draw_text(surface, row, place->text.column, end, line->label, ink(ROLE_HAND));
        draw_line_text(app, surface, (struct span){row, place->text.column + indent, end}, line, &figures);
    }
}

/* The longest words with which the labels of a screen fit: the same for all of them. */
static enum part_words words_that_fit(const struct app *app, const struct lesson_figures *figures, int columns)
{
    int words = PART_WORDS_LONG;
    for (int i = 0; i < figures->count; i++) {
        char text[LINE_TEXT];
        lesson_label(app, &figures->figure[i].figure, text, sizeof text);
        parts_shorten(text, sizeof text, (enum part_words)words);
        while (text_columns(text) > columns && words < PART_WORDS_LEAST) {
            parts_shorten(text, sizeof text, (enum part_words)++ words);
        }
    }
    return (enum part_words)words;
}

static bool is_repeated(const struct lesson_figures *figures, int index)
{
    for (int i = 0; i < index; i++) {
        if (strcmp(figures->figure[i].words, figures->figure[index].words) == 0) {
            return true;
        }
    }
    return false;
}

static bool any_changed(const struct lesson_figures *figures)
{
    for (int i = 0; i < figures->count; i++) {
        if (figures->figure[i].changed) {
            return true;
        }
    }
    return false;
}

/* Columns of the values, with a gap before the widest. */
static int columns_of_values(const struct surface *surface, const struct lesson_figures *figures)
{
    enum { LEAST = 10, BEFORE = 2 };
    int most = LEAST;
    for (int i = 0; i < figures->count; i++) {
        const int columns = draw_columns(surface, figures->figure[i].value) + BEFORE;
        most = columns > most ? columns : most;
    }
    return most;
}

static bool begins_with_sign(const char *text)
{
    static const char *const signs[] = {" / ", " + ", " - ", " × "};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* The last words of a label, as many as stand in so many columns: from a sign on where there is one. */
static const char *tail_of(const struct surface *surface, const char *label, int columns)
{
    const char *words = "";
    const char *term = NULL;
    for (const char *blank = label + strlen(label); blank > label && draw_columns(surface, blank) <= columns; blank--) {
        const bool before_unit = blank[-1] >= '0' && blank[-1] <= '9';
        words = *blank == ' ' && !before_unit ? blank : words;
        term = begins_with_sign(blank) ? blank : term;
    }
    return term != NULL ? term : words;
}

/* A label; one that is too long keeps its last words, in which figures of one kind differ: "DP, bytes… / 25 GB/s". */
static void draw_label(struct surface *surface, struct span cells, const char *label, struct style style)
{
    enum { HEAD_LEAST = 5 };
    const int room = cells.end - cells.column;
    if (draw_columns(surface, label) <= room) {
        (void)draw_text(surface, cells.row, cells.column, cells.end, label, style);
        return;
    }
    const char *tail = tail_of(surface, label, room - HEAD_LEAST);
    const int head_columns = room - 1 - draw_columns(surface, tail);
    char head[LINE_TEXT];
    (void)snprintf(head, sizeof head, "%s", label);
    for (char *blank = strrchr(head, ' '); blank != NULL && draw_columns(surface, head) > head_columns;
         blank = strrchr(head, ' ')) {
        *blank = '\0';
    }
    const int column = draw_text(surface, cells.row, cells.column, cells.column + head_columns, head, style);
    surface_put(surface, cells.row, column, surface->glyphs->glyph[GLYPH_ELLIPSIS], style);
    (void)draw_text(surface, cells.row, column + 1, cells.end, tail, style);
}

/* The screen's figures in a column, each once; one that a slider has changed with what is taught. */
static void draw_figures(const struct app *app, struct surface *surface, const struct lesson_place *place)
{
    enum { TAUGHT = 14 };
    const struct lesson_figures figures = lesson_figures_of(app);
    const int end = place->figures.column + place->figures.columns;
    const int value_end = end - (any_changed(&figures) ? TAUGHT : 0);
    const int value_start = value_end - columns_of_values(surface, &figures);
    const int label_columns = value_start - place->figures.column;
    const enum part_words words = words_that_fit(app, &figures, label_columns);
    int row = place->figures.row;
    for (int i = 0; i < figures.count && row < place->figures.row + place->figures.rows; i++) {
        const struct lesson_figure *figure = &figures.figure[i];
        const bool focused =
            app->focus == FOCUS_TAB && strcmp(figure->words, figures.figure[app->lesson.figure].words) == 0;
        const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
        char text[LINE_TEXT];
        if (is_repeated(&figures, i)) {
            continue;
        }
        if (focused) {
            surface_fill(surface, (struct rectangle){row, place->figures.column - 1, 1, place->figures.columns + 1},
                         ' ', ink_on(ROLE_TEXT, ground));
        }
        lesson_label(app, &figure->figure, text, sizeof text);
        parts_shorten(text, sizeof text, words);
        draw_label(surface, (struct span){row, place->figures.column, value_start}, text, ink_on(ROLE_DIM, ground));
        draw_text_right(surface, row, value_start, value_end, figure->value,
                        ink_on(figure->changed ? ROLE_HAND : ROLE_BRIGHT, ground));
        if (figure->changed) {
            (void)snprintf(text, sizeof text, "was %s", figure->taught);
            draw_text_right(surface, row, value_end, end, text, ink_on(ROLE_DIM, ground));
        }
        row++;
    }
}

/* What the bars stand on, and what `w` would put there. */
static void draw_setting(const struct app *app, struct surface *surface, const struct lesson_place *place,
                         struct rectangle area)
{
    const struct lesson *lesson = lesson_now(app);
    const struct lesson_screen *screen = lesson_screen_now(app);
    const int other = lesson_other_setting(app);
    const int end = area.column + area.columns;
    const struct style dim = ink(ROLE_DIM);
    int column = draw_text(surface, place->setting_row, area.column, end, "Setting  ", dim);
    column = draw_clauses(surface, place->setting_row, column, end, lesson->setting[app->lesson.setting].title,
                          ink(app->lesson.setting == screen->setting ? ROLE_TEXT : ROLE_HAND));
    const char *title = lesson->setting[other].title;
    if (other != app->lesson.setting && column + 5 + draw_columns(surface, title) <= end) {
        column = draw_text(surface, place->setting_row, column, end, "   w ", ink(ROLE_BRIGHT));
        (void)draw_text(surface, place->setting_row, column, end, title, dim);
    }
}

void lesson_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    if (layout->tab.rows < 1) {
        return;
    }
    if (lesson_now(app) == NULL) {
        draw_list(app, surface, layout->tab);
        return;
    }
    const struct lesson_lines lines = lesson_lines_of(app, layout);
    const struct lesson_place place = lesson_place_for(app, layout, &lines);
    draw_lesson_heading(app, surface, &place, layout->tab);
    draw_text_lines(app, surface, &place, &lines);
    draw_setting(app, surface, &place, layout->tab);
    if (place.figures.columns > 0) {
        draw_figures(app, surface, &place);
    }
}
