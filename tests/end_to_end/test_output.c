/* test_output.c: what is sent to the terminal, and how much of it: a login node may be far away. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, nanosleep */
#include "tui.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const struct tui_options usual = {0};

/* Bytes without the markers that only tests ask for. */
static size_t drawn_bytes(const struct tui *tui)
{
    return tui->bytes - tui->marker_bytes;
}

static void nothing_is_sent_while_nothing_happens(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    assert_false(tui_read(&tui, 1500));
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

/* Bytes of ten steps of the slider in the hand, after the first, which marks it as held and edited. */
static size_t bytes_of_ten_steps(struct tui *tui)
{
    tui_press(tui, "+");
    const size_t before = drawn_bytes(tui);
    for (int step = 0; step < 10; step++) {
        tui_press(tui, "+");
    }
    return drawn_bytes(tui) - before;
}

static void one_step_of_a_slider_sends_less_than_300_bytes(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "\033[C");
    const size_t bytes = bytes_of_ten_steps(&tui);
    print_message("10 steps: %zu bytes\n", bytes);
    assert_in_range(bytes, 10, 10 * 300);
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

/* A whole screen is the dearest: gaps between words take the colours of the words, so that they cost nothing. */
static void a_whole_screen_sends_less_than_8500_bytes(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    const size_t before = drawn_bytes(&tui);
    tui_press(&tui, "\014");
    const size_t bytes = drawn_bytes(&tui) - before;
    print_message("a whole screen: %zu bytes\n", bytes);
    assert_in_range(bytes, 1920, 8500); /* 24 rows of 80 columns */
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

/* What came at once is applied together and drawn once. */
static void fifty_steps_at_once_are_few_drawings_and_the_last_one_is_right(void **state)
{
    (void)state;
    struct tui one_by_one, at_once;
    tui_open(&one_by_one, &usual);
    tui_open(&at_once, &usual);
    static const char key[] = "\033[D";
    char keys[50 * (sizeof key - 1) + 1] = "";
    for (size_t step = 0; step < 50; step++) {
        tui_press(&one_by_one, key);
        memcpy(keys + step * (sizeof key - 1), key, sizeof key);
    }
    const long before = at_once.frame;
    tui_type(&at_once, keys);
    for (int row = 0; row < 24; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(&one_by_one, row));
        tui_wait_text(&at_once, expected);
        assert_string_equal(tui_row(&at_once, row), expected);
    }
    print_message("50 steps: %ld drawings\n", at_once.frame - before);
    assert_in_range(at_once.frame - before, 1, 10);
    tui_type(&one_by_one, "qq");
    tui_type(&at_once, "qq");
    tui_end(&one_by_one, 0);
    tui_end(&at_once, 0);
}

/* Keys that keep coming are drawn 30 times a second at most. */
static void keys_that_keep_coming_are_drawn_30_times_a_second_at_most(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    const long first = tui.frame;
    const long long start = tui_now();
    while (tui_now() < start + 1000) {
        tui_type(&tui, "\033[C\033[D");
        tui_read(&tui, 1);
    }
    while (tui.frame - first < 3 && tui_now() < start + 20000) { /* on a slow machine a few more, and slowly */
        tui_type(&tui, "\033[C\033[D");
        tui_read(&tui, 100);
    }
    const double seconds = (double)(tui_now() - start) / 1000;
    assert_true((double)(tui.frame - first) <= 31 * seconds + 2);
    assert_true(tui.frame - first >= 3);
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

/* Resident memory in pages. */
static long memory_pages(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    long size = 0, resident = 0;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
    fclose(file);
    return resident;
}

/* What a sanitizer keeps of memory that was freed is no growth of ours. */
static long allowed_growth(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return LONG_MAX / 2;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return LONG_MAX / 2;
#else
    return 512;
#endif
#else
    return 512; /* 2 MB in pages of 4096 bytes */
#endif
}

/* ^S, or a detached session: nobody reads for a while. */
static void a_reader_that_stops_costs_no_memory_and_finds_the_right_screen(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.rows = 40, .columns = 120});
    const long before = memory_pages(tui.pid);
    for (int i = 0; i < 600; i++) {
        const struct timespec pause = {.tv_nsec = 1000000};
        if (i < 400) {
            tui_type(&tui, "\033[B\033[A");
        }
        tui_resize(&tui, 40 - i % 2, 120);
        nanosleep(&pause, NULL);
    }
    tui_resize(&tui, 24, 80);
    assert_in_range(memory_pages(tui.pid), 1, before + allowed_growth());
    struct tui reference;
    tui_open(&reference, &usual);
    const long long limit = tui_now() + 10000;
    while (strcmp(tui_row(&tui, 0), tui_row(&reference, 0)) != 0 && tui_now() < limit) {
        tui_read(&tui, 20);
    }
    tui_press(&tui, "\014"); /* ^L: everything is drawn anew */
    for (int row = 0; row < 10; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(&reference, row));
        assert_string_equal(tui_row(&tui, row), expected);
    }
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
    tui_type(&reference, "qq");
    tui_end(&reference, 0);
}

