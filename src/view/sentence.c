/* sentence.c: breaking and shortening sentences. */
#include "view/sentence.h"

#include "core/character.h"
#include "view/surface.h"

#include <stdio.h>
#include <string.h>

/* Blanks, and the dot that separates clauses: no line begins with them. */
static const char *skip_separators(const char *text, const char *separator)
{
    for (;;) {
        if (*text == ' ') {
            text++;
        } else if (strncmp(text, separator, strlen(separator)) == 0 && text[strlen(separator)] == ' ') {
            text += strlen(separator);
        } else {
            return text;
        }
    }
}

/* Bytes of the words that fit; of a word that is too long for a line, what fits of it. */
static int fitting_bytes(const char *text, int columns)
{
    int words = 0;
    int bytes = 0;
    int used = 0;
    for (;;) {
        const struct character character = character_read(text + bytes);
        if (character.code == ' ' || character.bytes == 0) {
            words = bytes;
        }
        const int wide = character_columns(character.code);
        if (character.bytes == 0 || used + wide > columns) {
            break;
        }
        used += wide;
        bytes += character.bytes;
    }
    return words > 0 ? words : bytes;
}

static void drop_end(char *text, size_t length, const char *separator)
{
    const size_t dot = strlen(separator);
    while (length > 0) {
        if (text[length - 1] == ' ') {
            length--;
        } else if (length > dot && text[length - dot - 1] == ' ' && strncmp(text + length - dot, separator, dot) == 0) {
            length -= dot;
        } else {
            break;
        }
    }
    text[length] = '\0';
}

/* Where a clause ends, going on from a place: the bytes that belong to it; 0: no clause ends there. */
static size_t clause_end(const char *text, size_t place, const char *separator)
{
    const size_t dot = strlen(separator);
    const char *here = text + place;
    if (place == 0 || here[0] == '\0' || here[1] == '\0') {
        return 0;
    }
    if (text[place - 1] == ' ' && strncmp(here, separator, dot) == 0 && here[dot] == ' ') {
        return place;
    }
    const bool ends_word = text[place - 1] != ' ' && here[1] == ' ';
    return ends_word && here[0] == '.' ? place + 1 : ends_word && strchr(";:", here[0]) != NULL ? place : 0;
}

/* Whether a colon closes a lone word behind a full stop or a semicolon, which says nothing alone: "; memory: ...". */
static bool leads_on(const char *text, size_t place)
{
    size_t word = place;
    while (word > 0 && text[word - 1] != ' ') {
        word--;
    }
    return text[place] == ':' && word > 1 && strchr(";.", text[word - 2]) != NULL;
}

/* Leave out the last clause; false where there is but one. */
static bool drop_clause(char *text, const char *separator)
{
    size_t end = 0;
    for (size_t i = 1; text[i] != '\0'; i++) {
        const size_t clause = clause_end(text, i, separator);
        end = clause > 0 && !leads_on(text, i) ? clause : end;
    }
    drop_end(text, end > 0 ? end : strlen(text), separator);
    return end > 0;
}

/* Bytes of the first line: where both fit, it ends with a clause, and the rest stands in the second. */
static int first_line_bytes(const char *text, const char *separator, struct sentence_room room)
{
    const int words = fitting_bytes(text, room.first);
    if (room.lines < 2 || text[words] == '\0') {
        return words;
    }
    for (int place = words; place > 0; place--) {
        const size_t end = clause_end(text, (size_t)place, separator);
        if (end > 0 && (int)end <= words && text_columns(text + end) <= room.others) {
            const char marks[] = ";:";
            return strchr(marks, text[end]) != NULL ? (int)end + 1 : (int)end;
        }
    }
    return words;
}

/* Lines of a text, as many as there is room for. */
static struct sentence fill(const char *text, const char *separator, struct sentence_room room)
{
    struct sentence sentence = {.count = 0};
    while (*text != '\0' && sentence.count < room.lines && sentence.count < SENTENCE_LINES) {
        char *line = sentence.line[sentence.count];
        const int bytes =
            sentence.count == 0 ? first_line_bytes(text, separator, room) : fitting_bytes(text, room.others);
        (void)snprintf(line, SENTENCE_LENGTH, "%.*s", bytes, text);
        drop_end(line, strlen(line), separator);
        text = skip_separators(text + bytes, separator);
        sentence.count++;
        if (bytes == 0) {
            break;
        }
    }
    sentence.whole = *text == '\0';
    return sentence;
}

/* The last line of what is cut between words. */
static void add_ellipsis(const struct glyph_set *glyphs, struct sentence *sentence, struct sentence_room room)
{
    char *line = sentence->line[sentence->count - 1];
    const char *ellipsis = glyphs->utf8 ? "…" : "...";
    const int columns = sentence->count == 1 ? room.first : room.others;
    const int left = columns - text_columns(ellipsis);
    line[left > 0 ? fitting_bytes(line, left) : 0] = '\0';
    drop_end(line, strlen(line), glyphs->sign[SIGN_SEPARATOR]);
    (void)strncat(line, ellipsis, SENTENCE_LENGTH - strlen(line) - 1);
}

struct sentence sentence_break(const struct glyph_set *glyphs, const char *text, struct sentence_room room)
{
    char all[SENTENCE_LENGTH];
    char shorter[SENTENCE_LENGTH];
    const char *separator = glyphs->sign[SIGN_SEPARATOR];
    glyphs_text(glyphs, text, all, sizeof all);
    memcpy(shorter, all, sizeof shorter);
    const struct sentence whole = fill(all, separator, room);
    struct sentence sentence = whole;
    const int least = (room.first + room.others * (room.lines - 1)) / 2; /* less would waste the room */
    while (!sentence.whole && drop_clause(shorter, separator)) {
        sentence = fill(shorter, separator, room);
    }
    if (sentence.whole && text_columns(shorter) >= (text_columns(all) < least ? 0 : least)) {
        sentence.whole = whole.whole;
        return sentence;
    }
    sentence = whole;
    if (sentence.count > 0) {
        add_ellipsis(glyphs, &sentence, room);
    }
    return sentence;
}

const char *sentence_without_folders(const char *text)
{
    const char *end = strstr(text, ": ");
    const char *file = text;   /* after the last slash */
    const char *folder = text; /* after the one before */
    for (const char *byte = text; end != NULL && byte < end; byte++) {
        if (*byte == '/') {
            folder = file;
            file = byte + 1;
        }
    }
    return folder;
}
