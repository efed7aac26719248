/* map_view.c: what tab 9 shows, and where. */
#include "view/map_view.h"

#include "core/order.h"
#include "view/app.h"
#include "view/value.h"

#include <stdio.h>

enum { TEXT_LENGTH = 96, VALUE_LENGTH = 32 };

const struct map_kind_look map_kinds[MAP_KINDS] = {
    [MAP_TP] = {"TP", "tp.time", "tp", ROLE_ACT},   [MAP_CP] = {"CP", "cp.time", "cp", ROLE_KV},
    [MAP_EP] = {"EP", "ep.time", "ep", ROLE_ROUTE}, [MAP_DP] = {"DP", "dp.time", "cluster.gpus", ROLE_GRAD},
    [MAP_PP] = {"PP", "pp.time", "pp", ROLE_PIPE},
};

void map_view_start(struct app *app)
{
    app->map = (struct map_view){.kind = map_is_silent(app, MAP_DP) ? MAP_TP : MAP_DP};
}

bool map_is_silent(const struct app *app, enum map_kind kind)
{
    return kind == MAP_DP && app->now.mode != MODE_TRAINING;
}

struct rank_map map_of(const struct app *app)
{
    return rank_map_of(&app->now);
}

/* ---- lines ---- */

static int domain_of(const struct rank_map *map, const struct map_view *view, int place)
{
    return rank_map_domain(map, rank_map_member(map, view->kind, view->group, place));
}

/* The first member that is not in the domain of the one at a place. */
static int next_place(const struct rank_map *map, const struct map_view *view, int place)
{
    const int domain = domain_of(map, view, place);
    while (place < map->size[view->kind] && domain_of(map, view, place) == domain) {
        place++;
    }
    return place;
}

static void add_line(struct map_lines *lines, enum map_line_kind kind, int domain, int count)
{
    if (count > 0 && lines->count < MAP_LINES) {
        lines->line[lines->count++] = (struct map_line){.kind = kind, .domain = domain, .count = count};
    }
}

/* Members' domains one by one, and what lies between, up to so many lines; the rest as one line and the last domain. */
static struct map_lines folded(const struct rank_map *map, const struct map_view *view, int most)
{
    /* A domain with others before it, and then: more like it, the last one, others behind; or others only. */
    enum { LINES_OF_ONE = 2, LINES_AT_END = 3, LINES_BEHIND = 1 };
    struct map_lines lines = {.count = 0};
    const int size = map->size[view->kind];
    const int last = domain_of(map, view, size - 1);
    const int all = rank_map_domains_of(map, view->kind, view->group);
    int shown = 0;
    int before = -1;
    for (int place = 0; place < size;) {
        const int domain = domain_of(map, view, place);
        const int left = all - shown;
        if (shown > 0 && lines.count + LINES_OF_ONE + (left > 1 ? LINES_AT_END : LINES_BEHIND) > most) {
            const bool ends = left > 1 && lines.count + LINES_AT_END <= most;
            add_line(&lines, MAP_MORE, 0, ends ? left - 1 : left);
            add_line(&lines, MAP_DOMAIN, last, ends ? 1 : 0);
            before = last; /* the others between are like those shown */
            break;
        }
        add_line(&lines, MAP_OTHERS, before + 1, domain - before - 1);
        add_line(&lines, MAP_DOMAIN, domain, 1);
        before = domain;
        shown++;
        place = next_place(map, view, place);
    }
    add_line(&lines, MAP_OTHERS, before + 1, map->domains - before - 1);
    return lines;
}

/* Open folded lines of others as far as there is room. */
static struct map_lines opened(const struct map_lines *lines, int room)
{
    struct map_lines open = {.count = 0};
    for (int i = 0; i < lines->count; i++) {
        const struct map_line *line = &lines->line[i];
        const int count = line->kind == MAP_OTHERS ? line->count : 0;
        const int shown = count <= room + 1 ? count : room;
        for (int domain = 0; domain < shown; domain++) {
            add_line(&open, MAP_DOMAIN, line->domain + domain, 1);
        }
        if (line->kind == MAP_OTHERS) {
            add_line(&open, MAP_OTHERS, line->domain + shown, count - shown);
            room -= shown > 0 ? shown - (shown == count ? 1 : 0) : 0;
        } else {
            add_line(&open, line->kind, line->domain, line->count);
        }
    }
    return open;
}

struct map_lines map_lines_of(const struct rank_map *map, const struct map_view *view, int most)
{
    const int limit = most < MAP_LINES ? most : MAP_LINES;
    const struct map_lines all = folded(map, view, MAP_LINES);
    const struct map_lines lines = all.count <= limit ? all : folded(map, view, limit);
    return opened(&lines, limit > lines.count ? limit - lines.count : 0);
}

