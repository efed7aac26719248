/* builtin.h: the presets and themes that are part of the program, so that its one file needs no others.
 *
 * The build turns every .cfg file under presets/ and themes/ into an array (embed.cmake). A path names a file as the
 * layers that users add to do: "gpus/h100-sxm.cfg", "lessons/04-tensor.cfg", "themes/default.cfg".
 */
#ifndef RINGSIDE_PROFILES_BUILTIN_H
#define RINGSIDE_PROFILES_BUILTIN_H

#include <stddef.h>

struct builtin_file {
    const char *path;
    const unsigned char *bytes; /* a zero follows the last byte, so that they can be read as a string */
    size_t length;              /* bytes, without that zero */
};

/* All of them, in the order of their paths. */
extern const struct builtin_file builtin_files[];
extern const size_t builtin_file_count;

#endif
