/* condition.c: conditions on figures: their words, and whether they hold. */
#include "core/condition.h"

#include "core/other_names.h"
#include "core/parameters.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const relation_text[RELATION_COUNT] = {
    [RELATION_AT_MOST] = "<=", [RELATION_AT_LEAST] = ">=", [RELATION_BELOW] = "<",
    [RELATION_ABOVE] = ">",    [RELATION_EQUAL] = "=",
};

enum { WORD_TEXT = 64 };

struct word {
    char text[WORD_TEXT];
    bool whole; /* it had room */
};

static struct word word_trim(const char *text, size_t length)
{
    struct word word;
    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    word.whole = text_copy_word(word.text, sizeof word.text, text, length);
    return word;
}

static struct condition_read refuse(const char *what, const char *why)
{
    struct condition_read refused = {.valid = false};
    (void)snprintf(refused.message, sizeof refused.message, "\"%.60s\": %s", what, why);
    return refused;
}

/* "tp<=4" is about a parameter: that is set, and a search told to hold it. */
static struct condition_read refuse_metric(const char *key, const char *value)
{
    char why[SUGGESTION_LENGTH + 30];
    if (parameter_find(key) != NULL) {
        (void)snprintf(why, sizeof why,
                       "that is a parameter, not a figure: --set %.40s=%.40s, and of a search --hold %.40s", key, value,
                       key);
    } else {
        (void)snprintf(why, sizeof why, "there is no such figure%s", metric_suggestion(key).text);
    }
    return refuse(key, why);
}

/* Two characters before one, so that "<=" is not taken for "<". */
static enum relation relation_at(const char *text)
{
    for (int i = 0; i < RELATION_COUNT; i++) {
        if (strncmp(text, relation_text[i], strlen(relation_text[i])) == 0) {
            return (enum relation)i;
        }
    }
    return RELATION_COUNT;
}

static struct quantity read_name(const struct choice_list *names, const char *text)
{
    const int place = choice_find(names, text);
    struct quantity read = {.valid = place >= 0, .value = place};
    if (!read.valid) {
        (void)snprintf(read.message, sizeof read.message, "one of %s, %s ... is expected", names->names[0],
                       names->names[1]);
    }
    return read;
}

static struct quantity read_verdict(const char *text)
{
    const int verdict = switch_find(text);
    struct quantity read = {.valid = verdict >= 0, .value = verdict};
    if (!read.valid) {
        (void)snprintf(read.message, sizeof read.message, "yes or no is expected");
    }
    return read;
}

/* Shares of so much are percents without their sign: an MFU of 40. */
static const double SHARE_IN_DOUBT = 2;

static struct quantity read_share(const char *text)
{
    struct quantity read = quantity_parse(text, UNIT_SHARE);
    if (read.valid && read.value > SHARE_IN_DOUBT && strchr(text, '%') == NULL) {
        read.valid = false;
        (void)snprintf(read.message, sizeof read.message, "that is %g %%: write %.30s%% or %g", 100 * read.value, text,
                       read.value / 100);
    }
    return read;
}

static struct quantity read_figure(const struct metric *metric, const char *text)
{
    if (metric->kind == METRIC_NAME) {
        return read_name(metric->names, text);
    }
    if (metric->kind == METRIC_VERDICT) {
        return read_verdict(text);
    }
    return metric->unit == UNIT_SHARE ? read_share(text) : quantity_parse(text, metric->unit);
}

/* A verdict alone asks for yes: "memory.fits". */
static struct condition_read read_bare_verdict(const char *text)
{
    const struct word key = word_trim(text, strlen(text));
    const struct metric *metric = metric_find(key.text);
    if (metric == NULL || metric->kind != METRIC_VERDICT) {
        return refuse(text, "METRIC<=VALUE is expected, with <=, >=, <, > or =, like dp.exposed<=0 or 'mfu>=40%'");
    }
    return (struct condition_read){.valid = true, .condition = {metric, RELATION_EQUAL, 1}};
}

struct condition_read condition_read(const char *text)
{
    const size_t length = strcspn(text, "<>=");
    const enum relation relation = relation_at(text + length);
    if (relation == RELATION_COUNT) {
        return read_bare_verdict(text);
    }
    const struct word key = word_trim(text, length);
    const struct metric *metric = metric_find(key.text);
    const char *rest = text + length + strlen(relation_text[relation]);
    const struct word value = word_trim(rest, strlen(rest));
    if (metric == NULL) {
        return refuse_metric(key.text, value.text);
    }
    if (!value.whole) {
        char why[80];
        (void)snprintf(why, sizeof why, "a value has at most %d characters", WORD_TEXT - 1);
        return refuse(value.text, why);
    }
    const struct quantity read = read_figure(metric, value.text);
    if (!read.valid) {
        return refuse(value.text, read.message);
    }
    if (metric->kind == METRIC_NAME && relation != RELATION_EQUAL) {
        return refuse(text, "names have no order: = is expected");
    }
    return (struct condition_read){.valid = true, .condition = {metric, relation, read.value}};
}

/* How near a figure is to a value that it equals. */
static const double EQUAL_SHARE = 1e-9;

int condition_side(const struct condition *condition, double figure)
{
    const double value = condition->value;
    return fabs(figure - value) <= EQUAL_SHARE * fabs(value) ? 0 : figure < value ? -1 : 1;
}

bool condition_holds(const struct condition *condition, double figure)
{
    switch (condition->relation) {
    case RELATION_AT_MOST:
        return figure <= condition->value;
    case RELATION_AT_LEAST:
        return figure >= condition->value;
    case RELATION_BELOW:
        return figure < condition->value;
    case RELATION_ABOVE:
        return figure > condition->value;
    case RELATION_EQUAL:
    case RELATION_COUNT:
        break;
    }
    return !isnan(figure) && condition_side(condition, figure) == 0;
}
