/* benchmark.c: how many scenarios and strategies one core prices in a second.
 *
 * Beside them stands the rate of a plain loop over doubles, so that two machines can be compared: the product of two
 * 256 x 256 matrices, three loops, nothing unrolled by hand.
 */
#define _POSIX_C_SOURCE 200809L

#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/search.h"

#include <stdio.h>
#include <time.h>

enum { SIZE = 256, BATCH = 1000 };

/* Each figure is the best of so many rounds of so many seconds: other work on the machine only ever slows. */
enum { ROUNDS = 5 };
static const double ROUND_SECONDS = 0.4;

/* Seconds of this process on the processor: what else runs on the machine does not count. */
static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What the compiler must not leave out. */
static volatile double sink;

/* A job does some work and says how many pieces it was. */
typedef double (*job)(void);

static double rate_of(job run)
{
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        double pieces = 0;
        double seconds = 0;
        while (seconds < ROUND_SECONDS) {
            pieces += run();
            seconds = now() - start;
        }
        best = pieces / seconds > best ? pieces / seconds : best;
    }
    return best;
}

static double multiply(void)
{
    static double one[SIZE][SIZE];
    static double other[SIZE][SIZE];
    static double product[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++) {
        for (int k = 0; k < SIZE; k++) {
            for (int j = 0; j < SIZE; j++) {
                product[i][j] += one[i][k] * other[k][j];
            }
        }
    }
    sink = product[SIZE - 1][SIZE - 1];
    return 1;
}

/* What the explorer opens with: Llama 3 70B on 64 H100, TP 8, DP 8, roofline, achieved links. */
static struct scenario opening(void)
{
    static const struct {
        const char *key, *value;
    } settings[] = {{"tp", "8"},
                    {"sp", "on"},
                    {"zero", "1"},
                    {"attention.kernel", "flash3"},
                    {"seq_len", "8192"},
                    {"cluster.gpus", "64"},
                    {"train.tokens", "15e12"}};
    struct scenario scenario = scenario_default();
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const struct parameter *parameter = parameter_find(settings[i].key);
        parameter_set(parameter, &scenario, parameter_read(parameter, settings[i].value).value);
    }
    return scenario;
}

static double evaluate_opening(void)
{
    struct scenario scenario = opening();
    struct result (*volatile price)(const struct scenario *) = evaluate; /* so that nothing moves out of the loop */
    double sum = 0;
    for (int i = 0; i < BATCH; i++) {
        scenario.cluster.nic.bandwidth += 1e3; /* no two alike */
        const struct result result = price(&scenario);
        sum += result.training.step + result.memory.total;
    }
    sink = sum;
    return BATCH;
}

/* All of a search: what it skips is part of the time, what it prices is counted. */
static double search_opening(void)
{
    const struct scenario scenario = opening();
    struct search search = search_start(&scenario, metric_find("step.time"), SEARCH_TOP);
    while (!search.done) {
        search_run(&search, BATCH);
    }
    sink = search.best[0].objective;
    return (double)search.priced;
}

static void print_rate(const char *what, double rate, double products)
{
    (void)printf("%-28s %10.0f /s %10.0f for each product\n", what, rate, rate / products);
}

int main(void)
{
    const double products = rate_of(multiply);
    (void)printf("%-28s %10.0f /s\n", "256 x 256 matrix products", products);
    print_rate("evaluate, opening scenario", rate_of(evaluate_opening), products);
    print_rate("strategies of a search", rate_of(search_opening), products);
    return 0;
}
