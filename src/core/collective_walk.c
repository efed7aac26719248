/* collective_walk.c: a step at a time: phases, messages by algorithm in collective_walk_messages.c, and what they do.
 */
#include "core/collective_walk.h"

#include "core/collective_walk_messages.h"

#include <math.h>

int walk_set_size(walk_set set)
{
    int size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

static int domain_of(const struct walk_setting *setting, int rank)
{
    return rank / setting->members;
}

static walk_set all_of(int count)
{
    return (1U << count) - 1U;
}

static bool is_half(enum collective_op op)
{
    return op == OP_ALL_GATHER || op == OP_REDUCE_SCATTER;
}

bool walk_runs(const struct walk_setting *setting)
{
    const int domains = walk_domains(setting);
    const bool reduces = setting->op == OP_ALL_REDUCE;
    const bool equal = setting->ranks == setting->members * domains;
    if (setting->ranks < 2 || setting->ranks > WALK_RANKS || setting->members < 1) {
        return false;
    }
    switch (setting->algorithm) {
    case ALGORITHM_RING:
        return reduces || is_half(setting->op);
    case ALGORITHM_TREE:
        return reduces;
    case ALGORITHM_PAT:
        return is_half(setting->op) && setting->members == 1;
    case ALGORITHM_IN_SWITCH:
        return (reduces || is_half(setting->op)) && domains == 1 && setting->members >= IN_SWITCH_LEAST_MEMBERS;
    case ALGORITHM_IN_SWITCH_TREE:
        return reduces && domains > 1 && equal && setting->members >= IN_SWITCH_LEAST_MEMBERS;
    case ALGORITHM_HIERARCHICAL:
        return (reduces || is_half(setting->op)) && domains > 1 && setting->members > 1 && equal;
    case ALGORITHM_PAIRWISE:
        return setting->op == OP_ALL_TO_ALL;
    default:
        return false;
    }
}

static void add_phase(struct walk_phases *phases, const char *name, int steps)
{
    if (steps > 0) {
        phases->phase[phases->count++] = (struct walk_phase){name, steps};
    }
}

static bool reduces(enum collective_op op)
{
    return op == OP_ALL_REDUCE || op == OP_REDUCE_SCATTER;
}

static bool gathers(enum collective_op op)
{
    return op == OP_ALL_REDUCE || op == OP_ALL_GATHER;
}

static void add_halves(struct walk_phases *phases, enum collective_op op, const char *reduce, const char *gather,
                       int steps)
{
    add_phase(phases, reduce, reduces(op) ? steps : 0);
    add_phase(phases, gather, gathers(op) ? steps : 0);
}

struct walk_phases walk_phases_of(const struct walk_setting *setting)
{
    struct walk_phases phases = {.count = 0};
    const enum collective_op op = setting->op;
    const int inside = setting->members - 1;
    const int domains = walk_domains(setting);
    switch (setting->algorithm) {
    case ALGORITHM_RING:
        add_halves(&phases, op, "reduce-scatter", "all-gather", setting->ranks - 1);
        break;
    case ALGORITHM_TREE:
        add_halves(&phases, op, "up: reduce", "down: copy", inside + walk_levels(domains));
        break;
    case ALGORITHM_PAT:
        add_halves(&phases, op, "reduce-scatter", "all-gather", walk_levels(setting->ranks));
        break;
    case ALGORITHM_HIERARCHICAL:
        add_phase(&phases, "scatter inside", reduces(op) ? inside : 0);
        add_halves(&phases, op, "scatter across", "gather across", domains - 1);
        add_phase(&phases, "gather inside", gathers(op) ? inside : 0);
        break;
    case ALGORITHM_IN_SWITCH:
    case ALGORITHM_IN_SWITCH_TREE:
        add_phase(&phases, "switch adds", reduces(op) ? 1 : 0);
        add_halves(&phases, op, "up across", "down across", walk_levels(domains));
        add_phase(&phases, "switch copies", gathers(op) ? 1 : 0);
        break;
    default:
        add_phase(&phases, "exchange", setting->ranks - 1);
        break;
    }
    return phases;
}

int walk_steps(const struct walk_setting *setting)
{
    const struct walk_phases phases = walk_phases_of(setting);
    int steps = 0;
    for (int i = 0; i < phases.count; i++) {
        steps += phases.phase[i].steps;
    }
    return steps;
}

struct walk walk_start(const struct walk_setting *setting)
{
    struct walk walk = {.setting = *setting};
    for (int rank = 0; rank < setting->ranks; rank++) {
        const walk_set own = 1U << rank;
        for (int slice = 0; slice < setting->ranks && reduces(setting->op); slice++) {
            walk.holding[rank][slice] = own;
        }
        walk.holding[rank][rank] = own;
        walk.waiting[rank] = setting->op == OP_ALL_TO_ALL ? all_of(setting->ranks) & ~own : 0;
    }
    return walk;
}

struct walk_messages walk_messages_of(const struct walk *walk)
{
    struct walk_messages messages = {.count = 0};
    if (walk->steps_done < walk_steps(&walk->setting)) {
        walk_list_messages(&walk->setting, walk->steps_done, &messages);
    }
    return messages;
}

/* A part arrives. `before`: what everyone held when it was sent. */
static void receive(struct walk *walk, const struct walk *before, const struct walk_message *message, int to, int slice)
{
    const walk_set part = before->holding[message->from][slice];
    walk_set *held = &walk->holding[to][slice];
    walk->broken = walk->broken || part == 0 || (message->adds && (*held & part) != 0);
    *held = message->adds ? *held | part : part;
}

/* Of an all-to-all: what `from` has for `to`, which it must not have sent before. */
static void hand_over(struct walk *walk, const struct walk_message *message, int to)
{
    const walk_set bit = 1U << to;
    walk->broken = walk->broken || (walk->waiting[message->from] & bit) == 0 || walk->holding[to][message->from] != 0;
    walk->waiting[message->from] &= ~bit;
    walk->holding[to][message->from] = 1U << message->from;
}

static void deliver(struct walk *walk, const struct walk *before, const struct walk_message *message)
{
    walk->sent[message->from] += walk_set_size(message->slices);
    for (int to = 0; to < walk->setting.ranks; to++) {
        if ((message->to >> to & 1U) == 0 || to == message->from) {
            continue; /* what a rank sends to the switch for itself it holds already */
        }
        if (walk->setting.op == OP_ALL_TO_ALL) {
            hand_over(walk, message, to);
            continue;
        }
        for (int slice = 0; slice < walk->setting.ranks; slice++) {
            if ((message->slices >> slice & 1U) != 0) {
                receive(walk, before, message, to, slice);
            }
        }
    }
}

void walk_forward(struct walk *walk)
{
    const struct walk_messages messages = walk_messages_of(walk);
    const struct walk before = *walk;
    if (walk->steps_done >= walk_steps(&walk->setting)) {
        return;
    }
    for (int i = 0; i < messages.count; i++) {
        deliver(walk, &before, &messages.message[i]);
    }
    walk->steps_done++;
}

struct walk walk_at(const struct walk_setting *setting, int steps)
{
    struct walk walk = walk_start(setting);
    const int most = walk_steps(setting);
    while (walk.steps_done < steps && walk.steps_done < most) {
        walk_forward(&walk);
    }
    return walk;
}

/* What a rank must hold of a slice in the end; for a slice that it need not hold, what it happens to. */
static walk_set promised(const struct walk *walk, int rank, int slice)
{
    switch (walk->setting.op) {
    case OP_ALL_REDUCE:
        return all_of(walk->setting.ranks);
    case OP_REDUCE_SCATTER:
        return rank == slice ? all_of(walk->setting.ranks) : walk->holding[rank][slice];
    default:
        return 1U << slice;
    }
}

bool walk_is_right(const struct walk *walk)
{
    bool right = !walk->broken;
    for (int rank = 0; rank < walk->setting.ranks; rank++) {
        right = right && walk->waiting[rank] == 0;
        for (int slice = 0; slice < walk->setting.ranks; slice++) {
            right = right && walk->holding[rank][slice] == promised(walk, rank, slice);
        }
    }
    return right;
}

double walk_bytes_sent(const struct walk *walk, int rank, double size)
{
    return walk->sent[rank] * size / walk->setting.ranks;
}

double walk_mean_bytes_sent(const struct walk *walk, double size)
{
    double bytes = 0;
    for (int rank = 0; rank < walk->setting.ranks; rank++) {
        bytes += walk_bytes_sent(walk, rank, size);
    }
    return bytes / walk->setting.ranks;
}

static bool crosses(const struct walk_setting *setting, const struct walk_message *message)
{
    for (int to = 0; to < setting->ranks; to++) {
        if ((message->to >> to & 1U) != 0 && domain_of(setting, to) != domain_of(setting, message->from)) {
            return true;
        }
    }
    return false;
}

/* Time of one step: that of its slowest rank. */
static double step_time(const struct walk_setting *setting, const struct walk_links *links, double size, int step)
{
    struct walk_messages messages = {.count = 0};
    double inside[WALK_RANKS] = {0};
    double across[WALK_RANKS] = {0};
    double slowest = 0;
    double latency = links->hop;
    walk_list_messages(setting, step, &messages);
    for (int i = 0; i < messages.count; i++) {
        const struct walk_message *message = &messages.message[i];
        const double bytes = walk_set_size(message->slices) * size / setting->ranks;
        if (crosses(setting, message)) {
            across[message->from] += bytes / links->across;
            latency = fmax(latency, links->crossing);
        } else {
            inside[message->from] += bytes / links->inside;
        }
    }
    for (int rank = 0; rank < setting->ranks; rank++) {
        slowest = fmax(slowest, fmax(inside[rank], across[rank]));
    }
    return latency + slowest;
}

double walk_time_share(const struct walk_setting *setting, const struct walk_links *links, double size, int steps)
{
    const int all = walk_steps(setting);
    double done = 0;
    double total = 0;
    for (int step = 0; step < all; step++) {
        const double seconds = step_time(setting, links, size, step);
        total += seconds;
        done += step < steps ? seconds : 0;
    }
    return total > 0 ? done / total : (double)steps / all;
}
