/* samples.h: how many samples a test of random cases draws. */
#ifndef RINGSIDE_TESTS_SAMPLES_H
#define RINGSIDE_TESTS_SAMPLES_H

#include <stdlib.h>

/* All of them; a fiftieth where RINGSIDE_FEW_SAMPLES is set, as under valgrind, which is a hundred times slower; twenty
 * times as many where RINGSIDE_MANY_SAMPLES is, as before a release. */
static inline int samples(int all)
{
    if (getenv("RINGSIDE_MANY_SAMPLES") != NULL) {
        return all * 20;
    }
    return getenv("RINGSIDE_FEW_SAMPLES") == NULL ? all : all / 50 + 1;
}

#endif
