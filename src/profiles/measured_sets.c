/* measured_sets.c: the table of sets, and which rows each holds. */
#include "profiles/measured_sets.h"

#include "core/accuracy.h"
#include "core/letters.h"
#include "core/transformer.h"

#include <math.h>
#include <string.h>

/* ---- which rows ---- */

static bool is_stated(const struct measured_case *one)
{
    return one->profile->measurements->unstated[0] == '\0';
}

static bool is_unseen(const struct measured_case *one)
{
    return one->profile->measurements->unseen[0] != '\0';
}

static bool is_step(const struct measured_case *one)
{
    return one->run != NULL && one->run->scenario.mode == MODE_TRAINING && is_stated(one) &&
           !measured_run_is_memory(one->run);
}

static bool is_training(const struct measured_case *one)
{
    return is_step(one) && !is_unseen(one);
}

static bool is_mixture(const struct measured_case *one)
{
    return transformer_is_moe(&one->run->scenario.model);
}

static bool is_low_precision(const struct measured_case *one)
{
    const enum precision precision = one->run->scenario.strategy.precision;
    return precision == PRECISION_FP8 || precision == PRECISION_MXFP8 || precision == PRECISION_NVFP4;
}

/* The source of single-node runs, of which there are more than of all others together: a set of its own. */
static const char one_node[] = "vTrain, one node";
static const char many_nodes[] = "vTrain, many nodes";
static const char korthikanti[] = "Korthikanti 2022";

static bool is_of_source(const struct measured_case *one, const void *name)
{
    return one->run != NULL && strcmp(one->profile->name, name) == 0;
}

static bool is_of_source_with_small_tp(const struct measured_case *one, const void *name)
{
    enum { NODE = 8 };
    return is_of_source(one, name) && one->run->scenario.strategy.tp <= NODE;
}

static bool is_dense(const struct measured_case *one)
{
    return is_training(one) && !is_mixture(one) && !is_of_source(one, one_node);
}

static bool is_dense_16_bit(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_dense(one) && !is_low_precision(one);
}

static bool is_dense_low(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_dense(one) && is_low_precision(one);
}

static bool is_training_mixture(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_training(one) && is_mixture(one);
}

/* Too short for what the model leaves out of a step's start, and issued kernel by kernel. */
static bool is_short_and_eager(const struct measured_case *one, const void *what)
{
    static const double SHORT_STEP = 0.5; /* s */
    (void)what;
    if (!is_step(one) || reach_of(&one->run->scenario) == REACH_DOMAIN) {
        return false;
    }
    const enum execution_style style = one->run->scenario.execution.style;
    return one->row.measured < SHORT_STEP && style != STYLE_GRAPH && style != STYLE_PART_GRAPH;
}

static bool is_decode(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->run != NULL && one->run->scenario.mode == MODE_DECODE && is_stated(one) && !is_unseen(one);
}

static bool is_unseen_step(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_step(one) && is_unseen(one);
}

static bool is_memory(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->run != NULL && measured_run_is_memory(one->run);
}

static bool is_unseen_service(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->run != NULL && one->run->scenario.mode != MODE_TRAINING && is_stated(one) && is_unseen(one);
}

static bool is_any_decode(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->run != NULL && one->run->scenario.mode == MODE_DECODE && !is_unseen(one);
}

static bool is_prefill(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->run != NULL && one->run->scenario.mode == MODE_PREFILL && is_stated(one) && !is_unseen(one);
}

static bool is_unseen_collective(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->collective != NULL && is_stated(one) && is_unseen(one);
}

static bool is_collective(const struct measured_case *one)
{
    return one->collective != NULL && is_stated(one) && !is_unseen(one);
}

/* Inside one scale-up domain of that kind. */
static bool is_inside(const struct measured_case *one, const void *kind)
{
    return is_collective(one) && one->collective->group.domains == 1 &&
           one->collective->scenario.cluster.scaleup.kind == *(const enum scaleup_kind *)kind;
}

/* Sizes from which bandwidth decides across nodes. */
static const double LARGE = 1e6;

enum { WHOLE_NODE = 8 };

static bool is_across_whole_nodes(const struct measured_case *one)
{
    return is_collective(one) && one->collective->group.domains > 1 && one->collective->group.members >= WHOLE_NODE;
}

static bool is_large_across_whole_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_across_whole_nodes(one) && one->size >= LARGE;
}

static bool is_small_across_whole_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_across_whole_nodes(one) && one->size < LARGE;
}

static bool is_across_parts_of_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_collective(one) && one->collective->group.domains > 1 && !is_across_whole_nodes(one);
}

/* ---- the sets ---- */

static const enum scaleup_kind switched = SCALEUP_SWITCH;
static const enum scaleup_kind mesh = SCALEUP_MESH;
static const enum scaleup_kind cube = SCALEUP_CUBE;
static const enum scaleup_kind pcie = SCALEUP_PCIE;

