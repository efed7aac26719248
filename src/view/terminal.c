/* terminal.c: the terminal, through ncurses. */
#define _XOPEN_SOURCE 700 /* wide characters of ncurses, wcwidth */
#define NCURSES_WIDECHAR 1
#include "view/terminal.h"

#include "core/character.h"
#include "view/signals.h"
#include "view/terminal_description.h"

#include <errno.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum {
    FALLBACK_ROWS = 24,
    FALLBACK_COLUMNS = 80,
    MOST_ROWS = 1000, /* a screen has fewer; memory is as good as what is allocated for it */
    MOST_COLUMNS = 2000,
    PAIRS = 256, /* of colours; fewer than 64 are in use */
    RESCUE = 512,
    LEAST_DIRECT = 256, /* terminals with direct colour read what is less as a place in their palette */
};

/* Button events and motion with a button down, in the encoding without a limit. ncurses asks for clicks only, and
 * would ask again with each screen that it starts. */
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
static const char fallback_terminal[] = "xterm-256color";

struct colour_pair {
    int ink, ground;
};

static struct {
    SCREEN *screen;
    struct termios modes; /* as they were found */
    enum colour_depth depth;
    bool own_colours; /* the terminal's own colours can be asked for */
    bool knows_mouse; /* terminfo says so */
    bool knows_paste;
    bool wants_mouse;
    bool modes_sent; /* mouse and paste; sent after a drawing, since ncurses starts the screen with its first one */
    bool gone;
    struct colour_pair pairs[PAIRS];
    int pair_count;
    int pair_room;
    bool pairs_full;
    cchar_t *row; /* one row, of row_columns cells */
    int row_columns;
    bool marks_frames;
    long frame;
} terminal;

/* ---- Output beside ncurses */

static void write_all(const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

static void write_text(const char *text)
{
    write_all(text, strlen(text));
}

static void send_modes(void)
{
    if (terminal.knows_mouse && terminal.wants_mouse) {
        write_text(mouse_on);
    }
    if (terminal.knows_paste) {
        write_text(paste_on);
    }
    terminal.modes_sent = true;
}

static void withdraw_modes(void)
{
    if (terminal.knows_mouse && terminal.wants_mouse) {
        write_text(mouse_off);
    }
    if (terminal.knows_paste) {
        write_text(paste_off);
    }
    terminal.modes_sent = false;
}

/* ---- Opening */

static bool has_capability(const char *name)
{
    const char *value = tigetstr(name);
    return value != NULL && (intptr_t)value != -1;
}

/* Add a string of terminfo, without the delays that it may hold: "\E[?5l$<100/>". */
static size_t append_capability(char *text, size_t length, size_t size, const char *name)
{
    if (!has_capability(name)) {
        return length;
    }
    for (const char *from = tigetstr(name); *from != '\0' && length + 1 < size; from++) {
        if (from[0] == '$' && from[1] == '<') {
            from += strcspn(from, ">");
            if (*from == '\0') {
                break;
            }
        } else {
            text[length++] = *from;
        }
    }
    return length;
}

/* What handlers write when nothing else can be done. CAN ends a sequence that was cut short. */
static void prepare_rescue(void)
{
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    static const char cancel = 0x18;
    char text[RESCUE];
    size_t length = 0;
    text[length++] = cancel;
    if (terminal.knows_mouse) {
        memcpy(text + length, mouse_off, sizeof mouse_off - 1);
        length += sizeof mouse_off - 1;
    }
    if (terminal.knows_paste) {
        memcpy(text + length, paste_off, sizeof paste_off - 1);
        length += sizeof paste_off - 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        length = append_capability(text, length, sizeof text - 2, names[i]);
    }
    text[length++] = '\r';
    text[length++] = '\n';
    signals_set_rescue(text, length, &terminal.modes);
}

static SCREEN *start_ncurses(void)
{
    const char *name = getenv("TERM");
    SCREEN *screen = name == NULL || name[0] == '\0' ? NULL : newterm(name, stdout, stdin);
    if (screen != NULL) {
        return screen;
    }
    fprintf(stderr, "ringside: TERM=%.60s is not known on this machine; going on as %s\n", name == NULL ? "" : name,
            fallback_terminal);
    screen = newterm(fallback_terminal, stdout, stdin);
    if (screen == NULL && setenv("TERMINFO", terminal_description, 1) == 0) {
        screen = newterm(fallback_terminal, stdout, stdin);
    }
    return screen;
}

static bool has_direct_colour(void)
{
    return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || has_capability("RGB");
}

static void start_colours(void)
{
    terminal.depth = DEPTH_MONO;
    terminal.own_colours = false;
    if (has_colors() && start_color() == OK) {
        terminal.own_colours = use_default_colors() == OK;
        terminal.depth = depth_reported(COLORS, has_direct_colour());
        terminal.pair_room = COLOR_PAIRS - 1 < PAIRS ? COLOR_PAIRS - 1 : PAIRS;
    }
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    typeahead(-1); /* a drawing is never given up half way: we look for input ourselves */
    leaveok(stdscr, TRUE);
    curs_set(0);
}

struct terminal_opening terminal_open(enum charset charset)
{
    struct terminal_opening opening = {.open = false};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &terminal.modes) != 0) {
        snprintf(opening.message, sizeof opening.message,
                 "the explorer needs a terminal on standard input and output; `ringside report` prints the figures");
        return opening;
    }
    opening.glyphs = glyphs_choose(charset);
    signals_take();
    terminal.screen = start_ncurses();
    if (terminal.screen == NULL || !has_capability("cup")) {
        const char *name = getenv("TERM");
        snprintf(opening.message, sizeof opening.message,
                 "TERM=%.60s %s; `ringside report` prints the figures on any terminal", name == NULL ? "" : name,
                 terminal.screen == NULL ? "cannot be used: terminfo does not know it, nor xterm-256color"
                                         : "cannot place the cursor, which the explorer needs");
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
        signals_release();
        return opening;
    }
    signals_retake();
    terminal.knows_mouse = has_capability("kmous");
    terminal.knows_paste = has_capability("BE");
    terminal.marks_frames = getenv("RINGSIDE_FRAME_MARKER") != NULL;
    start_colours();
    set_modes();
    prepare_rescue();
    opening.open = true;
    opening.depth = terminal.depth;
    return opening;
}

