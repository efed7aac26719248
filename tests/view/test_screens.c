/* test_screens.c: whole screens against files in tests/data/screens.
 *
 * RINGSIDE_GOLDEN=write test_screens writes the files anew; look at the difference before it is committed.
 */
#define _POSIX_C_SOURCE 200809L
#include "core/character.h"
#include "document.h"
#include "hand.h"
#include "view/snapshot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SCREEN_BYTES = 1 << 18, PATH_BYTES = 512, LEAST_PRINTABLE = 0x20, MOST_ASCII = 0x7E };

static const struct screen {
    const char *name;
    int columns, rows;
    bool ascii;
    const char *keys;
} screens[] = {
    {"main-80x24", 80, 24, false, ""},
    {"main-120x40", 120, 40, false, ""},
    {"main-200x60", 200, 60, false, ""},
    {"main-240x80", 240, 80, false, ""},
    {"main-100x30", 100, 30, false, ""},
    {"ascii-80x24", 80, 24, true, ""},
    {"ascii-120x40", 120, 40, true, ""},
    {"ascii-200x60", 200, 60, true, ""},
    {"baseline-120x40", 120, 40, false, "b<Enter>12.5 GB/s<Enter>"},
    {"baseline-80x24", 80, 24, false, "b<Enter>12.5 GB/s<Enter>"},
    {"invalid-120x40", 120, 40, false, "<Tab><Enter>6<Enter>"},
    {"typing-120x40", 120, 40, false, "<Enter>5 TB<Enter>"},
    {"picker-120x40", 120, 40, false, "ph100"},
    {"picker-80x24", 80, 24, false, "ph100"},
    {"published-120x40", 120, 40, false, "D"},
    {"published-80x24", 80, 24, false, "Dbloom"},
    {"measured-120x40", 120, 40, false, "Ddeepseek-v3 2024<Enter>"},
    {"measured-80x24", 80, 24, false, "Ddeepseek-v3 2024<Enter>"},
    {"typed-120x40", 120, 40, false, "C17s<Enter>"},
    {"typed-80x24", 80, 24, false, "C41%<Enter>"},
    {"typed-200x60", 200, 60, false, "C12.5s<Enter>"},
    {"typed-ascii-80x24", 80, 24, true, "C40s<Enter>"},
    {"typed-prompt-80x24", 80, 24, false, "C"},
    {"typed-projector-120x40", 120, 40, false, "PC17s<Enter>"},
    {"help-120x40", 120, 40, false, "?"},
    {"help-200x60", 200, 60, false, "?"},
    {"help-ascii-80x24", 80, 24, true, "?"},
    {"help-80x24", 80, 24, false, "?"},
    {"themes-120x40", 120, 40, false, "T"},
    {"tab-80x24", 80, 24, false, "<Right>3"},
    {"explain-80x24", 80, 24, false, "<Tab><Tab><Down><Down><Down>x<Down>"},
    {"explain-120x40", 120, 40, false, "<Tab><Tab><Down><Down><Down>x<Down>"},
    {"explain-200x60", 200, 60, false, "<Tab><Tab>x<Down>"},
    {"explain-ascii-80x24", 80, 24, true, "<Tab><Tab><Down><Down><Down><Down><Down>x"},
    {"explain-ascii-120x40", 120, 40, true, "<Tab><Tab><Down><Down><Down><Down><Down>x"},
    {"explain-ascii-200x60", 200, 60, true, "<Tab><Tab><Down><Down><Down><Down><Down>x"},
    {"explain-slider-120x40", 120, 40, false, "<Right>x"},
    {"timeline-80x24", 80, 24, false, "1"},
    {"timeline-120x40", 120, 40, false, "1<Down><Down><End><Left><Left><Left><Left><Left>"},
    {"timeline-200x60", 200, 60, false, "1]]]]"},
    {"timeline-ascii-80x24", 80, 24, true, "1"},
    {"timeline-ascii-120x40", 120, 40, true, "1]]]]]]]]]"},
    {"timeline-ascii-200x60", 200, 60, true, "1"},
    {"timeline-decode-80x24", 80, 24, false, "M1"},
    {"timeline-prefill-120x40", 120, 40, false, "MM1<Enter>"},
    {"pipeline-80x24", 80, 24, false, "<Tab><Left><Down><Right><Right>1p"},
    {"pipeline-120x40", 120, 40, false, "<Tab><Left><Down><Right><Right>1p"},
    {"pipeline-200x60", 200, 60, false, "<Tab><Left><Down><Right><Right>1p"},
    {"pipeline-ascii-80x24", 80, 24, true, "<Tab><Left><Down><Right><Right>1p"},
    {"pipeline-ascii-120x40", 120, 40, true, "<Tab><Left><Down><Right><Right>1p"},
    {"pipeline-ascii-200x60", 200, 60, true, "<Tab><Left><Down><Right><Right>1p"},
    {"tab-decode-80x24", 80, 24, false, "M6"},
    {"tab-decode-120x40", 120, 40, false, "M6<Down><Down>"},
    {"tab-decode-200x60", 200, 60, false, "M6<Up>"},
    {"tab-decode-ascii-80x24", 80, 24, true, "M6"},
    {"tab-decode-ascii-120x40", 120, 40, true, "M6<Down><Down>"},
    {"tab-decode-ascii-200x60", 200, 60, true, "M6"},
    {"tab-decode-training-120x40", 120, 40, false, "6"},
    {"tab-decode-prefill-80x24", 80, 24, false, "MM6"},
    {"traffic-80x24", 80, 24, false, "4"},
    {"traffic-120x40", 120, 40, false, "<Tab><Down><Right>4<Down>"},
    {"traffic-200x60", 200, 60, false, "4"},
    {"traffic-ascii-80x24", 80, 24, true, "4<Down>"},
    {"traffic-ascii-120x40", 120, 40, true, "4<Down>"},
    {"traffic-ascii-200x60", 200, 60, true, "4<Down>"},
    {"memory-80x24", 80, 24, false, "5"},
    {"memory-120x40", 120, 40, false, "<Tab><Down><Down>5<Down>"},
    {"memory-200x60", 200, 60, false, "5<Left><Down>"},
    {"memory-decode-80x24", 80, 24, false, "M5"},
    {"memory-ascii-120x40", 120, 40, true, "5<Down><Right>"},
    {"memory-ascii-80x24", 80, 24, true, "5<Down><Right>"},
    {"memory-ascii-200x60", 200, 60, true, "5<Down><Right>"},
    {"search-80x24", 80, 24, false, "7"},
    {"search-120x40", 120, 40, false, "<Tab><Down><Down>7"},
    {"search-200x60", 200, 60, false, "7"},
    {"search-ascii-120x40", 120, 40, true, "7"},
    {"search-ascii-80x24", 80, 24, true, "7"},
    {"search-ascii-200x60", 200, 60, true, "7"},
    {"search-where-80x24", 80, 24, false, "M7w--where decode.time<lt>=30ms<Enter>"},
    {"search-where-120x40", 120, 40, false, "M7w--where decode.time<lt>=30ms<Enter>"},
    {"search-where-200x60", 200, 60, false, "7w--where memory.total<lt>=70GB --hold zero,cp<Enter>"},
    {"search-fewest-80x24", 80, 24, false, "M7w--clients 100 --fewest<Enter>"},
    {"search-fewest-ascii-80x24", 80, 24, true, "M7w--clients 100 --fewest<Enter>"},
    {"search-fewest-120x40", 120, 40, false, "M7w--clients 100 --fewest<Enter>"},
    {"search-fewest-44x14", 44, 14, false, "M7w--clients 100 --fewest<Enter>"},
    {"search-ask-80x24", 80, 24, false, "M7w"},
    {"search-ask-120x40", 120, 40, false, "M7w--clients 0<Enter>"},
    {"sweep-80x24", 80, 24, false, "<Right>2<Left><Left>"},
    {"sweep-120x40", 120, 40, false, "b<Tab><Left>2"},
    {"sweep-200x60", 200, 60, false, "2"},
    {"sweep-ascii-120x40", 120, 40, true, "b<Tab><Left>2"},
    {"sweep-ascii-80x24", 80, 24, true, "b<Tab><Left>2"},
    {"sweep-ascii-200x60", 200, 60, true, "b<Tab><Left>2"},
    {"sweep-chooser-80x24", 80, 24, false, "2mmemo"},
    {"published-44x14", 44, 14, false, "D<Down>"},
    {"published-60x18", 60, 18, false, "D<Down>"},
    {"picker-44x14", 44, 14, false, "p"},
    {"help-44x14", 44, 14, false, "?<Down><Down><Down><Down>"},
    {"help-word-80x24", 80, 24, false, "?zero"},
    {"themes-44x14", 44, 14, false, "T"},
    {"explain-44x14", 44, 14, false, "x"},
    {"step-44x14", 44, 14, false, "<Tab><Tab>"},
    {"lesson-44x14", 44, 14, false, "8<Enter>"},
    {"no-fit-44x14", 44, 14, false, "<Tab><Enter>1<Enter>"},
    {"held-80x24", 80, 24, false, "<Right>4"},
    {"unused-key-80x24", 80, 24, false, "9p"},
    {"timeline-44x14", 44, 14, false, "1"},
    {"sweep-44x14", 44, 14, false, "2"},
    {"ring-44x14", 44, 14, false, "3"},
    {"traffic-44x14", 44, 14, false, "4"},
    {"memory-44x14", 44, 14, false, "5"},
    {"memory-60x18", 60, 18, false, "5"},
    {"decode-44x14", 44, 14, false, "M6"},
    {"search-44x14", 44, 14, false, "7"},
    {"lessons-44x14", 44, 14, false, "8"},
    {"map-44x14", 44, 14, false, "9"},
    {"compare-80x24", 80, 24, false, "bcc<Esc><Enter>25GB/s<Enter><Tab><Right>cc<Esc><Left><Left>c<Right>"},
    {"prompt-80x24", 80, 24, false, "<Left>S"},
    {"command-line-80x24", 80, 24, false, "<Left><Tab><Right><Tab><Tab>5y"},
    {"compare-120x40", 120, 40, false, "bcc<Esc><Enter>25GB/s<Enter><Tab><Right>cc<Esc><Left><Left>c<Right>"},
    {"prompt-120x40", 120, 40, false, "<Left>S"},
    {"command-line-120x40", 120, 40, false, "<Left><Tab><Right><Tab><Tab>5y"},
    {"compare-200x60", 200, 60, false, "bcc<Esc><Enter>25GB/s<Enter><Tab><Right>cc<Esc><Left><Left>c<Right>"},
    {"prompt-200x60", 200, 60, false, "<Left>S"},
    {"command-line-200x60", 200, 60, false, "<Left><Tab><Right><Tab><Tab>5y"},
    {"compare-ascii-80x24", 80, 24, true, "b<Enter>25GB/s<Enter>c"},
    {"write-80x24", 80, 24, false, "7W"},
    {"quit-80x24", 80, 24, false, "<Left>q"},
    {"projector-80x24", 80, 24, false, "bP<S-Left><S-Left>"},
    {"alone-80x24", 80, 24, false, "e"},
    {"projector-120x40", 120, 40, false, "bP<S-Left><S-Left>"},
    {"alone-120x40", 120, 40, false, "e"},
    {"projector-200x60", 200, 60, false, "bP<S-Left><S-Left>"},
    {"alone-200x60", 200, 60, false, "e"},
    {"projector-ascii-80x24", 80, 24, true, "P"},
    {"projector-decode-120x40", 120, 40, false, "MP"},
    {"projector-tab-80x24", 80, 24, false, "P5"},
    {"alone-step-80x24", 80, 24, false, "<Tab><Tab>e"},
    {"alone-tab-120x40", 120, 40, false, "<Left>7e"},
    {"memory-stages-80x24", 80, 24, false, "<Tab><Enter>4<Enter><Down><Enter>4<Enter>5p<Down>"},
    {"lessons-80x24", 80, 24, false, "8<Down>"},
    {"lessons-120x40", 120, 40, false, "8<Down>"},
    {"lessons-200x60", 200, 60, false, "8<Down>"},
    {"lesson-80x24", 80, 24, false, "8<Down><Down><Down><Enter><Right><Enter>"},
    {"lesson-120x40", 120, 40, false, "8<Down><Down><Down><Enter><Right>-----<Enter>"},
    {"lesson-200x60", 200, 60, false, "8<Down><Down><Down><Enter><Right><Right>"},
    {"lesson-ascii-80x24", 80, 24, true, "8<Down><Down><Enter><Enter>"},
    {"lesson-ascii-120x40", 120, 40, true, "8<Down><Down><Enter><Enter>"},
    {"lesson-ascii-200x60", 200, 60, true, "8<Down><Down><Enter><Enter>"},
    {"lesson-decode-80x24", 80, 24, false, "8<Up><Down><Down><Down><Down><Down><Down><Enter><Right>"},
    {"lesson-pages-60x18", 60, 18, false, "8<Down><Down><Down><Enter><Enter>"},
    {"ring-80x24", 80, 24, false, "<Right>3<Right><Right><Right>"},
    {"ring-120x40", 120, 40, false, "3<Right><Right><Right>"},
    {"ring-200x60", 200, 60, false, "<Tab><Left>3nnnnnnngg<Right>"},
    {"ring-ascii-80x24", 80, 24, true, "3ooo<Right><Right>"},
    {"ring-ascii-120x40", 120, 40, true, "3<Right><Right><Right>"},
    {"ring-ascii-200x60", 200, 60, true, "3<Right><Right><Right>"},
    {"ring-together-80x24", 80, 24, false, "3wwwv<Right><Right><Right>"},
    {"ring-together-120x40", 120, 40, false, "3nnnnnnnwwwv<Right><Right><Right>"},
    {"ring-together-ascii-80x24", 80, 24, true, "3wwwv<Right><Right><Right>"},
    {"map-80x24", 80, 24, false, "9"},
    {"map-120x40", 120, 40, false, "<Tab><Left>9<Right>"},
    {"map-200x60", 200, 60, false, "<Tab><Left><Down><Right>9<Down>"},
    {"map-ascii-80x24", 80, 24, true, "<Tab><Left>9"},
    {"map-ascii-120x40", 120, 40, true, "9<Up><Up><Up>"},
    {"map-ascii-200x60", 200, 60, true, "9<Up><Up><Up>"},
    {"single-60x18", 60, 18, false, ""},
    {"single-step-60x18", 60, 18, false, "<Tab><Tab>"},
    {"toosmall-40x12", 40, 12, false, ""},
    {"decode-80x24", 80, 24, false, "M<Esc>"},
    {"decode-120x40", 120, 40, false, "M<Esc>"},
    {"decode-200x60", 200, 60, false, "M<Esc>"},
    {"prefill-80x24", 80, 24, false, "MM<Esc>"},
    {"prefill-120x40", 120, 40, false, "MM<Esc>"},
    {"prefill-200x60", 200, 60, false, "MM<Esc>"},
    {"ascii-decode-80x24", 80, 24, true, "M<Esc>"},
    {"ascii-decode-120x40", 120, 40, true, "M<Esc>"},
    {"ascii-decode-200x60", 200, 60, true, "M<Esc>"},
    {"ascii-prefill-80x24", 80, 24, true, "MM<Esc>"},
    {"ascii-prefill-120x40", 120, 40, true, "MM<Esc>"},
    {"ascii-prefill-200x60", 200, 60, true, "MM<Esc>"},
    {"decode-give-back-120x40", 120, 40, false, "M<Tab><Tab><Down>"},
    {"decode-baseline-120x40", 120, 40, false, "bM<S-Tab><Down><Enter>64<Enter>"},
};

