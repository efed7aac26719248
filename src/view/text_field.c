/* text_field.c: editing one line. */
#include "view/text_field.h"

#include "core/character.h"
#include "view/event.h"

#include <string.h>

/* Bytes of the character before or after the caret. */
static int bytes_before(const struct text_field *field)
{
    int bytes = 0;
    while (bytes < field->caret) {
        bytes++;
        if (((unsigned char)field->text[field->caret - bytes] & 0xC0) != 0x80) {
            break;
        }
    }
    return bytes;
}

static int bytes_after(const struct text_field *field)
{
    int bytes = 0;
    while (field->caret + bytes < field->length) {
        bytes++;
        if (((unsigned char)field->text[field->caret + bytes] & 0xC0) != 0x80) {
            break;
        }
    }
    return bytes;
}

/* Bytes from the caret to the end, its zero included. */
static size_t bytes_to_end(const struct text_field *field)
{
    return (size_t)field->length - (size_t)field->caret + 1;
}

static void erase_before(struct text_field *field, int bytes)
{
    memmove(field->text + field->caret - bytes, field->text + field->caret, bytes_to_end(field));
    field->caret -= bytes;
    field->length -= bytes;
}

static void erase_after(struct text_field *field, int bytes)
{
    field->caret += bytes;
    erase_before(field, bytes);
}

/* Bytes of the word before the caret, with the blanks after it. */
static int word_before(const struct text_field *field)
{
    int start = field->caret;
    while (start > 0 && field->text[start - 1] == ' ') {
        start--;
    }
    while (start > 0 && field->text[start - 1] != ' ') {
        start--;
    }
    return field->caret - start;
}

static bool is_character(int key)
{
    return key >= ' ' && key != 0x7F && key < KEY_CODE_UP;
}

static bool insert_character(struct text_field *field, int key)
{
    char bytes[CHARACTER_BYTES + 1] = "";
    if (!is_character(key)) {
        return false;
    }
    const int count = character_write((uint32_t)key, bytes);
    if (field->length + count >= FIELD_LENGTH) {
        return true;
    }
    memmove(field->text + field->caret + count, field->text + field->caret, bytes_to_end(field));
    memcpy(field->text + field->caret, bytes, (size_t)count);
    field->caret += count;
    field->length += count;
    return true;
}

static bool erases(int key)
{
    return key == KEY_CODE_BACKSPACE || key == KEY_CODE_DELETE || key == KEY_CONTROL('U') || key == KEY_CONTROL('W');
}

/* A key on a selected text; the key itself is done afterwards. */
static void end_selection(struct text_field *field, int key)
{
    if (erases(key) || is_character(key)) {
        *field = (struct text_field){.length = 0};
    }
    field->selected = false;
}

bool text_field_key(struct text_field *field, int key)
{
    if (field->selected) {
        end_selection(field, key);
    }
    switch (key) {
    case KEY_CODE_BACKSPACE:
        erase_before(field, bytes_before(field));
        return true;
    case KEY_CODE_DELETE:
        erase_after(field, bytes_after(field));
        return true;
    case KEY_CODE_LEFT:
        field->caret -= bytes_before(field);
        return true;
    case KEY_CODE_RIGHT:
        field->caret += bytes_after(field);
        return true;
    case KEY_CODE_HOME:
        field->caret = 0;
        return true;
    case KEY_CODE_END:
        field->caret = field->length;
        return true;
    case KEY_CONTROL('U'):
        erase_before(field, field->caret);
        return true;
    case KEY_CONTROL('W'):
        erase_before(field, word_before(field));
        return true;
    default:
        return insert_character(field, key);
    }
}
