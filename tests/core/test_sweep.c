/* test_sweep.c: ranges as people write them, against values worked by hand. */
#include "core/evaluate.h"
#include "core/sweep.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 64 };

/* The values of a range, which must be these, to 1e-12. */
static void expect(const char *text, const double *expected, int count)
{
    const struct sweep_read read = sweep_read(text);
    double values[ROOM];
    if (!read.valid) {
        fail_msg("%s: %s", text, read.message);
    }
    const int got = sweep_values(&read.sweep, values, ROOM);
    if (got != count) {
        fail_msg("%s: %d values, expected %d; the first is %g, the last %g", text, got, count, values[0],
                 values[got > 0 ? got - 1 : 0]);
    }
    for (int i = 0; i < count; i++) {
        if (!(fabs(values[i] - expected[i]) <= 1e-12 * fabs(expected[i]))) {
            fail_msg("%s: value %d is %.17g, expected %.17g", text, i, values[i], expected[i]);
        }
    }
}

#define EXPECT(text, ...)                                                    \
    do {                                                                     \
        const double expected[] = {__VA_ARGS__};                             \
        expect(text, expected, (int)(sizeof expected / sizeof expected[0])); \
    } while (0)

static void a_range_is_cut_on_its_own_scale_or_the_one_that_is_asked_for(void **state)
{
    (void)state;
    EXPECT("nic.bandwidth=1GB/s:100GB/s:3", 1e9, 10e9, 100e9);
    EXPECT("nic.bandwidth=1GB/s:100GB/s:log:5", 1e9, 3162277660.1683793, 10e9, 31622776601.683793, 100e9);
    EXPECT("nic.bandwidth=10GB/s:50GB/s:lin:5", 10e9, 20e9, 30e9, 40e9, 50e9);
    EXPECT("nic.bandwidth=12.5GB/s:110GB/s:pow2", 12.5e9, 25e9, 50e9, 100e9);
    EXPECT("gpu.efficiency=30%:50%:3", 0.3, 0.4, 0.5);
    EXPECT("nic.bandwidth=100GB/s:1GB/s:3", 100e9, 10e9, 1e9);
    EXPECT("nic.bandwidth=50GB/s:50GB/s", 50e9);
    EXPECT("nic.latency=0s:10us:lin:3", 0, 5e-6, 10e-6);
}

static void whole_parameters_take_whole_values_once(void **state)
{
    (void)state;
    EXPECT("tp=1:16", 1, 2, 4, 8, 16);
    EXPECT("tp=3:16", 3, 6, 12);
    EXPECT("model.layers=10:14", 10, 11, 12, 13, 14);
    EXPECT("cluster.gpus=8:64:lin:3", 8, 36, 64);
    EXPECT("cluster.gpus=1:8:log:7", 1, 2, 3, 4, 6, 8);
    EXPECT("global_batch=0:8", 0, 1, 2, 4, 8);
    EXPECT("cluster.gpus=8:1024:pow2:3", 8, 16, 32);
}

static void a_choice_takes_its_values_and_a_parameter_alone_its_range(void **state)
{
    (void)state;
    EXPECT("recompute", RECOMPUTE_NONE, RECOMPUTE_SELECTIVE, RECOMPUTE_FULL);
    EXPECT("recompute=selective:full", RECOMPUTE_SELECTIVE, RECOMPUTE_FULL);
    EXPECT("recompute=full:none:log", RECOMPUTE_FULL, RECOMPUTE_SELECTIVE, RECOMPUTE_NONE);
    EXPECT("sp", 0, 1);
    EXPECT("pue=1:3:3", 1, 2, 3);
    const struct sweep_read read = sweep_read("nic.bandwidth");
    double values[ROOM];
    assert_true(read.valid);
    assert_int_equal(sweep_values(&read.sweep, values, ROOM), SWEEP_DEFAULT_POINTS);
    assert_true(values[0] == read.sweep.parameter->min);
    assert_true(values[SWEEP_DEFAULT_POINTS - 1] == read.sweep.parameter->max);
}

static void a_key_alone_sweeps_every_parameter(void **state)
{
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        const struct sweep_read read = sweep_read(parameters[i].key);
        if (!read.valid) {
            fail_msg("%s", read.message);
        }
    }
}

