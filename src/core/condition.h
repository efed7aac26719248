/* condition.h: a figure compared with a value: "mfu>=40%". */
#ifndef RINGSIDE_CORE_CONDITION_H
#define RINGSIDE_CORE_CONDITION_H

#include "core/metrics.h"

#include <stdbool.h>

enum relation {
    RELATION_AT_MOST,
    RELATION_AT_LEAST,
    RELATION_BELOW,
    RELATION_ABOVE,
    RELATION_EQUAL, /* to 1e-9 of the value */
    RELATION_COUNT
};

/* A figure compared with a value. */
struct condition {
    const struct metric *metric;
    enum relation relation;
    double value; /* SI; of a name its place, of a verdict 0 or 1 */
};

enum { CONDITION_MESSAGE = 300 };

/* A condition that was read, or a sentence that says what is expected. */
struct condition_read {
    bool valid;
    struct condition condition;
    char message[CONDITION_MESSAGE];
};

/* Read a condition: "dp.exposed<=0", "mfu >= 40 %", "memory.fits=yes" or "memory.fits" alone, "dp.algorithm=ring". A
 * share above 2 needs its percent sign: an MFU of 40 is 40 %, not 4000 %. */
struct condition_read condition_read(const char *text);

/* Whether it holds for a figure; not for one that does not apply (NAN). */
bool condition_holds(const struct condition *condition, double figure);

/* On which side of the value a figure is: -1 below, 0 where they are equal, 1 above. */
int condition_side(const struct condition *condition, double figure);

#endif
