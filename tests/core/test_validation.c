/* Statistics of forecasts against measurements, held to values worked by hand. */
#include "core/parameters.h"
#include "core/validation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect_close(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-12)) {
        fail_msg("got %.17g, expected %.17g", got, expected);
    }
}

/* Errors of +10 %, -20 %, +30 % and -40 %: absolute 0.1 0.2 0.3 0.4. */
static void four_rows_have_the_statistics_worked_by_hand(void **state)
{
    (void)state;
    const struct validation_row rows[] = {{1.1, 1, NULL}, {1.6, 2, NULL}, {5.2, 4, NULL}, {3, 5, NULL}};
    double room[4];
    const struct validation_errors errors = validation_errors(rows, 4, room);
    assert_int_equal(errors.rows, 4);
    assert_int_equal(errors.unpriced, 0);
    expect_close(errors.median, 0.25);
    expect_close(errors.mean, 0.25);
    expect_close(errors.p90, 0.4); /* floor(0.9 * 4) = 3 lie below */
    expect_close(errors.bias, -0.05);
    assert_int_equal(errors.worst, 3);
    assert_int_equal(errors.pairs, 0); /* no scenarios: nothing says that they are the same work */
}

static void of_an_odd_number_the_median_is_the_middle_one(void **state)
{
    (void)state;
    const struct validation_row rows[] = {{1.5, 1, NULL}, {1.0, 1, NULL}, {0.9, 1, NULL}};
    double room[3];
    expect_close(validation_errors(rows, 3, room).median, 0.1);
}

static void the_ninth_of_ten_is_the_last_one(void **state)
{
    (void)state;
    struct validation_row rows[20];
    double room[20];
    for (int i = 0; i < 20; i++) { /* errors of 0, 1, ... 19 % */
        rows[i] = (struct validation_row){1 + i / 100.0, 1, NULL};
    }
    expect_close(validation_errors(rows, 10, room).p90, 0.09);
    expect_close(validation_errors(rows, 20, room).p90, 0.18);
}

static void a_row_without_a_forecast_is_counted_apart(void **state)
{
    (void)state;
    const struct validation_row rows[] = {{NAN, 1, NULL}, {1.2, 1, NULL}};
    double room[2];
    const struct validation_errors errors = validation_errors(rows, 2, room);
    assert_int_equal(errors.rows, 2);
    assert_int_equal(errors.unpriced, 1);
    expect_close(errors.mean, 0.2);
    assert_int_equal(errors.worst, 1);
}

static void of_no_rows_nothing_is_said(void **state)
{
    (void)state;
    const struct validation_errors errors = validation_errors(NULL, 0, NULL);
    assert_int_equal(errors.rows, 0);
    assert_true(isnan(errors.median) && isnan(errors.mean) && isnan(errors.p90) && isnan(errors.bias));
    assert_int_equal(errors.worst, -1);
}

/* Measured 100, 101 (within 2 %), 110, 120: five pairs are apart. Forecast 100, 130, 120, 125: 101 to 110 and 101 to
 * 120 come out the wrong way. */
static void pairs_of_layouts_are_counted_in_the_measured_order(void **state)
{
    (void)state;
    struct scenario scenario[4];
    for (int i = 0; i < 4; i++) {
        scenario[i] = scenario_default();
        scenario[i].strategy.tp = 1 << i; /* layouts differ, the work does not */
        scenario[i].model.name[0] = (char)('a' + i);
    }
    struct validation_row rows[] = {
        {100, 100, &scenario[0]}, {130, 101, &scenario[1]}, {120, 110, &scenario[2]}, {125, 120, &scenario[3]}};
    double room[4];
    struct validation_errors errors = validation_errors(rows, 4, room);
    assert_int_equal(errors.pairs, 5);
    assert_int_equal(errors.pairs_right, 3);

    scenario[3].cluster.gpus *= 2; /* now that is other work */
    errors = validation_errors(rows, 4, room);
    assert_int_equal(errors.pairs, 2);
    assert_int_equal(errors.pairs_right, 1);
}

static void other_work_is_another_model_batch_or_sequence(void **state)
{
    (void)state;
    const struct scenario one = scenario_default();
    struct scenario other = one;
    assert_true(validation_same_work(&one, &other));
    other.model.layers++;
    assert_false(validation_same_work(&one, &other));
    other = one;
    other.strategy.global_batch++;
    assert_false(validation_same_work(&one, &other));
    other = one;
    other.strategy.seq_len++;
    assert_false(validation_same_work(&one, &other));
}

/* One request of an engine on TP 4 and on TP 8: 20 and 12 ms measured, a speed-up of 1.667; 22 and 12 ms
 * forecast, 1.833: a tenth too much. */
static void a_speedup_between_two_tp_sizes_has_an_error_of_its_own(void **state)
{
    (void)state;
    struct scenario four = scenario_default();
    four.mode = MODE_DECODE;
    four.strategy.tp = 4;
    struct scenario eight = four;
    eight.strategy.tp = 8;
    eight.cluster.gpus = 2 * four.cluster.gpus; /* a replica more or less is other work in training only */
    const struct validation_row rows[] = {{22e-3, 20e-3, &four}, {12e-3, 12e-3, &eight}};
    double room[2];
    const struct validation_errors errors = validation_errors(rows, 2, room);
    assert_int_equal(errors.pairs, 1);
    assert_int_equal(errors.pairs_right, 1);
    assert_int_equal(errors.speedups, 1);
    assert_true(fabs(errors.speedup - 0.1) < 1e-12);
    assert_true(fabs(errors.most - 0.1) < 1e-12);
}

/* Whatever differs besides the layout makes it another request. */
static void another_request_is_no_pair(void **state)
{
    static const char *const keys[] = {"serving.style",     "decode.batch",     "decode.context",      "prefill.batch",
                                       "prefill.tokens",    "decode.precision", "decode.kv_precision", "pp",
                                       "collective.library"};
    struct scenario four = scenario_default();
    (void)state;
    four.mode = MODE_DECODE;
    four.strategy.tp = 4;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct scenario eight = four;
        const struct validation_row rows[] = {{22e-3, 20e-3, &four}, {12e-3, 12e-3, &eight}};
        const struct parameter *parameter = parameter_find(keys[i]);
        eight.strategy.tp = 8;
        assert_int_equal(validation_pairs(rows, 2), 1);
        parameter_set(parameter, &eight, parameter_get(parameter, &eight) + 1);
        if (validation_pairs(rows, 2) != 0) {
            fail_msg("%s makes no difference", keys[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_rows_have_the_statistics_worked_by_hand),
        cmocka_unit_test(of_an_odd_number_the_median_is_the_middle_one),
        cmocka_unit_test(the_ninth_of_ten_is_the_last_one),
        cmocka_unit_test(a_row_without_a_forecast_is_counted_apart),
        cmocka_unit_test(of_no_rows_nothing_is_said),
        cmocka_unit_test(pairs_of_layouts_are_counted_in_the_measured_order),
        cmocka_unit_test(other_work_is_another_model_batch_or_sequence),
        cmocka_unit_test(a_speedup_between_two_tp_sizes_has_an_error_of_its_own),
        cmocka_unit_test(another_request_is_no_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
