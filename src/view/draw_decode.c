/* draw_decode.c: tab 6: bars over TP with bound, speed-up and shares; then why not T times, and what would help. */
#include "core/quantity.h"
#include "view/bar.h"
#include "view/decode_place.h"
#include "view/decode_view.h"
#include "view/tabs.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 256 };

/* As many times as quick as one card as the bound of this size is. */
static double ideal_of(const struct scaling_row *row)
{
    return row->result.inference.one_card / row->bound;
}

static void say_cell(const struct decode_view *view, const struct scaling_row *row, enum decode_column column,
                     char *text, size_t size)
{
    text[0] = '\0';
    switch (column) {
    case DECODE_STEP:
        quantity_say(row->seconds, UNIT_SECONDS, text, size);
        break;
    case DECODE_BOUND:
        quantity_say(row->bound, UNIT_SECONDS, text, size);
        break;
    case DECODE_SPEEDUP:
        if (!row->fits && scaling_runs_fewer(&view->served, row)) {
            const double running = row->result.inference.running;
            (void)snprintf(text, size, running < 10.0 ? "%.0f seq only" : "%.0f seq", running);
        } else if (!row->fits) {
            (void)snprintf(text, size, "no fit");
        } else if (isfinite(row->speedup)) {
            (void)snprintf(text, size, "%.1f of %.0f×", row->speedup, ideal_of(row));
        }
        break;
    case DECODE_NETWORK:
        quantity_say(row->comm_share, UNIT_SHARE, text, size);
        break;
    case DECODE_LAUNCHES:
        quantity_say(row->launch_share, UNIT_SHARE, text, size);
        break;
    case DECODE_PER_GPU:
        value_token_rate(row->tokens_per_second_per_gpu, text, size);
        break;
    default:
        break;
    }
}

static const char *step_name(const struct decode_view *view)
{
    return view->served.mode == MODE_PREFILL ? "One prefill" : "One token";
}

/* What is served, and how. */
static void draw_title_row(const struct app *app, struct surface *surface, const struct decode_place *place)
{
    const struct decode_view *view = &app->decode;
    const struct serving *serving = &view->served.serving;
    const int end = place->area.column + place->area.columns;
    const int row = place->area.row;
    char text[TEXT_LENGTH];
    const char *engine = choice_name(&serving_names, (int)serving->style);
    const char *weights = choice_name(&number_format_names, (int)serving->decode_precision);
    if (view->served.mode == MODE_PREFILL) {
        (void)snprintf(text, sizeof text, "%d prompt%s of %d tokens · weights %s · %s", serving->prefill_batch,
                       serving->prefill_batch > 1 ? "s" : "", serving->prefill_tokens, weights, engine);
    } else {
        (void)snprintf(text, sizeof text, "batch %d · context %d · weights %s · %s", serving->decode_batch,
                       serving->decode_context, weights, engine);
    }
    int column = draw_text(surface, row, place->area.column, end, step_name(view), ink(ROLE_BRIGHT)) + 2;
    if (app->now.mode == MODE_TRAINING) {
        column = draw_text(surface, row, column, end, "the same model and cluster, served", ink(ROLE_HAND)) + 2;
    }
    (void)draw_clauses(surface, row, column, end, text, ink(ROLE_DIM));
}

/* A scale for those that fit, if any does: what is longer is cut. */
static double full_scale_of(const struct decode_view *view)
{
    double longest = 0.0;
    for (int i = 0; i < view->scaling.count; i++) {
        const struct scaling_row *row = &view->scaling.row[i];
        const bool counts = row->valid && (row->fits || view->scaling.base < 0);
        longest = counts ? fmax(longest, row->seconds) : longest;
    }
    return axis_scale_for(longest);
}

static bool leaves_domain(const struct app *app, const struct scaling_row *row)
{
    return row->tp > app->now.cluster.scaleup.size;
}

static bool fits_not(const struct scaling_row *row)
{
    return row->valid && !row->fits;
}

static bool is_marked(const struct app *app, const struct scaling_row *row)
{
    return leaves_domain(app, row) || fits_not(row);
}

/* Beside the ruler, what the mark "!" means of the sizes that bear it; only whole. */
static void draw_mark_key(const struct app *app, struct surface *surface, const struct decode_place *place)
{
    const struct scaling *scaling = &app->decode.scaling;
    const int start = place->bar_column + place->bar_width + 2;
    const int end = place->area.column + place->area.columns;
    bool leaves = false;
    bool no_fit = false;
    for (int i = 0; i < scaling->count; i++) {
        leaves |= leaves_domain(app, &scaling->row[i]);
        no_fit |= fits_not(&scaling->row[i]);
    }
    const char *text = leaves && no_fit ? "! no fit, or over the NICs"
                       : leaves         ? "! sums go over the NICs"
                       : no_fit         ? "! does not fit"
                                        : "";
    if (start + draw_columns(surface, text) <= end) {
        draw_text_right(surface, place->ruler_row, start, end, text, ink(ROLE_DIM));
    }
}

