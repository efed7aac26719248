/* test_report.c: `ringside report`: the whiteboard to 0.1 %, and the three forms. */
#include "command_run.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "core/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The whiteboard: flat compute at 40 % of 989 TFLOP/s, headline links, one NIC, no latencies. */
#define WHITEBOARD                                                                                               \
    "report --format json --cluster 'DGX H100' --set compute.model=flat --set gpu.efficiency=0.40 "              \
    "--set link.basis=headline --set ring.model=flat --set scaleup.latency=0 --set nic.latency=0 --set sp=off "  \
    "--set zero=0 --set pp=1 --set cp=1 --set recompute=none --set gradients.precision=bf16 --set seq_len=8192 " \
    "--set micro_batch=1 "
#define LLAMA_8B WHITEBOARD "--model 'Llama 3 8B' --set tp=1 "
#define LLAMA_70B WHITEBOARD "--model 'Llama 3 70B' "
#define EIGHT_REPLICAS "--set cluster.gpus=8 --set tp=1 --set global_batch=8 "
#define EIGHT_TENSORS "--set cluster.gpus=8 --set tp=8 --set global_batch=1 "

/* Worked by hand. N parameters, t tokens: compute 6 N t / (0.4 989e12) on a GPU; gradients 2 N bytes; a ring sends
 * 2(n-1)/n S. */
static const struct row {
    const char *given;
    const char *key;
    double expected;
} whiteboard[] = {
    {LLAMA_8B EIGHT_REPLICAS, "params.total", 8.0303e9},
    {LLAMA_70B EIGHT_TENSORS, "params.total", 70.554e9},
    {LLAMA_8B EIGHT_REPLICAS, "dp.message", 16.061e9},
    {LLAMA_8B EIGHT_REPLICAS, "dp.bytes", 28.106e9},
    {LLAMA_8B "--set cluster.gpus=64 --set global_batch=64", "dp.bytes", 31.62e9},
    {LLAMA_8B EIGHT_REPLICAS "--set link.basis=direction", "compute.backward", 0.6652},
    {LLAMA_8B EIGHT_REPLICAS "--set link.basis=direction", "dp.time", 62.46e-3},
    {LLAMA_8B EIGHT_REPLICAS "--set link.basis=direction", "dp.hidden", 62.46e-3},
    {LLAMA_8B EIGHT_REPLICAS "--set link.basis=direction", "dp.exposed", 0.0},
    {LLAMA_70B EIGHT_TENSORS, "tp.count", 320},
    {LLAMA_70B EIGHT_TENSORS, "tp.message", 134.2e6},
    {LLAMA_70B EIGHT_TENSORS, "tp.bytes", 75.16e9},
    {LLAMA_70B EIGHT_TENSORS, "compute.time", 1.0958},
    {LLAMA_70B EIGHT_TENSORS, "tp.time", 83.51e-3},
    {LLAMA_70B EIGHT_TENSORS, "tp.share", 0.0762},
    {LLAMA_70B EIGHT_TENSORS "--set scaleup.size=1", "tp.time", 1.5032},
    {LLAMA_70B EIGHT_REPLICAS, "dp.message", 141.1e9},
    {LLAMA_70B EIGHT_REPLICAS, "dp.time", 0.2744},
    {LLAMA_70B EIGHT_REPLICAS "--set link.basis=direction", "dp.time", 0.5488},
    {LLAMA_70B "--set tp=8 --set cluster.gpus=64 --set global_batch=8", "dp.required_bandwidth", 42.25e9},
    {LLAMA_70B "--set tp=8 --set cluster.gpus=8192 --set global_batch=1024", "dp.required_bandwidth", 48.24e9},
    {LLAMA_70B "--set tp=8 --set cluster.gpus=1048576 --set global_batch=131072", "dp.required_bandwidth", 48.29e9},
};

static void the_whiteboard_comes_out_to_a_thousandth(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof whiteboard / sizeof whiteboard[0]; i++) {
        const struct row *row = &whiteboard[i];
        struct printed run = command_run(row->given);
        const double got = report_metric(&run, row->key);
        const double allowed = 1e-3 * row->expected;
        if (run.status != EXIT_DONE || !(fabs(got - row->expected) <= allowed)) {
            fail_msg("%s\n%s: got %.6g, expected %.6g, off by %.3f %% (exit %d) %s", row->given, row->key, got,
                     row->expected, 100.0 * (got / row->expected - 1.0), run.status, run.errors);
        }
        printed_free(&run);
    }
}

