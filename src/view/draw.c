/* draw.c: what all parts of the screen are drawn with. */
#include "view/draw.h"

#include "view/chart.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LINE_LENGTH = 512 };

struct style ink_on(enum role role, enum role ground)
{
    return (struct style){.ink = role, .ground = ground, .attributes = role == ROLE_BRIGHT ? ATTRIBUTE_BOLD : 0};
}

struct style ink(enum role role)
{
    return ink_on(role, ROLE_BG);
}

struct style chip(enum role ground)
{
    return (struct style){.ink = ROLE_INK, .ground = ground, .attributes = ATTRIBUTE_BOLD};
}

int draw_columns(const struct surface *surface, const char *text)
{
    char line[LINE_LENGTH];
    glyphs_text(surface->glyphs, text, line, sizeof line);
    return text_columns(line);
}

int draw_text(struct surface *surface, int row, int column, int end, const char *text, struct style style)
{
    char line[LINE_LENGTH];
    if (column >= end) {
        return column;
    }
    glyphs_text(surface->glyphs, text, line, sizeof line);
    return surface_text(surface, row, column, end - column, line, style);
}

/* Where the last clause of a text begins, at the sign that ends the one before; NULL: there is but one. */
static char *last_clause(char *text)
{
    static const char *const ends[] = {" · ", ", ", ": "};
    char *last = NULL;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        for (char *end = strstr(text, ends[i]); end != NULL; end = strstr(end + 1, ends[i])) {
            last = last == NULL || end > last ? end : last;
        }
    }
    return last;
}

int draw_clauses(struct surface *surface, int row, int column, int end, const char *text, struct style style)
{
    char shorter[LINE_LENGTH];
    (void)snprintf(shorter, sizeof shorter, "%s", text);
    for (char *last = last_clause(shorter); draw_columns(surface, shorter) > end - column && last != NULL;
         last = last_clause(shorter)) {
        *last = '\0';
    }
    return draw_text(surface, row, column, end, shorter, style);
}

const char *draw_tail(const struct surface *surface, const char *text, int columns)
{
    while (*text != '\0' && draw_columns(surface, text) > columns) {
        do {
            text++;
        } while (((unsigned char)*text & 0xC0) == 0x80);
    }
    return text;
}

int draw_typed(struct surface *surface, int row, int column, int end, const struct text_field *field,
               struct style style, struct style caret)
{
    char before[FIELD_LENGTH];
    (void)snprintf(before, sizeof before, "%.*s", field->caret, field->text);
    column = draw_text(surface, row, column, end, draw_tail(surface, before, end - column - 1), style);
    surface_put(surface, row, column++, surface->glyphs->glyph[GLYPH_CARET], caret);
    return draw_text(surface, row, column, end, field->text + field->caret, style);
}

void draw_text_right(struct surface *surface, int row, int start, int end, const char *text, struct style style)
{
    const int column = end - draw_columns(surface, text);
    (void)draw_text(surface, row, column > start ? column : start, end, text, style);
}

void draw_run(struct surface *surface, int row, int column, int end, enum glyph glyph, struct style style)
{
    for (; column < end; column++) {
        surface_put(surface, row, column, surface->glyphs->glyph[glyph], style);
    }
}

int draw_chip(struct surface *surface, int row, int column, int end, const char *name, struct style style)
{
    column = draw_text(surface, row, column, end, " ", style);
    column = draw_text(surface, row, column, end, name, style);
    return draw_text(surface, row, column, end, " ", style);
}

void draw_rule(struct surface *surface, int row, int column, int end, enum rule rule)
{
    draw_run(surface, row, column, end, rule == RULE_HAND ? GLYPH_RULE_HEAVY : GLYPH_RULE,
             ink(rule == RULE_HAND ? ROLE_HAND : ROLE_FAINT));
}

void draw_heading(struct surface *surface, struct rectangle area, const char *name, enum rule rule)
{
    const int end = area.column + area.columns;
    if (rule == RULE_HAND) {
        draw_rule(surface, area.row, draw_chip(surface, area.row, area.column, end, name, chip(ROLE_HAND)), end, rule);
        return;
    }
    draw_rule(surface, area.row, draw_text(surface, area.row, area.column, end, name, ink(ROLE_BRIGHT)) + 1, end, rule);
}

int draw_pieces(struct surface *surface, int row, int column, int end, const struct piece *pieces)
{
    for (const struct piece *piece = pieces; piece->text != NULL; piece++) {
        if (piece > pieces && end - column < draw_columns(surface, piece->text) / 2) {
            break;
        }
        column = draw_text(surface, row, column, end, piece->text, piece->style);
    }
    return column;
}

int draw_whole_pieces(struct surface *surface, int row, int column, int end, const struct piece *pieces)
{
    for (const struct piece *piece = pieces; piece->text != NULL; piece++) {
        if (piece > pieces && end - column < draw_columns(surface, piece->text)) {
            break;
        }
        column = draw_text(surface, row, column, end, piece->text, piece->style);
    }
    return column;
}

int draw_pieces_columns(const struct surface *surface, const struct piece *pieces)
{
    int columns = 0;
    for (; pieces->text != NULL; pieces++) {
        columns += draw_columns(surface, pieces->text);
    }
    return columns;
}

/* A ratio nearer to 1 than this is no difference. */
#define RATIO_SAME 0.005

bool draw_ratio_differs(double ratio)
{
    return fabs(ratio - 1.0) > RATIO_SAME;
}

void draw_ratio_text(double ratio, char *text, size_t size)
{
    /* Three digits; rounding decides first how many of them are decimals. */
    const int decimals = ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
    (void)snprintf(text, size, "×%.*f", decimals, ratio);
}

void draw_axis_remark(struct surface *surface, int row, int column, int end, const struct axis *axis, enum unit unit)
{
    const double before = axis_scale_before(axis);
    const struct chart_unit shown = chart_unit_for(before, unit);
    char text[LINE_LENGTH] = "axis frozen";
    if (!axis->frozen) {
        (void)snprintf(text, sizeof text, "axis was %.4g %s", before / shown.factor, shown.unit);
    }
    if ((axis->frozen || before > 0.0) && column + draw_columns(surface, text) < end) {
        (void)draw_text(surface, row, column, end, text, ink(ROLE_HAND));
    }
}

struct bar_scale draw_scale(const struct app *app, const struct layout *layout)
{
    return (struct bar_scale){layout->bar_column, layout->bar_width, app->axis.full_scale};
}

const char *draw_scroll_marks(int scroll, int shown, int count)
{
    const bool above = scroll > 0;
    const bool below = scroll + shown < count;
    return above && below ? "↑↓ " : above ? "↑ " : below ? "↓ " : "";
}
