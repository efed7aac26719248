/* solve.h: for which values of a parameter a condition on a figure holds. */
#ifndef RINGSIDE_CORE_SOLVE_H
#define RINGSIDE_CORE_SOLVE_H

#include "core/condition.h"
#include "core/parameters.h"
#include "core/scenario.h"

#include <stdbool.h>

/* Which value is asked for. */
enum solve_pick {
    SOLVE_NEAREST, /* the boundary nearest the present value, on the side where the condition holds */
    SOLVE_LEAST,   /* the least value for which it holds, */
    SOLVE_GREATEST /* the greatest: both may lie at the end of the range */
};

struct question {
    const struct parameter *parameter;
    struct condition condition;
    enum solve_pick pick;
};

enum solve_end {
    SOLVE_FOUND,
    SOLVE_ALWAYS, /* it holds everywhere, so that there is no boundary */
    SOLVE_NEVER,
    SOLVE_NOWHERE, /* no value can run, or the figure applies to none of them */
    SOLVE_END_COUNT
};

/* The figure at one value of the parameter. */
struct solve_point {
    double value;
    double figure;
    bool fits; /* in memory */
};

struct solution {
    enum solve_end end;
    double present;           /* value of the parameter as it stands: the number that an `auto` comes to */
    struct solve_point found; /* the condition holds there */
    struct solve_point other; /* next to it, where it does not; both the same at the end of the range */
    int boundaries;           /* in the whole range */
    int tried;                /* values that can run */
    int misfits; /* of these, where the condition held but for memory, in which it must fit: see the note below */
    struct solve_point first, last;     /* ends of the range that can run */
    struct solve_point least, greatest; /* of the figure */
};

/* Find a value.
 *
 *   given     a question; any scenario
 *   returned  the value that was asked for, or which way there is none, with the figure's extremes
 *   method    the whole range of the parameter is walked, so that a figure may rise and fall: a real one in 1024 steps
 *             of its scale, a choice value by value, whole numbers one by one up to 65536 and in 1024 steps
 *             beyond, of each step the first that can run. Between two neighbours that differ the boundary is found
 *             by halving, to 1e-9 of a real number and to neighbours among whole numbers that can run
 *   note      values that stand for no number (`auto`, `none` of a limit) are neither walked nor told
 *   note      where the scenario fits in memory, the condition holds only where it still does, unless it is of memory
 *             itself: a batch that waits for memory takes no longer
 *   note      two boundaries between two points of the walk are not seen. An equation also has a solution where the
 *             figure of a real parameter passes the value, if it comes within 1e-6 of it there
 */
struct solution solve(const struct question *question, const struct scenario *scenario);

#endif
