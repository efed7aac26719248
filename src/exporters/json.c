/* json.c: punctuation, indentation, escapes. */
#include "exporters/json.h"

#include "core/character.h"
#include "exporters/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void print_character(FILE *output, uint32_t code)
{
    static const char escaped[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    const char *escape = code < 0x80 ? memchr(escaped, (int)code, sizeof escaped - 1) : NULL;
    char encoded[CHARACTER_BYTES];
    if (escape != NULL) {
        (void)fprintf(output, "\\%c", letters[escape - escaped]);
    } else if (code < 0x20 || code == 0x7f) {
        (void)fprintf(output, "\\u%04x", (unsigned)code);
    } else {
        (void)fwrite(encoded, 1, (size_t)character_write(code, encoded), output);
    }
}

static void print_text(FILE *output, const char *text)
{
    (void)fputc('"', output);
    while (*text != '\0') {
        const struct character character = character_read(text);
        print_character(output, character.code);
        text += character.bytes;
    }
    (void)fputc('"', output);
}

static void new_line(const struct json *json)
{
    (void)fprintf(json->output, "\n%*s", 2 * json->depth, "");
}

/* What stands before a value: comma, line break, key. */
static void begin_value(struct json *json, const char *key)
{
    if (json->filled[json->depth]) {
        (void)fputc(',', json->output);
    }
    json->filled[json->depth] = true;
    if (json->depth > 0) {
        new_line(json);
    }
    if (key != NULL) {
        print_text(json->output, key);
        (void)fputs(": ", json->output);
    }
}

static void open_level(struct json *json, const char *key, char bracket)
{
    assert(json->depth + 1 < JSON_WRITE_DEPTH);
    begin_value(json, key);
    (void)fputc(bracket, json->output);
    json->depth++;
    json->filled[json->depth] = false;
}

static void close_level(struct json *json, char bracket)
{
    assert(json->depth > 0);
    const bool filled = json->filled[json->depth];
    json->depth--;
    if (filled) {
        new_line(json);
    }
    (void)fputc(bracket, json->output);
}

void json_object(struct json *json, const char *key)
{
    open_level(json, key, '{');
}

void json_object_end(struct json *json)
{
    close_level(json, '}');
}

void json_array(struct json *json, const char *key)
{
    open_level(json, key, '[');
}

void json_array_end(struct json *json)
{
    close_level(json, ']');
}

void json_text(struct json *json, const char *key, const char *text)
{
    begin_value(json, key);
    print_text(json->output, text);
}

void json_number(struct json *json, const char *key, double value)
{
    char text[NUMBER_TEXT];
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    begin_value(json, key);
    (void)number_print(text, value);
    (void)fputs(text, json->output);
}

void json_truth(struct json *json, const char *key, bool value)
{
    begin_value(json, key);
    (void)fputs(value ? "true" : "false", json->output);
}

void json_null(struct json *json, const char *key)
{
    begin_value(json, key);
    (void)fputs("null", json->output);
}

void json_end(struct json *json)
{
    (void)fputc('\n', json->output);
}
