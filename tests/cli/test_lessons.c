/* test_lessons.c: `ringside lessons`, and that the core gives what the lessons teach. */
#include "command_run.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LESSONS = 9, PATH = 300 };

static void expect_text(const struct printed *run, const char *text)
{
    if (strstr(run->output, text) == NULL) {
        fail_msg("\"%s\" is not in\n%s%s", text, run->output, run->errors);
    }
}

static void the_core_gives_every_figure_that_is_taught(void **state)
{
    (void)state;
    struct printed run = command_run("lessons --check");
    if (run.status != EXIT_DONE || strstr(run.output, "NO") != NULL) {
        fail_msg("exit %d\n%s%s", run.status, run.output, run.errors);
    }
    expect_text(&run, " figures hold");
    assert_string_equal(run.errors, "");
    printed_free(&run);
}

/* Worked by hand, and not taken from the files. */
static const struct taught {
    int lesson;
    const char *figure;
    double value;
} by_hand[] = {
    /* 900 / 64; 8 micro-batches · 4 · 32 layers; 2·7/8 · 1024 · 2 B · 8192 · 4096; that over 64 GB/s */
    {1, "scaleup.bandwidth * 2 / dp_pcie:scaleup.bandwidth", 14.0625},
    {1, "tp:tp.count", 1024},
    {1, "tp:tp.bytes", 120259084288.0},
    {1, "tp_pcie:tp.time", 1.879},
    /* 8.030e9 parameters · 2 B; 2·7/8 and 2·63/64 of that */
    {2, "dp.message", 16.06e9},
    {2, "dp.bytes", 28.1e9},
    {2, "many:dp.bytes", 31.62e9},
    {2, "dp.time", 28.105e9 / 450e9},
    /* 4 · 8.030e9 · 8192 / (0.40 · 989e12) */
    {2, "compute.backward", 0.665},
    /* 2 (1024 - 1), and 2 log2 1024 */
    {3, "large:ring.steps", 2046},
    {3, "large:tree.steps", 20},
    /* 80 layers · 4; 2 B · 8192 · 8192; 2·7/8 · 320 · that; over 900 GB/s */
    {4, "tp.count", 320},
    {4, "tp.message", 134217728.0},
    {4, "tp.bytes", 75161927680.0},
    {4, "tp.time", 0.08351325},
    {4, "nic:tp.time", 1.503},
    {4, "rail:tp.bytes", 80530636800.0},
    {4, "rail:tp.time", 80530636800.0 / 400e9},
    /* 4 B · 6.738e9 / 50e9 · 3/2; the same of 70.55e9 */
    {5, "compute.time / compute.backward * dp.time", 0.8086},
    {5, "big:compute.time / big:compute.backward * big:dp.time", 8.466},
    /* 4 B · 6.738e9 over 450 GB/s */
    {5, "dp.bytes / 450GB/s", 59.9e-3},
    /* 70.55e9 · 2 B · 2·7/8 over 900 and over 450 GB/s */
    {6, "dp.time", 0.2744},
    {6, "direction:dp.time", 0.5487},
    /* 70.55e9 · 2 B / 8 / 3.35e12 */
    {7, "decode.bound.weights", 5.265e-3},
    {7, "tp.count", 160},
    /* 2·7/8 · 17.64e9; 32 layers · 4 · 7/8 · 2 experts · 2 B · 8192 · 4096 */
    {8, "dp.bytes", 30.87e9},
    {8, "moe:ep.bytes", 15032385536.0},
    /* 3 · 63/64 · 141.1e9 */
    {8, "fsdp:fsdp.bytes", 416.7e9},
    /* 4 B · 70.55e9 / 8 / (4 · 70.55e9 · 8192 / (8 · 0.40 · 989e12)), with endless ranks */
    {9, "dp.required_bandwidth", 48.29e9},
    {9, "fp32:dp.required_bandwidth", 2 * 48.29e9},
    {9, "fast:dp.required_bandwidth", 48.29e9 * 0.50 / 0.40},
};

static const struct taught *find_by_hand(const char *figure, int lesson)
{
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
        if (by_hand[i].lesson == lesson && strcmp(by_hand[i].figure, figure) == 0) {
            return &by_hand[i];
        }
    }
    return NULL;
}

