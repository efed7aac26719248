/* quantity.c: units, their spellings and prefixes; reading, exact writing and rounding for the screen. */
#include "core/quantity.h"

#include "core/conversion.h"
#include "core/decimal.h"
#include "core/letters.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How a unit is written, and what is said where it is missing. */
struct unit_rule {
    const char *noun;    /* "a rate" is expected */
    const char *example; /* "like" this */
    const char *symbol;  /* written after the prefix */
    int least, most;     /* powers of ten of the prefixes in use */
    double prefix_from;  /* the exact form has no prefix from 1 to here */
    bool spaced;         /* a space between prefix and symbol: k tok/s */
    bool any_case;       /* prefixes in either case */
    bool bare_prefix;    /* a prefix alone will do: 70 B */
    bool billions;       /* B is 1e9 */
    bool binary;         /* Ki, Mi, Gi, Ti are understood */
    bool whole;          /* on the screen no prefix below 9999 */
    bool counted;        /* on the screen no decimals for a whole number; the exact form leaves the symbol out */
    const char *shown;   /* the symbol on the screen where people read another one, which is read, too; or NULL */
    double shown_size;   /* and how much one of these is, in SI */
};

/* clang-format off */
static const struct unit_rule rules[] = {
    [UNIT_NONE] = {"a number", "8192 or 1.5", "", 0, 12, INFINITY,
                   .spaced = true, .bare_prefix = true, .binary = true, .whole = true, .counted = true},
    [UNIT_BYTES] = {"a size", "80 GB or 128 GiB", "B", 0, 24, 1e3, .any_case = true, .binary = true},
    [UNIT_RATE] = {"a rate", "50 GB/s or 400 Gb/s", "B/s", 0, 24, 1e3, .any_case = true, .binary = true},
    [UNIT_SECONDS] = {"a time", "15 us or 1.2 ms", "s", -9, 3, INFINITY, .whole = true},
    [UNIT_FLOP] = {"an amount of work", "1.5 TFLOP", "FLOP", 0, 24, 1e3, .any_case = true},
    [UNIT_FLOP_RATE] = {"a rate of work", "989 TFLOP/s", "FLOP/s", 0, 24, 1e3, .any_case = true},
    [UNIT_SHARE] = {"a share", "0.4 or 40 %", "%", 0, 0, INFINITY, .whole = false},
    [UNIT_PARAMETERS] = {"a number of parameters", "70e9 or 70.6 B", "", 0, 12, 1e3, .spaced = true,
                         .any_case = true, .bare_prefix = true, .billions = true, .whole = true, .counted = true},
    [UNIT_TOKENS] = {"a number of tokens", "8192, 8 Ki or 15 T", "tok", 0, 12, 1e7, .spaced = true, .any_case = true,
                     .bare_prefix = true, .billions = true, .binary = true, .whole = true, .counted = true},
    [UNIT_SEQUENCES] = {"a number of sequences", "64", "seq", 0, 12, INFINITY, .spaced = true, .any_case = true,
                        .bare_prefix = true, .binary = true, .whole = true, .counted = true},
    [UNIT_TOKEN_RATE] = {"a rate of tokens", "64.5 k tok/s", "tok/s", 0, 12, 1e4,
                         .spaced = true, .any_case = true, .whole = true},
    [UNIT_HERTZ] = {"a clock", "1.83 GHz", "Hz", 0, 12, 1e3, .any_case = true},
    [UNIT_WATT] = {"a power", "700 W or 1.2 kW", "W", -3, 15, 1e3, .any_case = false},
    [UNIT_JOULE] = {"an energy", "3.6 MJ or 1 kWh", "J", -3, 24, 1e3, .shown = "Wh", .shown_size = SECONDS_PER_HOUR},
    [UNIT_DOLLAR] = {"an amount of dollars", "2.5 $ or 1.2 M$", "$", 0, 12, 1e4,
                     .spaced = true, .bare_prefix = true, .whole = true},
    [UNIT_DOLLAR_PER_HOUR] = {"a price", "2.5 $/h", "$/h", 0, 12, 1e4, .spaced = true, .whole = true},
    [UNIT_HOURS] = {"a number of GPU-hours", "1.5 M GPU-h or 720 h", "GPU-h", 0, 12, 1e4,
                    .spaced = true, .any_case = true, .whole = true},
    [UNIT_DAYS] = {"a number of days", "21 days", "days", 0, 12, 1e4,
                   .spaced = true, .any_case = true, .whole = true},
};
/* clang-format on */
static_assert(sizeof rules / sizeof rules[0] == UNIT_COUNT, "one rule for each unit");

