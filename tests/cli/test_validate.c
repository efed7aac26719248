/* test_validate.c: validate, and a published run opened by its id, as a user runs them. */
#include "cli/commands.h"
#include "command_run.h"
#include "exporters/csv.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct printed run_good(const char *line)
{
    struct printed run = command_run(line);
    if (run.status != EXIT_DONE || run.errors[0] != '\0') {
        fail_msg("%s: exit %d\n%s", line, run.status, run.errors);
    }
    return run;
}

static void the_json_holds_sources_sets_and_rows_that_agree(void **state)
{
    (void)state;
    struct printed run = run_good("validate --format json");
    assert_null(json_wrong(run.output));
    const struct json_value document = json_document(run.output);
    const struct json_value sets = json_get(document, "sources");
    const struct json_value rows = json_get(document, "rows");
    int counted = 0;
    for (int i = 0; json_item(sets, i).text != NULL; i++) {
        const struct json_value set = json_item(sets, i);
        counted += (int)json_double(json_get(set, "rows"));
        assert_true(json_double(json_get(set, "unpriced")) == 0);
        assert_true(json_double(json_get(set, "median")) <= json_double(json_get(set, "p90")));
    }
    assert_true(json_item(rows, counted - 1).text != NULL);
    assert_null(json_item(rows, counted).text);
    assert_true(json_item(json_get(document, "sets"), 0).text != NULL);
    printed_free(&run);
}

/* Each row's error is forecast / measured - 1, and the mean of a set that of its rows. */
static void the_csv_of_a_set_gives_its_mean(void **state)
{
    (void)state;
    struct printed run = run_good("validate --set korthikanti --format csv");
    FILE *file = fmemopen(run.output, strlen(run.output), "r");
    assert_non_null(file);
    struct csv_reader reader = {.file = file};
    double sum = 0;
    int count = 0;
    assert_int_equal(csv_read(&reader), CSV_ROW);
    assert_string_equal(csv_cell(&reader, 5), "error");
    while (csv_read(&reader) == CSV_ROW) {
        const double measured = strtod(csv_cell(&reader, 3), NULL);
        const double forecast = strtod(csv_cell(&reader, 4), NULL);
        const double error = strtod(csv_cell(&reader, 5), NULL);
        assert_true(fabs(error - (forecast / measured - 1)) < 1e-12);
        assert_string_equal(csv_cell(&reader, 0), "Korthikanti 2022");
        sum += fabs(error);
        count++;
    }
    csv_reader_free(&reader);
    (void)fclose(file);
    printed_free(&run);
    assert_int_equal(count, 6);

    struct printed whole = run_good("validate --set korthikanti --format json");
    const struct json_value set = json_item(json_get(json_document(whole.output), "sources"), 0);
    assert_true(fabs(json_double(json_get(set, "mean")) - sum / count) < 1e-12);
    printed_free(&whole);
}

static void people_see_each_set_and_the_totals(void **state)
{
    (void)state;
    struct printed run = run_good("validate");
    static const char *const words[] = {
        "Korthikanti 2022",  "vTrain, one node", "NCCL on NVSwitch", "gpt-fast", "dense, 16 bit",     "mixtures",
        "short eager steps", "decode",           "prefill",          "xGMI",     "nodes of 8, large", "aim %"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_non_null(strstr(run.output, words[i]));
    }
    printed_free(&run);
}

/* What the project is held to, and whether it is reached: a set of many sources prints each of its rows. */
static void a_set_over_many_sources_has_its_rows_and_its_aims(void **state)
{
    (void)state;
    struct printed run = run_good("validate --set decode --format json");
    const struct json_value document = json_document(run.output);
    const struct json_value set = json_item(json_get(document, "sets"), 0);
    assert_null(json_item(json_get(document, "sources"), 0).text);
    const int count = (int)json_double(json_get(set, "rows"));
    assert_in_range(count, 100, 1000);
    assert_true(json_item(json_get(document, "rows"), count - 1).text != NULL);
    assert_null(json_item(json_get(document, "rows"), count).text);
    assert_true(json_double(json_get(json_get(set, "aims"), "median")) == 0.04);
    assert_true(json_double(json_get(json_get(set, "aims"), "p90")) == 0.15);
    printed_free(&run);

    struct printed people = run_good("validate --set Decode");
    assert_non_null(strstr(people.output, "lmdeploy-a100-llama2-70b-tp4-bs16-128-128"));
    assert_non_null(strstr(people.output, "<= 4.0"));
    printed_free(&people);
}

/* How often a text stands in another. */
static int count_of(const char *text, const char *sought)
{
    int count = 0;
    for (const char *at = strstr(text, sought); at != NULL; at = strstr(at + 1, sought)) {
        count++;
    }
    return count;
}

