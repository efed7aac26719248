/* draw_projector.c: what a room sees: the headline in large digits, few and high bars, the held slider. */
#include "view/big_digits.h"
#include "view/change.h"
#include "view/draw.h"

#include <stdio.h>

enum {
    TEXT_LENGTH = 96,
    MARGIN = 2,
    FIGURES = 3,
    FIGURE_GAP = 5,
    HIGH = 36,
    HIGHEST = 54,
    MOST_PARTS = 4,
    TIME_END = 8,
    SHARE_END = 17
};

/* How the page is stacked. */
struct stack {
    int digits_row, bars_row;
    int bar_rows, step; /* rows of a bar, and from one bar to the next */
    int parts;          /* that fit below the step */
    int rule_row;       /* above the slider */
};

static struct stack stack_for(const struct layout *layout)
{
    const bool high = layout->rows >= HIGH;
    struct stack stack = {.digits_row = high ? 3 : 2, .rule_row = layout->held.row - (high ? 2 : 1)};
    stack.bar_rows = layout->rows >= HIGHEST ? 5 : high ? 3 : 2;
    stack.step = stack.bar_rows + 1;
    stack.bars_row = stack.digits_row + BIG_DIGIT_ROWS + (high ? 2 : 1);
    const int ruler_and_legend = high ? 3 : 1;
    const int room = stack.rule_row - ruler_and_legend - (stack.bars_row + stack.step);
    stack.parts = room <= 0 ? 0 : room / stack.step < MOST_PARTS ? room / stack.step : MOST_PARTS;
    return stack;
}

/* ---- Digits */

/* A figure of the headline. */
struct large_figure {
    struct quantity_text quantity;
    const char *words; /* behind its unit */
};

static int headline_of(const struct result *result, struct large_figure figures[FIGURES])
{
    static const char *const step_words[MODE_COUNT] = {
        [MODE_TRAINING] = " a step", [MODE_PREFILL] = " to first token", [MODE_DECODE] = " a token"};
    int count = 0;
    figures[count++] = (struct large_figure){quantity_display(result->step, UNIT_SECONDS), step_words[result->mode]};
    if (result->mode == MODE_TRAINING) {
        figures[count++] = (struct large_figure){quantity_display_digits(result->training.mfu, UNIT_SHARE, 3), " MFU"};
    }
    figures[count++] = (struct large_figure){quantity_display(result->tokens_per_second, UNIT_TOKEN_RATE), ""};
    return count;
}

static int figure_columns(const struct surface *surface, const struct large_figure *figure)
{
    return big_digits_columns(figure->quantity.number) + 2 + draw_columns(surface, figure->quantity.unit) +
           draw_columns(surface, figure->words);
}

/* As many figures as fit, spread over the width. */
static void draw_digits(const struct app *app, struct surface *surface, const struct layout *layout, int row)
{
    struct large_figure figures[FIGURES];
    const int start = MARGIN + 1;
    const int room = layout->columns - 2 * start;
    int count = headline_of(&app->result, figures);
    int columns = 0;
    for (int i = 0; i < count; i++) {
        columns += figure_columns(surface, &figures[i]);
    }
    while (count > 1 && columns + (count - 1) * FIGURE_GAP > room) {
        columns -= figure_columns(surface, &figures[--count]);
    }
    const int gap = count > 1 ? (room - columns) / (count - 1) : 0;
    for (int i = 0, column = start; i < count; i++) {
        const int next = column + figure_columns(surface, &figures[i]) + gap;
        column = big_digits_draw(surface, row, column, figures[i].quantity.number, ink(ROLE_BRIGHT)) + 2;
        column = draw_text(surface, row + BIG_DIGIT_ROWS - 1, column, layout->columns, figures[i].quantity.unit,
                           ink(ROLE_TEXT));
        (void)draw_text(surface, row + BIG_DIGIT_ROWS - 1, column, layout->columns, figures[i].words, ink(ROLE_DIM));
        column = next;
    }
}

