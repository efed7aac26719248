/* refuse.c: complaints that several commands make. */
#include "cli/refuse.h"

#include "cli/commands.h"
#include "core/metrics.h"
#include "core/parameters.h"

int refuse_without_memory(FILE *errors)
{
    (void)fprintf(errors, "ringside: there is no memory left\n");
    return EXIT_BAD_INPUT;
}

/* Behind "there is no ...": the nearest key, or where all of them are listed. */
static void print_way_on(FILE *errors, const char *nearest, const char *list)
{
    if (nearest != NULL) {
        (void)fprintf(errors, "; did you mean %s?\n", nearest);
    } else {
        (void)fprintf(errors, "; `ringside list %s` names them all\n", list);
    }
}

int refuse_metric(FILE *errors, const char *command, const char *option, const char *key)
{
    const struct metric *nearest = metric_nearest(key);
    (void)fprintf(errors, "ringside %s: %s: there is no figure \"%s\"", command, option, key);
    print_way_on(errors, nearest == NULL ? NULL : nearest->key, "metrics");
    return EXIT_BAD_INPUT;
}

int refuse_parameter(FILE *errors, const char *command, const char *option, const char *key)
{
    const struct parameter *nearest = parameter_nearest(key);
    (void)fprintf(errors, "ringside %s: %s: there is no parameter \"%s\"", command, option, key);
    print_way_on(errors, nearest == NULL ? NULL : nearest->key, "parameters");
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
