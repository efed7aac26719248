/* collective.c: which pricing a scenario asks for, and where its algorithm changes. */
#include "core/collective.h"

#include "core/collective_achieved.h"
#include "core/collective_whiteboard.h"

#include <math.h>

struct collective_cost collective_time(enum collective_op op, double size, const struct group *group,
                                       const struct scenario *scenario)
{
    if (group->ranks < 2) {
        return (struct collective_cost){0};
    }
    const enum link_basis basis = scenario->execution.basis;
    if (basis == BASIS_ACHIEVED) {
        return collective_achieved(op, size, group, scenario);
    }
    return collective_whiteboard(whiteboard_algorithm(op), op, size, group, scenario, basis);
}

double collective_bus_bandwidth(enum collective_op op, double size, int ranks, double seconds)
{
    return seconds > 0 ? collective_bytes_sent(op, size, ranks) / seconds : 0;
}

static enum collective_algorithm algorithm_at(enum collective_op op, double size, const struct group *group,
                                              const struct scenario *scenario)
{
    return collective_time(op, size, group, scenario).algorithm;
}

/* From the largest size down to the first that another algorithm wins, then between the two by halving. */
double collective_switchover(enum collective_op op, const struct group *group, const struct scenario *scenario)
{
    static const double largest = 16.0 * 1024 * 1024 * 1024;
    static const double smallest = 8;
    static const double grid = 1.0442737824274138; /* 2^(1/16) */
    static const double precision = 1e-9;
    const enum collective_algorithm last = algorithm_at(op, largest, group, scenario);
    double above = largest;
    double below = largest;
    do {
        above = below;
        below = above / grid;
        if (below < smallest) {
            return NAN;
        }
    } while (algorithm_at(op, below, group, scenario) == last);
    while (above - below > precision * above) {
        const double middle = sqrt(above * below);
        if (algorithm_at(op, middle, group, scenario) == last) {
            above = middle;
        } else {
            below = middle;
        }
    }
    return above;
}
