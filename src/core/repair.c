/* repair.c: the nearest valid sizes, one at a time or, where that does not do, one after the other. */
#include "core/repair.h"

#include "core/strategy.h"

#include <math.h>
#include <stdio.h>

/* How far a value is from the present one: octaves, so that 7 is nearer to 8 than to 4. */
static double distance(double value, double present)
{
    return fabs(log2(value / fmax(present, 1.0)));
}

/* A size that a slider steps through, and that is no `auto`. */
static bool is_size(const struct parameter *parameter, const struct scenario *scenario)
{
    return parameter->values != NULL && parameter_get(parameter, scenario) >= 1.0 &&
           parameter_applies(parameter, scenario);
}

/* A change, and how many rules are broken after it. */
struct attempt {
    struct repair change;
    int broken;
    double distance;
};

static bool is_better(const struct attempt *attempt, const struct attempt *best)
{
    return attempt->broken < best->broken || (attempt->broken == best->broken && attempt->distance < best->distance);
}

/* The value of one size that breaks the fewest rules, the nearest of these; fewer than `broken`, or the present one. */
static struct attempt best_value(const struct parameter *parameter, const struct scenario *scenario, int broken)
{
    const double present = parameter_get(parameter, scenario);
    const struct value_list values = parameter->values(scenario);
    struct attempt best = {.change = {parameter, present}, .broken = broken, .distance = INFINITY};
    for (int i = 0; i < values.count; i++) {
        struct scenario changed = *scenario;
        parameter_set(parameter, &changed, values.value[i]);
        const struct attempt attempt = {{parameter, values.value[i]},
                                        strategy_valid(&changed) ? 0 : strategy_reasons(&changed).count,
                                        distance(values.value[i], present)};
        best = values.value[i] >= 1.0 && is_better(&attempt, &best) ? attempt : best;
    }
    return best;
}

/* Put a change in its place, the smallest first; the last falls out where there is no room. */
static void keep_change(struct repairs *repairs, double distances[REPAIR_COUNT], const struct attempt *attempt)
{
    int place = repairs->count < REPAIR_COUNT ? repairs->count++ : REPAIR_COUNT;
    for (; place > 0 && distances[place - 1] > attempt->distance; place--) {
        if (place < REPAIR_COUNT) {
            repairs->change[place] = repairs->change[place - 1];
            distances[place] = distances[place - 1];
        }
    }
    if (place < REPAIR_COUNT) {
        repairs->change[place] = attempt->change;
        distances[place] = attempt->distance;
    }
}

static struct repairs single_changes(const struct scenario *scenario)
{
    struct repairs repairs = {.count = 0};
    double distances[REPAIR_COUNT];
    for (int i = 0; i < parameter_count; i++) {
        if (is_size(&parameters[i], scenario)) {
            const struct attempt attempt = best_value(&parameters[i], scenario, REASON_COUNT);
            if (attempt.broken == 0) {
                keep_change(&repairs, distances, &attempt);
            }
        }
    }
    return repairs;
}

/* Each change is the one that leaves the fewest rules broken. */
static struct repairs changes_together(const struct scenario *scenario)
{
    struct repairs repairs = {.together = true};
    struct scenario made = *scenario;
    while (repairs.count < REPAIR_COUNT) {
        struct attempt best = {.broken = strategy_reasons(&made).count, .distance = 0.0};
        for (int i = 0; i < parameter_count; i++) {
            if (is_size(&parameters[i], &made)) {
                const struct attempt attempt = best_value(&parameters[i], &made, best.broken);
                best = is_better(&attempt, &best) ? attempt : best;
            }
        }
        if (best.change.parameter == NULL) {
            break;
        }
        repairs.change[repairs.count++] = best.change;
        parameter_set(best.change.parameter, &made, best.change.value);
        if (strategy_valid(&made)) {
            return repairs;
        }
    }
    return (struct repairs){.count = 0};
}

struct repairs repairs_of(const struct scenario *scenario)
{
    if (strategy_valid(scenario)) {
        return (struct repairs){.count = 0};
    }
    const struct repairs repairs = single_changes(scenario);
    return repairs.count > 0 ? repairs : changes_together(scenario);
}

void repairs_print(const struct repairs *repairs, char *text, size_t size)
{
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < repairs->count && length < (int)size; i++) {
        const char *const joint = repairs->together ? " and " : " or ";
        const char *const before = i == 0 ? "" : i + 1 == repairs->count ? joint : ", ";
        length += snprintf(text + length, size - (size_t)length, "%s%s %.0f", before,
                           repairs->change[i].parameter->short_label, repairs->change[i].value);
    }
    if (repairs->count > 0 && length < (int)size) {
        const bool several = repairs->together && repairs->count > 1;
        (void)snprintf(text + length, size - (size_t)length, several ? " together make it valid." : " makes it valid.");
    }
}
