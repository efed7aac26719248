/* test_projector.c: a pane alone on the screen, and the screen for a room. */
#include "hand.h"
#include "view/big_digits.h"
#include "view/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_pane_in_focus_is_alone_and_comes_back(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "e");
    assert_true(hand_find(app, "Parallelism").column < 0);
    hand_expect_text(app, "hop latency"); /* beside others its row is below the end of the pane */
    hand_keys(app, "<Tab>");
    hand_expect_text(app, "Parallelism ");
    hand_keys(app, "e");
    hand_expect_text(app, "Model ");
    hand_keys(app, "e<Esc>");
    assert_false(app->maximised);
}

/* Every part has a row of its own there. */
static void the_step_alone_shows_every_part(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_expect_text(app, "others");
    hand_keys(app, "<Tab><Tab>e");
    assert_true(hand_find(app, "others").column < 0);
    for (int part = 0; part < PART_COUNT; part++) {
        if (part_time_of((enum part)part, &app->result).path > 0.0) {
            hand_expect_text(app, step_parts[part].short_label);
        }
    }
}

static void a_row_far_down_stays_in_sight_when_the_pane_comes_back(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "e<Down><Down><Down><Down><Down><Down><Down><Down>");
    const struct parameter *parameter = parameter_find("node.gpus");
    hand_keys(app, "e");
    hand_expect_text(app, parameter->short_label);
}

static void the_projector_holds_a_slider_and_moves_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "P");
    assert_ptr_equal(app->held, parameter_find("nic.bandwidth"));
    hand_expect_text(app, "projector");
    hand_keys(app, "-");
    assert_true(hand_value(app, "nic.bandwidth") == 45e9);
    hand_keys(app, "<Right>");
    assert_true(hand_value(app, "nic.bandwidth") == 50e9);
    hand_keys(app, "n");
    assert_ptr_equal(app->held, parameter_find("nic.latency"));
    hand_keys(app, "P");
    hand_expect_text(app, "Parallelism");
}

/* Round it goes through every slider of all panes. */
static void the_next_slider_comes_round_to_the_first(void **state)
{
    struct app *app = hand_start(120, 40);
    int steps = 1;
    (void)state;
    hand_keys(app, "Pn");
    while (app->held != parameter_find("nic.bandwidth") && steps < 200) {
        hand_keys(app, "n");
        steps++;
    }
    assert_in_range(steps, 20, 120);
}

static void a_tab_is_alone_in_the_projector(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "P5");
    hand_expect_text(app, "used, ");
    assert_true(hand_find(app, "Parallelism").column < 0);
    hand_keys(app, "<Esc>");
    hand_expect_text(app, "next slider");
    hand_keys(app, "<Esc>");
    assert_false(app->projector);
}

static void the_slider_of_the_projector_follows_the_mouse(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "P");
    const struct layout layout = app_layout(app);
    hand_press(app, layout.bar_column, layout.held.row);
    const double least = hand_value(app, "nic.bandwidth");
    hand_drag(app, layout.bar_column + layout.bar_width - 1, layout.held.row);
    assert_true(hand_value(app, "nic.bandwidth") > least);
    hand_release(app, layout.bar_column, layout.held.row);
}

static void what_does_not_fit_is_said_to_the_room(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Tab><Left>P"); /* TP 4 */
    hand_expect_text(app, "does not fit: ");
}

/* A seven has its bar on top and stands on one leg. */
static void digits_are_made_of_blocks(void **state)
{
    static const char *const rows[BIG_DIGIT_ROWS] = {"######", "    ##", "    ##", "    ##", "    ##"};
    struct surface surface = surface_new(BIG_DIGIT_ROWS, 10);
    (void)state;
    surface.glyphs = &glyphs_ascii;
    assert_int_equal(big_digits_columns("7."), 10);
    assert_int_equal(big_digits_columns("12.5"), 6 + 2 + 6 + 2 + 2 + 2 + 6);
    (void)big_digits_draw(&surface, 0, 0, "7", (struct style){ROLE_TEXT, ROLE_BG, 0});
    for (int row = 0; row < BIG_DIGIT_ROWS; row++) {
        char text[64];
        (void)surface_row_text(&surface, row, text, sizeof text);
        assert_memory_equal(text, rows[row], 6);
    }
    surface_free(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(the_pane_in_focus_is_alone_and_comes_back),
        HAND_TEST(the_step_alone_shows_every_part),
        HAND_TEST(a_row_far_down_stays_in_sight_when_the_pane_comes_back),
        HAND_TEST(the_projector_holds_a_slider_and_moves_it),
        HAND_TEST(the_next_slider_comes_round_to_the_first),
        HAND_TEST(a_tab_is_alone_in_the_projector),
        HAND_TEST(the_slider_of_the_projector_follows_the_mouse),
        HAND_TEST(what_does_not_fit_is_said_to_the_room),
        cmocka_unit_test(digits_are_made_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
