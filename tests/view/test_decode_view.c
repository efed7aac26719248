/* test_decode_view.c: tab 6, against evaluations made here. */
#include "core/evaluate.h"
#include "core/metrics.h"
#include "hand.h"
#include "view/change.h"
#include "view/decode_place.h"
#include "view/decode_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static double step_of(const struct scenario *scenario, int tp)
{
    struct scenario trial = *scenario;
    trial.strategy.tp = tp;
    return evaluate(&trial).step;
}

static void each_row_is_the_step_of_that_size(void **state)
{
    static const int sizes[SCALING_ROWS] = {1, 2, 4, 8, 16};
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M6");
    for (int i = 0; i < SCALING_ROWS; i++) {
        const struct scaling_row *row = &app->decode.scaling.row[i];
        assert_int_equal(row->tp, sizes[i]);
        assert_true(row->seconds == step_of(&app->now, sizes[i]));
        assert_true(row->bound < row->seconds);
        assert_true(row->result.step == row->seconds);
    }
    hand_expect_text(app, "10.3 ms");
    hand_expect_text(app, "no fit");
    /* 42.2 ms, the bound of one card, over 10.3 ms: the headline, the table and its question agree */
    hand_expect_text(app, "4.1× a card's bound");
    hand_expect_text(app, "4.1 of 8×");
    hand_expect_text(app, "Why 4.1× and not 8×");
    hand_expect_text(app, "speed-up over one card's bound of 42.2 ms");
}

static void a_training_step_is_shown_served_and_nothing_is_applied_to_it(void **state)
{
    struct app *app = hand_start(120, 40);
    struct scenario served = app->now;
    (void)state;
    served.mode = MODE_DECODE;
    hand_keys(app, "6");
    hand_expect_text(app, "the same model and cluster, served");
    assert_true(app->decode.scaling.row[3].seconds == step_of(&served, 8));
    hand_keys(app, "<Up><Enter>");
    hand_expect_text(app, "M goes on to decode");
    assert_true(hand_value(app, "tp") == 8.0 && app->now.mode == MODE_TRAINING);
}

static void enter_takes_a_size_and_undo_gives_it_back(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M6<Up><Enter>");
    assert_true(hand_value(app, "tp") == 4.0);
    hand_keys(app, "u");
    assert_true(hand_value(app, "tp") == 8.0);
}

/* Sixteen ranks cannot divide eight heads: the reason stands in the row. */
static void a_size_that_cannot_be_says_why(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    app->now.model.heads = app->now.model.kv_heads = 8;
    hand_keys(app, "M6");
    assert_false(app->decode.scaling.row[4].valid);
    hand_expect_text(app, "TP 16 does not divide 8 heads");
    hand_keys(app, "<Down><Enter>");
    assert_true(app->message_bad && hand_value(app, "tp") == 8.0);
}

static void the_parts_add_up_and_what_is_given_back_is_taken_by_enter(void **state)
{
    struct app *app = hand_start(120, 40);
    double sum = 0.0;
    (void)state;
    hand_keys(app, "M6");
    const struct decode_view *view = &app->decode;
    for (int i = 0; i < part_rows_count(&view->rows); i++) {
        sum += part_row_time(&view->rows, i, &decode_row_of(app)->result).path;
    }
    assert_true(fabs(sum - app->result.step) < 1e-12);
    const double together = view->together;
    const double back = view->give_back[0].seconds;
    const double before = app->result.step;
    assert_true(together < before && back > 0.0);
    hand_keys(app, "<Down><Down>"); /* TP 16, then the first part */
    assert_int_equal(view->part, 0);
    hand_keys(app, "<Up><Up><Down><Down>");
    hand_keys(app, "<Enter>");
    assert_true(app->now.serving.decode_precision == NUMBER_FP8);
}

