/* test_topology.c: placement of groups, shares of the network, rates inside a domain. */
#include "core/topology.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Eight nodes of eight GPUs, one 400 Gb/s port each, one NVLink domain a node. */
static const struct cluster nodes_of_eight = {
    .gpus = 64,
    .node_gpus = 8,
    .scaleup = {.kind = SCALEUP_SWITCH, .size = 8, .bandwidth = 450e9},
    .nic = {.bandwidth = 50e9, .per_node = 8},
};

static void expect(const char *given, double got, double expected)
{
    if (fabs(got - expected) > 1e-12 * fabs(expected)) {
        printf("%s: got %.17g, expected %.17g\n", given, got, expected);
        fail();
    }
}

static void expect_group(struct group group, int members, int domains)
{
    if (group.members != members || group.domains != domains) {
        printf("%d ranks: got %d members in each of %d domains, expected %d in %d\n", group.ranks, group.members,
               group.domains, members, domains);
        fail();
    }
}

static void neighbours_share_a_domain(void **state)
{
    (void)state;
    expect_group(group_place(&nodes_of_eight, 8, 1), 8, 1);
    expect_group(group_place(&nodes_of_eight, 4, 1), 4, 1);
    expect_group(group_place(&nodes_of_eight, 1, 1), 1, 1);
    expect_group(group_place(&nodes_of_eight, 16, 1), 8, 2);
    expect_group(group_place(&nodes_of_eight, 64, 1), 8, 8);
}

static void a_stride_of_a_whole_domain_leaves_one_member_in_each(void **state)
{
    (void)state;
    expect_group(group_place(&nodes_of_eight, 8, 8), 1, 8);
    expect_group(group_place(&nodes_of_eight, 2, 32), 1, 2);
    expect_group(group_place(&nodes_of_eight, 16, 4), 2, 8);
    expect_group(group_place(&nodes_of_eight, 2, 4), 2, 1);
}

static void the_emptiest_domain_counts_the_rails(void **state)
{
    (void)state;
    const struct group even = group_place(&nodes_of_eight, 16, 1);
    const struct group ragged = group_place(&nodes_of_eight, 12, 1);
    expect_group(ragged, 8, 2);
    assert_int_equal(group_rails(&even), 8);
    assert_int_equal(group_rails(&ragged), 4);
}

static void fewer_nics_than_gpus_are_shared(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    expect("eight ports for eight GPUs", network_share(&cluster), 50e9);
    cluster.nic.per_node = 4;
    expect("four ports for eight GPUs", network_share(&cluster), 25e9);
    cluster.nic = (struct nic){.bandwidth = 1.25e9, .per_node = 1};
    expect("one 10 Gb/s port for eight GPUs", network_share(&cluster), 1.25e9 / 8);
    expect("the group's share", group_place(&cluster, 8, 8).nic, 1.25e9 / 8);
}

static void a_group_within_its_pod_is_not_oversubscribed(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    cluster.pod_size = 16;
    cluster.oversubscription = 4;
    const struct group within = group_place(&cluster, 16, 1);
    assert_false(within.leaves_pod);
    expect("two nodes of one pod", within.nic, 50e9);
    const struct group beyond = group_place(&cluster, 32, 1);
    assert_true(beyond.leaves_pod);
    expect("eight of sixteen GPUs cross on a quarter of their 800 GB/s", beyond.nic, 25e9);
    /* Sixteen GPUs send 16/32 of what they have across, on 200 GB/s; 24/32 of it leaves a node. */
    expect("all sixteen", beyond.nic_pairwise, 24.0 / 32 / (16 * 16.0 / 32 / 200e9));
    const struct group far = group_place(&cluster, 2, 32);
    assert_true(far.leaves_pod);
    const struct group node = group_place(&cluster, 8, 1);
    assert_false(node.leaves_pod);
}

static void groups_that_do_not_fill_pods_straddle_them(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    cluster.gpus = 96;
    cluster.pod_size = 32;
    cluster.oversubscription = 2;
    assert_true(group_place(&cluster, 24, 1).leaves_pod); /* ranks 24 to 47 */
    cluster.gpus = 32;
    assert_false(group_place(&cluster, 24, 1).leaves_pod); /* there is no other pod */
}

/* 16 GPUs, half of them in each of two pods of 24: a pod's 24 uplinks carry 150 GB/s at an eighth, 18.75 for each of
 * eight, and all that leaves a node leaves the pod. */
