/* simulation.c: messages, ports, and the algorithms that send them. */
#include "simulation.h"

#include <stdint.h>
#include <string.h>

/* The contributions that a part of the array holds, one bit a rank. */
typedef uint64_t contributions;

struct network {
    const struct machine *machine;
    int ranks;
    double port_free[SIMULATED_RANKS], nic_free[SIMULATED_RANKS]; /* s */
    double port_bytes[SIMULATED_RANKS], nic_bytes[SIMULATED_RANKS];
    int sent[SIMULATED_RANKS]; /* messages */
    bool right;
    double end; /* s, of the last arrival */
};

static struct network start(const struct machine *machine)
{
    return (struct network){.machine = machine, .ranks = machine->members * machine->domains, .right = true};
}

static int domain_of(const struct network *network, int rank)
{
    return rank / network->machine->members;
}

static double greater(double one, double other)
{
    return one > other ? one : other;
}

/* Send, as soon as the data is ready and the port is free. Returns when the last byte has arrived. */
static double deliver(struct network *network, int from, int to, double bytes, double ready)
{
    const struct machine *machine = network->machine;
    const bool crosses = domain_of(network, from) != domain_of(network, to);
    double *free_at = crosses ? &network->nic_free[from] : &network->port_free[from];
    *(crosses ? &network->nic_bytes[from] : &network->port_bytes[from]) += bytes;
    *free_at = greater(ready, *free_at) + bytes / (crosses ? machine->across : machine->inside);
    const double arrival = *free_at + (crosses ? machine->crossing : machine->hop);
    network->sent[from]++;
    network->end = greater(network->end, arrival);
    return arrival;
}

static contributions only(int rank)
{
    return (contributions)1 << rank;
}

static contributions everyone(int ranks)
{
    contributions all = 0;
    for (int rank = 0; rank < ranks; rank++) {
        all |= only(rank);
    }
    return all;
}

/* Adding what is already there would count it twice. */
static contributions add(struct network *network, contributions one, contributions other)
{
    network->right = network->right && (one & other) == 0;
    return one | other;
}

static struct outcome finish(const struct network *network)
{
    struct outcome outcome = {.right = network->right, .seconds = network->end};
    double bytes = 0;
    for (int rank = 0; rank < network->ranks; rank++) {
        bytes += network->port_bytes[rank] + network->nic_bytes[rank];
        outcome.most_inside = greater(outcome.most_inside, network->port_bytes[rank]);
        outcome.most_across = greater(outcome.most_across, network->nic_bytes[rank]);
        outcome.steps = network->sent[rank] > outcome.steps ? network->sent[rank] : outcome.steps;
    }
    outcome.bytes = bytes / network->ranks;
    return outcome;
}

/* ---- rings ---- */

struct ring {
    int ranks[SIMULATED_RANKS]; /* in the order of the ring */
    int length;
    double part; /* bytes of one message */
};

struct parts {
    contributions of[SIMULATED_RANKS][SIMULATED_RANKS]; /* place in the ring, part */
};

enum ring_phase { REDUCE, GATHER };

/* One turn of the ring but one step. In step s each place sends the part that it received in step s-1. `ready` is when
 * each rank has what it sends first, and then when it has received its last. */
static void turn(struct network *network, const struct ring *ring, struct parts *parts, enum ring_phase phase,
                 double ready[SIMULATED_RANKS])
{
    const int length = ring->length;
    for (int step = 0; step < length - 1; step++) {
        struct parts before = *parts;
        double arrival[SIMULATED_RANKS];
        for (int place = 0; place < length; place++) {
            const int next = (place + 1) % length;
            const int first = phase == REDUCE ? place : place + 1;
            const int part = (first - step + 2 * length) % length;
            contributions *held = &parts->of[next][part];
            const contributions sent = before.of[place][part];
            *held = phase == REDUCE ? add(network, *held, sent) : sent;
            arrival[next] =
                deliver(network, ring->ranks[place], ring->ranks[next], ring->part, ready[ring->ranks[place]]);
        }
        for (int place = 0; place < length; place++) {
            ready[ring->ranks[place]] = arrival[place];
        }
    }
}

static struct ring whole_ring(const struct network *network, double size)
{
    struct ring ring = {.length = network->ranks, .part = size / network->ranks};
    for (int rank = 0; rank < network->ranks; rank++) {
        ring.ranks[rank] = rank;
    }
    return ring;
}

/* All parts of all in the ring must be whole sums. */
static void check_sums(struct network *network, const struct ring *ring, const struct parts *parts)
{
    for (int place = 0; place < ring->length; place++) {
        for (int part = 0; part < ring->length; part++) {
            network->right = network->right && parts->of[place][part] == everyone(network->ranks);
        }
    }
}

