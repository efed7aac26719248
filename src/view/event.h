/* event.h: what can happen to the explorer. */
#ifndef RINGSIDE_VIEW_EVENT_H
#define RINGSIDE_VIEW_EVENT_H

#include <stdbool.h>

enum event_kind {
    EVENT_NONE,
    EVENT_KEY,   /* a key of the keyboard */
    EVENT_PRESS, /* left mouse button down */
    EVENT_DRAG,  /* moved with the button down */
    EVENT_RELEASE,
    EVENT_WHEEL, /* amount: +1 up, -1 down */
    EVENT_RESIZE,
    EVENT_PAUSE, /* no input waits; sent only while the app is busy */
    EVENT_TICK   /* the time between two pictures of what plays has passed */
};

/* Keys that are no character. Characters are their own code. */
enum key_code {
    KEY_CODE_UP = 0x110000, /* beyond Unicode */
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_SHIFT_LEFT,
    KEY_CODE_SHIFT_RIGHT,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_BACKSPACE,
    KEY_CODE_DELETE,
    KEY_CODE_BACK_TAB,
    KEY_CODE_ENTER,
    KEY_CODE_ESCAPE,
    KEY_CODE_TAB
};

/* Control and a letter. */
#define KEY_CONTROL(letter) ((letter)&0x1f)

struct event {
    enum event_kind kind;
    int key;           /* EVENT_KEY: a character (Unicode) or an enum key_code */
    bool pasted;       /* EVENT_KEY: part of a text that was pasted, so that it is no command */
    int row, column;   /* mouse */
    int amount;        /* wheel */
    bool shift;        /* wheel and press */
    int rows, columns; /* EVENT_RESIZE */
};

#endif
