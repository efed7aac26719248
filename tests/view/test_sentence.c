/* test_sentence.c: breaking text into lines, and shortening it. */
#include "view/sentence.h"
#include "view/surface.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct sentence broken(const char *text, int first, int others, int lines)
{
    return sentence_break(&glyphs_unicode, text, (struct sentence_room){first, others, lines});
}

static const char reason[] = "TP 6 does not divide 64 heads: 1, 2, 4, 8, 16, 32 and 64 do.";

static void what_fits_stays_as_it_is(void **state)
{
    const struct sentence sentence = broken(reason, 60, 60, 1);
    (void)state;
    assert_true(sentence.whole);
    assert_int_equal(sentence.count, 1);
    assert_string_equal(sentence.line[0], reason);
}

static void two_lines_break_after_a_clause_where_both_fit(void **state)
{
    const struct sentence sentence = broken(reason, 40, 40, 2);
    const struct sentence dotted = broken("one way · 1 to 400 GB/s · = a 400 Gb/s port", 32, 32, 2);
    (void)state;
    assert_true(sentence.whole);
    assert_string_equal(sentence.line[0], "TP 6 does not divide 64 heads:");
    assert_string_equal(sentence.line[1], "1, 2, 4, 8, 16, 32 and 64 do.");
    assert_string_equal(dotted.line[0], "one way · 1 to 400 GB/s");
    assert_string_equal(dotted.line[1], "= a 400 Gb/s port");
}

static void two_lines_break_between_words_where_clauses_are_too_long(void **state)
{
    const struct sentence sentence = broken("the quick brown fox jumps over the lazy dog", 20, 24, 2);
    (void)state;
    assert_true(sentence.whole);
    assert_string_equal(sentence.line[0], "the quick brown fox");
    assert_string_equal(sentence.line[1], "jumps over the lazy dog");
}

static void whole_clauses_go_first(void **state)
{
    const struct sentence sentence = broken(reason, 50, 50, 1);
    (void)state;
    assert_false(sentence.whole);
    assert_string_equal(sentence.line[0], "TP 6 does not divide 64 heads");
    assert_string_equal(broken("It does fit. It is near the limit, though.", 20, 20, 1).line[0], "It does fit.");
}

static void what_only_leads_on_goes_with_what_it_leads_to(void **state)
{
    (void)state;
    assert_string_equal(broken("fact: NVIDIA H100 data sheet; memory: nvidia-smi", 40, 40, 1).line[0],
                        "fact: NVIDIA H100 data sheet");
    assert_string_equal(broken("The bars follow the slider. Keys: 8 opens lessons", 40, 40, 1).line[0],
                        "The bars follow the slider.");
    assert_string_equal(broken("1 TFLOP/s to 100 PFLOP/s, log · fact: a data sheet of NVIDIA", 40, 40, 1).line[0],
                        "1 TFLOP/s to 100 PFLOP/s, log · fact");
}

static void a_cut_inside_a_clause_falls_between_words_and_is_marked(void **state)
{
    (void)state;
    assert_string_equal(broken("gpus/mine.cfg:7: a rate is expected here and not a size", 40, 40, 1).line[0],
                        "gpus/mine.cfg:7: a rate is expected…");
    const struct sentence ascii =
        sentence_break(&glyphs_ascii, "the quick brown fox jumps", (struct sentence_room){17, 17, 1});
    assert_string_equal(ascii.line[0], "the quick...");
}

/* Nothing is wider than its line, at any width, in either set. */
static void no_line_is_too_wide(void **state)
{
    static const char *const texts[] = {reason,
                                        "",
                                        "·",
                                        "a",
                                        "a · b · c",
                                        "averyverylongwordthatcannotbebroken now",
                                        "µ × ◇ 12 µs → 13 µs; then … and more: much more. The end."};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (int columns = 0; columns < 70; columns++) {
            for (int lines = 1; lines <= SENTENCE_LINES; lines++) {
                const struct sentence sentence =
                    sentence_break(columns % 2 == 0 ? &glyphs_unicode : &glyphs_ascii, texts[i],
                                   (struct sentence_room){columns / 2, columns, lines});
                assert_in_range(sentence.count, 0, lines);
                for (int line = 0; line < sentence.count && columns >= 8; line++) {
                    assert_true(text_columns(sentence.line[line]) <= (line == 0 ? columns / 2 : columns));
                }
            }
        }
    }
}

static void a_path_is_shown_from_its_kind_on(void **state)
{
    (void)state;
    assert_string_equal(
        sentence_without_folders("/home/someone/.config/ringside/gpus/bad.cfg:2: no such unit: \"a/b\""),
        "gpus/bad.cfg:2: no such unit: \"a/b\"");
    assert_string_equal(sentence_without_folders("gpus/bad.cfg:2: wrong"), "gpus/bad.cfg:2: wrong");
    assert_string_equal(sentence_without_folders("bad.cfg: wrong"), "bad.cfg: wrong");
    assert_string_equal(sentence_without_folders("no colon /at/all"), "no colon /at/all");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_stays_as_it_is),
        cmocka_unit_test(two_lines_break_after_a_clause_where_both_fit),
        cmocka_unit_test(two_lines_break_between_words_where_clauses_are_too_long),
        cmocka_unit_test(whole_clauses_go_first),
        cmocka_unit_test(what_only_leads_on_goes_with_what_it_leads_to),
        cmocka_unit_test(a_cut_inside_a_clause_falls_between_words_and_is_marked),
        cmocka_unit_test(no_line_is_too_wide),
        cmocka_unit_test(a_path_is_shown_from_its_kind_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
