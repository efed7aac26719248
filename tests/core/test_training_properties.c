/* test_training_properties.c: rules that hold for every scenario, asked of scenarios drawn at random. */
#include "core/evaluate.h"
#include "core/memory.h"
#include "core/strategy.h"
#include "expect.h"
#include "random_scenario.h"
#include "samples.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef SCENARIOS
#define SCENARIOS 5000
#endif

static struct training price(const struct scenario *scenario)
{
    return evaluate(scenario).training;
}

static void check_traffic(const char *text, const struct traffic *traffic)
{
    if (!(traffic->hidden >= 0 && traffic->exposed >= 0 && traffic->bytes >= 0 && traffic->count >= 0 &&
          isfinite(traffic->time) && traffic->hidden + traffic->exposed == traffic->time)) {
        fail_msg("%s: hidden %g, exposed %g, time %g", text, traffic->hidden, traffic->exposed, traffic->time);
    }
}

static void check_parts(const char *text, const struct training *t)
{
    const double parts[] = {t->forward,    t->backward,   t->recompute,    t->head,       t->dispatch,
                            t->contention, t->tp.exposed, t->cp.exposed,   t->ep.exposed, t->pp.exposed,
                            t->bubble,     t->dp.exposed, t->fsdp.exposed, t->optimizer,  t->jitter};
    double sum = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!(parts[i] >= 0 && isfinite(parts[i]))) {
            fail_msg("%s: part %zu is %g", text, i, parts[i]);
        }
        sum += parts[i];
    }
    expect(text, sum, t->step, 1e-12);
}

static void the_parts_add_up_to_the_step(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct training t = price(&scenario);
        char text[DESCRIPTION_LENGTH];
        describe(text, sizeof text, &scenario);
        check_parts(text, &t);
        const struct traffic *traffic[] = {&t.tp, &t.cp, &t.ep, &t.pp, &t.dp, &t.fsdp};
        for (size_t kind = 0; kind < sizeof traffic / sizeof traffic[0]; kind++) {
            check_traffic(text, traffic[kind]);
        }
    }
}

static void never_slower(const char *what, const struct scenario *before, const struct scenario *after)
{
    const double slow = price(before).step;
    const double quick = price(after).step;
    if (!(quick <= slow * (1 + 1e-12))) {
        char text[DESCRIPTION_LENGTH];
        describe(text, sizeof text, before);
        fail_msg("%s: %.12g became %.12g, more by %.3g\n%s", what, slow, quick, quick / slow - 1, text);
    }
}

static void better_hardware_is_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_scenario(&seed);
        const double factor = 1 + next_random(&seed);
        for (int way = 0; way < IMPROVEMENTS; way++) {
            struct scenario better = scenario;
            const char *what = improve_hardware(way, &better, factor);
            never_slower(what, &scenario, &better);
        }
    }
}

/* A fuller first stage has more gradients to reduce and more to update, which the cut counts, too. */
static void a_cut_by_cost_is_never_slower_than_one_by_layers_or_weight(void **state)
{
    (void)state;
    uint64_t seed = 77;
    int quicker = 0;
    for (int i = 0; i < samples(2 * SCENARIOS); i++) {
        struct scenario equal = random_scenario(&seed);
        equal.strategy.pp_balanced = CUT_LAYERS;
        if (i % 2 > 0) { /* whose first stage hides the more the longer it waits */
            equal.strategy.zero = ZERO_GRADIENTS;
            equal.strategy.fsdp_shard = 0;
        }
        struct scenario cut = equal;
        cut.strategy.pp_balanced = CUT_COST;
        never_slower("a cut by cost", &equal, &cut);
        struct scenario weighed = equal;
        weighed.strategy.pp_balanced = CUT_WEIGHT;
        never_slower("a cut by cost instead of weight", &weighed, &cut);
        quicker += price(&cut).step < 0.99 * price(&equal).step ? 1 : 0;
    }
    assert_true(quicker > 0);
}

/* A pass is only given where it explains the bubble: it never takes away from it. */
static void a_pass_of_a_stage_is_never_negative(void **state)
{
    (void)state;
    uint64_t seed = 41;
    int given = 0;
    int left = 0;
    for (int i = 0; i < samples(2 * SCENARIOS); i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct result result = evaluate_all(&scenario);
        const double pass = result.account.pass;
        if (scenario.strategy.pp > 1) {
            assert_true(isnan(pass) || pass >= -1e-12 * result.training.ideal);
            given += isnan(pass) ? 0 : 1;
            left += isnan(pass) ? 1 : 0;
        }
    }
    assert_true(given > 0 && left > 0);
}

static void recomputing_more_takes_longer(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario none = random_scenario(&seed);
        none.strategy.recompute = RECOMPUTE_NONE;
        none.strategy.offload_layers = 0; /* what is computed again need not be copied */
        struct scenario selective = none;
        selective.strategy.recompute = RECOMPUTE_SELECTIVE;
        struct scenario full = none;
        full.strategy.recompute = RECOMPUTE_FULL;
        struct scenario early = full;
        early.strategy.recompute_early_stop = true;
        full.strategy.recompute_early_stop = false;
        never_slower("selective instead of full", &full, &selective);
        never_slower("an early stop", &full, &early);
        never_slower("none instead of full with an early stop", &early, &none);
        never_slower("none instead of selective", &selective, &none);
    }
}

static void more_tokens_take_longer(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_scenario(&seed);
        struct scenario more = scenario;
        more.strategy.global_batch *= 2;
        never_slower("half the batch", &more, &scenario);
        more = scenario;
        more.strategy.seq_len *= 2;
        never_slower("half the sequence", &more, &scenario);
    }
}

