/* refuse.c: how a command complains, and the complaints that several make. */
#include "cli/refuse.h"

#include "cli/commands.h"
#include "core/other_names.h"
#include "profiles/printable.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

enum { COMPLAINT_ROOM = 2000 };

void complaint_print(FILE *errors, const char *format, ...)
{
    char text[COMPLAINT_ROOM];
    char shown[COMPLAINT_ROOM];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const bool ends_line = format[strlen(format) - 1] == '\n';
    if (ends_line) {
        *strrchr(text, '\n') = '\0';
    }
    (void)printable_copy(shown, sizeof shown, text);
    (void)fprintf(errors, "%s%s", shown, ends_line ? "\n" : "");
}

int refuse_without_memory(FILE *errors)
{
    complaint_print(errors, "ringside: there is no memory left\n");
    return EXIT_BAD_INPUT;
}

int refuse_metric(FILE *errors, const char *command, const char *option, const char *key)
{
    complaint_print(errors, "ringside %s: %s: there is no figure \"%s\"%s\n", command, option, key,
                    metric_suggestion(key).text);
    return EXIT_BAD_INPUT;
}

int refuse_parameter(FILE *errors, const char *command, const char *option, const char *key)
{
    complaint_print(errors, "ringside %s: %s: there is no parameter \"%s\"%s\n", command, option, key,
                    parameter_suggestion(key).text);
    return EXIT_BAD_INPUT;
}

int refuse_choice(FILE *errors, const char *command, const char *word, const struct choice_list *choices)
{
    complaint_print(errors, "ringside %s: \"%s\" is none of", command, word);
    for (int i = 0; i < choices->count; i++) {
        complaint_print(errors, "%s %s", i > 0 ? "," : "", choices->names[i]);
    }
    (void)fputc('\n', errors);
    return EXIT_BAD_INPUT;
}
