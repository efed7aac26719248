/* measurements.c: finding published runs, and pricing them. */
#include "profiles/measurements.h"

#include "core/collective.h"
#include "core/evaluate.h"
#include "core/letters.h"
#include "core/request.h"
#include "core/words.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Whether a text begins so, letter case and dashes ignored. */
static bool begins_so(const char *text, const char *part)
{
    for (; *part != '\0'; part++) {
        text += strspn(text, "-");
        if (*part != '-' && letter_lower(*text++) != letter_lower(*part)) {
            return false;
        }
    }
    return true;
}

static bool holds(const char *id, const char *part)
{
    while (*id != '\0' && !begins_so(id, part)) {
        id++;
    }
    return *id != '\0' && *part != '\0';
}

struct found_run measurement_find(const struct catalogue *catalogue, const char *id)
{
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_MEASUREMENT); i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_MEASUREMENT, i);
        for (int row = 0; row < profile->measurements->run_count; row++) {
            const struct measured_run *run = &profile->measurements->runs[row];
            if (strcmp(run->id, id) == 0) {
                return (struct found_run){profile, run};
            }
        }
    }
    return (struct found_run){NULL, NULL};
}

/* The run whose id is nearest to what was typed, and the first that has all of it, as megascale-175b-256-megascale has
 * "megascale". */
struct nearest_run {
    const char *id;
    int distance; /* single letters to change, as word_distance counts them */
    const char *holder;
};

static void nearest_add(struct nearest_run *nearest, const char *typed, const char *id)
{
    if (nearest->holder == NULL && holds(id, typed)) {
        nearest->holder = id;
    }
    const int distance = word_distance(typed, id);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->id = id;
    }
}

const char *measurement_nearest(const struct catalogue *catalogue, const char *id)
{
    struct nearest_run nearest = {.distance = INT_MAX};
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_MEASUREMENT); i++) {
        const struct measurements *read = catalogue_at(catalogue, PROFILE_MEASUREMENT, i)->measurements;
        for (int row = 0; row < read->run_count; row++) {
            nearest_add(&nearest, id, read->runs[row].id);
        }
    }
    const bool near = nearest.id != NULL && word_is_near(id, nearest.id, nearest.distance);
    return near ? nearest.id : nearest.holder;
}

static const char *const readings[] = {
    [READING_STEP] = "step",
    [READING_FIRST_TOKEN] = "first_token",
    [READING_BATCH] = "batch",
    [READING_SERVER] = "server",
};
static_assert(sizeof readings / sizeof readings[0] == READING_COUNT, "every reading has its name");

const struct choice_list reading_names = {readings, READING_COUNT};

double measured_run_forecast(const struct measured_run *run, const struct scenario *scenario)
{
    switch (run->reading) {
    case READING_FIRST_TOKEN:
        return request_first_token_time(scenario);
    case READING_BATCH:
        return request_batch_token_time(scenario, run->output);
    case READING_SERVER:
        return request_server_token_time(scenario, run->output);
    case READING_STEP:
    case READING_COUNT:
        break;
    }
    const struct result result = evaluate(scenario);
    return metric_get(run->metric, &result);
}

bool measured_run_is_memory(const struct measured_run *run)
{
    return run->metric->unit == UNIT_BYTES;
}

double measured_run_slowness(const struct measured_run *run, double value)
{
    return run->metric->better == BETTER_MORE ? 1 / value : value;
}

double measured_collective_forecast(const struct measured_collective *collective, double size)
{
    const double seconds = collective_time(collective->op, size, &collective->group, &collective->scenario).seconds;
    return seconds > collective->caller ? seconds : collective->caller;
}

static struct measured_case case_of_run(const struct profile *profile, const struct measured_run *run)
{
    const double forecast = measured_run_forecast(run, &run->scenario);
    return (struct measured_case){
        .profile = profile,
        .run = run,
        .forecast = forecast,
        .measured = run->value,
        .row = {.forecast = measured_run_slowness(run, forecast),
                .measured = measured_run_slowness(run, run->value),
                .scenario = &run->scenario},
    };
}

static struct measured_case case_of_point(const struct profile *profile, const struct measured_collective *collective,
                                          const struct measured_point *point)
{
    const double forecast = measured_collective_forecast(collective, point->size);
    return (struct measured_case){
        .profile = profile,
        .collective = collective,
        .size = point->size,
        .forecast = forecast,
        .measured = point->seconds,
        .row = {.forecast = forecast, .measured = point->seconds},
    };
}

static void add_cases(struct measured_cases *cases, const struct profile *profile)
{
    const struct measurements *measurements = profile->measurements;
    for (int i = 0; i < measurements->run_count; i++) {
        cases->of[cases->count++] = case_of_run(profile, &measurements->runs[i]);
    }
    for (int i = 0; i < measurements->collective_count; i++) {
        const struct measured_collective *collective = &measurements->collectives[i];
        for (int point = 0; point < collective->count; point++) {
            cases->of[cases->count++] =
                case_of_point(profile, collective, &measurements->points[collective->first + point]);
        }
    }
}

struct measured_cases measurement_cases(const struct catalogue *catalogue)
{
    struct measured_cases cases = {.count = 0};
    const int files = catalogue_count(catalogue, PROFILE_MEASUREMENT);
    int most = 0;
    for (int i = 0; i < files; i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_MEASUREMENT, i);
        most += profile->measurements->run_count + profile->measurements->point_count;
    }
    cases.of = malloc((size_t)(most + 1) * sizeof *cases.of);
    for (int i = 0; cases.of != NULL && i < files; i++) {
        add_cases(&cases, catalogue_at(catalogue, PROFILE_MEASUREMENT, i));
    }
    return cases;
}

/* Errors of rows, with room of their own: pairs may be more than rows. */
static struct validation_errors errors_of(const struct validation_row *rows, int count)
{
    const int pairs = validation_pairs(rows, count);
    double *room = malloc((size_t)((pairs > count ? pairs : count) + 1) * sizeof *room);
    const struct validation_errors errors =
        room == NULL ? validation_errors(NULL, 0, NULL) : validation_errors(rows, count, room);
    free(room);
    return errors;
}

struct validation_errors measured_errors(const struct measured_cases *cases,
                                         bool (*wanted)(const struct measured_case *one, const void *what),
                                         const void *what)
{
    const size_t most = (size_t)cases->count + 1;
    struct validation_row *rows = malloc(most * sizeof *rows);
    int *places = malloc(most * sizeof *places);
    struct validation_errors errors = validation_errors(NULL, 0, NULL);
    int count = 0;
    if (rows != NULL && places != NULL) {
        for (int i = 0; i < cases->count; i++) {
            if (wanted(&cases->of[i], what)) {
                places[count] = i;
                rows[count++] = cases->of[i].row;
            }
        }
        errors = errors_of(rows, count);
        errors.worst = errors.worst < 0 ? -1 : places[errors.worst];
    }
    free(rows);
    free(places);
    return errors;
}

void measurements_free(struct measurements *measurements)
{
    if (measurements != NULL) {
        free(measurements->runs);
        free(measurements->collectives);
        free(measurements->points);
        free(measurements);
    }
}
