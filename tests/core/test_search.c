/* test_search.c: a search against loops that try everything. */
#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/search.h"
#include "core/strategy.h"
#include "core/transformer.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SHAPE_8B LLAMA_3_8B "attention.kernel=flash3 gradients.precision=fp32 "
#define SHAPE_MIXTRAL SHAPE_8B "model.experts=8 model.top_k=2 model.expert_ffn=14336 "

/* What the loops found. */
struct tally {
    long long priced, fit;
    double best, leanest;
};

static int batch_of(const struct scenario *scenario)
{
    return strategy_sizes(scenario).global_batch;
}

/* Sizes that change nothing are taken once, and none that a framework refuses: experts with TP but without SP. */
static bool repeats_another(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct sizes sizes = strategy_sizes(scenario);
    const int chunks = strategy->pp * strategy->vp;
    const int layers = scenario->model.layers;
    const bool uneven = layers % chunks != 0 && (layers + 2) % chunks != 0;
    return (strategy->sp && strategy->tp == 1) ||
           (!strategy->sp && strategy->tp > 1 && scenario->mode == MODE_TRAINING &&
            transformer_is_moe(&scenario->model)) ||
           (strategy->vp > 1 && (strategy->pp == 1 || uneven || sizes.micro_batches % strategy->pp != 0)) ||
           (strategy->zero != ZERO_NONE && sizes.sharers == 1) ||
           (strategy->ep > 1 && !transformer_is_moe(&scenario->model)) ||
           (strategy->recompute == RECOMPUTE_SELECTIVE && scenario->execution.attention != ATTENTION_UNFUSED);
}

static void count(struct tally *tally, const struct scenario *scenario, const struct metric *objective)
{
    if (repeats_another(scenario)) {
        return;
    }
    const struct result result = evaluate(scenario);
    if (!result.valid) {
        return;
    }
    const double figure = metric_get(objective, &result);
    const bool first = tally->fit == 0;
    tally->leanest = tally->priced == 0 ? result.memory.total : fmin(tally->leanest, result.memory.total);
    tally->priced++;
    if (result.memory.fits) {
        const double best = objective->better == BETTER_MORE ? fmax(tally->best, figure) : fmin(tally->best, figure);
        tally->best = first ? figure : best;
        tally->fit++;
    }
}

/* Every value of the sizes that the loops below leave. */
static void try_rest(struct tally *tally, struct scenario *trial, const struct metric *objective)
{
    struct strategy *strategy = &trial->strategy;
    for (int sp = 0; sp < 2; sp++) {
        for (int zero = 0; zero < ZERO_COUNT; zero++) {
            for (int recompute = 0; recompute < RECOMPUTE_COUNT; recompute++) {
                for (int ep = 1; ep <= 8; ep++) {
                    strategy->sp = sp != 0;
                    strategy->zero = (enum zero_stage)zero;
                    strategy->recompute = (enum recompute)recompute;
                    strategy->ep = ep;
                    count(tally, trial, objective);
                }
            }
        }
    }
}

/* Virtual stages and micro-batches, where the sizes divide the GPUs. */
static void try_sizes(struct tally *tally, struct scenario *trial, const struct metric *objective)
{
    struct strategy *strategy = &trial->strategy;
    if (trial->cluster.gpus % (strategy->tp * strategy->pp * strategy->cp) != 0) {
        return;
    }
    for (strategy->vp = 1; strategy->vp <= 34; strategy->vp++) {
        for (strategy->micro_batch = 1; strategy->micro_batch <= strategy->global_batch; strategy->micro_batch++) {
            try_rest(tally, trial, objective);
        }
    }
}

static struct tally try_everything(const struct scenario *scenario, const struct metric *objective)
{
    const int gpus = scenario->cluster.gpus;
    struct tally tally = {.priced = 0};
    struct scenario trial = *scenario;
    struct strategy *strategy = &trial.strategy;
    strategy->global_batch = batch_of(scenario);
    for (strategy->tp = 1; strategy->tp <= gpus; strategy->tp++) {
        for (strategy->pp = 1; strategy->pp <= gpus; strategy->pp++) {
            for (strategy->cp = 1; strategy->cp <= gpus; strategy->cp++) {
                try_sizes(&tally, &trial, objective);
            }
        }
    }
    return tally;
}