static void offer_everything(struct parts *parts, const struct ring *ring)
{
    for (int place = 0; place < ring->length; place++) {
        for (int part = 0; part < ring->length; part++) {
            parts->of[place][part] = only(ring->ranks[place]);
        }
    }
}

struct outcome simulate_ring_reduce_scatter(const struct machine *machine, double size)
{
    struct network network = start(machine);
    const struct ring ring = whole_ring(&network, size);
    struct parts parts;
    double ready[SIMULATED_RANKS] = {0};
    offer_everything(&parts, &ring);
    turn(&network, &ring, &parts, REDUCE, ready);
    for (int rank = 0; rank < network.ranks; rank++) {
        network.right = network.right && parts.of[rank][(rank + 1) % network.ranks] == everyone(network.ranks);
    }
    return finish(&network);
}

struct outcome simulate_ring_all_gather(const struct machine *machine, double size)
{
    struct network network = start(machine);
    const struct ring ring = whole_ring(&network, size);
    struct parts parts = {0};
    double ready[SIMULATED_RANKS] = {0};
    for (int rank = 0; rank < network.ranks; rank++) {
        parts.of[rank][(rank + 1) % network.ranks] = only(rank);
    }
    turn(&network, &ring, &parts, GATHER, ready);
    for (int rank = 0; rank < network.ranks; rank++) {
        for (int part = 0; part < network.ranks; part++) {
            const int owner = (part + network.ranks - 1) % network.ranks;
            network.right = network.right && parts.of[rank][part] == only(owner);
        }
    }
    return finish(&network);
}

struct outcome simulate_ring_all_reduce(const struct machine *machine, double size)
{
    struct network network = start(machine);
    const struct ring ring = whole_ring(&network, size);
    struct parts parts;
    double ready[SIMULATED_RANKS] = {0};
    offer_everything(&parts, &ring);
    turn(&network, &ring, &parts, REDUCE, ready);
    turn(&network, &ring, &parts, GATHER, ready);
    check_sums(&network, &ring, &parts);
    return finish(&network);
}

/* ---- hierarchical ---- */

static struct ring domain_ring(const struct machine *machine, int domain, double size)
{
    struct ring ring = {.length = machine->members, .part = size / machine->members};
    for (int member = 0; member < machine->members; member++) {
        ring.ranks[member] = domain * machine->members + member;
    }
    return ring;
}

static struct ring rail_ring(const struct machine *machine, int member, double size)
{
    struct ring ring = {.length = machine->domains, .part = size / machine->members / machine->domains};
    for (int domain = 0; domain < machine->domains; domain++) {
        ring.ranks[domain] = domain * machine->members + member;
    }
    return ring;
}

/* All-reduce across domains of the part that this member of each has summed inside. */
static void reduce_rail(struct network *network, int member, struct parts domains[SIMULATED_RANKS], double size,
                        double ready[SIMULATED_RANKS])
{
    const struct machine *machine = network->machine;
    const int part = (member + 1) % machine->members;
    const struct ring rail = rail_ring(machine, member, size);
    struct parts pieces;
    for (int domain = 0; domain < machine->domains; domain++) {
        for (int piece = 0; piece < machine->domains; piece++) {
            pieces.of[domain][piece] = domains[domain].of[member][part];
        }
    }
    turn(network, &rail, &pieces, REDUCE, ready);
    turn(network, &rail, &pieces, GATHER, ready);
    for (int domain = 0; domain < machine->domains; domain++) {
        domains[domain].of[member][part] = pieces.of[domain][0];
        for (int piece = 1; piece < machine->domains; piece++) {
            network->right = network->right && pieces.of[domain][piece] == pieces.of[domain][0];
        }
    }
}

struct outcome simulate_hierarchical(const struct machine *machine, double size)
{
    static struct parts domains[SIMULATED_RANKS];
    struct network network = start(machine);
    double ready[SIMULATED_RANKS] = {0};
    for (int domain = 0; domain < machine->domains; domain++) {
        const struct ring ring = domain_ring(machine, domain, size);
        offer_everything(&domains[domain], &ring);
        turn(&network, &ring, &domains[domain], REDUCE, ready);
    }
    for (int member = 0; member < machine->members; member++) {
        reduce_rail(&network, member, domains, size, ready);
    }
    for (int domain = 0; domain < machine->domains; domain++) {
        const struct ring ring = domain_ring(machine, domain, size);
        turn(&network, &ring, &domains[domain], GATHER, ready);
        check_sums(&network, &ring, &domains[domain]);
    }
    return finish(&network);
}

/* ---- all-to-all ---- */

enum turns { ONE_AT_A_TIME, ONE_ON_EACH_LINK };

/* In step i each rank sends to the one i further. A rank's next message waits until the last has arrived: on any link,
 * or on the same one. */
