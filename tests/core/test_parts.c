/* test_parts.c: the parts of a step, and the parameter that a resource stands for. */
#include "core/device.h"
#include "core/evaluate.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "core/parts.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect_sum(double got, double expected)
{
    if (fabs(got - expected) > 1e-9 * expected) {
        fail_msg("parts %.12g s, together %.12g s", got, expected);
    }
}

static void parts_add_up_to_the_step_and_pieces_to_their_part(void **state)
{
    static const char *const steps[] = {
        "tp=4 zero=0",
        "tp=4 pp=4 zero=1 recompute=full",
        "tp=4 zero=3 recompute=selective",
    };
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const struct scenario scenario = scenario_with(steps[i]);
        const struct result result = evaluate(&scenario);
        double sum = 0.0;
        assert_true(result.valid);
        for (int part = 0; part < PART_COUNT; part++) {
            const struct step_part *row = &step_parts[part];
            const double exposed = part_seconds(row->exposed, &result);
            double pieces = 0.0;
            for (int piece = 0; piece < PART_PIECES; piece++) {
                pieces += part_seconds(row->piece[piece], &result);
            }
            sum += exposed;
            if (row->piece[PIECE_FORWARD] != NULL && part_is_of_mode(row, MODE_TRAINING)) {
                expect_sum(pieces, exposed);
            }
        }
        expect_sum(sum, result.training.step);
    }
}

/* Exposed parts of a result's mode; those of other modes must be nothing. */
static double sum_of_parts(const struct result *result)
{
    double sum = 0.0;
    for (int part = 0; part < PART_COUNT; part++) {
        const struct step_part *row = &step_parts[part];
        const double exposed = part_seconds(row->exposed, result);
        double pieces = 0.0;
        for (int piece = 0; piece < PART_PIECES; piece++) {
            pieces += part_seconds(row->piece[piece], result);
        }
        assert_true(exposed >= 0.0);
        assert_true(part_is_of_mode(row, result->mode) || exposed == 0.0);
        assert_true(row->piece[0] == NULL || fabs(pieces - exposed) <= 1e-9 * exposed);
        sum += exposed;
    }
    return sum;
}

static void in_every_mode_the_parts_of_any_scenario_add_up(void **state)
{
    enum { TRIALS = 1500, LEAST_PRICED = 500 };
    uint64_t seed = 4;
    int priced[MODE_COUNT] = {0};
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct scenario scenario = random_scenario(&seed);
        randomise_serving(&scenario, &seed);
        scenario.execution.library = (enum collective_library)pick(&seed, LIBRARY_COUNT);
        for (int mode = 0; mode < MODE_COUNT; mode++) {
            scenario.mode = (enum mode)mode;
            const struct result result = evaluate(&scenario);
            const double sum = result.valid ? sum_of_parts(&result) : 0.0;
            priced[mode] += result.valid ? 1 : 0;
            if (result.valid && !(fabs(sum - result.step) <= 1e-9 * result.step)) {
                char text[DESCRIPTION_LENGTH];
                describe(text, sizeof text, &scenario);
                fail_msg("%s: parts %.12g s, step %.12g s; %s", choice_name(&mode_names, mode), sum, result.step, text);
            }
        }
    }
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        assert_true(priced[mode] >= LEAST_PRICED);
    }
}

static void every_part_has_labels_and_metrics(void **state)
{
    enum { SHORT_LABEL = 13 };
    (void)state;
    for (int part = 0; part < PART_COUNT; part++) {
        const struct step_part *row = &step_parts[part];
        assert_non_null(row->label);
        assert_true(row->modes != 0);
        assert_true(strlen(row->short_label) <= SHORT_LABEL);
        assert_true(strlen(row->name) <= strlen(row->short_label));
        assert_non_null(metric_find(row->exposed));
        assert_true(row->hidden == NULL || metric_find(row->hidden) != NULL);
    }
}

/* What the roofline divides by is what the screen names: with and without units for a type. */
static void the_peak_in_force_is_the_one_that_is_priced(void **state)
{
    const struct parameter *compute = parameter_find("gpu.peak.bf16");
    (void)state;
    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        for (int units = 0; units < 4; units++) {
            struct scenario scenario = scenario_default();
            scenario.strategy.precision = (enum precision)precision;
            scenario.gpu.peak_bf16 = 1e15;
            scenario.gpu.peak_fp8 = (units & 1) != 0 ? 2e15 : 0.0;
            scenario.gpu.peak_fp4 = (units & 2) != 0 ? 4e15 : 0.0;
            const double peak = device_peak(&scenario.gpu, (enum precision)precision);
            const struct parameter *row = parameter_in_force(compute, &scenario);
            parameter_set(row, &scenario, 3.0 * parameter_get(row, &scenario));
            if (device_peak(&scenario.gpu, (enum precision)precision) != 3.0 * peak) {
                fail_msg("%s, units %d: %s does not price it", choice_name(&precision_names, precision), units,
                         row->key);
            }
        }
    }
}

static void a_parameter_without_rivals_is_always_in_force(void **state)
{
    const struct scenario scenario = scenario_default();
    const struct parameter *nic = parameter_find("nic.bandwidth");
    (void)state;
    assert_ptr_equal(parameter_in_force(nic, &scenario), nic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_to_the_step_and_pieces_to_their_part),
        cmocka_unit_test(in_every_mode_the_parts_of_any_scenario_add_up),
        cmocka_unit_test(every_part_has_labels_and_metrics),
        cmocka_unit_test(the_peak_in_force_is_the_one_that_is_priced),
        cmocka_unit_test(a_parameter_without_rivals_is_always_in_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
