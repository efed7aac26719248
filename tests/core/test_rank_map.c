/* test_rank_map.c: every rank has its place, and groups lie as topology.h says. */
#include "core/rank_map.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const kind_names[MAP_KINDS] = {"TP", "CP", "EP", "DP", "PP"};

static struct rank_map map_of(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return rank_map_of(&scenario);
}

static void expect_ranks(const struct rank_map *map, enum map_kind kind, int group, const int *ranks, int count)
{
    assert_int_equal(map->size[kind], count);
    for (int place = 0; place < count; place++) {
        assert_int_equal(rank_map_member(map, kind, group, place), ranks[place]);
        assert_int_equal(rank_map_group(map, kind, ranks[place]), group);
        assert_int_equal(rank_map_place(map, kind, ranks[place]), place);
    }
}

/* Two nodes of 8: TP 2, CP 2, PP 2, DP 2. Worked by hand from the inside out. */
static void sixteen_ranks_are_grouped_as_worked_by_hand(void **state)
{
    (void)state;
    const struct rank_map inside = map_of("cluster.gpus=16 tp=2 cp=2 pp=2 rank.order=dp_inside");
    expect_ranks(&inside, MAP_TP, 1, (const int[]){2, 3}, 2);
    expect_ranks(&inside, MAP_CP, 1, (const int[]){1, 3}, 2);
    expect_ranks(&inside, MAP_DP, 0, (const int[]){0, 2, 4, 6}, 4);
    expect_ranks(&inside, MAP_DP, 3, (const int[]){9, 11, 13, 15}, 4);
    expect_ranks(&inside, MAP_PP, 5, (const int[]){5, 13}, 2);

    const struct rank_map outside = map_of("cluster.gpus=16 tp=2 cp=2 pp=2 rank.order=dp_outside");
    expect_ranks(&outside, MAP_CP, 0, (const int[]){0, 2}, 2);
    expect_ranks(&outside, MAP_DP, 0, (const int[]){0, 2, 8, 10}, 4);
    expect_ranks(&outside, MAP_PP, 1, (const int[]){1, 5}, 2);
    assert_int_equal(rank_map_gpu(&outside, 8), 8);
}

static void groups_of_16_use_64_of_72(void **state)
{
    (void)state;
    const struct rank_map map = map_of("cluster.gpus=128 scaleup.size=72 node.gpus=4 tp=16 model.kv_heads=16");
    assert_int_equal(map.domain_ranks, 64);
    assert_int_equal(rank_map_domain(&map, 63), 0);
    assert_int_equal(rank_map_domain(&map, 64), 1);
    assert_int_equal(rank_map_gpu(&map, 63), 63);
    assert_int_equal(rank_map_gpu(&map, 64), 72);
}

static void the_slowest_hop_leaves_the_pod_then_the_node(void **state)
{
    (void)state;
    const struct rank_map pods = map_of("cluster.gpus=64 tp=8 pod.size=32 pod.oversubscription=4");
    assert_int_equal(rank_map_slowest_hop(&pods, MAP_DP, 0), 3); /* node 3 is the last of its pod */
    assert_int_equal(rank_map_hop(&pods, MAP_DP, 0, 3), HOP_BETWEEN_PODS);
    assert_int_equal(rank_map_slowest_hop(&pods, MAP_TP, 0), 0);
    assert_int_equal(rank_map_hop(&pods, MAP_TP, 0, 0), HOP_INSIDE);
    const struct rank_map two = map_of("cluster.gpus=64 tp=2");
    assert_int_equal(rank_map_slowest_hop(&two, MAP_DP, 1), 3); /* four members in the first node */
    assert_int_equal(rank_map_hop(&two, MAP_DP, 1, 3), HOP_ACROSS);
    assert_int_equal(rank_map_slowest_hop(&two, MAP_PP, 0), -1);
}

/* Every rank is in one group of each kind, at one place. */
static void check_round_trip(const struct rank_map *map, enum map_kind kind, int rank)
{
    const int group = rank_map_group(map, kind, rank);
    assert_in_range(group, 0, rank_map_groups(map, kind) - 1);
    assert_int_equal(rank_map_member(map, kind, group, rank_map_place(map, kind, rank)), rank);
}

static void every_rank_is_found_again(void **state)
{
    uint64_t seed = 11;
    (void)state;
    for (int i = 0; i < 200; i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct rank_map map = rank_map_of(&scenario);
        for (int rank = 0; rank < map.ranks; rank += 1 + pick(&seed, 7)) {
            for (int kind = 0; kind < MAP_KINDS; kind++) {
                check_round_trip(&map, (enum map_kind)kind, rank);
            }
        }
    }
}

/* Whether a group's extent and the domains divide one the other. Elsewhere a group may straddle domains in more than
 * one way, and topology.h takes one of them for each kind by itself: of 72 GPUs nine for DP where TP is 8, though CP
 * pairs use 64. */
static bool is_even(const struct rank_map *map)
{
    const int extents[] = {map->size[MAP_TP],   map->size[MAP_TP] * map->size[MAP_CP],   map->block,      map->period,
                           map->stride[MAP_EP], map->stride[MAP_EP] * map->size[MAP_EP], map->stage_ranks};
    for (size_t i = 0; i < sizeof extents / sizeof extents[0]; i++) {
        if (map->domain_ranks % extents[i] != 0 && extents[i] % map->domain_ranks != 0) {
            return false;
        }
    }
    return map->domain_ranks == map->domain_gpus;
}

/* Members of the domain that has most of them. */
static int most_members(const struct rank_map *map, enum map_kind kind, int group)
{
    int most = 0;
    for (int place = 0; place < map->size[kind]; place++) {
        const int domain = rank_map_domain(map, rank_map_member(map, kind, group, place));
        const int members = rank_map_members_in(map, kind, group, domain);
        most = members > most ? members : most;
        place += members - 1;
    }
    return most;
}

static void check_placement(const struct scenario *scenario, const struct rank_map *map, enum map_kind kind, int group)
{
    const struct group placed = rank_map_placed(scenario, kind);
    const int members = most_members(map, kind, group);
    const int domains = rank_map_domains_of(map, kind, group);
    if (members != placed.members || domains != placed.domains || map->size[kind] != placed.ranks) {
        char text[DESCRIPTION_LENGTH];
        describe(text, sizeof text, scenario);
        fail_msg("%s group %d: %d ranks, %d in each of %d domains; placed %d, %d, %d\n%s", kind_names[kind], group,
                 map->size[kind], members, domains, placed.ranks, placed.members, placed.domains, text);
    }
}

static void groups_lie_as_topology_places_them(void **state)
{
    uint64_t seed = 5;
    int checked = 0;
    (void)state;
    for (int i = 0; i < 600; i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct rank_map map = rank_map_of(&scenario);
        for (int kind = 0; kind < MAP_KINDS && is_even(&map); kind++) {
            const int groups = rank_map_groups(&map, (enum map_kind)kind);
            check_placement(&scenario, &map, (enum map_kind)kind, 0);
            check_placement(&scenario, &map, (enum map_kind)kind, pick(&seed, groups));
            checked++;
        }
    }
    assert_true(checked > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_ranks_are_grouped_as_worked_by_hand),  cmocka_unit_test(groups_of_16_use_64_of_72),
        cmocka_unit_test(the_slowest_hop_leaves_the_pod_then_the_node), cmocka_unit_test(every_rank_is_found_again),
        cmocka_unit_test(groups_lie_as_topology_places_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
