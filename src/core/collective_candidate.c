/* collective_candidate.c: what a line's limits add up to, and comparing lines with few powers. */
#include "core/collective_candidate.h"

#include "core/order.h"

#include <math.h>

static const double PIPELINE_POWER = 7.5;
static const double PIPELINE_MOST = 1.0968; /* above 2^(1/7.5): a join of two equal limits, over one of them */

/* (a^p + b^p)^(1/p), where 7 of the 7.5 are products and a half is a root. */
double pipeline_seconds(double one, double other)
{
    const double high = greater(one, other);
    const double low = lesser(one, other);
    if (low <= 0) {
        return high;
    }
    const double ratio = low / high;
    const double square = ratio * ratio;
    const double sum = 1 + square * square * square * ratio * sqrt(ratio);
    return sum > 1 ? high * pow(sum, 1 / PIPELINE_POWER) : high;
}

double candidate_transfer(const struct candidate *candidate)
{
    return candidate->join == JOIN_GREATER ? greater(candidate->inside, candidate->across)
                                           : pipeline_seconds(candidate->inside, candidate->across);
}

static double steps_of(const struct call *call, enum collective_algorithm algorithm)
{
    switch (algorithm) {
    case ALGORITHM_TREE:
        return 2 * (call->members - 1) + tree_steps(call->domains);
    case ALGORITHM_IN_SWITCH:
    case ALGORITHM_IN_SWITCH_TREE:
        return IN_SWITCH_STEPS + tree_steps(call->domains);
    case ALGORITHM_ONE_SHOT:
        return 1;
    case ALGORITHM_TWO_SHOT:
        return 2;
    case ALGORITHM_PAT:
        return tree_steps(call->ranks) / 2.0;
    default:
        return call->steps;
    }
}

static double bytes_of(const struct call *call, enum collective_algorithm algorithm)
{
    switch (algorithm) {
    case ALGORITHM_IN_SWITCH:
    case ALGORITHM_IN_SWITCH_TREE:
        return in_switch_bytes_sent(call->size, call->members, call->domains);
    case ALGORITHM_ONE_SHOT:
        return (call->ranks - 1) * call->size;
    default:
        return call->wire;
    }
}

struct collective_cost candidate_cost(const struct call *call, const struct candidate *candidate, double transfer)
{
    return (struct collective_cost){
        .seconds = candidate->latency + transfer,
        .latency = candidate->latency,
        .transfer = transfer,
        .bytes = bytes_of(call, candidate->algorithm),
        .steps = steps_of(call, candidate->algorithm),
        .algorithm = candidate->algorithm,
        .protocol = candidate->protocol,
        .tier = candidate->across > 0 && candidate->across >= candidate->inside ? TIER_NIC : TIER_SCALEUP,
    };
}

/* The quickest. A join lies between its greater limit and PIPELINE_MOST times that, so that few need a power. */
struct collective_cost candidates_quickest(const struct call *call, const struct candidates *candidates)
{
    double least[CANDIDATES];
    double reach = INFINITY;
    for (int i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        const double limit = greater(candidate->inside, candidate->across);
        least[i] = candidate->latency + limit;
        reach = lesser(reach, candidate->latency + limit * PIPELINE_MOST);
    }
    static const struct candidate none = {.algorithm = ALGORITHM_NONE};
    const struct candidate *best = &none;
    double seconds = INFINITY;
    double transfer = INFINITY;
    for (int i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (least[i] > reach || least[i] >= seconds) {
            continue;
        }
        const double exact = candidate_transfer(candidate);
        if (candidate->latency + exact < seconds) {
            seconds = candidate->latency + exact;
            transfer = exact;
            best = candidate;
        }
    }
    return candidate_cost(call, best, transfer);
}
