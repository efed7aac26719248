/* script.c: reading scripts. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "view/script.h"

#include "core/quantity.h"
#include "profiles/file_read.h"
#include "view/export.h"
#include "view/key_names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands behind a verb. */
enum script_rest { REST_NONE, REST_TEXT, REST_KEYS, REST_TIME, REST_FILE };

/* The longer of two that begin alike comes first. */
static const struct verb {
    const char *word;
    enum script_verb verb;
    enum script_rest rest;
} verbs[SCRIPT_VERBS] = {
    {"keys", SCRIPT_KEYS, REST_KEYS},     {"wait for", SCRIPT_WAIT_FOR, REST_TEXT},
    {"wait", SCRIPT_WAIT, REST_TIME},     {"expect not", SCRIPT_EXPECT_NOT, REST_TEXT},
    {"expect", SCRIPT_EXPECT, REST_TEXT}, {"write", SCRIPT_WRITE, REST_FILE},
    {"quit", SCRIPT_QUIT, REST_NONE},
};

bool script_needs_rest(enum script_verb verb)
{
    return verb != SCRIPT_KEYS && verb != SCRIPT_WAIT && verb != SCRIPT_WAIT_FOR;
}

__attribute__((format(printf, 3, 4))) static bool refuse(struct script *script, int number, const char *format, ...)
{
    char text[SCRIPT_MESSAGE / 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)snprintf(script->message, sizeof script->message, "%.150s:%d: %s", script->path, number, text);
    return false;
}

/* The verb that a line begins with; NULL: none. */
static const struct verb *verb_of(const char *line)
{
    for (int i = 0; i < SCRIPT_VERBS; i++) {
        const size_t length = strlen(verbs[i].word);
        if (strncmp(line, verbs[i].word, length) == 0 && (line[length] == '\0' || line[length] == ' ')) {
            return &verbs[i];
        }
    }
    return NULL;
}

static bool check_rest(struct script *script, struct script_line *line, enum script_rest rest)
{
    const char *wrong = rest == REST_KEYS ? key_names_wrong(line->text) : NULL;
    struct quantity time;
    if (rest != REST_NONE && line->text[0] == '\0') {
        return refuse(script, line->number, "something is missing behind the word, like `%s`",
                      rest == REST_KEYS   ? "keys <Right>5"
                      : rest == REST_TIME ? "wait 500ms"
                      : rest == REST_FILE ? "write screen.svg"
                                          : "expect fits");
    }
    if (wrong != NULL) {
        return refuse(script, line->number, "\"%.30s\": no key is called so; <Up> <Enter> <Esc> <C-r> <lt> are names",
                      wrong);
    }
    if (rest == REST_FILE && export_kind_of(line->text) == NULL) {
        char list[128];
        export_list(list, sizeof list);
        return refuse(script, line->number, "\"%.40s\": the name's end says what is written: %s", line->text, list);
    }
    if (rest == REST_TIME) {
        time = quantity_parse(line->text, UNIT_SECONDS);
        line->seconds = time.value;
        return time.valid || refuse(script, line->number, "\"%.40s\": a time is expected, like 500ms", line->text);
    }
    return true;
}

static bool read_line(struct script *script, char *text, int number)
{
    char *begin = text + strspn(text, " \t");
    size_t length = strlen(begin);
    while (length > 0 && strchr(" \t\r", begin[length - 1]) != NULL) {
        begin[--length] = '\0';
    }
    if (length == 0 || begin[0] == '#') {
        return true;
    }
    const struct verb *verb = verb_of(begin);
    if (verb == NULL) {
        return refuse(script, number, "\"%.40s\": keys, wait, expect, write or quit is expected", begin);
    }
    if (script->count == SCRIPT_LINES) {
        return refuse(script, number, "a script has %d lines at most", SCRIPT_LINES);
    }
    struct script_line *line = &script->line[script->count++];
    const char *rest = begin + strlen(verb->word);
    *line = (struct script_line){.verb = verb->verb, .number = number, .text = rest + strspn(rest, " \t")};
    return check_rest(script, line, verb->rest);
}

/* All lines of script->bytes. */
static bool read_lines(struct script *script)
{
    int number = 1;
    for (char *line = script->bytes; line != NULL; number++) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        if (!read_line(script, line, number)) {
            return false;
        }
        line = end;
    }
    return true;
}

struct script *script_parse(const char *path, const char *text)
{
    struct script *script = calloc(1, sizeof *script);
    if (script == NULL) {
        return NULL;
    }
    script->path = path;
    script->bytes = strdup(text);
    script->valid = script->bytes != NULL && read_lines(script);
    return script;
}

struct script *script_read(const char *path)
{
    const struct file_bytes file = file_read(path);
    struct script *script = script_parse(path, file.bytes != NULL ? file.bytes : "");
    if (script != NULL && file.bytes == NULL) {
        script->valid = false;
        (void)snprintf(script->message, sizeof script->message, "%.200s: %s", path, file.message);
    }
    free(file.bytes);
    return script;
}

void script_free(struct script *script)
{
    if (script != NULL) {
        free(script->bytes);
        free(script);
    }
}
