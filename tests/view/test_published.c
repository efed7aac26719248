/* The explorer beside what was measured: a published run's figure, and the band of published runs. */
#include "hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void a_published_run_keeps_its_figure_until_another_model_is_picked(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "Ddeepseek-v3 2024");
    hand_expect_text(app, "━ 1 of ");
    hand_expect_text(app, "DeepSeek-V3            2048 H800");
    hand_expect_text(app, "deepseek-v3   "); /* the id, below the list */
    hand_expect_text(app, "measured, training");
    hand_keys(app, "<Enter>");
    assert_int_equal(app->now.cluster.gpus, 2048);
    assert_string_equal(app->now.model.name, "DeepSeek-V3");
    hand_expect_text(app, "measured 19.9 s, forecast ");
    const double forecast = app->comparison.forecast;

    hand_keys(app, "<Left><Left>"); /* the held slider: NIC */
    hand_expect_text(app, "measured 19.9 s, forecast ");
    assert_true(app->comparison.forecast > forecast);

    hand_keys(app, "M"); /* the run was no decode step */
    hand_expect_no_text(app, "measured 1");
    hand_keys(app, "uuu");
    assert_true(app->comparison.forecast == forecast);

    hand_keys(app, "<S-Tab>pllama-3 70b<Enter>");
    assert_string_equal(app->now.model.name, "Llama 3 70B");
    hand_expect_no_text(app, "measured 1");
    hand_keys(app, "u");
    hand_expect_text(app, "measured 19.9 s");
    hand_keys(app, "u");
    hand_expect_no_text(app, "measured 1");
}

static void a_forecast_carries_its_band_and_a_doubt_beyond_all_runs(void **state)
{
    struct app *app = hand_start(120, 40);
    char band[32];
    (void)state;
    (void)snprintf(band, sizeof band, " s step ±%.0f %%", 100 * app->result.accuracy_band);
    hand_expect_text(app, band);
    hand_keys(app, "<Up><Up><Enter>65536<Enter>");
    assert_int_equal(app->now.cluster.gpus, 65536);
    (void)snprintf(band, sizeof band, " s step ±%.0f %%?", 100 * app->result.accuracy_band);
    hand_expect_text(app, band);
}

/* Llama 3.1 405B, which Meta trained: 87.2 GB are forecast of a card's 85.5. */
static void a_run_that_ran_is_not_said_not_to_fit(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "Dllama3-405b-8192<Enter>");
    assert_false(app->result.memory.fits);
    hand_expect_text(app, "/85.5 GB it ran");
    hand_keys(app, "P");
    hand_expect_text(app, "does not fit, yet it ran: ");
    hand_keys(app, "P");
    hand_keys(app, "<Enter>25GB/s<Enter>"); /* no longer the run */
    hand_expect_text(app, "/85.5 GB no fit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_run_that_ran_is_not_said_not_to_fit),
        HAND_TEST(a_published_run_keeps_its_figure_until_another_model_is_picked),
        HAND_TEST(a_forecast_carries_its_band_and_a_doubt_beyond_all_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