static struct outcome exchange(const struct machine *machine, double size, enum turns turns)
{
    struct network network = start(machine);
    contributions got[SIMULATED_RANKS] = {0};
    double inside_ready[SIMULATED_RANKS] = {0}, across_ready[SIMULATED_RANKS] = {0};
    for (int step = 1; step < network.ranks; step++) {
        for (int rank = 0; rank < network.ranks; rank++) {
            const int to = (rank + step) % network.ranks;
            const bool crosses = domain_of(&network, rank) != domain_of(&network, to);
            double *ready = crosses && turns == ONE_ON_EACH_LINK ? &across_ready[rank] : &inside_ready[rank];
            *ready = deliver(&network, rank, to, size / network.ranks, *ready);
            got[to] = add(&network, got[to], only(rank));
        }
    }
    for (int rank = 0; rank < network.ranks; rank++) {
        network.right = network.right && add(&network, got[rank], only(rank)) == everyone(network.ranks);
    }
    return finish(&network);
}

struct outcome simulate_pairwise_in_turn(const struct machine *machine, double size)
{
    return exchange(machine, size, ONE_AT_A_TIME);
}

struct outcome simulate_pairwise_on_both_links(const struct machine *machine, double size)
{
    return exchange(machine, size, ONE_ON_EACH_LINK);
}

/* ---- pipelines ---- */

/* What a pipeline of very many small messages needs: the empty message's way, then the busiest port's work. */
static struct outcome pipelined(struct outcome loaded, struct outcome empty, struct outcome counted,
                                const struct machine *machine)
{
    loaded.seconds =
        empty.seconds + greater(loaded.most_inside / machine->inside, loaded.most_across / machine->across);
    loaded.steps = (int)counted.seconds;
    return loaded;
}

/* Runs an algorithm three times: for its bytes, for its latency, and with latencies of 1 to count steps. */
static struct outcome run_pipeline(struct outcome (*algorithm)(const struct machine *, double),
                                   const struct machine *machine, double size)
{
    struct machine unit = *machine;
    unit.hop = 1;
    unit.crossing = 1;
    return pipelined(algorithm(machine, size), algorithm(machine, 0), algorithm(&unit, 0), machine);
}

/* A rooted tree over all ranks: parents, and an order in which children stand before their parents. */
struct tree {
    int parent[SIMULATED_RANKS]; /* -1: the root */
    int upward[SIMULATED_RANKS];
};

/* In-order binary tree of the labels above 0, which hangs from 0: the parent of a label with lowest bit b has 2b as its
 * lowest. */
static int label_parent(int label, int count)
{
    if (label == 0) {
        return -1;
    }
    const int bit = label & -label;
    const int up = (label & ~bit) | (bit << 1);
    return up < count ? up : label & ~bit;
}

enum { TREES = 2 };

/* The second tree swaps odd and even labels, so that a leaf of one is an inner node of the other. */
static int domain_label(int domain, int domains, int which)
{
    if (which == 0) {
        return domain;
    }
    return domains % 2 == 0 ? domains - 1 - domain : (domain + domains - 1) % domains;
}

static int labelled_domain(int label, int domains, int which)
{
    for (int domain = 0; domain < domains; domain++) {
        if (domain_label(domain, domains, which) == label) {
            return domain;
        }
    }
    return -1;
}

static int depth_of(const struct tree *tree, int rank)
{
    int depth = 0;
    for (int up = tree->parent[rank]; up >= 0; up = tree->parent[up]) {
        depth++;
    }
    return depth;
}

static void order_upward(struct tree *tree, int ranks)
{
    int placed = 0;
    for (int depth = ranks; depth >= 0; depth--) {
        for (int rank = 0; rank < ranks; rank++) {
            if (depth_of(tree, rank) == depth) {
                tree->upward[placed++] = rank;
            }
        }
    }
}

/* In each domain a chain from the channel's own member, whose NIC the channel uses; the heads form a binary tree. */
static struct tree build_tree(const struct machine *machine, int channel, int which)
{
    const int members = machine->members;
    const int domains = machine->domains;
    struct tree tree = {0};
    for (int domain = 0; domain < domains; domain++) {
        for (int place = 1; place < members; place++) {
            tree.parent[domain * members + (channel + place) % members] =
                domain * members + (channel + place - 1) % members;
        }
        const int up = label_parent(domain_label(domain, domains, which), domains);
        tree.parent[domain * members + channel] = up < 0 ? -1 : labelled_domain(up, domains, which) * members + channel;
    }
    order_upward(&tree, members * domains);
    return tree;
}

/* Sum towards the root, then the sum back. Channels do not wait for each other: the ports' load is counted, not their
 * order. */