static void what_a_choice_gives_back_is_what_it_saves(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M6");
    for (int i = 0; i < app->decode.rows.count; i++) {
        const struct give_back found = app->decode.give_back[i];
        struct scenario changed = app->now;
        if (found.parameter == NULL || strcmp(found.parameter->key, "serving.style") == 0) {
            continue; /* an engine brings its collectives with it */
        }
        parameter_set(found.parameter, &changed, found.value);
        assert_true(fabs(app->result.step - evaluate(&changed).step - found.seconds) < 1e-12);
    }
}

static void library_and_engine_turn_on_keys(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "M6");
    const double library = hand_value(app, "collective.library");
    const double engine = hand_value(app, "serving.style");
    hand_keys(app, "ng");
    assert_true(hand_value(app, "collective.library") != library);
    assert_true(hand_value(app, "serving.style") != engine);
}

static void clicks_and_the_wheel_move_the_hand_and_a_second_click_applies(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M6");
    const struct layout layout = app_layout(app);
    const struct decode_place place = decode_place_for(&layout);
    hand_press(app, place.bar_column, place.list_row + 2);
    assert_int_equal(decode_row_of(app)->tp, 4);
    hand_press(app, place.bar_column, place.list_row + 2);
    assert_true(hand_value(app, "tp") == 4.0);
    hand_wheel(app, place.bar_column, place.list_row, -1);
    assert_int_equal(decode_row_of(app)->tp, 8);
    hand_press(app, place.bar_column, place.parts_row + 1);
    assert_int_equal(app->decode.part, 1);
}

static void x_explains_the_step_or_the_part(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M6x");
    hand_expect_text(app, "decode.time");
    hand_keys(app, "<Esc><Up>x"); /* TP 4, which is not what is priced */
    hand_expect_text(app, "Explain the row in focus");
    hand_expect_text(app, "16.2 ms");
    assert_true(app->about.result.step == decode_row_of(app)->seconds);
    hand_keys(app, "-"); /* a slower NIC: still the row, which does not use it */
    assert_true(app->about.row && app->about.result.step == decode_row_of(app)->seconds);
    hand_keys(app, "u<Esc><Down><Down><Down>x"); /* the parts of TP 16 */
    hand_expect_text(app, "decode.weights");
    assert_int_equal(app->about.scenario.strategy.tp, 16);
    hand_keys(app, "<Esc>MMx"); /* a training step: what the tab shows is its model served */
    hand_expect_text(app, "decode.weights");
    assert_int_equal(app->about.scenario.mode, MODE_DECODE);
}

static void prefill_is_shown_over_the_same_sizes(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "MM6");
    hand_expect_text(app, "One prefill");
    assert_true(app->decode.scaling.row[3].seconds == app->result.step);
}

/* Weights of 141 GB leave nothing of one card; two hold 8 sequences of 4096 tokens beside their half. */
static void a_size_that_does_not_fit_says_for_how_many_sequences_it_is_priced(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    app->now.mode = MODE_DECODE;
    app->now.serving.decode_batch = 64;
    app->now.serving.decode_context = 4096;
    change_start(app);
    hand_keys(app, "6");
    hand_expect_text(app, " 1 seq only ");
    hand_expect_text(app, " 8 seq only ");
    hand_keys(app, "<Up><Up>");
    hand_expect_text(app, "priced for the 8 of 64 sequences that fit in memory");
    hand_keys(app, "<Up>");
    hand_expect_text(app, "priced for 1 of 64 sequences, though not even one fits in memory");
    app->now.serving.decode_batch = 1; /* one is priced where one is asked for */
    change_price(app);
    hand_expect_text(app, "no fit");
    hand_expect_no_text(app, "seq only");
}

