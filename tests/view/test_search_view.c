/* test_search_view.c: tab 7, against a search that runs in one go. */
#include "hand.h"
#include "view/change.h"
#include "view/search_view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void rows_are_the_best_of_a_whole_search_and_the_present_one(void **state)
{
    static struct search search;
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    search = search_start(&app->now, metric_find("step.time"), SEARCH_MOST_TOP);
    search_run(&search, 1LL << 40);
    assert_true(search.best_count > 50);
    for (int i = 0; i < search.best_count; i++) {
        assert_true(app->search.row[i].step == search.best[i].objective);
        assert_true(app->search.row[i].memory == search.best[i].memory);
        assert_int_equal(app->search.row[i].rank, i + 1);
    }
    assert_non_null(search_present(&app->search));
    assert_true(search_present(&app->search)->step == app->result.training.step);
    assert_int_equal(app->search.selected, 0);
}

static void a_replica_has_no_columns_of_training(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);

    hand_keys(app, "M7");
    hand_wait(app);
    hand_expect_text(app, "PP      DP       step     tok/s");
    hand_expect_text(app, "TP8 DP8  is the present strategy");
    hand_expect_no_text(app, "ZeRO");
    hand_expect_no_text(app, "recomp");
}

/* The batch of 237 with which TP8 holds 30 ms, and 71.9 k tok/s of the first, are what `ringside search` prints. */
static void conditions_are_asked_in_the_words_of_the_command_line(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M7w--where decode.time<lt>=30ms<Enter>");
    hand_wait(app);
    hand_expect_text(app, "21 meet --where decode.time<=30ms");
    hand_expect_text(app, "best first by tokens per second");
    assert_int_equal(app->search.row[0].strategy.tp, 4);
    assert_int_equal(app->search.row[0].batch, 128);
    assert_int_equal(search_present(&app->search)->batch, 237);
    for (int i = 0; i < app->search.rows; i++) {
        assert_true(app->search.row[i].step <= 30e-3);
        assert_true(i == 0 || app->search.row[i].rate <= app->search.row[i - 1].rate);
    }
    hand_expect_text(app, "has 71.9 k tok/s against 63.3 k tok/s now");
}

static void what_is_applied_brings_its_batch_and_its_gpus_and_the_question_stays(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M7w--clients 100 --fewest<Enter>");
    hand_wait(app);
    assert_int_equal(app->search.row[0].gpus, 4);
    hand_expect_text(app, "takes 4 GPUs against 8 now");
    hand_keys(app, "<Enter>");
    assert_true(hand_value(app, "cluster.gpus") == 4);
    assert_true(hand_value(app, "decode.batch") == 100);
    hand_wait(app);
    hand_expect_text(app, "--clients 100 --fewest");
    hand_keys(app, "u");
    assert_true(hand_value(app, "cluster.gpus") == 64);
    assert_true(hand_value(app, "decode.batch") == 1);
}

static void a_question_that_does_not_apply_is_not_asked_and_says_so(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M7w--clients 100<Enter>MM"); /* on to training */
    hand_wait(app);
    hand_expect_text(app, "not asked: --clients is of a decode");
    assert_true(search_first(&app->search)->step < app->result.step);
    hand_keys(app, "M");
    hand_wait(app);
    hand_expect_no_text(app, "not asked");
    hand_keys(app, "w<C-U><Enter>");
    hand_wait(app);
    hand_expect_text(app, "best first by step");
    hand_expect_no_text(app, "--clients");
}

static void the_command_line_carries_what_is_asked(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7w--where step.time<lt>=8s<Enter>");
    hand_wait(app);
    hand_keys(app, "y");
    hand_expect_text(app, "--ask '--where step.time<=8s'");
    hand_keys(app, "<Esc>w<C-U><Enter>");
    hand_wait(app);
    hand_keys(app, "y");
    hand_expect_no_text(app, "--ask");
}

static void the_bar_of_a_row_steps_down(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "M7");
    hand_wait(app);
    for (int row = 30; row < 56; row++) {
        const char *text = hand_row(app, row);
        const char *dot = strstr(text, "·");
        assert_true(dot == NULL || strstr(dot, "▇") == NULL);
    }
}

static void where_none_meets_it_the_nearest_is_shown(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "M7w--where decode.time<lt>=3ms<Enter>");
    hand_wait(app);
    hand_expect_text(app, "none meets --where decode.time<=3ms");
    assert_int_equal(app->search.rows, 1);
    hand_expect_text(app, "is the nearest: no strategy meets what is asked");
}

static void what_cannot_be_asked_is_said_and_the_line_stays(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7w--where tp<lt>=4<Enter>");
    hand_expect_text(app, "that is a parameter, not a figure");
    hand_expect_text(app, "--where tp<=4");
    hand_keys(app, "<Esc>");
    hand_expect_no_text(app, "--where");
}

