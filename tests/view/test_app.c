/* test_app.c: what keys and mouse do to the state, and what the screen then shows. */
#include "core/strategy.h"
#include "hand.h"
#include "view/change.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Where a slider's track lies, from its label's place: 120 x 40. */
enum { TRACK_OFFSET = 13, TRACK_WIDTH = 10 };

static void arrows_move_a_slider_and_undo_takes_it_back(void **state)
{
    struct app *app = hand_start(120, 40);
    const double before = hand_value(app, "nic.bandwidth");
    (void)state;
    hand_keys(app, "<Right>");
    assert_true(hand_value(app, "nic.bandwidth") > before);
    assert_ptr_equal(app->held, parameter_find("nic.bandwidth"));
    hand_expect_text(app, "edited");
    hand_keys(app, "<Right><Right>uuu");
    hand_expect_close(hand_value(app, "nic.bandwidth"), before, 0.0);
    hand_expect_no_text(app, "edited");
    hand_keys(app, "<C-R>");
    assert_true(hand_value(app, "nic.bandwidth") > before);
}

static void less_bandwidth_is_never_a_shorter_step(void **state)
{
    struct app *app = hand_start(120, 40);
    double step = app->result.training.step;
    (void)state;
    for (int i = 0; i < 40; i++) {
        hand_keys(app, "<Left>");
        assert_true(app->result.training.step >= step);
        step = app->result.training.step;
    }
}

static void a_typed_value_has_a_unit(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Enter>100 Gb/s<Enter>");
    hand_expect_close(hand_value(app, "nic.bandwidth"), 12.5e9, 0.0);
    assert_false(app->editing);
    hand_expect_text(app, "12.5 GB/s*");
}

static void a_wrong_value_is_refused_aloud_and_kept_for_correction(void **state)
{
    struct app *app = hand_start(120, 40);
    const double before = hand_value(app, "nic.bandwidth");
    (void)state;
    hand_keys(app, "<Enter>5TB<Enter>");
    assert_true(app->editing);
    assert_true(app->message_bad);
    assert_string_equal(app->field.text, "5TB");
    hand_expect_close(hand_value(app, "nic.bandwidth"), before, 0.0);
    hand_keys(app, "<C-U>500 PB/s<Enter>");
    assert_true(app->editing);
    assert_non_null(strstr(app->message, "outside"));
    hand_keys(app, "<C-U>25 GB/s<Enter>");
    assert_false(app->editing);
    hand_expect_close(hand_value(app, "nic.bandwidth"), 25e9, 0.0);
}

static void blanks_alone_leave_a_value_as_it_is(void **state)
{
    struct app *app = hand_start(120, 40);
    const double before = hand_value(app, "nic.bandwidth");
    (void)state;
    hand_keys(app, "<Enter>   <Enter>");
    assert_false(app->editing);
    assert_false(app->message_bad);
    hand_expect_close(hand_value(app, "nic.bandwidth"), before, 0.0);
}

static void the_kinds_of_parallelism_are_spelled_out(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Tab>");
    hand_expect_text(app, "TP  tensor parallelism: ranks");
    hand_keys(app, "<Down>");
    hand_expect_text(app, "PP  pipeline parallelism: stages");
    hand_keys(app, "<Down><Down>");
    hand_expect_text(app, "DP  data parallelism: replicas");
}

static void letters_in_a_field_do_nothing_else(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Enter>qTu?");
    assert_false(app->wants_quit);
    assert_int_equal(app->overlay, OVERLAY_NONE);
    hand_keys(app, "<Esc>q");
    assert_true(app->wants_quit);
}

static void an_invalid_strategy_says_why_and_keeps_the_last_result(void **state)
{
    struct app *app = hand_start(120, 40);
    const double step = app->result.training.step;
    (void)state;
    hand_keys(app, "<Tab><Enter>6<Enter>");
    assert_int_equal(app->now.strategy.tp, 6);
    assert_true(app->invalid);
    hand_expect_close(app->result.training.step, step, 0.0);
    hand_expect_text(app, "invalid: TP 6 does not divide 64 heads");
    hand_expect_text(app, "6   !");
    hand_keys(app, "r");
    assert_false(app->invalid);
    assert_int_equal(app->now.strategy.tp, 8);
    hand_expect_no_text(app, "invalid");
}

