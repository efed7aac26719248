/* fuzz.c: what all drivers need. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_require(bool holds, const char *sentence)
{
    if (!holds) {
        (void)fprintf(stderr, "not so: %s\n", sentence);
        abort();
    }
}

void *fuzz_memory(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

char *fuzz_text(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_memory(length + 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

struct catalogue *fuzz_presets(void)
{
    static const struct catalogue_paths nowhere = {.without_measurements = true};
    static struct catalogue *catalogue;
    if (catalogue == NULL) {
        catalogue = catalogue_load(&nowhere);
    }
    return catalogue;
}

/* libconfig loses a text that it has read where what follows is a mistake. LeakSanitizer asks by this name. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libconfig";
}
