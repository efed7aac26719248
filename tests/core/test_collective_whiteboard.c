/* test_collective_whiteboard.c: closed forms against hand-worked figures and against simulations that send every
 * message. */
#include "core/collective.h"
#include "core/collective_whiteboard.h"
#include "expect.h"
#include "simulation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* ---- worked by hand ---- */

static struct scenario nodes_of_eight(enum link_basis basis, enum ring_model ring)
{
    return (struct scenario){
        .gpu = {.generation = GENERATION_HOPPER},
        .cluster = {.gpus = 64,
                    .node_gpus = 8,
                    .scaleup = {.kind = SCALEUP_SWITCH, .size = 8, .bandwidth = 450e9},
                    .nic = {.bandwidth = 50e9, .per_node = 8, .efficiency = 0.98}},
        .execution = {.basis = basis, .ring = ring},
    };
}

/* Llama 3 70B: 320 all-reduces a step of 8192 tokens * 8192 * 2 bytes. */
static const double tp_message = 134217728;
static const int tp_count = 320;

static void tensor_parallel_all_reduces_of_70b_take_what_the_whiteboard_says(void **state)
{
    (void)state;
    struct scenario scenario = nodes_of_eight(BASIS_HEADLINE, RING_FLAT);
    struct group group = group_place(&scenario.cluster, 8, 1);
    struct collective_cost cost = collective_time(OP_ALL_REDUCE, tp_message, &group, &scenario);
    expect("bytes, TP8", tp_count * cost.bytes, 75.16e9, 1e-4);
    expect("TP8 at 900 GB/s", tp_count * cost.seconds, 83.51e-3, 1e-4);
    assert_int_equal(cost.tier, TIER_SCALEUP);
    assert_int_equal(cost.algorithm, ALGORITHM_RING);

    scenario.cluster.scaleup.size = 1;
    group = group_place(&scenario.cluster, 8, 1);
    cost = collective_time(OP_ALL_REDUCE, tp_message, &group, &scenario);
    expect("TP8 at 50 GB/s", tp_count * cost.seconds, 1.5032, 1e-4);
    assert_int_equal(cost.tier, TIER_NIC);
}

static void two_nodes_use_the_nics_of_all_members(void **state)
{
    (void)state;
    struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_RAIL);
    const struct group group = group_place(&scenario.cluster, 16, 1);
    struct collective_cost cost = collective_time(OP_ALL_REDUCE, tp_message, &group, &scenario);
    expect("bytes, TP16", tp_count * cost.bytes, 80.53e9, 1e-4);
    expect("TP16, rail", tp_count * cost.seconds, 0.2013, 3e-4);
    assert_int_equal(cost.tier, TIER_NIC);
    scenario.execution.ring = RING_FLAT;
    cost = collective_time(OP_ALL_REDUCE, tp_message, &group, &scenario);
    expect("TP16, flat", tp_count * cost.seconds, 80.53e9 / 50e9, 1e-4);
}

static void only_nvlink_and_xgmi_have_a_headline(void **state)
{
    (void)state;
    static const struct {
        enum scaleup_kind kind;
        double bandwidth, seconds; /* of a send of 9 GB */
    } rows[] = {
        {SCALEUP_SWITCH, 450e9, 0.010}, {SCALEUP_MESH, 450e9, 0.010},       {SCALEUP_CUBE, 150e9, 0.030},
        {SCALEUP_PCIE, 64e9, 0.140625}, {SCALEUP_PCIE_HOST, 32e9, 0.28125},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scenario scenario = nodes_of_eight(BASIS_HEADLINE, RING_FLAT);
        scenario.cluster.scaleup.kind = rows[i].kind;
        scenario.cluster.scaleup.bandwidth = rows[i].bandwidth;
        const struct group group = group_place(&scenario.cluster, 2, 1);
        const double seconds = collective_time(OP_SEND, 9e9, &group, &scenario).seconds;
        expect(choice_name(&scaleup_names, (int)rows[i].kind), seconds, rows[i].seconds, 1e-12);
    }
}

/* 14 steps of which ceil(14 * 2/8) = 4 cross. */
static void latency_counts_the_ring_steps_that_cross(void **state)
{
    (void)state;
    struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_RAIL);
    scenario.cluster.scaleup.size = 4;
    scenario.cluster.scaleup.latency = 1e-6;
    scenario.cluster.nic.latency = 12e-6;
    const struct group group = group_place(&scenario.cluster, 8, 1);
    const struct collective_cost cost = collective_time(OP_ALL_REDUCE, 0, &group, &scenario);
    expect("8 ranks in 2 domains", cost.seconds, (10 * 1 + 4 * 12) * 1e-6, 1e-12);
    assert_int_equal((int)cost.steps, 14);
}

