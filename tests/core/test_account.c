/* test_account.c: what a result is accounted for with, and which figures only evaluate_all() has. */
#include "core/account.h"
#include "core/evaluate.h"
#include "core/metrics.h"
#include "random_scenario.h"
#include "scenario_text.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Whether four all-reduces that took a second each are all like the one that is shown. */
static bool four_are_alike(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    struct result result = {.mode = scenario.mode, .valid = true};
    result.inference.tp = (struct traffic){.count = 4, .time = 4, .cost.seconds = 1};
    return account_of(&scenario, &result).alike_tp;
}

/* A prompt of 2048 tokens: a pass of fewer tokens sends less, even where it takes as long. */
static void the_sends_of_a_shorter_last_pass_are_not_like_the_others(void **state)
{
    (void)state;
    assert_false(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=500"));
    assert_false(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=2047"));
    assert_true(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=512"));
    assert_true(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=2048"));
    assert_true(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=3000"));
    assert_true(four_are_alike("mode=prefill prefill.tokens=2048 prefill.chunk=0"));
    assert_true(four_are_alike("mode=decode prefill.tokens=2048 prefill.chunk=500"));
}

static void sends_that_take_differently_long_are_not_alike(void **state)
{
    const struct scenario scenario = scenario_with("mode=decode");
    struct result result = {.mode = MODE_DECODE, .valid = true};
    (void)state;
    result.inference.tp = (struct traffic){.count = 4, .time = 4.001, .cost.seconds = 1};
    assert_false(account_of(&scenario, &result).alike_tp);
}

/* A figure that no row says takes longer is the same from both; any other only evaluate_all() has. */
static void expect_told(const struct metric *metric, const struct result *quick, const struct result *all)
{
    const double value = metric_get(metric, quick);
    const double whole = metric_get(metric, all);
    const bool same = value == whole || (isnan(value) && isnan(whole));
    if (metric->takes_longer ? !isnan(value) : !same) {
        fail_msg("%s is %g from evaluate(), %g from evaluate_all()", metric->key, value, whole);
    }
}

static void a_row_tells_whether_its_figure_takes_longer(void **state)
{
    uint64_t seed = 20;
    int longer = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct scenario scenario = random_scenario(&seed);
        if (i % 3 == 0) {
            randomise_serving(&scenario, &seed);
        }
        const struct result quick = evaluate(&scenario);
        const struct result all = evaluate_all(&scenario);
        for (int row = 0; row < metric_count; row++) {
            expect_told(&metrics[row], &quick, &all);
            longer += metrics[row].takes_longer && !isnan(metric_get(&metrics[row], &all));
        }
    }
    assert_true(longer > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sends_of_a_shorter_last_pass_are_not_like_the_others),
        cmocka_unit_test(sends_that_take_differently_long_are_not_alike),
        cmocka_unit_test(a_row_tells_whether_its_figure_takes_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
