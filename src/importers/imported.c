/* imported.c: filling in what an importer makes. */
#include "importers/imported.h"

#include "core/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void import_fail(struct import_fault *fault, int line, const char *format, ...)
{
    if (import_failed(fault)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault->message, sizeof fault->message, format, arguments);
    va_end(arguments);
    fault->line = line;
}

bool import_failed(const struct import_fault *fault)
{
    return fault->message[0] != '\0';
}

void import_check_text(struct import_fault *fault, struct import_text text)
{
    const char *zero = memchr(text.bytes, '\0', text.length);
    if (zero != NULL) {
        import_fail(fault, text_line(text.bytes, zero), "there is a zero byte: this is no text file");
    }
}

static void add(struct imported *imported, const struct imported_setting *setting, int line)
{
    const struct parameter *parameter = setting->parameter;
    if (!(setting->value >= parameter_least(parameter) && setting->value <= parameter_greatest(parameter))) {
        char least[QUANTITY_TEXT];
        char most[QUANTITY_TEXT];
        (void)parameter_print(parameter, parameter->min, least, sizeof least);
        (void)parameter_print(parameter, parameter->max, most, sizeof most);
        import_fail(&imported->fault, line, "%.80s is %.17g: %s from %s to %s is expected (%s)", setting->comment,
                    setting->value, parameter->label, least, most, parameter->key);
    } else if (imported->setting_count < IMPORT_SETTINGS) {
        imported->setting[imported->setting_count++] = *setting;
    }
}

void imported_set(struct imported *imported, const char *key, double value, int line, const char *format, ...)
{
    struct imported_setting setting = {.parameter = parameter_find(key), .value = value};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(setting.comment, sizeof setting.comment, format, arguments);
    va_end(arguments);
    add(imported, &setting, line);
}

void imported_assume(struct imported *imported, const char *key, double value, const char *format, ...)
{
    struct imported_setting setting = {.parameter = parameter_find(key), .value = value, .assumed = true};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(setting.comment, sizeof setting.comment, format, arguments);
    va_end(arguments);
    add(imported, &setting, 0);
}

double imported_value(const struct imported *imported, const char *key, double fallback)
{
    for (int i = 0; i < imported->setting_count; i++) {
        if (strcmp(imported->setting[i].parameter->key, key) == 0) {
            return imported->setting[i].value;
        }
    }
    return fallback;
}

void imported_note(struct imported *imported, const char *format, ...)
{
    if (imported->note_count == IMPORT_NOTES) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(imported->note[imported->note_count++], IMPORT_NOTE, format, arguments);
    va_end(arguments);
}

int import_count(const char *text)
{
    long count = 0;
    const size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < digits && count <= INT_MAX; i++) {
        count = 10 * count + (text[i] - '0');
    }
    return digits == 0 || count > INT_MAX ? -1 : (int)count;
}
