/* glyphs.c: every sign that the screen uses, in Unicode and in ASCII. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "view/glyphs.h"

#include "core/character.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

const struct glyph_set glyphs_unicode = {
    .utf8 = true,
    .glyph =
        {
            [GLYPH_BLANK] = ' ',
            [GLYPH_FULL] = 0x2588,      /* █ */
            [GLYPH_FORWARD] = 0x2593,   /* ▓ */
            [GLYPH_RECOMPUTE] = 0x2592, /* ▒ */
            [GLYPH_HIDDEN] = 0x2591,    /* ░ */
            [GLYPH_EIGHTH_1] = 0x258F,  /* ▏ */
            [GLYPH_EIGHTH_1 + 1] = 0x258E,
            [GLYPH_EIGHTH_1 + 2] = 0x258D,
            [GLYPH_EIGHTH_1 + 3] = 0x258C, /* ▌ */
            [GLYPH_EIGHTH_1 + 4] = 0x258B,
            [GLYPH_EIGHTH_1 + 5] = 0x258A,
            [GLYPH_EIGHTH_7] = 0x2589, /* ▉ */
            [GLYPH_LANE_1] = 0x2581,   /* ▁ */
            [GLYPH_LANE_1 + 1] = 0x2582,
            [GLYPH_LANE_1 + 2] = 0x2583,
            [GLYPH_LANE_1 + 3] = 0x2584, /* ▄ */
            [GLYPH_LANE_1 + 4] = 0x2585,
            [GLYPH_LANE_1 + 5] = 0x2586,
            [GLYPH_LANE_1 + 6] = 0x2587,
            [GLYPH_LANE_8] = 0x2588,        /* █ */
            [GLYPH_SLIVER] = 0x258F,        /* ▏ */
            [GLYPH_BASELINE] = 0x2503,      /* ┃ */
            [GLYPH_EDGE] = 0x2502,          /* │ */
            [GLYPH_RULE] = 0x2500,          /* ─ */
            [GLYPH_RULE_HEAVY] = 0x2501,    /* ━ */
            [GLYPH_PHASE] = 0x2577,         /* ╷ */
            [GLYPH_CURSOR] = 0x2502,        /* │ */
            [GLYPH_CROSSING] = 0x254E,      /* ╎ */
            [GLYPH_HANDLE] = 0x25C6,        /* ◆ */
            [GLYPH_HANDLE_EDITED] = 0x25CF, /* ● */
            [GLYPH_PRESET] = 0x25C7,        /* ◇ */
            [GLYPH_TRACK_LEFT] = 0x2501,    /* ━ */
            [GLYPH_TRACK_RIGHT] = 0x2500,   /* ─ */
            [GLYPH_NOTCH_LEFT] = 0x2578,    /* ╸ */
            [GLYPH_NOTCH_RIGHT] = 0x2574,   /* ╴ */
            [GLYPH_DOT] = 0x00B7,           /* · */
            [GLYPH_FOCUS] = 0x25B8,         /* ▸ */
            [GLYPH_HELD] = 0x25B9,          /* ▹ */
            [GLYPH_POINTED] = 0x00BB,       /* » */
            [GLYPH_CHOICE_LEFT] = 0x2039,   /* ‹ */
            [GLYPH_CHOICE_RIGHT] = 0x203A,  /* › */
            [GLYPH_LIST] = 0x25BE,          /* ▾ */
            [GLYPH_ELLIPSIS] = 0x2026,      /* … */
            [GLYPH_CARET] = 0x258F,         /* ▏ */
        },
    .sign =
        {
            [SIGN_TIMES] = "×",
            [SIGN_ABOUT] = "±",
            [SIGN_SEPARATOR] = "·",
            [SIGN_MICRO] = "µ",
            [SIGN_FITS] = "✓ fits",
            [SIGN_FITS_NOT] = "✗ does not fit",
            [SIGN_ARROWS] = "←→",
            [SIGN_UP_DOWN] = "↑↓",
            [SIGN_ENTER] = "⏎",
            [SIGN_SHIFT] = "⇧",
            [SIGN_MINUS] = "−",
        },
};