/* A prefix is a power of ten and a power of two. The two letters for micro are U+00B5 and U+03BC. */
struct prefix {
    const char *text;
    int tens, twos;
};

/* clang-format off */
static const struct prefix prefixes[] = {
    {"", 0, 0},   {"n", -9, 0}, {"u", -6, 0}, {"\xc2\xb5", -6, 0}, {"\xce\xbc", -6, 0}, {"m", -3, 0},
    {"k", 3, 0},  {"M", 6, 0},  {"G", 9, 0},  {"B", 9, 0},         {"T", 12, 0},        {"P", 15, 0},
    {"E", 18, 0}, {"Z", 21, 0}, {"Y", 24, 0}, {"Ki", 0, 10},       {"Mi", 0, 20},       {"Gi", 0, 30},
    {"Ti", 0, 40},
};
/* clang-format on */
enum { PREFIX_COUNT = sizeof prefixes / sizeof prefixes[0] };

/* The spellings of a unit, separated by spaces. A bit is 2^-3 bytes, a percent 10^-2. */
struct spelling {
    enum unit unit;
    int tens, twos;
    bool exact; /* letter case matters */
    const char *words;
};

static const struct spelling spellings[] = {
    {UNIT_BYTES, 0, 0, true, "B"},
    {UNIT_BYTES, 0, -3, true, "b"},
    {UNIT_BYTES, 0, 0, false, "byte bytes"},
    {UNIT_BYTES, 0, -3, false, "bit bits"},
    {UNIT_RATE, 0, 0, true, "B/s Bps"},
    {UNIT_RATE, 0, -3, true, "b/s bps"},
    {UNIT_RATE, 0, 0, false, "byte/s bytes/s"},
    {UNIT_RATE, 0, -3, false, "bit/s bits/s"},
    {UNIT_SECONDS, 0, 0, false, "s sec second seconds"},
    {UNIT_FLOP, 0, 0, false, "FLOP FLOPs"},
    {UNIT_FLOP_RATE, 0, 0, false, "FLOP/s FLOPs/s FLOPS"},
    {UNIT_SHARE, -2, 0, false, "% percent"},
    {UNIT_PARAMETERS, 0, 0, false, "parameters params"},
    {UNIT_TOKENS, 0, 0, false, "tok token tokens"},
    {UNIT_SEQUENCES, 0, 0, false, "seq sequence sequences"},
    {UNIT_TOKEN_RATE, 0, 0, false, "tok/s token/s tokens/s"},
    {UNIT_HERTZ, 0, 0, false, "Hz hertz"},
    {UNIT_WATT, 0, 0, false, "W watt"},
    {UNIT_JOULE, 0, 0, false, "J joule"},
    {UNIT_DOLLAR, 0, 0, false, "$ USD"},
    {UNIT_DOLLAR_PER_HOUR, 0, 0, false, "$/h $/hour USD/h"},
    {UNIT_HOURS, 0, 0, false, "GPU-h GPU-hours h hour hours"},
    {UNIT_DAYS, 0, 0, false, "days day d"},
};
enum { SPELLING_COUNT = sizeof spellings / sizeof spellings[0] };

/* What a unit's text multiplies a number by. */
struct scale {
    bool known;
    int tens, twos;
    double times; /* 1 but for the unit that people read */
};

static const char *skip_spaces(const char *text)
{
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    return text;
}

static bool same_letter(char one, char other, bool exact)
{
    return one == other || (!exact && letter_lower(one) == letter_lower(other));
}

