/* banded.h: the errors of published figures, by the kinds that a band is of. */
#ifndef RINGSIDE_TESTS_PROFILES_BANDED_H
#define RINGSIDE_TESTS_PROFILES_BANDED_H

#include "core/accuracy.h"
#include "profiles/measurements.h"

#include <stdbool.h>

/* A figure is of one kind on each level. Of runs: a work, generation, style and reach; a work and generation; a work.
 * Of points of collectives: a way and a size; a way; that is all. */
enum band_level { LEVEL_NEAREST, LEVEL_NEAR, LEVEL_WIDEST, LEVEL_COUNT };

struct banded_figure {
    int source; /* the figures of one source have one number */
    int kind[LEVEL_COUNT];
    double error; /* absolute */
    bool unseen;  /* no constant was ever fitted to it */
};

enum { SOURCES = 256, NO_SOURCE = -1 };

struct banded {
    struct banded_figure *of; /* by their error, the least first; to be freed */
    int count;
    bool by_unseen;              /* those alone that no constant was fitted to are in a band that has enough of them */
    const char *source[SOURCES]; /* the name of a file of each */
    int sources;
};

/* The runs and the points of collectives that bands are made of. A source in several files is one. Tables of
 * collectives that constants were fitted to are met more closely than any other (3 % at the median, those that nothing
 * was fitted to 7), and a user's table is of the latter kind; so is its band, where they suffice. */
struct banded banded_runs(const struct measured_cases *cases);
struct banded banded_points(const struct measured_cases *cases);

/* Numbers of kinds. */
int kind_of_style(const struct accuracy_kind *kind);
int kind_of_generation(enum accuracy_work work, enum generation generation);
int kind_of_size(enum collective_way way, bool large);

/* The least error that nine tenths of the sources' weight stays within: a figure weighs one over its source's.
 *
 *   given     a level and a number of a kind there; a source whose figures are left out, or NO_SOURCE
 *   returned  the band; of 0 rows where there are none
 */
struct accuracy_band band_of(const struct banded *banded, enum band_level level, int kind, int without);

#endif
