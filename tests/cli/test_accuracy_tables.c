/* test_accuracy_tables.c: the tables of docs/accuracy.md and docs/accuracy-by-source.md say what the program does, and
 * the README how many runs there are: in "over 2,100<!--= training steps --> training steps".
 *
 * A table whose first heading is "set" or "source" has one of validate's in each row; the columns whose headings stand
 * in the table below hold its figures, all others are free. In a table of kinds of runs the band is that of the
 * scenario that stands under "for example".
 *
 * And the errors in docs/what-stays-wrong.md are those of the runs that its comments name: see error_ranges.h.
 * RINGSIDE_GOLDEN=write test_accuracy_tables writes all of them anew.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "command_run.h"
#include "document.h"
#include "error_ranges.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CELLS = 12, CELL_ROOM = 600, NAME_ROOM = 80 };

static const struct document documents[] = {
    {"docs/accuracy.md", "test_accuracy_tables"},
    {"docs/accuracy-by-source.md", "test_accuracy_tables"},
};

/* One of validate's sets or sources, and a figure of it as a text. */
typedef void cell_writer(char *text, size_t size, struct json_value of);

static void write_percent(char *text, size_t size, double share)
{
    text[0] = '\0';
    if (!isnan(share)) {
        (void)snprintf(text, size, "%.1f", 100 * share);
    }
}

static void write_rows(char *text, size_t size, struct json_value of)
{
    (void)snprintf(text, size, "%.0f", json_double(json_get(of, "rows")));
}

static void write_median(char *text, size_t size, struct json_value of)
{
    write_percent(text, size, json_double(json_get(of, "median")));
}

static void write_mean(char *text, size_t size, struct json_value of)
{
    write_percent(text, size, json_double(json_get(of, "mean")));
}

static void write_most(char *text, size_t size, struct json_value of)
{
    write_percent(text, size, json_double(json_get(of, "p90")));
}

static void write_bias(char *text, size_t size, struct json_value of)
{
    (void)snprintf(text, size, "%+.1f", 100 * json_double(json_get(of, "bias")));
}

static void write_worst(char *text, size_t size, struct json_value of)
{
    write_percent(text, size, fabs(json_double(json_get(json_get(of, "worst"), "error"))));
}

static void write_pairs(char *text, size_t size, struct json_value of)
{
    const double pairs = json_double(json_get(of, "pairs"));
    write_percent(text, size, pairs > 0 ? json_double(json_get(of, "pairs_right")) / pairs : NAN);
}

static void write_speedup(char *text, size_t size, struct json_value of)
{
    write_percent(text, size, json_double(json_get(of, "speedup")));
}

static const struct {
    const char *heading;
    cell_writer *write;
} figures[] = {
    {"rows", write_rows},         {"points", write_rows}, {"median", write_median},
    {"mean", write_mean},         {"p90", write_most},    {"bias", write_bias},
    {"pairs right", write_pairs}, {"worst", write_worst}, {"speed-up", write_speedup},
};

/* The writer of a heading, "median, %" as "median"; NULL where the column is free. */
static cell_writer *writer_of(const char *heading, size_t length)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (strlen(figures[i].heading) == length && strncmp(heading, figures[i].heading, length) == 0) {
            return figures[i].write;
        }
    }
    return NULL;
}

