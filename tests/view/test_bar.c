/* test_bar.c: the ruler of bars. The expected rows were written by hand. */
#include "view/bar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDTH = 41, BYTES = 4 * WIDTH + 1 };

static void expect_ruler(double full_scale, const char *expected)
{
    struct surface surface = surface_new(1, WIDTH);
    const struct bar_scale scale = {.column = 0, .width = WIDTH - 1, .full_scale = full_scale};
    char row[BYTES];
    surface.glyphs = &glyphs_unicode;
    surface_clear(&surface);
    bar_draw_ruler(&surface, 0, &scale);
    (void)surface_row_text(&surface, 0, row, sizeof row);
    assert_string_equal(row, expected);
    surface_free(&surface);
}

static void a_ruler_has_its_unit_at_the_end(void **state)
{
    (void)state;
    expect_ruler(10.0, "0       2       4       6       8   10 s ");
    expect_ruler(20.0, "0         5         10        15    20 s ");
}

static void the_unit_moves_to_the_start_rather_than_figures_go(void **state)
{
    (void)state;
    expect_ruler(0.1, "0 ms    20      40      60      80   100 ");
    expect_ruler(500.0, "0 s     100     200     300     400  500 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ruler_has_its_unit_at_the_end),
        cmocka_unit_test(the_unit_moves_to_the_start_rather_than_figures_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
