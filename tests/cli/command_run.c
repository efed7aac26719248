/* command_run.c: captured output, and a JSON reader that shares no line with the writer under test. */
#include "command_run.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 100, LINE = 4000, SCREEN_KEYS = 4 };

static FILE *screen_output;

static int say(const char *what, int argc)
{
    (void)fprintf(screen_output, "%s %d\n", what, argc);
    return EXIT_DONE;
}

static int explore(int argc, char *const argv[])
{
    (void)argv;
    return say("explore", argc);
}

static int snapshot(int argc, char *const argv[])
{
    (void)argv;
    return say("snapshot", argc);
}

static struct key_row key_at(int index)
{
    static const struct key_row rows[SCREEN_KEYS] = {
        {NULL, "everywhere", NULL}, {"h l", "slider", "a step"}, {NULL, "slider", NULL}, {"q", "everywhere", "quit"}};
    return rows[index];
}

/* Take a word off a line in place, without the quotes around what is quoted of it. Returned is where the line goes on.
 */
static char *take_word(char *line)
{
    char *out = line;
    char quote = '\0';
    for (; *line != '\0' && (*line != ' ' || quote != '\0'); line++) {
        const bool opens = quote == '\0' && (*line == '\'' || *line == '"');
        if (opens || *line == quote) {
            quote = (char)(opens ? *line : '\0');
        } else {
            *out++ = *line;
        }
    }
    line += *line == ' ' ? 1 : 0;
    *out = '\0';
    return line;
}

/* Split a line in place, as a shell does. */
static int split(char *line, char *argv[])
{
    int argc = 0;
    argv[argc++] = (char *)"ringside";
    for (line += strspn(line, " "); *line != '\0'; line += strspn(line, " ")) {
        assert_true(argc < WORDS);
        argv[argc++] = line;
        line = take_word(line);
    }
    argv[argc] = NULL;
    return argc;
}

struct printed command_run_with(const char *line, const char *input)
{
    const struct screen screen = {.explore = explore, .snapshot = snapshot, .key_count = SCREEN_KEYS, .key_at = key_at};
    char words[LINE];
    char *argv[WORDS + 1];
    struct printed run = {.status = -1};
    size_t output_size = 0;
    size_t error_size = 0;
    assert_true(strlen(line) < sizeof words);
    (void)snprintf(words, sizeof words, "%s", line);
    const struct program program = {
        .input = input == NULL || input[0] == '\0' ? fopen("/dev/null", "r")
                                                   : fmemopen((void *)(uintptr_t)input, strlen(input), "r"),
        .output = open_memstream(&run.output, &output_size),
        .errors = open_memstream(&run.errors, &error_size),
        .screen = &screen,
    };
    assert_non_null(program.input);
    screen_output = program.output;
    run.status = commands_run(&program, split(words, argv), argv);
    (void)fclose(program.input);
    (void)fclose(program.output);
    (void)fclose(program.errors);
    return run;
}

struct printed command_run(const char *line)
{
    return command_run_with(line, NULL);
}

