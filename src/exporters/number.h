/* number.h: numbers for programs to read. */
#ifndef RINGSIDE_EXPORTERS_NUMBER_H
#define RINGSIDE_EXPORTERS_NUMBER_H

#include <stddef.h>

enum { NUMBER_TEXT = 32 };

/* Write a number with the fewest digits that read back as the same double.
 *
 *   given     text with room for NUMBER_TEXT bytes; a finite value
 *   returned  the length written
 *   note      the decimal point is '.' in every locale; a whole number below 2^53 has neither point nor exponent
 */
size_t number_print(char *text, double value);

#endif