static void values_that_are_named_are_taken_in_their_order(void **state)
{
    (void)state;
    EXPECT("cluster.gpus=1024,1536", 1024, 1536);
    EXPECT("nic.bandwidth=800Gb/s,400Gb/s,25GB/s", 100e9, 50e9, 25e9);
    EXPECT("tp=8,1,3", 8, 1, 3);
    EXPECT("recompute=full,none", RECOMPUTE_FULL, RECOMPUTE_NONE);
    EXPECT("nic.latency=0s,5us", 0, 5e-6);
}

static void a_buffer_is_never_written_beyond_its_end(void **state)
{
    (void)state;
    double values[4] = {-1, -1, -1, -1};
    static const char *const ranges[] = {"tp=1:64", "nic.bandwidth=1GB/s:2GB/s", "model.layers=1:9", "tp=1,2,4,8"};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        const struct sweep_read read = sweep_read(ranges[i]);
        assert_true(read.valid);
        assert_int_equal(sweep_values(&read.sweep, values, 3), 3);
        assert_true(values[3] == -1);
    }
}

/* A number that is another one, if it is read as far as there is room. */
#define CUT_SHORT "1000000000000000000000000000000000000000000000000000000000000000000000"

static void a_range_that_makes_no_sense_is_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"nic.bandwith=1GB/s:2GB/s", "did you mean nic.bandwidth?"},
        {"nic.bandwidth=1GB/s", "KEY=FROM:TO"},
        {"nic.bandwidth=1GB/s:2GB/s:log:5:6", "KEY=FROM:TO"},
        {"nic.bandwidth=1GB/s,2GB", "2GB"},
        {"tp=1,,2", "nothing is given"},
        {"tp=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "at most 32 values"},
        {"nic.bandwidth=1GB:2GB/s", "1GB"},
        {"nic.bandwidth=1GB/s:2GB", "2GB"},
        {"nic.bandwidth=1GB/s:2GB/s:cubic", "log, lin, pow2"},
        {"nic.bandwidth=1GB/s:2GB/s:log:0", "number of points"},
        {"nic.bandwidth=1GB/s:2GB/s:log:2.5", "number of points"},
        {"nic.bandwidth=1GB/s:2GB/s:log:10001", "number of points"},
        {"nic.latency=0s:1us:log", "use lin"},
        {"tp=8:1", "powers of two rise"},
        {"recompute=none:half", "none, selective, full"},
        {"nic.latency=" CUT_SHORT "us:3us", "at most 63 characters"},
        {"nic.latency=1us," CUT_SHORT "us", "at most 63 characters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct sweep_read read = sweep_read(cases[i].text);
        if (read.valid || strstr(read.message, cases[i].part) == NULL) {
            fail_msg("%s: %s, expected a message with \"%s\"", cases[i].text, read.valid ? "taken" : read.message,
                     cases[i].part);
        }
    }
}

static void a_point_changes_its_parameter_and_nothing_else(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with("tp=8");
    const struct sweep_read read = sweep_read("tp=1:3:lin:3");
    for (int value = 1; value <= 3; value++) {
        const struct scenario at = sweep_at(&read.sweep, &scenario, value);
        struct scenario expected = scenario;
        expected.strategy.tp = value;
        assert_memory_equal(&at, &expected, sizeof at);
        assert_int_equal(evaluate(&at).valid, value != 3); /* three ranks do not divide 64 heads */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_is_cut_on_its_own_scale_or_the_one_that_is_asked_for),
        cmocka_unit_test(whole_parameters_take_whole_values_once),
        cmocka_unit_test(a_choice_takes_its_values_and_a_parameter_alone_its_range),
        cmocka_unit_test(a_key_alone_sweeps_every_parameter),
        cmocka_unit_test(values_that_are_named_are_taken_in_their_order),
        cmocka_unit_test(a_buffer_is_never_written_beyond_its_end),
        cmocka_unit_test(a_range_that_makes_no_sense_is_refused_with_a_reason),
        cmocka_unit_test(a_point_changes_its_parameter_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
