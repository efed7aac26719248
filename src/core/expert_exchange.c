/* expert_exchange.c: dispatch and combine of tokens. */
#include "core/expert_exchange.h"

#include "core/collective.h"
#include "core/collective_lines.h"
#include "core/device.h"
#include "core/expert.h"

#include <stdbool.h>

/* Share of the scale-up link that an exchange reaches: NCCL's all-to-all (SimuMax's B200 table, 0.597), and kernels
 * that send one copy per rank (DeepEP V2, 643 to 675 of 900 GB/s). */
static const double PER_EXPERT_SHARE = 0.60;
static const double PER_RANK_SHARE = 0.72;

/* Seconds of any exchange: notify, launch, barrier. DeepEP's normal kernels, 27 to 48 us. */
static const double EXCHANGE_FIXED = 35e-6;

/* A gradient of a dispatched value is sent in 16 bit at least. */
static const double GRADIENT_BYTES = 2.0;

/* One exchange: how often a value is sent, in all and from domain to domain. */
struct request {
    const struct scenario *scenario;
    const struct group *group;
    double bytes;  /* of all tokens, each once */
    double copies; /* of a token */
    double across; /* of a token, that cross between domains if none stays in its own */
    bool per_rank;
};

static struct request request_of(const struct scenario *scenario, const struct group *group, double value_bytes)
{
    const struct strategy *strategy = &scenario->strategy;
    const double choices = scenario->model.top_k;
    struct request request = {
        .scenario = scenario,
        .group = group,
        .bytes = expert_load(scenario).tokens * scenario->model.hidden * value_bytes * strategy->imbalance,
        .copies = choices,
        .across = choices,
        .per_rank = strategy->dispatcher == DISPATCH_PER_RANK,
    };
    if (request.per_rank) {
        request.copies = expert_copies(choices, group->ranks);
        request.across = expert_copies(choices, group->domains);
        if (strategy->node_limit > 0 && strategy->node_limit < request.across) {
            request.across = strategy->node_limit;
        }
    }
    return request;
}

/* The share of uniformly chosen places that is not one's own. */
static double others(int places)
{
    return (places - 1.0) / places;
}

/* The scale-up rate among a domain's members alone. */
static double inside_rate(const struct request *request)
{
    const struct cluster *cluster = &request->scenario->cluster;
    struct group inside = *request->group;
    inside.domains = 1;
    const double rate = scaleup_rate(cluster, &inside);
    const bool bridged = cluster->scaleup.kind == SCALEUP_PCIE || cluster->scaleup.kind == SCALEUP_PCIE_HOST;
    return bridged ? rate /* measured, with its share */
                   : rate * (request->per_rank ? PER_RANK_SHARE : PER_EXPERT_SHARE);
}

static struct collective_cost achieved_cost(const struct request *request)
{
    const struct group *group = request->group;
    const struct nic *nic = &request->scenario->cluster.nic;
    const double local = request->per_rank || group->domains == 1 ? others(group->ranks) : others(group->members);
    const double inside = group->members > 1 ? request->bytes * request->copies * local / inside_rate(request) : 0;
    const double rate = group->nic_pairwise * nic->efficiency * fabric_shares(nic->fabric)->pairwise;
    const double across = group->domains > 1 ? request->bytes * request->across * others(group->domains) / rate : 0;
    const double transfer = inside > across ? inside : across;
    return (struct collective_cost){
        .seconds = EXCHANGE_FIXED + transfer,
        .latency = EXCHANGE_FIXED,
        .transfer = transfer,
        .steps = group->ranks - 1,
        .algorithm = ALGORITHM_PAIRWISE,
        .tier = across > inside ? TIER_NIC : TIER_SCALEUP,
    };
}

/* One copy to each domain across, and forwarded inside: two all-to-alls at the same time. */
static struct collective_cost forwarded_cost(const struct request *request)
{
    const struct group *group = request->group;
    struct group inside = *group;
    inside.ranks = group->members;
    inside.domains = 1;
    struct group across = *group;
    across.ranks = group->domains;
    across.members = 1;
    const double forwarded = request->bytes * request->copies * others(group->ranks);
    const double size = group->members > 1 ? forwarded / others(group->members) : 0;
    const struct collective_cost local = collective_time(OP_ALL_TO_ALL, size, &inside, request->scenario);
    const struct collective_cost remote =
        collective_time(OP_ALL_TO_ALL, request->bytes * request->across, &across, request->scenario);
    return remote.seconds > local.seconds ? remote : local;
}

struct collective_cost expert_exchange_cost(const struct scenario *scenario, const struct group *group,
                                            double value_bytes)
{
    const struct request request = request_of(scenario, group, value_bytes);
    const double size = request.bytes * request.copies;
    struct collective_cost cost;
    if (scenario->execution.basis == BASIS_ACHIEVED) {
        cost = achieved_cost(&request);
    } else if (request.per_rank && group->domains > 1) {
        cost = forwarded_cost(&request);
    } else {
        cost = collective_time(OP_ALL_TO_ALL, size, group, scenario);
    }
    cost.bytes = collective_bytes_sent(OP_ALL_TO_ALL, size, group->ranks);
    return cost;
}

double expert_exchange_crossing(const struct scenario *scenario, const struct group *group)
{
    const struct request request = request_of(scenario, group, 1.0);
    return request.across * others(group->domains) / (request.copies * others(group->ranks));
}

static struct exchange exchange_from(const struct collective_cost *cost)
{
    return (struct exchange){.seconds = cost->seconds, .bytes = cost->bytes, .count = 1};
}

struct expert_traffic expert_traffic(const struct scenario *scenario, const struct groups *groups)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct expert_load load = expert_load(scenario);
    const double rows = GRADIENT_BYTES * load.rows * scenario->model.hidden;
    struct expert_traffic traffic = {
        .tensor = exchange_sum(exchange_of(OP_ALL_GATHER, rows, &groups->etp, scenario),
                               exchange_of(OP_REDUCE_SCATTER, rows, &groups->etp, scenario)),
    };
    if (groups->ep.ranks <= 1) {
        return traffic;
    }
    const double sent = device_operand_bytes(strategy->dispatch);
    traffic.cost = expert_exchange_cost(scenario, &groups->ep, sent);
    traffic.message = traffic.cost.bytes / others(groups->ep.ranks);
    const struct collective_cost back =
        expert_exchange_cost(scenario, &groups->ep, device_operand_bytes(strategy->combine));
    const struct collective_cost gradient =
        expert_exchange_cost(scenario, &groups->ep, sent > GRADIENT_BYTES ? sent : GRADIENT_BYTES);
    traffic.forward = exchange_sum(exchange_from(&traffic.cost), exchange_from(&back));
    traffic.backward = exchange_sum(exchange_from(&back), exchange_from(&gradient));
    return traffic;
}
