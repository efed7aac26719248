/* glyphs.h: every sign that the screen uses, in Unicode and in ASCII. The one table of screens: nobody else names a
 * glyph. */
#ifndef RINGSIDE_VIEW_GLYPHS_H
#define RINGSIDE_VIEW_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

/* In the order of the table in glyphs.c. Eighths and lane heights are runs: GLYPH_EIGHTH_1 + n. */
enum glyph {
    GLYPH_BLANK,
    GLYPH_FULL, /* exposed, backward */
    GLYPH_FORWARD,
    GLYPH_RECOMPUTE,
    GLYPH_HIDDEN,
    GLYPH_EIGHTH_1, /* left eighths, 1 to 7 */
    GLYPH_EIGHTH_7 = GLYPH_EIGHTH_1 + 6,
    GLYPH_LANE_1, /* lower eighths, 1 to 8 */
    GLYPH_LANE_8 = GLYPH_LANE_1 + 7,
    GLYPH_SLIVER, /* a bar that is not zero but shorter than a cell */
    GLYPH_BASELINE,
    GLYPH_EDGE, /* between parts of a stacked bar */
    GLYPH_RULE,
    GLYPH_RULE_HEAVY,
    GLYPH_PHASE,
    GLYPH_CURSOR,
    GLYPH_CROSSING,
    GLYPH_HANDLE, /* at the preset */
    GLYPH_HANDLE_EDITED,
    GLYPH_PRESET, /* where the preset is */
    GLYPH_TRACK_LEFT,
    GLYPH_TRACK_RIGHT,
    GLYPH_NOTCH_LEFT, /* decade, left of the handle */
    GLYPH_NOTCH_RIGHT,
    GLYPH_DOT, /* an allowed value */
    GLYPH_FOCUS,
    GLYPH_HELD,
    GLYPH_POINTED, /* a lesson points to it */
    GLYPH_CHOICE_LEFT,
    GLYPH_CHOICE_RIGHT,
    GLYPH_LIST,
    GLYPH_ELLIPSIS,
    GLYPH_CARET, /* of a text field */
    GLYPH_COUNT
};

/* Words and signs inside texts. */
enum sign {
    SIGN_TIMES,     /* x */
    SIGN_ABOUT,     /* +- */
    SIGN_SEPARATOR, /* middle dot */
    SIGN_MICRO,
    SIGN_FITS, /* check mark and "fits", or "fits" */
    SIGN_FITS_NOT,
    SIGN_ARROWS, /* left and right */
    SIGN_UP_DOWN,
    SIGN_ENTER,
    SIGN_SHIFT,
    SIGN_MINUS,
    SIGN_COUNT
};

/* Which set is asked for: that of the locale, `--ascii` or `--utf8`. */
enum charset { CHARSET_LOCALE, CHARSET_ASCII, CHARSET_UTF8 };

/* One set of both. */
struct glyph_set {
    bool utf8;
    uint32_t glyph[GLYPH_COUNT];
    const char *sign[SIGN_COUNT];
};

extern const struct glyph_set glyphs_unicode;
extern const struct glyph_set glyphs_ascii;

/* The set for this terminal: Unicode where the locale's codeset is UTF-8 and every glyph is one column wide.
 *
 *   given     codeset, as nl_langinfo(CODESET) says
 */
const struct glyph_set *glyphs_for(const char *codeset);

/* The set that is asked for, or that of the locale, which is set for characters. `--utf8` takes a locale that has it.
 */
const struct glyph_set *glyphs_choose(enum charset charset);

/* What stands for a character in one cell of this set: itself, or its ASCII counterpart, `?` where it has none. */
uint32_t glyphs_cell(const struct glyph_set *set, uint32_t character);

/* Text with the Unicode signs of this file replaced by the set's own, so that texts can be written once, with `µ`, `·`,
 * `×`.
 *
 *   given     out with room for `size` bytes
 */
void glyphs_text(const struct glyph_set *set, const char *text, char *out, unsigned long size);

#endif
