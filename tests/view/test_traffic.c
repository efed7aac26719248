/* test_traffic.c: tab 4, against the figures of the core. */
#include "core/evaluate.h"
#include "hand.h"
#include "view/traffic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect_near(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-12 * fabs(expected))) {
        fail_msg("got %.17g, expected %.17g", got, expected);
    }
}

static struct scenario mixed(void)
{
    struct scenario scenario = scenario_default();
    scenario.strategy.tp = 2;
    scenario.strategy.pp = 2;
    scenario.strategy.cp = 2;
    scenario.strategy.zero = ZERO_PARAMETERS;
    return scenario;
}

static void rows_and_links_add_up_to_what_the_core_says(void **state)
{
    const struct scenario scenario = mixed();
    const struct result result = evaluate(&scenario);
    const struct training *training = &result.training;
    const struct traffic *kinds[] = {&training->tp, &training->cp, &training->ep,
                                     &training->pp, &training->dp, &training->fsdp};
    double bytes = 0.0;
    double exposed = 0.0;
    (void)state;
    assert_true(result.valid);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        bytes += kinds[i]->bytes;
        exposed += kinds[i]->exposed;
    }
    const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
    const struct traffic_link all = traffic_link_of(&rows, TIER_NONE);
    const struct traffic_link scaleup = traffic_link_of(&rows, TIER_SCALEUP);
    const struct traffic_link nic = traffic_link_of(&rows, TIER_NIC);
    assert_true(rows.count >= 4);
    expect_near(all.bytes, bytes);
    expect_near(all.exposed, exposed);
    expect_near(scaleup.bytes + nic.bytes, bytes);
    expect_near(all.hidden + all.exposed, all.time);
}

static void the_largest_exposed_time_stands_first(void **state)
{
    const struct scenario scenario = mixed();
    const struct result result = evaluate(&scenario);
    const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
    const struct traffic_rows bytes = traffic_rows_of(&scenario, &result, TRAFFIC_BYTES);
    (void)state;
    for (int i = 1; i < rows.count; i++) {
        assert_true(rows.row[i - 1].exposed >= rows.row[i].exposed);
        assert_true(bytes.row[i - 1].bytes >= bytes.row[i].bytes);
    }
}

static void no_link_carries_more_than_its_line_rate(void **state)
{
    (void)state;
    for (int tp = 1; tp <= 8; tp *= 2) {
        struct scenario scenario = scenario_default();
        scenario.strategy.tp = tp;
        const struct result result = evaluate(&scenario);
        const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
        for (int tier = TIER_SCALEUP; tier <= TIER_NIC; tier++) {
            const struct traffic_link link = traffic_link_of(&rows, (enum link_tier)tier);
            const double line = link.bytes / traffic_rate_of(&scenario, (enum link_tier)tier);
            if (line > link.time * 1.001) {
                fail_msg("TP %d, link %d: %.3g s at line rate, priced %.3g s", tp, tier, line, link.time);
            }
        }
    }
}

/* 64 ranks, 8 in a node of 8 NICs: each of 8 rings leaves a node once, so that a NIC carries an eighth. */
static void what_crosses_nodes_loads_the_nics_and_the_links_inside(void **state)
{
    struct scenario scenario = scenario_default();
    (void)state;
    scenario.strategy.tp = 1;
    scenario.strategy.zero = ZERO_PARAMETERS;
    const struct result result = evaluate(&scenario);
    const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
    const struct traffic_link all = traffic_link_of(&rows, TIER_NONE);
    const struct traffic_link scaleup = traffic_link_of(&rows, TIER_SCALEUP);
    const struct traffic_link nic = traffic_link_of(&rows, TIER_NIC);
    assert_int_equal(rows.count, 1);
    expect_near(nic.bytes, all.bytes / 8.0);
    expect_near(scaleup.bytes, all.bytes * 7.0 / 8.0);
    expect_near(nic.time, all.time);
    expect_near(scaleup.time, all.time);
}

/* Qwen3 235B-A22B, 8 experts a token, EP 32 on four nodes: a copy for each expert, of which three in four cross; one
 * per rank, 4 (1 - (3/4)^8) nodes of which three in four are others, over 32 (1 - (31/32)^8) 31/32 copies. No NIC is
 * faster for it. */
static void an_exchange_between_experts_is_on_the_network_with_what_crosses(void **state)
{
    static const double crossing[] = {0.75 / (31.0 / 32), 4 * 0.89988708 * 0.75 / (32 * 0.22430012 * 31.0 / 32)};
    (void)state;
    for (int dispatcher = 0; dispatcher < 2; dispatcher++) {
        struct scenario scenario = scenario_default();
        scenario.model.experts = 128;
        scenario.model.top_k = 8;
        scenario.model.expert_ffn = 1536;
        scenario.strategy.tp = 1;
        scenario.strategy.ep = 32;
        scenario.strategy.dispatcher = (enum expert_dispatcher)dispatcher;
        const struct result result = evaluate(&scenario);
        assert_true(result.valid);
        const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
        bool found = false;
        for (int i = 0; i < rows.count; i++) {
            if (rows.row[i].part == PART_EP && rows.row[i].tier == TIER_NIC) {
                const double carried = rows.row[i].carried[TIER_NIC];
                assert_true(fabs(carried / rows.row[i].bytes / crossing[dispatcher] - 1) < 1e-4);
                assert_true(carried / traffic_rate_of(&scenario, TIER_NIC) < rows.row[i].time);
                found = true;
            }
        }
        assert_true(found);
    }
}

