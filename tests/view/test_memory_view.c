/* test_memory_view.c: tab 5, against the figures of the core. */
#include "core/evaluate.h"
#include "hand.h"
#include "view/memory_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void components_are_all_that_a_gpu_holds(void **state)
{
    const struct memory_components components = memory_components_of(MODE_TRAINING);
    struct app *app = hand_start(120, 40);
    double sum = 0.0;
    (void)state;
    for (int i = 0; i < components.count; i++) {
        sum += metric_get(components.metric[i], &app->result);
    }
    assert_true(components.count >= 7);
    assert_true(fabs(sum - app->result.memory.total) <= 1e-9 * sum);
}

/* 16 bytes a parameter on 8 GPUs, of which ZeRO leaves 4 + 12/8, 2 + 14/8, 16/8. */
static void each_stage_takes_away_what_its_name_says(void **state)
{
    const double held = 70553706496.0 / 8;
    const double kept[ZERO_COUNT] = {16, 4 + 12.0 / 8, 2 + 14.0 / 8, 16.0 / 8};
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5");
    for (int zero = ZERO_OPTIMIZER; zero <= ZERO_GRADIENTS; zero++) {
        const double saved = app->memory.choice[ZERO_NONE][0].total - app->memory.choice[zero][0].total;
        const double expected = (kept[ZERO_NONE] - kept[zero]) * held;
        if (fabs(saved - expected) > 0.01 * expected) {
            fail_msg("ZeRO %d saves %.4g, expected %.4g", zero, saved, expected);
        }
    }
    assert_false(app->memory.choice[ZERO_NONE][0].fits); /* 141 GB of states alone */
}

/* An engine holds weights and a cache, no gradients, and has neither ZeRO nor recomputation to choose. */
static void an_engine_shows_its_cache(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "M5");
    for (int mode = 0; mode < 2; mode++) {
        double sum = 0;
        const struct memory_components components = memory_components_of(app->now.mode);
        for (int i = 0; i < components.count; i++) {
            sum += metric_get(components.metric[i], &app->result);
        }
        hand_expect_close(sum, app->result.memory.total, 1e-6 * sum);
        hand_expect_text(app, "KV cache");
        hand_expect_text(app, "41.0 kB"); /* 2 x 8 heads of 128 x 80 layers x 2 bytes over TP 8 */
        hand_expect_no_text(app, "nan");
        hand_expect_no_text(app, "gradients");
        hand_expect_no_text(app, "ZeRO-2");
        hand_keys(app, "<Down><Down><Down><Down><Down><Right><Left>");
        assert_int_equal(app->memory.column, MEMORY_COMPONENTS_COLUMN);
        assert_int_equal(app->memory.row, components.count - 1);
        hand_keys(app, "M");
    }
    hand_expect_text(app, "gradients");
}

/* 81,559 MiB are 85.5e9 bytes; a card whose memory was edited is called by what it has. */
/* What a component comes from is said in words that there is room for. */
static void nothing_that_a_gpu_holds_is_cut_short(void **state)
{
    (void)state;
    static const struct {
        int columns, rows;
    } sizes[] = {{80, 24}, {120, 40}, {200, 60}};
    static const char *const modes[] = {"5", "5M", "5MM"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * 3; i++) {
        struct app *app = hand_start(sizes[i / 3].columns, sizes[i / 3].rows);
        hand_keys(app, modes[i % 3]);
        const struct hand_place header = hand_find(app, "component ");
        assert_true(header.column >= 0);
        for (int row = header.row; row < header.row + 9; row++) {
            const char *text = hand_row(app, row);
            if (strstr(text, "…") != NULL) {
                fail_msg("%d columns: %s", sizes[i / 3].columns, text);
            }
        }
        hand_stop();
    }
}

static void the_card_is_called_as_it_is_sold(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5");
    hand_expect_text(app, "H100 SXM 80 GB");
    hand_expect_text(app, "85.5 GB are 79.6 GiB, sold as 80 GB");
    app->now.gpu.hbm_capacity = 141e9;
    hand_expect_text(app, "H100 SXM 141 GB");
    hand_expect_no_text(app, "sold as");
}

static void every_cell_is_what_the_sliders_would_give(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5");
    for (int zero = 0; zero < ZERO_COUNT; zero++) {
        for (int column = 0; column < app->memory.recomputes; column++) {
            const struct memory_choice cell = app->memory.choice[zero][column];
            app->memory.row = zero;
            app->memory.column = column;
            hand_keys(app, "<Enter>");
            assert_true(app->result.memory.total == cell.total);
            assert_true(app->result.training.step == cell.step);
            assert_true(app->result.memory.fits == cell.fits);
        }
    }
}

static void applying_a_cell_is_one_undo_step_and_keeps_the_held_slider(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "<Right>5<Down><Down><Right><Enter>");
    assert_true(hand_value(app, "zero") == 3.0);
    assert_true(hand_value(app, "recompute") == RECOMPUTE_FULL);
    assert_ptr_equal(app->held, parameter_find("nic.bandwidth"));
    hand_keys(app, "u");
    assert_true(hand_value(app, "zero") == 1.0);
    assert_true(hand_value(app, "recompute") == RECOMPUTE_NONE);
}

