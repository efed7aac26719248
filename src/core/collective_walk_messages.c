/* collective_walk_messages.c: who sends what to whom in each step, one function per algorithm. */
#include "core/collective_walk_messages.h"

int walk_domains(const struct walk_setting *setting)
{
    return (setting->ranks + setting->members - 1) / setting->members;
}

int walk_levels(int count)
{
    int levels = 0;
    for (int reached = 1; reached < count; reached *= 2) {
        levels++;
    }
    return levels;
}

static int wrapped(int place, int length)
{
    return (place % length + length) % length;
}

static walk_set only(int place)
{
    return 1U << place;
}

/* Slices that leave together for the same ranks are one message. */
static void send(struct walk_messages *messages, int from, walk_set to, walk_set slices, bool adds)
{
    for (int i = 0; i < messages->count; i++) {
        struct walk_message *message = &messages->message[i];
        if (message->from == from && message->to == to && message->adds == adds) {
            message->slices |= slices;
            return;
        }
    }
    messages->message[messages->count++] =
        (struct walk_message){.from = from, .to = to, .slices = slices, .adds = adds};
}

/* One way around a ring: in step s each place passes on the slice that it received in the step before. The first is the
 * one so far behind its own. */
struct turn {
    int step;
    int behind;
    bool adds;
};

static void pass_on(const struct walk_setting *setting, struct turn turn, struct walk_messages *messages)
{
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int slice = wrapped(rank - turn.behind - turn.step, setting->ranks);
        send(messages, rank, only(wrapped(rank + 1, setting->ranks)), only(slice), turn.adds);
    }
}

/* A reduce-scatter by itself leaves rank r the sum of slice r; within an all-reduce that of slice r+1, with which the
 * all-gather goes on. */
static void ring(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const int half = setting->ranks - 1;
    switch (setting->op) {
    case OP_ALL_GATHER:
        pass_on(setting, (struct turn){.step = step}, messages);
        break;
    case OP_REDUCE_SCATTER:
        pass_on(setting, (struct turn){.step = step, .behind = 1, .adds = true}, messages);
        break;
    default:
        pass_on(setting,
                step < half ? (struct turn){.step = step, .adds = true}
                            : (struct turn){.step = step - half, .behind = -1},
                messages);
        break;
    }
}

/* In step s each rank sends to the one s+1 further what it has for it. */
static void pairwise(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int to = wrapped(rank + step + 1, setting->ranks);
        send(messages, rank, only(to), only(to), false);
    }
}

/* Recursive doubling for any number of ranks (Bruck et al. 1997): each rank passes on all that it has, at most what its
 * peer lacks. A reduce-scatter is the same backwards. */
static void aggregated_trees(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const bool adds = setting->op == OP_REDUCE_SCATTER;
    const int level = adds ? walk_levels(setting->ranks) - 1 - step : step;
    const int distance = 1 << level;
    const int lacking = setting->ranks - distance;
    const int count = distance < lacking ? distance : lacking;
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int peer = wrapped(rank + distance, setting->ranks);
        walk_set slices = 0;
        for (int i = 0; i < count; i++) {
            slices |= only(wrapped(rank - i, setting->ranks));
        }
        send(messages, adds ? peer : rank, only(adds ? rank : peer), slices, adds);
    }
}

/* ---- trees ---- */

/* Parents of all ranks in the tree that a slice goes through, -1 for the root; and steps until each has its children's
 * sums, and until it has the whole sum, counted down from the root. */
struct tree {
    int parent[WALK_RANKS];
    int height[WALK_RANKS];
    int depth[WALK_RANKS];
};

/* Parent in a binary tree of count labels, the root 0: of a label with lowest bit b the label that has 2b in its place,
 * or, where there is none, the one without b. As in NCCL, src/graph/trees.cc. */
static int label_parent(int label, int count)
{
    const int bit = label & -label;
    const int up = (label ^ bit) | bit << 1;
    return label == 0 ? -1 : up < count ? up : label ^ bit;
}

/* Two trees over the domains, so that the leaves of one work in the other: mirrored, or shifted by one where their
 * number is odd. */
static int domain_parent(int domain, int domains, int second)
{
    const bool even = domains % 2 == 0;
    const int label = second == 0 ? domain : even ? domains - 1 - domain : wrapped(domain - 1, domains);
    const int parent = label_parent(label, domains);
    if (parent < 0 || second == 0) {
        return parent;
    }
    return even ? domains - 1 - parent : wrapped(parent + 1, domains);
}

static void measure(struct tree *tree, int ranks)
{
    for (int rank = 0; rank < ranks; rank++) {
        int distance = 0;
        for (int at = rank; tree->parent[at] >= 0; at = tree->parent[at]) {
            const int up = tree->parent[at];
            distance++;
            tree->height[up] = tree->height[up] > distance ? tree->height[up] : distance;
        }
        tree->depth[rank] = distance;
    }
}

/* A chain inside each domain that ends in the slice's own member, and that one in a tree across. */
static struct tree tree_of(const struct walk_setting *setting, int slice)
{
    struct tree tree = {.parent = {0}};
    const int members = setting->members;
    const int domains = walk_domains(setting);
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int domain = rank / members;
        const int first = domain * members;
        const int here = setting->ranks - first < members ? setting->ranks - first : members;
        const int head = slice % members % here;
        const int parent = domain_parent(domain, domains, slice / members % 2);
        if (rank - first != head) {
            tree.parent[rank] = first + wrapped(rank - first - 1, here);
        } else {
            const int there = setting->ranks - parent * members < members ? setting->ranks - parent * members : members;
            tree.parent[rank] = parent < 0 ? -1 : parent * members + slice % members % there;
        }
    }
    measure(&tree, setting->ranks);
    return tree;
}

