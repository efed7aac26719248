/* test_target.c: batches and replicas against walks that try each of them, and clients that are counted by hand. */
#include "core/evaluate.h"
#include "core/search.h"
#include "core/strategy.h"
#include "core/target.h"
#include "expect.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SERVED_70B "mode=decode " LLAMA_3_70B H100 "decode.context=4096 "

static struct target target_of(enum target_batch batch, int clients, const char *condition)
{
    struct target target = {.batch = batch, .clients = clients};
    if (condition != NULL) {
        target.condition[target.condition_count++] = condition_read(condition).condition;
    }
    return target;
}

static bool is_met(const struct scenario *scenario, double longest)
{
    const struct result result = evaluate(scenario);
    return result.valid && result.memory.fits && result.step <= longest;
}

/* One more sequence at a time, as long as a token takes no longer than that. */
static int most_by_walk(const struct scenario *scenario, double longest)
{
    struct scenario trial = *scenario;
    trial.serving.decode_batch = 1;
    while (is_met(&trial, longest)) {
        trial.serving.decode_batch++;
    }
    return trial.serving.decode_batch - 1;
}

static void the_most_is_where_one_sequence_more_is_too_many(void **state)
{
    static const char *const layouts[] = {"tp=4", "tp=8", "tp=2 pp=2", "tp=8 decode.kv_precision=fp8"};
    const struct target target = target_of(TARGET_MOST, 0, "decode.time<=30ms");
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const struct scenario served = scenario_with(SERVED_70B "cluster.gpus=8 ");
        const struct scenario scenario = scenario_changed(&served, layouts[i]);
        const struct served most = target_serve(&target, &scenario, NULL);
        const int walked = most_by_walk(&scenario, 30e-3);
        if (walked > 0 ? most.scenario.serving.decode_batch != walked || !most.met : most.met) {
            fail_msg("%s: %d sequences, by a walk %d", layouts[i], most.scenario.serving.decode_batch, walked);
        }
    }
}

static void without_a_condition_memory_ends_the_batch(void **state)
{
    const struct target target = target_of(TARGET_MOST, 0, NULL);
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=8 tp=8");
    const struct served most = target_serve(&target, &scenario, NULL);
    (void)state;
    assert_true(most.met);
    assert_int_equal(most.scenario.serving.decode_batch, (int)most.result.inference.pool.batch_limit);
}

/* A rate that only a large batch reaches does not end the batch where it begins. */
static void a_condition_that_more_sequences_help_to_meet_does_not_end_the_batch(void **state)
{
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=8 tp=8");
    const struct target none = target_of(TARGET_MOST, 0, NULL);
    const struct served most = target_serve(&none, &scenario, NULL);
    static const char *const relations[] = {">=", ">"};
    (void)state;
    for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        char condition[60];
        (void)snprintf(condition, sizeof condition, "tokens_per_second%s%g", relations[i],
                       0.99 * most.result.tokens_per_second);
        const struct target target = target_of(TARGET_MOST, 0, condition);
        const struct served served = target_serve(&target, &scenario, NULL);
        assert_true(served.met);
        assert_int_equal(served.scenario.serving.decode_batch, most.scenario.serving.decode_batch);
    }
}

static void clients_are_shared_and_the_busiest_replica_is_priced(void **state)
{
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=64 tp=8");
    const struct target target = target_of(TARGET_SHARED, 100, NULL);
    const struct served served = target_serve(&target, &scenario, NULL);
    (void)state;
    assert_int_equal(served.scenario.serving.decode_batch, 13); /* 100 over 8 replicas: 12.5 */
    assert_int_equal(served.scenario.cluster.gpus, 64);
}

/* Three clients of one card each among eight: five cards are idle, and count in what a token costs. */
static void only_clients_that_exist_get_tokens(void **state)
{
    const struct scenario scenario = scenario_with("mode=decode " LLAMA_3_8B H100 "cluster.gpus=8 tp=1");
    const struct target three = target_of(TARGET_SHARED, 3, NULL);
    const struct served served = target_serve(&three, &scenario, NULL);
    const double rate = 3 / served.result.step;
    (void)state;
    expect("tokens a second", served.result.tokens_per_second, rate, 1e-9);
    expect("of a GPU", served.result.tokens_per_second_per_gpu, rate / 8, 1e-9);
    const double hourly = 8 * scenario.gpu.price;
    expect("cost of a million tokens", served.result.token_cost, hourly / 3600 / rate * 1e6, 1e-9);
    assert_true(target_price_all(&three, &served.scenario).tokens_per_second == served.result.tokens_per_second);
}

