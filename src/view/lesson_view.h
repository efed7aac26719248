/* lesson_view.h: the lesson that is open, and its text as lines with live figures.
 *
 * While a lesson is open, its settings take the user's place; what the user had comes back when it is left, undo and
 * all. Figures are of the lesson's settings as the sliders have changed them: a change goes to every setting that had
 * the same value as the one on the screen.
 */
#ifndef RINGSIDE_VIEW_LESSON_VIEW_H
#define RINGSIDE_VIEW_LESSON_VIEW_H

#include "profiles/lesson.h"
#include "view/axis.h"
#include "view/history.h"
#include "view/layout.h"
#include "view/measured.h"

#include <stdbool.h>

struct app;

/* What the user had. */
struct own_state {
    struct scenario now, preset, baseline, baseline_preset;
    struct measured measured;
    struct result baseline_result;
    bool has_baseline;
    struct history history;
    const struct parameter *held;
    int part;
    struct axis axis;
};

struct lesson_view {
    int number; /* of the lesson that is open; 0: none is, and the list is shown */
    int row;    /* of the list */
    int screen;
    int page;   /* of the screen, where it does not fit */
    int figure; /* in focus, of those that are shown */
    bool answered;
    int setting; /* that `now` was taken from */
    struct own_state own;
    struct scenario base[LESSON_SETTINGS];     /* all of them, when `now` was taken */
    struct scenario scenario[LESSON_SETTINGS]; /* as the sliders have changed them since */
    struct result result[LESSON_SETTINGS];
    struct lesson_scenes taught; /* as the file has them */
};

/* The lesson and the screen that are open; NULL: none is. */
const struct lesson *lesson_now(const struct app *app);
const struct lesson_screen *lesson_screen_now(const struct app *app);

/* The first lesson that a list of so many rows shows: the one in focus is among them. */
int lesson_list_scroll(const struct app *app, int rows);

/* The setting that `w` goes to: the one beside, or back. */
int lesson_other_setting(const struct app *app);

/* A figure on the screen. */
struct lesson_figure {
    struct figure figure;
    char words[LESSON_FIGURE]; /* as it is written */
    char value[FIGURE_TEXT];
    char taught[FIGURE_TEXT];
    bool changed; /* by a slider */
};

enum { LESSON_FIGURES = 40, LESSON_LINES = 64, LESSON_LINE = 400 };

struct lesson_figures {
    struct lesson_figure figure[LESSON_FIGURES];
    int count;
};

/* Those of the text, the question, and the answer where it is shown, in order. */
struct lesson_figures lesson_figures_of(const struct app *app);

enum lesson_line_kind { LESSON_BLANK, LESSON_WORDS, LESSON_QUESTION, LESSON_REPLY };

/* Around a figure in a line's text; no terminal sees them. */
enum { LESSON_FIGURE_BEGINS = 2, LESSON_FIGURE_ENDS = 3 };

struct lesson_line {
    enum lesson_line_kind kind;
    const char *label;      /* before its first line: "Try"; "": none */
    char text[LESSON_LINE]; /* with the signs of the glyph set */
    int figure;             /* the first in it */
    bool begins;            /* a paragraph */
};

struct lesson_lines {
    struct lesson_line line[LESSON_LINES];
    int count;
    int figures; /* in all of them */
    int reply;   /* the line that the answer begins in; -1: it is not shown */
};

/* Where everything stands. */
struct lesson_place {
    struct rectangle text;    /* of the lines */
    struct rectangle figures; /* beside them; no columns on a small screen */
    int heading_row, setting_row;
    int dots; /* first column of the dots that stand for screens */
    int pages;
    int page;       /* the one shown, from 0 */
    int first, end; /* of the lines */
};

struct lesson_lines lesson_lines_of(const struct app *app, const struct layout *layout);
struct lesson_place lesson_place_for(const struct app *app, const struct layout *layout,
                                     const struct lesson_lines *lines);
enum { LESSON_INDENT = 5 }; /* of a question and its answer */

/* Whether the screen of a lesson points to a slider, to a part of the step (its exposed time's key), to a tab. */
bool lesson_points_to(const struct app *app, const struct parameter *parameter);
bool lesson_points_to_part(const struct app *app, const char *exposed);
bool lesson_points_to_tab(const struct app *app, int tab);

/* Whether the lesson itself sets a value, away from that of its presets. */
bool lesson_sets(const struct app *app, const struct parameter *parameter);

/* Whether a lesson is open that says nothing of memory: that its whiteboard does not fit is no alarm. */
bool lesson_leaves_memory_aside(const struct app *app);

/* Open a lesson, from 1 on, at its first screen, and its tab, as the explorer starts on one. */
void lesson_start(struct app *app, int number);

#endif
