/* test_text_field.c: keys edit a line of text. */
#include "view/event.h"
#include "view/key_names.h"
#include "view/text_field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct text_field typed(const char *keys)
{
    struct text_field field = {.length = 0};
    while (*keys != '\0') {
        const struct key_read read = key_read(keys);
        assert_true(read.bytes > 0);
        (void)text_field_key(&field, read.key);
        keys += read.bytes;
    }
    return field;
}

/* In the expected text the caret is a bar. */
static void check(const char *keys, const char *expected)
{
    const struct text_field field = typed(keys);
    char got[FIELD_LENGTH + 1];
    memcpy(got, field.text, (size_t)field.caret);
    got[field.caret] = '|';
    memcpy(got + field.caret + 1, field.text + field.caret, strlen(field.text + field.caret) + 1);
    if (strcmp(got, expected) != 0 || field.length != (int)strlen(field.text)) {
        fail_msg("%s: \"%s\", %d bytes; expected \"%s\"", keys, got, field.length, expected);
    }
}

static void characters_stand_where_the_caret_is(void **state)
{
    (void)state;
    check("abc", "abc|");
    check("ac<Left>b", "ab|c");
    check("bc<Home>a<End>d", "abcd|");
    check("a<Left><Left>b<Right><Right><Right>c", "bac|");
}

static void backspace_and_delete_take_one_character_on_their_side(void **state)
{
    (void)state;
    check("abc<Left><Backspace>", "a|c");
    check("abc<Home><Delete>", "|bc");
    check("abc<Left><Delete><Delete>", "ab|");
    check("aµb<Left><Backspace>", "a|b");
    check("aµb<Home><Right><Delete>", "a|b");
    check("ab<Home><Backspace>", "|ab");
    check("<Delete><Backspace>", "|");
}

static void control_w_takes_a_word_and_control_u_all_before_the_caret(void **state)
{
    (void)state;
    check("12.5 GB/s<C-W>", "12.5 |");
    check("12.5 GB/s  <C-W><C-W>", "|");
    check("one two<Left><Left><Left><C-W>", "|two");
    check("one two<Left><Left><C-U>", "|wo");
    check("<C-W><C-U>", "|");
}

/* Until there is no room: then nothing more is taken, and nothing is written behind the end. */
static void a_full_line_takes_no_more(void **state)
{
    struct text_field field = {.length = 0};
    (void)state;
    for (int i = 0; i < 2 * FIELD_LENGTH; i++) {
        (void)text_field_key(&field, 'x');
    }
    assert_int_equal(field.length, FIELD_LENGTH - 1);
    assert_int_equal(strlen(field.text), FIELD_LENGTH - 1);
}

static void what_is_typed_first_takes_the_place_of_a_selected_text(void **state)
{
    (void)state;
    static const struct {
        int key;
        const char *text;
    } cases[] = {{'x', "x"}, {KEY_CODE_BACKSPACE, ""}, {KEY_CODE_DELETE, ""}, {KEY_CODE_LEFT, "name"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_field field = {.text = "name", .length = 4, .caret = 4, .selected = true};
        (void)text_field_key(&field, cases[i].key);
        assert_string_equal(field.text, cases[i].text);
        assert_false(field.selected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_stand_where_the_caret_is),
        cmocka_unit_test(backspace_and_delete_take_one_character_on_their_side),
        cmocka_unit_test(control_w_takes_a_word_and_control_u_all_before_the_caret),
        cmocka_unit_test(a_full_line_takes_no_more),
        cmocka_unit_test(what_is_typed_first_takes_the_place_of_a_selected_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
