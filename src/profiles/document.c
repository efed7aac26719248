/* document.c: one configuration file in memory. */
#include "profiles/document.h"

#include "profiles/guard.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of one line, for a message. */
static int line_length(const char *text, int line, const char **start)
{
    for (int i = 1; i < line && text != NULL; i++) {
        const char *end = strchr(text, '\n');
        text = end == NULL ? NULL : end + 1;
    }
    *start = text == NULL ? "" : text + strspn(text, " \t");
    const size_t length = strcspn(*start, "\r\n");
    return length > 100 ? 100 : (int)length;
}

/* Parses document->text. */
static bool parse(struct document *document)
{
    config_init(&document->config);
    if (config_read_string(&document->config, document->text) == CONFIG_TRUE) {
        return true;
    }
    const int line = config_error_line(&document->config);
    const char *start = "";
    const int length = line_length(document->text, line, &start);
    complain(document->complaints, (struct place){document->label, line}, "%s in or before \"%.*s\"",
             config_error_text(&document->config), length, start);
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

/* Whether a line holds a text. */
static bool line_holds(const char *text, int line, const char *wanted)
{
    const char *start = "";
    (void)line_length(text, line, &start);
    const char *found = strstr(start, wanted);
    return found != NULL && found < start + strcspn(start, "\n");
}

/* The line of a setting: libconfig names that of the token after it, so the name, or an element's text, is looked for
 * above. */
static int setting_line(const struct document *document, const config_setting_t *setting)
{
    const int named = (int)config_setting_source_line(setting);
    const char *name = config_setting_name(setting);
    const char *wanted = name != NULL ? name : config_setting_get_string(setting);
    for (int line = named; wanted != NULL && line > 0; line--) {
        if (line_holds(document->text, line, wanted)) {
            return line;
        }
    }
    return named;
}

void document_complain(const struct document *document, const config_setting_t *setting, const char *format, ...)
{
    char message[sizeof document->complaints->list->text];
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
