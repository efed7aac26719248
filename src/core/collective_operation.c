/* collective_operation.c: names, bytes and steps. */
#include "core/collective_operation.h"

static const char *const collective_text[OP_COUNT] = {
    [OP_ALL_REDUCE] = "all_reduce", [OP_ALL_GATHER] = "all_gather", [OP_REDUCE_SCATTER] = "reduce_scatter",
    [OP_ALL_TO_ALL] = "all_to_all", [OP_BROADCAST] = "broadcast",   [OP_SEND] = "send",
};
static const char *const algorithm_text[ALGORITHM_COUNT] = {
    [ALGORITHM_NONE] = "none",
    [ALGORITHM_RING] = "ring",
    [ALGORITHM_TREE] = "tree",
    [ALGORITHM_IN_SWITCH] = "in-switch",
    [ALGORITHM_IN_SWITCH_TREE] = "in-switch tree",
    [ALGORITHM_HIERARCHICAL] = "hierarchical",
    [ALGORITHM_PAIRWISE] = "pairwise",
    [ALGORITHM_CHAIN] = "chain",
    [ALGORITHM_DIRECT] = "direct",
    [ALGORITHM_ONE_SHOT] = "one-shot",
    [ALGORITHM_TWO_SHOT] = "two-shot",
    [ALGORITHM_PAT] = "PAT",
};
static const char *const protocol_text[PROTOCOL_COUNT] = {
    [PROTOCOL_NONE] = "none", [PROTOCOL_LL] = "LL", [PROTOCOL_LL128] = "LL128", [PROTOCOL_SIMPLE] = "Simple"};
static const char *const tier_text[TIER_COUNT] = {
    [TIER_NONE] = "none", [TIER_SCALEUP] = "scale-up", [TIER_NIC] = "NIC"};

const struct choice_list collective_names = {collective_text, OP_COUNT};
const struct choice_list algorithm_names = {algorithm_text, ALGORITHM_COUNT};
const struct choice_list protocol_names = {protocol_text, PROTOCOL_COUNT};
const struct choice_list tier_names = {tier_text, TIER_COUNT};

double collective_bytes_sent(enum collective_op op, double size, int ranks)
{
    if (ranks < 2) {
        return 0;
    }
    const double others = (ranks - 1.0) / ranks;
    switch (op) {
    case OP_ALL_REDUCE:
        return 2 * others * size;
    case OP_ALL_GATHER:
    case OP_REDUCE_SCATTER:
    case OP_ALL_TO_ALL:
        return others * size;
    case OP_BROADCAST:
    case OP_SEND:
    case OP_COUNT:
        break;
    }
    return size;
}

double in_switch_bytes_sent(double size, int members, int domains)
{
    return size * (1 + 1.0 / members) + 2 * (domains - 1.0) / domains * size / members;
}

int ring_steps(enum collective_op op, int ranks)
{
    if (ranks < 2) {
        return 0;
    }
    switch (op) {
    case OP_ALL_REDUCE:
        return 2 * (ranks - 1);
    case OP_SEND:
        return 1;
    case OP_ALL_GATHER:
    case OP_REDUCE_SCATTER:
    case OP_ALL_TO_ALL:
    case OP_BROADCAST:
    case OP_COUNT:
        break;
    }
    return ranks - 1;
}

int tree_steps(int ranks)
{
    int depth = 0;
    for (long long reached = 1; reached < ranks; reached *= 2) {
        depth++;
    }
    return 2 * depth;
}

int ring_crossings(int steps, int ranks, int domains)
{
    if (domains < 2) {
        return 0;
    }
    const double share = (double)steps * domains / ranks;
    const int whole = (int)share;
    return whole < share ? whole + 1 : whole;
}
