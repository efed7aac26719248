/* search_request.c: conditions between commas, keys that stay, a number of clients, and what follows for the batch. */
#include "core/search_request.h"

#include "core/metrics.h"
#include "core/other_names.h"
#include "core/parameters.h"
#include "core/quantity.h"
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHERE_TEXT = 400 };

const char *const search_word_options[SEARCH_WORDS] = {
#define ROW(name, option, value, candidates, help) option,
    SEARCH_WORD_TABLE(ROW)
#undef ROW
};
const char *const search_word_values[SEARCH_WORDS] = {
#define ROW(name, option, value, candidates, help) value,
    SEARCH_WORD_TABLE(ROW)
#undef ROW
};
const char search_batch_key[] = "decode.batch";

/* What is wrong, with the option that it is about before it; always false. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct search_request_read *read, enum search_word word,
                                                         const char *format, ...)
{
    va_list arguments;
    const int length = snprintf(read->message, sizeof read->message, "%s: ", search_word_options[word]);
    va_start(arguments, format);
    (void)vsnprintf(read->message + length, sizeof read->message - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* Whether a figure exists in the mode that is searched. */
static bool check_mode(struct search_request_read *read, enum search_word word, const struct metric *metric,
                       const struct scenario *scenario)
{
    return metric_is_of_mode(metric, scenario->mode) || refuse(read, word, "%s does not apply to mode %s", metric->key,
                                                               choice_name(&mode_names, (int)scenario->mode));
}

static bool read_condition(struct search_request_read *read, const char *text, const struct scenario *scenario)
{
    struct target *target = &read->request.target;
    const struct condition_read condition = condition_read(text);
    if (target->condition_count == TARGET_CONDITIONS) {
        return refuse(read, SEARCH_WORD_WHERE, "at most %d conditions", TARGET_CONDITIONS);
    }
    if (!condition.valid) {
        return refuse(read, SEARCH_WORD_WHERE, "%s", condition.message);
    }
    target->condition[target->condition_count++] = condition.condition;
    return check_mode(read, SEARCH_WORD_WHERE, condition.condition.metric, scenario);
}

/* "decode.time<=50ms,memory.total<=70GB" */
static bool read_where(struct search_request_read *read, const char *where, const struct scenario *scenario)
{
    while (where != NULL) {
        char text[WHERE_TEXT];
        const size_t length = strcspn(where, ",");
        if (!text_copy_word(text, sizeof text, where, length)) {
            return refuse(read, SEARCH_WORD_WHERE, "\"%.40s...\": a condition has at most %d characters", text,
                          WHERE_TEXT - 1);
        }
        if (!read_condition(read, text, scenario)) {
            return false;
        }
        where = where[length] == ',' ? where + length + 1 : NULL;
    }
    return true;
}

static bool refuse_size(struct search_request_read *read, const char *key)
{
    char sizes[SEARCH_REQUEST_MESSAGE] = "";
    for (int size = 0; size < SEARCH_SIZES; size++) {
        const size_t used = strlen(sizes);
        (void)snprintf(sizes + used, sizeof sizes - used, "%s %s", size > 0 ? "," : "", search_size_key(size));
    }
    return refuse(read, SEARCH_WORD_HOLD, "\"%.60s\" is not varied; what is:%s", key, sizes);
}

/* A key of a size; where a decode's batch is open, its key, too. */
static bool read_held(struct search_request_read *read, const char *key, bool *holds_batch)
{
    for (int size = 0; size < SEARCH_SIZES; size++) {
        if (strcmp(search_size_key(size), key) == 0) {
            read->request.holds[size] = true;
            return true;
        }
    }
    *holds_batch = *holds_batch || strcmp(search_batch_key, key) == 0;
    return *holds_batch || refuse_size(read, key);
}

/* "zero,cp" */
static bool read_hold(struct search_request_read *read, const char *keys, bool *holds_batch)
{
    while (keys != NULL) {
        char key[QUANTITY_TEXT];
        const size_t length = strcspn(keys, ",");
        (void)snprintf(key, sizeof key, "%.*s", (int)length, keys);
        if (!read_held(read, key, holds_batch)) {
            return false;
        }
        keys = keys[length] == ',' ? keys + length + 1 : NULL;
    }
    return true;
}

