/* file_names.h: names of files as people type them: "~/" is the home folder, and half a name can be completed. */
#ifndef RINGSIDE_PROFILES_FILE_NAMES_H
#define RINGSIDE_PROFILES_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_NAME_LENGTH = 512, FILE_CANDIDATES_LENGTH = 400 };

struct file_name {
    char path[FILE_NAME_LENGTH];
};

/* The path that a typed name means.
 *
 *   given     typed; the extension that the name of a new file gets where it has another or none (".cfg"), or "" for
 *             none
 */
struct file_name file_name_read(const char *typed, const char *extension);

/* Add a name to a file's, as a part of it: small letters and digits, one dash for all else.
 *
 *   given     name; the text so far, with room for `size` bytes
 */
void file_name_add(const char *name, char *text, size_t size);

bool file_exists(const char *path);

/* A name completed from what is there. */
struct file_completion {
    char typed[FILE_NAME_LENGTH];            /* longer, where all candidates go on alike; a folder ends in '/' */
    int count;                               /* of candidates */
    char candidates[FILE_CANDIDATES_LENGTH]; /* "a.cfg  b.cfg", in order, as many as fit */
};

/* Complete a typed name.
 *
 *   given     typed; the extension that files must have, or "" for any
 *   note      hidden files are among the candidates where the name begins with a dot
 */
struct file_completion file_complete(const char *typed, const char *extension);

#endif
