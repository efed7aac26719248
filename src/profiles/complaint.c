/* complaint.c: a list of complaints about files. */
#include "profiles/complaint.h"

#include "profiles/printable.h"

#include <stdarg.h>
#include <stdio.h>

void complain(struct complaint_list *complaints, struct place place, const char *format, ...)
{
    const int index = complaints->count++;
    if (index >= complaints->capacity) {
        return;
    }
    char message[sizeof complaints->list->text];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);

    char text[sizeof message + PROFILE_PATH];
    if (place.line > 0) {
        (void)snprintf(text, sizeof text, "%.*s:%d: %s", PROFILE_PATH - 32, place.label, place.line, message);
    } else {
        (void)snprintf(text, sizeof text, "%.*s: %s", PROFILE_PATH - 32, place.label, message);
    }
    printable_copy(complaints->list[index].text, sizeof complaints->list[index].text, text);
}
