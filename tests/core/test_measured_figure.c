/* test_measured_figure.c: which figure people mean by what they type. */
#include "core/measured_figure.h"
#include "core/metrics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void the_unit_of_a_value_says_which_figure_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *text, *key;
        double value;
    } rows[] = {
        {"9.2s", "step.time", 9.2},
        {"845 ms", "step.time", 0.845},
        {"9.2", "step.time", 9.2},
        {"41%", "mfu", 0.41},
        {"41.5 %", "mfu", 0.415},
        {"58000 tok/s", "tokens_per_second", 58000},
        {"58ktok/s", "tokens_per_second", 58000},
        {"930 tok/s/GPU", "tokens_per_second_per_gpu", 930},
        {"74.1GB", "memory.total", 74.1e9},
        {"step.time=9.2s", "step.time", 9.2},
        {"mfu = 41%", "mfu", 0.41},
        {"dp.exposed=120ms", "dp.exposed", 0.120},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct measured_figure_read read = measured_figure_read(rows[i].text);
        if (!read.valid || strcmp(read.figure.metric->key, rows[i].key) != 0 ||
            fabs(read.figure.value / rows[i].value - 1) > 1e-12) {
            fail_msg("\"%s\" is not read as %s: %s", rows[i].text, rows[i].key, read.message);
        }
    }
}

static void what_is_no_measured_figure_is_refused_with_an_example(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "fast",
                                        "0s",
                                        "-3s",
                                        "9.2 parsecs",
                                        "mfu>=40%",
                                        "nothing=9.2s",
                                        "step.time=fast",
                                        "step.time=0s",
                                        "memory.fits=yes"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct measured_figure_read read = measured_figure_read(texts[i]);
        if (read.valid || read.message[0] == '\0') {
            fail_msg("\"%s\" is taken", texts[i]);
        }
    }
}

static void a_figure_of_nothing_says_that_it_must_be_greater(void **state)
{
    (void)state;
    static const char *const texts[] = {"0s", "0%", "0 tok/s", "step.time=0s"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct measured_figure_read read = measured_figure_read(texts[i]);
        assert_false(read.valid);
        assert_non_null(strstr(read.message, "greater than 0"));
    }
}

static void what_is_written_gives_the_same_figure_back_in_one_word(void **state)
{
    (void)state;
    static const double values[] = {9.2, 0.1 + 0.2, 1e-6, 12345.678};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const struct measured_figure figure = {metric_find("step.time"), values[i]};
        char text[MEASURED_FIGURE_TEXT];
        const size_t length = measured_figure_print(&figure, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_null(strchr(text, ' '));
        const struct measured_figure_read read = measured_figure_read(text);
        assert_true(read.valid && read.figure.metric == figure.metric && read.figure.value == figure.value);
    }
    char text[MEASURED_FIGURE_TEXT];
    assert_int_equal(measured_figure_print(&(struct measured_figure){.metric = NULL}, text, sizeof text), 0);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unit_of_a_value_says_which_figure_it_is),
        cmocka_unit_test(what_is_no_measured_figure_is_refused_with_an_example),
        cmocka_unit_test(a_figure_of_nothing_says_that_it_must_be_greater),
        cmocka_unit_test(what_is_written_gives_the_same_figure_back_in_one_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
