/* draw_row.c: one row of an input pane: label, track, value, unit, mark. */
#include "core/strategy.h"
#include "view/draw.h"
#include "view/facts.h"
#include "view/slider.h"
#include "view/switches.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LENGTH = 64 };

/* Where and how a row is drawn. */
struct row_frame {
    const struct app *app;
    struct surface *surface;
    struct rectangle area; /* one row of the pane */
    struct row_columns columns;
    enum role ground;
    bool focused;
};

static struct style row_ink(const struct row_frame *frame, enum role role)
{
    return ink_on(role, frame->ground);
}

static void put_text(const struct row_frame *frame, int column, int end, const char *text, enum role role)
{
    (void)draw_text(frame->surface, frame->area.row, frame->area.column + column, frame->area.column + end, text,
                    row_ink(frame, role));
}

static void put_text_right(const struct row_frame *frame, int start, int end, const char *text, enum role role)
{
    draw_text_right(frame->surface, frame->area.row, frame->area.column + start, frame->area.column + end, text,
                    row_ink(frame, role));
}

static void put_glyph(const struct row_frame *frame, int column, enum glyph glyph, enum role role)
{
    surface_put(frame->surface, frame->area.row, frame->area.column + column, frame->surface->glyphs->glyph[glyph],
                row_ink(frame, role));
}

static void put_label(const struct row_frame *frame, const char *label, enum role role)
{
    put_text(frame, 0, frame->columns.label, label, frame->focused ? ROLE_BRIGHT : role);
}

static void put_mark(const struct row_frame *frame, enum value_class class)
{
    const struct value_class_look *look = &value_class_looks[class];
    const bool hidden = class == VALUE_ASSUMPTION && !frame->app->show_assumptions;
    const char text[2] = {hidden ? ' ' : look->mark, '\0'};
    const bool quiet = class == VALUE_ASSUMPTION || class == VALUE_DERIVED || class == VALUE_MEASURED;
    if (text[0] != ' ') {
        put_text(frame, frame->columns.mark, frame->columns.mark + 1, text, quiet ? ROLE_DIM : look->role);
    }
}

/* "‹ bf16 ›": the value under the numbers, the arrows outside. */
static void draw_choice(const struct row_frame *frame, const char *value, enum value_class class)
{
    const struct row_columns *columns = &frame->columns;
    const int start = columns->value_end - draw_columns(frame->surface, value);
    put_text_right(frame, columns->label + 1, columns->value_end, value, value_class_looks[class].role);
    put_glyph(frame, start - 2, GLYPH_CHOICE_LEFT, ROLE_DIM);
    put_glyph(frame, columns->unit, GLYPH_CHOICE_RIGHT, ROLE_DIM);
    put_mark(frame, class);
}

static void draw_box(const struct row_frame *frame, int column, bool on, const char *name, enum value_class class)
{
    const bool edited = class == VALUE_EDITED;
    put_text(frame, column, column + 3, on ? "[x]" : "[ ]", edited ? ROLE_HAND : on ? ROLE_BRIGHT : ROLE_DIM);
    put_text(frame, column + 4, frame->area.columns, name, on ? ROLE_TEXT : ROLE_DIM);
}

static void draw_switches(const struct row_frame *frame)
{
    const struct switch_pair pair = switches_overlap(frame->app);
    for (int i = 0; i < pair.count; i++) {
        const struct switch_box *box = &pair.box[i];
        draw_box(frame, frame->columns.text + box->column, box->on, box->name,
                 value_class_of(frame->app, box->parameter));
    }
}

static void draw_switch(const struct row_frame *frame, const struct parameter *parameter, enum value_class class)
{
    const bool on = parameter_get(parameter, &frame->app->now) != 0.0;
    draw_box(frame, frame->columns.text, on, on ? "on" : "off", class);
    put_mark(frame, class);
}

/* What a number of the shown unit stands for: 1e9 beside GB/s. */
static double unit_size(double value, const struct quantity_text *shown)
{
    const double number = strtod(shown->number, NULL);
    return number > 0.0 && value > 0.0 ? pow(10.0, round(log10(value / number))) : 1.0;
}

