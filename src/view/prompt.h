/* prompt.h: a line in place of the context line: the name of a file is typed there, or a key answers a question. */
#ifndef RINGSIDE_VIEW_PROMPT_H
#define RINGSIDE_VIEW_PROMPT_H

#include "view/keys.h"
#include "view/text_field.h"

#include <stdbool.h>

enum prompt_kind {
    PROMPT_NONE,
    PROMPT_SAVE,
    PROMPT_OPEN,
    PROMPT_IMPORT,
    PROMPT_WRITE,
    PROMPT_MEASURED,  /* no file: what the user measured */
    PROMPT_SEARCH,    /* no file: what the search is asked */
    PROMPT_OVERWRITE, /* a question, as the next */
    PROMPT_QUIT,
    PROMPT_COUNT
};

struct prompt {
    enum prompt_kind kind;
    struct text_field name;
    enum prompt_kind asked_for; /* PROMPT_OVERWRITE: what the file is written for */
    bool quits;                 /* once the scenario is saved */
};

/* How each looks. */
struct prompt_look {
    enum key_context context;
    const char *label;     /* before the name; of a question all of it */
    const char *hint;      /* as prompt_hint returns it, where the mode does not matter */
    const char *extension; /* of a name without one, and of the files that completion finds */
};

extern const struct prompt_look prompt_looks[PROMPT_COUNT];

/* Whether a text is typed. */
bool prompt_has_field(enum prompt_kind kind);

struct app;

/* What stands above the line while there is nothing else to say: an example that the mode can be asked. */
const char *prompt_hint(const struct app *app, enum prompt_kind kind);

/* The name that a prompt begins with. */
void prompt_first_name(const struct app *app, enum prompt_kind kind, struct text_field *name);

#endif
