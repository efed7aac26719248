/* json_read.c: reading JSON where it stands. */
#include "importers/json_read.h"

#include "core/decimal.h"
#include "core/letters.h"
#include "core/text.h"

#include <math.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

static const char *start_of(struct import_text text)
{
    return skip_blanks(text.bytes);
}

/* ---- checking ---- */

/* What is looked through, and the first thing that is wrong. */
struct check {
    const char *wrong; /* NULL: nothing yet */
    const char *expected;
};

/* Each scan returns where its part ends, or NULL after this. */
static const char *refuse(struct check *check, const char *at, const char *expected)
{
    if (check->wrong == NULL) {
        check->wrong = at;
        check->expected = expected;
    }
    return NULL;
}

/* What stands behind a backslash. */
static const char *scan_escape(struct check *check, const char *at)
{
    if (*at == 'u') {
        return strspn(at + 1, "0123456789abcdefABCDEF") >= 4 ? at + 5 : refuse(check, at, "\\u and four hex digits");
    }
    return *at != '\0' && strchr("\"\\/bfnrt", *at) != NULL ? at + 1 : refuse(check, at, "an escape like \\n");
}

static const char *scan_text(struct check *check, const char *at)
{
    if (*at != '"') {
        return refuse(check, at, "a name in quotes");
    }
    at++;
    while (at != NULL && *at != '"') {
        if ((unsigned char)*at < ' ') {
            return refuse(check, at, "a closing quote");
        }
        at = *at == '\\' ? scan_escape(check, at + 1) : at + 1;
    }
    return at == NULL ? NULL : at + 1;
}

static const char *scan_digits(struct check *check, const char *at)
{
    return letter_is_digit(*at) ? at + strspn(at, "0123456789") : refuse(check, at, "a digit");
}

static const char *scan_number(struct check *check, const char *at)
{
    at += *at == '-';
    at = *at == '0' ? at + 1 : scan_digits(check, at);
    if (at != NULL && *at == '.') {
        at = scan_digits(check, at + 1);
    }
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at++;
        at = scan_digits(check, at + (*at == '+' || *at == '-'));
    }
    return at;
}

static const struct {
    const char *word;
    enum json_type type;
} words[] = {{"null", JSON_NULL},  {"false", JSON_FALSE},     {"true", JSON_TRUE},
             {"NaN", JSON_NUMBER}, {"Infinity", JSON_NUMBER}, {"-Infinity", JSON_NUMBER}};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

/* Place of the word that stands there; -1: none does. */
static int word_at(const char *at)
{
    for (int i = 0; i < WORD_COUNT; i++) {
        if (strncmp(at, words[i].word, strlen(words[i].word)) == 0) {
            return i;
        }
    }
    return -1;
}

/* A value that holds no other. */
static const char *scan_plain(struct check *check, const char *at)
{
    const int word = word_at(at);
    if (word >= 0) {
        return at + strlen(words[word].word);
    }
    if (*at == '"') {
        return scan_text(check, at);
    }
    return *at == '-' || letter_is_digit(*at) ? scan_number(check, at) : refuse(check, at, "a value");
}

/* The name of a member and its colon. */
static const char *scan_name(struct check *check, const char *at)
{
    at = scan_text(check, at);
    if (at == NULL) {
        return NULL;
    }
    at = skip_blanks(at);
    return *at == ':' ? skip_blanks(at + 1) : refuse(check, at, "a colon");
}

/* Brackets that are open. */
struct brackets {
    char close[JSON_READ_DEPTH];
    int depth;
};

/* What follows a value: brackets that it closes, and a comma. Returned is where the next value begins, or the document
 * ends. */
static const char *scan_closing(struct check *check, struct brackets *open, const char *at)
{
    at = skip_blanks(at);
    while (open->depth > 0 && *at == open->close[open->depth - 1]) {
        open->depth--;
        at = skip_blanks(at + 1);
    }
    if (open->depth == 0) {
        return at;
    }
    const bool in_object = open->close[open->depth - 1] == '}';
    if (*at != ',') {
        return refuse(check, at, in_object ? "a comma or a closing brace" : "a comma or a closing bracket");
    }
    at = skip_blanks(at + 1);
    return in_object ? scan_name(check, at) : at;
}

/* Opens a bracket. Returned is where the next value begins, or the document ends. */
static const char *scan_opening(struct check *check, struct brackets *open, const char *at)
{
    if (open->depth == JSON_READ_DEPTH) {
        return refuse(check, at, "less nesting");
    }
    const char close = *at == '{' ? '}' : ']';
    open->close[open->depth++] = close;
    at = skip_blanks(at + 1);
    if (*at == close) {
        return scan_closing(check, open, at);
    }
    return close == '}' ? scan_name(check, at) : at;
}

