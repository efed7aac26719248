/* test_collective.c: bytes, steps, conversions, and what must hold for every collective on every cluster. */
#include "core/collective.h"
#include "expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Gradients of Llama 3 8B, 2 bytes each. */
static void gradients_of_8b_send_what_the_whiteboard_says(void **state)
{
    (void)state;
    expect("8 GPUs", collective_bytes_sent(OP_ALL_REDUCE, 16.061e9, 8), 28.106e9, 1e-4);
    expect("64 GPUs", collective_bytes_sent(OP_ALL_REDUCE, 16.061e9, 64), 31.62e9, 1e-4);
}

static void bytes_sent_follow_the_operation(void **state)
{
    (void)state;
    static const double expected[OP_COUNT] = {
        [OP_ALL_REDUCE] = 1500, [OP_ALL_GATHER] = 750, [OP_REDUCE_SCATTER] = 750,
        [OP_ALL_TO_ALL] = 750,  [OP_BROADCAST] = 1000, [OP_SEND] = 1000,
    };
    for (int op = 0; op < OP_COUNT; op++) {
        expect(choice_name(&collective_names, op), collective_bytes_sent((enum collective_op)op, 1000, 4), expected[op],
               0);
        expect("a single rank", collective_bytes_sent((enum collective_op)op, 1000, 1), 0, 0);
    }
}

static void an_all_reduce_is_a_reduce_scatter_and_an_all_gather(void **state)
{
    (void)state;
    for (int ranks = 1; ranks <= 1000; ranks++) {
        const double whole = collective_bytes_sent(OP_ALL_REDUCE, 1e9, ranks);
        const double halves =
            collective_bytes_sent(OP_REDUCE_SCATTER, 1e9, ranks) + collective_bytes_sent(OP_ALL_GATHER, 1e9, ranks);
        expect("bytes", whole, halves, 1e-15);
        assert_int_equal(ring_steps(OP_ALL_REDUCE, ranks),
                         ring_steps(OP_REDUCE_SCATTER, ranks) + ring_steps(OP_ALL_GATHER, ranks));
    }
}

static void trees_are_as_deep_as_the_logarithm(void **state)
{
    (void)state;
    static const int steps[][2] = {{1, 0},   {2, 2},     {3, 4},     {4, 4},     {5, 6},      {8, 6},      {9, 8},
                                   {64, 12}, {1000, 20}, {1024, 20}, {1025, 22}, {16384, 28}, {100000, 34}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(tree_steps(steps[i][0]), steps[i][1]);
    }
}

/* nccl-tests, doc/PERFORMANCE.md: busbw = algbw * 2(n-1)/n for an all-reduce, (n-1)/n for its halves, 1 for a
 * broadcast. */
static void bus_bandwidth_is_that_of_nccl_tests(void **state)
{
    (void)state;
    expect("all-reduce", collective_bus_bandwidth(OP_ALL_REDUCE, 8e9, 8, 0.04), 200e9 * 1.75, 1e-12);
    expect("all-gather", collective_bus_bandwidth(OP_ALL_GATHER, 8e9, 8, 0.04), 200e9 * 0.875, 1e-12);
    expect("broadcast", collective_bus_bandwidth(OP_BROADCAST, 8e9, 8, 0.04), 200e9, 1e-12);
    expect("one GPU", collective_bus_bandwidth(OP_ALL_REDUCE, 8e9, 1, 0.04), 0, 0);
    expect("no time", collective_bus_bandwidth(OP_ALL_REDUCE, 8e9, 8, 0), 0, 0);
}

static void everything_has_a_name(void **state)
{
    (void)state;
    const struct choice_list *const lists[] = {&collective_names, &algorithm_names, &protocol_names, &tier_names};
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++) {
        for (int value = 0; value < lists[list]->count; value++) {
            assert_non_null(lists[list]->names[value]);
            assert_int_equal(choice_find(lists[list], lists[list]->names[value]), value);
        }
    }
}

/* ---- properties ---- */

/* One way to run a collective: hardware, placement and rules. */
struct run {
    enum collective_op op;
    struct scenario scenario;
    int ranks, stride;
};

static struct collective_cost cost_of(const struct run *run, double size)
{
    const struct group group = group_place(&run->scenario.cluster, run->ranks, run->stride);
    return collective_time(run->op, size, &group, &run->scenario);
}

