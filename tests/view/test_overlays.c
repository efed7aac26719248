/* test_overlays.c: help, pickers and themes: how they open, filter and close. */
#include "hand.h"
#include "view/help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void help_presses_the_key_of_a_pair_that_is_meant(void **state)
{
    struct app *app = hand_start(120, 40);
    const double before = hand_value(app, "nic.bandwidth");
    (void)state;
    hand_keys(app, "<Right>u?redo<Enter>");
    assert_true(hand_value(app, "nic.bandwidth") > before);
    hand_keys(app, "?previous<Enter>");
    assert_int_equal(app->focus, FOCUS_MODEL);
    hand_keys(app, "?next pane<Enter>");
    assert_int_equal(app->focus, FOCUS_TOPOLOGY);
    hand_keys(app, "?least, most<Enter>");
    hand_keys(app, "?most<Enter>");
    hand_expect_close(hand_value(app, "nic.bandwidth"), parameter_find("nic.bandwidth")->max, 0.0);
}

static void help_opens_where_the_title_says_so(void **state)
{
    static const int sizes[][2] = {{120, 40}, {80, 24}, {60, 18}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct app *app = hand_start(sizes[i][0], sizes[i][1]);
        const struct hand_place help = hand_find(app, "? help");
        assert_int_equal(help.row, 0);
        hand_press(app, help.column - 1, 0);
        assert_int_equal(app->overlay, OVERLAY_NONE);
        hand_press(app, help.column, 0);
        assert_int_equal(app->overlay, OVERLAY_HELP);
        hand_stop();
    }
    (void)hand_start(80, 24);
}

/* Each mark and the mouse can be read up at every size. */
static void help_explains_marks_and_mouse_at_every_size(void **state)
{
    static const int sizes[][2] = {{200, 60}, {120, 40}, {100, 30}, {80, 24}, {60, 18}, {44, 14}};
    static const char *const expected[] = {"assumption", "edited", "derived", "measured", "invalid", "click", "wheel"};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct app *app = hand_start(sizes[i][0], sizes[i][1]);
        for (size_t word = 0; word < sizeof expected / sizeof expected[0]; word++) {
            hand_keys(app, "?");
            if (sizes[i][1] <= 24) {
                hand_expect_text(app, "more");
            }
            bool found = false;
            for (int row = 0; row < HELP_ROWS && !found; row++) {
                found = hand_find(app, expected[word]).column >= 0;
                hand_keys(app, "<Down>");
            }
            if (!found) {
                fail_msg("%d x %d: \"%s\" is out of reach", sizes[i][0], sizes[i][1], expected[word]);
            }
            hand_keys(app, "<Esc>");
        }
        hand_stop();
    }
    (void)hand_start(80, 24);
}

static void the_picker_filters_and_keeps_what_was_edited(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "p");
    hand_expect_no_text(app, "you edited"); /* nothing is: there is nothing to say about it */
    hand_keys(app, "<Esc><Enter>25 GB/s<Enter>p");
    assert_int_equal(app->overlay, OVERLAY_PICKER);
    hand_keys(app, "dgx A100 80gb");
    hand_expect_text(app, "▸ DGX A100");
    hand_expect_text(app, "keep their values: 1.");
    hand_keys(app, "<Enter>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
    assert_string_equal(app->now.cluster.name, "DGX A100");
    hand_expect_close(hand_value(app, "nic.bandwidth"), 25e9, 0.0);
    hand_keys(app, "u");
    assert_string_equal(app->now.cluster.name, "DGX H100");
}

static void tab_in_the_picker_goes_from_kind_to_kind(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "p");
    hand_expect_text(app, " Cluster ");
    hand_keys(app, "<Tab>");
    hand_expect_text(app, " Scenario ");
    hand_keys(app, "<Tab>");
    hand_expect_text(app, " Published run ");
    hand_keys(app, "<Tab>");
    hand_expect_text(app, " Model ");
    hand_keys(app, "<Tab>");
    hand_expect_text(app, " GPU ");
    hand_keys(app, "<Esc>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
}

/* DeepSeek-AI 2024: 180,000 GPU-hours on 2,048 H800 for a trillion tokens, 15,360 sequences of 4,096 a step: 19.9 s. */
/* A model looked for among clusters, by a word of its title: Tab leads to it, and the word stays. */
static void what_is_of_another_kind_is_one_tab_away(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "pr1");
    hand_expect_text(app, "nothing matches here; Tab goes on to: Model");
    hand_keys(app, "<Tab>");
    hand_expect_text(app, " Model ");
    hand_expect_text(app, "DeepSeek-V3");
    hand_keys(app, "<Enter>");
    assert_string_equal(app->now.model.name, "DeepSeek-V3");
    hand_keys(app, "pxyzzy");
    hand_expect_text(app, "nothing matches");
    hand_expect_no_text(app, "Tab goes on");
}

