/* test_collective_mesh.c: collectives over a mesh of links, as RCCL runs them on MI300X. */
#include "core/collective.h"
#include "expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct placed {
    struct scenario scenario;
    struct group group;
};

/* `members` GPUs of eight in each of `domains`, a NIC each. */
static struct placed place(enum generation generation, int domains, int members)
{
    struct placed placed = {
        .scenario = {.gpu = {.generation = generation},
                     .cluster = {.gpus = 8 * domains,
                                 .node_gpus = 8,
                                 .scaleup = {SCALEUP_MESH, 8, 448e9, 0.6e-6, 5.25e-6},
                                 .nic = {FABRIC_ROCE, 50e9, 8, 12e-6, 0.97}},
                     .execution = {.basis = BASIS_ACHIEVED, .ring = RING_RAIL, .in_switch = true}},
    };
    placed.group = group_place(&placed.scenario.cluster, members * domains, 1);
    return placed;
}

static struct collective_cost cost_of(const struct placed *placed, double size)
{
    return collective_time(OP_ALL_REDUCE, size, &placed->group, &placed->scenario);
}

/* By hand: all pairs take 20.37 us and W/(0.506 * 448 GB/s), W = 1.75 S; a ring of eight 61.53 us and W/(0.709 * 448
 * GB/s), of four, which have three links each, 43.77 us and 1.5 S/(0.709 * 192 GB/s). Three tables of eight MI300X have
 * 27 to 28 us for 1 MiB, 149 to 153 for 16, and 244 to 246 for 32, which a ring carries. */
static void eight_gpus_send_all_pairs_at_once(void **state)
{
    (void)state;
    static const struct {
        int members;
        double size, microseconds;
        enum collective_algorithm algorithm;
    } cases[] = {
        {8, 1048576, 28.465, ALGORITHM_TWO_SHOT},
        {8, 16777216, 149.888, ALGORITHM_TWO_SHOT},
        {8, 33554432, 246.400, ALGORITHM_RING},
        {4, 16777216, 228.639, ALGORITHM_RING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct placed placed = place(GENERATION_CDNA3, 1, cases[i].members);
        const struct collective_cost cost = cost_of(&placed, cases[i].size);
        assert_int_equal(cost.algorithm, cases[i].algorithm);
        expect("seconds", cost.seconds, cases[i].microseconds * 1e-6, 1e-4);
    }
}

/* Sizes from 1 KiB to 16 GB, each 1.3 times the one before. */
#define SIZES 64

static double size_at(int step)
{
    return 1024 * pow(1.3, step);
}

/* Neither NCCL on superchips that are joined so, nor RCCL over nodes. */
static void nobody_else_sends_all_pairs(void **state)
{
    (void)state;
    const struct placed superchips = place(GENERATION_HOPPER, 1, 8);
    const struct placed nodes = place(GENERATION_CDNA3, 2, 8);
    for (int step = 0; step < SIZES; step++) {
        assert_int_not_equal(cost_of(&superchips, size_at(step)).algorithm, ALGORITHM_TWO_SHOT);
        assert_int_not_equal(cost_of(&nodes, size_at(step)).algorithm, ALGORITHM_TWO_SHOT);
    }
}

static void only_the_latest_has_ll128_and_only_over_nodes(void **state)
{
    (void)state;
    static const struct {
        enum generation generation;
        int domains, has;
    } cases[] = {
        {GENERATION_CDNA4, 2, 1}, {GENERATION_CDNA4, 1, 0}, {GENERATION_CDNA3, 2, 0}, {GENERATION_CDNA3, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct placed placed = place(cases[i].generation, cases[i].domains, 8);
        int seen = 0;
        for (int step = 0; step < SIZES; step++) {
            seen = seen || cost_of(&placed, size_at(step)).protocol == PROTOCOL_LL128;
        }
        assert_int_equal(seen, cases[i].has);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_gpus_send_all_pairs_at_once),
        cmocka_unit_test(nobody_else_sends_all_pairs),
        cmocka_unit_test(only_the_latest_has_ll128_and_only_over_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
