/* document.c: comparing a file of the tree line by line, or writing it. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PATH_ROOM = 512, TEXT_ROOM = 1 << 19 };

static bool wants_writing(void)
{
    const char *golden = getenv("RINGSIDE_GOLDEN");
    return golden != NULL && strcmp(golden, "write") == 0;
}

static FILE *document_open(const struct document *document, const char *mode)
{
    char path[PATH_ROOM];
    (void)snprintf(path, sizeof path, "%s/%s", RINGSIDE_SOURCE_DIR, document->name);
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        fail_msg("%s cannot be opened; RINGSIDE_GOLDEN=write %s writes it", document->name, document->writer);
    }
    return file;
}

char *document_text(const struct document *document)
{
    FILE *file = document_open(document, "r");
    char *text = malloc(TEXT_ROOM);
    assert_non_null(text);
    const size_t length = fread(text, 1, TEXT_ROOM, file);
    (void)fclose(file);
    assert_true(length < TEXT_ROOM);
    text[length] = '\0';
    return text;
}

static void expect_same(const struct document *document, const char *got, const char *expected)
{
    for (int line = 1; *got != '\0' || *expected != '\0'; line++) {
        const size_t got_length = strcspn(got, "\n");
        const size_t expected_length = strcspn(expected, "\n");
        if (got_length != expected_length || strncmp(got, expected, got_length) != 0) {
            fail_msg("%s:%d differs; RINGSIDE_GOLDEN=write %s writes it\n  stands there  \"%.*s\"\n"
                     "  should        \"%.*s\"",
                     document->name, line, document->writer, (int)expected_length, expected, (int)got_length, got);
        }
        got += got_length + (got[got_length] == '\n' ? 1 : 0);
        expected += expected_length + (expected[expected_length] == '\n' ? 1 : 0);
    }
}

void document_hold(const struct document *document, const char *text)
{
    if (wants_writing()) {
        FILE *file = document_open(document, "w");
        (void)fputs(text, file);
        assert_int_equal(fclose(file), 0);
        return;
    }
    char *stands = document_text(document);
    expect_same(document, text, stands);
    free(stands);
}

void document_hold_part(const struct document *document, struct marks marks, const char *text)
{
    char *stands = document_text(document);
    const char *begin = strstr(stands, marks.begin);
    const char *end = begin == NULL ? NULL : strstr(begin + strlen(marks.begin), marks.end);
    if (end == NULL) {
        fail_msg("%s has lost its mark \"%s\", or its end \"%s\"", document->name, marks.begin, marks.end);
        return;
    }
    char *whole = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&whole, &size);
    assert_non_null(file);
    (void)fprintf(file, "%.*s%s%s", (int)(begin + strlen(marks.begin) - stands), stands, text, end);
    (void)fclose(file);
    document_hold(document, whole);
    free(whole);
    free(stands);
}
