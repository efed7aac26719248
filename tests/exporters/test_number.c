/* test_number.c: numbers for programs read back as what they were, and are no longer than they must be. */
#include "exporters/number.h"
#include "samples.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The shortest forms that the language standard of JavaScript (ECMA-262, Number::toString) and common sense give. */
static void known_numbers_have_their_shortest_form(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {1.0, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3.0, "0.3333333333333333"},
        {100.0, "100"},
        {50e9, "50000000000"},
        {9007199254740991.0, "9007199254740991"},
        {1e22, "1e22"},
        {1.5e300, "1.5e300"},
        {12e-6, "1.2e-5"},
        {0.00012, "0.00012"},
        {DBL_MAX, "1.7976931348623157e308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {123456.789, "123456.789"},
        {5e-324, "4.94065645841247e-324"}, /* of subnormal numbers a few digits more */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[NUMBER_TEXT];
        assert_int_equal(number_print(text, rows[i].value), strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
}

/* Digits of the number, without sign, point, exponent and zeros at the ends. */
static int significant_digits(const char *text)
{
    int count = 0;
    int zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '0') {
            zeros += count > 0;
        } else if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

static void check_shortest(double value)
{
    char text[NUMBER_TEXT];
    char shorter[NUMBER_TEXT];
    (void)number_print(text, value);
    if (strtod(text, NULL) != value) {
        fail_msg("%.17g is printed as %s", value, text);
    }
    const int digits = significant_digits(text);
    (void)snprintf(shorter, sizeof shorter, "%.*e", digits > 1 ? digits - 2 : 0, value);
    if (digits > 1 && strtod(shorter, NULL) == value && fabs(value) != floor(fabs(value))) {
        fail_msg("%.17g is printed as %s, where %s would do", value, text, shorter);
    }
}

static void any_number_reads_back_and_has_no_digit_too_many(void **state)
{
    uint64_t seed = 88172645463325252U;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        const uint64_t bits = random_bits(&seed);
        double value = 0.0;
        memcpy(&value, &bits, sizeof value);
        if (isnormal(value)) {
            check_shortest(value);
        }
        check_shortest((double)(bits >> 11) * 1e-12 / (double)((bits & 1023) + 1)); /* of the sizes that figures have */
    }
}

static void neighbours_of_powers_of_two_and_ten_read_back(void **state)
{
    (void)state;
    for (int exponent = -300; exponent <= 300; exponent++) {
        const double two = ldexp(1.0, exponent);
        const double ten = pow(10.0, exponent);
        check_shortest(two);
        check_shortest(nextafter(two, 0.0));
        check_shortest(nextafter(two, INFINITY));
        check_shortest(ten);
        check_shortest(nextafter(ten, 0.0));
        check_shortest(nextafter(ten, INFINITY));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers_have_their_shortest_form),
        cmocka_unit_test(any_number_reads_back_and_has_no_digit_too_many),
        cmocka_unit_test(neighbours_of_powers_of_two_and_ten_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
