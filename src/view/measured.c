/* measured.c: a figure that was measured beside its forecast. */
#include "view/measured.h"

#include <math.h>

const struct measured measured_nothing = {.published = {NULL, NULL}, .typed = {NULL, 0}, .mode = MODE_TRAINING};

static struct comparison compare_published(const struct measured_run *run, const struct scenario *scenario,
                                           const struct result *result)
{
    const double forecast = measured_run_forecast(run, scenario);
    if (run->scenario.mode != scenario->mode || !isfinite(forecast)) {
        return (struct comparison){.metric = NULL};
    }
    struct comparison comparison = compare_with_forecast(run->metric, run->value, forecast, scenario, result);
    if (run->reading != READING_STEP) {
        comparison.step = NAN; /* a client waits for more than a step */
    }
    return comparison;
}

struct measured_figure measured_typed_in(const struct measured *measured, enum mode mode)
{
    return measured->mode == mode ? measured->typed : (struct measured_figure){.metric = NULL};
}

struct comparison measured_compare(const struct measured *measured, const struct scenario *scenario,
                                   const struct result *result)
{
    const struct measured_figure typed = measured_typed_in(measured, scenario->mode);
    if (typed.metric != NULL) {
        return isfinite(metric_get(typed.metric, result)) && metric_get(typed.metric, result) > 0
                   ? compare_measured(typed.metric, typed.value, scenario, result)
                   : (struct comparison){.metric = NULL};
    }
    return measured->published.run != NULL ? compare_published(measured->published.run, scenario, result)
                                           : (struct comparison){.metric = NULL};
}

bool measured_has_bar(const struct comparison *comparison)
{
    return comparison->metric != NULL && isfinite(comparison->step) && comparison->step > 0;
}
