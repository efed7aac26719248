/* give_back.c: one evaluation for each choice. */
#include "core/give_back.h"

#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/serving_style.h"

#include <stddef.h>

/* Choices from one place of a list to another. */
static const struct remedy {
    enum part part;
    const char *key;
    int first, last;
    const char *words;
} remedies[] = {
    {PART_WEIGHTS, "decode.precision", NUMBER_FP8, NUMBER_FP8, "weights of 8 bits"},
    {PART_KV, "decode.kv_precision", NUMBER_FP8, NUMBER_FP8, "keys and values of 8 bits"},
    {PART_PREFILL_COMPUTE, "decode.precision", NUMBER_FP8, NUMBER_FP8, "products of 8 bits"},
    {PART_TP, "collective.library", LIBRARY_VLLM, LIBRARY_COUNT - 1, "an engine's own all-reduce"},
    {PART_FSDP, "serving.fsdp", 0, 0, "whole weights on each replica"},
    {PART_DECODE_LAUNCH, "serving.style", 0, SERVING_COUNT - 1, "CUDA graphs, fewer kernels and less host work"},
    {PART_PREFILL_LAUNCH, "serving.style", 0, SERVING_COUNT - 1, "CUDA graphs, fewer kernels and less host work"},
};

/* The scenario with its engine's collectives named, so that another engine changes nothing but launches. */
static struct scenario with_library_named(const struct scenario *scenario)
{
    struct scenario named = *scenario;
    named.execution.library = serving_library(scenario);
    return named;
}

static struct give_back try_remedy(const struct remedy *remedy, const struct scenario *scenario, double step)
{
    struct give_back best = {.parameter = NULL};
    struct scenario changed = with_library_named(scenario);
    const struct parameter *parameter = parameter_find(remedy->key);
    for (int value = remedy->first; value <= remedy->last; value++) {
        parameter_set(parameter, &changed, value);
        const struct result result = evaluate(&changed);
        if (result.valid && step - result.step > best.seconds) {
            best = (struct give_back){parameter, value, remedy->words, step - result.step};
        }
    }
    return best;
}

struct give_back give_back_of(enum part part, const struct scenario *scenario, const struct result *result)
{
    const bool serves =
        result->valid && result->mode != MODE_TRAINING && part_is_of_mode(&step_parts[part], result->mode);
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
        if (serves && remedies[i].part == part) {
            return try_remedy(&remedies[i], scenario, result->step);
        }
    }
    return (struct give_back){.parameter = NULL};
}
