/* catalogue_find.c: finds a preset by a name that somebody typed. */
#include "core/letters.h"
#include "core/words.h"
#include "profiles/catalogue_private.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* How a name compares: small letters, without what people put between words or leave out. */
struct folded {
    char text[4 * NAME_LENGTH];
};

/* Names that a message lists. */
enum { MOST_SUGGESTIONS = 6 };

static bool is_gap(char c)
{
    return c == ' ' || c == '-' || c == '_';
}

/* The first `length` bytes of a name. */
static struct folded fold(const char *name, size_t length)
{
    struct folded folded = {{0}};
    size_t written = 0;
    for (size_t i = 0; i < length && written + 1 < sizeof folded.text; i++) {
        if (!is_gap(name[i])) {
            folded.text[written++] = letter_lower(name[i]);
        }
    }
    return folded;
}

/* Whether a word, folded, is in a name: as one of its words, or as a part of it. */
typedef bool (*word_test)(const char *name, const char *word);

static bool is_a_word(const char *name, const char *word)
{
    for (; *name != '\0'; name += strspn(name, " -_.")) {
        const size_t length = strcspn(name, " -_.");
        if (strcmp(fold(name, length).text, word) == 0) {
            return true;
        }
        name += length;
    }
    return false;
}

static bool is_a_part(const char *name, const char *word)
{
    return strstr(fold(name, strlen(name)).text, word) != NULL;
}

/* Whether each word of the text passes; a text without words says nothing. */
static bool holds_words(const char *name, const char *text, word_test test)
{
    bool any = false;
    while (*text != '\0') {
        const size_t length = strcspn(text, " -_");
        if (length > 0 && !test(name, fold(text, length).text)) {
            return false;
        }
        any = any || length > 0;
        text += length + (text[length] != '\0');
    }
    return any;
}

const struct profile *catalogue_exact(const struct catalogue *catalogue, enum profile_kind kind, const char *name)
{
    for (int i = 0; i < catalogue_count(catalogue, kind) && name[0] != '\0'; i++) {
        if (strcmp(catalogue_at(catalogue, kind, i)->name, name) == 0) {
            return catalogue_at(catalogue, kind, i);
        }
    }
    return NULL;
}

/* Of several that are alike, the built-in one: what is built in names it as it likes, and a preset that somebody
 * imports must not take that away. */
static const struct profile *find_folded(const struct catalogue *catalogue, enum profile_kind kind, const char *name)
{
    const struct folded wanted = fold(name, strlen(name));
    const struct profile *builtin = NULL;
    const struct profile *other = NULL;
    int others = 0;
    for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
        const struct profile *profile = catalogue_at(catalogue, kind, i);
        if (strcmp(fold(profile->name, strlen(profile->name)).text, wanted.text) != 0) {
            continue;
        }
        if (profile->builtin) {
            builtin = profile;
        } else {
            other = profile;
            others++;
        }
    }
    return builtin != NULL ? builtin : others == 1 ? other : NULL;
}

static const struct profile *find_by_words(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                                           word_test test)
{
    const struct profile *found = NULL;
    for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
        const struct profile *profile = catalogue_at(catalogue, kind, i);
        if (holds_words(profile->name, name, test)) {
            if (found != NULL) {
                return NULL;
            }
            found = profile;
        }
    }
    return found;
}

const struct profile *catalogue_find(const struct catalogue *catalogue, enum profile_kind kind, const char *name)
{
    const struct profile *found = catalogue_exact(catalogue, kind, name);
    found = found == NULL ? find_folded(catalogue, kind, name) : found;
    found = found == NULL ? find_by_words(catalogue, kind, name, is_a_word) : found;
    return found == NULL ? find_by_words(catalogue, kind, name, is_a_part) : found;
}

/* Names to suggest. */
struct suggestions {
    const char *name[MOST_SUGGESTIONS];
    int count;
};

static bool name_matches(const struct profile *profile, const char *name)
{
    return holds_words(profile->name, name, is_a_part);
}

static bool title_matches(const struct profile *profile, const char *name)
{
    return holds_words(profile->title, name, is_a_part);
}

