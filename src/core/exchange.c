/* exchange.c: sums of collectives, and what they cost besides their time. */
#include "core/exchange.h"

#include "core/collective.h"

/* Seconds of compute lost per second of hidden TP communication: Korthikanti et al. 2022, table 4, backward with and
 * without sequence parallelism. Of DP and FSDP: llm-foundry against fms-fsdp. */
static const double TP_CONTENTION = 0.50;
static const double DP_CONTENTION = 0.50;

/* Of hidden DP and FSDP at least: while a NIC sends, NCCL's kernels hold multiprocessors, however slow it is. */
static const double DP_HELD = 0.22;

/* The same of experts' exchanges: the multiprocessors that they hold, 32 of 148 on B200. */
static const double EP_CONTENTION = 0.20;

/* Share of its rate at which a full scale-up domain moves bytes: 0.57 to 0.81 in published nccl-tests of eight GPUs
 * (A100, H100, B200). */
static const double SCALEUP_SHARE = 0.70;

/* Rate of a gradient reduction that nothing hides, on more than two domains, whose NICs carry rings of other groups or
 * whose fabric has no rails: BLOOM's layouts, those of vTrain with TP 2 and 4, MegaScale's baselines, Pythia. */
static const double UNHIDDEN_RATE = 0.40;

/* Of the step, per doubling of replicas that lie in domains of their own: the slowest of more is slower. NVIDIA's
 * recipes from 64 to 1024 GPUs, MLPerf from 256 to 10752. */
static const double JITTER = 0.0035;

/* The same of all replicas where nothing hides the reduction, for which they meet at once. Korthikanti et al. 2022,
 * section 6.3: DP 8 costs 1.32 s, of which 0.61 s are line rate and 0.71 three doublings of a step of 39.15 s. */
static const double JITTER_UNHIDDEN = 0.0075;

/* The same of FSDP, where all ranks wait for the slowest in every layer and not once a step. Layouts of llm-foundry on
 * 8 to 512 GPUs: 1.4 % per doubling, of which their traffic explains a tenth. */
static const double JITTER_SHARDED = 0.012;

struct exchange exchange_of(enum collective_op op, double size, const struct group *group,
                            const struct scenario *scenario)
{
    if (group->ranks <= 1 || !(size > 0)) {
        return (struct exchange){.count = 0};
    }
    const struct collective_cost cost = collective_time(op, size, group, scenario);
    return exchange_priced(op, size, group, &cost);
}

struct exchange exchange_priced(enum collective_op op, double size, const struct group *group,
                                const struct collective_cost *cost)
{
    const double bytes = collective_bytes_sent(op, size, group->ranks);
    return (struct exchange){.seconds = cost->seconds, .bytes = bytes, .count = 1};
}

bool step_is_flat(const struct scenario *scenario)
{
    return scenario->execution.compute == COMPUTE_FLAT || scenario->model.sample_flops > 0;
}

bool replicas_meet_once(const struct strategy *strategy)
{
    return !strategy->overlap_dp && strategy->zero != ZERO_PARAMETERS;
}

static double jitter_of(const struct strategy *strategy)
{
    if (strategy->zero == ZERO_PARAMETERS) {
        return JITTER_SHARDED;
    }
    return replicas_meet_once(strategy) ? JITTER_UNHIDDEN : JITTER;
}

struct charges charges_of(const struct scenario *scenario)
{
    if (step_is_flat(scenario)) {
        return (struct charges){.jitter = 0};
    }
    return (struct charges){
        .tp_contention = TP_CONTENTION,
        .dp_contention = DP_CONTENTION,
        .dp_held = DP_HELD,
        .ep_contention = EP_CONTENTION,
        .straggling = scenario->execution.basis == BASIS_ACHIEVED ? 1 / UNHIDDEN_RATE - 1 : 0,
        .jitter = jitter_of(&scenario->strategy),
    };
}

double contention_time(const struct scenario *scenario, const struct charges *charges, double bytes, double hidden)
{
    const double busy = bytes / (SCALEUP_SHARE * scenario->cluster.scaleup.bandwidth);
    return charges->dp_contention * (busy < hidden ? busy : hidden);
}

double held_time(const struct scenario *scenario, const struct charges *charges, double bytes, double hidden)
{
    const double moved = contention_time(scenario, charges, bytes, hidden);
    const double held = charges->dp_held * hidden;
    return moved > held ? moved : held;
}
