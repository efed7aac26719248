/* draw_map.c: tab 9: domains and their GPUs, the picked group among them, and its ring. */
#include "view/draw.h"
#include "view/map_view.h"
#include "view/tabs.h"

#include <stdio.h>

enum { TEXT_LENGTH = 160, VALUE_LENGTH = 48, LETTERS = 26, LIE_LONG_LEAST = 56 };

/* What is drawn. */
struct map_stage {
    const struct app *app;
    struct surface *surface;
    const struct rank_map *map;
    const struct map_place *place;
};

static int right_of(const struct map_stage *stage)
{
    return stage->place->area.column + stage->place->area.columns;
}

/* Of the picked group a mark and the place in its ring; else a letter for each group. */
static void draw_gpu(const struct map_stage *stage, int row, int column, int rank)
{
    const struct map_view *view = &stage->app->map;
    const struct map_kind_look *look = &map_kinds[view->kind];
    const int group = rank_map_group(stage->map, view->kind, rank);
    const int end = column + stage->place->cell_columns;
    char text[VALUE_LENGTH];
    if (group == view->group) {
        const struct style style = {look->role, ROLE_BG, ATTRIBUTE_BOLD};
        surface_put(stage->surface, row, column, stage->surface->glyphs->glyph[GLYPH_HANDLE], style);
        (void)snprintf(text, sizeof text, "%d", rank_map_place(stage->map, view->kind, rank));
        (void)draw_text(stage->surface, row, column + 1, end, text, ink(ROLE_BRIGHT));
        return;
    }
    (void)snprintf(text, sizeof text, "%c", 'a' + group % LETTERS);
    (void)draw_text(stage->surface, row, column + 1, end, text, ink(ROLE_DIM));
}

static void draw_domain(const struct map_stage *stage, int row, int domain)
{
    const struct map_place *place = stage->place;
    const int end = place->area.row + place->area.rows;
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%s %d", map_domain_name(stage->map), domain);
    (void)draw_text(stage->surface, row, place->area.column, place->cell, text, ink(ROLE_TEXT));
    if (row + place->rows_each > end) {
        const int members = rank_map_members_in(stage->map, stage->app->map.kind, stage->app->map.group, domain);
        (void)snprintf(text, sizeof text, "%d of the group", members);
        (void)draw_text(stage->surface, row, place->cell, right_of(stage), text, ink(ROLE_DIM));
        return;
    }
    for (int slot = 0; slot < stage->map->domain_ranks; slot++) {
        const int rank = domain * stage->map->domain_ranks + slot;
        if (rank < stage->map->ranks) {
            draw_gpu(stage, row + slot / place->per_row, place->cell + slot % place->per_row * place->cell_columns,
                     rank);
        }
    }
}

static void draw_fold(const struct map_stage *stage, int row, const struct map_line *line)
{
    char text[TEXT_LENGTH];
    const char *name = map_domain_name(stage->map);
    if (line->kind == MAP_MORE) {
        (void)snprintf(text, sizeof text, "× %d more like this", line->count);
    } else {
        (void)snprintf(text, sizeof text, "× %d %s%s with other groups", line->count, name, line->count > 1 ? "s" : "");
    }
    (void)draw_text(stage->surface, row, stage->place->area.column, right_of(stage), text, ink(ROLE_DIM));
}

static void draw_lines(const struct map_stage *stage)
{
    const struct map_lines lines = map_lines_of(stage->map, &stage->app->map, stage->place->lines);
    const int end = stage->place->area.row + stage->place->area.rows;
    for (int i = 0; i < lines.count; i++) {
        const int row = map_line_row(stage->place, &lines, i);
        if (row >= end) {
            return;
        }
        if (lines.line[i].kind == MAP_DOMAIN) {
            draw_domain(stage, row, lines.line[i].domain);
        } else {
            draw_fold(stage, row, &lines.line[i]);
        }
    }
}

static void draw_header(const struct map_stage *stage)
{
    const struct map_place *place = stage->place;
    char text[VALUE_LENGTH];
    (void)draw_text(stage->surface, place->header_row, place->area.column, place->cell, "GPU", ink(ROLE_DIM));
    for (int slot = 0; slot < place->per_row; slot++) {
        const int column = place->cell + slot * place->cell_columns;
        (void)snprintf(text, sizeof text, "%d", slot);
        (void)draw_text(stage->surface, place->header_row, column + 1, column + place->cell_columns, text,
                        ink(ROLE_DIM));
    }
}

