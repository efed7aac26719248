/* test_theme_colour.c: roles as colours, at each depth that terminals have. */
#include "view/theme_colour.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Rows of the table of colours: the default theme, and the dark sixteen. What is not named is the terminal's own. */
static struct theme dark_theme(void)
{
    struct theme theme = {.name = "dark"};
    for (int role = 0; role < ROLE_COUNT; role++) {
        theme.role[role] = (struct role_colour){.rgb = -1, .palette256 = -1, .palette16 = -1};
    }
    theme.role[ROLE_BG] = (struct role_colour){0x11151b, 233, -1, 0};
    theme.role[ROLE_TEXT] = (struct role_colour){0xd7dce3, 253, 7, 0};
    theme.role[ROLE_BRIGHT] = (struct role_colour){0xffffff, 231, 15, ATTRIBUTE_BOLD};
    theme.role[ROLE_FAINT] = (struct role_colour){0x465160, 239, 8, 0};
    theme.role[ROLE_BAND] = (struct role_colour){0x1b222c, 235, -1, 0};
    theme.role[ROLE_SELECT] = (struct role_colour){0x263241, 236, -1, ATTRIBUTE_REVERSE};
    theme.role[ROLE_HAND] = (struct role_colour){0xffcf5c, 221, 11, ATTRIBUTE_BOLD};
    theme.role[ROLE_INK] = (struct role_colour){0x0d1014, 233, 0, 0};
    theme.role[ROLE_WORK] = (struct role_colour){0x5aa7ff, 75, 12, 0};
    theme.role[ROLE_IDLE] = (struct role_colour){0x78838f, 244, 7, ATTRIBUTE_DIM};
    return theme;
}

/* The column "mono" of the same table. */
static struct theme mono_theme(void)
{
    struct theme theme = {.name = "mono"};
    for (int role = 0; role < ROLE_COUNT; role++) {
        theme.role[role] = (struct role_colour){.rgb = -1, .palette256 = -1, .palette16 = -1};
    }
    theme.role[ROLE_BRIGHT].attributes = ATTRIBUTE_BOLD;
    theme.role[ROLE_DIM].attributes = ATTRIBUTE_DIM;
    theme.role[ROLE_SELECT].attributes = ATTRIBUTE_REVERSE;
    theme.role[ROLE_HAND].attributes = ATTRIBUTE_BOLD | ATTRIBUTE_REVERSE;
    theme.role[ROLE_INK].attributes = ATTRIBUTE_REVERSE;
    theme.role[ROLE_BAD].attributes = ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE;
    return theme;
}

static void check(const struct theme *theme, enum colour_depth depth, struct style style, struct cell_colours expected)
{
    const struct cell_colours colours = theme_colours(theme, depth, style);
    assert_int_equal(colours.ink, expected.ink);
    assert_int_equal(colours.ground, expected.ground);
    assert_int_equal(colours.attributes, expected.attributes);
}

static void the_depth_is_what_the_terminal_reports(void **state)
{
    (void)state;
    assert_int_equal(depth_reported(-1, false), DEPTH_MONO);
    assert_int_equal(depth_reported(2, false), DEPTH_MONO);
    assert_int_equal(depth_reported(8, false), DEPTH_8);
    assert_int_equal(depth_reported(16, false), DEPTH_16);
    assert_int_equal(depth_reported(88, false), DEPTH_16);
    assert_int_equal(depth_reported(256, false), DEPTH_256);
    assert_int_equal(depth_reported(1 << 24, true), DEPTH_DIRECT);
    assert_int_equal(depth_reported(256, true), DEPTH_256);
    assert_int_equal(depth_reported(1 << 24, false), DEPTH_256);
}

static void with_256_colours_and_more_only_the_styles_own_attributes_count(void **state)
{
    (void)state;
    const struct theme theme = dark_theme();
    const struct style value = {.ink = ROLE_BRIGHT, .ground = ROLE_SELECT};
    check(&theme, DEPTH_256, value, (struct cell_colours){231, 236, 0});
    check(&theme, DEPTH_DIRECT, value, (struct cell_colours){0xffffff, 0x263241, 0});
    const struct style title = {.ink = ROLE_TEXT, .ground = ROLE_BG, .attributes = ATTRIBUTE_BOLD};
    check(&theme, DEPTH_256, title, (struct cell_colours){253, 233, ATTRIBUTE_BOLD});
}

static void with_16_colours_the_roles_attributes_are_added(void **state)
{
    (void)state;
    const struct theme theme = dark_theme();
    check(&theme, DEPTH_16, (struct style){.ink = ROLE_BRIGHT, .ground = ROLE_BAND},
          (struct cell_colours){15, -1, ATTRIBUTE_BOLD});
    check(&theme, DEPTH_16, (struct style){.ink = ROLE_INK, .ground = ROLE_WORK}, (struct cell_colours){0, 12, 0});
    check(&theme, DEPTH_16, (struct style){.ink = ROLE_IDLE, .ground = ROLE_BG},
          (struct cell_colours){7, -1, ATTRIBUTE_DIM});
}