/* Send one slice up its tree, or down, of so many levels. */
static void climb(const struct tree *tree, int ranks, int step, int levels, int slice, struct walk_messages *messages)
{
    for (int rank = 0; rank < ranks; rank++) {
        const int parent = tree->parent[rank];
        if (parent < 0) {
            continue;
        }
        if (step < levels && tree->height[rank] == step) {
            send(messages, rank, only(parent), only(slice), true);
        } else if (step >= levels && tree->depth[parent] == step - levels) {
            send(messages, parent, only(rank), only(slice), false);
        }
    }
}

static void double_tree(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const int levels = walk_steps(setting) / 2;
    for (int slice = 0; slice < setting->ranks; slice++) {
        const struct tree tree = tree_of(setting, slice);
        climb(&tree, setting->ranks, step, levels, slice, messages);
    }
}

/* ---- domains ---- */

/* Slices of one member: those that it sums for its domain. */
static walk_set member_slices(const struct walk_setting *setting, int member)
{
    walk_set slices = 0;
    for (int slice = member; slice < setting->ranks; slice += setting->members) {
        slices |= only(slice);
    }
    return slices;
}

static void ring_inside(const struct walk_setting *setting, struct turn turn, struct walk_messages *messages)
{
    const int members = setting->members;
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int member = rank % members;
        const int next = rank - member + wrapped(member + 1, members);
        const int block = wrapped(member - turn.behind - turn.step, members);
        send(messages, rank, only(next), member_slices(setting, block), turn.adds);
    }
}

/* Members of one place form a ring over the domains, with their own slices, one for each domain. */
static void ring_across(const struct walk_setting *setting, struct turn turn, struct walk_messages *messages)
{
    const int members = setting->members;
    const int domains = walk_domains(setting);
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int domain = rank / members;
        const int next = wrapped(rank + members, setting->ranks);
        const int piece = wrapped(domain - turn.behind - turn.step, domains);
        send(messages, rank, only(next), only(piece * members + rank % members), turn.adds);
    }
}

static void hierarchical(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const int inside = setting->members - 1;
    const int across = walk_domains(setting) - 1;
    const bool scatters = setting->op != OP_ALL_GATHER;
    const bool gathers = setting->op != OP_REDUCE_SCATTER;
    if (scatters && step < inside) {
        ring_inside(setting, (struct turn){.step = step, .behind = 1, .adds = true}, messages);
        return;
    }
    step -= scatters ? inside : 0;
    if (scatters && step < across) {
        ring_across(setting, (struct turn){.step = step, .behind = 1, .adds = true}, messages);
        return;
    }
    step -= scatters ? across : 0;
    if (gathers && step < across) {
        ring_across(setting, (struct turn){.step = step}, messages);
    } else if (gathers) {
        ring_inside(setting, (struct turn){.step = step - across}, messages);
    }
}

/* Each rank's whole array goes to the switch, which adds it for the member that each slice belongs to. */
static void switch_adds(const struct walk_setting *setting, struct walk_messages *messages)
{
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int first = rank - rank % setting->members;
        for (int member = 0; member < setting->members; member++) {
            send(messages, rank, only(first + member), member_slices(setting, member), true);
        }
    }
}

/* Each rank sends its slices once, and the switch copies them to the others of its domain. */
static void switch_copies(const struct walk_setting *setting, struct walk_messages *messages)
{
    const walk_set domain = only(setting->members) - 1U;
    for (int rank = 0; rank < setting->ranks; rank++) {
        const int member = rank % setting->members;
        const walk_set others = domain << (rank - member) & ~only(rank);
        send(messages, rank, others, member_slices(setting, member), false);
    }
}

/* The same member in each of a set of domains. */
static walk_set member_of(walk_set domains, int members, int member)
{
    walk_set ranks = 0;
    for (int domain = 0; domain * members < WALK_RANKS; domain++) {
        ranks |= (domains >> domain & 1U) << (domain * members + member);
    }
    return ranks;
}

/* Each member's slices cross a tree over the domains. */
static void trees_across(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const int members = setting->members;
    const int domains = walk_domains(setting);
    const struct walk_setting rail = {.op = OP_ALL_REDUCE, .algorithm = ALGORITHM_TREE, .ranks = domains, .members = 1};
    for (int slice = 0; slice < setting->ranks; slice++) {
        const struct tree tree = tree_of(&rail, slice / members % 2);
        struct walk_messages hops = {.count = 0};
        climb(&tree, domains, step, walk_levels(domains), 0, &hops);
        for (int i = 0; i < hops.count; i++) {
            const struct walk_message *hop = &hops.message[i];
            const int member = slice % members;
            send(messages, hop->from * members + member, member_of(hop->to, members, member), only(slice), hop->adds);
        }
    }
}

static void in_switch(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    const int across = 2 * walk_levels(walk_domains(setting));
    if (setting->op == OP_ALL_GATHER || step > across) {
        switch_copies(setting, messages);
    } else if (step == 0) {
        switch_adds(setting, messages);
    } else {
        trees_across(setting, step - 1, messages);
    }
}

void walk_list_messages(const struct walk_setting *setting, int step, struct walk_messages *messages)
{
    switch (setting->algorithm) {
    case ALGORITHM_RING:
        ring(setting, step, messages);
        break;
    case ALGORITHM_TREE:
        double_tree(setting, step, messages);
        break;
    case ALGORITHM_PAT:
        aggregated_trees(setting, step, messages);
        break;
    case ALGORITHM_HIERARCHICAL:
        hierarchical(setting, step, messages);
        break;
    case ALGORITHM_IN_SWITCH:
    case ALGORITHM_IN_SWITCH_TREE:
        in_switch(setting, step, messages);
        break;
    default:
        pairwise(setting, step, messages);
        break;
    }
}
