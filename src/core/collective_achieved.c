/* collective_achieved.c: what the library chooses, or the least over algorithms and protocols, with measured lines. */
#include "core/collective_achieved.h"

#include "core/collective_choice_across.h"
#include "core/collective_pairwise.h"
#include "core/collective_routes.h"
#include "core/order.h"

#include <stddef.h>

/* ---- what NCCL chooses ---- */

/* The library's estimates; none where it takes the quickest as far as we know. */
static struct estimates estimates_of(const struct call *call)
{
    struct estimates none;
    none.count = 0;
    if (call->members > IN_SWITCH_NODE || call->kind != SCALEUP_SWITCH || !call->nccl) {
        return none;
    }
    if (call->domains == 1) {
        return collective_estimates(call->op, call->ranks, call->generation, call_adds_in_switch(call));
    }
    if (call->fabric->tuned || !call->rail) {
        return none;
    }
    const struct communicator communicator = {
        .op = call->op,
        .ranks = call->ranks,
        .members = call->members,
        .domains = call->domains,
        .generation = call->generation,
        .adds = call_adds_in_switch(call),
    };
    return collective_estimates_across(&communicator);
}

static struct candidate estimate_candidate(const struct call *call, const struct estimate *estimate, double size)
{
    switch (estimate->algorithm) {
    case ALGORITHM_IN_SWITCH:
    case ALGORITHM_IN_SWITCH_TREE:
        return switch_candidate(call, size);
    case ALGORITHM_TREE:
        return tree_candidate(call, estimate->protocol, size);
    case ALGORITHM_PAT:
        return aggregated_trees_candidate(call, size);
    default:
        return ring_candidate(call, estimate->protocol, size);
    }
}

/* What the library takes for the quickest. Where a protocol is left for a quicker one later than would have been best,
 * the next sizes take no less than the last of the protocol left: so that time never falls with size. */
static struct collective_cost chosen(const struct call *call, const struct estimates *estimates)
{
    int place = estimate_least(estimates, call->size);
    const struct candidate candidate = estimate_candidate(call, &estimates->list[place], call->size);
    double transfer = candidate_transfer(&candidate);
    for (struct predecessor before = estimate_before(estimates, place, call->size); before.place >= 0;
         before = estimate_before(estimates, place, before.size)) {
        place = before.place;
        const struct candidate left = estimate_candidate(call, &estimates->list[place], before.size);
        transfer = greater(transfer, left.latency + candidate_transfer(&left) - candidate.latency);
    }
    return candidate_cost(call, &candidate, transfer);
}

/* ---- the operations ---- */

/* A route in each protocol that the links can run, up to the last that is named. */
typedef struct candidate route(const struct call *call, enum collective_protocol protocol, double size);

static void add_protocols(struct candidates *candidates, const struct call *call, route *candidate_of,
                          enum collective_protocol last)
{
    for (int each = PROTOCOL_LL; each <= (int)last; each++) {
        const enum collective_protocol protocol = (enum collective_protocol)each;
        if (call_has_protocol(call, protocol)) {
            add_candidate(candidates, candidate_of(call, protocol, call->size));
        }
    }
}

static void add_rings(struct candidates *candidates, const struct call *call)
{
    add_protocols(candidates, call, ring_candidate, call_left_to_switch(call) ? PROTOCOL_LL : PROTOCOL_SIMPLE);
}

static void add_trees(struct candidates *candidates, const struct call *call)
{
    if (call->domains == 1 || call->fabric->rings) {
        return;
    }
    add_protocols(candidates, call, tree_candidate,
                  call_left_to_switch(call)   ? PROTOCOL_LL
                  : call_adds_in_switch(call) ? PROTOCOL_LL128
                                              : PROTOCOL_SIMPLE);
}

static struct collective_cost all_reduce_by_library(const struct call *call)
{
    const struct estimates estimates = estimates_of(call);
    if (estimates.count > 0) {
        return chosen(call, &estimates);
    }
    struct candidates candidates;
    candidates.count = 0;
    add_rings(&candidates, call);
    add_trees(&candidates, call);
    if (call_has_all_pairs(call)) {
        add_candidate(&candidates, all_pairs_candidate(call));
    }
    if (call_adds_in_switch(call) && (call->domains == 1 || !call->fabric->rings)) {
        add_candidate(&candidates, switch_candidate(call, call->size));
    }
    return candidates_quickest(call, &candidates);
}

static struct collective_cost all_reduce(const struct call *call, const struct engine_line *engine)
{
    const struct collective_cost library = all_reduce_by_library(call);
    if (engine == NULL || call->domains > 1 || call->size > ENGINE_LIMIT) {
        return library;
    }
    struct candidates candidates;
    candidates.count = 0;
    add_candidate(&candidates, one_shot_candidate(call, engine));
    add_candidate(&candidates, two_shot_candidate(call, engine));
    const struct collective_cost own = candidates_quickest(call, &candidates);
    return own.seconds < library.seconds ? own : library;
}

static struct collective_cost gather_or_scatter(const struct call *call)
{
    const struct estimates estimates = estimates_of(call);
    if (estimates.count > 0) {
        return chosen(call, &estimates);
    }
    struct candidates candidates;
    candidates.count = 0;
    add_rings(&candidates, call);
    if (call->domains > 1 && call->members == 1 && call->nccl) {
        add_candidate(&candidates, aggregated_trees_candidate(call, call->size));
    }
    return candidates_quickest(call, &candidates);
}

static struct collective_cost broadcast(const struct call *call)
{
    struct candidates candidates;
    candidates.count = 0;
    add_protocols(&candidates, call, chain_candidate, PROTOCOL_SIMPLE);
    return candidates_quickest(call, &candidates);
}

/* A pair on a switch or a bridge has the whole rate; on a mesh or a cube the one link between them. */
static double pair_rate(const struct call *call, const struct scaleup *scaleup)
{
    const bool own_link = scaleup->kind == SCALEUP_MESH || scaleup->kind == SCALEUP_CUBE;
    return own_link ? scaleup_link_rate(scaleup) : call->rate;
}

struct collective_cost collective_achieved(enum collective_op op, double size, const struct group *group,
                                           const struct scenario *scenario)
{
    const struct call call = collective_call(op, size, group, scenario);
    switch (op) {
    case OP_ALL_REDUCE:
        return all_reduce(&call,
                          engine_line(scenario->execution.library, scenario->gpu.generation, call.kind, call.ranks));
    case OP_ALL_GATHER:
    case OP_REDUCE_SCATTER:
        return gather_or_scatter(&call);
    case OP_ALL_TO_ALL:
        return all_to_all_cost(&call);
    case OP_BROADCAST:
        return broadcast(&call);
    case OP_SEND:
        return send_cost(&call, pair_rate(&call, &scenario->cluster.scaleup));
    case OP_COUNT:
        break;
    }
    return (struct collective_cost){0};
}
