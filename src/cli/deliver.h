/* deliver.h: a result that goes to standard output, or to the file that -o names. */
#ifndef RINGSIDE_CLI_DELIVER_H
#define RINGSIDE_CLI_DELIVER_H

#include "cli/commands.h"

/* Rows of a command's table that deliver_result() needs. */
/* clang-format off */
#define OUTPUT_OPTION {.name = "-o", .value = "FILE", .candidates = CANDIDATES_FILES, .help = "write there, and not to standard output"}
#define FORCE_OPTION {.name = "--force", .help = "replace the file if it is there"}
/* clang-format on */

/* Write a result.
 *
 *   given     the program; the command's name, for messages; the text; values of -o and --force, NULL: not given
 *   returned  exit status. A file is written as a whole or not at all, and never over another without --force
 */
int deliver_result(const struct program *program, const char *command, const char *text, size_t length,
                   const char *path, const char *force);

#endif
