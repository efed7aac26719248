/* collective_choice.c: NCCL's constants for one node, and the least of its estimates. */
#include "core/collective_choice.h"

#include "core/order.h"

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

/* ---- the least of them ---- */

/* What the library leaves of a tree's rate at sizes from 64 B on that double; from 512 MiB on it leaves all. NCCL 2.12
 * to 2.30. */
enum { TREE_SIZES = 23 };
static const double TREE_SIZE = 64; /* bytes, the first */
static const double tree_left[PROTOCOL_COUNT][TREE_SIZES] = {
    [PROTOCOL_LL] = {1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5,
                     0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 1.0},
    [PROTOCOL_LL128] = {1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6,
                        0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.0},
    [PROTOCOL_SIMPLE] = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5,
                         0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7, 0.8, 0.9, 0.9},
};

/* The step of those sizes that is nearest to one, by its logarithm; and where it ends. */
static int nearest_step(double size)
{
    return size <= TREE_SIZE ? 0 : (int)lround(log2(size / TREE_SIZE));
}

static double step_end(int step)
{
    return TREE_SIZE * exp2(step + 0.5);
}

static double estimate_seconds(const struct estimate *estimate, double size)
{
    const int step = nearest_step(size);
    const bool whole = estimate->algorithm != ALGORITHM_TREE || step >= TREE_SIZES;
    const double left = whole ? 1 : tree_left[estimate->protocol][step];
    return estimate->latency + size * estimate->per_byte / left;
}

static int least_at(const struct estimates *estimates, double size)
{
    int least = 0;
    double best = INFINITY;
    for (int i = 0; i < estimates->count; i++) {
        const double seconds = estimate_seconds(&estimates->list[i], size);
        if (seconds < best) {
            best = seconds;
            least = i;
        }
    }
    return least;
}

static bool have_trees(const struct estimates *estimates)
{
    bool have = false;
    for (int i = 0; i < estimates->count; i++) {
        have |= estimates->list[i].algorithm == ALGORITHM_TREE;
    }
    return have;
}

static int least_at_step(const struct estimates *estimates, int step)
{
    return least_at(estimates, ldexp(TREE_SIZE, step));
}

int estimate_least(const struct estimates *estimates, double size)
{
    return have_trees(estimates) ? least_at_step(estimates, nearest_step(size)) : least_at(estimates, size);
}

/* Where a tree's part steps, the choice is by step. */
static struct predecessor step_before(const struct estimates *estimates, int place, double size)
{
    for (int step = nearest_step(size) - 1; step >= 0; step--) {
        const int least = least_at_step(estimates, step);
        if (least != place) {
            return (struct predecessor){.place = least, .size = step_end(step)};
        }
    }
    return (struct predecessor){.place = -1, .size = 0};
}

/* Without trees each estimate is a line, and its range ends where two lines meet. */
static struct predecessor line_before(const struct estimates *estimates, int place)
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

struct predecessor estimate_before(const struct estimates *estimates, int place, double size)
{
    return have_trees(estimates) ? step_before(estimates, place, size) : line_before(estimates, place);
}