enum { SCREENS = sizeof screens / sizeof screens[0] };

static size_t read_all(FILE *file, char *text, size_t size)
{
    const size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    return length;
}

/* What a screen is written as. */
typedef void (*snapshot_form)(const struct surface *surface, const struct theme *theme, FILE *file);

static void draw_as(snapshot_form form, const struct screen *screen, char *text, size_t size)
{
    struct app *app = hand_start(screen->columns, screen->rows);
    struct surface surface = surface_new(screen->rows, screen->columns);
    FILE *file = tmpfile();
    assert_non_null(file);
    app->glyphs = screen->ascii ? &glyphs_ascii : &glyphs_unicode;
    hand_keys(app, screen->keys);
    hand_wait(app);
    app_draw(app, &surface);
    form(&surface, app->theme, file);
    rewind(file);
    (void)read_all(file, text, size);
    (void)fclose(file);
    surface_free(&surface);
}

static void draw(const struct screen *screen, char *text, size_t size)
{
    draw_as(snapshot_text, screen, text, size);
}

/* A file of the tree that this program writes. */
static void hold(const char *name, const char *got)
{
    const struct document file = {name, "test_screens"};
    document_hold(&file, got);
}

static void check_screen(const struct screen *screen)
{
    static char got[SCREEN_BYTES];
    char path[PATH_BYTES];
    draw(screen, got, sizeof got);
    hand_stop();
    (void)snprintf(path, sizeof path, "tests/data/screens/%s.txt", screen->name);
    hold(path, got);
}

