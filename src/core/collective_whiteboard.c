/* collective_whiteboard.c: one function per algorithm, and the table of what each can do. */
#include "core/collective_whiteboard.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* What is to be priced: an operation on the links of a group at line rate. */
struct request {
    enum collective_op op;
    double size;
    int ranks, members, domains;
    double hop, crossing; /* s */
    double inside;        /* scale-up, one member, bytes/s */
    double rails;         /* NICs of a domain that the group uses, bytes/s */
    double nic;           /* a member's own */
    enum ring_model model;
};

/* What an algorithm asks of the links. */
struct load {
    double steps;
    double bytes;
    double latency; /* s */
    double inside;  /* s that the busiest member's scale-up link works */
    double across;  /* s that the busiest NICs work */
};

static struct collective_cost load_cost(const struct load *load, double transfer)
{
    return (struct collective_cost){
        .seconds = load->latency + transfer,
        .latency = load->latency,
        .transfer = transfer,
        .bytes = load->bytes,
        .steps = load->steps,
        .tier = load->across > 0 && load->across >= load->inside ? TIER_NIC : TIER_SCALEUP,
    };
}

/* Both links work at the same time, and the busier decides. */
static struct collective_cost pipelined(struct load load)
{
    return load_cost(&load, fmax(load.inside, load.across));
}

/* One link waits for the other. */
static struct collective_cost in_turn(struct load load)
{
    return load_cost(&load, load.inside + load.across);
}

/* A link that the group does not use takes no time. */
static double time_inside(const struct request *request, double bytes)
{
    return request->members > 1 ? bytes / request->inside : 0;
}

static double time_across(const struct request *request, double bytes, double rate)
{
    return request->domains > 1 ? bytes / rate : 0;
}

static double bytes_sent(const struct request *request, int ranks)
{
    return collective_bytes_sent(request->op, request->size, ranks);
}

/* A path along all ranks, `crossings` of whose steps leave a domain. */
static struct collective_cost along_ranks(const struct request *request, int steps, int crossings)
{
    const double bytes = bytes_sent(request, request->ranks);
    return pipelined((struct load){
        .steps = steps,
        .bytes = bytes,
        .latency = (steps - crossings) * request->hop + crossings * request->crossing,
        .inside = time_inside(request, bytes),
        .across = time_across(request, bytes, request->rails),
    });
}

static struct collective_cost ring(const struct request *request)
{
    const int steps = ring_steps(request->op, request->ranks);
    return along_ranks(request, steps, ring_crossings(steps, request->ranks, request->domains));
}

static struct collective_cost chain(const struct request *request)
{
    return along_ranks(request, request->ranks - 1, request->domains - 1);
}

/* Bytes that the busiest domain sends in two binary trees of half the array each, over S. An inner node has three
 * edges, a leaf one, and every domain is a leaf of one tree; three domains and less have fewer edges. */
static double tree_load(int domains)
{
    static const double few[] = {0, 0, 1, 1.5};
    return domains < 4 ? few[domains] : 2;
}

static struct collective_cost tree(const struct request *request)
{
    const int inside = 2 * (request->members - 1);
    const int across = tree_steps(request->domains);
    return pipelined((struct load){
        .steps = inside + across,
        .bytes = bytes_sent(request, request->ranks),
        .latency = inside * request->hop + across * request->crossing,
        .inside = time_inside(request, inside * request->size / request->members),
        .across = time_across(request, tree_load(request->domains) * request->size, request->rails),
    });
}

/* One way: the switch adds what each member sends of its whole array, or copies each member's part to all. */
static struct collective_cost in_switch_half(const struct request *request)
{
    const bool adds = request->op == OP_REDUCE_SCATTER;
    return pipelined((struct load){
        .steps = 1,
        .bytes = adds ? request->size : request->size / request->members,
        .latency = request->hop,
        .inside = time_inside(request, adds ? request->size : bytes_sent(request, request->members)),
    });
}

static struct collective_cost in_switch(const struct request *request)
{
    if (request->op != OP_ALL_REDUCE) {
        return in_switch_half(request);
    }
    const int across = tree_steps(request->domains);
    return pipelined((struct load){
        .steps = IN_SWITCH_STEPS + across,
        .bytes = in_switch_bytes_sent(request->size, request->members, request->domains),
        .latency = IN_SWITCH_STEPS * request->hop + across * request->crossing,
        .inside = time_inside(request, in_switch_bytes_sent(request->size, request->members, 1)),
        .across = time_across(request, tree_load(request->domains) * request->size, request->rails),
    });
}

/* Reduce-scatter inside, all-reduce of each part across, all-gather inside. */
static struct collective_cost hierarchical(const struct request *request)
{
    const int inside = ring_steps(request->op, request->members);
    const int across = ring_steps(request->op, request->domains);
    return in_turn((struct load){
        .steps = inside + across,
        .bytes = bytes_sent(request, request->ranks),
        .latency = inside * request->hop + across * request->crossing,
        .inside = time_inside(request, bytes_sent(request, request->members)),
        .across = time_across(request, bytes_sent(request, request->domains), request->rails),
    });
}