/* A decode step of the 70B on TP 8: 160 all-reduces of 5.2 us in 10.3 ms, 8 %. */
static void shares_are_of_the_step_that_is_priced(void **state)
{
    struct app *app = hand_start(140, 45);
    (void)state;
    hand_keys(app, "M4");
    assert_int_equal(app->result.mode, MODE_DECODE);
    hand_expect_text(app, "8.0 %       4.59 MB");
    hand_expect_text(app, "▸TP all-reduce "); /* sequence parallelism is a matter of training */
}

static void one_gpu_sends_nothing_and_the_tab_says_so(void **state)
{
    char text[160];
    struct scenario scenario = scenario_default();
    scenario.cluster.gpus = 1;
    scenario.strategy.tp = 1;
    const struct result result = evaluate(&scenario);
    const struct traffic_rows rows = traffic_rows_of(&scenario, &result, TRAFFIC_EXPOSED);
    (void)state;
    assert_int_equal(rows.count, 0);
    traffic_sentence(&rows, text, sizeof text);
    assert_non_null(strstr(text, "sends nothing"));
}

static void enter_goes_to_the_strategy_that_causes_a_row(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "4<Enter>");
    assert_int_equal(app->focus, FOCUS_PARALLELISM);
    hand_keys(app, "4<Down>");
    hand_expect_text(app, "ZeRO scatters gradients");
    hand_keys(app, "<Enter><Right>4"); /* ZeRO 2 now */
    assert_true(hand_value(app, "zero") == 2.0);
}

static void a_column_is_sorted_by_and_explained(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "4<Down><Left>s"); /* hidden: of TP nothing is */
    assert_int_equal(app->traffic.sorted, TRAFFIC_HIDDEN);
    assert_int_equal(app->traffic.row, 0);
    hand_keys(app, "x");
    hand_expect_text(app, "dp.hidden");
    hand_keys(app, "<Esc>");
    assert_int_equal(app->focus, FOCUS_TAB);
}

static void clicks_sort_focus_and_explain(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "4");
    struct hand_place place = hand_find(app, "bytes/GPU");
    hand_press(app, place.column, place.row);
    assert_int_equal(app->traffic.sorted, TRAFFIC_BYTES);
    place = hand_find(app, "17.6 GB");
    hand_press(app, place.column, place.row);
    assert_int_equal(app->traffic.row, 1);
    hand_press(app, place.column, place.row);
    hand_expect_text(app, "dp.message");
}

static void the_tab_follows_a_held_slider_on_a_small_screen(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Right>4");
    const double before = app->result.training.dp.time;
    hand_keys(app, "-----");
    assert_true(app->result.training.dp.time > before);
    hand_expect_text(app, "of the link");
}

/* A layer sends b s h activations in 2 bytes: 2 * 8192 * 8192. Gradients leave in a bucket for each of 80 layers. */
static void a_curve_marks_the_message_that_is_sent(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "4");
    const struct traffic_charts *charts = &app->traffic.charts;
    assert_int_equal(charts->count, 2);
    assert_int_equal(charts->curve[0].part, PART_TP);
    expect_near(charts->curve[0].piece, 2.0 * 8192 * 8192);
    hand_expect_close(charts->curve[1].piece, app->result.training.dp.message / 80, 1e-6 * charts->curve[1].piece);
    hand_expect_text(app, "TP 134 MB: ");
    hand_expect_text(app, "DP 220 MB: ");
    hand_expect_text(app, "1 of a node's 8 GPUs, 7 groups beside it: 50.0 GB/s of NIC each");
}

/* A larger message has hardly ever less bandwidth, and the largest has all of it; of a kilobyte latency is all. */
static void curves_rise_from_nothing_to_all(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "Dllama3-405b-16384<Enter>4");
    assert_int_equal(app->traffic.charts.count, 3);
    for (int i = 0; i < app->traffic.charts.count; i++) {
        const struct traffic_curve *curve = &app->traffic.charts.curve[i];
        hand_expect_close(curve->share[TRAFFIC_POINTS - 1], 1, 1e-9);
        assert_true(curve->share[0] < 0.01);
        for (int point = 1; point < TRAFFIC_POINTS; point++) {
            assert_true(curve->share[point] > 0.9 * curve->share[point - 1]);
        }
        assert_true(curve->reached > 0 && curve->reached < 1.05);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_curve_marks_the_message_that_is_sent),
        HAND_TEST(curves_rise_from_nothing_to_all),
        cmocka_unit_test(rows_and_links_add_up_to_what_the_core_says),
        cmocka_unit_test(the_largest_exposed_time_stands_first),
        cmocka_unit_test(what_crosses_nodes_loads_the_nics_and_the_links_inside),
        cmocka_unit_test(no_link_carries_more_than_its_line_rate),
        HAND_TEST(shares_are_of_the_step_that_is_priced),
        cmocka_unit_test(an_exchange_between_experts_is_on_the_network_with_what_crosses),
        cmocka_unit_test(one_gpu_sends_nothing_and_the_tab_says_so),
        HAND_TEST(enter_goes_to_the_strategy_that_causes_a_row),
        HAND_TEST(a_column_is_sorted_by_and_explained),
        HAND_TEST(clicks_sort_focus_and_explain),
        HAND_TEST(the_tab_follows_a_held_slider_on_a_small_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