void printed_free(struct printed *printed)
{
    free(printed->output);
    free(printed->errors);
    *printed = (struct printed){.status = -1};
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

/* Each reader returns where its value ends, or NULL; `wrong` is then where it went wrong. */
struct reader {
    const char *wrong;
};

static const char *fail_at(struct reader *reader, const char *text)
{
    reader->wrong = reader->wrong == NULL ? text : reader->wrong;
    return NULL;
}

/* What follows a backslash, from there on to its last letter. */
static const char *read_escape(struct reader *reader, const char *text)
{
    if (*text != 'u') {
        return *text == '\0' || strchr("\"\\/bfnrt", *text) == NULL ? fail_at(reader, text) : text;
    }
    for (int digit = 0; digit < 4; digit++) {
        if (!isxdigit((unsigned char)*++text)) {
            return fail_at(reader, text);
        }
    }
    return text;
}

static const char *read_string(struct reader *reader, const char *text)
{
    if (*text != '"') {
        return fail_at(reader, text);
    }
    for (text++; *text != '"'; text++) {
        if ((unsigned char)*text < 0x20) {
            return fail_at(reader, text);
        }
        text = *text == '\\' ? read_escape(reader, text + 1) : text;
        if (text == NULL) {
            return NULL;
        }
    }
    return text + 1;
}

static const char *read_digits(struct reader *reader, const char *text)
{
    const size_t count = strspn(text, "0123456789");
    return count == 0 ? fail_at(reader, text) : text + count;
}

static const char *read_number(struct reader *reader, const char *text)
{
    text += *text == '-';
    const char *end = *text == '0' ? text + 1 : read_digits(reader, text);
    if (end != NULL && *end == '.') {
        end = read_digits(reader, end + 1);
    }
    if (end != NULL && (*end == 'e' || *end == 'E')) {
        end++;
        end = read_digits(reader, end + (*end == '+' || *end == '-'));
    }
    return end;
}

static const char *read_value(struct reader *reader, const char *text);

/* Members or items up to the closing bracket. */
static const char *read_sequence(struct reader *reader, const char *text, char close)
{
    text = skip_blanks(text + 1);
    if (*text == close) {
        return text + 1;
    }
    for (;;) {
        if (close == '}') {
            text = read_string(reader, text);
            text = text == NULL ? NULL : skip_blanks(text);
            text = text == NULL || *text == ':' ? text : fail_at(reader, text);
            text = text == NULL ? NULL : skip_blanks(text + 1);
        }
        text = text == NULL ? NULL : read_value(reader, text);
        if (text == NULL) {
            return NULL;
        }
        text = skip_blanks(text);
        if (*text == close) {
            return text + 1;
        }
        if (*text != ',') {
            return fail_at(reader, text);
        }
        text = skip_blanks(text + 1);
    }
}

static const char *read_value(struct reader *reader, const char *text) /* NOLINT(misc-no-recursion) */
{
    static const char *const words[] = {"true", "false", "null"};
    if (*text == '{' || *text == '[') {
        return read_sequence(reader, text, *text == '{' ? '}' : ']');
    }
    if (*text == '"') {
        return read_string(reader, text);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(text, words[i], strlen(words[i])) == 0) {
            return text + strlen(words[i]);
        }
    }
    return read_number(reader, text);
}

const char *json_wrong(const char *text)
{
    struct reader reader = {.wrong = NULL};
    const char *end = read_value(&reader, skip_blanks(text));
    if (end != NULL && *skip_blanks(end) != '\0') {
        return end;
    }
    return end == NULL ? reader.wrong : NULL;
}

static struct json_value value_at(const char *text)
{
    struct reader reader = {.wrong = NULL};
    const char *end = read_value(&reader, text);
    return (struct json_value){.text = text, .length = end == NULL ? 0 : (int)(end - text)};
}

struct json_value json_document(const char *text)
{
    return value_at(skip_blanks(text));
}

struct json_value json_get(struct json_value object, const char *key)
{
    struct reader reader = {.wrong = NULL};
    const char *text = object.text == NULL || *object.text != '{' ? "}" : skip_blanks(object.text + 1);
    while (*text != '}') {
        const char *end = read_string(&reader, text);
        const bool same = (size_t)(end - text) == strlen(key) + 2 && strncmp(text + 1, key, strlen(key)) == 0;
        text = skip_blanks(skip_blanks(end) + 1);
        if (same) {
            return value_at(text);
        }
        text = skip_blanks(read_value(&reader, text));
        text = *text == ',' ? skip_blanks(text + 1) : text;
    }
    return (struct json_value){.text = NULL};
}

struct json_value json_item(struct json_value array, int index)
{
    struct reader reader = {.wrong = NULL};
    const char *text = array.text == NULL || *array.text != '[' ? "]" : skip_blanks(array.text + 1);
    for (; *text != ']'; index--) {
        if (index == 0) {
            return value_at(text);
        }
        text = skip_blanks(read_value(&reader, text));
        text = *text == ',' ? skip_blanks(text + 1) : text;
    }
    return (struct json_value){.text = NULL};
}

double json_double(struct json_value value)
{
    return value.text == NULL ? NAN : strtod(value.text, NULL);
}

double report_metric(const struct printed *printed, const char *key)
{
    const struct json_value value = json_get(json_get(json_document(printed->output), "metrics"), key);
    if (value.text == NULL || strchr("-0123456789", value.text[0]) == NULL) {
        return NAN;
    }
    return strtod(value.text, NULL);
}

int json_is(struct json_value value, const char *text)
{
    return value.text != NULL && (size_t)value.length == strlen(text) && strncmp(value.text, text, strlen(text)) == 0;
}

void command_check(const char *line, int status, const char *output, const char *errors)
{
    struct printed run = command_run(line);
    const bool good = run.status == status &&
                      (output[0] == '\0' ? run.output[0] == '\0' : strstr(run.output, output) != NULL) &&
                      (errors[0] == '\0' ? run.errors[0] == '\0' : strstr(run.errors, errors) != NULL);
    if (!good) {
        fail_msg("%s: exit %d, expected %d\n--- output, expected: %s\n%s--- errors, expected: %s\n%s", line, run.status,
                 status, output, run.output, errors, run.errors);
    }
    printed_free(&run);
}
