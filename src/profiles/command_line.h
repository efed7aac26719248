/* command_line.h: the command line that opens a scenario: what options.h reads, written. */
#ifndef RINGSIDE_PROFILES_COMMAND_LINE_H
#define RINGSIDE_PROFILES_COMMAND_LINE_H

#include "core/scenario.h"
#include "profiles/catalogue.h"

#include <stddef.h>

enum { COMMAND_LINE_BYTES = 1 << 15, COMMAND_LINE_WORDS = 256 };

/* Words for a shell, each quoted as it needs; an option and its value are one: "--model 'Llama 3 70B'". */
struct command_line {
    char bytes[COMMAND_LINE_BYTES]; /* the words one after the other, each with its zero */
    int start[COMMAND_LINE_WORDS];
    int count;
    size_t length; /* of bytes in use */
};

/* The words that give a scenario: "ringside", presets, and --set for each parameter that differs from them.
 *
 *   note      it starts from a model and a cluster, or from a scenario preset where that leaves fewer words: either is
 *             named, so that the line means the same wherever it is read
 */
struct command_line command_line_of(const struct scenario *scenario, const struct catalogue *catalogue);

/* Add an option with its value. */
void command_line_add(struct command_line *line, const char *option, const char *value);

const char *command_line_word(const struct command_line *line, int index);

/* Write it on lines of at most so many columns: all but the last end in a backslash, so that a shell reads them as one.
 *
 *   given     columns; 0 for one line; text with room for `size` bytes
 *   returned  the length that the whole text has; a word that needs more than a line is broken behind its option, and
 *             nowhere else
 */
size_t command_line_print(const struct command_line *line, int columns, char *text, size_t size);

#endif