static struct suggestions suggest_matching(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                                           bool (*matches)(const struct profile *profile, const char *name))
{
    struct suggestions suggestions = {.count = 0};
    for (int i = 0; i < catalogue_count(catalogue, kind) && suggestions.count < MOST_SUGGESTIONS; i++) {
        if (matches(catalogue_at(catalogue, kind, i), name)) {
            suggestions.name[suggestions.count++] = catalogue_at(catalogue, kind, i)->name;
        }
    }
    return suggestions;
}

static struct suggestions suggest_by_words(const struct catalogue *catalogue, enum profile_kind kind, const char *name)
{
    return suggest_matching(catalogue, kind, name, name_matches);
}

/* The presets with the longest name that is part of a longer one: "Llama-3.1-70B-Instruct" is Llama 3.1 70B. */
static struct suggestions suggest_by_content(const struct catalogue *catalogue, enum profile_kind kind,
                                             const char *name)
{
    struct suggestions suggestions = {.count = 0};
    size_t longest = 0;
    for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
        const char *candidate = catalogue_at(catalogue, kind, i)->name;
        const size_t length = strlen(candidate);
        if (length < longest || !holds_words(name, candidate, is_a_part)) {
            continue;
        }
        suggestions.count = length > longest ? 0 : suggestions.count;
        longest = length;
        if (suggestions.count < MOST_SUGGESTIONS) {
            suggestions.name[suggestions.count++] = candidate;
        }
    }
    return suggestions;
}

/* The presets whose title has these words: "R1" is in that of DeepSeek-V3, what nvidia-smi prints in that of a card. */
static struct suggestions suggest_by_title(const struct catalogue *catalogue, enum profile_kind kind, const char *name)
{
    return suggest_matching(catalogue, kind, name, title_matches);
}

/* The end of the word that begins there. */
static size_t word_end(const char *name, size_t start)
{
    return start + strcspn(name + start, " -_");
}

/* How far a name is: slips from all of it, or from its first words as "mixtrl" is from "Mixtral 8x7B", where the whole
 * name goes before others that begin so. INT_MAX: it is not near. */
static int distance_to(const char *wanted, const char *name)
{
    int least = INT_MAX;
    for (size_t end = word_end(name, 0);; end = word_end(name, end + 1)) {
        const bool whole = name[end] == '\0';
        const struct folded words = fold(name, end);
        const int slips = word_distance(wanted, words.text);
        if (word_is_near(wanted, words.text, slips)) {
            const int distance = 2 * slips + (whole ? 0 : 1);
            least = distance < least ? distance : least;
        }
        if (whole) {
            return least;
        }
    }
}

static struct suggestions suggest_by_distance(const struct catalogue *catalogue, enum profile_kind kind,
                                              const char *name)
{
    const struct folded wanted = fold(name, strlen(name));
    struct suggestions suggestions = {.count = 0};
    int least = INT_MAX;
    for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
        const char *candidate = catalogue_at(catalogue, kind, i)->name;
        const int distance = distance_to(wanted.text, candidate);
        if (distance == INT_MAX || distance > least) {
            continue;
        }
        suggestions.count = distance < least ? 0 : suggestions.count;
        least = distance;
        if (suggestions.count < MOST_SUGGESTIONS) {
            suggestions.name[suggestions.count++] = candidate;
        }
    }
    return suggestions;
}

size_t catalogue_suggest(const struct catalogue *catalogue, enum profile_kind kind, const char *name, char *text,
                         size_t size)
{
    static struct suggestions (*const ways[])(const struct catalogue *catalogue, enum profile_kind kind,
                                              const char *name) = {suggest_by_words, suggest_by_title,
                                                                   suggest_by_content, suggest_by_distance};
    const char *slash = strrchr(name, '/'); /* an owner on Hugging Face stands before it */
    struct suggestions suggestions = {.count = 0};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && suggestions.count == 0; i++) {
        suggestions = ways[i](catalogue, kind, slash == NULL ? name : slash + 1);
    }
    if (size > 0) {
        text[0] = '\0';
    }
    size_t length = 0;
    for (int i = 0; i < suggestions.count; i++) {
        const char *before = i == 0 ? "did you mean " : i == suggestions.count - 1 ? " or " : ", ";
        const size_t room = length < size ? size - length : 0;
        length += (size_t)snprintf(room == 0 ? NULL : text + length, room, "%s\"%s\"%s", before, suggestions.name[i],
                                   i == suggestions.count - 1 ? "?" : "");
    }
    return length;
}
