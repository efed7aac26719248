/* test_collective_walk.c: collectives carried out step by step end with the right sums, and take the steps and bytes of
 * the closed forms, which know nothing of messages. */
#include "core/collective_walk.h"
#include "core/collective_whiteboard.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double size = 720720; /* divisible by 1 to 16 */

/* Call with every group that an algorithm runs on; returns how many there are. */
static int for_each_group(enum collective_op op, enum collective_algorithm algorithm,
                          void (*check)(const struct walk_setting *setting))
{
    int count = 0;
    for (int ranks = 2; ranks <= WALK_RANKS; ranks++) {
        for (int members = 1; members <= ranks; members++) {
            const struct walk_setting setting = {op, algorithm, ranks, members};
            if (walk_runs(&setting)) {
                check(&setting);
                count++;
            }
        }
    }
    return count;
}

/* The same with every operation and algorithm. */
static int for_each_setting(void (*check)(const struct walk_setting *setting))
{
    int count = 0;
    for (int op = OP_ALL_REDUCE; op <= OP_ALL_TO_ALL; op++) {
        for (int algorithm = 0; algorithm < ALGORITHM_COUNT; algorithm++) {
            count += for_each_group((enum collective_op)op, (enum collective_algorithm)algorithm, check);
        }
    }
    return count;
}

static void say(const struct walk_setting *setting)
{
    printf("%s by %s, %d ranks, %d a domain: ", choice_name(&collective_names, (int)setting->op),
           choice_name(&algorithm_names, (int)setting->algorithm), setting->ranks, setting->members);
}

/* Right after the last step, and not before. */
static void check_end(const struct walk_setting *setting)
{
    const int steps = walk_steps(setting);
    struct walk walk = walk_start(setting);
    for (int step = 0; step < steps; step++) {
        if (walk_is_right(&walk) || walk.broken) {
            say(setting);
            fail_msg("%s after %d of %d steps", walk.broken ? "broken" : "done", step, steps);
        }
        walk_forward(&walk);
    }
    if (!walk_is_right(&walk)) {
        say(setting);
        fail_msg("not right after %d steps%s", steps, walk.broken ? ", broken" : "");
    }
}

static void each_collective_ends_with_the_right_sums_in_its_last_step(void **state)
{
    (void)state;
    assert_true(for_each_setting(check_end) > 500);
}

/* Links of one group, for the closed forms. */
static struct collective_cost closed_form(const struct walk_setting *setting)
{
    const struct scenario scenario = {
        .gpu = {.generation = GENERATION_HOPPER},
        .cluster = {.gpus = 64,
                    .node_gpus = 8,
                    .scaleup = {.kind = SCALEUP_SWITCH, .size = 8, .bandwidth = 450e9},
                    .nic = {.bandwidth = 50e9, .per_node = 8, .efficiency = 0.98}},
        .execution = {.basis = BASIS_DIRECTION, .ring = RING_RAIL},
    };
    const struct group group = {.ranks = setting->ranks,
                                .members = setting->members,
                                .domains = (setting->ranks + setting->members - 1) / setting->members,
                                .nic = 50e9,
                                .nic_pairwise = 50e9};
    return collective_whiteboard(setting->algorithm, setting->op, size, &group, &scenario, BASIS_DIRECTION);
}

static void check_formula(const struct walk_setting *setting)
{
    const struct collective_cost cost = closed_form(setting);
    const struct walk walk = walk_at(setting, WALK_MESSAGES);
    const double bytes = walk_mean_bytes_sent(&walk, size);
    if (!(cost.steps == walk.steps_done && fabs(bytes / cost.bytes - 1) < 1e-12)) {
        say(setting);
        fail_msg("%d steps and %.12g bytes, by the formula %g and %.12g", walk.steps_done, bytes, cost.steps,
                 cost.bytes);
    }
}

static void steps_and_bytes_are_those_of_the_closed_forms(void **state)
{
    (void)state;
    (void)for_each_setting(check_formula);
}

static void expect_bytes(struct walk_setting setting, double share)
{
    const struct walk walk = walk_at(&setting, WALK_MESSAGES);
    assert_true(walk_runs(&setting));
    for (int rank = 0; rank < setting.ranks; rank++) {
        assert_true(fabs(walk_bytes_sent(&walk, rank, size) - share * size) < 1e-6);
    }
}

/* Worked by hand. */
static void what_each_of_eight_ranks_sends(void **state)
{
    (void)state;
    expect_bytes((struct walk_setting){OP_ALL_REDUCE, ALGORITHM_RING, 8, 8}, 1.75);
    expect_bytes((struct walk_setting){OP_ALL_GATHER, ALGORITHM_RING, 8, 1}, 0.875);
    expect_bytes((struct walk_setting){OP_REDUCE_SCATTER, ALGORITHM_PAT, 8, 1}, 0.875);
    expect_bytes((struct walk_setting){OP_ALL_TO_ALL, ALGORITHM_PAIRWISE, 8, 8}, 0.875);
    expect_bytes((struct walk_setting){OP_ALL_REDUCE, ALGORITHM_HIERARCHICAL, 8, 4}, 1.75);
    expect_bytes((struct walk_setting){OP_ALL_REDUCE, ALGORITHM_IN_SWITCH, 8, 8}, 1.125);
    expect_bytes((struct walk_setting){OP_ALL_GATHER, ALGORITHM_IN_SWITCH, 8, 8}, 0.125);
    expect_bytes((struct walk_setting){OP_REDUCE_SCATTER, ALGORITHM_IN_SWITCH, 8, 8}, 1);
}

