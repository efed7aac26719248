/* comparison.c: ratio, band and verdict. */
#include "core/comparison.h"

#include "core/accuracy.h"
#include "core/quantity.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const verdict_text[] = {
    [COMPARISON_AS_FORECAST] = "as forecast", [COMPARISON_SLOWER] = "slower",
    [COMPARISON_UNEXPLAINED] = "unexplained", [COMPARISON_QUICKER] = "quicker",
    [COMPARISON_IMPOSSIBLE] = "impossible",
};
static_assert(sizeof verdict_text / sizeof verdict_text[0] == COMPARISON_COUNT, "verdicts");
const struct choice_list comparison_names = {verdict_text, COMPARISON_COUNT};

/* clang-format off */
static const char *const advice[COMPARISON_COUNT] = {
    [COMPARISON_AS_FORECAST] = "No more off than published runs are.",
    [COMPARISON_SLOWER] = "Slower than nine of ten published runs beside their forecasts: a setting may differ.",
    [COMPARISON_UNEXPLAINED] = ("No arithmetic, bandwidth or latency here explains it: see whether the network is used, "
                                "messages are many and small, the host waits."),
    [COMPARISON_QUICKER] = "Quicker than the forecast by more than published runs are: an input may differ.",
    [COMPARISON_IMPOSSIBLE] = "Above the dense peak: the measurement, the model or the peak is another.",
};
/* clang-format on */

const char *comparison_advice(enum comparison_verdict verdict)
{
    return advice[verdict];
}

enum comparison_verdict comparison_verdict(double slowness, double band)
{
    if (slowness >= COMPARISON_UNEXPLAINED_FROM) {
        return COMPARISON_UNEXPLAINED;
    }
    if (slowness > 1 + band) {
        return COMPARISON_SLOWER;
    }
    return slowness < 1 / (1 + band) ? COMPARISON_QUICKER : COMPARISON_AS_FORECAST;
}

struct comparison compare_measured(const struct metric *metric, double measured, const struct scenario *scenario,
                                   const struct result *result)
{
    return compare_with_forecast(metric, measured, metric_get(metric, result), scenario, result);
}

struct comparison compare_with_forecast(const struct metric *metric, double measured, double forecast,
                                        const struct scenario *scenario, const struct result *result)
{
    const double band = accuracy_of(scenario).p90;
    struct comparison comparison = {
        .metric = metric,
        .measured = measured,
        .forecast = forecast,
        .slowness = metric->better == BETTER_MORE ? forecast / measured : measured / forecast,
        .band = isnan(band) ? COMPARISON_BAND : band,
        .mfu = NAN,
        .step = NAN,
    };
    if (metric->of_step) {
        comparison.step = result->step * comparison.slowness;
    }
    if (result->mode == MODE_TRAINING && metric->of_step) {
        comparison.mfu = result->training.mfu / comparison.slowness;
    }
    comparison.verdict =
        comparison.mfu > 1 ? COMPARISON_IMPOSSIBLE : comparison_verdict(comparison.slowness, comparison.band);
    return comparison;
}

/* ", MFU 21.9 %" where it says more than the figure. */
static void say_mfu(const struct comparison *comparison, char *text, size_t size)
{
    text[0] = '\0';
    if (!isnan(comparison->mfu) && strcmp(comparison->metric->key, "mfu") != 0) {
        (void)snprintf(text, size, ", MFU %.1f %%", 100 * comparison->mfu);
    }
}

static double ratio_of(const struct comparison *comparison)
{
    return comparison->slowness >= 1 ? comparison->slowness : 1 / comparison->slowness;
}

/* Digits behind the point of a ratio: three in all, as long as it has a fraction. */
static int digits_of(double ratio)
{
    return ratio < 10 ? 2 : ratio < 100 ? 1 : 0;
}

static const char *word_of(const struct comparison *comparison)
{
    return comparison->slowness >= 1 ? "slow" : "quick";
}

void comparison_print(char *text, size_t size, const struct comparison *comparison)
{
    const struct quantity_text measured = quantity_display(comparison->measured, comparison->metric->unit);
    const struct quantity_text forecast = quantity_display(comparison->forecast, comparison->metric->unit);
    char mfu[32];
    say_mfu(comparison, mfu, sizeof mfu);
    (void)snprintf(text, size, "%s: %s %s measured%s; %s %s forecast: %.*f times as %s. %s", comparison->metric->key,
                   measured.number, measured.unit, mfu, forecast.number, forecast.unit, digits_of(ratio_of(comparison)),
                   ratio_of(comparison), word_of(comparison), comparison_advice(comparison->verdict));
}

void comparison_print_ratio(char *text, size_t size, const struct comparison *comparison)
{
    char mfu[32];
    say_mfu(comparison, mfu, sizeof mfu);
    (void)snprintf(text, size, "%.*f times as %s as forecast%s. %s", digits_of(ratio_of(comparison)),
                   ratio_of(comparison), word_of(comparison), mfu, comparison_advice(comparison->verdict));
}
