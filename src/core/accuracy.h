/* accuracy.h: how far off forecasts like this one were on published runs.
 *
 * The figures are what `ringside validate` finds for presets/measurements; a test holds both equal.
 */
#ifndef RINGSIDE_CORE_ACCURACY_H
#define RINGSIDE_CORE_ACCURACY_H

#include "core/scenario.h"

/* Which runs count as nearest. */
enum accuracy_nearness {
    ACCURACY_NONE,          /* not a forecast that any run was held against: the whiteboard, prefill, decode */
    ACCURACY_OF_STYLE,      /* the same execution style, GPU generation and reach */
    ACCURACY_OF_GENERATION, /* the same GPU generation */
    ACCURACY_OF_ALL         /* none of these: all training runs */
};

/* Whether a run leaves its scale-up domain. */
enum reach { REACH_DOMAIN, REACH_BEYOND, REACH_COUNT };

/* The absolute error that nine of ten of some runs stay within. */
struct accuracy {
    double p90; /* share; NAN: ACCURACY_NONE */
    int rows;   /* of those runs */
    enum accuracy_nearness nearness;
};

/* Fewer runs than this say nothing about a style. */
enum { ACCURACY_LEAST_ROWS = 5 };

struct accuracy accuracy_of(const struct scenario *scenario);

enum reach reach_of(const struct scenario *scenario);

/* The tables behind it: of a style on a generation within one reach, of a generation, of all. rows 0: no runs. */
struct accuracy accuracy_of_style(enum generation generation, enum execution_style style, enum reach reach);
struct accuracy accuracy_of_generation(enum generation generation);
struct accuracy accuracy_of_all(void);

/* The largest that was run on GPUs of a generation. All 0: nothing was. */
struct validated_range {
    int gpus;
    int seq_len;   /* tokens */
    double params; /* in all */
};
struct validated_range validated_range(enum generation generation);

#endif
