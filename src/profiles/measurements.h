/* measurements.h: what other people measured and published, as scenarios with a measured figure.
 *
 * A file of measurements is one source. Its tables hold the rows: a header line that names the columns, and a line of
 * cells for each run. Columns are parameter keys, `id`, `model` (a preset, or a shape of the file) and one metric,
 * whose cell is the measured value. What clients of an inference engine measured has a `reading` and a column `output`
 * besides: a cache holds its prompt and half of its answer then. A table with an `operation` holds a collective
 * instead: a column of sizes, and one of times for each number of ranks.
 */
#ifndef RINGSIDE_PROFILES_MEASUREMENTS_H
#define RINGSIDE_PROFILES_MEASUREMENTS_H

#include "core/choices.h"
#include "core/collective_operation.h"
#include "core/metrics.h"
#include "core/scenario.h"
#include "core/topology.h"
#include "core/validation.h"
#include "profiles/catalogue.h"

enum { MEASUREMENT_ID = 64, MEASUREMENT_NOTE = 160, MEASUREMENT_READING = 480 };

/* What the figure that a source prints is made of. */
enum measured_reading {
    READING_STEP,        /* the metric itself */
    READING_FIRST_TOKEN, /* the mean time to a first token of clients of one engine; the rest: request.h, too */
    READING_BATCH,       /* time per output token of a static batch, its prompts' included */
    READING_SERVER,      /* time per output token of a server, with pauses for the prompts of others */
    READING_COUNT
};
extern const struct choice_list reading_names;

/* One published run. */
struct measured_run {
    char id[MEASUREMENT_ID];
    char note[MEASUREMENT_NOTE]; /* what is odd about it; "" */
    struct scenario scenario;
    const struct metric *metric;
    enum measured_reading reading;
    int output;   /* tokens of an answer; 0: not a request */
    double value; /* measured, SI */
};

/* Whether the run's figure is memory, and no time. */
bool measured_run_is_memory(const struct measured_run *run);

/* One published table of a collective: what nccl-tests prints for one number of ranks. */
struct measured_collective {
    char id[MEASUREMENT_ID];
    struct scenario scenario;
    enum collective_op op;
    struct group group;
    double caller;    /* s that the caller takes from one collective to the next: no time below it is seen; 0: none */
    int first, count; /* in points */
};

struct measured_point {
    double size;
    double seconds;
};

/* Everything that one file holds. */
struct measurements {
    char stated[MEASUREMENT_READING];  /* what the source says */
    char assumed[MEASUREMENT_READING]; /* what it does not say, and is taken here */
    char unstated[MEASUREMENT_NOTE];   /* why its runs count in no set: it leaves out too much; "" */
    char unseen[MEASUREMENT_NOTE];     /* says that no constant was ever fitted to its runs; "" */
    struct measured_run *runs;
    int run_count;
    struct measured_collective *collectives;
    int collective_count;
    struct measured_point *points;
    int point_count;
};

/* A run by its id, and the file that holds it; NULL members if there is none. */
struct found_run {
    const struct profile *profile;
    const struct measured_run *run;
};
struct found_run measurement_find(const struct catalogue *catalogue, const char *id);

/* The id nearest to a mistyped one, or the first that has all of it: "megascale"; NULL if there is none. */
const char *measurement_nearest(const struct catalogue *catalogue, const char *id);

/* What the program says of the figure that a run measured, for its own scenario or for one that it was changed into;
 * in the metric's unit, NAN where the scenario cannot run. */
double measured_run_forecast(const struct measured_run *run, const struct scenario *scenario);

/* The same as a time, or what stands for one: of a figure of which more is better its inverse, so that a forecast that
 * is too slow has a positive error everywhere. */
double measured_run_slowness(const struct measured_run *run, double value);

/* Seconds that the program says a collective takes, as its caller sees it. */
double measured_collective_forecast(const struct measured_collective *collective, double size);

/* A measurement beside its forecast. */
struct measured_case {
    const struct profile *profile;
    const struct measured_run *run;               /* NULL: a point of a collective */
    const struct measured_collective *collective; /* NULL: a run */
    double size;                                  /* of a collective, bytes */
    double forecast, measured;                    /* as printed */
    struct validation_row row;                    /* the same as times */
};

/* All of them, priced, file by file. */
struct measured_cases {
    struct measured_case *of; /* to be freed; NULL without memory */
    int count;
};
struct measured_cases measurement_cases(const struct catalogue *catalogue);

/* Errors of those cases that `wanted` picks; without rows where there is no memory. `worst` is a place in the list. */
struct validation_errors measured_errors(const struct measured_cases *cases,
                                         bool (*wanted)(const struct measured_case *one, const void *what),
                                         const void *what);

void measurements_free(struct measurements *measurements);

#endif
