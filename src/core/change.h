/* change.h: what a step would be with one setting changed, and which settings are worth it.
 *
 * Two questions of people whose job runs: what would make it quicker, and what alone would explain that it is slower
 * than forecast. Both try the same table of settings, one at a time: overlaps, kernels, recomputation, precision, the
 * framework's style, and what often goes wrong, as a node that uses one of its NICs. Sizes of the strategy are the
 * search's matter, hardware is sensitivity.h's.
 */
#ifndef RINGSIDE_CORE_CHANGE_H
#define RINGSIDE_CORE_CHANGE_H

#include "core/parameters.h"
#include "core/result.h"
#include "core/scenario.h"

#include <stddef.h>

enum { CHANGE_COUNT = 5 };

/* One setting with another value. */
struct change {
    const struct parameter *parameter;
    double value;
    double step; /* seconds of the step with it */
};

/* The best of them, best first. */
struct changes {
    struct change row[CHANGE_COUNT];
    int count;
};

/* Settings that make the step quicker, the best first; of each the value that saves most.
 *
 *   given     a scenario of any mode and its result, valid
 *   returned  those that save at least CHANGE_WORTH of the step, and fit in memory if the scenario does
 */
struct changes changes_quicker(const struct scenario *scenario, const struct result *result);

/* Share of a step below which nobody changes a setting. */
#define CHANGE_WORTH 0.005

/* Settings that alone would bring the step to a measured time, the nearest first; of each the value that comes nearest.
 *
 *   given     a scenario of any mode and its result, valid; the measured seconds of its step, above 0
 *   returned  those that bring it within CHANGE_NEAR of it, and fit in memory if the scenario does; none where the
 *             step is that near already
 */
struct changes changes_explaining(const struct scenario *scenario, const struct result *result, double measured);

/* Write them as a sentence: "One setting alone would bring the forecast there: recompute=full (8.90 s), nic.per_node=1
 * (9.30 s)." What finds no room is cut.
 *
 *   given     what changes_explaining() returned, one at least; characters of text, with the end
 */
void changes_print(char *text, size_t size, const struct changes *changes);

/* Share of a measured time within which another forecast explains it: the 90th percentile of validated dense runs. */
#define CHANGE_NEAR 0.10

#endif
