/* test_text.c: lines counted by hand, and texts written into too little room. */
#include "core/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_byte_stands_in_the_line_that_its_line_breaks_give(void **state)
{
    (void)state;
    const char *text = "one\ntwo\n\nfour";
    assert_int_equal(text_line(text, text), 1);
    assert_int_equal(text_line(text, text + 3), 1); /* the line break itself ends its line */
    assert_int_equal(text_line(text, text + 4), 2);
    assert_int_equal(text_line(text, text + 8), 3);
    assert_int_equal(text_line(text, text + 13), 4); /* the end of the text */
}

static void a_text_starts_with_all_of_a_beginning_or_not_at_all(void **state)
{
    (void)state;
    assert_true(text_starts_with("scaleup.size", "scaleup."));
    assert_true(text_starts_with("GPU", ""));
    assert_false(text_starts_with("GP", "GPU"));
    assert_false(text_starts_with("gpu", "GPU"));
}

/* What fits is written, the whole is counted, and the byte behind the room is left alone. */
static void a_text_is_cut_at_its_room_and_counted_as_a_whole(void **state)
{
    (void)state;
    static const char *const cut[] = {"", "", "T", "TP", "TP ", "TP 8", "TP 8"};
    for (size_t size = 1; size < sizeof cut / sizeof cut[0]; size++) {
        char room[8] = "#######";
        struct text_writer writer = text_begin(room, size);
        text_add(&writer, "TP");
        text_add_bytes(&writer, " 8 or 16", 2);
        assert_int_equal(text_end(&writer), 4);
        assert_string_equal(room, cut[size]);
        assert_int_equal(room[size], '#');
    }
}

static void a_text_without_room_is_only_counted(void **state)
{
    (void)state;
    struct text_writer writer = text_begin(NULL, 0);
    text_add(&writer, "all of it");
    assert_int_equal(text_end(&writer), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_stands_in_the_line_that_its_line_breaks_give),
        cmocka_unit_test(a_text_starts_with_all_of_a_beginning_or_not_at_all),
        cmocka_unit_test(a_text_is_cut_at_its_room_and_counted_as_a_whole),
        cmocka_unit_test(a_text_without_room_is_only_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
