/* expect.h: a figure must be near what a test expects. cmocka compares floats only. */
#ifndef RINGSIDE_TESTS_EXPECT_H
#define RINGSIDE_TESTS_EXPECT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Fail unless a figure is within a share of what is expected; within that itself where 0 is. NAN is never near. */
static inline void expect(const char *what, double got, double expected, double tolerance)
{
    const double error = expected == 0 ? got : got / expected - 1;
    if (!(fabs(error) <= tolerance)) {
        fail_msg("%s: got %.12g, expected %.12g, off by %.3g", what, got, expected, error);
    }
}

#endif
