/* test_layout.c: the layout of every size. Rows and columns at the three reference sizes are those of the screens. */
#include "view/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_ROWS = 60, MOST_COLUMNS = 220, AREAS = 16 };

/* The areas of a screen that must not lie over each other. */
struct areas {
    struct rectangle area[AREAS];
    int count;
};

static void add(struct areas *areas, struct rectangle area)
{
    if (area.rows != 0) {
        areas->area[areas->count++] = area;
    }
}

static struct areas areas_of(const struct layout *layout)
{
    struct areas areas = {.count = 0};
    add(&areas, layout->title);
    add(&areas, layout->strip);
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        add(&areas, layout->pane[pane]);
    }
    add(&areas, layout->result);
    add(&areas, layout->tabs);
    add(&areas, layout->tab);
    add(&areas, (struct rectangle){layout->context_row, 0, layout->context_row > 0 ? 1 : 0, layout->columns});
    add(&areas, (struct rectangle){layout->footer_row, 0, layout->footer_row > 0 ? 1 : 0, layout->columns});
    return areas;
}

static bool overlap(struct rectangle one, struct rectangle other)
{
    return one.row < other.row + other.rows && other.row < one.row + one.rows &&
           one.column < other.column + other.columns && other.column < one.column + one.columns;
}

static void check_areas(const struct layout *layout)
{
    const struct areas areas = areas_of(layout);
    for (int i = 0; i < areas.count; i++) {
        const struct rectangle area = areas.area[i];
        if (area.row < 0 || area.column < 0 || area.rows < 0 || area.columns < 1 ||
            area.row + area.rows > layout->rows || area.column + area.columns > layout->columns) {
            fail_msg("%d x %d: area %d (row %d, column %d, %d x %d) leaves the screen", layout->columns, layout->rows,
                     i, area.row, area.column, area.columns, area.rows);
        }
        for (int j = 0; j < i; j++) {
            if (overlap(area, areas.area[j])) {
                fail_msg("%d x %d: areas %d and %d overlap", layout->columns, layout->rows, i, j);
            }
        }
    }
}

static void check_rows_inside(const struct layout *layout)
{
    const struct row_columns *columns = layout->row_columns;
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        if (layout->pane[pane].rows > 0 &&
            (columns[pane].track_width < 5 || columns[pane].track <= columns[pane].label ||
             columns[pane].value_end <= columns[pane].track + columns[pane].track_width ||
             columns[pane].mark >= layout->pane[pane].columns)) {
            fail_msg("%d x %d: a row of pane %d is divided wrongly", layout->columns, layout->rows, pane);
        }
    }
    if (layout->bar_width > 0 &&
        (layout->bar_width % 20 != 0 || layout->bar_column + layout->bar_width > layout->columns)) {
        fail_msg("%d x %d: the bar is %d wide", layout->columns, layout->rows, layout->bar_width);
    }
    if (layout->parts_row > 0 && layout->parts_row + layout->parts_capacity > layout->context_row) {
        fail_msg("%d x %d: parts reach the context line", layout->columns, layout->rows);
    }
}

/* A second line of the context stands on nothing else. */
static void check_context(const struct layout *layout)
{
    const int row = layout->context_row - 1;
    const struct rectangle tab = layout->tab;
    assert_in_range(layout->context_rows, 1, layout->message_rows);
    assert_in_range(layout->message_rows, 1, 2);
    if (layout->context_rows > 1 && (layout->ruler_row == row || layout->tabs.row == row ||
                                     (tab.rows > 0 && row >= tab.row && row < tab.row + tab.rows))) {
        fail_msg("%d x %d: the row above the context line is not free", layout->columns, layout->rows);
    }
}

static enum size_class expected_class(int rows, int columns)
{
    if (rows >= 50 && columns >= 160) {
        return SIZE_ROOMY;
    }
    if (rows >= 30 && columns >= 100) {
        return SIZE_FULL;
    }
    if (rows >= 24 && columns >= 80) {
        return SIZE_COMPACT;
    }
    return rows >= 14 && columns >= 44 ? SIZE_SINGLE : SIZE_TOO_SMALL;
}

static void at_every_size_all_is_inside_and_nothing_overlaps(void **state)
{
    (void)state;
    for (int rows = 0; rows <= MOST_ROWS; rows++) {
        for (int columns = rows == 0 ? 1 : 0; columns <= MOST_COLUMNS; columns++) {
            for (int page = PAGE_INPUTS; page <= PAGE_TAB; page++) {
                const struct layout layout = layout_for(rows, columns, (enum layout_page)page, PANE_TOPOLOGY);
                assert_int_equal(layout.size_class, expected_class(rows, columns));
                check_areas(&layout);
                if (layout.size_class != SIZE_TOO_SMALL) {
                    check_rows_inside(&layout);
                    check_context(&layout);
                }
            }
        }
    }
}