/* A terminal with one screen keeps the last drawing: what is written next stands in its last row, alone. */
static void leave_last_row(void)
{
    if (!has_capability("rmcup")) {
        (void)move(LINES - 1, 0);
        (void)clrtoeol();
        (void)refresh();
    }
}

void terminal_close(void)
{
    if (terminal.gone) {
        signals_expect_hangup();
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
    } else {
        signals_before_last_output();
        withdraw_modes();
        leave_last_row();
        endwin();
    }
    delscreen(terminal.screen);
    free(terminal.row);
    terminal.screen = NULL;
    terminal.row = NULL;
    terminal.row_columns = 0;
    signals_release();
}

/* ---- Size */

static int sane(int length, int fallback, int most)
{
    return length <= 0 ? fallback : length > most ? most : length;
}

struct terminal_size terminal_size(void)
{
    struct winsize window = {0};
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &window);
    return (struct terminal_size){.rows = sane(window.ws_row, FALLBACK_ROWS, MOST_ROWS),
                                  .columns = sane(window.ws_col, FALLBACK_COLUMNS, MOST_COLUMNS)};
}

/* ---- Drawing */

static void forget_pairs(void)
{
    reset_color_pairs();
    terminal.pair_count = 0;
    terminal.pairs_full = false;
}

/* A colour as ncurses wants it. Where the terminal's own cannot be asked for, they are white on black. */
static int colour_number(int colour, int own)
{
    if (colour == -1) {
        return terminal.own_colours ? -1 : own;
    }
    return terminal.depth == DEPTH_DIRECT && colour < LEAST_DIRECT ? colour | LEAST_DIRECT : colour;
}

/* Number of a pair, made when it is first asked for. Pair 0 is the terminal's own colours. */
static int pair_number(struct colour_pair pair)
{
    if (pair.ink == -1 && pair.ground == -1) {
        return 0;
    }
    for (int i = 0; i < terminal.pair_count; i++) {
        if (terminal.pairs[i].ink == pair.ink && terminal.pairs[i].ground == pair.ground) {
            return i + 1;
        }
    }
    if (terminal.pair_count >= terminal.pair_room) {
        terminal.pairs_full = true;
        return 0;
    }
    terminal.pairs[terminal.pair_count++] = pair;
    init_extended_pair(terminal.pair_count, colour_number(pair.ink, COLOR_WHITE),
                       colour_number(pair.ground, COLOR_BLACK));
    return terminal.pair_count;
}

static attr_t curses_attributes(unsigned attributes)
{
    return ((attributes & ATTRIBUTE_BOLD) != 0 ? A_BOLD : A_NORMAL) |
           ((attributes & ATTRIBUTE_DIM) != 0 ? A_DIM : A_NORMAL) |
           ((attributes & ATTRIBUTE_REVERSE) != 0 ? A_REVERSE : A_NORMAL) |
           ((attributes & ATTRIBUTE_UNDERLINE) != 0 ? A_UNDERLINE : A_NORMAL);
}

/* The character of a cell, if ncurses gives it the width that the surface does; else a question mark for each column.
 * So no row ever shifts.
 */
