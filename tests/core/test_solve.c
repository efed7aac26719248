/* test_solve.c: boundaries against closed forms, and against every value tried. */
#include "core/evaluate.h"
#include "core/solve.h"
#include "core/strategy.h"
#include "scenario_text.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Llama 3 70B on the whiteboard: 6 FLOPs per parameter and token at 40 % of 989 TFLOP/s, line rates, no latency. */

static struct solution ask(const char *settings, const char *key, const char *condition, enum solve_pick pick)
{
    const struct scenario scenario = scenario_with(settings);
    const struct condition_read read = condition_read(condition);
    if (!read.valid) {
        fail_msg("%s: %s", condition, read.message);
    }
    const struct question question = {parameter_find(key), read.condition, pick};
    assert_non_null(question.parameter);
    return solve(&question, &scenario);
}

static void expect(const struct solution *solution, double expected, double tolerance)
{
    if (solution->end != SOLVE_FOUND || !(fabs(solution->found.value / expected - 1) <= tolerance)) {
        fail_msg("end %d, found %.12g, expected %.12g, off by %.3g", (int)solution->end, solution->found.value,
                 expected, solution->found.value / expected - 1);
    }
}

/* Gradients of 70.55e9/8 parameters in two bytes go 2(n-1)/n times through the NIC while the last backward pass of 4
 * FLOPs per parameter and token runs: B = 2(n-1)/n 2 rate / (4 tokens), from which the parameters cancel. */
static void the_bandwidth_that_hides_the_gradients_is_that_of_the_closed_form(void **state)
{
    (void)state;
    const double ranks = 1024;
    const double window_rate = 0.40 * 989e12;
    const double expected = 2 * (ranks - 1) / ranks * 2 * window_rate / (4 * 8192.0);
    const char *const settings = WHITEBOARD "cluster.gpus=8192 tp=8 global_batch=1024";
    const struct solution solution = ask(settings, "nic.bandwidth", "dp.exposed<=0", SOLVE_NEAREST);
    expect(&solution, expected, 2e-9);
    expect(&solution, 48.24e9, 1e-3); /* as it is told on the whiteboard */
    assert_int_equal(solution.boundaries, 1);
    assert_true(solution.found.figure == 0);
    assert_true(solution.other.figure > 0);
    assert_true(solution.other.value < solution.found.value);
}

/* The step is proportional to 1/peak where nothing but compute is in it. */
static void a_figure_of_a_real_parameter_is_met_to_a_billionth(void **state)
{
    (void)state;
    const char *const settings = WHITEBOARD "cluster.gpus=1 tp=1 global_batch=1";
    const struct scenario scenario = scenario_with(settings);
    const double step = evaluate(&scenario).training.step;
    char condition[80];
    (void)snprintf(condition, sizeof condition, "step.time<=%.17gs", step / 3);
    const struct solution less = ask(settings, "gpu.peak.bf16", condition, SOLVE_LEAST);
    expect(&less, 3 * 989e12, 2e-9);
    (void)snprintf(condition, sizeof condition, "step.time=%.17gs", step / 3);
    const struct solution equal = ask(settings, "gpu.peak.bf16", condition, SOLVE_NEAREST);
    expect(&equal, 3 * 989e12, 2e-9);
    assert_int_equal(equal.boundaries, 1);
}

static bool holds(const struct scenario *scenario, const struct condition *condition)
{
    const struct result result = evaluate(scenario);
    const double figure = metric_get(condition->metric, &result);
    return condition->relation == RELATION_AT_LEAST ? figure >= condition->value : figure <= condition->value;
}

/* Every number of GPUs up to `most` that can run, one by one. */
static void whole_numbers_are_exact(const char *settings, const char *condition)
{
    enum { MOST = 70000 };
    const struct scenario scenario = scenario_with(settings);
    const struct condition wanted = condition_read(condition).condition;
    int least = 0;
    int greatest = 0;
    for (int gpus = 1; gpus <= MOST; gpus++) {
        struct scenario trial = scenario;
        trial.cluster.gpus = gpus;
        if (strategy_valid(&trial) && holds(&trial, &wanted)) {
            least = least == 0 ? gpus : least;
            greatest = gpus;
        }
    }
    const struct solution from = ask(settings, "cluster.gpus", condition, SOLVE_LEAST);
    const struct solution to = ask(settings, "cluster.gpus", condition, SOLVE_GREATEST);
    if (from.found.value != least || to.found.value != greatest) {
        fail_msg("%s: %g to %g, one by one %d to %d", condition, from.found.value, to.found.value, least, greatest);
    }
}

