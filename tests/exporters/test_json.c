/* test_json.c: what is written is JSON, whatever the text. */
#include "command_run.h"
#include "exporters/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A text as JSON writes it. */
static void check_text(const char *text, const char *expected)
{
    char *output = NULL;
    size_t size = 0;
    struct json json = {.output = open_memstream(&output, &size)};
    json_text(&json, NULL, text);
    (void)fclose(json.output);
    assert_string_equal(output, expected);
    assert_null(json_wrong(output));
    free(output);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    check_text("", "\"\"");
    check_text("plain", "\"plain\"");
    check_text("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\"");
    check_text("line\nbreak\ttab\r", "\"line\\nbreak\\ttab\\r\"");
    check_text("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
    check_text("\xc2\xb5s \xe2\x96\x88 \xf0\x9f\x98\x80", "\"\xc2\xb5s \xe2\x96\x88 \xf0\x9f\x98\x80\"");
}

/* RFC 3629: overlong forms, surrogates, lone and cut bytes, and what lies above U+10FFFF are no UTF-8. */
static void bytes_that_are_no_utf8_are_replaced(void **state)
{
    (void)state;
    check_text("a\xff", "\"a\xef\xbf\xbd\"");
    check_text("\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_text("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_text("\xe2\x96", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_text("\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void a_document_nests_and_has_commas_where_they_belong(void **state)
{
    char *output = NULL;
    size_t size = 0;
    struct json json = {.output = open_memstream(&output, &size)};
    (void)state;
    json_object(&json, NULL);
    json_object(&json, "empty");
    json_object_end(&json);
    json_array(&json, "list");
    json_number(&json, NULL, 0.1);
    json_number(&json, NULL, NAN);
    json_number(&json, NULL, INFINITY);
    json_array_end(&json);
    json_truth(&json, "yes", true);
    json_null(&json, "nothing");
    json_object_end(&json);
    json_end(&json);
    (void)fclose(json.output);
    assert_string_equal(output, "{\n"
                                "  \"empty\": {},\n"
                                "  \"list\": [\n"
                                "    0.1,\n"
                                "    null,\n"
                                "    null\n"
                                "  ],\n"
                                "  \"yes\": true,\n"
                                "  \"nothing\": null\n"
                                "}\n");
    assert_null(json_wrong(output));
    free(output);
}

/* The reader of these tests is strict, or it would prove nothing. */
static void the_reader_refuses_what_is_no_json(void **state)
{
    static const char *const bad[] = {
        "",      "{",      "{\"a\"}", "{\"a\":1,}", "[1,]", "[1 2]", "01",     "1.",      ".5",
        "+1",    "1e",     "nul",     "nan",        "'a'",  "\"a",   "\"\n\"", "\"\\x\"", "\"\\u12g4\"",
        "{} {}", "{1: 2}", "[true,]", "1,2",        "1,5",  "-",     "[",      "\"a\" 1",
    };
    static const char *const good[] = {"0", "-0.5e+10", "[]", " {\"a\": [1, {\"b\": null}]} ", "\"\\u12aF\"", "true"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (json_wrong(bad[i]) == NULL) {
            fail_msg("%s was taken for JSON", bad[i]);
        }
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (json_wrong(good[i]) != NULL) {
            fail_msg("%s was not taken for JSON", good[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
        cmocka_unit_test(a_document_nests_and_has_commas_where_they_belong),
        cmocka_unit_test(the_reader_refuses_what_is_no_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
