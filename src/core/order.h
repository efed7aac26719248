/* order.h: the lesser and the greater of two numbers. fmin and fmax are calls of a library, too slow for what is priced
 * a million times a second. */
#ifndef RINGSIDE_CORE_ORDER_H
#define RINGSIDE_CORE_ORDER_H

static inline double lesser(double one, double other)
{
    return one < other ? one : other;
}

static inline double greater(double one, double other)
{
    return one > other ? one : other;
}

static inline int lesser_int(int one, int other)
{
    return one < other ? one : other;
}

static inline int greater_int(int one, int other)
{
    return one > other ? one : other;
}

/* A size that nobody checked, as one to divide by. */
static inline int at_least_one(int size)
{
    return greater_int(size, 1);
}

#endif
