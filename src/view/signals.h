/* signals.h: signals, as the event loop wants them: flags that are read in one place.
 *
 * Signals are blocked but in signals_wait(), so that none is lost between a test and a wait. Handlers set flags, or
 * restore the terminal with async-signal-safe calls alone: after a crash, and where drawing or leaving hangs on a
 * reader that has stopped while a signal asks the program to end.
 */
#ifndef RINGSIDE_VIEW_SIGNALS_H
#define RINGSIDE_VIEW_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

struct termios;

/* What has arrived since the last look. */
struct signals {
    int quit;     /* number of the signal that ends the program; 0: none */
    bool stop;    /* ^Z */
    bool resumed; /* after a stop that could not be seen coming */
    bool resized;
};

/* Take the signals over, and block them. One that was ignored at the start (nohup) stays ignored. */
void signals_take(void);

/* Give everything back as it was. */
void signals_release(void);

/* The terminal has hung up: SIGHUP, which may still be on its way, says nothing new. */
void signals_expect_hangup(void);

/* ncurses sets handlers of its own where it opens a screen: set ours again. */
void signals_retake(void);

/* Read the flags and clear them, but not `quit`. */
struct signals signals_read(void);

/* What a handler does to the terminal when the program cannot.
 *
 *   given     bytes for standard output; terminal modes of standard input
 */
void signals_set_rescue(const char *bytes, size_t length, const struct termios *modes);

/* Around writing to the terminal, which may hang. A signal that ends the program then has a second; after that the
 * terminal is restored and the program left from the handler.
 */
void signals_before_output(void);
void signals_after_output(void);

/* The same for the last output, with the second running from now. */
void signals_before_last_output(void);

/* Wait for input on a descriptor or for a signal.
 *
 *   given     timeout in ms, -1 for ever
 *   returned  events of poll(); 0 after the timeout or a signal
 */
int signals_wait(int descriptor, int timeout);

/* Stop like any program on ^Z; returns when continued. */
void signals_stop(void);

#endif
