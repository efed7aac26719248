/* csv.h: reading and writing comma separated values (RFC 4180), row by row. */
#ifndef RINGSIDE_EXPORTERS_CSV_H
#define RINGSIDE_EXPORTERS_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    CSV_ROW_BYTES = 1 << 20, /* longest row that is read */
    CSV_MESSAGE = 120
};

/* Bytes of a byte order mark in UTF-8. */
enum { CSV_MARK = 3 };

enum csv_status { CSV_ROW, CSV_END, CSV_BAD };

/* A file as it is read: one row is in memory at a time. Start with a zeroed struct and a file. */
struct csv_reader {
    FILE *file;
    long line; /* the next one */

    /* Bytes that were looked at and are to be read: what began like a byte order mark and is none. */
    unsigned char ahead[CSV_MARK];
    int ahead_from, ahead_to;

    /* The row. */
    int count;                 /* cells */
    long row_line;             /* where it begins, from 1 */
    char message[CSV_MESSAGE]; /* of CSV_BAD: "line 7: a quote is never closed" without the place */

    /* Its bytes: cells that end in zeros, and where they begin. */
    char *bytes;
    size_t length, size;
    size_t *starts;
    int capacity;
};

/* Read the next row.
 *
 *   returned  CSV_ROW, CSV_END, or CSV_BAD with a message, after which nothing more can be read
 *   note      lines end in LF, CRLF or CR; a byte order mark is passed over, so are empty lines; a quoted cell may hold
 *             commas, line breaks and doubled quotes
 */
enum csv_status csv_read(struct csv_reader *reader);

/* A cell of the row; "" beyond its end. Valid until the next row is read. */
const char *csv_cell(const struct csv_reader *reader, int index);

void csv_reader_free(struct csv_reader *reader);

/* A row as it is written. Start with a zeroed struct and an output. Lines end in LF. */
struct csv_writer {
    FILE *output;
    bool filled; /* a cell stands before the next one */
};

/* Write a cell, in quotes where it must be; a number in full precision, empty if it is not finite; true or
 * false. */
void csv_text(struct csv_writer *writer, const char *text);
void csv_number(struct csv_writer *writer, double value);
void csv_truth(struct csv_writer *writer, bool value);
void csv_row_end(struct csv_writer *writer);

#endif
