/* sweep.h: one parameter walked over a range, everything else held. */
#ifndef RINGSIDE_CORE_SWEEP_H
#define RINGSIDE_CORE_SWEEP_H

#include "core/parameters.h"
#include "core/scenario.h"

#include <stdbool.h>

enum sweep_scale { SWEEP_LINEAR, SWEEP_LOG, SWEEP_POWERS, SWEEP_SCALE_COUNT };

/* lin, log, pow2. */
extern const struct choice_list sweep_scale_names;

enum {
    SWEEP_DEFAULT_POINTS = 21, /* of a range without a count: 20 steps, as a slider takes in a decade */
    SWEEP_MOST_POINTS = 10000,
    SWEEP_LISTED = 32, /* values that are named one by one */
    SWEEP_MESSAGE = 300
};

/* A range of one parameter. Of a choice and a switch the scale and the count mean nothing: every value is taken. */
struct sweep {
    const struct parameter *parameter;
    double from, to; /* either may be the greater */
    enum sweep_scale scale;
    int count; /* points, of powers of two at most so many; 0: as many as usual */
    double listed[SWEEP_LISTED];
    int listed_count; /* values in the order in which they were named; 0: a range */
};

/* A range that was read, or a sentence that says what is expected. */
struct sweep_read {
    bool valid;
    struct sweep sweep;
    char message[SWEEP_MESSAGE];
};

/* Read a range.
 *
 *   given     "KEY=FROM:TO[:log|lin|pow2][:COUNT]", the values as parameter_read() takes them; "KEY=VALUE,VALUE...";
 *             or "KEY" alone: all of its range
 *   returned  the range; without a scale that of the slider (powers of two where it steps through values)
 *   example   "nic.bandwidth=12.5GB/s:400GB/s:pow2", "tp=1:64", "cluster.gpus=1024,1536", "recompute"
 */
struct sweep_read sweep_read(const char *text);

/* The values of a range, in order.
 *
 *   given     a sweep; room for so many values
 *   returned  how many were written
 *   formula   lin: from + i (to - from) / (count - 1); log: from (to / from)^(i / (count - 1)); pow2: from 2^i, and
 *             0, 1, 2, 4 from 0 on. Both ends are exact, powers of two stop at their end or short of it. Whole
 *             parameters take the nearest whole numbers, each once
 */
int sweep_values(const struct sweep *sweep, double *values, int room);

/* The scenario at one value. Whether it can run is for evaluate() to say, and strategy_reasons() tells why not. */
struct scenario sweep_at(const struct sweep *sweep, const struct scenario *scenario, double value);

#endif
