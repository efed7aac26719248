/* within.h: a place in a list, held between its first and its last. */
#ifndef RINGSIDE_VIEW_WITHIN_H
#define RINGSIDE_VIEW_WITHIN_H

/* The value, or the end that it lies beyond; `least` where there is no place at all, most < least. */
static inline int within(int value, int least, int most)
{
    const int below = value > most ? most : value;
    return below < least ? least : below;
}

#endif
