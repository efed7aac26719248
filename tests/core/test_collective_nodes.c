/* test_collective_nodes.c: all-reduces and gathers over two nodes of eight: what more channels, doubled buffers and the
 * library's own choice make of them. */
#include "core/collective.h"
#include "expect.h"

static const double US = 1e-6, MIB = 1024.0 * 1024, GIB = 1024.0 * 1024 * 1024;

struct card {
    enum generation generation;
    struct scaleup scaleup;
};
static const struct card a100 = {GENERATION_AMPERE, {SCALEUP_SWITCH, 8, 300e9, 0.95e-6, 7.9e-6}};
static const struct card h100 = {GENERATION_HOPPER, {SCALEUP_SWITCH, 8, 450e9, 0.855e-6, 4.4e-6}};

static const struct nic infiniband = {FABRIC_INFINIBAND, 50e9, 8, 12e-6, 0.98};

struct placed {
    struct scenario scenario;
    struct group group;
};

static struct placed two_nodes(const struct card *card, struct nic nic)
{
    struct placed placed = {
        .scenario = {.gpu = {.generation = card->generation},
                     .cluster = {.gpus = 16, .node_gpus = 8, .scaleup = card->scaleup, .nic = nic},
                     .execution = {.basis = BASIS_ACHIEVED, .ring = RING_RAIL, .in_switch = true}},
    };
    placed.group = group_place(&placed.scenario.cluster, 16, 1);
    return placed;
}

static struct collective_cost cost_of(const struct placed *placed, enum collective_op op, double size)
{
    return collective_time(op, size, &placed->group, &placed->scenario);
}

/* nccl-tests over two a3-mega of 2024, us (a GKE guide in Japanese; create-a3mega): by GPUDirect-TCPXO, whose settings
 * allow Simple alone and double the buffers, a gather waits for its chunks beside its bytes, and a tree fills with 16
 * MiB. */
static void chunks_of_tcpxo_are_waited_for(void **state)
{
    (void)state;
    static const struct nic tcpxo = {FABRIC_TCPXO1, 25e9, 8, 40e-6, 0.96};
    const struct placed two = two_nodes(&h100, tcpxo);
    expect("gather, 8 MiB", cost_of(&two, OP_ALL_GATHER, 8 * MIB).seconds, 356 * US, 0.08);
    expect("gather, 32 MiB", cost_of(&two, OP_ALL_GATHER, 32 * MIB).seconds, 451 * US, 0.08);
    expect("gather, 1 GiB", cost_of(&two, OP_ALL_GATHER, GIB).seconds, 5494 * US, 0.03);
    expect("all-reduce, 1 MiB", cost_of(&two, OP_ALL_REDUCE, MIB).seconds, 203 * US, 0.08);
    expect("all-reduce, 128 MiB", cost_of(&two, OP_ALL_REDUCE, 128 * MIB).seconds, 1652 * US, 0.08);
}

/* Two p5.48xlarge, us (awsome-distributed-training): one channel carries 4 KiB in LL, sixteen 64 KiB, and the last of
 * them ends a crossing. By hand, on top of a crossing of 2/3 * 40 us each way: 4 doublings of 0.08. */
static void a_crossing_ends_with_the_last_channel(void **state)
{
    (void)state;
    static const struct nic efa = {FABRIC_EFA, 50e9, 8, 40e-6, 0.9};
    const struct placed two = two_nodes(&h100, efa);
    const struct collective_cost one = cost_of(&two, OP_ALL_REDUCE, 4096);
    const struct collective_cost sixteen = cost_of(&two, OP_ALL_REDUCE, 65536);
    const struct collective_cost more = cost_of(&two, OP_ALL_REDUCE, 131072);
    assert_int_equal(sixteen.protocol, PROTOCOL_LL);
    expect("4 KiB", one.seconds, 79 * US, 0.1);
    expect("64 KiB beyond 4", sixteen.latency - one.latency, 2 * 2.0 / 3 * 40 * US * 4 * 0.08, 1e-9);
    expect("no further channel", more.latency, sixteen.latency, 1e-12);
}

/* Two nodes by NCCL's own estimate: it takes LL128 for 256 KiB among A100, whose hosts are AMD's (68 us on Azure and on
 * OCI), and the switches for 4 MiB among H100 (110 us on Nebius, 111 in issue 309 of nccl-tests). */
static void a_tree_s_rate_steps_by_size(void **state)
{
    (void)state;
    const struct placed ampere = two_nodes(&a100, infiniband);
    const struct placed hopper = two_nodes(&h100, infiniband);
    assert_int_equal(cost_of(&ampere, OP_ALL_REDUCE, 128 * 1024).protocol, PROTOCOL_LL);
    assert_int_equal(cost_of(&ampere, OP_ALL_REDUCE, 256 * 1024).protocol, PROTOCOL_LL128);
    assert_int_equal(cost_of(&ampere, OP_ALL_REDUCE, 64 * MIB).protocol, PROTOCOL_LL128);
    assert_int_equal(cost_of(&ampere, OP_ALL_REDUCE, 128 * MIB).protocol, PROTOCOL_SIMPLE);
    assert_int_equal(cost_of(&hopper, OP_ALL_REDUCE, 2 * MIB).protocol, PROTOCOL_LL128);
    expect("4 MiB", cost_of(&hopper, OP_ALL_REDUCE, 4 * MIB).seconds, 110 * US, 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_of_tcpxo_are_waited_for),
        cmocka_unit_test(a_crossing_ends_with_the_last_channel),
        cmocka_unit_test(a_tree_s_rate_steps_by_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
