/* json_read.h: reading JSON where it stands, for config.json.
 *
 * A document is checked as a whole once; after that a value is the place in the text where it begins, and looking
 * something up is walking there. Nothing is allocated, and every value knows its line, which an error has to name. It
 * is ours because of that, and so that the one-file program needs no further library.
 *
 * Besides RFC 8259 it takes NaN, Infinity and -Infinity, which Python writes into such files.
 */
#ifndef RINGSIDE_IMPORTERS_JSON_READ_H
#define RINGSIDE_IMPORTERS_JSON_READ_H

#include "importers/imported.h"

enum json_type { JSON_NONE, JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

/* Objects and arrays within one another, at most. */
enum { JSON_READ_DEPTH = 64 };

/* A value in a document that was checked. */
struct json_value {
    const char *at; /* NULL: there is none */
};

/* Check a document.
 *
 *   given     a text, with a zero behind it
 *   returned  what is wrong, in which line. Everything below holds only for a text without fault
 */
struct import_fault json_check(struct import_text text);

/* The value that the document is. */
struct json_value json_root(struct import_text text);

enum json_type json_type(struct json_value value);

/* A member of an object, of those with the same name the last; "rope_scaling.factor" goes down. */
struct json_value json_member(struct json_value object, const char *path);

/* The first item of an array, and the one behind another. */
struct json_value json_first(struct json_value array);
struct json_value json_next(struct json_value item);

/* A number; NAN if the value is none. */
double json_as_number(struct json_value value);

/* Whether it is true, and whether it is that text. */
bool json_is_true(struct json_value value);
bool json_is_text(struct json_value value, const char *text);

/* A text or any other value as it is written, cut to fit; escapes stay as they are, but for \" and \\. */
size_t json_copy(struct json_value value, char *out, size_t size);

/* The line where a value begins, from 1. */
int json_line(struct import_text text, struct json_value value);

#endif