static void draw_size(const struct app *app, struct surface *surface, const struct decode_place *place, int index,
                      double full_scale)
{
    const struct decode_view *view = &app->decode;
    const struct scaling_row *row = &view->scaling.row[index];
    const bool here = app->focus == FOCUS_TAB && view->part < 0 && index == decode_size_of(app);
    const bool present = row->tp == view->served.strategy.tp;
    const int screen_row = place->list_row + index;
    const int end = place->area.column + place->area.columns;
    const enum role ground = table_draw_ground(surface, screen_row, place->area, here ? TABLE_ROW_IN_FOCUS : TABLE_ROW);
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%d%s", row->tp, is_marked(app, row) ? "!" : "");
    (void)draw_text(surface, screen_row, place->area.column, place->bar_column, text,
                    ink_on(present ? ROLE_HAND : ROLE_BRIGHT, ground));
    if (!row->valid) {
        (void)draw_text(surface, screen_row, place->bar_column, end, row->reason, ink_on(ROLE_BAD, ground));
        return;
    }
    const struct bar_scale scale = {place->bar_column, place->bar_width, full_scale};
    const struct result bound = {.step = row->bound};
    if (place->bar_width > 0) {
        bar_draw_step(surface, screen_row, &scale, &row->result, isfinite(row->bound) ? &bound : NULL);
    }
    for (int column = 0; column < DECODE_COLUMNS; column++) {
        const enum role role = column == DECODE_STEP ? ROLE_BRIGHT : ROLE_TEXT;
        say_cell(view, row, (enum decode_column)column, text, sizeof text);
        table_draw_cell(surface, screen_row, &place->shape, column, text, ink_on(row->fits ? role : ROLE_BAD, ground));
    }
}

/* What the mark in a bar is, in more and in fewer words. */
static const char *const bound_names[] = {"┃ bound, the roofline's", "┃ bound"};

static void draw_sizes(const struct app *app, struct surface *surface, const struct decode_place *place)
{
    const struct decode_view *view = &app->decode;
    const double full_scale = full_scale_of(view);
    const struct bar_scale scale = {place->bar_column, place->bar_width, full_scale};
    const int end = place->area.row + place->area.rows;
    (void)draw_text(surface, place->header_row, place->area.column, place->bar_column, "TP", ink(ROLE_DIM));
    const bool wide = draw_columns(surface, bound_names[0]) <= place->bar_width;
    (void)draw_text(surface, place->header_row, place->bar_column, place->bar_column + place->bar_width,
                    bound_names[wide ? 0 : 1], ink(ROLE_DIM));
    table_draw_header(surface, place->header_row, decode_columns, &place->shape, -1, -1);
    for (int i = 0; i < view->scaling.count && place->list_row + i < end; i++) {
        draw_size(app, surface, place, i, full_scale);
    }
    if (place->ruler_row < end && place->bar_width > 0) {
        bar_draw_ruler(surface, place->ruler_row, &scale);
        draw_mark_key(app, surface, place);
    }
}

/* How a part changes with TP, in words. */
static void say_scaling(const struct app *app, enum part part, const struct result *result, char *text, size_t size)
{
    const struct traffic *tp = &result->inference.tp;
    char message[TEXT_LENGTH / 4];
    switch (part) {
    case PART_WEIGHTS:
    case PART_DECODE_COMPUTE:
    case PART_PREFILL_COMPUTE:
        (void)snprintf(text, size, "shrinks with TP");
        break;
    case PART_KV:
        (void)snprintf(text, size, "shrinks up to %d KV heads", app->now.model.kv_heads);
        break;
    case PART_TP:
        quantity_say(tp->message, UNIT_BYTES, message, sizeof message);
        (void)snprintf(text, size, "%.0f of %s: grows", tp->count, message);
        break;
    case PART_DECODE_LAUNCH:
    case PART_PREFILL_LAUNCH:
        (void)snprintf(text, size, "does not shrink");
        break;
    case PART_ATTENTION:
        (void)snprintf(text, size, "shrinks up to %d heads", app->now.model.heads);
        break;
    default:
        text[0] = '\0';
        break;
    }
}

