/* test_accuracy_bands.c: the bands and ranges in core are what the published runs give, and a run of a source that a
 * band has not seen lies within it nine times in ten.
 *
 * RINGSIDE_BANDS=write test_accuracy_bands writes src/core/accuracy_bands.c; RINGSIDE_GOLDEN=write test_accuracy_bands
 * the table of docs/accuracy.md.
 */
#include "built_in.h"
#include "core/accuracy.h"
#include "core/choices.h"
#include "document.h"
#include "profiles/measurements.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- the runs that bands are made of ---- */

struct banded_run {
    int source; /* the runs of one source have one number */
    struct accuracy_kind kind;
    double error; /* absolute */
    bool unseen;
};

enum { SOURCES = 256 };

struct banded_runs {
    struct banded_run *of; /* by their error, the least first */
    int count;
    const char *source[SOURCES]; /* name of a file of each */
    int sources;
};

/* Steps whose source leaves out too much are in no band; of serving they are: of prompts of mixtures there is nothing
 * else. */
static bool is_in_bands(const struct measured_case *one)
{
    return one->run != NULL && !measured_run_is_memory(one->run) &&
           (one->run->scenario.mode != MODE_TRAINING || one->profile->measurements->unstated[0] == '\0');
}

/* A source in several files is one: "vTrain, many nodes" and "vTrain, one node" are of vTrain. */
static bool same_source(const char *one, const char *other)
{
    const size_t length = strcspn(one, ",");
    return length == strcspn(other, ",") && strncmp(one, other, length) == 0;
}

static int source_number(struct banded_runs *runs, const char *name)
{
    for (int i = 0; i < runs->sources; i++) {
        if (same_source(runs->source[i], name)) {
            return i;
        }
    }
    assert_true(runs->sources < SOURCES);
    runs->source[runs->sources] = name;
    return runs->sources++;
}

static int compare_errors(const void *one, const void *other)
{
    const double left = ((const struct banded_run *)one)->error;
    const double right = ((const struct banded_run *)other)->error;
    return (left > right) - (left < right);
}

static struct banded_runs banded_runs_of(const struct measured_cases *cases)
{
    struct banded_runs runs = {.of = calloc((size_t)cases->count, sizeof *runs.of)};
    if (runs.of == NULL) {
        fail_msg("no memory for %d runs", cases->count);
        return runs;
    }
    for (int i = 0; i < cases->count; i++) {
        const struct measured_case *one = &cases->of[i];
        if (is_in_bands(one)) {
            runs.of[runs.count++] = (struct banded_run){
                .source = source_number(&runs, one->profile->name),
                .kind = accuracy_kind_of(&one->run->scenario),
                .error = fabs(validation_error(&one->row)),
                .unseen = one->profile->measurements->unseen[0] != '\0',
            };
        }
    }
    qsort(runs.of, (size_t)runs.count, sizeof *runs.of, compare_errors);
    return runs;
}

/* ---- bands ---- */

/* Which runs a band is of: those of a work, and of a generation, a style and a reach or of any. */
enum { ANY = -1 };
struct wanted {
    int work, generation, style, reach;
    int without; /* a source whose runs are left out; ANY: none is */
};

static bool is_wanted(const struct banded_run *run, const struct wanted *wanted)
{
    return (int)run->kind.work == wanted->work &&
           (wanted->generation == ANY || (int)run->kind.generation == wanted->generation) &&
           (wanted->style == ANY || (run->kind.style == wanted->style && (int)run->kind.reach == wanted->reach)) &&
           run->source != wanted->without;
}

/* How many runs each source has among those that a band is of. */
struct tally {
    int rows[SOURCES];
    int sources, all;
};

static struct tally tally_of(const struct banded_runs *runs, const struct wanted *wanted)
{
    struct tally tally = {.all = 0};
    for (int i = 0; i < runs->count; i++) {
        const struct banded_run *run = &runs->of[i];
        if (is_wanted(run, wanted)) {
            tally.sources += tally.rows[run->source] == 0;
            tally.rows[run->source]++;
            tally.all++;
        }
    }
    return tally;
}

