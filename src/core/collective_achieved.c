/* collective_achieved.c: what the library chooses, or the least over algorithms and protocols, with measured lines. */
#include "core/collective_achieved.h"

#include "core/collective_choice.h"
#include "core/collective_lines.h"

#include <math.h>
#include <stddef.h>

/* Bytes that a protocol puts on a NIC for one of data: LL sends 8 for 4, LL128 128 for 120. */
static const double nic_bytes[PROTOCOL_COUNT] = {
    [PROTOCOL_LL] = 8.0 / 4, [PROTOCOL_LL128] = 128.0 / 120, [PROTOCOL_SIMPLE] = 1};

/* Most that all channels carry in LL across domains, bytes/s of the ring: NCCL's own caps for two nodes and for more
 * (2.30, src/graph/tuning.cc). */
static const double LL_ACROSS_TWO = 39e9;
static const double LL_ACROSS_MORE = 20.4e9;

/* Of a protocol's rate, a tree inside a domain: each byte passes a member twice, up and down. nccl-tests, two nodes
 * of 8. */
static const double TREE_SHARE = 0.35;

/* In-switch tree: racks of 64 and 72 B300 and GB200, 2 and 20 of them. */
static const double IN_SWITCH_TREE_ONCE = 230e-6; /* s */
static const double IN_SWITCH_TREE_STEP = 12e-6;  /* s per member and level */
static const double IN_SWITCH_LEAST_LEVELS = 0.5; /* one domain */
enum { IN_SWITCH_NODE = 8 };                      /* members up to which a single domain needs no tree */

/* Parallel aggregated trees, by NCCL's own estimate (src/graph/tuning.cc, 2.23 to 2.30), which no published table holds
 * to: the share of a ring's rate, and what is left of the latency that grows with the ranks. */
static const double PAT_SHARE = 0.75;
static const double PAT_RANK = 2.8e-6; /* s */

/* All-to-all, ten nodes of 8: each remote peer is a connection. */
static const double REMOTE_PEER = 5e-6; /* s */

/* Send between nodes: the few channels of one pair end here, however wide its NIC is. Ten nodes of H100: 25.2 of 50
 * GB/s.
 */
static const double SEND_STREAM = 25e9; /* bytes/s */

/* Send inside a domain: few channels serve a message until it is large. */
static const double SEND_FEW_SHARE = 0.36; /* of the link */
static const double SEND_FEW_BYTES = 128.0 * 1024 * 1024;

/* What every line of one call needs. */
struct call {
    enum collective_op op;
    double size;
    double wire; /* bytes that each rank sends, all-reduce kernels and switches apart */
    int ranks, members, domains;
    int steps, crossings;        /* of a ring; of these, between domains */
    double floor, hop, crossing; /* s */
    double rate;                 /* scale-up, one member, bytes/s */
    double rails;                /* the NICs that a ring of this group uses in a node, bytes/s */
    double nic;                  /* a member's own, to any other, line rate */
    enum scaleup_kind kind;
    bool nccl;
    bool in_switch; /* allowed */
    enum generation generation;
    const struct collective_lines *lines;
    const struct fabric_shares *fabric;
};

/* How the limits of two stages add up: as one pipeline, or as the greater alone. */
enum join { JOIN_PIPELINE, JOIN_GREATER };

/* One line at one size. */
struct candidate {
    enum collective_algorithm algorithm;
    enum collective_protocol protocol;
    enum join join;
    double latency;
    double inside; /* s on the scale-up links */
    double across; /* s on the NICs, 0 within one domain */
};

/* Those that are compared. An all-reduce has most: three rings, three trees, the switch. The
 * list is not cleared before use, which would take as long as filling it. */
enum { CANDIDATES = 7 };
struct candidates {
    int count;
    struct candidate list[CANDIDATES];
};

/* fmax() without its care for NAN, which has a price here. */
static double greater(double one, double other)
{
    return one > other ? one : other;
}

static double lesser(double one, double other)
{
    return one < other ? one : other;
}

static double rails_rate(const struct group *group, const struct scenario *scenario, const struct fabric_shares *fabric)
{
    const double efficiency = scenario->cluster.nic.efficiency;
    if (group->members == 1) {
        return group->nic * lesser(efficiency, fabric->alone);
    }
    return group->nic * efficiency * (scenario->execution.ring == RING_RAIL ? group_rails(group) : 1);
}

