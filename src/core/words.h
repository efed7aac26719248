/* words.h: comparing names that people type. */
#ifndef RINGSIDE_CORE_WORDS_H
#define RINGSIDE_CORE_WORDS_H

#include <stdbool.h>

/* Insertions, deletions and replacements of one character that turn one word into the other; INT_MAX for words too long
 * to be ours.
 */
int word_distance(const char *one, const char *other);

/* Whether a word so far from a name may be a slip of the hand: a third of the name's length. */
bool word_is_near(const char *name, int distance);

/* The word of a list that a mistyped one most likely meant.
 *
 *   given     word; names, asked for one by one; how many
 *   returned  place of the nearest name, or -1 if none is within a third of its length (Levenshtein distance)
 */
int word_nearest(const char *word, const char *(*name_at)(int index), int count);

#endif
