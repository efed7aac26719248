/* letters.h: letters and digits of ASCII. What <ctype.h> says of them may depend on the locale, and names of keys,
 * presets and units must not. */
#ifndef RINGSIDE_CORE_LETTERS_H
#define RINGSIDE_CORE_LETTERS_H

#include <stdbool.h>

static inline char letter_lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static inline char letter_upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static inline bool letter_is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static inline bool letter_is_alphabetic(char letter)
{
    return letter_lower(letter) >= 'a' && letter_lower(letter) <= 'z';
}

static inline bool letter_is_alphanumeric(char letter)
{
    return letter_is_alphabetic(letter) || letter_is_digit(letter);
}

/* Whether two names are one, whatever letters are capitals. */
static inline bool names_are_same(const char *one, const char *other)
{
    while (*one != '\0' && letter_lower(*one) == letter_lower(*other)) {
        one++;
        other++;
    }
    return *one == *other;
}

#endif
