/* memory_variants.c: one change at a time. */
#include "view/memory_variants.h"

#include "core/choices.h"
#include "core/evaluate.h"
#include "core/strategy.h"

#include <stdio.h>
#include <string.h>

static void add(struct memory_variants *variants, const struct scenario *scenario, const char *key, double value)
{
    const struct parameter *parameter = parameter_find(key);
    if (variants->count == MEMORY_VARIANTS || !parameter_applies(parameter, scenario)) {
        return;
    }
    struct memory_variant *variant = &variants->of[variants->count++];
    struct scenario changed = *scenario;
    parameter_set(parameter, &changed, value);
    *variant = (struct memory_variant){
        .parameter = parameter, .value = value, .present = value == parameter_get(parameter, scenario)};
    const struct reasons reasons = strategy_reasons(&changed);
    if (reasons.count > 0) {
        (void)snprintf(variant->why, sizeof variant->why, "%.*s", (int)sizeof variant->why - 1, reasons.text[0]);
        return;
    }
    const struct result result = evaluate(&changed);
    variant->valid = result.valid;
    variant->memory = result.memory;
    variant->step = result.step;
}

static void add_times(struct memory_variants *variants, const struct scenario *scenario, const char *key, int times)
{
    add(variants, scenario, key, times * parameter_get(parameter_find(key), scenario));
}

static void add_training(struct memory_variants *variants, const struct scenario *scenario)
{
    static const char *const sizes[] = {"tp", "pp", "cp", "ep", "micro_batch", "seq_len"};
    for (int zero = 0; zero < ZERO_COUNT; zero++) {
        add(variants, scenario, "zero", zero);
    }
    variants->first = variants->count;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const bool routed = scenario->model.experts > 0;
        if (routed || strcmp(sizes[i], "ep") != 0) {
            add_times(variants, scenario, sizes[i], 2);
        }
    }
}

static void add_serving(struct memory_variants *variants, const struct scenario *scenario)
{
    static const char *const sizes[] = {"decode.batch", "decode.context", "prefill.tokens"};
    enum { MOST = 16, MORE_SERVED = 8 };
    for (int tp = 1; tp <= MOST && tp <= scenario->cluster.gpus; tp *= 2) {
        add(variants, scenario, "tp", tp);
    }
    variants->first = variants->count;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        add_times(variants, scenario, sizes[i], MORE_SERVED);
    }
    add(variants, scenario, "decode.precision", NUMBER_FP8);
    add(variants, scenario, "decode.kv_precision", NUMBER_FP8);
}

struct memory_variants memory_variants_of(const struct scenario *scenario)
{
    struct memory_variants variants = {.count = 0};
    if (!strategy_valid(scenario)) {
        return variants;
    }
    if (scenario->mode == MODE_TRAINING) {
        struct scenario held = *scenario;
        held.strategy.global_batch = strategy_sizes(scenario).global_batch;
        add_training(&variants, &held);
    } else {
        add_serving(&variants, scenario);
    }
    return variants;
}
