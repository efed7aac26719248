/* draw_traffic.c: tab 4: a row for each communication of a step, their sums, and what that makes of each link. */
#include "core/metrics.h"
#include "core/topology.h"
#include "view/bar.h"
#include "view/tabs.h"
#include "view/traffic_place.h"
#include "view/value.h"

#include <stdio.h>

enum { TEXT_LENGTH = 160, LINK_NAME = 14, BUSY_UNIT = 10, BUSY_MOST = 100 };

const struct table_column traffic_columns[TRAFFIC_COLUMNS] = {
    [TRAFFIC_OPERATION] = {"operation", 26, 0, false},
    [TRAFFIC_GROUP] = {"group", 15, 7, false},
    [TRAFFIC_MESSAGE] = {"message", 7, 4, true},
    [TRAFFIC_COUNT] = {"count", 6, 5, true},
    [TRAFFIC_BYTES] = {"bytes/GPU", 9, 3, true},
    [TRAFFIC_ALGORITHM] = {"algorithm", 15, 8, false},
    [TRAFFIC_LINK] = {"link", 7, 2, false},
    [TRAFFIC_TIME] = {"time", 7, 1, true},
    [TRAFFIC_HIDDEN] = {"hidden", 7, 6, true},
    [TRAFFIC_EXPOSED] = {"exposed", 7, 0, true},
};

/* What a tall screen leaves below the sentence. */
static struct rectangle charts_below(const struct rectangle *area, int sentence_row)
{
    enum { GAP = 2, LEAST = 8, MOST = 20, COLUMNS_LEAST = 140 };
    const int rows = area->row + area->rows - sentence_row - GAP;
    if (sentence_row == 0 || rows < LEAST || area->columns < COLUMNS_LEAST) {
        return (struct rectangle){0, 0, 0, 0};
    }
    return (struct rectangle){sentence_row + GAP, area->column, rows < MOST ? rows : MOST, area->columns};
}

struct traffic_place traffic_place_for(const struct layout *layout, int rows, int selected)
{
    enum { HEADER = 1, SUM_ROWS = 2, LINKS = 2, LINK_ROWS = LINKS + 2, SENTENCE_ROWS = 2 };
    const struct rectangle area = layout->tab;
    struct traffic_place place = {.area = {area.row, area.column + 1, area.rows, area.columns - 1}};
    int left = area.rows - HEADER - rows;
    const bool sum = left >= SUM_ROWS;
    left -= sum ? SUM_ROWS : 0;
    const bool links = left >= LINK_ROWS;
    left -= links ? LINK_ROWS : 0;
    place.list_row = area.row + HEADER;
    place.list_rows = rows < area.rows - HEADER ? rows : area.rows - HEADER;
    place.scroll = selected < place.list_rows ? 0 : selected - place.list_rows + 1;
    const int end = place.list_row + place.list_rows;
    place.sum_row = sum ? end + 1 : 0;
    place.links_row = links ? end + SUM_ROWS + 1 : 0;
    place.sentence_row = links && left >= SENTENCE_ROWS ? place.links_row + LINKS + SENTENCE_ROWS : 0;
    place.charts = charts_below(&area, place.sentence_row);
    place.shape = table_shape_for(traffic_columns, TRAFFIC_COLUMNS, place.area.column, place.area.columns);
    return place;
}

static const char *link_name(const struct scenario *scenario, enum link_tier tier)
{
    return value_label(scenario, parameter_find(tier == TIER_SCALEUP ? "scaleup.bandwidth" : "nic.bandwidth"), 7);
}

/* "497 ms", and nothing for nothing. */
static void say_figure(const struct metric *metric, const struct result *result, char *text, size_t size)
{
    text[0] = '\0';
    if (metric != NULL && metric_get(metric, result) > 0.0) {
        (void)metric_print(metric, result, text, size);
    }
}

static void say_seconds(double seconds, char *text, size_t size)
{
    const struct quantity_text shown = quantity_display(seconds, UNIT_SECONDS);
    (void)snprintf(text, size, "%s%s%s", seconds > 0.0 ? shown.number : "", seconds > 0.0 ? " " : "",
                   seconds > 0.0 ? shown.unit : "");
}