/* nccl-tests issue 130: with N nodes an all-to-all shows N/(N-1) times the NIC, here (n-1)/(n-g). */
static void an_all_to_all_over_two_nodes_shows_more_than_the_nic(void **state)
{
    (void)state;
    const struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_RAIL);
    const struct group group = group_place(&scenario.cluster, 16, 1);
    const struct collective_cost cost = collective_time(OP_ALL_TO_ALL, 1e9, &group, &scenario);
    expect("16 ranks", collective_bus_bandwidth(OP_ALL_TO_ALL, 1e9, 16, cost.seconds), 50e9 * 15 / 8, 1e-12);
}

/* Two nodes: a ring carries nearly twice what the single edge of a tree does (measured on p3dn: 268 and 134 ms). */
static void on_two_nodes_a_tree_sends_half_of_what_a_ring_sends(void **state)
{
    (void)state;
    const struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_FLAT);
    const struct group group = group_place(&scenario.cluster, 16, 1);
    const double ring =
        collective_whiteboard(ALGORITHM_RING, OP_ALL_REDUCE, 1e9, &group, &scenario, BASIS_DIRECTION).seconds;
    const double tree =
        collective_whiteboard(ALGORITHM_TREE, OP_ALL_REDUCE, 1e9, &group, &scenario, BASIS_DIRECTION).seconds;
    expect("ring over tree", ring / tree, 2 * 15.0 / 16, 1e-12);
}

/* A slow bridge beside a fast NIC does not hold up ranks that have nobody to talk to in their domain. */
static void one_member_a_domain_does_not_use_its_scaleup_link(void **state)
{
    (void)state;
    struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_RAIL);
    scenario.cluster.scaleup.bandwidth = 10e9;
    const struct group group = group_place(&scenario.cluster, 8, 8);
    const double seconds = collective_time(OP_ALL_GATHER, 8e9, &group, &scenario).seconds;
    expect("7 GB over 50 GB/s", seconds, 0.14, 1e-12);
}

static void what_cannot_run_has_no_time(void **state)
{
    (void)state;
    const struct scenario scenario = nodes_of_eight(BASIS_DIRECTION, RING_RAIL);
    const struct group two = group_place(&scenario.cluster, 2, 1);
    const struct group eight = group_place(&scenario.cluster, 8, 1);
    const struct group ragged = group_place(&scenario.cluster, 12, 1);
    const struct {
        enum collective_algorithm algorithm;
        enum collective_op op;
        const struct group *group;
    } rows[] = {
        {ALGORITHM_IN_SWITCH, OP_ALL_REDUCE, &two},        {ALGORITHM_IN_SWITCH, OP_ALL_REDUCE, &ragged},
        {ALGORITHM_IN_SWITCH_TREE, OP_ALL_REDUCE, &eight}, {ALGORITHM_HIERARCHICAL, OP_ALL_REDUCE, &ragged},
        {ALGORITHM_TREE, OP_ALL_GATHER, &eight},           {ALGORITHM_RING, OP_ALL_TO_ALL, &eight},
        {ALGORITHM_ONE_SHOT, OP_ALL_REDUCE, &ragged},      {ALGORITHM_NONE, OP_ALL_REDUCE, &eight},
        {ALGORITHM_PAT, OP_ALL_GATHER, &ragged},           {ALGORITHM_PAT, OP_ALL_REDUCE, &eight},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(
            isnan(collective_whiteboard(rows[i].algorithm, rows[i].op, 1e6, rows[i].group, &scenario, BASIS_DIRECTION)
                      .seconds) != 0);
    }
    assert_true(collective_whiteboard(ALGORITHM_TREE, OP_ALL_REDUCE, 1e6, &eight, &scenario, BASIS_DIRECTION).seconds >
                0);
}

/* ---- simulated ---- */

/* Rates and latencies without a common measure, and none that decides alone at every shape. */
static const double hop = 0.7e-6, crossing = 11e-6, link_rate = 431e9, nic_rate = 47e9;

/* A number of bytes that every algorithm can divide. */
static double divisible_size(int members, int domains)
{
    return 32768.0 * members * domains * members * 2;
}

struct shape {
    struct scenario scenario;
    struct group group;
    struct machine machine;
    double size;
};

