/* csv.c: one row in memory at a time. */
#include "exporters/csv.h"

#include "exporters/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum csv_status refuse(struct csv_reader *reader, const char *message)
{
    (void)snprintf(reader->message, sizeof reader->message, "%s", message);
    return CSV_BAD;
}

static bool append(struct csv_reader *reader, char letter)
{
    if (reader->length == reader->size) {
        const size_t size = reader->size == 0 ? BUFSIZ : 2 * reader->size;
        char *bytes = size <= CSV_ROW_BYTES ? realloc(reader->bytes, size) : NULL;
        if (bytes == NULL) {
            return false;
        }
        reader->bytes = bytes;
        reader->size = size;
    }
    reader->bytes[reader->length++] = letter;
    return true;
}

/* The next cell begins where the bytes end. */
static bool begin_cell(struct csv_reader *reader)
{
    if (reader->count == reader->capacity) {
        const int capacity = reader->capacity == 0 ? 64 : 2 * reader->capacity;
        size_t *starts = realloc(reader->starts, (size_t)capacity * sizeof *starts);
        if (starts == NULL) {
            return false;
        }
        reader->starts = starts;
        reader->capacity = capacity;
    }
    reader->starts[reader->count++] = reader->length;
    return true;
}

static int next_byte(struct csv_reader *reader)
{
    return reader->ahead_from < reader->ahead_to ? reader->ahead[reader->ahead_from++] : getc(reader->file);
}

/* The next letter. A line break is one '\n', however it is written. */
static int next_letter(struct csv_reader *reader)
{
    int letter = next_byte(reader);
    if (letter == '\r') {
        const int after = getc(reader->file); /* nothing ahead is a line break */
        if (after != '\n' && after != EOF) {
            (void)ungetc(after, reader->file);
        }
        letter = '\n';
    }
    reader->line += letter == '\n';
    return letter;
}

/* Other characters begin with the same bytes: what is no mark is kept. */
static void skip_byte_order_mark(struct csv_reader *reader)
{
    static const unsigned char mark[CSV_MARK] = {0xef, 0xbb, 0xbf};
    for (int i = 0; i < CSV_MARK; i++) {
        const int byte = getc(reader->file);
        if (byte != mark[i]) {
            (void)ungetc(byte, reader->file);
            return;
        }
        reader->ahead[reader->ahead_to++] = (unsigned char)byte;
    }
    reader->ahead_to = 0;
}

/* What is read after a quoted cell's closing quote. */
struct cell_end {
    bool good;
    int letter; /* ',', '\n' or EOF */
    const char *message;
};

static struct cell_end bad_cell(const char *message)
{
    return (struct cell_end){.good = false, .message = message};
}

/* The rest of a cell in quotes, whose first quote is read. */
static struct cell_end read_quoted(struct csv_reader *reader)
{
    for (;;) {
        int letter = next_letter(reader);
        if (letter == '"') {
            letter = next_letter(reader);
            if (letter != '"') {
                const bool ends = letter == ',' || letter == '\n' || letter == EOF;
                return ends ? (struct cell_end){.good = true, .letter = letter}
                            : bad_cell("a comma or the line's end is expected behind a closing quote");
            }
        } else if (letter == EOF) {
            return bad_cell("a quote is never closed");
        }
        if (letter == '\0') {
            return bad_cell("a zero byte: this is no text");
        }
        if (!append(reader, (char)letter)) {
            return bad_cell("the row is too long");
        }
    }
}

/* A cell without quotes from its first letter on. */
static struct cell_end read_plain(struct csv_reader *reader, int letter)
{
    for (; letter != ',' && letter != '\n' && letter != EOF; letter = next_letter(reader)) {
        if (letter == '\0') {
            return bad_cell("a zero byte: this is no text");
        }
        if (!append(reader, (char)letter)) {
            return bad_cell("the row is too long");
        }
    }
    return (struct cell_end){.good = true, .letter = letter};
}

enum csv_status csv_read(struct csv_reader *reader)
{
    if (reader->line == 0) {
        reader->line = 1;
        skip_byte_order_mark(reader);
    }
    int letter = '\n';
    while (letter == '\n') {
        reader->row_line = reader->line;
        letter = next_letter(reader);
    }
    reader->length = 0;
    reader->count = 0;
    if (letter == EOF) {
        return ferror(reader->file) ? refuse(reader, "the file cannot be read") : CSV_END;
    }
    for (;;) {
        if (!begin_cell(reader)) {
            return refuse(reader, "the row is too long");
        }
        const struct cell_end end = letter == '"' ? read_quoted(reader) : read_plain(reader, letter);
        if (!end.good || !append(reader, '\0')) {
            return refuse(reader, end.good ? "the row is too long" : end.message);
        }
        if (end.letter != ',') {
            return CSV_ROW;
        }
        letter = next_letter(reader);
    }
}

const char *csv_cell(const struct csv_reader *reader, int index)
{
    return index < reader->count ? reader->bytes + reader->starts[index] : "";
}

void csv_reader_free(struct csv_reader *reader)
{
    free(reader->bytes);
    free(reader->starts);
    reader->bytes = NULL;
    reader->starts = NULL;
}

static void separate(struct csv_writer *writer)
{
    if (writer->filled) {
        (void)fputc(',', writer->output);
    }
    writer->filled = true;
}

/* Blanks at the ends survive only in quotes, since some readers trim. */
static bool needs_quotes(const char *text)
{
    const size_t length = strlen(text);
    return strpbrk(text, ",\"\r\n") != NULL || (length > 0 && (text[0] == ' ' || text[length - 1] == ' '));
}

void csv_text(struct csv_writer *writer, const char *text)
{
    separate(writer);
    if (!needs_quotes(text)) {
        (void)fputs(text, writer->output);
        return;
    }
    (void)fputc('"', writer->output);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            (void)fputc('"', writer->output);
        }
        (void)fputc(*text, writer->output);
    }
    (void)fputc('"', writer->output);
}

void csv_truth(struct csv_writer *writer, bool value)
{
    csv_text(writer, value ? "true" : "false");
}

void csv_number(struct csv_writer *writer, double value)
{
    char text[NUMBER_TEXT] = "";
    if (isfinite(value)) {
        (void)number_print(text, value);
    }
    separate(writer);
    (void)fputs(text, writer->output);
}

void csv_row_end(struct csv_writer *writer)
{
    (void)fputc('\n', writer->output);
    writer->filled = false;
}
