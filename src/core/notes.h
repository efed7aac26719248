/* notes.h: what a reader of a result must know besides its figures: warnings and assumptions, as sentences. */
#ifndef RINGSIDE_CORE_NOTES_H
#define RINGSIDE_CORE_NOTES_H

#include "core/result.h"
#include "core/scenario.h"

enum { NOTE_LENGTH = 240, NOTE_COUNT = 16 };

struct notes {
    char text[NOTE_COUNT][NOTE_LENGTH];
    int count;
};

/* Collect the notes of a result, the most important first.
 *
 *   given     a scenario; its result
 *   returned  up to NOTE_COUNT sentences; none of a result that is not valid
 *   example   "Near the memory limit: allocators retry there, and measured runs slow down by 10 to 30 %."
 */
struct notes notes_of(const struct scenario *scenario, const struct result *result);

/* Make room for a note before others; of a full list the last one goes.
 *
 *   given     how many notes stay before it, at most as many as there are
 *   returned  where it is to be written, NOTE_LENGTH characters with the end
 */
char *notes_insert(struct notes *notes, int place);

#endif
