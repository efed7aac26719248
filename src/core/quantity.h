/* quantity.h: numbers with units, as people type and read them.
 *
 * Inside the program every quantity is a double in SI: bytes, seconds, FLOP, bytes per second. Text is converted here,
 * at the edge, and nowhere else. The decimal point is '.' in every locale, because nothing here asks the locale.
 */
#ifndef RINGSIDE_CORE_QUANTITY_H
#define RINGSIDE_CORE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

enum unit {
    UNIT_NONE,       /* a bare number: a count, a factor */
    UNIT_BYTES,      /* B: 128GiB, 80 GB */
    UNIT_RATE,       /* B/s: 50GB/s; 400Gb/s counts bits */
    UNIT_SECONDS,    /* s: 15us, 1.2 ms */
    UNIT_FLOP,       /* FLOP */
    UNIT_FLOP_RATE,  /* FLOP/s: 989 TFLOP/s */
    UNIT_SHARE,      /* a share of one: 0.40 or 40 % */
    UNIT_PARAMETERS, /* 70e9, 70B */
    UNIT_TOKENS,
    UNIT_SEQUENCES,
    UNIT_TOKEN_RATE, /* tok/s */
    UNIT_HERTZ,      /* Hz: 1.83 GHz */
    UNIT_WATT,
    UNIT_JOULE, /* J: 3.6 MJ or 1 kWh; people read it in Wh */
    UNIT_DOLLAR,
    UNIT_DOLLAR_PER_HOUR,
    UNIT_HOURS, /* GPU-hours; stored in hours */
    UNIT_DAYS,  /* stored in days */
    UNIT_COUNT
};

enum { QUANTITY_TEXT = 64, QUANTITY_MESSAGE = 200 };

/* What parsing gave: a value, or a sentence that says what is understood. */
struct quantity {
    bool valid;
    double value;                   /* SI; unspecified if not valid */
    char message[QUANTITY_MESSAGE]; /* empty if valid */
};

/* Read a quantity.
 *
 *   given     text: a number (digits, point, exponent), optional space, optional unit with an SI (k M G T P, m u n) or
 *             binary (Ki Mi Gi Ti) prefix; the unit that is expected
 *   returned  the value in SI, exactly the double nearest to what was written; or a message with an example
 *   note      b is a bit and B a byte; a bare number is taken as SI base units. Letter case matters where it changes
 *             the meaning (Gb and GB), and not elsewhere (gflop/s). Negative, not finite, of another unit ("3.35 TB"
 *             for a rate), or ambiguous ("5 m/s", "1,5") is refused.
 */
struct quantity quantity_parse(const char *text, enum unit unit);

/* Read a whole number within limits, 0 or more; -1: the text is none. */
int quantity_whole(const char *text, enum unit unit, int least, int most);

/* How a value of that unit is written: "50 GB/s or 400 Gb/s", for a message. */
const char *quantity_example(enum unit unit);

/* Write a value so that quantity_parse() gives back exactly the same double: `50 GB/s`, `12 us`, `8192`.
 *
 *   given     text with room for `size` bytes (QUANTITY_TEXT is always enough); a finite value; its unit
 *   returned  the length written
 */
size_t quantity_print(char *text, size_t size, double value, enum unit unit);

/* A value for a column of the screen: three significant digits with their zeros, the unit apart. */
struct quantity_text {
    char number[16]; /* "8.12", "497", "45.8"; "" for NAN, which means that the figure does not apply */
    char unit[12];   /* "s", "ms", "GB/s", "k tok/s", "%"; UTF-8 for the micro sign */
};

/* Round a value for the screen.
 *
 *   given     value, SI; unit
 *   returned  number and unit. Rounding never crosses a unit (0.9996 s is "1.00 s", not "1000 ms"); shares are percent,
 *             whole from 10 and one decimal below, "0" for nothing and "0.0" for what rounds to it; bare counts up to
 *             9999 are written whole, larger ones with an SI prefix in the unit column ("64.5", "k"); never nan, inf
 *             or -0
 */
struct quantity_text quantity_display(double value, enum unit unit);

/* Number and unit as one text, as long as snprintf() says: "8.12 s", "4"; "" of a figure that does not apply. */
size_t quantity_join(struct quantity_text shown, char *text, size_t size);

/* Both at once: a value as the screen has it. */
void quantity_say(double value, enum unit unit, char *text, size_t size);

/* The same with `digits` significant digits (2 to 6): `70.55 B parameters` where there is room. */
struct quantity_text quantity_display_digits(double value, enum unit unit, int digits);

#endif
