/* banded.c: the errors of published figures, each source counting alike. */
#include "banded.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int kind_of_generation(enum accuracy_work work, enum generation generation)
{
    return (int)work * (int)GENERATION_COUNT + (int)generation;
}

int kind_of_style(const struct accuracy_kind *kind)
{
    const int style = kind_of_generation(kind->work, kind->generation) * ACCURACY_STYLES + kind->style;
    return style * (int)REACH_COUNT + (int)kind->reach;
}

int kind_of_size(enum collective_way way, bool large)
{
    return 2 * (int)way + large;
}

static bool is_stated(const struct measured_case *one)
{
    return one->profile->measurements->unstated[0] == '\0';
}

/* Steps whose source leaves out too much are in no band, nor are points of collectives; of serving they are: of prompts
 * of mixtures there is nothing else. */
static bool is_in_bands(const struct measured_case *one)
{
    return one->run != NULL && !measured_run_is_memory(one->run) &&
           (one->run->scenario.mode != MODE_TRAINING || is_stated(one));
}

/* "vTrain, many nodes" and "vTrain, one node" are of vTrain. */
static bool same_source(const char *one, const char *other)
{
    const size_t length = strcspn(one, ",");
    return length == strcspn(other, ",") && strncmp(one, other, length) == 0;
}

static int source_number(struct banded *banded, const char *name)
{
    for (int i = 0; i < banded->sources; i++) {
        if (same_source(banded->source[i], name)) {
            return i;
        }
    }
    assert_true(banded->sources < SOURCES);
    banded->source[banded->sources] = name;
    return banded->sources++;
}

static int compare_errors(const void *one, const void *other)
{
    const double left = ((const struct banded_figure *)one)->error;
    const double right = ((const struct banded_figure *)other)->error;
    return (left > right) - (left < right);
}

static struct banded banded_room(const struct measured_cases *cases)
{
    struct banded banded = {.of = calloc((size_t)cases->count, sizeof *banded.of)};
    assert_non_null(banded.of);
    return banded;
}

/* What a figure of either sort has. */
static struct banded_figure figure_of(struct banded *banded, const struct measured_case *one)
{
    return (struct banded_figure){
        .source = source_number(banded, one->profile->name),
        .error = fabs(validation_error(&one->row)),
        .unseen = one->profile->measurements->unseen[0] != '\0',
    };
}

static void banded_add(struct banded *banded, struct banded_figure figure)
{
    if (banded->of != NULL) {
        banded->of[banded->count++] = figure;
    }
}

static void banded_sort(struct banded *banded)
{
    if (banded->of != NULL) {
        qsort(banded->of, (size_t)banded->count, sizeof *banded->of, compare_errors);
    }
}

struct banded banded_runs(const struct measured_cases *cases)
{
    struct banded banded = banded_room(cases);
    for (int i = 0; i < cases->count; i++) {
        if (is_in_bands(&cases->of[i])) {
            const struct accuracy_kind kind = accuracy_kind_of(&cases->of[i].run->scenario);
            struct banded_figure figure = figure_of(&banded, &cases->of[i]);
            figure.kind[LEVEL_NEAREST] = kind_of_style(&kind);
            figure.kind[LEVEL_NEAR] = kind_of_generation(kind.work, kind.generation);
            figure.kind[LEVEL_WIDEST] = (int)kind.work;
            banded_add(&banded, figure);
        }
    }
    banded_sort(&banded);
    return banded;
}

struct banded banded_points(const struct measured_cases *cases)
{
    struct banded banded = banded_room(cases);
    banded.by_unseen = true;
    for (int i = 0; i < cases->count; i++) {
        const struct measured_collective *collective = cases->of[i].collective;
        if (collective != NULL && is_stated(&cases->of[i])) {
            const enum collective_way way = collective_way_of(&collective->scenario.cluster, &collective->group);
            struct banded_figure figure = figure_of(&banded, &cases->of[i]);
            figure.kind[LEVEL_NEAREST] = kind_of_size(way, cases->of[i].size >= ACCURACY_LARGE_ARRAY);
            figure.kind[LEVEL_NEAR] = (int)way;
            banded_add(&banded, figure);
        }
    }
    banded_sort(&banded);
    return banded;
}

/* ---- bands ---- */

/* Which figures a band is of. */
struct wanted {
    enum band_level level;
    int kind, without;
    bool unseen; /* only those that no constant was fitted to */
};

static bool is_wanted(const struct banded_figure *figure, struct wanted wanted)
{
    return figure->kind[wanted.level] == wanted.kind && figure->source != wanted.without &&
           (figure->unseen || !wanted.unseen);
}

/* How many of them each source has. */
struct tally {
    int rows[SOURCES];
    int sources, all;
};

static struct tally tally_of(const struct banded *banded, struct wanted wanted)
{
    struct tally tally = {.all = 0};
    for (int i = 0; i < banded->count; i++) {
        const struct banded_figure *figure = &banded->of[i];
        if (is_wanted(figure, wanted)) {
            tally.sources += tally.rows[figure->source] == 0;
            tally.rows[figure->source]++;
            tally.all++;
        }
    }
    return tally;
}

/* The band of the figures that are wanted. */
static struct accuracy_band band_among(const struct banded *banded, struct wanted wanted)
{
    static const double NINE_OF_TEN = 0.9;
    const struct tally tally = tally_of(banded, wanted);
    double weight = 0;
    for (int i = 0; i < banded->count; i++) {
        const struct banded_figure *figure = &banded->of[i];
        if (is_wanted(figure, wanted)) {
            weight += 1.0 / tally.rows[figure->source];
            if (weight >= NINE_OF_TEN * tally.sources) {
                return (struct accuracy_band){tally.all, tally.sources, figure->error};
            }
        }
    }
    return (struct accuracy_band){0, 0, 0};
}

static bool is_enough(struct accuracy_band band)
{
    return band.rows >= ACCURACY_LEAST_ROWS && band.sources >= ACCURACY_LEAST_SOURCES;
}

struct accuracy_band band_of(const struct banded *banded, enum band_level level, int kind, int without)
{
    const struct accuracy_band unseen = band_among(banded, (struct wanted){level, kind, without, true});
    return banded->by_unseen && is_enough(unseen) ? unseen
                                                  : band_among(banded, (struct wanted){level, kind, without, false});
}