static void more_gpus_keep_the_strategy_and_replicas_follow(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Up><Up><Enter>128<Enter>");
    assert_int_equal(app->now.cluster.gpus, 128);
    assert_int_equal(app->now.strategy.tp, 8);
    assert_int_equal(app->result.sizes.dp, 16);
    assert_int_equal(app->result.sizes.global_batch, 128); /* derived: DP x micro-batch x 8 */
    hand_expect_text(app, "128 / (8·1·1)   16   =");
}

static void a_typed_global_batch_stays_when_gpus_change(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<S-Tab><Down><Down><Down><Enter>64<Enter><Tab><Up><Up><Enter>128<Enter>");
    assert_int_equal(app->result.sizes.global_batch, 64);
    hand_keys(app, "<S-Tab>r");
    assert_int_equal(app->result.sizes.global_batch, 128);
}

static void a_drag_is_one_undo_step(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place nic = hand_find(app, "NIC  ");
    const double before = hand_value(app, "nic.bandwidth");
    (void)state;
    hand_press(app, nic.column + TRACK_OFFSET + 6, nic.row);
    for (int cell = 5; cell >= 1; cell--) {
        hand_drag(app, nic.column + TRACK_OFFSET + cell, nic.row + cell);
    }
    hand_release(app, 0, 0);
    assert_true(hand_value(app, "nic.bandwidth") < before);
    hand_keys(app, "u");
    hand_expect_close(hand_value(app, "nic.bandwidth"), before, 0.0);
}

static void the_axis_shrinks_only_when_the_button_is_released(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place nic = hand_find(app, "NIC  ");
    (void)state;
    hand_keys(app, "<Home>");
    const double large = app->axis.full_scale;
    hand_press(app, nic.column + TRACK_OFFSET + 8, nic.row);
    hand_drag(app, nic.column + TRACK_OFFSET + 9, nic.row);
    hand_expect_close(app->axis.full_scale, large, 0.0);
    hand_release(app, 0, 0);
    assert_true(app->axis.full_scale < large);
}

static void the_wheel_turns_the_row_under_the_pointer(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place link = hand_find(app, "NVLink");
    const double before = hand_value(app, "scaleup.bandwidth");
    (void)state;
    hand_wheel(app, link.column + 2, link.row, 1);
    assert_true(hand_value(app, "scaleup.bandwidth") > before);
    hand_wheel(app, link.column + 2, link.row, -1);
    hand_expect_close(hand_value(app, "scaleup.bandwidth"), before, 0.0);
}

static void the_row_that_the_wheel_turns_is_in_focus(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place zero = hand_find(app, "ZeRO  ");
    (void)state;
    hand_wheel(app, zero.column + 2, zero.row, 1);
    assert_int_equal(app->focus, FOCUS_PARALLELISM);
    hand_expect_text(app, "▸ZeRO");
    assert_non_null(strstr(hand_row(app, 38), "ZeRO  zero"));
}

/* Choose a cluster, and a number of GPUs. */
static struct app *start_on(int columns, int rows, const char *cluster, const char *gpus)
{
    struct app *app = hand_start(columns, rows);
    hand_keys(app, "p");
    hand_keys(app, cluster);
    hand_keys(app, "<Enter><Up><Up><Up><Up><Down><Enter>");
    hand_keys(app, gpus);
    hand_keys(app, "<Enter>");
    return app;
}

