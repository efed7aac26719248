/* test_other_names.c: what people type who know these things by other names. */
#include "core/metrics.h"
#include "core/other_names.h"
#include "core/parameters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WORD_TEXT = 80 };

static void every_row_names_a_key_once(void **state)
{
    (void)state;
    for (int i = 0; i < other_names_count; i++) {
        const char *key = other_names[i].key;
        if (parameter_find(key) == NULL && metric_find(key) == NULL) {
            fail_msg("%s is neither a parameter nor a figure", key);
        }
        for (int other = 0; other < i; other++) {
            assert_string_not_equal(other_names[other].key, key);
        }
    }
}

/* A word that is a key of the same kind would never be asked for. */
static void other_names_are_no_keys_of_the_same_kind(void **state)
{
    (void)state;
    for (int i = 0; i < other_names_count; i++) {
        const bool of_parameter = parameter_find(other_names[i].key) != NULL;
        const char *words = other_names[i].words;
        while (*words != '\0') {
            char word[WORD_TEXT];
            const size_t length = strcspn(words, " ");
            (void)snprintf(word, sizeof word, "%.*s", (int)length, words);
            if (of_parameter ? parameter_find(word) != NULL : metric_find(word) != NULL) {
                fail_msg("%s is called %s, which is a key itself", other_names[i].key, word);
            }
            assert_true(other_names_have(other_names[i].key, word));
            words += length;
            words += strspn(words, " ");
        }
    }
}

static void spelling_of_options_does_not_matter(void **state)
{
    (void)state;
    assert_true(other_names_have("tp", "tensor-parallel-size"));
    assert_true(other_names_have("prefill.time", "TTFT"));
    assert_false(other_names_have("tp", "tensor"));
    assert_false(other_names_have("tp", ""));
    assert_string_equal(other_names[other_names_find("--micro-batch-size", 0)].key, "micro_batch");
    assert_int_equal(other_names_find("xyzzy", 0), -1);
    assert_string_equal(other_names_of("xyzzy"), "");
}

static void a_suggestion_names_all_that_are_called_so_or_the_nearest(void **state)
{
    (void)state;
    static const struct {
        struct suggestion (*suggest)(const char *key);
        const char *key, *text;
    } cases[] = {
        {parameter_suggestion, "batch", "; did you mean micro_batch, global_batch or decode.batch?"},
        {parameter_suggestion, "context", "; did you mean seq_len or decode.context?"},
        {parameter_suggestion, "seq", "; did you mean seq_len?"},
        {parameter_suggestion, "nic.bandwith", "; did you mean nic.bandwidth?"},
        {parameter_suggestion, "price", "; did you mean gpu.price? (dollars for a GPU and hour, like 2.5 $/h)"},
        {parameter_suggestion, "model", ": a preset is chosen with --model NAME; `ringside batch` compares several"},
        {parameter_suggestion, "scenario", ": a preset is chosen with --scenario NAME"},
        {parameter_suggestion, "mfu", ": it is a figure; `ringside explain mfu` says what it follows from"},
        {parameter_suggestion, "xyzzy", "; `ringside list parameters` names them all"},
        {metric_suggestion, "TPOT", "; did you mean decode.time?"},
        {metric_suggestion, "global_batch", "; did you mean batch.global?"},
        {metric_suggestion, "xyzzy", "; `ringside list metrics` names them all"},
        {key_suggestion, "dp", "; did you mean dp.size?"},
        {key_suggestion, "checkpointing", "; did you mean recompute?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(cases[i].suggest(cases[i].key).text, cases[i].text);
    }
}

static void an_option_that_is_none_may_be_a_parameter(void **state)
{
    (void)state;
    assert_string_equal(option_suggestion("--tp").text, "a parameter is set so: --set tp=VALUE");
    assert_string_equal(option_suggestion("--micro-batch").text, "a parameter is set so: --set micro_batch=VALUE");
    assert_string_equal(option_suggestion("--tensor-parallel-size").text, "a parameter is set so: --set tp=VALUE");
    assert_string_equal(option_suggestion("--price").text,
                        "a parameter is set so: --set gpu.price=VALUE (dollars for a GPU "
                        "and hour, like 2.5 $/h)");
    assert_string_equal(option_suggestion("--pp=4").text, "a parameter is set so: --set pp=VALUE");
    assert_string_equal(option_suggestion("--formt").text, "");
    assert_string_equal(option_suggestion("").text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_names_a_key_once),
        cmocka_unit_test(other_names_are_no_keys_of_the_same_kind),
        cmocka_unit_test(spelling_of_options_does_not_matter),
        cmocka_unit_test(an_option_that_is_none_may_be_a_parameter),
        cmocka_unit_test(a_suggestion_names_all_that_are_called_so_or_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
