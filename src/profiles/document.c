/* document.c: one configuration file in memory. */
#include "profiles/document.h"

#include "core/text.h"
#include "profiles/guard.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a line begins; the end of the text where it has no such line. */
static const char *line_start(const char *text, int line)
{
    for (int i = 1; i < line && *text != '\0'; i++) {
        text += strcspn(text, "\n");
        text += *text == '\n' ? 1 : 0;
    }
    return text;
}

/* Parses document->text. */
static bool parse(struct document *document)
{
    config_init(&document->config);
    if (config_read_string(&document->config, document->text) == CONFIG_TRUE) {
        return true;
    }
    enum { SHOWN = 100 };
    const int line = config_error_line(&document->config);
    const char *start = line_start(document->text, line);
    start += strspn(start, " \t");
    const size_t length = strcspn(start, "\r\n");
    complain(document->complaints, (struct place){document->label, line}, "%s in or before \"%.*s\"",
             config_error_text(&document->config), length < SHOWN ? (int)length : SHOWN, start);
    config_destroy(&document->config);
    return false;
}

bool document_open(struct document *document, const char *bytes, size_t length)
{
    const struct guard_fault fault = guard_scan(bytes, length);
    if (fault.line != 0) {
        complain(document->complaints, (struct place){document->label, fault.line}, "%s", fault.message);
        return false;
    }
    document->text = malloc(length + 2);
    if (document->text == NULL) {
        complain(document->complaints, (struct place){document->label, 0}, "%s", strerror(ENOMEM));
        return false;
    }
    memcpy(document->text, bytes, length);
    memcpy(document->text + length, "\n", 2); /* a comment in the last line needs its end */
    if (!parse(document)) {
        free(document->text);
        return false;
    }
    return true;
}

void document_close(struct document *document)
{
    config_destroy(&document->config);
    free(document->text);
}

/* Whether the line that begins there holds a text. */
static bool line_holds(const char *line, const char *wanted)
{
    for (; *line != '\0' && *line != '\n'; line++) {
        if (text_starts_with(line, wanted)) {
            return true;
        }
    }
    return false;
}

/* Where the line before begins. */
static const char *line_before(const char *text, const char *line)
{
    line -= line > text ? 1 : 0; /* its end */
    while (line > text && line[-1] != '\n') {
        line--;
    }
    return line;
}

/* The line of a setting: libconfig names that of the token after it, so the name, or an element's text, is looked for
 * above. */
static int setting_line(const struct document *document, const config_setting_t *setting)
{
    const int named = (int)config_setting_source_line(setting);
    const char *name = config_setting_name(setting);
    const char *wanted = name != NULL ? name : config_setting_get_string(setting);
    const char *start = line_start(document->text, named);
    for (int line = named; wanted != NULL && line > 0; line--) {
        if (line_holds(start, wanted)) {
            return line;
        }
        start = line_before(document->text, start);
    }
    return named;
}

void document_complain(const struct document *document, const config_setting_t *setting, const char *format, ...)
{
    char message[sizeof document->complaints->list->text];
    if (document->complaints->count >= document->complaints->capacity) {
        document->complaints->count++; /* nobody reads it, and its line would be looked for */
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const int line = setting == NULL ? 1 : setting_line(document, setting);
    complain(document->complaints, (struct place){document->label, line}, "%s", message);
}

struct file_number document_number(const config_setting_t *setting)
{
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_INT:
        return (struct file_number){true, config_setting_get_int(setting)};
    case CONFIG_TYPE_INT64:
        return (struct file_number){true, (double)config_setting_get_int64(setting)};
    case CONFIG_TYPE_FLOAT:
        return (struct file_number){isfinite(config_setting_get_float(setting)), config_setting_get_float(setting)};
    default:
        return (struct file_number){0};
    }
}
