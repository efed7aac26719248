/* chart.c: dots in cells. */
#include "view/chart.h"

#include "view/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DOT_COLUMNS = 2, DOT_ROWS = 4, DOTTED_EVERY = 3, BRAILLE = 0x2800, BRAILLE_LAST = 0x28FF };

/* The bit of each dot of a cell, by column and row. */
static const uint32_t dot_bits[DOT_COLUMNS][DOT_ROWS] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

static void draw_dot(struct surface *surface, const struct chart *chart, int column, int row,
                     struct chart_series series)
{
    const int cell_column = chart->area.column + column / DOT_COLUMNS;
    const int cell_row = chart->area.row + row / DOT_ROWS;
    const struct cell cell = surface_at(surface, cell_row, cell_column);
    const struct style style = ink(series.role);
    if (!surface->glyphs->utf8) {
        surface_put(surface, cell_row, cell_column, (uint32_t)series.ascii, style);
        return;
    }
    const bool is_braille = cell.glyph >= BRAILLE && cell.glyph <= BRAILLE_LAST;
    const uint32_t before = is_braille ? cell.glyph : BRAILLE;
    const uint32_t bit = dot_bits[column % DOT_COLUMNS][row % DOT_ROWS];
    surface_put(surface, cell_row, cell_column, before | bit, style);
}

/* Dots of a column from one row to another; those beyond the chart are not drawn. */
static void draw_run_of_dots(struct surface *surface, const struct chart *chart, int column, int from, int to,
                             struct chart_series series)
{
    const int rows = chart->area.rows * DOT_ROWS;
    const int step = from <= to ? 1 : -1;
    for (int row = from;; row += step) {
        if (row >= 0 && row < rows) {
            draw_dot(surface, chart, column, row, series);
        }
        if (row == to) {
            return;
        }
    }
}

/* The value at a place, between two points; NAN where one of them is not finite, and beyond both ends. */
static double value_at(const double *x, const double *y, int count, double place)
{
    int i = 0;
    while (i + 1 < count && x[i + 1] < place) {
        i++;
    }
    if (count == 0 || place < x[0] - 1e-9 || place > x[count - 1] + 1e-9) {
        return NAN;
    }
    if (i + 1 == count || !(x[i + 1] > x[i])) {
        return y[i];
    }
    const double share = fmin(fmax((place - x[i]) / (x[i + 1] - x[i]), 0.0), 1.0);
    return y[i] + share * (y[i + 1] - y[i]);
}

void chart_draw_line(struct surface *surface, const struct chart *chart, const double *x, const double *y, int count,
                     struct chart_series series)
{
    const int columns = chart->area.columns * DOT_COLUMNS;
    const int rows = chart->area.rows * DOT_ROWS;
    bool joined = false;
    int before = 0;
    for (int column = 0; column < columns && rows > 0; column++) {
        const double value = value_at(x, y, count, columns > 1 ? (double)column / (columns - 1) : 0.0);
        if (!isfinite(value)) {
            joined = false;
            continue;
        }
        /* Far beyond the chart is as good as just beyond it. */
        const int row = (int)lround((1.0 - fmin(fmax(value, -1.0), 2.0)) * (rows - 1));
        if (series.dash == CHART_SOLID) {
            draw_run_of_dots(surface, chart, column, joined && abs(row - before) > 1 ? before : row, row, series);
        } else if (column % DOTTED_EVERY == 0) {
            draw_run_of_dots(surface, chart, column, row, row, series);
        }
        joined = true;
        before = row;
    }
}

int chart_column(const struct chart *chart, double x)
{
    const int last = chart->area.columns - 1;
    const int column = (int)lround(x * (chart->area.columns * DOT_COLUMNS - 1)) / DOT_COLUMNS;
    return chart->area.column + (column > last ? last : column < 0 ? 0 : column);
}

int chart_row(const struct chart *chart, double y)
{
    const int last = chart->area.rows - 1;
    const int row = (int)lround((1.0 - y) * (chart->area.rows * DOT_ROWS - 1)) / DOT_ROWS;
    return chart->area.row + (row > last ? last : row < 0 ? 0 : row);
}

struct chart_unit chart_unit_for(double full_scale, enum unit unit)
{
    const struct quantity_text shown = quantity_display(full_scale, unit);
    const double number = strtod(shown.number, NULL);
    struct chart_unit scaled = {.factor = 1.0};
    if (number > 0.0 && full_scale > 0.0) {
        scaled.factor = pow(10.0, round(log10(full_scale / number)));
        (void)snprintf(scaled.unit, sizeof scaled.unit, "%s", shown.unit);
    }
    return scaled;
}

double chart_step(double length, int most)
{
    double step = pow(10.0, floor(log10(length / (most > 0 ? most : 1))));
    static const double rounds[] = {1.0, 2.0, 5.0, 10.0};
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        if (length / (step * rounds[i]) <= most + 1e-9) {
            return step * rounds[i];
        }
    }
    return step * 10.0;
}
