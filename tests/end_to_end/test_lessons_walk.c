/* test_lessons_walk.c: a walk through each lesson in a terminal of 80 columns and 24 rows. */
#include "tui.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LESSONS = 9, MOST_SCREENS = 8, HEADING_ROW = 3, LAST_TEXT_ROW = 15, TEXT = 64 };

static const char right[] = "\033[C";

static bool shows(struct tui *tui, const char *text)
{
    return tui_find_row(tui, text) >= 0;
}

/* Every figure has a value, and nothing of the file's own signs is left. */
static void check_text(struct tui *tui, int number)
{
    for (int row = HEADING_ROW; row <= LAST_TEXT_ROW; row++) {
        const char *text = tui_row(tui, row);
        if (strpbrk(text, "{}") != NULL || strstr(text, " none") != NULL) {
            fail_msg("lesson %d: \"%s\"", number, text);
        }
    }
}

/* On to the next page or screen; false at the end of the lesson. */
static bool go_on(struct tui *tui, int number)
{
    tui_press(tui, right);
    check_text(tui, number);
    return !shows(tui, "The lesson ends here");
}

/* From the first screen to the last: each question is answered on Enter. Returns how many screens there were. */
static int walk(struct tui *tui, int number)
{
    int screen = 1;
    for (;;) {
        char heading[TEXT];
        (void)snprintf(heading, sizeof heading, "screen %d of ", screen);
        tui_wait_row(tui, heading, "");
        check_text(tui, number);
        if (shows(tui, "  Try  ")) {
            assert_false(shows(tui, "  Ans  "));
            tui_press(tui, "\r");
            check_text(tui, number);
        } else {
            assert_false(screen == 1); /* each lesson begins with a question */
        }
        while (shows(tui, heading)) {
            if (!go_on(tui, number)) {
                return screen;
            }
        }
        screen++;
        assert_true(screen <= MOST_SCREENS);
    }
}

static void each_lesson_can_be_walked_through(void **state)
{
    (void)state;
    for (int number = 1; number <= LESSONS; number++) {
        struct tui tui;
        char word[TEXT];
        (void)snprintf(word, sizeof word, "%d", number);
        tui_open(&tui, &(struct tui_options){.word = {"--lesson", word}});
        (void)snprintf(word, sizeof word, "lesson %d", number);
        assert_non_null(strstr(tui_row(&tui, 0), word));
        assert_true(walk(&tui, number) >= 3);
        tui_type(&tui, "\033");
        tui_wait_text(&tui, "Your own state is back");
        assert_non_null(strstr(tui_row(&tui, 0), "TP8 DP8 ZeRO-1")); /* what the explorer opens on */
        tui_type(&tui, "q");
        tui_end(&tui, 0);
    }
}

static void lessons_follow_each_other_without_a_way_back_to_the_list(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.locale = "C"});
    tui_press(&tui, "8");
    tui_wait_text(&tui, ">1  NVLink or PCIe");
    tui_press(&tui, "\r");
    for (int number = 1; number < LESSONS; number++) {
        tui_press(&tui, "n");
    }
    tui_wait_text(&tui, "Where 400 Gb/s comes from");
    tui_press(&tui, "n");
    tui_wait_text(&tui, "This is the last lesson.");
    tui_press(&tui, "\r");
    tui_wait_text(&tui, "  Ans  ");
    tui_type(&tui, "q");
    tui_end(&tui, 0);
}

static void a_number_that_is_no_lesson_is_refused(void **state)
{
    (void)state;
    struct tui tui;
    tui_start(&tui, &(struct tui_options){.word = {"--lesson", "ten"}});
    assert_int_equal(tui_wait_end(&tui) >> 8, 2);
    assert_true(tui_find_row(&tui, "--lesson \"ten\": the number of a lesson is expected, 1 to 9") >= 0);
    tui_check_restored(&tui);
    tui_free(&tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lesson_can_be_walked_through),
        cmocka_unit_test(lessons_follow_each_other_without_a_way_back_to_the_list),
        cmocka_unit_test(a_number_that_is_no_lesson_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
