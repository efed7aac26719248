/* terminal.h: the terminal. Its .c file is the only one that knows ncurses.
 *
 * There is one terminal, so its state is private to the file. Output goes through ncurses, which sends what has
 * changed. Input is read as bytes and decoded by input.h, so that each key and mouse report means the same on every
 * terminal.
 */
#ifndef RINGSIDE_VIEW_TERMINAL_H
#define RINGSIDE_VIEW_TERMINAL_H

#include "view/glyphs.h"
#include "view/surface.h"
#include "view/theme_colour.h"

#include <stdbool.h>
#include <stddef.h>

enum { TERMINAL_MESSAGE = 240 };

/* What opening gave. */
struct terminal_opening {
    bool open;
    char message[TERMINAL_MESSAGE]; /* why not */
    const struct glyph_set *glyphs; /* what it can show */
    enum colour_depth depth;        /* what it reports */
};

/* Open the terminal on standard input and output: alternate screen, keys one by one.
 *
 *   note      a TERM that is not known here is taken for xterm-256color, with a line on standard error; one without
 *             cursor addressing is refused
 */
struct terminal_opening terminal_open(enum charset charset);

/* Leave it as it was found. Also after it has gone away. */
void terminal_close(void);

struct terminal_size {
    int rows, columns;
};

/* Size, asked anew. A side of 0, as in some containers, counts as 24 rows or 80 columns. */
struct terminal_size terminal_size(void);

/* Show a surface. Only what has changed is sent. */
void terminal_draw(const struct surface *surface, const struct theme *theme);

/* Send everything with the next drawing. */
void terminal_repaint(void);

/* Let the mouse be reported, or leave it to the terminal. */
void terminal_report_mouse(bool on);

/* Give the terminal back and stop, as on ^Z; returns when continued. */
void terminal_suspend(void);

/* What woke us. */
struct terminal_news {
    size_t length; /* bytes of input */
    bool resized;  /* or redraw for another reason: the size may be the old one */
    bool suspend;  /* ^Z */
    bool gone;     /* the terminal hung up */
    int quit;      /* signal that ends the program; 0: none */
};

/* Wait for input, a signal or a time in ms (-1: for ever), and read what is there. */
struct terminal_news terminal_wait(int timeout, unsigned char *bytes, size_t size);

#endif