/* RCCL has none of what came to NCCL late; engines call NCCL for what they have no kernels for. */
static bool calls_nccl(const struct scenario *scenario)
{
    const enum generation generation = scenario->gpu.generation;
    const bool amd = generation == GENERATION_CDNA2 || generation == GENERATION_CDNA3 || generation == GENERATION_CDNA4;
    return scenario->execution.library != LIBRARY_RCCL && !amd;
}

static struct call make_call(enum collective_op op, double size, const struct group *group,
                             const struct scenario *scenario)
{
    const struct cluster *cluster = &scenario->cluster;
    const struct fabric_shares *fabric = fabric_shares(cluster->nic.fabric);
    const int steps = ring_steps(op, group->ranks);
    return (struct call){
        .op = op,
        .size = size,
        .wire = collective_bytes_sent(op, size, group->ranks),
        .ranks = group->ranks,
        .members = group->members,
        .domains = group->domains,
        .steps = steps,
        .crossings = ring_crossings(steps, group->ranks, group->domains),
        .floor = cluster->scaleup.floor,
        .hop = cluster->scaleup.latency,
        .crossing = cluster->nic.latency,
        .rate = scaleup_rate(cluster, group),
        .rails = rails_rate(group, scenario, fabric),
        .nic = group->nic_pairwise,
        .kind = cluster->scaleup.kind,
        .nccl = calls_nccl(scenario),
        .in_switch = scenario->execution.in_switch,
        .generation = scenario->gpu.generation,
        .lines = collective_lines(scenario->gpu.generation, cluster->scaleup.kind),
        .fabric = fabric,
    };
}

static void add_candidate(struct candidates *candidates, struct candidate candidate)
{
    candidates->list[candidates->count++] = candidate;
}

/* ---- the quickest ---- */

static const double PIPELINE_POWER = 7.5;
static const double PIPELINE_MOST = 1.0968; /* above 2^(1/7.5): a join of two equal limits, over one of them */

/* (a^p + b^p)^(1/p), where 7 of the 7.5 are products and a half is a root. */
static double pipeline(double one, double other)
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

static double transfer_of(const struct candidate *candidate)
{
    return candidate->join == JOIN_GREATER ? greater(candidate->inside, candidate->across)
                                           : pipeline(candidate->inside, candidate->across);
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

static struct collective_cost candidate_cost(const struct call *call, const struct candidate *candidate,
                                             double transfer)
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
static struct collective_cost quickest(const struct call *call, const struct candidates *candidates)
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
        const double exact = transfer_of(candidate);
        if (candidate->latency + exact < seconds) {
            seconds = candidate->latency + exact;
            transfer = exact;
            best = candidate;
        }
    }
    return candidate_cost(call, best, transfer);
}

/* ---- the lines ---- */

static bool switch_adds(const struct call *call)
{
    return call->in_switch && call->lines->in_switch.share > 0 && call->members >= IN_SWITCH_LEAST_MEMBERS;
}

/* Over racks the library adds in the switch where it can, and leaves the ring to LL, which is for small messages. */
static bool ring_left_to_switch(const struct call *call)
{
    return call->op == OP_ALL_REDUCE && call->domains > 1 && call->members > IN_SWITCH_NODE && switch_adds(call);
}

/* Bytes of the array beyond what LL's channels carry in their first pass, whose time is its load. */
static double beyond_first_pass(const struct call *call, const struct protocol_line *line, double size)
{
    return greater(0, size - line->first_pass * call->ranks);
}

/* Seconds that a fuller load of each channel takes. */
static double load_seconds(const struct call *call, const struct protocol_line *line, double size)
{
    if (line->first_pass <= 0) {
        return 0;
    }
    const double load = lesser(1, size / (call->ranks * CHANNEL_LOAD));
    return call->hop * (line->load_once + line->load_rank * call->members) * load;
}

/* Seconds on a domain's NICs of so many bytes through them, of which LL's channels carry `ring` each way. */
static double across_domains(const struct call *call, enum collective_protocol protocol, double bytes, double ring)
{
    if (call->domains == 1) {
        return 0;
    }
    const double seconds = bytes * nic_bytes[protocol] / call->rails;
    const double most = call->domains == 2 ? LL_ACROSS_TWO : LL_ACROSS_MORE;
    return protocol == PROTOCOL_LL ? greater(seconds, ring / most) : seconds;
}

