/* report_scaling.h: a report's table over TP 1, 2, 4, 8 and 16, in prefill and decode. */
#ifndef RINGSIDE_EXPORTERS_REPORT_SCALING_H
#define RINGSIDE_EXPORTERS_REPORT_SCALING_H

#include "core/quantity.h"
#include "core/tensor_scaling.h"
#include "exporters/json.h"

#include <stddef.h>

/* A figure of a row. */
struct scaling_figure {
    const char *key;   /* in JSON */
    const char *title; /* for people */
    enum unit unit;
    size_t offset; /* in struct scaling_row */
};
enum { SCALING_FIGURES = 6 };
extern const struct scaling_figure scaling_figures[SCALING_FIGURES];

double scaling_figure_of(const struct scaling_row *row, const struct scaling_figure *figure);

/* For programs: the member "scaling", a row for each size; figures of one that cannot run are null. */
void scaling_print_json(const struct scenario *scenario, struct json *json);

#endif