/* Where `text` goes on after a prefix, or NULL if it does not begin with it. */
static const char *after_prefix(const char *text, const char *prefix, bool exact)
{
    for (; *prefix != '\0'; prefix++, text++) {
        if (!same_letter(*text, *prefix, exact)) {
            return NULL;
        }
    }
    return text;
}

/* Whether the text is one of the words, but for spaces behind it. */
static bool is_one_of(const char *text, const char *words, bool exact)
{
    while (*words != '\0') {
        const char *letter = text;
        while (*words != '\0' && *words != ' ' && same_letter(*letter, *words, exact)) {
            words++;
            letter++;
        }
        if ((*words == '\0' || *words == ' ') && *skip_spaces(letter) == '\0') {
            return true;
        }
        words += strcspn(words, " ");
        words += *words == ' ' ? 1 : 0;
    }
    return false;
}

static bool prefix_allowed(const struct unit_rule *rule, const struct prefix *prefix)
{
    if (prefix->twos != 0) {
        return rule->binary;
    }
    if (strcmp(prefix->text, "B") == 0) {
        return rule->billions;
    }
    return prefix->tens >= rule->least && prefix->tens <= rule->most;
}

/* What the rest of the text means after a prefix was taken off: a spelling of the unit, or nothing where that will do.
 */
static struct scale unit_scale(const char *rest, enum unit unit, const struct prefix *prefix)
{
    struct scale none = {.known = false};
    if (*rest == '\0') {
        const bool enough = prefix->text[0] == '\0' || rules[unit].bare_prefix;
        return enough ? (struct scale){true, prefix->tens, prefix->twos, 1} : none;
    }
    for (int i = 0; i < SPELLING_COUNT; i++) {
        const struct spelling *spelling = &spellings[i];
        if (spelling->unit == unit && is_one_of(rest, spelling->words, spelling->exact)) {
            return (struct scale){true, prefix->tens + spelling->tens, prefix->twos + spelling->twos, 1};
        }
    }
    const bool as_shown = rules[unit].shown != NULL && is_one_of(rest, rules[unit].shown, true);
    return as_shown ? (struct scale){true, prefix->tens, prefix->twos, rules[unit].shown_size} : none;
}

/* What a prefix and a unit mean; unknown if they are of another unit. */
static struct scale suffix_scale(const char *suffix, enum unit unit)
{
    const struct unit_rule *rule = &rules[unit];
    for (int i = 0; i < PREFIX_COUNT; i++) {
        const char *rest =
            prefix_allowed(rule, &prefixes[i]) ? after_prefix(suffix, prefixes[i].text, !rule->any_case) : NULL;
        if (rest == NULL) {
            continue;
        }
        struct scale scale = unit_scale(rule->spaced ? skip_spaces(rest) : rest, unit, &prefixes[i]);
        if (scale.known) {
            return scale;
        }
    }
    return (struct scale){.known = false};
}

/* The unit that a suffix belongs to, if it is one of those that are easily mixed up; UNIT_COUNT if none. */
static enum unit suffix_unit(const char *suffix)
{
    for (int unit = UNIT_BYTES; unit < UNIT_COUNT; unit++) {
        if (!rules[unit].bare_prefix && suffix_scale(suffix, (enum unit)unit).known) {
            return (enum unit)unit;
        }
    }
    return UNIT_COUNT;
}

enum { QUOTE_LENGTH = 48 };

/* Text as a message may repeat it: without control characters, cut between letters. */
struct quote {
    char text[QUOTE_LENGTH];
};

static struct quote quote_text(const char *text)
{
    struct quote quote = {{0}};
    size_t length = 0;
    while (text[length] != '\0' && length < QUOTE_LENGTH - 4) {
        const unsigned char byte = (unsigned char)text[length];
        quote.text[length++] = byte < ' ' || byte == 0x7f ? '?' : (char)byte;
    }
    if (text[length] == '\0') {
        return quote;
    }
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--; /* a continuation byte of UTF-8: its letter does not fit */
    }
    memcpy(quote.text + length, "...", sizeof "...");
    return quote;
}

