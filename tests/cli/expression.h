/* expression.h: a figure in prose, worked out from the figures that a command prints.
 *
 *     sum       product { ("+" | "-") product }
 *     product   factor { ("*" | "/") factor }
 *     factor    number | key | "(" sum ")" | ("log2" | "ceil") "(" sum ")"
 *
 * A key is that of a metric or a parameter; all values are SI.
 */
#ifndef RINGSIDE_TESTS_CLI_EXPRESSION_H
#define RINGSIDE_TESTS_CLI_EXPRESSION_H

/* The value of a key; NAN where there is none. */
typedef double key_value(const char *key, const void *context);

/* Work an expression out. The test fails where it is none, or names a key without a value. */
double expression_value(const char *text, key_value *value_of, const void *context);

#endif
