/* app.h: the explorer's state, in one struct. An event changes it in place; drawing only reads it.
 *
 * The struct is large, because of the undo steps: keep it off the stack.
 */
#ifndef RINGSIDE_VIEW_APP_H
#define RINGSIDE_VIEW_APP_H

#include "core/evaluate.h"
#include "core/notes.h"
#include "core/repair.h"
#include "core/result.h"
#include "core/scenario.h"
#include "core/sensitivity.h"
#include "profiles/catalogue.h"
#include "profiles/measurements.h"
#include "view/axis.h"
#include "view/chooser.h"
#include "view/compare.h"
#include "view/decode_view.h"
#include "view/event.h"
#include "view/explained.h"
#include "view/glyphs.h"
#include "view/history.h"
#include "view/layout.h"
#include "view/lesson_view.h"
#include "view/map_view.h"
#include "view/measured.h"
#include "view/memory_view.h"
#include "view/parts.h"
#include "view/prompt.h"
#include "view/ring_view.h"
#include "view/search_view.h"
#include "view/surface.h"
#include "view/sweep_view.h"
#include "view/text_field.h"
#include "view/timeline_view.h"
#include "view/traffic.h"

#include <stdbool.h>

enum { MESSAGE_LENGTH = 240, EXPLAINED_DEPTH = 16, SCENARIO_PATH = 512 };

/* The tabs, as their keys and --tab count them; tabs.h has the table. */
enum tab_number {
    TAB_TIMELINE = 1,
    TAB_SWEEP,
    TAB_RING,
    TAB_TRAFFIC,
    TAB_MEMORY,
    TAB_DECODE,
    TAB_SEARCH,
    TAB_LESSONS,
    TAB_MAP
};
enum { TAB_COUNT = TAB_MAP };

/* Where the focus is. */
enum focus { FOCUS_MODEL, FOCUS_TOPOLOGY, FOCUS_PARALLELISM, FOCUS_STEP, FOCUS_TAB, FOCUS_COUNT };

/* What lies over the screen; overlays.h has the table. */
enum overlay {
    OVERLAY_NONE,
    OVERLAY_PICKER,
    OVERLAY_HELP,
    OVERLAY_THEMES,
    OVERLAY_EXPLAIN,
    OVERLAY_CHOOSER,
    OVERLAY_COMMAND_LINE,
    OVERLAY_COMPARE,
    OVERLAY_COUNT
};

struct app {
    /* What is looked at. */
    struct scenario now;
    struct scenario preset; /* what `r` returns to: the presets without the user's changes */
    struct result result;   /* of the last valid state */
    bool invalid;           /* `now` is not; the reasons are shown */
    struct reasons reasons;
    struct repairs repairs; /* of an invalid state: what would make it valid */
    struct notes notes;
    struct sensitivities sensitivities;
    struct measured measured;     /* a published run, or what the user measured */
    struct comparison comparison; /* of its figure with the forecast; its metric is NULL: nothing compares with it */
    bool has_baseline;
    struct scenario baseline; /* in the mode of `now`: what is compared is not the mode */
    struct scenario baseline_preset;
    struct result baseline_result; /* not valid where that mode does not allow it */

    struct history history; /* undo */

    /* Where the focus is. */
    enum focus focus;
    int row[PANE_COUNT];             /* place in pane_rows(), which lists the rows of a pane */
    int scroll[PANE_COUNT];          /* first parameter row shown */
    int part;                        /* in the result pane */
    const struct parameter *held;    /* moved last; NULL: none yet */
    const struct parameter *dragged; /* under the mouse button; NULL: none */
    bool drag_changed;               /* the drag has its undo step already */
    enum tab_number tab;
    bool tab_dragged; /* the button went down on the content of the tab */
    struct timeline_view timeline;
    struct traffic_view traffic;
    struct memory_view memory;
    struct decode_view decode;
    struct search_view search;
    struct sweep_view sweep;
    struct compare_view compare;
    struct lesson_view lesson;
    struct ring_view ring;
    struct map_view map;

    /* Over the screen. */
    enum overlay overlay;
    enum profile_kind picker_kind;
    enum chooser chooser;
    struct text_field filter;
    int overlay_row;                             /* in the list of the overlay; -1: none yet */
    struct explained explained[EXPLAINED_DEPTH]; /* figures opened from one another; the last is shown */
    struct explained_about about;
    int explained_count;
    bool editing; /* a value is being typed */
    struct text_field field;

    struct prompt prompt; /* in place of the context line */

    char message[MESSAGE_LENGTH]; /* in the context line; empty: none */
    bool message_bad;
    int note; /* the next that `N` shows */

    /* Files. */
    struct scenario saved; /* as it was last opened or saved */
    struct measured_figure saved_figure;
    char file[SCENARIO_PATH]; /* that it was opened from or saved in; empty: none */

    struct axis axis;
    struct part_set parts_kept; /* had rows when what moves now was taken up */
    bool show_assumptions;
    bool maximised; /* the pane that has the focus is alone on the screen */
    bool projector; /* large digits and bars; a tab alone where that has the focus */
    bool mouse_on;
    bool button_down;

    /* What it was started with. */
    struct catalogue *catalogue; /* measurements are loaded when they are asked for */
    bool writes_no_file;         /* a snapshot: what a key asks to write is refused aloud */
    const char *preset_dir;      /* that its presets come from besides the usual places; NULL: none */
    const struct glyph_set *glyphs;
    const struct theme *theme;
    const struct theme *theme_before; /* while the chooser is open */
    int rows, columns;

    /* Asked of the loop; it clears what it has done. */
    bool wants_quit, wants_redraw, wants_suspend, wants_mouse_change, wants_theme_kept;
};

/* Start from a scenario and the presets that it is made of. */
void app_start(struct app *app, const struct scenario *now, const struct scenario *preset, struct catalogue *catalogue,
               const struct glyph_set *glyphs, const struct theme *theme);

/* Say what was measured of what it started from, so that the figure stands beside the forecast. */
void app_start_measured(struct app *app, struct measured measured);

/* Let one event happen. */
void app_update(struct app *app, struct event event);

/* Whether the app has work to do while no input waits: the loop then sends EVENT_PAUSE again and again. */
bool app_is_busy(const struct app *app);

/* Milliseconds from one picture of what plays to the next: the loop then sends EVENT_TICK; 0 while nothing plays. */
int app_interval(const struct app *app);

/* Draw the whole screen on a surface of any size. */
void app_draw(const struct app *app, struct surface *surface);

/* Whether the mouse is ours: not while it selects text of the terminal. */
bool app_takes_mouse(const struct app *app);

/* What the figures are compared with; NULL: nothing is pinned, or it cannot run in this mode. */
const struct result *app_baseline(const struct app *app);

/* The parts of the step in so many rows. */
struct part_rows app_part_rows(const struct app *app, int capacity);

/* The layout of the present size; of a small one the page that the focus is on. */
struct layout app_layout(const struct app *app);

/* The layout of the present size in which a pane of inputs can be seen. */
struct layout app_pane_layout(const struct app *app, enum parameter_pane pane);

/* Whether the screen is that of the projector: it shows no pane and no tab. */
bool app_projects(const struct app *app);

#endif
