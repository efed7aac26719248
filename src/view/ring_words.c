/* ring_words.c: what tab 3 says: names, and closed forms with the numbers put in. */
#include "core/quantity.h"
#include "view/app.h"
#include "view/ring_view.h"

#include <math.h>
#include <stdio.h>

enum { PIECE = 96, VALUE = 32 };

const char *ring_family_name(const struct ring_scene *scene, enum ring_family family)
{
    static const char *const names[FAMILY_COUNT] = {"ring", "tree", "in-switch", "hierarchical"};
    if (family == FAMILY_RING && scene->op == OP_ALL_TO_ALL) {
        return "pairwise";
    }
    if (family == FAMILY_TREE && scene->op != OP_ALL_TO_ALL) {
        return scene->op != OP_ALL_REDUCE ? "PAT tree" : scene->drawn.domains > 1 ? "double tree" : "chain";
    }
    return names[family];
}

const char *ring_operation_name(enum collective_op op)
{
    static const char *const names[OP_COUNT] = {"all-reduce", "all-gather", "reduce-scatter",
                                                "all-to-all", "broadcast",  "send"};
    return names[op];
}

const char *ring_message_name(enum part part)
{
    switch (part) {
    case PART_TP:
        return "activations";
    case PART_CP:
        return "keys and values";
    case PART_EP:
        return "routed tokens";
    case PART_FSDP:
        return "a layer's parameters";
    default:
        return "gradients";
    }
}

/* "8 ranks of the DP group, one a node". */
void ring_say_group(const struct ring_scene *scene, char *text, size_t size)
{
    const struct group *group = &scene->drawn;
    char lie[PIECE];
    if (group->domains == 1) {
        (void)snprintf(lie, sizeof lie, "in one node");
    } else if (group->members == 1) {
        (void)snprintf(lie, sizeof lie, "one a node");
    } else {
        (void)snprintf(lie, sizeof lie, "%d a node", group->members);
    }
    if (scene->folded) {
        (void)snprintf(text, size, "of %d in the %s group, %s", scene->whole.ranks, step_parts[scene->part].name, lie);
    } else {
        (void)snprintf(text, size, "%s %s%s, %s", scene->supposed ? "supposed for" : "of the",
                       step_parts[scene->part].name, scene->supposed ? "" : " group", lie);
    }
}

/* What the walk sends, where no closed form says it. */
static double bytes_of(const struct app *app, const struct ring_scene *scene)
{
    const struct collective_cost cost = ring_cost(app, scene, scene->family, &scene->drawn);
    const struct walk_setting setting = ring_setting(scene, scene->family);
    const struct walk walk = walk_at(&setting, WALK_MESSAGES);
    return isfinite(cost.seconds) ? cost.bytes : walk_mean_bytes_sent(&walk, scene->size);
}

static void say_switch_bytes(const struct ring_scene *scene, const char *array, char *text, size_t size)
{
    const int members = scene->drawn.members;
    const int domains = scene->drawn.domains;
    if (scene->op == OP_ALL_GATHER) {
        (void)snprintf(text, size, "S/g = %s/%d", array, members);
    } else if (scene->op == OP_REDUCE_SCATTER) {
        (void)snprintf(text, size, "S");
    } else if (domains == 1) {
        (void)snprintf(text, size, "(1 + 1/g) · S = (1 + 1/%d) · %s", members, array);
    } else {
        (void)snprintf(text, size, "(1 + 1/%d + 2 · %d/%d) · %s", members, domains - 1, domains * members, array);
    }
}

void ring_say_bytes(const struct app *app, const struct ring_scene *scene, char *text, size_t size)
{
    const int ranks = scene->drawn.ranks;
    char array[VALUE];
    char bytes[VALUE];
    char formula[PIECE];
    quantity_say(scene->size, UNIT_BYTES, array, sizeof array);
    quantity_say(bytes_of(app, scene), UNIT_BYTES, bytes, sizeof bytes);
    if (scene->family == FAMILY_IN_SWITCH) {
        say_switch_bytes(scene, array, formula, sizeof formula);
    } else if (scene->op == OP_ALL_REDUCE) {
        (void)snprintf(formula, sizeof formula, "2(n−1)/n · S = 2 · %d/%d · %s", ranks - 1, ranks, array);
    } else {
        (void)snprintf(formula, sizeof formula, "(n−1)/n · S = %d/%d · %s", ranks - 1, ranks, array);
    }
    (void)snprintf(text, size, "%s = %s", formula, bytes);
}

/* The steps of one phase, or of two alike. */
static void say_tree_steps(const struct ring_scene *scene, char *text, size_t size)
{
    const int members = scene->drawn.members;
    const int domains = scene->drawn.domains;
    if (scene->op != OP_ALL_REDUCE) {
        (void)snprintf(text, size, "log2 n, rounded up");
    } else if (domains == 1) {
        (void)snprintf(text, size, "2(g−1) = 2 · %d", members - 1);
    } else if (members == 1) {
        (void)snprintf(text, size, "2 log2 N, rounded up = 2 · %d", tree_steps(domains) / 2);
    } else {
        (void)snprintf(text, size, "2(g−1) + 2 log2 N = 2 · %d + 2 · %d", members - 1, tree_steps(domains) / 2);
    }
}

void ring_say_steps(const struct ring_scene *scene, char *text, size_t size)
{
    const struct walk_setting setting = ring_setting(scene, scene->family);
    const struct group *group = &scene->drawn;
    const bool both = scene->op == OP_ALL_REDUCE;
    char formula[PIECE];
    switch (scene->family) {
    case FAMILY_TREE:
        say_tree_steps(scene, formula, sizeof formula);
        break;
    case FAMILY_IN_SWITCH:
        (void)snprintf(formula, sizeof formula,
                       !both                ? "one way through the switch"
                       : group->domains > 1 ? "2 + 2 log2 N"
                                            : "to the switch, and back");
        break;
    case FAMILY_HIERARCHICAL:
        (void)snprintf(formula, sizeof formula, both ? "2(g−1) + 2(N−1) = 2 · %d + 2 · %d" : "(g−1) + (N−1) = %d + %d",
                       group->members - 1, group->domains - 1);
        break;
    default:
        (void)snprintf(formula, sizeof formula, both ? "2(n−1) = 2 · %d" : "n−1 = %d−1",
                       both ? group->ranks - 1 : group->ranks);
        break;
    }
    const int steps = walk_steps(&setting);
    (void)snprintf(text, size, "%s = %d step%s", formula, steps, steps == 1 ? "" : "s");
}

void ring_say_in_step(const struct app *app, const struct ring_scene *scene, char *text, size_t size)
{
    const struct traffic *traffic = ring_traffic(&app->result, scene->part);
    char time[VALUE];
    text[0] = '\0';
    if (scene->supposed || app->ring.op_chosen || traffic == NULL || !(traffic->count > 1.0)) {
        return;
    }
    quantity_say(traffic->time, UNIT_SECONDS, time, sizeof time);
    (void)snprintf(text, size, "in the step %.0f %s: %s", traffic->count, scene->part == PART_DP ? "pieces" : "such",
                   time);
}