/* Expert sizes, where the others divide the GPUs. */
static void try_experts(struct tally *tally, struct scenario *trial, const struct metric *objective)
{
    struct strategy *strategy = &trial->strategy;
    const int gpus = trial->cluster.gpus;
    if (gpus % strategy->tp != 0 || gpus % strategy->pp != 0 || gpus % strategy->cp != 0) {
        return;
    }
    for (strategy->ep = 1; strategy->ep <= 128; strategy->ep++) {
        count(tally, trial, objective);
    }
}

/* In prefill and decode only these sizes mean something; GPUs that make no whole replica are idle. */
static struct tally try_serving(const struct scenario *scenario, const struct metric *objective)
{
    const int gpus = scenario->cluster.gpus;
    const int most_cp = scenario->mode == MODE_PREFILL ? gpus : 1;
    struct tally tally = {.priced = 0};
    struct scenario trial = *scenario;
    struct strategy *strategy = &trial.strategy;
    for (strategy->tp = 1; strategy->tp <= gpus; strategy->tp++) {
        for (strategy->pp = 1; strategy->pp <= gpus; strategy->pp++) {
            for (strategy->cp = 1; strategy->cp <= most_cp; strategy->cp++) {
                try_experts(&tally, &trial, objective);
            }
        }
    }
    return tally;
}

static struct search search_all(const struct scenario *scenario, const char *objective, int wanted)
{
    struct search search = search_start(scenario, metric_find(objective), wanted);
    while (!search.done) {
        search_run(&search, 1000);
    }
    return search;
}

static void expect_everything(const char *settings, const char *objective)
{
    const struct scenario scenario = scenario_with(settings);
    const bool training = scenario.mode == MODE_TRAINING;
    const struct tally tally =
        training ? try_everything(&scenario, metric_find(objective)) : try_serving(&scenario, metric_find(objective));
    const struct search search = search_all(&scenario, objective, 5);
    if (search.priced != tally.priced || search.fit != tally.fit) {
        fail_msg("%s\n  priced %lld, fit %lld; by loops %lld, %lld", settings, search.priced, search.fit, tally.priced,
                 tally.fit);
    }
    if (tally.fit > 0 && !(fabs(search.best[0].objective / tally.best - 1) <= 1e-12)) {
        fail_msg("%s\n  best %s %.17g, by loops %.17g", settings, objective, search.best[0].objective, tally.best);
    }
    assert_true(fabs(search.leanest.memory / tally.leanest - 1) <= 1e-12);
}

static void a_search_finds_what_loops_over_everything_find(void **state)
{
    (void)state;
    expect_everything(SHAPE_8B "cluster.gpus=8 global_batch=16 seq_len=8192", "step.time");
    expect_everything(SHAPE_8B "cluster.gpus=12 seq_len=4096", "step.time");
    expect_everything(SHAPE_8B "cluster.gpus=4 global_batch=8 attention.kernel=unfused", "mfu");
    expect_everything(SHAPE_MIXTRAL "cluster.gpus=8 global_batch=8 gpu.hbm_capacity=192GB",
                      "tokens_per_second_per_gpu");
    expect_everything(SHAPE_8B "cluster.gpus=1 global_batch=4 gpu.hbm_capacity=10GB", "step.time");
}

static void a_search_in_prefill_and_decode_does_too(void **state)
{
    (void)state;
    expect_everything("mode=decode " LLAMA_3_70B H100 "cluster.gpus=16", "decode.time");
    expect_everything("mode=prefill " LLAMA_3_8B H100 "cluster.gpus=8", "prefill.time");
    /* Experts of this width cannot be cut in 16, but EP may leave TP 16 less to cut. */
    expect_everything("mode=decode " QWEN3_30B_A3B "model.expert_ffn=712 " H100 "cluster.gpus=32",
                      "tokens_per_second_per_gpu");
}

static void every_find_is_what_evaluate_says_and_fits(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with("tp=8 zero=1 attention.kernel=flash3");
    const struct search search = search_all(&scenario, "step.time", SEARCH_MOST_TOP);
    assert_int_equal(search.best_count, SEARCH_MOST_TOP);
    for (int i = 0; i < search.best_count; i++) {
        const struct scenario found = search_scenario(&search, &search.best[i]);
        const struct result result = evaluate(&found);
        assert_true(result.valid && result.memory.fits);
        assert_true(result.training.step == search.best[i].objective);
        assert_true(result.memory.total == search.best[i].memory);
        assert_int_equal(result.sizes.global_batch,
                         64); /* that of the opening scenario: 8 replicas of 8 micro-batches */
        assert_true(i == 0 || search.best[i].objective >= search.best[i - 1].objective);
    }
}

