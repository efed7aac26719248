/* refuse.c: complaints that several commands make. */
#include "cli/refuse.h"

#include "cli/commands.h"
#include "core/other_names.h"

int refuse_without_memory(FILE *errors)
{
    (void)fprintf(errors, "ringside: there is no memory left\n");
    return EXIT_BAD_INPUT;
}

int refuse_metric(FILE *errors, const char *command, const char *option, const char *key)
{
    (void)fprintf(errors, "ringside %s: %s: there is no figure \"%s\"%s\n", command, option, key,
                  metric_suggestion(key).text);
    return EXIT_BAD_INPUT;
}

int refuse_parameter(FILE *errors, const char *command, const char *option, const char *key)
{
    (void)fprintf(errors, "ringside %s: %s: there is no parameter \"%s\"%s\n", command, option, key,
                  parameter_suggestion(key).text);
    return EXIT_BAD_INPUT;
}

int refuse_choice(FILE *errors, const char *command, const char *word, const struct choice_list *choices)
{
    (void)fprintf(errors, "ringside %s: \"%s\" is none of", command, word);
    for (int i = 0; i < choices->count; i++) {
        (void)fprintf(errors, "%s %s", i > 0 ? "," : "", choices->names[i]);
    }
    (void)fputc('\n', errors);
    return EXIT_BAD_INPUT;
}
