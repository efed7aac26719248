/* sensitivity.c: each hardware parameter improved by a tenth, and what that saves. */
#include "core/sensitivity.h"

#include "core/evaluate.h"

#include <stdbool.h>

/* "10 % more of it": of a latency, 10 % less. */
#define IMPROVEMENT 0.10

/* A faster chip is faster at every precision. */
static void improve(struct scenario *scenario, const struct parameter *parameter)
{
    const double factor = 1.0 + parameter->better * IMPROVEMENT;
    const double value = parameter_get(parameter, scenario);
    if (parameter->offset == offsetof(struct scenario, gpu.peak_bf16)) {
        scenario->gpu.peak_fp32 *= factor;
        scenario->gpu.peak_fp8 *= factor;
        scenario->gpu.peak_fp4 *= factor;
    }
    parameter_set(parameter, scenario, value * factor);
}

/* Insert by saving, largest first; what falls off the end mattered least. */
static void rank(struct sensitivities *ranking, struct sensitivity row)
{
    const bool full = ranking->count == SENSITIVITY_COUNT;
    if (full && ranking->row[SENSITIVITY_COUNT - 1].saving >= row.saving) {
        return;
    }
    int place = full ? SENSITIVITY_COUNT - 1 : ranking->count++;
    while (place > 0 && ranking->row[place - 1].saving < row.saving) {
        ranking->row[place] = ranking->row[place - 1];
        place--;
    }
    ranking->row[place] = row;
}

struct sensitivities sensitivity_of(const struct scenario *scenario)
{
    struct sensitivities ranking = {.count = 0};
    const struct result before = evaluate(scenario);
    for (int i = 0; before.valid && i < parameter_count; i++) {
        const struct parameter *parameter = &parameters[i];
        if (parameter->better == 0 || !parameter_applies(parameter, scenario)) {
            continue;
        }
        struct scenario improved = *scenario;
        improve(&improved, parameter);
        const struct result after = evaluate(&improved);
        rank(&ranking, (struct sensitivity){parameter, 1.0 - after.step / before.step});
    }
    return ranking;
}
