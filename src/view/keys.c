/* keys.c: the key table. */
#include "view/keys.h"

#include "view/event.h"

#include <stddef.h>

const char *const key_context_titles[CONTEXT_COUNT] = {
    [CONTEXT_EVERYWHERE] = "Everywhere",
    [CONTEXT_PANE] = "A slider",
    [CONTEXT_SLIDER] = "A slider",
    [CONTEXT_SWITCH] = "A slider",
    [CONTEXT_PRESET] = "A slider",
    [CONTEXT_STEP] = "Step",
    [CONTEXT_PART] = "Step",
    [CONTEXT_TAB] = "A tab",
    [CONTEXT_TIMELINE] = "Timeline",
    [CONTEXT_TIMELINE_TRAINING] = "Timeline",
    [CONTEXT_SWEEP] = "Sweep",
    [CONTEXT_TRAFFIC] = "Traffic",
    [CONTEXT_MEMORY] = "Memory",
    [CONTEXT_MEMORY_STAGES] = "Memory",
    [CONTEXT_MEMORY_TABLES] = "Memory",
    [CONTEXT_MEMORY_CHOICE] = "Memory",
    [CONTEXT_DECODE] = "Decode",
    [CONTEXT_DECODE_SERVED] = "Decode",
    [CONTEXT_SEARCH] = "Search",
    [CONTEXT_PROJECTOR] = "Projector",
    [CONTEXT_LESSONS] = "Lessons",
    [CONTEXT_LESSON] = "Lessons",
    [CONTEXT_RING] = "Ring",
    [CONTEXT_RING_MESSAGES] = "Ring",
    [CONTEXT_MAP] = "Map",
    [CONTEXT_EDIT] = "Typing a value",
    [CONTEXT_PROMPT] = "A file's name",
    [CONTEXT_WRITE] = "A file's name",
    [CONTEXT_MEASURED] = "What was measured",
    [CONTEXT_ASK] = "What the search is asked",
    [CONTEXT_OVERWRITE] = "A question",
    [CONTEXT_QUIT] = "A question",
    [CONTEXT_PICKER] = "Presets",
    [CONTEXT_HELP] = "This help",
    [CONTEXT_THEMES] = "Themes",
    [CONTEXT_EXPLAIN] = "Explain",
    [CONTEXT_CHOOSER] = "A list",
    [CONTEXT_COMMAND_LINE] = "Command line",
    [CONTEXT_COMPARE] = "Compare",
};

/* The context that each lies within; itself where there is none: an overlay or a text field stands for itself. */
static const enum key_context outer_contexts[CONTEXT_COUNT] = {
    [CONTEXT_EVERYWHERE] = CONTEXT_EVERYWHERE,
    [CONTEXT_PANE] = CONTEXT_EVERYWHERE,
    [CONTEXT_SLIDER] = CONTEXT_PANE,
    [CONTEXT_SWITCH] = CONTEXT_PANE,
    [CONTEXT_PRESET] = CONTEXT_PANE,
    [CONTEXT_STEP] = CONTEXT_EVERYWHERE,
    [CONTEXT_PART] = CONTEXT_STEP,
    [CONTEXT_TAB] = CONTEXT_EVERYWHERE,
    [CONTEXT_TIMELINE] = CONTEXT_TAB,
    [CONTEXT_TIMELINE_TRAINING] = CONTEXT_TIMELINE,
    [CONTEXT_SWEEP] = CONTEXT_TAB,
    [CONTEXT_TRAFFIC] = CONTEXT_TAB,
    [CONTEXT_MEMORY] = CONTEXT_TAB,
    [CONTEXT_MEMORY_STAGES] = CONTEXT_MEMORY,
    [CONTEXT_MEMORY_TABLES] = CONTEXT_MEMORY_STAGES,
    [CONTEXT_MEMORY_CHOICE] = CONTEXT_MEMORY_TABLES,
    [CONTEXT_DECODE] = CONTEXT_TAB,
    [CONTEXT_DECODE_SERVED] = CONTEXT_DECODE,
    [CONTEXT_SEARCH] = CONTEXT_TAB,
    [CONTEXT_PROJECTOR] = CONTEXT_EVERYWHERE,
    [CONTEXT_LESSONS] = CONTEXT_TAB,
    [CONTEXT_LESSON] = CONTEXT_TAB,
    [CONTEXT_RING] = CONTEXT_TAB,
    [CONTEXT_RING_MESSAGES] = CONTEXT_RING,
    [CONTEXT_MAP] = CONTEXT_TAB,
    [CONTEXT_EDIT] = CONTEXT_EDIT,
    [CONTEXT_PROMPT] = CONTEXT_PROMPT,
    [CONTEXT_WRITE] = CONTEXT_PROMPT,
    [CONTEXT_MEASURED] = CONTEXT_MEASURED,
    [CONTEXT_ASK] = CONTEXT_ASK,
    [CONTEXT_OVERWRITE] = CONTEXT_OVERWRITE,
    [CONTEXT_QUIT] = CONTEXT_QUIT,
    [CONTEXT_PICKER] = CONTEXT_PICKER,
    [CONTEXT_HELP] = CONTEXT_HELP,
    [CONTEXT_THEMES] = CONTEXT_THEMES,
    [CONTEXT_EXPLAIN] = CONTEXT_EXPLAIN,
    [CONTEXT_CHOOSER] = CONTEXT_CHOOSER,
    [CONTEXT_COMMAND_LINE] = CONTEXT_COMMAND_LINE,
    [CONTEXT_COMPARE] = CONTEXT_COMPARE,
};