static void b_pins_the_cell_in_focus(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5<Right>b");
    assert_true(app->has_baseline);
    assert_true(app->baseline_result.training.step == app->memory.choice[ZERO_OPTIMIZER][app->memory.column].step);
    assert_true(app->result.training.step != app->baseline_result.training.step);
}

static void a_component_opens_to_its_formula(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "5<Left><Down><Down>x");
    hand_expect_text(app, "memory.activations");
}

static void selective_recomputation_has_a_column_where_it_matters(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5");
    assert_int_equal(app->memory.recomputes, 2); /* attention is fused */
    app->now.execution.attention = ATTENTION_UNFUSED;
    hand_keys(app, "4<Esc>5");
    assert_int_equal(app->memory.recomputes, 3);
    hand_expect_text(app, "selective");
}

static void clicks_focus_a_cell_and_then_apply_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "5");
    const struct hand_place place = hand_find(app, "ZeRO-3");
    const struct hand_place title = hand_find(app, "full");
    hand_press(app, title.column, place.row);
    assert_true(hand_value(app, "zero") == 1.0);
    hand_press(app, title.column, place.row);
    assert_true(hand_value(app, "zero") == 3.0);
}

/* The last stage holds the logits, the first the most micro-batches; the fullest is what the headline says. */
static void stages_are_shown_one_by_one(void **state)
{
    struct app *app = hand_start(120, 40);
    double fullest = 0.0;
    (void)state;
    hand_keys(app, "<Tab><Enter>4<Enter><Down><Enter>4<Enter>5p"); /* TP 4, PP 4 */
    assert_int_equal(app->memory.stages, 4);
    for (int stage = 0; stage < 4; stage++) {
        const struct memory *memory = &app->memory.stage[stage];
        fullest = memory->total > fullest ? memory->total : fullest;
        assert_true((memory->logits > 0.0) == (stage == 3));
        assert_true(stage == 0 || memory->activations < app->memory.stage[stage - 1].activations);
    }
    assert_true(fullest == app->result.memory.total);
    hand_expect_text(app, "stage 3");
    hand_keys(app, "<Down><Down><Down><Down>");
    assert_int_equal(app->memory.stage_row, 3);
    hand_expect_text(app, "logits ");
    hand_keys(app, "p");
    hand_expect_text(app, "What if");
}

static void stages_are_those_of_training(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "M5p");
    hand_expect_text(app, "told apart in training");
    assert_false(app->memory.by_stage);
}

/* The bars of variants say what the cells of the table say, and what the search finds of the same strategy: TP 16 with
 * DP 4 and the same 64 sequences. */
static void each_change_alone_is_priced_with_the_batch_held(void **state)
{
    struct app *app = hand_start(200, 60);
    const struct memory_variants *variants = &app->memory.variants;
    (void)state;
    hand_keys(app, "5");
    assert_int_equal(variants->first, ZERO_COUNT);
    for (int zero = 0; zero < ZERO_COUNT; zero++) {
        assert_true(variants->of[zero].memory.total == app->memory.choice[zero][0].total);
        assert_true(variants->of[zero].step == app->memory.choice[zero][0].step);
        assert_int_equal(variants->of[zero].present, zero == (int)app->now.strategy.zero);
    }
    hand_expect_text(app, "One change at a time");
    hand_expect_text(app, "TP 16 ");
    const struct memory_variant *doubled = &variants->of[ZERO_COUNT];
    const struct result before = app->result;
    struct scenario scenario = app->now;
    scenario.strategy.tp = 16;
    scenario.strategy.global_batch = before.sizes.global_batch;
    const struct result after = evaluate(&scenario);
    assert_string_equal(doubled->parameter->key, "tp");
    assert_true(doubled->step == after.step && after.sizes.global_batch == before.sizes.global_batch);
    assert_true(doubled->memory.weights < before.memory.weights);
}

static void an_engine_has_variants_of_its_own(void **state)
{
    struct app *app = hand_start(200, 60);
    (void)state;
    hand_keys(app, "M5");
    hand_expect_text(app, "TP 1 ");
    hand_expect_text(app, "batch 8 ");
    hand_expect_text(app, "weights fp8");
    hand_expect_no_text(app, "ZeRO 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(each_change_alone_is_priced_with_the_batch_held),
        HAND_TEST(an_engine_has_variants_of_its_own),
        HAND_TEST(components_are_all_that_a_gpu_holds),
        HAND_TEST(each_stage_takes_away_what_its_name_says),
        HAND_TEST(an_engine_shows_its_cache),
        HAND_TEST(nothing_that_a_gpu_holds_is_cut_short),
        HAND_TEST(the_card_is_called_as_it_is_sold),
        HAND_TEST(every_cell_is_what_the_sliders_would_give),
        HAND_TEST(applying_a_cell_is_one_undo_step_and_keeps_the_held_slider),
        HAND_TEST(b_pins_the_cell_in_focus),
        HAND_TEST(a_component_opens_to_its_formula),
        HAND_TEST(selective_recomputation_has_a_column_where_it_matters),
        HAND_TEST(stages_are_shown_one_by_one),
        HAND_TEST(stages_are_those_of_training),
        HAND_TEST(clicks_focus_a_cell_and_then_apply_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