static void what_does_not_fit_is_priced_all_the_same(void **state)
{
    struct printed run = command_run(LLAMA_70B EIGHT_REPLICAS);
    const struct json_value document = json_document(run.output);
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    assert_true(json_is(json_get(json_get(document, "metrics"), "memory.fits"), "false"));
    assert_true(report_metric(&run, "step.time") > 0.0);
    assert_non_null(json_item(json_get(document, "notes"), 0).text);
    printed_free(&run);
}

/* What helps is named: a single change, or how many sequences there is room for. Of 70.55 B parameters of 2 bytes and
 * 163,840 bytes of KV a token on eight cards (135.7 - 18.2) GB hold 44 sequences of 128,000 tokens. */
static void what_does_not_fit_is_told_what_would(void **state)
{
    (void)state;
#define SERVED_70B "report --model 'Llama 3.3 70B' --cluster 'DGX H200' --mode decode --set cluster.gpus=8 "
    command_check("report --set cluster.gpus=4", EXIT_ANSWER_NO,
                  "GPUs 8 or TP 4 makes it valid.\n  --set cluster.gpus=8 or --set tp=4\n", "");
    command_check("report --set zero=0", EXIT_DONE, "ZeRO 1 makes it 74.1 GB.", "");
    command_check("report --set tp=1 --set sp=off", EXIT_DONE, "TP 8 and SP make it 74.1 GB.", "");
    command_check("report --model 'Llama 3.1 405B' --set cluster.gpus=512", EXIT_DONE, "PP 16 makes it ", "");
    command_check(SERVED_70B "--set tp=2 --set decode.batch=64 --set decode.context=32k", EXIT_DONE,
                  "of 151 GB. TP 8 makes it ", "");
    command_check(SERVED_70B "--set decode.batch=64 --set decode.context=128k --set decode.kv_precision=fp8", EXIT_DONE,
                  "44 of 64 sequences fit; the others need more GPUs.", "");
    command_check("report --set seq_len=128k --set cp=8", EXIT_DONE, "the power of two, 131072, is written 128Ki.", "");
    struct printed power = command_run("report --set seq_len=128Ki --set cp=8");
    assert_null(strstr(power.output, "is written"));
    printed_free(&power);
}

static void the_text_gives_rates_and_costs_first(void **state)
{
    (void)state;
    command_check("report --set train.tokens=15T", EXIT_DONE, "15.0 T tok of training take ", "");
    command_check("report --set train.tokens=15T", EXIT_DONE, " at 2.00 $/h\n", "");
    command_check("report --mode decode", EXIT_DONE, " a sequence; a million tokens cost ", "");
    command_check("report --model 'Kimi K2' --set ep=8 --set recompute=full", EXIT_DONE, "CP 1, EP 8, DP 8", "");
    command_check("report --set recompute=full", EXIT_DONE, ", full", "");
}

static void json_holds_every_input_and_figure(void **state)
{
    struct printed run = command_run("report --format json");
    const char *wrong = json_wrong(run.output);
    const struct json_value document = json_document(run.output);
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    assert_string_equal(run.errors, "");
    if (wrong != NULL) {
        fail_msg("no JSON from here: %.40s", wrong);
    }
    const struct json_value inputs = json_get(document, "inputs");
    for (int i = 0; i < parameter_count; i++) {
        if (json_get(inputs, parameters[i].key).text == NULL) {
            fail_msg("%s is missing", parameters[i].key);
        }
    }
    for (int i = 0; i < metric_count; i++) {
        if (json_get(json_get(document, "metrics"), metrics[i].key).text == NULL) {
            fail_msg("%s is missing", metrics[i].key);
        }
    }
    assert_true(json_is(json_get(inputs, "model"), "\"Llama 3 70B\""));
    assert_true(json_is(json_get(inputs, "cluster"), "\"DGX H100\""));
    assert_true(json_is(json_get(inputs, "gpu"), "\"H100 SXM\""));
    assert_true(json_is(json_get(inputs, "mode"), "\"training\""));
    assert_true(json_is(json_get(inputs, "sp"), "true"));
    assert_true(json_is(json_get(inputs, "global_batch"), "\"auto\""));
    assert_true(json_is(json_get(inputs, "nic.bandwidth"), "50000000000"));
    assert_true(json_is(json_get(inputs, "nic.latency"), "1.2e-5"));
    assert_true(json_is(json_get(document, "invalid"), "[]"));
    printed_free(&run);
}

