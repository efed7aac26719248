/* text_file.h: inputs of the importers, whole or cut, each in memory of exactly its size. */
#ifndef RINGSIDE_TESTS_IMPORTERS_TEXT_FILE_H
#define RINGSIDE_TESTS_IMPORTERS_TEXT_FILE_H

#include "importers/imported.h"

/* A file of tests/data/importers, to be freed by text_free(). */
struct import_text text_of_file(const char *path);

/* The first so many bytes of a text, copied: reading behind them is seen by the sanitizers. */
struct import_text text_cut(struct import_text text, size_t length);

/* A text of ours, copied. */
struct import_text text_of(const char *bytes);

void text_free(struct import_text text);

/* A text that is refused: in which line, and with which words in the message. */
struct refused_text {
    const char *text;
    int line;
    const char *message;
};

/* Fails unless each is refused so. */
void text_expect_refused(const struct refused_text *cases, size_t count,
                         struct import_fault (*read)(struct import_text text));

/* Whether something was guessed or left out with these words. */
bool imported_has_note(const struct imported *imported, const char *words);

/* Calls `read` with the text of each file cut at every length, and with every byte of it replaced by some that have a
 * meaning. */
void text_torture(const char *const *paths, size_t count, void (*read)(struct import_text text));

#endif
