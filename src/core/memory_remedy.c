/* memory_remedy.c: one change after the other, until the scenario fits. */
#include "core/memory_remedy.h"

#include "core/evaluate.h"
#include "core/memory.h"
#include "core/memory_activations.h"
#include "core/parameters.h"
#include "core/quantity.h"
#include "core/transformer.h"

#include <stdbool.h>
#include <stdio.h>

/* Single changes that save memory, the cheapest in time first. */
static const struct remedy {
    const char *key;
    double value;
    const char *words;
} remedies[] = {
    {"zero", ZERO_OPTIMIZER, "ZeRO 1"},
    {"sp", 1, "Sequence parallelism"},
    {"zero", ZERO_PARAMETERS, "ZeRO 3"},
    {"recompute", RECOMPUTE_FULL, "Full recomputation"},
    {"decode.kv_precision", NUMBER_FP8, "An fp8 KV cache"},
    {"decode.precision", NUMBER_FP8, "Storing weights in fp8"},
};

/* A parameter that divides the model, doubled until it fits. */
struct division {
    const char *key;
    bool with_sp; /* sequence parallelism too, which TP alone can have */
    int most;
};

/* "TP 8 makes it 74.1 GB." */
static void say_divided(char *text, size_t size, const struct division *division, int parts, double total)
{
    const struct quantity_text bytes = quantity_display(total, UNIT_BYTES);
    (void)snprintf(text, size, "%s %d%s it %s %s.", parameter_name(parameter_find(division->key)), parts,
                   division->with_sp ? " and SP make" : " makes", bytes.number, bytes.unit);
}

/* The least doubling with which it fits; false: there is none. */
static bool say_division(char *text, size_t size, const struct scenario *scenario, const struct division *division)
{
    const struct parameter *parameter = parameter_find(division->key);
    struct scenario changed = *scenario;
    parameter_set(parameter_find("sp"), &changed, division->with_sp ? 1 : scenario->strategy.sp);
    for (int parts = 2 * (int)parameter_get(parameter, scenario); parts <= division->most; parts *= 2) {
        parameter_set(parameter, &changed, parts);
        const struct result result = evaluate(&changed);
        if (result.valid && result.memory.fits) {
            say_divided(text, size, division, parts, result.memory.total);
            return true;
        }
    }
    return false;
}

/* More stages than this wait more than they compute, with the usual batches. */
enum { MOST_STAGES = 16 };

/* Ranks over which experts can be divided. */
static int experts_over(const struct scenario *scenario)
{
    return transformer_is_moe(&scenario->model) ? scenario->model.experts : 1;
}

/* No single change will do. Where not even the states of all parameters find room in all cards, no layout will. */
static void say_states(char *text, size_t size, const struct scenario *scenario, const struct result *misfit)
{
    const bool trains = scenario->mode == MODE_TRAINING && scenario->strategy.lora == LORA_OFF;
    const double bytes =
        memory_weight_bytes(scenario) + misfit->gradient_bytes + (trains ? memory_adam_bytes(scenario) : 0);
    const double states = bytes * misfit->params.total;
    const double room = scenario->cluster.gpus * scenario->gpu.hbm_capacity;
    if (!trains || states <= room) {
        (void)snprintf(text, size, "More TP, PP%s or GPUs are needed.", experts_over(scenario) > 1 ? ", EP" : "");
        return;
    }
    const struct quantity_text needed = quantity_display(states, UNIT_BYTES);
    const struct quantity_text there = quantity_display(room, UNIT_BYTES);
    (void)snprintf(text, size, "Weights, gradients and optimizer states alone take %s %s, and %d GPUs have %s %s.",
                   needed.number, needed.unit, scenario->cluster.gpus, there.number, there.unit);
}

/* One setting; false: with it, too, the scenario does not fit, or it has it already. */
static bool say_remedy(char *text, size_t size, const struct scenario *scenario, const struct remedy *remedy)
{
    const struct parameter *parameter = parameter_find(remedy->key);
    struct scenario changed = *scenario;
    parameter_set(parameter, &changed, remedy->value);
    const struct result result = evaluate(&changed);
    if (parameter_get(parameter, scenario) >= remedy->value || !result.valid || !result.memory.fits) {
        return false;
    }
    const struct quantity_text total = quantity_display(result.memory.total, UNIT_BYTES);
    (void)snprintf(text, size, "%s makes it %s %s.", remedy->words, total.number, total.unit);
    return true;
}

void memory_remedy_print(char *text, size_t size, const struct scenario *scenario, const struct result *misfit)
{
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
        if (say_remedy(text, size, scenario, &remedies[i])) {
            return;
        }
    }
    const struct division divisions[] = {{"tp", false, scenario->cluster.scaleup.size},
                                         {"tp", true, scenario->cluster.scaleup.size},
                                         {"ep", false, experts_over(scenario)},
                                         {"pp", false, MOST_STAGES}};
    for (size_t i = 0; i < sizeof divisions / sizeof divisions[0]; i++) {
        if (say_division(text, size, scenario, &divisions[i])) {
            return;
        }
    }
    const double sequences = misfit->inference.pool.batch_limit;
    if (scenario->mode == MODE_DECODE && sequences >= 1) {
        (void)snprintf(text, size, "%.0f of %d sequences fit; the others need more GPUs.", sequences,
                       scenario->serving.decode_batch);
        return;
    }
    say_states(text, size, scenario, misfit);
}