static void a_group_astride_two_pods_has_half_its_peers_across(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    cluster.gpus = 96;
    cluster.pod_size = 24;
    cluster.oversubscription = 8;
    const struct group astride = group_place(&cluster, 16, 1);
    assert_true(astride.leaves_pod);
    expect("all to all", astride.nic_pairwise, 18.75e9);
}

static void a_switch_serves_any_pair_at_full_rate(void **state)
{
    (void)state;
    for (int ranks = 2; ranks <= 8; ranks++) {
        const struct group group = group_place(&nodes_of_eight, ranks, 1);
        expect("switch", scaleup_rate(&nodes_of_eight, &group), 450e9);
    }
}

/* MI300X: seven links of 64 GB/s; 2 GPUs have been measured at 47.7 GB/s bus, 8 at 312.9. */
static void a_mesh_has_one_link_for_each_peer(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    cluster.scaleup = (struct scaleup){.kind = SCALEUP_MESH, .size = 8, .bandwidth = 448e9};
    const struct group two = group_place(&cluster, 2, 1);
    const struct group four = group_place(&cluster, 4, 1);
    const struct group eight = group_place(&cluster, 8, 1);
    const struct group sixteen = group_place(&cluster, 16, 1);
    expect("one link", scaleup_link_rate(&cluster.scaleup), 64e9);
    expect("two of a mesh", scaleup_rate(&cluster, &two), 64e9);
    expect("four of a mesh", scaleup_rate(&cluster, &four), 192e9);
    expect("all of a mesh", scaleup_rate(&cluster, &eight), 448e9);
    expect("two meshes: the NIC closes one more ring", scaleup_rate(&cluster, &sixteen), 512e9);
}

/* DGX-1: one NVLink is 25 GB/s, and eight GPUs form six directed rings. */
static void a_cube_mesh_has_as_many_rings_as_its_edges_form(void **state)
{
    (void)state;
    static const int rings[] = {1, 2, 4, 2, 2, 4, 6};
    struct cluster cluster = nodes_of_eight;
    cluster.scaleup = (struct scaleup){.kind = SCALEUP_CUBE, .size = 8, .bandwidth = 150e9};
    for (int ranks = 2; ranks <= 8; ranks++) {
        const struct group group = group_place(&cluster, ranks, 1);
        expect("cube", scaleup_rate(&cluster, &group), 25e9 * rings[ranks - 2]);
    }
}

static void pcie_is_bound_by_the_bridge(void **state)
{
    (void)state;
    struct cluster cluster = nodes_of_eight;
    cluster.scaleup = (struct scaleup){.kind = SCALEUP_PCIE, .size = 8, .bandwidth = 63e9};
    const struct group two = group_place(&cluster, 2, 1);
    const struct group eight = group_place(&cluster, 8, 1);
    expect("a pair below one switch", scaleup_rate(&cluster, &two), 0.72 * 63e9);
    expect("eight with peer access", scaleup_rate(&cluster, &eight), 27.5e9);
    cluster.scaleup.kind = SCALEUP_PCIE_HOST;
    expect("eight through the host", scaleup_rate(&cluster, &eight), 15.3e9);
    expect("a pair through the host", scaleup_rate(&cluster, &two), 15.3e9);
    cluster.scaleup.bandwidth = 12e9;
    expect("a link below the bridge", scaleup_rate(&cluster, &eight), 12e9);
}

static void a_rack_is_one_domain_of_many_nodes(void **state)
{
    (void)state;
    const struct cluster racks = {
        .gpus = 144,
        .node_gpus = 4,
        .scaleup = {.kind = SCALEUP_SWITCH, .size = 72, .bandwidth = 900e9},
        .nic = {.bandwidth = 50e9, .per_node = 4},
    };
    expect_group(group_place(&racks, 64, 1), 64, 1);
    expect_group(group_place(&racks, 144, 1), 72, 2);
    expect("share", group_place(&racks, 144, 1).nic, 50e9);
}

/* 72 GPUs, stages of 32: the second and the third of four lie in different racks; two fit in one. */
static void the_slowest_boundary_of_a_pipeline_governs(void **state)
{
    (void)state;
    struct cluster racks = {
        .gpus = 256,
        .node_gpus = 4,
        .scaleup = {.kind = SCALEUP_SWITCH, .size = 72, .bandwidth = 900e9},
        .nic = {.bandwidth = 50e9, .per_node = 4},
        .pod_size = 128,
        .oversubscription = 4,
    };
    struct group pair = group_place_neighbours(&racks, 2, 32);
    expect_group(pair, 2, 1);
    assert_int_equal(pair.ranks, 2);
    pair = group_place_neighbours(&racks, 4, 32);
    expect_group(pair, 1, 2);
    assert_int_equal(pair.ranks, 2);
    expect("within a pod", pair.nic, 50e9);
    pair = group_place_neighbours(&racks, 8, 32);
    expect("32 of 128 GPUs from pod to pod, on a quarter of all", pair.nic, 50e9);
    racks.oversubscription = 16;
    expect("on a sixteenth", group_place_neighbours(&racks, 8, 32).nic, 12.5e9);
    expect("128 of 128", group_place_neighbours(&racks, 2, 128).nic, 50e9 / 16);
    pair = group_place_neighbours(&racks, 1, 256);
    expect_group(pair, 1, 1);
    assert_int_equal(pair.ranks, 1);
}

