/* imported.h: what an importer makes of a file: a preset that can be written, or why there is none.
 *
 * Importers are pure: they are given a text in memory and return a value. Nothing here opens a file or prints.
 */
#ifndef RINGSIDE_IMPORTERS_IMPORTED_H
#define RINGSIDE_IMPORTERS_IMPORTED_H

#include "core/parameters.h"

#include <stdbool.h>

enum {
    IMPORT_MESSAGE = 400,
    IMPORT_COMMENT = 120,
    IMPORT_NOTE = 240,
    IMPORT_TITLE = 120,
    IMPORT_SETTINGS = 40,
    IMPORT_NOTES = 24
};

/* What is wrong with a text; an empty message: nothing. */
struct import_fault {
    int line; /* 0: the text as a whole */
    char message[IMPORT_MESSAGE];
};

/* One value, and where it was read. */
struct imported_setting {
    const struct parameter *parameter;
    double value;
    bool assumed;                 /* the text does not say it */
    char comment[IMPORT_COMMENT]; /* which keys it was read from, or why it is assumed */
};

/* A model or a cluster. */
struct imported {
    struct import_fault fault;
    char name[NAME_LENGTH];   /* as the text calls itself; "": it does not say */
    char family[NAME_LENGTH]; /* of a model, for want of a name; "": it does not say, or a cluster */
    char title[IMPORT_TITLE];
    char gpu[NAME_LENGTH]; /* cluster: what its GPU is most likely called; "": a model */
    char gpu_comment[IMPORT_COMMENT];
    struct imported_setting setting[IMPORT_SETTINGS];
    int setting_count;
    char note[IMPORT_NOTES][IMPORT_NOTE]; /* a sentence each: what was assumed, and what is not priced */
    int note_count;
};

/* A text in memory. A zero follows its `length` bytes. */
struct import_text {
    const char *bytes;
    size_t length;
};

/* Say what is wrong. The first fault stays. */
__attribute__((format(printf, 3, 4))) void import_fail(struct import_fault *fault, int line, const char *format, ...);
bool import_failed(const struct import_fault *fault);

/* A fault where a text holds a zero byte. */
void import_check_text(struct import_fault *fault, struct import_text text);

/* Add a value, with a comment; a value out of its parameter's range is a fault. */
__attribute__((format(printf, 5, 6))) void imported_set(struct imported *imported, const char *key, double value,
                                                        int line, const char *format, ...);

/* The same of a value that nobody stated. */
__attribute__((format(printf, 4, 5))) void imported_assume(struct imported *imported, const char *key, double value,
                                                           const char *format, ...);

/* The value that was set; `fallback` if none was. */
double imported_value(const struct imported *imported, const char *key, double fallback);

/* Add a note. */
__attribute__((format(printf, 2, 3))) void imported_note(struct imported *imported, const char *format, ...);

/* A whole number >= 0 at the beginning of a text, like the 12 of "12 GPUs"; -1 if there is none, or none below 2^31. */
int import_count(const char *text);

#endif