/* An end that its column has no room for in the unit of the value: with a unit of its own, as "1 ms", or its prefix. */
static void range_text_short(const struct row_frame *frame, const struct slider *slider, double end, char *text,
                             size_t size)
{
    const double value = end * value_factor(&frame->app->now, slider->parameter);
    const struct quantity_text shown = quantity_display(value, slider->parameter->unit);
    const double number = strtod(shown.number, NULL);
    (void)snprintf(text, size, "%.4g %s", number, shown.unit);
    if (draw_columns(frame->surface, text) > frame->columns.range_width) {
        (void)snprintf(text, size, "%.4g%.1s", number, shown.unit);
    }
}

/* An end of the range, in the unit of the value beside it. */
static void range_text(const struct row_frame *frame, const struct slider *slider, double end, char *text, size_t size)
{
    enum { DIGITS = 6 };
    const struct scenario *now = &frame->app->now;
    const double value = value_in_force(now, slider->parameter);
    const struct quantity_text shown = value_shown(now, slider->parameter, value, DIGITS);
    const double factor = value_factor(now, slider->parameter);
    if (slider->parameter->kind == KIND_INTEGER) {
        (void)snprintf(text, size, "%s", value_shown(now, slider->parameter, end, frame->columns.range_width).number);
        return;
    }
    const double number = end * factor / unit_size(value * factor, &shown);
    (void)snprintf(text, size, number >= 1000.0 ? "%.0f" : "%.3g", number);
    if (draw_columns(frame->surface, text) > frame->columns.range_width || strchr(text, 'e') != NULL) {
        range_text_short(frame, slider, end, text, size);
    }
}

static void draw_range(const struct row_frame *frame, const struct slider *slider)
{
    const struct row_columns *columns = &frame->columns;
    const int end = columns->track + columns->track_width;
    char text[TEXT_LENGTH];
    if (columns->range_width == 0) {
        return;
    }
    range_text(frame, slider, slider_least(slider), text, sizeof text);
    put_text_right(frame, columns->label + 1, columns->track - 1, text, ROLE_DIM);
    range_text(frame, slider, slider_most(slider), text, sizeof text);
    put_text(frame, end + 1, end + 1 + columns->range_width, text, ROLE_DIM);
}

static void draw_track(const struct row_frame *frame, const struct parameter *parameter, enum value_class class)
{
    const struct scenario *now = &frame->app->now;
    const struct slider slider = slider_for(parameter, now, frame->columns.track_width);
    const bool edited = parameter_get(parameter, now) != parameter_get(parameter, &frame->app->preset);
    const enum role hand = frame->focused || class == VALUE_EDITED ? ROLE_HAND : ROLE_BRIGHT;
    const struct slider_look look = {
        .value = value_in_force(now, parameter),
        .preset = edited ? value_in_force(&frame->app->preset, parameter) : value_in_force(now, parameter),
        .left = row_ink(frame, frame->focused ? ROLE_HAND : ROLE_TEXT),
        .right = row_ink(frame, ROLE_FAINT),
        .handle = row_ink(frame, class == VALUE_INVALID ? ROLE_BAD : hand),
        .mark = row_ink(frame, ROLE_DIM),
    };
    slider_draw(&slider, frame->surface, frame->area.row, frame->area.column + frame->columns.track, &look);
    draw_range(frame, &slider);
}

static void draw_number(struct row_frame *frame, const struct parameter *parameter, enum value_class class)
{
    const struct scenario *now = &frame->app->now;
    const int digits = value_digits(&frame->columns);
    const struct quantity_text value = value_shown(now, parameter, value_in_force(now, parameter), digits);
    frame->columns = value_columns(now, parameter, frame->columns);
    if (frame->columns.track_width > 0) {
        draw_track(frame, parameter, class);
    }
    put_text_right(frame, frame->columns.label + 1, frame->columns.value_end, value.number,
                   value_class_looks[class].role);
    put_text(frame, frame->columns.unit, frame->area.columns, value.unit, ROLE_DIM);
    put_mark(frame, class);
}

/* The text being typed, over the track and the value. */
static void draw_field(const struct row_frame *frame)
{
    const struct style style = row_ink(frame, frame->app->message_bad ? ROLE_BAD : ROLE_HAND);
    const int column = frame->area.column + frame->columns.text;
    (void)draw_typed(frame->surface, frame->area.row, column, frame->area.column + frame->area.columns,
                     &frame->app->field, style, row_ink(frame, ROLE_HAND));
}

