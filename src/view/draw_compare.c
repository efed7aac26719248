/* draw_compare.c: scenarios side by side. */
#include "view/axis.h"
#include "view/bar.h"
#include "view/compare.h"
#include "view/draw.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 96, MARGIN = 2, TIME_END = 5, UNIT = 6, RATIO_END = 18 };

/* What all pieces of the page are drawn with. */
struct page {
    const struct app *app;
    struct surface *surface;
    const struct compare_columns *columns;
    const struct compare_lines *lines;
    struct compare_pair pair;
    struct compare_place place;
    int end;
};

static void draw_cell(const struct page *page, int row, int column, const char *text, struct style style)
{
    const int start = page->place.bar_column + (column - page->place.first) * page->place.cell_width;
    draw_text_right(page->surface, row, start + 1, start + page->place.cell_width, text, style);
}

static bool is_shown(const struct page *page, int column)
{
    return column >= page->place.first && column < page->place.first + page->place.shown;
}

static void draw_names(const struct page *page)
{
    for (int i = 0; i < page->columns->count; i++) {
        char text[TEXT_LENGTH];
        (void)snprintf(text, sizeof text, " %s ", page->columns->column[i].name);
        if (is_shown(page, i)) {
            draw_cell(page, page->place.names_row, i, text,
                      i == page->columns->selected ? chip(ROLE_HAND) : ink(ROLE_BRIGHT));
        }
    }
}

static void draw_verdict(const struct page *page, const struct layout *layout)
{
    const struct compare_verdict verdict = compare_verdict_of(layout, page->columns);
    const struct piece pieces[] = {{verdict.winner, ink(ROLE_BRIGHT)},
                                   {verdict.margin, ink(ROLE_TEXT)},
                                   {verdict.cause, ink(ROLE_TEXT)},
                                   {verdict.caveat, ink(ROLE_WARN)},
                                   {NULL, ink(ROLE_TEXT)}};
    (void)draw_pieces(page->surface, page->place.verdict_row, MARGIN, page->end, pieces);
}

static void say_ratio(const struct page *page, const struct compare_column *column, char *text, size_t size)
{
    text[0] = '\0';
    const struct result *now = page->columns->column[0].result;
    if (column->result->valid && now->valid) {
        draw_ratio_text(column->result->step / now->step, text, size);
    }
}

static void say_cell(const struct page *page, const struct compare_line *line, const struct compare_column *column,
                     char *text, size_t size)
{
    text[0] = '\0';
    switch (line->kind) {
    case COMPARE_FIGURE:
        if (!column->result->valid) {
            (void)snprintf(text, size, line == page->lines->line ? "cannot run" : "-");
            break;
        }
        if (line->metric->unit == UNIT_SHARE && isfinite(metric_get(line->metric, column->result))) {
            /* As the headline has it: states may differ by less than 1 %. */
            (void)snprintf(text, size, "%.1f %%", 100.0 * metric_get(line->metric, column->result));
        } else {
            const size_t length = metric_print(line->metric, column->result, text, size);
            const bool is_factor = line->metric->unit == UNIT_NONE && line->metric->kind == METRIC_QUANTITY;
            (void)snprintf(text + length, size - length, "%s", is_factor && length > 0 ? "×" : "");
        }
        break;
    case COMPARE_RATIO:
        say_ratio(page, column, text, size);
        break;
    case COMPARE_PRESET:
        (void)snprintf(text, size, "%s", (const char *)column->scenario + line->name);
        break;
    case COMPARE_PARAMETER:
        value_sentence(column->scenario, line->parameter, value_in_force(column->scenario, line->parameter), text,
                       size);
        break;
    default:
        break;
    }
}

/* What differs from the present state stands out, and what it does not say. */
static enum role role_of_cell(const struct page *page, const struct compare_line *line, int index, bool same)
{
    if (line->kind == COMPARE_FIGURE && !page->columns->column[index].result->valid) {
        return ROLE_BAD;
    }
    return same ? ROLE_DIM : index == 0 ? ROLE_TEXT : ROLE_BRIGHT;
}

