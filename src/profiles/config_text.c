/* config_text.c: writing libconfig's format into the caller's memory. */
#include "profiles/config_text.h"

#include <stdarg.h>
#include <stdio.h>

void config_print(struct config_text *output, const char *format, ...)
{
    const size_t room = output->length < output->size ? output->size - output->length : 0;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(room == 0 ? NULL : output->text + output->length, room, format, arguments);
    va_end(arguments);
    output->length += length > 0 ? (size_t)length : 0;
}

void config_print_quoted(struct config_text *output, const char *text)
{
    config_print(output, "\"");
    for (; *text != '\0'; text++) {
        config_print(output, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    config_print(output, "\"");
}