/* Each of these came right after a drawing, when a program that waits in its library is deaf to it. */
static void no_resize_is_lost(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    for (int i = 0; i < 100; i++) {
        const long frame = tui.frame;
        tui_resize(&tui, 24 + i % 2, 81 + i % 5); /* never the size that it has */
        tui_wait_frame(&tui, frame + 1);
    }
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

static void a_storm_of_resizes_ends_in_the_right_screen(void **state)
{
    (void)state;
    static const int sizes[][2] = {{40, 120}, {1, 1}, {3, 200}, {60, 2}, {12, 40}, {18, 60}, {1, 80}, {24, 1}};
    struct tui tui, reference;
    tui_open(&tui, &usual);
    for (int i = 0; i < 150; i++) {
        tui_resize(&tui, sizes[i % 8][0], sizes[i % 8][1]);
        tui_read(&tui, 1);
    }
    tui_resize(&tui, 24, 80);
    tui_open(&reference, &usual);
    for (int row = 0; row < 24; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(&reference, row));
        tui_wait_text(&tui, expected);
        assert_string_equal(tui_row(&tui, row), expected);
    }
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
    tui_type(&reference, "qq");
    tui_end(&reference, 0);
}

/* ---- Keys as bytes */

static void one_escape_closes_the_help_within_100_ms(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    char before[TUI_LINE];
    snprintf(before, sizeof before, "%s", tui_row(&tui, 5));
    tui_press(&tui, "?");
    const long frame = tui.frame;
    const long long start = tui_now();
    tui_type(&tui, "\033");
    tui_wait_frame(&tui, frame + 1);
    const long long took = tui_now() - start;
    assert_string_equal(tui_row(&tui, 5), before);
    print_message("closed after %lld ms\n", took);
    assert_in_range(took, 20, 100);
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

/* A slow line cuts a sequence in two; it is still one key. */
static void a_sequence_in_two_parts_is_one_key(void **state)
{
    (void)state;
    struct tui whole, parts;
    tui_open(&whole, &usual);
    tui_open(&parts, &usual);
    tui_press(&whole, "\033[C");
    const long frame = parts.frame;
    const struct timespec pause = {.tv_nsec = 10000000};
    tui_type(&parts, "\033");
    nanosleep(&pause, NULL);
    tui_type(&parts, "[");
    nanosleep(&pause, NULL);
    tui_type(&parts, "C");
    tui_wait_frame(&parts, frame + 1);
    assert_int_equal(parts.frame, frame + 1);
    for (int row = 0; row < 24; row++) {
        char expected[TUI_LINE];
        snprintf(expected, sizeof expected, "%s", tui_row(&whole, row));
        assert_string_equal(tui_row(&parts, row), expected);
    }
    tui_type(&whole, "qq");
    tui_type(&parts, "qq");
    tui_end(&whole, 0);
    tui_end(&parts, 0);
}

/* A paste that holds `q` and other keys is text, for which there is no field. */
static void a_paste_is_no_command(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    assert_true(tui.mode[2004]);
    tui_type(&tui, "\033[200~quit\rT?\t\033[201~");
    assert_false(tui_read(&tui, 300));
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_sent_while_nothing_happens),
        cmocka_unit_test(one_step_of_a_slider_sends_less_than_300_bytes),
        cmocka_unit_test(a_whole_screen_sends_less_than_8500_bytes),
        cmocka_unit_test(fifty_steps_at_once_are_few_drawings_and_the_last_one_is_right),
        cmocka_unit_test(keys_that_keep_coming_are_drawn_30_times_a_second_at_most),
        cmocka_unit_test(a_reader_that_stops_costs_no_memory_and_finds_the_right_screen),
        cmocka_unit_test(no_resize_is_lost),
        cmocka_unit_test(a_storm_of_resizes_ends_in_the_right_screen),
        cmocka_unit_test(one_escape_closes_the_help_within_100_ms),
        cmocka_unit_test(a_sequence_in_two_parts_is_one_key),
        cmocka_unit_test(a_paste_is_no_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
