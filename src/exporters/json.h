/* json.h: writing JSON, value by value (RFC 8259). */
#ifndef RINGSIDE_EXPORTERS_JSON_H
#define RINGSIDE_EXPORTERS_JSON_H

#include <stdbool.h>
#include <stdio.h>

/* Objects and arrays within one another, at most. */
enum { JSON_WRITE_DEPTH = 8 };

/* A document as it is written: one value a line, nested values indented. */
struct json {
    FILE *output;
    int depth;
    bool filled[JSON_WRITE_DEPTH]; /* whether a value stands before the next one at that depth */
};

/* Each writes one value. `key` names it in an object; it is NULL in an array and at the top.
 *
 *   note      a number that is not finite is null. Text is UTF-8; bytes that are not become U+FFFD
 */
void json_object(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array(struct json *json, const char *key);
void json_array_end(struct json *json);
void json_text(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, double value);
void json_truth(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

/* End the document's last line. */
void json_end(struct json *json);

#endif
