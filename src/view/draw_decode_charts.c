/* draw_decode_charts.c: the charts of the Decode tab. */
#include "view/chart_axes.h"
#include "view/decode_charts.h"
#include "view/decode_place.h"
#include "view/draw.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 200 };

static void draw_chart_heading(struct surface *surface, struct rectangle area, const char *name, const char *words)
{
    const int end = area.column + area.columns;
    const int column = draw_text(surface, area.row, area.column, end, name, ink(ROLE_BRIGHT));
    (void)draw_text(surface, area.row, column + 2, end, words, ink(ROLE_DIM));
}

/* The rows of a chart below its heading. */
static struct rectangle below_heading(struct rectangle area)
{
    return (struct rectangle){area.row + 1, area.column, area.rows - 1, area.columns};
}

/* Forecasts as points at 1/TP, with the TP below; what does not fit in memory in `bad`. */
static void draw_scaling_points(const struct app *app, struct surface *surface, const struct chart *chart, double full)
{
    const struct scaling *scaling = &app->decode.scaling;
    int end = 0;
    for (int i = scaling->count - 1; i >= 0; i--) {
        const struct scaling_row *row = &scaling->row[i];
        char text[TEXT_LENGTH];
        if (!row->valid) {
            continue;
        }
        const bool present = row->tp == app->decode.served.strategy.tp;
        (void)snprintf(text, sizeof text, i == 0 ? "TP %d" : "%d", row->tp);
        end = chart_draw_tick(surface, chart, 1.0 / row->tp, text, end);
        chart_draw_point(surface, chart, 1.0 / row->tp, row->seconds / full,
                         present     ? ROLE_HAND
                         : row->fits ? ROLE_BRIGHT
                                     : ROLE_BAD);
    }
}

/* The roofline's bound, smallest 1/TP first; returns how many points it has. */
static int bound_line(const struct scaling *scaling, double full, double *x, double *y)
{
    int count = 0;
    for (int i = scaling->count - 1; i >= 0; i--) {
        if (scaling->row[i].valid && isfinite(scaling->row[i].bound)) {
            x[count] = 1.0 / scaling->row[i].tp;
            y[count++] = scaling->row[i].bound / full;
        }
    }
    return count;
}

static void draw_scaling(const struct app *app, struct surface *surface, struct rectangle area)
{
    const struct scaling *scaling = &app->decode.scaling;
    const struct decode_line line = decode_line_of(scaling, app->now.cluster.scaleup.size);
    const double full = app->decode.charts.step;
    const struct chart chart = chart_inside(below_heading(area));
    const struct chart_span y = {.high = full, .unit = UNIT_SECONDS};
    char words[TEXT_LENGTH] = "· · the roofline's bound";
    if (line.found) {
        char stays[TEXT_LENGTH / 4];
        char divides[TEXT_LENGTH / 4];
        quantity_say(line.stays, UNIT_SECONDS, stays, sizeof stays);
        quantity_say(line.divides, UNIT_SECONDS, divides, sizeof divides);
        (void)snprintf(words, sizeof words, "%s stay + %s / TP   · · the roofline's bound", stays, divides);
    }
    draw_chart_heading(surface, area, "Step against 1/TP", words);
    chart_draw_frame(surface, &chart, &y);
    double x[SCALING_ROWS];
    double bound[SCALING_ROWS];
    const int count = bound_line(scaling, full, x, bound);
    chart_draw_line(surface, &chart, x, bound, count, (struct chart_series){ROLE_DIM, CHART_DOTTED, '.'});
    if (line.found) {
        const double ends[] = {0, 1};
        const double straight[] = {line.stays / full, (line.stays + line.divides) / full};
        chart_draw_line(surface, &chart, ends, straight, 2, (struct chart_series){ROLE_WORK, CHART_SOLID, '*'});
    }
    draw_scaling_points(app, surface, &chart, full);
}

