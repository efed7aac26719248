/* chart_axes.c: axes, ticks and points of a small chart. */
#include "view/chart_axes.h"

#include "view/draw.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 32, CELLS_A_TICK = 10, ROWS_A_TICK = 2 };

/* Steps of the left axis, at most. */
enum { STEPS_MOST = 4 };

double chart_full_scale(double before, double greatest)
{
    static const double shrink_below = 0.5;
    if (greatest <= before && greatest >= shrink_below * before) {
        return before;
    }
    const double step = chart_step(greatest, STEPS_MOST);
    return step * ceil(greatest / step - 1e-9);
}

struct chart chart_inside(struct rectangle area)
{
    return (struct chart){
        .area = {area.row, area.column + CHART_LEFT, area.rows - CHART_BELOW, area.columns - CHART_LEFT}};
}

double chart_place(const struct chart_span *span, double value)
{
    return span->log ? log(value / span->low) / log(span->high / span->low)
                     : (value - span->low) / (span->high - span->low);
}

void chart_draw_frame(struct surface *surface, const struct chart *chart, const struct chart_span *y)
{
    const struct chart_unit unit = chart_unit_for(y->high, y->unit);
    const struct rectangle area = chart->area;
    const int axis = area.column - 1;
    const int bottom = area.row + area.rows;
    const int divisions = (int)lround(y->high / chart_step(y->high, STEPS_MOST));
    const int every = area.rows < ROWS_A_TICK * divisions ? divisions : 1;
    for (int row = area.row; row < bottom; row++) {
        (void)draw_text(surface, row, axis, axis + 1, "│", ink(ROLE_FAINT));
    }
    draw_run(surface, bottom, area.column, area.column + area.columns, GLYPH_RULE, ink(ROLE_FAINT));
    for (int i = 0; i <= divisions; i += every) {
        const double tick = y->high * i / divisions;
        const int row = i == 0 ? bottom : chart_row(chart, tick / y->high);
        char text[TEXT_LENGTH];
        (void)snprintf(text, sizeof text, i == divisions ? "%.4g %s" : "%.4g", tick / unit.factor, unit.unit);
        draw_text_right(surface, row, area.column - CHART_LEFT, axis - 1, text, ink(ROLE_DIM));
        (void)draw_text(surface, row, axis, axis + 1, i == 0 ? "└" : "┤", ink(ROLE_FAINT));
    }
}

int chart_draw_tick(struct surface *surface, const struct chart *chart, double place, const char *label, int after)
{
    const struct rectangle area = chart->area;
    const int row = area.row + area.rows;
    const int end = area.column + area.columns;
    const int column = chart_column(chart, place);
    const int columns = draw_columns(surface, label);
    const int start = column + columns > end ? end - columns : column;
    (void)draw_text(surface, row, column, end, "┴", ink(ROLE_FAINT));
    return start > after ? draw_text(surface, row + 1, start, end, label, ink(ROLE_DIM)) : after;
}

static int draw_value_tick(struct surface *surface, const struct chart *chart, const struct chart_span *x, double value,
                           int after)
{
    const struct chart_unit unit = chart_unit_for(x->log ? value : x->high, x->unit);
    char text[TEXT_LENGTH];
    const bool last = !x->log && value >= x->high * (1 - 1e-9);
    (void)snprintf(text, sizeof text, x->log || last ? "%.4g %s" : "%.4g", value / unit.factor, unit.unit);
    return chart_draw_tick(surface, chart, chart_place(x, value), text, after);
}

void chart_draw_axes(struct surface *surface, const struct chart *chart, const struct chart_span *x,
                     const struct chart_span *y)
{
    int end = 0;
    chart_draw_frame(surface, chart, y);
    if (x->log) {
        const int first = (int)ceil(log10(x->low) - 1e-9);
        const int last = (int)floor(log10(x->high) + 1e-9);
        for (int power = first; power <= last; power++) {
            end = draw_value_tick(surface, chart, x, pow(10.0, power), end);
        }
        return;
    }
    const double step = chart_step(x->high - x->low, chart->area.columns / CELLS_A_TICK);
    const int last = (int)floor((x->high - x->low) / step + 1e-9);
    for (int i = 0; i <= last; i++) {
        end = draw_value_tick(surface, chart, x, x->low + i * step, end);
    }
}

void chart_draw_point(struct surface *surface, const struct chart *chart, double x, double y, enum role role)
{
    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) {
        surface_put(surface, chart_row(chart, y), chart_column(chart, x), surface->glyphs->glyph[GLYPH_HANDLE],
                    ink(role));
    }
}