static struct shape make_shape(int members, int domains, enum ring_model ring)
{
    struct shape shape = {.size = divisible_size(members, domains)};
    shape.scenario = (struct scenario){
        .cluster = {.gpus = members * domains,
                    .node_gpus = members,
                    .scaleup = {.kind = SCALEUP_SWITCH, .size = members, .bandwidth = link_rate, .latency = hop},
                    .nic = {.bandwidth = nic_rate, .per_node = members, .latency = crossing, .efficiency = 0.5}},
        .execution = {.basis = BASIS_DIRECTION, .ring = ring},
    };
    shape.group = group_place(&shape.scenario.cluster, members * domains, 1);
    shape.machine = (struct machine){.members = members,
                                     .domains = domains,
                                     .hop = hop,
                                     .crossing = crossing,
                                     .inside = link_rate,
                                     .across = nic_rate};
    return shape;
}

/* The whiteboard's ring runs everywhere at the rate of its slowest link. */
static struct machine at_slowest_link(struct machine machine, int nics)
{
    const double rails = nics * machine.across;
    double slowest = machine.inside;
    if (machine.members == 1 || (machine.domains > 1 && rails < slowest)) {
        slowest = rails;
    }
    machine.inside = slowest;
    machine.across = slowest;
    return machine;
}

static void expect_outcome(const char *what, const struct shape *shape, struct collective_cost cost,
                           struct outcome outcome)
{
    char given[96];
    (void)snprintf(given, sizeof given, "%s, %d x %d, %.0f B", what, shape->group.domains, shape->group.members,
                   shape->size);
    if (!outcome.right) {
        printf("%s: the simulation's result is wrong\n", given);
        fail();
    }
    expect(given, cost.steps, outcome.steps, 0);
    expect(given, cost.bytes, outcome.bytes, 1e-15);
    expect(given, cost.seconds, outcome.seconds, 1e-9);
    expect(given, cost.latency + cost.transfer, cost.seconds, 1e-15);
}

/* Calls check for every g * N = n with n from 2 to 64. */
static void for_every_shape(void (*check)(int members, int domains))
{
    for (int ranks = 2; ranks <= SIMULATED_RANKS; ranks++) {
        for (int members = 1; members <= ranks; members++) {
            if (ranks % members == 0) {
                check(members, ranks / members);
            }
        }
    }
}

static struct collective_cost by(enum collective_algorithm algorithm, enum collective_op op, const struct shape *shape)
{
    return collective_whiteboard(algorithm, op, shape->size, &shape->group, &shape->scenario, BASIS_DIRECTION);
}

static void check_rings(int members, int domains, enum ring_model ring)
{
    const struct shape shape = make_shape(members, domains, ring);
    const struct machine slowest = at_slowest_link(shape.machine, ring == RING_RAIL ? members : 1);
    expect_outcome("ring all-reduce", &shape, by(ALGORITHM_RING, OP_ALL_REDUCE, &shape),
                   simulate_ring_all_reduce(&slowest, shape.size));
    expect_outcome("ring reduce-scatter", &shape, by(ALGORITHM_RING, OP_REDUCE_SCATTER, &shape),
                   simulate_ring_reduce_scatter(&slowest, shape.size));
    expect_outcome("ring all-gather", &shape, by(ALGORITHM_RING, OP_ALL_GATHER, &shape),
                   simulate_ring_all_gather(&slowest, shape.size));
    /* The last rank of a chain sends nothing; the price names what the others send. */
    struct collective_cost chain = by(ALGORITHM_CHAIN, OP_BROADCAST, &shape);
    expect("bytes of a chain", chain.bytes, shape.size, 0);
    chain.bytes = shape.size / shape.group.ranks * (shape.group.ranks - 1);
    expect_outcome("chain broadcast", &shape, chain, simulate_chain(&slowest, shape.size));
}

static void check_rail_rings(int members, int domains)
{
    check_rings(members, domains, RING_RAIL);
}

static void check_flat_rings(int members, int domains)
{
    check_rings(members, domains, RING_FLAT);
}

static void rings_equal_their_simulation(void **state)
{
    (void)state;
    for_every_shape(check_rail_rings);
    for_every_shape(check_flat_rings);
}

static void check_tree(int members, int domains)
{
    const struct shape shape = make_shape(members, domains, RING_RAIL);
    expect_outcome("tree", &shape, by(ALGORITHM_TREE, OP_ALL_REDUCE, &shape),
                   simulate_tree(&shape.machine, shape.size));
}

static void trees_equal_their_simulation(void **state)
{
    (void)state;
    for_every_shape(check_tree);
}

