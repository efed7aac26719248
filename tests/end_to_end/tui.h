/* tui.h: the program in a terminal of its own: forkpty() around it, libvterm as its screen.
 *
 * A test waits for a drawing, which the program numbers (RINGSIDE_FRAME_MARKER), or for what stands on the screen after
 * one. It never waits for a time to pass and hopes. What does not come within ten seconds fails with the screen shown.
 */
#ifndef RINGSIDE_TESTS_TUI_H
#define RINGSIDE_TESTS_TUI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <vterm.h>

enum { TUI_MODES = 3000, TUI_LINE = 8192, TUI_WORDS = 16 };

/* How to start it. What is NULL or 0 is the usual: 24 x 80, xterm-256color, C.UTF-8. */
struct tui_options {
    int rows, columns;
    bool no_size;                   /* the terminal says 0 x 0 */
    const char *term;               /* "": unset */
    const char *locale;             /* LC_ALL; "": unset */
    const char *setting[TUI_WORDS]; /* of the environment: "NAME=value" */
    const char *word[TUI_WORDS];    /* behind the program's name */
    bool ignore_hangup;
};

struct tui {
    pid_t pid;
    int fd;
    VTerm *vterm;
    VTermScreen *screen;
    int rows, columns;
    size_t bytes; /* that came, markers included */
    size_t marker_bytes;
    long frame;           /* number of the last drawing */
    bool ended;           /* the terminal was closed on the other side */
    bool mode[TUI_MODES]; /* DEC private modes that are set */
    bool settled;         /* nothing has come since the last drawing was complete */
    /* Private to tui.c. */
    char sequence[64];
    int sequence_length;
    char text[TUI_LINE];
};

/* Start it; the first drawing is not waited for. */
void tui_start(struct tui *tui, const struct tui_options *options);

/* Start it as usual, and wait for the first drawing. */
void tui_open(struct tui *tui, const struct tui_options *options);

/* Read what comes within some milliseconds; false if nothing did. */
bool tui_read(struct tui *tui, int milliseconds);

/* Type, as bytes. */
void tui_type(struct tui *tui, const char *keys);

/* Type, and wait for the next drawing. */
void tui_press(struct tui *tui, const char *keys);

/* Wait for a drawing of that number or a later one. */
void tui_wait_frame(struct tui *tui, long frame);

/* Wait until a drawing shows a text; shows it in the row of another; shows it no more. */
void tui_wait_text(struct tui *tui, const char *text);
void tui_wait_row(struct tui *tui, const char *row, const char *text);
void tui_wait_no_text(struct tui *tui, const char *text);

/* Mouse reports; row and column from 0. Code 0 is the left button, 32 a motion with it, 64 the wheel up. */
void tui_mouse(struct tui *tui, int code, int row, int column, char final);

void tui_resize(struct tui *tui, int rows, int columns);

/* A row as text, until the next call; the whole screen; the place of a text, -1 if it is not there. */
const char *tui_row(struct tui *tui, int row);
int tui_find_row(struct tui *tui, const char *text);
VTermScreenCell tui_cell(const struct tui *tui, int row, int column);

/* Column of a text in a row, in cells; -1 if it is not there. */
int tui_find_column(struct tui *tui, int row, const char *text);

/* Whether a colour of a cell is not the terminal's own. */
bool tui_is_coloured(const VTermScreenCell *cell);

/* Wait for the end; returns the status of waitpid(). The terminal stays to be looked at until tui_free(). */
int tui_wait_end(struct tui *tui);
void tui_free(struct tui *tui);

/* Wait for the end, and check that the exit status is this one. */
void tui_end(struct tui *tui, int exit_status);

/* Check that the terminal is as it was: modes, screen, cursor, echo. */
void tui_check_restored(struct tui *tui);

/* Milliseconds on a clock that nobody sets. */
long long tui_now(void);

/* Processor time that a process has used, in seconds; -1 if it is gone. */
double tui_processor_time(pid_t pid);

#endif
