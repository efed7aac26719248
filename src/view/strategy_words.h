/* strategy_words.h: the sizes of a strategy as people write them: "TP8 PP16". */
#ifndef RINGSIDE_VIEW_STRATEGY_WORDS_H
#define RINGSIDE_VIEW_STRATEGY_WORDS_H

#include <stddef.h>

struct strategy_size {
    const char *name; /* "TP"; NULL ends a list */
    int value;
};

/* Write those that divide something, which 1 does not. */
void strategy_words_print(const struct strategy_size *sizes, char *text, size_t size);

/* One more word, behind a blank where others stand. */
void strategy_words_add(char *text, size_t size, const char *word);

#endif