/* One row a notch, in a list of presets and in the figures that are opened; not beyond either end. */
static void the_wheel_moves_through_an_overlay(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "p");
    int first = app->overlay_row;
    hand_wheel(app, 60, 20, -1);
    hand_wheel(app, 60, 20, -1);
    assert_int_equal(app->overlay_row, first + 2);
    hand_wheel(app, 60, 20, 1);
    assert_int_equal(app->overlay_row, first + 1);
    hand_wheel(app, 60, 20, first + 5);
    assert_int_equal(app->overlay_row, 0);
    hand_keys(app, "<Esc><Tab><Tab>x");
    const struct explained *opened = &app->explained[app->explained_count - 1];
    first = opened->row;
    hand_wheel(app, 60, 20, -1);
    assert_int_equal(opened->row, first + 1);
    hand_wheel(app, 60, 20, 1);
    assert_int_equal(opened->row, first);
}

static void a_click_outside_closes_an_overlay(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "p");
    hand_press(app, 0, 0);
    assert_int_equal(app->overlay, OVERLAY_NONE);
}

static void a_theme_is_tried_at_once_and_kept_or_not(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct theme *before = app->theme;
    (void)state;
    hand_keys(app, "T<Down>");
    assert_ptr_not_equal(app->theme, before);
    hand_keys(app, "<Esc>");
    assert_ptr_equal(app->theme, before);
    hand_keys(app, "T<Down><Enter>");
    assert_ptr_not_equal(app->theme, before);
    assert_true(app->wants_theme_kept);
}

static void help_has_every_key_of_the_table_and_those_of_the_tab_first(void **state)
{
    const struct help_rows rows = help_rows_of(CONTEXT_RING, "");
    (void)state;
    assert_string_equal(rows.row[0].title, "Ring");
    assert_int_equal(rows.row[1].binding->context, CONTEXT_RING);
    assert_string_equal(help_rows_of(CONTEXT_SLIDER, "").row[0].title, "Everywhere");
    for (int i = 0; i < key_binding_count; i++) {
        int found = 0;
        for (int row = 0; row < rows.count; row++) {
            found += rows.row[row].binding == &key_bindings[i];
        }
        assert_int_equal(found, key_bindings[i].name != NULL && key_bindings[i].context != CONTEXT_HELP);
    }
}

static void help_finds_a_key_and_presses_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "?baseline");
    hand_expect_text(app, "pin as baseline");
    hand_keys(app, "<Enter>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
    assert_true(app->has_baseline);
}

/* "Where is the NIC?" and "what is DP?" are asked in help. */
static void help_finds_sliders_and_figures_and_goes_to_them(void **state)
{
    struct app *app = hand_start(80, 30);
    (void)state;
    hand_keys(app, "?");
    hand_expect_no_text(app, "Sliders");
    hand_keys(app, "dp");
    hand_expect_text(app, "Figures");
    hand_expect_text(app, "dp.size");
    hand_expect_text(app, "data parallelism");
    hand_keys(app, "<C-U>dp.size"); /* what a row has no room for stands below */
    hand_expect_text(app, "each with its own part of");
    hand_expect_text(app, "the batch");
    hand_keys(app, "<C-U>hbm bandwidth");
    hand_expect_text(app, "Sliders");
    hand_keys(app, "<Esc><Tab>?nic latency<Enter>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
    assert_int_equal(app->focus, FOCUS_TOPOLOGY);
    hand_expect_text(app, "▸latency");
    hand_keys(app, "?dp.size<Enter>");
    assert_int_equal(app->overlay, OVERLAY_EXPLAIN);
    hand_expect_text(app, "GPUs / (TP · PP · CP)");
}

/* A training step has no batch of a decode: who looks for it is told where it is, and so is who goes to it. */
static void help_says_of_which_mode_a_slider_or_a_figure_is(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "?decode.batch");
    hand_expect_text(app, "decode: sequences that decode together");
    hand_keys(app, "<Enter>");
    hand_expect_text(app, "is a slider of decode: M changes the mode.");
    hand_keys(app, "?tpot");
    hand_expect_text(app, "decode: ");
    hand_keys(app, "<C-U>zero");
    hand_expect_no_text(app, "training: ");
    hand_keys(app, "<Esc>M?decode.batch");
    hand_expect_no_text(app, "decode: sequences");
    hand_keys(app, "<C-U>zero");
    hand_expect_text(app, "training: ");
}

