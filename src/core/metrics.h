/* metrics.h: every figure that the program can show, once.
 *
 * A row names a figure: its key, label, unit, where it stands in struct result, what it means, its formula in the
 * field's notation, the same formula as a template for the numbers, and where it comes from. Reports, CSV, bars, tables
 * and the explain view are generated from the rows. To add a figure is to add a field of struct result and a row.
 *
 * A row is data: to read a figure is metric_get(metric_find("dp.exposed"), &result). Figures are in SI; a name (the
 * algorithm that won) is its place in a list, a verdict (memory.fits) 0 or 1.
 *
 *   errors    NAN is a figure that does not apply: of another mode, of a scenario that cannot run, or not asked for
 *             (takes_longer: only evaluate_all() computes it). It is null in JSON and an empty cell in CSV
 */
#ifndef RINGSIDE_CORE_METRICS_H
#define RINGSIDE_CORE_METRICS_H

#include "core/choices.h"
#include "core/quantity.h"
#include "core/result.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes that a key in a template takes at most, its zero included. */
enum { KEY_LONGEST = 48 };

/* How a figure is stored in struct result, and shown. */
enum metric_kind {
    METRIC_QUANTITY, /* double */
    METRIC_COUNT,    /* int */
    METRIC_NAME,     /* enum: a place in `names` */
    METRIC_VERDICT,  /* bool */
};

/* Which way a figure is better. */
enum metric_better { BETTER_LESS, BETTER_MORE };

struct metric {
    const char *key;
    const char *label;
    enum unit unit;
    enum metric_kind kind;
    size_t offset;                   /* in struct result */
    size_t serving_offset;           /* the same in prefill and decode, where it is another field; 0: it is not */
    unsigned modes;                  /* bits of those it applies to; 0: all */
    const struct choice_list *names; /* of METRIC_NAME */
    enum metric_better better;       /* times, bytes and costs: less */
    bool of_step;                    /* follows from the time of the whole step, in or against proportion to it */
    bool takes_longer;               /* only evaluate_all() computes it */
    const char *meaning;             /* one line, a sentence */
    const char *formula;             /* lines, separated by \n */
    /* The formula with {key} wherever a parameter or metric stands; explain.h puts the numbers in. Lines, separated by
     * \n. */
    const char *numbers;
    /* Both as compute.model=flat prices it, where that differs; else NULL. */
    const char *flat_formula;
    const char *flat_numbers;
    /* Both in prefill and decode, where that differs; else NULL. */
    const char *serving_formula;
    const char *serving_numbers;
    const char *source;
};

/* The table, in the order of reports. */
extern const struct metric metrics[];
extern const int metric_count;

/* The row with that key, or NULL. */
const struct metric *metric_find(const char *key);

/* The key most like a mistyped one, or NULL. */
const struct metric *metric_nearest(const char *key);

/* The formula and its template as this scenario's mode and compute model price the figure; NULL where a figure needs
 * none. */
const char *metric_formula(const struct metric *metric, const struct scenario *scenario);
const char *metric_numbers(const struct metric *metric, const struct scenario *scenario);

/* Whether a mode has the figure at all. */
static inline bool metric_is_of_mode(const struct metric *metric, enum mode mode)
{
    return metric->modes == 0 || mode_is_in(mode, metric->modes);
}

/* Whether a figure is of memory: its key begins so. */
bool metric_is_of_memory(const struct metric *metric);

/* A figure of a result: a verdict as 0 or 1; NAN where it does not apply, and where the result is not valid. */
double metric_get(const struct metric *metric, const struct result *result);

/* A figure as text for people: "8.12 s", "ring", "yes"; empty where it does not apply. */
size_t metric_print(const struct metric *metric, const struct result *result, char *text, size_t size);

#endif
