/* overlays.h: what lies over the screen, one row each. */
#ifndef RINGSIDE_VIEW_OVERLAYS_H
#define RINGSIDE_VIEW_OVERLAYS_H

#include "view/app.h"
#include "view/keys.h"

/* What of a list is under the pointer. */
struct overlay_hit {
    bool outside; /* of the panel */
    int row;      /* -1: none */
};

/* An overlay. It is a list of which `overlay_row` is in focus, unless it takes all its actions itself. NULL: nothing
 * happens. */
struct overlay_look {
    enum key_context context;
    bool dims_screen;    /* what is behind it */
    bool describes;      /* the context line tells of what is in focus in it */
    bool yields_mouse;   /* to the terminal, which selects its text */
    bool begins_at_none; /* no row is in focus until one is moved to, or a filter is typed */
    void (*draw)(const struct app *app, struct surface *surface, const struct layout *layout);

    int (*rows)(const struct app *app);
    void (*selected)(struct app *app); /* another row is in focus now */
    void (*accept)(struct app *app);   /* the row in focus */
    void (*leave)(struct app *app);    /* closed without a choice */
    struct overlay_hit (*hit)(const struct app *app, const struct layout *layout, const struct event *event);

    /* Those that are no list. */
    void (*update)(struct app *app, enum action action);
    void (*press)(struct app *app, const struct event *event);
};

extern const struct overlay_look overlay_looks[OVERLAY_COUNT];

/* The one that is open; with none, a row in which nothing is set. */
const struct overlay_look *overlay_of(const struct app *app);

#endif