/* A slash finds in every other program; on the least screen an answer is read whole. */
static void a_slash_finds_too_and_words_have_room_on_the_least_screen(void **state)
{
    struct app *app = hand_start(44, 14);
    (void)state;
    hand_keys(app, "/");
    assert_int_equal(app->overlay, OVERLAY_HELP);
    hand_expect_text(app, "next, previous pane");
    hand_keys(app, "<Down>nic latency<Enter>");
    hand_expect_text(app, "▸latency");
}

/* Who types a name sees first what is called so, then what speaks of it. */
static void help_puts_what_is_called_so_first(void **state)
{
    const struct help_rows rows = help_rows_of(CONTEXT_SLIDER, "dp");
    bool met_figure = false;
    (void)state;
    for (int i = 0; i < rows.count && !met_figure; i++) {
        met_figure = rows.row[i].metric != NULL;
        if (met_figure) {
            assert_string_equal(rows.row[i].metric->key, "dp.size");
        }
    }
    assert_true(met_figure);
    assert_true(help_rows_of(CONTEXT_SLIDER, "e").count < HELP_ROWS); /* the most that a letter can match fits */
}

/* Scrolled to its end on a small screen; on a larger one it is one line, which must not be scrolled away. */
static void a_list_that_gets_shorter_stays_in_sight(void **state)
{
    struct app *app = hand_start(44, 14);
    (void)state;
    hand_keys(app, "<Right>y");
    hand_keys(app, "<Down><Down><Down><Down><Down><Down><Down><Down>");
    assert_true(app->overlay_row > 0);
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 40, .columns = 400});
    hand_expect_text(app, "ringside --");
}

static void a_key_that_waits_for_an_overlay_to_close_says_so(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "bcM");
    hand_expect_text(app, "Esc first");
    assert_int_equal(app->now.mode, MODE_TRAINING);
    hand_keys(app, "<Esc>");
    hand_expect_no_text(app, "Esc first");
}

static void runs_of_a_mode_are_found_by_its_name_and_the_present_mode_is_first(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "MD");
    hand_expect_text(app, "measured, decode");
    hand_keys(app, "prefill");
    hand_expect_text(app, "measured, prefill");
}

static void an_overlay_leaves_its_keys_readable_in_the_footer(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "p");
    const struct hand_place keys = hand_find(app, "Esc close");
    assert_int_equal(keys.row, 23);
    assert_int_equal(hand_style(app, keys.column, keys.row).ink, ROLE_BRIGHT);
    assert_int_equal(hand_style(app, 2, 0).ink, ROLE_FAINT); /* all else is dimmed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(an_overlay_leaves_its_keys_readable_in_the_footer),
        HAND_TEST(help_presses_the_key_of_a_pair_that_is_meant),
        HAND_TEST(help_opens_where_the_title_says_so),
        HAND_TEST(help_explains_marks_and_mouse_at_every_size),
        HAND_TEST(the_picker_filters_and_keeps_what_was_edited),
        HAND_TEST(tab_in_the_picker_goes_from_kind_to_kind),
        HAND_TEST(what_is_of_another_kind_is_one_tab_away),
        HAND_TEST(the_wheel_moves_through_an_overlay),
        HAND_TEST(a_click_outside_closes_an_overlay),
        HAND_TEST(a_theme_is_tried_at_once_and_kept_or_not),
        HAND_TEST(help_has_every_key_of_the_table_and_those_of_the_tab_first),
        HAND_TEST(help_finds_a_key_and_presses_it),
        HAND_TEST(help_finds_sliders_and_figures_and_goes_to_them),
        HAND_TEST(help_says_of_which_mode_a_slider_or_a_figure_is),
        HAND_TEST(a_slash_finds_too_and_words_have_room_on_the_least_screen),
        HAND_TEST(help_puts_what_is_called_so_first),
        HAND_TEST(a_list_that_gets_shorter_stays_in_sight),
        HAND_TEST(a_key_that_waits_for_an_overlay_to_close_says_so),
        HAND_TEST(runs_of_a_mode_are_found_by_its_name_and_the_present_mode_is_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
