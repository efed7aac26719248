/* test_documents.c: what documents show of the program is what it prints.
 *
 * In a block ```console each line "$ ringside ..." is run, and what follows it, up to the next such line or the end of
 * the block, is what it printed; "\" at the end of a line goes on in the next, and "| head -N" keeps N lines of it. In
 * the text
 *
 *     <!-- figures of: OPTIONS -->           `597 ms`<!--= tp.time -->
 *
 * a figure in backticks is worked out from the expression behind it (expression.h), of the scenario that the last such
 * comment names; it keeps its unit and its decimals. RINGSIDE_GOLDEN=write test_documents writes them anew.
 *
 * And the manual has the options that there are, the README commands that run, files that are valid, and the lessons in
 * their order.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "command_run.h"
#include "document.h"
#include "expression.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE_ROOM = 4000, EXPRESSION_ROOM = 400, UNIT_ROOM = 24 };

static const struct document documents[] = {
    {"docs/model.md", "test_documents"},
};

/* A document that is read line by line, and written again. */
struct renewal {
    const char *name;
    const char *next;
    FILE *out;
    struct printed report; /* of the scenario of the text, in JSON */
    int commands, figures;
};

static const char *line_end(const char *text)
{
    return text + strcspn(text, "\n");
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Copy up to a place, which becomes the next. */
static void copy_to(struct renewal *renewal, const char *place)
{
    (void)fprintf(renewal->out, "%.*s", (int)(place - renewal->next), renewal->next);
    renewal->next = place;
}

static void copy_line(struct renewal *renewal)
{
    const char *end = line_end(renewal->next);
    copy_to(renewal, end + (*end == '\n' ? 1 : 0));
}

/* ---- Commands and what they print ---- */

/* Join the lines of a command, and copy them as they are. */
static void read_command(struct renewal *renewal, char *command, size_t size)
{
    command[0] = '\0';
    for (bool more = true; more;) {
        const char *end = line_end(renewal->next);
        more = end > renewal->next && end[-1] == '\\';
        const size_t used = strlen(command);
        (void)snprintf(command + used, size - used, "%.*s", (int)(end - renewal->next) - (more ? 1 : 0), renewal->next);
        copy_line(renewal);
    }
}

/* Print so many lines; all for 0. */
static void print_lines(FILE *out, const char *text, int lines)
{
    const char *end = text;
    for (int i = 0; (lines == 0 || i < lines) && *end != '\0'; i++) {
        end = line_end(end);
        end += *end == '\n' ? 1 : 0;
    }
    (void)fprintf(out, "%.*s", (int)(end - text), text);
}

static void renew_command(struct renewal *renewal)
{
    static const char prompt[] = "$ ringside ";
    static const char cut[] = " | head -";
    char command[LINE_ROOM];
    char utf8[LINE_ROOM + sizeof " --utf8"];
    read_command(renewal, command, sizeof command);
    char *head = strstr(command, cut);
    const int lines = head == NULL ? 0 : (int)strtol(head + strlen(cut), NULL, 10);
    if (head != NULL) {
        *head = '\0';
    }
    (void)snprintf(utf8, sizeof utf8, "%s --utf8", command + strlen(prompt));
    struct printed run = command_run(utf8);
    if (run.status != EXIT_DONE) {
        fail_msg("%s: %s\n%s", renewal->name, command, run.errors);
    }
    print_lines(renewal->out, run.output, lines);
    printed_free(&run);
    renewal->commands++;
    while (*renewal->next != '\0' && !begins_with(renewal->next, prompt) && !begins_with(renewal->next, "```")) {
        const char *end = line_end(renewal->next); /* what stood there */
        renewal->next = end + (*end == '\n' ? 1 : 0);
    }
}

static void renew_block(struct renewal *renewal)
{
    copy_line(renewal);
    while (*renewal->next != '\0' && !begins_with(renewal->next, "```")) {
        renew_command(renewal);
    }
}

/* ---- Figures in the text ---- */

static const struct {
    const char *name;
    double value;
} units[] = {
    {"", 1},          {"s", 1},          {"ms", 1e-3},
    {"µs", 1e-6},     {"%", 0.01},       {"points", 0.01},
    {"B", 1},         {"kB", 1e3},       {"MB", 1e6},
    {"GB", 1e9},      {"TB", 1e12},      {"GB/s", 1e9},
    {"TB/s", 1e12},   {"GFLOP", 1e9},    {"TFLOP", 1e12},
    {"PFLOP", 1e15},  {"TFLOP/s", 1e12}, {"million", 1e6},
    {"billion", 1e9}, {"tokens/s", 1},   {"thousand tokens/s", 1e3},
};

static double unit_value(const struct renewal *renewal, const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(units[i].name, name) == 0) {
            return units[i].value;
        }
    }
    fail_msg("%s: \"%s\" is no unit of a figure", renewal->name, name);
    return NAN;
}

