/* lesson_view.c: a lesson's text as lines with live figures, and what it points to. */
#include "view/lesson_view.h"

#include "core/character.h"
#include "core/parts.h"
#include "view/app.h"
#include "view/tabs.h"

#include <stdio.h>
#include <string.h>

/* A blank inside a figure, where no line may end. */
enum { FIGURE_BLANK = 1 };

enum { FILLED_TEXT = 4000 };

const struct lesson *lesson_now(const struct app *app)
{
    const struct profile *profile = lesson_numbered(app->catalogue, app->lesson.number);
    return profile != NULL ? profile->lesson : NULL;
}

int lesson_list_scroll(const struct app *app, int rows)
{
    return app->lesson.row >= rows ? app->lesson.row - rows + 1 : 0;
}

const struct lesson_screen *lesson_screen_now(const struct app *app)
{
    const struct lesson *lesson = lesson_now(app);
    return lesson != NULL ? &lesson->screen[app->lesson.screen] : NULL;
}

int lesson_other_setting(const struct app *app)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    return app->lesson.setting == screen->beside ? screen->setting : screen->beside;
}

/* ---- figures ---- */

/* The settings as the sliders have changed them. */
static void scenes_now(const struct app *app, struct figure_scene scenes[LESSON_SETTINGS])
{
    for (int i = 0; i < LESSON_SETTINGS; i++) {
        scenes[i] = (struct figure_scene){&app->lesson.scenario[i], &app->lesson.result[i]};
    }
    scenes[app->lesson.setting] = (struct figure_scene){&app->now, &app->result};
}

static void add_figures(const struct app *app, const char *text, struct lesson_figures *figures)
{
    const struct lesson *lesson = lesson_now(app);
    const int own = lesson_screen_now(app)->setting;
    struct figure_scene scenes[LESSON_SETTINGS];
    scenes_now(app, scenes);
    for (struct figure_place place = figure_next(text); place.begin != NULL && figures->count < LESSON_FIGURES;
         place = figure_next(place.begin + place.length)) {
        struct lesson_figure *figure = &figures->figure[figures->count++];
        size_t length = 0;
        const char *words = figure_words(&place, &length);
        figure->figure = lesson_figure_at(lesson, &place);
        (void)snprintf(figure->words, sizeof figure->words, "%.*s", (int)length, words);
        (void)figure_print(&figure->figure, scenes, own, figure->value, sizeof figure->value);
        (void)figure_print(&figure->figure, app->lesson.taught.scene, own, figure->taught, sizeof figure->taught);
        figure->changed = strcmp(figure->value, figure->taught) != 0;
    }
}

struct lesson_figures lesson_figures_of(const struct app *app)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    struct lesson_figures figures;
    figures.count = 0;
    if (screen != NULL) {
        add_figures(app, screen->text, &figures);
        add_figures(app, screen->ask, &figures);
        add_figures(app, app->lesson.answered ? screen->answer : "", &figures);
    }
    return figures;
}

/* ---- lines ---- */

/* A text that grows; what has no room is cut. */
struct growing {
    char text[FILLED_TEXT];
    size_t length;
};

static void grow(struct growing *growing, const char *text, size_t length)
{
    const size_t room = sizeof growing->text - 1 - growing->length;
    length = length < room ? length : room;
    memcpy(growing->text + growing->length, text, length);
    growing->length += length;
    growing->text[growing->length] = '\0';
}

/* A figure between its marks, with no blank to break it; a star where a slider has changed it. */
static void grow_figure(struct growing *growing, const struct lesson_figure *figure)
{
    char text[FIGURE_TEXT + 8];
    const int length = snprintf(text, sizeof text, "%c%s%s%c", LESSON_FIGURE_BEGINS, figure->value,
                                figure->changed ? "*" : "", LESSON_FIGURE_ENDS);
    for (int i = 0; i < length; i++) {
        text[i] = text[i] == ' ' ? (char)FIGURE_BLANK : text[i];
    }
    grow(growing, text, (size_t)length);
}

/* A text with its figures in; they are taken from a list, from a place on. Returns the place behind them. */
static int fill(const struct lesson_figures *figures, int next, const char *text, struct growing *filled)
{
    for (struct figure_place place = figure_next(text); place.begin != NULL && next < figures->count;
         place = figure_next(text)) {
        grow(filled, text, (size_t)(place.begin - text));
        grow_figure(filled, &figures->figure[next++]);
        text = place.begin + place.length;
    }
    grow(filled, text, strlen(text));
    return next;
}

static bool is_mark(char c)
{
    return c == LESSON_FIGURE_BEGINS || c == LESSON_FIGURE_ENDS;
}

