/* test_ring_view.c: tab 3: what the hand does to a collective, and what the screen says of it. */
#include "core/collective_whiteboard.h"
#include "hand.h"
#include "view/ring_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { SCREEN_BYTES = 1 << 16 };

static void tick(struct app *app)
{
    app_update(app, (struct event){.kind = EVENT_TICK});
}

/* The whole screen. */
static void read_screen(const struct app *app, char *text, size_t size)
{
    size_t used = 0;
    for (int row = 0; row < app->rows && used < size; row++) {
        used += (size_t)snprintf(text + used, size - used, "%s\n", hand_row(app, row));
    }
}

static void at_the_end_the_sums_are_right_and_the_counters_are_the_formula(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3<End>");
    hand_expect_text(app, "step 14 of 14");
    hand_expect_text(app, "✓ right");
    hand_expect_text(app, "sent 30.9 GB of 2 · 7/8 · 17.6 GB = 30.9 GB");
    hand_expect_text(app, "██8  ██8  ██8");
}

static void a_step_back_shows_the_screen_of_before(void **state)
{
    static char before[SCREEN_BYTES];
    static char after[SCREEN_BYTES];
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "3<Right><Right>");
    read_screen(app, before, sizeof before);
    hand_keys(app, "<Right>");
    read_screen(app, after, sizeof after);
    assert_string_not_equal(before, after);
    hand_keys(app, "<Left>");
    read_screen(app, after, sizeof after);
    assert_string_equal(before, after);
}

static void it_plays_to_the_end_and_then_rests(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3");
    assert_int_equal(app_interval(app), 0);
    tick(app); /* nothing plays */
    assert_int_equal(app->ring.step, 0);
    hand_keys(app, " ");
    assert_int_equal(app_interval(app), 250);
    hand_expect_text(app, "playing 4/s");
    tick(app);
    hand_expect_text(app, "step 1 of 14");
    hand_keys(app, " ");
    assert_int_equal(app_interval(app), 0);
    hand_expect_text(app, "paused");
    hand_keys(app, "]] ");
    assert_int_equal(app_interval(app), 62);
    for (int step = 1; step < 14; step++) {
        tick(app);
    }
    assert_int_equal(app_interval(app), 0);
    hand_expect_text(app, "✓ right");
    hand_keys(app, " "); /* again from the start */
    hand_expect_text(app, "step 0 of 14");
    assert_int_equal(app_interval(app), 62);
}

static void it_waits_below_an_overlay_and_behind_another_tab(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3 ?");
    assert_int_equal(app_interval(app), 0);
    hand_keys(app, "<Esc>");
    assert_int_equal(app_interval(app), 250);
    hand_keys(app, "4");
    assert_int_equal(app_interval(app), 0);
}

/* All algorithms that run, one after the other, from where the key has brought them. */
static int families_that_end_right(struct app *app)
{
    bool seen[FAMILY_COUNT] = {false};
    int count = 0;
    for (struct ring_scene scene = ring_scene_of(app); !seen[scene.family]; scene = ring_scene_of(app)) {
        seen[scene.family] = true;
        hand_keys(app, "<End>");
        hand_expect_text(app, "✓ right");
        count++;
        hand_keys(app, "g");
    }
    return count;
}

static void each_operation_ends_right_by_each_algorithm(void **state)
{
    static const char *const names[] = {"all-reduce", "all-gather", "reduce-scatter", "all-to-all"};
    static const int families[] = {4, 2, 2, 1};
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3www"); /* four ranks a node */
    for (int op = 0; op < 4; op++) {
        hand_expect_text(app, names[op]);
        assert_int_equal(families_that_end_right(app), families[op]);
        hand_keys(app, "o");
    }
    hand_expect_text(app, "all-reduce");
}

static void all_algorithms_run_side_by_side(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3wwwv<Right><Right><Right><Right>");
    hand_expect_text(app, "ring               double tree        in-switch          hierarchical");
    hand_expect_text(app, "step       4 of 14 step        4 of 8 ✓ right     4 of 4 step        4 of 8");
    hand_keys(app, "<End>");
    hand_expect_text(app, "✓ right   14 of 14 ✓ right     8 of 8 ✓ right     4 of 4 ✓ right     8 of 8");
}

