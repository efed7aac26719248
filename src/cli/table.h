/* table.h: rows and columns of text, printed for people or for programs. */
#ifndef RINGSIDE_CLI_TABLE_H
#define RINGSIDE_CLI_TABLE_H

#include "cli/commands.h"

#include <stdbool.h>
#include <stdio.h>

enum { TABLE_COLUMNS = 200, TABLE_CELL = 512 };

/* Columns of text that is broken for people. */
enum { PAGE_WIDTH = 100 };

/* A column: what it is called, and whether people see it (programs see all). */
struct table_column {
    const char *name;
    bool for_people;
};

/* A table whose cells are made when they are needed. */
struct table {
    const struct table_column *columns;
    int column_count;
    int row_count;
    const void *rows; /* for `cell` */
    /* Write one cell; size is TABLE_CELL. */
    void (*cell)(const struct table *table, int row, int column, char *text, size_t size);
};

/* The columns of a table, and how many they are. */
#define TABLE_OF(list) .columns = (list), .column_count = (int)(sizeof(list) / sizeof(list)[0])

/* Print it: aligned columns, an array of objects, or a header with rows. */
void table_print(const struct table *table, enum format format, FILE *output);

/* Print text that breaks between words: `first` columns are taken on the first line, the others are indented by as
 * many. */
void text_wrap(FILE *output, const char *text, int first, int width);

#endif
