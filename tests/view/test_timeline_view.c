/* test_timeline_view.c: tab 1: its lanes against the figures of the core, its cursor, keys and mouse. */
#include "core/evaluate.h"
#include "hand.h"
#include "view/lane_cells.h"
#include "view/timeline_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void expect_near(const char *what, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance * fabs(expected))) {
        fail_msg("%s: got %.12g, expected %.12g", what, got, expected);
    }
}

/* Seconds of a look in all cells of a lane, as drawn. */
static double drawn_seconds(const struct app *app, enum timeline_lane lane, enum interval_look look)
{
    enum { WIDTH = 64 };
    struct lane_cell cells[WIDTH];
    const struct timeline_view *view = &app->timeline;
    const struct timeline_window window = timeline_window_of(app);
    double sum = 0.0;
    lane_cells_of(cells, WIDTH, window, view->interval, view->timeline.count, lane);
    for (int cell = 0; cell < WIDTH; cell++) {
        sum += cells[cell].share[look] * (window.to - window.from) / WIDTH;
    }
    return sum;
}

static void cells_add_up_to_what_the_core_says(void **state)
{
    const struct app *app = hand_start(80, 24);
    const struct training *training = &app->result.training;
    (void)state;
    expect_near("forward", drawn_seconds(app, LANE_COMPUTE, LOOK_FORWARD), training->forward, 1e-9);
    expect_near("backward, head, optimizer, contention", drawn_seconds(app, LANE_COMPUTE, LOOK_SOLID),
                training->backward + training->head + training->optimizer + training->contention, 1e-9);
    expect_near("waiting", drawn_seconds(app, LANE_COMPUTE, LOOK_IDLE),
                training->dispatch + training->bubble + training->jitter, 1e-9);
    expect_near("TP", drawn_seconds(app, LANE_TP, LOOK_SOLID), training->tp.exposed, 1e-9);
    expect_near("DP hidden", drawn_seconds(app, LANE_DP, LOOK_HIDDEN), training->dp.hidden, 1e-9);
    expect_near("DP exposed", drawn_seconds(app, LANE_DP, LOOK_SOLID), training->dp.exposed, 1e-9);
}

static void only_lanes_in_use_are_shown(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    assert_int_equal(timeline_lanes_of(app).count, 3); /* compute, TP, DP */
    app->now.strategy.tp = 1;
    app->now.strategy.sp = false;
    app->now.cluster.gpus = 1;
    hand_keys(app, "1"); /* opening a tab prices it */
    app->result = evaluate(&app->now);
    assert_int_equal(timeline_lanes_of(app).count, 1);
}

static const struct interval *focused(const struct app *app)
{
    const struct layout layout = app_layout(app);
    const struct timeline_frame frame = timeline_frame_for(app, &layout);
    return timeline_focused(app, &frame);
}

/* From the middle of the step to the right, until a forward pass is below the cursor: one layer of 80, of the fifth of
 * eight micro-batches. */
static void the_cursor_names_what_is_below_it(void **state)
{
    struct app *app = hand_start(120, 40);
    char name[80];
    (void)state;
    hand_keys(app, "1]]]]]]]]]");
    for (int i = 0; i < 40 && (focused(app) == NULL || focused(app)->kind != INTERVAL_FORWARD); i++) {
        hand_keys(app, "<Right>");
    }
    hand_keys(app, "<Enter>");
    const struct interval *interval = focused(app);
    assert_non_null(interval);
    assert_true(interval->kind == INTERVAL_FORWARD && interval->batch == 4 && interval->layers == 1);
    (void)snprintf(name, sizeof name, "forward · layer %d · micro-batch 5", interval->layer + 1);
    hand_expect_text(app, name);
    hand_expect_text(app, "3.10 ms from ");
    expect_near("a layer's share", interval->seconds * 80 * 8, app->result.training.forward, 1e-9);
}