static void the_title_counts_what_the_name_names(void **state)
{
    static const struct {
        const char *cluster, *gpus, *title;
    } given[] = {
        {"gb200", "144", "on  2× GB200 NVL72 = 144 GPUs  TP8"},
        {"gb200", "64", "on  64 GPUs of GB200 NVL72  TP8"},
        {"dgx h200", "64", "on  8× DGX H200 = 64 GPUs  TP8"},
        {"dgx h200", "4", "on  4 GPUs of DGX H200  TP8"},
        {"4090", "64", "on  8 nodes of 8x RTX 4090 = 64 GPUs  TP8"},
        {"4090", "8", "on  1 node of 8x RTX 4090 = 8 GPUs  TP8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        const struct app *app = start_on(120, 40, given[i].cluster, given[i].gpus);
        if (strstr(hand_row(app, 0), given[i].title) == NULL) {
            fail_msg("\"%s\" is not in \"%s\"", given[i].title, hand_row(app, 0));
        }
        hand_stop();
    }
    /* Without its count, a name that is a count itself would be one. */
    assert_non_null(strstr(hand_row(start_on(80, 24, "4090", "64"), 0), "Llama 3 70B · 64 GPUs · TP8 DP8 ZeRO-1"));
}

/* Value and formula never touch, and a formula is whole or not there. */
static void a_derived_row_drops_what_does_not_fit(void **state)
{
    static const struct {
        int columns, rows;
        const char *gpus, *replicas, *micro_batches;
    } given[] = {
        {120, 40, "64", "DP  data      64 / (8·1·1)     8   =", "micro-batches 64 / (8·1)       8   ="},
        {120, 40, "1000", "DP  data      1000 / (8·1·1) 125   =", "micro-batches 1000 / (125·1)   8   ="},
        {120, 40, "100000", "DP  data      100000/8·1·1 12500   =", "micro-batches 100000/12500·1   8   ="},
        {80, 24, "1000", "DP       1000/8  125  =", "accum.   1000/125  8  ="},
        {80, 24, "10000", "DP              1250  =", "accum.             8  ="},
        {80, 24, "1000000", "DP            125000  =", "accum.             8  ="},
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        const struct app *app = start_on(given[i].columns, given[i].rows, "dgx h100", given[i].gpus);
        hand_expect_text(app, given[i].replicas);
        hand_expect_text(app, given[i].micro_batches);
        hand_stop();
    }
    (void)hand_start(80, 24);
}

/* 64/2·4 would be read as 128. */
static void a_product_that_divides_stands_in_brackets(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Tab><Enter>2<Enter><Down><Enter>4<Enter>");
    hand_expect_text(app, "64/(2·4)");
    hand_expect_no_text(app, "64/2·4");
    hand_keys(app, "<Up><Enter>1<Enter>");
    hand_expect_text(app, "64/4 ");
    hand_keys(app, "<Down><Enter>1<Enter>");
    hand_expect_text(app, "64/1·1·1");
}

static void a_reason_is_that_of_the_row_in_focus(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Tab><Enter>6<Enter>");
    assert_true(app->reasons.count > 1);
    hand_expect_text(app, "invalid: TP 6 does not divide 64 heads");
    hand_expect_text(app, "TP 6 and 8 KV heads"); /* another one, since that stands above */
    hand_keys(app, "<S-Tab><S-Tab><Down>");       /* the sequence is to blame as well */
    hand_expect_text(app, "▸seq");
    assert_null(strstr(hand_row(app, 22), "heads"));
    hand_keys(app, "N");
    hand_expect_text(app, "1 of 5: TP 6 does not divide");
    hand_keys(app, "N");
    hand_expect_text(app, "2 of 5: ");
}

static void a_long_message_takes_the_row_above(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<S-Tab>pmixtral 8x7b<Enter><Tab><Tab>");
    hand_keys(app, "<Down><Down><Down><Down><Down><Down> ");
    hand_keys(app, "<Down><Down><Down><Down><Down><Enter>8<Enter>");
    hand_expect_close(hand_value(app, "sp"), 0.0, 0.0);
    hand_expect_close(hand_value(app, "ep"), 8.0, 0.0);
    hand_expect_text(app, "TP 8 routes tokens divided over its ranks");
    hand_expect_text(app, "notes");
    hand_keys(app, "N");
    hand_expect_text(app, "refuses it without.");
    hand_keys(app, "N");
    hand_expect_text(app, "Experts are taken as evenly used");
    hand_keys(app, "N");
    hand_expect_text(app, "1 of ");
}

static void times_are_shown_with_the_micro_sign_everywhere(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Down><Enter>5us<Enter>");
    hand_expect_text(app, "edited: 5 µs");
    hand_expect_text(app, "preset ◇ 12 µs");
}

/* What the context line says is what typing accepts. */
static void the_range_is_the_one_that_refuses(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Up><Up>");
    hand_expect_text(app, "1 to 1048576");
    hand_keys(app, "<Enter>1048577<Enter>");
    hand_expect_text(app, "1048577 is outside 1 to 1048576");
}

static void the_footer_offers_only_what_works(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Tab><Down><Down><Down>");
    hand_expect_text(app, "▸DP  data");
    assert_null(strstr(hand_row(app, 39), "change"));
    assert_null(strstr(hand_row(app, 39), "r reset"));
    hand_keys(app, "<S-Tab><Up><Up><Up><Up>");
    assert_non_null(strstr(hand_row(app, 39), "⏎ choose"));
    assert_null(strstr(hand_row(app, 39), "type"));
    hand_keys(app, "<Enter>");
    assert_int_equal(app->overlay, OVERLAY_PICKER);
    hand_keys(app, "<Esc><Tab><Tab>");
    assert_non_null(strstr(hand_row(app, 39), "⏎ its slider"));
    hand_keys(app, "<Down><Down><Down><Down><Down><Down>");
    hand_expect_text(app, "▸4 others");
    assert_null(strstr(hand_row(app, 39), "its slider"));
}

static void compute_leads_to_the_peak_of_its_precision(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Tab><Tab><Enter>");
    hand_expect_text(app, "▸peak bf16");
    hand_keys(app, "<S-Tab><Down><Down><Down><Down><Enter>fp8<Enter><S-Tab><S-Tab><Enter>");
    hand_expect_text(app, "▸peak fp8");
}

/* The longest name of hardware, and the longest verdict. */
static void bottleneck_and_verdict_are_whole_at_every_size(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Down><Enter>10 ms<Enter><S-Tab><Down><Enter>1024<Enter><Tab><Tab><Enter>1<Enter>");
    assert_false(app->result.memory.fits);
    for (int columns = 44; columns <= 200; columns += 3) {
        for (int rows = 14; rows <= 60; rows += 5) {
            app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
            if (hand_find(app, "limit NIC latency").column < 0 && hand_find(app, "bottleneck NIC latency").column < 0) {
                fail_msg("%d x %d: no bottleneck", columns, rows);
            }
            if (hand_find(app, "no fit").column < 0 && hand_find(app, "does not fit").column < 0) {
                fail_msg("%d x %d: no verdict", columns, rows);
            }
        }
    }
}

static void clicks_reach_choices_switches_and_tabs(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place basis = hand_find(app, "‹ achieved");
    (void)state;
    hand_press(app, basis.column, basis.row);
    hand_release(app, basis.column, basis.row);
    assert_int_equal(app->now.execution.basis, BASIS_DIRECTION);
    const struct hand_place dp = hand_find(app, "[x] DP");
    hand_press(app, dp.column, dp.row);
    assert_false(app->now.strategy.overlap_dp);
    const struct hand_place tp = hand_find(app, "[ ] TP");
    hand_press(app, tp.column + 4, tp.row);
    hand_expect_close(app->now.strategy.overlap_tp, OVERLAP_TP_BACKWARD, 0.0);
    const struct hand_place memory = hand_find(app, "5 Memory");
    hand_press(app, memory.column, memory.row);
    assert_int_equal(app->tab, 5);
    assert_int_equal(app->focus, FOCUS_TAB);
    hand_keys(app, "<Esc>");
    assert_int_equal(app->focus, FOCUS_PARALLELISM); /* of the slider that is held */
}

static void the_headline_basis_shows_and_reads_both_directions(void **state)
{
    struct app *app = hand_start(120, 40);
    const struct hand_place basis = hand_find(app, "link basis");
    const struct hand_place link = hand_find(app, "NVLink");
    (void)state;
    hand_press(app, basis.column, basis.row);
    hand_keys(app, "<Home>");
    assert_int_equal(app->now.execution.basis, BASIS_HEADLINE);
    hand_expect_text(app, "900 GB/s");
    hand_press(app, link.column, link.row);
    hand_release(app, link.column, link.row);
    hand_expect_text(app, "450 GB/s one way");
    hand_keys(app, "<Enter>600GB/s<Enter>");
    hand_expect_close(hand_value(app, "scaleup.bandwidth"), 300e9, 0.0);
}

static void the_baseline_compares_until_it_is_unpinned(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "b<Enter>12.5 GB/s<Enter>");
    hand_expect_text(app, "ratio");
    hand_expect_text(app, "┃ baseline");
    hand_keys(app, "b");
    hand_expect_no_text(app, "ratio");
}

