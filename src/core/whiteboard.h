/* whiteboard.h: the same job as on a whiteboard, and what each honest setting adds to it.
 *
 * A whiteboard prices 6 FLOPs per parameter and token at a flat share of peak, links at the figures people quote, one
 * NIC a ring, and no latency. The program opens with honest settings. The walk between the two says why their figures
 * differ.
 */
#ifndef RINGSIDE_CORE_WHITEBOARD_H
#define RINGSIDE_CORE_WHITEBOARD_H

#include "core/parameters.h"
#include "core/scenario.h"

enum { WHITEBOARD_SETTINGS = 5 };

/* One setting on the way from the whiteboard to the scenario. */
struct whiteboard_stop {
    const struct parameter *parameter;
    double from;              /* on the whiteboard */
    double to;                /* in the scenario */
    struct scenario scenario; /* with this and all settings before it as in the scenario */
};

struct whiteboard_walk {
    struct scenario start; /* the whiteboard */
    struct whiteboard_stop stop[WHITEBOARD_SETTINGS];
    int count; /* settings that differ: 0 if the scenario stands on the whiteboard already */
};

/* Walk from the whiteboard to a scenario, one setting at a time: compute.model, link.basis, ring.model and the two
 * latencies.
 *
 *   note      the last stop is the scenario itself
 */
struct whiteboard_walk whiteboard_walk(const struct scenario *scenario);

#endif