/* What would be given back, and by which choice. */
static void draw_give_back(struct surface *surface, const struct decode_place *place, int row,
                           const struct give_back *found, enum role ground)
{
    char text[TEXT_LENGTH];
    char value[TEXT_LENGTH / 4];
    if (found->parameter == NULL) {
        draw_text_right(surface, row, place->now_end, place->back_end, "-", ink_on(ROLE_DIM, ground));
        return;
    }
    quantity_say(found->seconds, UNIT_SECONDS, text, sizeof text);
    draw_text_right(surface, row, place->now_end, place->back_end, text, ink_on(ROLE_GOOD, ground));
    (void)parameter_print(found->parameter, found->value, value, sizeof value);
    const int column = draw_text(surface, row, place->by_column, place->by_end, value, ink_on(ROLE_BRIGHT, ground));
    (void)draw_clauses(surface, row, column + 2, place->by_end, found->words, ink_on(ROLE_DIM, ground));
}

static void draw_part(const struct app *app, struct surface *surface, const struct decode_place *place, int index)
{
    const struct decode_view *view = &app->decode;
    const struct result *result = &decode_row_of(app)->result;
    const int row = place->parts_row + index;
    const bool is_part = index < view->rows.count;
    const bool here = app->focus == FOCUS_TAB && view->part == index;
    const enum role ground = table_draw_ground(surface, row, place->area, here ? TABLE_ROW_IN_FOCUS : TABLE_ROW);
    const struct part_time time = part_row_time(&view->rows, index, result);
    char text[TEXT_LENGTH];
    const enum part part = is_part ? view->rows.part[index] : PART_COUNT;
    surface_put(surface, row, place->area.column, surface->glyphs->glyph[GLYPH_FULL],
                ink_on(is_part ? part_roles[part] : ROLE_IDLE, ground));
    (void)snprintf(text, sizeof text, "%d others", view->rows.others);
    (void)draw_text(surface, row, place->area.column + 2, place->now_end, is_part ? step_parts[part].label : text,
                    ink_on(ROLE_TEXT, ground));
    if (is_part && place->words_column > 0) {
        say_scaling(app, part, result, text, sizeof text);
        (void)draw_text(surface, row, place->words_column, place->now_end, text, ink_on(ROLE_DIM, ground));
    }
    quantity_say(time.path, UNIT_SECONDS, text, sizeof text);
    draw_text_right(surface, row, place->area.column, place->now_end, text, ink_on(ROLE_BRIGHT, ground));
    if (is_part) {
        draw_give_back(surface, place, row, &view->give_back[index], ground);
    }
}

/* "Why 4.1x and not 8x at TP 8", and what all choices together would make of it. */
static void draw_parts_title(const struct app *app, struct surface *surface, const struct decode_place *place)
{
    const struct decode_view *view = &app->decode;
    const struct scaling_row *row = decode_row_of(app);
    char text[TEXT_LENGTH];
    char step[TEXT_LENGTH / 4];
    if (isfinite(row->speedup) && ideal_of(row) > 1.0) {
        (void)snprintf(text, sizeof text, "Why %.1f× and not %.0f×", row->speedup, ideal_of(row));
    } else {
        (void)snprintf(text, sizeof text, "Where TP %d waits", row->tp);
    }
    (void)draw_text(surface, place->parts_title_row, place->area.column, place->now_end, text, ink(ROLE_BRIGHT));
    draw_text_right(surface, place->parts_title_row, place->area.column, place->now_end, "now", ink(ROLE_DIM));
    draw_text_right(surface, place->parts_title_row, place->now_end, place->back_end, "gives back", ink(ROLE_DIM));
    if (isfinite(view->together)) {
        quantity_say(view->together, UNIT_SECONDS, step, sizeof step);
        (void)snprintf(text, sizeof text, "by · all together %s, %.1f×", step,
                       row->result.inference.one_card / view->together);
        (void)draw_text(surface, place->parts_title_row, place->by_column, place->by_end, text, ink(ROLE_DIM));
    }
}

void decode_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct decode_view *view = &app->decode;
    const struct decode_place place = decode_place_for(layout);
    if (layout->tab.rows < 3 || view->scaling.count == 0) {
        return;
    }
    draw_title_row(app, surface, &place);
    draw_sizes(app, surface, &place);
    decode_charts_draw(app, surface, &place);
    if (place.parts_title_row == 0) {
        return;
    }
    if (!decode_row_of(app)->valid) {
        (void)draw_text(surface, place.parts_title_row, place.area.column, place.by_end, decode_row_of(app)->reason,
                        ink(ROLE_BAD));
        return;
    }
    draw_parts_title(app, surface, &place);
    const int rows = part_rows_count(&view->rows);
    for (int i = 0; i < rows && i < place.parts_capacity; i++) {
        draw_part(app, surface, &place, i);
    }
}
