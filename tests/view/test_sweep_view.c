/* test_sweep_view.c: tab 2, against the figures of the core; and lines of dots. */
#include "hand.h"
#include "view/sweep_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void every_point_is_what_the_slider_would_give(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct sweep_view *view = &app->sweep;
    (void)state;
    hand_keys(app, "2");
    assert_true(view->count > 100);
    for (int i = 0; i < view->count; i += 16) {
        struct scenario scenario = app->now;
        parameter_set(parameter_find("nic.bandwidth"), &scenario, view->value[i]);
        const struct result result = evaluate(&scenario);
        assert_true(view->figure[SWEEP_FIRST][i] == result.training.step);
        assert_true(view->figure[SWEEP_SECOND][i] == result.training.dp.time);
        assert_true(i == 0 || view->place[i] > view->place[i - 1]);
    }
    assert_true(fabs(view->value[view->count - 1] / view->value[0] - 100.0) < 1e-6); /* a decade on either side */
}

static void a_crossing_is_where_the_core_changes_its_mind(void **state)
{
    struct app *app = hand_start(120, 40);
    struct sweep_view *view = &app->sweep;
    (void)state;
    hand_keys(app, "2");
    sweep_choose_parameter(app, parameter_find("model.layers"));
    for (int i = 0; i < view->crossings; i++) {
        if (strcmp(view->crossing[i].words, "fits no more") == 0) {
            struct scenario scenario = app->now;
            parameter_set(view->parameter, &scenario, view->crossing[i].value);
            assert_false(evaluate(&scenario).memory.fits);
            return;
        }
    }
    hand_keys(app, "<Esc>");
}

/* 8 GPUs of TP 8 are one replica; a key of the table of figures is no word for a screen. */
static void crossings_are_said_in_words(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "2");
    sweep_choose_parameter(app, parameter_find("cluster.gpus"));
    hand_expect_text(app, "16 DP begins: ring");
    hand_expect_text(app, "64 fits from here on");
    hand_expect_no_text(app, "dp.algorithm");
    hand_expect_no_text(app, "none, then");
}

/* No part of a decode step on TP 8 leaves the node. */
static void a_figure_that_does_not_depend_on_the_parameter_says_so(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "2");
    hand_expect_no_text(app, "does not depend");
    hand_keys(app, "M2");
    hand_expect_text(app, "step does not depend on nic.bandwidth here: v takes another parameter");
}

static void the_axis_of_the_parameter_has_its_unit(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "2");
    hand_expect_text(app, "GB/s  5 ");
    sweep_choose_parameter(app, parameter_find("dp.bucket"));
    hand_expect_text(app, "TB  0 ");
}

static void the_baseline_is_a_line_and_its_crossing_is_named(void **state)
{
    struct app *app = hand_start(120, 40);
    struct sweep_view *view = &app->sweep;
    bool found = false;
    (void)state;
    hand_keys(app, "2");
    app->has_baseline = true; /* half the network, and twice the GPU */
    app->baseline = app->now;
    app->baseline.cluster.nic.efficiency /= 4.0;
    app->baseline.gpu.peak_bf16 *= 1.1;
    app->baseline_result = evaluate(&app->baseline);
    sweep_choose_parameter(app, view->parameter);
    for (int i = 0; i < view->crossings; i++) {
        if (strstr(view->crossing[i].words, "baseline") != NULL) {
            struct scenario now = app->now;
            struct scenario baseline = app->baseline;
            parameter_set(view->parameter, &now, view->crossing[i].value);
            parameter_set(view->parameter, &baseline, view->crossing[i].value);
            const double one = evaluate(&now).training.step;
            const double other = evaluate(&baseline).training.step;
            assert_true(fabs(one - other) < 0.01 * one);
            found = true;
        }
    }
    assert_true(found);
}

