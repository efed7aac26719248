/* figure.c: figures read, computed and printed. */
#include "core/figure.h"

#include "core/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORD_LONGEST = 64 };

/* What is between two blanks; no length: the text has ended. */
struct word {
    char text[WORD_LONGEST];
    size_t length;
    const char *rest;
};

static struct word word_at(const char *text, const char *end)
{
    struct word word = {.length = 0};
    while (text < end && *text == ' ') {
        text++;
    }
    while (text < end && *text != ' ') {
        if (word.length < WORD_LONGEST - 1) {
            word.text[word.length++] = *text;
        }
        text++;
    }
    word.rest = text;
    return word;
}

/* ---- reading ---- */

static bool is_operation(const struct word *word)
{
    return word->length == 1 && strchr("+-*/", word->text[0]) != NULL;
}

static void refuse(struct figure_read *read, const char *what, const char *word, const char *hint)
{
    (void)snprintf(read->message, sizeof read->message, "\"%s\" %s%s", word, what, hint);
}

/* A bare number, or a quantity of the first unit that takes it. */
static bool read_number(struct figure_term *term, const char *word)
{
    const bool bare = strspn(word, "0123456789.") == strlen(word);
    for (int unit = bare ? UNIT_NONE : UNIT_BYTES; unit < UNIT_COUNT; unit++) {
        const struct quantity quantity = quantity_parse(word, (enum unit)unit);
        if (quantity.valid) {
            term->number = quantity.value;
            term->unit = (enum unit)unit;
            return true;
        }
    }
    return false;
}

static int place_of_name(const char *name, size_t length, const char *const names[], int name_count)
{
    for (int i = 0; i < name_count; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) {
            return i;
        }
    }
    return FIGURE_OWN;
}

/* The key most like one that is not known. */
static const char *nearest_key(const char *key)
{
    const struct metric *metric = metric_nearest(key);
    const struct parameter *parameter = parameter_nearest(key);
    return metric != NULL ? metric->key : parameter != NULL ? parameter->key : NULL;
}

static bool read_key(struct figure_read *read, struct figure_term *term, const char *word, const char *const names[],
                     int name_count)
{
    const char *colon = strchr(word, ':');
    const char *key = colon != NULL ? colon + 1 : word;
    term->scenario = FIGURE_OWN;
    if (colon != NULL) {
        term->scenario = place_of_name(word, (size_t)(colon - word), names, name_count);
        if (term->scenario == FIGURE_OWN) {
            refuse(read, "names no setting of this file", word, "");
            return false;
        }
    }
    term->metric = metric_find(key);
    term->parameter = term->metric == NULL ? parameter_find(key) : NULL;
    if (term->metric == NULL && term->parameter == NULL) {
        const char *nearest = nearest_key(key);
        char hint[WORD_LONGEST + 20] = "";
        (void)snprintf(hint, sizeof hint, "%s%s%s", nearest != NULL ? "; did you mean " : "",
                       nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
        refuse(read, "is neither a figure nor a parameter", word, hint);
        return false;
    }
    term->unit = term->metric != NULL ? term->metric->unit : term->parameter->unit;
    return true;
}

static bool is_bare(enum unit unit)
{
    return unit == UNIT_NONE || unit == UNIT_SHARE;
}

/* The unit of two values that are joined; UNIT_COUNT where that means nothing. */
static enum unit joined_unit(enum unit left, char operation, enum unit right)
{
    static const struct {
        enum unit left;
        char operation;
        enum unit right, joined;
    } rules[] = {
        {UNIT_BYTES, '/', UNIT_SECONDS, UNIT_RATE},     {UNIT_BYTES, '/', UNIT_RATE, UNIT_SECONDS},
        {UNIT_RATE, '*', UNIT_SECONDS, UNIT_BYTES},     {UNIT_SECONDS, '*', UNIT_RATE, UNIT_BYTES},
        {UNIT_FLOP, '/', UNIT_FLOP_RATE, UNIT_SECONDS}, {UNIT_FLOP, '/', UNIT_SECONDS, UNIT_FLOP_RATE},
        {UNIT_PARAMETERS, '*', UNIT_BYTES, UNIT_BYTES},
    };
    if (operation == '*' || operation == '/') {
        if (is_bare(right)) {
            return left;
        }
        if (operation == '/' && left == right) {
            return UNIT_NONE;
        }
        if (operation == '*' && is_bare(left)) {
            return right;
        }
    } else if (left == right) {
        return left;
    }
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].left == left && rules[i].operation == operation && rules[i].right == right) {
            return rules[i].joined;
        }
    }
    return UNIT_COUNT;
}

static bool is_number(const struct figure_term *term)
{
    return term->metric == NULL || term->metric->kind == METRIC_QUANTITY || term->metric->kind == METRIC_COUNT;
}

static bool add_term(struct figure_read *read, const struct figure_term *term, const char *word)
{
    struct figure *figure = &read->figure;
    if (figure->count == FIGURE_TERMS) {
        refuse(read, "is one value too many: six are the most", word, "");
        return false;
    }
    if (figure->count > 0) {
        const enum unit unit = joined_unit(figure->unit, term->operation, term->unit);
        if (unit == UNIT_COUNT || !is_number(term) || !is_number(&figure->term[0])) {
            refuse(read, "does not go with what stands before it: their units differ", word, "");
            return false;
        }
        figure->unit = unit;
    } else {
        figure->unit = term->unit;
    }
    figure->term[figure->count++] = *term;
    return true;
}

