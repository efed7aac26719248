/* input.c: bytes from a terminal, decoded into events. */
#include "view/input.h"

#include "core/character.h"

#include <stdlib.h>
#include <string.h>

enum {
    ESCAPE = 0x1B,
    BELL = 0x07,
    CANCEL = 0x18,
    SUBSTITUTE = 0x1A,
    BACKSPACE = 0x08,
    DELETE = 0x7F,
    /* ms. A sequence arrives at once; a person needs longer for two keys. Once a sequence has clearly begun, a slow
     * line may take its time. */
    PATIENCE_ESCAPE = 25,
    PATIENCE_SEQUENCE = 250,
    PATIENCE_PASTE = 1000,
    /* Parameters of a modified key: 1 + bits. */
    MODIFIER_SHIFT = 1,
    /* Bits of a mouse report. */
    MOUSE_BUTTONS = 0x03,
    MOUSE_SHIFT = 0x04,
    MOUSE_MOTION = 0x20,
    MOUSE_WHEEL = 0x40,
    MOUSE_MORE_BUTTONS = 0x80,
    MOUSE_NO_BUTTON = 3,
    MOUSE_X10_OFFSET = 32,
    PASTE_BEGINS = 200,
    PASTE_ENDS = 201,
};

/* Keys by the letter that ends their sequence; rxvt writes Shift as a small letter. */
static const struct letter_key {
    char letter;
    int key, shifted;
} letter_keys[] = {
    {'A', KEY_CODE_UP, KEY_CODE_UP},
    {'B', KEY_CODE_DOWN, KEY_CODE_DOWN},
    {'C', KEY_CODE_RIGHT, KEY_CODE_SHIFT_RIGHT},
    {'D', KEY_CODE_LEFT, KEY_CODE_SHIFT_LEFT},
    {'F', KEY_CODE_END, KEY_CODE_END},
    {'H', KEY_CODE_HOME, KEY_CODE_HOME},
    {'M', KEY_CODE_ENTER, KEY_CODE_ENTER},
    {'Z', KEY_CODE_BACK_TAB, KEY_CODE_BACK_TAB},
    {'a', KEY_CODE_UP, KEY_CODE_UP},
    {'b', KEY_CODE_DOWN, KEY_CODE_DOWN},
    {'c', KEY_CODE_SHIFT_RIGHT, KEY_CODE_SHIFT_RIGHT},
    {'d', KEY_CODE_SHIFT_LEFT, KEY_CODE_SHIFT_LEFT},
};

/* Keys by the number before a tilde. */
static const int number_keys[] = {
    [1] = KEY_CODE_HOME,      [3] = KEY_CODE_DELETE, [4] = KEY_CODE_END, [5] = KEY_CODE_PAGE_UP,
    [6] = KEY_CODE_PAGE_DOWN, [7] = KEY_CODE_HOME,   [8] = KEY_CODE_END,
};

enum {
    LETTER_KEYS = sizeof letter_keys / sizeof letter_keys[0],
    NUMBER_KEYS = sizeof number_keys / sizeof number_keys[0],
};

static const struct input_events nothing = {.count = 0};

static struct input_events one(struct event event)
{
    return (struct input_events){.event = {event}, .count = event.kind == EVENT_NONE ? 0 : 1};
}

static struct input_events one_key(int key)
{
    return one((struct event){.kind = key == 0 ? EVENT_NONE : EVENT_KEY, .key = key});
}

/* A character that was typed or pasted. A paste is text: its line ends and tabs are no keys but blanks, and none is
 * left at its end. */
static struct input_events text_character(struct input *input, int key)
{
    struct input_events events = {.count = 0};
    if (input->gap) {
        events.event[events.count++] = (struct event){.kind = EVENT_KEY, .key = ' ', .pasted = true};
    }
    events.event[events.count++] = (struct event){.kind = EVENT_KEY, .key = key, .pasted = input->pasting};
    input->pasted = input->pasting;
    input->gap = false;
    return events;
}

static int control_key(unsigned char byte)
{
    switch (byte) {
    case '\r':
    case '\n':
        return KEY_CODE_ENTER;
    case '\t':
        return KEY_CODE_TAB;
    case BACKSPACE:
    case DELETE:
        return KEY_CODE_BACKSPACE;
    default:
        return byte;
    }
}

static struct input_events begin(struct input *input, enum input_state state)
{
    input->state = state;
    input->length = 0;
    return nothing;
}

static void keep(struct input *input, unsigned char byte)
{
    if (input->length < INPUT_PARAMETERS - 1) {
        input->parameters[input->length] = (char)byte;
        input->parameters[input->length + 1] = '\0';
    }
    input->length++;
}

