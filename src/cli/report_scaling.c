/* report_scaling.c: the table over TP as text and as JSON. */
#include "cli/report_scaling.h"

#include "cli/table.h"
#include "core/quantity.h"
#include "core/tensor_scaling.h"

#include <math.h>
#include <stddef.h>

/* A figure of a row. */
static const struct scaling_figure {
    const char *key;   /* in JSON */
    const char *title; /* for people */
    enum unit unit;
    size_t offset;
} figures[] = {
    {"step", "step", UNIT_SECONDS, offsetof(struct scaling_row, seconds)},
    {"bound", "bound", UNIT_SECONDS, offsetof(struct scaling_row, bound)},
    {"speedup", "speed-up", UNIT_NONE, offsetof(struct scaling_row, speedup)},
    {"comm_share", "communication", UNIT_SHARE, offsetof(struct scaling_row, comm_share)},
    {"launch_share", "launches", UNIT_SHARE, offsetof(struct scaling_row, launch_share)},
    {"tokens_per_second_per_gpu", "a GPU", UNIT_TOKEN_RATE, offsetof(struct scaling_row, tokens_per_second_per_gpu)},
};

enum { FIGURES = sizeof figures / sizeof figures[0], COLUMNS = FIGURES + 2 };

static double figure_of(const struct scaling_row *row, const struct scaling_figure *figure)
{
    return *(const double *)((const char *)row + figure->offset);
}

/* The rows that can run. */
struct shown_rows {
    const struct scaling_row *row[SCALING_ROWS];
    int count;
};

static void print_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct shown_rows *rows = table->rows;
    const struct scaling_row *shown = rows->row[row];
    if (column == 0) {
        (void)snprintf(text, size, "%d", shown->tp);
    } else if (column <= FIGURES) {
        const double value = figure_of(shown, &figures[column - 1]);
        const struct quantity_text number = quantity_display(value, figures[column - 1].unit);
        (void)snprintf(text, size, "%s%s%s", number.number, number.unit[0] != '\0' ? " " : "", number.unit);
    } else {
        (void)snprintf(text, size, "%s", shown->fits ? "fits" : "no fit");
    }
}

void scaling_print_text(const struct scenario *scenario, FILE *output)
{
    enum { PAGE_WIDTH = 100, INDENT = 2 };
    const struct scaling scaling = scaling_of(scenario);
    struct table_column columns[COLUMNS] = {{"TP", true}};
    struct shown_rows rows = {.count = 0};
    for (int i = 0; i < FIGURES; i++) {
        columns[i + 1] = (struct table_column){figures[i].title, true};
    }
    columns[COLUMNS - 1] = (struct table_column){"memory", true};
    for (int i = 0; i < scaling.count; i++) {
        if (scaling.row[i].valid) {
            rows.row[rows.count++] = &scaling.row[i];
        }
    }
    const struct table table = {
        .columns = columns, .column_count = COLUMNS, .row_count = rows.count, .rows = &rows, .cell = print_cell};
    (void)fprintf(output, "\nwhat dividing more finely buys\n");
    if (rows.count > 0) {
        table_print(&table, FORMAT_TEXT, output);
    }
    for (int i = 0; i < scaling.count; i++) {
        if (!scaling.row[i].valid) {
            (void)fprintf(output, "  ");
            text_wrap(output, scaling.row[i].reason, INDENT, PAGE_WIDTH);
        }
    }
}

void scaling_print_json(const struct scenario *scenario, struct json *json)
{
    const struct scaling scaling = scaling_of(scenario);
    json_array(json, "scaling");
    for (int i = 0; i < scaling.count; i++) {
        const struct scaling_row *row = &scaling.row[i];
        json_object(json, NULL);
        json_number(json, "tp", row->tp);
        json_truth(json, "valid", row->valid);
        json_truth(json, "fits", row->fits);
        for (int figure = 0; figure < FIGURES; figure++) {
            json_number(json, figures[figure].key, figure_of(row, &figures[figure]));
        }
        json_text(json, "reason", row->reason);
        json_object_end(json);
    }
    json_array_end(json);
}
