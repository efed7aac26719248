/* test_words.c: slips of the hand, counted on fingers. */
#include "core/words.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_slip_is_one_character_or_two_in_the_wrong_order(void **state)
{
    (void)state;
    assert_int_equal(word_distance("report", "report"), 0);
    assert_int_equal(word_distance("repot", "report"), 1);
    assert_int_equal(word_distance("reporrt", "report"), 1);
    assert_int_equal(word_distance("repart", "report"), 1);
    assert_int_equal(word_distance("reprot", "report"), 1);
    assert_int_equal(word_distance("ca", "abc"), 3); /* no character is changed twice */
    assert_int_equal(word_distance("kitten", "sitting"), 3);
    assert_int_equal(word_distance("", "abc"), 3);
    assert_int_equal(word_distance("abc", ""), 3);
    char longest[80];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(word_distance(longest, "a"), INT_MAX);
}

static const char *theme_at(int index)
{
    static const char *const names[] = {"default", "light", "high-contrast", "colour-blind", "projector", "mono"};
    return names[index];
}

static void what_is_not_near_is_not_suggested(void **state)
{
    static const struct {
        const char *typed;
        int nearest;
    } rows[] = {{"foo", -1}, {"mon", 5},   {"mnoo", 5},       {"dark", -1},       {"ligth", 1},
                {"", -1},    {"demo", -1}, {"colorblind", 3}, {"hi-contrast", 2}, {"default2", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int nearest = word_nearest(rows[i].typed, theme_at, 6);
        if (nearest != rows[i].nearest) {
            fail_msg("\"%s\": %d, expected %d", rows[i].typed, nearest, rows[i].nearest);
        }
    }
}

static const char *key_at(int index)
{
    static const char *const keys[] = {"tp", "nic.bandwidth", "dp.size", "dp.exposed", "pp.bubble", "mfu"};
    return keys[index];
}

/* Who types "dp" means dp.size rather than tp, though that is one slip away. */
static void a_part_of_a_key_means_the_first_that_has_it(void **state)
{
    static const struct {
        const char *typed;
        int nearest;
    } rows[] = {{"dp", 2}, {"DP", 2}, {"nic", 1}, {"bubble", 4}, {"MFU", 5}, {"exposed", 3}, {"ttp", 0}, {"ic", -1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int nearest = word_nearest(rows[i].typed, key_at, 6);
        if (nearest != rows[i].nearest) {
            fail_msg("\"%s\": %d, expected %d", rows[i].typed, nearest, rows[i].nearest);
        }
    }
    assert_true(word_is_part("nic", "nic.bandwidth"));
    assert_true(word_is_part("nic.bandwidth", "nic.bandwidth"));
    assert_false(word_is_part("nic", "nics.bandwidth"));
    assert_false(word_is_part("", "nic.bandwidth"));
    assert_false(word_is_part("nic.", "nic.bandwidth"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_is_one_character_or_two_in_the_wrong_order),
        cmocka_unit_test(what_is_not_near_is_not_suggested),
        cmocka_unit_test(a_part_of_a_key_means_the_first_that_has_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
