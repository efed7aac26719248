/* fuzz_csv.c: any bytes as a file of scenarios: its cells survive being written, and its rows are priced. */
#include "cli/batch_columns.h"
#include "core/evaluate.h"
#include "exporters/csv.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row written and read again, behind a header. */
static void write_and_read(const struct csv_reader *row)
{
    char *text = NULL;
    size_t length = 0;
    FILE *output = open_memstream(&text, &length);
    fuzz_require(output != NULL, "there is memory");
    struct csv_writer writer = {.output = output};
    csv_text(&writer, "#");
    csv_row_end(&writer);
    for (int i = 0; i < row->count; i++) {
        csv_text(&writer, csv_cell(row, i));
    }
    csv_row_end(&writer);
    (void)fclose(output);
    FILE *input = fmemopen(text, length, "r");
    fuzz_require(input != NULL, "there is memory");
    struct csv_reader again = {.file = input};
    fuzz_require(csv_read(&again) == CSV_ROW, "a header reads back");
    const bool blank = row->count == 1 && csv_cell(row, 0)[0] == '\0'; /* an empty line, which is passed over */
    fuzz_require(csv_read(&again) == CSV_ROW || blank, "a row that is written reads back");
    fuzz_require(again.count == row->count || blank, "with as many cells");
    for (int i = 0; i < again.count; i++) {
        fuzz_require(strcmp(csv_cell(&again, i), csv_cell(row, i)) == 0, "and the same in each");
    }
    csv_reader_free(&again);
    (void)fclose(input);
    free(text);
}

static void price(const struct csv_reader *row, const struct batch_columns *columns)
{
    struct scenario scenario = scenario_default();
    for (int i = 0; i < columns->count; i++) {
        const struct parameter *parameter = columns->list[i].parameter;
        if (parameter != NULL) {
            const struct quantity value = parameter_read(parameter, csv_cell(row, i));
            if (value.valid) {
                parameter_set(parameter, &scenario, value.value);
            }
        }
    }
    const struct result result = evaluate(&scenario);
    fuzz_require(!result.valid || result.step >= 0.0, "a step takes some time");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static FILE *nowhere;
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
    }
    FILE *file = fmemopen((void *)(uintptr_t)bytes, length, "r");
    if (file == NULL) {
        return 0; /* no bytes */
    }
    struct csv_reader reader = {.file = file};
    struct batch_columns columns = {.list = NULL};
    if (csv_read(&reader) == CSV_ROW) {
        write_and_read(&reader);
        columns = batch_columns_read(&reader, "input", nowhere);
        while (csv_read(&reader) == CSV_ROW) {
            write_and_read(&reader);
            if (columns.list != NULL) {
                price(&reader, &columns);
            }
        }
    }
    batch_columns_free(&columns);
    csv_reader_free(&reader);
    (void)fclose(file);
    return 0;
}
