/* test_map_view.c: tab 9: lines fold what repeats and lose nothing, and a click finds the group of a GPU. */
#include "hand.h"
#include "view/map_view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_groups_of_the_opening_job_are_shown_with_their_rings(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "9");
    hand_expect_text(app, "DP group 0 of 8 · 8 ranks, 1 in each of 8 nodes");
    hand_expect_text(app, "slowest hop: 0 → 8, NIC 50.0 GB/s, node 0 → 1");
    hand_expect_text(app, "ring 0 ▸ 8 ━ 16 ━ 24 ━ 32 ━ 40 ━ 48 ━ 56 ━ 0");
    hand_keys(app, "<Up><Up><Up>");
    hand_expect_text(app, "TP group 0 of 8 · 8 ranks, all in node 0");
    hand_expect_text(app, "all hops alike: NVLink 450 GB/s, in node 0");
    hand_expect_text(app, "ring 0 ─ 1 ─ 2 ─ 3 ─ 4 ─ 5 ─ 6 ─ 7 ─ 0");
    hand_keys(app, "<Right>");
    hand_expect_text(app, "TP group 1 of 8 · 8 ranks, all in node 1");
    hand_keys(app, "<End>");
    hand_expect_text(app, "TP group 7 of 8 · 8 ranks, all in node 7");
}

static void set(struct app *app, int tp, int pp, enum rank_order order, int gpus)
{
    app->now.strategy.tp = tp;
    app->now.strategy.pp = pp;
    app->now.strategy.rank_order = order;
    app->now.strategy.global_batch = 0;
    app->now.cluster.gpus = gpus;
    app->result = evaluate(&app->now);
}

static void more_nodes_than_rows_are_folded(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    set(app, 8, 4, RANK_DP_INSIDE, 131072);
    hand_keys(app, "9");
    hand_expect_text(app, "DP group 0 of 32 · 4096 ranks, 1 in each of 4096 nodes");
    hand_expect_text(app, "× 4091 more like this"); /* five are shown */
    hand_expect_text(app, "node 4095     ◆4095");
    hand_expect_text(app, "× 12287 nodes with other groups"); /* and one of them */
    set(app, 8, 4, RANK_DP_OUTSIDE, 131072);
    hand_expect_text(app, "× 3 nodes with other groups");
}

/* Domains with members are shown or counted, each once; so are all others before, between and behind. */
static void check_lines(const struct rank_map *map, const struct map_view *view, int most)
{
    const struct map_lines lines = map_lines_of(map, view, most);
    int with = 0;
    int others = 0;
    bool more = false;
    for (int i = 0; i < lines.count; i++) {
        const struct map_line *line = &lines.line[i];
        const bool holds =
            line->kind == MAP_DOMAIN && rank_map_members_in(map, view->kind, view->group, line->domain) > 0;
        with += holds ? 1 : line->kind == MAP_MORE ? line->count : 0;
        others += line->kind == MAP_OTHERS ? line->count : line->kind == MAP_DOMAIN && !holds ? 1 : 0;
        more = more || line->kind == MAP_MORE;
    }
    const int domains = rank_map_domains_of(map, view->kind, view->group);
    assert_int_equal(with, domains);
    assert_true(more || with + others == map->domains); /* the folded ones have others between them */
    assert_true(lines.count <= (most > 4 ? most : 4));
}

static void no_domain_is_lost_in_a_fold(void **state)
{
    static const int gpus[] = {8, 64, 256, 4096, 131072};
    (void)state;
    struct app *app = hand_start(80, 24);
    for (int i = 0; i < 5 * 4 * 2; i++) {
        const int pp = 1 << i % 4;
        set(app, gpus[i / 8] >= 8 * pp ? 8 : 1, pp, i / 4 % 2 == 0 ? RANK_DP_INSIDE : RANK_DP_OUTSIDE, gpus[i / 8]);
        const struct rank_map map = map_of(app);
        for (int kind = 0; kind < MAP_KINDS; kind++) {
            const int last = rank_map_groups(&map, (enum map_kind)kind) - 1;
            for (int most = 3; most < 20; most++) {
                check_lines(&map, &(struct map_view){(enum map_kind)kind, 0}, most);
                check_lines(&map, &(struct map_view){(enum map_kind)kind, last / 2}, most);
                check_lines(&map, &(struct map_view){(enum map_kind)kind, last}, most);
            }
        }
    }
}