/* Meta's cluster of 2024: pods of 3,072, a seventh of the bandwidth between them. Of a pod's 3,072 GPUs the last
 * stage's 1,024 send to the next pod, 50 * 3072 / (7 * 1024) GB/s each. With DP outermost a pipeline is 128 neighbours,
 * and 24 of them fill a pod; of 128 stages and TP ranks each has a ring of its own that leaves it. */
static void llama_3_crosses_pods_with_few_of_their_gpus(void **state)
{
    (void)state;
    struct cluster meta = nodes_of_eight;
    meta.gpus = 16384;
    meta.pod_size = 3072;
    meta.oversubscription = 7;
    expect("stages of 1,024", group_place_neighbours(&meta, 16, 1024).nic, 150e9 / 7);
    const struct group stages = group_place_neighbours(&meta, 16, 8);
    assert_false(stages.leaves_pod);
    expect("stages of 8", stages.nic, 50e9);
    const struct group dp = group_place_in_stage(&meta, 128, 8, (struct rank_layout){.block = 8, .period = 128});
    expect_group(dp, 1, 128);
    assert_true(dp.leaves_pod);
    expect("rings", dp.nic, 50e9);
    /* A pod has 24 of the 128 replicas; 104/128 of what 3,072 GPUs send cross, 127/128 leave a node. */
    expect("all to all", dp.nic_pairwise, 50e9 / 7 * 127 / 104);
    meta.oversubscription = 64;
    expect("128 senders on a 64th", group_place_in_stage(&meta, 128, 8, (struct rank_layout){8, 128}).nic,
           50e9 * 3072 / (64 * 128));
}

/* The GPUs of one stage, by walking all: of each group the members in the first member's domain, and the domains. */
static void ranks_of_a_stage_lie_where_a_walk_finds_them(void **state)
{
    (void)state;
    enum { BLOCK = 4, PERIOD = 16, GPUS = 256 };
    static const int domains[] = {2, 4, 8, 16, 32, 64};
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++) {
        for (int stride = 1; stride <= BLOCK; stride *= 2) {
            struct cluster cluster = nodes_of_eight;
            cluster.gpus = GPUS;
            cluster.scaleup.size = domains[i];
            const int ranks = GPUS / PERIOD * BLOCK / stride;
            int members = 0;
            for (int rank = 0; rank < ranks; rank++) {
                const int place = rank * stride / BLOCK * PERIOD + rank * stride % BLOCK;
                members += place < domains[i] ? 1 : 0;
            }
            expect_group(group_place_in_stage(&cluster, ranks, stride, (struct rank_layout){BLOCK, PERIOD}), members,
                         (ranks + members - 1) / members);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_share_a_domain),
        cmocka_unit_test(a_stride_of_a_whole_domain_leaves_one_member_in_each),
        cmocka_unit_test(the_emptiest_domain_counts_the_rails),
        cmocka_unit_test(fewer_nics_than_gpus_are_shared),
        cmocka_unit_test(a_group_within_its_pod_is_not_oversubscribed),
        cmocka_unit_test(groups_that_do_not_fill_pods_straddle_them),
        cmocka_unit_test(a_group_astride_two_pods_has_half_its_peers_across),
        cmocka_unit_test(a_switch_serves_any_pair_at_full_rate),
        cmocka_unit_test(a_mesh_has_one_link_for_each_peer),
        cmocka_unit_test(a_cube_mesh_has_as_many_rings_as_its_edges_form),
        cmocka_unit_test(pcie_is_bound_by_the_bridge),
        cmocka_unit_test(a_rack_is_one_domain_of_many_nodes),
        cmocka_unit_test(the_slowest_boundary_of_a_pipeline_governs),
        cmocka_unit_test(llama_3_crosses_pods_with_few_of_their_gpus),
        cmocka_unit_test(ranks_of_a_stage_lie_where_a_walk_finds_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