static void draw_parameter(struct row_frame *frame, const struct parameter *parameter)
{
    const enum value_class class = value_class_of(frame->app, parameter);
    put_label(frame, value_label(&frame->app->now, parameter, frame->columns.label), ROLE_TEXT);
    if (frame->focused && frame->app->editing) {
        draw_field(frame);
    } else if (parameter->kind == KIND_CHOICE) {
        draw_choice(frame, choice_name(parameter->choices, (int)parameter_get(parameter, &frame->app->now)), class);
    } else if (parameter->kind == KIND_SWITCH) {
        draw_switch(frame, parameter, class);
    } else {
        draw_number(frame, parameter, class);
    }
}

/* A size that follows from others: a division in place of a track. */
struct division {
    int dividend;
    int divisors[3]; /* 0: there are no more */
    int quotient;
};

enum { DIVISORS = sizeof((struct division){0}).divisors / sizeof(int) };

/* "64 / (8·1·1)"; "64/8·1·1"; without the divisors that change nothing "64/8". */
enum division_form { DIVISION_SPACED, DIVISION_TIGHT, DIVISION_LEAST, DIVISION_FORMS };

/* Whether a divisor is written in a form. */
static bool is_written(const struct division *division, enum division_form form, int i)
{
    return division->divisors[i] != 0 && (division->divisors[i] != 1 || form != DIVISION_LEAST);
}

/* Whether the product of the divisors needs brackets: "64/8·1" is right as it stands, 64/2·4 would be read as 128. */
static bool needs_brackets(const struct division *division, enum division_form form)
{
    int written = 0;
    bool later = false;
    for (int i = 0; i < DIVISORS; i++) {
        later |= written > 0 && is_written(division, form, i) && division->divisors[i] > 1;
        written += is_written(division, form, i) ? 1 : 0;
    }
    return form == DIVISION_SPACED ? written > 1 : later;
}

static void write_division(const struct division *division, enum division_form form, char *text, size_t size)
{
    const bool brackets = needs_brackets(division, form);
    size_t used = (size_t)snprintf(text, size, "%d", division->dividend);
    const char *slash = form == DIVISION_SPACED ? " / " : "/";
    const char *before = brackets ? "(" : "";
    for (int i = 0; i < DIVISORS; i++) {
        if (is_written(division, form, i)) {
            used += (size_t)snprintf(text + used, size - used, "%s%s%d", slash, before, division->divisors[i]);
            slash = "";
            before = "·";
        }
    }
    (void)snprintf(text + used, size - used, "%s", brackets ? ")" : "");
}

/* The longest form of the formula that leaves a blank before the value; none where none does. */
static void draw_division(const struct row_frame *frame, const struct derived_row *row, const struct division *division)
{
    enum { LONG_LABEL = 13 };
    const bool narrow = frame->columns.label < LONG_LABEL;
    char number[TEXT_LENGTH];
    (void)snprintf(number, sizeof number, "%d", division->quotient);
    const int room = frame->columns.value_end - draw_columns(frame->surface, number) - 1 - frame->columns.text;
    put_label(frame, narrow ? row->short_label : row->label, ROLE_DIM);
    for (int form = narrow ? DIVISION_TIGHT : DIVISION_SPACED; form < DIVISION_FORMS; form++) {
        char formula[TEXT_LENGTH];
        write_division(division, (enum division_form)form, formula, sizeof formula);
        if (draw_columns(frame->surface, formula) <= room) {
            put_text(frame, frame->columns.text, frame->columns.value_end, formula, ROLE_DIM);
            break;
        }
    }
    put_text_right(frame, frame->columns.text, frame->columns.value_end, number, ROLE_TEXT);
    put_mark(frame, VALUE_DERIVED);
}

static struct division replicas_of(const struct scenario *now)
{
    const struct strategy *strategy = &now->strategy;
    return (struct division){
        .dividend = now->cluster.gpus,
        .divisors = {strategy->tp, strategy->pp, now->mode == MODE_DECODE ? 0 : strategy->cp},
        .quotient = strategy_sizes(now).dp,
    };
}

/* Fewer heads than ranks are copied. */
static struct division kv_heads_of(const struct scenario *now)
{
    const int heads = now->model.kv_heads / now->strategy.tp;
    return (struct division){
        .dividend = now->model.kv_heads, .divisors = {now->strategy.tp}, .quotient = heads > 1 ? heads : 1};
}