/* How a group lies on the domains, in more words or in fewer. */
enum lie_words { LIE_LONG, LIE_SHORT };

/* ", 1 in each of 8 nodes", or ", 1 a node"; nothing for a group of one. */
static void say_lie(const struct map_stage *stage, enum lie_words words, char *text, size_t size)
{
    const struct map_view *view = &stage->app->map;
    const int domains = rank_map_domains_of(stage->map, view->kind, view->group);
    const int first = rank_map_domain(stage->map, rank_map_member(stage->map, view->kind, view->group, 0));
    const int members = rank_map_members_in(stage->map, view->kind, view->group, first);
    const char *name = map_domain_name(stage->map);
    text[0] = '\0';
    if (stage->map->size[view->kind] > 1 && domains == 1) {
        (void)snprintf(text, size, ", all in %s %d", name, first);
    } else if (domains > 1 && words == LIE_SHORT) {
        (void)snprintf(text, size, ", %d a %s", members, name);
    } else if (domains > 1) {
        (void)snprintf(text, size, ", %d in each of %d %ss", members, domains, name);
    }
}

static void draw_title_line(const struct map_stage *stage)
{
    const struct map_view *view = &stage->app->map;
    const struct rank_map *map = stage->map;
    const struct style dim = ink(ROLE_DIM);
    char group[VALUE_LENGTH];
    char ranks[VALUE_LENGTH];
    char lie[VALUE_LENGTH];
    char idle[VALUE_LENGTH] = "";
    (void)snprintf(group, sizeof group, "%s group %d", map_kinds[view->kind].name, view->group);
    (void)snprintf(ranks, sizeof ranks, "%d rank%s", map->size[view->kind], map->size[view->kind] > 1 ? "s" : "");
    say_lie(stage, stage->place->area.columns < LIE_LONG_LEAST ? LIE_SHORT : LIE_LONG, lie, sizeof lie);
    char of[VALUE_LENGTH];
    (void)snprintf(of, sizeof of, " of %d · ", rank_map_groups(map, view->kind));
    if (map->domain_ranks < map->domain_gpus && map->domains > 1) {
        (void)snprintf(idle, sizeof idle, " · %d GPUs a %s left over", map->domain_gpus - map->domain_ranks,
                       map_domain_name(map));
    }
    const bool has_legend = stage->place->words > 0;
    const struct piece pieces[] = {
        {group, {map_kinds[view->kind].role, ROLE_BG, ATTRIBUTE_BOLD}},
        {of, dim},
        {ranks, ink(ROLE_BRIGHT)},
        {lie, dim},
        {idle, dim},
        {has_legend || rank_map_groups(map, view->kind) < 2 ? "" : " · letters: other groups", dim},
        {NULL, dim},
    };
    (void)draw_whole_pieces(stage->surface, stage->place->title_row, stage->place->area.column,
                            has_legend ? stage->place->words_end : right_of(stage), pieces);
}

/* ---- the ring ---- */

/* How a hop is drawn: thin inside, heavy across, marked where it is the slowest. */
static void draw_hop(const struct map_stage *stage, int column, int place, int slowest)
{
    const struct map_view *view = &stage->app->map;
    const enum hop_kind hop = rank_map_hop(stage->map, view->kind, view->group, place);
    const bool marked = place == slowest && hop != HOP_INSIDE;
    const uint32_t *glyphs = stage->surface->glyphs->glyph;
    surface_put(stage->surface, stage->place->ring_row, column,
                glyphs[marked              ? GLYPH_FOCUS
                       : hop == HOP_INSIDE ? GLYPH_RULE
                                           : GLYPH_RULE_HEAVY],
                ink(marked              ? ROLE_WARN
                    : hop == HOP_INSIDE ? ROLE_FAINT
                                        : map_kinds[view->kind].role));
}