static void a_third_of_them_agree_with_a_sheet_of_paper(void **state)
{
    enum { MOST = 400 };
    int count = 0;
    int seen = 0;
    (void)state;
    struct printed run = command_run("lessons --check --format json");
    assert_null(json_wrong(run.output));
    for (int i = 0; i < MOST; i++) {
        const struct json_value row = json_item(json_document(run.output), i);
        if (row.text == NULL) {
            break;
        }
        char figure[200];
        const struct json_value text = json_get(row, "figure");
        (void)snprintf(figure, sizeof figure, "%.*s", text.length - 2, text.text + 1);
        const struct taught *taught = find_by_hand(figure, (int)strtod(json_get(row, "lesson").text, NULL));
        const double found = strtod(json_get(row, "found").text, NULL);
        count++;
        if (taught != NULL) {
            seen++;
            if (!(fabs(found / taught->value - 1) <= 0.005)) {
                fail_msg("lesson %d, %s: %.6g, by hand %.6g", taught->lesson, figure, found, taught->value);
            }
        }
    }
    assert_int_equal(seen, sizeof by_hand / sizeof by_hand[0]);
    assert_true(count <= 3 * seen);
    printed_free(&run);
}

static void there_are_nine_and_each_asks_a_question(void **state)
{
    (void)state;
    struct printed run = command_run("lessons --format json");
    assert_null(json_wrong(run.output));
    for (int i = 0; i < LESSONS; i++) {
        const struct json_value row = json_item(json_document(run.output), i);
        const struct json_value question = json_get(row, "question");
        assert_non_null(question.text);
        assert_non_null(memchr(question.text, '?', (size_t)question.length));
    }
    assert_null(json_item(json_document(run.output), LESSONS).text);
    printed_free(&run);
}

static void a_lesson_is_printed_with_its_figures(void **state)
{
    (void)state;
    struct printed run = command_run("lessons 4");
    assert_int_equal(run.status, EXIT_DONE);
    expect_text(&run, "Lesson 4: Tensor parallelism is on the critical path");
    expect_text(&run, "320 of 134 MB");
    expect_text(&run, "75.2 GB");
    assert_null(strchr(run.output, '{'));
    printed_free(&run);
    run = command_run("lessons 4 --format json");
    assert_null(json_wrong(run.output));
    expect_text(&run, "\"setting\": \"rail\"");
    printed_free(&run);
    run = command_run("lessons --check 4 --format csv");
    assert_int_equal(run.status, EXIT_DONE);
    expect_text(&run, "lesson,setting,figure,taught,found,error,within,holds\n4,start,tp.count,320,320,0,0,true\n");
    printed_free(&run);
}

static void what_is_no_lesson_is_refused(void **state)
{
    static const char *const lines[] = {"lessons 0",   "lessons 10",  "lessons four",
                                        "lessons 1.5", "lessons 1 2", "lessons 1 --format csv"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct printed run = command_run(lines[i]);
        assert_int_equal(run.status, EXIT_BAD_INPUT);
        assert_string_equal(run.output, "");
        assert_true(strlen(run.errors) > 0);
        printed_free(&run);
    }
}

static void write_lesson(const char *is)
{
    char text[400];
    (void)snprintf(
        text, sizeof text,
        "name = \"The ring\"; title = \"Mine?\"; order = 3; model = \"Llama 3 8B\"; cluster = \"DGX H100\";\n"
        "screens = ( { text = [ \"{dp.size}\" ]; } );\n"
        "expect = ( { figure = \"model.layers\"; is = %s; } );\n",
        is);
    file_write(scratch_path("lessons/mine.cfg"), text);
}

static void a_figure_that_the_core_does_not_give_is_a_miss(void **state)
{
    char line[120];
    (void)state;
    (void)snprintf(line, sizeof line, "lessons 3 --check --preset-dir %s", scratch_folder());
    write_lesson("32");
    struct printed run = command_run(line);
    assert_int_equal(run.status, EXIT_DONE);
    expect_text(&run, "1 of 1 figures hold");
    printed_free(&run);
    write_lesson("33");
    run = command_run(line);
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    expect_text(&run, "-3.03 %");
    expect_text(&run, "NO");
    expect_text(&run, "0 of 1 figures hold");
    printed_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_core_gives_every_figure_that_is_taught),
        cmocka_unit_test(a_third_of_them_agree_with_a_sheet_of_paper),
        cmocka_unit_test(there_are_nine_and_each_asks_a_question),
        cmocka_unit_test(a_lesson_is_printed_with_its_figures),
        cmocka_unit_test(what_is_no_lesson_is_refused),
        cmocka_unit_test_setup_teardown(a_figure_that_the_core_does_not_give_is_a_miss, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
