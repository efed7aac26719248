/* fit.c: how far forecasts would be off on a source that no constant was fitted to.
 *
 *   fit [training|serving|collectives [name ...]]
 *
 * With names, only constants whose names contain one of them move, and the others stay as committed: so the constants
 * that mixtures see can be fitted while those of dense layers stand. `fit training expert HOST_EXPERTS CAST_BYTES`.
 *
 * The constants that were fitted to whole steps and to tables of collectives are fitted again: to all sources, and to
 * all but one, for each in turn. A source is then forecast with what the others gave; a constant that only this source
 * sees stays where it is, and is counted as its own. Prints the errors of each source and set as committed, fitted to
 * all, and left out; and of each constant the committed value, the fitted one, and between which it moves as sources
 * are left out. Nothing in core is changed by it.
 */
#include "fit/search.h"
#include "profiles/catalogue.h"
#include "profiles/measured_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const work_names[FIT_WORKS] = {"training", "serving", "collectives"};

static enum fit_work work_of(const struct measured_case *one)
{
    if (one->collective != NULL) {
        return FIT_COLLECTIVE;
    }
    return one->run->scenario.mode == MODE_TRAINING ? FIT_TRAINING : FIT_SERVING;
}

/* What is forecast three times. */
enum column { COLUMN_COMMITTED, COLUMN_ALL, COLUMN_LEFT_OUT, COLUMNS };

struct fit {
    enum fit_work work;
    struct fit_rows rows;
    struct measured_cases cases[COLUMNS]; /* of this work, each with its forecasts */
    struct constants committed, all;
    double least[MOST_CONSTANTS], most[MOST_CONSTANTS];
    const struct profile *owner[MOST_CONSTANTS]; /* the only source that sees a constant; NULL: none or many */
};

static void keep(struct fit *fit, enum column column)
{
    memcpy(fit->cases[column].of, fit->rows.of, (size_t)fit->rows.count * sizeof *fit->rows.of);
}

static void reset(const struct fit *fit, struct constants *constants)
{
    for (int i = 0; i < constants->count; i++) {
        constants_set(constants, i, fit->committed.of[i].committed);
    }
}

/* Fits without the source that begins at a row; returns the first row behind it. */
static int leave_out(struct fit *fit, int first)
{
    struct constants constants = fit->committed;
    const struct profile *source = fit->rows.of[first].profile;
    int end = first;
    reset(fit, &constants);
    fit->rows.left_out = source;
    (void)fit_search(&constants, fit->work, &fit->rows);
    for (; end < fit->rows.count && fit->rows.of[end].profile == source; end++) {
        fit->cases[COLUMN_LEFT_OUT].of[end] = fit->rows.of[end];
    }
    for (int i = 0; i < constants.count; i++) {
        fit->least[i] = fmin(fit->least[i], constants.of[i].value);
        fit->most[i] = fmax(fit->most[i], constants.of[i].value);
    }
    reset(fit, &constants);
    return end;
}

static void run(struct fit *fit)
{
    fit_price(&fit->committed, &fit->rows);
    keep(fit, COLUMN_COMMITTED);
    for (int i = 0; i < fit->committed.count; i++) {
        const bool fitted = constant_fitted(&fit->committed.of[i], fit->work);
        fit->owner[i] = fitted ? fit_owner(&fit->committed, i, &fit->rows) : NULL;
    }
    fit->all = fit->committed;
    (void)fit_search(&fit->all, fit->work, &fit->rows);
    keep(fit, COLUMN_ALL);
    for (int i = 0; i < fit->all.count; i++) {
        fit->least[i] = fit->most[i] = fit->all.of[i].value;
    }
    struct constants back = fit->all;
    reset(fit, &back);
    keep(fit, COLUMN_LEFT_OUT);
    for (int row = 0; row < fit->rows.count;) {
        row = leave_out(fit, row);
    }
}

/* ---- what is printed ---- */

static bool is_of_profile(const struct measured_case *one, const void *profile)
{
    return one->profile == profile;
}

/* Constants that only this source sees: left out or not, it is forecast with its own fit. */
static int count_owned(const struct fit *fit, const struct profile *source)
{
    int count = 0;
    for (int i = 0; i < fit->committed.count; i++) {
        count += fit->owner[i] == source;
    }
    return count;
}

