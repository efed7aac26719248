/* test_part_rows.c: which parts of a step have rows, and which keep them. */
#include "hand.h"
#include "view/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static double weight_of(enum part part, const struct result *result)
{
    const struct part_time time = part_time_of(part, result);
    return time.path + time.hidden;
}

/* The longest of the others. */
static enum part longest_other(const struct part_rows *rows, const struct result *result)
{
    enum part longest = rows->other[0];
    for (int i = 1; i < rows->others; i++) {
        longest = weight_of(rows->other[i], result) > weight_of(longest, result) ? rows->other[i] : longest;
    }
    return longest;
}

static enum part shortest_row(const struct part_rows *rows, const struct result *result)
{
    enum part shortest = rows->part[0];
    for (int i = 1; i < rows->count; i++) {
        shortest = weight_of(rows->part[i], result) < weight_of(shortest, result) ? rows->part[i] : shortest;
    }
    return shortest;
}

/* Had the longest of the others a row, the shortest of those that have one takes it at three times its length. */
static void a_part_keeps_its_row_until_another_is_three_times_as_long(void **state)
{
    struct app *app = hand_start(80, 24);
    int kept_rows = 0;
    (void)state;
    for (int capacity = 3; capacity < 8; capacity++) {
        const struct part_rows rows = part_rows_for(&app->result, NULL, capacity, NULL);
        struct part_set kept = part_rows_set(&rows);
        const enum part one = shortest_row(&rows, &app->result);
        const enum part other = longest_other(&rows, &app->result);
        kept.has[one] = false;
        kept.has[other] = true;
        const bool stays = weight_of(one, &app->result) < 3 * weight_of(other, &app->result);
        const struct part_rows after = part_rows_for(&app->result, NULL, capacity, &kept);
        const struct part_set shown = part_rows_set(&after);
        assert_true(shown.has[other] == stays);
        assert_true(shown.has[one] != stays);
        kept_rows += stays ? 1 : 0;
    }
    assert_true(kept_rows > 0);
}

static void rows_of_parts_are_those_that_they_were_when_a_slider_was_taken_up(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    const struct layout layout = app_layout(app);
    const struct part_rows before = app_part_rows(app, layout.parts_capacity);
    const struct part_set set = part_rows_set(&before);
    hand_keys(app, "H");
    assert_memory_equal(&app->parts_kept, &set, sizeof set);
    hand_keys(app, "u");
    assert_false(app->parts_kept.has[PART_COMPUTE]); /* another picture */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_part_keeps_its_row_until_another_is_three_times_as_long),
        HAND_TEST(rows_of_parts_are_those_that_they_were_when_a_slider_was_taken_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
