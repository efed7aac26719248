/* update_map.c: keys and mouse on the Map tab. */
#include "view/map_view.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/within.h"

#include <stdio.h>
#include <string.h>

/* Groups come and go with the strategy. */
void map_refresh(struct app *app)
{
    const struct rank_map map = map_of(app);
    app->map.group = within(app->map.group, 0, rank_map_groups(&map, app->map.kind) - 1);
}

/* Another kind, and there the group of the same first rank. */
static void choose_kind(struct app *app, int kind)
{
    const struct rank_map map = map_of(app);
    const int rank = rank_map_member(&map, app->map.kind, app->map.group, 0);
    app->map.kind = (enum map_kind)within(kind, 0, MAP_KINDS - 1);
    app->map.group = rank_map_group(&map, app->map.kind, rank);
}

static void choose_group(struct app *app, int group)
{
    app->map.group = group;
    map_refresh(app);
}

void map_update(struct app *app, enum action action)
{
    const struct rank_map map = map_of(app);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        choose_kind(app, (int)app->map.kind + action_steps_of(action).rows);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        choose_group(app, app->map.group + action_steps_of(action).columns);
        break;
    case ACTION_LEAST:
        choose_group(app, 0);
        break;
    case ACTION_MOST:
        choose_group(app, rank_map_groups(&map, app->map.kind) - 1);
        break;
    case ACTION_ACCEPT:
        (void)update_focus_parameter(app, parameter_find(map_kinds[app->map.kind].parameter));
        break;
    default:
        break;
    }
}

/* The rank under the pointer; -1: none. */
static int rank_at(const struct app *app, const struct rank_map *map, const struct map_place *place,
                   const struct event *event)
{
    const struct map_lines lines = map_lines_of(map, &app->map, place->lines);
    const int cell = event->column >= place->cell ? (event->column - place->cell) / place->cell_columns : -1;
    for (int i = 0; i < lines.count && cell >= 0 && cell < place->per_row; i++) {
        const int line = event->row - map_line_row(place, &lines, i);
        const int slot = line * place->per_row + cell;
        const int rank = lines.line[i].domain * map->domain_ranks + slot;
        if (lines.line[i].kind == MAP_DOMAIN && line >= 0 && line < place->rows_each && slot < map->domain_ranks &&
            rank < map->ranks) {
            return rank;
        }
    }
    return -1;
}

void map_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct rank_map map = map_of(app);
    const struct map_place place = map_place_for(layout, &map, &app->map);
    const int kind = event->row - place.header_row - 1;
    app->focus = FOCUS_TAB;
    if (place.words > 0 && event->column >= place.words) {
        if (kind >= 0 && kind < MAP_KINDS) {
            choose_kind(app, kind);
        }
        return;
    }
    const int rank = rank_at(app, &map, &place, event);
    if (rank >= 0) {
        app->map.group = rank_map_group(&map, app->map.kind, rank);
    }
}

void map_wheel(struct app *app, const struct layout *layout, const struct event *event)
{
    (void)layout;
    choose_group(app, app->map.group - event->amount);
}

struct explained map_explain(const struct app *app)
{
    return explained_metric(map_kinds[app->map.kind].metric);
}

/* "TP 0 of 8 · DP 3 of 8": of the kinds that have groups. */
static void say_places(const struct rank_map *map, int rank, char *text, size_t size)
{
    text[0] = '\0';
    for (int kind = 0; kind < MAP_KINDS; kind++) {
        const size_t used = strlen(text);
        if (map->size[kind] > 1) {
            (void)snprintf(text + used, size - used, "%s%s %d of %d", used > 0 ? " · " : "", map_kinds[kind].name,
                           rank_map_place(map, (enum map_kind)kind, rank), map->size[kind]);
        }
    }
}

struct tab_words map_describe(const struct app *app)
{
    const struct rank_map map = map_of(app);
    const int rank = rank_map_member(&map, app->map.kind, app->map.group, 0);
    struct tab_words words = {.name = ""};
    char places[TAB_WORDS / 2];
    say_places(&map, rank, places, sizeof places);
    (void)snprintf(words.name, sizeof words.name, "rank %d", rank);
    (void)snprintf(words.text, sizeof words.text, "the first of this group: %s", places);
    return words;
}