/* Four inks stand in the row in focus: label, track, value, unit. In reverse each would be a ground of its own. */
static void the_row_in_focus_is_reversed_in_one_ink(void **state)
{
    (void)state;
    const struct theme theme = dark_theme();
    static const enum role inks[] = {ROLE_TEXT, ROLE_FAINT, ROLE_IDLE};
    for (size_t i = 0; i < sizeof inks / sizeof inks[0]; i++) {
        const struct style style = {.ink = inks[i], .ground = ROLE_SELECT};
        check(&theme, DEPTH_16, style, (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
        check(&theme, DEPTH_8, style, (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
        check(&theme, DEPTH_MONO, style, (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
    }
    check(&theme, DEPTH_16, (struct style){.ink = ROLE_HAND, .ground = ROLE_SELECT},
          (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE | ATTRIBUTE_BOLD});
}

static void eight_colours_say_bright_in_bold_and_never_draw_black_on_black(void **state)
{
    (void)state;
    const struct theme theme = dark_theme();
    check(&theme, DEPTH_8, (struct style){.ink = ROLE_HAND, .ground = ROLE_BG},
          (struct cell_colours){3, -1, ATTRIBUTE_BOLD});
    check(&theme, DEPTH_8, (struct style){.ink = ROLE_FAINT, .ground = ROLE_BG},
          (struct cell_colours){-1, -1, ATTRIBUTE_DIM});
    check(&theme, DEPTH_8, (struct style){.ink = ROLE_INK, .ground = ROLE_WORK}, (struct cell_colours){7, 4, 0});
    check(&theme, DEPTH_8, (struct style){.ink = ROLE_INK, .ground = ROLE_FAINT}, (struct cell_colours){0, 7, 0});
}

/* Contrast of black and white by WCAG 2, on xterm's palette: 11.6 and 1.8 on yellow, 2.2 and 9.4 on blue. */
static void words_on_a_bar_are_black_or_white_as_they_read(void **state)
{
    static const int white_on[] = {0, 1, 4, 5, 8};
    static const int black_on[] = {2, 3, 6, 7, 9, 10, 11, 12, 13, 14, 15};
    struct theme theme = dark_theme();
    const struct style words = {.ink = ROLE_INK, .ground = ROLE_ACT};
    (void)state;
    for (size_t i = 0; i < sizeof white_on / sizeof white_on[0]; i++) {
        theme.role[ROLE_ACT].palette16 = white_on[i];
        assert_int_equal(theme_colours(&theme, DEPTH_16, words).ink, 15);
    }
    for (size_t i = 0; i < sizeof black_on / sizeof black_on[0]; i++) {
        theme.role[ROLE_ACT].palette16 = black_on[i];
        assert_int_equal(theme_colours(&theme, DEPTH_16, words).ink, 0);
    }
}

static void a_theme_without_colour_is_mono_on_every_terminal(void **state)
{
    (void)state;
    const struct theme theme = mono_theme();
    static const enum colour_depth depths[] = {DEPTH_MONO, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_DIRECT};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        const enum colour_depth depth = depths[i];
        assert_int_equal(theme_depth(&theme, depth), DEPTH_MONO);
        check(&theme, depth, (struct style){.ink = ROLE_BRIGHT, .ground = ROLE_BAND},
              (struct cell_colours){-1, -1, ATTRIBUTE_BOLD});
        /* A chip and a segment of the step bar: every ground that has a meaning is reversed. */
        check(&theme, depth, (struct style){.ink = ROLE_INK, .ground = ROLE_HAND},
              (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
        check(&theme, depth, (struct style){.ink = ROLE_INK, .ground = ROLE_WORK},
              (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
        check(&theme, depth, (struct style){.ink = ROLE_DIM, .ground = ROLE_SELECT},
              (struct cell_colours){-1, -1, ATTRIBUTE_REVERSE});
        /* The name in the context line and the rule beside a chip are words of the hand, not chips. */
        check(&theme, depth, (struct style){.ink = ROLE_HAND, .ground = ROLE_BG},
              (struct cell_colours){-1, -1, ATTRIBUTE_BOLD});
        check(&theme, depth, (struct style){.ink = ROLE_BAD, .ground = ROLE_PANEL},
              (struct cell_colours){-1, -1, ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE});
    }
    const struct theme coloured = dark_theme();
    assert_int_equal(theme_depth(&coloured, DEPTH_8), DEPTH_8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_depth_is_what_the_terminal_reports),
        cmocka_unit_test(with_256_colours_and_more_only_the_styles_own_attributes_count),
        cmocka_unit_test(with_16_colours_the_roles_attributes_are_added),
        cmocka_unit_test(the_row_in_focus_is_reversed_in_one_ink),
        cmocka_unit_test(eight_colours_say_bright_in_bold_and_never_draw_black_on_black),
        cmocka_unit_test(words_on_a_bar_are_black_or_white_as_they_read),
        cmocka_unit_test(a_theme_without_colour_is_mono_on_every_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
