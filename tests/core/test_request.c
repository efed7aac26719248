/* Requests of an inference engine: prompts and steps added up by hand, and what must hold whatever they cost. */
#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/request.h"
#include "scenario_text.h"
#include "serving_shapes.h"

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
    scenario.serving.decode_batch = 8;
    scenario.serving.decode_context = 1024;
    scenario.serving.prefill_batch = 4;
    scenario.serving.prefill_tokens = 512;
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

/* A server of eight, each answer of ten tokens: seven of the ten come with a pass that reads another's prompt, and cost
 * no more than reading the cache besides; three with a step of their own. */
static void a_server_takes_steps_along_with_the_prompts_of_the_others(void **state)
{
    (void)state;
    const struct scenario scenario = request_scenario();
    struct scenario prompt = scenario;
    prompt.serving.prefill_batch = 1;
    const double cache = evaluate(&scenario).inference.attention;
    const double expected = 0.3 * price(&scenario, MODE_DECODE) + 0.7 * (price(&prompt, MODE_PREFILL) + cache);
    assert_true(fabs(request_server_token_time(&scenario, 10) / expected - 1) < 1e-12);

    struct scenario alone = scenario;
    alone.serving.decode_batch = 1;
    assert_true(request_server_token_time(&alone, 10) == price(&alone, MODE_DECODE));
}

/* A batch of which memory holds half takes as long as two of them. */
static void what_memory_does_not_hold_waits(void **state)
{
    (void)state;
    struct scenario scenario = request_scenario();
    scenario.serving.decode_batch = 4096;
    scenario.serving.prefill_batch = 1;
    scenario.serving.decode_context = 8192;
    const struct result step = evaluate(&scenario);
    assert_true(step.inference.running < 4096);
    const double waves = 4096 / step.inference.running;
    const double prompts = 4096 * price(&scenario, MODE_PREFILL);
    assert_true(fabs(request_batch_token_time(&scenario, 2) / ((prompts + waves * step.step) / 2) - 1) < 1e-9);
}

/* Clients as lmdeploy's benchmark starts them: Llama 2 7B on one A100. */
static struct scenario client_scenario(int clients, int tokens)
{
    struct scenario scenario = scenario_with("mode=prefill cluster.gpus=1 tp=1 serving.style=cpp " LLAMA_2_7B A100);
    scenario.serving.prefill_batch = clients;
    scenario.serving.prefill_tokens = tokens;
    return scenario;
}

/* All but the last token of so many prompts, without the logits and the host's work, which belong to the step. */
static double pass_time(const struct scenario *scenario, int prompts)
{
    struct scenario pass = *scenario;
    pass.mode = MODE_PREFILL;
    pass.serving.prefill_batch = prompts;
    pass.serving.prefill_tokens -= 1;
    const struct result result = evaluate(&pass);
    return result.step - result.inference.head - result.inference.engine;
}

static double step_time(const struct scenario *scenario, int sequences)
{
    struct scenario step = *scenario;
    step.serving.decode_batch = sequences;
    step.serving.decode_context = scenario->serving.prefill_tokens;
    return price(&step, MODE_DECODE);
}

static void a_client_alone_gets_its_first_token_behind_a_pass_and_a_step(void **state)
{
    (void)state;
    const struct scenario scenario = client_scenario(1, 512);
    const double expected = pass_time(&scenario, 1) + step_time(&scenario, 1);
    assert_true(fabs(request_first_token_time(&scenario) / expected - 1) < 1e-12);
}

/* A prompt of one token needs no pass of its own: its client waits for the step that runs, and for its own. */
static void a_prompt_of_one_token_takes_one_step_alone_and_two_among_others(void **state)
{
    (void)state;
    const struct scenario alone = client_scenario(1, 1);
    assert_true(fabs(request_first_token_time(&alone) / step_time(&alone, 1) - 1) < 1e-12);
    const struct scenario many = client_scenario(16, 1);
    assert_true(fabs(request_first_token_time(&many) / (2 * step_time(&many, 16)) - 1) < 1e-12);
}

/* One client, moment by moment: when it sent its request, and how many tokens it still waits for. */
struct client {
    double wants;   /* s from which it wants to send */
    double arrives; /* s at which the engine has its request */
    bool waits, runs;
    int left;
};

enum { CLIENTS = 32, TOKENS = 40, ROUNDS = 30 };

/* The process that all clients share sends one request after the other, 1.35 ms each. */
static void send_requests(struct client *clients, double *free_at, double now)
{
    for (;;) {
        struct client *next = NULL;
        for (int i = 0; i < CLIENTS; i++) {
            const bool idle = !clients[i].waits && !clients[i].runs;
            next = idle && (next == NULL || clients[i].wants < next->wants) ? &clients[i] : next;
        }
        if (next == NULL || fmax(*free_at, next->wants) > now) {
            return;
        }
        *free_at = fmax(*free_at, next->wants) + 1.35e-3;
        next->arrives = *free_at;
        next->waits = true;
    }
}

/* Takes over the requests that are there; returns how many. */
static int admit(struct client *clients, double now)
{
    int count = 0;
    for (int i = 0; i < CLIENTS; i++) {
        if (clients[i].waits && clients[i].arrives <= now) {
            clients[i].waits = false;
            clients[i].runs = true;
            clients[i].left = TOKENS;
            count++;
        }
    }
    return count;
}

/* Gives each sequence its token; adds what first tokens took. */
static void emit(struct client *clients, double now, double *sum, int *count)
{
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = &clients[i];
        if (client->runs) {
            *sum += client->left == TOKENS ? now - client->wants : 0;
            *count += client->left == TOKENS ? 1 : 0;
            client->left--;
            client->runs = client->left > 0;
            client->wants = client->runs ? client->wants : now;
        }
    }
}

/* Engine and clients played through, thirty answers each, in three waves (1, 15 and 16): the closed form is within 1 %
 * of the mean. */
static void first_tokens_of_many_clients_are_those_of_their_loop_played_through(void **state)
{
    (void)state;
    const struct scenario scenario = client_scenario(CLIENTS, 128);
    const double step = step_time(&scenario, CLIENTS);
    struct client clients[CLIENTS] = {{.wants = 0}};
    double now = 0;
    double free_at = 0;
    double sum = 0;
    int count = 0;
    while (count < CLIENTS * ROUNDS) {
        send_requests(clients, &free_at, now);
        const int prompts = admit(clients, now);
        bool busy = false;
        for (int i = 0; i < CLIENTS; i++) {
            busy = busy || clients[i].runs;
        }
        now += busy ? (prompts > 0 ? pass_time(&scenario, prompts) : 0) + step : 1e-4;
        emit(clients, now, &sum, &count);
    }
    const double forecast = request_first_token_time(&scenario);
    assert_true(fabs(forecast / (sum / count) - 1) < 0.01);
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
        cmocka_unit_test(a_server_takes_steps_along_with_the_prompts_of_the_others),
        cmocka_unit_test(what_memory_does_not_hold_waits),
        cmocka_unit_test(a_client_alone_gets_its_first_token_behind_a_pass_and_a_step),
        cmocka_unit_test(a_prompt_of_one_token_takes_one_step_alone_and_two_among_others),
        cmocka_unit_test(first_tokens_of_many_clients_are_those_of_their_loop_played_through),
        cmocka_unit_test(what_cannot_run_has_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