static struct quantity refuse(const char *text, const char *problem, enum unit unit)
{
    struct quantity refused = {.valid = false, .value = NAN};
    snprintf(refused.message, sizeof refused.message, "\"%s\"%s: %s is expected, like %s", quote_text(text).text,
             problem, rules[unit].noun, rules[unit].example);
    return refused;
}

static struct quantity refuse_nothing(enum unit unit)
{
    struct quantity refused = {.valid = false, .value = NAN};
    snprintf(refused.message, sizeof refused.message, "nothing is given: %s is expected, like %s", rules[unit].noun,
             rules[unit].example);
    return refused;
}

const char *quantity_example(enum unit unit)
{
    return rules[unit].example;
}

/* A suffix that is not of this unit: say of which it is, if that is known. */
static struct quantity refuse_suffix(const char *text, const char *suffix, enum unit unit)
{
    char problem[40] = "";
    const enum unit other = suffix_unit(suffix);
    if (*suffix == ',') {
        snprintf(problem, sizeof problem, " has a comma, decimals take a point");
    } else if (other != UNIT_COUNT) {
        snprintf(problem, sizeof problem, " is %s", rules[other].noun);
    }
    return refuse(text, problem, unit);
}

struct quantity quantity_parse(const char *text, enum unit unit)
{
    const char *start = skip_spaces(text);
    struct decimal_text number = decimal_read(*start == '-' ? start + 1 : start);
    if (*start == '\0') {
        return refuse_nothing(unit);
    }
    if (number.end == NULL) {
        return refuse(text, "", unit);
    }
    if (*start == '-') {
        return refuse(text, " is negative", unit);
    }
    const char *suffix = skip_spaces(number.end);
    struct scale scale = suffix_scale(suffix, unit);
    if (!scale.known) {
        return refuse_suffix(text, suffix, unit);
    }
    number.decimal.exponent += scale.tens;
    double value = ldexp(decimal_value(&number.decimal) * scale.times, scale.twos);
    if (!isfinite(value)) {
        return refuse(text, " is too large", unit);
    }
    if (value == 0 && number.decimal.count > 0) {
        return refuse(text, " is too small", unit);
    }
    return (struct quantity){.valid = true, .value = value};
}

int quantity_whole(const char *text, enum unit unit, int least, int most)
{
    const struct quantity number = quantity_parse(text, unit);
    const bool within = number.valid && number.value >= least && number.value <= most;
    return within && number.value == floor(number.value) ? (int)number.value : -1;
}

/* Text with its length, as it grows. */
struct line {
    char text[QUANTITY_TEXT];
    size_t length;
};

static void append_letter(struct line *line, char letter)
{
    if (line->length + 1 < sizeof line->text) {
        line->text[line->length++] = letter;
    }
}

static void append_text(struct line *line, const char *text)
{
    while (*text != '\0') {
        append_letter(line, *text++);
    }
}

/* Digits around their point, with zeros where digits lack: `decimals` of them behind it. */
static void append_plain(struct line *line, const struct decimal *decimal, int decimals)
{
    const int first = decimal->exponent < 0 ? 0 : -decimal->exponent;
    const int last = decimals;
    for (int place = first; place <= last; place++) { /* place 0 is that of ones, 1 that of tenths */
        const int digit = place + decimal->exponent;
        if (place == 1) {
            append_letter(line, '.');
        }
        append_letter(line, digit >= 0 && digit < decimal->count ? decimal->digits[digit] : '0');
    }
}

static void append_exponent(struct line *line, const struct decimal *decimal)
{
    char exponent[16];
    for (int digit = 0; digit < decimal->count; digit++) {
        if (digit == 1) {
            append_letter(line, '.');
        }
        append_letter(line, decimal->digits[digit]);
    }
    snprintf(exponent, sizeof exponent, "e%d", decimal->exponent);
    append_text(line, exponent);
}