/* Bytes of the words that fit in so many columns, up to a line break. */
static size_t fitting(const char *text, int columns)
{
    size_t words = 0;
    size_t at = 0;
    int used = 0;
    for (;;) {
        const struct character character = character_read(text + at);
        const bool ends = character.bytes == 0 || text[at] == '\n';
        if (ends || text[at] == ' ') {
            words = at;
        }
        const int wide = is_mark(text[at]) ? 0 : text[at] == FIGURE_BLANK ? 1 : character_columns(character.code);
        if (ends || used + wide > columns) {
            break;
        }
        used += wide;
        at += (size_t)character.bytes;
    }
    return words > 0 || text[at] == '\n' || text[at] == '\0' ? words : at;
}

static struct lesson_line *add_line(struct lesson_lines *lines, enum lesson_line_kind kind, int figure)
{
    struct lesson_line *line = &lines->line[lines->count < LESSON_LINES - 1 ? lines->count++ : lines->count];
    line->kind = kind;
    line->label = "";
    line->text[0] = '\0';
    line->figure = figure;
    line->begins = false;
    return line;
}

static int count_figures(const char *line)
{
    int count = 0;
    for (; *line != '\0'; line++) {
        count += *line == LESSON_FIGURE_BEGINS ? 1 : 0;
    }
    return count;
}

/* One line's bytes, with blanks where a figure may not break. */
static void copy_line(struct lesson_line *line, const char *text, size_t bytes)
{
    (void)snprintf(line->text, sizeof line->text, "%.*s", (int)bytes, text);
    for (char *c = line->text; *c != '\0'; c++) {
        *c = *c == FIGURE_BLANK ? ' ' : *c;
    }
}

/* A part of a screen. */
struct lesson_part {
    const char *text;
    enum lesson_line_kind kind;
    const char *label;
    int indent;
};

/* Break a part's filled text into lines; `figure` is the first in it. */
static void add_lines(const struct app *app, struct lesson_lines *lines, const struct lesson_part *part,
                      const struct growing *filled, int columns, int figure)
{
    char text[FILLED_TEXT];
    glyphs_text(app->glyphs, filled->text, text, sizeof text);
    for (const char *rest = text; *rest != '\0' && lines->count < LESSON_LINES - 1;) {
        const size_t bytes = fitting(rest, columns);
        struct lesson_line *line = add_line(lines, part->kind, figure);
        copy_line(line, rest, bytes);
        line->label = rest == text ? part->label : "";
        line->begins = rest == text || rest[-1] == '\n';
        figure += count_figures(line->text);
        rest += bytes;
        rest += *rest == ' ' || *rest == '\n' ? 1 : 0;
    }
}

/* ---- places ---- */

enum { TEXT_MOST = 84, GAP = 4, FIGURES_MOST = 64 };

/* The rows of the text and its columns: a heading above it, the setting below. Beside it, where there is room, are
 * figures: two fifths. */
static struct rectangle text_area(const struct layout *layout)
{
    enum { WITH_QUESTION = 10, AIRY = 16 };
    const struct rectangle area = layout->tab;
    const int top = area.rows >= AIRY ? 3 : area.rows >= WITH_QUESTION ? 2 : 1;
    const int rows = area.rows - top - 1 > 1 ? area.rows - top - 1 : 1;
    if (layout->size_class < SIZE_FULL) {
        return (struct rectangle){area.row + top, area.column, rows, area.columns};
    }
    const int columns = (area.columns - GAP) * 3 / 5;
    return (struct rectangle){area.row + top, area.column, rows, columns < TEXT_MOST ? columns : TEXT_MOST};
}

static void add_part(const struct app *app, struct lesson_lines *lines, const struct lesson_part *part,
                     const struct lesson_figures *figures, int columns)
{
    struct growing filled;
    filled.length = 0;
    filled.text[0] = '\0';
    const int first = lines->figures;
    lines->figures = fill(figures, first, part->text, &filled);
    if (filled.length == 0) {
        return;
    }
    if (part->kind == LESSON_QUESTION) {
        (void)add_line(lines, LESSON_BLANK, first);
    }
    lines->reply = part->kind == LESSON_REPLY ? lines->count : lines->reply;
    add_lines(app, lines, part, &filled, columns - part->indent, first);
}

/* The lines of the text, the question and the answer, broken to a width. */
static struct lesson_lines break_lines(const struct app *app, int columns)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    struct lesson_lines lines;
    lines.count = lines.figures = 0;
    lines.reply = -1;
    if (screen == NULL) {
        return lines;
    }
    const struct lesson_figures figures = lesson_figures_of(app);
    const struct lesson_part parts[] = {
        {screen->text, LESSON_WORDS, "", 0},
        {screen->ask, LESSON_QUESTION, "Try", LESSON_INDENT},
        {app->lesson.answered ? screen->answer : "", LESSON_REPLY, "Ans", LESSON_INDENT},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        add_part(app, &lines, &parts[i], &figures, columns);
    }
    return lines;
}

