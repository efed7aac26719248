/* scenario_file.h: scenarios that the user keeps in files of their own: opening and saving one. */
#ifndef RINGSIDE_PROFILES_SCENARIO_FILE_H
#define RINGSIDE_PROFILES_SCENARIO_FILE_H

#include "profiles/save.h"

/* What opening gave. */
struct scenario_opened {
    bool opened;
    struct scenario scenario;
    struct measured_figure figure;                    /* what its user measured; its metric is NULL: nothing */
    char message[sizeof((struct complaint){0}).text]; /* why not: file, line, what is expected */
};

/* Read a scenario's file: the presets that it names, and what it sets besides. */
struct scenario_opened scenario_open(const char *path, const struct catalogue *catalogue);

/* Write a scenario as scenario_print() does, in place of the whole file.
 *
 *   given     what was measured of it, or NULL
 *   note      over a file that holds a scenario its name, title and source stay, and so do the comments that it begins
 *             with; the comments beside its values are those of the parameter table
 */
struct save_result scenario_save(const char *path, const struct scenario *scenario,
                                 const struct measured_figure *figure, const struct catalogue *catalogue);

#endif