static double reported(const char *key, const void *context)
{
    const struct printed *report = context;
    const double metric = report_metric(report, key);
    return isnan(metric) ? json_double(json_get(json_get(json_document(report->output), "inputs"), key)) : metric;
}

/* A figure as the text writes it, with another value: "597 ms". */
static void write_figure(struct renewal *renewal, const char *figure, double value)
{
    const size_t digits = strspn(figure, "+-0123456789.");
    const char *point = memchr(figure, '.', digits);
    const int decimals = point == NULL ? 0 : (int)(figure + digits - point) - 1;
    const char *unit = figure + digits + strspn(figure + digits, " ");
    if (digits == 0) {
        fail_msg("%s: \"%s\" is no figure", renewal->name, figure);
    }
    (void)fprintf(renewal->out, figure[0] == '+' ? "%+.*f" : "%.*f", decimals, value / unit_value(renewal, unit));
    (void)fputs(figure + digits, renewal->out);
    renewal->figures++;
}

/* What stands between two places, as a text of its own. */
static void take_text(char *text, size_t size, const char *begin, const char *end)
{
    assert_true((size_t)(end - begin) < size);
    (void)snprintf(text, size, "%.*s", (int)(end - begin), begin);
}

/* Renew the figure in front of a mark, and copy the mark. */
static void renew_figure(struct renewal *renewal, const char *mark)
{
    static const char begins[] = "<!--=";
    char figure[UNIT_ROOM];
    char expression[EXPRESSION_ROOM];
    const char *begin = mark - 1;
    while (begin > renewal->next && begin[-1] != '`') {
        begin--;
    }
    const char *end = strstr(mark, "-->");
    assert_true(mark[-1] == '`' && begin > renewal->next && end != NULL);
    take_text(figure, sizeof figure, begin, mark - 1);
    take_text(expression, sizeof expression, mark + strlen(begins), end);
    if (renewal->report.output == NULL) {
        fail_msg("%s: `%s` stands before the first \"<!-- figures of: ... -->\"", renewal->name, figure);
    }
    copy_to(renewal, begin);
    write_figure(renewal, figure, expression_value(expression, reported, &renewal->report));
    renewal->next = mark - 1;
}

static void renew_line(struct renewal *renewal)
{
    for (;;) {
        const char *end = line_end(renewal->next);
        const char *mark = strstr(renewal->next + 1, "`<!--=");
        if (mark == NULL || mark > end) {
            copy_line(renewal);
            return;
        }
        renew_figure(renewal, mark + 1);
        copy_to(renewal, renewal->next + strlen("`<!--="));
    }
}

/* Take another scenario for what follows. */
static void change_scenario(struct renewal *renewal, const char *options)
{
    char command[LINE_ROOM];
    const char *end = strstr(options, "-->");
    assert_non_null(end);
    (void)snprintf(command, sizeof command, "report --format json %.*s", (int)(end - options), options);
    if (renewal->report.output != NULL) {
        printed_free(&renewal->report);
    }
    renewal->report = command_run(command);
    if (renewal->report.status != EXIT_DONE) {
        fail_msg("%s: %s\n%s", renewal->name, command, renewal->report.errors);
    }
    copy_line(renewal);
}

