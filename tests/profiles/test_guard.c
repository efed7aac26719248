/* The guard: what libconfig would read wrongly, or blame on the wrong line, is refused in the line of the mistake. */
#include "profiles/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct text_case {
    const char *text;
    int line; /* of the fault; 0: none */
};

static void expect_lines(const struct text_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct guard_fault fault = guard_scan(cases[i].text, strlen(cases[i].text));
        if (fault.line != cases[i].line) {
            print_error("given \"%s\": got line %d (%s), expected line %d\n", cases[i].text, fault.line, fault.message,
                        cases[i].line);
        }
        assert_int_equal(fault.line, cases[i].line);
        assert_int_equal(fault.message[0] != '\0', cases[i].line != 0);
    }
}

#define EXPECT(cases) expect_lines(cases, sizeof(cases) / sizeof((cases)[0]))

static void numbers_that_libconfig_would_cut_are_refused(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        {"a=2147483647;", 0},
        {"a=2147483648;", 1},
        {"a=-2147483648;", 0},
        {"a=-2147483649;", 1},
        {"a=70000000000;", 1},
        {"a=70000000000L;", 0},
        {"a=70e9;", 0},
        {"a=9223372036854775807L;", 0},
        {"a=0x7FFFFFFF;", 0},
        {"a=9223372036854775808L;", 1},
        {"a=0xFFFFFFFF;", 1},
        {"a=0xFFFFFFFFL;", 0},
        {"a=0x1FFFFFFFF;", 1},
        {"a=1e400;", 1},
        {"a=-2.5e-3;", 0},
        {"a=1.0e+5;", 0},
        {"a=.5;", 0},
        {"name-2-70000000000 = 4;", 0},
        {"a_7000000000=1; b=3;", 0},
        {"a=[1,2,3];", 0},
    };
    EXPECT(cases);
}

static void a_mistake_is_named_in_the_line_where_it_was_made(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        {"a=1;\n/* no end\nb=2;", 2},
        {"a=1;\nb=\"no end;\nc=3;", 2},
        {"a=1;\nb=\"no end", 2},
        {"a=\nb=2;", 1},
        {"a=1;\nb=;\n", 2},
        {"a=1;\nb=\n\n;", 2},
        {"a\nb=1;", 1},
        {"a={\n b=1;\n c=2;\n", 1},
        {"a=(\n 1 ];\n", 1},
        {"a=1;\n}\n", 2},
        {"/* one\n two */ a=1;\n@include \"x\"\n", 3},
        {"# a\n// b\na = yes;", 3},
        {"a=1;\r\nb=2;\r\n70b=3;\r\n", 3},
        {"a = H100;", 1},
        {"a = [ H100 ];", 1},
        {"a = 450 GB;", 1},
    };
    EXPECT(cases);
}

static void what_libconfig_reads_rightly_passes(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        {"", 0},
        {"# @include \"x\"\na=1;", 0},
        {"s=\"@include\"; a=2;", 0},
        {"s=\"a \\\" b /* 70000000000\";", 0},
        {"a = true; b = FALSE;", 0},
        {"a = 1 b = 2", 0},
        {"a : 1; b = (1, 2.0, \"x\", { c = true; });", 0},
        {"a = 1; // last line, no line end", 0},
        {"a = \"one\" \"two\";", 0},
    };
    EXPECT(cases);
}

static void brackets_nest_to_32_and_no_deeper(void **state)
{
    (void)state;
    char text[4 * GUARD_DEPTH] = "a=";
    for (int depth = 1; depth <= GUARD_DEPTH + 1; depth++) {
        memset(text + 2, '(', (size_t)depth);
        memset(text + 2 + depth, ')', (size_t)depth);
        text[2 + 2 * depth] = '\0';
        assert_int_equal(guard_scan(text, strlen(text)).line, depth > GUARD_DEPTH ? 1 : 0);
    }
    const size_t many = 200000;
    char *deep = malloc(many);
    assert_non_null(deep);
    memset(deep, '{', many);
    assert_int_equal(guard_scan(deep, many).line, 1);
    free(deep);
}

/* libconfig would take half a minute for what fits in a megabyte. */
static void so_many_settings_are_read_and_no_more(void **state)
{
    enum { LINE = 16 };
    static char text[(GUARD_SETTINGS + 1) * LINE];
    size_t length = 0;
    (void)state;
    for (int i = 1; i <= GUARD_SETTINGS + 1; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "k%d = 1;\n", i);
        assert_int_equal(i < GUARD_SETTINGS ? 0 : guard_scan(text, length).line, i > GUARD_SETTINGS ? i : 0);
    }
}

static void a_zero_byte_is_found_in_its_line(void **state)
{
    (void)state;
    static const char text[] = "a=1;\nb=\"x\0y\";\n";
    assert_int_equal(guard_scan(text, sizeof text - 1).line, 2);
}

/* Every beginning of a good text, and every text with one byte changed, is answered without reading beyond its end. */
static void no_text_is_read_beyond_its_end(void **state)
{
    (void)state;
    static const char text[] = "a = { b = [ \"x\\\"\", 1.5e3L ]; }; /* c */ # d\n";
    for (size_t length = 0; length < sizeof text; length++) {
        char *copy = malloc(length + 1);
        assert_non_null(copy);
        char *exact = realloc(copy, length == 0 ? 1 : length); /* so that a sanitizer sees the end */
        assert_non_null(exact);
        for (size_t changed = 0; changed < length; changed++) {
            for (const char *put = "\"\\/*{}[]()=;@#\n0xeL-+. a"; *put != '\0'; put++) {
                memcpy(exact, text, length);
                exact[changed] = *put;
                (void)guard_scan(exact, length);
            }
        }
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_libconfig_would_cut_are_refused),
        cmocka_unit_test(a_mistake_is_named_in_the_line_where_it_was_made),
        cmocka_unit_test(what_libconfig_reads_rightly_passes),
        cmocka_unit_test(brackets_nest_to_32_and_no_deeper),
        cmocka_unit_test(so_many_settings_are_read_and_no_more),
        cmocka_unit_test(a_zero_byte_is_found_in_its_line),
        cmocka_unit_test(no_text_is_read_beyond_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
