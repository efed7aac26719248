/* error_ranges.c: see error_ranges.h. */
#define _POSIX_C_SOURCE 200809L /* fnmatch */
#include "error_ranges.h"

#include <fnmatch.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A line of validate ends with: id, figure, measured, forecast, error. */
enum { ID_FIELD = 5, ERROR_FIELD = 1 };
enum { ID_ROOM = 120, ROW_ROOM = 200, PATTERNS_ROOM = 2000 };

/* Bounds of errors, in whole percent. */
struct range {
    long least, greatest;
    int runs;
};

/* A text that is cut at signs. */
struct pieces {
    const char *next;
    const char *end;
};

/* The next piece up to one of some signs, without blanks around it; false: there is none. */
static bool next_piece(struct pieces *pieces, const char *signs, char *piece, size_t size)
{
    if (pieces->next >= pieces->end) {
        return false;
    }
    const char *begin = pieces->next;
    const char *end = begin;
    while (end < pieces->end && strchr(signs, *end) == NULL) {
        end++;
    }
    pieces->next = end + 1;
    while (begin < end && *begin == ' ') {
        begin++;
    }
    while (end > begin && end[-1] == ' ') {
        end--;
    }
    assert_true((size_t)(end - begin) < size);
    (void)snprintf(piece, size, "%.*s", (int)(end - begin), begin);
    return true;
}

/* ---- Which runs are meant ---- */

/* "64K" as 65536. */
static double size_of(const char *text)
{
    char *unit = NULL;
    const double number = strtod(text, &unit);
    return number * (*unit == 'K' ? 0x1p10 : *unit == 'M' ? 0x1p20 : *unit == 'G' ? 0x1p30 : 1);
}

/* Whether "name/ranks/bytes" is of "name/ranks/64K..2M". Tables of odd sizes are met to a hundredth. */
static bool is_point_of(const char *id, const char *pattern, const char *sizes)
{
    static const double ODD = 0.01;
    char tables[ID_ROOM];
    char table[ID_ROOM];
    const char *bytes = strrchr(id, '/');
    if (bytes == NULL) {
        return false;
    }
    (void)snprintf(tables, sizeof tables, "%.*s", (int)(sizes - pattern), pattern);
    (void)snprintf(table, sizeof table, "%.*s", (int)(bytes - id), id);
    const double size = strtod(bytes + 1, NULL);
    return fnmatch(tables, table, 0) == 0 && size >= (1 - ODD) * size_of(sizes + 1) &&
           size <= (1 + ODD) * size_of(strstr(sizes, "..") + strlen(".."));
}

static bool is_named(const char *id, const char *pattern)
{
    const char *sizes = strrchr(pattern, '/');
    return sizes != NULL && strstr(sizes, "..") != NULL ? is_point_of(id, pattern, sizes)
                                                        : fnmatch(pattern, id, 0) == 0;
}

/* ---- Their errors ---- */

/* The field at a place from the end of a line, 1 the last: the first one, a source's name, may have commas. */
static const char *field_from_end(const char *line, const char *end, int place)
{
    const char *field = end;
    while (field > line && (place -= field[-1] == ',' ? 1 : 0) > 0) {
        field--;
    }
    return field;
}

static void add_errors(struct range *range, const char *pattern, const char *csv)
{
    const int before = range->runs;
    for (const char *line = strchr(csv, '\n') + 1; *line != '\0';) {
        char id[ID_ROOM];
        const char *end = line + strcspn(line, "\n");
        const char *begin = field_from_end(line, end, ID_FIELD);
        (void)snprintf(id, sizeof id, "%.*s", (int)strcspn(begin, ","), begin);
        if (is_named(id, pattern)) {
            const long error = lround(100 * strtod(field_from_end(line, end, ERROR_FIELD), NULL));
            range->least = range->runs == 0 || error < range->least ? error : range->least;
            range->greatest = range->runs == 0 || error > range->greatest ? error : range->greatest;
            range->runs++;
        }
        line = end + (*end == '\n' ? 1 : 0);
    }
    if (range->runs == before) {
        fail_msg("%s is the id of no run", pattern);
    }
}

static struct range range_of(const char *patterns, const char *csv)
{
    struct range range = {0};
    struct pieces pieces = {patterns, patterns + strlen(patterns)};
    char pattern[ID_ROOM];
    while (next_piece(&pieces, " ", pattern, sizeof pattern)) {
        if (pattern[0] != '\0') {
            add_errors(&range, pattern, csv);
        }
    }
    return range;
}

/* ---- The page ---- */

/* Where the next figure of a text begins, which has a sign; NULL: nowhere. */
static const char *find_figure(const char *text)
{
    while (*text != '\0' && (strchr("+-", *text) == NULL || strchr("0123456789", text[1]) == NULL || text[1] == '\0')) {
        text++;
    }
    return *text == '\0' ? NULL : text;
}

/* Whether a range is written from its least to its greatest: as it stands, or else away from 0. */
static bool rises(const char *first, const char *second, struct range range)
{
    if (second != NULL && strtol(first, NULL, 10) != strtol(second, NULL, 10)) {
        return strtol(first, NULL, 10) < strtol(second, NULL, 10);
    }
    return labs(range.least) <= labs(range.greatest);
}

