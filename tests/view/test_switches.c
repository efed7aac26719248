/* test_switches.c: the overlap row, whose two switches are one value to the keys. */
#include "hand.h"
#include "view/update.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The row of two switches counts through their four states, DP first; one undo takes back a step, r all of them. */
static void the_overlap_row_steps_through_both_switches(void **state)
{
    static const struct {
        bool dp, tp;
    } states[] = {{false, true}, {true, true}, {false, false}, {true, false}};
    struct app *app = hand_start(120, 40);
    (void)state;
    assert_true(update_focus_parameter(app, parameter_find("overlap.dp")));
    assert_true(app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == 0);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        hand_keys(app, "<Right>");
        assert_int_equal(app->now.strategy.overlap_dp, states[i].dp);
        assert_int_equal(app->now.strategy.overlap_tp != 0, states[i].tp);
    }
    hand_keys(app, "<Left>"); /* back past the first state */
    assert_true(!app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == 0);
    hand_keys(app, "<Left><Left>");
    assert_true(!app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == OVERLAP_TP_BACKWARD);
    hand_keys(app, "u");
    assert_true(app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == OVERLAP_TP_BACKWARD);
    hand_keys(app, "r");
    assert_true(app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == 0);
    hand_keys(app, " ");
    assert_true(!app->now.strategy.overlap_dp && app->now.strategy.overlap_tp == OVERLAP_TP_BACKWARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(the_overlap_row_steps_through_both_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
