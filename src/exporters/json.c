/* json.c: punctuation, indentation, escapes. */
#include "exporters/json.h"

#include "exporters/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Length of the UTF-8 character at `text`; 0 if there is none (RFC 3629: no surrogates, no overlong forms). */
static int character_length(const unsigned char *text)
{
    static const struct {
        unsigned char first, last; /* of the first byte */
        unsigned char least, most; /* of the second */
        int length;
    } forms[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (text[0] < forms[i].first || text[0] > forms[i].last) {
            continue;
        }
        bool whole = forms[i].length == 1 || (text[1] >= forms[i].least && text[1] <= forms[i].most);
        for (int at = 2; whole && at < forms[i].length; at++) {
            whole = text[at] >= 0x80 && text[at] <= 0xbf;
        }
        return whole ? forms[i].length : 0;
    }
    return 0;
}

static void print_character(FILE *output, const unsigned char *text, int length)
{
    static const char escaped[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    const char *escape = length == 1 ? memchr(escaped, text[0], sizeof escaped - 1) : NULL;
    if (escape != NULL) {
        (void)fprintf(output, "\\%c", letters[escape - escaped]);
    } else if (length == 1 && (text[0] < 0x20 || text[0] == 0x7f)) {
        (void)fprintf(output, "\\u%04x", text[0]);
    } else {
        (void)fwrite(text, 1, (size_t)length, output);
    }
}

static void print_text(FILE *output, const char *text)
{
    static const unsigned char replacement[] = "\xef\xbf\xbd";
    const unsigned char *at = (const unsigned char *)text;
    (void)fputc('"', output);
    while (*at != '\0') {
        const int length = character_length(at);
        print_character(output, length > 0 ? at : replacement, length > 0 ? length : 3);
        at += length > 0 ? length : 1;
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
