/* test_serving.c: what the commands say of a decode step and of a prefill. */
#include "command_run.h"
#include "core/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Llama 3 70B in 16 bit on the eight cards of a DGX H100, one user, 512 tokens. */
#define STEP_OF "--mode decode --model 'Llama 3 70B' --cluster 'DGX H100' --set tp=8 "
#define STEP_WITH "--set decode.batch=1 --set decode.context=512 --set decode.precision=bf16 "
#define STEP STEP_OF STEP_WITH
#define GRAPH "--set serving.style=compiled "

/* 141 GB over 3.35 TB/s are 42.1 ms on one card, 5.27 ms on each of eight; two sums a layer over 80 layers. What a
 * step takes was published for these engines (gpt-fast; TurboMind and TensorRT-LLM launch by launch; vLLM's kernel). */
static const struct figure {
    const char *settings, *key;
    double least, most;
} figures[] = {
    {GRAPH "--set collective.library=nccl", "decode.bound.weights", 5.26e-3, 5.28e-3},
    {GRAPH "--set collective.library=nccl", "decode.bound", 5.26e-3, 5.28e-3},
    {GRAPH "--set collective.library=nccl", "decode.one_card", 42.0e-3, 42.3e-3},
    {GRAPH "--set collective.library=nccl", "tp.count", 160, 160},
    {GRAPH "--set collective.library=nccl", "decode.time", 10.2e-3, 10.5e-3},
    {GRAPH "--set collective.library=nccl", "decode.speedup", 3.9, 4.2},
    {"--set serving.style=cpp", "decode.time", 11e-3, 13e-3},
    {GRAPH "--set collective.library=vllm", "decode.time", 8.3e-3, 8.5e-3},
};

static void eight_cards_give_four_times_and_not_eight(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        char line[512];
        (void)snprintf(line, sizeof line, "report --format json " STEP "%s", figures[i].settings);
        struct printed run = command_run(line);
        const double got = report_metric(&run, figures[i].key);
        if (run.status != EXIT_DONE || !(got >= figures[i].least && got <= figures[i].most)) {
            fail_msg("%s: %s is %.6g, expected %.6g to %.6g (exit %d) %s", figures[i].settings, figures[i].key, got,
                     figures[i].least, figures[i].most, run.status, run.errors);
        }
        printed_free(&run);
    }
}

static void expect_texts(const char *line, const char *const *texts, size_t count)
{
    struct printed run = command_run(line);
    assert_int_equal(run.status, EXIT_DONE);
    for (size_t i = 0; i < count; i++) {
        if (strstr(run.output, texts[i]) == NULL) {
            fail_msg("%s: \"%s\" is not in\n%s", line, texts[i], run.output);
        }
    }
    printed_free(&run);
}

#define EXPECT_TEXTS(line, texts) expect_texts(line, texts, sizeof(texts) / sizeof((texts)[0]))

static void the_text_shows_parts_bound_limits_and_what_gives_back(void **state)
{
    static const char *const decode[] = {
        "Llama 3 70B, decode on 64 GPUs of DGX H100",
        "replicas 8",
        "context 512",
        "\n  weights ",
        "\n  KV cache ",
        "\n  kernel gaps ",
        "\n  engine ",
        "\n  LM head ",
        "roofline bound                5.27 ms      no forecast",
        "an engine's own all-reduce: collective.library=trtllm",
        "communication floor",
        "largest batch",
        "longest context",
        "what dividing more finely buys",
        "no fit",
    };
    static const char *const prefill[] = {
        "prefill on 64 GPUs", "tokens 1024", "attention", "launches", "no forecast", "what dividing more finely buys",
    };
    (void)state;
    EXPECT_TEXTS("report " STEP GRAPH "--set collective.library=nccl", decode);
    EXPECT_TEXTS("report --mode prefill", prefill);
}

static void no_word_of_training_is_left(void **state)
{
    static const char *const lines[] = {"report " STEP, "report --mode prefill", "search --top 3 " STEP,
                                        "search --top 3 --mode prefill"};
    static const char *const words[] = {"micro", "global batch", "ZeRO", "zero",
                                        "SP ",   "recompute",    "mfu",  "optimizer"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct printed run = command_run(lines[i]);
        assert_int_equal(run.status, EXIT_DONE);
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++) {
            const char *found = strstr(run.output, words[j]);
            if (found != NULL) {
                fail_msg("%s: %.40s", lines[i], found);
            }
        }
        printed_free(&run);
    }
}

static void the_parts_of_the_report_add_up_in_each_mode(void **state)
{
#define OF_EXPERTS                                                  \
    "report --format json --mode decode --set serving.style=eager " \
    "--model DeepSeek-V3 --set ep=32 --set tp=8 --set decode.precision=fp8"
    static const char *const lines[] = {"report --format json " STEP,
                                        "report --format json --mode prefill --set pp=2 --set cp=2", OF_EXPERTS};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct printed run = command_run(lines[i]);
        double sum = 0.0;
        for (int part = 0; part < PART_COUNT; part++) {
            const double value = report_metric(&run, step_parts[part].exposed);
            sum += isnan(value) ? 0.0 : value;
        }
        const double step = report_metric(&run, "step.time");
        if (!(fabs(sum - step) <= 1e-9 * step)) {
            fail_msg("%s: parts %.9g s, step %.9g s %s", lines[i], sum, step, run.errors);
        }
        printed_free(&run);
    }
}