/* After three steps of eight, as the ring is drawn on a whiteboard. */
static void after_three_steps_a_ring_of_eight_holds_what_was_worked_by_hand(void **state)
{
    const struct walk_setting setting = {OP_ALL_REDUCE, ALGORITHM_RING, 8, 8};
    const struct walk walk = walk_at(&setting, 3);
    const struct walk_messages messages = walk_messages_of(&walk);
    static const int row[] = {1, 1, 1, 1, 1, 4, 3, 2}; /* contributions that rank 0 holds of each slice */
    (void)state;
    for (int slice = 0; slice < 8; slice++) {
        assert_int_equal(walk_set_size(walk.holding[0][slice]), row[slice]);
    }
    assert_int_equal(messages.count, 8);
    assert_int_equal(messages.message[0].from, 0);
    assert_int_equal(messages.message[0].to, 1U << 1);
    assert_int_equal(messages.message[0].slices, 1U << 5);
}

static bool same(const struct walk *one, const struct walk *other)
{
    return one->steps_done == other->steps_done && memcmp(one->holding, other->holding, sizeof one->holding) == 0 &&
           memcmp(one->waiting, other->waiting, sizeof one->waiting) == 0 &&
           memcmp(one->sent, other->sent, sizeof one->sent) == 0;
}

static void check_back(const struct walk_setting *setting)
{
    const int steps = walk_steps(setting);
    for (int step = 0; step < steps; step++) {
        const struct walk before = walk_at(setting, step);
        struct walk walk = before;
        walk_forward(&walk);
        assert_false(same(&walk, &before));
        walk = walk_at(setting, walk.steps_done - 1);
        assert_true(same(&walk, &before));
    }
}

static void a_step_back_undoes_a_step_forward(void **state)
{
    (void)state;
    (void)for_each_setting(check_back);
}

static void check_more(const struct walk_setting *setting)
{
    struct walk walk = walk_at(setting, walk_steps(setting));
    const struct walk before = walk;
    walk_forward(&walk);
    assert_true(same(&walk, &before));
    assert_int_equal(walk_messages_of(&walk).count, 0);
}

static void after_the_last_step_nothing_happens(void **state)
{
    (void)state;
    (void)for_each_setting(check_more);
}

/* What is broken must be seen: a rank that adds what it has added already. */
static void a_sum_that_counts_someone_twice_is_not_right(void **state)
{
    const struct walk_setting setting = {OP_ALL_REDUCE, ALGORITHM_RING, 4, 4};
    struct walk walk = walk_at(&setting, 1);
    (void)state;
    walk.steps_done = 0; /* and the first step once more */
    for (int step = 0; step < walk_steps(&setting); step++) {
        walk_forward(&walk);
    }
    assert_true(walk.broken);
    assert_false(walk_is_right(&walk));
}

static void expect_share(struct walk_setting setting, int steps, double share)
{
    /* A crossing is 9 us, a hop 1 us; a slice of eight inside takes 0.5 us, across 1 us. */
    const struct walk_links links = {1e-6, 9e-6, 2e12 / 8, 1e12 / 8};
    const double got = walk_time_share(&setting, &links, 1e6, steps);
    if (fabs(got - share) > 1e-9) {
        fail_msg("%d steps are %.9g of the time, not %.9g", steps, got, share);
    }
}

static void steps_across_take_longer_than_steps_inside(void **state)
{
    const struct walk_setting ring = {OP_ALL_REDUCE, ALGORITHM_RING, 8, 8};
    const struct walk_setting nodes = {OP_ALL_REDUCE, ALGORITHM_HIERARCHICAL, 8, 4};
    (void)state;
    expect_share(ring, 0, 0);
    expect_share(ring, 7, 0.5);
    expect_share(ring, 14, 1);
    /* Inside 1 us and a quarter of the array, 1 us; across 9 us and an eighth, 1 us: 3 * 2 + 2 * 10 + 3 * 2. */
    expect_share(nodes, 3, 6.0 / 32);
    expect_share(nodes, 4, 16.0 / 32);
    expect_share(nodes, 5, 26.0 / 32);
}

static void a_name_stands_for_each_phase(void **state)
{
    const struct walk_setting setting = {OP_ALL_REDUCE, ALGORITHM_RING, 8, 1};
    const struct walk_phases phases = walk_phases_of(&setting);
    (void)state;
    assert_int_equal(phases.count, 2);
    assert_string_equal(phases.phase[0].name, "reduce-scatter");
    assert_int_equal(phases.phase[1].steps, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_collective_ends_with_the_right_sums_in_its_last_step),
        cmocka_unit_test(steps_and_bytes_are_those_of_the_closed_forms),
        cmocka_unit_test(what_each_of_eight_ranks_sends),
        cmocka_unit_test(after_three_steps_a_ring_of_eight_holds_what_was_worked_by_hand),
        cmocka_unit_test(a_step_back_undoes_a_step_forward),
        cmocka_unit_test(after_the_last_step_nothing_happens),
        cmocka_unit_test(a_sum_that_counts_someone_twice_is_not_right),
        cmocka_unit_test(steps_across_take_longer_than_steps_inside),
        cmocka_unit_test(a_name_stands_for_each_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