/* Steps and bytes as formulas with the numbers in them, worked by hand: n = 8 ranks, alone in their domains; g = 4 in
 * each of N = 2; and all in one. */
static void each_algorithm_says_its_steps_and_bytes_as_a_formula(void **state)
{
    static const struct {
        const char *keys, *steps, *bytes;
    } cases[] = {
        {"3", "2(n−1) = 2 · 7 = 14 steps", "2(n−1)/n · S = 2 · 7/8 · 17.6 GB = 30.9 GB"},
        {"3g", "2 log2 N, rounded up = 2 · 3 = 6 steps", "2(n−1)/n · S = 2 · 7/8 · 17.6 GB"},
        {"3og", "log2 n, rounded up = 3 steps", "(n−1)/n · S = 7/8 · 17.6 GB = 15.4 GB"},
        {"3wwwg", "2(g−1) + 2 log2 N = 2 · 3 + 2 · 1 = 8 steps", "2(n−1)/n · S = 2 · 7/8 · 17.6 GB"},
        {"3wwwgg", "2 + 2 log2 N = 4 steps", "(1 + 1/4 + 2 · 1/8) · 17.6 GB = 26.5 GB"},
        {"3wwwggg", "2(g−1) + 2(N−1) = 2 · 3 + 2 · 1 = 8 steps", "2(n−1)/n · S = 2 · 7/8 · 17.6 GB"},
        {"3wwwo", "n−1 = 8−1 = 7 steps", "(n−1)/n · S = 7/8 · 17.6 GB = 15.4 GB"},
        {"3wwwog", "(g−1) + (N−1) = 3 + 1 = 4 steps", "(n−1)/n · S = 7/8 · 17.6 GB = 15.4 GB"},
        {"3mg", "2(g−1) = 2 · 7 = 14 steps", "2(n−1)/n · S = 2 · 7/8 · 134 MB"},
        {"3mgg", "to the switch, and back = 2 steps", "(1 + 1/g) · S = (1 + 1/8) · 134 MB = 151 MB"},
        {"3mog", "one way through the switch = 1 step ", "S/g = 134 MB/8 = 16.8 MB"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct app *app = hand_start(200, 60);
        hand_keys(app, cases[i].keys);
        hand_expect_text(app, cases[i].steps);
        hand_expect_text(app, cases[i].bytes);
        hand_stop();
    }
}

/* Of several phases only the name of the present one has room; at the end that is the last. */
static void the_name_of_the_last_phase_stays_at_the_end(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3wwwggg");
    hand_expect_text(app, "scatter inside");
    hand_keys(app, "<End>");
    hand_expect_text(app, "gather inside");
    hand_expect_no_text(app, "scatter inside");
}

static void brackets_step_through_the_speeds_one_by_one(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "3]]]]");
    hand_expect_text(app, "paused 16/s");
    hand_keys(app, "[");
    hand_expect_text(app, "paused 8/s");
    hand_keys(app, "[[[[");
    hand_expect_text(app, "paused 2/s");
    hand_keys(app, "]");
    hand_expect_text(app, "paused 4/s");
}

static void the_message_and_its_group_are_those_of_the_step(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "3");
    hand_expect_text(app, "8 ranks of the DP group, one a node · 17.6 GB of gradients");
    hand_keys(app, "m");
    hand_expect_text(app, "8 ranks of the TP group, in one node · 134 MB of activations");
}

/* The gradients of 80 layers leave as 80 reduce-scatters and as many gathers, each with its latency. */
static void it_says_what_the_step_makes_of_the_message(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "3");
    hand_expect_text(app, "of 618 ms");
    hand_expect_text(app, "in the step 160 pieces: 647 ms");
    hand_keys(app, "m");
    hand_expect_text(app, "in the step 6432 such: 2.38 s");
    hand_keys(app, "o"); /* an operation that the step does not send */
    hand_expect_no_text(app, "in the step");
}

