/* draw_sweep.c: tab 2: a line chart. */
#include "view/draw.h"
#include "view/sweep_view.h"
#include "view/tabs.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 160, NAME_COLUMNS = 20 };

static const struct chart_series series_looks[SWEEP_SERIES] = {
    [SWEEP_FIRST] = {ROLE_WORK, CHART_SOLID, '*'},
    [SWEEP_SECOND] = {ROLE_GRAD, CHART_SOLID, 'o'},
    [SWEEP_BASELINE] = {ROLE_TEXT, CHART_DOTTED, '.'},
};

/* A value of the swept parameter, as its slider shows it. */
static void say_value(const struct app *app, double value, char *text, size_t size)
{
    const struct parameter *parameter = app->sweep.parameter;
    quantity_say(value * value_factor(&app->now, parameter), parameter->unit, text, size);
}

static void say_figure(const struct metric *metric, double figure, char *text, size_t size)
{
    const struct quantity_text shown = quantity_display(figure, metric->unit);
    (void)snprintf(text, size, "%s %s", isfinite(figure) ? shown.number : "-", isfinite(figure) ? shown.unit : "");
}

static const struct metric *metric_of(const struct sweep_view *view, int series)
{
    return view->metric[series == SWEEP_SECOND ? 1 : 0];
}

/* Whether the second figure applies at some point: gradients are a figure of training. */
static bool has_second(const struct sweep_view *view)
{
    bool found = false;
    for (int i = 0; i < view->count && view->metric[1] != NULL; i++) {
        found |= isfinite(view->figure[SWEEP_SECOND][i]);
    }
    return found;
}

/* Whether the baseline has a line of its own: one that differs in the swept parameter alone has the same. */
static bool has_baseline(const struct app *app)
{
    const struct sweep_view *view = &app->sweep;
    bool differs = false;
    for (int i = 0; i < view->count && app->has_baseline; i++) {
        const double now = view->figure[SWEEP_FIRST][i];
        const double baseline = view->figure[SWEEP_BASELINE][i];
        differs |= isfinite(baseline) && !(now == baseline);
    }
    return differs;
}

static bool is_shown(const struct app *app, int series)
{
    return series == SWEEP_FIRST || (series == SWEEP_SECOND && has_second(&app->sweep)) ||
           (series == SWEEP_BASELINE && has_baseline(app));
}

static const char *name_of(const struct sweep_view *view, int series)
{
    return series == SWEEP_BASELINE ? "baseline" : metric_of(view, series)->label;
}

/* A line's name and its value, if it has one, in words that leave room for both. Returns the column after them. */
static int draw_series(struct surface *surface, struct span cells, const char *name, const char *value,
                       struct style style)
{
    char label[TEXT_LENGTH];
    const int room = cells.end - cells.column - draw_columns(surface, value) - 1;
    (void)snprintf(label, sizeof label, "%s", name);
    for (int words = PART_WORDS_SHORT; words <= PART_WORDS_LEAST && draw_columns(surface, label) > room; words++) {
        parts_shorten(label, sizeof label, (enum part_words)words);
    }
    int column = draw_text(surface, cells.row, cells.column, cells.end, label, style);
    if (value[0] != '\0') {
        column = draw_text(surface, cells.row, column + 1, cells.end, value, ink(ROLE_BRIGHT));
    }
    return column + 2;
}

/* What the lines are; where nothing stands beside the chart, their values at the cursor, too. */
static void draw_heading_row(const struct app *app, struct surface *surface, const struct layout *layout,
                             const struct sweep_frame *frame)
{
    const struct sweep_view *view = &app->sweep;
    const int row = layout->tab.row;
    const int end = layout->tab.column + layout->tab.columns;
    const int point = sweep_point(app);
    char text[TEXT_LENGTH];
    int column = layout->tab.column;
    for (int series = 0; series < SWEEP_SERIES; series++) {
        if (!is_shown(app, series)) {
            continue;
        }
        text[0] = '\0';
        if (frame->words_column == 0 && view->count > 0) {
            say_figure(metric_of(view, series), view->figure[series][point], text, sizeof text);
        }
        column = draw_series(surface, (struct span){row, column, end}, name_of(view, series), text,
                             ink(series_looks[series].role));
    }
    const char *name = value_name(&app->now, view->parameter, NAME_COLUMNS);
    say_value(app, view->count > 0 ? view->value[point] : 0.0, text, sizeof text);
    const struct piece parameter[] = {{"against ", ink(ROLE_DIM)}, {name, ink(ROLE_BRIGHT)}, {NULL, ink(ROLE_DIM)}};
    const struct piece value[] = {{" at ", ink(ROLE_DIM)}, {text, ink(ROLE_BRIGHT)}, {NULL, ink(ROLE_DIM)}};
    if (column + draw_pieces_columns(surface, parameter) > end) {
        return;
    }
    column = draw_pieces(surface, row, column, end, parameter);
    if (view->count > 0 && column + draw_pieces_columns(surface, value) <= end) {
        column = draw_pieces(surface, row, column, end, value);
    }
    draw_axis_remark(surface, row, column + 2, end + 1, &view->axis, view->metric[0]->unit);
}

