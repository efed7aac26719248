/* test_decision.c: which part of a step decides between two. */
#include "core/decision.h"
#include "core/evaluate.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* What the winner loses by more than it gains elsewhere has not decided for it. */
static void the_winner_is_said_to_win_by_what_it_gains_in(void **state)
{
    const struct waits winner = {.part = {[PART_COMPUTE] = 6.0, [PART_TP] = 1.0, [PART_BUBBLE] = 2.5}};
    const struct waits other = {.part = {[PART_COMPUTE] = 6.5, [PART_TP] = 3.0, [PART_BUBBLE] = 0.2}};
    char text[DECISION_TEXT];
    (void)state;
    const struct decision decision = decision_between(&winner, &other);
    assert_string_equal(decision.metric, "tp.exposed");
    assert_true(decision.gain == 2.0 && decision.one == 1.0 && decision.other == 3.0);
    decision_print(&decision, decision.label, text, sizeof text);
    assert_string_equal(text, "TP all-reduce: 1.00 s against 3.00 s");
    assert_string_equal(decision_between(&other, &winner).metric, "pp.bubble");
    assert_true(decision_reversed(decision).one == 3.0 && decision_reversed(decision).gain == -2.0);
}

static void steps_that_are_alike_are_decided_by_nothing(void **state)
{
    const struct waits waits = {.part = {[PART_COMPUTE] = 6.0}};
    (void)state;
    assert_true(decision_between(&waits, &waits).gain == 0.0);
}

/* 0.3 s of head against none, and 0.2 s of layers the other way: the stage computes 0.1 s longer, no more. */
static void a_head_on_another_stage_counts_with_the_layers_beside_it(void **state)
{
    const struct waits with = {.part = {[PART_COMPUTE] = 5.8, [PART_HEAD] = 0.3, [PART_TP] = 1.0}};
    const struct waits without = {.part = {[PART_COMPUTE] = 6.0, [PART_TP] = 1.05}, .is_headless = true};
    (void)state;
    const struct decision decision = decision_between(&without, &with);
    assert_string_equal(decision.metric, "compute.time");
    assert_string_equal(decision.second, "head.time");
    assert_true(fabs(decision.gain - 0.1) < 1e-12);
    assert_string_equal(decision_between(&with, &without).metric, "tp.exposed");
    const struct waits plain = {.part = {[PART_COMPUTE] = 6.0, [PART_TP] = 1.0}};
    assert_string_equal(decision_between(&plain, &with).metric, "head.time");
    assert_null(decision_between(&plain, &with).second);
}

/* 126 layers on 16 stages: the first and the last have 7, and these take less than the 8 of the others, head included.
 * On 14 stages all have 9, and the last has the head besides. */
static void the_slowest_stage_of_a_pipeline_may_have_no_head(void **state)
{
    const struct scenario uneven = scenario_with("model.layers=126 cluster.gpus=128 tp=8 pp=16");
    const struct scenario even = scenario_with("model.layers=126 cluster.gpus=112 tp=8 pp=14");
    const struct result of_uneven = evaluate(&uneven);
    const struct result of_even = evaluate(&even);
    (void)state;
    assert_true(of_uneven.valid && of_even.valid);
    assert_true(waits_of(&of_uneven).is_headless);
    assert_false(waits_of(&of_even).is_headless);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_is_said_to_win_by_what_it_gains_in),
        cmocka_unit_test(steps_that_are_alike_are_decided_by_nothing),
        cmocka_unit_test(a_head_on_another_stage_counts_with_the_layers_beside_it),
        cmocka_unit_test(the_slowest_stage_of_a_pipeline_may_have_no_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