static wchar_t safe_character(uint32_t glyph)
{
    const int columns = character_columns(glyph);
    return columns > 0 && wcwidth((wchar_t)glyph) == columns ? (wchar_t)glyph : L'?';
}

/* Colours of a blank: its ink does not show, so it takes that of the cell before it where the ground is the same. Else
 * each gap between two words changes colours twice, 22 bytes each time.
 */
static struct cell_colours blank_colours(struct cell_colours blank, struct cell_colours before)
{
    const unsigned seen = ATTRIBUTE_REVERSE | ATTRIBUTE_UNDERLINE;
    const bool alike = blank.ground == before.ground && ((blank.attributes | before.attributes) & seen) == 0;
    return alike ? before : blank;
}

/* Fill terminal.row from a row of the surface; returns how many characters it has. */
static int fill_row(const struct surface *surface, int row, const struct theme *theme)
{
    int count = 0;
    struct cell_colours before = {.ground = -1, .attributes = ATTRIBUTE_REVERSE}; /* of no cell */
    for (int column = 0; column < surface->columns; column++) {
        const struct cell cell = surface_at(surface, row, column);
        if (cell.glyph == 0 && column > 0 && safe_character(surface_at(surface, row, column - 1).glyph) != L'?') {
            continue; /* the second half */
        }
        const struct cell_colours own = theme_colours(theme, terminal.depth, cell.style);
        const struct cell_colours colours = cell.glyph == ' ' ? blank_colours(own, before) : own;
        before = colours;
        const int pair = pair_number((struct colour_pair){colours.ink, colours.ground});
        const wchar_t text[2] = {safe_character(cell.glyph), L'\0'};
        setcchar(&terminal.row[count++], text, curses_attributes(colours.attributes), (short)pair, NULL);
    }
    return count;
}

/* Bring ncurses to the surface's size; false without memory. */
static bool fit_screen(const struct surface *surface)
{
    if (surface->rows != LINES || surface->columns != COLS) {
        resize_term(surface->rows, surface->columns);
        clearok(curscr, TRUE); /* the terminal has moved its text as it liked */
    }
    if (terminal.row_columns < surface->columns) {
        cchar_t *row = realloc(terminal.row, (size_t)surface->columns * sizeof *row);
        if (row == NULL) {
            return false;
        }
        terminal.row = row;
        terminal.row_columns = surface->columns;
    }
    return true;
}

/* For tests: the number of the drawing, in a sequence that terminals pass over. */
static void mark_frame(void)
{
    if (terminal.marks_frames) {
        char text[48];
        snprintf(text, sizeof text, "\033]777;frame=%ld\033\\", ++terminal.frame);
        write_text(text);
    }
}

void terminal_draw(const struct surface *surface, const struct theme *theme)
{
    if (!fit_screen(surface)) {
        return;
    }
    if (terminal.pairs_full) {
        forget_pairs();
    }
    for (int row = 0; row < surface->rows; row++) {
        mvadd_wchnstr(row, 0, terminal.row, fill_row(surface, row, theme));
    }
    wnoutrefresh(stdscr);
    signals_before_output();
    doupdate();
    if (!terminal.modes_sent) {
        send_modes();
    }
    mark_frame();
    signals_after_output();
}

void terminal_repaint(void)
{
    clearok(curscr, TRUE);
}

void terminal_report_mouse(bool on)
{
    if (on == terminal.wants_mouse) {
        return;
    }
    if (terminal.modes_sent) {
        withdraw_modes();
    }
    terminal.wants_mouse = on;
}

/* ---- Stopping and waiting */

/* The next drawing starts the screen again. */
static void leave_screen(void)
{
    signals_before_output();
    withdraw_modes();
    endwin();
    signals_after_output();
}

void terminal_suspend(void)
{
    leave_screen();
    signals_stop();
}

/* Read what is there; 0 bytes where something should be is the end. */
static void read_input(struct terminal_news *news, unsigned char *bytes, size_t size)
{
    const ssize_t length = read(STDIN_FILENO, bytes, size);
    if (length > 0) {
        news->length = (size_t)length;
    } else {
        news->gone = length == 0 || (errno != EINTR && errno != EAGAIN);
    }
}

struct terminal_news terminal_wait(int timeout, unsigned char *bytes, size_t size)
{
    const int ready = signals_wait(STDIN_FILENO, timeout);
    const struct signals signals = signals_read();
    struct terminal_news news = {
        .quit = signals.quit, .suspend = signals.stop, .resized = signals.resized || signals.resumed};
    if (signals.resumed) { /* somebody else has written to the screen and changed its modes */
        leave_screen();
    }
    if ((ready & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
        news.gone = true;
    } else if ((ready & POLLIN) != 0) {
        read_input(&news, bytes, size);
    }
    terminal.gone = terminal.gone || news.gone;
    return news;
}
