/* samples.h: how many samples a test of random cases draws, and the bits that it draws them from. */
#ifndef RINGSIDE_TESTS_SAMPLES_H
#define RINGSIDE_TESTS_SAMPLES_H

#include <stdint.h>
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

/* The next 64 bits of a sequence: Marsaglia 2003, xorshift. */
static inline uint64_t random_bits(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

#endif