/* Nine clients on two replicas: one has five, the other four, which are priced as slow as the five. */
static void a_seat_that_no_client_takes_gives_no_token(void **state)
{
    const struct scenario scenario = scenario_with("mode=decode " LLAMA_3_8B H100 "cluster.gpus=8 tp=4");
    const struct target nine = target_of(TARGET_SHARED, 9, NULL);
    const struct served served = target_serve(&nine, &scenario, NULL);
    const double rate = 9 / served.result.step;
    (void)state;
    assert_int_equal(served.scenario.serving.decode_batch, 5);
    expect("tokens a second", served.result.tokens_per_second, rate, 1e-9);
}

/* 278 sequences fit into the time, and take a tile more than 256. */
static void the_batch_that_gives_most_ends_with_a_tile(void **state)
{
    const struct scenario scenario =
        scenario_with("mode=decode " LLAMA_3_70B H100 "cluster.gpus=8 tp=8 decode.context=128");
    const struct target target = target_of(TARGET_MOST, 0, "decode.time<=36ms");
    const struct served largest = target_serve(&target, &scenario, NULL);
    const struct served best = target_serve(&target, &scenario, metric_find("tokens_per_second"));
    (void)state;
    assert_true(best.met && largest.met);
    assert_true(best.result.tokens_per_second > 1.05 * largest.result.tokens_per_second);
    assert_int_equal(best.scenario.serving.decode_batch, 256);
    assert_true(largest.scenario.serving.decode_batch > 256);
    /* What one sequence alone has best does not choose a batch. */
    const struct served quickest = target_serve(&target, &scenario, metric_find("step.time"));
    assert_int_equal(quickest.scenario.serving.decode_batch, largest.scenario.serving.decode_batch);
}

/* One replica more at a time, until the clients are served. */
static int fewest_by_walk(const struct scenario *scenario, int clients, double longest)
{
    const int there = strategy_sizes(scenario).dp;
    for (int replicas = 1; replicas <= there; replicas++) {
        struct scenario trial = *scenario;
        trial.cluster.gpus = replicas * scenario->strategy.tp * scenario->strategy.pp;
        trial.serving.decode_batch = (clients + replicas - 1) / replicas;
        if (is_met(&trial, longest)) {
            return replicas;
        }
    }
    return 0;
}

static void expect_fewest(const char *settings, int clients, double longest)
{
    char condition[40];
    const struct scenario scenario = scenario_with(settings);
    (void)snprintf(condition, sizeof condition, "decode.time<=%gs", longest);
    const struct target target = target_of(TARGET_FEWEST, clients, condition);
    const struct served served = target_serve(&target, &scenario, NULL);
    const int replicas = fewest_by_walk(&scenario, clients, longest);
    const int gpus = replicas * scenario.strategy.tp * scenario.strategy.pp;
    if (replicas > 0 ? !served.met || served.scenario.cluster.gpus != gpus : served.met) {
        fail_msg("%s, %d clients in %g s: %d GPUs, by a walk %d", settings, clients, longest,
                 served.scenario.cluster.gpus, gpus);
    }
}

static void the_fewest_replicas_are_those_that_a_walk_finds(void **state)
{
    (void)state;
    expect_fewest(SERVED_70B "cluster.gpus=64 tp=4", 500, 30e-3);
    expect_fewest(SERVED_70B "cluster.gpus=64 tp=8", 500, 20e-3);
    expect_fewest(SERVED_70B "cluster.gpus=64 tp=8", 100, 5e-3); /* never */
    expect_fewest(SERVED_70B "cluster.gpus=64 tp=2 pp=2", 3, 50e-3);
    /* Experts over eight replicas: these serve together or not at all. */
    expect_fewest("mode=decode " QWEN3_30B_A3B H100 "cluster.gpus=64 tp=1 ep=8", 600, 20e-3);
    expect_fewest("mode=decode " QWEN3_30B_A3B H100 "cluster.gpus=64 tp=1 ep=8", 4, 20e-3);
}

