/* test_expert_visits.c: experts of a step against drawing them. */
#include "core/expert_visits.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_EXPERTS = 256, TRIALS = 2000 };

/* A generator of its own, so that the test draws the same everywhere. */
static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return *seed >> 33;
}

struct drawn {
    double touched;
    double busiest; /* distinct experts on the rank that has most */
};

/* A number between 0 and 1, neither of them. */
static double draw_share(uint64_t *seed)
{
    return ((double)draw(seed) + 1) / 2147483650.0;
}

/* A draw from the gamma distribution of this shape: an exponential draw for each whole part of it, and Johnk's for the
 * rest. */
static double draw_gamma(double shape, uint64_t *seed)
{
    const int whole = (int)shape;
    const double rest = shape - whole;
    double sum = 0;
    for (int part = 0; part < whole; part++) {
        sum -= log(draw_share(seed));
    }
    if (!(rest > 0)) {
        return sum;
    }
    double one = 1;
    double other = 1;
    while (one + other > 1) {
        one = pow(draw_share(seed), 1 / rest);
        other = pow(draw_share(seed), 1 / (1 - rest));
    }
    return sum - log(draw_share(seed)) * one / (one + other);
}

/* How popular each expert is among the tokens of one batch. Given as running sums, of which a token draws a place. */
static void draw_popularity(double sums[MOST_EXPERTS], int experts, double shape, uint64_t *seed)
{
    double sum = 0;
    for (int i = 0; i < experts; i++) {
        sum += draw_gamma(shape, seed);
        sums[i] = sum;
    }
}

static int draw_expert(const double sums[MOST_EXPERTS], int experts, uint64_t *seed)
{
    const double place = (double)draw(seed) / 2147483648.0 * sums[experts - 1];
    int expert = 0;
    while (sums[expert] < place) {
        expert++;
    }
    return expert;
}

/* Every token draws top_k experts, none twice; consecutive experts lie on one rank. */
static struct drawn draw_step(int experts, int top_k, int tokens, int ranks, uint64_t *seed)
{
    char touched[MOST_EXPERTS] = {0};
    double popularity[MOST_EXPERTS];
    draw_popularity(popularity, experts, 12.0 * top_k / experts, seed);
    for (int token = 0; token < tokens; token++) {
        char mine[MOST_EXPERTS] = {0};
        for (int chosen = 0; chosen < top_k;) {
            const int expert = draw_expert(popularity, experts, seed);
            chosen += mine[expert] ? 0 : 1;
            mine[expert] = 1;
            touched[expert] = 1;
        }
    }
    struct drawn drawn = {0, 0};
    for (int rank = 0; rank < ranks; rank++) {
        double here = 0;
        for (int i = rank * experts / ranks; i < (rank + 1) * experts / ranks; i++) {
            here += touched[i];
        }
        drawn.touched += here;
        drawn.busiest = here > drawn.busiest ? here : drawn.busiest;
    }
    return drawn;
}

static struct drawn mean_of_draws(int experts, int top_k, int tokens, int ranks)
{
    struct drawn sum = {0, 0};
    uint64_t seed = 1;
    for (int i = 0; i < TRIALS; i++) {
        const struct drawn drawn = draw_step(experts, top_k, tokens, ranks, &seed);
        sum.touched += drawn.touched / TRIALS;
        sum.busiest += drawn.busiest / TRIALS;
    }
    return sum;
}

static void expect_near(const char *what, int tokens, double got, double expected, double tolerance)
{
    if (!(fabs(got / expected - 1) <= tolerance)) {
        fail_msg("%s of %d tokens: %.4g, drawn %.4g, off by %.3g", what, tokens, got, expected, got / expected - 1);
    }
}

static void touched_experts_are_those_that_draws_touch(void **state)
{
    (void)state;
    const struct transformer shapes[] = {
        {.experts = 8, .top_k = 2}, {.experts = 128, .top_k = 4}, {.experts = 256, .top_k = 8}};
    static const int tokens[] = {1, 2, 8, 64};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (size_t j = 0; j < sizeof tokens / sizeof tokens[0]; j++) {
            const struct drawn drawn = mean_of_draws(shapes[i].experts, shapes[i].top_k, tokens[j], 1);
            expect_near("touched", tokens[j], experts_touched(&shapes[i], tokens[j]), drawn.touched, 0.03);
        }
    }
}

/* The load of the busiest rank is an estimate, within a fifth of the mean of draws. */
static void the_busiest_rank_reads_what_draws_give_it(void **state)
{
    (void)state;
    static const int tokens[] = {1, 8, 32, 128};
    struct scenario scenario = {.model = {.experts = 256, .top_k = 8}, .strategy = {.tp = 8, .ep = 8}};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        const struct drawn drawn = mean_of_draws(256, 8, tokens[i], 8);
        expect_near("busiest", tokens[i], expert_visits(&scenario, tokens[i]).local, drawn.busiest, 0.20);
    }
}

static void replicas_bring_their_tokens_and_tp_cuts_what_ep_leaves(void **state)
{
    (void)state;
    struct scenario scenario = {.model = {.experts = 256, .top_k = 8}, .strategy = {.tp = 8, .ep = 2}};
    assert_true(expert_visits(&scenario, 16).cut == 4);
    assert_true(expert_visits(&scenario, 16).replicas == 1);
    assert_true(expert_visits(&scenario, 16).pairs == 16 * 8 / 2.0);
    scenario.strategy = (struct strategy){.tp = 1, .ep = 128};
    assert_true(expert_visits(&scenario, 16).cut == 1);
    assert_true(expert_visits(&scenario, 16).replicas == 128);
    assert_true(expert_visits(&scenario, 16).pairs == 16 * 8);
    assert_true(expert_visits(&scenario, 16).local <= 3); /* two of its own, one redundant */
}

/* DeepSeek-V3's report, 3.4.1: on 32 ranks for prefilling, each holds a redundant expert beside its original eight. */
static void a_rank_spread_wide_reads_its_redundant_expert_too(void **state)
{
    (void)state;
    const struct scenario scenario = {.model = {.experts = 256, .top_k = 8}, .strategy = {.tp = 1, .ep = 32}};
    assert_true(expert_visits(&scenario, 4096).local == 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touched_experts_are_those_that_draws_touch),
        cmocka_unit_test(the_busiest_rank_reads_what_draws_give_it),
        cmocka_unit_test(replicas_bring_their_tokens_and_tp_cuts_what_ep_leaves),
        cmocka_unit_test(a_rank_spread_wide_reads_its_redundant_expert_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
