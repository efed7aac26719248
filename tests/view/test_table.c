/* test_table.c: columns that stand side by side, and drop by rank. */
#include "view/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct table_column columns[] = {
    {"name", 10, 0, false}, {"count", 6, 2, true}, {"time", 8, 0, true}, {"share", 6, 1, true}};

enum { COUNT = 4, ALL = 10 + 6 + 8 + 6 + 3 };

static void columns_stand_in_order_within_their_width_at_every_width(void **state)
{
    (void)state;
    for (int width = 0; width < 120; width++) {
        const struct table_shape shape = table_shape_for(columns, COUNT, 3, width);
        int end = 3;
        for (int i = 0; i < COUNT; i++) {
            assert_true(shape.start[i] >= end);
            if (table_shows(&shape, i)) {
                assert_int_equal(shape.end[i] - shape.start[i], columns[i].width);
                end = shape.end[i] + 1;
            }
        }
        assert_true(end - 1 <= 3 + width || !table_shows(&shape, 1)); /* the last ones never drop */
    }
}

static void the_highest_rank_drops_first_and_none_without_need(void **state)
{
    const struct table_shape all = table_shape_for(columns, COUNT, 0, ALL);
    const struct table_shape less = table_shape_for(columns, COUNT, 0, ALL - 1);
    const struct table_shape least = table_shape_for(columns, COUNT, 0, 10 + 1 + 8);
    (void)state;
    assert_true(table_shows(&all, 1) && table_shows(&all, 3));
    assert_true(!table_shows(&less, 1) && table_shows(&less, 3));
    assert_true(!table_shows(&least, 1) && !table_shows(&least, 3) && table_shows(&least, 2));
}

static void a_hand_moves_over_dropped_columns_and_stops_at_the_ends(void **state)
{
    const struct table_shape less = table_shape_for(columns, COUNT, 0, ALL - 1);
    (void)state;
    assert_int_equal(table_column_beside(&less, 0, 1), 2);
    assert_int_equal(table_column_beside(&less, 2, -1), 0);
    assert_int_equal(table_column_beside(&less, 0, -1), 0);
    assert_int_equal(table_column_beside(&less, 3, 1), 3);
    assert_int_equal(table_column_at(&less, less.start[2]), 2);
    assert_int_equal(table_column_at(&less, less.end[0]), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_stand_in_order_within_their_width_at_every_width),
        cmocka_unit_test(the_highest_rank_drops_first_and_none_without_need),
        cmocka_unit_test(a_hand_moves_over_dropped_columns_and_stops_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
