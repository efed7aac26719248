/* expression.c: sums and products, read from left to right. */
#include "expression.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KEY_ROOM = 64 };

struct expression {
    const char *whole, *next;
    key_value *value_of;
    const void *context;
};

static void refuse(const struct expression *expression, const char *what)
{
    fail_msg("\"%s\": %s, from \"%s\" on", expression->whole, what, expression->next);
}

static bool take(struct expression *expression, const char *word)
{
    expression->next += strspn(expression->next, " ");
    const bool found = strncmp(expression->next, word, strlen(word)) == 0;
    expression->next += found ? strlen(word) : 0;
    return found;
}

static double read_sum(struct expression *expression);

static double read_closed(struct expression *expression)
{
    const double inside = read_sum(expression);
    if (!take(expression, ")")) {
        refuse(expression, "a \")\" is missing");
    }
    return inside;
}

static double read_key(struct expression *expression)
{
    char key[KEY_ROOM];
    const size_t length = strspn(expression->next, "abcdefghijklmnopqrstuvwxyz0123456789_.");
    (void)snprintf(key, sizeof key, "%.*s", (int)length, expression->next);
    const double value = length == 0 ? NAN : expression->value_of(key, expression->context);
    if (isnan(value)) {
        refuse(expression, "no figure");
    }
    expression->next += length;
    return value;
}

static double read_factor(struct expression *expression)
{
    if (take(expression, "(")) {
        return read_closed(expression);
    }
    if (take(expression, "log2(")) {
        return log2(read_closed(expression));
    }
    if (take(expression, "ceil(")) {
        return ceil(read_closed(expression));
    }
    char *end = NULL;
    const double number = strtod(expression->next, &end);
    if (end == expression->next || *expression->next == '-' || *expression->next == 'n' || *expression->next == 'i') {
        return read_key(expression); /* strtod() also reads "nan" and "inf" */
    }
    expression->next = end;
    return number;
}

static double read_product(struct expression *expression)
{
    double product = read_factor(expression);
    for (;;) {
        if (take(expression, "*")) {
            product *= read_factor(expression);
        } else if (take(expression, "/")) {
            product /= read_factor(expression);
        } else {
            return product;
        }
    }
}

static double read_sum(struct expression *expression)
{
    double sum = read_product(expression);
    for (;;) {
        if (take(expression, "+")) {
            sum += read_product(expression);
        } else if (take(expression, "-")) {
            sum -= read_product(expression);
        } else {
            return sum;
        }
    }
}

double expression_value(const char *text, key_value *value_of, const void *context)
{
    struct expression expression = {.whole = text, .next = text, .value_of = value_of, .context = context};
    const double value = read_sum(&expression);
    expression.next += strspn(expression.next, " ");
    if (*expression.next != '\0') {
        refuse(&expression, "not understood");
    }
    return value;
}
