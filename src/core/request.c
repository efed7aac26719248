/* request.c: prefill passes and decode steps, added up as clients see them. */
#include "core/request.h"

#include "core/evaluate.h"

#include <math.h>

static struct result price(const struct scenario *scenario, enum mode mode)
{
    struct scenario copy = *scenario;
    copy.mode = mode;
    return evaluate(&copy);
}

static double prefill_time(const struct scenario *scenario, int prompts)
{
    struct scenario copy = *scenario;
    copy.serving.prefill_batch = prompts;
    const struct result result = price(&copy, MODE_PREFILL);
    return result.valid ? result.step : NAN;
}

double request_batch_token_time(const struct scenario *scenario, int output)
{
    const struct serving *serving = &scenario->serving;
    const struct result step = price(scenario, MODE_DECODE);
    const double passes = ceil((double)serving->decode_batch / serving->prefill_batch);
    if (!step.valid) {
        return NAN;
    }
    const double waves = serving->decode_batch / step.inference.running;
    return (passes * prefill_time(scenario, serving->prefill_batch) + (output - 1) * step.step * waves) / output;
}

double request_server_token_time(const struct scenario *scenario, int output)
{
    const struct result step = price(scenario, MODE_DECODE);
    if (!step.valid) {
        return NAN;
    }
    const double prompts = (step.inference.running - 1) / output;
    const double shared = fmin(1.0, prompts);
    return (1.0 - shared) * step.step + shared * step.inference.attention + prompts * prefill_time(scenario, 1);
}

/* Clients that are threads of one Python process hold its lock in turn while each builds its request: a dozen arrays
 * and a thread. Mean first tokens of TurboMind (lmdeploy, profile_generation.py), prompts of 128 tokens, 16 to 64
 * clients: 1.30 to 1.45 ms, whichever of four models it is fitted to. */
static const double REQUEST_INTERVAL = 1.35e-3;

/* Writing the keys and values of all but the last token of `prompts` prompts: no logits, and no host work of its own.
 */
static double cache_pass_time(const struct scenario *scenario, int prompts)
{
    struct scenario copy = *scenario;
    copy.serving.prefill_batch = prompts;
    copy.serving.prefill_tokens = scenario->serving.prefill_tokens - 1;
    if (copy.serving.prefill_tokens < 1) {
        return 0.0;
    }
    const struct result result = price(&copy, MODE_PREFILL);
    return result.valid ? result.step - result.inference.head - result.inference.engine : NAN;
}

/* Clients whose requests came while the engine was busy for some time, of those left: at least one. */
static int arrivals(double busy, int left)
{
    const double count = floor(busy / REQUEST_INTERVAL);
    return count < 1 ? 1 : count < left ? (int)count : left;
}

double request_first_token_time(const struct scenario *scenario)
{
    struct scenario copy = *scenario;
    const int clients = scenario->serving.prefill_batch;
    copy.serving.decode_batch = clients;
    copy.serving.decode_context = scenario->serving.prefill_tokens;
    const struct result step = price(&copy, MODE_DECODE);
    double pass = cache_pass_time(scenario, 1);
    if (!step.valid || isnan(pass)) {
        return NAN;
    }
    double waited = clients > 1 ? step.step : 0.0;
    double sum = 0.0;
    int left = clients;
    int wave = 1;
    while (left > 0) {
        const double own = pass + step.step;
        sum += wave * (waited + own);
        waited = own;
        left -= wave;
        const int next = arrivals(own, left);
        pass = next == wave || left == 0 ? pass : cache_pass_time(scenario, next);
        wave = next;
    }
    return sum / clients;
}
