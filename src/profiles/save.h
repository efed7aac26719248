/* save.h: writing files so that nothing is lost. */
#ifndef RINGSIDE_PROFILES_SAVE_H
#define RINGSIDE_PROFILES_SAVE_H

#include "core/scenario.h"
#include "profiles/catalogue.h"

#include <stdbool.h>
#include <stddef.h>

/* What writing gave; an empty message if it went well. */
struct save_result {
    bool saved;
    bool is_there; /* a file of that name stood in the way */
    char message[600];
};

/* Replace a file as a whole: a temporary beside it, synced, renamed over it. A symbolic link stays one; the mode is
 * kept.
 *
 *   returned  on any failure the old file is untouched, no temporary is left, and the message says what and where
 */
struct save_result file_replace(const char *path, const char *text, size_t length);

/* Write a file that is not there yet, as a whole or not at all.
 *
 *   returned  not saved, with a message, if anything is there by that name
 */
struct save_result file_create(const char *path, const char *text, size_t length);

/* Make a folder and those above it, where they are not there.
 *
 *   given     its path, which is changed meanwhile
 *   returned  whether it is there; else errno says why not
 */
bool folder_make(char *folder);

/* What a scenario's file says besides the scenario. Empty texts are left out. */
struct scenario_heading {
    const char *comment; /* lines that the file begins with; without any it says what it is */
    size_t comment_length;
    const char *name, *title, *source;
    const char *measured; /* as measured_figure_print() writes it */
};

/* Write a scenario: the presets it is made of, and every value that differs from them, each with its unit and one line
 * of help.
 *
 *   given     heading, or NULL for none; text with room for `size` bytes
 *   returned  the length that the whole text has
 */
size_t scenario_print(const struct scenario *scenario, const struct scenario_heading *heading,
                      const struct catalogue *catalogue, char *text, size_t size);

/* The theme that the user chose last: kept in XDG_STATE_HOME, the only thing that is written unasked. */
bool theme_remember(const char *name);
size_t theme_recall(char *name, size_t size);

#endif
