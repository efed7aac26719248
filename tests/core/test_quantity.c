/* test_quantity.c: what people type is read exactly, written back exactly, and rounded as the screen's reference says.
 */
#include "core/quantity.h"
#include "samples.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { EVERY_UNIT = UNIT_COUNT };

struct reading {
    const char *text;
    enum unit unit;
    double value; /* rounded by the compiler, not by the code under test */
};

static void check_readings(const struct reading *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct quantity quantity = quantity_parse(rows[i].text, rows[i].unit);
        if (!quantity.valid || quantity.value != rows[i].value) {
            fail_msg("\"%s\": %s, %.17g, expected %.17g", rows[i].text, quantity.message, quantity.value,
                     rows[i].value);
        }
        assert_string_equal(quantity.message, "");
    }
}

#define CHECK_READINGS(rows) check_readings(rows, sizeof(rows) / sizeof(rows)[0])

static void the_usual_spellings_are_read(void **state)
{
    (void)state;
    static const struct reading rows[] = {
        {"50GB/s", UNIT_RATE, 50e9},
        {"400Gb/s", UNIT_RATE, 50e9},
        {"900 GB/s", UNIT_RATE, 900e9},
        {"128GiB", UNIT_BYTES, 137438953472.0},
        {"15us", UNIT_SECONDS, 15e-6},
        {"70e9", UNIT_PARAMETERS, 70e9},
        {"8192", UNIT_TOKENS, 8192},
        {"1.5 TFLOP/s", UNIT_FLOP_RATE, 1.5e12},
        {"1.2 ms", UNIT_SECONDS, 1.2e-3},
        {"70B", UNIT_PARAMETERS, 70e9},
        {"0.40", UNIT_SHARE, 0.40},
        {"40 %", UNIT_SHARE, 0.40},
        {"989 TFLOP/s", UNIT_FLOP_RATE, 989e12},
        {"250 MWh", UNIT_JOULE, 900e9},
        {"900GJ", UNIT_JOULE, 900e9},
    };
    CHECK_READINGS(rows);
}

static void other_spellings_are_read(void **state)
{
    (void)state;
    static const struct reading rows[] = {
        {" 3.35TB/s ", UNIT_RATE, 3.35e12},
        {"200 Gbit/s", UNIT_RATE, 25e9},
        {"25 Gbps", UNIT_RATE, 3.125e9},
        {"64 KiB", UNIT_BYTES, 65536},
        {"1 TiB", UNIT_BYTES, 1099511627776.0},
        {"8 bit", UNIT_BYTES, 1},
        {"3 \xc2\xb5s", UNIT_SECONDS, 3e-6},
        {"3 \xce\xbcs", UNIT_SECONDS, 3e-6},
        {"855ns", UNIT_SECONDS, 855e-9},
        {"2 seconds", UNIT_SECONDS, 2},
        {"70.6 B", UNIT_PARAMETERS, 70.6e9},
        {"8030M", UNIT_PARAMETERS, 8030e6},
        {"125m", UNIT_PARAMETERS, 125e6},
        {"15T", UNIT_TOKENS, 15e12},
        {"300 B tokens", UNIT_TOKENS, 300e9},
        {"8k", UNIT_TOKENS, 8000},
        {"8Ki", UNIT_TOKENS, 8192},
        {"8192 tok", UNIT_TOKENS, 8192},
        {"64 seq", UNIT_SEQUENCES, 64},
        {"64.5 k tok/s", UNIT_TOKEN_RATE, 64.5e3},
        {"1.5 TFLOPS", UNIT_FLOP_RATE, 1.5e12},
        {"312 TFLOPs/s", UNIT_FLOP_RATE, 312e12},
        {"5 gflop/s", UNIT_FLOP_RATE, 5e9},
        {"9.2 EFLOP", UNIT_FLOP, 9.2e18},
        {"40%", UNIT_SHARE, 0.4},
        {"12.5 percent", UNIT_SHARE, 0.125},
        {"1.83 GHz", UNIT_HERTZ, 1.83e9},
        {"1.2 kW", UNIT_WATT, 1200},
        {"5 mW", UNIT_WATT, 5e-3},
        {"5 MW", UNIT_WATT, 5e6},
        {"2.5 $/h", UNIT_DOLLAR_PER_HOUR, 2.5},
        {"1.2 M$", UNIT_DOLLAR, 1.2e6},
        {"21 days", UNIT_DAYS, 21},
        {"1.5 M GPU-h", UNIT_HOURS, 1.5e6},
        {".5", UNIT_NONE, 0.5},
        {"5.", UNIT_NONE, 5},
        {"1E3", UNIT_NONE, 1000},
        {"0", UNIT_SECONDS, 0},
        {"0.000", UNIT_SECONDS, 0},
        {"007", UNIT_NONE, 7},
    };
    CHECK_READINGS(rows);
}