/* The least error that nine tenths of the sources' weight stays within: a run weighs one over its source's rows. */
static struct accuracy_band band_of(const struct banded_runs *runs, const struct wanted *wanted)
{
    static const double NINE_OF_TEN = 0.9;
    const struct tally tally = tally_of(runs, wanted);
    double weight = 0;
    for (int i = 0; i < runs->count; i++) {
        const struct banded_run *run = &runs->of[i];
        if (is_wanted(run, wanted)) {
            weight += 1.0 / tally.rows[run->source];
            if (weight >= NINE_OF_TEN * tally.sources) {
                return (struct accuracy_band){tally.all, tally.sources, run->error};
            }
        }
    }
    return (struct accuracy_band){0, 0, 0};
}

static struct accuracy_bands bands_of(const struct banded_runs *runs)
{
    struct accuracy_bands bands = {0};
    for (int work = 0; work < WORK_COUNT; work++) {
        bands.work[work] = band_of(runs, &(struct wanted){work, ANY, ANY, ANY, ANY});
        for (int generation = 0; generation < GENERATION_COUNT; generation++) {
            bands.generation[work][generation] = band_of(runs, &(struct wanted){work, generation, ANY, ANY, ANY});
            for (int place = 0; place < ACCURACY_STYLES * REACH_COUNT; place++) {
                const int style = place / REACH_COUNT;
                const int reach = place % REACH_COUNT;
                bands.style[work][generation][style][reach] =
                    band_of(runs, &(struct wanted){work, generation, style, reach, ANY});
            }
        }
    }
    return bands;
}

/* ---- whether they hold ---- */

/* What core would say of a kind of run if a source had published nothing. */
static struct accuracy accuracy_without(const struct banded_runs *runs, const struct banded_run *run)
{
    static struct accuracy_bands bands; /* those of one kind are filled in */
    const struct accuracy_kind kind = run->kind;
    const int work = (int)kind.work;
    const int generation = (int)kind.generation;
    bands.work[work] = band_of(runs, &(struct wanted){work, ANY, ANY, ANY, run->source});
    bands.generation[work][generation] = band_of(runs, &(struct wanted){work, generation, ANY, ANY, run->source});
    bands.style[work][generation][kind.style][kind.reach] =
        band_of(runs, &(struct wanted){work, generation, kind.style, (int)kind.reach, run->source});
    return accuracy_among(&bands, &kind);
}

/* Runs, and those of them within the band of all other sources. */
struct coverage {
    int runs, within;
};

static void coverage_add(struct coverage *coverage, bool within)
{
    coverage->runs++;
    coverage->within += within;
}

static double coverage_share(struct coverage coverage)
{
    return (double)coverage.within / coverage.runs;
}

static void a_source_that_a_band_has_not_seen_lies_within_it_nine_times_in_ten(void **state)
{
    static const struct document document = {"docs/accuracy.md", "test_accuracy_bands"};
    static const struct marks marks = {"<!-- coverage: made by RINGSIDE_GOLDEN=write test_accuracy_bands -->\n",
                                       "<!-- end of coverage -->"};
    const struct built_in_cases *built_in = *state;
    const struct banded_runs runs = banded_runs_of(&built_in->cases);
    struct coverage of[2] = {{0, 0}, {0, 0}};
    for (int i = 0; i < runs.count; i++) {
        const struct banded_run *run = &runs.of[i];
        coverage_add(&of[run->unseen], run->error <= accuracy_without(&runs, run).p90);
    }
    char text[512];
    (void)snprintf(text, sizeof text,
                   "| runs | of how many | within the band of all other sources |\n|---|---|---|\n"
                   "| of files that constants were fitted to | %d | %.0f %% |\n"
                   "| of files that nothing was fitted to | %d | %.0f %% |\n",
                   of[false].runs, 100 * coverage_share(of[false]), of[true].runs, 100 * coverage_share(of[true]));
    document_hold_part(&document, marks, text);
    assert_true(coverage_share(of[true]) > 0.87 && coverage_share(of[true]) < 0.93);
    free(runs.of);
}

/* ---- how far the runs went ---- */

static int larger(int one, int other)
{
    return one > other ? one : other;
}

static void widen_link(struct link_range *range, struct link_range link)
{
    range->least = range->most > 0 && (link.most <= 0 || range->least < link.least) ? range->least : link.least;
    range->most = fmax(range->most, link.most);
}

