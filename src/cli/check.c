/* check.c: `ringside check`: whether files are profiles, and where not. */
#define _POSIX_C_SOURCE 200809L /* access */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "profiles/printable.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_PRESET_DIR };
enum { COMPLAINTS = 50 };

const struct option check_options[] = {
    [OPTION_PRESET_DIR] = PRESET_DIR_OPTION("presets of your own that the files may refer to"),
    {.name = NULL},
};

/* Print what is wrong with one file, or that nothing is. */
static bool check_file(const char *path, const struct catalogue *catalogue, FILE *output)
{
    struct complaint complaints[COMPLAINTS];
    char shown[PROFILE_PATH];
    (void)printable_copy(shown, sizeof shown, path);
    const int count = profile_check(path, catalogue, complaints, COMPLAINTS);
    for (int i = 0; i < count && i < COMPLAINTS; i++) {
        (void)fprintf(output, "%s\n", complaints[i].text);
    }
    if (count > COMPLAINTS) {
        (void)fprintf(output, "%s: %d more\n", shown, count - COMPLAINTS);
    }
    if (count == 0) {
        (void)fprintf(output, "%s: valid\n", shown);
    }
    return count == 0;
}

/* A file that cannot be opened is no answer about its contents. */
static bool is_readable(const char *path, FILE *errors)
{
    if (access(path, R_OK) != 0) { /* to open a FIFO would wait for a writer */
        complaint_print(errors, "ringside check: %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

int check_run(const struct program *program, const struct arguments *arguments)
{
    struct catalogue *catalogue =
        presets_load(arguments->value[OPTION_PRESET_DIR], PRESETS_BUT_MEASUREMENTS, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_DONE;
    for (int i = 0; i < arguments->word_count; i++) {
        if (!is_readable(arguments->words[i], program->errors)) {
            status = EXIT_BAD_INPUT;
        } else if (!check_file(arguments->words[i], catalogue, program->output) && status == EXIT_DONE) {
            status = EXIT_ANSWER_NO;
        }
    }
    catalogue_free(catalogue);
    return status;
}