static void renew(struct renewal *renewal)
{
    static const char scenario[] = "<!-- figures of:";
    while (*renewal->next != '\0') {
        if (begins_with(renewal->next, "```console\n")) {
            renew_block(renewal);
        } else if (begins_with(renewal->next, scenario)) {
            change_scenario(renewal, renewal->next + strlen(scenario));
        } else {
            renew_line(renewal);
        }
    }
}

static void documents_show_what_the_program_prints(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        char *stands = document_text(&documents[i]);
        char *text = NULL;
        size_t size = 0;
        struct renewal renewal = {.name = documents[i].name, .next = stands, .out = open_memstream(&text, &size)};
        assert_non_null(renewal.out);
        renew(&renewal);
        (void)fclose(renewal.out);
        printed_free(&renewal.report);
        assert_true(renewal.commands > 0 && renewal.figures > 0);
        document_hold(&documents[i], text);
        free(text);
        free(stands);
    }
}

/* ---- The manual ---- */

/* What the synopsis of the manual has of a command must be its options, but for those of presets, which stand apart. */
static void check_synopsis(const char *manual, const struct command *command, const char *begins)
{
    char synopsis[2000];
    const char *place = strstr(manual, begins);
    if (place == NULL) {
        fail_msg("the synopsis of docs/ringside.1 lacks %s", command->name);
        return;
    }
    place += strlen(begins);
    const char *end = strstr(place, "\n.Nm\n");
    (void)snprintf(synopsis, sizeof synopsis, "%.*s", (int)(end - place), place);
    int options = 0;
    for (const struct option *option = command->options; option->name != NULL; option++) {
        char flag[80];
        (void)snprintf(flag, sizeof flag, "Fl %s", option->name + 1);
        const char *found = strstr(synopsis, flag);
        const bool apart = strcmp(option->name, "--preset-dir") == 0;
        if (!apart && (found == NULL || strchr(" \n", found[strlen(flag)]) == NULL)) {
            fail_msg("the synopsis of %s in docs/ringside.1 lacks %s", command->name, option->name);
        }
        options += apart ? 0 : 1;
    }
    for (const char *flag = strstr(synopsis, "Fl "); flag != NULL; flag = strstr(flag + 1, "Fl ")) {
        options -= strchr("-abcdefghijklmnopqrstuvwxyz", flag[3]) != NULL ? 1 : 0; /* a bare Fl is the word "-" */
    }
    if (options != 0 || (strstr(synopsis, "scenario options") != NULL) != command->takes_scenario) {
        fail_msg("the synopsis of %s in docs/ringside.1 has options that there are not", command->name);
    }
}

static void the_manual_has_every_command_and_option(void **state)
{
    static const struct document page = {"docs/ringside.1", "nobody: write it by hand"};
    char *manual = document_text(&page);
    (void)state;
    check_synopsis(manual, &explorer_command, ".Sh SYNOPSIS\n.Nm");
    for (int i = 0; i < command_count; i++) {
        char item[80];
        (void)snprintf(item, sizeof item, "\n.Cm %s\n", commands[i].name);
        check_synopsis(manual, &commands[i], item);
        (void)snprintf(item, sizeof item, "\n.It Cm %s\n", commands[i].name);
        if (strstr(manual, item) == NULL) {
            fail_msg("the commands of docs/ringside.1 lack %s", commands[i].name);
        }
    }
    for (const struct option *option = scenario_options; option->name != NULL; option++) {
        char item[80];
        (void)snprintf(item, sizeof item, "\n.It Fl %s ", option->name + 1);
        if (strstr(manual, item) == NULL) {
            fail_msg("the scenario options of docs/ringside.1 lack %s", option->name);
        }
    }
    free(manual);
}

/* ---- The README's commands ---- */

