/* text_file.c: inputs of the importers, whole or cut. */
#include "text_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LARGEST = 1 << 16, NAME = 400 };

struct import_text text_cut(struct import_text text, size_t length)
{
    char *bytes = malloc(length + 1);
    assert_non_null(bytes);
    memcpy(bytes, text.bytes, length);
    bytes[length] = '\0';
    return (struct import_text){.bytes = bytes, .length = length};
}

struct import_text text_of(const char *bytes)
{
    const struct import_text text = {.bytes = bytes, .length = strlen(bytes)};
    return text_cut(text, text.length);
}

struct import_text text_of_file(const char *path)
{
    static char bytes[LARGEST];
    char name[NAME];
    (void)snprintf(name, sizeof name, "%s/tests/data/importers/%s", RINGSIDE_SOURCE_DIR, path);
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fail_msg("%s cannot be opened", name);
    }
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    return text_cut((struct import_text){.bytes = bytes}, length);
}

void text_free(struct import_text text)
{
    free((void *)(uintptr_t)text.bytes);
}

void text_expect_refused(const struct refused_text *cases, size_t count,
                         struct import_fault (*read)(struct import_text text))
{
    for (size_t i = 0; i < count; i++) {
        const struct import_text text = text_of(cases[i].text);
        const struct import_fault fault = read(text);
        if (strstr(fault.message, cases[i].message) == NULL || fault.line != cases[i].line) {
            fail_msg("%s: line %d: %s", cases[i].text, fault.line, fault.message);
        }
        text_free(text);
    }
}

bool imported_has_note(const struct imported *imported, const char *words)
{
    for (int i = 0; i < imported->note_count; i++) {
        if (strstr(imported->note[i], words) != NULL) {
            return true;
        }
    }
    return false;
}

static void torture(struct import_text text, void (*read)(struct import_text text))
{
    static const char replacements[] = "\0\"{}[],:0-9< >/\n\x1b\xFFX";
    for (size_t length = 0; length <= text.length; length++) {
        const struct import_text cut = text_cut(text, length);
        read(cut);
        text_free(cut);
    }
    for (size_t at = 0; at < text.length; at++) {
        const struct import_text changed = text_cut(text, text.length);
        ((char *)(uintptr_t)changed.bytes)[at] = replacements[at % (sizeof replacements - 1)];
        read(changed);
        text_free(changed);
    }
}

void text_torture(const char *const *paths, size_t count, void (*read)(struct import_text text))
{
    for (size_t i = 0; i < count; i++) {
        const struct import_text text = text_of_file(paths[i]);
        torture(text, read);
        text_free(text);
    }
}
