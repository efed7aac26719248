/* test_terminals.c: terminals, locales and colours as they are found on login nodes. */
#include "tui.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>

#include <cmocka.h>

/* ---- TERM */

static void check_draws(const struct tui_options *options)
{
    struct tui tui;
    tui_open(&tui, options);
    tui_wait_text(&tui, "ringside");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

static void it_draws_on_the_terminals_of_login_nodes(void **state)
{
    (void)state;
    static const char *const terms[] = {
        "xterm", "xterm-256color", "screen", "screen-256color", "tmux", "tmux-256color", "linux",
        "vt100", "rxvt",           "ansi"};
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        check_draws(&(struct tui_options){.term = terms[i]});
    }
}

static void a_terminal_that_is_not_known_here_is_taken_for_xterm_and_it_says_so(void **state)
{
    (void)state;
    static const char *const terms[] = {"xterm-no-such-terminal", ""};
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        struct tui tui;
        tui_open(&tui, &(struct tui_options){.term = terms[i]});
        assert_true(tui.mode[1049]);
        tui_wait_text(&tui, "ringside");
        tui_type(&tui, "q");
        assert_int_equal(tui_wait_end(&tui), 0);
        /* Back on the ordinary screen, the line that was written before. */
        char expected[100];
        snprintf(expected, sizeof expected, "TERM=%s is not known", terms[i]);
        tui_wait_text(&tui, expected);
        tui_free(&tui);
    }
}

static void a_terminal_that_cannot_place_the_cursor_is_refused_by_name(void **state)
{
    (void)state;
    struct tui tui;
    tui_start(&tui, &(struct tui_options){.term = "dumb"});
    const int status = tui_wait_end(&tui);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    assert_true(tui_find_row(&tui, "TERM=dumb") >= 0);
    assert_int_equal(tui.frame, 0);
    tui_check_restored(&tui);
    tui_free(&tui);
}

/* ---- Colours */

/* Cells of the screen that are drawn in a colour, and in reverse. */
struct census {
    int coloured, reversed, highest_index, direct;
};

static void count_colour(struct census *census, const VTermColor *colour)
{
    if (VTERM_COLOR_IS_INDEXED(colour) && colour->indexed.idx > census->highest_index) {
        census->highest_index = colour->indexed.idx;
    }
}

static struct census take_census(const struct tui *tui)
{
    struct census census = {0};
    for (int row = 0; row < tui->rows; row++) {
        for (int column = 0; column < tui->columns; column++) {
            const VTermScreenCell cell = tui_cell(tui, row, column);
            census.coloured += tui_is_coloured(&cell);
            census.reversed += cell.attrs.reverse;
            if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)) {
                count_colour(&census, &cell.fg);
                census.direct += VTERM_COLOR_IS_RGB(&cell.fg);
            }
            if (!VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)) {
                count_colour(&census, &cell.bg);
            }
        }
    }
    return census;
}

static struct census census_with(const struct tui_options *options)
{
    struct tui tui;
    tui_open(&tui, options);
    const struct census census = take_census(&tui);
    tui_type(&tui, "q");
    tui_end(&tui, 0);
    return census;
}

static void colours_are_of_the_palette_that_the_terminal_reports(void **state)
{
    (void)state;
    const struct census many = census_with(&(struct tui_options){.term = "xterm-256color"});
    assert_true(many.coloured > 80);
    assert_in_range(many.highest_index, 16, 255);
    const struct census eight = census_with(&(struct tui_options){.term = "screen"});
    assert_true(eight.coloured > 20);
    assert_in_range(eight.highest_index, 1, 7);
    /* The row in focus and the pane in focus are told apart without a colour. */
    assert_true(eight.reversed > 10);
}

static void a_terminal_without_colour_shows_the_focus_in_reverse(void **state)
{
    (void)state;
    const struct census census = census_with(&(struct tui_options){.term = "vt100"});
    assert_int_equal(census.coloured, 0);
    assert_true(census.reversed > 10);
}

