/* search_line.c: words of a line, and what they may become. */
#include "view/search_line.h"

#include "core/metrics.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

enum { LINE_WORDS = 32 };

/* The words of a line, without their quotes. */
struct words {
    char bytes[FIELD_LENGTH];
    size_t start[LINE_WORDS];
    int count;
    const char *last; /* where the last word begins in the line; its end where that ends in a blank */
    bool quote_is_open;
};

static struct words words_of(const char *line)
{
    struct words words = {.last = line};
    char quote = '\0';
    bool within = false;
    size_t length = 0;
    for (const char *byte = line; *byte != '\0' && length + 1 < sizeof words.bytes; byte++) {
        const bool ends = *byte == ' ' && quote == '\0';
        if (!ends && !within && words.count < LINE_WORDS) {
            words.start[words.count++] = length;
            words.last = byte;
        }
        if (ends) {
            words.bytes[length] = '\0';
            length += within ? 1 : 0;
            words.last = byte + 1;
        } else if (quote != '\0' ? *byte == quote : *byte == '\'' || *byte == '"') {
            quote = quote != '\0' ? '\0' : *byte;
        } else {
            words.bytes[length++] = *byte;
        }
        within = !ends;
    }
    words.quote_is_open = quote != '\0';
    return words;
}

static const char *word_at(const struct words *words, int index)
{
    return words->bytes + words->start[index];
}

/* The option that a word is, or begins with before its "="; SEARCH_WORDS: none. */
static enum search_word option_of(const char *word)
{
    const size_t length = strcspn(word, "=");
    for (int option = 0; option < SEARCH_WORDS; option++) {
        if (strlen(search_word_options[option]) == length && strncmp(word, search_word_options[option], length) == 0) {
            return (enum search_word)option;
        }
    }
    return SEARCH_WORDS;
}

static void list_options(char *text, size_t size)
{
    text[0] = '\0';
    for (int option = 0; option < SEARCH_WORDS; option++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%s", option > 0 ? ", " : "", search_word_options[option]);
    }
}

/* A word that is no option: a condition without its own, or something else. */
static void refuse_word(struct search_request_read *read, const char *word)
{
    char options[SEARCH_REQUEST_MESSAGE / 4];
    list_options(options, sizeof options);
    if (condition_read(word).valid) {
        (void)snprintf(read->message, sizeof read->message, "\"%.60s\" is behind no option: %s %.60s", word,
                       search_word_options[SEARCH_WORD_WHERE], word);
    } else {
        (void)snprintf(read->message, sizeof read->message, "\"%.60s\" is none of %s", word, options);
    }
}

/* One option with its value; false where something is wrong. */
static bool take_option(struct search_request_read *read, struct search_words *given, const struct words *words,
                        int *place)
{
    const char *word = word_at(words, (*place)++);
    const enum search_word option = option_of(word);
    if (option == SEARCH_WORDS) {
        refuse_word(read, word);
        return false;
    }
    const char *value = strchr(word, '=');
    if (search_word_values[option] == NULL) {
        given->text[option] = word;
        return true;
    }
    if (value == NULL && *place < words->count) {
        value = word_at(words, (*place)++);
    } else if (value != NULL) {
        value++;
    }
    if (value == NULL || value[0] == '\0' || given->text[option] != NULL) {
        (void)snprintf(read->message, sizeof read->message, "%s: %s%s", search_word_options[option],
                       given->text[option] != NULL ? "it is there twice; once is enough: " : "expected is ",
                       search_word_values[option]);
        return false;
    }
    given->text[option] = value;
    return true;
}

struct search_request_read search_line_read(const char *line, const struct scenario *scenario)
{
    const struct words words = words_of(line);
    struct search_request_read read = {.valid = false};
    struct search_words given = {.text = {NULL}};
    if (words.quote_is_open) {
        (void)snprintf(read.message, sizeof read.message, "A quote is open: what it encloses ends in another.");
        return read;
    }
    for (int place = 0; place < words.count;) {
        if (!take_option(&read, &given, &words, &place)) {
            return read;
        }
    }
    return search_request_read(&given, scenario, BATCH_OPEN);
}

