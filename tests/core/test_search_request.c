/* test_search_request.c: what a search is asked, in words. */
#include "core/search_request.h"
#include "expect.h"
#include "scenario_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct scenario scenario_in(enum mode mode)
{
    struct scenario scenario = scenario_with("cluster.gpus=8 tp=8 global_batch=64");
    scenario.mode = mode;
    return scenario;
}

static struct search_request_read read_words(struct search_words words, enum mode mode, enum batch_source batch)
{
    const struct scenario scenario = scenario_in(mode);
    return search_request_read(&words, &scenario, batch);
}

static void refused(struct search_words words, enum mode mode, const char *why)
{
    const struct search_request_read read = read_words(words, mode, BATCH_OPEN);
    assert_false(read.valid);
    if (strstr(read.message, why) == NULL) {
        fail_msg("\"%s\" does not hold \"%s\"", read.message, why);
    }
}

static void nothing_asked_is_the_shortest_step_of_all(void **state)
{
    const struct search_request_read read = read_words((struct search_words){.text = {NULL}}, MODE_DECODE, BATCH_OPEN);
    (void)state;
    assert_true(read.valid);
    assert_string_equal(read.request.objective->key, "step.time");
    assert_int_equal(read.request.target.batch, TARGET_HELD);
    assert_int_equal(read.request.target.condition_count, 0);
}

static void conditions_leave_the_batch_of_a_decode_open_unless_it_is_given_or_held(void **state)
{
    const struct search_words where = {.text = {[SEARCH_WORD_WHERE] = "decode.time<=50ms,memory.total<=70GB"}};
    const struct search_words held = {
        .text = {[SEARCH_WORD_WHERE] = "decode.time<=50ms", [SEARCH_WORD_HOLD] = "tp,decode.batch"}};
    (void)state;
    const struct search_request_read open = read_words(where, MODE_DECODE, BATCH_OPEN);
    assert_true(open.valid);
    assert_int_equal(open.request.target.batch, TARGET_MOST);
    assert_string_equal(open.request.objective->key, "tokens_per_second");
    assert_int_equal(open.request.target.condition_count, 2);
    assert_true(open.request.target.condition[0].value == 50e-3);
    assert_true(open.request.target.condition[1].value == 70e9);
    assert_int_equal(read_words(where, MODE_DECODE, BATCH_GIVEN).request.target.batch, TARGET_HELD);
    const struct search_request_read read = read_words(held, MODE_DECODE, BATCH_OPEN);
    assert_true(read.valid);
    assert_int_equal(read.request.target.batch, TARGET_HELD);
    assert_true(read.request.holds[SEARCH_TP]);
    assert_false(read.request.holds[SEARCH_PP]);
}

static void clients_are_shared_or_served_by_the_fewest(void **state)
{
    const struct search_words shared = {.text = {[SEARCH_WORD_CLIENTS] = "100"}};
    const struct search_words fewest = {.text = {[SEARCH_WORD_CLIENTS] = "100", [SEARCH_WORD_FEWEST] = "--fewest"}};
    (void)state;
    assert_int_equal(read_words(shared, MODE_DECODE, BATCH_OPEN).request.target.batch, TARGET_SHARED);
    assert_int_equal(read_words(shared, MODE_DECODE, BATCH_OPEN).request.target.clients, 100);
    assert_int_equal(read_words(fewest, MODE_DECODE, BATCH_OPEN).request.target.batch, TARGET_FEWEST);
}

static void what_is_wrong_is_said_with_its_option(void **state)
{
    (void)state;
    refused((struct search_words){.text = {[SEARCH_WORD_WHERE] = "tp<=4"}}, MODE_TRAINING, "--where: \"tp\"");
    refused((struct search_words){.text = {[SEARCH_WORD_WHERE] = "mfu>=40%"}}, MODE_DECODE,
            "--where: mfu does not apply to mode decode");
    refused((struct search_words){.text = {[SEARCH_WORD_HOLD] = "nic.bandwidth"}}, MODE_TRAINING,
            "--hold: \"nic.bandwidth\" is not varied; what is: cp, tp,");
    refused((struct search_words){.text = {[SEARCH_WORD_CLIENTS] = "1.5"}}, MODE_DECODE, "--clients: a whole number");
    refused((struct search_words){.text = {[SEARCH_WORD_CLIENTS] = "8"}}, MODE_PREFILL, "--mode decode");
    refused((struct search_words){.text = {[SEARCH_WORD_FEWEST] = "--fewest"}}, MODE_DECODE, "--clients N");
    refused((struct search_words){.text = {[SEARCH_WORD_CLIENTS] = "8", [SEARCH_WORD_HOLD] = "decode.batch"}},
            MODE_DECODE, "one of the two");
    refused((struct search_words){.text = {[SEARCH_WORD_OBJECTIVE] = "mfuu"}}, MODE_TRAINING,
            "--objective: there is no figure \"mfuu\"; did you mean mfu?");
    refused((struct search_words){.text = {[SEARCH_WORD_OBJECTIVE] = "dp.algorithm"}}, MODE_TRAINING, "no quantity");
}

/* Blanks count, too: "memory.fits=yes" behind as many as there is room for, and one more. */
static void a_condition_is_as_long_as_its_complaint_says(void **state)
{
    enum { MOST = 399 };
    static const char condition[] = "memory.fits=yes";
    char text[MOST + 2];
    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text + MOST - strlen(condition), condition, sizeof condition);
    struct search_words words = {{NULL}};
    words.text[SEARCH_WORD_WHERE] = text;
    assert_true(read_words(words, MODE_TRAINING, BATCH_OPEN).valid);
    memcpy(text + MOST + 1 - strlen(condition), condition, sizeof condition);
    refused(words, MODE_TRAINING, "a condition has at most 399 characters");
}

static void a_size_that_is_held_has_one_value(void **state)
{
    const struct scenario scenario = scenario_in(MODE_TRAINING);
    const struct search_words words = {.text = {[SEARCH_WORD_HOLD] = "tp,zero"}};
    const struct search_request_read read = search_request_read(&words, &scenario, BATCH_OPEN);
    (void)state;
    assert_true(read.valid);
    const struct search search = search_start_request(&scenario, &read.request, SEARCH_TOP);
    assert_int_equal(search.values[SEARCH_TP].count, 1);
    assert_int_equal(search.values[SEARCH_TP].value[0], 8);
    assert_int_equal(search.values[SEARCH_ZERO].count, 1);
    assert_true(search.values[SEARCH_PP].count > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_asked_is_the_shortest_step_of_all),
        cmocka_unit_test(conditions_leave_the_batch_of_a_decode_open_unless_it_is_given_or_held),
        cmocka_unit_test(clients_are_shared_or_served_by_the_fewest),
        cmocka_unit_test(what_is_wrong_is_said_with_its_option),
        cmocka_unit_test(a_condition_is_as_long_as_its_complaint_says),
        cmocka_unit_test(a_size_that_is_held_has_one_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
