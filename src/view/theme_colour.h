/* theme_colour.h: a theme's roles as colours of a terminal, at the depth that it has. */
#ifndef RINGSIDE_VIEW_THEME_COLOUR_H
#define RINGSIDE_VIEW_THEME_COLOUR_H

#include "profiles/theme.h"
#include "view/surface.h"

#include <stdbool.h>

enum colour_depth { DEPTH_MONO, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_DIRECT };

/* How a cell looks on a terminal. A colour is an index of the palette, at DEPTH_DIRECT 0xRRGGBB; -1 is the terminal's
 * own. */
struct cell_colours {
    int ink;
    int ground;
    unsigned attributes; /* of enum attribute */
};

/* Depth of a terminal, from what it reports and nothing else.
 *
 *   given     number of colours; whether a colour number is red, green and blue themselves
 */
enum colour_depth depth_reported(int colours, bool direct);

/* Depth at which a theme is drawn: the terminal's, but DEPTH_MONO for a theme that names no colour. */
enum colour_depth theme_depth(const struct theme *theme, enum colour_depth terminal);

/* Colours and attributes of a style.
 *
 *   note      with 256 colours and more the attributes are those of the style alone. With 16 and fewer the role's own
 *             are added, and a ground that the theme gives no colour but REVERSE is drawn in reverse in one ink, so
 *             that the row in focus is one bar; reverse never comes from the role of an ink. Without colour every
 *             ground is reversed but that of the screen, its bands and panels
 */
struct cell_colours theme_colours(const struct theme *theme, enum colour_depth depth, struct style style);

#endif