const struct glyph_set glyphs_ascii = {
    .utf8 = false,
    .glyph =
        {
            [GLYPH_BLANK] = ' ',        [GLYPH_FULL] = '#',         [GLYPH_FORWARD] = '=',
            [GLYPH_RECOMPUTE] = '+',    [GLYPH_HIDDEN] = ':',       [GLYPH_EIGHTH_1] = ' ',
            [GLYPH_EIGHTH_1 + 1] = ' ', [GLYPH_EIGHTH_1 + 2] = ' ', [GLYPH_EIGHTH_1 + 3] = '#',
            [GLYPH_EIGHTH_1 + 4] = '#', [GLYPH_EIGHTH_1 + 5] = '#', [GLYPH_EIGHTH_7] = '#',
            [GLYPH_LANE_1] = '_',       [GLYPH_LANE_1 + 1] = '_',   [GLYPH_LANE_1 + 2] = '-',
            [GLYPH_LANE_1 + 3] = '-',   [GLYPH_LANE_1 + 4] = '=',   [GLYPH_LANE_1 + 5] = '=',
            [GLYPH_LANE_1 + 6] = '#',   [GLYPH_LANE_8] = '#',       [GLYPH_SLIVER] = '|',
            [GLYPH_BASELINE] = '|',     [GLYPH_EDGE] = '|',         [GLYPH_RULE] = '-',
            [GLYPH_RULE_HEAVY] = '=',   [GLYPH_PHASE] = ',',        [GLYPH_CURSOR] = '|',
            [GLYPH_CROSSING] = ':',     [GLYPH_HANDLE] = '#',       [GLYPH_HANDLE_EDITED] = 'O',
            [GLYPH_PRESET] = 'v',       [GLYPH_TRACK_LEFT] = '=',   [GLYPH_TRACK_RIGHT] = '-',
            [GLYPH_NOTCH_LEFT] = '+',   [GLYPH_NOTCH_RIGHT] = '+',  [GLYPH_DOT] = '.',
            [GLYPH_FOCUS] = '>',        [GLYPH_HELD] = '>',         [GLYPH_POINTED] = '@',
            [GLYPH_CHOICE_LEFT] = '<',  [GLYPH_CHOICE_RIGHT] = '>', [GLYPH_LIST] = 'v',
            [GLYPH_ELLIPSIS] = '>',     [GLYPH_CARET] = '|',
        },
    .sign =
        {
            [SIGN_TIMES] = "x",
            [SIGN_ABOUT] = "+-",
            [SIGN_SEPARATOR] = ".",
            [SIGN_MICRO] = "u",
            [SIGN_FITS] = "fits",
            [SIGN_FITS_NOT] = "does not fit",
            [SIGN_ARROWS] = "<>",
            [SIGN_UP_DOWN] = "^v",
            [SIGN_ENTER] = "Enter",
            [SIGN_SHIFT] = "S-",
            [SIGN_MINUS] = "-",
        },
};

/* What may stand in a text besides the two tables, or is written longer there than in a cell. */
static const struct {
    const char *unicode, *ascii;
} more_signs[] = {
    {"✓ ", ""}, {"✓", ""},  {"✗ ", ""},  {"✗", ""},   {"…", "..."}, {"←", "<"}, {"→", ">"},
    {"↑", "^"}, {"↓", "v"}, {"≥", ">="}, {"≤", "<="}, {"–", "-"},   {"’", "'"}, {"┤", "|"},
    {"└", "+"}, {"┴", "+"}, {"┄", "-"},  {"━", "="},  {"│", "|"},   {"α", "a"}, {"μ", "u"},
};

