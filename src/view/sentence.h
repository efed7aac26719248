/* sentence.h: text that must fit: broken into lines, shortened by whole clauses.
 *
 * A clause ends with ". ", "; ", ": " or " · ". Text is cut inside a clause only where too little would be left
 * otherwise, and then between words.
 */
#ifndef RINGSIDE_VIEW_SENTENCE_H
#define RINGSIDE_VIEW_SENTENCE_H

#include "view/glyphs.h"

#include <stdbool.h>

enum { SENTENCE_LINES = 2, SENTENCE_LENGTH = 512 };

struct sentence {
    char line[SENTENCE_LINES][SENTENCE_LENGTH]; /* with the signs of the glyph set */
    int count;                                  /* of lines in use */
    bool whole;                                 /* nothing was left out */
};

/* Where a sentence must fit: columns of its first line and of the others, and how many lines there are. */
struct sentence_room {
    int first, others, lines;
};

/* Break a text into lines. */
struct sentence sentence_break(const struct glyph_set *glyphs, const char *text, struct sentence_room room);

/* A complaint about a file without the folders above its kind's: "gpus/mine.cfg:2: ..." of "/home/.../gpus/mine.cfg:2:
 * ...". The answer is part of the text. */
const char *sentence_without_folders(const char *text);

#endif
