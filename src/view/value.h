/* value.h: how a parameter's value is shown and read on the screen.
 *
 * A bandwidth is shown as it is priced: under the headline basis a link that is quoted with both directions shows twice
 * its value, and what is typed means the same. That happens here and nowhere else.
 */
#ifndef RINGSIDE_VIEW_VALUE_H
#define RINGSIDE_VIEW_VALUE_H

#include "view/app.h"

enum value_class {
    VALUE_FACT,
    VALUE_ASSUMPTION,
    VALUE_EDITED,
    VALUE_DERIVED,
    VALUE_MEASURED,
    VALUE_CHOICE,
    VALUE_LESSON, /* the lesson that is open sets it */
    VALUE_INVALID,
    VALUE_CLASS_COUNT
};

/* A class on the screen. */
struct value_class_look {
    char mark; /* ' ': none */
    enum role role;
    const char *name;
    const char *help; /* what the mark means */
};

extern const struct value_class_look value_class_looks[VALUE_CLASS_COUNT];

enum value_class value_class_of(const struct app *app, const struct parameter *parameter);

/* The value that counts: of a global batch that nobody typed the one that follows. */
double value_in_force(const struct scenario *scenario, const struct parameter *parameter);

/* How many times the stored value is shown: 2 for both directions, else 1. */
double value_factor(const struct scenario *scenario, const struct parameter *parameter);

/* A value as its row shows it.
 *
 *   given     digits: columns for the number
 */
struct quantity_text value_shown(const struct scenario *scenario, const struct parameter *parameter, double value,
                                 int digits);

/* Columns for the number of a row. */
int value_digits(const struct row_columns *columns);

/* Columns of a row for this value: a unit that is wider than its column moves the number to the left, and the track
 * gives way. */
struct row_columns value_columns(const struct scenario *scenario, const struct parameter *parameter,
                                 struct row_columns columns);

/* "450 GB/s", "bf16", "none", "12 µs". */
void value_sentence(const struct scenario *scenario, const struct parameter *parameter, double value, char *text,
                    size_t size);

/* The range that typing accepts: "100 MB/s to 1 TB/s"; empty for a choice and a switch. */
void value_range(const struct scenario *scenario, const struct parameter *parameter, char *text, size_t size);

/* What a typed value means, in range; or why not, with the range as it is shown. */
struct quantity value_read(const struct scenario *scenario, const struct parameter *parameter, const char *text);

/* Name of a row, at most `width` columns: what the machine calls it, the long label where it fits, or the short one. */
const char *value_label(const struct scenario *scenario, const struct parameter *parameter, int width);

/* The same in a sentence: without the word that a pane sets beside it. */
const char *value_name(const struct scenario *scenario, const struct parameter *parameter, int width);

/* Name of a piece of hardware in the headline: "compute", "NVLink". */
const char *value_resource(const struct scenario *scenario, const struct parameter *parameter);

/* Tokens per second for a column whose title is the unit: "71.9 k", "12.1". */
void value_token_rate(double rate, char *text, size_t size);

#endif