/* Products of a double and a power of ten round twice; these are cases where that shows. */
static void the_nearest_double_is_read_in_spite_of_the_prefix(void **state)
{
    (void)state;
    static const struct reading rows[] = {
        {"0.3us", UNIT_SECONDS, 0.3e-6},
        {"1.1 ms", UNIT_SECONDS, 1.1e-3},
        {"4.35 us", UNIT_SECONDS, 4.35e-6},
        {"0.57 GB/s", UNIT_RATE, 0.57e9},
        {"8.7 %", UNIT_SHARE, 0.087},
        {"29 %", UNIT_SHARE, 0.29},
        {"57 %", UNIT_SHARE, 0.57},
        {"0.1000000000000000055511151231257827021181583404541015625", UNIT_NONE, 0.1},
        {"9007199254740993", UNIT_NONE, 9007199254740992.0},
        {"9007199254740993.00000000000000000000001", UNIT_NONE, 9007199254740994.0},
        {"2.2250738585072014e-308", UNIT_NONE, DBL_MIN},
        {"1.7976931348623157e308", UNIT_NONE, DBL_MAX},
        {"0.0000000000000000000000000000000000000000000000000000000000000001e64", UNIT_NONE, 1},
        {"100000000000000000000000000000000000000000000000000000000000000000e-65", UNIT_NONE, 1},
    };
    CHECK_READINGS(rows);
}

static void a_bit_is_an_eighth_of_a_byte_in_either_case_of_the_prefix(void **state)
{
    (void)state;
    static const struct reading rows[] = {
        {"1 Gb/s", UNIT_RATE, 125e6}, {"1 gb/s", UNIT_RATE, 125e6},     {"1 GB/s", UNIT_RATE, 1e9},
        {"1 gB/s", UNIT_RATE, 1e9},   {"1 Gib", UNIT_BYTES, 134217728}, {"1 Kib", UNIT_BYTES, 128},
    };
    CHECK_READINGS(rows);
}

struct refusal {
    const char *text;
    enum unit unit;
    const char *says;
};

