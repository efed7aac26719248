/* other_names.h: what parameters and figures are called elsewhere: by PyTorch, DeepSpeed, Megatron-LM, Hugging Face,
 * vLLM, benchmarks and in speech. Nobody has to know our keys to find them: help and messages read this table.
 */
#ifndef RINGSIDE_CORE_OTHER_NAMES_H
#define RINGSIDE_CORE_OTHER_NAMES_H

#include <stdbool.h>

/* One parameter or figure. */
struct other_names {
    const char *key;   /* of the parameter or the figure */
    const char *words; /* its other names, separated by spaces: small letters, underscores for dashes */
    const char *usage; /* a clause for a message, where its key alone does not say how to set it; may be NULL */
};

/* The table, and its length. */
extern const struct other_names other_names[];
extern const int other_names_count;

/* The other names of a key, separated by spaces; "" where it has none. */
const char *other_names_of(const char *key);

/* Whether a word is one of them, whole. */
bool other_names_have(const char *key, const char *word);

/* The row that has a word among its names.
 *
 *   given     word: letter case, leading dashes, and dashes for underscores do not matter; where to begin to look
 *   returned  place of the first such row from there on; -1: there is none
 */
int other_names_find(const char *word, int from);

enum { SUGGESTION_LENGTH = 200 };

/* What to say of a key that there is none of. */
struct suggestion {
    char text[SUGGESTION_LENGTH]; /* "; did you mean zero (3 is FSDP)?" */
};

/* Behind "there is no parameter X" and "there is no figure X": the keys that go by that name, or else the nearest
 * key, or else which list has them all. */
struct suggestion parameter_suggestion(const char *key);
struct suggestion metric_suggestion(const char *key);
struct suggestion key_suggestion(const char *key); /* of either kind; a key that it is a part of comes first */

/* Behind "there is no option X": how the parameter is set that it would be if each were an option (--tp, --gpus), or
 * that others call so (--tensor-parallel-size); "" where there is none.
 *
 *   given     the word, with or without "=VALUE"
 *   example   "a parameter is set so: --set tp=VALUE"
 */
struct suggestion option_suggestion(const char *option);

#endif