static void an_impossible_scenario_has_reasons_and_no_figures(void **state)
{
    struct printed run = command_run("report --format json --set tp=6");
    const struct json_value document = json_document(run.output);
    (void)state;
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_null(json_wrong(run.output));
    for (int i = 0; i < metric_count; i++) {
        assert_true(json_is(json_get(json_get(document, "metrics"), metrics[i].key), "null"));
    }
    assert_non_null(json_item(json_get(document, "invalid"), 0).text);
    assert_true(json_is(json_get(json_get(document, "inputs"), "tp"), "6"));
    printed_free(&run);

    run = command_run("report --set tp=6");
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_non_null(strstr(run.output, "TP 6 does not divide"));
    printed_free(&run);
}

static void csv_says_the_same_as_json(void **state)
{
    struct printed json = command_run("report --format json");
    struct printed csv = command_run("report --format csv");
    (void)state;
    assert_int_equal(csv.status, EXIT_DONE);
    assert_memory_equal(csv.output, "key,value,unit\n", strlen("key,value,unit\n"));
    assert_non_null(strstr(csv.output, "\nmodel,Llama 3 70B,\n"));
    assert_non_null(strstr(csv.output, "\nnic.bandwidth,50000000000,B/s\n"));
    for (int i = 0; i < metric_count; i++) {
        char start[QUANTITY_TEXT];
        (void)snprintf(start, sizeof start, "\n%s,", metrics[i].key);
        const char *row = strstr(csv.output, start);
        assert_non_null(row);
        if (metrics[i].kind == METRIC_QUANTITY && !isnan(report_metric(&json, metrics[i].key))) {
            assert_true(strtod(row + strlen(start), NULL) == report_metric(&json, metrics[i].key));
        }
    }
    printed_free(&json);
    printed_free(&csv);
}

/* The identity that every report keeps: the parts add up to the step. */
static void the_parts_of_the_text_add_up_to_the_step(void **state)
{
    static const char *const given[] = {
        "report --format json",
        "report --format json --set pp=4 --set cp=2",
        "report --format json --set zero=3 --set tp=4 --set recompute=full",
        "report --format json --set compute.model=flat --set link.basis=headline",
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        struct printed run = command_run(given[i]);
        double sum = 0.0;
        assert_int_equal(run.status, EXIT_DONE);
        for (int part = 0; part < PART_COUNT; part++) {
            assert_non_null(metric_find(step_parts[part].exposed));
            assert_true(step_parts[part].hidden == NULL || metric_find(step_parts[part].hidden) != NULL);
            const double value = report_metric(&run, step_parts[part].exposed);
            sum += isnan(value) ? 0.0 : value;
        }
        const double step = report_metric(&run, "step.time");
        if (fabs(sum - step) > 1e-9 * step) {
            fail_msg("%s: parts %.9g s, step %.9g s", given[i], sum, step);
        }
        printed_free(&run);
    }
}

static void the_text_says_that_adapters_are_trained(void **state)
{
    (void)state;
    command_check("report --set lora=attention", EXIT_DONE, "Llama 3 70B, LoRA training (attention, rank 16) on 64",
                  "");
    command_check("report --set lora=attention --mode decode", EXIT_DONE, "Llama 3 70B, decode on 64",
                  "lora changes nothing in mode decode; it takes --mode training");
}

static void the_text_names_the_scenario_and_all_it_shows(void **state)
{
    static const char *const expected[] = {
        "Llama 3 70B, training on 64 GPUs of DGX H100 (H100 SXM)",
        "TP 8",
        "DP 8",
        "ZeRO 1",
        "\nstep\n",
        "gradient all-reduce",
        "hidden",
        "total",
        "capacity",
        "85.5 GB",
        "fits",
        "mfu",
        "tokens_per_second",
        "what a tenth better would save",
    };
    struct printed run = command_run("report");
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (strstr(run.output, expected[i]) == NULL) {
            fail_msg("\"%s\" is missing from\n%s", expected[i], run.output);
        }
    }
    assert_null(strchr(run.output, '{'));
    assert_null(strstr(run.output, " \n"));
    assert_null(strstr(run.output, "nan"));
    printed_free(&run);
}