static void x_explains_the_figure_that_the_interval_is_part_of(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "1x");
    hand_expect_text(app, "compute.forward");
    hand_keys(app, "<Esc><Down>x");
    hand_expect_text(app, "tp.exposed");
    hand_keys(app, "<Esc><Down><End><Left><Left><Left><Left><Left><Left>x");
    hand_expect_text(app, "dp.hidden");
    hand_keys(app, "<Esc>M<Up><Up>x");
    assert_true(app->overlay == OVERLAY_EXPLAIN && strncmp(app->explained[0].metric->key, "decode.", 7) == 0);
}

static void zoom_keeps_the_moment_and_pan_keeps_the_length(void **state)
{
    struct app *app = hand_start(80, 24);
    const struct timeline_view *view = &app->timeline;
    (void)state;
    hand_keys(app, "1]]");
    expect_near("length", view->window.to - view->window.from, 0.25, 1e-9);
    assert_true(view->window.from < view->cursor && view->cursor < view->window.to);
    const double from = view->window.from;
    hand_keys(app, "<S-Right>");
    expect_near("panned", view->window.from - from, 0.0625, 1e-9);
    hand_keys(app, "<S-Left><S-Left><S-Left><S-Left><S-Left><S-Left><S-Left><S-Left>");
    assert_true(view->window.from == 0.0);
    hand_keys(app, "0");
    assert_true(view->window.from == 0.0 && view->window.to == 1.0);
    hand_keys(app, "[[");
    assert_true(view->window.to == 1.0); /* not beyond the step */
}

/* However far one zooms, what is drawn stays as long as the core says. */
static void deep_zoom_shows_single_layers(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    for (int i = 0; i < 24; i++) {
        hand_keys(app, i == 0 ? "1]" : "]");
        assert_int_equal(app->timeline.timeline.layers_each, 1);
        assert_true(app->timeline.window.to > app->timeline.window.from);
    }
}

static void the_wheel_zooms_at_the_pointer_and_a_drag_pans(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "1");
    const struct layout layout = app_layout(app);
    const struct timeline_frame frame = timeline_frame_for(app, &layout);
    const int column = frame.column + 48;
    hand_wheel(app, column, frame.first_row, 1);
    hand_wheel(app, column, frame.first_row, 1);
    const struct timeline_window window = app->timeline.window;
    expect_near("length", window.to - window.from, 0.64, 1e-9);
    expect_near("the moment below the pointer", window.from + (48.5 / 64) * 0.64, 48.5 / 64, 1e-9);
    hand_press(app, frame.column + 32, frame.first_row + 1);
    assert_int_equal(app->timeline.lane, LANE_TP);
    hand_drag(app, frame.column + 42, frame.first_row + 1);
    hand_release(app, frame.column + 42, frame.first_row + 1);
    expect_near("ten cells", window.from - app->timeline.window.from, 10.0 / 64 * 0.64, 1e-9);
    hand_drag(app, frame.column, frame.first_row); /* nothing is held */
    expect_near("as before", window.from - app->timeline.window.from, 10.0 / 64 * 0.64, 1e-9);
}

static void the_window_stays_while_a_slider_moves(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Right>1]]");
    const struct timeline_window window = app->timeline.window;
    const double step = app->result.step;
    hand_keys(app, "----------------------------------------");
    assert_true(app->result.step > step);
    assert_true(app->timeline.window.from == window.from && app->timeline.window.to == window.to);
    expect_near("filled again", app->timeline.timeline.step, app->result.step, 1e-9);
}

/* The last valid step stays on the screen, and can be looked at from near. */
static void an_invalid_state_keeps_the_last_valid_step(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Tab><Enter>6<Enter>1]]]]]"); /* TP 6 */
    assert_true(app->invalid);
    hand_expect_text(app, "×32");
    expect_near("step", app->timeline.timeline.step, app->result.step, 1e-12);
    assert_int_equal(app->timeline.timeline.layers_each, 1);
    assert_true(app->timeline.timeline.count > 0);
}