static bool was_kept(const struct input *input)
{
    return input->length < INPUT_PARAMETERS;
}

/* ---- Sequences */

/* Numbers of a CSI sequence: "1;2" or "<0;12;5"; what is not there is 0. */
struct numbers {
    int value[3];
};

static struct numbers read_numbers(const char *text)
{
    enum { LARGEST = 99999 };
    struct numbers numbers = {{0}};
    for (int place = 0; place < 3; place++) {
        char *end = NULL;
        const long value = strtol(text, &end, 10);
        numbers.value[place] = value < 0 ? 0 : value > LARGEST ? LARGEST : (int)value;
        if (*end != ';') {
            break;
        }
        text = end + 1;
    }
    return numbers;
}

static struct input_events letter_event(char letter, int modifiers)
{
    const bool shift = modifiers > 1 && ((modifiers - 1) & MODIFIER_SHIFT) != 0;
    for (int i = 0; i < LETTER_KEYS; i++) {
        if (letter_keys[i].letter == letter) {
            return one_key(shift ? letter_keys[i].shifted : letter_keys[i].key);
        }
    }
    return nothing;
}

static struct input_events number_event(struct input *input, int number)
{
    if (number == PASTE_BEGINS || number == PASTE_ENDS) {
        input->pasting = number == PASTE_BEGINS;
        input->pasted = input->gap = false;
        return nothing;
    }
    return number >= 0 && number < NUMBER_KEYS ? one_key(number_keys[number]) : nothing;
}

static struct event wheel_event(int code, struct event event)
{
    const int button = code & MOUSE_BUTTONS;
    if (button > 1) { /* sideways */
        return (struct event){.kind = EVENT_NONE};
    }
    event.kind = EVENT_WHEEL;
    event.amount = button == 0 ? 1 : -1;
    return event;
}

/* A mouse report: its code, place from 1, and whether a button came up. */
static struct input_events mouse_event(struct input *input, int code, int column, int row, bool up)
{
    struct event event = {.kind = EVENT_NONE,
                          .row = row > 0 ? row - 1 : 0,
                          .column = column > 0 ? column - 1 : 0,
                          .shift = (code & MOUSE_SHIFT) != 0};
    const int button = code & MOUSE_BUTTONS;
    if ((code & MOUSE_MORE_BUTTONS) != 0) {
        return nothing;
    }
    if ((code & MOUSE_WHEEL) != 0) {
        return one(wheel_event(code, event));
    }
    if ((code & MOUSE_MOTION) != 0) {
        event.kind = input->button && button == 0 ? EVENT_DRAG : EVENT_NONE;
    } else if (up && input->button && (button == 0 || button == MOUSE_NO_BUTTON)) {
        input->button = false;
        event.kind = EVENT_RELEASE;
    } else if (!up && button == 0) {
        input->button = true;
        event.kind = EVENT_PRESS;
    }
    return one(event);
}

static struct input_events x10_event(struct input *input)
{
    const unsigned char *report = (const unsigned char *)input->parameters;
    const int code = report[0] - MOUSE_X10_OFFSET;
    const bool up = (code & (MOUSE_WHEEL | MOUSE_MOTION)) == 0 && (code & MOUSE_BUTTONS) == MOUSE_NO_BUTTON;
    return mouse_event(input, code, report[1] - MOUSE_X10_OFFSET, report[2] - MOUSE_X10_OFFSET, up);
}

static struct input_events csi_event(struct input *input, char final)
{
    const char *parameters = input->length > 0 ? input->parameters : "";
    static const char private_sequences[] = "?>=";
    if (!was_kept(input) || (parameters[0] != '\0' && strchr(private_sequences, parameters[0]) != NULL)) {
        return nothing;
    }
    if (parameters[0] == '<') {
        const struct numbers report = read_numbers(parameters + 1);
        return final == 'M' || final == 'm'
                   ? mouse_event(input, report.value[0], report.value[1], report.value[2], final == 'm')
                   : nothing;
    }
    const struct numbers numbers = read_numbers(parameters);
    if (final == '~') {
        return number_event(input, numbers.value[0]);
    }
    return final == 'M' ? nothing : letter_event(final, numbers.value[1]);
}

/* ---- States */

static struct input_events take_csi(struct input *input, unsigned char byte)
{
    if (input->length == 0 && byte == '[') {
        return begin(input, INPUT_LINUX_F);
    }
    if (input->length == 0 && byte == 'M') {
        return begin(input, INPUT_MOUSE_X10);
    }
    if (byte >= 0x20 && byte < 0x40) {
        keep(input, byte);
        return nothing;
    }
    input->state = INPUT_GROUND;
    return byte >= 0x40 && byte < DELETE ? csi_event(input, (char)byte) : nothing;
}

