/* strategy_words.c: the sizes of a strategy in words. */
#include "view/strategy_words.h"

#include <stdio.h>
#include <string.h>

enum { WORD_LENGTH = 32 };

void strategy_words_add(char *text, size_t size, const char *word)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", word);
}

void strategy_words_print(const struct strategy_size *sizes, char *text, size_t size)
{
    text[0] = '\0';
    for (; sizes->name != NULL; sizes++) {
        char word[WORD_LENGTH];
        (void)snprintf(word, sizeof word, "%s%d", sizes->name, sizes->value);
        if (sizes->value > 1) {
            strategy_words_add(text, size, word);
        }
    }
}