/* Write "-13 to -57", or "-61" where that is all, with the words that stand before and behind. */
static void write_error(FILE *out, const char *row, const char *error, struct range range)
{
    char *rest = NULL;
    const char *first = find_figure(error);
    if (first == NULL) {
        fail_msg("\"%s\": \"%s\" has no figure", row, error);
        return;
    }
    (void)strtol(first, &rest, 10);
    const char *second = find_figure(rest);
    const bool up = rises(first, second, range);
    (void)fprintf(out, "%.*s%+ld", (int)(first - error), error, up ? range.least : range.greatest);
    if (range.least != range.greatest) {
        (void)fprintf(out, " to %+ld", up ? range.greatest : range.least);
    }
    if (second != NULL) {
        (void)strtol(second, &rest, 10);
    }
    (void)fputs(rest, out);
}

/* A line of a comment: how a row begins, and what it names. */
struct naming {
    const char *line; /* NULL: before the first */
    char begins[ROW_ROOM];
    const char *groups;
};

/* Go on to the next line of the page's comments; false: there is none. */
static bool next_naming(const char *page, struct naming *naming)
{
    static const char opens[] = "\n<!-- errors:";
    static const char closes[] = "\n-->";
    static const char equals[] = " = ";
    const char *line = naming->line == NULL ? NULL : strchr(naming->line, '\n');
    if (line == NULL || strncmp(line, closes, strlen(closes)) == 0) {
        const char *comment = strstr(line == NULL ? page : line, opens);
        if (comment == NULL) {
            return false;
        }
        line = strchr(comment + 1, '\n');
    }
    naming->line = line + 1;
    const size_t length = strcspn(naming->line, "\n");
    const char *sign = strstr(naming->line, equals);
    if (sign == NULL || sign > naming->line + length || sign - naming->line >= ROW_ROOM) {
        fail_msg("\"%.*s\" has no \" = \"", (int)length, naming->line);
        return false;
    }
    (void)snprintf(naming->begins, sizeof naming->begins, "%.*s", (int)(sign - naming->line), naming->line);
    naming->groups = sign + strlen(equals);
    return true;
}

/* The line for a row. */
static bool find_naming(const char *page, const char *row, struct naming *naming)
{
    *naming = (struct naming){.line = NULL};
    while (next_naming(page, naming)) {
        if (strncmp(row, naming->begins, strlen(naming->begins)) == 0) {
            return true;
        }
    }
    return false;
}

static void check_that_each_has_one_row(const char *page)
{
    struct naming naming = {.line = NULL};
    while (next_naming(page, &naming)) {
        char row[ROW_ROOM + sizeof "\n| "];
        int count = 0;
        (void)snprintf(row, sizeof row, "\n| %s", naming.begins);
        for (const char *at = strstr(page, row); at != NULL; at = strstr(at + 1, row)) {
            count++;
        }
        if (count != 1) {
            fail_msg("%d rows begin with \"%s\"", count, naming.begins);
        }
    }
}

/* Write the cell with the errors of a row; returns how many are held. */
static int write_errors(FILE *out, const struct naming *naming, const char *cell, const char *csv)
{
    struct pieces errors = {cell, cell + strcspn(cell, "|")};
    struct pieces groups = {naming->groups, naming->groups + strcspn(naming->groups, "\n")};
    char error[ROW_ROOM];
    char patterns[PATTERNS_ROOM] = "";
    int held = 0;
    while (next_piece(&errors, ";,", error, sizeof error)) {
        if (!next_piece(&groups, ";", patterns, sizeof patterns)) {
            fail_msg("\"%s\" has more errors than are named", naming->begins);
        }
        if (strcmp(patterns, "?") == 0) {
            (void)fputs(error, out);
        } else {
            write_error(out, naming->begins, error, range_of(patterns, csv));
            held++;
        }
        if (errors.next < errors.end) {
            (void)fprintf(out, "%c ", errors.next[-1]);
        }
    }
    if (groups.next < groups.end) {
        fail_msg("\"%s\" has fewer errors than are named", naming->begins);
    }
    return held;
}

int error_ranges_renew(FILE *out, const char *page, const char *csv)
{
    static const char opens[] = "| ";
    static const char between[] = " | ";
    int held = 0;
    check_that_each_has_one_row(page);
    for (const char *line = page; *line != '\0';) {
        struct naming naming;
        const char *next = line + strcspn(line, "\n");
        if (strncmp(line, opens, strlen(opens)) == 0 && find_naming(page, line + strlen(opens), &naming)) {
            const char *cell = strstr(line + strlen(opens), between);
            if (cell == NULL || cell >= next) {
                fail_msg("\"%s\" has no cell of errors", naming.begins);
                return held;
            }
            cell += strlen(between);
            (void)fprintf(out, "%.*s", (int)(cell - line), line);
            held += write_errors(out, &naming, cell, csv);
            (void)fputc(' ', out);
            line = cell + strcspn(cell, "|");
        }
        next += *next == '\n' ? 1 : 0;
        (void)fprintf(out, "%.*s", (int)(next - line), line);
        line = next;
    }
    return held;
}