static void say_cell(const struct app *app, const struct traffic_row *row, enum traffic_column column, char *text,
                     size_t size)
{
    switch (column) {
    case TRAFFIC_OPERATION:
        (void)snprintf(text, size, "%s", row->operation);
        break;
    case TRAFFIC_GROUP:
        text[0] = '\0';
        if (row->group.ranks > 0) {
            (void)snprintf(text, size, "%d (%d a node)", row->group.ranks, row->group.members);
        }
        break;
    case TRAFFIC_ALGORITHM: {
        char protocol[TEXT_LENGTH / 4];
        char algorithm[TEXT_LENGTH / 4];
        const struct metric *metric = traffic_metric(row, column);
        say_figure(metric, &app->result, algorithm, sizeof algorithm);
        say_figure(traffic_protocol(row), &app->result, protocol, sizeof protocol);
        (void)snprintf(text, size, "%s%s%s", algorithm, protocol[0] != '\0' ? " · " : "", protocol);
        break;
    }
    case TRAFFIC_LINK:
        (void)snprintf(text, size, "%s", link_name(&app->now, row->tier));
        break;
    default:
        say_figure(traffic_metric(row, column), &app->result, text, size);
        break;
    }
}

static enum role role_of_column(enum traffic_column column)
{
    switch (column) {
    case TRAFFIC_EXPOSED:
        return ROLE_BRIGHT;
    case TRAFFIC_GROUP:
    case TRAFFIC_ALGORITHM:
        return ROLE_DIM;
    default:
        return ROLE_TEXT;
    }
}

static void draw_row(const struct app *app, struct surface *surface, const struct traffic_place *place,
                     const struct traffic_row *row, int screen_row, bool focused)
{
    const enum role ground =
        table_draw_ground(surface, screen_row, place->area, focused ? TABLE_ROW_IN_FOCUS : TABLE_ROW);
    char text[TEXT_LENGTH];
    for (int column = TRAFFIC_GROUP; column < TRAFFIC_COLUMNS; column++) {
        const enum role role =
            focused && column == app->traffic.column ? ROLE_HAND : role_of_column((enum traffic_column)column);
        say_cell(app, row, (enum traffic_column)column, text, sizeof text);
        table_draw_cell(surface, screen_row, &place->shape, column, text, ink_on(role, ground));
    }
    const int start = place->shape.start[TRAFFIC_OPERATION];
    const int end = place->shape.end[TRAFFIC_OPERATION];
    struct style kind = ink_on(part_roles[row->part], ground);
    kind.attributes |= ATTRIBUTE_BOLD;
    const char *name = step_parts[row->part].name;
    int column = draw_text(surface, screen_row, start, end, name, kind) + 1;
    column = column < start + 3 ? start + 3 : column;
    (void)draw_text(surface, screen_row, column, end, row->operation, ink_on(ROLE_TEXT, ground));
}

static void draw_sums(struct surface *surface, const struct traffic_place *place, const struct traffic_rows *rows)
{
    const struct traffic_link all = traffic_link_of(rows, TIER_NONE);
    const struct style bright = ink(ROLE_BRIGHT);
    char text[TEXT_LENGTH];
    if (place->sum_row == 0) {
        return;
    }
    table_draw_cell(surface, place->sum_row, &place->shape, TRAFFIC_OPERATION, "sum", ink(ROLE_DIM));
    quantity_say(all.bytes, UNIT_BYTES, text, sizeof text);
    table_draw_cell(surface, place->sum_row, &place->shape, TRAFFIC_BYTES, text, bright);
    const struct {
        enum traffic_column column;
        double seconds;
    } times[] = {{TRAFFIC_TIME, all.time}, {TRAFFIC_HIDDEN, all.hidden}, {TRAFFIC_EXPOSED, all.exposed}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        say_seconds(times[i].seconds, text, sizeof text);
        table_draw_cell(surface, place->sum_row, &place->shape, (int)times[i].column, text, bright);
    }
}

/* Where the columns of the links stand; the numbers end at the right edge. */
struct link_columns {
    int rate_end, bar, bar_width, share_end, bytes_end, busy_end, line_end;
};

static struct link_columns link_columns_for(const struct traffic_place *place)
{
    enum { SHARE = 7, BUSY = 15, LINE = 13, BYTES = 14, WIDE_FROM = 100, RATE = 11 };
    const int left = place->area.column;
    const int right = left + place->area.columns;
    const bool wide = place->area.columns >= WIDE_FROM;
    struct link_columns columns = {.line_end = right, .busy_end = right - LINE};
    columns.rate_end = wide ? left + LINK_NAME + RATE : 0;
    columns.bar = wide ? columns.rate_end + 2 : left + LINK_NAME;
    columns.bytes_end = wide ? columns.busy_end - BUSY : 0;
    columns.share_end = wide ? columns.bytes_end - BYTES : columns.busy_end - BUSY;
    const int room = columns.share_end - SHARE - columns.bar;
    const int width = room / BUSY_UNIT * BUSY_UNIT;
    columns.bar_width = width > BUSY_MOST ? BUSY_MOST : width;
    return columns;
}