static struct division micro_batches_of(const struct scenario *now)
{
    const struct sizes sizes = strategy_sizes(now);
    return (struct division){.dividend = sizes.global_batch,
                             .divisors = {sizes.dp, now->strategy.micro_batch},
                             .quotient = sizes.micro_batches};
}

static void draw_derived(const struct row_frame *frame, enum row_kind kind)
{
    const struct scenario *now = &frame->app->now;
    const struct division division = kind == ROW_REPLICAS   ? replicas_of(now)
                                     : kind == ROW_KV_HEADS ? kv_heads_of(now)
                                                            : micro_batches_of(now);
    draw_division(frame, derived_row_of(kind, now), &division);
}

static void draw_preset(const struct row_frame *frame, enum parameter_pane pane, enum size_class size_class)
{
    const int list = frame->area.columns - (size_class == SIZE_SINGLE ? 1 : 2);
    put_text(frame, 0, list - 1, facts_name(&frame->app->now, pane), ROLE_BRIGHT);
    put_glyph(frame, list, GLYPH_LIST, ROLE_DIM);
}

static bool is_focused_row(const struct app *app, enum parameter_pane pane, const struct pane_row *row,
                           enum size_class size_class)
{
    const struct pane_rows rows = pane_rows_of(&app->now, pane, size_class);
    const int index = app->row[pane];
    return (int)app->focus == (int)pane && index < rows.count && rows.row[index].kind == row->kind &&
           rows.row[index].parameter == row->parameter;
}

/* The ground of a row in focus, and the sign before it. */
static void draw_ground(const struct row_frame *frame, const struct pane_row *row)
{
    const struct rectangle area = frame->area;
    if (frame->focused) {
        surface_fill(frame->surface, (struct rectangle){area.row, area.column - 1, 1, area.columns + 2}, ' ',
                     row_ink(frame, ROLE_TEXT));
        put_glyph(frame, -1, GLYPH_FOCUS, ROLE_HAND);
    } else if (row->parameter != NULL && row->parameter == frame->app->held) {
        put_glyph(frame, -1, GLYPH_HELD, ROLE_HAND);
    } else if (row->parameter != NULL && lesson_points_to(frame->app, row->parameter)) {
        put_glyph(frame, -1, GLYPH_POINTED, ROLE_HAND);
    }
}

void draw_input_row(const struct app *app, struct surface *surface, const struct layout *layout,
                    enum parameter_pane pane, const struct pane_row *row, int screen_row)
{
    const struct rectangle pane_area = layout->pane[pane];
    const bool focused = is_focused_row(app, pane, row, layout->size_class);
    struct row_frame frame = {
        .app = app,
        .surface = surface,
        .area = {screen_row, pane_area.column, 1, pane_area.columns},
        .columns = layout->row_columns[pane],
        .ground = focused ? ROLE_SELECT : ROLE_BG,
        .focused = focused,
    };
    draw_ground(&frame, row);
    switch (row->kind) {
    case ROW_PRESET:
        draw_preset(&frame, pane, layout->size_class);
        break;
    case ROW_PARAMETER:
        draw_parameter(&frame, row->parameter);
        break;
    case ROW_OVERLAP:
        put_label(&frame, value_label(&app->now, row->parameter, frame.columns.label), ROLE_TEXT);
        draw_switches(&frame);
        break;
    case ROW_REPLICAS:
    case ROW_MICRO_BATCHES:
    case ROW_KV_HEADS:
        draw_derived(&frame, row->kind);
        break;
    }
}

void draw_held(const struct app *app, struct surface *surface, const struct layout *layout)
{
    enum { RANGE = 5, VALUE_COLUMNS = 11 };
    const int track = layout->bar_column - layout->held.column;
    const int end = track + layout->bar_width;
    if (layout->held.rows == 0 || app->held == NULL) {
        return;
    }
    struct row_frame frame = {
        .app = app,
        .surface = surface,
        .area = layout->held,
        .columns = {.label = 7,
                    .text = 8,
                    .track = track,
                    .track_width = layout->bar_width,
                    .range_width = RANGE,
                    .value_end = end + VALUE_COLUMNS,
                    .unit = end + VALUE_COLUMNS + 1,
                    .unit_width = 4,
                    .mark = end + VALUE_COLUMNS + 5},
        .ground = ROLE_BG,
        .focused = true,
    };
    draw_parameter(&frame, app->held);
}