/* A row reads better as a paragraph than as a column. */
/* clang-format off */
const struct key_binding key_bindings[] = {
    {CONTEXT_EVERYWHERE, ACTION_NEXT_PANE, {KEY_CODE_TAB}, "Tab ⇧Tab", "Tab", "pane", 7, FOOTER_ANY,
     "next, previous pane"},
    {CONTEXT_EVERYWHERE, ACTION_PREVIOUS_PANE, {KEY_CODE_BACK_TAB}, .help = "previous"},
    {CONTEXT_EVERYWHERE, ACTION_TAB, {'1', '2', '3', '4', '5', '6', '7', '8', '9'}, "1 … 9", "1-9", "tabs", 8,
     FOOTER_ANY, "tab"},
    {CONTEXT_EVERYWHERE, ACTION_EXPLAIN, {'x'}, "x", "x", "explain", 9, FOOTER_ANY, "explain the figure in focus"},
    {CONTEXT_EVERYWHERE, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", .help = "close, back to the inputs"},
    {CONTEXT_EVERYWHERE, ACTION_HELP, {'?', '/'}, "?  /", .help = "this help: type to find"},
    {CONTEXT_EVERYWHERE, ACTION_UNDO, {'u'}, "u", "u", "undo", 10, FOOTER_ANY, "undo"},
    {CONTEXT_EVERYWHERE, ACTION_REDO, {KEY_CONTROL('R')}, "^R", .help = "redo"},
    {CONTEXT_EVERYWHERE, ACTION_HELD_MINUS, {'-', '_'}, "− +", "−+", "held slider", 1, FOOTER_HELD,
     "move the held slider down, up"},
    {CONTEXT_EVERYWHERE, ACTION_HELD_PLUS, {'+', '='}, .help = "up"},
    {CONTEXT_EVERYWHERE, ACTION_MODE, {'M'}, "M", "M", "mode", 11, FOOTER_ANY, "training, decode, prefill"},
    {CONTEXT_EVERYWHERE, ACTION_BASELINE, {'b'}, "b", "b", "baseline", 6, FOOTER_ANY, "pin as baseline, again: unpin"},
    {CONTEXT_EVERYWHERE, ACTION_SWAP, {'%'}, "%", .help = "swap baseline and present"},
    {CONTEXT_EVERYWHERE, ACTION_COMPARE, {'c'}, "c", .help = "compare; c c pins this state"},
    {CONTEXT_EVERYWHERE, ACTION_MAXIMISE, {'e'}, "e", .help = "this pane alone, again: back"},
    {CONTEXT_EVERYWHERE, ACTION_PROJECTOR, {'P'}, "P", .help = "projector: large bars alone"},
    {CONTEXT_EVERYWHERE, ACTION_FREEZE_AXES, {'a'}, "a", .help = "freeze or free the axes"},
    {CONTEXT_EVERYWHERE, ACTION_ASSUMPTIONS, {'~'}, "~", .help = "hide or show the mark ~"},
    {CONTEXT_EVERYWHERE, ACTION_NOTES, {'N'}, "N", .help = "notes on this result in turn"},
    {CONTEXT_EVERYWHERE, ACTION_SAVE, {'S'}, "S  O", .help = "save, open a scenario"},
    {CONTEXT_EVERYWHERE, ACTION_OPEN, {'O'}, .help = "open"},
    {CONTEXT_EVERYWHERE, ACTION_IMPORT, {'i'}, "i", .help = "import a file as a preset"},
    {CONTEXT_EVERYWHERE, ACTION_WRITE, {'W'}, "W", .help = "write the screen, the figures"},
    {CONTEXT_EVERYWHERE, ACTION_COMMAND_LINE, {'y'}, "y", .help = "command line of this state"},
    {CONTEXT_EVERYWHERE, ACTION_PUBLISHED, {'D'}, "D", .help = "published runs: open one"},
    {CONTEXT_EVERYWHERE, ACTION_MEASURED, {'C'}, "C", "C", "measured", 12, FOOTER_WIDE,
     "compare with what you measured"},
    {CONTEXT_EVERYWHERE, ACTION_THEMES, {'T'}, "T", .help = "theme"},
    {CONTEXT_EVERYWHERE, ACTION_MOUSE, {'V'}, "V", .help = "mouse off, to select text"},
    {CONTEXT_EVERYWHERE, ACTION_REDRAW, {KEY_CONTROL('L')}, "^L", .help = "redraw"},
    {CONTEXT_EVERYWHERE, ACTION_SUSPEND, {KEY_CONTROL('Z')}, "^Z", .help = "to the shell; fg returns"},
    {CONTEXT_EVERYWHERE, ACTION_QUIT, {'q'}, "q", "q", "quit", FOOTER_LAST, FOOTER_ANY, "quit"},
    {CONTEXT_EVERYWHERE, ACTION_POINTER, {0}, "click", .help = "a tab, a part, a figure above"},

    {CONTEXT_PANE, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", .help = "row above, below"},
    {CONTEXT_PANE, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_PANE, ACTION_RESET_PANE, {'R'}, "R", .help = "the pane back to its preset"},
    {CONTEXT_PANE, ACTION_NEXT_PANE, {KEY_CODE_TAB}, NULL, "Tab", "pane", 4, FOOTER_ANY, NULL},
    {CONTEXT_PANE, ACTION_PICKER, {'p'}, "p", "p", "presets", 9, FOOTER_ANY, "presets of this pane"},

    {CONTEXT_SLIDER, ACTION_FINE_MINUS, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "change", 1, FOOTER_ANY,
     "one step down, up"},
    {CONTEXT_SLIDER, ACTION_FINE_PLUS, {KEY_CODE_RIGHT, 'l'}, .help = "up"},
    {CONTEXT_SLIDER, ACTION_COARSE_MINUS, {KEY_CODE_SHIFT_LEFT, 'H'}, "⇧← ⇧→  H L", "⇧←→", "coarse", 2, FOOTER_WIDE,
     "coarse step down, up: 1, 2, 5"},
    {CONTEXT_SLIDER, ACTION_COARSE_PLUS, {KEY_CODE_SHIFT_RIGHT, 'L'}, .help = "up"},
    {CONTEXT_SLIDER, ACTION_LEAST, {KEY_CODE_HOME}, "Home End", .help = "least, most"},
    {CONTEXT_SLIDER, ACTION_MOST, {KEY_CODE_END}, .help = "most"},
    {CONTEXT_SLIDER, ACTION_TYPE, {KEY_CODE_ENTER}, "⏎", "⏎", "type", 3, FOOTER_ANY, "type a value with its unit"},
    {CONTEXT_SLIDER, ACTION_TOGGLE, {' '}, "Space", .help = "next choice, switch on or off"},
    {CONTEXT_SLIDER, ACTION_RESET, {'r'}, "r", "r", "reset", 5, FOOTER_ANY, "back to the preset"},
    {CONTEXT_SLIDER, ACTION_POINTER, {0}, "click drag", .help = "the value under the pointer"},
    {CONTEXT_SLIDER, ACTION_POINTER, {0}, "wheel ⇧wheel", .help = "one step, a coarse step"},
    {CONTEXT_SLIDER, ACTION_POINTER, {0}, "click ‹ › [x] ▾", .help = "choice, switch, presets"},

    {CONTEXT_SWITCH, ACTION_FINE_MINUS, {KEY_CODE_LEFT, 'h', KEY_CODE_SHIFT_LEFT, 'H'}, NULL, "←→", "change", 1,
     FOOTER_ANY, NULL},
    {CONTEXT_SWITCH, ACTION_FINE_PLUS, {KEY_CODE_RIGHT, 'l', KEY_CODE_SHIFT_RIGHT, 'L'}, .help = NULL},
    {CONTEXT_SWITCH, ACTION_LEAST, {KEY_CODE_HOME}, .help = NULL},
    {CONTEXT_SWITCH, ACTION_MOST, {KEY_CODE_END}, .help = NULL},
    {CONTEXT_SWITCH, ACTION_TOGGLE, {KEY_CODE_ENTER, ' '}, NULL, "⏎", "switch", 3, FOOTER_ANY, NULL},
    {CONTEXT_SWITCH, ACTION_RESET, {'r'}, NULL, "r", "reset", 5, FOOTER_ANY, NULL},

    {CONTEXT_PRESET, ACTION_PICKER, {KEY_CODE_ENTER}, NULL, "⏎", "choose", 1, FOOTER_ANY, NULL},

    {CONTEXT_STEP, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "part", 1, FOOTER_ANY, "part above, below"},
    {CONTEXT_STEP, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_STEP, ACTION_NEXT_PANE, {KEY_CODE_TAB}, NULL, "Tab", "pane", 4, FOOTER_ANY, NULL},
    {CONTEXT_PART, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "its slider", 2, FOOTER_ANY,
     "to the slider it depends on"},

    {CONTEXT_TAB, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, NULL, "Esc", "inputs", 5, FOOTER_ANY, NULL},

    {CONTEXT_TIMELINE, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "cursor", 2, FOOTER_ANY,
     "cursor left, right"},
    {CONTEXT_TIMELINE, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "right"},
    {CONTEXT_TIMELINE, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "lane", 3, FOOTER_WIDE, "lane above, below"},
    {CONTEXT_TIMELINE, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_TIMELINE, ACTION_ZOOM_OUT, {'['}, "[ ]", "[ ]", "zoom", 3, FOOTER_ANY, "zoom out, in"},
    {CONTEXT_TIMELINE, ACTION_ZOOM_IN, {']'}, .help = "in"},
    {CONTEXT_TIMELINE, ACTION_ZOOM_ALL, {'0'}, "0", "0", "all", 4, FOOTER_ANY, "the whole step"},
    {CONTEXT_TIMELINE, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "zoom to it", 5, FOOTER_WIDE,
     "zoom to what is there"},
    {CONTEXT_TIMELINE, ACTION_COARSE_MINUS, {KEY_CODE_SHIFT_LEFT, 'H'}, "⇧← ⇧→  H L", "⇧←→", "pan", 5, FOOTER_WIDE,
     "pan left, right"},
    {CONTEXT_TIMELINE, ACTION_COARSE_PLUS, {KEY_CODE_SHIFT_RIGHT, 'L'}, .help = "right"},
    {CONTEXT_TIMELINE, ACTION_LEAST, {KEY_CODE_HOME}, "Home End", .help = "to the start, to the end"},
    {CONTEXT_TIMELINE, ACTION_MOST, {KEY_CODE_END}, .help = "to the end"},
    {CONTEXT_TIMELINE, ACTION_PIPELINE, {'p'}, "p", .help = "stages, or lanes"},
    {CONTEXT_TIMELINE_TRAINING, ACTION_PIPELINE, {'p'}, NULL, "p", "pipeline", 4, FOOTER_STAGED, NULL},
    {CONTEXT_TIMELINE, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_TIMELINE, ACTION_POINTER, {0}, "click drag", .help = "the cursor, pan"},
    {CONTEXT_TIMELINE, ACTION_POINTER, {0}, "wheel", .help = "zoom at the pointer"},

    {CONTEXT_SWEEP, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "cursor", 2, FOOTER_ANY, "cursor down, up"},
    {CONTEXT_SWEEP, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "up"},
    {CONTEXT_SWEEP, ACTION_LEAST, {KEY_CODE_HOME}, "Home End", .help = "to the least, to the most"},
    {CONTEXT_SWEEP, ACTION_MOST, {KEY_CODE_END}, .help = "to the most"},
    {CONTEXT_SWEEP, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "set to cursor", 3, FOOTER_WIDE, "set it to the cursor"},
    {CONTEXT_SWEEP, ACTION_CHOOSE_METRIC, {'m'}, "m", "m", "figure", 4, FOOTER_ANY, "another figure"},
    {CONTEXT_SWEEP, ACTION_CHOOSE_SECOND, {'n'}, "n", "n", "second", 4, FOOTER_ANY, "a second figure, or none"},
    {CONTEXT_SWEEP, ACTION_CHOOSE_PARAMETER, {'v'}, "v", "v", "parameter", 4, FOOTER_ANY, "another parameter"},
    {CONTEXT_SWEEP, ACTION_SCALE, {'g'}, "g", "g", "log/linear", 5, FOOTER_WIDE, "log or linear"},
    {CONTEXT_SWEEP, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_SWEEP, ACTION_POINTER, {0}, "click", .help = "the cursor; again: set it"},

    {CONTEXT_TRAFFIC, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "row", 2, FOOTER_ANY, "row above, below"},
    {CONTEXT_TRAFFIC, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_TRAFFIC, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "column", 2, FOOTER_WIDE,
     "column before, after"},
    {CONTEXT_TRAFFIC, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "after"},
    {CONTEXT_TRAFFIC, ACTION_SORT, {'s'}, "s", "s", "sort", 3, FOOTER_ANY, "sort by the column"},
    {CONTEXT_TRAFFIC, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "its slider", 4, FOOTER_ANY,
     "to what causes it"},
    {CONTEXT_TRAFFIC, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_TRAFFIC, ACTION_POINTER, {0}, "click", .help = "sort by a title, explain"},

    {CONTEXT_MEMORY, ACTION_UP, {KEY_CODE_UP, 'k'}, NULL, "↑↓", "row", 2, FOOTER_ANY, NULL},
    {CONTEXT_MEMORY, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_MEMORY, ACTION_ACCEPT, {KEY_CODE_ENTER}, .help = NULL},
    {CONTEXT_MEMORY, ACTION_STAGES, {'p'}, "p", .help = "stage by stage, or as one"},
    {CONTEXT_MEMORY_STAGES, ACTION_STAGES, {'p'}, NULL, "p", "stages", 5, FOOTER_STAGED, NULL},
    {CONTEXT_MEMORY, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_MEMORY_TABLES, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓ ← →  h j k l", "↑↓←→", "cell", 2, FOOTER_ANY,
     "a cell, a component"},
    {CONTEXT_MEMORY_TABLES, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, .help = NULL},
    {CONTEXT_MEMORY_TABLES, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = NULL},
    {CONTEXT_MEMORY_CHOICE, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "apply", 3, FOOTER_ANY, "take this strategy"},
    {CONTEXT_MEMORY_CHOICE, ACTION_BASELINE, {'b'}, NULL, "b", "as baseline", 4, FOOTER_ANY, NULL},
    {CONTEXT_MEMORY_CHOICE, ACTION_POINTER, {0}, "click", .help = "a cell; again: apply it"},

    {CONTEXT_DECODE, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "TP, part", 2, FOOTER_ANY, "row above, below"},
    {CONTEXT_DECODE, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_DECODE, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", .help = "take this TP, this choice"},
    {CONTEXT_DECODE, ACTION_LIBRARY, {'n'}, "n", .help = "next library"},
    {CONTEXT_DECODE, ACTION_ENGINE, {'g'}, "g", .help = "next engine"},
    {CONTEXT_DECODE_SERVED, ACTION_ACCEPT, {KEY_CODE_ENTER}, NULL, "⏎", "apply", 3, FOOTER_ANY, NULL},
    {CONTEXT_DECODE_SERVED, ACTION_BASELINE, {'b'}, NULL, "b", "as baseline", 5, FOOTER_ANY, NULL},
    {CONTEXT_DECODE_SERVED, ACTION_LIBRARY, {'n'}, NULL, "n", "library", 4, FOOTER_ANY, NULL},
    {CONTEXT_DECODE_SERVED, ACTION_ENGINE, {'g'}, NULL, "g", "engine", 4, FOOTER_ANY, NULL},
    {CONTEXT_DECODE, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_DECODE, ACTION_POINTER, {0}, "click", .help = "a row; again: apply it"},

    {CONTEXT_SEARCH, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "row", 2, FOOTER_ANY, "row above, below"},
    {CONTEXT_SEARCH, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_SEARCH, ACTION_PAGE_UP, {KEY_CODE_PAGE_UP}, "PgUp PgDn", .help = "a page"},
    {CONTEXT_SEARCH, ACTION_PAGE_DOWN, {KEY_CODE_PAGE_DOWN}, .help = NULL},
    {CONTEXT_SEARCH, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "apply", 3, FOOTER_ANY, "take this strategy"},
    {CONTEXT_SEARCH, ACTION_ASK, {'w'}, "w", "w", "where", 4, FOOTER_ANY, "where: conditions, clients"},
    {CONTEXT_SEARCH, ACTION_BASELINE, {'b'}, NULL, "b", "as baseline", 4, FOOTER_WIDE, NULL},
    {CONTEXT_SEARCH, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "column", 5, FOOTER_ANY,
     "column before, after"},
    {CONTEXT_SEARCH, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "after"},
    {CONTEXT_SEARCH, ACTION_SORT, {'s'}, "s", "s", "sort", 5, FOOTER_ANY, "sort by the column"},
    {CONTEXT_SEARCH, ACTION_OBJECTIVE, {'o'}, "o", "o", "best in", 5, FOOTER_WIDE, "what to be best in"},
    {CONTEXT_SEARCH, ACTION_FILTER, {'f'}, "f", "f", "fits only", 5, FOOTER_WIDE, "only what fits, or all"},
    {CONTEXT_SEARCH, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_ANY, NULL},
    {CONTEXT_SEARCH, ACTION_STOP, {KEY_CODE_ESCAPE}, "Esc", "Esc", "stop", 4, FOOTER_BUSY, "stop; else to the inputs"},
    {CONTEXT_SEARCH, ACTION_STOP, {KEY_CODE_ESCAPE}, NULL, "Esc", "inputs", 4, FOOTER_RESTING, NULL},
    {CONTEXT_SEARCH, ACTION_POINTER, {0}, "click", .help = "sort by a title; a row: apply"},

    {CONTEXT_PROJECTOR, ACTION_NEXT_SLIDER, {KEY_CODE_TAB, 'n'}, "n  Tab ⇧Tab", "n", "next slider", 2, FOOTER_ANY,
     "next slider, the one before"},
    {CONTEXT_PROJECTOR, ACTION_PREVIOUS_SLIDER, {KEY_CODE_BACK_TAB}, .help = "the one before"},
    {CONTEXT_PROJECTOR, ACTION_FINE_MINUS, {KEY_CODE_LEFT, 'h'}, "← →  h l", .help = "one step down, up"},
    {CONTEXT_PROJECTOR, ACTION_FINE_PLUS, {KEY_CODE_RIGHT, 'l'}, .help = "up"},
    {CONTEXT_PROJECTOR, ACTION_COARSE_MINUS, {KEY_CODE_SHIFT_LEFT, 'H'}, "⇧← ⇧→  H L", .help = "coarse step down, up"},
    {CONTEXT_PROJECTOR, ACTION_COARSE_PLUS, {KEY_CODE_SHIFT_RIGHT, 'L'}, .help = "up"},
    {CONTEXT_PROJECTOR, ACTION_RESET, {'r'}, "r", .help = "back to the preset"},
    {CONTEXT_PROJECTOR, ACTION_PROJECTOR, {'P'}, NULL, "P", "leave", 7, FOOTER_ANY, NULL},
    {CONTEXT_LESSONS, ACTION_UP, {KEY_CODE_UP, 'k'}, NULL, "↑↓", "lesson", 2, FOOTER_ANY, NULL},
    {CONTEXT_LESSONS, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_LESSONS, ACTION_ACCEPT, {KEY_CODE_ENTER}, NULL, "⏎", "open", 3, FOOTER_ANY, NULL},
    {CONTEXT_LESSON, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, "→ ←  l h", "→", "next", 1, FOOTER_GOES_ON, "next screen, back"},
    {CONTEXT_LESSON, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, NULL, "←", "back", 1, FOOTER_WIDE, "back"},
    {CONTEXT_LESSON, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "answer", 1, FOOTER_QUESTION, "open it; the answer"},
    {CONTEXT_LESSON, ACTION_SETTING, {'w'}, "w", "w", "other setting", 2, FOOTER_ANY, "the setting beside, and back"},
    {CONTEXT_LESSON, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  k j", "↑↓", "figure", 3, FOOTER_WIDE, "figure above, below"},
    {CONTEXT_LESSON, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_LESSON, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 3, FOOTER_ANY, NULL},
    {CONTEXT_LESSON, ACTION_NEXT_LESSON, {'n'}, "n p", "n", "next lesson", 1, FOOTER_AT_END, "next lesson, the one before"},
    {CONTEXT_LESSON, ACTION_PREVIOUS_LESSON, {'p'}, .help = "the one before"},
    {CONTEXT_LESSON, ACTION_LEAVE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "leave", 4, FOOTER_ANY,
     "leave: your own state returns"},
    {CONTEXT_LESSON, ACTION_POINTER, {0}, "click", .help = "a figure, the question"},

    {CONTEXT_RING, ACTION_PLAY, {' '}, "Space", "Space", "play", 1, FOOTER_ANY, "play, pause; at the end: again"},
    {CONTEXT_RING, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "step", 2, FOOTER_ANY, "a step back, forward"},
    {CONTEXT_RING, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "forward"},
    {CONTEXT_RING, ACTION_LEAST, {KEY_CODE_HOME}, "Home End", "Home", "restart", 5, FOOTER_WIDE, "to the start, to the end"},
    {CONTEXT_RING, ACTION_MOST, {KEY_CODE_END}, .help = "to the end"},
    {CONTEXT_RING, ACTION_SLOWER, {'['}, "[ ]", "[ ]", "speed", 3, FOOTER_WIDE, "slower, faster"},
    {CONTEXT_RING, ACTION_FASTER, {']'}, .help = "faster"},
    {CONTEXT_RING, ACTION_OPERATION, {'o'}, "o", "o", "operation", 3, FOOTER_ANY, "another operation"},
    {CONTEXT_RING, ACTION_ALGORITHM, {'g'}, "g", "g", "algorithm", 3, FOOTER_ANY, "another algorithm"},
    {CONTEXT_RING, ACTION_TOGETHER, {'v'}, "v", "v", "all", 4, FOOTER_ANY, "all algorithms side by side"},
    {CONTEXT_RING, ACTION_MESSAGE, {'m'}, "m", .help = "another message of the step"},
    {CONTEXT_RING_MESSAGES, ACTION_MESSAGE, {'m'}, NULL, "m", "message", 4, FOOTER_WIDE, NULL},
    {CONTEXT_RING, ACTION_RANKS, {'n'}, "n", "n", "ranks", 4, FOOTER_WIDE, "how many ranks are drawn"},
    {CONTEXT_RING, ACTION_MEMBERS, {'w'}, "w", .help = "how many ranks a node has"},
    {CONTEXT_RING, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", .help = "rank above, below"},
    {CONTEXT_RING, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = "below"},
    {CONTEXT_RING, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 5, FOOTER_WIDE, NULL},
    {CONTEXT_RING, ACTION_POINTER, {0}, "click wheel", .help = "a rank, a step; steps"},

    {CONTEXT_MAP, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "TP CP EP DP PP", 1, FOOTER_ANY, "another kind of group"},
    {CONTEXT_MAP, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_MAP, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "group", 2, FOOTER_ANY, "the group before, after"},
    {CONTEXT_MAP, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "after"},
    {CONTEXT_MAP, ACTION_LEAST, {KEY_CODE_HOME}, "Home End", .help = "the first group, the last"},
    {CONTEXT_MAP, ACTION_MOST, {KEY_CODE_END}, .help = "last"},
    {CONTEXT_MAP, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "its slider", 3, FOOTER_ANY, "to the size of its groups"},
    {CONTEXT_MAP, ACTION_EXPLAIN, {'x'}, NULL, "x", "explain", 4, FOOTER_ANY, NULL},
    {CONTEXT_MAP, ACTION_POINTER, {0}, "click wheel", .help = "a GPU: its group; groups"},

    {CONTEXT_EDIT, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "set", 1, FOOTER_ANY, "set it"},
    {CONTEXT_EDIT, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "leave it", FOOTER_LAST, FOOTER_ANY, "leave it"},

    {CONTEXT_PROMPT, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "do it", 1, FOOTER_ANY, "do it"},
    {CONTEXT_PROMPT, ACTION_COMPLETE, {KEY_CODE_TAB}, "Tab", "Tab", "complete", 2, FOOTER_ANY, "complete the name"},
    {CONTEXT_PROMPT, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "leave it", FOOTER_LAST, FOOTER_ANY, "leave it"},

    {CONTEXT_WRITE, ACTION_UP, {KEY_CODE_UP}, "↑ ↓", "↑↓", "what is written", 2, FOOTER_ANY, "another kind of file"},
    {CONTEXT_WRITE, ACTION_DOWN, {KEY_CODE_DOWN}, .help = NULL},

    {CONTEXT_MEASURED, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "compare", 1, FOOTER_ANY,
     "compare; empty: take it back"},
    {CONTEXT_MEASURED, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "leave it", FOOTER_LAST, FOOTER_ANY, "leave it"},

    {CONTEXT_ASK, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "search", 1, FOOTER_ANY, "search; empty: every strategy"},
    {CONTEXT_ASK, ACTION_COMPLETE, {KEY_CODE_TAB}, "Tab", "Tab", "complete", 2, FOOTER_ANY, "complete an option, a figure"},
    {CONTEXT_ASK, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "leave it", FOOTER_LAST, FOOTER_ANY, "leave it"},

    {CONTEXT_OVERWRITE, ACTION_OVERWRITE, {'y'}, "y", "y", "overwrite", 1, FOOTER_ANY, "overwrite the file"},
    {CONTEXT_OVERWRITE, ACTION_ESCAPE, {KEY_CODE_ESCAPE, 'n'}, "Esc n", "Esc", "another name", FOOTER_LAST, FOOTER_ANY,
     "no: another name"},

    {CONTEXT_QUIT, ACTION_QUIT, {'q'}, "q", "q", "quit", 1, FOOTER_ANY, "quit without saving"},
    {CONTEXT_QUIT, ACTION_SAVE, {'S', 's'}, "S s", "S", "save", 2, FOOTER_ANY, "save, then quit"},
    {CONTEXT_QUIT, ACTION_ESCAPE, {KEY_CODE_ESCAPE, 'n'}, "Esc n", "Esc", "stay", FOOTER_LAST, FOOTER_ANY, "stay"},

    {CONTEXT_PICKER, ACTION_UP, {KEY_CODE_UP}, "↑ ↓", "↑↓", "move", 1, FOOTER_ANY, "move; letters filter"},
    {CONTEXT_PICKER, ACTION_DOWN, {KEY_CODE_DOWN}, .help = NULL},
    {CONTEXT_PICKER, ACTION_PAGE_UP, {KEY_CODE_PAGE_UP}, "PgUp PgDn", .help = "a page"},
    {CONTEXT_PICKER, ACTION_PAGE_DOWN, {KEY_CODE_PAGE_DOWN}, .help = NULL},
    {CONTEXT_PICKER, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "choose", 2, FOOTER_ANY, "choose"},
    {CONTEXT_PICKER, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "close", FOOTER_LAST, FOOTER_ANY, "close"},
    {CONTEXT_PICKER, ACTION_NEXT_KIND, {KEY_CODE_TAB}, "Tab", "Tab", "model · GPU · cluster · scenario · run", 4, FOOTER_ANY,
     "the next kind"},

    {CONTEXT_HELP, ACTION_UP, {KEY_CODE_UP}, "↑ ↓", "↑↓", "move", 2, FOOTER_ANY, "move; letters filter"},
    {CONTEXT_HELP, ACTION_DOWN, {KEY_CODE_DOWN}, .help = NULL},
    {CONTEXT_HELP, ACTION_PAGE_UP, {KEY_CODE_PAGE_UP}, "PgUp PgDn", .help = "a page"},
    {CONTEXT_HELP, ACTION_PAGE_DOWN, {KEY_CODE_PAGE_DOWN}, .help = NULL},
    {CONTEXT_HELP, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "do it now", 3, FOOTER_ANY, "do what the row says"},
    {CONTEXT_HELP, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "close", FOOTER_LAST, FOOTER_ANY, "close"},

    {CONTEXT_THEMES, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓", "↑↓", "preview", 1, FOOTER_ANY, "try a theme"},
    {CONTEXT_THEMES, ACTION_DOWN, {KEY_CODE_DOWN, 'j', 'T'}, .help = NULL},
    {CONTEXT_THEMES, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "keep", 2, FOOTER_ANY, "keep it"},
    {CONTEXT_THEMES, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "as before", FOOTER_LAST, FOOTER_ANY, "as before"},

    {CONTEXT_CHOOSER, ACTION_UP, {KEY_CODE_UP}, "↑ ↓", "↑↓", "move", 1, FOOTER_ANY, "move; letters filter"},
    {CONTEXT_CHOOSER, ACTION_DOWN, {KEY_CODE_DOWN}, .help = NULL},
    {CONTEXT_CHOOSER, ACTION_PAGE_UP, {KEY_CODE_PAGE_UP}, "PgUp PgDn", .help = "a page"},
    {CONTEXT_CHOOSER, ACTION_PAGE_DOWN, {KEY_CODE_PAGE_DOWN}, .help = NULL},
    {CONTEXT_CHOOSER, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "choose", 2, FOOTER_ANY, "choose"},
    {CONTEXT_CHOOSER, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "close", FOOTER_LAST, FOOTER_ANY, "close"},

    {CONTEXT_COMPARE, ACTION_LEFT, {KEY_CODE_LEFT, 'h'}, "← →  h l", "←→", "column", 1, FOOTER_ANY,
     "scenario before, after"},
    {CONTEXT_COMPARE, ACTION_RIGHT, {KEY_CODE_RIGHT, 'l'}, .help = "after"},
    {CONTEXT_COMPARE, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "scroll", 6, FOOTER_ANY, "scroll"},
    {CONTEXT_COMPARE, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_COMPARE, ACTION_PAGE_UP, {KEY_CODE_PAGE_UP}, "PgUp PgDn", .help = "a page"},
    {CONTEXT_COMPARE, ACTION_PAGE_DOWN, {KEY_CODE_PAGE_DOWN}, .help = NULL},
    {CONTEXT_COMPARE, ACTION_PIN, {'c'}, "c", "c", "pin now", 2, FOOTER_ANY, "pin the present state"},
    {CONTEXT_COMPARE, ACTION_UNPIN, {'d', KEY_CODE_DELETE}, "d", "d", "unpin", 3, FOOTER_ANY, "unpin the selected one"},
    {CONTEXT_COMPARE, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "go to it", 4, FOOTER_ANY, "go on from the selected one"},
    {CONTEXT_COMPARE, ACTION_BASELINE, {'b'}, "b", "b", "baseline", 5, FOOTER_ANY, "make it the baseline"},
    {CONTEXT_COMPARE, ACTION_SWAP, {'%'}, "%", "%", "swap", 7, FOOTER_WIDE, "swap baseline and present"},
    {CONTEXT_COMPARE, ACTION_UNDO, {'u'}, "u  ^R", "u", "undo", 8, FOOTER_WIDE, "undo, redo"},
    {CONTEXT_COMPARE, ACTION_REDO, {KEY_CONTROL('R')}, .help = "redo"},
    {CONTEXT_COMPARE, ACTION_WRITE, {'W'}, "W", "W", "write", 9, FOOTER_WIDE, "write it to a file"},
    {CONTEXT_COMPARE, ACTION_ESCAPE, {KEY_CODE_ESCAPE, 'q'}, "Esc q", "Esc", "close", FOOTER_LAST, FOOTER_ANY, "close"},

    {CONTEXT_COMMAND_LINE, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓  j k", "↑↓", "scroll", 1, FOOTER_ANY, "scroll"},
    {CONTEXT_COMMAND_LINE, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_COMMAND_LINE, ACTION_WRITE, {'W'}, "W", "W", "write to a file", 2, FOOTER_ANY, "write it to a file"},
    {CONTEXT_COMMAND_LINE, ACTION_ESCAPE, {KEY_CODE_ESCAPE, 'y', 'q'}, "Esc y q", "Esc", "close", FOOTER_LAST, FOOTER_ANY,
     "close"},

    {CONTEXT_EXPLAIN, ACTION_UP, {KEY_CODE_UP, 'k'}, "↑ ↓", "↑↓", "input", 1, FOOTER_ANY, "move"},
    {CONTEXT_EXPLAIN, ACTION_DOWN, {KEY_CODE_DOWN, 'j'}, .help = NULL},
    {CONTEXT_EXPLAIN, ACTION_ACCEPT, {KEY_CODE_ENTER}, "⏎", "⏎", "go to it", 2, FOOTER_ANY, "to its slider, to the figure"},
    {CONTEXT_EXPLAIN, ACTION_EXPLAIN, {'x'}, "x", "x", "open it", 3, FOOTER_ANY, "open it"},
    {CONTEXT_EXPLAIN, ACTION_PREVIOUS_FIGURE, {'['}, "[ ]", "[ ]", "figure", 4, FOOTER_ANY, "figure before, after"},
    {CONTEXT_EXPLAIN, ACTION_NEXT_FIGURE, {']'}, .help = NULL},
    {CONTEXT_EXPLAIN, ACTION_BACK, {KEY_CODE_BACKSPACE}, "Backspace", .help = "back"},
    {CONTEXT_EXPLAIN, ACTION_ESCAPE, {KEY_CODE_ESCAPE}, "Esc", "Esc", "back", FOOTER_LAST, FOOTER_ANY, "back"},
};
/* clang-format on */

const int key_binding_count = (int)(sizeof key_bindings / sizeof key_bindings[0]);

bool key_binding_has(const struct key_binding *binding, int key)
{
    for (int i = 0; i < BINDING_KEYS && binding->keys[i] != 0; i++) {
        if (binding->keys[i] == key) {
            return true;
        }
    }
    return false;
}

struct action_steps action_steps_of(enum action action)
{
    enum { PAGE = 10 };
    switch (action) {
    case ACTION_UP:
        return (struct action_steps){.rows = -1};
    case ACTION_DOWN:
        return (struct action_steps){.rows = 1};
    case ACTION_PAGE_UP:
        return (struct action_steps){.rows = -PAGE};
    case ACTION_PAGE_DOWN:
        return (struct action_steps){.rows = PAGE};
    case ACTION_LEFT:
        return (struct action_steps){.columns = -1};
    case ACTION_RIGHT:
        return (struct action_steps){.columns = 1};
    default:
        return (struct action_steps){.rows = 0};
    }
}

static enum action find_action(enum key_context context, int key)
{
    for (int i = 0; i < key_binding_count; i++) {
        if (key_bindings[i].context == context && key_binding_has(&key_bindings[i], key)) {
            return key_bindings[i].action;
        }
    }
    return ACTION_NONE;
}

bool key_context_is_text(enum key_context context)
{
    return context == CONTEXT_EDIT || context == CONTEXT_PICKER || context == CONTEXT_HELP ||
           context == CONTEXT_CHOOSER || context == CONTEXT_MEASURED || context == CONTEXT_ASK ||
           key_context_within(context, CONTEXT_PROMPT);
}

bool key_context_within(enum key_context context, enum key_context outer)
{
    while (context != outer && outer_contexts[context] != context) {
        context = outer_contexts[context];
    }
    return context == outer;
}

enum action key_action(enum key_context context, int key)
{
    enum action action = find_action(context, key);
    while (action == ACTION_NONE && outer_contexts[context] != context) {
        context = outer_contexts[context];
        action = find_action(context, key);
    }
    return action;
}

const struct key_binding *key_pair_of(const struct key_binding *binding)
{
    const struct key_binding *second = binding + 1;
    const bool is_row = second < key_bindings + key_binding_count;
    return is_row && second->context == binding->context && second->name == NULL && second->help != NULL ? second
                                                                                                         : NULL;
}

/* Whether a context between a row's and the one at hand has a row of its own for the same key. */
static bool is_replaced(const struct key_binding *binding, enum key_context context)
{
    for (int i = 0; i < key_binding_count; i++) {
        const struct key_binding *other = &key_bindings[i];
        const bool same_key = other->action == binding->action || other->keys[0] == binding->keys[0];
        if (other->context != binding->context && same_key && other->short_name != NULL &&
            key_context_within(context, other->context) && key_context_within(other->context, binding->context)) {
            return true;
        }
    }
    return false;
}

static bool in_footer(const struct key_binding *binding, enum key_context context)
{
    return binding->short_name != NULL && key_context_within(context, binding->context) &&
           !is_replaced(binding, context) &&
           (binding->room != FOOTER_HELD || key_context_within(context, CONTEXT_TAB) || context == CONTEXT_PROJECTOR);
}

int key_footer(enum key_context context, const struct key_binding **rows, int capacity)
{
    int count = 0;
    for (int i = 0; i < key_binding_count && count < capacity; i++) {
        if (!in_footer(&key_bindings[i], context)) {
            continue;
        }
        int place = count++;
        for (; place > 0 && rows[place - 1]->rank > key_bindings[i].rank; place--) {
            rows[place] = rows[place - 1];
        }
        rows[place] = &key_bindings[i];
    }
    return count;
}
