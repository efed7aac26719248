/* parameter_slider.c: how a parameter moves along its track. */
#include "core/parameters.h"

#include <math.h>

/* A log track that starts at 0 needs a smallest value above it: this share of its largest. */
#define LOG_TRACK 1e-5

/* Fine steps of a decade, and of a linear range. */
#define FINE_PER_DECADE 20.0
#define FINE_PER_RANGE 100.0
#define COARSE_PER_RANGE 10.0

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* Rounded to that many significant digits. */
static double round_digits(double value, int digits)
{
    if (value == 0.0) {
        return 0.0;
    }
    const double exponent = floor(log10(fabs(value))) - (digits - 1);
    /* A power of ten below 1 has no exact double, so divide by its inverse instead. */
    const double scale = pow(10.0, fabs(exponent));
    return exponent >= 0.0 ? round(value / scale) * scale : round(value * scale) / scale;
}

double parameter_log_start(const struct parameter *parameter)
{
    return parameter->min > 0.0 ? parameter->min : parameter->max * LOG_TRACK;
}

/* Values of a discrete track: the table's, a choice's places, or powers of two. */
static struct value_list track_values(const struct parameter *parameter, const struct scenario *scenario)
{
    struct value_list list = {.count = 0};
    if (parameter->values != NULL) {
        return parameter->values(scenario);
    }
    const int places = parameter->kind == KIND_CHOICE   ? parameter->choices->count
                       : parameter->kind == KIND_SWITCH ? 2
                                                        : 0;
    for (int i = 0; i < places; i++) {
        list.value[list.count++] = i;
    }
    if (places > 0) {
        return list;
    }
    for (double value = parameter->min; value <= parameter->max && list.count < PARAMETER_VALUES;
         value = value < 1.0 ? 1.0 : value * 2.0) {
        list.value[list.count++] = value;
    }
    return list;
}

/* The listed value `steps` places from a value that may lie between two of them. */
static double step_values(const struct value_list *list, double value, int steps)
{
    int place = 0;
    if (list->count == 0) {
        return value;
    }
    while (place < list->count && list->value[place] < value) {
        place++;
    }
    const int listed = place < list->count && list->value[place] == value;
    const int target = steps > 0 && !listed ? place + steps - 1 : place + steps;
    return list->value[target < 0 ? 0 : target >= list->count ? list->count - 1 : target];
}

static double step_log(const struct parameter *parameter, double value, int steps)
{
    const double start = parameter_log_start(parameter);
    if (value < start) {
        return steps > 0 ? start : parameter->min;
    }
    double next = value;
    for (int i = 0; i < (steps < 0 ? -steps : steps); i++) {
        const double exact = next * pow(10.0, (steps < 0 ? -1.0 : 1.0) / FINE_PER_DECADE);
        next = round_digits(exact, 2);
    }
    return next < start && parameter->min < start ? parameter->min : clamp(next, parameter->min, parameter->max);
}

/* The next of 1, 2, 5 times a power of ten. */
static double step_125(double value, int direction)
{
    static const double mantissas[] = {0.5, 1.0, 2.0, 5.0, 10.0, 20.0};
    const double power = pow(10.0, floor(log10(value)));
    const double near_enough = 1e-9;
    double best = value;
    for (int i = 0; i < 6; i++) {
        const double candidate = round_digits(mantissas[i] * power, 1);
        if (direction > 0 && candidate > value * (1.0 + near_enough)) {
            return candidate;
        }
        if (direction < 0 && candidate < value * (1.0 - near_enough)) {
            best = candidate;
        }
    }
    return best;
}

static double whole(const struct parameter *parameter, double value)
{
    return parameter->kind == KIND_INTEGER ? round(value) : value;
}

/* One step of a linear range; at least 1 for a count. */
static double step_linear(const struct parameter *parameter, double value, int steps, double per_range)
{
    double step = (parameter->max - parameter->min) / per_range;
    if (parameter->kind == KIND_INTEGER) {
        step = 1.0;
    }
    const double moved = whole(parameter, value + steps * step);
    return clamp(round_digits(moved, 6), parameter->min, parameter->max);
}

double parameter_step_fine(const struct parameter *parameter, const struct scenario *scenario, double value, int steps)
{
    const struct value_list list =
        parameter->scale == SCALE_VALUES ? track_values(parameter, scenario) : (struct value_list){.count = 0};
    switch (parameter->scale) {
    case SCALE_VALUES:
        return step_values(&list, value, steps);
    case SCALE_LOG:
        return step_log(parameter, value, steps);
    case SCALE_LINEAR:
        break;
    }
    return step_linear(parameter, value, steps, FINE_PER_RANGE);
}

double parameter_step_coarse(const struct parameter *parameter, const struct scenario *scenario, double value,
                             int steps)
{
    if (parameter->scale == SCALE_VALUES) {
        return parameter_step_fine(parameter, scenario, value, steps);
    }
    if (parameter->scale == SCALE_LINEAR) {
        return parameter->kind == KIND_INTEGER ? step_linear(parameter, value, 10 * steps, COARSE_PER_RANGE)
                                               : step_linear(parameter, value, steps, COARSE_PER_RANGE);
    }
    const double start = parameter_log_start(parameter);
    double next = value < start && steps > 0 ? start : value;
    for (int i = 0; i < (steps < 0 ? -steps : steps) && next >= start; i++) {
        next = step_125(next, steps);
    }
    return next < start && parameter->min < start ? parameter->min : clamp(next, parameter->min, parameter->max);
}

double parameter_position(const struct parameter *parameter, const struct scenario *scenario, double value)
{
    if (parameter->scale == SCALE_VALUES) {
        const struct value_list list = track_values(parameter, scenario);
        for (int i = 0; i < list.count; i++) {
            if (list.value[i] >= value) {
                return list.count > 1 ? (double)i / (list.count - 1) : 0.0;
            }
        }
        return 1.0;
    }
    if (parameter->scale == SCALE_LINEAR) {
        return clamp((value - parameter->min) / (parameter->max - parameter->min), 0.0, 1.0);
    }
    const double start = parameter_log_start(parameter);
    return value <= start ? 0.0 : clamp(log(value / start) / log(parameter->max / start), 0.0, 1.0);
}

double parameter_at(const struct parameter *parameter, const struct scenario *scenario, double position)
{
    const double share = clamp(position, 0.0, 1.0);
    if (parameter->scale == SCALE_VALUES) {
        const struct value_list list = track_values(parameter, scenario);
        return list.count > 0 ? list.value[(int)round(share * (list.count - 1))] : parameter_get(parameter, scenario);
    }
    if (parameter->scale == SCALE_LINEAR) {
        const double steps = round(share * FINE_PER_RANGE);
        return whole(parameter,
                     clamp(round_digits(parameter->min + steps * (parameter->max - parameter->min) / FINE_PER_RANGE, 6),
                           parameter->min, parameter->max));
    }
    const double start = parameter_log_start(parameter);
    return share <= 0.0
               ? parameter->min
               : clamp(round_digits(start * pow(parameter->max / start, share), 2), parameter->min, parameter->max);
}