/* t = a + b/TP through two sizes is met by the sizes between them: that is the lesson. */
static void the_step_is_affine_in_one_over_tp(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "M6");
    const struct scaling *scaling = &app->decode.scaling;
    const struct decode_line line = decode_line_of(scaling, 8);
    assert_true(line.found && line.stays > 0 && line.divides > line.stays);
    for (int i = 0; i < 4; i++) {
        const double straight = line.stays + line.divides / scaling->row[i].tp;
        hand_expect_close(scaling->row[i].seconds, straight, 0.03 * straight);
    }
    assert_true(scaling->row[4].seconds > line.stays + line.divides / 16); /* TP 16 leaves the node */
    assert_false(decode_line_of(scaling, 1).found);
    hand_expect_text(app, "Step against 1/TP");
    hand_expect_text(app, " stay + ");
}

/* A point of the frontier is the step of that batch; a larger batch gives a GPU more and a user less. */
static void the_frontier_is_made_of_steps_that_fit(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "M6");
    const struct decode_charts *charts = &app->decode.charts;
    assert_int_equal(charts->curves, 3);
    const struct decode_curve *curve = &charts->curve[1];
    assert_int_equal(curve->tp, 8);
    assert_int_equal(curve->batch[curve->count - 1], 1);
    hand_expect_close(1 / curve->user[curve->count - 1], app->result.step, 1e-9);
    hand_expect_close(curve->gpu[curve->count - 1], app->result.tokens_per_second_per_gpu, 1e-9);
    assert_true(curve->batch[0] <= metric_get(metric_find("decode.batch_limit"), &app->result));
    for (int i = 1; i < curve->count; i++) {
        assert_true(curve->user[i] > curve->user[i - 1]);
        assert_true(curve->gpu[i] < curve->gpu[i - 1]);
    }
    hand_expect_text(app, "Tokens of a GPU against those of a user");
    hand_keys(app, "M");
    assert_int_equal(app->decode.charts.curves, 0); /* a prefill has no tokens to give */
}

/* Every size of the tab: charts lie within it, below the parts, and are not drawn where they would be tiny. */
static void charts_take_only_what_is_left(void **state)
{
    (void)state;
    for (int rows = 14; rows <= 100; rows++) {
        for (int columns = 44; columns <= 320; columns += 12) {
            const struct layout layout = layout_for(rows, columns, PAGE_TAB, PANE_MODEL);
            const struct decode_place place = decode_place_for(&layout);
            const int end = layout.tab.row + layout.tab.rows;
            if (place.charts.rows > 0) {
                assert_true(place.charts.row + place.charts.rows <= end && place.charts.rows >= 9);
                assert_true(place.parts_row + place.parts_capacity < place.charts.row && place.parts_capacity >= 6);
                assert_true(place.charts.columns >= 140);
            }
        }
    }
}

static void all_together_is_one_figure_at_every_size(void **state)
{
    (void)state;
    struct app *small = hand_start(80, 24);
    hand_keys(small, "6");
    const double together = small->decode.together;
    hand_stop();
    struct app *large = hand_start(200, 60);
    hand_keys(large, "6");
    assert_true(large->decode.together == together);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(the_step_is_affine_in_one_over_tp),
        HAND_TEST(the_frontier_is_made_of_steps_that_fit),
        cmocka_unit_test(charts_take_only_what_is_left),
        HAND_TEST(each_row_is_the_step_of_that_size),
        HAND_TEST(a_training_step_is_shown_served_and_nothing_is_applied_to_it),
        HAND_TEST(enter_takes_a_size_and_undo_gives_it_back),
        HAND_TEST(a_size_that_cannot_be_says_why),
        HAND_TEST(the_parts_add_up_and_what_is_given_back_is_taken_by_enter),
        HAND_TEST(what_a_choice_gives_back_is_what_it_saves),
        HAND_TEST(library_and_engine_turn_on_keys),
        HAND_TEST(clicks_and_the_wheel_move_the_hand_and_a_second_click_applies),
        HAND_TEST(x_explains_the_step_or_the_part),
        HAND_TEST(prefill_is_shown_over_the_same_sizes),
        HAND_TEST(a_size_that_does_not_fit_says_for_how_many_sequences_it_is_priced),
        HAND_TEST(all_together_is_one_figure_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
