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

/* Calls `read` with a text cut at every length, and with every byte of it replaced by some that have a meaning. */
void text_torture(struct import_text text, void (*read)(struct import_text text));

#endif
