/* notes.c: what a reader of a result must know besides its figures. One table: when a note applies, and its words. */
#include "core/device.h"
#include "core/evaluate.h"
#include "core/number_format.h"
#include "core/quantity.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdio.h>

/* A forecast is held against runs of these generations; of the others only the datasheet is known. Serving was
 * published for MI300X too. */
static bool is_measured(const struct scenario *scenario)
{
    const enum generation generation = scenario->gpu.generation;
    return generation == GENERATION_AMPERE || generation == GENERATION_HOPPER || generation == GENERATION_BLACKWELL ||
           (generation == GENERATION_CDNA3 && scenario->mode != MODE_TRAINING);
}

static bool fits_not(const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    return !result->memory.fits;
}

static void say_fits_not(char *text, const struct scenario *scenario, const struct result *result)
{
    const struct quantity_text total = quantity_display(result->memory.total, UNIT_BYTES);
    const struct quantity_text capacity = quantity_display(scenario->gpu.hbm_capacity, UNIT_BYTES);
    (void)snprintf(text, NOTE_LENGTH, "Does not fit: %s %s of %s %s; it is priced all the same.", total.number,
                   total.unit, capacity.number, capacity.unit);
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
    return scenario->execution.compute == COMPUTE_ROOFLINE && !is_measured(scenario);
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

static bool is_batch_limited(const struct scenario *scenario, const struct result *result)
{
    return result->inference.pool.batch_limit < scenario->serving.batch;
}

static void say_batch_limited(char *text, const struct scenario *scenario, const struct result *result)
{
    const double limit = result->inference.pool.batch_limit;
    if (limit < 1.0) {
        (void)snprintf(text, NOTE_LENGTH,
                       "Not one sequence of %d tokens fits beside the weights: one is priced all the same.",
                       scenario->serving.context);
        return;
    }
    (void)snprintf(text, NOTE_LENGTH, "Memory holds %.0f of %d sequences at %d tokens: those run, the others wait.",
                   limit, scenario->serving.batch, scenario->serving.context);
}

static bool is_kv_copied(const struct scenario *scenario, const struct result *result)
{
    (void)scenario;
    return result->inference.pool.copies > 1.0;
}

static void say_kv_copied(char *text, const struct scenario *scenario, const struct result *result)
{
    if (transformer_is_mla(&scenario->model)) {
        (void)snprintf(text, NOTE_LENGTH,
                       "Every rank of TP %d holds the whole latent KV cache: attention replicas with EP would not.",
                       scenario->strategy.tp);
        return;
    }
    (void)snprintf(text, NOTE_LENGTH, "TP %d over %d KV heads: keys and values are replicated %.0fx.",
                   scenario->strategy.tp, scenario->model.kv_heads, result->inference.pool.copies);
}

static bool is_widened(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return !format_is_native(&scenario->gpu, scenario->serving.format);
}

static void say_widened(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH, "%s has no %s units: weights are read in that format and widened to 16 bit.",
                   scenario->gpu.name, choice_name(&number_format_names, (int)scenario->serving.format));
}

/* Nine in ten forecasts of published steps were within this: the larger of two sets of rows. */
static double serving_band(const struct scenario *scenario)
{
    if (transformer_is_moe(&scenario->model)) {
        return 0.37;
    }
    return scenario->serving.format == NUMBER_BF16 ? 0.12 : 0.27;
}

static bool is_forecast_of_serving(const struct scenario *scenario, const struct result *result)
{
    (void)result;
    return scenario->execution.compute == COMPUTE_ROOFLINE;
}

static void say_band(char *text, const struct scenario *scenario, const struct result *result)
{
    (void)result;
    (void)snprintf(text, NOTE_LENGTH,
                   "Nine in ten forecasts of published steps of such models were within %.0f %%; of an engine that is "
                   "not in the list, within 45 %%.",
                   100.0 * serving_band(scenario));
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

enum {
    IN_TRAINING = 1 << MODE_TRAINING,
    IN_DECODE = 1 << MODE_DECODE,
    IN_SERVING = 1 << MODE_PREFILL | 1 << MODE_DECODE,
    ALWAYS = IN_TRAINING | IN_SERVING
};

/* The most important first. */
static const struct note_rule {
    unsigned modes;
    bool (*applies)(const struct scenario *scenario, const struct result *result);
    void (*say)(char *text, const struct scenario *scenario, const struct result *result);
} note_rules[] = {
    {ALWAYS, fits_not, say_fits_not},
    {IN_DECODE, is_batch_limited, say_batch_limited},
    {IN_TRAINING, is_above_peak, say_above_peak},
    {IN_TRAINING, is_approximate, say_approximate},
    {IN_TRAINING, is_precision_missing, say_precision_missing},
    {IN_SERVING, is_widened, say_widened},
    {IN_SERVING, is_kv_copied, say_kv_copied},
    {IN_TRAINING, has_few_micro_batches, say_few_micro_batches},
    {IN_TRAINING, is_near_limit, say_near_limit},
    {IN_TRAINING, has_uneven_stages, say_uneven_stages},
    {ALWAYS, is_unmeasured, say_unmeasured},
    {IN_DECODE, is_forecast_of_serving, say_band},
};

struct notes evaluate_notes(const struct scenario *scenario, const struct result *result)
{
    struct notes notes = {.count = 0};
    const int rules = (int)(sizeof note_rules / sizeof note_rules[0]);
    for (int i = 0; result->valid && i < rules && notes.count < NOTE_COUNT; i++) {
        const bool of_mode = (note_rules[i].modes & 1U << result->mode) != 0;
        if (of_mode && note_rules[i].applies(scenario, result)) {
            note_rules[i].say(notes.text[notes.count++], scenario, result);
        }
    }
    return notes;
}
