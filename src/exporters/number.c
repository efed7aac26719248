/* number.c: the shortest decimal form of a double. */
#include "exporters/number.h"

#include "core/decimal.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Digits that a decimal keeps on its way through a double and back: any shorter form shows among the first 15. */
enum { DECIMAL_KEPT = 15 };

/* 2^53: below, a whole number is exact as one. */
#define WHOLE_LIMIT 9007199254740992.0

/* The shortest form by printing and reading back, in three steps instead of seventeen: right for every double. */
static struct decimal shortest_printed(double value)
{
    for (int digits = DECIMAL_KEPT; digits < DECIMAL_EXACT; digits++) {
        struct decimal decimal = decimal_round(value, digits);
        if (decimal_value(&decimal) == value) {
            while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0') {
                decimal.count--;
            }
            return decimal;
        }
    }
    return decimal_round(value, DECIMAL_EXACT);
}

/* A value scaled to 17 digits before the point, as a whole number and what is beyond a double. */
struct scaled {
    bool known;   /* false: only printing tells */
    double whole; /* between 1e16 and 1e17, which has no fraction */
    double rest;
    double half; /* a decimal nearer than this to the value reads back as the value */
    int exponent;
};

/* Powers of ten that a double holds exactly. */
static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { TENS = sizeof tens / sizeof tens[0] };

/* One product or quotient with its rounding error, which fma() gives exactly. A power of two is left to printing, since
 * its neighbour below is nearer than the one above. */
static struct scaled scale(double value)
{
    struct scaled scaled = {.known = false, .exponent = (int)floor(log10(value))};
    const int shift = DECIMAL_EXACT - 1 - scaled.exponent;
    int binary = 0;
    if (shift <= -TENS || shift >= TENS || frexp(value, &binary) == 0.5) {
        return scaled;
    }
    const double half = ldexp(1.0, binary - DBL_MANT_DIG - 1);
    if (shift >= 0) {
        scaled.whole = value * tens[shift];
        scaled.rest = fma(value, tens[shift], -scaled.whole);
        scaled.half = half * tens[shift];
    } else {
        scaled.whole = value / tens[-shift];
        scaled.rest = fma(-scaled.whole, tens[-shift], value) / tens[-shift];
        scaled.half = half / tens[-shift];
    }
    /* Near the ends the exponent may be one off, and rounding may add a digit. */
    scaled.known = scaled.whole > tens[DECIMAL_EXACT - 1] + tens[2] && scaled.whole < tens[DECIMAL_EXACT] - tens[2];
    return scaled;
}

static struct decimal decimal_of(uint64_t digits, int exponent)
{
    struct decimal decimal = {.exponent = exponent};
    while (digits % 10 == 0) {
        digits /= 10;
    }
    decimal.count = snprintf(decimal.digits, sizeof decimal.digits, "%" PRIu64, digits);
    return decimal;
}

/* The same as shortest_printed(), some ten times faster where plain arithmetic can tell: a batch prints millions. */
static struct decimal shortest(double value)
{
    static const uint64_t steps[] = {100, 10, 1}; /* 15, 16, 17 digits */
    static const double doubt = 1e-6;
    const struct scaled scaled = scale(value);
    const double rounded = nearbyint(scaled.rest);
    for (size_t i = 0; scaled.known && i < sizeof steps / sizeof steps[0]; i++) {
        const uint64_t near = (uint64_t)((int64_t)scaled.whole + (int64_t)rounded);
        const double step = (double)steps[i];
        const double above = (double)(near % steps[i]) + (scaled.rest - rounded); /* the decimal below */
        const bool up = above > step / 2;
        const double distance = up ? step - above : fabs(above);
        if (fabs(distance - scaled.half) < doubt || fabs(above - step / 2) < doubt) {
            break;
        }
        if (distance < scaled.half) {
            return decimal_of(near - near % steps[i] + (up ? steps[i] : 0), scaled.exponent);
        }
    }
    return shortest_printed(value);
}

/* Digits with a point where the exponent says, as long as few zeros are needed for it. */
static int print_plain(char *text, const struct decimal *decimal)
{
    const int whole = decimal->exponent + 1; /* digits before the point */
    if (whole <= 0) {
        return snprintf(text, NUMBER_TEXT, "0.%.*s%.*s", -whole, "0000", decimal->count, decimal->digits);
    }
    return snprintf(text, NUMBER_TEXT, "%.*s.%.*s", whole, decimal->digits, decimal->count - whole,
                    decimal->digits + whole);
}

static int print_exponent(char *text, const struct decimal *decimal)
{
    const char *point = decimal->count > 1 ? "." : "";
    return snprintf(text, NUMBER_TEXT, "%c%s%.*se%d", decimal->digits[0], point, decimal->count - 1,
                    decimal->digits + 1, decimal->exponent);
}

size_t number_print(char *text, double value)
{
    enum { ZEROS = 4 };
    const double size = fabs(value);
    if (size < WHOLE_LIMIT && size == floor(size)) {
        return (size_t)snprintf(text, NUMBER_TEXT, "%.0f", size == 0.0 ? 0.0 : value);
    }
    char *digits = text;
    if (value < 0) {
        *digits++ = '-';
    }
    const struct decimal decimal = shortest(size);
    const bool plain = decimal.exponent >= -ZEROS && decimal.exponent + 1 < decimal.count;
    const int length = plain ? print_plain(digits, &decimal) : print_exponent(digits, &decimal);
    return (size_t)(digits - text) + (size_t)length;
}