static void draw_figures_axis(const struct app *app, struct surface *surface, const struct sweep_frame *frame)
{
    enum { TICKS = 5, LABEL_END = 2 };
    const struct sweep_view *view = &app->sweep;
    const double full = view->axis.full_scale;
    const struct chart_unit unit = chart_unit_for(full, view->metric[0]->unit);
    const int axis = frame->chart.area.column - 1;
    const int divisions = axis_divisions(full);
    const int every = frame->chart.area.rows < 2 * TICKS ? divisions : 1;
    for (int row = 0; row < frame->chart.area.rows; row++) {
        (void)draw_text(surface, frame->chart.area.row + row, axis, axis + 1, "│", ink(ROLE_FAINT));
    }
    for (int i = 0; i <= divisions; i += every) {
        char text[TEXT_LENGTH / 4];
        const double tick = full * i / divisions;
        const int row = i == 0 ? frame->axis_row : chart_row(&frame->chart, tick / full);
        (void)snprintf(text, sizeof text, i == divisions ? "%.4g %s" : "%.4g", tick / unit.factor, unit.unit);
        draw_text_right(surface, row, axis - 8, axis - 1, text, ink(ROLE_DIM));
        (void)draw_text(surface, row, axis, axis + 1, i == 0 ? "└" : "┤", ink(ROLE_FAINT));
    }
}

/* What the ticks of the parameter's axis count. */
static struct chart_unit tick_unit(const struct app *app)
{
    const struct sweep_view *view = &app->sweep;
    const double factor = value_factor(&app->now, view->parameter);
    const bool is_count = view->parameter->kind == KIND_INTEGER; /* written as it is: 131072 */
    return is_count ? (struct chart_unit){.factor = 1.0} : chart_unit_for(view->high * factor, view->parameter->unit);
}

/* One tick of the parameter's axis, if there is room for its label after the last one; returns the label's end. */
static int draw_tick(const struct app *app, struct surface *surface, const struct sweep_frame *frame, double value,
                     int last_end)
{
    const struct sweep_view *view = &app->sweep;
    const double factor = value_factor(&app->now, view->parameter);
    const bool is_count = view->parameter->kind == KIND_INTEGER;
    const struct chart_unit unit = tick_unit(app);
    const int column = chart_column(&frame->chart, sweep_place(view, value));
    const int end = frame->chart.area.column + frame->chart.area.columns;
    char text[TEXT_LENGTH / 4];
    (void)snprintf(text, sizeof text, is_count ? "%.0f" : "%.4g", value * factor / unit.factor);
    const int columns = draw_columns(surface, text);
    (void)draw_text(surface, frame->axis_row, column, end, "┴", ink(ROLE_FAINT));
    const int start = column + columns > end ? end - columns : column;
    return start > last_end ? draw_text(surface, frame->ticks_row, start, end, text, ink(ROLE_DIM)) : last_end;
}

static void draw_log_ticks(const struct app *app, struct surface *surface, const struct sweep_frame *frame)
{
    static const double rounds[] = {1.0, 2.0, 5.0};
    const struct sweep_view *view = &app->sweep;
    int end = 0;
    const int first = (int)floor(log10(view->low));
    const int last = (int)floor(log10(view->high));
    for (int power = first; power <= last; power++) {
        for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
            const double value = pow(10.0, power) * rounds[i];
            if (value >= view->low * 0.999 && value <= view->high * 1.001) {
                end = draw_tick(app, surface, frame, value, end);
            }
        }
    }
}

