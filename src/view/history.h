/* history.h: undo as a ring of states. */
#ifndef RINGSIDE_VIEW_HISTORY_H
#define RINGSIDE_VIEW_HISTORY_H

#include "core/scenario.h"
#include "view/measured.h"

#include <stdbool.h>

enum { UNDO_DEPTH = 256 };

struct history {
    struct scenario now[UNDO_DEPTH];
    struct scenario preset[UNDO_DEPTH];
    bool swaps[UNDO_DEPTH];               /* it exchanged the state before it with the baseline */
    struct measured measured[UNDO_DEPTH]; /* the published run that was open, or what the user measured */
    int setting[UNDO_DEPTH];              /* of a lesson, that each state belongs to */
    int first, at, last; /* counted on without end; the place in the ring is modulo its depth; `at` is the present */
};

#endif
