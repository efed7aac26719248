/* decimal.c: reading, rounding and shortest form of decimal numbers. */
#include "core/decimal.h"

#include "core/letters.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond any double, and far within an int. */
enum { EXPONENT_LIMIT = 9999 };

/* A whole number, held at the limit. */
static int read_whole(const char *digit)
{
    int whole = 0;
    for (; letter_is_digit(*digit); digit++) {
        whole = whole < EXPONENT_LIMIT ? whole * 10 + (*digit - '0') : whole;
    }
    return whole;
}

/* The first digit that is not zero sets the exponent: digits before the point raise it, zeros behind the point lower
 * it. */
static struct decimal_text read_digits(const char *text)
{
    struct decimal_text read = {.end = NULL};
    struct decimal *decimal = &read.decimal;
    bool point = false;
    const char *letter = text;
    for (; letter_is_digit(*letter) || (*letter == '.' && !point); letter++) {
        if (*letter == '.') {
            point = true;
            continue;
        }
        read.end = letter + 1;
        bool leading_zero = decimal->count == 0 && *letter == '0';
        bool moves = leading_zero ? point : !point;
        if (moves && abs(decimal->exponent) < EXPONENT_LIMIT) {
            decimal->exponent += point ? -1 : 1;
        }
        if (!leading_zero && decimal->count < DECIMAL_DIGITS) {
            decimal->digits[decimal->count++] = *letter;
        }
    }
    decimal->exponent -= 1; /* the first digit stands before the point */
    read.end = read.end == NULL ? NULL : letter;
    return read;
}

struct decimal_text decimal_read(const char *text)
{
    struct decimal_text read = read_digits(text);
    if (read.end == NULL || (*read.end != 'e' && *read.end != 'E')) {
        return read;
    }
    const char *sign = read.end + 1;
    const char *digit = *sign == '+' || *sign == '-' ? sign + 1 : sign;
    if (letter_is_digit(*digit)) {
        read.decimal.exponent += *sign == '-' ? -read_whole(digit) : read_whole(digit);
        read.end = digit + strspn(digit, "0123456789");
    }
    return read;
}

double decimal_value(const struct decimal *decimal)
{
    char text[DECIMAL_DIGITS + 16];
    if (decimal->count == 0) {
        return 0;
    }
    snprintf(text, sizeof text, "%.*se%d", decimal->count, decimal->digits, decimal->exponent - decimal->count + 1);
    return strtod(text, NULL);
}

struct decimal decimal_round(double value, int digits)
{
    char text[DECIMAL_DIGITS];
    struct decimal decimal = {.count = 0};
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    const char *letter = text;
    for (; *letter != 'e' && *letter != '\0'; letter++) {
        if (letter_is_digit(*letter)) { /* and not the locale's point */
            decimal.digits[decimal.count++] = *letter;
        }
    }
    decimal.exponent = *letter == 'e' ? (int)strtol(letter + 1, NULL, 10) : 0;
    return decimal;
}

struct decimal decimal_shortest(double value)
{
    for (int digits = 1; digits < DECIMAL_EXACT; digits++) {
        struct decimal decimal = decimal_round(value, digits);
        if (decimal_value(&decimal) == value) {
            return decimal;
        }
    }
    return decimal_round(value, DECIMAL_EXACT);
}
