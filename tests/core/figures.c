/* figures.c: one metric of one scenario at a time. */
#include "figures.h"

#include "core/evaluate.h"
#include "core/metrics.h"
#include "core/strategy.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

double figure_of(const char *settings, const char *key)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate_all(&scenario);
    const struct metric *metric = metric_find(key);
    if (metric == NULL) {
        fail_msg("no metric \"%s\"", key);
        return NAN;
    }
    if (!result.valid) {
        fail_msg("%s\n  %s", settings, strategy_reasons(&scenario).text[0]);
    }
    return metric_get(metric, &result);
}

void expect_figure(const char *settings, const char *key, double expected, double tolerance)
{
    const double got = figure_of(settings, key);
    if (!(fabs(got / expected - 1.0) <= tolerance)) {
        fail_msg("%s\n  %s = %.8g, expected %.8g, off by %.3g", settings, key, got, expected, got / expected - 1.0);
    }
}

void expect_between(const char *settings, const char *key, double least, double most)
{
    const double got = figure_of(settings, key);
    if (!(got >= least && got <= most)) {
        fail_msg("%s\n  %s = %.8g, expected %.8g to %.8g", settings, key, got, least, most);
    }
}
