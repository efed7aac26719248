/* start.h: what the explorer and a snapshot both start from: options, presets, a scenario, a theme. */
#ifndef RINGSIDE_VIEW_START_H
#define RINGSIDE_VIEW_START_H

#include "profiles/measurements.h"
#include "profiles/screen_options.h"
#include "profiles/theme.h"
#include "view/glyphs.h"
#include "view/measured.h"
#include "view/script.h"

#include <stdbool.h>

struct app;

/* Whose options are read. */
enum screen_command { COMMAND_EXPLORER, COMMAND_SNAPSHOT };

/* All that was loaded. */
struct start {
    bool ready;
    bool bare;                     /* no option says what to look at */
    char message[OPTIONS_MESSAGE]; /* why not */
    struct screen_options options;
    struct catalogue *catalogue; /* NULL before it was loaded */
    struct scenario now, preset;
    struct measured measured;  /* the run that --measurement names, the figure of --measured or of a scenario's file */
    const struct theme *theme; /* of --theme; NULL: not given */
    struct script *script;     /* of --script; NULL: not given */
    int tab;                   /* of --tab, 1 to TAB_COUNT; 0: not given */
    int lesson;                /* of --lesson, from 1 on; 0: not given */
};

/* Read the options, load the presets, resolve the scenario.
 *
 *   given     argc, argv with a name at 0
 *   returned  `ready`, or a message; start_free() is due either way
 */
struct start start_read(enum screen_command command, int argc, char *const argv[]);
void start_free(struct start *start);

/* An app, all zero before, that begins as the options say; its tab and its lesson are opened when it has a size. */
void start_app(const struct start *start, struct app *app, const struct glyph_set *glyphs, const struct theme *theme);

/* The glyphs that the options ask for. */
enum charset start_charset(const struct start *start);

/* Complain on standard error, in the signs of the locale. */
void start_say(enum screen_command command, const char *message);

/* A theme by its exact name, else one without any colour. */
const struct theme *start_theme(const struct start *start, const char *name);

#endif