static struct input_events take_ground(struct input *input, unsigned char byte)
{
    input->state = INPUT_GROUND;
    if (byte == ESCAPE) {
        return begin(input, INPUT_ESCAPE);
    }
    if (byte < 0x20 || byte == DELETE) {
        return one_key(control_key(byte));
    }
    if (byte < 0x80) {
        return text_character(input, byte);
    }
    begin(input, INPUT_CHARACTER);
    input->missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    keep(input, byte);
    if (byte < 0xC0) { /* not the first byte of anything */
        input->state = INPUT_GROUND;
    }
    return nothing;
}

static struct input_events take_character(struct input *input, unsigned char byte)
{
    if ((byte & 0xC0) != 0x80) { /* the character never ends; this byte begins something else */
        return take_ground(input, byte);
    }
    keep(input, byte);
    if (--input->missing > 0) {
        return nothing;
    }
    input->state = INPUT_GROUND;
    const uint32_t code = character_read(input->parameters).code;
    const bool drawn = code != CHARACTER_REPLACEMENT && !character_is_control(code);
    return drawn ? text_character(input, (int)code) : nothing;
}

static struct input_events take_escape(struct input *input, unsigned char byte)
{
    static const char strings[] = "]P"; /* OSC and DCS: answers to what an earlier program asked */
    if (byte == '[') {
        return begin(input, INPUT_CSI);
    }
    if (byte == 'O') {
        return begin(input, INPUT_SS3);
    }
    if (byte != '\0' && strchr(strings, byte) != NULL) {
        return begin(input, INPUT_STRING);
    }
    struct input_events after = take_ground(input, byte);
    struct input_events events = one_key(KEY_CODE_ESCAPE);
    for (int i = 0; i < after.count && events.count < 2; i++) {
        events.event[events.count++] = after.event[i];
    }
    return events;
}

static struct input_events take_string(struct input *input, unsigned char byte)
{
    const bool ends =
        byte == BELL || byte == CANCEL || byte == SUBSTITUTE || (input->state == INPUT_STRING_ESC && byte == '\\');
    input->state = ends ? INPUT_GROUND : byte == ESCAPE ? INPUT_STRING_ESC : INPUT_STRING;
    return nothing;
}

static struct input_events take_x10(struct input *input, unsigned char byte)
{
    keep(input, byte);
    if (input->length < 3) {
        return nothing;
    }
    input->state = INPUT_GROUND;
    return x10_event(input);
}

static struct input_events take(struct input *input, unsigned char byte)
{
    switch (input->state) {
    case INPUT_CHARACTER:
        return take_character(input, byte);
    case INPUT_ESCAPE:
        return take_escape(input, byte);
    case INPUT_SS3:
        input->state = INPUT_GROUND;
        return letter_event((char)byte, 0);
    case INPUT_CSI:
        return byte == ESCAPE ? begin(input, INPUT_ESCAPE) : take_csi(input, byte);
    case INPUT_LINUX_F:
        return begin(input, INPUT_GROUND);
    case INPUT_MOUSE_X10:
        return take_x10(input, byte);
    case INPUT_STRING:
    case INPUT_STRING_ESC:
        return take_string(input, byte);
    case INPUT_GROUND:
    default:
        return take_ground(input, byte);
    }
}

struct input_events input_take(struct input *input, unsigned char byte)
{
    const struct input_events events = take(input, byte);
    if (!input->pasting || events.count == 0 || events.event[0].pasted) {
        return events;
    }
    const int key = events.event[0].key; /* of a sequence within a paste, or a control character */
    input->gap |= input->pasted && (key == KEY_CODE_ENTER || key == KEY_CODE_TAB);
    return nothing;
}

int input_patience(const struct input *input)
{
    switch (input->state) {
    case INPUT_GROUND:
        return input->pasting ? PATIENCE_PASTE : -1;
    case INPUT_ESCAPE:
        return PATIENCE_ESCAPE;
    default:
        return PATIENCE_SEQUENCE;
    }
}

struct input_events input_silence(struct input *input)
{
    const bool key = input->state == INPUT_ESCAPE && !input->pasting;
    if (input->state == INPUT_GROUND) { /* the end of a paste got lost */
        input->pasting = input->gap = false;
    }
    begin(input, INPUT_GROUND);
    return key ? one_key(KEY_CODE_ESCAPE) : nothing;
}
