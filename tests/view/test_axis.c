/* test_axis.c: scales of 1, 2 and 5 that hold still. The expected values were worked by hand. */
#include "view/axis.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka compares floats only. */
static void expect_close(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance)) {
        fail_msg("got %.17g, expected %.17g", got, expected);
    }
}

static void expect_scale(double longest, double expected)
{
    const double got = axis_scale_for(longest);
    if (fabs(got - expected) > 1e-12 * expected) {
        fail_msg("scale for %g: got %g, expected %g", longest, got, expected);
    }
}

static void the_scale_is_the_next_of_one_two_and_five(void **state)
{
    (void)state;
    expect_scale(8.12, 10.0);
    expect_scale(10.0, 10.0);
    expect_scale(10.2, 20.0);
    expect_scale(1.1, 2.0);
    expect_scale(2.0, 2.0);
    expect_scale(2.1, 5.0);
    expect_scale(0.083, 0.1);
    expect_scale(3e-6, 5e-6);
    expect_scale(0.0, 1.0);
    expect_scale(NAN, 1.0);
}

static double follow(double *scale, double longest, enum axis_motion motion)
{
    const struct axis axis = axis_follow((struct axis){.full_scale = *scale}, longest, motion);
    *scale = axis.full_scale;
    return axis.full_scale;
}

static void it_grows_at_once_and_shrinks_only_below_four_fifths_of_the_next_smaller(void **state)
{
    double scale = 0.0;
    (void)state;
    expect_close(follow(&scale, 8.0, AXIS_GROWS_AND_SHRINKS), 10.0, 1e-12);
    expect_close(follow(&scale, 4.1, AXIS_GROWS_AND_SHRINKS), 10.0, 1e-12); /* 5 shrinks below 4.0 */
    expect_close(follow(&scale, 3.9, AXIS_GROWS_AND_SHRINKS), 5.0, 1e-12);
    expect_close(follow(&scale, 1.7, AXIS_GROWS_AND_SHRINKS), 5.0, 1e-12); /* 2 shrinks below 1.6 */
    expect_close(follow(&scale, 1.5, AXIS_GROWS_AND_SHRINKS), 2.0, 1e-12);
    expect_close(follow(&scale, 2.1, AXIS_GROWS_AND_SHRINKS), 5.0, 1e-12);
    expect_close(follow(&scale, 0.03, AXIS_GROWS_AND_SHRINKS), 0.05, 1e-12); /* 0.02 shows 0.03 no more */
}

static void while_the_button_is_down_it_may_only_grow(void **state)
{
    double scale = 10.0;
    (void)state;
    expect_close(follow(&scale, 0.5, AXIS_GROWS), 10.0, 1e-12);
    expect_close(follow(&scale, 11.0, AXIS_GROWS), 20.0, 1e-12);
}

static void a_frozen_axis_does_neither(void **state)
{
    const struct axis frozen = {.full_scale = 10.0, .frozen = true};
    (void)state;
    expect_close(axis_follow(frozen, 100.0, AXIS_GROWS_AND_SHRINKS).full_scale, 10.0, 0.0);
    expect_close(axis_follow(frozen, 0.1, AXIS_GROWS_AND_SHRINKS).full_scale, 10.0, 0.0);
}

static void a_slider_moved_to_and_fro_does_not_make_it_jump(void **state)
{
    double scale = 10.0;
    (void)state;
    for (int i = 0; i < 100; i++) {
        expect_close(follow(&scale, i % 2 == 0 ? 4.9 : 5.1, AXIS_GROWS_AND_SHRINKS), 10.0, 1e-12);
    }
}

static void what_is_put_back_where_it_was_taken_up_has_the_scale_that_it_had(void **state)
{
    struct axis axis = axis_follow((struct axis){.frozen = false}, 8.8, AXIS_GROWS_AND_SHRINKS);
    (void)state;
    axis = axis_take_up(axis);
    expect_close(axis_scale_before(&axis), 0.0, 0.0);
    axis = axis_follow(axis, 23.0, AXIS_GROWS_AND_SHRINKS);
    expect_close(axis.full_scale, 50.0, 1e-12);
    expect_close(axis_scale_before(&axis), 10.0, 1e-12);
    axis = axis_follow(axis, 8.9, AXIS_GROWS_AND_SHRINKS);
    expect_close(axis.full_scale, 20.0, 1e-12); /* longer than before: 10 would follow below 8 */
    axis = axis_follow(axis, 8.8, AXIS_GROWS_AND_SHRINKS);
    expect_close(axis.full_scale, 10.0, 1e-12);
    expect_close(axis_scale_before(&axis), 0.0, 0.0);
}

static void what_is_taken_up_anew_does_not_go_back_to_an_older_scale(void **state)
{
    struct axis axis = axis_follow((struct axis){.frozen = false}, 8.8, AXIS_GROWS_AND_SHRINKS);
    (void)state;
    axis = axis_follow(axis_take_up(axis), 12.0, AXIS_GROWS_AND_SHRINKS);
    axis = axis_follow(axis_take_up(axis), 8.8, AXIS_GROWS_AND_SHRINKS);
    expect_close(axis.full_scale, 20.0, 1e-12);
    expect_close(axis_scale_before(&axis), 0.0, 0.0);
}

static void another_picture_has_no_scale_before(void **state)
{
    struct axis axis = axis_follow((struct axis){.frozen = false}, 12.0, AXIS_GROWS_AND_SHRINKS);
    (void)state;
    axis = axis_follow(axis_forget(axis), 8.8, AXIS_GROWS_AND_SHRINKS);
    expect_close(axis.full_scale, 10.0, 1e-12);
    expect_close(axis_scale_before(&axis), 0.0, 0.0);
    axis = axis_follow(axis, 23.0, AXIS_GROWS_AND_SHRINKS);
    axis = axis_follow(axis, 8.8, AXIS_GROWS_AND_SHRINKS); /* and is one that can be gone back to */
    expect_close(axis.full_scale, 10.0, 1e-12);
}

static void divisions_are_five_four_and_five(void **state)
{
    (void)state;
    assert_int_equal(axis_divisions(1.0), 5);
    assert_int_equal(axis_divisions(20.0), 4);
    assert_int_equal(axis_divisions(0.5), 5);
    assert_int_equal(axis_divisions(2e-3), 4);
}

static void the_unit_follows_the_full_scale(void **state)
{
    (void)state;
    assert_string_equal(axis_time_unit(1.0).name, "s");
    assert_string_equal(axis_time_unit(0.5).name, "ms");
    assert_string_equal(axis_time_unit(1e-3).name, "ms");
    assert_string_equal(axis_time_unit(5e-4).name, "µs");
    assert_string_equal(axis_time_unit(1e-9).name, "µs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scale_is_the_next_of_one_two_and_five),
        cmocka_unit_test(it_grows_at_once_and_shrinks_only_below_four_fifths_of_the_next_smaller),
        cmocka_unit_test(while_the_button_is_down_it_may_only_grow),
        cmocka_unit_test(a_frozen_axis_does_neither),
        cmocka_unit_test(a_slider_moved_to_and_fro_does_not_make_it_jump),
        cmocka_unit_test(what_is_put_back_where_it_was_taken_up_has_the_scale_that_it_had),
        cmocka_unit_test(what_is_taken_up_anew_does_not_go_back_to_an_older_scale),
        cmocka_unit_test(another_picture_has_no_scale_before),
        cmocka_unit_test(divisions_are_five_four_and_five),
        cmocka_unit_test(the_unit_follows_the_full_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
