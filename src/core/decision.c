/* decision.c: which part of a step decides between two. */
#include "core/decision.h"

#include "core/quantity.h"

#include <stdio.h>

struct waits waits_of(const struct result *result)
{
    struct waits waits = {.is_headless = false};
    for (int part = 0; part < PART_COUNT && result->valid; part++) {
        waits.part[part] = part_seconds(step_parts[part].exposed, result);
    }
    waits.is_headless = result->mode == MODE_TRAINING && result->training.ideal > 0.0 && !result->training.headed;
    return waits;
}

static struct decision decision_of(enum part part, const struct waits *one, const struct waits *other)
{
    return (struct decision){.label = step_parts[part].label,
                             .short_label = step_parts[part].short_label,
                             .gain = other->part[part] - one->part[part],
                             .one = one->part[part],
                             .other = other->part[part],
                             .metric = step_parts[part].exposed};
}

/* All that a stage computes, where only one of the two has the head. */
static struct decision decision_of_stages(const struct waits *one, const struct waits *other)
{
    struct decision decision = decision_of(PART_COMPUTE, one, other);
    decision.label = "compute and head of the slowest stage";
    decision.short_label = "compute and head";
    decision.second = step_parts[PART_HEAD].exposed;
    decision.one += one->part[PART_HEAD];
    decision.other += other->part[PART_HEAD];
    decision.gain = decision.other - decision.one;
    return decision;
}

struct decision decision_between(const struct waits *one, const struct waits *other)
{
    const bool of_stages = one->is_headless != other->is_headless;
    struct decision best = decision_of(PART_COMPUTE, one, one);
    for (int i = 0; i < PART_COUNT; i++) {
        const enum part part = (enum part)i;
        const bool is_work = part == PART_COMPUTE || part == PART_HEAD;
        const struct decision decision =
            of_stages && is_work ? decision_of_stages(one, other) : decision_of(part, one, other);
        best = decision.gain > best.gain ? decision : best;
    }
    return best;
}

struct decision decision_reversed(struct decision decision)
{
    const double one = decision.one;
    decision.one = decision.other;
    decision.other = one;
    decision.gain = -decision.gain;
    return decision;
}

void decision_print(const struct decision *decision, const char *label, char *text, size_t size)
{
    const struct quantity_text one = quantity_display(decision->one, UNIT_SECONDS);
    const struct quantity_text other = quantity_display(decision->other, UNIT_SECONDS);
    (void)snprintf(text, size, "%s: %s %s against %s %s", label, one.number, one.unit, other.number, other.unit);
}