/* A decimal as people write it: plain, unless that takes more than a few zeros. */
static void append_decimal(struct line *line, const struct decimal *decimal)
{
    enum { ZEROS_BEFORE = 4, ZEROS_AFTER = 6 };
    const int decimals = decimal->count - 1 - decimal->exponent;
    if (decimal->exponent < -ZEROS_BEFORE || decimals < -ZEROS_AFTER) {
        append_exponent(line, decimal);
    } else {
        append_plain(line, decimal, decimals > 0 ? decimals : 0);
    }
}

static const char *prefix_text(const struct unit_rule *rule, int tens)
{
    if (tens == 9 && rule->billions) {
        return "B";
    }
    for (int i = 0; i < PREFIX_COUNT; i++) {
        if (prefixes[i].tens == tens && prefixes[i].twos == 0) {
            return prefixes[i].text;
        }
    }
    return "";
}

/* The power of ten of the prefix for a value whose first digit has that exponent. */
static int prefix_tens(const struct unit_rule *rule, int exponent)
{
    const int tens = exponent >= 0 ? exponent / 3 * 3 : -((2 - exponent) / 3 * 3);
    const int above = tens > rule->least ? tens : rule->least;
    return above < rule->most ? above : rule->most;
}

static void append_unit(struct line *line, const struct unit_rule *rule, const char *prefix)
{
    const char *symbol = rule->counted ? "" : rule->symbol;
    if (prefix[0] == '\0' && symbol[0] == '\0') {
        return;
    }
    append_letter(line, ' ');
    append_text(line, prefix);
    if (rule->spaced && prefix[0] != '\0' && symbol[0] != '\0') {
        append_letter(line, ' ');
    }
    append_text(line, symbol);
}

/* The power of ten in the symbol itself: a share is written in percent. */
static int symbol_tens(enum unit unit)
{
    return unit == UNIT_SHARE ? -2 : 0;
}

/* The exact text with a decimal prefix. */
static struct line print_decimal(double value, enum unit unit)
{
    const struct unit_rule *rule = &rules[unit];
    struct line line = {.length = 0};
    struct decimal decimal = decimal_shortest(value);
    const bool bare = value >= 1 && value < rule->prefix_from;
    const int tens = bare ? 0 : prefix_tens(rule, decimal.exponent);
    decimal.exponent -= tens + symbol_tens(unit);
    append_decimal(&line, &decimal);
    append_unit(&line, rule, prefix_text(rule, tens));
    return line;
}

/* The exact text with the largest binary prefix; empty below a Ki. */
static struct line print_binary(double value, const struct unit_rule *rule)
{
    struct line line = {.length = 0};
    const struct prefix *best = NULL;
    for (int i = 0; i < PREFIX_COUNT; i++) {
        best = prefixes[i].twos > 0 && value >= ldexp(1, prefixes[i].twos) ? &prefixes[i] : best;
    }
    if (best != NULL) {
        struct decimal decimal = decimal_shortest(ldexp(value, -best->twos));
        append_decimal(&line, &decimal);
        append_unit(&line, rule, best->text);
    }
    return line;
}