/* Eos has 576 nodes, so that eight of them are not eight Eos. */
static void the_title_counts_nodes_and_not_whole_systems(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_expect_text(app, "8× DGX H100");
    hand_keys(app, "pEos<Enter>");
    hand_expect_text(app, "64 GPUs of Eos");
    hand_expect_no_text(app, "× Eos");
}

static void a_refused_time_has_the_micro_sign_of_the_rows(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Down><Enter>soon<Enter>");
    hand_expect_text(app, "like 15 µs or 1.2 ms");
}

static void on_a_small_screen_the_held_slider_moves_below_a_tab(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Right>3");
    const double before = hand_value(app, "nic.bandwidth");
    hand_expect_text(app, "all-reduce · ring · 8 ranks");
    hand_keys(app, "+");
    assert_true(hand_value(app, "nic.bandwidth") > before);
    assert_non_null(strstr(hand_row(app, 21), "NIC"));
    assert_non_null(
        strstr(hand_row(app, 22), "rank 0  holds 1 of 8 parts")); /* and the row in focus is still told of */
    hand_keys(app, "<Esc>");
    hand_expect_text(app, "▸NIC");
}

static void a_pane_scrolls_with_its_focus(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_expect_no_text(app, "HBM  ");
    for (int i = 0; i < 30; i++) {
        hand_keys(app, "<Down>");
        assert_true(hand_find(app, "▸").row > 0);
    }
    hand_expect_text(app, "↑");
}