/* What the members make of their hops. */
static const char *ring_name(const struct map_stage *stage)
{
    const enum map_kind kind = stage->app->map.kind;
    return kind == MAP_PP ? "chain" : map_is_silent(stage->app, kind) ? "ranks" : "ring";
}

/* "ring 0 ▸ 8 ━ 16 ━ … ━ 56 ━": ranks in the order of the ring; what does not fit is counted. */
static void draw_ring_line(const struct map_stage *stage)
{
    enum { ROOM_AT_END = 22, HOP = 3 };
    const struct map_view *view = &stage->app->map;
    const int size = stage->map->size[view->kind];
    const int row = stage->place->ring_row;
    const int end = right_of(stage);
    const int slowest = rank_map_slowest_hop(stage->map, view->kind, view->group);
    const bool silent = map_is_silent(stage->app, view->kind);
    const bool closes = view->kind != MAP_PP && size > 1 && !silent;
    char text[VALUE_LENGTH];
    int column = draw_text(stage->surface, row, stage->place->area.column, end, ring_name(stage), ink(ROLE_DIM)) + 1;
    for (int place = 0; place < size; place++) {
        const int columns =
            snprintf(text, sizeof text, "%d", rank_map_member(stage->map, view->kind, view->group, place));
        if (place + 1 < size && column + columns + HOP > end - ROOM_AT_END) {
            (void)snprintf(text, sizeof text, "… %d more … %d", size - place - 1,
                           rank_map_member(stage->map, view->kind, view->group, size - 1));
            place = size - 1;
        }
        column = draw_text(stage->surface, row, column, end, text, ink(ROLE_TEXT)) + 1;
        if (!silent && (place + 1 < size || closes)) {
            draw_hop(stage, column, place, slowest);
            column += 2;
        }
    }
    if (closes) {
        (void)snprintf(text, sizeof text, "%d", rank_map_member(stage->map, view->kind, view->group, 0));
        (void)draw_text(stage->surface, row, column, end, text, ink(ROLE_DIM));
    }
}

static void draw_slowest(const struct map_stage *stage)
{
    char text[TEXT_LENGTH];
    map_say_slowest(stage->app, stage->map, text, sizeof text);
    int column = stage->place->area.column;
    const struct map_view *view = &stage->app->map;
    const int place = rank_map_slowest_hop(stage->map, view->kind, view->group);
    if (place >= 0 && !map_is_silent(stage->app, view->kind) &&
        rank_map_hop(stage->map, view->kind, view->group, place) != HOP_INSIDE) {
        surface_put(stage->surface, stage->place->hop_row, column, stage->surface->glyphs->glyph[GLYPH_FOCUS],
                    ink(ROLE_WARN));
        column += 2;
    }
    (void)draw_clauses(stage->surface, stage->place->hop_row, column, stage->place->hop_end, text, ink(ROLE_TEXT));
}

/* ---- kinds ---- */

enum { RANKS_END = 13, WHERE = 15 };

static void draw_kind(const struct map_stage *stage, int row, enum map_kind kind)
{
    const int left = stage->place->words;
    const int end = stage->place->words_end;
    const bool picked = kind == stage->app->map.kind;
    const struct map_kind_look *look = &map_kinds[kind];
    const struct style style = ink(picked ? ROLE_BRIGHT : ROLE_TEXT);
    char text[VALUE_LENGTH];
    if (picked) {
        surface_put(stage->surface, row, left, stage->surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_HAND));
    }
    (void)draw_text(stage->surface, row, left + 2, end, look->name,
                    (struct style){look->role, ROLE_BG, ATTRIBUTE_BOLD});
    (void)snprintf(text, sizeof text, "%d", stage->map->size[kind]);
    draw_text_right(stage->surface, row, left, left + RANKS_END, text, style);
    map_say_group(stage->app, stage->map, kind, text, sizeof text);
    const int column = draw_text(stage->surface, row, left + WHERE, end, text, style);
    map_say_link(stage->app, stage->map, kind, text, sizeof text);
    draw_text_right(stage->surface, row, column + 1, end, text, style);
}

