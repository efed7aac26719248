/* test_csv.c: rows are read as RFC 4180 says, and written so that they are. */
#include "exporters/csv.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All rows of a text as one line: cells in brackets, rows with the line where they begin. */
static void check_rows(const char *text, size_t length, const char *expected)
{
    char *seen = NULL;
    size_t size = 0;
    FILE *output = open_memstream(&seen, &size);
    struct csv_reader reader = {.file = fmemopen((void *)(uintptr_t)text, length, "r")};
    enum csv_status status = CSV_ROW;
    while ((status = csv_read(&reader)) == CSV_ROW) {
        (void)fprintf(output, "%ld:", reader.row_line);
        for (int i = 0; i < reader.count; i++) {
            (void)fprintf(output, "[%s]", csv_cell(&reader, i));
        }
        assert_string_equal(csv_cell(&reader, reader.count), "");
    }
    (void)fprintf(output, "%s", status == CSV_BAD ? reader.message : "");
    (void)fclose(output);
    (void)fclose(reader.file);
    assert_string_equal(seen, expected);
    csv_reader_free(&reader);
    free(seen);
}

#define CHECK_ROWS(text, expected) check_rows(text, sizeof(text) - 1, expected)

static void rows_and_cells_are_told_apart(void **state)
{
    (void)state;
    CHECK_ROWS("\n", "");
    CHECK_ROWS("a", "1:[a]");
    CHECK_ROWS("a,b\nc,d\n", "1:[a][b]2:[c][d]");
    CHECK_ROWS(",\n,,", "1:[][]2:[][][]");
    CHECK_ROWS("a,\n", "1:[a][]");
    CHECK_ROWS(" a , b \n", "1:[ a ][ b ]");
    CHECK_ROWS("\"\"\n", "1:[]");
}

static void every_line_end_is_one(void **state)
{
    (void)state;
    CHECK_ROWS("a\r\nb\rc\nd", "1:[a]2:[b]3:[c]4:[d]");
    CHECK_ROWS("a\r\n\r\n\nb\r\n", "1:[a]4:[b]");
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    CHECK_ROWS("\xef\xbb\xbf"
               "a,b\n",
               "1:[a][b]");
    CHECK_ROWS("\xef\xbb\xbf\"a\"", "1:[a]");
    CHECK_ROWS("\xef\xbb\xbf", "");
    /* Wide letters, and what stops short of a mark. */
    CHECK_ROWS("\xef\xbc\xa1,b", "1:[\xef\xbc\xa1][b]");
    CHECK_ROWS("\xef\xbb\xb8,b", "1:[\xef\xbb\xb8][b]");
    CHECK_ROWS("\xef\xbb", "1:[\xef\xbb]");
    CHECK_ROWS("\xef\r\nb", "1:[\xef]2:[b]");
}

static void quoted_cells_hold_anything(void **state)
{
    (void)state;
    CHECK_ROWS("\"a,b\",\"c\"\"d\"\n", "1:[a,b][c\"d]");
    CHECK_ROWS("\"a\r\nb\",c\nd", "1:[a\nb][c]3:[d]");
    CHECK_ROWS("a\"b,c", "1:[a\"b][c]");
}

static void what_is_no_csv_is_named(void **state)
{
    (void)state;
    CHECK_ROWS("a\n\"b", "1:[a]a quote is never closed");
    CHECK_ROWS("\"a\"b\n", "a comma or the line's end is expected behind a closing quote");
    CHECK_ROWS("a\0b\n", "a zero byte: this is no text");
}

static void a_row_without_end_is_refused(void **state)
{
    const size_t length = 2 * (size_t)CSV_ROW_BYTES;
    char *text = malloc(length);
    (void)state;
    assert_non_null(text);
    memset(text, 'a', length);
    check_rows(text, length, "the row is too long");
    memset(text, ',', length);
    check_rows(text, length, "the row is too long");
    free(text);
}

static void what_is_written_reads_back(void **state)
{
    static const char *const cells[] = {"plain", "", "a,b", "a \"b\"", "line\nbreak", " blank ", "\xc2\xb5s"};
    enum { CELLS = sizeof cells / sizeof cells[0] };
    char *text = NULL;
    size_t size = 0;
    struct csv_writer writer = {.output = open_memstream(&text, &size)};
    (void)state;
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < CELLS; i++) {
            csv_text(&writer, cells[i]);
        }
        csv_row_end(&writer);
    }
    (void)fclose(writer.output);
    struct csv_reader reader = {.file = fmemopen(text, size, "r")};
    for (int row = 0; row < 2; row++) {
        assert_int_equal(csv_read(&reader), CSV_ROW);
        assert_int_equal(reader.count, CELLS);
        for (int i = 0; i < CELLS; i++) {
            assert_string_equal(csv_cell(&reader, i), cells[i]);
        }
    }
    assert_int_equal(csv_read(&reader), CSV_END);
    (void)fclose(reader.file);
    csv_reader_free(&reader);
    free(text);
}

static void numbers_are_plain_and_nothing_is_empty(void **state)
{
    char *text = NULL;
    size_t size = 0;
    struct csv_writer writer = {.output = open_memstream(&text, &size)};
    (void)state;
    csv_number(&writer, 0.1);
    csv_number(&writer, NAN);
    csv_number(&writer, -50e9);
    csv_row_end(&writer);
    (void)fclose(writer.output);
    assert_string_equal(text, "0.1,,-50000000000\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_cells_are_told_apart),    cmocka_unit_test(every_line_end_is_one),
        cmocka_unit_test(a_byte_order_mark_is_passed_over), cmocka_unit_test(quoted_cells_hold_anything),
        cmocka_unit_test(what_is_no_csv_is_named),          cmocka_unit_test(a_row_without_end_is_refused),
        cmocka_unit_test(what_is_written_reads_back),       cmocka_unit_test(numbers_are_plain_and_nothing_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