static void draw_cells(const struct page *page, const struct compare_line *line, int row)
{
    const struct compare_column *now = &page->columns->column[0];
    const char *label =
        line->label != NULL ? line->label : value_name(now->scenario, line->parameter, page->place.label - 1);
    (void)draw_text(page->surface, row, MARGIN, page->place.bar_column, label, ink(ROLE_TEXT));
    char present[TEXT_LENGTH];
    say_cell(page, line, now, present, sizeof present);
    for (int i = 0; i < page->columns->count; i++) {
        const struct compare_column *column = &page->columns->column[i];
        const bool is_input = line->kind == COMPARE_PRESET || line->kind == COMPARE_PARAMETER;
        char text[TEXT_LENGTH];
        say_cell(page, line, column, text, sizeof text);
        const bool same = is_input ? !compare_differs(line, now, column) : strcmp(text, present) == 0;
        if (is_shown(page, i)) {
            draw_cell(page, row, i, text, ink(role_of_cell(page, line, i, i > 0 && same)));
        }
    }
}

/* ---- Pairs of bars */

static const struct result *result_of(const struct page *page, enum compare_kind kind)
{
    const int column = kind == COMPARE_PART ? page->pair.one : page->pair.other;
    return column >= 0 ? page->columns->column[column].result : NULL;
}

/* One scale for all pairs: that of the longest part. */
static double full_scale(const struct page *page)
{
    double longest = 0.0;
    for (int part = 0; part < PART_COUNT; part++) {
        for (int kind = COMPARE_PART; kind <= COMPARE_PART_OTHER; kind++) {
            const struct result *result = result_of(page, (enum compare_kind)kind);
            const struct part_time time =
                result != NULL ? part_time_of((enum part)part, result) : (struct part_time){0};
            longest = fmax(longest, time.path + time.hidden);
        }
    }
    return axis_scale_for(longest);
}

/* "6.14 s  ×1.20": the ratio beside the first of a pair. */
static void draw_part_numbers(const struct page *page, const struct compare_line *line, int row, double seconds)
{
    const int column = page->place.number_column;
    if (!(seconds > 0.0)) {
        draw_text_right(page->surface, row, column - 1, column + TIME_END, "none", ink(ROLE_DIM));
        return;
    }
    const struct quantity_text time = quantity_display(seconds, UNIT_SECONDS);
    const bool first = line->kind == COMPARE_PART;
    draw_text_right(page->surface, row, column - 1, column + TIME_END, time.number,
                    ink(first ? ROLE_BRIGHT : ROLE_DIM));
    (void)draw_text(page->surface, row, column + UNIT, page->end, time.unit, ink(ROLE_DIM));
    const struct result *below = result_of(page, COMPARE_PART_OTHER);
    const double other = below != NULL ? part_seconds(step_parts[line->part].exposed, below) : 0.0;
    if (first && other > 0.0) {
        char text[TEXT_LENGTH];
        draw_ratio_text(seconds / other, text, sizeof text);
        draw_text_right(page->surface, row, column, column + RATIO_END, text,
                        ink(draw_ratio_differs(seconds / other) ? ROLE_BRIGHT : ROLE_DIM));
    }
}

static void draw_part(const struct page *page, const struct compare_line *line, int row)
{
    const struct result *result = result_of(page, line->kind);
    const struct part_time time = part_time_of(line->part, result);
    const struct bar_scale scale = {page->place.bar_column, page->place.bar_width, full_scale(page)};
    const struct step_part *part = &step_parts[line->part];
    const char *label = draw_columns(page->surface, part->label) < page->place.label ? part->label : part->short_label;
    if (line->kind == COMPARE_PART) {
        (void)draw_text(page->surface, row, MARGIN, page->place.bar_column, label, ink(ROLE_TEXT));
    } else {
        const struct compare_column *other = &page->columns->column[page->pair.other];
        (void)draw_text(page->surface, row, MARGIN + 2, page->place.bar_column, other->name, ink(ROLE_DIM));
    }
    if (page->place.bar_width > 0) {
        bar_draw_part(page->surface, row, &scale, time, line->kind == COMPARE_PART ? part_roles[line->part] : ROLE_IDLE,
                      NULL);
    }
    draw_part_numbers(page, line, row, time.path);
}