static void whole_numbers_that_can_run_are_tried_one_by_one(void **state)
{
    (void)state;
    whole_numbers_are_exact("tp=8 zero=1 attention.kernel=flash3 global_batch=4096", "mfu>=40%");
    whole_numbers_are_exact("tp=8 pp=3 zero=1 global_batch=6144 nic.bandwidth=3GB/s", "mfu >= 36 %");
}

/* A figure with a valley: a limit a little above its floor is met from one value to another, on both sides of it. */
static void a_valley_has_two_boundaries(const char *settings, const char *key)
{
    const struct solution all = ask(settings, key, "step.time<=0s", SOLVE_NEAREST);
    assert_int_equal(all.end, SOLVE_NEVER);
    assert_true(all.first.figure > 1.02 * all.least.figure && all.last.figure > 1.02 * all.least.figure);
    const double limit = 1.01 * all.least.figure;
    char condition[80];
    (void)snprintf(condition, sizeof condition, "step.time<=%.17gs", limit);
    const struct solution low = ask(settings, key, condition, SOLVE_LEAST);
    const struct solution high = ask(settings, key, condition, SOLVE_GREATEST);
    assert_int_equal(low.boundaries, 2);
    assert_true(low.found.value <= all.least.value && all.least.value <= high.found.value);
    assert_true(low.other.value < low.found.value && high.found.value < high.other.value);
    assert_true(low.found.figure <= limit && limit < low.other.figure);
    assert_true(high.found.figure <= limit && limit < high.other.figure);
    /* From where we stand on either slope the near boundary is told. */
    char present[400];
    (void)snprintf(present, sizeof present, "%s %s=%.0f", settings, key, floor(low.found.value));
    assert_true(fabs(ask(present, key, condition, SOLVE_NEAREST).found.value / low.found.value - 1) < 1e-8);
    (void)snprintf(present, sizeof present, "%s %s=%.0f", settings, key, floor(high.found.value));
    assert_true(fabs(ask(present, key, condition, SOLVE_NEAREST).found.value / high.found.value - 1) < 1e-8);
}

/* More GPUs divide the compute and lengthen the ring; small buckets cost latency, large ones are exposed. */
static void a_figure_that_falls_and_rises_has_two_boundaries(void **state)
{
    (void)state;
    a_valley_has_two_boundaries("tp=8 zero=0 attention.kernel=flash3 global_batch=16384 nic.latency=100us "
                                "link.basis=direction",
                                "cluster.gpus");
    a_valley_has_two_boundaries("tp=8 zero=0 attention.kernel=flash3 global_batch=8 dp.bucket=25MB nic.latency=5ms "
                                "link.basis=direction",
                                "dp.bucket");
}

/* Nobody asks for the batch `auto` or the limit `none`: numbers are walked, from the number that `auto` comes to. */
static void values_without_a_number_are_left_out(void **state)
{
    (void)state;
    const struct solution batch = ask("cluster.gpus=64 tp=8", "global_batch", "step.time<=1s", SOLVE_GREATEST);
    assert_true(batch.present == 64); /* DP 8, one sequence at a time, eight times */
    assert_true(batch.first.value == 8);
    assert_true(batch.end == SOLVE_NEVER || batch.other.value > batch.found.value);
    const struct solution always = ask("cluster.gpus=64 tp=8", "global_batch", "step.time>=0s", SOLVE_LEAST);
    assert_int_equal(always.end, SOLVE_FOUND);
    assert_true(always.found.value == 8);
}

