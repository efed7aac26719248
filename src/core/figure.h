/* figure.h: a figure that a text shows or a test expects: one value, or arithmetic of several, of one scenario or of
 * several side by side.
 *
 *   tp.time                       a metric or a parameter of the text's own scenario
 *   honest:tp.time                the same of the scenario that is called so
 *   tp.time / compute.time        from left to right, with blanks around + - * /
 *   dp.bytes / 50GB/s             a quantity
 *   tp.time / compute.time %      a ratio in percent
 */
#ifndef RINGSIDE_CORE_FIGURE_H
#define RINGSIDE_CORE_FIGURE_H

#include "core/metrics.h"
#include "core/parameters.h"

#include <stdbool.h>
#include <stddef.h>

enum { FIGURE_TERMS = 6, FIGURE_OWN = -1, FIGURE_MESSAGE = 240, FIGURE_TEXT = 80 };

/* One value: a metric, a parameter, or a number where both are NULL. */
struct figure_term {
    char operation; /* between what stands before and this: '+' '-' '*' '/' */
    const struct metric *metric;
    const struct parameter *parameter;
    double number;
    enum unit unit;
    int scenario; /* place among the names; FIGURE_OWN: the text's own */
};

struct figure {
    struct figure_term term[FIGURE_TERMS];
    int count;
    enum unit unit; /* of the whole */
};

/* A figure that was read, or a sentence that says what is expected. */
struct figure_read {
    bool valid;
    struct figure figure;
    char message[FIGURE_MESSAGE];
};

/* Read a figure.
 *
 *   given     `length` bytes of a text; the names of the scenarios that it may speak of, and how many there are
 *   note      units are held to: bytes over seconds are a rate, a time over a time is a ratio, and metres plus seconds
 *             are refused
 */
struct figure_read figure_read(const char *text, size_t length, const char *const names[], int name_count);

/* A scenario and what it costs (evaluate_all()). */
struct figure_scene {
    const struct scenario *scenario;
    const struct result *result;
};

/* Its value; NAN where a part of it does not apply.
 *
 *   given     the scenes in the order of the names; which of them is the text's own
 */
double figure_value(const struct figure *figure, const struct figure_scene scenes[], int own);

/* Its value as people read it: "83.5 ms", "bf16", "14.1"; "none" where it does not apply. Returns the length. */
size_t figure_print(const struct figure *figure, const struct figure_scene scenes[], int own, char *text, size_t size);

/* A value in the figure's unit, as figure_print() shows it. */
size_t figure_print_value(const struct figure *figure, double value, char *text, size_t size);

/* A text in which {figure} stands for a figure; {{ is a brace.
 *
 *   returned  the next one from a place on: where its braces begin (NULL: there is none), and how long they are
 */
struct figure_place {
    const char *begin;
    size_t length; /* braces included */
};
struct figure_place figure_next(const char *text);

/* What stands in the braces. */
const char *figure_words(const struct figure_place *place, size_t *length);

#endif
