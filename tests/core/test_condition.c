/* test_condition.c: conditions as people type them, and on which side of one a figure is. */
#include "core/condition.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_condition_is_read_with_its_relation_and_its_value(void **state)
{
    static const struct {
        const char *text, *key;
        enum relation relation;
        double value;
    } rows[] = {
        {"dp.exposed<=0", "dp.exposed", RELATION_AT_MOST, 0},
        {"mfu >= 40 %", "mfu", RELATION_AT_LEAST, 0.4},
        {" step.time < 10ms ", "step.time", RELATION_BELOW, 0.010},
        {"mfu>0.4", "mfu", RELATION_ABOVE, 0.4},
        {"batch.global=512", "batch.global", RELATION_EQUAL, 512},
        {"memory.fits=yes", "memory.fits", RELATION_EQUAL, 1},
        {"memory.fits", "memory.fits", RELATION_EQUAL, 1},
        {"dp.algorithm=tree", "dp.algorithm", RELATION_EQUAL, ALGORITHM_TREE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct condition_read read = condition_read(rows[i].text);
        if (!read.valid) {
            fail_msg("%s: %s", rows[i].text, read.message);
        }
        assert_string_equal(read.condition.metric->key, rows[i].key);
        assert_int_equal(read.condition.relation, rows[i].relation);
        assert_true(fabs(read.condition.value - rows[i].value) <= 1e-15);
    }
}

static void what_cannot_be_read_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"mfu>=40", "that is 4000 %: write 40% or 0.4"},
        {"tp<=4", "that is a parameter, not a figure: --set tp=4, and of a search --hold tp"},
        {"stp.time<1s", "did you mean step.time?"},
        {"mfu>=fast", "fast"},
        {"step.time<1GB", "a time is expected"},
        {"step.time<", "nothing is given"},
        {"batch.tokens<1000000000000000000000000000000000000000000000000000000000000000000000",
         "at most 63 characters"},
        {"dp.algorithm<ring", "names have no order: = is expected"},
        {"dp.algorithm=rings", "is expected"},
        {"memory.fits=maybe", "yes or no is expected"},
        {"step.time", "METRIC<=VALUE"},
        {"", "METRIC<=VALUE"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct condition_read read = condition_read(rows[i].text);
        if (read.valid || strstr(read.message, rows[i].says) == NULL) {
            fail_msg("\"%s\": %s", rows[i].text, read.valid ? "read" : read.message);
        }
    }
}

/* Below the value, at it, a ten-billionth above it, clearly above; and a figure that does not apply. */
static void a_relation_holds_on_its_side_of_the_value(void **state)
{
    enum { FIGURES = 5 };
    static const double figures[FIGURES] = {1, 2, 2 * (1 + 1e-10), 3, NAN};
    static const struct {
        const char *text;
        bool holds[FIGURES];
    } rows[] = {
        {"tp.time<=2s", {true, true, false, false, false}}, {"tp.time>=2s", {false, true, true, true, false}},
        {"tp.time<2s", {true, false, false, false, false}}, {"tp.time>2s", {false, false, true, true, false}},
        {"tp.time=2s", {false, true, true, false, false}},
    };
    static const int sides[FIGURES - 1] = {-1, 0, 0, 1};
    (void)state;
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        const struct condition condition = condition_read(rows[row].text).condition;
        for (int i = 0; i < FIGURES; i++) {
            if (condition_holds(&condition, figures[i]) != rows[row].holds[i]) {
                fail_msg("%s at %.12g", rows[row].text, figures[i]);
            }
        }
        for (int i = 0; i < FIGURES - 1; i++) {
            assert_int_equal(condition_side(&condition, figures[i]), sides[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_is_read_with_its_relation_and_its_value),
        cmocka_unit_test(what_cannot_be_read_is_refused_with_a_reason),
        cmocka_unit_test(a_relation_holds_on_its_side_of_the_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
