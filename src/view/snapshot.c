/* snapshot.c: a surface written as text, as ANSI sequences or as a picture. */
#include "view/snapshot.h"

#include "core/character.h"
#include "view/theme_colour.h"

enum {
    /* Pixels. The height of a line of 15 pixel text; its advance is 0.6 of it in the usual fonts of one width. */
    CELL_WIDTH = 9,
    CELL_HEIGHT = 18,
    FONT_SIZE = 15,
    BASELINE = 14,
    /* The terminal's own colours, where a theme leaves them to it: a picture has no terminal. */
    LIGHT = 0xF4F4F4,
    DARK = 0x101010,
};

/* Columns first ... end of a row that look the same. */
struct run {
    int first, end;
};

static void put_character(uint32_t code, FILE *file)
{
    char bytes[CHARACTER_BYTES];
    const int length = character_write(code, bytes);
    (void)fwrite(bytes, 1, (size_t)length, file);
}

/* ---- Text */

static bool is_chip(struct cell cell)
{
    return cell.style.ink == ROLE_INK && (cell.style.ground == ROLE_HAND || cell.style.ground == ROLE_BRIGHT);
}

static bool is_same_chip(struct cell one, struct cell other)
{
    return is_chip(one) && is_chip(other) && one.style.ground == other.style.ground;
}

/* A cell's character, with the brackets of a chip. */
static uint32_t text_glyph(const struct surface *surface, int row, int column)
{
    const struct cell cell = surface_at(surface, row, column);
    if (cell.glyph != ' ' || !is_chip(cell)) {
        return cell.glyph;
    }
    const bool follows = is_same_chip(surface_at(surface, row, column - 1), cell);
    const bool goes_on = is_same_chip(surface_at(surface, row, column + 1), cell);
    return !follows && goes_on ? '[' : follows && !goes_on ? ']' : ' ';
}

void snapshot_text(const struct surface *surface, const struct theme *theme, FILE *file)
{
    (void)theme;
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            const uint32_t glyph = text_glyph(surface, row, column);
            if (glyph != 0) {
                put_character(glyph, file);
            }
        }
        (void)fputc('\n', file);
    }
}

/* ---- Colours */

static struct cell_colours colours_at(const struct surface *surface, const struct theme *theme, int row, int column)
{
    return theme_colours(theme, DEPTH_DIRECT, surface_at(surface, row, column).style);
}

static bool is_same_look(struct cell_colours one, struct cell_colours other)
{
    return one.ink == other.ink && one.ground == other.ground && one.attributes == other.attributes;
}

/* The run that begins at a column. */
static struct run run_at(const struct surface *surface, const struct theme *theme, int row, int first)
{
    const struct cell_colours look = colours_at(surface, theme, row, first);
    int end = first + 1;
    while (end < surface->columns && is_same_look(look, colours_at(surface, theme, row, end))) {
        end++;
    }
    return (struct run){.first = first, .end = end};
}

/* ---- ANSI: ECMA-48, select graphic rendition */

static void put_colour(int colour, int selector, FILE *file)
{
    enum { OWN = 9, DIRECT = 8 }; /* 39, 49: the terminal's own; 38, 48: 2;r;g;b */
    if (colour == -1) {
        (void)fprintf(file, ";%d%d", selector, OWN);
    } else {
        (void)fprintf(file, ";%d%d;2;%d;%d;%d", selector, DIRECT, colour >> 16 & 0xFF, colour >> 8 & 0xFF,
                      colour & 0xFF);
    }
}

static void put_look(struct cell_colours look, FILE *file)
{
    static const struct {
        unsigned attribute;
        const char *code;
    } codes[] = {{ATTRIBUTE_BOLD, ";1"}, {ATTRIBUTE_DIM, ";2"}, {ATTRIBUTE_UNDERLINE, ";4"}, {ATTRIBUTE_REVERSE, ";7"}};
    (void)fputs("\033[0", file);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        (void)fputs((look.attributes & codes[i].attribute) != 0 ? codes[i].code : "", file);
    }
    put_colour(look.ink, 3, file);
    put_colour(look.ground, 4, file);
    (void)fputc('m', file);
}

static void put_run(const struct surface *surface, int row, struct run run, FILE *file)
{
    for (int column = run.first; column < run.end; column++) {
        const uint32_t glyph = surface_at(surface, row, column).glyph;
        if (glyph != 0) {
            put_character(glyph, file);
        }
    }
}