static void enter_sets_the_parameter_to_the_cursor(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "2<Left><Left><Left><Left><Left>");
    const double wanted = app->sweep.value[app->sweep.cursor];
    hand_keys(app, "<Enter>");
    assert_true(fabs(hand_value(app, "nic.bandwidth") - wanted) < 0.01 * wanted);
    assert_int_equal(app->sweep.cursor, -1);
    hand_keys(app, "u");
    assert_true(hand_value(app, "nic.bandwidth") == 50e9);
}

static void a_parameter_and_figures_are_picked_from_lists(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "2vmicro_b<Enter>");
    assert_string_equal(app->sweep.parameter->key, "micro_batch");
    hand_keys(app, "mmfu<Enter>");
    assert_string_equal(app->sweep.metric[0]->key, "mfu");
    assert_null(app->sweep.metric[1]); /* seconds and shares have no axis in common */
    hand_keys(app, "nhfu<Enter>");
    assert_string_equal(app->sweep.metric[1]->key, "hfu");
    hand_expect_text(app, "mfu");
    hand_keys(app, "v<Esc>");
    assert_string_equal(app->sweep.parameter->key, "micro_batch");
}

static void sizes_are_evenly_spaced_and_the_scale_can_be_turned(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct sweep_view *view = &app->sweep;
    (void)state;
    hand_keys(app, "2");
    const double linear_at = (view->value[80] - view->value[0]) / (view->value[160] - view->value[0]);
    assert_true(fabs(view->place[80] - 0.5) < 1e-9 && linear_at < 0.2);
    hand_keys(app, "g");
    assert_false(view->log);
    assert_true(fabs(view->value[80] - 0.5 * (view->value[0] + view->value[160])) < 0.01 * view->value[160]);
    sweep_choose_parameter(app, parameter_find("tp"));
    for (int i = 0; i < view->count; i++) {
        assert_true(fabs(view->place[i] - (double)i / (view->count - 1)) < 1e-12);
    }
}

static void the_range_holds_still_while_the_slider_moves(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Right><Left>2");
    const double low = app->sweep.low;
    const double high = app->sweep.high;
    hand_keys(app, "-----");
    assert_true(app->sweep.low == low && app->sweep.high == high);
}

static void the_present_value_is_a_point_with_the_figures_of_the_headline(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct sweep_view *view = &app->sweep;
    (void)state;
    hand_keys(app, "2");
    sweep_choose_parameter(app, parameter_find("model.layers"));
    assert_true(view->value[sweep_point(app)] == 80.0);
    assert_true(view->figure[SWEEP_FIRST][sweep_point(app)] == app->result.training.step);
    sweep_choose_parameter(app, parameter_find("nic.bandwidth"));
    hand_keys(app, "<Esc><Right>2");
    assert_true(view->figure[SWEEP_FIRST][sweep_point(app)] == app->result.training.step);
}

static void a_click_moves_the_cursor_and_a_second_one_sets_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "2");
    hand_press(app, 15, 30);
    assert_true(app->sweep.cursor >= 0);
    const double wanted = app->sweep.value[app->sweep.cursor];
    hand_press(app, 15, 30);
    assert_true(fabs(hand_value(app, "nic.bandwidth") - wanted) < 0.01 * wanted);
}

/* A line from corner to corner has a dot in each dot column, and each dot row. */
static void a_diagonal_fills_every_dot_column(void **state)
{
    static const int bits_of[] = {0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80};
    const struct chart chart = {.area = {0, 0, 5, 10}};
    const double x[] = {0.0, 1.0};
    struct surface surface = surface_new(5, 10);
    int dots = 0;
    (void)state;
    chart_draw_line(&surface, &chart, x, x, 2, (struct chart_series){ROLE_WORK, CHART_SOLID, '*'});
    for (int column = 0; column < 10; column++) {
        for (int row = 0; row < 5; row++) {
            const uint32_t glyph = surface_at(&surface, row, column).glyph;
            for (int bit = 0; bit < 8 && glyph >= 0x2800; bit++) {
                dots += (glyph & (uint32_t)bits_of[bit]) != 0 ? 1 : 0;
            }
        }
    }
    assert_int_equal(dots, 20);
    assert_int_equal(surface_at(&surface, 4, 0).glyph & 0x40, 0x40); /* bottom left */
    assert_int_equal(surface_at(&surface, 0, 9).glyph & 0x08, 0x08); /* top right */
    surface_free(&surface);
}