static void x_explains_the_row_in_focus_and_not_the_present_strategy(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    hand_keys(app, "<Down><Down>x");
    hand_expect_text(app, "Explain the row in focus");
    assert_true(app->about.result.step == app->search.row[2].step);
    assert_true(app->about.result.step != app->result.step);
    hand_keys(app, "<Esc><Tab>x"); /* in an input pane it is the present state again */
    assert_false(app->about.row);
}

static void a_pause_does_a_little_and_keys_work_between(void **state)
{
    struct app *app = hand_start(80, 24);
    int pauses = 0;
    (void)state;
    hand_keys(app, "<Right>7");
    while (app_is_busy(app)) {
        app_update(app, (struct event){.kind = EVENT_PAUSE});
        if (++pauses == 3) {
            const double before = hand_value(app, "nic.bandwidth");
            hand_keys(app, "-");
            assert_true(hand_value(app, "nic.bandwidth") < before);
            assert_int_equal(app->search.progress.priced, 0); /* it starts again */
        }
    }
    assert_true(pauses > 10);
}

static void while_it_searches_rows_keep_their_places_with_new_prices(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Left>7");
    hand_wait(app);
    const struct strategy first = app->search.row[0].strategy;
    const double before = app->search.row[0].step;
    hand_keys(app, "----------");
    assert_true(app_is_busy(app));
    assert_int_equal(app->search.row[0].strategy.tp, first.tp);
    assert_int_equal(app->search.row[0].strategy.pp, first.pp);
    assert_true(app->search.row[0].step > before); /* a slower network */
}

static void enter_applies_a_strategy_as_one_undo_step(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    const double before = app->result.training.step;
    const double promised = app->search.row[0].step;
    hand_keys(app, "<Enter>");
    assert_true(app->result.training.step == promised);
    assert_true(promised < before);
    hand_wait(app);
    assert_true(app->search.row[app->search.selected].present); /* the hand stays on it */
    hand_keys(app, "u");
    assert_true(app->result.training.step == before);
}

static void rows_are_sorted_by_a_column_and_the_hand_stays_on_its_strategy(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    const double step = app->search.row[2].step;
    const double memory = app->search.row[2].memory;
    hand_keys(app, "<Down><Down><Right><Right>s"); /* by memory */
    assert_int_equal(app->search.sorted, SEARCH_COLUMN_MEMORY);
    for (int i = 1; i < app->search.rows; i++) {
        assert_true(app->search.row[i - 1].memory <= app->search.row[i].memory);
    }
    assert_true(app->search.row[app->search.selected].step == step);
    assert_true(app->search.row[app->search.selected].memory == memory);
}

static void escape_stops_a_search_and_then_leaves(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7<Esc>");
    assert_false(app_is_busy(app));
    assert_int_equal(app->focus, FOCUS_TAB);
    hand_expect_text(app, "stopped");
    hand_keys(app, "<Esc>");
    assert_true(app->focus != FOCUS_TAB);
}

static void b_pins_the_row_in_focus(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    hand_keys(app, "<Down>b");
    assert_true(app->has_baseline);
    assert_true(app->baseline_result.training.step == app->search.row[app->search.selected].step);
}

static void the_context_line_says_what_decides(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    hand_expect_text(app, "quicker by");
}

static void clicks_sort_focus_and_apply(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    struct hand_place place = hand_find(app, "MFU    GB");
    hand_press(app, place.column, place.row);
    assert_int_equal(app->search.sorted, SEARCH_COLUMN_MFU);
    hand_press(app, place.column, place.row + 3);
    assert_int_equal(app->search.selected, 2);
    const double promised = app->search.row[2].step;
    hand_press(app, place.column, place.row + 3);
    assert_true(app->result.training.step == promised);
}

static void what_does_not_fit_is_ranked_when_asked(void **state)
{
    struct app *app = hand_start(120, 40);
    bool misfit = false;
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    const double best = app->search.row[0].step;
    for (int i = 0; i < app->search.rows; i++) {
        assert_true(app->search.row[i].fits);
    }
    hand_keys(app, "f");
    hand_wait(app);
    for (int i = 0; i < app->search.rows; i++) {
        misfit |= !app->search.row[i].fits;
    }
    assert_true(misfit);
    assert_true(app->search.row[0].step < best); /* memory is what forbids faster ones */
    hand_keys(app, "f");
    hand_wait(app);
    assert_true(app->search.row[0].step == best);
}

