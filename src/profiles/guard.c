/* guard.c: looks through a configuration text before libconfig does. */
#include "profiles/guard.h"

#include "core/letters.h"
#include "core/text.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_ASSIGN,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SEPARATOR
};

struct token {
    enum token_kind kind;
    int line;
    const char *start;
    int length;
};

struct bracket {
    char open;
    int line;
};

struct scanner {
    const char *at;
    const char *end;
    int line;
    struct bracket stack[GUARD_DEPTH];
    int depth;
    int settings; /* that were assigned */
    struct guard_fault fault;
};

/* Longest number that anybody writes; longer ones are mistakes. */
enum { NUMBER_LENGTH = 60 };

/* The character `ahead` places on; 0 beyond the end. */
static char peek(const struct scanner *scanner, ptrdiff_t ahead)
{
    return scanner->end - scanner->at > ahead ? scanner->at[ahead] : '\0';
}

/* Notes the first fault only. */
__attribute__((format(printf, 3, 4))) static void refuse(struct scanner *scanner, int line, const char *format, ...)
{
    if (scanner->fault.line != 0) {
        return;
    }
    scanner->fault.line = line;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(scanner->fault.message, sizeof scanner->fault.message, format, arguments);
    va_end(arguments);
}

static void skip_line_comment(struct scanner *scanner)
{
    while (scanner->at < scanner->end && *scanner->at != '\n') {
        scanner->at++;
    }
}

static void skip_block_comment(struct scanner *scanner)
{
    const int start = scanner->line;
    scanner->at += 2;
    while (scanner->at < scanner->end) {
        if (peek(scanner, 0) == '*' && peek(scanner, 1) == '/') {
            scanner->at += 2;
            return;
        }
        scanner->line += *scanner->at == '\n';
        scanner->at++;
    }
    refuse(scanner, start, "the comment that starts here is never closed: */ is missing");
}

static void skip_blanks_and_comments(struct scanner *scanner)
{
    while (scanner->at < scanner->end) {
        const char c = *scanner->at;
        if (c == '#' || (c == '/' && peek(scanner, 1) == '/')) {
            skip_line_comment(scanner);
        } else if (c == '/' && peek(scanner, 1) == '*') {
            skip_block_comment(scanner);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\n') {
            scanner->line += c == '\n';
            scanner->at++;
        } else {
            return;
        }
    }
}

static void scan_string(struct scanner *scanner)
{
    scanner->at++;
    while (scanner->at < scanner->end && *scanner->at != '\n') {
        if (*scanner->at == '"') {
            scanner->at++;
            return;
        }
        scanner->at += *scanner->at == '\\' && peek(scanner, 1) != '\n' && peek(scanner, 1) != '\0' ? 2 : 1;
    }
    refuse(scanner, scanner->line, "the text that starts on this line is never closed: a \" is missing");
}

static bool continues_name(char c)
{
    return letter_is_alphanumeric(c) || c == '-' || c == '_' || c == '*';
}

static void scan_name(struct scanner *scanner)
{
    while (continues_name(peek(scanner, 0))) {
        scanner->at++;
    }
}

/* Whether an integer fits where libconfig keeps it: 32 bits, or 64 with an L. */
static bool integer_fits(const char *digits, int base, bool is_long)
{
    errno = 0;
    if (base == 16) {
        const unsigned long long value = strtoull(digits, NULL, base);
        return errno == 0 && (is_long ? value <= LLONG_MAX : value <= INT_MAX);
    }
    const long long value = strtoll(digits, NULL, base);
    return errno == 0 && (is_long || (value >= INT_MIN && value <= INT_MAX));
}

static void check_integer(struct scanner *scanner, char *number, int base)
{
    char *end = number;
    errno = 0;
    (void)strtoull(number, &end, base);
    const bool is_long = strcmp(end, "L") == 0 || strcmp(end, "LL") == 0;
    if (*end != '\0' && !is_long) {
        refuse(scanner, scanner->line,
               "\"%s\" is no number: a name starts with a letter, and a quantity with its unit stands in quotes",
               number);
    } else if (!integer_fits(number, base, is_long)) {
        refuse(scanner, scanner->line,
               "the integer %s is out of range: write 70e9 or 70000000000L for what does not fit in 32 bits", number);
    }
}

