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

/* What is drawn in so many columns of a row. */
static const char *drawn(int (*draw)(struct surface *surface, int end), int end)
{
    static char text[64];
    struct surface surface = surface_new(1, 12);
    (void)draw(&surface, end);
    (void)surface_row_text(&surface, 0, text, sizeof text);
    surface_free(&surface);
    return text;
}

static int draw_three_clauses(struct surface *surface, int end)
{
    return draw_clauses(surface, 0, 0, end, "one, two · 3", ink(ROLE_TEXT));
}

static void clauses_are_left_out_whole_from_the_end(void **state)
{
    (void)state;
    assert_string_equal(drawn(draw_three_clauses, 12), "one, two · 3");
    assert_string_equal(drawn(draw_three_clauses, 11), "one, two    ");
    assert_string_equal(drawn(draw_three_clauses, 7), "one         ");
    assert_string_equal(drawn(draw_three_clauses, 2), "o…          "); /* of the first its beginning */
}

static int draw_two_pieces(struct surface *surface, int end)
{
    const struct piece pieces[] = {{"12.4 ms", ink(ROLE_TEXT)}, {" 14 %", ink(ROLE_DIM)}, {NULL, ink(ROLE_TEXT)}};
    return draw_whole_pieces(surface, 0, 0, end, pieces);
}

static void a_figure_is_drawn_whole_or_not_at_all(void **state)
{
    (void)state;
    assert_string_equal(drawn(draw_two_pieces, 12), "12.4 ms 14 %");
    assert_string_equal(drawn(draw_two_pieces, 11), "12.4 ms     ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ratio_has_three_digits),
        cmocka_unit_test(half_a_percent_is_no_difference),
        cmocka_unit_test(clauses_are_left_out_whole_from_the_end),
        cmocka_unit_test(a_figure_is_drawn_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
