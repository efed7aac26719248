/* test_modes.c: from training to decode and prefill and back, by a key. */
#include "hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_key_goes_through_the_modes_and_values_stay(void **state)
{
    struct app *app = hand_start(120, 40);
    const double step = app->result.step;
    (void)state;
    hand_keys(app, "<Left>M");
    assert_int_equal(app->now.mode, MODE_DECODE);
    assert_int_equal(app->result.mode, MODE_DECODE);
    hand_expect_text(app, "inference · decode");
    hand_expect_text(app, "Decode step of one GPU");
    hand_expect_text(app, "bound 5.28 ms");
    hand_expect_text(app, "8 replicas");
    hand_expect_text(app, "▸NIC");
    hand_keys(app, "M");
    hand_expect_text(app, "inference · prefill");
    hand_expect_text(app, "to first token");
    hand_keys(app, "M<Right>");
    hand_expect_text(app, "training");
    hand_expect_text(app, "MFU");
    hand_expect_close(app->result.step, step, 1e-9 * step);
}

static void a_mode_is_one_undo_step_and_no_edit(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M");
    hand_expect_no_text(app, "edited");
    hand_keys(app, "u");
    assert_int_equal(app->now.mode, MODE_TRAINING);
    hand_expect_text(app, "MFU");
    hand_keys(app, "<C-R>");
    assert_int_equal(app->now.mode, MODE_DECODE);
}

static void panes_list_what_the_mode_has_use_for(void **state)
{
    static const char *const of_training[] = {"micro-batch", "global batch", "gradients", "recompute",
                                              "ZeRO",        "sequence par", "overlap",   "MFU counts"};
    static const char *const of_decode[] = {"context", "KV cache", "engine", "replicas", "KV per GPU", "library"};
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "M");
    for (size_t i = 0; i < sizeof of_training / sizeof of_training[0]; i++) {
        hand_expect_no_text(app, of_training[i]);
    }
    for (size_t i = 0; i < sizeof of_decode / sizeof of_decode[0]; i++) {
        hand_expect_text(app, of_decode[i]);
    }
}

/* (0.9 of 81,559 MiB - 17.6 - 0.4) GB a card beside the weights, 41 kB a token of each: 1.4 million tokens. */
static void batch_and_context_say_how_much_memory_holds(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M<S-Tab><Down>");
    hand_expect_text(app, "memory holds 1400 seq");
    hand_keys(app, "<Down>");
    hand_expect_text(app, "memory holds 1.4");
    hand_keys(app, "MM");
    hand_expect_no_text(app, "memory holds");
}

/* The bars of a decode step are its parts, and the step is their sum. */
static void a_part_says_what_would_give_it_back(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M<Tab><Tab>");
    assert_int_equal(app->focus, FOCUS_STEP);
    hand_keys(app, "<Down>");
    hand_expect_text(app, "trtllm would give back");
    hand_expect_text(app, "floor");
    hand_keys(app, "<Down>");
    hand_expect_text(app, "compiled would give back");
    hand_keys(app, "<Enter>");
    assert_int_equal(app->focus, FOCUS_MODEL);
    hand_expect_text(app, "▸engine");
}

/* 116 exchanges a step that wait for the slowest NIC, whatever they send. */
static void each_kind_of_communication_has_its_floor(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<S-Tab>pdeepseek-v3<Enter>M<Tab><Tab><Down><Down><Down><Down><Enter>64<Enter><Tab>");
    hand_expect_close(hand_value(app, "ep"), 64.0, 0.0);
    assert_int_equal(app->focus, FOCUS_STEP);
    hand_keys(app, "<Down><Down>");
    hand_expect_text(app, "▸EP all-to-all");
    hand_expect_text(app, "latency floor");
}

/* A baseline compares like with like: it is priced again in each mode. */
static void a_baseline_follows_the_mode(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "bM");
    assert_non_null(app_baseline(app));
    hand_expect_close(app_baseline(app)->step, app->result.step, 0.0);
    hand_keys(app, "<S-Tab><Down><Enter>256<Enter>");
    hand_expect_close(hand_value(app, "decode.batch"), 256.0, 0.0);
    assert_true(app->result.step > 1.2 * app_baseline(app)->step);
    hand_expect_text(app, "×1.");
    hand_keys(app, "M");
    assert_int_equal(app_baseline(app)->mode, MODE_PREFILL);
}

/* Two stages halve the replicas, and with them the batch that follows: the step is shorter for having less to do. */
static void a_baseline_of_another_batch_is_said_to_be_no_like(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "b?pipeline<Enter><Enter>2<Enter>");
    hand_expect_close(hand_value(app, "pp"), 2.0, 0.0);
    hand_expect_text(app, "A step of 32 sequences beside the baseline's of 64");
    hand_keys(app, "?global batch<Enter><Enter>64<Enter>");
    hand_expect_close(hand_value(app, "global_batch"), 64.0, 0.0);
    hand_expect_no_text(app, "beside the baseline's");
}

/* 60 GPUs hold seven replicas of eight; a training step needs a whole number. */
static void a_mode_that_cannot_run_says_why_and_shows_no_others_ratio(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M");
    hand_keys(app, "<Up><Up><Enter>60<Enter>b");
    assert_false(app->invalid);
    hand_keys(app, "MM");
    assert_true(app->invalid);
    assert_null(app_baseline(app));
    hand_expect_text(app, "invalid: ");
    hand_keys(app, "uu");
    assert_false(app->invalid);
    assert_non_null(app_baseline(app));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_key_goes_through_the_modes_and_values_stay),
        HAND_TEST(a_mode_is_one_undo_step_and_no_edit),
        HAND_TEST(panes_list_what_the_mode_has_use_for),
        HAND_TEST(batch_and_context_say_how_much_memory_holds),
        HAND_TEST(a_part_says_what_would_give_it_back),
        HAND_TEST(each_kind_of_communication_has_its_floor),
        HAND_TEST(a_baseline_follows_the_mode),
        HAND_TEST(a_baseline_of_another_batch_is_said_to_be_no_like),
        HAND_TEST(a_mode_that_cannot_run_says_why_and_shows_no_others_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