static void check_float(struct scanner *scanner, const char *number)
{
    char *end = NULL;
    const double value = strtod(number, &end);
    if (*end != '\0') {
        refuse(scanner, scanner->line, "\"%s\" is no number: text and quantities with a unit stand in quotes", number);
    } else if (!isfinite(value)) {
        refuse(scanner, scanner->line, "the number %s is out of range", number);
    }
}

/* A number, and what somebody meant as one: 70b, 1.5.3. */
static void scan_number(struct scanner *scanner)
{
    const char *start = scanner->at;
    while (letter_is_alphanumeric(peek(scanner, 0)) || peek(scanner, 0) == '.' || peek(scanner, 0) == '_' ||
           ((peek(scanner, 0) == '-' || peek(scanner, 0) == '+') &&
            (scanner->at == start || scanner->at[-1] == 'e' || scanner->at[-1] == 'E'))) {
        scanner->at++;
    }
    char number[NUMBER_LENGTH + 1];
    const size_t length = (size_t)(scanner->at - start);
    if (length > NUMBER_LENGTH) {
        refuse(scanner, scanner->line, "the number is too long");
        return;
    }
    memcpy(number, start, length);
    number[length] = '\0';
    const char *digits = number + (*number == '-' || *number == '+');
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
        check_integer(scanner, number, 16);
    } else if (strpbrk(digits, ".eE") != NULL) {
        check_float(scanner, number);
    } else {
        check_integer(scanner, number, 10);
    }
}

static bool starts_number(const struct scanner *scanner)
{
    const char c = peek(scanner, 0);
    const char next = peek(scanner, 1);
    return letter_is_digit(c) || ((c == '+' || c == '-' || c == '.') && (letter_is_digit(next) || next == '.'));
}

/* Reads one token of punctuation. */
static enum token_kind scan_punctuation(struct scanner *scanner)
{
    const char c = *scanner->at++;
    switch (c) {
    case '=':
    case ':':
        return TOKEN_ASSIGN;
    case ';':
    case ',':
        return TOKEN_SEPARATOR;
    case '{':
    case '(':
    case '[':
        return TOKEN_OPEN;
    case '}':
    case ')':
    case ']':
        return TOKEN_CLOSE;
    case '@':
        refuse(scanner, scanner->line, "@include is not allowed: a file stands for itself");
        return TOKEN_END;
    default:
        refuse(scanner, scanner->line,
               "the character '%c' has no meaning here: names hold letters, digits, - and _; text stands in quotes", c);
        return TOKEN_END;
    }
}

static struct token next_token(struct scanner *scanner)
{
    skip_blanks_and_comments(scanner);
    struct token token = {.kind = TOKEN_END, .line = scanner->line, .start = scanner->at};
    if (scanner->at >= scanner->end || scanner->fault.line != 0) {
        return token;
    }
    const char c = *scanner->at;
    if (c == '"') {
        token.kind = TOKEN_STRING;
        scan_string(scanner);
    } else if (letter_is_alphabetic(c) || c == '*') {
        token.kind = TOKEN_NAME;
        scan_name(scanner);
    } else if (starts_number(scanner)) {
        token.kind = TOKEN_NUMBER;
        scan_number(scanner);
    } else {
        token.kind = scan_punctuation(scanner);
    }
    token.length = (int)(scanner->at - token.start);
    return token;
}

static bool is_word(struct token token, const char *word)
{
    return (size_t)token.length == strlen(word) && strncasecmp(token.start, word, strlen(word)) == 0;
}

static void open_bracket(struct scanner *scanner, struct token token)
{
    if (scanner->depth == GUARD_DEPTH) {
        refuse(scanner, token.line, "more than %d brackets inside each other", GUARD_DEPTH);
        return;
    }
    scanner->stack[scanner->depth++] = (struct bracket){*token.start, token.line};
}

static void close_bracket(struct scanner *scanner, struct token token)
{
    const char *open = "{([";
    const char *close = "})]";
    if (scanner->depth == 0) {
        refuse(scanner, token.line, "'%c' closes nothing", *token.start);
        return;
    }
    const struct bracket bracket = scanner->stack[--scanner->depth];
    if (close[strchr(open, bracket.open) - open] != *token.start) {
        refuse(scanner, bracket.line, "'%c' is closed by '%c' in line %d", bracket.open, *token.start, token.line);
    }
}

