/* filter.c: matching words. */
#include "view/filter.h"

#include "core/letters.h"

#include <string.h>

static bool begins_with(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0' || letter_lower(text[i]) != letter_lower(word[i])) {
            return false;
        }
    }
    return true;
}

static bool contains(const char *text, const char *word, size_t length)
{
    for (; *text != '\0'; text++) {
        if (begins_with(text, word, length)) {
            return true;
        }
    }
    return false;
}

/* The next word of a filter, and its length; length 0 at the end. */
static const char *next_word(const char *filter, size_t *length)
{
    filter += strspn(filter, " ");
    *length = strcspn(filter, " ");
    return filter;
}

bool filter_matches(const char *filter, const char *text)
{
    size_t length = 0;
    for (const char *word = next_word(filter, &length); length > 0; word = next_word(word + length, &length)) {
        if (!contains(text, word, length)) {
            return false;
        }
    }
    return true;
}

struct filter_match filter_next(const char *filter, const char *text, int from)
{
    for (int start = from; text[start] != '\0'; start++) {
        size_t length = 0;
        for (const char *word = next_word(filter, &length); length > 0; word = next_word(word + length, &length)) {
            if (begins_with(text + start, word, length)) {
                return (struct filter_match){start, (int)length};
            }
        }
    }
    return (struct filter_match){0, 0};
}