static void draw_title_of_parts(const struct page *page, int row)
{
    const struct compare_columns *columns = page->columns;
    char text[TEXT_LENGTH];
    if (page->pair.other >= 0) {
        (void)snprintf(text, sizeof text, "part by part: %s above, %s below", columns->column[page->pair.one].name,
                       columns->column[page->pair.other].name);
    } else {
        (void)snprintf(text, sizeof text, "part by part: %s", columns->column[page->pair.one].name);
    }
    draw_heading(page->surface, (struct rectangle){row, MARGIN, 1, page->end - MARGIN}, text, RULE_LIGHT);
}

static void draw_reason(const struct page *page, const struct compare_line *line, int row)
{
    const struct sentence sentence = compare_reason(page->app, line->reason);
    (void)draw_text(page->surface, row, MARGIN, page->end, sentence.line[line->piece], ink(ROLE_TEXT));
}

static void draw_line(const struct page *page, const struct compare_line *line, int row)
{
    switch (line->kind) {
    case COMPARE_BLANK:
        break;
    case COMPARE_TITLE:
        draw_heading(page->surface, (struct rectangle){row, MARGIN, 1, page->end - MARGIN}, line->label, RULE_LIGHT);
        break;
    case COMPARE_TITLE_OF_PARTS:
        draw_title_of_parts(page, row);
        break;
    case COMPARE_PART:
    case COMPARE_PART_OTHER:
        draw_part(page, line, row);
        break;
    case COMPARE_REASON:
        draw_reason(page, line, row);
        break;
    default:
        draw_cells(page, line, row);
        break;
    }
}

/* What to do where there is nothing to compare with yet. */
static void draw_remark(const struct page *page, const struct layout *layout)
{
    const bool alone = page->columns->reference < 0;
    char repairs[REPAIR_LENGTH] = "";
    repairs_print(&page->app->repairs, repairs, sizeof repairs);
    const char *hint = "c pins this state, b makes it the baseline; change something, and compare.";
    if (MARGIN + draw_columns(page->surface, hint) > page->end) {
        hint = "c pins this state; change something.";
    }
    const char *remark = page->app->invalid ? repairs : alone ? hint : "";
    (void)draw_text(page->surface, layout->context_row, MARGIN, page->end, remark, ink(ROLE_BRIGHT));
}

void draw_compare(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct compare_columns columns = compare_columns_of(app);
    const struct compare_lines lines = compare_lines_of(app, &columns);
    const struct page page = {.app = app,
                              .surface = surface,
                              .columns = &columns,
                              .lines = &lines,
                              .pair = compare_pair_of(&columns),
                              .place = compare_place_for(layout, &columns),
                              .end = layout->columns - 1};
    const int scroll = compare_scroll(&page.place, &lines, app->overlay_row);
    const int below = lines.count - scroll - page.place.list_rows;
    char more[TEXT_LENGTH] = "";
    surface_fill(surface, (struct rectangle){1, 0, layout->rows - 2, layout->columns}, ' ', ink(ROLE_TEXT));
    if (below > 0) {
        (void)snprintf(more, sizeof more, " ↓ %d more", below);
    }
    const int rule_end = page.end - draw_columns(surface, more);
    draw_rule(surface, page.place.heading_row,
              draw_chip(surface, page.place.heading_row, 1, page.end, "Compare", chip(ROLE_HAND)), rule_end, RULE_HAND);
    (void)draw_text(surface, page.place.heading_row, rule_end, page.end, more, ink(ROLE_DIM));
    draw_verdict(&page, layout);
    draw_names(&page);
    for (int i = 0; i < page.place.list_rows && scroll + i < lines.count; i++) {
        draw_line(&page, &lines.line[scroll + i], page.place.list_row + i);
    }
    draw_remark(&page, layout);
    draw_footer(app, surface, layout);
}
