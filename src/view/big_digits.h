/* big_digits.h: numbers in digits that a room can read: 6 x 5 cells each, of whole blocks, so that ASCII has them, too.
 */
#ifndef RINGSIDE_VIEW_BIG_DIGITS_H
#define RINGSIDE_VIEW_BIG_DIGITS_H

#include "view/surface.h"

enum { BIG_DIGIT_ROWS = 5 };

/* Columns of a number: digits and a point; what is neither takes a blank digit. */
int big_digits_columns(const char *number);

/* Draw it from a place on; returns the column after it. */
int big_digits_draw(struct surface *surface, int row, int column, const char *number, struct style style);

#endif