/* What a setting is said to give is what a report with it has. */
/* The band stands below the total it is of; what a whiteboard says is held against no run, so it has none. */
static void the_text_says_how_far_off_the_total_may_be(void **state)
{
    (void)state;
    struct printed run = command_run("report");
    const char *total = strstr(run.output, "\n  total ");
    assert_non_null(total);
    assert_int_equal(strncmp(strchr(total + 1, '\n'), "\n  error band ", strlen("\n  error band ")), 0);
    printed_free(&run);
    run = command_run("report --set compute.model=flat --set link.basis=headline");
    assert_null(strstr(run.output, "published runs like it"));
    printed_free(&run);
}

static void json_has_the_settings_that_would_be_quicker(void **state)
{
    (void)state;
    struct printed run = command_run("report --set recompute=full --format json");
    const struct json_value first = json_item(json_get(json_document(run.output), "changes"), 0);
    assert_null(json_wrong(run.output));
    assert_true(json_is(json_get(first, "recompute"), "\"none\""));
    struct printed with = command_run("report --set recompute=none --format json");
    assert_true(json_double(json_get(first, "step.time")) == report_metric(&with, "step.time"));
    printed_free(&with);
    printed_free(&run);
    run = command_run("report --set tp=3 --format json");
    assert_null(json_item(json_get(json_document(run.output), "changes"), 0).text);
    printed_free(&run);
}

/* A figure that does not apply has its line all the same: who asks for it must not take the next one for it. */
static void the_figures_that_are_asked_for_come_alone(void **state)
{
    (void)state;
    command_check("report --show mfu,decode.time,tp.algorithm", EXIT_DONE,
                  "\n\n  mfu                             42 %       MFU\n"
                  "  decode.time                -               decode step\n"
                  "  tp.algorithm               ring            TP all-reduce, algorithm\n",
                  "");
    struct printed text = command_run("report --show mfu");
    assert_null(strstr(text.output, "what it gives"));
    assert_null(strstr(text.output, "step.time"));
    printed_free(&text);
    command_check("report --show mfu --format json", EXIT_DONE, "\"metrics\": {\n    \"mfu\": 0.4", "");
    struct printed csv = command_run("report --show mfu,step.time --format csv");
    assert_non_null(strstr(csv.output, "\nmfu,0.4"));
    assert_null(strstr(csv.output, "\nhfu,"));
    printed_free(&csv);
    command_check("report --show mfu,step.tim", EXIT_BAD_INPUT, "", "did you mean step.time?");
}

static void a_brief_report_ends_before_the_list_of_figures(void **state)
{
    (void)state;
    struct printed brief = command_run("report --brief");
    struct printed whole = command_run("report");
    assert_null(strstr(brief.output, "\nfigures\n"));
    assert_true(strncmp(brief.output, whole.output, strlen(brief.output)) == 0);
    assert_true(strncmp(whole.output + strlen(brief.output), "\nfigures\n", 9) == 0);
    printed_free(&brief);
    printed_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whiteboard_comes_out_to_a_thousandth),
        cmocka_unit_test(what_does_not_fit_is_priced_all_the_same),
        cmocka_unit_test(what_does_not_fit_is_told_what_would),
        cmocka_unit_test(the_text_gives_rates_and_costs_first),
        cmocka_unit_test(json_holds_every_input_and_figure),
        cmocka_unit_test(an_impossible_scenario_has_reasons_and_no_figures),
        cmocka_unit_test(csv_says_the_same_as_json),
        cmocka_unit_test(the_parts_of_the_text_add_up_to_the_step),
        cmocka_unit_test(the_text_says_that_adapters_are_trained),
        cmocka_unit_test(the_text_names_the_scenario_and_all_it_shows),
        cmocka_unit_test(the_text_says_how_far_off_the_total_may_be),
        cmocka_unit_test(json_has_the_settings_that_would_be_quicker),
        cmocka_unit_test(the_figures_that_are_asked_for_come_alone),
        cmocka_unit_test(a_brief_report_ends_before_the_list_of_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
