/* test_figure.c: figures read, computed and printed; what means nothing is refused. */
#include "core/figure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {"start", "slow"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Two scenarios whose figures are set by hand: what is computed from them can be worked on paper. */
struct stage {
    struct scenario scenario[NAMES];
    struct result result[NAMES];
    struct figure_scene scene[NAMES];
};

static void set_stage(struct stage *stage)
{
    static const double times[NAMES] = {0.25, 2.0};
    for (int i = 0; i < NAMES; i++) {
        stage->scenario[i] = scenario_default();
        stage->scenario[i].cluster.scaleup.bandwidth = i == 0 ? 450e9 : 64e9;
        memset(&stage->result[i], 0, sizeof stage->result[i]);
        stage->result[i].valid = true;
        stage->result[i].training.tp.time = times[i];
        stage->result[i].training.tp.bytes = 100e9;
        stage->result[i].training.compute = 1.0;
        stage->result[i].training.tp.count = 320;
        stage->result[i].training.hfu = NAN;
        stage->scene[i] = (struct figure_scene){&stage->scenario[i], &stage->result[i]};
    }
}

static struct figure_read read_text(const char *text)
{
    return figure_read(text, strlen(text), names, NAMES);
}

static void a_figure_is_one_value_or_arithmetic_from_left_to_right(void **state)
{
    static const struct {
        const char *text, *printed;
        double value;
        int own;
    } cases[] = {
        {"tp.time", "250 ms", 0.25, 0},
        {"tp.time", "2.00 s", 2.0, 1},
        {"slow:tp.time", "2.00 s", 2.0, 0},
        {"slow:tp.time / start:tp.time", "8", 8.0, 0},
        {"slow:tp.time - tp.time", "1.75 s", 1.75, 0},
        {"tp.time / compute.time %", "25 %", 0.25, 0},
        {"scaleup.bandwidth * 2", "900 GB/s", 900e9, 0},
        {"scaleup.bandwidth * 2 / slow:scaleup.bandwidth", "14.1", 14.0625, 0},
        {"tp.bytes / tp.time", "400 GB/s", 400e9, 0},
        {"tp.bytes / 50GB/s", "2.00 s", 2.0, 0},
        {"tp.time + tp.time * 3 / 2", "750 ms", 0.75, 0}, /* ((a + a) * 3) / 2 */
        {"tp.count", "320", 320.0, 0},
        {"hfu", "none", NAN, 0},
        {"hfu / mfu", "none", NAN, 0},
        {"precision", "bf16", 0.0, 0},
    };
    static struct stage stage;
    (void)state;
    set_stage(&stage);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct figure_read read = read_text(cases[i].text);
        char printed[FIGURE_TEXT] = "";
        if (!read.valid) {
            fail_msg("%s: %s", cases[i].text, read.message);
        }
        const double value = figure_value(&read.figure, stage.scene, cases[i].own);
        (void)figure_print(&read.figure, stage.scene, cases[i].own, printed, sizeof printed);
        const bool same = isnan(cases[i].value) ? isnan(value) : fabs(value - cases[i].value) <= 1e-12 * fabs(value);
        if (!same || strcmp(printed, cases[i].printed) != 0) {
            fail_msg("%s: %.17g \"%s\", expected %.17g \"%s\"", cases[i].text, value, printed, cases[i].value,
                     cases[i].printed);
        }
    }
}

static void what_means_nothing_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "is empty"},
        {"tp.tine", "did you mean tp.time?"},
        {"fast:tp.time", "names no setting"},
        {"tp.time + tp.bytes", "their units differ"},
        {"tp.bytes * tp.bytes", "their units differ"},
        {"tp.algorithm / 2", "their units differ"},
        {"2 * tp.algorithm", "their units differ"},
        {"tp.time tp.time", "is expected, with blanks around it"},
        {"tp.time /", "has nothing behind it"},
        {"tp.time/2", "is neither a figure nor a parameter"},
        {"tp.time / 5furlongs", "is no quantity"},
        {"tp.time %", "stands behind a ratio"},
        {"1 + 1 + 1 + 1 + 1 + 1 + 1", "one value too many"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct figure_read read = read_text(cases[i].text);
        if (read.valid || strstr(read.message, cases[i].says) == NULL) {
            fail_msg("\"%s\": \"%s\", expected \"... %s ...\"", cases[i].text, read.message, cases[i].says);
        }
    }
}

static void figures_of_a_text_are_found_one_after_the_other(void **state)
{
    const char *text = "a {{brace}, {tp.time} and {dp.time / 2}; {never closed";
    struct figure_place place = figure_next(text);
    size_t length = 0;
    (void)state;
    assert_memory_equal(figure_words(&place, &length), "tp.time", strlen("tp.time"));
    assert_int_equal(length, strlen("tp.time"));
    place = figure_next(place.begin + place.length);
    assert_memory_equal(figure_words(&place, &length), "dp.time / 2", strlen("dp.time / 2"));
    assert_int_equal(length, strlen("dp.time / 2"));
    assert_null(figure_next(place.begin + place.length).begin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_is_one_value_or_arithmetic_from_left_to_right),
        cmocka_unit_test(what_means_nothing_is_refused_with_a_reason),
        cmocka_unit_test(figures_of_a_text_are_found_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