static void what_is_refused_is_told_what_is_understood(void **state)
{
    (void)state;
    static const struct refusal rows[] = {
        {"5 m/s", UNIT_RATE, "a rate is expected, like 50 GB/s or 400 Gb/s"},
        {"3.35 TB", UNIT_RATE, "\"3.35 TB\" is a size: a rate is expected, like 50 GB/s"},
        {"12 ms", UNIT_RATE, "is a time: a rate"},
        {"50 GB/s", UNIT_BYTES, "is a rate: a size is expected"},
        {"50G", UNIT_RATE, "a rate is expected"}, /* bits or bytes? */
        {"989 TFLOP", UNIT_FLOP_RATE, "is an amount of work: a rate of work"},
        {"1,5", UNIT_RATE, "decimals take a point"},
        {"1,5", UNIT_NONE, "decimals take a point"},
        {"-3", UNIT_RATE, "is negative"},
        {"-3", UNIT_NONE, "is negative"},
        {"-0", UNIT_NONE, "is negative"},
        {"+3", UNIT_NONE, "a number is expected, like"},
        {"nan", UNIT_RATE, "a rate is expected"},
        {"inf", UNIT_SECONDS, "a time is expected"},
        {"infinity", UNIT_NONE, "a number is expected"},
        {"1e999", UNIT_RATE, "is too large"},
        {"1e400 ns", UNIT_SECONDS, "is too large"},
        {"1e999999999999999999999", UNIT_RATE, "is too large"},
        {"1e-999", UNIT_RATE, "is too small"},
        {"", UNIT_RATE, "nothing is given: a rate is expected, like 50 GB/s"},
        {"  ", UNIT_RATE, "nothing is given: a rate"},
        {"GB/s", UNIT_RATE, "a rate is expected"},
        {"5e", UNIT_NONE, "a number is expected"},
        {"0x10", UNIT_NONE, "a number is expected"},
        {"1.2.3", UNIT_NONE, "a number is expected"},
        {"1 2", UNIT_NONE, "a number is expected"},
        {"5 MS", UNIT_SECONDS, "a time is expected"}, /* milli or mega? */
        {"5 m", UNIT_NONE, "a number is expected"},
        {".", UNIT_NONE, "a number is expected"},
        {"80 GB GB", UNIT_BYTES, "a size is expected, like 80 GB or 128 GiB"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct quantity quantity = quantity_parse(rows[i].text, rows[i].unit);
        if (quantity.valid || strstr(quantity.message, rows[i].says) == NULL) {
            fail_msg("\"%s\": valid %d, says \"%s\", expected \"%s\"", rows[i].text, quantity.valid, quantity.message,
                     rows[i].says);
        }
    }
}

static void a_message_holds_no_control_characters_and_no_halves_of_letters(void **state)
{
    (void)state;
    char text[400];
    for (int length = 1; length < 120; length++) {
        int size = 0;
        for (int i = 0; i < length; i++) {
            size += snprintf(text + size, sizeof text - (size_t)size, "%s", i % 7 == 0 ? "\x1b" : "\xc3\xa9");
        }
        const struct quantity quantity = quantity_parse(text, UNIT_RATE);
        assert_false(quantity.valid);
        assert_null(strchr(quantity.message, '\x1b'));
        const char *end = strchr(quantity.message + 1, '"');
        assert_non_null(end);
        int lead = 0;
        for (const char *letter = quantity.message; letter < end; letter++) {
            lead += *letter == '\xc3';
            lead -= *letter == '\xa9';
        }
        assert_int_equal(lead, 0);
    }
}

static void check_round_trip(double value, enum unit unit)
{
    char text[QUANTITY_TEXT];
    const size_t length = quantity_print(text, sizeof text, value, unit);
    assert_int_equal(length, strlen(text));
    const struct quantity back = quantity_parse(text, unit);
    if (!back.valid || back.value != value) {
        fail_msg("%.17g of unit %d: written \"%s\", read %.17g %s", value, (int)unit, text, back.value, back.message);
    }
}

static void any_value_comes_back_as_the_same_double(void **state)
{
    (void)state;
    uint64_t seed = 0x9e3779b97f4a7c15;
    for (int i = 0; i < samples(20000); i++) {
        const uint64_t bits = random_bits(&seed) >> 1;
        double value = 0;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            check_round_trip(value, (enum unit)(i % EVERY_UNIT));
        }
    }
}

static void round_values_of_any_size_come_back(void **state)
{
    (void)state;
    for (int unit = 0; unit < UNIT_COUNT; unit++) {
        check_round_trip(0, (enum unit)unit);
        for (int exponent = -15; exponent <= 24; exponent++) {
            for (int digits = 1; digits < 1200; digits += 1 + 1199 / samples(171)) {
                char text[32];
                snprintf(text, sizeof text, "%de%d", digits, exponent);
                check_round_trip(quantity_parse(text, UNIT_NONE).value, (enum unit)unit);
            }
        }
        for (int power = 0; power < 60; power++) {
            check_round_trip(ldexp(1, power), (enum unit)unit);
            check_round_trip(nextafter(ldexp(1, power), 0), (enum unit)unit);
        }
    }
}

