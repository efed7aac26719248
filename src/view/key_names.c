/* key_names.c: names of keys that are no character. */
#include "view/key_names.h"

#include "core/character.h"
#include "view/event.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct key_name {
    const char *name;
    int key;
} key_names[] = {
    {"Up", KEY_CODE_UP},
    {"Down", KEY_CODE_DOWN},
    {"Left", KEY_CODE_LEFT},
    {"Right", KEY_CODE_RIGHT},
    {"S-Left", KEY_CODE_SHIFT_LEFT},
    {"S-Right", KEY_CODE_SHIFT_RIGHT},
    {"Home", KEY_CODE_HOME},
    {"End", KEY_CODE_END},
    {"PageUp", KEY_CODE_PAGE_UP},
    {"PageDown", KEY_CODE_PAGE_DOWN},
    {"Backspace", KEY_CODE_BACKSPACE},
    {"Delete", KEY_CODE_DELETE},
    {"Tab", KEY_CODE_TAB},
    {"S-Tab", KEY_CODE_BACK_TAB},
    {"Enter", KEY_CODE_ENTER},
    {"Esc", KEY_CODE_ESCAPE},
    {"Space", ' '},
    {"lt", '<'},
};

enum { KEY_NAMES = sizeof key_names / sizeof key_names[0] };

static struct key_read read_named_key(const char *text)
{
    const size_t length = strcspn(text + 1, ">");
    if (text[1 + length] != '>') {
        return (struct key_read){0};
    }
    const int bytes = (int)length + 2;
    if (length == 3 && text[1] == 'C' && text[2] == '-') {
        return (struct key_read){.key = KEY_CONTROL(text[3]), .bytes = bytes};
    }
    for (int i = 0; i < KEY_NAMES; i++) {
        if (strlen(key_names[i].name) == length && strncmp(text + 1, key_names[i].name, length) == 0) {
            return (struct key_read){.key = key_names[i].key, .bytes = bytes};
        }
    }
    return (struct key_read){0};
}

struct key_read key_read(const char *text)
{
    if (text[0] == '<') {
        return read_named_key(text);
    }
    const struct character character = character_read(text);
    return (struct key_read){.key = (int)character.code, .bytes = character.bytes};
}

void key_name_print(int key, char *text, size_t size)
{
    enum { CONTROLS = 0x20, LETTERS = 0x40, FIRST_NAMED = KEY_CODE_UP };
    char bytes[CHARACTER_BYTES + 1] = "";
    (void)snprintf(text, size, "that key");
    for (int i = 0; i < KEY_NAMES; i++) {
        if (key_names[i].key == key && key_names[i].key != '<') {
            (void)snprintf(text, size, "%s", key_names[i].name);
            return;
        }
    }
    if (key > 0 && key < CONTROLS) {
        (void)snprintf(text, size, "^%c", key + LETTERS);
    } else if (key > 0 && key < FIRST_NAMED && !character_is_control((uint32_t)key) &&
               character_columns((uint32_t)key) > 0) {
        bytes[character_write((uint32_t)key, bytes)] = '\0';
        (void)snprintf(text, size, "%s", bytes);
    }
}

const char *key_names_wrong(const char *text)
{
    while (*text != '\0') {
        const int bytes = key_read(text).bytes;
        if (bytes == 0) {
            return text;
        }
        text += bytes;
    }
    return NULL;
}