size_t quantity_print(char *text, size_t size, double value, enum unit unit)
{
    struct line line = {.length = 0};
    if (value == 0) {
        append_letter(&line, '0');
        append_unit(&line, &rules[unit], "");
    } else {
        line = print_decimal(fabs(value), unit);
        const struct line binary = print_binary(fabs(value), &rules[unit]);
        const bool sized = unit == UNIT_BYTES || unit == UNIT_RATE;
        line = sized && binary.length > 0 && binary.length < line.length ? binary : line;
    }
    line.text[line.length] = '\0';
    const int length = snprintf(text, size, "%s%s", value < 0 ? "-" : "", line.text);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* Prefix and symbol as the screen shows them: with the micro sign. */
static struct line display_unit(const struct unit_rule *rule, int tens)
{
    struct line line = {.length = 0};
    const char *prefix = tens == -6 ? "\xc2\xb5" : prefix_text(rule, tens);
    const char *symbol = rule->shown != NULL ? rule->shown : rule->symbol;
    append_text(&line, prefix);
    if (rule->spaced && prefix[0] != '\0' && symbol[0] != '\0') {
        append_letter(&line, ' ');
    }
    append_text(&line, symbol);
    return line;
}

static struct quantity_text display_text(const struct line *number, const struct unit_rule *rule, int tens)
{
    struct quantity_text shown;
    const struct line unit = display_unit(rule, tens);
    snprintf(shown.number, sizeof shown.number, "%.*s", (int)number->length, number->text);
    snprintf(shown.unit, sizeof shown.unit, "%.*s", (int)unit.length, unit.text);
    return shown;
}

/* A value of at least 0 with significant digits. Rounding comes before the choice of a prefix, so it never crosses a
 * unit. */
static struct quantity_text display_rounded(struct line number, double value, enum unit unit, int digits)
{
    enum { LONGEST = 9, SMALLEST = -3 };
    const struct unit_rule *rule = &rules[unit];
    struct decimal decimal = decimal_round(value, digits);
    int tens = prefix_tens(rule, decimal.exponent);
    decimal.exponent -= tens + symbol_tens(unit);
    if (decimal.exponent > LONGEST) {
        decimal.count = 1;
        append_exponent(&number, &decimal);
    } else if (decimal.exponent < SMALLEST) {
        number = (struct line){.text = "0", .length = 1};
        tens = rule->least < 0 ? 0 : tens;
    } else {
        const int decimals = digits - 1 - decimal.exponent;
        append_plain(&number, &decimal, decimals > 0 ? decimals : 0);
    }
    return display_text(&number, rule, tens);
}

/* A number of at most four digits without decimals and prefix. */
static struct quantity_text display_whole(struct line number, double value, enum unit unit)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%.0f", value);
    append_text(&number, digits);
    return display_text(&number, &rules[unit], 0);
}

struct quantity_text quantity_display_digits(double value, enum unit unit, int digits)
{
    const struct unit_rule *rule = &rules[unit];
    struct line number = {.length = 0};
    if (!isfinite(value)) {
        return (struct quantity_text){.number = ""};
    }
    if (value == 0) {
        return display_whole(number, 0, unit);
    }
    if (value < 0) {
        append_letter(&number, '-');
    }
    const double size = rule->shown != NULL ? fabs(value) / rule->shown_size : fabs(value);
    const bool thousands = rule->whole && size >= 999.5 && size < 9999.5;
    const bool count = rule->counted && size < 9999.5 && size == floor(size);
    return thousands || count ? display_whole(number, size, unit) : display_rounded(number, size, unit, digits);
}

/* A share below this is nothing: what doubles leave of a difference. */
static const double SHARE_OF_NOTHING = 1e-12;

/* A percentage: with one decimal below ten, whole from there. What rounds to nothing is not nothing: "0.0". */
static struct quantity_text display_share(double share)
{
    const double percent = fabs(share) * 100;
    if (percent < 10) {
        const double tenths = round(percent * 10);
        if (tenths == 0 && fabs(share) > SHARE_OF_NOTHING) {
            return (struct quantity_text){.number = "0.0", .unit = "%"};
        }
        return quantity_display_digits(copysign(tenths / 1000, share), UNIT_SHARE, tenths < 10 ? 1 : 2);
    }
    return quantity_display_digits(share, UNIT_SHARE, percent < 99.5 ? 2 : percent < 999.5 ? 3 : 4);
}

struct quantity_text quantity_display(double value, enum unit unit)
{
    enum { DIGITS = 3 };
    const bool share = unit == UNIT_SHARE && isfinite(value);
    return share ? display_share(value) : quantity_display_digits(value, unit, DIGITS);
}

size_t quantity_join(struct quantity_text shown, char *text, size_t size)
{
    const bool has_both = shown.number[0] != '\0' && shown.unit[0] != '\0';
    return (size_t)snprintf(text, size, "%s%s%s", shown.number, has_both ? " " : "", shown.unit);
}

void quantity_say(double value, enum unit unit, char *text, size_t size)
{
    (void)quantity_join(quantity_display(value, unit), text, size);
}
