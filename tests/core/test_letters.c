/* test_letters.c: letters of ASCII and those beside them, of which only letters have a small form. */
#include "core/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void letters_become_small_and_all_else_stays(void **state)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char small[] = "abcdefghijklmnopqrstuvwxyz";
    (void)state;
    for (int byte = -128; byte < 128; byte++) {
        const char letter = (char)byte;
        const char *place = letter != '\0' ? strchr(capitals, letter) : NULL;
        assert_int_equal(letter_lower(letter), place != NULL ? small[place - capitals] : letter);
        const bool digit = letter != '\0' && strchr("0123456789", letter) != NULL;
        const bool alphabetic = place != NULL || (letter != '\0' && strchr(small, letter) != NULL);
        assert_int_equal(letter_is_digit(letter), digit);
        assert_int_equal(letter_is_alphabetic(letter), alphabetic);
        assert_int_equal(letter_is_alphanumeric(letter), alphabetic || digit);
    }
}

static void names_are_one_whatever_letters_are_capitals(void **state)
{
    (void)state;
    assert_true(names_are_same("ZeRO", "zero"));
    assert_true(names_are_same("", ""));
    assert_false(names_are_same("zero", "zeros"));
    assert_false(names_are_same("zeros", "zero"));
    assert_false(names_are_same("a@", "a`")); /* as far apart as a letter and its small form */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_become_small_and_all_else_stays),
        cmocka_unit_test(names_are_one_whatever_letters_are_capitals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