struct writing {
    double value;
    enum unit unit;
    const char *text;
};

static void values_are_written_as_people_write_them(void **state)
{
    (void)state;
    static const struct writing rows[] = {
        {50e9, UNIT_RATE, "50 GB/s"},
        {12e-6, UNIT_SECONDS, "12 us"},
        {8192, UNIT_TOKENS, "8192"},
        {137438953472.0, UNIT_BYTES, "128 GiB"},
        {80e9, UNIT_BYTES, "80 GB"},
        {989e12, UNIT_FLOP_RATE, "989 TFLOP/s"},
        {0.4, UNIT_SHARE, "40 %"},
        {70e9, UNIT_PARAMETERS, "70 B"},
        {15e12, UNIT_TOKENS, "15 T"},
        {0.855e-6, UNIT_SECONDS, "855 ns"},
        {2.5, UNIT_DOLLAR_PER_HOUR, "2.5 $/h"},
        {64, UNIT_SEQUENCES, "64"},
        {1e-7, UNIT_NONE, "1e-7"},
        {0.25, UNIT_NONE, "0.25"},
        {0.1 + 0.7, UNIT_NONE, "0.7999999999999999"},
        {0.1 + 0.2, UNIT_NONE, "0.30000000000000004"},
        {131072, UNIT_TOKENS, "131072"},
        {0, UNIT_RATE, "0 B/s"},
        {-0.0, UNIT_SECONDS, "0 s"},
        {-0.25, UNIT_SECONDS, "-250 ms"},
        {64.5e3, UNIT_TOKEN_RATE, "64.5 k tok/s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[QUANTITY_TEXT];
        quantity_print(text, sizeof text, rows[i].value, rows[i].unit);
        assert_string_equal(text, rows[i].text);
    }
}

/* Where the system has a locale with a decimal comma; elsewhere there is nothing to try. */
static void a_decimal_comma_in_the_locale_changes_nothing(void **state)
{
    (void)state;
    const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR", "ru_RU.UTF-8"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof locales / sizeof locales[0] && found == NULL; i++) {
        found = setlocale(LC_ALL, locales[i]);
    }
    if (found == NULL) {
        skip();
    }
    char text[QUANTITY_TEXT];
    quantity_print(text, sizeof text, 1.2e-3, UNIT_SECONDS);
    const struct quantity quantity = quantity_parse("1.2 ms", UNIT_SECONDS);
    const struct quantity_text shown = quantity_display(1.2e-3, UNIT_SECONDS);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "1.2 ms");
    assert_true(quantity.valid && quantity.value == 1.2e-3);
    assert_string_equal(shown.number, "1.20");
}

static void a_short_buffer_is_not_overrun(void **state)
{
    (void)state;
    char text[6] = "?????";
    const size_t length = quantity_print(text, 5, 123456789, UNIT_NONE);
    assert_int_equal(length, 4);
    assert_string_equal(text, "1234");
    assert_int_equal(text[5], '\0');
}

struct showing {
    double value;
    enum unit unit;
    const char *number;
    const char *suffix;
};

static void check_showings(const struct showing *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct quantity_text shown = quantity_display(rows[i].value, rows[i].unit);
        if (strcmp(shown.number, rows[i].number) != 0 || strcmp(shown.unit, rows[i].suffix) != 0) {
            fail_msg("%.17g: \"%s\" \"%s\", expected \"%s\" \"%s\"", rows[i].value, shown.number, shown.unit,
                     rows[i].number, rows[i].suffix);
        }
    }
}