static const struct gpu_links {
    enum generation generation;
    enum scaleup_kind kind;
    double bandwidth;
} links[] = {
    {GENERATION_HOPPER, SCALEUP_SWITCH, 450e9}, {GENERATION_BLACKWELL, SCALEUP_SWITCH, 900e9},
    {GENERATION_AMPERE, SCALEUP_SWITCH, 300e9}, {GENERATION_OTHER, SCALEUP_SWITCH, 600e9},
    {GENERATION_CDNA3, SCALEUP_MESH, 448e9},    {GENERATION_VOLTA, SCALEUP_CUBE, 150e9},
    {GENERATION_ADA, SCALEUP_PCIE, 31.5e9},     {GENERATION_BLACKWELL, SCALEUP_PCIE_HOST, 63e9},
};

static const int places[][3] = {
    /* ranks, stride, size of a domain */
    {2, 1, 8},  {3, 1, 8},  {8, 1, 8},   {8, 8, 8},    {16, 1, 8},
    {12, 1, 8}, {64, 2, 8}, {72, 1, 72}, {128, 1, 64}, {256, 8, 8},
};

static struct run make_run(const struct gpu_links *gpu, const int place[3], enum collective_op op, int fabric,
                           int library)
{
    return (struct run){
        .op = op,
        .ranks = place[0],
        .stride = place[1],
        .scenario = {.gpu = {.generation = gpu->generation},
                     .cluster = {.gpus = 4096,
                                 .node_gpus = 8,
                                 .scaleup = {gpu->kind, place[2], gpu->bandwidth, 1e-6, 5e-6},
                                 .nic = {(enum fabric)fabric, 50e9, 8, 12e-6, 0.95}},
                     .execution = {.library = (enum collective_library)library, .in_switch = true}},
    };
}

/* Calls check for every basis and ring model of a run. */
static void for_every_rule(struct run run, void (*check)(const struct run *run))
{
    for (int basis = 0; basis < BASIS_COUNT; basis++) {
        for (int ring = 0; ring < RING_COUNT; ring++) {
            run.scenario.execution.basis = (enum link_basis)basis;
            run.scenario.execution.ring = (enum ring_model)ring;
            check(&run);
        }
    }
}

static void for_every_run(void (*check)(const struct run *run))
{
    for (size_t gpu = 0; gpu < sizeof links / sizeof links[0]; gpu++) {
        for (size_t place = 0; place < sizeof places / sizeof places[0]; place++) {
            for (int op = 0; op < OP_COUNT; op++) {
                const int fabric = (int)(gpu + place) % FABRIC_COUNT;
                const int library = (int)(gpu + place) % LIBRARY_COUNT;
                for_every_rule(make_run(&links[gpu], places[place], (enum collective_op)op, fabric, library), check);
            }
        }
    }
}

static void fail_run(const struct run *run, const char *what, double size, double before, double after)
{
    printf("%s of %.6g B, %d ranks %d apart, %s, %s, %s: %s: %.12g s, then %.12g s\n",
           choice_name(&collective_names, (int)run->op), size, run->ranks, run->stride,
           choice_name(&generation_names, (int)run->scenario.gpu.generation),
           choice_name(&scaleup_names, (int)run->scenario.cluster.scaleup.kind),
           choice_name(&basis_names, (int)run->scenario.execution.basis), what, before, after);
    fail();
}

/* Rounding may move a sum of two by its last digits. */
static int greater(double one, double other)
{
    return one > other * (1 + 1e-14);
}

/* Sizes from 1 B to 16 GiB: close together, and few. */
enum { FINE_SIZES = 76, FEW_SIZES = 13 };

static double fine_size(int i)
{
    return pow(1.37, i);
}

static double few_size(int i)
{
    return pow(7.1, i);
}

static void check_size(const struct run *run)
{
    double before = cost_of(run, 0).seconds;
    for (int i = 0; i < FINE_SIZES; i++) {
        const double size = fine_size(i);
        const double seconds = cost_of(run, size).seconds;
        if (greater(before, seconds)) {
            fail_run(run, "more bytes are quicker", size, before, seconds);
        }
        before = seconds;
    }
}

static void time_never_falls_with_size(void **state)
{
    (void)state;
    for_every_run(check_size);
}

/* Pairs of a better machine and what is better about it. */
static void check_better(const struct run *run, const struct run *better, const char *what)
{
    for (int i = 0; i < FEW_SIZES; i++) {
        const double size = few_size(i);
        const double before = cost_of(run, size).seconds;
        const double after = cost_of(better, size).seconds;
        if (greater(after, before)) {
            fail_run(run, what, size, before, after);
        }
    }
}