static void reduce_tree(struct network *network, const struct tree *tree, double part)
{
    contributions held[SIMULATED_RANKS];
    double ready[SIMULATED_RANKS] = {0};
    for (int rank = 0; rank < network->ranks; rank++) {
        held[rank] = only(rank);
    }
    for (int i = 0; i < network->ranks; i++) {
        const int rank = tree->upward[i];
        const int up = tree->parent[rank];
        if (up >= 0) {
            held[up] = add(network, held[up], held[rank]);
            ready[up] = greater(ready[up], deliver(network, rank, up, part, ready[rank]));
        }
    }
    for (int i = network->ranks - 1; i >= 0; i--) {
        const int rank = tree->upward[i];
        const int up = tree->parent[rank];
        if (up >= 0) {
            held[rank] = held[up];
            ready[rank] = deliver(network, up, rank, part, ready[up]);
        }
        network->right = network->right && held[rank] == everyone(network->ranks);
    }
}

static void free_ports(struct network *network)
{
    memset(network->port_free, 0, sizeof network->port_free);
    memset(network->nic_free, 0, sizeof network->nic_free);
}

static struct outcome double_tree(const struct machine *machine, double size)
{
    struct network network = start(machine);
    for (int channel = 0; channel < machine->members; channel++) {
        for (int which = 0; which < TREES; which++) {
            const struct tree tree = build_tree(machine, channel, which);
            free_ports(&network);
            reduce_tree(&network, &tree, size / machine->members / TREES);
        }
    }
    return finish(&network);
}

struct outcome simulate_tree(const struct machine *machine, double size)
{
    return run_pipeline(double_tree, machine, size);
}

/* Every member offers its part p to the switch, which adds and hands the sum to the part's owner. */
static double switch_reduce(struct network *network, int owner, double part, contributions *sum)
{
    const int first = domain_of(network, owner) * network->machine->members;
    *sum = 0;
    double ready = 0;
    for (int member = 0; member < network->machine->members; member++) {
        *sum = add(network, *sum, only(first + member));
        network->port_bytes[first + member] += part;
        ready = network->machine->hop;
    }
    return ready;
}

/* The owner writes the sum once; the switch copies it to all. */
static void switch_multicast(struct network *network, int owner, double part, double ready)
{
    network->port_bytes[owner] += part;
    network->end = greater(network->end, ready + network->machine->hop);
}

/* One half of one part through the switches, over one of the two trees across domains, and back. */
static void in_switch_part(struct network *network, int member, int which, double part)
{
    const struct machine *machine = network->machine;
    const struct machine rails = {.members = 1, .domains = machine->domains};
    const struct tree tree = build_tree(&rails, 0, which);
    contributions held[SIMULATED_RANKS] = {0};
    double ready[SIMULATED_RANKS] = {0};
    for (int domain = 0; domain < machine->domains; domain++) {
        ready[domain] = switch_reduce(network, domain * machine->members + member, part, &held[domain]);
    }
    for (int i = 0; i < machine->domains; i++) {
        const int domain = tree.upward[i];
        const int up = tree.parent[domain];
        if (up >= 0) {
            held[up] = add(network, held[up], held[domain]);
            ready[up] = greater(ready[up], deliver(network, domain * machine->members + member,
                                                   up * machine->members + member, part, ready[domain]));
        }
    }
    for (int i = machine->domains - 1; i >= 0; i--) {
        const int domain = tree.upward[i];
        const int up = tree.parent[domain];
        if (up >= 0) {
            held[domain] = held[up];
            ready[domain] =
                deliver(network, up * machine->members + member, domain * machine->members + member, part, ready[up]);
        }
        network->right = network->right && held[domain] == everyone(network->ranks);
        switch_multicast(network, domain * machine->members + member, part, ready[domain]);
    }
}

static struct outcome through_switches(const struct machine *machine, double size)
{
    struct network network = start(machine);
    for (int member = 0; member < machine->members; member++) {
        for (int which = 0; which < TREES; which++) {
            free_ports(&network);
            in_switch_part(&network, member, which, size / machine->members / TREES);
        }
    }
    return finish(&network);
}

struct outcome simulate_in_switch(const struct machine *machine, double size)
{
    return run_pipeline(through_switches, machine, size);
}

static struct outcome along_chain(const struct machine *machine, double size)
{
    struct network network = start(machine);
    contributions held[SIMULATED_RANKS] = {only(0)};
    double ready = 0;
    for (int rank = 1; rank < network.ranks; rank++) {
        held[rank] = held[rank - 1];
        ready = deliver(&network, rank - 1, rank, size, ready);
        network.right = network.right && held[rank] == only(0);
    }
    return finish(&network);
}

struct outcome simulate_chain(const struct machine *machine, double size)
{
    return run_pipeline(along_chain, machine, size);
}