/* ---- Completion */

/* What the last word of a line may become: values of an option, or options. */
struct unfinished {
    enum search_word option; /* SEARCH_WORDS: an option is what is typed */
    const char *typed;       /* of the candidate: behind a quote, a "=" and commas */
};

static struct unfinished unfinished_of(const struct words *words)
{
    const bool is_begun = words->last[0] != '\0';
    const int before = words->count - (is_begun ? 2 : 1);
    const enum search_word previous = before >= 0 ? option_of(word_at(words, before)) : SEARCH_WORDS;
    const bool is_value =
        previous != SEARCH_WORDS && search_word_values[previous] != NULL && strchr(word_at(words, before), '=') == NULL;
    struct unfinished unfinished = {.option = is_value ? previous : SEARCH_WORDS, .typed = words->last};
    const char *value = strchr(words->last, '=');
    const enum search_word last =
        is_begun && words->count > 0 ? option_of(word_at(words, words->count - 1)) : SEARCH_WORDS;
    if (!is_value && value != NULL && last != SEARCH_WORDS) {
        unfinished = (struct unfinished){.option = last, .typed = value + 1};
    }
    if (unfinished.option == SEARCH_WORDS) {
        return unfinished;
    }
    for (const char *byte = unfinished.typed; *byte != '\0'; byte++) {
        if (*byte == ',' || *byte == '\'' || *byte == '"') {
            unfinished.typed = byte + 1;
        }
    }
    return unfinished;
}

static const char *size_at(int index)
{
    return index < SEARCH_SIZES ? search_size_key(index) : index == SEARCH_SIZES ? search_batch_key : NULL;
}

/* The candidates one by one, NULL behind the last; "" for what does not apply. */
static const char *candidate_at(enum search_word option, enum mode mode, int index)
{
    switch (option) {
    case SEARCH_WORDS:
        return index < SEARCH_WORDS ? search_word_options[index] : NULL;
    case SEARCH_WORD_OBJECTIVE:
    case SEARCH_WORD_WHERE:
        if (index >= metric_count) {
            return NULL;
        }
        return metric_is_of_mode(&metrics[index], mode) ? metrics[index].key : "";
    case SEARCH_WORD_HOLD:
        return size_at(index);
    default:
        return NULL;
    }
}

/* How many bytes two words begin with alike. */
static size_t alike(const char *one, const char *other)
{
    size_t length = 0;
    while (one[length] != '\0' && one[length] == other[length]) {
        length++;
    }
    return length;
}

struct search_line_completion search_line_complete(const char *line, enum mode mode)
{
    const struct words words = words_of(line);
    const struct unfinished unfinished = unfinished_of(&words);
    const size_t typed = strlen(unfinished.typed);
    struct search_line_completion completion = {.count = 0};
    const char *first = "";
    size_t common = 0; /* bytes that all candidates begin with */
    for (int i = 0; candidate_at(unfinished.option, mode, i) != NULL; i++) {
        const char *candidate = candidate_at(unfinished.option, mode, i);
        if (candidate[0] == '\0' || !text_starts_with(candidate, unfinished.typed)) {
            continue;
        }
        const size_t used = strlen(completion.candidates);
        (void)snprintf(completion.candidates + used, sizeof completion.candidates - used, "%s%s",
                       completion.count > 0 ? "  " : "", candidate);
        first = completion.count == 0 ? candidate : first;
        const size_t shared = alike(first, candidate);
        common = completion.count == 0 || shared < common ? shared : common;
        completion.count++;
    }
    const bool is_option = completion.count == 1 && unfinished.option == SEARCH_WORDS;
    (void)snprintf(completion.line, sizeof completion.line, "%s%.*s%s", line,
                   common > typed ? (int)(common - typed) : 0, common > typed ? first + typed : "",
                   is_option ? " " : "");
    return completion;
}