/* Length of a token for a message. */
static int shown(struct token token)
{
    return token.length > 40 ? 40 : token.length;
}

/* A word where a value stands: true and false are the only ones. */
static void check_word_value(struct scanner *scanner, struct token token)
{
    if (is_word(token, "true") || is_word(token, "false")) {
        return;
    }
    if (is_word(token, "yes") || is_word(token, "no") || is_word(token, "on") || is_word(token, "off")) {
        refuse(scanner, token.line, "%.*s is not understood: true or false is expected", token.length, token.start);
        return;
    }
    refuse(scanner, token.line, "text stands in quotes: \"%.*s\"", shown(token), token.start);
}

static bool in_group(const struct scanner *scanner)
{
    return scanner->depth == 0 || scanner->stack[scanner->depth - 1].open == '{';
}

/* Whether the name that was just read is that of a setting. */
static bool is_assigned(const struct scanner *scanner)
{
    ptrdiff_t ahead = 0;
    while (peek(scanner, ahead) == ' ' || peek(scanner, ahead) == '\t') {
        ahead++;
    }
    return peek(scanner, ahead) == '=' || peek(scanner, ahead) == ':';
}

/* What stands after an = : nothing that is a value, or the next setting's name. */
static bool is_no_value(const struct scanner *scanner, struct token token)
{
    return token.kind == TOKEN_END || token.kind == TOKEN_SEPARATOR || token.kind == TOKEN_CLOSE ||
           token.kind == TOKEN_ASSIGN || (token.kind == TOKEN_NAME && is_assigned(scanner));
}

static void check_value(struct scanner *scanner, struct token assign, struct token token)
{
    if (++scanner->settings > GUARD_SETTINGS) {
        refuse(scanner, assign.line, "more than %d settings: this is no file of ringside", GUARD_SETTINGS);
    }
    if (is_no_value(scanner, token)) {
        refuse(scanner, assign.line, "a value is missing after =");
    } else if (token.kind == TOKEN_NAME) {
        check_word_value(scanner, token);
    }
}

/* What may follow what, as far as libconfig would name the wrong line. */
static void check_token(struct scanner *scanner, struct token before, struct token token)
{
    const bool names_setting =
        before.kind == TOKEN_NAME && in_group(scanner) && !is_word(before, "true") && !is_word(before, "false");
    const bool is_unit = token.kind == TOKEN_NAME && before.kind == TOKEN_NUMBER && before.line == token.line;
    if (before.kind == TOKEN_ASSIGN) {
        check_value(scanner, before, token);
    } else if (names_setting && token.kind != TOKEN_ASSIGN) {
        refuse(scanner, before.line, "= is expected after %.*s", shown(before), before.start);
    } else if (token.kind == TOKEN_NAME && !in_group(scanner)) {
        check_word_value(scanner, token);
    } else if (is_unit && !is_assigned(scanner)) {
        refuse(scanner, token.line, "a quantity with its unit stands in quotes: \"%.*s %.*s\"", shown(before),
               before.start, shown(token), token.start);
    }
}

static void scan_tokens(struct scanner *scanner)
{
    struct token before = {.kind = TOKEN_SEPARATOR};
    do {
        const struct token token = next_token(scanner);
        check_token(scanner, before, token);
        if (token.kind == TOKEN_OPEN) {
            open_bracket(scanner, token);
        } else if (token.kind == TOKEN_CLOSE) {
            close_bracket(scanner, token);
        }
        before = token;
    } while (before.kind != TOKEN_END && scanner->fault.line == 0);
    if (scanner->depth > 0) {
        const struct bracket bracket = scanner->stack[scanner->depth - 1];
        refuse(scanner, bracket.line, "'%c' is never closed", bracket.open);
    }
}

struct guard_fault guard_scan(const char *text, size_t length)
{
    struct scanner scanner = {.at = text, .end = text + length, .line = 1};
    const char *zero = memchr(text, '\0', length);
    if (zero != NULL) {
        refuse(&scanner, text_line(text, zero), "there is a zero byte: this is no text file");
    } else {
        scan_tokens(&scanner);
    }
    return scanner.fault;
}
