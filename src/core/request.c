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
    copy.serving.prompts = prompts;
    const struct result result = price(&copy, MODE_PREFILL);
    return result.valid ? result.step : NAN;
}

double request_batch_token_time(const struct scenario *scenario, int output)
{
    const struct serving *serving = &scenario->serving;
    const struct result step = price(scenario, MODE_DECODE);
    const double passes = ceil((double)serving->batch / serving->prompts);
    if (!step.valid) {
        return NAN;
    }
    const double waves = serving->batch / step.inference.running;
    return (passes * prefill_time(scenario, serving->prompts) + (output - 1) * step.step * waves) / output;
}

double request_server_token_time(const struct scenario *scenario, int output)
{
    const struct result step = price(scenario, MODE_DECODE);
    return step.valid ? step.step + (step.inference.running - 1) / output * prefill_time(scenario, 1) : NAN;
}

double request_first_token_time(const struct scenario *scenario)
{
    struct scenario copy = *scenario;
    copy.serving.batch = scenario->serving.prompts;
    copy.serving.context = scenario->serving.prompt_tokens;
    const struct result step = price(&copy, MODE_DECODE);
    const double prompt = prefill_time(scenario, scenario->serving.prompts);
    if (scenario->serving.prompts == 1 && scenario->serving.prompt_tokens == 1) {
        return prompt;
    }
    return step.valid ? prompt + step.step : NAN;
}
