/* test_cli_table.c: src/cli/table.c, in each form, and text that breaks between words. (view has a table, too.) */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "cli/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* What was printed, to be freed. */
struct page {
    FILE *stream;
    char *text;
    size_t length;
};

static void page_open(struct page *page)
{
    page->stream = open_memstream(&page->text, &page->length);
    assert_non_null(page->stream);
}

static void page_expect(struct page *page, const char *expected)
{
    assert_int_equal(fclose(page->stream), 0);
    assert_string_equal(page->text, expected);
    free(page->text);
}

static const struct table_column columns[] = {{"name", true}, {"source", false}, {"time", true}};

/* Two columns each: the letters, the Chinese ones; one: the micro sign. */
static void cell(const struct table *table, int row, int column, char *text, size_t size)
{
    static const char *const cells[][3] = {{"ab", "x,y", "8 µs"}, {"中文", "\"q\"", "12 s"}, {"é", "", ""}};
    (void)table;
    (void)snprintf(text, size, "%s", cells[row][column]);
}

static void a_table_is_aligned_for_people_and_whole_for_programs(void **state)
{
    static const struct {
        enum format format;
        const char *expected;
    } forms[] = {
        {FORMAT_TEXT, "name  time\n"
                      "ab    8 µs\n"
                      "中文  12 s\n"
                      "é     \n"},
        {FORMAT_CSV, "name,source,time\n"
                     "ab,\"x,y\",8 µs\n"
                     "中文,\"\"\"q\"\"\",12 s\n"
                     "é,,\n"},
    };
    const struct table table = {TABLE_OF(columns), .row_count = 3, .cell = cell};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct page page;
        page_open(&page);
        table_print(&table, forms[i].format, page.stream);
        page_expect(&page, forms[i].expected);
    }
}

static void text_breaks_between_words_and_goes_on_indented(void **state)
{
    struct page page;
    (void)state;
    page_open(&page);
    text_wrap(page.stream, "one two µµµ four\nfive", 2, 9);
    page_expect(&page, "one two\n  µµµ\n  four\n  five\n");
}

/* "... + 0" at the end of a line and "s" on the next would be read as two things. */
static void a_number_keeps_its_unit_beside_it(void **state)
{
    struct page page;
    (void)state;
    page_open(&page);
    text_wrap(page.stream, "a + 7.05 ms, of 100 k tok 12 ", 0, 7);
    page_expect(&page, "a +\n7.05 ms,\nof\n100 k tok\n12 \n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_aligned_for_people_and_whole_for_programs),
        cmocka_unit_test(a_number_keeps_its_unit_beside_it),
        cmocka_unit_test(text_breaks_between_words_and_goes_on_indented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
