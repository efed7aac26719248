/* test_surface.c: a grid to draw on, at any place, with any text. */
#include "view/surface.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 3, COLUMNS = 10 };

static const struct style plain = {.ink = ROLE_TEXT, .ground = ROLE_BG};
static const struct style loud = {.ink = ROLE_HAND, .ground = ROLE_SELECT, .attributes = ATTRIBUTE_BOLD};

static struct surface blank(void)
{
    return surface_new(ROWS, COLUMNS);
}

/* A row holds the text. */
static void check_row(const struct surface *surface, int row, const char *expected)
{
    char text[4 * COLUMNS + 1];
    const size_t length = surface_row_text(surface, row, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void check_text(const char *text, int width, const char *expected, int column_after)
{
    struct surface surface = blank();
    assert_int_equal(surface_text(&surface, 1, 1, width, text, plain), column_after);
    check_row(&surface, 1, expected);
    check_row(&surface, 0, "          ");
    surface_free(&surface);
}

static void a_text_stands_where_it_is_put(void **state)
{
    (void)state;
    check_text("NIC", 5, " NIC      ", 4);
    check_text("5.00 µs", 9, " 5.00 µs  ", 8);
    check_text("", 5, "          ", 1);
    check_text("NIC", 0, "          ", 1);
    check_text("NIC", -3, "          ", 1);
}

static void a_text_that_is_too_long_ends_in_an_ellipsis(void **state)
{
    (void)state;
    check_text("abcdef", 6, " abcdef   ", 7);
    check_text("abcdefg", 6, " abcde…   ", 7);
    check_text("abcdefg", 1, " …        ", 2);
    /* A wide character is not cut in two. */
    check_text("a中文字", 5, " a中…     ", 6);
    check_text("中文", 3, " 中…      ", 4);
    /* Nor is a word, where half of the room or more stays in use. */
    check_text("abc defgh", 8, " abc…     ", 9);
    /* A number does not lose its unit. */
    check_text("abcd 80 GB", 9, " abcd…    ", 10);
    check_text("ab cdefghijk", 8, " ab cdef… ", 9);
    check_text("中文", 2, " …        ", 3);
}

static void what_only_leads_on_to_the_rest_is_cut_with_it(void **state)
{
    (void)state;
    check_text("abcd · efgh", 8, " abcd…    ", 9);
    check_text("abcd, efgh", 8, " abcd…    ", 9);
    check_text("abcd + efgh", 8, " abcd…    ", 9);
    check_text("abcd; efgh", 8, " abcd…    ", 9);
}

static void control_and_combining_characters_take_no_place(void **state)
{
    (void)state;
    check_text("a\033[31mb\tc\x7F", 9, " a[31mbc  ", 8);
    check_text("e\xCC\x81t\xE2\x80\x8B!", 9, " et!      ", 4);
    check_text("x\xC2\x9By", 9, " xy       ", 3); /* C1 control sequence introducer */
}

static void what_is_no_utf8_becomes_the_replacement_character(void **state)
{
    (void)state;
    check_text("a\xFF"
               "b\xC3",
               9,
               " a\xEF\xBF\xBD"
               "b\xEF\xBF\xBD     ",
               5);
}

static void a_wide_character_takes_two_cells_and_goes_as_a_whole(void **state)
{
    (void)state;
    struct surface surface = blank();
    assert_int_equal(surface_text(&surface, 0, 0, 10, "中文", plain), 4);
    assert_int_equal(surface_at(&surface, 0, 0).glyph, 0x4E2D);
    assert_int_equal(surface_at(&surface, 0, 1).glyph, 0);
    surface_put(&surface, 0, 1, 'x', plain); /* over its second half */
    check_row(&surface, 0, " x文      ");
    surface_put(&surface, 0, 2, 'y', plain); /* over the first half of the other */
    check_row(&surface, 0, " xy       ");
    surface_put(&surface, 0, 9, 0x4E2D, plain); /* half of it would be outside */
    check_row(&surface, 0, " xy       ");
    surface_free(&surface);
}

/* Under the address sanitizer this is the proof that drawing is safe at every place. */
static void nothing_is_drawn_beyond_the_edge(void **state)
{
    (void)state;
    static const int places[] = {INT_MIN / 2, -100, -1, 0, 1, 2, 3, 9, 10, 100, INT_MAX / 2};
    enum { PLACES = sizeof places / sizeof places[0] };
    for (int rows = 0; rows <= 2; rows++) {
        for (int columns = 0; columns <= 3; columns++) {
            struct surface surface = surface_new(rows, columns);
            for (int i = 0; i < PLACES * PLACES; i++) {
                const int row = places[i / PLACES], column = places[i % PLACES];
                surface_put(&surface, row, column, 0x4E2D, plain);
                surface_text(&surface, row, column, places[i % PLACES], "a中bc", plain);
                surface_text(&surface, row, column, INT_MAX, "a中bc", plain);
                surface_fill(&surface, (struct rectangle){row, column, places[i % PLACES], INT_MAX}, '#', plain);
                assert_true(surface_at(&surface, row, column).glyph < 0x110000);
            }
            surface_dim(&surface);
            surface_clear(&surface);
            surface_free(&surface);
        }
    }
    struct surface none = surface_new(-1, -5);
    assert_int_equal(none.rows, 0);
    assert_int_equal(none.columns, 0);
    surface_free(&none);
}

static void filling_touches_the_rectangle_and_nothing_else(void **state)
{
    (void)state;
    struct surface surface = blank();
    surface_fill(&surface, (struct rectangle){.row = 1, .column = 8, .rows = 5, .columns = 5}, '#', loud);
    check_row(&surface, 0, "          ");
    check_row(&surface, 1, "        ##");
    check_row(&surface, 2, "        ##");
    assert_int_equal(surface_at(&surface, 1, 8).style.ground, ROLE_SELECT);
    assert_int_equal(surface_at(&surface, 1, 7).style.ground, ROLE_BG);
    surface_free(&surface);
}

static void dimming_keeps_the_glyphs_in_one_faint_ink(void **state)
{
    (void)state;
    struct surface surface = blank();
    surface_text(&surface, 0, 0, 10, "Topology", loud);
    surface_dim(&surface);
    check_row(&surface, 0, "Topology  ");
    const struct style style = surface_at(&surface, 0, 0).style;
    assert_int_equal(style.ink, ROLE_FAINT);
    assert_int_equal(style.ground, ROLE_BG);
    assert_int_equal(style.attributes, 0);
    surface_free(&surface);
}

static void on_an_ascii_surface_every_cell_is_ascii(void **state)
{
    (void)state;
    struct surface surface = surface_new(1, 40);
    surface.glyphs = &glyphs_ascii;
    surface_text(&surface, 0, 0, 40, "8× DGX · 5 µs ▸━◆─ 中é\xFF", plain);
    char text[200];
    surface_row_text(&surface, 0, text, sizeof text);
    assert_string_equal(text, "8x DGX . 5 us >=#- ???                  ");
    surface_text(&surface, 0, 0, 4, "abcdef", plain);
    surface_row_text(&surface, 0, text, sizeof text);
    assert_memory_equal(text, "abc>", 4);
    surface_free(&surface);
}

static void a_row_is_cut_between_characters_where_the_room_ends(void **state)
{
    (void)state;
    struct surface surface = blank();
    surface_text(&surface, 0, 0, 10, "µµµ", plain);
    char text[6];
    assert_int_equal(surface_row_text(&surface, 0, text, sizeof text), 4);
    assert_string_equal(text, "µµ");
    surface_free(&surface);
}

static void a_rectangle_holds_its_cells_and_none_beside_them(void **state)
{
    const struct rectangle area = {.row = 2, .column = 5, .rows = 3, .columns = 4};
    (void)state;
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 12; column++) {
            const bool within = (row == 2 || row == 3 || row == 4) && column >= 5 && column <= 8;
            assert_int_equal(rectangle_holds(area, row, column), within);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_holds_its_cells_and_none_beside_them),
        cmocka_unit_test(a_text_stands_where_it_is_put),
        cmocka_unit_test(a_text_that_is_too_long_ends_in_an_ellipsis),
        cmocka_unit_test(what_only_leads_on_to_the_rest_is_cut_with_it),
        cmocka_unit_test(control_and_combining_characters_take_no_place),
        cmocka_unit_test(what_is_no_utf8_becomes_the_replacement_character),
        cmocka_unit_test(a_wide_character_takes_two_cells_and_goes_as_a_whole),
        cmocka_unit_test(nothing_is_drawn_beyond_the_edge),
        cmocka_unit_test(filling_touches_the_rectangle_and_nothing_else),
        cmocka_unit_test(dimming_keeps_the_glyphs_in_one_faint_ink),
        cmocka_unit_test(on_an_ascii_surface_every_cell_is_ascii),
        cmocka_unit_test(a_row_is_cut_between_characters_where_the_room_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
