/* collective_choice_across.c: NCCL's constants over nodes. */
#include "core/collective_choice_across.h"

#include "core/order.h"

#include <stddef.h>

/* Seconds once, for each hop over NVLink and each over the network; the last where a node has one rank. */
static const struct {
    double base, hop, net, net_alone;
} ring_latency[PROTOCOL_COUNT] = {
    [PROTOCOL_LL] = {6.6e-6, 0.6e-6, 2.7e-6, 5.0e-6},
    [PROTOCOL_LL128] = {14.0e-6, 1.9e-6, 4.0e-6, 8.5e-6},
    [PROTOCOL_SIMPLE] = {8.4e-6, 3.4e-6, 14.0e-6, 14.0e-6},
};
static const double PLATEAU = 1.4; /* of the latency: an all-reduce in Simple */

/* The same of a tree. */
static const struct {
    double base, hop, net;
} tree_latency[PROTOCOL_COUNT] = {
    [PROTOCOL_LL] = {6.8e-6, 0.6e-6, 5.0e-6},
    [PROTOCOL_LL128] = {14.0e-6, 1.25e-6, 8.5e-6},
    [PROTOCOL_SIMPLE] = {8.4e-6, 4.0e-6, 14.0e-6},
};

static const double SWITCH_NET = 20.9e-6;

static const double PAT_BASE = 8.0e-6;
static const double PAT_NET = 14.0e-6 / 3.5;

/* Caps for two nodes and for more: of all channels in LL, bytes/s. */
enum reach { REACH_TWO, REACH_MORE, REACHES };
static const double ll_most[REACHES] = {39e9, 20.4e9};

/* What the library takes the hosts of a generation for: s that a message of a NIC costs one, three times that in
 * Simple, which no hop of a ring is quicker than; and its own caps of LL. */
struct host_view {
    double post;
    double ll_most[REACHES];
};
static const double SIMPLE_POSTS = 3;
static const struct host_view intel = {.post = 1e-6, .ll_most = {39e9, 20.4e9}};
static const struct host_view amd = {.post = 2e-6, .ll_most = {22.5e9, 19e9}};

/* What NCCL takes a generation for: bytes/s of a channel. `speed`: the fastest that the search finds with the NICs that
 * come with it, of 200 Gb/s and of 400. Whatever NICs a scenario has, the choice stays: else a faster one could be
 * slower. Hosts: what comes with it, too, AMD's in DGX A100, on Azure and on OCI, Intel's since.
 */
struct library_view {
    const struct host_view *host;
    double speed;
    double ring_ll128;
    double tree[REACHES], tree_ll128[REACHES];
    double switch_tree[REACHES];
};
static const struct library_view ampere = {
    .host = &amd, .speed = 24e9, .ring_ll128 = 20e9, .tree = {23.6e9, 17.8e9}, .tree_ll128 = {20e9, 20e9}};
static const struct library_view hopper = {.host = &intel,
                                           .speed = 48e9,
                                           .ring_ll128 = 36.7e9,
                                           .tree = {41.4e9, 36e9},
                                           .tree_ll128 = {36.7e9, 29e9},
                                           .switch_tree = {57.7e9, 45.5e9}};
static const struct library_view blackwell = {.host = &intel,
                                              .speed = 48e9,
                                              .ring_ll128 = 40e9,
                                              .tree = {42.8e9, 24e9},
                                              .tree_ll128 = {31.67e9, 20e9},
                                              .switch_tree = {96e9, 80e9}};

/* Of other generations NCCL's view is not known here. */
static const struct library_view *const views[GENERATION_COUNT] = {
    [GENERATION_AMPERE] = &ampere, [GENERATION_HOPPER] = &hopper, [GENERATION_BLACKWELL] = &blackwell};

struct channels {
    int count;
    double speed; /* bytes/s */
};

/* A channel for each member's NIC. A few fast ones are doubled, at half the speed. */
static struct channels ring_channels(int members, const struct library_view *view)
{
    enum { FEW = 4 };
    static const double FAST = 25e9;
    if (members > FEW || view->speed < FAST) {
        return (struct channels){members, view->speed};
    }
    return (struct channels){2 * members, view->speed / 2};
}

static enum reach reach_of(int domains)
{
    return domains > 2 ? REACH_MORE : REACH_TWO;
}

double ll_most_across(int domains)
{
    return ll_most[reach_of(domains)];
}

static int floor_doublings(int count)
{
    int doublings = 0;
    for (; count > 1; count /= 2) {
        doublings++;
    }
    return doublings;
}

static void add(struct estimates *estimates, struct estimate estimate)
{
    estimates->list[estimates->count++] = estimate;
}