static double number(struct json_value value)
{
    return value.text == NULL || json_is(value, "null") ? NAN : strtod(value.text, NULL);
}

/* 1 card holds no 141 GB, 16 are not there. */
static void json_has_a_row_for_each_size(void **state)
{
    struct printed run = command_run("report --format json --set cluster.gpus=8 " STEP GRAPH);
    const struct json_value scaling = json_get(json_document(run.output), "scaling");
    (void)state;
    assert_null(json_wrong(run.output));
    for (int i = 0; i < 5; i++) {
        const struct json_value row = json_item(scaling, i);
        const bool valid = json_is(json_get(row, "valid"), "true");
        assert_true(number(json_get(row, "tp")) == 1 << i);
        assert_true(valid == (i < 4));
        assert_true(valid == !isnan(number(json_get(row, "step"))));
        assert_true(json_is(json_get(row, "reason"), "\"\"") == valid);
    }
    assert_true(json_is(json_get(json_item(scaling, 0), "fits"), "false"));
    assert_true(number(json_get(json_item(scaling, 0), "speedup")) < 1);
    const struct json_value eight = json_item(scaling, 3);
    assert_true(number(json_get(eight, "step")) == report_metric(&run, "decode.time"));
    assert_true(number(json_get(eight, "bound")) == report_metric(&run, "decode.bound"));
    assert_true(number(json_get(eight, "speedup")) == report_metric(&run, "decode.speedup"));
    printed_free(&run);
    run = command_run("report --format json");
    assert_null(json_get(json_document(run.output), "scaling").text);
    printed_free(&run);
}

static void an_impossible_size_leaves_the_others_in_the_table(void **state)
{
    struct printed run = command_run("report --format json --mode decode --set tp=6");
    const struct json_value scaling = json_get(json_document(run.output), "scaling");
    (void)state;
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_true(json_is(json_get(json_item(scaling, 3), "valid"), "true"));
    printed_free(&run);
}

static void every_table_works_with_the_mode(void **state)
{
    static const char *const sweep[] = {"decode.time", "decode.bound", "decode.launch", "memory.fits"};
    static const char *const batch[] = {"decode.time", "\n8,true,0.01", "\n4,true,0.01"};
    static const char *const solve[] = {"decode.batch = ", "memory.fits is no at decode.batch"};
    static const char *const explain[] = {"decode.launch: launches", "gaps + dispatch + engine", "engine"};
    static const char *const search[] = {"decode of 1 seq at context 512", "winner      tp=8 pp=1 ep=1", "decided by"};
    (void)state;
    EXPECT_TEXTS("sweep --over decode.batch=1:64:pow2 " STEP, sweep);
    EXPECT_TEXTS("solve --for decode.batch --where memory.fits=yes --greatest " STEP, solve);
    EXPECT_TEXTS("explain decode.launch " STEP, explain);
    EXPECT_TEXTS("search --top 3 " STEP, search);
    struct printed run = command_run_with("batch - --show decode.time " STEP, "tp\n8\n4\n");
    assert_int_equal(run.status, EXIT_DONE);
    for (size_t i = 0; i < sizeof batch / sizeof batch[0]; i++) {
        assert_non_null(strstr(run.output, batch[i]));
    }
    printed_free(&run);
}

static void an_objective_of_another_mode_is_refused(void **state)
{
    struct printed run = command_run("search --mode decode --objective mfu");
    (void)state;
    assert_int_equal(run.status, EXIT_BAD_INPUT);
    assert_non_null(strstr(run.errors, "mfu does not apply to mode decode"));
    printed_free(&run);
    run = command_run("search --mode decode --top 1 --format json --objective decode.tokens_per_second");
    assert_int_equal(run.status, EXIT_DONE);
    assert_null(json_wrong(run.output));
    assert_true(json_is(json_get(json_document(run.output), "global_batch"), "null"));
    printed_free(&run);
}

