/* keys.h: every key, once. The footer, the help overlay, the README's table and `ringside list keys` are generated from
 * this table.
 */
#ifndef RINGSIDE_VIEW_KEYS_H
#define RINGSIDE_VIEW_KEYS_H

#include <stdbool.h>

/* Where a key works. A context lies within another, whose keys work there too. */
enum key_context {
    CONTEXT_EVERYWHERE,
    CONTEXT_PANE,   /* any row of an input pane */
    CONTEXT_SLIDER, /* a row with a value */
    CONTEXT_SWITCH, /* a row with switches */
    CONTEXT_PRESET, /* the row that names a preset */
    CONTEXT_STEP,   /* the result pane */
    CONTEXT_PART,   /* a part of the step in it */
    CONTEXT_TAB,
    CONTEXT_TIMELINE,
    CONTEXT_TIMELINE_TRAINING, /* which has a pipeline */
    CONTEXT_SWEEP,
    CONTEXT_TRAFFIC,
    CONTEXT_MEMORY,
    CONTEXT_MEMORY_STAGES, /* one of the pipeline's in focus */
    CONTEXT_MEMORY_TABLES, /* a component, of training */
    CONTEXT_MEMORY_CHOICE, /* one of ZeRO and recomputation */
    CONTEXT_DECODE,
    CONTEXT_DECODE_SERVED, /* where choices apply: not beside a training step */
    CONTEXT_SEARCH,
    CONTEXT_LESSONS, /* their list */
    CONTEXT_LESSON,  /* one that is open */
    CONTEXT_RING,
    CONTEXT_RING_MESSAGES, /* where a step has several */
    CONTEXT_MAP,
    CONTEXT_PROJECTOR,
    CONTEXT_EDIT,     /* a value is being typed */
    CONTEXT_PROMPT,   /* the name of a file is */
    CONTEXT_WRITE,    /* of one to write the screen or its figures to */
    CONTEXT_MEASURED, /* what was measured is being typed */
    CONTEXT_ASK,      /* what the search is asked is */
    CONTEXT_OVERWRITE,
    CONTEXT_QUIT,
    CONTEXT_PICKER,
    CONTEXT_HELP,
    CONTEXT_THEMES,
    CONTEXT_EXPLAIN,
    CONTEXT_CHOOSER,
    CONTEXT_COMMAND_LINE,
    CONTEXT_COMPARE,
    CONTEXT_COUNT
};

/* What a key does. */
enum action {
    ACTION_NONE,
    ACTION_QUIT,
    ACTION_NEXT_PANE,
    ACTION_PREVIOUS_PANE,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_FINE_MINUS,
    ACTION_FINE_PLUS,
    ACTION_COARSE_MINUS,
    ACTION_COARSE_PLUS,
    ACTION_LEAST,
    ACTION_MOST,
    ACTION_TYPE, /* open the field to type a value */
    ACTION_TOGGLE,
    ACTION_RESET,
    ACTION_RESET_PANE,
    ACTION_PICKER,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_MODE, /* training, decode, prefill */
    ACTION_BASELINE,
    ACTION_HELD_MINUS,
    ACTION_HELD_PLUS,
    ACTION_FREEZE_AXES,
    ACTION_MAXIMISE,
    ACTION_PROJECTOR,
    ACTION_NEXT_SLIDER,
    ACTION_PREVIOUS_SLIDER,
    ACTION_ASSUMPTIONS,
    ACTION_NOTES,
    ACTION_HELP,
    ACTION_EXPLAIN,
    ACTION_PREVIOUS_FIGURE, /* of the metric table */
    ACTION_NEXT_FIGURE,
    ACTION_BACK,
    ACTION_PUBLISHED, /* runs, to open one */
    ACTION_MEASURED,  /* by the user, to type it */
    ACTION_THEMES,
    ACTION_MOUSE,
    ACTION_REDRAW,
    ACTION_TAB, /* 1 to 9 */
    ACTION_ESCAPE,
    ACTION_ACCEPT,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_SORT,
    ACTION_STOP,
    ACTION_FILTER,    /* only what fits */
    ACTION_ASK,       /* the search for more than that */
    ACTION_OBJECTIVE, /* of the search */
    ACTION_STAGES,    /* of the pipeline */
    ACTION_CHOOSE_METRIC,
    ACTION_CHOOSE_SECOND,
    ACTION_CHOOSE_PARAMETER,
    ACTION_SCALE, /* log or linear */
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_ALL,
    ACTION_PIPELINE, /* lanes of a step, or stages */
    ACTION_LIBRARY,  /* the next one */
    ACTION_ENGINE,
    ACTION_PLAY, /* or pause */
    ACTION_SLOWER,
    ACTION_FASTER,
    ACTION_MESSAGE, /* another one */
    ACTION_OPERATION,
    ACTION_ALGORITHM,
    ACTION_RANKS,    /* how many are drawn */
    ACTION_MEMBERS,  /* how many of them a node has */
    ACTION_TOGETHER, /* all algorithms side by side */
    ACTION_SETTING,  /* the other setting of a lesson */
    ACTION_NEXT_LESSON,
    ACTION_PREVIOUS_LESSON,
    ACTION_LEAVE,     /* the lesson */
    ACTION_NEXT_KIND, /* of presets, in the picker */
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_SUSPEND,
    ACTION_COMPARE,
    ACTION_SWAP, /* the baseline and the present state */
    ACTION_PIN,
    ACTION_UNPIN,
    ACTION_COMMAND_LINE, /* that opens this state */
    ACTION_SAVE,
    ACTION_OPEN,
    ACTION_IMPORT,
    ACTION_WRITE,
    ACTION_COMPLETE,
    ACTION_OVERWRITE,
    ACTION_POINTER, /* of the mouse: no key does it */
    ACTION_COUNT
};

