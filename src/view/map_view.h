/* map_view.h: tab 9: where the ranks sit, and one group among them (core/rank_map.h).
 *
 * A line is a scale-up domain, most often a node. What repeats is folded: domains that hold members like the one
 * before, and those that hold none.
 */
#ifndef RINGSIDE_VIEW_MAP_VIEW_H
#define RINGSIDE_VIEW_MAP_VIEW_H

#include "core/rank_map.h"
#include "profiles/theme.h"
#include "view/layout.h"

#include <stdbool.h>

struct app;

/* Where the focus is. */
struct map_view {
    enum map_kind kind;
    int group; /* of that kind */
};

/* A line: a domain, or so many of a kind together. */
enum map_line_kind {
    MAP_DOMAIN,
    MAP_MORE,  /* domains with members, like the one above */
    MAP_OTHERS /* domains without */
};

struct map_line {
    enum map_line_kind kind;
    int domain; /* MAP_DOMAIN */
    int count;  /* else */
};

enum { MAP_LINES = 64 };

struct map_lines {
    struct map_line line[MAP_LINES];
    int count;
};

/* Lines of the picked group, at most so many. */
struct map_lines map_lines_of(const struct rank_map *map, const struct map_view *view, int most);

/* Kinds of groups. */
struct map_kind_look {
    const char *name;      /* "DP" */
    const char *metric;    /* the time that its messages take */
    const char *parameter; /* that sets its size */
    enum role role;
};
extern const struct map_kind_look map_kinds[MAP_KINDS];

/* Whether the members of a group send each other nothing: replicas that serve. */
bool map_is_silent(const struct app *app, enum map_kind kind);

/* Words: "node" or "domain"; where a group lies: members in a domain, and domains; its link; its slowest hop. */
const char *map_domain_name(const struct rank_map *map);
void map_say_group(const struct app *app, const struct rank_map *map, enum map_kind kind, char *text, size_t size);
void map_say_link(const struct app *app, const struct rank_map *map, enum map_kind kind, char *text, size_t size);
void map_say_slowest(const struct app *app, const struct rank_map *map, char *text, size_t size);

/* Where everything stands; 0: no room. */
struct map_place {
    struct rectangle area; /* of the lines */
    int title_row, header_row;
    int cell, cell_columns; /* first column of the GPUs; of each */
    int per_row;            /* GPUs beside one another */
    int rows_each;          /* of a domain, a blank one on a tall screen included */
    int lines;              /* how many lines fit */
    int ring_row, hop_row, kinds_row;
    int hop_end;
    int words, words_end; /* the table of kinds at the right */
};
struct map_place map_place_for(const struct layout *layout, const struct rank_map *map, const struct map_view *view);

/* The rows of a line begin here. */
int map_line_row(const struct map_place *place, const struct map_lines *lines, int line);

/* Where the focus is at first, in this mode; and the map of what is on the screen. */
void map_view_start(struct app *app);
struct rank_map map_of(const struct app *app);

#endif
