/* test_glyphs.c: two sets of signs, as the reference screens show them. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "core/character.h"
#include "view/glyphs.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>

#include <cmocka.h>

static void every_glyph_is_there_and_one_column_wide(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    for (int i = 0; i < GLYPH_COUNT; i++) {
        assert_int_equal(character_columns(glyphs_unicode.glyph[i]), 1);
        assert_int_equal(wcwidth((wchar_t)glyphs_unicode.glyph[i]), 1);
        assert_in_range(glyphs_ascii.glyph[i], 0x20, 0x7E);
    }
    for (int i = 0; i < SIGN_COUNT; i++) {
        assert_non_null(glyphs_unicode.sign[i]);
        assert_non_null(glyphs_ascii.sign[i]);
        for (const char *at = glyphs_ascii.sign[i]; *at != '\0'; at++) {
            assert_in_range(*at, 0x20, 0x7E);
        }
    }
}

static void the_set_follows_the_codeset(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    assert_ptr_equal(glyphs_for("UTF-8"), &glyphs_unicode);
    assert_ptr_equal(glyphs_for("utf8"), &glyphs_unicode);
    assert_ptr_equal(glyphs_for("ANSI_X3.4-1968"), &glyphs_ascii);
    assert_ptr_equal(glyphs_for("ISO-8859-1"), &glyphs_ascii);
    assert_ptr_equal(glyphs_for(""), &glyphs_ascii);
}

static void check_ascii(const char *text, const char *expected)
{
    char out[256];
    glyphs_text(&glyphs_ascii, text, out, sizeof out);
    assert_string_equal(out, expected);
    glyphs_text(&glyphs_unicode, text, out, sizeof out);
    assert_string_equal(out, text);
}

/* Rows of the reference screen at 80 x 24, in both sets. */
static void texts_are_those_of_the_ascii_reference_screen(void **state)
{
    (void)state;
    check_ascii(" ringside   Llama 3 70B · 8× DGX H100 · TP8 DP8 ZeRO-1        training   ? help ",
                " ringside   Llama 3 70B . 8x DGX H100 . TP8 DP8 ZeRO-1        training   ? help ");
    check_ascii("micro   ◆····    1 seq     NVLink  ━━━◆─  450 GB/s    accum.   64/8·1    8  =",
                "micro   #....    1 seq     NVLink  ===#-  450 GB/s    accum.   64/8.1    8  =");
    check_ascii("▸NIC     ━━━◆─ 50.0 GB/s    ZeRO             ‹ 1 ›",
                ">NIC     ===#- 50.0 GB/s    ZeRO             < 1 >");
    check_ascii("recomp      ‹ none ›       latency ━━◆── 5.00 µs  ~",
                "recomp      < none >       latency ==#-- 5.00 us  ~");
    check_ascii("TP all-reduce ░░████████", "TP all-reduce ::########");
    check_ascii("optimizer     ▏", "optimizer     |");
    check_ascii("step           compute 72 %          │TP 24 %│││", "step           compute 72 %          |TP 24 %|||");
    check_ascii(" ←→ change  ⏎ type", " <> change  Enter type");
    check_ascii("⇧←→ coarse", "S-<> coarse");
    check_ascii("74.1 of 80 GB ✓ fits", "74.1 of 80 GB fits");
    check_ascii("± 8 %  −+ NIC  1 … 8", "+- 8 %  -+ NIC  1 ... 8");
}

static void what_has_no_ascii_is_a_question_mark_and_nothing_is_cut_in_two(void **state)
{
    (void)state;
    check_ascii("中 ?", "? ?");
    char out[6];
    glyphs_text(&glyphs_ascii, "ab ⏎", out, sizeof out); /* "Enter" has no room: it is left out as a whole */
    assert_string_equal(out, "ab ");
    glyphs_text(&glyphs_unicode, "abcd…", out, sizeof out);
    assert_string_equal(out, "abcd");
    glyphs_text(&glyphs_ascii, "\xFF", out, sizeof out);
    assert_string_equal(out, "?");
    out[0] = 'x';
    glyphs_text(&glyphs_ascii, "abc", out, 0);
    assert_int_equal(out[0], 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_glyph_is_there_and_one_column_wide),
        cmocka_unit_test(the_set_follows_the_codeset),
        cmocka_unit_test(texts_are_those_of_the_ascii_reference_screen),
        cmocka_unit_test(what_has_no_ascii_is_a_question_mark_and_nothing_is_cut_in_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
