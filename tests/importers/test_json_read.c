/* A JSON document is read where it stands, and what is none is refused in its line. */
#include "importers/json_read.h"
#include "text_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char document[] = "{\n"
                               "  \"layers\": 32, \"scale\": -1.5e-3,\n"
                               "  \"rope\": {\"type\": \"yarn\", \"factor\": 40},\n"
                               "  \"kinds\": [\"full\", [1, 2], {}, null],\n"
                               "  \"tied\": true, \"bias\": false, \"none\": null,\n"
                               "  \"limit\": [0.0, Infinity, -Infinity, NaN],\n"
                               "  \"say\": \"a \\\"quote\\\" and a \\\\\", \"layers\": 61\n"
                               "}\n";

static struct json_value member(struct import_text text, const char *path)
{
    return json_member(json_root(text), path);
}

static void every_kind_of_value_is_found_by_its_path(void **state)
{
    (void)state;
    const struct import_text text = text_of(document);
    const struct import_fault fault = json_check(text);
    assert_string_equal(fault.message, "");
    assert_true(json_as_number(member(text, "layers")) == 61); /* the last of two, as Python has it */
    assert_true(json_as_number(member(text, "scale")) == -1.5e-3);
    assert_true(json_as_number(member(text, "rope.factor")) == 40);
    assert_true(json_is_text(member(text, "rope.type"), "yarn"));
    assert_false(json_is_text(member(text, "rope.type"), "yar"));
    assert_true(json_is_true(member(text, "tied")));
    assert_int_equal(json_type(member(text, "bias")), JSON_FALSE);
    assert_int_equal(json_type(member(text, "none")), JSON_NULL);
    assert_int_equal(json_type(member(text, "rope.missing")), JSON_NONE);
    assert_int_equal(json_type(member(text, "layers.of")), JSON_NONE);
    assert_int_equal(json_line(text, member(text, "kinds")), 4);
    assert_true(isnan(json_as_number(member(text, "tied"))));
    text_free(text);
}

/* As JSON writes them: a letter of either case, a sign or none, one digit or more. */
static void exponents_have_a_sign_or_none(void **state)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"1e5", 1e5}, {"1E5", 1e5}, {"5e+5", 5e5}, {"1e-05", 1e-5}, {"-2.5E6", -2.5e6}, {"0e0", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct import_text text = text_of(cases[i].text);
        const struct import_fault fault = json_check(text);
        assert_string_equal(fault.message, "");
        assert_true(json_as_number(json_root(text)) == cases[i].value);
        text_free(text);
    }
}

static void arrays_are_walked_item_by_item(void **state)
{
    (void)state;
    const struct import_text text = text_of(document);
    const enum json_type expected[] = {JSON_TEXT, JSON_ARRAY, JSON_OBJECT, JSON_NULL};
    int count = 0;
    for (struct json_value item = json_first(member(text, "kinds")); item.at != NULL; item = json_next(item)) {
        assert_int_equal(json_type(item), expected[count++]);
    }
    assert_int_equal(count, 4);
    const struct import_text empty = text_of("[ ]");
    assert_null(json_first(json_root(empty)).at);
    assert_null(json_first(member(text, "layers")).at);
    text_free(empty);
    text_free(text);
}

static void a_text_is_copied_without_its_escapes_and_cut_to_fit(void **state)
{
    (void)state;
    const struct import_text text = text_of(document);
    char copy[40];
    assert_int_equal(json_copy(member(text, "say"), copy, sizeof copy), strlen("a \"quote\" and a \\"));
    assert_string_equal(copy, "a \"quote\" and a \\");
    assert_int_equal(json_copy(member(text, "say"), copy, 4), 3);
    assert_string_equal(copy, "a \"");
    assert_int_equal(json_copy(member(text, "missing"), copy, sizeof copy), 0);
    assert_string_equal(copy, "");
    text_free(text);
}

static void what_is_no_json_is_refused_in_its_line(void **state)
{
    static const struct refused_text cases[] = {
        {"", 1, "the text ends where a value is expected"},
        {"{\n\"a\": 1,\n}", 3, "a name in quotes"},
        {"{\"a\":}", 1, "\"}\" stands where a value is expected"},
        {"{\"a\" 1}", 1, "a colon"},
        {"{\"a\": 1\n \"b\": 2}", 2, "a comma or a closing brace"},
        {"[1, 2", 1, "a comma or a closing bracket"},
        {"[1,]", 1, "a value"},
        {"[1]]", 1, "the end of the text"},
        {"{\"a\": 01}", 1, "a comma"},
        {"{\"a\": 1.}", 1, "a digit"},
        {"{\"a\": 1e}", 1, "a digit"},
        {"{\"a\": -}", 1, "a digit"},
        {"{\"a\": \"\\x\"}", 1, "an escape"},
        {"{\"a\": \"\\u12g4\"}", 1, "four hex digits"},
        {"{\"a\": \"\n\"}", 1, "a closing quote"},
        {"{'a': 1}", 1, "a name in quotes"},
        {"{\"a\": tru}", 1, "a value"},
        {"<html>", 1, "\"<html>\" stands where a value is expected"},
    };
    (void)state;
    text_expect_refused(cases, sizeof cases / sizeof cases[0], json_check);
}

static void nesting_has_an_end(void **state)
{
    (void)state;
    enum { GOOD = 2 * JSON_READ_DEPTH, BAD = GOOD + 2 };
    char deep[BAD + 1] = "";
    memset(deep, '[', JSON_READ_DEPTH);
    memset(deep + JSON_READ_DEPTH, ']', JSON_READ_DEPTH);
    const struct import_text good = text_of(deep);
    assert_string_equal(json_check(good).message, "");
    memset(deep, '[', JSON_READ_DEPTH + 1);
    memset(deep + JSON_READ_DEPTH + 1, ']', JSON_READ_DEPTH + 1);
    const struct import_text bad = text_of(deep);
    assert_non_null(strstr(json_check(bad).message, "less nesting"));
    text_free(good);
    text_free(bad);
}

static void a_document_that_is_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const struct import_text text = text_of(document);
    for (size_t length = 0; length < text.length - 1; length++) { /* the last line break may be missing */
        const struct import_text cut = text_cut(text, length);
        const struct import_fault fault = json_check(cut);
        if (fault.message[0] == '\0') {
            fail_msg("the first %zu bytes pass", length);
        }
        text_free(cut);
    }
    text_free(text);
}

static void a_zero_byte_does_not_end_a_document(void **state)
{
    (void)state;
    const struct import_text text = text_cut((struct import_text){.bytes = "{}\0x"}, 4);
    assert_string_equal(json_check(text).message, "there is a zero byte: this is no text file");
    assert_int_equal(json_check(text).line, 1);
    text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_value_is_found_by_its_path),
        cmocka_unit_test(exponents_have_a_sign_or_none),
        cmocka_unit_test(arrays_are_walked_item_by_item),
        cmocka_unit_test(a_text_is_copied_without_its_escapes_and_cut_to_fit),
        cmocka_unit_test(what_is_no_json_is_refused_in_its_line),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(a_document_that_is_cut_anywhere_is_refused),
        cmocka_unit_test(a_zero_byte_does_not_end_a_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