enum {
    MORE_SIGNS = sizeof more_signs / sizeof more_signs[0],
    LAST_ASCII = 0x7F,
    BRAILLE_FIRST = 0x2800,
    BRAILLE_LAST = 0x28FF
};

const struct glyph_set *glyphs_for(const char *codeset)
{
    if (strcasecmp(codeset, "UTF-8") != 0 && strcasecmp(codeset, "utf8") != 0) {
        return &glyphs_ascii;
    }
    for (int i = 0; i < GLYPH_COUNT; i++) {
        if (wcwidth((wchar_t)glyphs_unicode.glyph[i]) != 1) {
            return &glyphs_ascii;
        }
    }
    return &glyphs_unicode;
}

/* LC_CTYPE alone: numbers keep their point, and an unknown name elsewhere does no harm. */
const struct glyph_set *glyphs_choose(enum charset charset)
{
    setlocale(LC_CTYPE, "");
    if (charset == CHARSET_ASCII) {
        return &glyphs_ascii;
    }
    if (charset == CHARSET_UTF8 && glyphs_for(nl_langinfo(CODESET)) != &glyphs_unicode &&
        setlocale(LC_CTYPE, "C.UTF-8") == NULL) {
        setlocale(LC_CTYPE, "en_US.UTF-8");
    }
    return glyphs_for(nl_langinfo(CODESET));
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* A piece of text, and what stands for it in ASCII. */
struct replacement {
    size_t bytes; /* of the piece; 0: it is not in the tables */
    const char *ascii;
};

static struct replacement find_sign(const char *text)
{
    if ((unsigned char)text[0] <= LAST_ASCII) { /* no sign begins with a character that ASCII has */
        return (struct replacement){0};
    }
    for (int i = 0; i < SIGN_COUNT; i++) {
        if (begins_with(text, glyphs_unicode.sign[i])) {
            return (struct replacement){.bytes = strlen(glyphs_unicode.sign[i]), .ascii = glyphs_ascii.sign[i]};
        }
    }
    for (int i = 0; i < MORE_SIGNS; i++) {
        if (begins_with(text, more_signs[i].unicode)) {
            return (struct replacement){.bytes = strlen(more_signs[i].unicode), .ascii = more_signs[i].ascii};
        }
    }
    return (struct replacement){0};
}

uint32_t glyphs_cell(const struct glyph_set *set, uint32_t character)
{
    if (set->utf8 || character < 0x7F) {
        return character;
    }
    /* From the end: the left eighth is blank as the end of a bar, but not as a sliver or a caret. */
    for (int i = GLYPH_COUNT - 1; i >= 0; i--) {
        if (glyphs_unicode.glyph[i] == character) {
            return set->glyph[i];
        }
    }
    if (character >= BRAILLE_FIRST && character <= BRAILLE_LAST) {
        return character == BRAILLE_FIRST ? ' ' : '*';
    }
    char text[CHARACTER_BYTES + 1] = "";
    character_write(character, text);
    const struct replacement sign = find_sign(text);
    return sign.bytes > 0 && sign.ascii[0] != '\0' ? (uint32_t)sign.ascii[0] : '?';
}

void glyphs_text(const struct glyph_set *set, const char *text, char *out, unsigned long size)
{
    unsigned long written = 0;
    while (size > 0 && *text != '\0') {
        const struct character character = character_read(text);
        const struct replacement sign = set->utf8 ? (struct replacement){0} : find_sign(text);
        char cell[CHARACTER_BYTES];
        const char *from = sign.bytes > 0 ? sign.ascii : cell;
        const size_t length =
            sign.bytes > 0 ? strlen(sign.ascii) : (size_t)character_write(glyphs_cell(set, character.code), cell);
        if (written + length >= size) {
            break;
        }
        memcpy(out + written, from, length);
        written += length;
        text += sign.bytes > 0 ? sign.bytes : (size_t)character.bytes;
    }
    if (size > 0) {
        out[written] = '\0';
    }
}
