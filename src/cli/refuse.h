/* refuse.h: how a command complains, and the complaints that several make. */
#ifndef RINGSIDE_CLI_REFUSE_H
#define RINGSIDE_CLI_REFUSE_H

#include "core/choices.h"

#include <stdio.h>

/* Print a complaint, or a part of one: as fprintf() does, but for what files and arguments may hold. A terminal does
 * what a control character says, so they are left out, and a line break within a name becomes a blank. */
__attribute__((format(printf, 2, 3))) void complaint_print(FILE *errors, const char *format, ...);

/* Complaints that are worded once. All return the status of bad input. */
int refuse_without_memory(FILE *errors);

/* A key that is in no table, and the one that may have been meant.
 *
 *   given     where to complain; the command, and the option behind which the key stands
 */
int refuse_metric(FILE *errors, const char *command, const char *option, const char *key);
int refuse_parameter(FILE *errors, const char *command, const char *option, const char *key);

/* A word that is none of a list: "tcsh" is none of bash, zsh, fish. */
int refuse_choice(FILE *errors, const char *command, const char *word, const struct choice_list *choices);

#endif
