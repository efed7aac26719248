/* theme_colour.c: a theme's roles as colours of a terminal, at the depth that it has. */
#include "view/theme_colour.h"

enum {
    COLOURS_DIRECT = 1 << 24,
    COLOURS_256 = 256,
    COLOURS_16 = 16,
    COLOURS_8 = 8,
    OWN_COLOUR = -1,
    WHITE_8 = 7,
    BLACK = 0,
    BRIGHT_BLACK = 8,
    BRIGHT_WHITE = 15,
};

enum colour_depth depth_reported(int colours, bool direct)
{
    if (direct && colours >= COLOURS_DIRECT) {
        return DEPTH_DIRECT;
    }
    return colours >= COLOURS_256  ? DEPTH_256
           : colours >= COLOURS_16 ? DEPTH_16
           : colours >= COLOURS_8  ? DEPTH_8
                                   : DEPTH_MONO;
}

enum colour_depth theme_depth(const struct theme *theme, enum colour_depth terminal)
{
    for (int role = 0; role < ROLE_COUNT; role++) {
        const struct role_colour *colour = &theme->role[role];
        if (colour->rgb != OWN_COLOUR || colour->palette256 != OWN_COLOUR || colour->palette16 != OWN_COLOUR) {
            return terminal;
        }
    }
    return DEPTH_MONO;
}

/* Ground that stays the terminal's own where there are few colours: nothing is said by it. */
static bool is_quiet_ground(enum role role)
{
    return role == ROLE_BG || role == ROLE_BAND || role == ROLE_PANEL;
}

/* One ink on a reversed ground: what several inks would make of it is a row of patches. Bold stays, dim goes. */
static struct cell_colours reversed(unsigned attributes)
{
    return (struct cell_colours){.ink = OWN_COLOUR,
                                 .ground = OWN_COLOUR,
                                 .attributes = (attributes & ~(unsigned)ATTRIBUTE_DIM) | ATTRIBUTE_REVERSE};
}

/* What a role adds as an ink. Its reverse says how it looks as a ground: a chip, not every word in that ink. */
static unsigned ink_attributes(const struct theme *theme, struct style style)
{
    return style.attributes | (theme->role[style.ink].attributes & ~(unsigned)ATTRIBUTE_REVERSE);
}

static struct cell_colours colours_mono(const struct theme *theme, struct style style)
{
    const unsigned attributes = ink_attributes(theme, style);
    if (!is_quiet_ground(style.ground) || (attributes & ATTRIBUTE_REVERSE) != 0) {
        return reversed(attributes);
    }
    return (struct cell_colours){.ink = OWN_COLOUR, .ground = OWN_COLOUR, .attributes = attributes};
}

/* What is written on bars: black, or white on those of the sixteen that are dark in every terminal's palette. A theme
 * has one ink for all its bars, and here they are not its own colours. */
static int ink_on_bar(int ground)
{
    enum { RED = 1, BLUE = 4, MAGENTA = 5 };
    const bool dark = ground == BLACK || ground == RED || ground == BLUE || ground == MAGENTA || ground == BRIGHT_BLACK;
    return dark ? BRIGHT_WHITE : BLACK;
}

static struct cell_colours colours_16(const struct theme *theme, struct style style)
{
    const struct role_colour *ink = &theme->role[style.ink];
    const struct role_colour *ground = &theme->role[style.ground];
    const unsigned attributes = ink_attributes(theme, style);
    if (ground->palette16 == OWN_COLOUR && (ground->attributes & ATTRIBUTE_REVERSE) != 0) {
        return reversed(attributes);
    }
    const bool on_bar = style.ink == ROLE_INK && ground->palette16 != OWN_COLOUR;
    return (struct cell_colours){.ink = on_bar ? ink_on_bar(ground->palette16) : ink->palette16,
                                 .ground = ground->palette16,
                                 .attributes = attributes};
}

/* Sixteen colours from eight: a bright ink is the plain one in bold, a bright ground the plain one. Bright black would
 * be black: it is drawn dim instead, and as a ground white.
 */
static struct cell_colours colours_8(const struct theme *theme, struct style style)
{
    struct cell_colours colours = colours_16(theme, style);
    if (colours.ground >= BRIGHT_BLACK) {
        colours.ground = colours.ground == BRIGHT_BLACK ? WHITE_8 : colours.ground - BRIGHT_BLACK;
    }
    if (style.ink == ROLE_INK && colours.ground != OWN_COLOUR) {
        colours.ink = ink_on_bar(colours.ground) == BLACK ? BLACK : WHITE_8;
    } else if (colours.ink == BRIGHT_BLACK) {
        colours.ink = OWN_COLOUR;
        colours.attributes |= ATTRIBUTE_DIM;
    } else if (colours.ink > BRIGHT_BLACK) {
        colours.ink -= BRIGHT_BLACK;
        colours.attributes |= ATTRIBUTE_BOLD;
    }
    return colours;
}

struct cell_colours theme_colours(const struct theme *theme, enum colour_depth depth, struct style style)
{
    const struct role_colour *ink = &theme->role[style.ink];
    const struct role_colour *ground = &theme->role[style.ground];
    switch (theme_depth(theme, depth)) {
    case DEPTH_DIRECT:
        return (struct cell_colours){.ink = ink->rgb, .ground = ground->rgb, .attributes = style.attributes};
    case DEPTH_256:
        return (struct cell_colours){
            .ink = ink->palette256, .ground = ground->palette256, .attributes = style.attributes};
    case DEPTH_16:
        return colours_16(theme, style);
    case DEPTH_8:
        return colours_8(theme, style);
    case DEPTH_MONO:
    default:
        return colours_mono(theme, style);
    }
}