static bool read_clients(struct search_request_read *read, const char *text)
{
    enum { MOST_CLIENTS = 1000000000 };
    const int clients = quantity_whole(text, UNIT_SEQUENCES, 1, MOST_CLIENTS);
    if (clients < 0) {
        return refuse(read, SEARCH_WORD_CLIENTS, "a whole number is expected, like 100, not \"%s\"", text);
    }
    read->request.target.clients = clients;
    return true;
}

/* Whether clients and fewest go together with what else is given. */
static bool check_clients(struct search_request_read *read, const struct search_words *words,
                          const struct scenario *scenario, enum batch_source batch)
{
    const bool clients = words->text[SEARCH_WORD_CLIENTS] != NULL;
    const bool fewest = words->text[SEARCH_WORD_FEWEST] != NULL;
    if (scenario->mode != MODE_DECODE && (clients || fewest)) {
        (void)snprintf(read->message, sizeof read->message, "%s of a decode: --mode decode, in the explorer M",
                       clients && fewest ? "--clients and --fewest are"
                       : clients         ? "--clients is"
                                         : "--fewest is");
        return false;
    }
    if (fewest && !clients) {
        (void)snprintf(read->message, sizeof read->message,
                       "--fewest is missing how many it should serve: --clients N");
        return false;
    }
    if (clients && batch == BATCH_GIVEN) {
        (void)snprintf(read->message, sizeof read->message,
                       "--clients sets the batch of each replica, and so does decode.batch: one of the two");
        return false;
    }
    return true;
}

static enum target_batch batch_of(const struct search_words *words, const struct scenario *scenario,
                                  enum batch_source batch)
{
    if (words->text[SEARCH_WORD_CLIENTS] != NULL) {
        return words->text[SEARCH_WORD_FEWEST] != NULL ? TARGET_FEWEST : TARGET_SHARED;
    }
    const bool open = scenario->mode == MODE_DECODE && words->text[SEARCH_WORD_WHERE] != NULL && batch == BATCH_OPEN;
    return open ? TARGET_MOST : TARGET_HELD;
}

/* The figure to be best; without one the shortest step, but of batches as large as they may be the most tokens. */
static bool read_objective(struct search_request_read *read, const char *key, const struct scenario *scenario)
{
    const char *usual = read->request.target.batch == TARGET_MOST ? "tokens_per_second" : "step.time";
    const struct metric *metric = metric_find(key != NULL ? key : usual);
    if (metric == NULL) {
        return refuse(read, SEARCH_WORD_OBJECTIVE, "there is no figure \"%s\"%s", key, metric_suggestion(key).text);
    }
    if (metric->kind == METRIC_NAME || metric->kind == METRIC_VERDICT) {
        return refuse(read, SEARCH_WORD_OBJECTIVE, "%s is no quantity that could be best", key);
    }
    read->request.objective = metric;
    return check_mode(read, SEARCH_WORD_OBJECTIVE, metric, scenario);
}

struct search_request_read search_request_read(const struct search_words *words, const struct scenario *scenario,
                                               enum batch_source batch)
{
    struct search_request_read read = {.valid = false};
    const char *const *text = words->text;
    bool holds_batch = false;
    if (!read_hold(&read, text[SEARCH_WORD_HOLD], &holds_batch)) {
        return read;
    }
    const enum batch_source source = holds_batch ? BATCH_GIVEN : batch;
    if (!check_clients(&read, words, scenario, source)) {
        return read;
    }
    read.request.target.batch = batch_of(words, scenario, source);
    read.valid = read_where(&read, text[SEARCH_WORD_WHERE], scenario) &&
                 (text[SEARCH_WORD_CLIENTS] == NULL || read_clients(&read, text[SEARCH_WORD_CLIENTS])) &&
                 read_objective(&read, text[SEARCH_WORD_OBJECTIVE], scenario);
    return read;
}

struct search search_start_request(const struct scenario *scenario, const struct search_request *request, int wanted)
{
    struct search search = search_start(scenario, request->objective, wanted);
    search.target = request->target;
    for (int size = 0; size < SEARCH_SIZES; size++) {
        if (request->holds[size]) {
            (void)search_hold(&search, search_size_key(size), scenario);
        }
    }
    return search;
}
