/* notes.c: what a reader of a result must know besides its figures. One table: when a note applies, and its words. */
#include "core/accuracy.h"
#include "core/device.h"
#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/quantity.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdio.h>

/* A forecast is held against runs of these generations; of the others only the datasheet is known. */
static bool is_measured(enum generation generation)
{
    return generation == GENERATION_AMPERE || generation == GENERATION_HOPPER || generation == GENERATION_BLACKWELL;
}

static bool fits_not(const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    return !result->memory.fits;
}

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
};

/* "ZeRO 1 makes it 74.1 GB.", or that no single change will do. */
static void say_remedy(char *text, size_t size, const struct scenario *scenario)
{
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
        const struct parameter *parameter = parameter_find(remedies[i].key);
        struct scenario changed = *scenario;
        parameter_set(parameter, &changed, remedies[i].value);
        const struct result result = evaluate(&changed);
        if (parameter_get(parameter, scenario) < remedies[i].value && result.valid && result.memory.fits) {
            const struct quantity_text total = quantity_display(result.memory.total, UNIT_BYTES);
            (void)snprintf(text, size, "%s makes it %s %s.", remedies[i].words, total.number, total.unit);
            return;
        }
    }
    (void)snprintf(text, size, "More TP, PP or GPUs are needed.");
}

static void say_fits_not(char *text, const struct scenario *scenario, const struct result *result)
{
    const struct quantity_text total = quantity_display(result->memory.total, UNIT_BYTES);
    const struct quantity_text capacity = quantity_display(scenario->gpu.hbm_capacity, UNIT_BYTES);
    char remedy[NOTE_LENGTH / 2];
    say_remedy(remedy, sizeof remedy, scenario);
    (void)snprintf(text, NOTE_LENGTH, "Does not fit: %s %s of %s %s. %s", total.number, total.unit, capacity.number,
                   capacity.unit, remedy);
}

static bool is_near_limit(const struct scenario *scenario, const struct result *result)
{
    const struct memory *memory = &result->memory;
    (void)scenario;
    return memory->fits && memory->total - memory->reserve > MEMORY_NEAR * (memory->capacity - memory->reserve);
}

static void say_near_limit(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    (void)result;
    (void)snprintf(text, NOTE_LENGTH,
                   "Near the memory limit: allocators retry there, and measured runs slow down by 10 to 30 %%.");
}

static bool has_few_micro_batches(const struct scenario *scenario, const struct result *result)
{
    return result->sizes.micro_batches < scenario->strategy.pp;
}

static void say_few_micro_batches(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)snprintf(
        text, NOTE_LENGTH,
        "%d micro-batches for %d stages: the pipeline never fills; a larger global batch or fewer stages would.",
        result->sizes.micro_batches, scenario->strategy.pp);
}

static bool has_uneven_stages(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return scenario->model.layers % (scenario->strategy.pp * scenario->strategy.vp) != 0;
}

static void say_uneven_stages(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH, "%d layers do not divide evenly over %d stages: the fullest stage sets the pace.",
                   scenario->model.layers, scenario->strategy.pp * scenario->strategy.vp);
}

static bool is_above_peak(const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    return result->training.mfu > 1.0;
}

static void say_above_peak(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    (void)result;
    (void)snprintf(text, NOTE_LENGTH,
                   "MFU is above 100 %%: an input is wrong, or a sparse peak stands for the dense one.");
}

static bool is_unmeasured(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return scenario->execution.compute == COMPUTE_ROOFLINE && !is_measured(scenario->gpu.generation);
}

static void say_unmeasured(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(
        text, NOTE_LENGTH,
        "No published run on a %s GPU was held against this model: collectives from datasheets alone missed by "
        "10 %% above 16 MB, by a factor of 1.5 below 1 MB.",
        choice_name(&generation_names, (int)scenario->gpu.generation));
}

static bool is_approximate(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return scenario->execution.compute == COMPUTE_ROOFLINE &&
           (transformer_is_moe(&scenario->model) || transformer_is_mla(&scenario->model));
}

static void say_approximate(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH, "%s is priced as a dense model of its active parameters: %s %s not priced yet.",
                   scenario->model.name,
                   transformer_is_moe(&scenario->model) ? "routing and expert all-to-alls" : "latent attention",
                   transformer_is_moe(&scenario->model) ? "are" : "is");
}

static bool is_not_priced(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return scenario->mode != MODE_TRAINING;
}

static void say_not_priced(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH, "%s is not priced yet: the figures are those of a training step.",
                   choice_name(&mode_names, (int)scenario->mode));
}

static bool is_precision_missing(const struct scenario *scenario, const struct result *result)
{
    const enum precision precision = scenario->strategy.precision;
    (void)result;
    return ((precision == PRECISION_FP8 || precision == PRECISION_MXFP8) && scenario->gpu.peak_fp8 <= 0.0) ||
           (precision == PRECISION_NVFP4 && scenario->gpu.peak_fp4 <= 0.0);
}

static void say_precision_missing(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH, "%s has no %s units: its 16 bit peak is used.", scenario->gpu.name,
                   choice_name(&precision_names, (int)scenario->strategy.precision));
}

static bool is_beyond_range(const struct scenario *scenario, const struct result *result)
{
    const struct validated_range range = validated_range(scenario->gpu.generation);
    return accuracy_of(scenario).nearness != ACCURACY_NONE && range.gpus > 0 &&
           (scenario->cluster.gpus > range.gpus || scenario->strategy.seq_len > range.seq_len ||
            result->params.total > range.params);
}

static void say_beyond_range(char *text, const struct scenario *scenario, const struct result *result)
{
    const enum generation generation = scenario->gpu.generation;
    const struct validated_range range = validated_range(generation);
    const struct quantity_text params = quantity_display(range.params, UNIT_PARAMETERS);
    (void)result;
    (void)snprintf(
        text, NOTE_LENGTH, "Beyond what was validated: published %s runs reach %d GPUs, sequences of %d tokens, %s %s.",
        choice_name(&generation_names, (int)generation), range.gpus, range.seq_len, params.number, params.unit);
}

/* The most important first. */
static const struct note_rule {
    bool (*applies)(const struct scenario *scenario, const struct result *result);
    void (*say)(char *text, const struct scenario *scenario, const struct result *result);
} note_rules[] = {
    {is_not_priced, say_not_priced},
    {is_approximate, say_approximate},
    {fits_not, say_fits_not},
    {is_above_peak, say_above_peak},
    {is_precision_missing, say_precision_missing},
    {has_few_micro_batches, say_few_micro_batches},
    {is_near_limit, say_near_limit},
    {has_uneven_stages, say_uneven_stages},
    {is_unmeasured, say_unmeasured},
    {is_beyond_range, say_beyond_range},
};

struct notes evaluate_notes(const struct scenario *scenario, const struct result *result)
{
    struct notes notes = {.count = 0};
    const int rules = (int)(sizeof note_rules / sizeof note_rules[0]);
    for (int i = 0; result->valid && i < rules && notes.count < NOTE_COUNT; i++) {
        if (note_rules[i].applies(scenario, result)) {
            note_rules[i].say(notes.text[notes.count++], scenario, result);
        }
    }
    return notes;
}