/* Each member sends to its domain over the scale-up link, and to the others over its own NIC at the same time. */
static struct collective_cost pairwise(const struct request *request)
{
    const int local = request->members - 1;
    const int remote = request->ranks - request->members;
    if (request->model == RING_FLAT) {
        return along_ranks(request, request->ranks - 1, remote);
    }
    const double part = request->size / request->ranks;
    struct load load = {
        .steps = request->ranks - 1,
        .bytes = bytes_sent(request, request->ranks),
        .latency = local * request->hop,
        .inside = time_inside(request, local * part),
    };
    const double across_latency = remote * request->crossing;
    const double across = time_across(request, remote * part, request->nic);
    if (across_latency + across > load.latency + load.inside) {
        load.latency = across_latency;
        load.inside = 0;
        load.across = across;
    }
    return pipelined(load);
}

static struct collective_cost direct(const struct request *request)
{
    const bool crosses = request->domains > 1;
    return pipelined((struct load){
        .steps = 1,
        .bytes = request->size,
        .latency = crosses ? request->crossing : request->hop,
        .inside = crosses ? 0 : request->size / request->inside,
        .across = crosses ? request->size / request->nic : 0,
    });
}

/* Steps of double and half the distance, each with all that the peer lacks. */
static struct collective_cost aggregated_trees(const struct request *request)
{
    const int steps = tree_steps(request->ranks) / 2;
    const double bytes = bytes_sent(request, request->ranks);
    return pipelined((struct load){
        .steps = steps,
        .bytes = bytes,
        .latency = steps * request->crossing,
        .across = time_across(request, bytes, request->rails),
    });
}

/* Groups that an algorithm runs on. */
static bool any_group(const struct request *request)
{
    return request->ranks > 1;
}

static bool one_switch(const struct request *request)
{
    return request->domains == 1 && request->members >= IN_SWITCH_LEAST_MEMBERS;
}

static bool several_switches(const struct request *request)
{
    return request->domains > 1 && request->members >= IN_SWITCH_LEAST_MEMBERS;
}

static bool lone_members(const struct request *request)
{
    return request->domains > 1 && request->members == 1;
}

static bool equal_domains(const struct request *request)
{
    return request->members * request->domains == request->ranks;
}

#define OPERATION(op) (1U << (op))
#define RING_OPERATIONS (OPERATION(OP_ALL_REDUCE) | OPERATION(OP_ALL_GATHER) | OPERATION(OP_REDUCE_SCATTER))

static const struct form {
    unsigned operations;
    bool (*runs)(const struct request *request);
    struct collective_cost (*price)(const struct request *request);
} forms[ALGORITHM_COUNT] = {
    [ALGORITHM_NONE] = {0, any_group, NULL},
    [ALGORITHM_RING] = {RING_OPERATIONS, any_group, ring},
    [ALGORITHM_TREE] = {OPERATION(OP_ALL_REDUCE), any_group, tree},
    [ALGORITHM_IN_SWITCH] = {RING_OPERATIONS, one_switch, in_switch},
    [ALGORITHM_IN_SWITCH_TREE] = {OPERATION(OP_ALL_REDUCE), several_switches, in_switch},
    [ALGORITHM_HIERARCHICAL] = {RING_OPERATIONS, equal_domains, hierarchical},
    [ALGORITHM_PAIRWISE] = {OPERATION(OP_ALL_TO_ALL), any_group, pairwise},
    [ALGORITHM_CHAIN] = {OPERATION(OP_BROADCAST), any_group, chain},
    [ALGORITHM_DIRECT] = {OPERATION(OP_SEND), any_group, direct},
    [ALGORITHM_PAT] = {OPERATION(OP_ALL_GATHER) | OPERATION(OP_REDUCE_SCATTER), lone_members, aggregated_trees},
};

enum collective_algorithm whiteboard_algorithm(enum collective_op op)
{
    static const enum collective_algorithm algorithms[OP_COUNT] = {
        [OP_ALL_REDUCE] = ALGORITHM_RING,     [OP_ALL_GATHER] = ALGORITHM_RING, [OP_REDUCE_SCATTER] = ALGORITHM_RING,
        [OP_ALL_TO_ALL] = ALGORITHM_PAIRWISE, [OP_BROADCAST] = ALGORITHM_CHAIN, [OP_SEND] = ALGORITHM_DIRECT,
    };
    return algorithms[op];
}

static double counted_directions(enum link_basis basis, enum scaleup_kind kind)
{
    const bool pcie = kind == SCALEUP_PCIE || kind == SCALEUP_PCIE_HOST;
    return basis == BASIS_HEADLINE && !pcie ? 2 : 1;
}

struct collective_cost collective_whiteboard(enum collective_algorithm algorithm, enum collective_op op, double size,
                                             const struct group *group, const struct scenario *scenario,
                                             enum link_basis basis)
{
    const struct scaleup *scaleup = &scenario->cluster.scaleup;
    const enum ring_model model = scenario->execution.ring;
    const struct request request = {
        .op = op,
        .size = size,
        .ranks = group->ranks,
        .members = group->members,
        .domains = group->domains,
        .hop = scaleup->latency,
        .crossing = scenario->cluster.nic.latency,
        .inside = scaleup->bandwidth * counted_directions(basis, scaleup->kind),
        .rails =
            (op == OP_ALL_TO_ALL ? group->nic_pairwise : group->nic) * (model == RING_RAIL ? group_rails(group) : 1),
        .nic = group->nic_pairwise,
        .model = model,
    };
    const struct form *form = &forms[algorithm];
    struct collective_cost cost = {.seconds = NAN, .latency = NAN, .transfer = NAN};
    if ((form->operations & OPERATION(op)) != 0 && form->runs(&request)) {
        cost = form->price(&request);
    }
    cost.algorithm = algorithm;
    return cost;
}