/* Some of the batches of the present TP, beside their points. */
static void draw_batches(const struct app *app, struct surface *surface, const struct chart *chart,
                         const struct decode_curve *curve)
{
    const struct decode_charts *charts = &app->decode.charts;
    const int end = chart->area.column + chart->area.columns;
    for (int i = 0; i < curve->count; i++) {
        const double x = curve->user[i] / charts->user;
        const double y = curve->gpu[i] / charts->gpu;
        const bool present = curve->batch[i] == app->decode.served.serving.decode_batch;
        char text[TEXT_LENGTH / 4];
        chart_draw_point(surface, chart, x, y, present ? ROLE_HAND : ROLE_BRIGHT);
        (void)snprintf(text, sizeof text, i + 1 == curve->count ? "batch %d" : "%d", curve->batch[i]);
        const int row = chart_row(chart, y);
        const int column = chart_column(chart, x) + 2;
        const struct style style = ink(present ? ROLE_HAND : ROLE_TEXT);
        if (i + 1 == curve->count && row > chart->area.row) {
            draw_text_right(surface, row - 1, chart->area.column, end, text, style);
        } else if (i % 3 == 0 || present) {
            (void)draw_text(surface, row, column, end, text, style);
        }
    }
}

/* How the curves are drawn, and their names in the heading. */
static struct chart_series series_of(int tp, int present)
{
    return tp == present  ? (struct chart_series){ROLE_WORK, CHART_SOLID, '*'}
           : tp < present ? (struct chart_series){ROLE_KV, CHART_DOTTED, 'o'}
                          : (struct chart_series){ROLE_ACT, CHART_DOTTED, '+'};
}

static void draw_frontier(const struct app *app, struct surface *surface, struct rectangle area)
{
    const struct decode_charts *charts = &app->decode.charts;
    const struct chart chart = chart_inside(below_heading(area));
    const struct chart_span x = {.high = charts->user, .unit = UNIT_TOKEN_RATE};
    const struct chart_span y = {.high = charts->gpu, .unit = UNIT_TOKEN_RATE};
    const int present = app->decode.served.strategy.tp;
    const int end = area.column + area.columns;
    draw_chart_heading(surface, area, "Tokens of a GPU against those of a user", "by batch");
    int column = area.column + draw_columns(surface, "Tokens of a GPU against those of a user  by batch  ");
    chart_draw_axes(surface, &chart, &x, &y);
    for (int i = 0; i < charts->curves; i++) {
        const struct decode_curve *curve = &charts->curve[i];
        const struct chart_series series = series_of(curve->tp, present);
        double user[DECODE_BATCHES];
        double gpu[DECODE_BATCHES];
        char text[TEXT_LENGTH / 4];
        for (int k = 0; k < curve->count; k++) {
            user[k] = curve->user[k] / charts->user;
            gpu[k] = curve->gpu[k] / charts->gpu;
        }
        chart_draw_line(surface, &chart, user, gpu, curve->count, series);
        (void)snprintf(text, sizeof text, "%s TP %d ", series.dash == CHART_SOLID ? "━" : "· ·", curve->tp);
        column = draw_text(surface, area.row, column, end, text, ink(series.role)) + 1;
    }
    for (int i = 0; i < charts->curves; i++) {
        if (charts->curve[i].tp == present) {
            draw_batches(app, surface, &chart, &charts->curve[i]);
        }
    }
}

void decode_charts_draw(const struct app *app, struct surface *surface, const struct decode_place *place)
{
    enum { GAP = 6 };
    const struct rectangle area = place->charts;
    const bool beside = app->decode.charts.curves > 0;
    const int half = beside ? (area.columns - GAP) / 2 : area.columns;
    if (area.rows == 0) {
        return;
    }
    draw_scaling(app, surface, (struct rectangle){area.row, area.column, area.rows, half});
    if (beside) {
        draw_frontier(app, surface,
                      (struct rectangle){area.row, area.column + half + GAP, area.rows, area.columns - half - GAP});
    }
}
