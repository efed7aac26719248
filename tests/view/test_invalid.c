/* test_invalid.c: an explorer that was started with a strategy that cannot run says why, and what would. */
#include "hand.h"
#include "view/change.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* As after `ringside --set tp=7`: nothing was priced before. */
static struct app *started_invalid(int columns, int rows)
{
    struct app *app = hand_start(columns, rows);
    app->now.strategy.tp = 7;
    app->result.valid = false;
    change_price(app);
    return app;
}

static void the_result_says_why_and_what_would_do(void **state)
{
    static const struct {
        int columns, rows;
    } sizes[] = {{60, 18}, {80, 24}, {120, 40}, {200, 60}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct app *app = started_invalid(sizes[i].columns, sizes[i].rows);
        hand_expect_text(app, "invalid: TP 7 does not divide 64 heads");
        hand_expect_text(app, "TP 8 makes it valid.");
        hand_expect_text(app, "TP 7 and 8 KV heads: one must divide the other.");
        hand_stop();
    }
    (void)hand_start(80, 24);
}

/* The bars of the last state that could run are no forecast of this one. */
static void what_was_valid_before_is_grey_and_says_so(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    const struct layout layout = app_layout(app);
    const struct hand_place bar = {.column = layout.bar_column + 1, .row = layout.step_row}; /* of compute */
    assert_int_equal(hand_style(app, bar.column, bar.row).ground, ROLE_WORK);
    hand_keys(app, "<Tab><Enter>6<Enter>4");
    hand_expect_text(app, "last valid");
    assert_int_equal(hand_style(app, bar.column, bar.row).ground, ROLE_FAINT);
    const struct hand_place traffic = hand_find(app, "reduce-scatter");
    assert_int_equal(hand_style(app, traffic.column, traffic.row).ink, ROLE_DIM);
    hand_keys(app, "u");
    hand_expect_no_text(app, "last valid");
    assert_int_equal(hand_style(app, bar.column, bar.row).ground, ROLE_WORK);
}

static void no_tab_is_blank(void **state)
{
    struct app *app = started_invalid(80, 24);
    (void)state;
    for (int tab = 1; tab <= 9; tab++) {
        char key[2];
        (void)snprintf(key, sizeof key, "%d", tab);
        hand_keys(app, key);
        hand_expect_text(app, tab == 8   ? "141 GB in 0.27 s?"
                              : tab == 7 ? "best first by"
                                         : "is drawn as soon as this can run.");
        hand_expect_text(app, "TP 8 makes it valid.");
    }
}

static void a_room_sees_it_too(void **state)
{
    struct app *app = started_invalid(80, 24);
    (void)state;
    hand_keys(app, "P");
    hand_expect_text(app, "invalid: TP 7 does not divide 64 heads");
    hand_expect_text(app, "TP 8 makes it valid.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(the_result_says_why_and_what_would_do),
        HAND_TEST(what_was_valid_before_is_grey_and_says_so),
        HAND_TEST(no_tab_is_blank),
        HAND_TEST(a_room_sees_it_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
