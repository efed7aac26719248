/* identity.c: sums found in the templates of the metric table, and checked. */
#include "core/identity.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A sum of some sixteen doubles may lose this share of it. */
#define ROUNDING_SHARE 1e-9

static const char plus[] = " + ";
static const char equals[] = "= ";
static const char section_end[] = "{/}";

/* A {key} at the start of a text, of a metric. */
struct term {
    const struct metric *metric; /* NULL: there is none */
    const char *after;
};

static struct term term_at(const char *text)
{
    char key[KEY_LONGEST];
    const size_t length = text[0] == '{' ? strcspn(text + 1, "}") : 0;
    if (length == 0 || length >= sizeof key || text[1 + length] != '}') {
        return (struct term){.metric = NULL};
    }
    memcpy(key, text + 1, length);
    key[length] = '\0';
    return (struct term){.metric = metric_find(key), .after = text + length + 2};
}

/* The end of a template, of its line, or of one of its sections. */
static bool is_end(const char *text)
{
    return *text == '\0' || *text == '\n' || strncmp(text, section_end, sizeof section_end - 1) == 0;
}

/* A sum that takes all of a text up to the end of its line or section. */
static struct identity sum_at(const struct metric *total, const char *text)
{
    struct identity identity = {.total = total};
    struct term term = term_at(text);
    while (term.metric != NULL && identity.count < IDENTITY_SUMMANDS) {
        identity.summand[identity.count++] = term.metric;
        if (is_end(term.after)) {
            return identity.count > 1 ? identity : (struct identity){.total = NULL};
        }
        if (strncmp(term.after, plus, sizeof plus - 1) != 0) {
            break;
        }
        term = term_at(term.after + sizeof plus - 1);
    }
    return (struct identity){.total = NULL};
}

/* A sum in a section of a template: {?key}{a} + {b}{/}. */
static struct identity section_sum(const struct metric *metric, const char *text)
{
    struct identity found = {.total = NULL};
    for (const char *here = strchr(text, '{'); here != NULL && found.total == NULL; here = strchr(here + 1, '{')) {
        const char *inside = here[1] == '?' || here[1] == '!' ? strchr(here, '}') : NULL;
        if (inside != NULL) {
            found = sum_at(metric, inside + 1);
        }
    }
    return found;
}

/* The sum that a row's template says. */
static struct identity own_sum(const struct metric *metric)
{
    const char *text = metric->numbers;
    if (text == NULL) {
        return (struct identity){.total = NULL};
    }
    struct identity found = sum_at(metric, text);
    const char *right = strstr(text, equals);
    if (found.total == NULL && right != NULL) {
        found = sum_at(metric, right + sizeof equals - 1);
    }
    return found.total != NULL ? found : section_sum(metric, text);
}

struct identity identity_of_serving(const struct metric *metric)
{
    return metric->serving_numbers == NULL ? identity_of(metric) : sum_at(metric, metric->serving_numbers);
}

static bool has_summand(const struct identity *identity, const struct metric *metric)
{
    for (int i = 0; i < identity->count; i++) {
        if (identity->summand[i] == metric) {
            return true;
        }
    }
    return false;
}

struct identity identity_of(const struct metric *metric)
{
    struct identity found = own_sum(metric);
    if (found.total != NULL) {
        return found;
    }
    for (int i = 0; i < metric_count; i++) {
        const struct identity sum = own_sum(&metrics[i]);
        const bool fewer = found.total == NULL || sum.count < found.count;
        if (sum.total != NULL && fewer && has_summand(&sum, metric)) {
            found = sum;
        }
    }
    return found;
}

struct identity_check identity_check(const struct identity *identity, const struct result *result)
{
    struct identity_check check = {.total = metric_get(identity->total, result)};
    for (int i = 0; i < identity->count; i++) {
        const double summand = metric_get(identity->summand[i], result);
        check.sum += isfinite(summand) ? summand : 0.0;
    }
    check.holds = fabs(check.sum - check.total) <= ROUNDING_SHARE * fabs(check.total);
    return check;
}
