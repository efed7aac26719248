/* draw_traffic_charts.c: the charts of the Traffic tab. */
#include "view/bar.h"
#include "view/chart_axes.h"
#include "view/draw.h"
#include "view/traffic.h"
#include "view/traffic_charts.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 200 };

static enum role role_of(const struct traffic_curve *curve)
{
    return part_roles[curve->part];
}

static double message_place(double size)
{
    return log(size / TRAFFIC_LEAST_MESSAGE) / log(TRAFFIC_MOST_MESSAGE / TRAFFIC_LEAST_MESSAGE);
}

/* The row nearest to another, below it rather than above, whose cells are blank; 0: there is none. */
static int blank_row(const struct surface *surface, const struct chart *chart, int row, int column, int columns)
{
    const int end = chart->area.row + chart->area.rows;
    for (int below = row + 1; below < end; below++) {
        if (surface_is_blank(surface, below, column, columns)) {
            return below;
        }
    }
    for (int above = row - 1; above >= chart->area.row; above--) {
        if (surface_is_blank(surface, above, column, columns)) {
            return above;
        }
    }
    return 0;
}

/* "TP 134 MB: 93 %" right of its point, where nothing is drawn: curves rise towards it from the left. */
static void draw_message(struct surface *surface, const struct chart *chart, const struct traffic_curve *curve)
{
    const double x = message_place(curve->piece);
    const double y = fmin(curve->reached, 1);
    const int end = chart->area.column + chart->area.columns;
    char size[TEXT_LENGTH / 4];
    char share[TEXT_LENGTH / 4];
    char text[TEXT_LENGTH];
    quantity_say(curve->piece, UNIT_BYTES, size, sizeof size);
    quantity_say(curve->reached, UNIT_SHARE, share, sizeof share);
    (void)snprintf(text, sizeof text, "%s %s: %s", step_parts[curve->part].name, size, share);
    const int columns = draw_columns(surface, text);
    const int beside = chart_column(chart, x) + 2;
    const int start = beside + columns > end ? end - columns : beside;
    const int row = blank_row(surface, chart, chart_row(chart, y), start, columns);
    if (row > 0) {
        (void)draw_text(surface, row, start, end, text, ink(role_of(curve)));
    }
}

static void draw_points(struct surface *surface, const struct chart *chart, const struct traffic_charts *charts)
{
    for (int i = 0; i < charts->count; i++) {
        const struct traffic_curve *curve = &charts->curve[i];
        chart_draw_point(surface, chart, message_place(curve->piece), fmin(curve->reached, 1), ROLE_BRIGHT);
    }
    for (int i = 0; i < charts->count; i++) {
        draw_message(surface, chart, &charts->curve[i]);
    }
}

/* Curves are told apart by colour and, of three, by the density of their dots; in ASCII by their signs. */
static struct chart_series series_of(const struct traffic_curve *curve, int index)
{
    static const char signs[] = "*o+x%@";
    return (struct chart_series){role_of(curve), index % 2 == 0 ? CHART_SOLID : CHART_DOTTED,
                                 signs[index % (int)(sizeof signs - 1)]};
}

/* What the lines are, and what they reach; returns the column behind them. */
static int draw_curve_names(struct surface *surface, const struct traffic_charts *charts, int row, int column, int end)
{
    for (int i = 0; i < charts->count; i++) {
        const struct traffic_curve *curve = &charts->curve[i];
        const struct chart_series series = series_of(curve, i);
        char rate[TEXT_LENGTH / 4];
        char text[TEXT_LENGTH];
        quantity_say(curve->most, UNIT_RATE, rate, sizeof rate);
        if (surface->glyphs->utf8) {
            (void)snprintf(text, sizeof text, "%s %s %s", series.dash == CHART_SOLID ? "━" : "· ·",
                           step_parts[curve->part].name, rate);
        } else {
            (void)snprintf(text, sizeof text, "%c %s %s", series.ascii, step_parts[curve->part].name, rate);
        }
        if (column + draw_columns(surface, text) > end) {
            return column;
        }
        column = draw_text(surface, row, column, end, text, ink(series.role)) + 2;
    }
    return column;
}

