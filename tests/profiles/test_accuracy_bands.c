/* test_accuracy_bands.c: the bands and ranges in core are what the published runs give, and a figure of a source that a
 * band has not seen lies within it nine times in ten.
 *
 * RINGSIDE_BANDS=write test_accuracy_bands writes src/core/accuracy_bands.c; RINGSIDE_GOLDEN=write test_accuracy_bands
 * the table of docs/accuracy.md.
 */
#include "banded.h"
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

/* ---- bands ---- */

static struct accuracy_kind kind_at(int work, int generation, int place)
{
    return (struct accuracy_kind){
        .work = (enum accuracy_work)work,
        .generation = (enum generation)generation,
        .style = place / REACH_COUNT,
        .reach = (enum reach)(place % REACH_COUNT),
    };
}

static struct accuracy_bands bands_of(const struct banded *runs)
{
    struct accuracy_bands bands = {0};
    for (int work = 0; work < WORK_COUNT; work++) {
        bands.work[work] = band_of(runs, LEVEL_WIDEST, work, NO_SOURCE);
        for (int generation = 0; generation < GENERATION_COUNT; generation++) {
            bands.generation[work][generation] = band_of(
                runs, LEVEL_NEAR, kind_of_generation((enum accuracy_work)work, (enum generation)generation), NO_SOURCE);
            for (int place = 0; place < ACCURACY_STYLES * REACH_COUNT; place++) {
                const struct accuracy_kind kind = kind_at(work, generation, place);
                bands.style[work][generation][kind.style][kind.reach] =
                    band_of(runs, LEVEL_NEAREST, kind_of_style(&kind), NO_SOURCE);
            }
        }
    }
    return bands;
}

static struct collective_bands collective_bands_of(const struct banded *points)
{
    struct collective_bands bands = {0};
    for (int way = 0; way < WAY_COUNT; way++) {
        bands.way[way] = band_of(points, LEVEL_NEAR, way, NO_SOURCE);
        for (int large = 0; large < 2; large++) {
            bands.size[way][large] =
                band_of(points, LEVEL_NEAREST, kind_of_size((enum collective_way)way, large == 1), NO_SOURCE);
        }
    }
    return bands;
}

/* ---- whether they hold ---- */

/* Figures, and those of them within the band of all other sources. */
struct coverage {
    int figures, within;
};

struct coverages {
    struct coverage fitted, unseen;
};

static void coverage_add(struct coverages *coverages, const struct banded_figure *figure, double band)
{
    struct coverage *coverage = figure->unseen ? &coverages->unseen : &coverages->fitted;
    coverage->figures++;
    coverage->within += figure->error <= band;
}

static double coverage_share(struct coverage coverage)
{
    return (double)coverage.within / coverage.figures;
}

/* What core would say of a kind of run if a source had published nothing. */
static double band_of_run_without(const struct banded *runs, struct accuracy_kind kind, int source)
{
    static struct accuracy_bands bands; /* those of one kind are filled in */
    bands.work[kind.work] = band_of(runs, LEVEL_WIDEST, (int)kind.work, source);
    bands.generation[kind.work][kind.generation] =
        band_of(runs, LEVEL_NEAR, kind_of_generation(kind.work, kind.generation), source);
    bands.style[kind.work][kind.generation][kind.style][kind.reach] =
        band_of(runs, LEVEL_NEAREST, kind_of_style(&kind), source);
    return accuracy_among(&bands, &kind).p90;
}

static struct coverages coverages_of_runs(const struct measured_cases *cases)
{
    const struct banded runs = banded_runs(cases);
    struct coverages coverages = {.unseen = {0, 0}};
    for (int i = 0; i < runs.count; i++) {
        const int near = runs.of[i].kind[LEVEL_NEAR];
        const struct accuracy_kind kind = kind_at(runs.of[i].kind[LEVEL_WIDEST], near % GENERATION_COUNT,
                                                  runs.of[i].kind[LEVEL_NEAREST] % (ACCURACY_STYLES * REACH_COUNT));
        coverage_add(&coverages, &runs.of[i], band_of_run_without(&runs, kind, runs.of[i].source));
    }
    free(runs.of);
    return coverages;
}

static double band_of_point_without(const struct banded *points, enum collective_way way, bool large, int source)
{
    struct collective_bands bands = {0};
    bands.way[way] = band_of(points, LEVEL_NEAR, (int)way, source);
    bands.size[way][large] = band_of(points, LEVEL_NEAREST, kind_of_size(way, large), source);
    return collective_band_among(&bands, way, large).p90;
}