/* A user's question: so many GPUs, so long a token, the most tokens a second. */
static void a_search_tells_layout_replicas_and_batch_under_a_limit(void **state)
{
    static const char *const most[] = {"gives most of those that memory and decode.time<=50ms allow",
                                       ", 6 of them with decode.time<=50ms",
                                       "winner      tp=4 pp=1 ep=1 decode.batch=1"};
    static const char *const shared[] = {"100 clients are shared", "decode.batch=13\n"};
    static const char *const fewest[] = {"as few GPUs as serve them",
                                         "winner      cluster.gpus=4 tp=4 pp=1 ep=1 decode.batch=100"};
    static const char *const held[] = {"decode of 16 seq at context 4096"};
    (void)state;
#define SEARCH "search --mode decode --set decode.context=4096 "
    EXPECT_TEXTS(SEARCH "--set cluster.gpus=8 --where decode.time<=50ms", most);
    EXPECT_TEXTS(SEARCH "--clients 100", shared);
    EXPECT_TEXTS(SEARCH "--clients 100 --fewest --where decode.time<=50ms", fewest);
    EXPECT_TEXTS(SEARCH "--set decode.batch=16 --where decode.time<=50ms", held);
    struct printed run = command_run(SEARCH "--clients 100 --where decode.time<=1ms");
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_non_null(strstr(run.output, "none meets decode.time<=1ms; the nearest has decode.time "));
    printed_free(&run);
    run = command_run(SEARCH "--top 1 --format json --where decode.time<=50ms,memory.total<=70GB");
    assert_int_equal(run.status, EXIT_DONE);
    const struct json_value row = json_item(json_get(json_document(run.output), "best"), 0);
    assert_true(json_double(json_get(json_get(row, "metrics"), "memory.total")) <= 70e9);
    assert_true(json_double(json_get(json_get(row, "inputs"), "decode.batch")) > 1);
    printed_free(&run);
}

/* 100 clients on 8 replicas are 13 on the busiest: of 104 seats 4 are free, and give no token. */
static void a_report_of_clients_counts_them_and_no_free_seat(void **state)
{
#define REPORT "report --mode decode --set decode.context=4096 --format json "
    (void)state;
    struct printed run = command_run(REPORT "--clients 100");
    assert_int_equal(run.status, EXIT_DONE);
    const struct json_value document = json_document(run.output);
    const struct json_value metrics = json_get(document, "metrics");
    const double step = json_double(json_get(metrics, "step.time"));
    const double rate = json_double(json_get(metrics, "tokens_per_second"));
    assert_true(json_double(json_get(json_get(document, "inputs"), "decode.batch")) == 13);
    assert_true(fabs(rate * step - 100) < 1e-9 * 100);
    printed_free(&run);
    run = command_run(REPORT "--set decode.batch=13");
    const double full = json_double(json_get(json_get(json_document(run.output), "metrics"), "tokens_per_second"));
    assert_true(fabs(full * step - 104) < 1e-9 * 104);
    printed_free(&run);
    command_check("report --mode decode --clients 100 --set decode.batch=13", EXIT_DONE,
                  "100 clients on 8 replicas, at most 13 on each", "");
    command_check("report --mode decode --clients 100 --set decode.batch=12", EXIT_BAD_INPUT, "", "one of the two");
    command_check("report --clients 100", EXIT_BAD_INPUT, "",
                  "--clients is of a decode: --mode decode, in the explorer M");
}

static void what_a_search_cannot_be_asked_is_refused(void **state)
{
    static const struct {
        const char *line, *complaint;
    } wrong[] = {
        {"search --clients 8", "--mode decode"},
        {"search --mode decode --fewest", "--clients N"},
        {"search --mode decode --clients 8 --set decode.batch=3", "one of the two"},
        {"search --mode decode --clients many", "a whole number is expected"},
        {"search --mode decode --where mfu>=0.4", "mfu does not apply to mode decode"},
        {"search --mode decode --where tpot<=50ms", "did you mean decode.time?"},
        {"search --where memory.fits,memory.fits,memory.fits,memory.fits,memory.fits", "at most 4 conditions"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct printed run = command_run(wrong[i].line);
        if (run.status != EXIT_BAD_INPUT || strstr(run.errors, wrong[i].complaint) == NULL) {
            fail_msg("%s: exit %d, %s", wrong[i].line, run.status, run.errors);
        }
        printed_free(&run);
    }
}

/* Weights of 141 GB leave nothing of one card; two hold 8 sequences of 4096 tokens beside their half. */
static void a_size_that_does_not_fit_says_for_how_many_sequences_it_is_priced(void **state)
{
    (void)state;
    command_check("report --mode decode --set decode.batch=64 --set decode.context=4096", EXIT_DONE,
                  "no fit: priced for 1 seq", "");
    command_check("report --mode decode --set decode.batch=64 --set decode.context=4096", EXIT_DONE,
                  "no fit: priced for 8 seq", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_cards_give_four_times_and_not_eight),
        cmocka_unit_test(the_text_shows_parts_bound_limits_and_what_gives_back),
        cmocka_unit_test(no_word_of_training_is_left),
        cmocka_unit_test(the_parts_of_the_report_add_up_in_each_mode),
        cmocka_unit_test(json_has_a_row_for_each_size),
        cmocka_unit_test(an_impossible_size_leaves_the_others_in_the_table),
        cmocka_unit_test(every_table_works_with_the_mode),
        cmocka_unit_test(an_objective_of_another_mode_is_refused),
        cmocka_unit_test(a_search_tells_layout_replicas_and_batch_under_a_limit),
        cmocka_unit_test(a_report_of_clients_counts_them_and_no_free_seat),
        cmocka_unit_test(what_a_search_cannot_be_asked_is_refused),
        cmocka_unit_test(a_size_that_does_not_fit_says_for_how_many_sequences_it_is_priced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
