/* accuracy.c: which published runs are nearest to a scenario, and whether it goes further than any of them. */
#include "core/accuracy.h"

#include "core/topology.h"
#include "core/transformer.h"

#include <math.h>

static enum accuracy_work work_of(const struct scenario *scenario)
{
    const bool experts = transformer_is_moe(&scenario->model);
    switch (scenario->mode) {
    case MODE_PREFILL:
        return experts ? WORK_PREFILL_MIXTURE : WORK_PREFILL;
    case MODE_DECODE:
        return experts                                             ? WORK_DECODE_MIXTURE
               : scenario->serving.decode_precision == NUMBER_BF16 ? WORK_DECODE
                                                                   : WORK_DECODE_NARROW;
    case MODE_TRAINING:
    case MODE_COUNT:
        break;
    }
    return experts ? WORK_MIXTURE : scenario->strategy.lora != LORA_OFF ? WORK_ADAPTERS : WORK_DENSE;
}

/* GPUs that work together: all of a job, or one replica that serves. */
static int gpus_of(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return scenario->mode == MODE_TRAINING ? scenario->cluster.gpus : strategy->tp * strategy->pp;
}

enum reach reach_of(const struct scenario *scenario)
{
    const struct cluster *cluster = &scenario->cluster;
    if (gpus_of(scenario) <= cluster->scaleup.size) {
        return REACH_DOMAIN;
    }
    return cluster->nic.fabric == FABRIC_INFINIBAND ? REACH_INFINIBAND : REACH_OTHER_NETWORK;
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

static bool is_enough(const struct accuracy_band *band)
{
    return band->rows >= ACCURACY_LEAST_ROWS && band->sources >= ACCURACY_LEAST_SOURCES;
}

static struct accuracy accuracy_from(const struct accuracy_band *band, enum accuracy_nearness nearness)
{
    return (struct accuracy){.p90 = band->p90, .rows = band->rows, .sources = band->sources, .nearness = nearness};
}

struct accuracy accuracy_among(const struct accuracy_bands *bands, const struct accuracy_kind *kind)
{
    const struct accuracy_band *style = &bands->style[kind->work][kind->generation][kind->style][kind->reach];
    const struct accuracy_band *generation = &bands->generation[kind->work][kind->generation];
    if (is_enough(style)) {
        return accuracy_from(style, ACCURACY_OF_STYLE);
    }
    return is_enough(generation) ? accuracy_from(generation, ACCURACY_OF_GENERATION)
                                 : accuracy_from(&bands->work[kind->work], ACCURACY_OF_WORK);
}

struct accuracy accuracy_of(const struct scenario *scenario)
{
    if (!is_forecast(scenario)) {
        return (struct accuracy){.p90 = NAN, .nearness = ACCURACY_NONE};
    }
    const struct accuracy_kind kind = accuracy_kind_of(scenario);
    return accuracy_among(&accuracy_bands, &kind);
}

/* ---- collectives ---- */

enum collective_way collective_way_of(const struct cluster *cluster, const struct group *group)
{
    if (group->domains > 1) {
        return cluster->nic.fabric == FABRIC_INFINIBAND ? WAY_INFINIBAND : WAY_OTHER_NETWORK;
    }
    return cluster->scaleup.kind == SCALEUP_SWITCH ? WAY_SWITCH : WAY_PEERS;
}

struct accuracy_band collective_band_among(const struct collective_bands *bands, enum collective_way way, bool large)
{
    return is_enough(&bands->size[way][large]) ? bands->size[way][large] : bands->way[way];
}

struct accuracy_band accuracy_of_collective(const struct scenario *scenario, const struct group *group, double size)
{
    if (scenario->execution.basis != BASIS_ACHIEVED) {
        return (struct accuracy_band){.p90 = NAN};
    }
    return collective_band_among(&collective_bands, collective_way_of(&scenario->cluster, group),
                                 size >= ACCURACY_LARGE_ARRAY);
}

/* ---- how far runs went ---- */

static struct link_range link_crossed(bool crossed, double bandwidth)
{
    return crossed ? (struct link_range){bandwidth, bandwidth} : (struct link_range){0, 0};
}

struct validated_range accuracy_extent(const struct scenario *scenario)
{
    const struct serving *serving = &scenario->serving;
    const struct cluster *cluster = &scenario->cluster;
    const int gpus = gpus_of(scenario);
    struct validated_range extent = {
        .gpus = gpus,
        .params = transformer_params(&scenario->model).total,
        .scaleup = link_crossed(gpus > 1 && cluster->scaleup.size > 1, cluster->scaleup.bandwidth),
        .nic = link_crossed(reach_of(scenario) != REACH_DOMAIN, network_share(cluster)),
    };
    switch (scenario->mode) {
    case MODE_PREFILL:
        extent.tokens = serving->prefill_tokens;
        extent.sequences = serving->prefill_batch;
        break;
    case MODE_DECODE:
        extent.tokens = serving->decode_context;
        extent.sequences = serving->decode_batch;
        break;
    case MODE_TRAINING:
    case MODE_COUNT:
        extent.tokens = scenario->strategy.seq_len;
        break;
    }
    return extent;
}

static const struct validated_range *range_of(const struct scenario *scenario)
{
    return &validated_ranges[scenario->mode][scenario->gpu.generation];
}

/* The ranges are written with four digits. */
bool accuracy_leaves_link(struct link_range link, struct link_range range)
{
    static const double ROUNDING = 1e-3;
    return link.most > 0 && (link.least < (1 - ROUNDING) * range.least || link.most > (1 + ROUNDING) * range.most);
}

bool accuracy_leaves_sizes(const struct scenario *scenario)
{
    const struct validated_range *range = range_of(scenario);
    const struct validated_range extent = accuracy_extent(scenario);
    return is_forecast(scenario) && range->gpus > 0 &&
           (extent.gpus > range->gpus || extent.tokens > range->tokens || extent.sequences > range->sequences ||
            extent.params > range->params);
}

bool accuracy_leaves_links(const struct scenario *scenario)
{
    const struct validated_range *range = range_of(scenario);
    const struct validated_range extent = accuracy_extent(scenario);
    return is_forecast(scenario) && range->gpus > 0 &&
           (accuracy_leaves_link(extent.scaleup, range->scaleup) || accuracy_leaves_link(extent.nic, range->nic));
}

bool accuracy_leaves_range(const struct scenario *scenario)
{
    return accuracy_leaves_sizes(scenario) || accuracy_leaves_links(scenario);
}