static void widen(struct validated_range *range, const struct scenario *scenario)
{
    const struct validated_range extent = accuracy_extent(scenario);
    range->gpus = larger(range->gpus, extent.gpus);
    range->tokens = larger(range->tokens, extent.tokens);
    range->sequences = larger(range->sequences, extent.sequences);
    range->params = extent.params > range->params ? extent.params : range->params;
    widen_link(&range->scaleup, extent.scaleup);
    widen_link(&range->nic, extent.nic);
}

struct ranges {
    struct validated_range of[MODE_COUNT][GENERATION_COUNT];
};

static struct ranges ranges_of(const struct measured_cases *cases)
{
    struct ranges ranges = {0};
    for (int i = 0; i < cases->count; i++) {
        const struct measured_run *run = cases->of[i].run;
        if (run != NULL) {
            widen(&ranges.of[run->scenario.mode][run->scenario.gpu.generation], &run->scenario);
        }
    }
    return ranges;
}

/* ---- the tables of core ---- */

/* Bands are written with three decimals. */
static const double ROUNDING = 0.000501;

static const char *const work_words[WORK_COUNT] = {"WORK_DENSE",   "WORK_ADAPTERS",       "WORK_MIXTURE",
                                                   "WORK_DECODE",  "WORK_DECODE_NARROW",  "WORK_DECODE_MIXTURE",
                                                   "WORK_PREFILL", "WORK_PREFILL_MIXTURE"};
static const char *const reach_words[REACH_COUNT] = {"REACH_DOMAIN", "REACH_INFINIBAND", "REACH_OTHER_NETWORK"};
static const char *const mode_words[MODE_COUNT] = {"MODE_TRAINING", "MODE_PREFILL", "MODE_DECODE"};
static const char *const generation_words[GENERATION_COUNT] = {
    "GENERATION_VOLTA", "GENERATION_AMPERE", "GENERATION_ADA",   "GENERATION_HOPPER", "GENERATION_BLACKWELL",
    "GENERATION_CDNA2", "GENERATION_CDNA3",  "GENERATION_CDNA4", "GENERATION_OTHER"};

static const char *style_word(int work, int style)
{
    return work <= WORK_MIXTURE ? choice_name(&style_names, style) : choice_name(&serving_names, style);
}

static void write_style(FILE *file, const struct accuracy_bands *bands, int work, int generation)
{
    for (int place = 0; place < ACCURACY_STYLES * REACH_COUNT; place++) {
        const int style = place / REACH_COUNT;
        const struct accuracy_band *band = &bands->style[work][generation][style][place % REACH_COUNT];
        if (band->rows > 0) {
            (void)fprintf(file, "    .style[%s][%s][%d][%s] = {%d, %d, %.3f}, /* %s */\n", work_words[work],
                          generation_words[generation], style, reach_words[place % REACH_COUNT], band->rows,
                          band->sources, band->p90, style_word(work, style));
        }
    }
}

static void write_bands(FILE *file, const struct accuracy_bands *bands)
{
    (void)fputs("/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write "
                "test_accuracy_bands`. */\n#include \"core/accuracy.h\"\n\n/* clang-format off */\n"
                "const struct accuracy_bands accuracy_bands = {\n",
                file);
    for (int work = 0; work < WORK_COUNT; work++) {
        (void)fprintf(file, "    .work[%s] = {%d, %d, %.3f},\n", work_words[work], bands->work[work].rows,
                      bands->work[work].sources, bands->work[work].p90);
        for (int generation = 0; generation < GENERATION_COUNT; generation++) {
            const struct accuracy_band *band = &bands->generation[work][generation];
            if (band->rows > 0) {
                (void)fprintf(file, "    .generation[%s][%s] = {%d, %d, %.3f},\n", work_words[work],
                              generation_words[generation], band->rows, band->sources, band->p90);
                write_style(file, bands, work, generation);
            }
        }
    }
    (void)fputs("};\n", file);
}

static void write_ranges(FILE *file, const struct ranges *ranges)
{
    (void)fputs("\nconst struct validated_range validated_ranges[MODE_COUNT][GENERATION_COUNT] = {\n", file);
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        for (int generation = 0; generation < GENERATION_COUNT; generation++) {
            const struct validated_range *range = &ranges->of[mode][generation];
            if (range->gpus > 0) {
                (void)fprintf(file,
                              "    [%s][%s] = {.gpus = %d, .tokens = %d, .sequences = %d, .params = %.0fe9,\n"
                              "        .scaleup = {%.4ge9, %.4ge9}, .nic = {%.4ge9, %.4ge9}},\n",
                              mode_words[mode], generation_words[generation], range->gpus, range->tokens,
                              range->sequences, ceil(range->params / 1e9), range->scaleup.least / 1e9,
                              range->scaleup.most / 1e9, range->nic.least / 1e9, range->nic.most / 1e9);
            }
        }
    }
    (void)fputs("};\n", file);
}

