/* deliver.c: a result that goes to standard output, or to the file that -o names. */
#include "cli/deliver.h"

#include "cli/refuse.h"
#include "profiles/save.h"

#include <string.h>

int deliver_result(const struct program *program, const char *command, const char *text, size_t length,
                   const char *path, const char *force)
{
    if (path == NULL || strcmp(path, "-") == 0) {
        (void)fwrite(text, 1, length, program->output);
        return EXIT_DONE;
    }
    const struct save_result result =
        force != NULL ? file_replace(path, text, length) : file_create(path, text, length);
    if (!result.saved) {
        complaint_print(program->errors, "ringside %s: %s%s\n", command, result.message,
                        result.is_there ? "; --force replaces it" : "");
    }
    return result.saved ? EXIT_DONE : EXIT_BAD_INPUT;
}