static struct candidate ring_candidate(const struct call *call, enum collective_protocol protocol, double size)
{
    const struct protocol_line *line = &call->lines->protocol[protocol];
    const int inside = call->steps - call->crossings;
    const double moved = (call->steps + line->own_shard) * beyond_first_pass(call, line, size) / call->ranks;
    return (struct candidate){
        .algorithm = ALGORITHM_RING,
        .protocol = protocol,
        .latency = call->floor + call->crossings * call->crossing + call->hop * (line->once + inside * line->step),
        .inside = call->members > 1 ? load_seconds(call, line, size) + moved / (line->share * call->rate) : 0,
        .across = across_domains(call, protocol, call->wire, call->wire),
        .join = call->kind == SCALEUP_MESH ? JOIN_GREATER : JOIN_PIPELINE,
    };
}

static void add_rings(struct candidates *candidates, const struct call *call)
{
    const int protocols = ring_left_to_switch(call) ? PROTOCOL_LL128 : PROTOCOL_COUNT;
    for (int protocol = PROTOCOL_LL; protocol < protocols; protocol++) {
        if (call->lines->protocol[protocol].share > 0) {
            add_candidate(candidates, ring_candidate(call, (enum collective_protocol)protocol, call->size));
        }
    }
}

/* One rank in each domain: the steps are as few as a tree's, the bytes those of a ring. */
static void add_aggregated_trees(struct candidates *candidates, const struct call *call)
{
    if (call->domains == 1 || call->members > 1 || !call->nccl) {
        return;
    }
    const double once = call->lines->protocol[PROTOCOL_SIMPLE].once;
    add_candidate(candidates, (struct candidate){
                                  .algorithm = ALGORITHM_PAT,
                                  .protocol = PROTOCOL_SIMPLE,
                                  .latency = call->floor + call->hop * once + PAT_RANK * call->ranks +
                                             steps_of(call, ALGORITHM_PAT) * call->crossing,
                                  .across = call->wire / (PAT_SHARE * call->rails),
                              });
}

/* Bytes through a domain's NICs in a tree, over S: two trees give each domain three edges or one, of half the array,
 * both ways. Two domains share a single edge. */
static double tree_nic_load(int domains)
{
    return domains == 2 ? 1 : 2;
}

static void add_trees(struct candidates *candidates, const struct call *call)
{
    if (call->domains == 1) {
        return;
    }
    const int crossings = tree_steps(call->domains);
    const int chain = 2 * (call->members - 1);
    const double through = tree_nic_load(call->domains) * call->size;
    const int protocols = switch_adds(call) ? PROTOCOL_SIMPLE : PROTOCOL_COUNT;
    for (int protocol = PROTOCOL_LL; protocol < protocols; protocol++) {
        const struct protocol_line *line = &call->lines->protocol[protocol];
        if (line->share <= 0) {
            continue;
        }
        const double rate = line->share * TREE_SHARE * call->rate;
        const double inside =
            load_seconds(call, line, call->size) + 2 * beyond_first_pass(call, line, call->size) / rate;
        add_candidate(
            candidates,
            (struct candidate){
                .algorithm = ALGORITHM_TREE,
                .protocol = (enum collective_protocol)protocol,
                .latency = call->floor + call->hop * (line->once + chain * line->step) + crossings * call->crossing,
                .inside = call->members > 1 ? inside : 0,
                .across = across_domains(call, (enum collective_protocol)protocol, through, 2 * call->size),
            });
    }
}

/* The switch of a node: in small chunks while that is quicker. */
static struct candidate switch_candidate(const struct call *call, double size)
{
    const struct in_switch_line *line = &call->lines->in_switch;
    const double seconds = in_switch_bytes_sent(size, call->members, 1) / call->rate;
    const bool few =
        call->hop * line->few_once + seconds / line->few_share < call->hop * line->once + seconds / line->share;
    return (struct candidate){
        .algorithm = ALGORITHM_IN_SWITCH,
        .latency = call->floor + call->hop * (few ? line->few_once : line->once),
        .inside = seconds / (few ? line->few_share : line->share),
    };
}