static void check_improvements(const struct run *run)
{
    static const double factors[] = {1.001, 1.1, 2, 30};
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        struct run better = *run;
        better.scenario.cluster.nic.bandwidth *= factors[i];
        check_better(run, &better, "a quicker NIC is slower");
        better = *run;
        better.scenario.cluster.scaleup.bandwidth *= factors[i];
        check_better(run, &better, "a quicker scale-up link is slower");
        better = *run;
        better.scenario.cluster.nic.latency /= factors[i];
        check_better(run, &better, "less NIC latency is slower");
        better = *run;
        better.scenario.cluster.scaleup.latency /= factors[i];
        check_better(run, &better, "less scale-up latency is slower");
    }
}

static void better_links_are_never_slower(void **state)
{
    (void)state;
    for_every_run(check_improvements);
}

static void check_fields(const struct run *run)
{
    for (int i = 0; i < FEW_SIZES; i++) {
        const double size = few_size(i);
        const struct collective_cost cost = cost_of(run, size);
        const int sound = isfinite(cost.seconds) && cost.seconds > 0 && cost.latency >= 0 && cost.transfer > 0 &&
                          fabs(cost.latency + cost.transfer - cost.seconds) <= 1e-15 * cost.seconds;
        if (!sound) {
            fail_run(run, "the parts do not add up", size, cost.seconds, cost.latency + cost.transfer);
        }
        const double least = collective_bytes_sent(run->op, size, run->ranks);
        const int in_switch = cost.algorithm == ALGORITHM_IN_SWITCH || cost.algorithm == ALGORITHM_IN_SWITCH_TREE;
        if (cost.steps < 1 || cost.tier == TIER_NONE || cost.algorithm == ALGORITHM_NONE ||
            (!in_switch && cost.bytes < least)) {
            fail_run(run, "steps, link, algorithm or bytes are missing", size, cost.steps, cost.bytes);
        }
    }
}

static void every_price_gives_its_reasons(void **state)
{
    (void)state;
    for_every_run(check_fields);
}

static void check_single(const struct run *run)
{
    struct run single = *run;
    single.ranks = 1;
    const struct collective_cost cost = cost_of(&single, 1e9);
    expect("seconds of a group of one", cost.seconds, 0, 0);
    expect("bytes of a group of one", cost.bytes, 0, 0);
    assert_int_equal(cost.algorithm, ALGORITHM_NONE);
    assert_int_equal(cost.tier, TIER_NONE);
}

static void a_group_of_one_costs_nothing(void **state)
{
    (void)state;
    for_every_run(check_single);
}

/* What libraries reach is less than the line rate, where no switch adds and no engine's kernel runs. */
static void check_line_rate(const struct run *run)
{
    struct run line = *run;
    line.scenario.execution.basis = BASIS_DIRECTION;
    line.scenario.execution.ring = RING_RAIL;
    line.scenario.cluster.scaleup.latency = 0;
    line.scenario.cluster.nic.latency = 0;
    const struct collective_cost cost = cost_of(run, 16e9);
    const double bound = cost_of(&line, 16e9).seconds;
    if (run->scenario.execution.basis == BASIS_ACHIEVED && cost.algorithm == ALGORITHM_RING &&
        run->scenario.cluster.scaleup.kind == SCALEUP_SWITCH && greater(bound, cost.seconds)) {
        fail_run(run, "achieved is quicker than the line rate", 16e9, bound, cost.seconds);
    }
}

static void a_ring_never_beats_its_line_rate(void **state)
{
    (void)state;
    for_every_run(check_line_rate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_of_8b_send_what_the_whiteboard_says),
        cmocka_unit_test(bytes_sent_follow_the_operation),
        cmocka_unit_test(an_all_reduce_is_a_reduce_scatter_and_an_all_gather),
        cmocka_unit_test(trees_are_as_deep_as_the_logarithm),
        cmocka_unit_test(bus_bandwidth_is_that_of_nccl_tests),
        cmocka_unit_test(everything_has_a_name),
        cmocka_unit_test(time_never_falls_with_size),
        cmocka_unit_test(better_links_are_never_slower),
        cmocka_unit_test(every_price_gives_its_reasons),
        cmocka_unit_test(a_group_of_one_costs_nothing),
        cmocka_unit_test(a_ring_never_beats_its_line_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