/* A sign and what it means. */
static void draw_meaning(const struct map_stage *stage, int row, enum glyph glyph, enum role role, const char *meaning)
{
    const int left = stage->place->words + 2;
    surface_put(stage->surface, row, left, stage->surface->glyphs->glyph[glyph], ink(role));
    (void)draw_text(stage->surface, row, left + 2, stage->place->words_end, meaning, ink(ROLE_DIM));
}

/* What the signs mean, below the table. */
static void draw_legend(const struct map_stage *stage, int row)
{
    const struct map_kind_look *look = &map_kinds[stage->app->map.kind];
    char text[VALUE_LENGTH];
    if (map_is_silent(stage->app, stage->app->map.kind)) {
        (void)snprintf(text, sizeof text, "this group");
    } else {
        (void)snprintf(text, sizeof text, "this group, places in its %s", ring_name(stage));
    }
    draw_meaning(stage, row++, GLYPH_HANDLE, look->role, text);
    (void)snprintf(text, sizeof text, "b c …  other %s groups", look->name);
    (void)draw_text(stage->surface, row++, stage->place->words + 2, stage->place->words_end, text, ink(ROLE_DIM));
    (void)snprintf(text, sizeof text, "a hop inside a %s", map_domain_name(stage->map));
    draw_meaning(stage, row++, GLYPH_RULE, ROLE_FAINT, text);
    draw_meaning(stage, row++, GLYPH_RULE_HEAVY, look->role, "a hop over the network");
    draw_meaning(stage, row, GLYPH_FOCUS, ROLE_WARN, "the slowest hop: the first of its kind");
}

static void draw_kinds(const struct map_stage *stage)
{
    const struct map_place *place = stage->place;
    const struct style dim = ink(ROLE_DIM);
    int row = place->header_row;
    (void)draw_text(stage->surface, row, place->words + 2, place->words_end, "group", dim);
    draw_text_right(stage->surface, row, place->words, place->words + RANKS_END, "ranks", dim);
    char text[VALUE_LENGTH];
    (void)snprintf(text, sizeof text, "a %s × all", map_domain_name(stage->map));
    (void)draw_text(stage->surface, row, place->words + WHERE, place->words_end, text, dim);
    draw_text_right(stage->surface, row++, place->words, place->words_end, "slowest link", dim);
    for (int kind = 0; kind < MAP_KINDS; kind++) {
        draw_kind(stage, row++, (enum map_kind)kind);
    }
    draw_legend(stage, row + 1);
}

/* One line where there is no room for the table. */
static void draw_kinds_line(const struct map_stage *stage)
{
    enum { KIND_COLUMNS = 12 };
    const int row = stage->place->kinds_row;
    for (int kind = 0; kind < MAP_KINDS; kind++) {
        const struct map_kind_look *look = &map_kinds[kind];
        const bool picked = kind == (int)stage->app->map.kind;
        const int column = stage->place->area.column + kind * KIND_COLUMNS;
        char text[VALUE_LENGTH];
        (void)snprintf(text, sizeof text, stage->map->size[kind] > 1 ? "%d" : "-", stage->map->size[kind]);
        if (picked) {
            surface_put(stage->surface, row, column - 1, stage->surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_HAND));
        }
        const int after = draw_text(stage->surface, row, column, right_of(stage), look->name,
                                    (struct style){look->role, ROLE_BG, ATTRIBUTE_BOLD});
        (void)draw_text(stage->surface, row, after + 1, right_of(stage), text, ink(picked ? ROLE_BRIGHT : ROLE_TEXT));
    }
}

void map_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct rank_map map = map_of(app);
    const struct map_place place = map_place_for(layout, &map, &app->map);
    const struct map_stage stage = {app, surface, &map, &place};
    if (app->invalid) {
        (void)draw_text(surface, layout->tab.row, layout->tab.column, layout->tab.column + layout->tab.columns,
                        "The map is drawn as soon as the strategy is valid.", ink(ROLE_DIM));
        return;
    }
    draw_title_line(&stage);
    draw_header(&stage);
    draw_lines(&stage);
    if (place.ring_row > 0) {
        draw_ring_line(&stage);
    }
    if (place.hop_row > 0) {
        draw_slowest(&stage);
    }
    if (place.kinds_row > 0) {
        draw_kinds_line(&stage);
    }
    if (place.words > 0) {
        draw_kinds(&stage);
    }
}
