/* input.h: bytes from a terminal, decoded into events.
 *
 * Pure: no terminal, no clock. Every terminal of today sends the sequences of xterm (ECMA-48 with SGR mouse reports);
 * the older X10 mouse report, rxvt's and the Linux console's variants are understood, too. What is not understood is
 * passed over as a whole, so that an unknown sequence never types letters.
 *
 *   source    https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
#ifndef RINGSIDE_VIEW_INPUT_H
#define RINGSIDE_VIEW_INPUT_H

#include "view/event.h"

#include <stdbool.h>

enum { INPUT_PARAMETERS = 32 };

/* What the bytes so far are the beginning of. */
enum input_state {
    INPUT_GROUND,
    INPUT_CHARACTER,  /* in UTF-8, bytes missing */
    INPUT_ESCAPE,     /* the key, or the beginning of a sequence */
    INPUT_SS3,        /* ESC O */
    INPUT_CSI,        /* ESC [ */
    INPUT_LINUX_F,    /* ESC [ [ and a letter: a function key of the Linux console */
    INPUT_MOUSE_X10,  /* ESC [ M and three bytes */
    INPUT_STRING,     /* an answer of the terminal: ESC ] or ESC P, to its end */
    INPUT_STRING_ESC, /* the same, after an ESC */
};

struct input {
    enum input_state state;
    char parameters[INPUT_PARAMETERS]; /* of a CSI sequence, or bytes of a character or of an X10 mouse report */
    int length;                        /* of them, also of those that had no room */
    int missing;                       /* bytes of a character */
    bool pasting;
    bool pasted; /* some text, in this paste */
    bool gap;    /* a line end or a tab came after it: a blank, once more text follows */
    bool button; /* the left one is down */
};

/* What one byte completes: nothing, one event, or two (ESC that was a key, and the key after it; in a paste the blank
 * that a line end leaves, and the character after it). */
struct input_events {
    struct event event[2];
    int count;
};

/* Take one byte. */
struct input_events input_take(struct input *input, unsigned char byte);

/* Milliseconds of silence after which what came so far is complete; -1 if nothing waits. */
int input_patience(const struct input *input);

/* That silence has passed: a lone ESC is the key; a sequence that never ended is forgotten. */
struct input_events input_silence(struct input *input);

#endif