const struct measured_set measured_sets[] = {
    {.name = "many A100 nodes",
     .title = "vTrain's runs over several nodes, TP to 8",
     .holds = is_of_source_with_small_tp,
     .what = many_nodes,
     .aim = {.mean = 0.06, .pairs = 0.86}},
    {.name = "one A100 node",
     .title = "vTrain's runs on one node: small models, bound by their host",
     .holds = is_of_source,
     .what = one_node,
     .aim = {.mean = 0.06, .pairs = 0.95}},
    {.name = "Korthikanti, table 5",
     .title = "22B to 1T, with full and selective recomputation",
     .holds = is_of_source,
     .what = korthikanti,
     .aim = {.mean = 0.015, .worst = 0.03}},
    {.name = "dense, 16 bit",
     .title = "training steps of dense models in bf16 and fp16, all sources but the one-node runs",
     .holds = is_dense_16_bit,
     .aim = {.median = 0.03, .p90 = 0.10}},
    {.name = "dense, 8 and 4 bit",
     .title = "training steps of dense models in fp8, mxfp8 and nvfp4",
     .holds = is_dense_low,
     .aim = {.median = 0.028, .p90 = 0.08}},
    {.name = "mixtures",
     .title = "training steps of mixtures of experts",
     .holds = is_training_mixture,
     .aim = {.median = 0.05, .p90 = 0.13, .pairs = 0.93}},
    {.name = "short eager steps",
     .title = "below 0.5 s, over several nodes, not in one graph; unseen ones, too",
     .holds = is_short_and_eager,
     .aim = {.median = 0.20}},
    {.name = "decode",
     .title = "decode steps and whole requests",
     .holds = is_decode,
     .aim = {.median = 0.04, .p90 = 0.15}},
    {.name = "decode, speed-up",
     .title = "decode steps on two TP sizes, those of weakly stated sources included: only their ratio counts",
     .holds = is_any_decode,
     .aim = {.speedup = 0.029}},
    {.name = "prefill",
     .title = "times to the first token, and requests that are nearly all prompt",
     .holds = is_prefill,
     .aim = {.median = 0.07, .p90 = 0.22}},
    {.name = "unseen, training", .title = "training steps that no constant was fitted to", .holds = is_unseen_step},
    {.name = "memory", .title = "bytes that a framework allocates, on the fullest GPU", .holds = is_memory},
    {.name = "unseen, serving",
     .title = "decode steps and prefills that no constant was fitted to",
     .holds = is_unseen_service},
    {.name = "NVSwitch",
     .title = "collectives inside one NVSwitch domain",
     .holds = is_inside,
     .what = &switched,
     .aim = {.median = 0.033, .p90 = 0.11}},
    {.name = "PCIe", .title = "collectives over PCIe", .holds = is_inside, .what = &pcie, .aim = {.median = 0.06}},
    {.name = "xGMI", .title = "collectives over xGMI", .holds = is_inside, .what = &mesh, .aim = {.median = 0.06}},
    {.name = "NVLink cube", .title = "collectives over NVLink without a switch", .holds = is_inside, .what = &cube},
    {.name = "nodes of 8, large",
     .title = "collectives over nodes of 8 GPUs and 8 NICs, from 1 MB",
     .holds = is_large_across_whole_nodes,
     .aim = {.median = 0.06, .p90 = 0.25}},
    {.name = "nodes of 8, small", .title = "the same below 1 MB", .holds = is_small_across_whole_nodes},
    {.name = "parts of nodes",
     .title = "collectives over nodes of which a group holds fewer than 8 GPUs",
     .holds = is_across_parts_of_nodes},
    {.name = "unseen, collectives",
     .title = "collectives of tables that no constant was fitted to",
     .holds = is_unseen_collective},
};

const int measured_set_count = sizeof measured_sets / sizeof measured_sets[0];

bool measured_set_counts(const struct measured_set *set, const struct measured_case *one)
{
    return one->profile->builtin && set->holds(one, set->what);
}

static bool counts_in(const struct measured_case *one, const void *set)
{
    return measured_set_counts(set, one);
}

struct validation_errors measured_set_errors(const struct measured_set *set, const struct measured_cases *cases)
{
    return measured_errors(cases, counts_in, set);
}

const struct measured_set *measured_set_find(const char *name)
{
    for (int i = 0; i < measured_set_count; i++) {
        if (names_are_same(measured_sets[i].name, name)) {
            return &measured_sets[i];
        }
    }
    return NULL;
}

/* ---- aims ---- */

int measured_set_aims(const struct measured_set *set, const struct validation_errors *errors,
                      struct aimed_figure *figures)
{
    const double pairs = errors->pairs > 0 ? (double)errors->pairs_right / errors->pairs : NAN;
    const struct aimed_figure all[AIMED_FIGURES] = {
        {"median", errors->median, set->aim.median, false},
        {"mean", errors->mean, set->aim.mean, false},
        {"p90", errors->p90, set->aim.p90, false},
        {"worst", errors->most, set->aim.worst, false},
        {"pairs", pairs, set->aim.pairs, true},
        {"speed-up", errors->speedup, set->aim.speedup, false},
    };
    int count = 0;
    for (int i = 0; i < AIMED_FIGURES; i++) {
        if (all[i].aim > 0) {
            figures[count++] = all[i];
        }
    }
    return count;
}

bool aim_is_reached(const struct aimed_figure *figure)
{
    return figure->is_least ? figure->value >= figure->aim : figure->value <= figure->aim;
}
