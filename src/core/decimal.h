/* decimal.h: numbers as decimal digits and an exponent, free of the locale.
 *
 * strtod() and snprintf() take their decimal point from the locale. Neither is ever shown one here: a number is handed
 * over as a whole number with an exponent ("1.5" as "15e-1"), and digits are taken back from the form with an exponent.
 */
#ifndef RINGSIDE_CORE_DECIMAL_H
#define RINGSIDE_CORE_DECIMAL_H

enum {
    DECIMAL_DIGITS = 48, /* that are kept; more carry nothing */
    DECIMAL_EXACT = 17   /* that tell any two doubles apart */
};

/* The digits d0 d1 d2 ... stand for d0.d1d2... times ten to the exponent; no digits for zero. */
struct decimal {
    char digits[DECIMAL_DIGITS];
    int count;
    int exponent;
};

/* A number at the beginning of a text, and where the text goes on: NULL if there is no number. */
struct decimal_text {
    struct decimal decimal;
    const char *end;
};

/* Read digits with an optional point and exponent, without a sign. "5e" is a 5, followed by an e. */
struct decimal_text decimal_read(const char *text);

/* The double nearest to a decimal; infinite if it is too large for one. */
double decimal_value(const struct decimal *decimal);

/* A value > 0 rounded to 1 to 17 significant digits. */
struct decimal decimal_round(double value, int digits);

/* The fewest digits that decimal_value() gives back as the same value > 0. */
struct decimal decimal_shortest(double value);

#endif