/* Whether a command of the README needs what only its reader has: a file, a pipe, a terminal, a folder to write to. */
static bool is_of_reader(const char *command)
{
    static const char *const signs[] = {".json",    ".cfg",         ".csv",       ".txt",    ".log",
                                        " - ",      " -o",          "|",          "<(",      "--script",
                                        "snapshot", "--preset-dir", "completion", "--lesson"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strstr(command, signs[i]) != NULL) {
            return true;
        }
    }
    const struct command *named = command_find(command + strlen("ringside "));
    return named != NULL && named->least_words > 0; /* the text names it without its words */
}

/* Run a command of a page, cut before its comment; returns whether it could be. */
static bool run_of_page(const char *begin, const char *end)
{
    char line[LINE_ROOM];
    take_text(line, sizeof line, begin, end);
    char *comment = strstr(line, "  #");
    if (comment != NULL) {
        *comment = '\0';
    }
    if (is_of_reader(line)) {
        return false;
    }
    struct printed run = command_run(line + strlen("ringside "));
    if (run.status == EXIT_BAD_INPUT || run.errors[0] != '\0') {
        fail_msg("README.md: %s\n%s", line, run.errors);
    }
    printed_free(&run);
    return true;
}

static void commands_of_the_readme_run(void **state)
{
    static const struct document readme = {"README.md", "nobody: write it by hand"};
    enum { LEAST = 35 };
    char *text = document_text(&readme);
    int count = 0;
    (void)state;
    for (const char *at = strstr(text, "ringside "); at != NULL; at = strstr(at + 1, "ringside ")) {
        const bool quoted = at > text && at[-1] == '`';
        const bool shown = at > text && at[-1] == '\n';
        if (quoted || shown) {
            count += run_of_page(at, quoted ? strchr(at, '`') : line_end(at)) ? 1 : 0;
        }
    }
    if (count < LEAST) {
        fail_msg("only %d commands were found", count);
    }
    free(text);
}

/* ---- The README's files ---- */

/* Each block of it that has a name is a file that its reader may copy. */
static void files_of_the_readme_are_valid(void **state)
{
    static const struct document readme = {"README.md", "nobody: write it by hand"};
    static const char opens[] = "\n```text\n";
    enum { LEAST = 4 };
    char *text = document_text(&readme);
    int count = 0;
    (void)state;
    for (const char *at = strstr(text, opens); at != NULL; at = strstr(at + 1, opens)) {
        char file[LINE_ROOM];
        char command[LINE_ROOM];
        const char *path = scratch_path("of-the-readme.cfg");
        take_text(file, sizeof file, at + strlen(opens), strstr(at + 1, "\n```\n"));
        if (strncmp(file, "name ", strlen("name ")) != 0 && strstr(file, "\nname ") == NULL) {
            continue;
        }
        file_write(path, file);
        (void)snprintf(command, sizeof command, "check '%s'", path);
        struct printed run = command_run(command);
        if (run.status != EXIT_DONE) {
            fail_msg("README.md:\n%s\n%s%s", file, run.output, run.errors);
        }
        printed_free(&run);
        count++;
    }
    assert_true(count >= LEAST);
    free(text);
}

/* ---- The README's lessons ---- */

static void the_readme_lists_the_lessons(void **state)
{
    static const struct document readme = {"README.md", "test_documents"};
    static const struct marks marks = {"test_documents -->\n", "<!-- end of lessons -->\n"};
    char list[LINE_ROOM] = "";
    size_t used = 0;
    struct printed run = command_run("lessons --format json");
    const struct json_value lessons = json_document(run.output);
    (void)state;
    for (int i = 0; json_item(lessons, i).text != NULL; i++) {
        const struct json_value title = json_get(json_item(lessons, i), "lesson");
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%d. %.*s\n", i + 1, title.length - 2, title.text + 1);
    }
    document_hold_part(&readme, marks, list);
    printed_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_show_what_the_program_prints),
        cmocka_unit_test(the_manual_has_every_command_and_option),
        cmocka_unit_test(commands_of_the_readme_run),
        cmocka_unit_test_setup_teardown(files_of_the_readme_are_valid, scratch_make, scratch_remove),
        cmocka_unit_test(the_readme_lists_the_lessons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
