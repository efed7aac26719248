/* test_character.c: UTF-8 is read as Unicode defines it; widths are those of its tables. */
#include "core/character.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Unicode 15, table 3-7 and section 3.9. */
static void what_is_no_utf8_is_replaced_byte_by_byte(void **state)
{
    (void)state;
    static const char *const broken[] = {
        "\x80",             /* a following byte alone */
        "\xC3",             /* cut short */
        "\xC3(",            /* the same, before another character */
        "\xC0\xAF",         /* '/' in two bytes */
        "\xE0\x80\xAF",     /* in three */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* above U+10FFFF */
        "\xF8\x88\x80\x80\x80",
        "\xFF",
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const struct character character = character_read(broken[i]);
        assert_int_equal(character.code, 0xFFFD);
        assert_int_equal(character.bytes, 1);
    }
}

static void characters_are_read_and_written_the_same(void **state)
{
    (void)state;
    static const struct {
        uint32_t code;
        const char *text;
    } known[] = {
        {'A', "A"},
        {0x7F, "\x7F"},
        {0x80, "\xC2\x80"},
        {0xB5, "\xC2\xB5"},
        {0x7FF, "\xDF\xBF"},
        {0x800, "\xE0\xA0\x80"},
        {0x2588, "\xE2\x96\x88"},
        {0xFFFF, "\xEF\xBF\xBF"},
        {0x10000, "\xF0\x90\x80\x80"},
        {0x1F600, "\xF0\x9F\x98\x80"},
        {0x10FFFF, "\xF4\x8F\xBF\xBF"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct character character = character_read(known[i].text);
        assert_int_equal(character.code, known[i].code);
        assert_int_equal(character.bytes, strlen(known[i].text));
        char out[CHARACTER_BYTES];
        assert_int_equal(character_write(known[i].code, out), strlen(known[i].text));
        assert_memory_equal(out, known[i].text, strlen(known[i].text));
    }
    assert_int_equal(character_read("").bytes, 0);
}

/* Unicode 15: EastAsianWidth.txt and the general categories. */
static void widths_are_those_of_unicode(void **state)
{
    (void)state;
    static const uint32_t none[] = {0, '\n', 0x1B, 0x7F, 0x9B, 0x301, 0x200B, 0x200D, 0x202E, 0xFE0F, 0xE0101};
    static const uint32_t one[] = {' ', 'a', 0xE9, 0xB5, 0x3B1, 0x2588, 0x2502, 0x25C6, 0x2026, 0xFFFD, 0x2800};
    static const uint32_t two[] = {0x1100, 0x3042, 0x4E2D, 0xAC00, 0xFF21, 0x1F600, 0x1F680, 0x20000, 0x231A};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(character_columns(none[i]), 0);
    }
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++) {
        assert_int_equal(character_columns(one[i]), 1);
    }
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
        assert_int_equal(character_columns(two[i]), 2);
    }
}

static void columns_are_counted_as_they_are_drawn(void **state)
{
    (void)state;
    assert_int_equal(text_columns("8.12 µs"), 7);
    assert_int_equal(text_columns("中文"), 4);
    assert_int_equal(text_columns("e\xCC\x81\033"), 1);
    assert_int_equal(text_columns("\xFF"), 1);
    assert_int_equal(text_columns(""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_utf8_is_replaced_byte_by_byte),
        cmocka_unit_test(characters_are_read_and_written_the_same),
        cmocka_unit_test(widths_are_those_of_unicode),
        cmocka_unit_test(columns_are_counted_as_they_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