/* Blank lines between paragraphs, where there is room for all of them. */
static void space_paragraphs(struct lesson_lines *lines, int rows)
{
    int paragraphs = 0;
    for (int i = 1; i < lines->count; i++) {
        paragraphs += lines->line[i].begins && lines->line[i].kind == LESSON_WORDS ? 1 : 0;
    }
    if (lines->count + paragraphs > rows || lines->count + paragraphs > LESSON_LINES) {
        return;
    }
    int to = lines->count + paragraphs - 1;
    lines->reply += lines->reply >= 0 ? paragraphs : 0;
    for (int i = lines->count - 1; i > 0; i--) {
        lines->line[to--] = lines->line[i];
        if (lines->line[i].begins && lines->line[i].kind == LESSON_WORDS) {
            const int figure = lines->line[i].figure;
            lines->line[to] = (struct lesson_line){.kind = LESSON_BLANK, .label = "", .figure = figure};
            to--;
        }
    }
    lines->count += paragraphs;
}

struct lesson_lines lesson_lines_of(const struct app *app, const struct layout *layout)
{
    struct lesson_lines lines = break_lines(app, text_area(layout).columns);
    space_paragraphs(&lines, text_area(layout).rows);
    return lines;
}

struct lesson_place lesson_place_for(const struct app *app, const struct layout *layout,
                                     const struct lesson_lines *lines)
{
    const struct rectangle area = layout->tab;
    const int screens = lesson_now(app)->screen_count;
    struct lesson_place place = {
        .text = text_area(layout), .heading_row = area.row, .setting_row = area.row + area.rows - 1};
    const int rows = place.text.rows;
    place.figures = (struct rectangle){place.text.row, area.column + area.columns, rows, 0};
    if (layout->size_class >= SIZE_FULL) {
        const int start = place.text.columns + GAP;
        const int columns = area.columns - start < FIGURES_MOST ? area.columns - start : FIGURES_MOST;
        place.figures = (struct rectangle){place.text.row, area.column + start, rows, columns};
    }
    place.dots = area.column + area.columns - screens;
    place.pages = lines->count > rows ? (lines->count + rows - 1) / rows : 1;
    place.page = app->lesson.page < place.pages ? app->lesson.page : place.pages - 1;
    const int last = lines->count > rows ? lines->count - rows : 0; /* the last page is a full one */
    place.first = place.page * rows < last ? place.page * rows : last;
    place.end = place.first + rows < lines->count ? place.first + rows : lines->count;
    return place;
}

/* ---- what it points to ---- */

bool lesson_points_to(const struct app *app, const struct parameter *parameter)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    for (int i = 0; screen != NULL && i < screen->point_count; i++) {
        if (screen->point[i] == parameter) {
            return true;
        }
    }
    return false;
}

bool lesson_points_to_part(const struct app *app, const char *exposed)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    return screen != NULL && screen->bar != NULL && strcmp(screen->bar->key, exposed) == 0;
}

bool lesson_points_to_tab(const struct app *app, int tab)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    return screen != NULL && strcmp(screen->tab, tabs[tab - 1].name) == 0;
}

bool lesson_sets(const struct app *app, const struct parameter *parameter)
{
    const struct lesson *lesson = lesson_now(app);
    return lesson != NULL && parameter_get(parameter, &app->now) == parameter_get(parameter, &app->preset) &&
           parameter_get(parameter, &app->preset) !=
               parameter_get(parameter, &lesson->setting[app->lesson.setting].bare);
}

/* Whether one of the figures of a text is of memory: {memory.total}, or {honest:memory.total}. */
static bool tells_memory(const char *text)
{
    static const char prefix[] = "memory.";
    for (struct figure_place place = figure_next(text); place.begin != NULL;
         place = figure_next(place.begin + place.length)) {
        const char *found = strstr(place.begin, prefix);
        if (found != NULL && found < place.begin + place.length) {
            return true;
        }
    }
    return false;
}

bool lesson_leaves_memory_aside(const struct app *app)
{
    const struct lesson *lesson = lesson_now(app);
    for (int i = 0; lesson != NULL && i < lesson->screen_count; i++) {
        const struct lesson_screen *screen = &lesson->screen[i];
        if (tells_memory(screen->text) || tells_memory(screen->ask) || tells_memory(screen->answer)) {
            return false;
        }
    }
    return lesson != NULL;
}