/* Writes the tables anew where RINGSIDE_BANDS asks for it. */
static void write_tables(const struct accuracy_bands *bands, const struct measured_cases *cases)
{
    const char *wanted = getenv("RINGSIDE_BANDS");
    if (wanted != NULL && strcmp(wanted, "write") == 0) {
        const struct ranges ranges = ranges_of(cases);
        FILE *file = fopen(RINGSIDE_SOURCE_DIR "/src/core/accuracy_bands.c", "w");
        assert_non_null(file);
        write_bands(file, bands);
        write_ranges(file, &ranges);
        assert_int_equal(fclose(file), 0);
    }
}

static bool band_holds(const char *what, struct accuracy_band found, struct accuracy_band there)
{
    const bool holds =
        found.rows == there.rows && found.sources == there.sources && fabs(found.p90 - there.p90) < ROUNDING;
    if (!holds) {
        print_error("%s: {%d, %d, %.3f} is found, {%d, %d, %.3f} is there\n", what, found.rows, found.sources,
                    found.p90, there.rows, there.sources, there.p90);
    }
    return holds;
}

static void the_bands_in_core_are_what_the_runs_give(void **state)
{
    const struct built_in_cases *built_in = *state;
    const struct banded_runs runs = banded_runs_of(&built_in->cases);
    const struct accuracy_bands found = bands_of(&runs);
    write_tables(&found, &built_in->cases);
    free(runs.of);
    bool all_hold = true;
    for (int work = 0; work < WORK_COUNT; work++) {
        all_hold = band_holds(work_words[work], found.work[work], accuracy_bands.work[work]) && all_hold;
        for (int generation = 0; generation < GENERATION_COUNT; generation++) {
            all_hold = band_holds(generation_words[generation], found.generation[work][generation],
                                  accuracy_bands.generation[work][generation]) &&
                       all_hold;
            for (int place = 0; place < ACCURACY_STYLES * REACH_COUNT; place++) {
                const int style = place / REACH_COUNT;
                all_hold =
                    band_holds(style_word(work, style), found.style[work][generation][style][place % REACH_COUNT],
                               accuracy_bands.style[work][generation][style][place % REACH_COUNT]) &&
                    all_hold;
            }
        }
    }
    if (!all_hold) {
        fail_msg("write the bands anew with RINGSIDE_BANDS=write, and look at what changed");
    }
}

static bool same_link(struct link_range one, struct link_range other)
{
    return fabs(one.least - other.least) <= 1e-3 * one.least && fabs(one.most - other.most) <= 1e-3 * one.most;
}

static void the_range_in_core_is_that_of_the_runs(void **state)
{
    const struct built_in_cases *built_in = *state;
    const struct ranges found = ranges_of(&built_in->cases);
    for (int i = 0; i < MODE_COUNT * GENERATION_COUNT; i++) {
        const struct validated_range *range = &found.of[i / GENERATION_COUNT][i % GENERATION_COUNT];
        const struct validated_range *there = &validated_ranges[i / GENERATION_COUNT][i % GENERATION_COUNT];
        if (range->gpus != there->gpus || range->tokens != there->tokens || range->sequences != there->sequences ||
            fabs(range->params - there->params) > 1.01e9 || !same_link(range->scaleup, there->scaleup) ||
            !same_link(range->nic, there->nic)) {
            fail_msg("%s on %s: write the ranges anew with RINGSIDE_BANDS=write", mode_words[i / GENERATION_COUNT],
                     generation_words[i % GENERATION_COUNT]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bands_in_core_are_what_the_runs_give),
        cmocka_unit_test(the_range_in_core_is_that_of_the_runs),
        cmocka_unit_test(a_source_that_a_band_has_not_seen_lies_within_it_nine_times_in_ten),
    };
    return cmocka_run_group_tests(tests, built_in_cases_load, built_in_cases_free);
}
