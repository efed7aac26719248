/* printable.c: text from files and arguments, made safe to show. */
#include "profiles/printable.h"

#include <stdint.h>
#include <string.h>

/* U+FFFD, the replacement character, in UTF-8. */
static const char replacement[] = "\xEF\xBF\xBD";

/* One character of a text. */
struct character {
    uint32_t code;
    size_t bytes; /* that it takes; 0: what stands there is no UTF-8 */
};

/* Bytes that a character needs at least, so that longer ways to write it can be refused. */
static size_t encoded_length(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* Bytes that a first byte announces; 0 if no character starts with it. */
static size_t announced_length(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xC0 || first >= 0xF8) {
        return 0;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* The character at the start of a text that ends with a zero byte. */
static struct character decode(const char *text)
{
    static const unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *byte = (const unsigned char *)text;
    const size_t length = announced_length(byte[0]);
    uint32_t code = byte[0] & payload[length];
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) { /* the final zero stops here, too */
            return (struct character){0};
        }
        code = code << 6 | (byte[i] & 0x3F);
    }
    const int surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (length == 0 || surrogate || code > 0x10FFFF || encoded_length(code) != length) {
        return (struct character){0};
    }
    return (struct character){.code = code, .bytes = length};
}

/* Marks, embeddings, overrides and isolates of bidirectional text: with them a name can show as another. */
static int turns_direction(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

static int is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || turns_direction(code);
}

static int is_space(uint32_t code)
{
    return code == '\n' || code == '\t' || code == '\r';
}

size_t printable_copy(char *out, size_t size, const char *text)
{
    size_t written = 0;
    while (size > 0 && *text != '\0') {
        const struct character character = decode(text);
        const char *from = character.bytes == 0 ? replacement : is_space(character.code) ? " " : text;
        const size_t length = character.bytes == 0 ? sizeof replacement - 1 : character.bytes;
        text += character.bytes == 0 ? 1 : character.bytes;
        if (character.bytes != 0 && is_control(character.code) && !is_space(character.code)) {
            continue;
        }
        if (written + length >= size) {
            break;
        }
        memcpy(out + written, from, length);
        written += length;
    }
    if (size > 0) {
        out[written] = '\0';
    }
    return written;
}