static void more_clients_than_batches_can_hold_do_not_fit(void **state)
{
    const struct scenario scenario =
        scenario_with("mode=decode " LLAMA_3_8B H100 "cluster.gpus=8 tp=8 decode.context=1");
    const struct target target = target_of(TARGET_SHARED, 1000000, NULL);
    (void)state;
    assert_false(target_serve(&target, &scenario, NULL).met);
}

static struct search search_for(const struct scenario *scenario, const struct target *target, const char *objective)
{
    struct search search = search_start(scenario, metric_find(objective), SEARCH_MOST_TOP);
    search.target = *target;
    search_run(&search, 1 << 24);
    assert_true(search.done);
    return search;
}

static void a_search_keeps_only_what_meets_the_target(void **state)
{
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=16 tp=8");
    const struct target target = target_of(TARGET_MOST, 0, "decode.time<=30ms");
    const struct search search = search_for(&scenario, &target, "tokens_per_second");
    (void)state;
    assert_true(search.best_count > 1 && search.met == search.best_count && search.met < search.fit);
    for (int i = 0; i < search.best_count; i++) {
        const struct scenario found = search_scenario(&search, &search.best[i]);
        const int most = most_by_walk(&found, 30e-3);
        assert_true(found.serving.decode_batch == most ||
                    (found.serving.decode_batch < most && found.serving.decode_batch % 16 == 0));
        struct scenario largest = found;
        largest.serving.decode_batch = most;
        assert_true(evaluate(&largest).tokens_per_second <= search.best[i].objective);
        assert_true(evaluate(&found).tokens_per_second == search.best[i].objective);
        assert_true(i == 0 || search.best[i].objective <= search.best[i - 1].objective);
    }
}

static void the_fewest_gpus_go_before_the_objective(void **state)
{
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=64 tp=8");
    const struct target target = target_of(TARGET_FEWEST, 100, "decode.time<=50ms");
    const struct search search = search_for(&scenario, &target, "step.time");
    (void)state;
    for (int i = 1; i < search.best_count; i++) {
        const struct search_find *better = &search.best[i - 1];
        const struct search_find *worse = &search.best[i];
        assert_true(better->gpus < worse->gpus ||
                    (better->gpus == worse->gpus && better->objective <= worse->objective));
    }
    assert_int_equal(search.best[0].gpus, 4); /* 141 GB of weights and 134 GB of cache leave two cards too small */
}

static void where_none_meets_it_the_nearest_is_told(void **state)
{
    const struct scenario scenario = scenario_with(SERVED_70B "cluster.gpus=8 tp=8 decode.batch=8");
    const struct target target = target_of(TARGET_HELD, 0, "decode.time<=1ms");
    const struct search all = search_for(&scenario, &(struct target){.batch = TARGET_HELD}, "step.time");
    const struct search search = search_for(&scenario, &target, "step.time");
    (void)state;
    assert_int_equal(search.met, 0);
    assert_int_equal(search.best_count, 0);
    assert_true(search.nearest.objective == all.best[0].objective);
}

static void conditions_hold_in_training_too(void **state)
{
    const struct scenario scenario = scenario_with("tp=8 zero=1 attention.kernel=flash3");
    const struct target target = target_of(TARGET_HELD, 0, "memory.total<=60GB");
    const struct search search = search_for(&scenario, &target, "step.time");
    (void)state;
    assert_true(search.met > 0 && search.met < search.fit);
    for (int i = 0; i < search.best_count; i++) {
        assert_true(search.best[i].memory <= 60e9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_is_where_one_sequence_more_is_too_many),
        cmocka_unit_test(without_a_condition_memory_ends_the_batch),
        cmocka_unit_test(a_condition_that_more_sequences_help_to_meet_does_not_end_the_batch),
        cmocka_unit_test(clients_are_shared_and_the_busiest_replica_is_priced),
        cmocka_unit_test(only_clients_that_exist_get_tokens),
        cmocka_unit_test(a_seat_that_no_client_takes_gives_no_token),
        cmocka_unit_test(the_batch_that_gives_most_ends_with_a_tile),
        cmocka_unit_test(the_fewest_replicas_are_those_that_a_walk_finds),
        cmocka_unit_test(more_clients_than_batches_can_hold_do_not_fit),
        cmocka_unit_test(a_search_keeps_only_what_meets_the_target),
        cmocka_unit_test(the_fewest_gpus_go_before_the_objective),
        cmocka_unit_test(where_none_meets_it_the_nearest_is_told),
        cmocka_unit_test(conditions_hold_in_training_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
