/* report_scaling_text.c: a report's table over TP, for people. */
#include "cli/report_text.h"
#include "cli/table.h"
#include "core/quantity.h"
#include "exporters/report_scaling.h"

enum { COLUMNS = SCALING_FIGURES + 2 };

/* The rows that can run. */
struct shown_rows {
    const struct scenario *scenario;
    const struct scaling_row *row[SCALING_ROWS];
    int count;
};

static void print_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct shown_rows *rows = table->rows;
    const struct scaling_row *shown = rows->row[row];
    if (column == 0) {
        (void)snprintf(text, size, "%d", shown->tp);
    } else if (column <= SCALING_FIGURES) {
        const double value = scaling_figure_of(shown, &scaling_figures[column - 1]);
        quantity_say(value, scaling_figures[column - 1].unit, text, size);
    } else if (scaling_runs_fewer(rows->scenario, shown)) {
        (void)snprintf(text, size, "no fit: priced for %.0f seq", shown->result.inference.running);
    } else {
        (void)snprintf(text, size, "%s", shown->fits ? "fits" : "no fit");
    }
}

void scaling_print_text(const struct scenario *scenario, FILE *output)
{
    enum { INDENT = 2 };
    const struct scaling scaling = scaling_of(scenario);
    struct table_column columns[COLUMNS] = {{"TP", true}};
    struct shown_rows rows = {.scenario = scenario};
    for (int i = 0; i < SCALING_FIGURES; i++) {
        columns[i + 1] = (struct table_column){scaling_figures[i].title, true};
    }
    columns[COLUMNS - 1] = (struct table_column){"memory", true};
    for (int i = 0; i < scaling.count; i++) {
        if (scaling.row[i].valid) {
            rows.row[rows.count++] = &scaling.row[i];
        }
    }
    const struct table table = {
        .columns = columns, .column_count = COLUMNS, .row_count = rows.count, .rows = &rows, .cell = print_cell};
    (void)fprintf(output, "\nwhat dividing more finely buys; the speed-up is over the bound of one card\n");
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
