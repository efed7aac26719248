/* option.c: words held against a table of options. */
#include "profiles/option.h"

#include <stdio.h>
#include <string.h>

struct option_word option_split(const char *word)
{
    const char *equals = strchr(word, '=');
    return (struct option_word){
        .name_length = equals == NULL ? strlen(word) : (size_t)(equals - word),
        .value = equals == NULL ? NULL : equals + 1,
    };
}

int option_find(const struct option *options, const char *word, size_t length)
{
    for (int row = 0; options[row].name != NULL; row++) {
        if (strlen(options[row].name) == length && strncmp(options[row].name, word, length) == 0) {
            return row;
        }
    }
    return -1;
}

bool option_takes_value(const struct option *option)
{
    return option->value != NULL || option->choices != NULL;
}

struct option_taken option_take(const struct option *options, int argc, char *const argv[], int index)
{
    const struct option_word word = option_split(argv[index]);
    const int row = option_find(options, argv[index], word.name_length);
    if (row < 0 || (word.value != NULL && !option_takes_value(&options[row]))) {
        return (struct option_taken){.words = 0};
    }
    const struct option *option = &options[row];
    if (!option_takes_value(option)) {
        return (struct option_taken){.option = option, .value = option->name, .words = 1};
    }
    if (word.value != NULL) {
        return (struct option_taken){.option = option, .value = word.value, .words = 1};
    }
    const bool there = index + 1 < argc;
    return (struct option_taken){.option = option, .value = there ? argv[index + 1] : NULL, .words = there ? 2 : -1};
}

size_t option_value_print(const struct option *option, char *text, size_t size)
{
    if (option->choices == NULL) {
        return (size_t)snprintf(text, size, "%s", option->value == NULL ? "" : option->value);
    }
    size_t used = 0;
    for (int i = 0; i < option->choices->count && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "|" : "", option->choices->names[i]);
    }
    return used;
}
