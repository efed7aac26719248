/* test_explained.c: figures and sliders opened to what they are made of. */
#include "hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void x_opens_the_part_in_focus_and_escape_returns(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Tab><Tab>x");
    hand_expect_text(app, "compute.time");
    hand_expect_text(app, "forward + backward + recompute");
    hand_expect_text(app, "holds");
    hand_keys(app, "x"); /* its first input: the forward pass */
    hand_expect_text(app, "compute.forward");
    hand_keys(app, "<Backspace>");
    hand_expect_text(app, "compute.time");
    hand_keys(app, "<Esc>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
    assert_int_equal(app->focus, FOCUS_STEP);
}

static void enter_in_an_explanation_goes_to_the_slider(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Tab><Down><Down><Down>x"); /* replicas, derived: GPUs / (TP PP CP) */
    hand_expect_text(app, "dp.size");
    hand_keys(app, "<Down><Enter>");
    assert_int_equal(app->overlay, OVERLAY_NONE);
    assert_int_equal(app->focus, FOCUS_PARALLELISM);
    assert_int_equal(app->row[PANE_PARALLELISM], 0);
}

static void the_input_in_focus_is_described_whole(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Tab><Tab><Down>x<Down>"); /* TP all-reduce, exposed; its time in all */
    hand_expect_text(app, "TP all-reduce, in all  time on the link in one step, hidden and exposed");
    assert_true(hand_style(app, 2, hand_find(app, "time on the link in one step, hidden").row).ink == ROLE_HAND);
}

static void a_slider_is_explained_with_its_range_and_class(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "x");
    hand_expect_text(app, "nic.bandwidth");
    hand_expect_text(app, "100 MB/s to 1 TB/s");
    hand_expect_text(app, "data sheet");
    hand_keys(app, "<Enter>");
    assert_int_equal(app->focus, FOCUS_TOPOLOGY);
}

static void brackets_walk_through_every_figure_that_applies(void **state)
{
    struct app *app = hand_start(80, 24);
    int seen = 0;
    (void)state;
    hand_keys(app, "<Tab><Tab>x");
    const struct metric *first = app->explained[0].metric;
    do {
        hand_keys(app, "]");
        assert_true(metric_get(app->explained[0].metric, &app->result) >= 0.0); /* NAN is not */
        seen++;
    } while (app->explained[0].metric != first && seen <= metric_count);
    assert_ptr_equal(app->explained[0].metric, first);
    assert_true(seen > metric_count / 2);
    hand_keys(app, "[]");
    assert_ptr_equal(app->explained[0].metric, first);
}

static void clicks_open_a_part_and_its_inputs_and_beside_it_close(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    struct hand_place place = hand_find(app, "TP all-reduce");
    hand_press(app, place.column, place.row);
    assert_int_equal(app->overlay, OVERLAY_NONE);
    hand_press(app, place.column, place.row);
    hand_expect_text(app, "tp.exposed");
    place = hand_find(app, "in all");
    hand_press(app, place.column, place.row);
    hand_press(app, place.column, place.row);
    hand_expect_text(app, "tp.time");
    hand_press(app, 1, 1);
    assert_int_equal(app->overlay, OVERLAY_NONE);
}

static void a_figure_of_another_mode_says_whose_it_is(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "?ttft<Enter>");
    hand_expect_text(app, "Not a figure of a training step, but of prefill: M changes");
    hand_expect_no_text(app, "numbers");
    hand_expect_no_text(app, "does not hold");
    hand_keys(app, "<Esc>MM?ttft<Enter>");
    hand_expect_text(app, "numbers");
    hand_expect_no_text(app, "Not a figure");
}

/* On the least screen a value keeps its unit, and what has no room is counted and can be reached. */
static void the_least_screen_shows_values_whole_and_every_line(void **state)
{
    struct app *app = hand_start(44, 14);
    (void)state;
    hand_keys(app, "x"); /* the NIC */
    hand_expect_text(app, "10 % more of it saves");
    hand_expect_text(app, "0.1 % of the step");
    hand_keys(app, "<Esc>2x");
    hand_expect_text(app, "what the mode prices");
    hand_expect_text(app, "↓ ");
    for (int i = 0; i < 19; i++) { /* 16 lines to the first input, then three inputs */
        hand_keys(app, "<Down>");
    }
    hand_expect_text(app, "5.42 ms");
    hand_expect_text(app, "↑↓ ");
    for (int i = 0; i < 20; i++) {
        hand_keys(app, "<Down>");
    }
    hand_expect_text(app, "holds");                       /* the last line */
    hand_keys(app, "<Esc><Esc>?execution.style<Enter>x"); /* it has one entry, the last of its lines */
    hand_expect_text(app, "how a framework runs a");
    for (int i = 0; i < 9; i++) {
        hand_keys(app, "<Down>");
    }
    hand_expect_text(app, "▸ dispatch");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(x_opens_the_part_in_focus_and_escape_returns),
        HAND_TEST(enter_in_an_explanation_goes_to_the_slider),
        HAND_TEST(the_input_in_focus_is_described_whole),
        HAND_TEST(a_slider_is_explained_with_its_range_and_class),
        HAND_TEST(brackets_walk_through_every_figure_that_applies),
        HAND_TEST(clicks_open_a_part_and_its_inputs_and_beside_it_close),
        HAND_TEST(a_figure_of_another_mode_says_whose_it_is),
        HAND_TEST(the_least_screen_shows_values_whole_and_every_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