static void add_in_switch(struct candidates *candidates, const struct call *call)
{
    if (!switch_adds(call)) {
        return;
    }
    const struct in_switch_line *line = &call->lines->in_switch;
    if (call->domains == 1 && call->members <= IN_SWITCH_NODE) {
        add_candidate(candidates, switch_candidate(call, call->size));
        return;
    }
    const double levels = greater(IN_SWITCH_LEAST_LEVELS, log2(call->domains));
    const double share = call->domains <= 2 ? line->share_two : line->share_beyond;
    add_candidate(candidates,
                  (struct candidate){
                      .algorithm = call->domains > 1 ? ALGORITHM_IN_SWITCH_TREE : ALGORITHM_IN_SWITCH,
                      .latency = call->floor + IN_SWITCH_TREE_ONCE + IN_SWITCH_TREE_STEP * call->members * levels +
                                 tree_steps(call->domains) * call->crossing,
                      .inside = call->size / (share * call->rate),
                      .across = call->domains > 1 ? tree_nic_load(call->domains) * call->size / call->rails : 0,
                  });
}

static void add_engine(struct candidates *candidates, const struct call *call, const struct engine_line *line)
{
    if (line == NULL || call->domains > 1 || call->size > ENGINE_LIMIT) {
        return;
    }
    const double once = line->once + line->doubling * log2(call->ranks);
    add_candidate(candidates, (struct candidate){
                                  .algorithm = ALGORITHM_ONE_SHOT,
                                  .latency = once,
                                  .inside = (call->ranks - 1) * call->size / (line->one_shot * call->rate),
                              });
    add_candidate(candidates, (struct candidate){
                                  .algorithm = ALGORITHM_TWO_SHOT,
                                  .latency = once + line->second,
                                  .inside = call->wire / (line->two_shot * call->rate),
                              });
}

/* A chain through all ranks. No published table holds it. */
static void add_chains(struct candidates *candidates, const struct call *call)
{
    const int crossings = call->domains - 1;
    const int hops = call->ranks - call->domains;
    for (int protocol = PROTOCOL_LL; protocol < PROTOCOL_COUNT; protocol++) {
        const struct protocol_line *line = &call->lines->protocol[protocol];
        if (line->share <= 0) {
            continue;
        }
        add_candidate(
            candidates,
            (struct candidate){
                .algorithm = ALGORITHM_CHAIN,
                .protocol = (enum collective_protocol)protocol,
                .latency = call->floor + call->hop * (line->once + hops * line->step) + crossings * call->crossing,
                .inside = call->members > 1 ? call->size / (line->share * call->rate) : 0,
                .across = across_domains(call, (enum collective_protocol)protocol, call->size, call->size),
            });
    }
}

static void add_pairwise(struct candidates *candidates, const struct call *call, double doublings)
{
    const struct pairwise_line *line = &call->lines->pairwise;
    const double part = call->size / call->ranks;
    const double moved = part * (call->members - 1 + line->own_part);
    const struct {
        enum collective_protocol protocol;
        double once, seconds;
    } lines[] = {
        {PROTOCOL_LL, line->small_once, part / (line->small_share * call->rate)},
        {PROTOCOL_SIMPLE, line->large_once, moved / (line->large_share * call->rate)},
        {PROTOCOL_SIMPLE, line->bulk_once, moved / (line->bulk_share * call->rate)},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        add_candidate(candidates, (struct candidate){
                                      .algorithm = ALGORITHM_PAIRWISE,
                                      .protocol = lines[i].protocol,
                                      .latency = call->floor + call->hop * (lines[i].once + line->doubling * doublings),
                                      .inside = lines[i].seconds,
                                  });
    }
}

/* ---- what NCCL chooses ---- */

/* Whether the library takes what its estimates call the quickest; else, as far as we know, what is. */
static bool takes_estimates(const struct call *call)
{
    return call->domains == 1 && call->members <= IN_SWITCH_NODE && call->kind == SCALEUP_SWITCH && call->nccl &&
           estimates_are_known(call->generation);
}

static struct candidate estimate_candidate(const struct call *call, const struct estimate *estimate, double size)
{
    return estimate->algorithm == ALGORITHM_IN_SWITCH ? switch_candidate(call, size)
                                                      : ring_candidate(call, estimate->protocol, size);
}

/* What the library takes for the quickest. Where a protocol is left for a quicker one later than would have been best,
 * the next sizes take no less than the last of the protocol left: so that time never falls with size. */
static struct collective_cost chosen(const struct call *call)
{
    const struct estimates estimates = collective_estimates(call->op, call->ranks, call->generation, switch_adds(call));
    int place = estimate_least(&estimates, call->size);
    const struct candidate candidate = estimate_candidate(call, &estimates.list[place], call->size);
    double transfer = candidate.inside;
    for (struct predecessor before = estimate_before(&estimates, place); before.place >= 0;
         before = estimate_before(&estimates, place)) {
        place = before.place;
        const struct candidate left = estimate_candidate(call, &estimates.list[place], before.size);
        transfer = greater(transfer, left.latency + left.inside - candidate.latency);
    }
    return candidate_cost(call, &candidate, transfer);
}

