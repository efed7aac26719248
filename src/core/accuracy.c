/* accuracy.c: which published runs are nearest to a scenario, and whether it goes further than any of them. */
#include "core/accuracy.h"

#include "core/transformer.h"

#include <math.h>

static enum accuracy_work work_of(const struct scenario *scenario)
{
    const bool experts = transformer_is_moe(&scenario->model);
    switch (scenario->mode) {
    case MODE_PREFILL:
        return experts ? WORK_PREFILL_MIXTURE : WORK_PREFILL;
    case MODE_DECODE:
        return experts                                   ? WORK_DECODE_MIXTURE
               : scenario->serving.format == NUMBER_BF16 ? WORK_DECODE
                                                         : WORK_DECODE_NARROW;
    case MODE_TRAINING:
    case MODE_COUNT:
        break;
    }
    return experts ? WORK_MIXTURE : scenario->strategy.lora != LORA_OFF ? WORK_ADAPTERS : WORK_DENSE;
}

enum reach reach_of(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const int gpus = scenario->mode == MODE_TRAINING ? scenario->cluster.gpus : strategy->tp * strategy->pp;
    return gpus > scenario->cluster.scaleup.size ? REACH_BEYOND : REACH_DOMAIN;
}

struct accuracy_kind accuracy_kind_of(const struct scenario *scenario)
{
    return (struct accuracy_kind){
        .work = work_of(scenario),
        .generation = scenario->gpu.generation,
        .style = scenario->mode == MODE_TRAINING ? (int)scenario->execution.style : (int)scenario->serving.style,
        .reach = reach_of(scenario),
    };
}

static bool is_forecast(const struct scenario *scenario)
{
    return scenario->execution.compute == COMPUTE_ROOFLINE && scenario->execution.basis == BASIS_ACHIEVED;
}

static struct accuracy accuracy_from(struct accuracy_band band, enum accuracy_nearness nearness)
{
    return (struct accuracy){.p90 = band.p90, .rows = band.rows, .nearness = nearness};
}

struct accuracy accuracy_of(const struct scenario *scenario)
{
    if (!is_forecast(scenario)) {
        return (struct accuracy){.p90 = NAN, .nearness = ACCURACY_NONE};
    }
    const struct accuracy_kind kind = accuracy_kind_of(scenario);
    const struct accuracy_band style = accuracy_bands.style[kind.work][kind.generation][kind.style][kind.reach];
    if (style.rows >= ACCURACY_LEAST_ROWS) {
        return accuracy_from(style, ACCURACY_OF_STYLE);
    }
    const struct accuracy_band generation = accuracy_bands.generation[kind.work][kind.generation];
    return generation.rows >= ACCURACY_LEAST_ROWS ? accuracy_from(generation, ACCURACY_OF_GENERATION)
                                                  : accuracy_from(accuracy_bands.work[kind.work], ACCURACY_OF_WORK);
}

struct validated_range accuracy_extent(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct serving *serving = &scenario->serving;
    struct validated_range extent = {.params = transformer_params(&scenario->model).total};
    switch (scenario->mode) {
    case MODE_PREFILL:
        extent.tokens = serving->prompt_tokens;
        extent.sequences = serving->prompts;
        extent.gpus = strategy->tp * strategy->pp;
        break;
    case MODE_DECODE:
        extent.tokens = serving->context;
        extent.sequences = serving->batch;
        extent.gpus = strategy->tp * strategy->pp;
        break;
    case MODE_TRAINING:
    case MODE_COUNT:
        extent.tokens = strategy->seq_len;
        extent.gpus = scenario->cluster.gpus;
        break;
    }
    return extent;
}

bool accuracy_leaves_range(const struct scenario *scenario)
{
    const struct validated_range range = validated_ranges[scenario->mode][scenario->gpu.generation];
    const struct validated_range extent = accuracy_extent(scenario);
    return is_forecast(scenario) && range.gpus > 0 &&
           (extent.gpus > range.gpus || extent.tokens > range.tokens || extent.sequences > range.sequences ||
            extent.params > range.params);
}
