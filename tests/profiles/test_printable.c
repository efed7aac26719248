/* Text from files can be shown: no control characters, valid UTF-8, cut between characters. */
#include "profiles/printable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BAD "\xEF\xBF\xBD"

static void text_is_made_printable(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        const char *expected;
    } cases[] = {
        {"plain", "plain"},
        {"", ""},
        {"\x1b[31mred\x07", "[31mred"},
        {"two\nlines\tand\rmore", "two lines and more"},
        {"\x7f\xC2\x9B", ""},                     /* DEL, and CSI of C1 */
        {"a\u202Eb\u2066c\u200F", "abc"},         /* the direction of writing */
        {"µs – ×", "µs – ×"},                     /* two and three bytes */
        {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"}, /* four bytes */
        {"caf\xE9", "caf" BAD},                   /* Latin-1 */
        {"\xC0\xAF", BAD BAD},                    /* a slash in two bytes */
        {"\xE0\x80\xAF", BAD BAD BAD},            /* in three */
        {"\xED\xA0\x80", BAD BAD BAD},            /* half of a surrogate pair */
        {"\xF4\x90\x80\x80", BAD BAD BAD BAD},    /* beyond U+10FFFF */
        {"\xE2\x82", BAD BAD},                    /* the end is missing */
        {"\xFF\xFE", BAD BAD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[64];
        const size_t length = printable_copy(out, sizeof out, cases[i].given);
        assert_string_equal(out, cases[i].expected);
        assert_int_equal(length, strlen(cases[i].expected));
    }
}

static void what_is_too_long_is_cut_between_characters(void **state)
{
    (void)state;
    static const char given[] = "ab\xC3\xA9\xE2\x82\xACz"; /* a b é € z: ends after 1, 2, 4, 7 and 8 bytes */
    static const size_t kept[] = {0, 0, 1, 2, 2, 4, 4, 4, 7, 8, 8};
    for (size_t size = 1; size < sizeof kept / sizeof kept[0]; size++) {
        char out[16];
        memset(out, '!', sizeof out);
        assert_int_equal(printable_copy(out, size, given), kept[size]);
        assert_int_equal(strlen(out), kept[size]);
        assert_memory_equal(out, given, kept[size]);
        assert_int_equal(out[size], '!');
    }
    assert_int_equal(printable_copy(NULL, 0, given), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_made_printable),
        cmocka_unit_test(what_is_too_long_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
