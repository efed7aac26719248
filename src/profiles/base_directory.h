/* base_directory.h: where files of the user's own are, by the XDG base directory specification. Private to profiles. */
#ifndef RINGSIDE_PROFILES_BASE_DIRECTORY_H
#define RINGSIDE_PROFILES_BASE_DIRECTORY_H

/* A directory in two parts, one behind the other. */
struct base_directory {
    const char *path;  /* NULL: there is none */
    const char *inner; /* "/.config", or "" */
};

/* Find one.
 *
 *   given     what its variable says (XDG_CONFIG_HOME), and HOME; NULL: not set. Where it is in the home folder where
 *             the variable is not set
 *   returned  the directory; a path that is not absolute counts as not set
 */
struct base_directory base_directory_find(const char *stated, const char *home, const char *inner);

#endif