static void a_click_picks_the_group_of_a_gpu(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "9");
    const struct hand_place node = hand_find(app, "node 3 ");
    const struct layout layout = app_layout(app);
    const struct rank_map map = map_of(app);
    const struct map_place place = map_place_for(&layout, &map, &app->map);
    hand_press(app, place.cell + 5 * place.cell_columns, node.row);
    hand_expect_text(app, "DP group 5 of 8");
    hand_expect_text(app, "node 3         a      b      c      d      e     ◆3      g      h");
    hand_press(app, place.words + 3, place.header_row + 1);
    hand_expect_text(app, "TP group 0 of 8");
    hand_press(app, place.cell, node.row);
    hand_expect_text(app, "TP group 3 of 8");
}

static void the_slider_moves_the_map_and_enter_goes_to_it(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_keys(app, "<Tab><Left>9"); /* TP 4 */
    hand_expect_text(app, "DP group 0 of 4 · 16 ranks, 2 in each of 8 nodes");
    hand_expect_text(app, "2 of them: 100 GB/s");
    hand_keys(app, "<Right><Right><Right>-"); /* TP 2: the fourth group is the second now */
    hand_expect_text(app, "DP group 1 of 2 · 32 ranks, 4 in each of 8 nodes");
    hand_keys(app, "<Up><Up><Up><Enter>");
    assert_int_equal(app->focus, FOCUS_PARALLELISM);
}

static void an_invalid_strategy_has_no_map_and_keys_do_no_harm(void **state)
{
    static const int sizes[] = {0, 3, 6, 7, 64, 1000};
    (void)state;
    struct app *app = hand_start(80, 24);
    for (int i = 0; i < 36; i++) {
        app->now.strategy.tp = sizes[i % 6];
        app->now.strategy.pp = sizes[i / 6];
        app->invalid = true;
        hand_keys(app, "9<Down><Right><End><Left><Up><Up><Up><End><Home>");
        hand_press(app, 20, 6);
        hand_expect_text(app, "as soon as the strategy is valid");
        hand_keys(app, "3<Right>gomnwv<End><Left>");
        hand_expect_text(app, "all-reduce");
    }
}

/* Where the legend beside the map has no room, its title says what the letters are. */
static void letters_are_explained_at_every_size(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "9");
    hand_expect_text(app, "letters: other groups");
    hand_stop();
    app = hand_start(120, 40);
    hand_keys(app, "9");
    hand_expect_text(app, "other DP groups");
}

/* Replicas that serve have no gradients to sum. */
static void replicas_that_serve_send_each_other_nothing(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "9");
    hand_expect_text(app, "DP group 0 of 8");
    hand_expect_text(app, "slowest hop: 0 → 8");
    hand_keys(app, "M");
    hand_expect_text(app, "TP group 0 of 8");
    hand_keys(app, "<Down><Down><Down>");
    hand_expect_text(app, "DP group 0 of 8");
    hand_expect_text(app, "replicas: each serves requests of its own, and sends the others nothing");
    hand_expect_no_text(app, "slowest hop: 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(replicas_that_serve_send_each_other_nothing),
        HAND_TEST(the_groups_of_the_opening_job_are_shown_with_their_rings),
        HAND_TEST(letters_are_explained_at_every_size),
        HAND_TEST(more_nodes_than_rows_are_folded),
        HAND_TEST(no_domain_is_lost_in_a_fold),
        HAND_TEST(a_click_picks_the_group_of_a_gpu),
        HAND_TEST(an_invalid_strategy_has_no_map_and_keys_do_no_harm),
        HAND_TEST(the_slider_moves_the_map_and_enter_goes_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