static void check_layout(const struct layout *layout)
{
    check_areas(layout);
    if (layout->size_class != SIZE_TOO_SMALL) {
        check_rows_inside(layout);
        check_context(layout);
    }
}

/* A pane alone has more rows and columns than beside others; so has a tab. */
static void at_every_size_a_pane_alone_is_larger_and_all_is_inside(void **state)
{
    (void)state;
    for (int rows = 1; rows <= MOST_ROWS; rows++) {
        for (int columns = 1; columns <= MOST_COLUMNS; columns++) {
            for (int page = PAGE_INPUTS; page <= PAGE_TAB; page++) {
                const struct layout usual = layout_for(rows, columns, (enum layout_page)page, PANE_TOPOLOGY);
                const struct layout alone = layout_maximised(rows, columns, (enum layout_page)page, PANE_TOPOLOGY);
                check_layout(&alone);
                assert_int_equal(alone.size_class, usual.size_class);
                assert_true(page != PAGE_TAB || alone.tab.rows >= usual.tab.rows);
                assert_true(page != PAGE_INPUTS ||
                            (alone.pane[PANE_TOPOLOGY].rows >= usual.pane[PANE_TOPOLOGY].rows &&
                             alone.pane[PANE_TOPOLOGY].columns >= usual.pane[PANE_TOPOLOGY].columns));
                assert_true(page != PAGE_RESULTS || alone.parts_capacity >= usual.parts_capacity);
            }
            const struct layout projector = layout_projector(rows, columns);
            check_layout(&projector);
        }
    }
}

static void no_size_counts_as_80_by_24(void **state)
{
    const struct layout layout = layout_for(0, 0, PAGE_INPUTS, PANE_MODEL);
    (void)state;
    assert_int_equal(layout.size_class, SIZE_COMPACT);
    assert_int_equal(layout.rows, 24);
    assert_int_equal(layout.columns, 80);
}

static void expect_pane(const struct layout *layout, enum parameter_pane pane, struct rectangle expected)
{
    const struct rectangle got = layout->pane[pane];
    assert_int_equal(got.row, expected.row);
    assert_int_equal(got.column, expected.column);
    assert_int_equal(got.rows, expected.rows);
    assert_int_equal(got.columns, expected.columns);
}

static void rows_and_columns_at_80_by_24_are_those_of_the_screens(void **state)
{
    const struct layout layout = layout_for(24, 80, PAGE_INPUTS, PANE_MODEL);
    (void)state;
    expect_pane(&layout, PANE_MODEL, (struct rectangle){1, 2, 9, 24});
    expect_pane(&layout, PANE_TOPOLOGY, (struct rectangle){1, 29, 9, 24});
    expect_pane(&layout, PANE_PARALLELISM, (struct rectangle){1, 56, 9, 23});
    assert_int_equal(layout.result_title_row, 11);
    assert_int_equal(layout.headline_row, 12);
    assert_int_equal(layout.step_row, 13);
    assert_int_equal(layout.ruler_row, 14);
    assert_int_equal(layout.parts_row, 15);
    assert_int_equal(layout.tabs.row, 20);
    assert_int_equal(layout.context_row, 22);
    assert_int_equal(layout.footer_row, 23);
    assert_int_equal(layout.bar_column, 16);
    assert_int_equal(layout.bar_width, 40);
    assert_int_equal(layout.number_column, 59);
    assert_int_equal(layout.row_columns[PANE_TOPOLOGY].track, 8);
    assert_int_equal(layout.row_columns[PANE_TOPOLOGY].track_width, 5);
    assert_int_equal(layout.row_columns[PANE_TOPOLOGY].value_end, 18);
    assert_int_equal(layout.row_columns[PANE_TOPOLOGY].mark, 23);
    assert_int_equal(layout.row_columns[PANE_PARALLELISM].track, 9);
    assert_int_equal(layout.row_columns[PANE_PARALLELISM].track_width, 7);
}

static void rows_of_a_tab_at_80_by_24_are_those_of_the_screens(void **state)
{
    const struct layout layout = layout_for(24, 80, PAGE_TAB, PANE_MODEL);
    (void)state;
    assert_int_equal(layout.tabs.row, 1);
    assert_int_equal(layout.tab.row, 3);
    assert_int_equal(layout.tab.rows, 14);
    assert_int_equal(layout.result_title_row, 17);
    assert_int_equal(layout.headline_row, 18);
    assert_int_equal(layout.step_row, 19);
    assert_int_equal(layout.ruler_row, 20);
    assert_int_equal(layout.held.row, 21);
    assert_int_equal(layout.context_row, 22);
    assert_int_equal(layout.parts_row, 0);
}