static void home_and_end_reach_the_ends_and_space_takes_the_next_choice(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<End>");
    hand_expect_close(hand_value(app, "nic.bandwidth"), parameter_find("nic.bandwidth")->max, 0.0);
    hand_keys(app, "<Down><Down> ");
    assert_int_equal(app->now.execution.basis, BASIS_HEADLINE); /* after the last comes the first */
    hand_keys(app, "R");
    assert_int_equal(app->now.execution.basis, BASIS_ACHIEVED);
    hand_expect_close(hand_value(app, "nic.bandwidth"), 50e9, 0.0);
}

/* Random keys and clicks at changing sizes: nothing breaks, and the state stays drawable. */
static void nothing_that_a_hand_does_breaks_it(void **state)
{
    static const char *const keys[] = {
        "<Up>",        "<Down>", "<Left>", "<Right>", "<S-Left>", "<S-Right>", "<Home>", "<End>", "<Tab>", "<S-Tab>",
        "<Enter>",     "<Esc>",  "u",      "<C-R>",   "b",        "r",         "R",      "p",     "?",     "T",
        "a",           "~",      "5",      "+",       "-",        " ",         "N",      "h100",  "64",    "<PageDown>",
        "<Backspace>", "M",      "x",      "[",       "]",        "c",         "%",      "d",     "e",     "P",
        "n",           "y",      "O",      "q",       "7",        "f",         "o"};
    struct app *app = hand_start(120, 40);
    unsigned seed = 12345;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        seed = seed * 1103515245u + 12345u;
        const unsigned dice = seed >> 16;
        hand_keys(app, keys[dice % (sizeof keys / sizeof keys[0])]);
        if (dice % 7 == 0) {
            hand_press(app, (int)(dice % 120), (int)(dice % 41));
            hand_drag(app, (int)(dice % 97), (int)(dice % 23));
            hand_release(app, 0, 0);
        }
        if (dice % 50 == 0) {
            app_update(app,
                       (struct event){.kind = EVENT_RESIZE, .rows = (int)(dice % 61), .columns = (int)(dice % 211)});
        }
        if (dice % 10 == 0 && app->rows > 0) {
            (void)hand_row(app, 0);
        }
        app->wants_quit = false;
        assert_true(app->result.valid);
    }
}

