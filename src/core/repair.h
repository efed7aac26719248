/* repair.h: changes that make an impossible scenario possible. */
#ifndef RINGSIDE_CORE_REPAIR_H
#define RINGSIDE_CORE_REPAIR_H

#include "core/parameters.h"
#include "core/scenario.h"

#include <stdbool.h>
#include <stddef.h>

enum { REPAIR_COUNT = 3, REPAIR_LENGTH = 120 };

/* One size that is changed. */
struct repair {
    const struct parameter *parameter;
    double value;
};

/* Of one size the nearest value is taken, where near means a small ratio. */
struct repairs {
    struct repair change[REPAIR_COUNT];
    int count;     /* 0: the scenario is valid, or nothing was found */
    bool together; /* all of them are needed; else each is enough */
};

/* What would make a scenario valid.
 *
 *   given     scenario, valid or not
 *   returned  sizes of which one change is enough, the smallest change first; where no single one is, the changes that
 *             break fewest rules one after the other, if they end in a valid scenario
 */
struct repairs repairs_of(const struct scenario *scenario);

/* "TP 8 makes it valid.", "PP 4 or GPUs 48 makes it valid.", "TP 8 and PP 2 together make it valid."; empty for none.
 */
void repairs_print(const struct repairs *repairs, char *text, size_t size);

#endif