static void draw_link_titles(struct surface *surface, const struct traffic_place *place,
                             const struct link_columns *columns)
{
    const int left = place->area.column - 1;
    const struct style dim = ink(ROLE_DIM);
    (void)draw_text(surface, place->links_row, left, columns->bar, "By link", ink(ROLE_BRIGHT));
    (void)draw_text(surface, place->links_row, columns->bar, columns->share_end, "busy share of the step", dim);
    if (columns->bytes_end > 0) {
        draw_text_right(surface, place->links_row, columns->share_end, columns->bytes_end, "bytes/GPU", dim);
    }
    draw_text_right(surface, place->links_row, columns->share_end, columns->busy_end, "while busy", dim);
    draw_text_right(surface, place->links_row, columns->busy_end, columns->line_end, "of the link", dim);
}

static void draw_link(const struct app *app, struct surface *surface, const struct traffic_place *place,
                      const struct link_columns *columns, const struct traffic_rows *rows, enum link_tier tier)
{
    const struct traffic_link link = traffic_link_of(rows, tier);
    const int row = place->links_row + (int)tier;
    const struct bar_scale scale = {columns->bar, columns->bar_width, app->result.step};
    const double rate = traffic_rate_of(&app->now, tier);
    char text[TEXT_LENGTH];
    (void)draw_text(surface, row, place->area.column, columns->bar, link_name(&app->now, tier), ink(ROLE_TEXT));
    if (columns->rate_end > 0) {
        quantity_say(rate, UNIT_RATE, text, sizeof text);
        draw_text_right(surface, row, place->area.column, columns->rate_end, text, ink(ROLE_DIM));
    }
    draw_run(surface, row, columns->bar, columns->bar + columns->bar_width, GLYPH_DOT, ink(ROLE_FAINT));
    bar_draw_part(surface, row, &scale, (struct part_time){.path = link.exposed, .hidden = link.hidden},
                  tier == TIER_SCALEUP ? ROLE_ACT : ROLE_GRAD, NULL);
    quantity_say(link.time / app->result.step, UNIT_SHARE, text, sizeof text);
    draw_text_right(surface, row, columns->bar, columns->share_end, text, ink(ROLE_BRIGHT));
    if (!(link.time > 0.0)) {
        return;
    }
    if (columns->bytes_end > 0) {
        quantity_say(link.bytes, UNIT_BYTES, text, sizeof text);
        draw_text_right(surface, row, columns->share_end, columns->bytes_end, text, ink(ROLE_TEXT));
    }
    quantity_say(link.bytes / link.time, UNIT_RATE, text, sizeof text);
    draw_text_right(surface, row, columns->share_end, columns->busy_end, text, ink(ROLE_TEXT));
    quantity_say(link.bytes / link.time / rate, UNIT_SHARE, text, sizeof text);
    draw_text_right(surface, row, columns->busy_end, columns->line_end, text, ink(ROLE_TEXT));
}

static void draw_below(const struct app *app, struct surface *surface, const struct traffic_place *place,
                       const struct traffic_rows *rows)
{
    char text[TEXT_LENGTH];
    if (place->links_row > 0) {
        const struct link_columns columns = link_columns_for(place);
        draw_link_titles(surface, place, &columns);
        draw_link(app, surface, place, &columns, rows, TIER_SCALEUP);
        draw_link(app, surface, place, &columns, rows, TIER_NIC);
    }
    if (place->sentence_row > 0) {
        traffic_sentence(rows, text, sizeof text);
        (void)draw_text(surface, place->sentence_row, place->area.column, place->area.column + place->area.columns,
                        text, ink(ROLE_DIM));
    }
}

void traffic_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct traffic_rows rows = traffic_rows_of(&app->now, &app->result, (enum traffic_column)app->traffic.sorted);
    const struct traffic_place place = traffic_place_for(layout, rows.count, app->traffic.row);
    const bool here = app->focus == FOCUS_TAB;
    if (layout->tab.rows < 1) {
        return;
    }
    table_draw_header(surface, layout->tab.row, traffic_columns, &place.shape, app->traffic.sorted,
                      here ? app->traffic.column : -1);
    for (int i = 0; i < place.list_rows; i++) {
        const int row = place.scroll + i;
        draw_row(app, surface, &place, &rows.row[row], place.list_row + i, here && row == app->traffic.row);
    }
    draw_sums(surface, &place, &rows);
    draw_below(app, surface, &place, &rows);
    traffic_charts_draw(app, surface, place.charts, &rows);
}