static void each_screen_is_the_golden_one(void **state)
{
    (void)state;
    for (int i = 0; i < SCREENS; i++) {
        check_screen(&screens[i]);
    }
}

static void expect_ascii(const struct screen *screen)
{
    static char text[SCREEN_BYTES];
    draw(screen, text, sizeof text);
    hand_stop();
    for (const char *byte = text; *byte != '\0'; byte++) {
        if (*byte != '\n' && ((unsigned char)*byte < LEAST_PRINTABLE || (unsigned char)*byte > MOST_ASCII)) {
            fail_msg("%dx%d after %s: byte %02x", screen->columns, screen->rows, screen->keys, (unsigned char)*byte);
        }
    }
}

static void in_ascii_mode_no_byte_is_above_7e(void **state)
{
    static const char *const keys[] = {"",
                                       "b<Right>",
                                       "p",
                                       "?",
                                       "T",
                                       "x",
                                       "<Tab><Tab>x",
                                       "4",
                                       "5",
                                       "2",
                                       "2v",
                                       "8",
                                       "8<Enter><Enter>",
                                       "<Tab><Enter>6<Enter>",
                                       "3",
                                       "<Tab><Tab>",
                                       "M",
                                       "MM<Tab><Tab>",
                                       "P",
                                       "e",
                                       "7e",
                                       "bcc",
                                       "y",
                                       "S",
                                       "W",
                                       "<Left>q",
                                       "6",
                                       "M6",
                                       "M1",
                                       "1]]]]",
                                       "<Tab><Left><Down><Right>1p"};
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {200, 60}, {60, 18}, {44, 14}, {40, 12}};
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
            expect_ascii(&(struct screen){"ascii", sizes[size][0], sizes[size][1], true, keys[i]});
        }
    }
}

