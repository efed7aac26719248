/* test_whiteboard.c: the walk from the whiteboard to a scenario. */
#include "core/evaluate.h"
#include "core/whiteboard.h"
#include "scenario_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define OPENING "cluster.gpus=64 tp=8 zero=1 sp=on attention.kernel=flash3 "
#define BOARD "compute.model=flat link.basis=headline ring.model=flat scaleup.latency=0s nic.latency=0s"

static void the_walk_starts_on_the_whiteboard_and_ends_at_the_scenario(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(OPENING);
    const struct scenario board = scenario_with(OPENING BOARD);
    const struct whiteboard_walk walk = whiteboard_walk(&scenario);
    assert_int_equal(walk.count, WHITEBOARD_SETTINGS);
    assert_true(evaluate(&walk.start).training.step == evaluate(&board).training.step);
    assert_true(evaluate(&walk.stop[walk.count - 1].scenario).training.step == evaluate(&scenario).training.step);
    for (int i = 0; i < parameter_count; i++) {
        assert_true(parameter_get(&parameters[i], &walk.stop[walk.count - 1].scenario) ==
                    parameter_get(&parameters[i], &scenario));
    }
}

static void each_stop_changes_one_setting(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(OPENING);
    const struct whiteboard_walk walk = whiteboard_walk(&scenario);
    const struct scenario *before = &walk.start;
    for (int i = 0; i < walk.count; i++) {
        int changed = 0;
        for (int j = 0; j < parameter_count; j++) {
            changed += parameter_get(&parameters[j], before) != parameter_get(&parameters[j], &walk.stop[i].scenario);
        }
        assert_int_equal(changed, 1);
        before = &walk.stop[i].scenario;
    }
}

static void a_scenario_on_the_whiteboard_has_nowhere_to_walk(void **state)
{
    (void)state;
    const struct scenario board = scenario_with(OPENING BOARD);
    assert_int_equal(whiteboard_walk(&board).count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_walk_starts_on_the_whiteboard_and_ends_at_the_scenario),
        cmocka_unit_test(each_stop_changes_one_setting),
        cmocka_unit_test(a_scenario_on_the_whiteboard_has_nowhere_to_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
