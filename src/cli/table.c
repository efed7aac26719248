/* table.c: one walk over the cells for each form. */
#include "cli/table.h"

#include "core/character.h"
#include "core/letters.h"
#include "exporters/csv.h"
#include "exporters/json.h"

#include <string.h>

static int widest(const struct table *table, int column)
{
    int width = text_columns(table->columns[column].name);
    for (int row = 0; row < table->row_count; row++) {
        char text[TABLE_CELL];
        table->cell(table, row, column, text, sizeof text);
        const int needed = text_columns(text);
        width = needed > width ? needed : width;
    }
    return width;
}

/* Whether people see nothing behind this column. */
static bool is_last(const struct table *table, int column)
{
    for (int later = column + 1; later < table->column_count; later++) {
        if (table->columns[later].for_people) {
            return false;
        }
    }
    return true;
}

static void print_aligned(const struct table *table, FILE *output)
{
    int width[TABLE_COLUMNS] = {0};
    for (int column = 0; column < table->column_count; column++) {
        width[column] = widest(table, column);
    }
    for (int row = -1; row < table->row_count; row++) { /* the header is row -1 */
        for (int column = 0; column < table->column_count; column++) {
            char text[TABLE_CELL];
            if (!table->columns[column].for_people) {
                continue;
            }
            if (row < 0) {
                (void)snprintf(text, sizeof text, "%s", table->columns[column].name);
            } else {
                table->cell(table, row, column, text, sizeof text);
            }
            const bool last = is_last(table, column);
            (void)fprintf(output, "%s%*s", text, last ? 0 : width[column] - text_columns(text) + 2, "");
            (void)fputs(last ? "\n" : "", output);
        }
    }
}

static void print_json(const struct table *table, FILE *output)
{
    struct json json = {.output = output};
    json_array(&json, NULL);
    for (int row = 0; row < table->row_count; row++) {
        json_object(&json, NULL);
        for (int column = 0; column < table->column_count; column++) {
            char text[TABLE_CELL];
            table->cell(table, row, column, text, sizeof text);
            json_text(&json, table->columns[column].name, text);
        }
        json_object_end(&json);
    }
    json_array_end(&json);
    json_end(&json);
}

static void print_csv(const struct table *table, FILE *output)
{
    struct csv_writer writer = {.output = output};
    for (int column = 0; column < table->column_count; column++) {
        csv_text(&writer, table->columns[column].name);
    }
    csv_row_end(&writer);
    for (int row = 0; row < table->row_count; row++) {
        for (int column = 0; column < table->column_count; column++) {
            char text[TABLE_CELL];
            table->cell(table, row, column, text, sizeof text);
            csv_text(&writer, text);
        }
        csv_row_end(&writer);
    }
}

void table_print(const struct table *table, enum format format, FILE *output)
{
    static void (*const printers[FORMAT_COUNT])(const struct table *table, FILE *output) = {
        [FORMAT_TEXT] = print_aligned,
        [FORMAT_JSON] = print_json,
        [FORMAT_CSV] = print_csv,
    };
    printers[format](table, output);
}

static const char blanks[] = " \n";

/* Bytes of the next piece that stays on one line: a word, or a number with what it counts: "7.05 ms", "100 k tok". */
static int piece_length(const char *text)
{
    size_t length = strcspn(text, blanks);
    const size_t number = strspn(text, "(-+.,0123456789");
    if (number == length && number > 0 && letter_is_digit(text[number - 1]) && text[length] == ' ') {
        const char *unit = text + length + 1;
        length += 1 + strcspn(unit, blanks);
        if (unit[0] != '\0' && strchr("kMBT", unit[0]) != NULL &&
            unit[1] == ' ') { /* thousands of something, and of what */
            length += 1 + strcspn(unit + 2, blanks);
        }
    }
    return (int)length;
}

void text_wrap(FILE *output, const char *text, int first, int width)
{
    int column = first;
    const char *blank = "";
    while (*text != '\0') {
        const int length = piece_length(text);
        char word[TABLE_CELL];
        (void)snprintf(word, sizeof word, "%.*s", length, text);
        if (column > first && column + 1 + text_columns(word) > width) {
            (void)fprintf(output, "\n%*s", first, "");
            column = first;
            blank = "";
        }
        (void)fprintf(output, "%s%s", blank, word);
        column += text_columns(word) + (int)strlen(blank);
        text += length;
        blank = " ";
        if (*text == '\n') {
            (void)fprintf(output, "\n%*s", first, "");
            column = first;
            blank = "";
        }
        text += *text != '\0';
    }
    (void)fputc('\n', output);
}