static void a_pipeline_is_drawn_with_the_bubble_of_the_result(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "1p");
    hand_expect_text(app, "PP is 1");
    hand_keys(app, "<Esc><Tab><Left><Down><Right><Right>1p"); /* TP 4, PP 4 */
    hand_expect_text(app, "4 stages × 8 micro-batches, 1F1B");
    expect_near("bubble", app->timeline.schedule.seconds - app->timeline.schedule.ideal, app->result.training.bubble,
                1e-9);
    hand_keys(app, "<Down>");
    assert_int_equal(app->timeline.stage, 1);
    hand_keys(app, "<Home>");
    hand_expect_text(app, "the bubble: this stage waits");
    hand_keys(app, "x");
    hand_expect_text(app, "pp.bubble");
    hand_keys(app, "<Esc>p");
    hand_expect_text(app, "One step");
}

static void more_stages_than_rows_show_the_first_and_the_last(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    app->timeline.shape.stages = 64;
    const struct timeline_frame frame = {.lanes = 10};
    assert_int_equal(timeline_stage_of(app, &frame, 0), 0);
    assert_int_equal(timeline_stage_of(app, &frame, 9), 63);
    for (int row = 1; row < 10; row++) {
        assert_true(timeline_stage_of(app, &frame, row) > timeline_stage_of(app, &frame, row - 1));
    }
}

static void heights_and_signs_say_what_fills_a_cell(void **state)
{
    const struct lane_cell forward = {.share = {[LOOK_FORWARD] = 1.0}};
    const struct lane_cell half = {.share = {[LOOK_SOLID] = 0.5}};
    const struct lane_cell mixed = {.share = {[LOOK_FORWARD] = 0.4, [LOOK_SOLID] = 0.6}};
    const struct lane_cell hidden = {.share = {[LOOK_SOLID] = 0.2, [LOOK_HIDDEN] = 0.3}};
    const struct lane_cell waits = {.share = {[LOOK_FORWARD] = 0.2, [LOOK_IDLE] = 0.8}};
    const struct lane_cell nothing = {.share = {0.0}};
    (void)state;
    assert_int_equal(lane_cell_glyph(&forward, LANE_COMPUTE, true), GLYPH_FORWARD);
    assert_int_equal(lane_cell_glyph(&half, LANE_TP, true), GLYPH_LANE_1 + 3);
    assert_int_equal(lane_cell_glyph(&half, LANE_COMPUTE, false), GLYPH_FULL);
    assert_int_equal(lane_cell_glyph(&mixed, LANE_COMPUTE, true), GLYPH_LANE_8);
    assert_int_equal(lane_cell_glyph(&hidden, LANE_DP, true), GLYPH_HIDDEN);
    assert_int_equal(lane_cell_glyph(&waits, LANE_COMPUTE, true), GLYPH_DOT);
    assert_int_equal(lane_cell_glyph(&nothing, LANE_COMPUTE, true), GLYPH_BLANK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(cells_add_up_to_what_the_core_says),
        HAND_TEST(only_lanes_in_use_are_shown),
        HAND_TEST(the_cursor_names_what_is_below_it),
        HAND_TEST(x_explains_the_figure_that_the_interval_is_part_of),
        HAND_TEST(zoom_keeps_the_moment_and_pan_keeps_the_length),
        HAND_TEST(deep_zoom_shows_single_layers),
        HAND_TEST(the_wheel_zooms_at_the_pointer_and_a_drag_pans),
        HAND_TEST(the_window_stays_while_a_slider_moves),
        HAND_TEST(an_invalid_state_keeps_the_last_valid_step),
        HAND_TEST(a_pipeline_is_drawn_with_the_bubble_of_the_result),
        HAND_TEST(more_stages_than_rows_show_the_first_and_the_last),
        cmocka_unit_test(heights_and_signs_say_what_fills_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
