/* accuracy.h: how far off forecasts like this one were on published runs.
 *
 * The figures are what `ringside validate` finds for presets/measurements; a test holds both equal, and
 * `RINGSIDE_BANDS=write test_accuracy_bands` writes accuracy_bands.c anew.
 */
#ifndef RINGSIDE_CORE_ACCURACY_H
#define RINGSIDE_CORE_ACCURACY_H

#include "core/scenario.h"
#include "core/topology.h"

#include <stdbool.h>

/* What is forecast. Errors of one say nothing about another. */
enum accuracy_work {
    WORK_DENSE,          /* a training step of a dense model */
    WORK_ADAPTERS,       /* of which adapters alone are trained */
    WORK_MIXTURE,        /* and of a mixture of experts */
    WORK_DECODE,         /* a decode step with weights of 16 bit */
    WORK_DECODE_NARROW,  /* with weights of 8 and 4 bit */
    WORK_DECODE_MIXTURE, /* of a mixture of experts */
    WORK_PREFILL,
    WORK_PREFILL_MIXTURE,
    WORK_COUNT
};

/* How far a run's messages go: clusters on InfiniBand are forecast closely, those on other networks differ more. */
enum reach {
    REACH_DOMAIN,        /* the scale-up domain */
    REACH_INFINIBAND,    /* other domains, over InfiniBand */
    REACH_OTHER_NETWORK, /* other domains, over anything else */
    REACH_COUNT
};

/* Execution styles in training, serving styles in prefill and decode. */
enum { ACCURACY_STYLES = (int)STYLE_COUNT > (int)SERVING_COUNT ? (int)STYLE_COUNT : (int)SERVING_COUNT };

/* What a scenario is, as far as it decides which runs are nearest. */
struct accuracy_kind {
    enum accuracy_work work;
    enum generation generation;
    int style;
    enum reach reach;
};
struct accuracy_kind accuracy_kind_of(const struct scenario *scenario);

/* Which runs count as nearest: those of the first line that has enough of them. */
enum accuracy_nearness {
    ACCURACY_NONE,          /* not a forecast that any run was held against: the whiteboard */
    ACCURACY_OF_STYLE,      /* the same work, GPU generation, style and reach */
    ACCURACY_OF_GENERATION, /* the same work and GPU generation */
    ACCURACY_OF_WORK        /* the same work */
};

/* The absolute error that nine of ten of some runs stay within, each of their sources counting alike: a run that is
 * forecast is of a source of its own, and the rows of one source err together. */
struct accuracy {
    double p90;  /* share; NAN: ACCURACY_NONE */
    int rows;    /* of those runs */
    int sources; /* that published them */
    enum accuracy_nearness nearness;
};

/* Of fewer runs than this, the 90th percentile would be the worst; of fewer sources, that of one of them. */
enum { ACCURACY_LEAST_ROWS = 10, ACCURACY_LEAST_SOURCES = 5 };

/* How far a forecast of a scenario may be off, by the tables of accuracy_bands.c.
 *
 *   given     any scenario, valid or not
 *   returned  ACCURACY_NONE, with a p90 of NAN, where flat compute or headline links make a whiteboard of it
 */
struct accuracy accuracy_of(const struct scenario *scenario);

/* How far its GPUs reach: all of a training job's, those of one replica when serving. */
enum reach reach_of(const struct scenario *scenario);

/* 90th percentile of the absolute error, and of how many runs and sources; 0: of none. */
struct accuracy_band {
    int rows, sources;
    double p90;
};

/* ---- collectives ---- */

/* What the messages of a collective cross, as far as it decides how closely tables were forecast. */
enum collective_way {
    WAY_SWITCH,        /* NVSwitch */
    WAY_PEERS,         /* links without a switch: NVLink, xGMI, PCIe */
    WAY_INFINIBAND,    /* other domains, over InfiniBand */
    WAY_OTHER_NETWORK, /* other domains, over anything else */
    WAY_COUNT
};
enum collective_way collective_way_of(const struct cluster *cluster, const struct group *group);

/* Bytes of an array from which its links decide more than what each message costs. */
#define ACCURACY_LARGE_ARRAY 1048576.0

/* The same of one collective: of points of tables over the same way with arrays on the same side of
 * ACCURACY_LARGE_ARRAY, or of all of that way where these are too few. p90 is NAN at rates of datasheets. */
struct accuracy_band accuracy_of_collective(const struct scenario *scenario, const struct group *group, double size);

/* ---- the tables behind it: accuracy_bands.c ---- */

struct collective_bands {
    struct accuracy_band size[WAY_COUNT][2]; /* small arrays and large ones */
    struct accuracy_band way[WAY_COUNT];
};
extern const struct collective_bands collective_bands;

/* What these bands say of a way and a size. */
struct accuracy_band collective_band_among(const struct collective_bands *bands, enum collective_way way, bool large);

struct accuracy_bands {
    struct accuracy_band style[WORK_COUNT][GENERATION_COUNT][ACCURACY_STYLES][REACH_COUNT];
    struct accuracy_band generation[WORK_COUNT][GENERATION_COUNT];
    struct accuracy_band work[WORK_COUNT];
};
extern const struct accuracy_bands accuracy_bands;

/* What these bands say of a kind of scenario: of the first line of nearness that has runs and sources enough. */
struct accuracy accuracy_among(const struct accuracy_bands *bands, const struct accuracy_kind *kind);

/* Bytes/s of a GPU one way, over links of runs. Both 0: no run crossed one. */
struct link_range {
    double least, most;
};

/* How far runs went that were validated in one mode on GPUs of one generation. All 0: there was none. */
struct validated_range {
    int gpus;
    int tokens;    /* of a sequence: in training, in the cache, of a prompt */
    int sequences; /* that decode together; prompts; 0 in training */
    double params; /* of the whole model */
    struct link_range scaleup, nic;
};
extern const struct validated_range validated_ranges[MODE_COUNT][GENERATION_COUNT];

/* How far a scenario goes, in the same figures: least and most of a link are its own. */
struct validated_range accuracy_extent(const struct scenario *scenario);

/* Whether a link that a scenario crosses is slower or faster than those of all runs; whether the scenario exceeds what
 * was run in GPUs, tokens, sequences or parameters; whether one of its links does; and whether either holds. Not where
 * nothing was run on its generation at all, or where nothing is forecast. */
bool accuracy_leaves_link(struct link_range link, struct link_range range);
bool accuracy_leaves_sizes(const struct scenario *scenario);
bool accuracy_leaves_links(const struct scenario *scenario);
bool accuracy_leaves_range(const struct scenario *scenario);

#endif