static void draw_parameter_axis(const struct app *app, struct surface *surface, const struct sweep_frame *frame)
{
    enum { CELLS_A_TICK = 12 };
    const struct sweep_view *view = &app->sweep;
    const struct rectangle area = frame->chart.area;
    const struct chart_unit unit = tick_unit(app);
    draw_run(surface, frame->axis_row, area.column, area.column + area.columns, GLYPH_RULE, ink(ROLE_FAINT));
    draw_text_right(surface, frame->ticks_row, 0, area.column - 2, unit.unit, ink(ROLE_DIM));
    if (view->parameter->scale == SCALE_VALUES && view->parameter->values != NULL) {
        int end = 0;
        for (int i = 0; i < view->count; i++) {
            end = draw_tick(app, surface, frame, view->value[i], end);
        }
    } else if (view->log && view->low > 0.0) {
        draw_log_ticks(app, surface, frame);
    } else {
        const double step = chart_step(view->high - view->low, area.columns / CELLS_A_TICK);
        int end = 0;
        const int first = (int)ceil(view->low / step);
        for (int i = first; i * step <= view->high * 1.0001; i++) {
            end = draw_tick(app, surface, frame, i * step, end);
        }
    }
}

static void draw_upright(struct surface *surface, const struct sweep_frame *frame, double place, enum glyph glyph,
                         enum role role)
{
    const int column = chart_column(&frame->chart, place);
    for (int row = 0; row < frame->chart.area.rows; row++) {
        surface_put(surface, frame->chart.area.row + row, column, surface->glyphs->glyph[glyph], ink(role));
    }
}

static double place_now(const struct app *app)
{
    return sweep_place(&app->sweep, value_in_force(&app->now, app->sweep.parameter));
}

/* "now 50.0 GB/s", on the side where there is room. */
static void draw_now(const struct app *app, struct surface *surface, const struct sweep_frame *frame)
{
    const struct rectangle area = frame->chart.area;
    const int column = chart_column(&frame->chart, place_now(app));
    char text[TEXT_LENGTH];
    char value[TEXT_LENGTH / 2];
    say_value(app, value_in_force(&app->now, app->sweep.parameter), value, sizeof value);
    (void)snprintf(text, sizeof text, "now %s", value);
    const int columns = draw_columns(surface, text);
    const int start = column + 2 + columns <= area.column + area.columns ? column + 2 : column - 1 - columns;
    (void)draw_text(surface, area.row, start, area.column + area.columns, text, ink(ROLE_HAND));
}

static void draw_lines(const struct app *app, struct surface *surface, const struct sweep_frame *frame)
{
    const struct sweep_view *view = &app->sweep;
    for (int i = 0; i < view->crossings; i++) {
        draw_upright(surface, frame, view->crossing[i].place, GLYPH_CROSSING, ROLE_FAINT);
    }
    draw_upright(surface, frame, place_now(app), GLYPH_CURSOR, ROLE_HAND);
    if (view->cursor >= 0) {
        draw_upright(surface, frame, view->place[view->cursor], GLYPH_CURSOR, ROLE_BRIGHT);
    }
    for (int series = SWEEP_SERIES - 1; series >= 0; series--) {
        double figures[SWEEP_POINTS];
        for (int i = 0; i < view->count; i++) {
            figures[i] = view->figure[series][i] / view->axis.full_scale;
        }
        if (is_shown(app, series)) {
            chart_draw_line(surface, &frame->chart, view->place, figures, view->count, series_looks[series]);
        }
    }
    draw_now(app, surface, frame);
}

/* The first and the last row of a chart that a line takes in some columns; none: the first lies behind the last. */
struct rows {
    int first, last;
};

static struct rows rows_of_line(const struct surface *surface, struct rectangle span, enum role role)
{
    struct rows rows = {span.row + span.rows, span.row - 1};
    for (int row = span.row; row < span.row + span.rows; row++) {
        for (int column = span.column; column < span.column + span.columns; column++) {
            const struct cell cell = surface_at(surface, row, column);
            if (cell.glyph != ' ' && cell.style.ink == role) {
                rows.first = row < rows.first ? row : rows.first;
                rows.last = row;
            }
        }
    }
    return rows;
}

/* Whether a name may stand in a row: the cells are free, and no other line runs on its far side. */
static bool is_free(const struct surface *surface, struct rectangle chart, struct rectangle name, int far_row)
{
    const bool far_inside = far_row >= chart.row && far_row < chart.row + chart.rows;
    return name.row >= chart.row && name.row < chart.row + chart.rows &&
           surface_is_blank(surface, name.row, name.column - 1, name.columns + 2) &&
           (!far_inside || surface_is_blank(surface, far_row, name.column, name.columns));
}