static void rows_and_columns_at_120_by_40_are_those_of_the_screens(void **state)
{
    const struct layout layout = layout_for(40, 120, PAGE_INPUTS, PANE_MODEL);
    (void)state;
    expect_pane(&layout, PANE_MODEL, (struct rectangle){1, 2, 11, 36});
    expect_pane(&layout, PANE_TOPOLOGY, (struct rectangle){1, 42, 11, 36});
    expect_pane(&layout, PANE_PARALLELISM, (struct rectangle){1, 82, 11, 36});
    assert_int_equal(layout.result_title_row, 13);
    assert_int_equal(layout.headline_row, 14);
    assert_int_equal(layout.header_row, 15);
    assert_int_equal(layout.step_row, 16);
    assert_int_equal(layout.ruler_row, 17);
    assert_int_equal(layout.parts_row, 18);
    assert_int_equal(layout.tabs.row, 23);
    assert_int_equal(layout.tab.row, 24);
    assert_int_equal(layout.tab.rows, 14);
    assert_int_equal(layout.context_row, 38);
    assert_int_equal(layout.bar_column, 22);
    assert_int_equal(layout.bar_width, 60);
    assert_int_equal(layout.number_column, 85);
    assert_int_equal(layout.row_columns[PANE_MODEL].track, 13);
    assert_int_equal(layout.row_columns[PANE_MODEL].track_width, 10);
    assert_int_equal(layout.row_columns[PANE_MODEL].value_end, 30);
    assert_int_equal(layout.row_columns[PANE_PARALLELISM].value_end, 32);
}

static void rows_and_columns_at_200_by_60_are_those_of_the_screens(void **state)
{
    const struct layout layout = layout_for(60, 200, PAGE_INPUTS, PANE_MODEL);
    (void)state;
    expect_pane(&layout, PANE_MODEL, (struct rectangle){2, 2, 11, 62});
    expect_pane(&layout, PANE_TOPOLOGY, (struct rectangle){2, 69, 11, 62});
    expect_pane(&layout, PANE_PARALLELISM, (struct rectangle){2, 136, 11, 62});
    assert_int_equal(layout.result_title_row, 14);
    assert_int_equal(layout.step_row, 17);
    assert_int_equal(layout.parts_row, 19);
    assert_int_equal(layout.parts_step, 2);
    assert_int_equal(layout.tabs.row, 28);
    assert_int_equal(layout.tab.row, 30);
    assert_int_equal(layout.tab.rows, 27);
    assert_int_equal(layout.context_row, 58);
    assert_int_equal(layout.footer_row, 59);
    assert_int_equal(layout.bar_column, 24);
    assert_int_equal(layout.bar_width, 140);
    assert_int_equal(layout.row_columns[PANE_MODEL].range_width, 6);
    assert_int_equal(layout.row_columns[PANE_MODEL].track_width, 19);
}

static void missing_rows_are_taken_in_the_order_of_the_design(void **state)
{
    (void)state;
    assert_true(layout_for(38, 120, PAGE_INPUTS, PANE_MODEL).tab.rows == 14);
    assert_false(layout_for(38, 120, PAGE_INPUTS, PANE_MODEL).blank_row);
    assert_int_equal(layout_for(38, 120, PAGE_INPUTS, PANE_MODEL).fact_rows, 2);
    assert_int_equal(layout_for(36, 120, PAGE_INPUTS, PANE_MODEL).fact_rows, 0);
    assert_int_equal(layout_for(36, 120, PAGE_INPUTS, PANE_MODEL).tab.rows, 14);
    assert_int_equal(layout_for(30, 120, PAGE_INPUTS, PANE_MODEL).tab.rows, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_every_size_all_is_inside_and_nothing_overlaps),
        cmocka_unit_test(at_every_size_a_pane_alone_is_larger_and_all_is_inside),
        cmocka_unit_test(no_size_counts_as_80_by_24),
        cmocka_unit_test(rows_and_columns_at_80_by_24_are_those_of_the_screens),
        cmocka_unit_test(rows_of_a_tab_at_80_by_24_are_those_of_the_screens),
        cmocka_unit_test(rows_and_columns_at_120_by_40_are_those_of_the_screens),
        cmocka_unit_test(rows_and_columns_at_200_by_60_are_those_of_the_screens),
        cmocka_unit_test(missing_rows_are_taken_in_the_order_of_the_design),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