static void a_text_too_long_for_its_field_shows_its_end(void **state)
{
    (void)state;
    struct app *app = hand_start(80, 24);
    hand_keys(app, "<Enter>400 Gb/s of a port that is long");
    hand_expect_text(app, "that is long▏");
    hand_keys(app, "<Home>"); /* and where the caret is */
    hand_expect_text(app, "▏400 Gb/s");
}

static void the_least_of_screens_still_tells_which_size_is_needed(void **state)
{
    (void)state;
    struct app *app = hand_start(20, 6);
    hand_expect_text(app, "needs 44x14");
    hand_expect_text(app, "this is 20x6");
    hand_expect_text(app, "or q to quit");
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 10, .columns = 40});
    hand_expect_text(app, "ringside needs 44 x 14");
}

static void a_port_has_the_article_that_its_number_is_read_with(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    hand_expect_text(app, "= a 400 Gb/s port");
    hand_keys(app, "<Enter>100 GB/s<Enter>");
    hand_expect_text(app, "= an 800 Gb/s port");
    hand_keys(app, "<Enter>1.4 GB/s<Enter>");
    hand_expect_text(app, "= an 11.2 Gb/s port");
    hand_keys(app, "<Enter>14 GB/s<Enter>");
    hand_expect_text(app, "= a 112 Gb/s port");
}

static void the_title_says_that_adapters_are_trained(void **state)
{
    (void)state;
    struct app *app = hand_start(120, 40);
    app->now.strategy.lora = LORA_ATTENTION;
    change_price(app);
    assert_non_null(strstr(hand_row(app, 0), "Llama 3 70B LoRA r16  on  8× DGX H100 = 64 GPUs  TP8 DP8 ZeRO-1"));
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 24, .columns = 80});
    assert_non_null(strstr(hand_row(app, 0), "Llama 3 70B LoRA · 64 H100 · TP8 DP8 "));
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 14, .columns = 44});
    assert_non_null(strstr(hand_row(app, 0), "Llama 3 70B LoRA "));
    hand_keys(app, "M"); /* what is served is the model with its adapters in it */
    assert_null(strstr(hand_row(app, 0), "LoRA"));
}

static void what_would_make_it_valid_stands_below_the_reason(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Up><Up><Enter>60<Enter>");
    hand_expect_text(app, "invalid: 60 GPUs are no multiple of TP 8");
    hand_expect_text(app, "GPUs 64 or TP 4 makes it valid.");
    assert_null(strstr(hand_row(app, 22), "no multiple"));
}

/* Below 10 s with NICs of 50 GB/s, over 20 s with 2 GB/s. */
static void a_slider_put_back_gives_the_axis_back_and_until_then_it_is_said(void **state)
{
    struct app *app = hand_start(80, 24);
    const double before = app->axis.full_scale;
    (void)state;
    hand_keys(app, "HHHH");
    assert_true(app->axis.full_scale > before);
    hand_expect_text(app, "axis was 10 s");
    hand_keys(app, "LLLL");
    hand_expect_close(app->axis.full_scale, before, 0.0);
    hand_expect_no_text(app, "axis was");
    hand_keys(app, "HHHH<Up><Left>"); /* something else is moved: what is there now is what counts */
    hand_expect_no_text(app, "axis was");
    hand_keys(app, "a");
    hand_expect_text(app, "axis frozen");
}