/* Whether both sets have a glyph: in a cell or as a sign in a text. */
static bool is_known(uint32_t glyph)
{
    char text[CHARACTER_BYTES + 1] = "";
    char ascii[16];
    if (glyph >= LEAST_PRINTABLE && glyph <= MOST_ASCII) {
        return true;
    }
    (void)character_write(glyph, text);
    glyphs_text(&glyphs_ascii, text, ascii, sizeof ascii);
    return glyph != 0 && strchr(ascii, '?') == NULL;
}

/* Every glyph is looked up once: there are few of them in millions of cells. */
static void check_glyphs(const struct surface *surface)
{
    enum { SEEN = 0x10000 };
    static bool seen[SEEN];
    for (int i = 0; i < surface->rows * surface->columns; i++) {
        const uint32_t glyph = surface->cells[i].glyph;
        if (glyph < SEEN && seen[glyph]) {
            continue;
        }
        if (!is_known(glyph)) {
            fail_msg("%d x %d: U+%04X in row %d", surface->columns, surface->rows, (unsigned)glyph,
                     i / surface->columns);
        }
        if (glyph < SEEN) {
            seen[glyph] = true;
        }
    }
}

static const char *row_of(const struct surface *surface, int row)
{
    static char text[4 * 220 + 1];
    (void)surface_row_text(surface, row, text, sizeof text);
    return text;
}