/* Below the digits what a room must not miss: that nothing is priced, or that it does not fit. */
static void draw_warning(const struct app *app, struct surface *surface, const struct layout *layout, int row)
{
    const struct memory *memory = &app->result.memory;
    const bool aside = lesson_leaves_memory_aside(app);
    char text[TEXT_LENGTH + sizeof app->reasons.text[0]];
    text[0] = '\0';
    if (app->invalid) {
        (void)snprintf(text, sizeof text, "invalid: %s", app->reasons.count > 0 ? app->reasons.text[0] : "");
    } else if (!memory->fits) {
        (void)snprintf(text, sizeof text, "does not fit%s: %.3g of %.3g GB",
                       change_is_published_run(app) ? ", yet it ran"
                       : aside                      ? ", left aside"
                                                    : "",
                       memory->total / 1e9, memory->capacity / 1e9);
    }
    (void)draw_text(surface, row, MARGIN + 1, layout->columns - 1, text,
                    ink(aside && !app->invalid ? ROLE_DIM : ROLE_BAD));
    if (app->invalid && !app->result.valid) { /* else the bars of the last valid result stand there */
        char repair[REPAIR_LENGTH];
        repairs_print(&app->repairs, repair, sizeof repair);
        (void)draw_text(surface, row + 1, MARGIN + 1, layout->columns - 1, repair, ink(ROLE_BRIGHT));
    }
}

/* ---- Bars */

static void draw_numbers(struct surface *surface, const struct layout *layout, int row, double seconds, double step)
{
    const struct quantity_text time = quantity_display(seconds, UNIT_SECONDS);
    const struct quantity_text share = quantity_display(seconds / step, UNIT_SHARE);
    const int column = layout->number_column - 2;
    draw_text_right(surface, row, column, column + TIME_END, time.number, ink(ROLE_BRIGHT));
    (void)draw_text(surface, row, column + TIME_END + 1, layout->columns, time.unit, ink(ROLE_DIM));
    draw_text_right(surface, row, column + TIME_END + 1, column + SHARE_END - 2, share.number, ink(ROLE_TEXT));
    (void)draw_text(surface, row, column + SHARE_END - 1, layout->columns, share.unit, ink(ROLE_DIM));
}

/* Rows of a thick bar: one bears its names, label and numbers. */
struct thick_bar {
    int row, rows;
    int named;
};

/* The bar's grounds and edges in the rows that bear no names. */
static void thicken(struct surface *surface, const struct bar_scale *scale, const struct thick_bar *bar)
{
    const struct glyph_set *glyphs = surface->glyphs;
    for (int column = scale->column; column <= scale->column + scale->width; column++) {
        const struct cell cell = surface_at(surface, bar->named, column);
        const bool stays = cell.glyph == glyphs->glyph[GLYPH_EDGE] || cell.glyph == glyphs->glyph[GLYPH_BASELINE];
        for (int row = bar->row; row < bar->row + bar->rows; row++) {
            if (row != bar->named) {
                surface_put(surface, row, column, stays ? cell.glyph : ' ', cell.style);
            }
        }
    }
}

/* The forecast of the step, all its parts in one bar. */
static void draw_forecast(const struct app *app, struct surface *surface, const struct layout *layout,
                          const struct stack *stack)
{
    const struct bar_scale scale = draw_scale(app, layout);
    const struct thick_bar bar = {stack->bars_row, stack->bar_rows, stack->bars_row + stack->bar_rows / 2};
    bar_draw_step(surface, bar.named, &scale, &app->result, app_baseline(app));
    thicken(surface, &scale, &bar);
    (void)draw_text(surface, bar.named, MARGIN, layout->bar_column, "step", ink(ROLE_BRIGHT));
    draw_numbers(surface, layout, bar.named, app->result.step, app->result.step);
}

/* What was measured, below the step that is forecast. */
static void draw_measured(const struct app *app, struct surface *surface, const struct layout *layout,
                          const struct stack *stack, int first_row)
{
    const struct bar_scale scale = draw_scale(app, layout);
    const struct thick_bar bar = {first_row, stack->bar_rows, first_row + (stack->bar_rows - 1) / 2};
    bar_draw_measured(surface, bar.named, &scale, &app->comparison, app->result.step);
    thicken(surface, &scale, &bar);
    (void)draw_text(surface, bar.named, MARGIN, layout->bar_column, "measured", ink(ROLE_BRIGHT));
    draw_numbers(surface, layout, bar.named, app->comparison.step, app->result.step);
}

