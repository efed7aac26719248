/* test_compare.c: scenarios side by side, pinned, swapped and taken. */
#include "core/evaluate.h"
#include "hand.h"
#include "view/change.h"
#include "view/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void set(struct app *app, const char *key, double value)
{
    assert_true(change_value(app, parameter_find(key), value, UNDO_NEW));
}

static void up_to_four_are_pinned_and_listed(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "c");
    hand_expect_text(app, "c pins this state");
    for (int i = 0; i < PINS; i++) {
        hand_keys(app, "c<Esc><Left>c");
    }
    assert_int_equal(app->compare.pins, PINS);
    hand_expect_text(app, "45 GB/s");
    hand_keys(app, "c");
    assert_int_equal(app->compare.pins, PINS);
    hand_expect_text(app, "all there is room for");
}

static void unpinning_keeps_the_others_in_order(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "cc<Esc><Left>cc<Esc><Left>cc"); /* 50, 45, 40 */
    hand_keys(app, "<Left>d");
    assert_int_equal(app->compare.pins, 2);
    const struct parameter *nic = parameter_find("nic.bandwidth");
    assert_true(parameter_get(nic, &app->compare.pin[0].scenario) == 50e9);
    assert_true(parameter_get(nic, &app->compare.pin[1].scenario) == 40e9);
}

/* The ratio on the screen is that of the steps that core gives. */
static void ratios_are_those_of_the_steps(void **state)
{
    struct app *app = hand_start(120, 40);
    char expected[32];
    (void)state;
    const struct result before = evaluate(&app->now);
    hand_keys(app, "b<Enter>1 GB/s<Enter>c");
    const struct result after = evaluate(&app->now);
    draw_ratio_text(before.step / after.step, expected, sizeof expected);
    const struct hand_place row = hand_find(app, "ratio to now");
    assert_non_null(strstr(hand_row(app, row.row), expected));
    const struct hand_place part = hand_find(app, "gradient all-reduce  "); /* the verdict names it, too */
    draw_ratio_text(after.training.dp.exposed / before.training.dp.exposed, expected, sizeof expected);
    assert_non_null(strstr(hand_row(app, part.row), expected));
}

/* At 1 GB/s only the gradients are slower: nothing else can decide. */
static void the_verdict_says_who_wins_by_how_much_and_by_what(void **state)
{
    struct app *app = hand_start(120, 40);
    char expected[64];
    (void)state;
    hand_keys(app, "c");
    hand_expect_no_text(app, "wins");
    const double before = app->result.step;
    hand_keys(app, "c<Esc><Enter>1 GB/s<Enter>c");
    (void)snprintf(expected, sizeof expected,
                   "pin 1 wins: %.2f× as fast as now · gradient all-reduce: ", app->result.step / before);
    hand_expect_text(app, expected);
    hand_keys(app, "<Esc>rc");
    hand_expect_text(app, "now and pin 1 are equally fast");
}

/* Twice the sequences take longer a step, and make more tokens a second. */
static void steps_of_unlike_batches_compare_by_tokens(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    set(app, "global_batch", 64.0);
    hand_keys(app, "cc<Esc>");
    set(app, "global_batch", 512.0);
    hand_keys(app, "c");
    hand_expect_text(app, "now wins");
    hand_expect_text(app, "more tokens a second than pin 1 · mostly ");
}

/* Memory of 10 GB holds no eighth of 70 B parameters. */
static void what_does_not_fit_does_not_win(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "cc<Esc>");
    set(app, "gpu.hbm_capacity", 10e9);
    set(app, "nic.bandwidth", 400e9);
    hand_keys(app, "c");
    hand_expect_text(app, "pin 1 wins: now is 1.");
    hand_expect_text(app, "× as fast, and does not fit");
}

static void only_what_differs_is_listed(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "bc");
    hand_expect_text(app, "nothing differs");
    hand_keys(app, "<Esc><Enter>25 GB/s<Enter>c");
    hand_expect_text(app, "what differs");
    const struct hand_place row = hand_find(app, "NIC ");
    assert_non_null(strstr(hand_row(app, row.row), "25 GB/s"));
    assert_non_null(strstr(hand_row(app, row.row), "50 GB/s"));
    assert_true(hand_find(app, "NVLink").column < 0);
}

/* The ink of the last sign in the row that begins with a label. */
static enum role ink_of_last(const struct app *app, const char *label)
{
    const int row = hand_find(app, label).row;
    struct surface surface = surface_new(app->rows, app->columns);
    assert_true(row >= 0);
    app_draw(app, &surface);
    int column = app->columns - 1;
    while (column > 0 && surface_at(&surface, row, column).glyph == ' ') {
        column--;
    }
    const enum role role = surface_at(&surface, row, column).style.ink;
    surface_free(&surface);
    return role;
}

static void what_is_the_same_recedes_and_shares_have_a_decimal(void **state)
{
    struct app *app = hand_start(120, 40);
    char share[20];
    (void)state;
    hand_keys(app, "b<Enter>10GB/s<Enter>c");
    assert_int_equal(ink_of_last(app, "  memory "), ROLE_DIM);
    assert_int_equal(ink_of_last(app, "  fits "), ROLE_DIM);
    assert_int_equal(ink_of_last(app, "  MFU "), ROLE_BRIGHT);
    (void)snprintf(share, sizeof share, "%.1f %%", 100.0 * metric_get(metric_find("mfu"), &app->result));
    assert_true(hand_find(app, share).row == hand_find(app, "  MFU ").row);
}

