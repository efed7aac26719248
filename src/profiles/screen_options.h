/* screen_options.h: the options of the explorer and of `ringside snapshot`, besides those of the scenario.
 *
 * The screen reads its words by these rows; help, the manual and shell completion name the same.
 */
#ifndef RINGSIDE_PROFILES_SCREEN_OPTIONS_H
#define RINGSIDE_PROFILES_SCREEN_OPTIONS_H

#include "profiles/option.h"
#include "profiles/options.h"

#include <stdbool.h>

/* The options as words; of those without a value the name. NULL: not given. Strings are borrowed from argv. */
struct screen_options {
    struct options scenario;
    const char *theme;
    const char *size;
    const char *tab;
    const char *ask;
    const char *lesson;
    const char *measured;
    const char *format;
    const char *keys;
    const char *script;
    const char *signs; /* --ascii or --utf8, whichever comes last */
    const char *no_mouse;
};

/* A row for each of them. */
extern const struct option explorer_options[];
extern const struct option snapshot_options[];

/* How a snapshot is drawn: a place in picture_names. */
enum picture { PICTURE_TEXT, PICTURE_ANSI, PICTURE_SVG, PICTURE_COUNT };

extern const struct choice_list picture_names;

/* Take one option of a table, if it is one of its rows: option_take(). */
struct option_taken screen_options_take(struct screen_options *options, const struct option *table, int argc,
                                        char *const argv[], int index);

/* Whether an option says how the screen looks, not what is on it. */
bool screen_option_is_of_looks(const struct option *option);

/* Whether ASCII was asked for, or all glyphs. */
bool screen_options_want_ascii(const struct screen_options *options);
bool screen_options_want_utf8(const struct screen_options *options);

#endif