/* Kinds of runs, by the figures that were measured of them. */
static const struct {
    const char *name;
    const char *figures[6];
} kinds[] = {
    {"training steps", {"step.time"}},
    {"decode steps and prefills", {"decode.time", "prefill.time"}},
    {"points of collectives", {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send"}},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], KIND_FIGURES = sizeof kinds[0].figures / sizeof kinds[0].figures[0] };

/* A table that is being read. */
struct table {
    const char *array; /* "sets" or "sources"; NULL: no table of them */
    int cells;
    cell_writer *writers[CELLS];
    int named, now;    /* columns: which figures a row has, and they themselves; 0: none */
    int example, band; /* a scenario's options, and its band; 0: none */
    bool counted;      /* its rows are kinds of runs, with their number in the second column */
};

/* The cells of a row: "| one | two |". Returns how many. */
static int split(const char *line, size_t length, char cells[CELLS][CELL_ROOM])
{
    int count = 0;
    const char *end = line + length;
    for (const char *cell = line + 1; cell < end && count < CELLS;) {
        const char *bar = memchr(cell, '|', (size_t)(end - cell));
        if (bar == NULL) {
            break;
        }
        const char *last = bar;
        while (cell < last && *cell == ' ') {
            cell++;
        }
        while (last > cell && last[-1] == ' ') {
            last--;
        }
        assert_true(last - cell < CELL_ROOM);
        (void)snprintf(cells[count++], CELL_ROOM, "%.*s", (int)(last - cell), cell);
        cell = bar + 1;
    }
    return count;
}

static struct table table_of(char cells[CELLS][CELL_ROOM], int count)
{
    struct table table = {.cells = count};
    if (strcmp(cells[0], "set") == 0) {
        table.array = "sets";
    } else if (strcmp(cells[0], "source") == 0) {
        table.array = "sources";
    }
    table.counted = strcmp(cells[0], "kind") == 0;
    for (int i = 1; i < count; i++) {
        table.writers[i] = writer_of(cells[i], strcspn(cells[i], ","));
        table.named = strcmp(cells[i], "figures, %") == 0 ? i : table.named;
        table.now = strcmp(cells[i], "now") == 0 ? i : table.now;
        table.example = strcmp(cells[i], "for example") == 0 ? i : table.example;
        table.band = strcmp(cells[i], "nine in ten within") == 0 ? i : table.band;
    }
    return table;
}

/* Whether a JSON text is that name. */
static bool is_named(struct json_value text, const char *name)
{
    const size_t length = strlen(name);
    return text.length == (int)length + 2 && strncmp(text.text + 1, name, length) == 0;
}

static struct json_value find(struct json_value document, const char *array, const char *name)
{
    const struct json_value all = json_get(document, array);
    for (int i = 0; json_item(all, i).text != NULL; i++) {
        if (is_named(json_get(json_item(all, i), "name"), name)) {
            return json_item(all, i);
        }
    }
    fail_msg("validate has no \"%s\" among its %s", name, array);
    return (struct json_value){NULL, 0};
}

/* "median; p90" as "2.8; 9.7". */
static void write_named(char *text, const char *names, struct json_value of)
{
    text[0] = '\0';
    while (*names != '\0') {
        char figure[NAME_ROOM] = "";
        const size_t length = strcspn(names, ";");
        cell_writer *write = writer_of(names, length);
        assert_non_null(write);
        write(figure, sizeof figure, of);
        const size_t used = strlen(text);
        (void)snprintf(text + used, CELL_ROOM - used, "%s%s", used > 0 ? "; " : "", figure);
        names += length + (names[length] == ';' ? strspn(names + length, "; ") : 0);
    }
}

/* The band of a scenario whose options stand in backticks. */
static void write_band(char *text, const char *options)
{
    char command[CELL_ROOM];
    assert_true(options[0] == '`');
    (void)snprintf(command, sizeof command, "report --format json %.*s", (int)strcspn(options + 1, "`"), options + 1);
    struct printed run = command_run(command);
    if (run.status != EXIT_DONE) {
        fail_msg("%s\n%s", command, run.errors);
    }
    (void)snprintf(text, CELL_ROOM, "%.0f %%", 100 * report_metric(&run, "accuracy.band"));
    printed_free(&run);
}

/* How many runs of a kind there are: each names its figure once. */
static void write_count(char *text, const char *kind, struct json_value document)
{
    int count = 0;
    for (int i = 0; i < KINDS; i++) {
        for (int j = 0; strcmp(kinds[i].name, kind) == 0 && j < KIND_FIGURES && kinds[i].figures[j] != NULL; j++) {
            char sought[NAME_ROOM];
            (void)snprintf(sought, sizeof sought, "\"figure\": \"%s\"", kinds[i].figures[j]);
            for (const char *at = strstr(document.text, sought); at != NULL; at = strstr(at + 1, sought)) {
                count++;
            }
        }
    }
    assert_true(count > 0);
    (void)snprintf(text, CELL_ROOM, "%d", count);
}

/* Put the figures of validate into a row, and the band. Returns how many. */
static int renew_cells(const struct table *table, char cells[CELLS][CELL_ROOM], struct json_value document)
{
    int held = 0;
    if (table->counted) {
        write_count(cells[1], cells[0], document);
        return 1;
    }
    if (table->band > 0) {
        write_band(cells[table->band], cells[table->example]);
        return 1;
    }
    const struct json_value of = find(document, table->array, cells[0]);
    for (int i = 1; i < table->cells; i++) {
        if (table->writers[i] != NULL) {
            table->writers[i](cells[i], CELL_ROOM, of);
            held++;
        }
    }
    if (table->now > 0 && table->named > 0) {
        write_named(cells[table->now], cells[table->named], of);
        held++;
    }
    return held;
}

static int renew_row(FILE *out, const struct table *table, char cells[CELLS][CELL_ROOM], struct json_value document)
{
    const int held = renew_cells(table, cells, document);
    for (int i = 0; i < table->cells; i++) {
        (void)fprintf(out, "|%s%s%s", cells[i][0] != '\0' ? " " : "", cells[i], " ");
    }
    (void)fputs("|", out);
    return held;
}

/* Write the text anew; returns how many cells are held. */
static int renew(FILE *out, const char *text, struct json_value document)
{
    static char cells[CELLS][CELL_ROOM];
    struct table table = {.array = NULL};
    bool inside = false;
    int held = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool row = text[0] == '|' && strncmp(text, "|---", strlen("|---")) != 0;
        const int count = row ? split(text, length, cells) : 0;
        if (row && inside && (table.array != NULL || table.band > 0 || table.counted)) {
            assert_int_equal(count, table.cells);
            held += renew_row(out, &table, cells, document);
        } else {
            (void)fprintf(out, "%.*s", (int)length, text);
            table = row && !inside ? table_of(cells, count) : table;
        }
        inside = text[0] == '|';
        (void)fputs(text[length] == '\n' ? "\n" : "", out);
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    return held;
}

/* ---- The README's counts ---- */

/* Tables of collectives: their points have the table's id, a slash, and the size. */
static int count_tables(const char *text)
{
    static const char before[] = "\"id\": \"";
    char last[CELL_ROOM] = "";
    int count = 0;
    for (const char *at = strstr(text, before); at != NULL; at = strstr(at + 1, before)) {
        char id[CELL_ROOM];
        const char *begin = at + strlen(before);
        (void)snprintf(id, sizeof id, "%.*s", (int)strcspn(begin, "\""), begin);
        char *size = strrchr(id, '/');
        if (size != NULL) {
            *size = '\0';
            count += strcmp(id, last) != 0;
            (void)snprintf(last, sizeof last, "%s", id);
        }
    }
    return count;
}

/* "over" so many: cut to tens, with a comma for thousands. */
static void write_at_least(FILE *out, const char *kind, struct json_value document)
{
    char text[CELL_ROOM];
    int count = 0;
    if (strcmp(kind, "tables of collectives") == 0) {
        count = count_tables(strstr(document.text, "\"rows\": ["));
    } else {
        write_count(text, kind, document);
        count = (int)strtol(text, NULL, 10);
    }
    const int tens = (count - 1) / 10 * 10;
    if (tens >= 1000) {
        (void)fprintf(out, "%d,%03d", tens / 1000, tens % 1000);
    } else {
        (void)fprintf(out, "%d", tens);
    }
}

static void the_readme_says_how_many_runs_there_are(void **state)
{
    static const struct document readme = {"README.md", "test_accuracy_tables"};
    static const char mark[] = "<!--= ";
    struct printed run = command_run("validate --format json");
    char *stands = document_text(&readme);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const char *next = stands;
    int held = 0;
    (void)state;
    assert_non_null(out);
    for (const char *at = strstr(next, mark); at != NULL; at = strstr(next, mark)) {
        char kind[NAME_ROOM];
        const char *number = at;
        while (number > next && strchr("0123456789,", number[-1]) != NULL) {
            number--;
        }
        (void)snprintf(kind, sizeof kind, "%.*s", (int)(strstr(at, " -->") - at - (long)strlen(mark)),
                       at + strlen(mark));
        (void)fprintf(out, "%.*s", (int)(number - next), next);
        write_at_least(out, kind, json_document(run.output));
        (void)fprintf(out, "%s%s -->", mark, kind);
        next = strstr(at, " -->") + strlen(" -->");
        held++;
    }
    (void)fputs(next, out);
    (void)fclose(out);
    document_hold(&readme, text);
    assert_int_equal(held, KINDS);
    free(text);
    free(stands);
    printed_free(&run);
}

static void the_tables_say_what_validate_says(void **state)
{
    struct printed run = command_run("validate --format json");
    int held = 0;
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        char *stands = document_text(&documents[i]);
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        held += renew(out, stands, json_document(run.output));
        (void)fclose(out);
        document_hold(&documents[i], text);
        free(text);
        free(stands);
    }
    printed_free(&run);
    assert_true(held > 300);
}

/* A source without a row in the table would be one whose errors nobody can read. */
static void every_source_has_its_row(void **state)
{
    struct printed run = command_run("validate --format json");
    char *text = document_text(&documents[1]);
    const struct json_value sources = json_get(json_document(run.output), "sources");
    (void)state;
    for (int i = 0; json_item(sources, i).text != NULL; i++) {
        char begins[NAME_ROOM];
        const struct json_value name = json_get(json_item(sources, i), "name");
        (void)snprintf(begins, sizeof begins, "\n| %.*s |", name.length - 2, name.text + 1);
        if (strstr(text, begins) == NULL) {
            fail_msg("%s has no row of %.*s", documents[1].name, name.length, name.text);
        }
    }
    free(text);
    printed_free(&run);
}

/* ---- Runs that stay wrong ---- */

static void what_stays_wrong_is_as_wrong_as_it_says(void **state)
{
    static const struct document page = {"docs/what-stays-wrong.md", "test_accuracy_tables"};
    enum { LEAST = 155 };
    struct printed run = command_run("validate --format csv");
    char *stands = document_text(&page);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    assert_non_null(out);
    const int held = error_ranges_renew(out, stands, run.output);
    (void)fclose(out);
    document_hold(&page, text);
    assert_true(held >= LEAST);
    free(text);
    free(stands);
    printed_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_say_what_validate_says),
        cmocka_unit_test(every_source_has_its_row),
        cmocka_unit_test(the_readme_says_how_many_runs_there_are),
        cmocka_unit_test(what_stays_wrong_is_as_wrong_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
