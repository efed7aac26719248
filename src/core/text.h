/* text.h: places in a text, and text that is written into room of the caller's. */
#ifndef RINGSIDE_CORE_TEXT_H
#define RINGSIDE_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool text_starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Copy a word of so many bytes into room of the caller's; false, with as much as there is room for, if it is longer. */
static inline bool text_copy_word(char *room, size_t size, const char *word, size_t length)
{
    const size_t copied = length < size ? length : size - 1;
    memcpy(room, word, copied);
    room[copied] = '\0';
    return copied == length;
}

/* The line in which a byte of a text stands, from 1. */
static inline int text_line(const char *text, const char *byte)
{
    int line = 1;
    for (; text < byte; text++) {
        line += *text == '\n' ? 1 : 0;
    }
    return line;
}

/* Text that grows in the caller's room and is cut where that ends. Room of 0 bytes may be NULL: then the length is only
 * counted. */
struct text_writer {
    char *text;
    size_t size;   /* of the room, the final zero included */
    size_t length; /* of the whole, with what had no room */
};

static inline struct text_writer text_begin(char *room, size_t size)
{
    struct text_writer writer = {.size = size};
    writer.text = room;
    return writer;
}

static inline void text_add_bytes(struct text_writer *writer, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, writer->length++) {
        if (writer->length + 1 < writer->size) {
            writer->text[writer->length] = bytes[i];
        }
    }
}

static inline void text_add(struct text_writer *writer, const char *text)
{
    text_add_bytes(writer, text, strlen(text));
}

/* Close the text with its zero.
 *
 *   returned  the length of the whole
 */
static inline size_t text_end(struct text_writer *writer)
{
    if (writer->size > 0) {
        writer->text[writer->length < writer->size ? writer->length : writer->size - 1] = '\0';
    }
    return writer->length;
}

#endif