static void a_large_group_is_drawn_small_and_says_so(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "<Tab><Home>3"); /* TP 1: all 64 ranks hold the same parameters */
    const struct ring_scene scene = ring_scene_of(app);
    assert_int_equal(scene.whole.ranks, 64);
    assert_int_equal(scene.drawn.ranks, 8);
    hand_expect_text(app, "8 ranks of 64 in the DP group, 4 a node");
    hand_expect_text(app, "64 ranks by");
    hand_expect_text(app, "126");              /* steps of the whole ring: 2 * 63 */
    hand_expect_text(app, "time at 400 GB/s"); /* eight rails a node, though four ranks of it are drawn */
}

static void time_is_that_of_the_core_and_follows_the_slider(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "3<Right><Right><Right><Right><Right><Right><Right>");
    struct ring_scene scene = ring_scene_of(app);
    const struct collective_cost cost = collective_whiteboard(ALGORITHM_RING, OP_ALL_REDUCE, scene.size,
                                                              &app->result.groups.dp, &app->now, BASIS_DIRECTION);
    assert_true(fabs(ring_elapsed(app, &scene, FAMILY_RING, 14) / cost.seconds - 1) < 1e-12);
    assert_true(fabs(ring_elapsed(app, &scene, FAMILY_RING, 7) / cost.seconds - 0.5) < 1e-12);
    const double before = ring_elapsed(app, &scene, FAMILY_RING, 7);
    hand_keys(app, "<Esc><Left>"); /* NIC 45 GB/s */
    assert_int_equal(app->ring.step, 7);
    scene = ring_scene_of(app);
    assert_true(ring_elapsed(app, &scene, FAMILY_RING, 7) > 1.1 * before);
}

static void the_mouse_steps_and_picks_a_rank(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "3");
    const struct hand_place rank = hand_find(app, "rank 5   ▁");
    hand_press(app, rank.column + 2, rank.row);
    assert_int_equal(app->ring.rank, 5);
    hand_expect_text(app, "▸rank 5");
    hand_wheel(app, rank.column, rank.row, -1);
    assert_int_equal(app->ring.step, 1);
    hand_wheel(app, rank.column, rank.row, 1);
    assert_int_equal(app->ring.step, 0);
    const struct layout layout = app_layout(app);
    const struct ring_scene scene = ring_scene_of(app);
    const struct ring_place place = ring_place_for(&layout, &scene, 0);
    hand_press(app, place.progress + 6 * place.step_columns, place.progress_row);
    hand_expect_text(app, "step 7 of 14");
}

static void a_switch_that_cannot_add_is_said_to(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "3m");
    assert_true(ring_switch_adds(app));
    hand_expect_text(app, "in-switch         2     151 MB"); /* 9/8 of 134.2 MB */
    app->now.gpu.generation = GENERATION_AMPERE;
    assert_false(ring_switch_adds(app));
    hand_expect_text(app, "no switch here adds");
}

static void one_gpu_has_nobody_to_send_to(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "<Tab><Home><S-Tab><Up><Up>"); /* TP 1 */
    struct scenario *now = &app->now;
    now->strategy.tp = 1;
    now->cluster.gpus = 1;
    app->result = evaluate(now);
    hand_keys(app, "3 <Right><Left>gomnwv");
    hand_expect_text(app, "No group has two ranks");
    assert_int_equal(app_interval(app), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(at_the_end_the_sums_are_right_and_the_counters_are_the_formula),
        HAND_TEST(a_step_back_shows_the_screen_of_before),
        HAND_TEST(it_plays_to_the_end_and_then_rests),
        HAND_TEST(it_waits_below_an_overlay_and_behind_another_tab),
        HAND_TEST(each_operation_ends_right_by_each_algorithm),
        HAND_TEST(all_algorithms_run_side_by_side),
        HAND_TEST(each_algorithm_says_its_steps_and_bytes_as_a_formula),
        HAND_TEST(the_name_of_the_last_phase_stays_at_the_end),
        HAND_TEST(brackets_step_through_the_speeds_one_by_one),
        HAND_TEST(the_message_and_its_group_are_those_of_the_step),
        HAND_TEST(it_says_what_the_step_makes_of_the_message),
        HAND_TEST(a_large_group_is_drawn_small_and_says_so),
        HAND_TEST(time_is_that_of_the_core_and_follows_the_slider),
        HAND_TEST(the_mouse_steps_and_picks_a_rank),
        HAND_TEST(a_switch_that_cannot_add_is_said_to),
        HAND_TEST(one_gpu_has_nobody_to_send_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