static void another_objective_ranks_by_another_figure(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7o");
    hand_wait(app);
    hand_expect_text(app, "best first by memory ");
    for (int i = 1; i < app->search.rows && app->search.row[i].rank > 0; i++) {
        assert_true(app->search.row[i].memory >= app->search.row[i - 1].memory);
    }
    hand_keys(app, "o");
    hand_wait(app);
    hand_expect_text(app, "best first by step ");
}

/* 64 GPUs hold 21 replicas of TP 3, and auto is 8 micro-batches of one sequence each: 168. */
static void a_strategy_that_cannot_run_is_searched_for_those_that_can(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    app->now.strategy.tp = 3;
    app->result.valid = false;
    change_price(app);
    hand_keys(app, "7");
    hand_wait(app);
    hand_expect_text(app, "batch 168 held");
    hand_expect_text(app, "TP2 PP4 CP4 DP2 ZeRO-1");
    hand_expect_text(app, "can run, and the present strategy cannot");
    const double promised = app->search.row[0].step;
    hand_keys(app, "<Enter>");
    assert_false(app->invalid);
    assert_true(app->result.training.step == promised);
    hand_expect_text(app, "is applied, and the batch held at 168");
}

/* 11 divides neither the 64 heads nor a batch of 7 nor a sequence of 8192, and one layer has no 11 stages. */
static void a_search_that_finds_nothing_says_so(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    app->now.model.layers = 1;
    app->now.cluster.gpus = 11;
    app->now.strategy.global_batch = 7;
    change_price(app);
    hand_keys(app, "7");
    hand_wait(app);
    hand_expect_text(app, "No strategy divides this model, batch and cluster.");
}

/* The reserve aside, over 95 % of the card: 84.2 of 85.5 GB. */
static void what_hardly_fits_is_marked(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "7");
    hand_wait(app);
    int near = 0;
    for (int i = 0; i < app->search.rows; i++) {
        near = app->search.row[near].near ? near : i;
    }
    assert_true(app->search.row[near].memory > 0.94 * app->now.gpu.hbm_capacity);
    for (int i = 0; i < near; i++) {
        hand_keys(app, "<Down>");
    }
    assert_non_null(strstr(hand_row(app, hand_find(app, "▸").row), "!"));
    hand_expect_text(app, "near the limit");
}

static void the_footer_stops_what_runs_and_only_that(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "7");
    hand_expect_text(app, "Esc stop");
    hand_wait(app);
    hand_expect_no_text(app, "Esc stop");
    hand_expect_text(app, "Esc inputs");
}

/* What is shown then is the strategy that needs least: it must not read like a proposal. */
static void where_nothing_fits_the_line_says_so_first(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Up><Up><Enter>8<Enter>"); /* GPUs */
    assert_float_equal(hand_value(app, "cluster.gpus"), 8.0, 0.0);
    hand_keys(app, "7");
    hand_wait(app);
    hand_expect_text(app, "none fits");
    hand_expect_text(app, "does not fit: ");
    hand_expect_text(app, " of 85.5 GB, the least of all");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(rows_are_the_best_of_a_whole_search_and_the_present_one),
        HAND_TEST(a_replica_has_no_columns_of_training),
        HAND_TEST(conditions_are_asked_in_the_words_of_the_command_line),
        HAND_TEST(what_is_applied_brings_its_batch_and_its_gpus_and_the_question_stays),
        HAND_TEST(a_question_that_does_not_apply_is_not_asked_and_says_so),
        HAND_TEST(the_command_line_carries_what_is_asked),
        HAND_TEST(the_bar_of_a_row_steps_down),
        HAND_TEST(where_none_meets_it_the_nearest_is_shown),
        HAND_TEST(what_cannot_be_asked_is_said_and_the_line_stays),
        HAND_TEST(x_explains_the_row_in_focus_and_not_the_present_strategy),
        HAND_TEST(a_pause_does_a_little_and_keys_work_between),
        HAND_TEST(while_it_searches_rows_keep_their_places_with_new_prices),
        HAND_TEST(enter_applies_a_strategy_as_one_undo_step),
        HAND_TEST(rows_are_sorted_by_a_column_and_the_hand_stays_on_its_strategy),
        HAND_TEST(escape_stops_a_search_and_then_leaves),
        HAND_TEST(b_pins_the_row_in_focus),
        HAND_TEST(the_context_line_says_what_decides),
        HAND_TEST(what_does_not_fit_is_ranked_when_asked),
        HAND_TEST(another_objective_ranks_by_another_figure),
        HAND_TEST(clicks_sort_focus_and_apply),
        HAND_TEST(a_strategy_that_cannot_run_is_searched_for_those_that_can),
        HAND_TEST(a_search_that_finds_nothing_says_so),
        HAND_TEST(what_hardly_fits_is_marked),
        HAND_TEST(the_footer_stops_what_runs_and_only_that),
        HAND_TEST(where_nothing_fits_the_line_says_so_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
