/* test_draw.c: what all parts of the screen are drawn with. */
#include "view/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Rounding never adds a digit: 9.996 is 10.0, not 10.00. */
static void a_ratio_has_three_digits(void **state)
{
    static const struct {
        double ratio;
        const char *text;
    } given[] = {
        {0.0042, "×0.00"}, {0.5, "×0.50"},   {1.0, "×1.00"},  {1.2, "×1.20"},  {9.994, "×9.99"},
        {9.996, "×10.0"},  {42.13, "×42.1"}, {99.96, "×100"}, {197.4, "×197"}, {12345.0, "×12345"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        char text[32];
        draw_ratio_text(given[i].ratio, text, sizeof text);
        assert_string_equal(text, given[i].text);
    }
}

static void half_a_percent_is_no_difference(void **state)
{
    (void)state;
    assert_false(draw_ratio_differs(1.0));
    assert_false(draw_ratio_differs(1.004));
    assert_false(draw_ratio_differs(0.996));
    assert_true(draw_ratio_differs(1.006));
    assert_true(draw_ratio_differs(0.99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ratio_has_three_digits),
        cmocka_unit_test(half_a_percent_is_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