static void draw_part(const struct app *app, struct surface *surface, const struct layout *layout,
                      const struct stack *stack, enum part part, int first_row)
{
    const struct bar_scale scale = draw_scale(app, layout);
    const struct part_time time = part_time_of(part, &app->result);
    const struct result *baseline = app_baseline(app);
    const struct part_time before = baseline != NULL ? part_time_of(part, baseline) : time;
    const struct step_part *row = &step_parts[part];
    const int middle = first_row + (stack->bar_rows - 1) / 2;
    const bool short_label = draw_columns(surface, row->label) >= layout->bar_label;
    for (int i = 0; i < stack->bar_rows; i++) {
        bar_draw_part(surface, first_row + i, &scale, time, part_roles[part], baseline != NULL ? &before : NULL);
    }
    (void)draw_text(surface, middle, MARGIN, layout->bar_column, short_label ? row->short_label : row->label,
                    ink(ROLE_TEXT));
    draw_numbers(surface, layout, middle, time.path, app->result.step);
    if (time.hidden > 0.0) {
        char text[TEXT_LENGTH];
        const struct quantity_text hidden = quantity_display(time.hidden, UNIT_SECONDS);
        (void)snprintf(text, sizeof text, "+ %s %s hidden", hidden.number, hidden.unit);
        (void)draw_text(surface, middle + 1, layout->number_column, layout->columns - 1, text, ink(ROLE_DIM));
    }
}

/* The longest parts, as many as there are bars; the others have none here. */
static struct part_rows parts_for(const struct app *app, int bars)
{
    const struct part_rows rows = app_part_rows(app, bars + 1);
    return rows.count <= bars ? rows : app_part_rows(app, bars);
}

static void draw_bars(const struct app *app, struct surface *surface, const struct layout *layout,
                      const struct stack *stack)
{
    const bool measured = stack->parts > 1 && measured_has_bar(&app->comparison); /* in place of the last part */
    const struct part_rows rows = parts_for(app, stack->parts - (measured ? 1 : 0));
    draw_forecast(app, surface, layout, stack);
    int row = stack->bars_row + stack->step;
    if (measured) {
        draw_measured(app, surface, layout, stack, row);
        row += stack->step;
    }
    for (int i = 0; i < rows.count; i++, row += stack->step) {
        draw_part(app, surface, layout, stack, rows.part[i], row);
    }
    const struct bar_scale scale = draw_scale(app, layout);
    bar_draw_ruler(surface, row - 1, &scale);
    draw_axis_remark(surface, row - 1, MARGIN, layout->bar_column, &app->axis, UNIT_SECONDS);
    if (row + 1 < stack->rule_row && app->result.mode == MODE_TRAINING) {
        const struct style dim = ink(ROLE_DIM);
        const struct piece legend[] = {{"▓", ink(ROLE_WORK)},
                                       {" forward   ", dim},
                                       {"█", ink(ROLE_WORK)},
                                       {" backward, exposed   ", dim},
                                       {"░ hidden behind compute", dim},
                                       {NULL, dim}};
        (void)draw_pieces(surface, row + 1, MARGIN, layout->columns - 1, legend);
    }
}

void draw_projector(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct stack stack = stack_for(layout);
    if (app->result.valid && app->axis.full_scale > 0.0) {
        draw_digits(app, surface, layout, stack.digits_row);
        draw_bars(app, surface, layout, &stack);
    }
    if (app->invalid) { /* they are those of the last state that could run */
        surface_grey(surface,
                     (struct rectangle){stack.digits_row, 0, stack.rule_row - stack.digits_row, layout->columns});
    }
    draw_warning(app, surface, layout, stack.digits_row + BIG_DIGIT_ROWS);
    draw_rule(surface, stack.rule_row, MARGIN, layout->columns - MARGIN, RULE_LIGHT);
    draw_held(app, surface, layout);
    if (app->message[0] != '\0') {
        (void)draw_text(surface, layout->context_row, MARGIN, layout->columns - 1, app->message,
                        ink(app->message_bad ? ROLE_BAD : ROLE_BRIGHT));
    }
    draw_footer(app, surface, layout);
}
