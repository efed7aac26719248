/* test_serving_properties.c: rules that hold for every prefill and decode step, asked of scenarios drawn at random. */
#include "core/evaluate.h"
#include "core/strategy.h"
#include "random_scenario.h"
#include "samples.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { SCENARIOS = 5000, MOST_BATCH = 65536 /* that decode.batch may be */ };

/* The next valid one. */
static struct scenario random_serving(uint64_t *seed)
{
    struct scenario scenario;
    do {
        scenario = random_scenario(seed);
        randomise_serving(&scenario, seed);
        scenario.gpu.hbm_capacity = 1e15; /* that memory holds all sequences */
    } while (!strategy_valid(&scenario));
    return scenario;
}

static void describe_serving(char *text, size_t size, const struct scenario *scenario)
{
    const struct serving *s = &scenario->serving;
    char rest[DESCRIPTION_LENGTH];
    describe(rest, sizeof rest, scenario);
    (void)snprintf(text, size,
                   "mode %d, style %d, format %d, KV %d, batch %d of %d, prompts %d of %d by %d, fsdp %d, whole %d %d, "
                   "long %d, wide %d\n%s",
                   (int)scenario->mode, (int)s->style, (int)s->decode_precision, (int)s->decode_kv_precision,
                   s->decode_batch, s->decode_context, s->prefill_batch, s->prefill_tokens, s->prefill_chunk, s->fsdp,
                   s->whole_experts, s->whole_head, s->prefill_long_kernels, s->wide_tiles, rest);
}

enum { LONG_DESCRIPTION = DESCRIPTION_LENGTH + 300 };

static void check_traffic(const struct scenario *scenario, const struct traffic *traffic)
{
    if (!(traffic->hidden >= 0 && traffic->exposed >= 0 && traffic->bytes >= 0 && traffic->count >= 0 &&
          isfinite(traffic->time) && traffic->hidden + traffic->exposed == traffic->time)) {
        char text[LONG_DESCRIPTION];
        describe_serving(text, sizeof text, scenario);
        fail_msg("hidden %g, exposed %g, time %g\n%s", traffic->hidden, traffic->exposed, traffic->time, text);
    }
}

static void the_parts_add_up_to_the_step(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_serving(&seed);
        const struct result result = evaluate(&scenario);
        const struct inference *step = &result.inference;
        const struct traffic *traffic[] = {&step->tp, &step->cp, &step->ep, &step->pp, &step->fsdp};
        double sum = step->weights + step->attention + step->compute + step->launch + step->head;
        for (size_t kind = 0; kind < sizeof traffic / sizeof traffic[0]; kind++) {
            check_traffic(&scenario, traffic[kind]);
            sum += traffic[kind]->exposed;
        }
        const double least = fmin(fmin(step->weights, step->attention), fmin(step->compute, step->launch));
        const bool bounded = scenario.execution.compute == COMPUTE_FLAT || step->bound.time <= step->time * (1 + 1e-9);
        if (!(fabs(sum / step->time - 1) < 1e-12 && least >= 0 && step->head >= 0 && bounded)) {
            char text[LONG_DESCRIPTION];
            describe_serving(text, sizeof text, &scenario);
            fail_msg("%.15g of %.15g, least %g, bound %g\n%s", sum, step->time, least, step->bound.time, text);
        }
    }
}

static void never_slower(const char *what, const struct scenario *before, const struct scenario *after)
{
    const double slow = evaluate(before).step;
    const double quick = evaluate(after).step;
    if (!(quick <= slow * (1 + 1e-12))) {
        char text[LONG_DESCRIPTION];
        describe_serving(text, sizeof text, before);
        fail_msg("%s: %.12g became %.12g, more by %.3g\n%s", what, slow, quick, quick / slow - 1, text);
    }
}

static void better_hardware_is_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 22;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_serving(&seed);
        const double factor = 1 + next_random(&seed);
        for (int way = 0; way < IMPROVEMENTS; way++) {
            struct scenario better = scenario;
            const char *what = improve_hardware(way, &better, factor);
            never_slower(what, &scenario, &better);
        }
        struct scenario better = scenario;
        better.serving.fsdp = false;
        never_slower("whole weights", &scenario, &better);
    }
}

static void less_work_is_never_slower(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        const struct scenario scenario = random_serving(&seed);
        struct scenario more = scenario;
        more.serving.decode_batch *= 2;
        more.serving.prefill_batch *= 2;
        never_slower("half the sequences", &more, &scenario);
        more = scenario;
        more.serving.decode_context *= 2;
        never_slower("half the context", &more, &scenario);
    }
}

static bool fits(struct scenario *scenario, int batch)
{
    scenario->serving.decode_batch = batch;
    return evaluate(scenario).memory.fits;
}

/* The largest batch is one, and what it is does not depend on the batch that is asked for. */
static void the_largest_batch_is_the_last_that_fits(void **state)
{
    (void)state;
    uint64_t seed = 24;
    int limited = 0;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_serving(&seed);
        scenario.mode = MODE_DECODE;
        scenario.serving.decode_context = 1 + pick(&seed, 200);
        scenario.gpu.hbm_capacity = 16e9 * exp(4 * next_random(&seed));
        const double limit = evaluate(&scenario).inference.pool.batch_limit;
        if (!strategy_valid(&scenario) || limit < 1 || limit >= MOST_BATCH) {
            continue;
        }
        const bool last = fits(&scenario, (int)limit) && evaluate(&scenario).inference.pool.batch_limit == limit;
        if (!last || fits(&scenario, (int)limit + 1)) {
            char text[LONG_DESCRIPTION];
            describe_serving(text, sizeof text, &scenario);
            fail_msg("%g sequences\n%s", limit, text);
        }
        limited++;
    }
    assert_true(limited > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_add_up_to_the_step),
        cmocka_unit_test(better_hardware_is_never_slower),
        cmocka_unit_test(less_work_is_never_slower),
        cmocka_unit_test(the_largest_batch_is_the_last_that_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
