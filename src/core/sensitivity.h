/* sensitivity.h: which hardware parameter the step waits for. */
#ifndef RINGSIDE_CORE_SENSITIVITY_H
#define RINGSIDE_CORE_SENSITIVITY_H

#include "core/parameters.h"
#include "core/scenario.h"

enum { SENSITIVITY_COUNT = 16 };

/* What a better part would save. */
struct sensitivity {
    const struct parameter *parameter;
    double saving; /* share of the step that 10 % more of it (or 10 % less, of a latency) takes away */
};

/* Largest saving first. count is 0 where the scenario is invalid. */
struct sensitivities {
    struct sensitivity row[SENSITIVITY_COUNT];
    int count;
};

/* Improve each hardware parameter by a tenth, price the step again, and rank what it saves.
 *
 *   note      this is the bottleneck line of the screen: computed, not guessed from the longest bar. GPU peaks of all
 *             precisions count as one, under gpu.peak.bf16, since a faster chip raises all of them
 */
struct sensitivities sensitivity_of(const struct scenario *scenario);

#endif