/* Name a line where it is seen which one is meant, as far right as there is room: colour alone does not say it. */
static void name_line(const struct app *app, struct surface *surface, const struct sweep_frame *frame, int series)
{
    const struct rectangle area = frame->chart.area;
    const char *name = name_of(&app->sweep, series);
    const enum role role = series_looks[series].role;
    struct rectangle span = area;
    span.columns = draw_columns(surface, name);
    for (span.column = area.column + area.columns - span.columns; span.column > area.column; span.column--) {
        const struct rows line = rows_of_line(surface, span, role);
        const int rows[] = {line.first - 1, line.last + 1};
        for (int side = 0; side < 2 && line.first <= line.last; side++) {
            const struct rectangle place = {rows[side], span.column, 1, span.columns};
            if (is_free(surface, area, place, rows[side] + (side == 0 ? -1 : 1))) {
                (void)draw_text(surface, place.row, place.column, place.column + place.columns, name, ink(role));
                return;
            }
        }
    }
}

/* Name a crossing beside its line, in the first row that has room for it: a name never stands over a line. */
static void name_crossing(const struct app *app, struct surface *surface, const struct sweep_frame *frame,
                          const struct sweep_crossing *crossing)
{
    const struct rectangle area = frame->chart.area;
    const int column = chart_column(&frame->chart, crossing->place);
    char value[TEXT_LENGTH / 4];
    char text[TEXT_LENGTH];
    say_value(app, crossing->value, value, sizeof value);
    (void)snprintf(text, sizeof text, "%s %s", value, crossing->words);
    const int columns = draw_columns(surface, text);
    const int starts[] = {column - 1 - columns, column + 2};
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int side = 0; side < 2; side++) {
            const bool inside = starts[side] > area.column && starts[side] + columns < area.column + area.columns;
            if (inside && surface_is_blank(surface, row, starts[side] - 1, columns + 2)) {
                (void)draw_text(surface, row, starts[side], starts[side] + columns, text, ink(ROLE_DIM));
                return;
            }
        }
    }
}

/* Values at the cursor, and what changes where. */
static void draw_words(const struct app *app, struct surface *surface, const struct layout *layout,
                       const struct sweep_frame *frame)
{
    enum { NAME = 2, VALUE_END = 40, CROSSING_VALUE = 10 };
    const struct sweep_view *view = &app->sweep;
    const int left = frame->words_column;
    const int end = layout->tab.column + layout->tab.columns;
    const int last = layout->tab.row + layout->tab.rows;
    const int point = sweep_point(app);
    int row = frame->chart.area.row;
    char text[TEXT_LENGTH];
    for (int series = 0; series < SWEEP_SERIES && row < last; series++) {
        if (is_shown(app, series)) {
            const char sign[2] = {series_looks[series].ascii, '\0'};
            const char *dash = series == SWEEP_BASELINE ? "┄" : "━";
            (void)draw_text(surface, row, left, end, surface->glyphs->utf8 ? dash : sign,
                            ink(series_looks[series].role));
            (void)draw_text(surface, row, left + NAME, left + VALUE_END - CROSSING_VALUE, name_of(view, series),
                            ink(ROLE_TEXT));
            say_figure(metric_of(view, series), view->figure[series][point], text, sizeof text);
            draw_text_right(surface, row++, left + NAME, left + VALUE_END, text, ink(ROLE_BRIGHT));
        }
    }
    row++;
    if (view->crossings > 0 && row < last) {
        (void)draw_text(surface, row++, left, end, "crossings", ink(ROLE_DIM));
    }
    for (int i = 0; i < view->crossings && row < last; i++) {
        say_value(app, view->crossing[i].value, text, sizeof text);
        draw_text_right(surface, row, left, left + CROSSING_VALUE, text, ink(ROLE_BRIGHT));
        (void)draw_text(surface, row++, left + CROSSING_VALUE + 1, end, view->crossing[i].words, ink(ROLE_DIM));
    }
}

void sweep_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct sweep_frame frame = sweep_frame_for(layout);
    const struct sweep_view *view = &app->sweep;
    if (layout->tab.rows < 1) {
        return;
    }
    draw_heading_row(app, surface, layout, &frame);
    if (frame.chart.area.rows < 2 || frame.chart.area.columns < 2 || view->count == 0 ||
        !(view->axis.full_scale > 0.0)) {
        return;
    }
    draw_figures_axis(app, surface, &frame);
    draw_parameter_axis(app, surface, &frame);
    draw_lines(app, surface, &frame);
    if (frame.words_column > 0) {
        draw_words(app, surface, layout, &frame);
    }
    for (int i = 0; i < view->crossings && frame.words_column == 0; i++) {
        name_crossing(app, surface, &frame, &view->crossing[i]);
    }
    for (int series = 0; series < SWEEP_SERIES; series++) {
        if (is_shown(app, series)) {
            name_line(app, surface, &frame, series);
        }
    }
}