/* A percent sign at the end of a ratio. */
static bool read_percent(struct figure_read *read)
{
    if (!is_bare(read->figure.unit) || read->figure.count == 0) {
        refuse(read, "stands behind a ratio", "%", ", like tp.time / step.time %");
        return false;
    }
    read->figure.unit = UNIT_SHARE;
    return true;
}

/* The names that figures may speak of. */
struct names {
    const char *const *of;
    int count;
};

static bool read_term(struct figure_read *read, struct figure_term *term, const struct word *word,
                      const struct names *names)
{
    const bool digits = word->text[0] >= '0' && word->text[0] <= '9';
    if (digits && !read_number(term, word->text)) {
        refuse(read, "is no quantity", word->text, ": 50GB/s or 1.5 are");
        return false;
    }
    return (digits || read_key(read, term, word->text, names->of, names->count)) && add_term(read, term, word->text);
}

/* What stands between two values; an operation must have something behind it. */
static bool read_between(struct figure_read *read, const struct word *between, const char *end)
{
    if (!is_operation(between)) {
        refuse(read, "stands where + - * or / is expected", between->text, ", with blanks around it");
    } else if (word_at(between->rest, end).length == 0) {
        refuse(read, "has nothing behind it", between->text, "");
    } else {
        return true;
    }
    return false;
}

struct figure_read figure_read(const char *text, size_t length, const char *const names[], int name_count)
{
    const struct names known = {names, name_count};
    const char *const end = text + length;
    struct figure_read read = {.valid = false};
    struct figure_term term = {.operation = '+'};
    struct word word = word_at(text, end);
    while (word.length > 0 && read_term(&read, &term, &word, &known)) {
        const struct word between = word_at(word.rest, end);
        if (between.length == 0) {
            read.valid = true;
            return read;
        }
        if (strcmp(between.text, "%") == 0 && word_at(between.rest, end).length == 0) {
            read.valid = read_percent(&read);
            return read;
        }
        if (!read_between(&read, &between, end)) {
            return read;
        }
        term = (struct figure_term){.operation = between.text[0]};
        word = word_at(between.rest, end);
    }
    if (word.length == 0) {
        refuse(&read, "is empty: a figure is expected, like tp.time", "{}", "");
    }
    return read;
}

/* ---- values ---- */

static const struct figure_scene *scene_of(const struct figure_term *term, const struct figure_scene scenes[], int own)
{
    return &scenes[term->scenario == FIGURE_OWN ? own : term->scenario];
}

static double term_value(const struct figure_term *term, const struct figure_scene scenes[], int own)
{
    const struct figure_scene *scene = scene_of(term, scenes, own);
    if (term->metric != NULL) {
        return metric_get(term->metric, scene->result);
    }
    return term->parameter != NULL ? parameter_get(term->parameter, scene->scenario) : term->number;
}

double figure_value(const struct figure *figure, const struct figure_scene scenes[], int own)
{
    double value = 0.0;
    for (int i = 0; i < figure->count; i++) {
        const double term = term_value(&figure->term[i], scenes, own);
        switch (i == 0 ? '+' : figure->term[i].operation) {
        case '-':
            value -= term;
            break;
        case '*':
            value *= term;
            break;
        case '/':
            value /= term;
            break;
        default:
            value += term;
            break;
        }
    }
    return value;
}

size_t figure_print_value(const struct figure *figure, double value, char *text, size_t size)
{
    const struct quantity_text shown = quantity_display(value, figure->unit);
    if (shown.number[0] == '\0' || isinf(value)) {
        return (size_t)snprintf(text, size, "none");
    }
    return quantity_join(shown, text, size);
}

/* A single value that is a word, a verdict or a parameter reads as explanations have it. */
static bool reads_as_explained(const struct figure *figure)
{
    const struct figure_term *term = &figure->term[0];
    return figure->count == 1 && (term->metric != NULL || term->parameter != NULL) && figure->unit == term->unit;
}

size_t figure_print(const struct figure *figure, const struct figure_scene scenes[], int own, char *text, size_t size)
{
    if (!reads_as_explained(figure)) {
        return figure_print_value(figure, figure_value(figure, scenes, own), text, size);
    }
    const struct figure_term *term = &figure->term[0];
    const struct figure_scene *scene = scene_of(term, scenes, own);
    char template[WORD_LONGEST + 4];
    (void)snprintf(template, sizeof template, "{%s}", term->metric != NULL ? term->metric->key : term->parameter->key);
    const size_t length = explain_fill(text, size, template, scene->scenario, scene->result);
    return length > 0 ? length : (size_t)snprintf(text, size, "none");
}

/* ---- texts ---- */

struct figure_place figure_next(const char *text)
{
    for (; *text != '\0'; text++) {
        const char *end = text[0] == '{' && text[1] != '{' ? strchr(text, '}') : NULL;
        if (end != NULL) {
            return (struct figure_place){.begin = text, .length = (size_t)(end - text) + 1};
        }
        text += text[0] == '{' && text[1] == '{' ? 1 : 0;
    }
    return (struct figure_place){.length = 0};
}

const char *figure_words(const struct figure_place *place, size_t *length)
{
    *length = place->length - 2;
    return place->begin + 1;
}