/* ---- the operations ---- */

static struct collective_cost all_reduce_by_library(const struct call *call)
{
    if (takes_estimates(call)) {
        return chosen(call);
    }
    struct candidates candidates;
    candidates.count = 0;
    add_rings(&candidates, call);
    add_trees(&candidates, call);
    add_in_switch(&candidates, call);
    return quickest(call, &candidates);
}

static struct collective_cost all_reduce(const struct call *call, const struct engine_line *engine)
{
    const struct collective_cost library = all_reduce_by_library(call);
    struct candidates candidates;
    candidates.count = 0;
    add_engine(&candidates, call, engine);
    if (candidates.count == 0) {
        return library;
    }
    const struct collective_cost own = quickest(call, &candidates);
    return own.seconds < library.seconds ? own : library;
}

static struct collective_cost gather_or_scatter(const struct call *call)
{
    if (takes_estimates(call)) {
        return chosen(call);
    }
    struct candidates candidates;
    candidates.count = 0;
    add_rings(&candidates, call);
    add_aggregated_trees(&candidates, call);
    return quickest(call, &candidates);
}

static struct collective_cost broadcast(const struct call *call)
{
    struct candidates candidates;
    candidates.count = 0;
    add_chains(&candidates, call);
    return quickest(call, &candidates);
}

/* Inside the domains the quickest line holds; the remote part has the member's own NIC and runs beside it. */
static struct collective_cost all_to_all(const struct call *call)
{
    const double doublings = log2(call->ranks);
    struct candidates candidates;
    candidates.count = 0;
    add_pairwise(&candidates, call, doublings);
    const struct collective_cost inside = quickest(call, &candidates);
    if (call->domains == 1) {
        return inside;
    }
    const struct pairwise_line *line = &call->lines->pairwise;
    const int remote = call->ranks - call->members;
    const struct candidate network = {
        .algorithm = ALGORITHM_PAIRWISE,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * (line->small_once + line->doubling * doublings) + call->crossing +
                   REMOTE_PEER * remote,
        .across = call->size / call->ranks * remote / (call->nic * call->fabric->pairwise),
    };
    const struct collective_cost across = candidate_cost(call, &network, network.across);
    return across.seconds > inside.seconds ? across : inside;
}

/* A pair on a switch or a bridge has the whole rate; on a mesh or a cube the one link between them. */
static double pair_rate(const struct call *call, const struct scaleup *scaleup)
{
    const bool own_link = scaleup->kind == SCALEUP_MESH || scaleup->kind == SCALEUP_CUBE;
    return own_link ? scaleup_link_rate(scaleup) : call->rate;
}

static struct collective_cost send(const struct call *call, double link)
{
    struct candidate candidate = {
        .algorithm = ALGORITHM_DIRECT,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * call->lines->pairwise.small_once,
    };
    if (call->domains > 1) {
        candidate.latency += call->crossing;
        candidate.across = call->size / lesser(call->nic * call->fabric->send, SEND_STREAM);
        return candidate_cost(call, &candidate, candidate.across);
    }
    const double few = lesser(call->size, SEND_FEW_BYTES) / (SEND_FEW_SHARE * link);
    const double full = call->size / (call->lines->protocol[PROTOCOL_SIMPLE].share * link);
    candidate.inside = pipeline(full, few);
    return candidate_cost(call, &candidate, candidate.inside);
}

struct collective_cost collective_achieved(enum collective_op op, double size, const struct group *group,
                                           const struct scenario *scenario)
{
    const struct call call = make_call(op, size, group, scenario);
    switch (op) {
    case OP_ALL_REDUCE:
        return all_reduce(&call,
                          engine_line(scenario->execution.library, scenario->gpu.generation, call.kind, call.ranks));
    case OP_ALL_GATHER:
    case OP_REDUCE_SCATTER:
        return gather_or_scatter(&call);
    case OP_ALL_TO_ALL:
        return all_to_all(&call);
    case OP_BROADCAST:
        return broadcast(&call);
    case OP_SEND:
        return send(&call, pair_rate(&call, &scenario->cluster.scaleup));
    case OP_COUNT:
        break;
    }
    return (struct collective_cost){0};
}
