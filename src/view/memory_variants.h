/* memory_variants.h: the present scenario with one thing changed, as bars of memory: what divides what. */
#ifndef RINGSIDE_VIEW_MEMORY_VARIANTS_H
#define RINGSIDE_VIEW_MEMORY_VARIANTS_H

#include "core/memory.h"
#include "core/parameters.h"

#include <stdbool.h>

enum { MEMORY_VARIANTS = 16 };

/* One of them, priced. */
struct memory_variant {
    const struct parameter *parameter; /* that is changed */
    double value;
    bool present; /* nothing changes: the scenario has that value */
    bool valid;
    struct memory memory;
    double step;  /* seconds */
    char why[96]; /* it is not valid */
};

/* First every value of what memory depends on most (ZeRO's stages; TP of an engine), then each size doubled; of an
 * engine each load eightfold, and 8 bits. */
struct memory_variants {
    struct memory_variant of[MEMORY_VARIANTS];
    int first; /* how many are of the first kind */
    int count;
};

/* Price them: the global batch is held, one that follows from the scenario, too, so that every step is of as many
 * sequences. None of a scenario that is not valid. */
struct memory_variants memory_variants_of(const struct scenario *scenario);

#endif