static void draw_curves(const struct app *app, struct surface *surface, struct rectangle area)
{
    const struct traffic_charts *charts = &app->traffic.charts;
    const struct chart chart = chart_inside((struct rectangle){area.row + 1, area.column, area.rows - 1, area.columns});
    const struct chart_span x = {TRAFFIC_LEAST_MESSAGE, TRAFFIC_MOST_MESSAGE, true, UNIT_BYTES};
    const struct chart_span y = {.high = 1, .unit = UNIT_SHARE};
    const int end = area.column + area.columns;
    static const char reached[] = "reached with 10 GB";
    double place[TRAFFIC_POINTS];
    const int column =
        draw_text(surface, area.row, area.column, end, "Is each message large enough?", ink(ROLE_BRIGHT)) + 2;
    const int behind = draw_curve_names(surface, charts, area.row, column, end);
    (void)draw_text(surface, area.row, behind, end, draw_columns(surface, reached) <= end - behind ? reached : "",
                    ink(ROLE_DIM));
    chart_draw_axes(surface, &chart, &x, &y);
    for (int i = 0; i < TRAFFIC_POINTS; i++) {
        place[i] = (double)i / (TRAFFIC_POINTS - 1);
    }
    for (int i = 0; i < charts->count; i++) {
        chart_draw_line(surface, &chart, place, charts->curve[i].share, TRAFFIC_POINTS,
                        series_of(&charts->curve[i], i));
    }
    draw_points(surface, &chart, charts);
}

/* A bar of shares of a whole, and the share behind it. */
static void draw_share(struct surface *surface, int row, struct bar_scale scale, struct part_time part, enum role role)
{
    char text[TEXT_LENGTH / 4];
    bar_draw_part(surface, row, &scale, part, role, NULL);
    quantity_say((part.path + part.hidden) / scale.full_scale, UNIT_SHARE, text, sizeof text);
    draw_text_right(surface, row, scale.column + scale.width, scale.column + scale.width + 6, text, ink(ROLE_BRIGHT));
}

/* The bytes of each beside its time: what moves little may cost much. And what its GPUs have of the NICs. */
static void draw_shares(const struct app *app, struct surface *surface, struct rectangle area,
                        const struct traffic_rows *rows)
{
    enum { NAME = 5, SHARE = 7, GAP = 2 };
    const struct traffic_link all = traffic_link_of(rows, TIER_NONE);
    const int width = (area.columns - NAME - 2 * SHARE - GAP) / 2;
    const int end = area.column + area.columns;
    const int time_column = area.column + NAME + width + SHARE + GAP;
    const int last = area.row + area.rows;
    int row = area.row;
    (void)draw_text(surface, row, area.column + NAME, end, "bytes of a GPU", ink(ROLE_BRIGHT));
    (void)draw_text(surface, row, time_column, end, "time on the links", ink(ROLE_BRIGHT));
    for (int i = 0; i < rows->count && ++row < last; i++) {
        const struct traffic_row *traffic = &rows->row[i];
        const enum role role = part_roles[traffic->part];
        (void)draw_text(surface, row, area.column, area.column + NAME, step_parts[traffic->part].name, ink(ROLE_TEXT));
        draw_share(surface, row, (struct bar_scale){area.column + NAME, width, all.bytes},
                   (struct part_time){.path = traffic->bytes}, role);
        draw_share(surface, row, (struct bar_scale){time_column, width, all.time},
                   (struct part_time){.path = traffic->exposed, .hidden = traffic->hidden}, role);
    }
    row += 2;
    for (int i = 0; i < rows->count && row < last; i++) {
        char text[TEXT_LENGTH];
        traffic_sharing(&rows->row[i], &app->now, text, sizeof text);
        if (text[0] != '\0') {
            (void)draw_text(surface, row, area.column, end, step_parts[rows->row[i].part].name, ink(ROLE_TEXT));
            (void)draw_text(surface, row++, area.column + NAME, end, text, ink(ROLE_DIM));
        }
    }
}

void traffic_charts_draw(const struct app *app, struct surface *surface, struct rectangle area,
                         const struct traffic_rows *rows)
{
    enum { GAP = 4 };
    const int half = (area.columns - GAP) / 2;
    if (area.rows == 0 || rows->count == 0) {
        return;
    }
    draw_shares(app, surface, (struct rectangle){area.row, area.column, area.rows, half}, rows);
    if (app->traffic.charts.count > 0) {
        draw_curves(app, surface, (struct rectangle){area.row, area.column + half + GAP, area.rows, half});
    }
}
