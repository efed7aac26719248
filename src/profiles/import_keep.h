/* import_keep.h: importing into the user's own presets: the file's kind is told by its text, and the preset is written
 * where user presets live, and in force at once.
 */
#ifndef RINGSIDE_PROFILES_IMPORT_KEEP_H
#define RINGSIDE_PROFILES_IMPORT_KEEP_H

#include "profiles/catalogue.h"
#include "profiles/import.h"

/* What importing gave. */
struct import_kept {
    bool kept;
    enum profile_kind kind;
    const struct profile *profile; /* a model or a cluster, which the catalogue owns; NULL of measurements */
    char path[PROFILE_PATH];       /* of the new preset */
    char assumed_gpu[NAME_LENGTH]; /* as import_result has it */
    char message[600];             /* why it is not kept */
};

/* Import a file of another program, and keep the preset under XDG_CONFIG_HOME, else in ~/.config.
 *
 *   given     path; what the user is looking at, which stands for what the file does not say; presets, to which the
 *             new one is added
 *   returned  what is kept, or why nothing is: a preset's file that is there is never replaced
 */
struct import_kept import_keep(const char *path, const struct import_wishes *wishes, struct catalogue *catalogue);

#endif