static void a_swap_exchanges_both_and_undo_swaps_back(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct parameter *nic = parameter_find("nic.bandwidth");
    (void)state;
    hand_keys(app, "%");
    hand_expect_text(app, "no baseline");
    hand_keys(app, "b<Enter>25 GB/s<Enter>%");
    assert_true(parameter_get(nic, &app->now) == 50e9);
    assert_true(parameter_get(nic, &app->baseline) == 25e9);
    hand_keys(app, "u");
    assert_true(parameter_get(nic, &app->now) == 25e9);
    assert_true(parameter_get(nic, &app->baseline) == 50e9);
    hand_keys(app, "<C-R>");
    assert_true(parameter_get(nic, &app->now) == 50e9);
    assert_true(parameter_get(nic, &app->baseline) == 25e9);
}

static void a_pinned_state_is_gone_on_from_as_one_step_of_undo(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "cc<Esc><Left><Left><Left>c<Right><Enter><Esc>");
    assert_true(hand_value(app, "nic.bandwidth") == 50e9);
    assert_true(hand_find(app, "edited").column < 0);
    hand_keys(app, "u");
    assert_true(hand_value(app, "nic.bandwidth") < 50e9);
}

static void a_pinned_state_becomes_the_baseline(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "cc<Esc><Left>c<Right>b");
    assert_true(app->has_baseline);
    assert_true(parameter_get(parameter_find("nic.bandwidth"), &app->baseline) == 50e9);
}

static void a_speed_up_is_written_as_a_factor(void **state)
{
    struct app *app = hand_start(120, 40);
    char speedup[20];
    (void)state;
    hand_keys(app, "Mcc");
    (void)snprintf(speedup, sizeof speedup, " %.2f×", app->result.inference.speedup);
    assert_true(app->result.inference.speedup > 1.0);
    assert_int_equal(hand_find(app, speedup).row, hand_find(app, "  speed-up ").row);
}

/* Every column is of the present mode; what cannot run in it stays, without figures. */
static void what_is_pinned_follows_the_mode(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "cc<Esc>Mc");
    assert_int_equal(app->compare.pin[0].result.mode, MODE_DECODE);
    hand_expect_text(app, "part by part");
    assert_true(app->compare.pin[0].result.step == app->result.step);
}

static void a_present_state_that_cannot_run_says_why_beside_what_can(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    char step[QUANTITY_TEXT];
    char expected[2 * QUANTITY_TEXT];
    quantity_say(app->result.step, UNIT_SECONDS, step, sizeof step);
    (void)snprintf(expected, sizeof expected, "cannot run              %s", step);
    hand_keys(app, "b<Tab><Enter>3<Enter>c"); /* TP 3 */
    hand_expect_text(app, expected);
    hand_expect_text(app, "now cannot run");
    hand_expect_text(app, "TP 3 does not divide 64 heads: 1, 2, 4, 8, 16, 32 and 64 do.");
    hand_expect_text(app, "TP 4 makes it valid.");
    hand_expect_text(app, "what differs");
    hand_keys(app, "<PageDown><PageDown>");
    hand_expect_text(app, "part by part: baseline \u2500");
    hand_keys(app, "b"); /* of the selected column, which cannot run */
    hand_expect_text(app, "An invalid state cannot be the baseline.");
    hand_keys(app, "d");
    hand_expect_text(app, "it is not pinned");
    hand_keys(app, "<Enter>");
    hand_expect_text(app, "This is the present state already.");
}

static void every_size_is_drawn_and_scrolled_to_its_end(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "bcc<Esc><Left>cc<Esc><Tab><Right>cc<Esc>p<Down><Enter>cc");
    for (int rows = 1; rows <= 60; rows += 3) {
        for (int columns = 1; columns <= 210; columns += 7) {
            struct surface surface = surface_new(rows, columns);
            app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
            hand_keys(app, "<PageDown><PageDown><PageDown><PageDown><PageDown><PageDown><Left><Right>");
            app_draw(app, &surface);
            surface_free(&surface);
        }
    }
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 24, .columns = 80});
    hand_expect_text(app, "more");
    hand_keys(app, "<PageDown><PageDown><PageDown><PageDown><PageDown><PageDown>");
    assert_true(hand_find(app, "more").column < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(up_to_four_are_pinned_and_listed),
        HAND_TEST(unpinning_keeps_the_others_in_order),
        HAND_TEST(ratios_are_those_of_the_steps),
        HAND_TEST(the_verdict_says_who_wins_by_how_much_and_by_what),
        HAND_TEST(steps_of_unlike_batches_compare_by_tokens),
        HAND_TEST(what_does_not_fit_does_not_win),
        HAND_TEST(only_what_differs_is_listed),
        HAND_TEST(what_is_the_same_recedes_and_shares_have_a_decimal),
        HAND_TEST(a_swap_exchanges_both_and_undo_swaps_back),
        HAND_TEST(a_pinned_state_is_gone_on_from_as_one_step_of_undo),
        HAND_TEST(a_pinned_state_becomes_the_baseline),
        HAND_TEST(a_speed_up_is_written_as_a_factor),
        HAND_TEST(what_is_pinned_follows_the_mode),
        HAND_TEST(a_present_state_that_cannot_run_says_why_beside_what_can),
        HAND_TEST(every_size_is_drawn_and_scrolled_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