static void the_document_says_how_many_aims_are_reached(void **state)
{
    (void)state;
    FILE *file = fopen(RINGSIDE_SOURCE_DIR "/docs/accuracy.md", "r");
    assert_non_null(file);
    struct printed run = run_good("validate");
    const int reached = count_of(run.output, "  reached\n");
    char line[512], said[64];
    bool found = false;
    (void)snprintf(said, sizeof said, "is reached: %d of %d are.", reached,
                   reached + count_of(run.output, "  missed\n"));
    while (fgets(line, sizeof line, file) != NULL) {
        found |= strstr(line, said) != NULL;
    }
    (void)fclose(file);
    printed_free(&run);
    if (!found) {
        fail_msg("docs/accuracy.md does not say: %s", said);
    }
}

static void an_unknown_set_is_refused_with_what_was_meant(void **state)
{
    (void)state;
    struct printed run = command_run("validate --set Megatron-Brigde");
    assert_int_equal(run.status, EXIT_BAD_INPUT);
    assert_non_null(strstr(run.errors, "did you mean \"Megatron-Bridge\"?"));
    printed_free(&run);
}

/* Korthikanti et al. 2022, table 5: 1.10 s for 22B on 8 GPUs. */
static void a_report_of_a_run_says_what_was_measured(void **state)
{
    (void)state;
    struct printed run = run_good("report --measurement korth22-22b-seqsel --format json");
    assert_non_null(strstr(run.output, "step.time: 1.10 s measured, "));
    assert_non_null(strstr(run.output, "Korthikanti et al. 2022"));
    assert_true(fabs(report_metric(&run, "step.time") / 1.10 - 1) < 0.10);
    printed_free(&run);

    run = run_good("report --measurement korth22-22b-seqsel");
    assert_non_null(strstr(run.output, "\n\nmeasured\n  step.time: 1.10 s measured, "));
    printed_free(&run);

    struct printed changed =
        run_good("report --measurement korth22-22b-seqsel --set gpu.hbm_bandwidth=1TB/s --format json");
    assert_true(report_metric(&changed, "step.time") > 1.2);
    printed_free(&changed);
}

static void an_unknown_run_is_refused_with_what_was_meant(void **state)
{
    (void)state;
    struct printed run = command_run("report --measurement korth22-22b-segsel");
    assert_int_equal(run.status, EXIT_BAD_INPUT);
    assert_non_null(strstr(run.errors, "did you mean korth22-22b-seqsel?"));
    printed_free(&run);

    struct printed part = command_run("report --measurement MegaScale-530b");
    assert_int_equal(part.status, EXIT_BAD_INPUT);
    assert_non_null(strstr(part.errors, "did you mean megascale-530b-2240-megascale?"));
    printed_free(&part);

    struct printed both = command_run("report --measurement korth22-22b-seqsel --scenario x");
    assert_int_equal(both.status, EXIT_BAD_INPUT);
    assert_non_null(strstr(both.errors, "one of them"));
    printed_free(&both);
}

static void every_forecast_carries_its_band_and_says_when_it_leaves_the_range(void **state)
{
    (void)state;
    struct printed near = run_good("report --format json");
    assert_true(report_metric(&near, "accuracy.band") > 0.01 && report_metric(&near, "accuracy.band") < 0.3);
    assert_null(strstr(near.output, "published Hopper run"));
    printed_free(&near);

    struct printed far = run_good("report --format json --set cluster.gpus=65536");
    assert_non_null(strstr(far.output, "Beyond all published Hopper runs: more than 16384 GPUs"));
    printed_free(&far);

    struct printed slow = run_good("report --format json --set scaleup.bandwidth=1GB/s");
    assert_non_null(strstr(slow.output, "Slower links in the domain than any published Hopper run had: "));
    printed_free(&slow);

    /* One GPU crosses no link, however slow. */
    struct printed alone = run_good("report --model 'Llama 3 8B' --set cluster.gpus=1 --set tp=1 --format json "
                                    "--set scaleup.bandwidth=1GB/s --set nic.bandwidth=100MB/s");
    assert_null(strstr(alone.output, "published Hopper run"));
    printed_free(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_json_holds_sources_sets_and_rows_that_agree),
        cmocka_unit_test(the_csv_of_a_set_gives_its_mean),
        cmocka_unit_test(people_see_each_set_and_the_totals),
        cmocka_unit_test(a_set_over_many_sources_has_its_rows_and_its_aims),
        cmocka_unit_test(the_document_says_how_many_aims_are_reached),
        cmocka_unit_test(an_unknown_set_is_refused_with_what_was_meant),
        cmocka_unit_test(a_report_of_a_run_says_what_was_measured),
        cmocka_unit_test(an_unknown_run_is_refused_with_what_was_meant),
        cmocka_unit_test(every_forecast_carries_its_band_and_says_when_it_leaves_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
