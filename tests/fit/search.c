/* search.c: the loss, and the descent along one constant after the other. */
#include "fit/search.h"

#include <math.h>
#include <stdlib.h>

static const double MOST_ERROR = 0.3;
static const double FIRST_STEP = 0.10;
static const double LAST_STEP = 0.01;
static const double FARTHEST = 0.7; /* of the logarithm: half to double */
static const double STAY = 0.002;   /* loss per square of the logarithm of what a constant was moved by */
static const double GAIN = 1e-6;

static void price(const struct constants *constants, struct measured_case *one)
{
    if (one->run != NULL) {
        const struct scenario scenario = constants_applied(constants, &one->run->scenario);
        one->forecast = measured_run_forecast(one->run, &scenario);
        one->row.forecast = measured_run_slowness(one->run, one->forecast);
    } else {
        one->forecast = measured_collective_forecast(one->collective, one->size);
        one->row.forecast = one->forecast;
    }
}

void fit_price(const struct constants *constants, struct fit_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        price(constants, &rows->of[i]);
    }
}

static double error_of(const struct measured_case *one)
{
    const double error = fabs(log(one->row.forecast / one->row.measured));
    return error < MOST_ERROR ? error : MOST_ERROR;
}

/* Rows of one source stand side by side. */
static double loss_of(const struct fit_rows *rows)
{
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < rows->count;) {
        const struct profile *source = rows->of[i].profile;
        double errors = 0;
        int count = 0;
        for (; i < rows->count && rows->of[i].profile == source; i++, count++) {
            errors += error_of(&rows->of[i]);
        }
        if (source != rows->left_out && source->measurements->unseen[0] == '\0') {
            const double weight = sqrt(count);
            sum += weight * errors / count;
            weights += weight;
        }
    }
    return weights > 0 ? sum / weights : 0;
}

static double moved(const struct constants *constants)
{
    double sum = 0;
    for (int i = 0; i < constants->count; i++) {
        const struct constant *constant = &constants->of[i];
        const double by = constant->committed > 0 ? log(constant->value / constant->committed) : 0;
        sum += by * by;
    }
    return STAY * sum;
}

/* The rows that a constant changes, so that a step prices no others. */
struct touched {
    int *row;
    int count;
};

static struct touched touched_by(struct constants *constants, int place, struct fit_rows *rows)
{
    static const double probes[] = {1 / 1.3, 1.3};
    struct touched touched = {.row = calloc((size_t)rows->count + 1, sizeof(int))};
    const double value = constants->of[place].value;
    for (int i = 0; touched.row != NULL && i < rows->count; i++) {
        const struct measured_case before = rows->of[i];
        bool changes = false;
        for (size_t probe = 0; probe < sizeof probes / sizeof probes[0] && !changes; probe++) {
            constants_set(constants, place, value * probes[probe]);
            price(constants, &rows->of[i]);
            changes = rows->of[i].row.forecast != before.row.forecast;
        }
        rows->of[i] = before;
        if (changes) {
            touched.row[touched.count++] = i;
        }
    }
    constants_set(constants, place, value);
    return touched;
}

static double loss_at(struct constants *constants, int place, double value, struct fit_rows *rows,
                      const struct touched *touched)
{
    constants_set(constants, place, value);
    for (int i = 0; i < touched->count; i++) {
        price(constants, &rows->of[touched->row[i]]);
    }
    return loss_of(rows) + moved(constants);
}

/* One step up or down, whichever is better; returns the loss after it. */
static double step(struct constants *constants, int place, double size, double loss, struct fit_rows *rows,
                   const struct touched *touched)
{
    const double value = constants->of[place].value;
    const double from = log(constants->of[place].committed);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double trial = value * exp(sign * size);
        const bool is_share = constants->of[place].committed < 1; /* or a time, far below */
        if (fabs(log(trial) - from) > FARTHEST || (is_share && trial > 1)) {
            continue;
        }
        const double found = loss_at(constants, place, trial, rows, touched);
        if (found < loss - GAIN) {
            return found;
        }
    }
    (void)loss_at(constants, place, value, rows, touched);
    return loss;
}

/* All constants of the work once; returns the loss. */
static double sweep(struct constants *constants, enum fit_work work, double size, double loss, struct fit_rows *rows,
                    const struct touched *touched)
{
    for (int i = 0; i < constants->count; i++) {
        if (constant_fitted(&constants->of[i], work) && touched[i].count > 0) {
            loss = step(constants, i, size, loss, rows, &touched[i]);
        }
    }
    return loss;
}

const struct profile *fit_owner(struct constants *constants, int place, struct fit_rows *rows)
{
    const struct touched touched = touched_by(constants, place, rows);
    const struct profile *owner = touched.count > 0 ? rows->of[touched.row[0]].profile : NULL;
    for (int i = 0; i < touched.count; i++) {
        owner = rows->of[touched.row[i]].profile == owner ? owner : NULL;
    }
    free(touched.row);
    return owner;
}

double fit_search(struct constants *constants, enum fit_work work, struct fit_rows *rows)
{
    enum { MOST_SWEEPS = 60 };
    struct touched touched[MOST_CONSTANTS] = {{0}};
    fit_price(constants, rows);
    for (int i = 0; i < constants->count; i++) {
        if (constant_fitted(&constants->of[i], work)) {
            touched[i] = touched_by(constants, i, rows);
        }
    }
    double loss = loss_of(rows) + moved(constants);
    double size = FIRST_STEP;
    for (int count = 0; count < MOST_SWEEPS && size >= LAST_STEP; count++) {
        const double found = sweep(constants, work, size, loss, rows, touched);
        size = found < loss - GAIN ? size : size / 2;
        loss = found;
    }
    for (int i = 0; i < MOST_CONSTANTS; i++) {
        free(touched[i].row);
    }
    return loss;
}