/* What a mode's headline always has beside the step: the bottleneck; what is named in the bar; the ruler's unit. */
static const struct frame {
    const char *bottleneck, *limit, *part, *unit;
} frames[MODE_COUNT] = {
    [MODE_TRAINING] = {"bottleneck compute", "limit compute", "compute", " s"},
    [MODE_PREFILL] = {"bottleneck compute", "limit compute", "compute", " ms"},
    [MODE_DECODE] = {"bottleneck HBM", "limit HBM", "weights", " ms"},
};

/* What no size above the least leaves out: name, step, verdict, bottleneck, ruler, the way out. */
static void check_frame(const struct app *app, const struct surface *surface)
{
    const struct layout layout = app_layout(app);
    const struct frame *frame = &frames[app->result.mode];
    if (layout.size_class == SIZE_TOO_SMALL) {
        return;
    }
    assert_non_null(strstr(row_of(surface, 0), "ringside"));
    assert_non_null(strstr(row_of(surface, 0), "? help"));
    const char *headline = row_of(surface, layout.headline_row);
    char step[QUANTITY_TEXT];
    quantity_say(app->result.step, UNIT_SECONDS, step, sizeof step);
    const bool whole = strstr(headline, step) != NULL && strstr(headline, "fits") != NULL &&
                       (strstr(headline, frame->limit) != NULL || strstr(headline, frame->bottleneck) != NULL) &&
                       (app->result.mode == MODE_TRAINING || surface->columns < 80 || strstr(headline, "bound"));
    if (!whole) {
        fail_msg("%d x %d: headline \"%s\"", surface->columns, surface->rows, headline);
    }
    assert_non_null(strstr(row_of(surface, layout.step_row), frame->part));
    assert_non_null(strstr(row_of(surface, layout.ruler_row), frame->unit));
    assert_true(strstr(row_of(surface, layout.context_row), "NIC  ") != NULL ||
                strstr(row_of(surface, layout.context_row - 1), "NIC  ") != NULL);
    assert_non_null(strstr(row_of(surface, layout.footer_row), "q quit"));
}

