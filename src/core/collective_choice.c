/* collective_choice.c: NCCL's constants for one node, and the least of its estimates. */
#include "core/collective_choice.h"

#include <math.h>
#include <stddef.h>

/* Seconds once and for each hop over NVLink, of a ring. */
static const struct {
    double base, hop;
} ring_latency[PROTOCOL_COUNT] = {
    [PROTOCOL_LL] = {6.6e-6, 0.6e-6}, [PROTOCOL_LL128] = {14.0e-6, 1.9e-6}, [PROTOCOL_SIMPLE] = {8.4e-6, 3.4e-6}};

/* Speeds that the search tries for a channel through the switch, bytes/s. */
static const double hopper_speeds[] = {60e9, 50e9, 40e9, 30e9, 24e9, 20e9, 0};
static const double blackwell_speeds[] = {90e9, 80e9, 70e9, 60e9, 50e9, 45e9, 40e9, 30e9, 24e9, 20e9, 0};

/* What NCCL takes a generation for. */
struct library_view {
    double per_byte[PROTOCOL_COUNT]; /* s, of a ring over all channels */
    double link;                     /* bytes/s, all NVLinks of a GPU */
    const double *switch_speeds;
};

/* A ring of so many channels at a speed: LL has half of it, but no more than its cap; LL128 0.92, but no more than its
 * cap for each channel. All in bytes/s, known when compiled. */
#define LEAST(one, other) ((one) < (other) ? (one) : (other))
#define RING(channels, speed, ll_most, ll128_most)                                            \
    {                                                                                         \
        [PROTOCOL_LL] = 1 / LEAST(0.5 * (channels) * (speed), (ll_most)),                     \
        [PROTOCOL_LL128] = 1 / LEAST(0.92 * (channels) * (speed), (channels) * (ll128_most)), \
        [PROTOCOL_SIMPLE] = 1 / ((channels) * (speed)),                                       \
    }

/* A100, H100, B200; LL128 on the last from 2.29.7 on. */
static const struct library_view ampere = {.per_byte = RING(12, 20e9, 87.7e9, 20e9)};
static const struct library_view hopper = {
    .per_byte = RING(12, 30e9, 141e9, 36.7e9), .link = 370.8e9, .switch_speeds = hopper_speeds};
static const struct library_view blackwell = {
    .per_byte = RING(16, 45e9, 282e9, 40e9), .link = 721.8e9, .switch_speeds = blackwell_speeds};

/* Of other generations NCCL's view is not known here. */
static const struct library_view *const views[GENERATION_COUNT] = {
    [GENERATION_AMPERE] = &ampere, [GENERATION_HOPPER] = &hopper, [GENERATION_BLACKWELL] = &blackwell};

/* Bus bandwidth of an all-reduce in the switch: every rank is the head of a channel, and loads its own link twice. */
static double switch_rate(const struct library_view *view, int ranks)
{
    for (const double *speed = view->switch_speeds; speed != NULL && *speed > 0; speed++) {
        if ((ranks + 1) * *speed <= view->link) {
            return 2 * (ranks - 1) * *speed * SWITCH_SHARE;
        }
    }
    return 0;
}

struct estimates collective_estimates(enum collective_op op, int ranks, enum generation generation, bool adds)
{
    const struct library_view *view = views[generation];
    struct estimates estimates;
    estimates.count = 0;
    if (view == NULL) {
        return estimates;
    }
    const double steps = ring_steps(op, ranks);
    const double share = steps / ranks; /* of the array, that each rank sends */
    for (int protocol = PROTOCOL_LL; protocol < PROTOCOL_COUNT; protocol++) {
        estimates.list[estimates.count++] = (struct estimate){
            .algorithm = ALGORITHM_RING,
            .protocol = (enum collective_protocol)protocol,
            .latency = ring_latency[protocol].base + steps * ring_latency[protocol].hop,
            .per_byte = share * view->per_byte[protocol],
        };
    }
    if (op != OP_ALL_REDUCE || !adds) {
        return estimates;
    }
    const double through_switch = switch_rate(view, ranks);
    if (through_switch > 0) {
        estimates.list[estimates.count++] = (struct estimate){
            .algorithm = ALGORITHM_IN_SWITCH,
            .latency = SWITCH_LATENCY,
            .per_byte = share / through_switch,
        };
    }
    return estimates;
}

int estimate_least(const struct estimates *estimates, double size)
{
    int least = 0;
    double best = INFINITY;
    for (int i = 0; i < estimates->count; i++) {
        const double seconds = estimates->list[i].latency + size * estimates->list[i].per_byte;
        if (seconds < best) {
            best = seconds;
            least = i;
        }
    }
    return least;
}

struct predecessor estimate_before(const struct estimates *estimates, int place)
{
    const struct estimate *own = &estimates->list[place];
    struct predecessor before = {.place = -1, .size = 0};
    for (int i = 0; i < estimates->count; i++) {
        const struct estimate *other = &estimates->list[i];
        if (other->per_byte <= own->per_byte || other->latency >= own->latency) {
            continue;
        }
        const double size = (own->latency - other->latency) / (other->per_byte - own->per_byte);
        if (size > before.size) {
            before = (struct predecessor){.place = i, .size = size};
        }
    }
    return before;
}
