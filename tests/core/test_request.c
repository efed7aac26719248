/* Requests of an inference engine: prompts and steps added up by hand, and what must hold whatever they cost. */
#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/request.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct scenario request_scenario(void)
{
    struct scenario scenario = scenario_default();
    scenario.mode = MODE_DECODE;
    scenario.strategy.tp = 8;
    scenario.serving.batch = 8;
    scenario.serving.context = 1024;
    scenario.serving.prompts = 4;
    scenario.serving.prompt_tokens = 512;
    return scenario;
}

static double price(const struct scenario *scenario, enum mode mode)
{
    struct scenario copy = *scenario;
    copy.mode = mode;
    return evaluate(&copy).step;
}

/* Eight prompts, four at a time, are two passes; nine further tokens are nine steps: (2 P + 9 D) / 10. */
static void a_batch_of_eight_reads_two_passes_and_steps_for_all_tokens_but_the_first(void **state)
{
    (void)state;
    const struct scenario scenario = request_scenario();
    const double expected = (2 * price(&scenario, MODE_PREFILL) + 9 * price(&scenario, MODE_DECODE)) / 10;
    assert_true(fabs(request_batch_token_time(&scenario, 10) / expected - 1) < 1e-12);
}

/* A server of eight, each answer of ten tokens: while one decodes ten steps, seven others are read in. */
static void a_server_stops_for_the_prompts_of_the_others(void **state)
{
    (void)state;
    const struct scenario scenario = request_scenario();
    struct scenario prompt = scenario;
    prompt.serving.prompts = 1;
    const double expected = price(&scenario, MODE_DECODE) + 0.7 * price(&prompt, MODE_PREFILL);
    assert_true(fabs(request_server_token_time(&scenario, 10) / expected - 1) < 1e-12);

    struct scenario alone = scenario;
    alone.serving.batch = 1;
    assert_true(request_server_token_time(&alone, 10) == price(&alone, MODE_DECODE));
}

/* A batch of which memory holds half takes as long as two of them. */
static void what_memory_does_not_hold_waits(void **state)
{
    (void)state;
    struct scenario scenario = request_scenario();
    scenario.serving.batch = 4096;
    scenario.serving.prompts = 1;
    scenario.serving.context = 8192;
    const struct result step = evaluate(&scenario);
    assert_true(step.inference.running < 4096);
    const double waves = 4096 / step.inference.running;
    const double prompts = 4096 * price(&scenario, MODE_PREFILL);
    assert_true(fabs(request_batch_token_time(&scenario, 2) / ((prompts + waves * step.step) / 2) - 1) < 1e-9);
}

static void a_first_token_takes_its_prompts_and_a_step_at_their_length(void **state)
{
    (void)state;
    const struct scenario scenario = request_scenario();
    struct scenario step = scenario;
    step.serving.batch = 4;
    step.serving.context = 512;
    const double expected = price(&scenario, MODE_PREFILL) + price(&step, MODE_DECODE);
    assert_true(fabs(request_first_token_time(&scenario) / expected - 1) < 1e-12);
}

static void what_cannot_run_has_no_time(void **state)
{
    (void)state;
    struct scenario scenario = request_scenario();
    scenario.strategy.tp = 3;
    assert_true(isnan(request_batch_token_time(&scenario, 10)));
    assert_true(isnan(request_server_token_time(&scenario, 10)));
    assert_true(isnan(request_first_token_time(&scenario)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_of_eight_reads_two_passes_and_steps_for_all_tokens_but_the_first),
        cmocka_unit_test(a_server_stops_for_the_prompts_of_the_others),
        cmocka_unit_test(what_memory_does_not_hold_waits),
        cmocka_unit_test(a_first_token_takes_its_prompts_and_a_step_at_their_length),
        cmocka_unit_test(what_cannot_run_has_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