/* Memory: each component is a number, and recomputing more keeps less. */
static double check_memory(const struct scenario *scenario)
{
    const struct sizes sizes = strategy_sizes(scenario);
    const struct memory memory = memory_of(scenario, &sizes);
    const double parts[] = {memory.weights, memory.gradients, memory.optimizer, memory.activations,
                            memory.logits,  memory.buffers,   memory.reserve};
    double sum = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        assert_true(parts[i] >= 0 && isfinite(parts[i]));
        sum += parts[i];
    }
    expect("memory", memory.total, sum, 1e-12);
    return memory.total;
}

/* Peaks may be the same sum, added up in another order. */
static const double ROUNDED = 1 + 1e-12;

/* Of layers that wait on the host it need not: what stays is two layers of the mean, what is computed again lies beside
 * them, of the layer that has most of it, and inputs' gradients that frozen layers leave behind stay on the card. */
static void recomputing_more_keeps_less(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        (void)check_memory(&scenario);
        scenario.strategy.offload_layers = 0;
        scenario.strategy.recompute = RECOMPUTE_NONE;
        const double none = check_memory(&scenario);
        scenario.strategy.recompute = RECOMPUTE_SELECTIVE;
        const double selective = check_memory(&scenario);
        if (!(selective <= none * ROUNDED)) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("selective recomputation keeps %.9g, none %.9g\n%s", selective, none, text);
        }
        /* Selective recomputation of all modules keeps little more than inputs, as full does. */
        scenario.strategy.recompute_norm = scenario.strategy.recompute_latent = scenario.strategy.recompute_mlp = false;
        scenario.strategy.recompute_activation = scenario.strategy.recompute_experts = false;
        const double core = check_memory(&scenario);
        scenario.strategy.recompute = RECOMPUTE_FULL;
        const double full = check_memory(&scenario);
        if (!(full <= core * ROUNDED)) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("full recomputation keeps %.9g, selective %.9g\n%s", full, core, text);
        }
    }
}

/* Twice the replicas, each with the same work: more to send for each of them. On rings: a switch that adds sends less.
 */
static void more_replicas_send_more(void **state)
{
    (void)state;
    uint64_t seed = 10;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.execution.basis = BASIS_DIRECTION;
        struct scenario more = scenario;
        more.cluster.gpus *= 2;
        more.strategy.global_batch *= 2;
        const struct training before = price(&scenario);
        const struct training after = price(&more);
        if (!(after.dp.bytes + after.fsdp.bytes > before.dp.bytes + before.fsdp.bytes)) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("%.9g bytes became %.9g\n%s", before.dp.bytes + before.fsdp.bytes,
                     after.dp.bytes + after.fsdp.bytes, text);
        }
    }
}

/* Less to send, evenly used experts, a hidden exchange, one copy for several experts: never slower. */
static void kinder_routing_is_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        struct scenario kinder = scenario;
        kinder.strategy.imbalance = 1;
        never_slower("balance", &scenario, &kinder);
        kinder = scenario;
        kinder.strategy.dispatch = PRECISION_FP8;
        never_slower("fp8 dispatch", &scenario, &kinder);
        /* What gradients hide behind is shared out anew between interleaved passes. */
        scenario.strategy.overlap_dp = false;
        scenario.strategy.overlap_gather = false;
        scenario.strategy.overlap_ep = false;
        kinder = scenario;
        kinder.strategy.overlap_ep = true;
        never_slower("overlap", &scenario, &kinder);
    }
}

/* Attention over shorter samples is less work; over samples as long as the sequence it is the same. A window leaves out
 * that work already, and a core's rate falls with the sample's length. */
static void shorter_samples_are_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 13;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.strategy.packing_length = 0;
        scenario.model.window = 0;
        struct scenario packed = scenario;
        packed.strategy.packing_length = scenario.strategy.seq_len;
        never_slower("samples of the sequence's length", &scenario, &packed);
        never_slower("no samples", &packed, &scenario);
        for (int sample = scenario.strategy.seq_len / 2; sample >= 64; sample /= 4) {
            packed.strategy.packing_length = sample;
            never_slower("shorter samples", &scenario, &packed);
            scenario = packed;
        }
    }
}

/* All ranks on NICs and no pipeline: what hides shares one link with what does not. */
static void a_link_is_busy_no_longer_than_the_step(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.cluster.gpus /= scenario.strategy.pp;
        scenario.strategy.pp = scenario.strategy.vp = 1;
        scenario.cluster.scaleup.size = 1;
        scenario.strategy.overlap_tp = scenario.strategy.overlap_tp < 0 ? OVERLAP_TP_BACKWARD : 0;
        if (!strategy_valid(&scenario)) {
            continue;
        }
        const struct training t = price(&scenario);
        const double busy = t.tp.time + t.cp.time + t.ep.time + t.dp.time + t.fsdp.time;
        if (!(busy <= t.step * (1 + 1e-12))) {
            char text[DESCRIPTION_LENGTH];
            describe(text, sizeof text, &scenario);
            fail_msg("%g s on one link in a step of %g s\n%s", busy, t.step, text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_add_up_to_the_step),
        cmocka_unit_test(better_hardware_is_never_slower),
        cmocka_unit_test(a_cut_by_cost_is_never_slower_than_one_by_layers_or_weight),
        cmocka_unit_test(a_pass_of_a_stage_is_never_negative),
        cmocka_unit_test(recomputing_more_takes_longer),
        cmocka_unit_test(more_tokens_take_longer),
        cmocka_unit_test(recomputing_more_keeps_less),
        cmocka_unit_test(more_replicas_send_more),
        cmocka_unit_test(shorter_samples_are_never_slower),
        cmocka_unit_test(kinder_routing_is_never_slower),
        cmocka_unit_test(a_link_is_busy_no_longer_than_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
