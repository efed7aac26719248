/* profile_kind.h: which kind of preset a file is. Private to profiles. */
#ifndef RINGSIDE_PROFILES_PROFILE_KIND_H
#define RINGSIDE_PROFILES_PROFILE_KIND_H

#include "profiles/catalogue.h"
#include "profiles/file_read.h"

/* The kind that a file must be: by its folder, else by what stands in it.
 *
 *   returned  PROFILE_KIND_COUNT if neither tells
 */
enum profile_kind profile_kind_of(const char *path, const struct file_bytes *file);

#endif