void snapshot_ansi(const struct surface *surface, const struct theme *theme, FILE *file)
{
    for (int row = 0; row < surface->rows; row++) {
        for (struct run run = {0}; run.end < surface->columns;) {
            run = run_at(surface, theme, row, run.end);
            put_look(colours_at(surface, theme, row, run.first), file);
            put_run(surface, row, run, file);
        }
        (void)fputs("\033[0m\n", file);
    }
}

/* ---- SVG */

/* Colours that a picture needs: no terminal's own, nothing reversed. */
static struct cell_colours painted(struct cell_colours look, const struct theme *theme)
{
    const struct cell_colours own = {.ink = theme->light ? DARK : LIGHT, .ground = theme->light ? LIGHT : DARK};
    look.ink = look.ink == -1 ? own.ink : look.ink;
    look.ground = look.ground == -1 ? own.ground : look.ground;
    if ((look.attributes & ATTRIBUTE_REVERSE) != 0) {
        look = (struct cell_colours){.ink = look.ground, .ground = look.ink, .attributes = look.attributes};
    }
    return look;
}

static void put_escaped(uint32_t glyph, FILE *file)
{
    switch (glyph) {
    case '<':
        (void)fputs("&lt;", file);
        break;
    case '>':
        (void)fputs("&gt;", file);
        break;
    case '&':
        (void)fputs("&amp;", file);
        break;
    case 0:
        break;
    default:
        put_character(glyph, file);
        break;
    }
}

/* A run without the blanks at its ends; empty if it has nothing else. */
static struct run trim(const struct surface *surface, int row, struct run run)
{
    while (run.first < run.end && surface_at(surface, row, run.first).glyph == ' ') {
        run.first++;
    }
    while (run.end > run.first && surface_at(surface, row, run.end - 1).glyph == ' ') {
        run.end--;
    }
    return run;
}

/* A part of a cell that a glyph fills, in eighths of its width and height. */
struct block {
    int left, top, right, bottom;
};

enum { EIGHTHS = 8, LIGHT_SHADE = 0x2591, DARK_SHADE = 0x2593 };
enum { BRAILLE = 0x2800, BRAILLE_LAST = 0x28FF, BRAILLE_DOTS = 8 };

static bool is_shade(uint32_t glyph)
{
    return glyph >= LIGHT_SHADE && glyph <= DARK_SHADE;
}

/* Blocks of U+2581 to U+258F: from below, whole, then from the left; a shade is a whole cell. Nothing of others. */
static struct block block_of(uint32_t glyph)
{
    enum { LOWER_EIGHTH = 0x2581, FULL = 0x2588, LEFT_EIGHTH = 0x258F };
    if (is_shade(glyph)) {
        return (struct block){0, 0, EIGHTHS, EIGHTHS};
    }
    if (glyph >= LOWER_EIGHTH && glyph <= FULL) {
        return (struct block){0, FULL - (int)glyph, EIGHTHS, EIGHTHS};
    }
    if (glyph > FULL && glyph <= LEFT_EIGHTH) {
        return (struct block){0, 0, LEFT_EIGHTH + 1 - (int)glyph, EIGHTHS};
    }
    return (struct block){.left = 0};
}

static bool is_braille(uint32_t glyph)
{
    return glyph >= BRAILLE && glyph <= BRAILLE_LAST;
}

/* How much of its ground a glyph covers that is drawn as a shape; 0: it is text. A font may have another width for it,
 * or none of it, and leaves gaps between rows: curves would leave their axes, and bars fall apart. */
static double cover_of(uint32_t glyph)
{
    /* A quarter of the ink, evenly laid on, is seen less than dots of full ink that cover a quarter. */
    static const double shades[] = {0.35, 0.55, 0.75};
    if (is_shade(glyph)) {
        return shades[glyph - LIGHT_SHADE];
    }
    return is_braille(glyph) || block_of(glyph).right > 0 ? 1.0 : 0.0;
}

static void put_rectangle(double x, double y, double width, double height, FILE *file)
{
    (void)fprintf(file, "M%g %gh%gv%gh-%gz", x, y, width, height, width);
}

/* The dots of a braille cell: two columns of four. */
static void put_dots(int row, int column, uint32_t glyph, FILE *file)
{
    static const struct {
        int column, row;
    } dots[BRAILLE_DOTS] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}};
    const double across = CELL_WIDTH / 2.0;
    const double down = CELL_HEIGHT / 4.0;
    const double side = across * 0.6;
    for (int i = 0; i < BRAILLE_DOTS; i++) {
        if ((glyph - BRAILLE) >> i & 1U) {
            put_rectangle(column * CELL_WIDTH + dots[i].column * across + (across - side) / 2.0,
                          row * CELL_HEIGHT + dots[i].row * down + (down - side) / 2.0, side, side, file);
        }
    }
}