static void check_size(struct app *app, int rows, int columns)
{
    struct surface surface = surface_new(rows, columns);
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
    app_draw(app, &surface);
    check_glyphs(&surface);
    const bool is_plain = app->overlay == OVERLAY_NONE && app->prompt.kind == PROMPT_NONE && !app->projector;
    if (is_plain && (int)app->focus < (int)PANE_COUNT) {
        check_frame(app, &surface);
    }
    surface_free(&surface);
}

static void every_size_is_drawn_with_known_glyphs_and_whole_lines(void **state)
{
    /* The first of them at more sizes than the others: at each height and each width, every height at widths of its
     * own. */
    enum { BARE = 3, EVERY = 15 };
    static const char *const overlays[] = {"",
                                           "M<Esc>",
                                           "MM<Esc>",
                                           "p",
                                           "?",
                                           "T",
                                           "x",
                                           "<Tab><Tab>x",
                                           "4x",
                                           "5<Left>",
                                           "2",
                                           "2m",
                                           "7",
                                           "P",
                                           "PM",
                                           "e",
                                           "<Tab><Tab>e",
                                           "5e",
                                           "bcc",
                                           "3",
                                           "3wwwv",
                                           "9",
                                           "y",
                                           "S",
                                           "W",
                                           "1]]]<Down>",
                                           "8",
                                           "8<Enter><Enter>",
                                           "M6",
                                           "<Tab><Left><Down><Right>1p"};
    (void)state;
    for (size_t i = 0; i < sizeof overlays / sizeof overlays[0]; i++) {
        const bool bare = i < BARE;
        struct app *app = hand_start(80, 24);
        hand_keys(app, overlays[i]);
        for (int rows = 1; rows <= 60; rows += bare ? 1 : 7) {
            const int first = bare ? 1 + rows * 4 % EVERY : 1;
            for (int columns = first; columns <= 220; columns += bare ? EVERY : 13) {
                check_size(app, rows, columns);
            }
        }
        hand_stop();
    }
}

/* ---- The README's picture, and its screen as text */

static void the_picture_shows_the_nics_cut_to_a_quarter(void **state)
{
    static const struct screen picture = {"docs/screen.svg", 120, 40, false, "b<Enter>100Gb/s<Enter>"};
    static char got[SCREEN_BYTES];
    (void)state;
    draw_as(snapshot_svg, &picture, got, sizeof got);
    hand_stop();
    hold(picture.name, got);
}

/* The opening screen at 80x24, without the blanks that end its lines. */
static void draw_picture(char *text, size_t size)
{
    static char drawn[SCREEN_BYTES];
    size_t used = 0;
    size_t words = 0;
    draw(&screens[0], drawn, sizeof drawn);
    hand_stop();
    for (const char *next = drawn; *next != '\0' && used + 1 < size; next++) {
        used = *next == '\n' ? words : used;
        text[used++] = *next;
        words = *next == ' ' ? words : used;
    }
    text[used] = '\0';
}

static void the_readme_shows_the_opening_screen(void **state)
{
    static const struct document readme = {"README.md", "test_screens"};
    static const struct marks marks = {"test_screens -->\n```text\n", "```\n"};
    static char picture[SCREEN_BYTES];
    (void)state;
    draw_picture(picture, sizeof picture);
    document_hold_part(&readme, marks, picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_screen_is_the_golden_one),
        cmocka_unit_test(the_picture_shows_the_nics_cut_to_a_quarter),
        cmocka_unit_test(the_readme_shows_the_opening_screen),
        cmocka_unit_test(in_ascii_mode_no_byte_is_above_7e),
        cmocka_unit_test(every_size_is_drawn_with_known_glyphs_and_whole_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
