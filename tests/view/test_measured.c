/* test_measured.c: a figure that the user measured stands beside its forecast. */
#define _XOPEN_SOURCE 700 /* setenv */
#include "core/comparison.h"
#include "hand.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int leave_folder(void **state)
{
    hand_stop();
    return scratch_leave(state);
}

/* 17 s are 1.92 times the 8.87 s that were forecast when this was written. */
static void a_measured_step_is_a_bar_a_headline_and_a_verdict(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "C17s<Enter>");
    hand_expect_text(app, "measured 17.0 s, forecast ");
    hand_expect_text(app, "times as slow as forecast, MFU ");
    hand_expect_text(app, "Slower than nine of ten published runs");
    const struct hand_place bar = hand_find(app, "measured             forecast");
    const struct hand_place step = hand_find(app, "step                 compute");
    assert_int_equal(bar.row, step.row + 2);
    assert_non_null(strstr(hand_row(app, bar.row), "slower"));
    assert_non_null(strstr(hand_row(app, bar.row), "17.0 s"));
    hand_expect_close(app->comparison.slowness, 17.0 / app->result.step, 1e-9);
    assert_int_equal(app->comparison.verdict, comparison_verdict(17.0 / app->result.step, app->comparison.band));
}

static void the_verdict_follows_the_sliders(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "C9s<Enter>");
    hand_expect_text(app, "as forecast");
    hand_keys(app, "<Enter>400GB/s<Enter>C40s<Enter>");
    hand_expect_text(app, "unexplained");
    hand_keys(app, "u<Enter>1GB/s<Enter>");
    hand_expect_text(app, "quicker");
    hand_keys(app, "C2s<Enter>");
    hand_expect_text(app, "impossible");
}

/* An MFU of a half of that forecast is a step of twice its time. */
static void a_share_and_a_rate_are_bars_of_time(void **state)
{
    struct app *app = hand_start(120, 40);
    char keys[64];
    (void)state;
    (void)snprintf(keys, sizeof keys, "Cmfu=%.9f<Enter>", app->result.training.mfu / 2);
    hand_keys(app, keys);
    hand_expect_close(app->comparison.step / app->result.step, 2, 1e-6);
    (void)snprintf(keys, sizeof keys, "C%.3f tok/s<Enter>", app->result.tokens_per_second / 4);
    hand_keys(app, keys);
    hand_expect_close(app->comparison.step / app->result.step, 4, 1e-6);
    hand_keys(app, "C60GB<Enter>"); /* no time: no bar */
    hand_expect_text(app, "measured 60.0 GB, forecast ");
    assert_int_equal(app_layout(app).measured_row, 0);
}

static void it_is_one_undo_step_and_taken_back_by_nothing(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "C9s<Enter><Left>");
    hand_expect_text(app, "measured 9.00 s");
    hand_keys(app, "uu");
    hand_expect_no_text(app, "measured");
    hand_keys(app, "<C-R>");
    hand_expect_text(app, "measured 9.00 s");
    hand_keys(app, "C");
    assert_string_equal(app->prompt.name.text, "step.time=9s");
    hand_keys(app, "<C-U><Enter>");
    assert_null(app->measured.typed.metric);
    hand_expect_no_text(app, "measured 9.00 s");
}

static void it_counts_before_the_figure_of_a_published_run(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "Ddeepseek-v3 2024<Enter>");
    hand_expect_text(app, "measured 19.9 s");
    hand_keys(app, "C25s<Enter>");
    hand_expect_text(app, "measured 25.0 s");
    hand_keys(app, "u");
    hand_expect_text(app, "measured 19.9 s");
}

static void what_cannot_be_meant_is_said_and_can_be_corrected(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "Cslow<Enter>");
    hand_expect_text(app, "\"slow\": a figure is expected, like step.time=4.6s, or 4.6s, 41%, 58000 tok/s");
    assert_int_equal(app->prompt.kind, PROMPT_MEASURED);
    hand_keys(app, "<C-U>decode.time=9ms<Enter>");
    hand_expect_text(app, "decode.time is no figure of this state");
    hand_keys(app, "<Esc>");
    assert_null(app->measured.typed.metric);
}

static void it_is_saved_and_opened_with_the_scenario_and_asked_about(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "C9.5s<Enter>q");
    hand_expect_text(app, "not saved");
    hand_keys(app, "<Esc>S<C-U>mine<Enter>");
    assert_non_null(strstr(file_text("mine.cfg"), "measured = \"step.time=9.5s\";"));
    hand_keys(app, "C<C-U><Enter>O<Enter>");
    hand_expect_text(app, "measured 9.50 s");
    hand_keys(app, "q");
    assert_true(app->wants_quit);
}

static void the_command_line_and_the_figures_have_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "C9.5s<Enter>y");
    hand_expect_text(app, "--measured step.time=9.5s");
    hand_keys(app, "<Esc>W<C-U>a.json<Enter>");
    assert_non_null(strstr(file_text("a.json"), "\"verdict\": "));
    assert_non_null(strstr(file_text("a.json"), "measured, ")); /* the note that a report begins with */
}

/* The row is one of the parts': nothing else moves. */
static void its_row_is_taken_from_the_parts_at_every_size(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 70; rows++) {
        for (int columns = 1; columns <= 210; columns += 3) {
            const struct layout plain = layout_for(rows, columns, PAGE_INPUTS, PANE_MODEL);
            const struct layout layout = layout_with_measured(plain);
            if (layout.measured_row > 0) {
                assert_int_equal(layout.measured_row, plain.parts_row);
                assert_int_equal(layout.parts_row, plain.parts_row + 1);
                assert_int_equal(layout.parts_capacity, plain.parts_capacity - 1);
                assert_true(layout.parts_capacity > 0);
            }
        }
    }
}

static void it_is_of_the_mode_that_it_was_typed_in(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "C12s<Enter>M");
    hand_expect_no_text(app, "measured");
    hand_keys(app, "y");
    hand_expect_no_text(app, "--measured");
    hand_keys(app, "<Esc>MM");
    hand_expect_text(app, "measured 12.0 s, forecast ");
}

static void notes_go_on_to_settings_that_would_explain_it(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "C12s<Enter>");
    hand_expect_text(app, "a setting may differ.");
    hand_keys(app, "N");
    hand_expect_text(app, "One setting alone would bring the forecast there:");
    hand_expect_text(app, "recompute=full");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_measured_step_is_a_bar_a_headline_and_a_verdict),
        HAND_TEST(the_verdict_follows_the_sliders),
        HAND_TEST(a_share_and_a_rate_are_bars_of_time),
        HAND_TEST(it_is_one_undo_step_and_taken_back_by_nothing),
        HAND_TEST(it_counts_before_the_figure_of_a_published_run),
        HAND_TEST(what_cannot_be_meant_is_said_and_can_be_corrected),
        cmocka_unit_test_setup_teardown(it_is_saved_and_opened_with_the_scenario_and_asked_about, scratch_enter,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(the_command_line_and_the_figures_have_it, scratch_enter, leave_folder),
        cmocka_unit_test(its_row_is_taken_from_the_parts_at_every_size),
        HAND_TEST(it_is_of_the_mode_that_it_was_typed_in),
        HAND_TEST(notes_go_on_to_settings_that_would_explain_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
