/* test_scenarios.c: scenarios saved, opened and left, files written, scripts played, by the whole program. */
#include "scratch.h"
#include "tui.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct tui_options usual = {0};
static const char left[] = "\033[D";
static void a_scenario_is_saved_and_opens_again_in_another_run(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left);
    tui_press(&tui, "S");
    tui_wait_text(&tui, "save as  llama-3-70b-dgx-h100.cfg");
    tui_type(&tui, "\025mine\r");
    tui_wait_text(&tui, "Saved as mine.cfg.");
    tui_type(&tui, "q"); /* nothing is left to save */
    tui_end(&tui, 0);
    tui_open(&tui, &(struct tui_options){.word = {"--scenario", "mine.cfg"}});
    tui_wait_row(&tui, "▸NIC ", "45.0 GB/s");
    tui_press(&tui, left);
    tui_wait_row(&tui, "ringside", "unsaved");
    tui_press(&tui, "O");
    tui_wait_text(&tui, "open  mine.cfg");
    tui_press(&tui, "\r");
    tui_wait_row(&tui, "▸NIC ", "45.0 GB/s");
    tui_type(&tui, "u");
    tui_wait_row(&tui, "▸NIC ", "40.0 GB/s*");
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
}

static void leaving_with_unsaved_changes_is_asked_once(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left);
    tui_press(&tui, "q");
    tui_wait_text(&tui, "Your changes are not saved");
    tui_press(&tui, "\033");
    tui_wait_no_text(&tui, "Your changes are not saved");
    tui_press(&tui, "q");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

static void leaving_can_save_first(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.locale = "C"});
    tui_press(&tui, left);
    tui_press(&tui, "q");
    tui_press(&tui, "S");
    tui_type(&tui, "\025last\r");
    tui_end(&tui, 0);
    assert_non_null(strstr(file_text("last.cfg"), "nic.bandwidth=45 GB/s"));
}

/* What is written is what the command prints. */
static void figures_are_written_as_report_prints_them(void **state)
{
    (void)state;
    static char written[1 << 16];
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.word = {"--set", "tp=4"}});
    tui_press(&tui, "W");
    tui_type(&tui, "\025a.json\r");
    tui_wait_text(&tui, "a.json holds all figures as JSON.");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
    assert_int_equal(system(RINGSIDE_PROGRAM " report --set tp=4 --format json > b.json"), 0);
    snprintf(written, sizeof written, "%s", file_text("a.json"));
    assert_string_equal(file_text("b.json"), written);
}

/* The line on the screen, run by a shell, reports the same step as the screen. */
static void the_command_line_opens_the_same_state(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left);
    tui_press(&tui, "5");
    assert_true(tui.mode[1002]);
    tui_press(&tui, "y");
    tui_wait_text(&tui, "--set nic.bandwidth=45GB/s \\");
    tui_wait_text(&tui, "    --tab 5");
    assert_false(tui.mode[1000] || tui.mode[1002]); /* the mouse selects the text */
    const int row = tui_find_row(&tui, "ringside --");
    assert_int_equal(tui_find_column(&tui, row, "ringside --"), 0);
    tui_press(&tui, "\033");
    assert_true(tui.mode[1002]);
    tui_type(&tui, "qq");
    tui_end(&tui, 0);
    tui_open(&tui, &(struct tui_options){.word = {"--set", "nic.bandwidth=45GB/s", "--tab", "5"}});
    tui_wait_text(&tui, "used, ");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

static void a_script_plays_and_the_keyboard_goes_on_where_it_ends(void **state)
{
    (void)state;
    struct tui tui;
    file_write("demo.keys", "keys <Enter>25GB/s<Enter>\nexpect 25.0 GB/s*\nwait 50ms\nkeys 7\nexpect not so far\n"
                            "wait for priced\nwrite screen.txt\nkeys <Esc>~\n");
    tui_open(&tui, &(struct tui_options){.word = {"--script", "demo.keys"}});
    tui_wait_text(&tui, "The marks of assumptions are hidden."); /* its last line */
    tui_wait_row(&tui, "▸NIC ", "25.0 GB/s*");
    tui_type(&tui, "u");
    tui_wait_row(&tui, "▸NIC ", "50.0 GB/s");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
    assert_non_null(strstr(file_text("screen.txt"), "best first by"));
}

static void a_script_that_fails_says_where_and_ends_with_status_1(void **state)
{
    (void)state;
    struct tui tui;
    file_write("demo.keys", "keys 5\nexpect nonsense\nquit\n");
    tui_start(&tui, &(struct tui_options){.word = {"--script", "demo.keys"}});
    const int status = tui_wait_end(&tui);
    assert_int_equal(status >> 8, 1);
    assert_true(tui_find_row(&tui, "demo.keys:2: \"nonsense\" is not on the screen") >= 0);
    tui_check_restored(&tui);
    tui_free(&tui);
}

static void a_script_with_a_mistake_opens_nothing(void **state)
{
    (void)state;
    struct tui tui;
    file_write("demo.keys", "keys 5\njump\n");
    tui_start(&tui, &(struct tui_options){.word = {"--script", "demo.keys"}});
    const int status = tui_wait_end(&tui);
    assert_int_equal(status >> 8, 2);
    assert_int_equal(tui.frame, 0);
    assert_true(tui_find_row(&tui, "demo.keys:2: \"jump\"") >= 0);
    tui_free(&tui);
}

/* The tour of docs/, without the time for people to look. */
static void the_tour_plays_to_its_end(void **state)
{
    (void)state;
    static char script[1 << 14];
    struct tui tui;
    snprintf(script, sizeof script, "%s", file_text(RINGSIDE_SOURCE_DIR "/docs/tour.keys"));
    FILE *file = fopen("tour.keys", "w");
    assert_non_null(file);
    for (char *line = strtok(script, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "wait ", 5) != 0 || strncmp(line, "wait for ", 9) == 0) {
            fprintf(file, "%s\n", line);
        }
    }
    fputs("quit\n", file);
    fclose(file);
    tui_start(&tui, &(struct tui_options){.word = {"--script", "tour.keys"}});
    tui_end(&tui, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_enter, scratch_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_scenario_is_saved_and_opens_again_in_another_run),
        TEST(leaving_with_unsaved_changes_is_asked_once),
        TEST(leaving_can_save_first),
        TEST(figures_are_written_as_report_prints_them),
        TEST(the_command_line_opens_the_same_state),
        TEST(a_script_plays_and_the_keyboard_goes_on_where_it_ends),
        TEST(a_script_that_fails_says_where_and_ends_with_status_1),
        TEST(a_script_with_a_mistake_opens_nothing),
        TEST(the_tour_plays_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