/* How far the arrows and the page keys move: rows down, columns to the right; not at all by any other action. */
struct action_steps {
    int rows, columns;
};
struct action_steps action_steps_of(enum action action);

/* Where, and when, a footer has a key. */
enum footer_room {
    FOOTER_ANY,
    FOOTER_WIDE,
    FOOTER_HELD,     /* beside a tab while a slider is held, whose name is the word */
    FOOTER_STAGED,   /* while the pipeline has stages */
    FOOTER_BUSY,     /* while a search runs */
    FOOTER_RESTING,  /* while none does */
    FOOTER_GOES_ON,  /* a screen of the lesson follows */
    FOOTER_AT_END,   /* none does */
    FOOTER_QUESTION, /* the lesson's screen asks something */
    FOOTER_ROOMS
};

enum { BINDING_KEYS = 9 };

/* A row: keys that do the same. The second of a pair that does opposite things shares the line of help of the row
 * before it: its name is NULL, and its help is the word in that line which means it. */
struct key_binding {
    enum key_context context;
    enum action action;
    int keys[BINDING_KEYS]; /* codes of event.h; 0 ends. None: the mouse does it */
    const char *name;       /* as shown in the help: "← →  h l"; NULL: another row shows it */
    const char *short_name; /* as shown in the footer: "←→"; NULL: not in the footer */
    const char *word;       /* for the footer */
    int rank;               /* place in the footer, 1 first; FOOTER_LAST is the way out, which always stays */
    enum footer_room room;
    const char *help; /* for the help overlay */
};

enum { FOOTER_LAST = 99 };

extern const struct key_binding key_bindings[];
extern const int key_binding_count;

/* Titles of the contexts, as the help overlay shows them; neighbours of one title are one list. */
extern const char *const key_context_titles[CONTEXT_COUNT];

/* Whether a key is one of a row's. */
bool key_binding_has(const struct key_binding *binding, int key);

/* What a key does in a context: the context's own rows first, then those of the contexts that it lies within. */
enum action key_action(enum key_context context, int key);

/* Whether a context is another, or lies within it. */
bool key_context_within(enum key_context context, enum key_context outer);

/* The second of a row's pair; NULL: it has none. */
const struct key_binding *key_pair_of(const struct key_binding *binding);

/* Whether letters typed in this context are text. */
bool key_context_is_text(enum key_context context);

/* Rows of a context's footer, those of the contexts that it lies within included, by rank.
 *
 *   given     context; rows with room for `capacity`
 *   returned  how many there are
 */
int key_footer(enum key_context context, const struct key_binding **rows, int capacity);

#endif
