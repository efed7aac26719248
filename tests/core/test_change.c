/* test_change.c: settings that would make a step quicker, or that explain a measured one. */
#include "core/change.h"
#include "core/evaluate.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RUN_70B LLAMA_3_70B H100 "cluster.gpus=64 tp=8 sp=on zero=1 seq_len=8192 global_batch=64 "

static const struct change *change_of(const struct changes *changes, const char *key)
{
    for (int i = 0; i < changes->count; i++) {
        if (strcmp(changes->row[i].parameter->key, key) == 0) {
            return &changes->row[i];
        }
    }
    return NULL;
}

/* Who runs with another setting than was typed measures the step of that setting. */
static void the_setting_that_differs_explains_the_step(void **state)
{
    static const char *const differing[] = {"recompute=full",        "attention.kernel=unfused",
                                            "execution.style=eager", "nic.per_node=1",
                                            "precision=fp8",         "dropout=on"};
    (void)state;
    for (size_t i = 0; i < sizeof differing / sizeof differing[0]; i++) {
        const struct scenario scenario = scenario_with(RUN_70B "gpu.hbm_capacity=200GB");
        const struct scenario run = scenario_changed(&scenario, differing[i]);
        const struct result result = evaluate(&scenario);
        const double measured = evaluate(&run).step;
        const struct changes found = changes_explaining(&scenario, &result, measured);
        char key[40];
        (void)snprintf(key, sizeof key, "%.*s", (int)strcspn(differing[i], "="), differing[i]);
        const bool near = fabs(result.step / measured - 1) <= CHANGE_NEAR;
        const struct change *change = change_of(&found, key);
        if (near ? found.count != 0 : change == NULL || change->step != measured) {
            fail_msg("%s: not among %d explanations of %g s", differing[i], found.count, measured);
        }
    }
}

static void a_step_as_forecast_needs_no_explanation_and_a_strange_one_has_none(void **state)
{
    const struct scenario scenario = scenario_with(RUN_70B);
    const struct result result = evaluate(&scenario);
    (void)state;
    assert_int_equal(changes_explaining(&scenario, &result, 1.05 * result.step).count, 0);
    assert_int_equal(changes_explaining(&scenario, &result, 50 * result.step).count, 0);
}

/* What is promised is what the changed scenario gives, the best first, one row for a setting, and it still fits. */
static void expect_kept(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    const struct changes quicker = changes_quicker(&scenario, &result);
    assert_true(quicker.count > 0);
    for (int i = 0; i < quicker.count; i++) {
        struct scenario changed = scenario;
        parameter_set(quicker.row[i].parameter, &changed, quicker.row[i].value);
        const struct result with = evaluate(&changed);
        assert_true(with.step == quicker.row[i].step && with.step < (1 - CHANGE_WORTH) * result.step);
        assert_true(with.memory.fits || !result.memory.fits);
        assert_true(i == 0 || quicker.row[i - 1].step <= quicker.row[i].step);
        assert_ptr_equal(change_of(&quicker, quicker.row[i].parameter->key), &quicker.row[i]);
    }
}

static void what_is_promised_is_kept(void **state)
{
    (void)state;
    expect_kept(RUN_70B "recompute=full");
    expect_kept(RUN_70B "recompute=full overlap.dp=off nic.bandwidth=100Gb/s attention.kernel=unfused "
                        "execution.style=eager gradients.precision=fp32 accumulation.fused=off");
    expect_kept(QWEN3_30B_A3B H100 "cluster.gpus=16 tp=1 ep=16 zero=1 seq_len=4096 global_batch=512");
}

/* Ampere has no fp8: nobody is told to switch to it. */
static void no_precision_is_proposed_that_the_card_has_not(void **state)
{
    const struct scenario scenario = scenario_with(LLAMA_3_70B A100 "cluster.gpus=64 tp=8 sp=on zero=1");
    const struct result result = evaluate(&scenario);
    const struct changes quicker = changes_quicker(&scenario, &result);
    (void)state;
    assert_null(change_of(&quicker, "precision"));
}

/* Who typed a precision that the card has not is still told of other settings. */
static void other_settings_are_proposed_beside_such_a_precision(void **state)
{
    static const char *const precisions[] = {"precision=fp8", "precision=nvfp4"};
    (void)state;
    for (size_t i = 0; i < sizeof precisions / sizeof precisions[0]; i++) {
        const struct scenario bf16 = scenario_with(LLAMA_3_70B A100 "cluster.gpus=64 tp=8 sp=on zero=1 recompute=full");
        const struct scenario scenario = scenario_changed(&bf16, precisions[i]);
        const struct result result = evaluate(&scenario);
        const struct changes quicker = changes_quicker(&scenario, &result);
        assert_non_null(change_of(&quicker, "recompute"));
    }
}

static void explanations_are_a_sentence_that_ends_where_its_room_does(void **state)
{
    const struct changes changes = {
        .row = {{.parameter = parameter_find("recompute"), .value = RECOMPUTE_FULL, .step = 11.7},
                {.parameter = parameter_find("nic.per_node"), .value = 1, .step = 9.3}},
        .count = 2,
    };
    char text[200];
    char little[20];
    (void)state;
    changes_print(text, sizeof text, &changes);
    changes_print(little, sizeof little, &changes);
    assert_string_equal(text, "One setting alone would bring the forecast there: recompute=full (11.7 s), "
                              "nic.per_node=1 (9.30 s).");
    assert_string_equal(little, "One setting alone w");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_setting_that_differs_explains_the_step),
        cmocka_unit_test(a_step_as_forecast_needs_no_explanation_and_a_strange_one_has_none),
        cmocka_unit_test(what_is_promised_is_kept),
        cmocka_unit_test(no_precision_is_proposed_that_the_card_has_not),
        cmocka_unit_test(other_settings_are_proposed_beside_such_a_precision),
        cmocka_unit_test(explanations_are_a_sentence_that_ends_where_its_room_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