/* ---- words ---- */

const char *map_domain_name(const struct rank_map *map)
{
    return map->domain_gpus == map->node_gpus ? "node" : "domain";
}

/* The group in focus, or where another kind is meant, the first. */
static int group_shown(const struct app *app, enum map_kind kind)
{
    return kind == app->map.kind ? app->map.group : 0;
}

/* Members in the domain that has most of them. */
static int members_of(const struct rank_map *map, enum map_kind kind, int group)
{
    int most = 0;
    for (int place = 0, checked = 0; place < map->size[kind] && checked < 2; checked++) {
        const int domain = rank_map_domain(map, rank_map_member(map, kind, group, place));
        const int members = rank_map_members_in(map, kind, group, domain);
        most = members > most ? members : most;
        place += members > 0 ? members : 1;
    }
    return most;
}

void map_say_group(const struct app *app, const struct rank_map *map, enum map_kind kind, char *text, size_t size)
{
    const int group = group_shown(app, kind);
    text[0] = '\0';
    if (map->size[kind] > 1) {
        (void)snprintf(text, size, "%d × %d", members_of(map, kind, group), rank_map_domains_of(map, kind, group));
    }
}

static const char *link_label(const struct app *app, enum hop_kind hop)
{
    enum { LABEL = 9 };
    const char *key = hop == HOP_INSIDE ? "scaleup.bandwidth" : "nic.bandwidth";
    return hop == HOP_BETWEEN_PODS ? "uplink" : value_label(&app->now, parameter_find(key), LABEL);
}

/* What one member has on that hop, bytes/s. */
static double hop_rate(const struct app *app, enum map_kind kind, enum hop_kind hop)
{
    const struct group placed = rank_map_placed(&app->now, kind);
    switch (hop) {
    case HOP_INSIDE:
        return scaleup_rate(&app->now.cluster, &placed);
    case HOP_ACROSS:
        return network_share(&app->now.cluster);
    case HOP_BETWEEN_PODS:
        break;
    }
    return placed.nic;
}

void map_say_link(const struct app *app, const struct rank_map *map, enum map_kind kind, char *text, size_t size)
{
    const int group = group_shown(app, kind);
    const int place = rank_map_slowest_hop(map, kind, group);
    text[0] = '\0';
    if (place < 0 || map_is_silent(app, kind)) {
        return;
    }
    const enum hop_kind hop = rank_map_hop(map, kind, group, place);
    const struct quantity_text rate = quantity_display(hop_rate(app, kind, hop), UNIT_RATE);
    (void)snprintf(text, size, "%s %s %s", link_label(app, hop), rate.number, rate.unit);
}

void map_say_slowest(const struct app *app, const struct rank_map *map, char *text, size_t size)
{
    const enum map_kind kind = app->map.kind;
    const int place = rank_map_slowest_hop(map, kind, app->map.group);
    char link[TEXT_LENGTH];
    char rails[TEXT_LENGTH] = "";
    if (place < 0) {
        (void)snprintf(text, size, "one rank: it sends nothing");
        return;
    }
    if (map_is_silent(app, kind)) {
        (void)snprintf(text, size, "replicas: each serves requests of its own, and sends the others nothing");
        return;
    }
    const int from = rank_map_member(map, kind, app->map.group, place);
    const int to = rank_map_member(map, kind, app->map.group, place + 1);
    const enum hop_kind hop = rank_map_hop(map, kind, app->map.group, place);
    const struct group placed = rank_map_placed(&app->now, kind);
    const bool rail = app->now.execution.ring == RING_RAIL && hop != HOP_INSIDE && group_rails(&placed) > 1;
    map_say_link(app, map, kind, link, sizeof link);
    if (rail && kind != MAP_PP) {
        const struct quantity_text rate = quantity_display(group_rails(&placed) * hop_rate(app, kind, hop), UNIT_RATE);
        (void)snprintf(rails, sizeof rails, ", %d of them: %s %s", group_rails(&placed), rate.number, rate.unit);
    }
    const char *name = map_domain_name(map);
    if (hop == HOP_INSIDE) {
        (void)snprintf(text, size, "all hops alike: %s, in %s %d", link, name, rank_map_domain(map, from));
    } else {
        (void)snprintf(text, size, "slowest hop: %d → %d, %s%s, %s %d → %d", from, to, link, rails, name,
                       rank_map_domain(map, from), rank_map_domain(map, to));
    }
}

