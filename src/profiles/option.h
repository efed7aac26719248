/* option.h: a row of a table of options, and how a word is held against it.
 *
 * The same row is what reading, help and shell completion know of an option. A table ends with a row without a name.
 */
#ifndef RINGSIDE_PROFILES_OPTION_H
#define RINGSIDE_PROFILES_OPTION_H

#include "core/choices.h"

#include <stdbool.h>
#include <stddef.h>

/* What a value, or a word behind a command, can be: for shell completion. */
enum candidates {
    CANDIDATES_NONE,
    CANDIDATES_CHOICES, /* the option's own list */
    CANDIDATES_FILES,
    CANDIDATES_FOLDERS,
    CANDIDATES_MODELS,
    CANDIDATES_GPUS,
    CANDIDATES_CLUSTERS,
    CANDIDATES_SCENARIOS,
    CANDIDATES_THEMES,
    CANDIDATES_TABS,     /* their names */
    CANDIDATES_LESSONS,  /* their numbers */
    CANDIDATES_SETTINGS, /* KEY=VALUE */
    CANDIDATES_METRICS,
    CANDIDATES_KEYS, /* of figures and of parameters */
    CANDIDATES_LISTS,
    CANDIDATES_OPERATIONS,
    CANDIDATES_SHELLS,
    CANDIDATES_COMMANDS,
    CANDIDATES_COUNT
};

struct option {
    const char *name;                  /* --format */
    const char *value;                 /* KEY,...: what its value is called; NULL: it takes none, or one of `choices` */
    const struct choice_list *choices; /* the values there are; NULL: any */
    enum candidates candidates;
    const char *help;
    size_t member; /* which member of the struct that is read into its value goes into */
};

/* A word that may be an option: "--name" or "--name=value". */
struct option_word {
    size_t name_length; /* bytes */
    const char *value;  /* behind the '='; NULL: none */
};
struct option_word option_split(const char *word);

/* Row of the option whose name is the first `length` bytes of a word; -1 if the table has none of that name. */
int option_find(const struct option *options, const char *word, size_t length);

bool option_takes_value(const struct option *option);

/* An option as it stands on the command line. */
struct option_taken {
    const struct option *option; /* NULL: the word is none of the table's */
    const char *value;           /* of one that takes none its name */
    int words;                   /* 1 or 2; -1: its value is missing; 0: it is none of the table's */
};

/* Hold a word against a table, and the one behind it if it is the value.
 *
 *   given     table; argc, argv; index of the word
 *   note      both "--name value" and "--name=value" are understood
 */
struct option_taken option_take(const struct option *options, int argc, char *const argv[], int index);

/* What an option's value is called: "text|json|csv", "KEY=VALUE"; "" if it takes none.
 *
 *   returned  bytes, as snprintf() does
 */
size_t option_value_print(const struct option *option, char *text, size_t size);

#endif
