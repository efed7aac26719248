/* words.h: comparing names that people type. */
#ifndef RINGSIDE_CORE_WORDS_H
#define RINGSIDE_CORE_WORDS_H

#include <stdbool.h>

/* Slips that turn one word into the other: a character more, less or another, or two neighbours in the wrong order;
 * INT_MAX for words too long to be ours.
 *
 *   source    Damerau 1964, in the form that changes no character twice
 */
int word_distance(const char *one, const char *other);

/* Whether a word so far from a name may be meant for it: one slip, or one for every three characters of the longer
 * one. */
bool word_is_near(const char *word, const char *name, int distance);

/* Whether a word is a name, or a part of it between dots, letter case ignored: "nic" of nic.bandwidth, "MFU" of mfu. */
bool word_is_part(const char *word, const char *name);

/* The word of a list that a mistyped one most likely meant.
 *
 *   given     word; names, asked for one by one; how many
 *   returned  place of the first name that it is a part of, else of the nearest; -1 if none is near
 */
int word_nearest(const char *word, const char *(*name_at)(int index), int count);

#endif
