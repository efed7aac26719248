/* test_identity.c: figures that add up to another one. */
#include "core/evaluate.h"
#include "core/identity.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect_total(const char *key, const char *total, int count)
{
    const struct identity identity = identity_of(metric_find(key));
    if (identity.total == NULL || strcmp(identity.total->key, total) != 0 || identity.count != count) {
        fail_msg("%s: got %d summands of %s, expected %d of %s", key, identity.count,
                 identity.total == NULL ? "nothing" : identity.total->key, count, total);
    }
}

static void a_figure_belongs_to_the_smallest_sum(void **state)
{
    (void)state;
    expect_total("dp.exposed", "dp.time", 2);
    expect_total("dp.time", "dp.time", 2);
    expect_total("compute.forward", "compute.time", 3);
    expect_total("jitter.time", "step.time", 13);
    expect_total("memory.logits", "memory.total", 7);
    assert_null(identity_of(metric_find("mfu")).total);
    assert_null(identity_of(metric_find("params.total")).total); /* its template says more than a sum */
}

static void every_sum_holds_in_every_kind_of_step(void **state)
{
    static const char *const steps[] = {
        "tp=4 zero=0",
        "tp=4 pp=4 zero=1 recompute=full",
        "tp=4 zero=3 recompute=selective",
        "tp=4 pp=2 zero=2 compute.model=flat",
    };
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const struct scenario scenario = scenario_with(steps[i]);
        const struct result result = evaluate_all(&scenario);
        assert_true(result.valid);
        for (int row = 0; row < metric_count; row++) {
            const struct identity identity = identity_of(&metrics[row]);
            if (identity.total == NULL || identity.total->kind != METRIC_QUANTITY) {
                continue;
            }
            const struct identity_check check = identity_check(&identity, &result);
            if (!isnan(check.total) && !check.holds) {
                fail_msg("%s, %s: %.12g, its parts %.12g", steps[i], identity.total->key, check.total, check.sum);
            }
        }
    }
}

static void a_part_that_is_missing_is_found_out(void **state)
{
    const struct scenario scenario = scenario_with("tp=4 zero=0");
    struct result result = evaluate(&scenario);
    const struct identity identity = identity_of(metric_find("step.time"));
    (void)state;
    assert_true(identity_check(&identity, &result).holds);
    result.training.optimizer = 0.0;
    assert_false(identity_check(&identity, &result).holds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_belongs_to_the_smallest_sum),
        cmocka_unit_test(every_sum_holds_in_every_kind_of_step),
        cmocka_unit_test(a_part_that_is_missing_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