static void no_color_is_heard_and_an_empty_one_is_not(void **state)
{
    (void)state;
    const struct census none = census_with(&(struct tui_options){.setting = {"NO_COLOR=1"}});
    assert_int_equal(none.coloured, 0);
    assert_true(none.reversed > 10);
    const struct census empty = census_with(&(struct tui_options){.setting = {"NO_COLOR="}});
    assert_true(empty.coloured > 80);
    const struct census asked =
        census_with(&(struct tui_options){.setting = {"NO_COLOR=1"}, .word = {"--theme", "default"}});
    assert_true(asked.coloured > 80);
}

/* ---- Locale */

static bool is_ascii(const struct tui *tui)
{
    for (int row = 0; row < tui->rows; row++) {
        for (int column = 0; column < tui->columns; column++) {
            if (tui_cell(tui, row, column).chars[0] >= 0x7F) {
                return false;
            }
        }
    }
    return true;
}

static bool draws_ascii(const struct tui_options *options)
{
    struct tui tui;
    tui_open(&tui, options);
    const bool ascii = is_ascii(&tui);
    tui_wait_text(&tui, "ringside");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
    return ascii;
}

/* The same screen as with --ascii, cell by cell: not one with a question mark for each glyph. */
static void check_same_as_ascii(struct tui *reference, const char *locale)
{
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.locale = locale});
    assert_true(is_ascii(&tui));
    for (int row = 0; row < tui.rows; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(reference, row));
        assert_string_equal(tui_row(&tui, row), expected);
    }
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

static void without_a_utf8_locale_the_screen_is_that_of_ascii(void **state)
{
    (void)state;
    static const char *const locales[] = {"C", "POSIX", "xx_YY.UTF-8", "de_DE.ISO-8859-1", ""};
    struct tui reference;
    tui_open(&reference, &(struct tui_options){.word = {"--ascii"}});
    assert_true(is_ascii(&reference));
    tui_wait_row(&reference, ">NIC ", "#");
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        check_same_as_ascii(&reference, locales[i]);
    }
    tui_type(&reference, "q");
    tui_end(&reference, 0);
}

static void utf8_is_drawn_where_the_locale_or_the_user_says_so(void **state)
{
    (void)state;
    assert_false(draws_ascii(&(struct tui_options){.locale = "C.UTF-8"}));
    assert_false(draws_ascii(&(struct tui_options){.locale = "", .setting = {"LC_CTYPE=C.UTF-8"}}));
    assert_false(draws_ascii(&(struct tui_options){.locale = "C", .word = {"--utf8"}}));
}

/* ---- Size */

static void a_terminal_of_0_x_0_counts_as_80_x_24(void **state)
{
    (void)state;
    struct tui tui, reference;
    tui_open(&reference, &(struct tui_options){.rows = 24, .columns = 80});
    tui_open(&tui, &(struct tui_options){.rows = 24, .columns = 80, .no_size = true});
    for (int row = 0; row < 24; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(&reference, row));
        assert_string_equal(tui_row(&tui, row), expected);
    }
    tui_type(&tui, "q");
    tui_end(&tui, 0);
    tui_type(&reference, "q");
    tui_end(&reference, 0);
}

static void the_environment_does_not_overrule_the_terminals_size(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.rows = 40, .columns = 120, .setting = {"LINES=24", "COLUMNS=80"}});
    tui_wait_text(&tui, "ringside");
    assert_true(tui_find_column(&tui, 0, "? help") > 80);
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_draws_on_the_terminals_of_login_nodes),
        cmocka_unit_test(a_terminal_that_is_not_known_here_is_taken_for_xterm_and_it_says_so),
        cmocka_unit_test(a_terminal_that_cannot_place_the_cursor_is_refused_by_name),
        cmocka_unit_test(colours_are_of_the_palette_that_the_terminal_reports),
        cmocka_unit_test(a_terminal_without_colour_shows_the_focus_in_reverse),
        cmocka_unit_test(no_color_is_heard_and_an_empty_one_is_not),
        cmocka_unit_test(without_a_utf8_locale_the_screen_is_that_of_ascii),
        cmocka_unit_test(utf8_is_drawn_where_the_locale_or_the_user_says_so),
        cmocka_unit_test(a_terminal_of_0_x_0_counts_as_80_x_24),
        cmocka_unit_test(the_environment_does_not_overrule_the_terminals_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