static void the_screen_shows_three_digits(void **state)
{
    (void)state;
    static const struct showing rows[] = {
        {8.12, UNIT_SECONDS, "8.12", "s"},
        {0.497, UNIT_SECONDS, "497", "ms"},
        {0.017, UNIT_SECONDS, "17.0", "ms"},
        {5e-6, UNIT_SECONDS, "5.00", "\xc2\xb5s"},
        {450e9, UNIT_RATE, "450", "GB/s"},
        {50e9, UNIT_RATE, "50.0", "GB/s"},
        {64512, UNIT_TOKEN_RATE, "64.5", "k tok/s"},
        {989e12, UNIT_FLOP_RATE, "989", "TFLOP/s"},
        {70.55e9, UNIT_PARAMETERS, "70.6", "B"},
        {8192, UNIT_TOKENS, "8192", "tok"},
        {131072, UNIT_TOKENS, "131", "k tok"},
        {64, UNIT_NONE, "64", ""},
        {9999, UNIT_NONE, "9999", ""},
        {64512, UNIT_NONE, "64.5", "k"},
        {0.35, UNIT_NONE, "0.350", ""},
        {1.2, UNIT_NONE, "1.20", ""},
        {74.1e9, UNIT_BYTES, "74.1", "GB"},
        {1234, UNIT_TOKEN_RATE, "1234", "tok/s"},
        {700, UNIT_WATT, "700", "W"},
        {900e9, UNIT_JOULE, "250", "MWh"}, /* 900 GJ / 3600 s */
        {13.5e12, UNIT_JOULE, "3.75", "GWh"},
        {-0.25, UNIT_SECONDS, "-250", "ms"},
    };
    check_showings(rows, sizeof rows / sizeof rows[0]);
}

static void rounding_never_crosses_a_unit(void **state)
{
    (void)state;
    static const struct showing rows[] = {
        {0.9996, UNIT_SECONDS, "1.00", "s"},
        {0.9994, UNIT_SECONDS, "999", "ms"},
        {999.6e-6, UNIT_SECONDS, "1.00", "ms"},
        {999.96e6, UNIT_BYTES, "1.00", "GB"},
        {999.6, UNIT_NONE, "1000", ""},
        {9999.6, UNIT_NONE, "10.0", "k"},
        {9999.6, UNIT_TOKEN_RATE, "10.0", "k tok/s"},
        {9.996, UNIT_SECONDS, "10.0", "s"},
        {99.96, UNIT_SECONDS, "100", "s"},
        {999.96e9, UNIT_PARAMETERS, "1.00", "T"},
    };
    check_showings(rows, sizeof rows / sizeof rows[0]);
}

static void shares_are_whole_percent_from_ten(void **state)
{
    (void)state;
    static const struct showing rows[] = {
        {0.72, UNIT_SHARE, "72", "%"},    {0.458, UNIT_SHARE, "46", "%"},   {0.04, UNIT_SHARE, "4.0", "%"},
        {0.002, UNIT_SHARE, "0.2", "%"},  {0, UNIT_SHARE, "0", "%"},        {0.0004, UNIT_SHARE, "0.0", "%"},
        {0.0006, UNIT_SHARE, "0.1", "%"}, {0.0996, UNIT_SHARE, "10", "%"},  {0.0994, UNIT_SHARE, "9.9", "%"},
        {0.0099, UNIT_SHARE, "1.0", "%"}, {0.9996, UNIT_SHARE, "100", "%"}, {0.994, UNIT_SHARE, "99", "%"},
        {2.14, UNIT_SHARE, "214", "%"},   {1, UNIT_SHARE, "100", "%"},      {-1e-9, UNIT_SHARE, "0.0", "%"},
    };
    check_showings(rows, sizeof rows / sizeof rows[0]);
}