static void add_rings(struct estimates *estimates, const struct communicator *communicator,
                      const struct library_view *view, struct channels channels)
{
    const double bus = channels.count * channels.speed;
    const double rate[PROTOCOL_COUNT] = {
        [PROTOCOL_LL] = lesser(0.5 * bus, view->host->ll_most[reach_of(communicator->domains)]),
        [PROTOCOL_LL128] = lesser(0.92 * bus, channels.count * view->ring_ll128),
        [PROTOCOL_SIMPLE] = bus,
    };
    const int steps = ring_steps(communicator->op, communicator->ranks);
    const int crossings = steps / (communicator->ranks - 1) * (communicator->domains - 1);
    const double share = (double)steps / communicator->ranks;
    for (int protocol = PROTOCOL_LL; protocol < PROTOCOL_COUNT; protocol++) {
        const double net = communicator->members == 1 ? ring_latency[protocol].net_alone : ring_latency[protocol].net;
        const double post = view->host->post * (protocol == PROTOCOL_SIMPLE ? SIMPLE_POSTS : 1);
        const double latency = ring_latency[protocol].base +
                               (steps - crossings) * greater(ring_latency[protocol].hop, post) + crossings * net;
        const bool on_plateau = protocol == PROTOCOL_SIMPLE && communicator->op == OP_ALL_REDUCE;
        add(estimates, (struct estimate){
                           .algorithm = ALGORITHM_RING,
                           .protocol = (enum collective_protocol)protocol,
                           .latency = on_plateau ? PLATEAU * latency : latency,
                           .per_byte = share / rate[protocol],
                       });
    }
}

static void add_trees(struct estimates *estimates, const struct communicator *communicator,
                      const struct library_view *view, struct channels channels)
{
    const enum reach reach = reach_of(communicator->domains);
    const double bus = lesser(0.92 * channels.count * channels.speed, channels.count * view->tree[reach]);
    const double rate[PROTOCOL_COUNT] = {
        [PROTOCOL_LL] = lesser(bus / 3.8, view->host->ll_most[reach]),
        [PROTOCOL_LL128] = lesser(bus * 120 / 128, channels.count * view->tree_ll128[reach]),
        [PROTOCOL_SIMPLE] = bus,
    };
    const int levels = floor_doublings(communicator->domains);
    for (int protocol = PROTOCOL_LL; protocol < PROTOCOL_COUNT; protocol++) {
        add(estimates,
            (struct estimate){
                .algorithm = ALGORITHM_TREE,
                .protocol = (enum collective_protocol)protocol,
                .latency = tree_latency[protocol].base + 2 * ((communicator->members - 1) * tree_latency[protocol].hop +
                                                              levels * tree_latency[protocol].net),
                .per_byte = 2 / rate[protocol],
            });
    }
}

/* Every member is the head of a channel. */
static void add_switch_tree(struct estimates *estimates, const struct communicator *communicator,
                            const struct library_view *view)
{
    const enum reach reach = reach_of(communicator->domains);
    const double heads = communicator->members;
    const double inside = 2 * SWITCH_SHARE * (heads - 1) / heads * view->speed;
    const double across = reach == REACH_TWO ? 2 * view->speed : view->speed;
    const double channel = lesser(lesser(inside, across), view->switch_tree[reach]);
    const double share = 2.0 * (communicator->ranks - 1) / communicator->ranks;
    add(estimates, (struct estimate){
                       .algorithm = ALGORITHM_IN_SWITCH_TREE,
                       .latency = SWITCH_LATENCY + 2 * floor_doublings(communicator->domains) * SWITCH_NET,
                       .per_byte = share / (heads * channel),
                   });
}

static void add_aggregated_trees(struct estimates *estimates, const struct communicator *communicator,
                                 struct channels channels)
{
    add(estimates,
        (struct estimate){
            .algorithm = ALGORITHM_PAT,
            .protocol = PROTOCOL_SIMPLE,
            .latency = PAT_BASE + floor_doublings(communicator->domains) * PAT_NET + PAT_RANK * communicator->ranks,
            .per_byte = 1 / (PAT_SHARE * channels.count * channels.speed),
        });
}

struct estimates collective_estimates_across(const struct communicator *communicator)
{
    const struct library_view *view = views[communicator->generation];
    struct estimates estimates;
    estimates.count = 0;
    if (view == NULL) {
        return estimates;
    }
    const struct channels channels = ring_channels(communicator->members, view);
    add_rings(&estimates, communicator, view, channels);
    if (communicator->op != OP_ALL_REDUCE) {
        if (communicator->members == 1) {
            add_aggregated_trees(&estimates, communicator, channels);
        }
        return estimates;
    }
    add_trees(&estimates, communicator, view, channels);
    if (communicator->adds) {
        add_switch_tree(&estimates, communicator, view);
    }
    return estimates;
}