static struct coverages coverages_of_points(const struct measured_cases *cases)
{
    const struct banded points = banded_points(cases);
    struct coverages coverages = {.unseen = {0, 0}};
    for (int i = 0; i < points.count; i++) {
        const enum collective_way way = (enum collective_way)points.of[i].kind[LEVEL_NEAR];
        const bool large = points.of[i].kind[LEVEL_NEAREST] == kind_of_size(way, true);
        coverage_add(&coverages, &points.of[i], band_of_point_without(&points, way, large, points.of[i].source));
    }
    free(points.of);
    return coverages;
}

static void a_source_that_a_band_has_not_seen_lies_within_it_nine_times_in_ten(void **state)
{
    static const struct document document = {"docs/accuracy.md", "test_accuracy_bands"};
    static const struct marks marks = {"<!-- coverage: made by RINGSIDE_GOLDEN=write test_accuracy_bands -->\n",
                                       "<!-- end of coverage -->"};
    const struct built_in_cases *built_in = *state;
    const struct coverages runs = coverages_of_runs(&built_in->cases);
    const struct coverages points = coverages_of_points(&built_in->cases);
    char text[640];
    (void)snprintf(text, sizeof text,
                   "| figures | of how many | within the band of all other sources |\n|---|---|---|\n"
                   "| runs of files that constants were fitted to | %d | %.0f %% |\n"
                   "| runs of files that nothing was fitted to | %d | %.0f %% |\n"
                   "| points of collectives that constants were fitted to | %d | %.0f %% |\n"
                   "| points of collectives that nothing was fitted to | %d | %.0f %% |\n",
                   runs.fitted.figures, 100 * coverage_share(runs.fitted), runs.unseen.figures,
                   100 * coverage_share(runs.unseen), points.fitted.figures, 100 * coverage_share(points.fitted),
                   points.unseen.figures, 100 * coverage_share(points.unseen));
    document_hold_part(&document, marks, text);
    assert_true(coverage_share(runs.unseen) > 0.87 && coverage_share(runs.unseen) < 0.93);
    assert_true(coverage_share(points.unseen) > 0.87 && coverage_share(points.unseen) < 0.93);
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
static const char *const way_words[WAY_COUNT] = {"WAY_SWITCH", "WAY_PEERS", "WAY_INFINIBAND", "WAY_OTHER_NETWORK"};
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

static void write_collective_bands(FILE *file, const struct collective_bands *bands)
{
    (void)fputs("\nconst struct collective_bands collective_bands = {\n", file);
    for (int way = 0; way < WAY_COUNT; way++) {
        const struct accuracy_band of[] = {bands->size[way][false], bands->size[way][true], bands->way[way]};
        (void)fprintf(file, "    .size[%s] = {{%d, %d, %.3f}, {%d, %d, %.3f}},\n    .way[%s] = {%d, %d, %.3f},\n",
                      way_words[way], of[0].rows, of[0].sources, of[0].p90, of[1].rows, of[1].sources, of[1].p90,
                      way_words[way], of[2].rows, of[2].sources, of[2].p90);
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
static void write_tables(const struct accuracy_bands *bands, const struct collective_bands *of_collectives,
                         const struct measured_cases *cases)
{
    const char *wanted = getenv("RINGSIDE_BANDS");
    if (wanted != NULL && strcmp(wanted, "write") == 0) {
        const struct ranges ranges = ranges_of(cases);
        FILE *file = fopen(RINGSIDE_SOURCE_DIR "/src/core/accuracy_bands.c", "w");
        assert_non_null(file);
        write_bands(file, bands);
        write_collective_bands(file, of_collectives);
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

static bool collective_bands_hold(const struct collective_bands *found)
{
    bool all_hold = true;
    for (int way = 0; way < WAY_COUNT; way++) {
        all_hold = band_holds(way_words[way], found->way[way], collective_bands.way[way]) && all_hold;
        for (int large = 0; large < 2; large++) {
            all_hold =
                band_holds(way_words[way], found->size[way][large], collective_bands.size[way][large]) && all_hold;
        }
    }
    return all_hold;
}

static void the_bands_in_core_are_what_the_runs_give(void **state)
{
    const struct built_in_cases *built_in = *state;
    const struct banded runs = banded_runs(&built_in->cases);
    const struct banded points = banded_points(&built_in->cases);
    const struct accuracy_bands found = bands_of(&runs);
    const struct collective_bands of_collectives = collective_bands_of(&points);
    write_tables(&found, &of_collectives, &built_in->cases);
    free(runs.of);
    free(points.of);
    bool all_hold = collective_bands_hold(&of_collectives);
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