/* A cell of a line of this ink. */
static bool is_line(const struct surface *surface, int row, int column, enum role role)
{
    const struct cell cell = surface_at(surface, row, column);
    return cell.glyph >= 0x2800 && cell.glyph <= 0x28FF && cell.style.ink == role;
}

/* Whether a name stands right above a line of its ink, or below one. */
static bool is_beside_line(const struct surface *surface, const char *name)
{
    bool found = false;
    for (int row = 0; row < surface->rows; row++) {
        char text[1000];
        (void)surface_row_text(surface, row, text, sizeof text);
        char *start = strstr(text, name);
        if (start != NULL) {
            *start = '\0';
            const int column = text_columns(text);
            const enum role role = surface_at(surface, row, column).style.ink;
            found |= is_line(surface, row + 1, column, role) || is_line(surface, row - 1, column, role);
        }
    }
    return found;
}

/* Colour alone does not tell one line from another: each has its name right above it or below. */
static void each_line_is_named_where_it_runs(void **state)
{
    static const struct {
        int columns, rows;
    } sizes[] = {{80, 24}, {120, 40}, {200, 60}};
    static const char *const names[] = {"step", "gradient all-reduce, in all"};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * 2; i++) {
        struct app *app = hand_start(sizes[i / 2].columns, sizes[i / 2].rows);
        hand_keys(app, "2");
        struct surface surface = surface_new(app->rows, app->columns);
        app_draw(app, &surface);
        assert_true(is_beside_line(&surface, names[i % 2]));
        surface_free(&surface);
        hand_stop();
    }
}

static void steps_of_an_axis_are_round(void **state)
{
    (void)state;
    assert_true(fabs(chart_step(100.0, 5) - 20.0) < 1e-9);
    assert_true(fabs(chart_step(450.0, 5) - 100.0) < 1e-9);
    assert_true(fabs(chart_step(0.07, 4) - 0.02) < 1e-9);
}

/* Gradients are a figure of training. */
static void a_figure_of_another_mode_is_not_named(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "2");
    hand_expect_text(app, "gradient all-reduce, in all");
    hand_keys(app, "M");
    hand_expect_text(app, "step ");
    hand_expect_no_text(app, "gradient all-reduce");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(every_point_is_what_the_slider_would_give),
        HAND_TEST(a_crossing_is_where_the_core_changes_its_mind),
        HAND_TEST(crossings_are_said_in_words),
        HAND_TEST(a_figure_that_does_not_depend_on_the_parameter_says_so),
        HAND_TEST(the_axis_of_the_parameter_has_its_unit),
        HAND_TEST(the_baseline_is_a_line_and_its_crossing_is_named),
        HAND_TEST(enter_sets_the_parameter_to_the_cursor),
        HAND_TEST(a_parameter_and_figures_are_picked_from_lists),
        HAND_TEST(sizes_are_evenly_spaced_and_the_scale_can_be_turned),
        HAND_TEST(the_range_holds_still_while_the_slider_moves),
        HAND_TEST(the_present_value_is_a_point_with_the_figures_of_the_headline),
        HAND_TEST(a_click_moves_the_cursor_and_a_second_one_sets_it),
        HAND_TEST(a_figure_of_another_mode_is_not_named),
        HAND_TEST(each_line_is_named_where_it_runs),
        cmocka_unit_test(a_diagonal_fills_every_dot_column),
        cmocka_unit_test(steps_of_an_axis_are_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
