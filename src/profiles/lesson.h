/* lesson.h: a lesson: a question, a few short screens of text with live figures, and the figures that it teaches.
 *
 * A lesson stands on several settings: the scenario that it starts from, called "start", and others beside it, each
 * made from one before it. A screen speaks of one of them; {tp.time} in its text is a figure of that one,
 * {honest:tp.time} of the one that is called so (core/figure.h). What it teaches stands as expectations, which the core
 * is held to.
 */
#ifndef RINGSIDE_PROFILES_LESSON_H
#define RINGSIDE_PROFILES_LESSON_H

#include "core/figure.h"
#include "core/result.h"
#include "core/scenario.h"
#include "profiles/catalogue.h"

#include <stdbool.h>

enum {
    LESSON_SETTINGS = 10,
    LESSON_SCREENS = 8,
    LESSON_POINTS = 4,
    LESSON_EXPECTATIONS = 64,
    LESSON_TEXT = 1400,
    LESSON_ANSWER = 900,
    LESSON_ASK = 320,
    LESSON_NAME = 16,
    LESSON_TITLE = 64,
    LESSON_TAB = 16,
    LESSON_FIGURE = 120
};

/* A scenario that the lesson stands on. */
struct lesson_setting {
    char name[LESSON_NAME];
    char title[LESSON_TITLE]; /* "whiteboard: flat 40 %, headline links, one NIC, no latency" */
    struct scenario scenario;
    struct scenario bare; /* the same presets, and nothing set */
};

struct lesson_screen {
    int setting;            /* that it speaks of */
    int beside;             /* that it is compared with */
    char text[LESSON_TEXT]; /* paragraphs, separated by \n */
    char ask[LESSON_ASK];   /* what to try, or to think about; "": nothing */
    char answer[LESSON_ANSWER];
    char tab[LESSON_TAB]; /* name of a tab that shows it; "": none */
    /* Sliders to look at; the first is the one to move. */
    const struct parameter *point[LESSON_POINTS];
    int point_count;
    const struct metric *bar; /* the part of the step to look at, as its exposed time; NULL: none */
};

/* A figure that the lesson teaches. */
struct lesson_expectation {
    char text[LESSON_FIGURE]; /* as it is written: "honest:tp.time / honest:compute.time" */
    struct figure figure;
    int setting;
    double value;  /* what it must be */
    double within; /* relative error that is allowed */
};

struct lesson {
    struct lesson_setting setting[LESSON_SETTINGS];
    int setting_count; /* the first is "start" */
    struct lesson_screen screen[LESSON_SCREENS];
    int screen_count;
    struct lesson_expectation expectation[LESSON_EXPECTATIONS];
    int expectation_count;
};

/* The lesson of a number, from 1 on: its place in the catalogue; NULL: there is none. */
const struct profile *lesson_numbered(const struct catalogue *catalogue, int number);

/* What each setting costs. */
struct lesson_scenes {
    struct result result[LESSON_SETTINGS];
    struct figure_scene scene[LESSON_SETTINGS];
};

/* Price all settings as the file has them.
 *
 *   given     scenes to fill; they point into the lesson, and into themselves
 */
void lesson_price(const struct lesson *lesson, struct lesson_scenes *scenes);

/* A text with its figures put in; returns the length of the whole, of which what does not fit is cut. */
size_t lesson_fill(const struct lesson *lesson, const char *text, const struct figure_scene scenes[], int setting,
                   char *out, size_t size);

/* The figure that stands in the braces of a text; the reader has found it good. */
struct figure lesson_figure_at(const struct lesson *lesson, const struct figure_place *place);

/* What an expectation comes to. */
struct lesson_outcome {
    double value; /* NAN where the figure does not apply */
    double error; /* value / expected - 1; the value itself where 0 is expected */
    bool holds;
};
struct lesson_outcome lesson_outcome(const struct lesson_expectation *expectation, const struct figure_scene scenes[]);

#endif