static void what_has_no_boundary_says_why(void **state)
{
    (void)state;
    const char *const settings = WHITEBOARD "cluster.gpus=8 tp=8 global_batch=1";
    const struct solution never = ask(settings, "nic.bandwidth", "mfu>=50%", SOLVE_NEAREST);
    assert_int_equal(never.end, SOLVE_NEVER);
    assert_true(never.greatest.figure < 0.5);
    const struct solution always = ask(settings, "nic.bandwidth", "mfu>=10%", SOLVE_NEAREST);
    assert_int_equal(always.end, SOLVE_ALWAYS);
    assert_true(always.least.figure >= 0.1);
    const struct solution edge = ask(settings, "nic.bandwidth", "mfu>=10%", SOLVE_LEAST);
    assert_int_equal(edge.end, SOLVE_FOUND);
    assert_true(edge.found.value == parameter_find("nic.bandwidth")->min);
    const struct solution absent = ask(settings, "nic.bandwidth", "dp.required_bandwidth<=1GB/s", SOLVE_NEAREST);
    assert_int_equal(absent.end, SOLVE_NOWHERE);
    const struct solution invalid = ask("tp=6", "nic.bandwidth", "mfu>=10%", SOLVE_NEAREST);
    assert_int_equal(invalid.end, SOLVE_NOWHERE);
}

static void choices_and_names_are_solved_for_too(void **state)
{
    (void)state;
    const char *const settings = "tp=8 zero=0 sp=on attention.kernel=flash3";
    const struct solution zero = ask(settings, "zero", "memory.fits=yes", SOLVE_LEAST);
    assert_int_equal(zero.end, SOLVE_FOUND);
    assert_true(zero.found.value == ZERO_OPTIMIZER);
    const struct solution fits = ask(settings, "recompute", "memory.activations<=10GB", SOLVE_NEAREST);
    assert_int_equal(fits.end, SOLVE_FOUND);
    assert_true(fits.found.value == RECOMPUTE_FULL);
    const struct solution ring = ask(settings, "nic.latency", "collective.algorithm=ring", SOLVE_GREATEST);
    assert_int_equal(ring.end, SOLVE_FOUND);
}

/* More sequences than memory holds wait, so that a step takes no longer: their number is no answer. 8 GPUs of 80 GB
 * keep 72 GB each, 141 GB of weights among them: the rest at 328 kB a token holds so many of 8192. Of 65536 batches
 * each is priced: on the whiteboard, where that takes a tenth of the time. */
static void a_batch_ends_where_memory_does(void **state)
{
    (void)state;
#define DECODE_70B \
    "mode=decode compute.model=flat " LLAMA_3_70B "cluster.gpus=8 tp=8 gpu.hbm_capacity=80GB decode.context=8192"
    const struct scenario scenario = scenario_with(DECODE_70B);
    const struct solution most = ask(DECODE_70B, "decode.batch", "decode.time<=10s", SOLVE_GREATEST);
    const struct result result = evaluate(&scenario);
    assert_int_equal(most.end, SOLVE_FOUND);
    assert_true(most.found.fits && !most.other.fits);
    assert_true(most.found.value == result.inference.pool.batch_limit && most.other.value == most.found.value + 1);
    /* Asked for memory itself, what does not fit is an answer; so it is of a scenario that does not fit as it is. */
    assert_int_equal(ask(DECODE_70B, "decode.batch", "memory.total>=100GB", SOLVE_LEAST).end, SOLVE_FOUND);
    assert_true(ask(DECODE_70B " decode.batch=1000", "decode.batch", "decode.time<=10s", SOLVE_GREATEST).found.value >
                1e4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bandwidth_that_hides_the_gradients_is_that_of_the_closed_form),
        cmocka_unit_test(a_figure_of_a_real_parameter_is_met_to_a_billionth),
        cmocka_unit_test(whole_numbers_that_can_run_are_tried_one_by_one),
        cmocka_unit_test(a_figure_that_falls_and_rises_has_two_boundaries),
        cmocka_unit_test(what_has_no_boundary_says_why),
        cmocka_unit_test(values_without_a_number_are_left_out),
        cmocka_unit_test(choices_and_names_are_solved_for_too),
        cmocka_unit_test(a_batch_ends_where_memory_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
