/* ring_view.h: tab 3: a collective of the step, carried out step by step (core/collective_walk.h).
 *
 * What the user chose is kept here; what follows from it and from the scenario is worked out anew for each drawing, so
 * that the picture moves with the sliders. The walk itself is no state either: it is what so many steps make.
 */
#ifndef RINGSIDE_VIEW_RING_VIEW_H
#define RINGSIDE_VIEW_RING_VIEW_H

#include "core/collective_walk.h"
#include "core/parts.h"
#include "core/result.h"
#include "view/layout.h"

#include <stdbool.h>

struct app;

/* Algorithms as the user chooses them; which one that is depends on the operation and the group. */
enum ring_family { FAMILY_RING, FAMILY_TREE, FAMILY_IN_SWITCH, FAMILY_HIERARCHICAL, FAMILY_COUNT };

struct ring_view {
    enum part part; /* whose message */
    bool op_chosen; /* by hand; else the operation that the message is known for */
    enum collective_op op;
    enum ring_family family;
    int ranks;   /* drawn; 0: as many as the group has and the screen holds */
    int members; /* of them in each domain; 0: as the group lies */
    int step;
    int rank;  /* in focus */
    int speed; /* place in ring_speeds */
    bool playing;
    bool together;     /* all algorithms side by side */
    double switchover; /* message from which on the library takes another all-reduce, bytes; NAN: never */
};

/* Steps a second. */
enum { RING_SPEEDS = 4 };
extern const int ring_speeds[RING_SPEEDS];

/* What is looked at. */
struct ring_scene {
    bool found;         /* a message between at least two ranks */
    enum part part;     /* whose it is */
    double size;        /* S, bytes */
    struct group whole; /* of which the closed forms are shown */
    struct group drawn; /* it, or a smaller one of its shape */
    bool folded;        /* the drawn one is smaller */
    bool supposed;      /* by hand: no group of the scenario */
    enum collective_op op;
    enum ring_family family; /* one that runs */
};

struct ring_scene ring_scene_of(const struct app *app);

/* All that a part sends in a step, or NULL. */
const struct traffic *ring_traffic(const struct result *result, enum part part);

/* The walk that a family takes on the drawn group. */
struct walk_setting ring_setting(const struct ring_scene *scene, enum ring_family family);

/* Why a family does not run; NULL: it does. */
const char *ring_refusal(const struct ring_scene *scene, enum ring_family family);

/* Whether the switches of these GPUs add: else the in-switch walk is there to be looked at, and not to be had. */
bool ring_switch_adds(const struct app *app);

/* Steps of what is shown: of the longest where all are side by side. */
int ring_most_steps(const struct app *app);

/* The price of a family on a group, on line rates; NAN seconds without a closed form. */
struct collective_cost ring_cost(const struct app *app, const struct ring_scene *scene, enum ring_family family,
                                 const struct group *group);

/* Seconds after so many steps on the drawn group. */
double ring_elapsed(const struct app *app, const struct ring_scene *scene, enum ring_family family, int steps);

/* Words: "ring", "double tree"; what the message is made of; the closed form of the bytes and of the steps, with the
 * numbers put in; what the step makes of the message ("in the step 160 pieces: 646 ms"), "" where it sends no such. */
const char *ring_family_name(const struct ring_scene *scene, enum ring_family family);
const char *ring_message_name(enum part part);
const char *ring_operation_name(enum collective_op op);
void ring_say_bytes(const struct app *app, const struct ring_scene *scene, char *text, size_t size);
void ring_say_in_step(const struct app *app, const struct ring_scene *scene, char *text, size_t size);
void ring_say_steps(const struct ring_scene *scene, char *text, size_t size);
void ring_say_group(const struct ring_scene *scene, char *text, size_t size);

/* Parts that have a message for a group, in order. */
struct ring_parts {
    enum part part[PART_COUNT];
    int count;
};
struct ring_parts ring_parts_of(const struct result *result);

/* Where the focus is at first. */
void ring_view_start(struct app *app);

enum { RING_CELL_LEAST = 2 }; /* columns of a slice */

/* Where everything stands. Rows and columns are 0 where there is no room. */
struct ring_place {
    int title_row, header_row;
    int list_row, list_rows; /* ranks */
    int rank_rows;           /* of each: 2 with a blank one, on a tall screen */
    int first;               /* rank in the first row */
    int left;                /* of names */
    int cell, cell_columns;  /* of slice 0; of each slice */
    int sends;
    int progress_row, phase_row, counter_row;
    int progress, step_columns; /* of the first step; of each step */
    int words, words_end;       /* counters and formulas at the right */
    int end;
};
struct ring_place ring_place_for(const struct layout *layout, const struct ring_scene *scene, int rank);

#endif
