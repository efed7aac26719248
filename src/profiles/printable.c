/* printable.c: text from files and arguments, made safe to show. */
#include "profiles/printable.h"

#include "core/character.h"

#include <stdbool.h>
#include <string.h>

/* Marks, embeddings, overrides and isolates of bidirectional text: with them a name can show as another. */
static bool turns_direction(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

static bool is_space(uint32_t code)
{
    return code == '\n' || code == '\t' || code == '\r';
}

size_t printable_copy(char *out, size_t size, const char *text)
{
    size_t written = 0;
    while (size > 0 && *text != '\0') {
        const struct character character = character_read(text);
        const uint32_t code = is_space(character.code) ? ' ' : character.code;
        char encoded[CHARACTER_BYTES];
        const size_t length = (size_t)character_write(code, encoded);
        text += character.bytes;
        if (character_is_control(code) || turns_direction(code)) {
            continue;
        }
        if (written + length >= size) {
            break;
        }
        memcpy(out + written, encoded, length);
        written += length;
    }
    if (size > 0) {
        out[written] = '\0';
    }
    return written;
}