static void it_does_not_matter_where_a_search_pauses(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(SHAPE_8B "cluster.gpus=16");
    const struct search whole = search_all(&scenario, "step.time", 20);
    struct search parts = search_start(&scenario, metric_find("step.time"), 20);
    for (long long steps = 1; !parts.done; steps = steps % 7 + 1) {
        search_run(&parts, steps);
    }
    assert_int_equal(parts.priced, whole.priced);
    assert_int_equal(parts.fit, whole.fit);
    assert_int_equal(parts.best_count, whole.best_count);
    for (int i = 0; i < whole.best_count; i++) {
        assert_true(parts.best[i].objective == whole.best[i].objective);
        assert_memory_equal(&parts.best[i].strategy, &whole.best[i].strategy, sizeof whole.best[i].strategy);
    }
}

static void where_nothing_fits_the_leanest_is_told(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with("cluster.gpus=8 gpu.hbm_capacity=8GB attention.kernel=flash3");
    const struct search search = search_all(&scenario, "step.time", 20);
    assert_int_equal(search.fit, 0);
    assert_int_equal(search.best_count, 0);
    assert_true(search.priced > 0);
    assert_true(search.leanest.memory > 8e9);
    const struct scenario leanest = search_scenario(&search, &search.leanest);
    assert_true(evaluate(&leanest).memory.total == search.leanest.memory);
}

/* Held at each of its values in turn, a size gives all that a search finds which varies it. */
/* All strategies have as many parameters. */
static void of_equals_the_one_with_less_memory_is_first(void **state)
{
    const struct scenario scenario = scenario_with(SHAPE_8B "cluster.gpus=16 global_batch=64");
    struct search search = search_start(&scenario, metric_find("params.total"), SEARCH_TOP);
    (void)state;
    search_run(&search, LLONG_MAX);
    assert_int_equal(search.best_count, SEARCH_TOP);
    for (int i = 1; i < search.best_count; i++) {
        assert_true(search.best[i].objective == search.best[0].objective);
        assert_true(search.best[i].memory >= search.best[i - 1].memory);
    }
    assert_true(search.best[0].memory == search.leanest.memory);
}

static void what_is_held_is_not_varied(void **state)
{
    (void)state;
    static const char *const keys[] = {"zero", "tp", "recompute"};
    static const int least[] = {0, 1, 0};
    static const int most[] = {3, 16, 2};
    const struct scenario scenario = scenario_with(SHAPE_8B "cluster.gpus=16 global_batch=16");
    const struct search all = search_all(&scenario, "step.time", 20);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        long long priced = 0;
        double best = INFINITY;
        for (int value = least[i]; value <= most[i]; value++) {
            struct scenario held = scenario;
            parameter_set(parameter_find(keys[i]), &held, value);
            struct search search = search_start(&scenario, metric_find("step.time"), 20);
            assert_true(search_hold(&search, keys[i], &held));
            search_run(&search, 1 << 24);
            assert_true(search.done);
            priced += search.priced;
            best = search.best_count > 0 ? fmin(best, search.best[0].objective) : best;
        }
        /* What changes nothing is priced once, but each time where it is held: ZeRO without replicas. */
        assert_true(strcmp(keys[i], "tp") == 0 ? priced == all.priced : priced >= all.priced);
        assert_true(best == all.best[0].objective);
    }
    struct search search = search_start(&scenario, metric_find("step.time"), 20);
    assert_false(search_hold(&search, "nic.bandwidth", &scenario));
}

static void a_value_out_of_range_leaves_nothing_to_search(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with("");
    scenario.gpu.hbm_bandwidth = NAN;
    const struct search search = search_start(&scenario, metric_find("step.time"), 20);
    assert_true(search.done);
    assert_int_equal(search.priced, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_finds_what_loops_over_everything_find),
        cmocka_unit_test(a_search_in_prefill_and_decode_does_too),
        cmocka_unit_test(every_find_is_what_evaluate_says_and_fits),
        cmocka_unit_test(it_does_not_matter_where_a_search_pauses),
        cmocka_unit_test(where_nothing_fits_the_leanest_is_told),
        cmocka_unit_test(of_equals_the_one_with_less_memory_is_first),
        cmocka_unit_test(what_is_held_is_not_varied),
        cmocka_unit_test(a_value_out_of_range_leaves_nothing_to_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