/* The errors of some rows in each column, and behind them how many constants are their own. */
static void print_line(const struct fit *fit, const char *name, int owned,
                       bool (*holds)(const struct measured_case *one, const void *what), const void *what)
{
    struct validation_errors errors[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
        errors[column] = measured_errors(&fit->cases[column], holds, what);
    }
    if (errors[0].rows == 0) {
        return;
    }
    (void)printf("%-28s %5d", name, errors[0].rows);
    for (int column = 0; column < COLUMNS; column++) {
        (void)printf("   %6.1f %6.1f %6.1f", 100 * errors[column].median, 100 * errors[column].mean,
                     100 * errors[column].p90);
    }
    if (owned > 0) {
        (void)printf("   %d", owned);
    }
    (void)printf("\n");
}

static void print_errors(const struct fit *fit)
{
    (void)printf("\n%s\n%-28s %5s   %-20s   %-20s   %-20s\n%-28s %5s", work_names[fit->work], "", "", "as committed",
                 "fitted to all", "its source left out", "source", "rows");
    for (int column = 0; column < COLUMNS; column++) {
        (void)printf("   %6s %6s %6s", "median", "mean", "p90");
    }
    (void)printf("   own\n");
    for (int row = 0; row < fit->rows.count; row++) {
        const struct profile *source = fit->rows.of[row].profile;
        if (row == 0 || fit->rows.of[row - 1].profile != source) {
            print_line(fit, source->name, count_owned(fit, source), is_of_profile, source);
        }
    }
    (void)printf("set\n");
    for (int i = 0; i < measured_set_count; i++) {
        print_line(fit, measured_sets[i].name, 0, measured_sets[i].holds, measured_sets[i].what);
    }
}

static void print_constants(const struct fit *fit)
{
    (void)printf("\n%-58s %10s %10s   %s\n", "constant", "committed", "fitted", "with sources left out");
    for (int i = 0; i < fit->all.count; i++) {
        const struct constant *constant = &fit->all.of[i];
        if (constant_fitted(constant, fit->work)) {
            (void)printf("%-58s %10.4g %10.4g   %.4g to %.4g\n", constant->name, constant->committed, constant->value,
                         fit->least[i], fit->most[i]);
        }
    }
}

/* ---- the rows ---- */

static struct measured_cases copy_of(const struct measured_cases *cases)
{
    struct measured_cases copy = {.of = malloc((size_t)(cases->count + 1) * sizeof *copy.of), .count = cases->count};
    if (copy.of == NULL) {
        (void)fprintf(stderr, "fit: there is no memory left\n");
        exit(EXIT_FAILURE);
    }
    memcpy(copy.of, cases->of, (size_t)cases->count * sizeof *copy.of);
    return copy;
}

static struct measured_cases cases_of(const struct measured_cases *all, enum fit_work work)
{
    struct measured_cases cases = copy_of(all);
    cases.count = 0;
    for (int i = 0; i < all->count; i++) {
        if (work_of(&all->of[i]) == work) {
            cases.of[cases.count++] = all->of[i];
        }
    }
    return cases;
}

static void fit_work(const struct measured_cases *all, enum fit_work work, const struct constants *constants)
{
    struct measured_cases cases = cases_of(all, work);
    struct fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        free(cases.of);
        return;
    }
    fit->work = work;
    fit->committed = *constants;
    fit->rows = (struct fit_rows){.of = cases.of, .count = cases.count};
    for (int column = 0; column < COLUMNS; column++) {
        fit->cases[column] = copy_of(&cases);
    }
    run(fit);
    print_errors(fit);
    print_constants(fit);
    for (int column = 0; column < COLUMNS; column++) {
        free(fit->cases[column].of);
    }
    free(cases.of);
    free(fit);
}

int main(int argc, char *argv[])
{
    static const struct catalogue_paths builtin = {0};
    struct constants constants = constants_committed();
    if (constants_choose(&constants, argv + 2, argc > 2 ? argc - 2 : 0) == 0) {
        (void)fprintf(stderr, "fit: no constant has such a name; `fit` prints them all\n");
        return EXIT_FAILURE;
    }
    struct catalogue *catalogue = catalogue_load(&builtin);
    if (catalogue == NULL) {
        return EXIT_FAILURE;
    }
    struct measured_cases cases = measurement_cases(catalogue);
    for (int work = 0; work < FIT_WORKS; work++) {
        if (argc < 2 || strcmp(argv[1], work_names[work]) == 0) {
            fit_work(&cases, (enum fit_work)work, &constants);
        }
    }
    free(cases.of);
    catalogue_free(catalogue);
    return EXIT_SUCCESS;
}