/* ---- places ---- */

enum {
    LABEL_COLUMNS = 14,
    WORDS_COLUMNS = 43,
    WORDS_FROM = 100,
    WORDS_GAP = 2,
    WORDS_GAP_MOST = 8,
    CELL_MOST = 7,
    CELL_MOST_ROOMY = 12,
    CELL_LEAST = 3,
    WORDS_ROWS = 11, /* below the header: the kinds, a blank row, what signs mean */
    HEAD_ROWS = 2,
    BELOW_ROWS = 3, /* ring, slowest hop, and a blank row or the kinds */
    LEAST_LINES = 2
};

/* "◆12345": the mark, and as many digits as the largest group has. */
static int cell_columns(const struct rank_map *map)
{
    int size = 1;
    for (int kind = 0; kind < MAP_KINDS; kind++) {
        size = greater_int(size, map->size[kind]);
    }
    int digits = 1;
    for (; size > 10; size = (size + 9) / 10) {
        digits++;
    }
    return greater_int(CELL_LEAST, lesser_int(CELL_MOST, digits + 2));
}

/* How wide and high a domain is, cells at most so wide. */
static void place_cells(struct map_place *place, const struct rank_map *map, int left, int most)
{
    const int room = place->area.columns - LABEL_COLUMNS;
    const int needed = cell_columns(map);
    place->cell = left + LABEL_COLUMNS;
    place->per_row = greater_int(1, lesser_int(map->domain_ranks, room / needed));
    place->rows_each = (map->domain_ranks + place->per_row - 1) / place->per_row;
    place->per_row = (map->domain_ranks + place->rows_each - 1) / place->rows_each; /* rows alike */
    place->cell_columns = greater_int(needed, lesser_int(most, room / place->per_row));
}

/* Rows that the lines take, at most so many. A folded line takes one, a domain may take more. */
static int rows_of_lines(const struct map_place *place, const struct rank_map *map, const struct map_view *view,
                         int rows)
{
    const struct map_lines lines = map_lines_of(map, view, place->lines);
    return lesser_int(rows, map_line_row(place, &lines, lines.count) - place->area.row);
}

/* What stands at the right of the GPUs moves up to them where the screen is wider than both. */
static void place_words_near(struct map_place *place)
{
    const int near = place->cell + place->per_row * place->cell_columns + WORDS_GAP_MOST;
    if (place->words > near) {
        place->words = near;
        place->words_end = near + WORDS_COLUMNS;
        place->area.columns = near - WORDS_GAP - place->area.column;
    }
}

struct map_place map_place_for(const struct layout *layout, const struct rank_map *map, const struct map_view *view)
{
    const struct rectangle area = layout->tab;
    struct map_place place = {.area = area, .title_row = area.row, .header_row = area.row + 1};
    if (area.columns >= WORDS_FROM) {
        place.words_end = area.column + area.columns;
        place.words = place.words_end - WORDS_COLUMNS;
        place.area.columns -= WORDS_COLUMNS + WORDS_GAP;
    }
    place_cells(&place, map, area.column, layout->size_class == SIZE_ROOMY ? CELL_MOST_ROOMY : CELL_MOST);
    place_words_near(&place);
    const int below = place.words > 0 ? BELOW_ROWS : BELOW_ROWS + 1;
    const int rows = greater_int(LEAST_LINES, area.rows - HEAD_ROWS - below);
    const int end = area.row + area.rows;
    place.area.row = area.row + HEAD_ROWS;
    place.lines = place.rows_each == 1 ? rows : greater_int(1, (rows - 2) / place.rows_each) + 2;
    if (place.rows_each == 1 && 2 * rows_of_lines(&place, map, view, rows) <= rows) {
        place.rows_each = 2; /* a blank row between domains */
    }
    place.area.rows = lesser_int(rows_of_lines(&place, map, view, rows), end - place.area.row);
    int row = place.area.row + place.area.rows + 1;
    place.ring_row = row < end ? row++ : 0;
    place.hop_row = row < end ? row++ : 0;
    place.kinds_row = place.words == 0 && row < end ? row : 0;
    place.hop_end = place.words > 0 && place.hop_row > place.header_row + WORDS_ROWS ? place.words_end
                                                                                     : area.column + place.area.columns;
    return place;
}

int map_line_row(const struct map_place *place, const struct map_lines *lines, int line)
{
    int row = place->area.row;
    for (int i = 0; i < line; i++) {
        row += lines->line[i].kind == MAP_DOMAIN ? place->rows_each : 1;
    }
    return row;
}