static void there_is_room_for_more_digits(void **state)
{
    (void)state;
    assert_string_equal(quantity_display_digits(70.5537e9, UNIT_PARAMETERS, 4).number, "70.55");
    assert_string_equal(quantity_display_digits(0.458, UNIT_SHARE, 3).number, "45.8");
    assert_string_equal(quantity_display_digits(0.062459, UNIT_SECONDS, 6).number, "62.4590");
    assert_string_equal(quantity_display_digits(0.062459, UNIT_SECONDS, 2).number, "62");
}

static void what_does_not_apply_is_empty(void **state)
{
    (void)state;
    for (int unit = 0; unit < UNIT_COUNT; unit++) {
        assert_string_equal(quantity_display(NAN, (enum unit)unit).number, "");
        assert_string_equal(quantity_display(INFINITY, (enum unit)unit).number, "");
        assert_string_equal(quantity_display(-0.0, (enum unit)unit).number, "0");
        assert_string_equal(quantity_display(-1e-320, (enum unit)unit).number, "0");
    }
}

static void anything_fits_its_column(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252;
    for (int i = 0; i < samples(20000); i++) {
        const uint64_t bits = random_bits(&seed);
        double value = 0;
        memcpy(&value, &bits, sizeof value);
        const struct quantity_text shown = quantity_display_digits(value, (enum unit)(i % EVERY_UNIT), 2 + i % 5);
        assert_true(strlen(shown.number) < sizeof shown.number - 1 && strlen(shown.unit) < sizeof shown.unit);
        assert_null(strpbrk(shown.number, "nif")); /* no nan, no inf */
        assert_true(shown.number[0] != '-' || strpbrk(shown.number, "123456789") != NULL);
    }
}

static void a_whole_number_is_read_within_its_limits(void **state)
{
    static const struct {
        const char *text;
        enum unit unit;
        int least, most, expected;
    } rows[] = {
        {"1", UNIT_NONE, 1, 8, 1},
        {" 8 ", UNIT_NONE, 1, 8, 8},
        {"1e3", UNIT_NONE, 0, 2147483647, 1000},
        {"2 Ki", UNIT_SEQUENCES, 1, 2048, 2048},
        {"0", UNIT_NONE, 1, 8, -1},
        {"9", UNIT_NONE, 1, 8, -1},
        {"7.5", UNIT_NONE, 1, 8, -1},
        {"-1", UNIT_NONE, 0, 8, -1},
        {"1e300", UNIT_NONE, 0, 2147483647, -1},
        {"eight", UNIT_NONE, 1, 8, -1},
        {"", UNIT_NONE, 0, 8, -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int number = quantity_whole(rows[i].text, rows[i].unit, rows[i].least, rows[i].most);
        if (number != rows[i].expected) {
            fail_msg("\"%s\" is read as %d, not %d", rows[i].text, number, rows[i].expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usual_spellings_are_read),
        cmocka_unit_test(other_spellings_are_read),
        cmocka_unit_test(the_nearest_double_is_read_in_spite_of_the_prefix),
        cmocka_unit_test(a_bit_is_an_eighth_of_a_byte_in_either_case_of_the_prefix),
        cmocka_unit_test(what_is_refused_is_told_what_is_understood),
        cmocka_unit_test(a_whole_number_is_read_within_its_limits),
        cmocka_unit_test(a_message_holds_no_control_characters_and_no_halves_of_letters),
        cmocka_unit_test(any_value_comes_back_as_the_same_double),
        cmocka_unit_test(round_values_of_any_size_come_back),
        cmocka_unit_test(values_are_written_as_people_write_them),
        cmocka_unit_test(a_decimal_comma_in_the_locale_changes_nothing),
        cmocka_unit_test(a_short_buffer_is_not_overrun),
        cmocka_unit_test(the_screen_shows_three_digits),
        cmocka_unit_test(rounding_never_crosses_a_unit),
        cmocka_unit_test(shares_are_whole_percent_from_ten),
        cmocka_unit_test(there_is_room_for_more_digits),
        cmocka_unit_test(what_does_not_apply_is_empty),
        cmocka_unit_test(anything_fits_its_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