/* A value with all that it holds. */
static const char *scan_value(struct check *check, const char *at)
{
    struct brackets open = {.depth = 0};
    do {
        if (*at == '{' || *at == '[') {
            at = scan_opening(check, &open, at);
        } else {
            at = scan_plain(check, at);
            at = at == NULL ? NULL : scan_closing(check, &open, at);
        }
    } while (at != NULL && open.depth > 0);
    return at;
}

struct import_fault json_check(struct import_text text)
{
    struct check check = {.wrong = NULL};
    struct import_fault fault = {.line = 0};
    import_check_text(&fault, text);
    if (import_failed(&fault)) {
        return fault;
    }
    const char *end = scan_value(&check, start_of(text));
    if (end != NULL && *end == '\0') {
        return fault;
    }
    if (end != NULL) {
        (void)refuse(&check, end, "the end of the text");
    }
    const char *found = check.wrong;
    const int line = text_line(text.bytes, found);
    if ((size_t)(found - text.bytes) >= text.length) {
        import_fail(&fault, line, "the text ends where %s is expected: this is no whole JSON document", check.expected);
    } else {
        import_fail(&fault, line, "\"%.*s\" stands where %s is expected: this is no JSON document",
                    (int)(strcspn(found, "\r\n") > 20 ? 20 : strcspn(found, "\r\n")), found, check.expected);
    }
    return fault;
}

/* ---- looking up ---- */

struct json_value json_root(struct import_text text)
{
    return (struct json_value){start_of(text)};
}

enum json_type json_type(struct json_value value)
{
    if (value.at == NULL) {
        return JSON_NONE;
    }
    const int word = word_at(value.at);
    if (word >= 0) {
        return words[word].type;
    }
    switch (*value.at) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case '"':
        return JSON_TEXT;
    default:
        return JSON_NUMBER;
    }
}

/* Where a value ends. */
static const char *end_of(const char *at)
{
    struct check check = {.wrong = NULL};
    const char *end = *at == '{' || *at == '[' ? NULL : scan_plain(&check, at);
    if (end != NULL) {
        return end;
    }
    int depth = 0;
    do {
        if (*at == '"') {
            at = scan_text(&check, at);
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
    } while (depth > 0);
    return at;
}

/* Whether a name in quotes is the first so many characters of a path. */
static bool is_name(const char *quoted, const char *path, size_t length)
{
    return strncmp(quoted + 1, path, length) == 0 && quoted[1 + length] == '"';
}

/* A member by the first so many characters of a path. */
static struct json_value find_member(struct json_value object, const char *path, size_t length)
{
    struct json_value found = {NULL};
    if (json_type(object) != JSON_OBJECT) {
        return found;
    }
    const char *at = skip_blanks(object.at + 1);
    while (*at == '"') {
        const char *name = at;
        at = skip_blanks(skip_blanks(end_of(name)) + 1);
        if (is_name(name, path, length)) {
            found.at = at;
        }
        at = skip_blanks(end_of(at));
        at = *at == ',' ? skip_blanks(at + 1) : at;
    }
    return found;
}

struct json_value json_member(struct json_value object, const char *path)
{
    for (;;) {
        const size_t length = strcspn(path, ".");
        object = find_member(object, path, length);
        if (path[length] == '\0') {
            return object;
        }
        path += length + 1;
    }
}

struct json_value json_first(struct json_value array)
{
    const char *at = json_type(array) == JSON_ARRAY ? skip_blanks(array.at + 1) : "]";
    return (struct json_value){*at == ']' ? NULL : at};
}

struct json_value json_next(struct json_value item)
{
    const char *at = skip_blanks(end_of(item.at));
    return (struct json_value){*at == ',' ? skip_blanks(at + 1) : NULL};
}

double json_as_number(struct json_value value)
{
    if (json_type(value) != JSON_NUMBER || word_at(value.at) >= 0) {
        return NAN;
    }
    const bool negative = *value.at == '-';
    const struct decimal_text read = decimal_read(value.at + negative);
    return (negative ? -1 : 1) * decimal_value(&read.decimal);
}

bool json_is_true(struct json_value value)
{
    return json_type(value) == JSON_TRUE;
}

bool json_is_text(struct json_value value, const char *text)
{
    return json_type(value) == JSON_TEXT && is_name(value.at, text, strlen(text));
}

size_t json_copy(struct json_value value, char *out, size_t size)
{
    size_t length = 0;
    if (value.at != NULL && size > 0) {
        const bool quoted = *value.at == '"';
        const char *end = end_of(value.at) - quoted;
        for (const char *at = value.at + quoted; at < end && length + 1 < size; at++) {
            at += quoted && *at == '\\' && (at[1] == '"' || at[1] == '\\');
            out[length++] = *at;
        }
    }
    if (size > 0) {
        out[length] = '\0';
    }
    return length;
}

int json_line(struct import_text text, struct json_value value)
{
    return value.at == NULL ? 0 : text_line(text.bytes, value.at);
}
