/* character.h: characters of UTF-8 text, and the columns they take.
 *
 * The widths are our own, so that a layout is the same in every locale and without one.
 */
#ifndef RINGSIDE_CORE_CHARACTER_H
#define RINGSIDE_CORE_CHARACTER_H

#include <stdbool.h>
#include <stdint.h>

/* What stands for bytes that are no UTF-8. */
#define CHARACTER_REPLACEMENT 0xFFFDu

enum { CHARACTER_BYTES = 4 }; /* the longest in UTF-8 */

struct character {
    uint32_t code;
    int bytes; /* that it takes in the text; 0 only at the end */
};

/* The character at the start of a text that ends with a zero byte.
 *
 *   returned  CHARACTER_REPLACEMENT over one byte for what is no UTF-8: a stray or missing byte, a surrogate, a longer
 *             way to write a shorter code
 */
struct character character_read(const char *text);

/* Write one character; returns its bytes. No zero byte is added. What is no character is written as the replacement. */
int character_write(uint32_t code, char out[CHARACTER_BYTES]);

/* C0 and C1 controls: never drawn. */
bool character_is_control(uint32_t code);

/* Columns that a character takes: 0 for controls, combining marks and invisible ones, 2 for East Asian wide ones and
 * emoji, else 1.
 *
 *   source    Unicode 15, EastAsianWidth.txt (W and F) and the general categories Mn, Me and Cf, whole blocks where
 *             nearly all of a block is
 */
int character_columns(uint32_t code);

/* Columns of a text in one line. */
int text_columns(const char *text);

#endif