/* What dim ink keeps. */
#define DIM_OPACITY 0.6

static void put_opacity(double opacity, FILE *file)
{
    if (opacity < 1.0) {
        (void)fprintf(file, " fill-opacity=\"%g\"", opacity);
    }
}

/* All shapes of a run, which cover as much: one path. */
static void put_shapes(const struct surface *surface, int row, struct run run, struct cell_colours look, FILE *file)
{
    const double cover = cover_of(surface_at(surface, row, run.first).glyph);
    (void)fprintf(file, "<path fill=\"#%06x\"", (unsigned)look.ink);
    put_opacity((look.attributes & ATTRIBUTE_DIM) != 0 ? cover * DIM_OPACITY : cover, file);
    (void)fputs(" d=\"", file);
    for (int column = run.first; column < run.end; column++) {
        const uint32_t glyph = surface_at(surface, row, column).glyph;
        const struct block block = block_of(glyph);
        if (is_braille(glyph)) {
            put_dots(row, column, glyph, file);
            continue;
        }
        put_rectangle((column + (double)block.left / EIGHTHS) * CELL_WIDTH,
                      (row + (double)block.top / EIGHTHS) * CELL_HEIGHT,
                      (double)(block.right - block.left) / EIGHTHS * CELL_WIDTH,
                      (double)(block.bottom - block.top) / EIGHTHS * CELL_HEIGHT, file);
    }
    (void)fputs("\"/>\n", file);
}

static void put_text(const struct surface *surface, int row, struct run run, struct cell_colours look, FILE *file)
{
    run = trim(surface, row, run);
    if (run.first == run.end) {
        return;
    }
    (void)fprintf(file, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"", run.first * CELL_WIDTH,
                  row * CELL_HEIGHT + BASELINE, (run.end - run.first) * CELL_WIDTH, (unsigned)look.ink);
    put_opacity((look.attributes & ATTRIBUTE_DIM) != 0 ? DIM_OPACITY : 1.0, file);
    (void)fprintf(file, "%s%s>", (look.attributes & ATTRIBUTE_BOLD) != 0 ? " font-weight=\"bold\"" : "",
                  (look.attributes & ATTRIBUTE_UNDERLINE) != 0 ? " text-decoration=\"underline\"" : "");
    for (int column = run.first; column < run.end; column++) {
        put_escaped(surface_at(surface, row, column).glyph, file);
    }
    (void)fputs("</text>\n", file);
}

/* Text and shapes in turn. */
static void put_glyphs(const struct surface *surface, int row, struct run run, struct cell_colours look, FILE *file)
{
    for (struct run part = {run.first, run.first}; part.end < run.end; part.first = part.end) {
        const double cover = cover_of(surface_at(surface, row, part.first).glyph);
        while (part.end < run.end && cover_of(surface_at(surface, row, part.end).glyph) == cover) {
            part.end++;
        }
        if (cover > 0.0) {
            put_shapes(surface, row, part, look, file);
        } else {
            put_text(surface, row, part, look, file);
        }
    }
}

static void put_ground(int row, struct run run, int ground, FILE *file)
{
    (void)fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", run.first * CELL_WIDTH,
                  row * CELL_HEIGHT, (run.end - run.first) * CELL_WIDTH, CELL_HEIGHT, (unsigned)ground);
}

void snapshot_svg(const struct surface *surface, const struct theme *theme, FILE *file)
{
    const struct style blank = {.ink = ROLE_TEXT, .ground = ROLE_BG};
    const int ground = painted(theme_colours(theme, DEPTH_DIRECT, blank), theme).ground;
    const int width = surface->columns * CELL_WIDTH;
    const int height = surface->rows * CELL_HEIGHT;
    (void)fprintf(file,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                  "xml:space=\"preserve\" font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
                  "font-size=\"%d\" shape-rendering=\"crispEdges\">\n",
                  width, height, width, height, FONT_SIZE);
    (void)fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", width, height, (unsigned)ground);
    for (int row = 0; row < surface->rows; row++) {
        for (struct run run = {0}; run.end < surface->columns;) {
            run = run_at(surface, theme, row, run.end);
            const struct cell_colours look = painted(colours_at(surface, theme, row, run.first), theme);
            if (look.ground != ground) {
                put_ground(row, run, look.ground, file);
            }
            put_glyphs(surface, row, run, look, file);
        }
    }
    (void)fputs("</svg>\n", file);
}
