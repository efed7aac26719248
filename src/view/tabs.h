/* tabs.h: the tabs, one row each, and where each stands on its strip. */
#ifndef RINGSIDE_VIEW_TABS_H
#define RINGSIDE_VIEW_TABS_H

#include "view/app.h"
#include "view/keys.h"

/* What the context line says of the row in focus of a tab. */
enum { TAB_NAME = 48, TAB_WORDS = 320 };
struct tab_words {
    char name[TAB_NAME]; /* in `hand` */
    char text[TAB_WORDS];
};

/* The scenario of the row in focus, which `b` pins. */
struct tab_scenario {
    bool found;
    struct scenario scenario;
};

/* A tab. Drawing reads the state; what must be priced for it is priced by `refresh`, which is called when the tab is
 * opened and whenever the scenario changed while it is open. NULL: there is none. */
struct tab {
    const char *name;
    enum key_context context;
    enum key_context (*context_now)(const struct app *app); /* a narrower one, by what is in focus; NULL: none is */
    bool needs_no_result;                                   /* drawn even where nothing could be priced yet */
    void (*draw)(const struct app *app, struct surface *surface, const struct layout *layout);
    void (*refresh)(struct app *app);
    void (*update)(struct app *app, enum action action);
    void (*press)(struct app *app, const struct layout *layout, const struct event *event); /* within its content */
    void (*drag)(struct app *app, const struct layout *layout, const struct event *event);  /* begun within it */
    void (*wheel)(struct app *app, const struct layout *layout, const struct event *event); /* within its content */
    struct explained (*explain)(const struct app *app);                                     /* the figure in focus */
    struct tab_words (*describe)(const struct app *app);
    struct tab_scenario (*selected)(const struct app *app);
    struct tab_scenario (*about)(const struct app *app); /* what `x` explains; NULL: `selected` */
    bool (*is_busy)(const struct app *app);              /* there is work to be done while no input waits */
    void (*pause)(struct app *app);                      /* do a little of it */
    int (*interval)(const struct app *app);              /* ms between two pictures while it plays, else 0 */
    void (*tick)(struct app *app);                       /* the next picture */
};

/* Tab 1 is the first. */
extern const struct tab tabs[TAB_COUNT];

/* The tab that a word names: its number, 1 to TAB_COUNT, or its name in any case of letters; 0: there is none. */
int tab_find(const char *word);

/* The one that is open. */
const struct tab *tab_of(const struct app *app);

/* What the rows are made of. */
void timeline_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void timeline_refresh(struct app *app);
void timeline_update(struct app *app, enum action action);
void timeline_press(struct app *app, const struct layout *layout, const struct event *event);
void timeline_drag(struct app *app, const struct layout *layout, const struct event *event);
void timeline_wheel(struct app *app, const struct layout *layout, const struct event *event);
struct explained timeline_explain(const struct app *app);
struct tab_words timeline_describe(const struct app *app);
enum key_context timeline_context(const struct app *app);

void traffic_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void traffic_refresh(struct app *app);
void traffic_update(struct app *app, enum action action);
void traffic_press(struct app *app, const struct layout *layout, const struct event *event);
struct explained traffic_explain(const struct app *app);
struct tab_words traffic_describe(const struct app *app);

void decode_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void decode_refresh(struct app *app);
void decode_update(struct app *app, enum action action);
void decode_press(struct app *app, const struct layout *layout, const struct event *event);
void decode_wheel(struct app *app, const struct layout *layout, const struct event *event);
struct explained decode_explain(const struct app *app);
struct tab_words decode_describe(const struct app *app);
enum key_context decode_context(const struct app *app);
struct tab_scenario decode_selected(const struct app *app);
struct tab_scenario decode_about(const struct app *app);

void memory_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void memory_refresh(struct app *app);
void memory_update(struct app *app, enum action action);
void memory_press(struct app *app, const struct layout *layout, const struct event *event);
struct explained memory_explain(const struct app *app);
struct tab_words memory_describe(const struct app *app);
enum key_context memory_context(const struct app *app);
struct tab_scenario memory_selected(const struct app *app);

void search_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void search_refresh(struct app *app);
void search_pause(struct app *app);
void search_update(struct app *app, enum action action);
void search_press(struct app *app, const struct layout *layout, const struct event *event);
struct explained search_explain(const struct app *app);
struct tab_words search_describe(const struct app *app);
struct tab_scenario search_selected(const struct app *app);

void sweep_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void sweep_refresh(struct app *app);
void sweep_update(struct app *app, enum action action);
void sweep_press(struct app *app, const struct layout *layout, const struct event *event);
struct explained sweep_explain(const struct app *app);
struct tab_words sweep_describe(const struct app *app);

void ring_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void ring_refresh(struct app *app);
void ring_update(struct app *app, enum action action);
void ring_press(struct app *app, const struct layout *layout, const struct event *event);
void ring_wheel(struct app *app, const struct layout *layout, const struct event *event);
int ring_interval(const struct app *app);
void ring_tick(struct app *app);
struct explained ring_explain(const struct app *app);
struct tab_words ring_describe(const struct app *app);
enum key_context ring_context(const struct app *app);

void map_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void map_refresh(struct app *app);
void map_update(struct app *app, enum action action);
void map_press(struct app *app, const struct layout *layout, const struct event *event);
void map_wheel(struct app *app, const struct layout *layout, const struct event *event);
struct explained map_explain(const struct app *app);
struct tab_words map_describe(const struct app *app);

void lesson_draw(const struct app *app, struct surface *surface, const struct layout *layout);
void lesson_refresh(struct app *app);
void lesson_update(struct app *app, enum action action);
void lesson_press(struct app *app, const struct layout *layout, const struct event *event);
struct explained lesson_explain(const struct app *app);
struct tab_words lesson_describe(const struct app *app);
enum key_context lesson_context(const struct app *app);

/* Where a tab stands on the strip, the blanks of its chip included. */
struct tab_place {
    int column, columns;
};

/* Given a tab, 1 to TAB_COUNT. */
struct tab_place tab_place_of(const struct layout *layout, int tab);

#endif
