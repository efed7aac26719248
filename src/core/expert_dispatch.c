/* expert_dispatch.c: low-latency dispatch kernels of inference engines. */
#include "core/expert_dispatch.h"

#include "core/collective.h"

/* Start of a kernel, and its share of the scale-up rate: DeepEP on H100 and H200; engines on B200 and GB200. */
static const double START = 11e-6;
static const double START_BLACKWELL = 16e-6;
static const double SCALEUP_SHARE = 0.58;
static const double SCALEUP_SHARE_BLACKWELL = 0.67;

/* Start over several domains: 21 to 29 us on 2 to 8 nodes of H100. */
static const double START_ACROSS = 25e-6;

static struct collective_cost priced(double latency, double transfer, double bytes, enum link_tier tier)
{
    return (struct collective_cost){
        .seconds = latency + transfer,
        .latency = latency,
        .transfer = transfer,
        .bytes = bytes,
        .steps = 1,
        .algorithm = ALGORITHM_DIRECT,
        .tier = tier,
    };
}

struct collective_cost expert_dispatch_time(const struct scenario *scenario, const struct group *group, double tokens,
                                            double value_bytes)
{
    const double bytes = tokens * scenario->model.top_k * scenario->model.hidden * value_bytes;
    const enum collective_library library = scenario->execution.library;
    const bool engine = library == LIBRARY_VLLM || library == LIBRARY_TRTLLM;
    if (group->ranks < 2 || !engine || scenario->execution.basis != BASIS_ACHIEVED) {
        return collective_time(OP_ALL_TO_ALL, bytes, group, scenario);
    }
    if (group->domains > 1) {
        const double remote = (group->domains - 1.0) / group->domains;
        const double nic = group->nic * scenario->cluster.nic.efficiency;
        return priced(START_ACROSS, bytes * remote / nic, bytes, TIER_NIC);
    }
    const bool blackwell = scenario->gpu.generation == GENERATION_BLACKWELL;
    const double rate = scaleup_rate(&scenario->cluster, group) * (blackwell ? SCALEUP_SHARE_BLACKWELL : SCALEUP_SHARE);
    return priced(blackwell ? START_BLACKWELL : START, bytes / rate, bytes, TIER_SCALEUP);
}