static void a_tree_of_single_ranks_has_twice_the_logarithm_of_steps(void **state)
{
    (void)state;
    for (int ranks = 2; ranks <= SIMULATED_RANKS; ranks++) {
        const struct shape shape = make_shape(1, ranks, RING_RAIL);
        assert_int_equal(simulate_tree(&shape.machine, shape.size).steps, tree_steps(ranks));
    }
}

static void check_hierarchical(int members, int domains)
{
    const struct shape shape = make_shape(members, domains, RING_RAIL);
    expect_outcome("hierarchical", &shape, by(ALGORITHM_HIERARCHICAL, OP_ALL_REDUCE, &shape),
                   simulate_hierarchical(&shape.machine, shape.size));
}

static void hierarchical_all_reduces_equal_their_simulation(void **state)
{
    (void)state;
    for_every_shape(check_hierarchical);
}

static void check_in_switch(int members, int domains)
{
    if (members < 3) {
        return;
    }
    const enum collective_algorithm algorithm = domains == 1 ? ALGORITHM_IN_SWITCH : ALGORITHM_IN_SWITCH_TREE;
    const struct shape shape = make_shape(members, domains, RING_RAIL);
    expect_outcome("in-switch", &shape, by(algorithm, OP_ALL_REDUCE, &shape),
                   simulate_in_switch(&shape.machine, shape.size));
}

static void in_switch_all_reduces_equal_their_simulation(void **state)
{
    (void)state;
    for_every_shape(check_in_switch);
}

static void check_pairwise(int members, int domains)
{
    const struct shape rail = make_shape(members, domains, RING_RAIL);
    expect_outcome("all-to-all", &rail, by(ALGORITHM_PAIRWISE, OP_ALL_TO_ALL, &rail),
                   simulate_pairwise_on_both_links(&rail.machine, rail.size));
    const struct shape flat = make_shape(members, domains, RING_FLAT);
    const struct machine slowest = at_slowest_link(flat.machine, 1);
    expect_outcome("all-to-all, flat", &flat, by(ALGORITHM_PAIRWISE, OP_ALL_TO_ALL, &flat),
                   simulate_pairwise_in_turn(&slowest, flat.size));
}

static void all_to_alls_equal_their_simulation(void **state)
{
    (void)state;
    for_every_shape(check_pairwise);
}

/* An all-gather in which each rank sends all that the rank so many places on lacks, at double the distance each time:
 * every rank ends with every block, and nobody sends more than the others. */
static void aggregated_trees_equal_their_simulation(void **state)
{
    (void)state;
    for (int ranks = 2; ranks <= SIMULATED_RANKS; ranks++) {
        const struct shape shape = make_shape(1, ranks, RING_RAIL);
        int blocks = 1;
        int sent = 0;
        int steps = 0;
        for (; blocks < ranks; steps++) {
            const int lacking = ranks - blocks < blocks ? ranks - blocks : blocks;
            sent += lacking;
            blocks += lacking;
        }
        const struct collective_cost cost = by(ALGORITHM_PAT, OP_ALL_GATHER, &shape);
        expect("steps", cost.steps, steps, 0);
        expect("bytes", cost.bytes, sent * shape.size / ranks, 1e-12);
        expect("seconds", cost.seconds, steps * crossing + sent * shape.size / ranks / nic_rate, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensor_parallel_all_reduces_of_70b_take_what_the_whiteboard_says),
        cmocka_unit_test(two_nodes_use_the_nics_of_all_members),
        cmocka_unit_test(only_nvlink_and_xgmi_have_a_headline),
        cmocka_unit_test(latency_counts_the_ring_steps_that_cross),
        cmocka_unit_test(an_all_to_all_over_two_nodes_shows_more_than_the_nic),
        cmocka_unit_test(on_two_nodes_a_tree_sends_half_of_what_a_ring_sends),
        cmocka_unit_test(one_member_a_domain_does_not_use_its_scaleup_link),
        cmocka_unit_test(what_cannot_run_has_no_time),
        cmocka_unit_test(rings_equal_their_simulation),
        cmocka_unit_test(trees_equal_their_simulation),
        cmocka_unit_test(a_tree_of_single_ranks_has_twice_the_logarithm_of_steps),
        cmocka_unit_test(hierarchical_all_reduces_equal_their_simulation),
        cmocka_unit_test(in_switch_all_reduces_equal_their_simulation),
        cmocka_unit_test(aggregated_trees_equal_their_simulation),
        cmocka_unit_test(all_to_alls_equal_their_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