/* 8.87 s on an axis of 10 s; DGX A100 takes over 20 s. */
static void undo_gives_the_axis_back_too(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    const double before = app->axis.full_scale;
    hand_keys(app, "pdgx a100<Enter>");
    assert_true(app->axis.full_scale > before);
    hand_keys(app, "u");
    hand_expect_close(app->axis.full_scale, before, 0.0);
    hand_keys(app, "apdgx a100<Enter>u<C-R>");
    hand_expect_close(app->axis.full_scale, before, 0.0); /* frozen */
    hand_keys(app, "a");
    assert_true(app->axis.full_scale > before);
}

static void a_key_that_has_nothing_to_do_says_so(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "r");
    hand_expect_text(app, "Nothing to reset");
    hand_keys(app, "R");
    hand_expect_text(app, "Nothing to reset");
    hand_keys(app, " ");
    hand_expect_text(app, "Enter types a value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(arrows_move_a_slider_and_undo_takes_it_back),
        HAND_TEST(less_bandwidth_is_never_a_shorter_step),
        HAND_TEST(a_typed_value_has_a_unit),
        HAND_TEST(a_wrong_value_is_refused_aloud_and_kept_for_correction),
        HAND_TEST(blanks_alone_leave_a_value_as_it_is),
        HAND_TEST(the_kinds_of_parallelism_are_spelled_out),
        HAND_TEST(letters_in_a_field_do_nothing_else),
        HAND_TEST(an_invalid_strategy_says_why_and_keeps_the_last_result),
        HAND_TEST(more_gpus_keep_the_strategy_and_replicas_follow),
        HAND_TEST(a_typed_global_batch_stays_when_gpus_change),
        HAND_TEST(a_drag_is_one_undo_step),
        HAND_TEST(the_axis_shrinks_only_when_the_button_is_released),
        HAND_TEST(the_wheel_turns_the_row_under_the_pointer),
        HAND_TEST(clicks_reach_choices_switches_and_tabs),
        HAND_TEST(the_headline_basis_shows_and_reads_both_directions),
        HAND_TEST(the_baseline_compares_until_it_is_unpinned),
        HAND_TEST(the_title_counts_nodes_and_not_whole_systems),
        HAND_TEST(a_refused_time_has_the_micro_sign_of_the_rows),
        HAND_TEST(on_a_small_screen_the_held_slider_moves_below_a_tab),
        HAND_TEST(a_pane_scrolls_with_its_focus),
        HAND_TEST(home_and_end_reach_the_ends_and_space_takes_the_next_choice),
        HAND_TEST(the_row_that_the_wheel_turns_is_in_focus),
        HAND_TEST(the_title_counts_what_the_name_names),
        HAND_TEST(a_derived_row_drops_what_does_not_fit),
        HAND_TEST(a_product_that_divides_stands_in_brackets),
        HAND_TEST(a_reason_is_that_of_the_row_in_focus),
        HAND_TEST(a_long_message_takes_the_row_above),
        HAND_TEST(times_are_shown_with_the_micro_sign_everywhere),
        HAND_TEST(the_range_is_the_one_that_refuses),
        HAND_TEST(the_footer_offers_only_what_works),
        HAND_TEST(compute_leads_to_the_peak_of_its_precision),
        HAND_TEST(bottleneck_and_verdict_are_whole_at_every_size),
        HAND_TEST(nothing_that_a_hand_does_breaks_it),
        HAND_TEST(a_text_too_long_for_its_field_shows_its_end),
        HAND_TEST(the_least_of_screens_still_tells_which_size_is_needed),
        HAND_TEST(a_port_has_the_article_that_its_number_is_read_with),
        HAND_TEST(the_title_says_that_adapters_are_trained),
        HAND_TEST(what_would_make_it_valid_stands_below_the_reason),
        HAND_TEST(a_slider_put_back_gives_the_axis_back_and_until_then_it_is_said),
        HAND_TEST(undo_gives_the_axis_back_too),
        HAND_TEST(a_key_that_has_nothing_to_do_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
