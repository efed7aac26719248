/* axis.c: 1-2-5 scales with hysteresis. */
#include "view/axis.h"

#include <math.h>

/* Doubles a hair above a scale still fit into it. */
#define ROUNDING 1e-9

/* 10^exponent, exact where a double can be. */
static double power_of_ten(int exponent)
{
    return exponent >= 0 ? pow(10.0, exponent) : 1.0 / pow(10.0, -exponent);
}

/* 1, 2 or 5 times a power of ten. */
struct scale {
    int mantissa;
    int exponent;
};

static double scale_value(struct scale scale)
{
    return scale.exponent >= 0 ? scale.mantissa * power_of_ten(scale.exponent)
                               : scale.mantissa / power_of_ten(-scale.exponent);
}

static struct scale scale_above(double longest)
{
    static const int mantissas[] = {1, 2, 5};
    const int exponent = (int)floor(log10(longest) + ROUNDING);
    for (int i = 0; i < 3; i++) {
        const struct scale scale = {mantissas[i], exponent};
        if (longest <= scale_value(scale) * (1.0 + ROUNDING)) {
            return scale;
        }
    }
    return (struct scale){1, exponent + 1};
}

static struct scale scale_below(struct scale scale)
{
    switch (scale.mantissa) {
    case 1:
        return (struct scale){5, scale.exponent - 1};
    case 2:
        return (struct scale){1, scale.exponent};
    default:
        return (struct scale){2, scale.exponent};
    }
}

double axis_scale_for(double longest)
{
    return longest > 0.0 && isfinite(longest) ? scale_value(scale_above(longest)) : 1.0;
}

struct axis axis_take_up(struct axis axis)
{
    axis.scale_before = axis.full_scale;
    axis.longest_before = axis.longest;
    return axis;
}

/* Whether a smaller scale shows what is well below it, or no longer than what was there before the axis grew. */
static bool suits(const struct axis *axis, double smaller)
{
    const bool is_back =
        smaller >= axis->scale_before * (1.0 - ROUNDING) && axis->longest <= axis->longest_before * (1.0 + ROUNDING);
    return axis->longest < AXIS_SHRINK_SHARE * smaller || (is_back && axis->longest <= smaller);
}

struct axis axis_follow(struct axis axis, double longest, enum axis_motion motion)
{
    if (!(longest > 0.0) || !isfinite(longest)) {
        return axis;
    }
    axis.longest = longest;
    if (axis.full_scale <= 0.0) {
        axis.full_scale = axis_scale_for(longest);
        return axis_take_up(axis);
    }
    if (axis.frozen) {
        return axis;
    }
    if (longest > axis.full_scale * (1.0 + ROUNDING)) {
        axis.full_scale = axis_scale_for(longest);
    }
    while (motion == AXIS_GROWS_AND_SHRINKS) {
        const double smaller = scale_value(scale_below(scale_above(axis.full_scale)));
        if (!suits(&axis, smaller)) {
            break;
        }
        axis.full_scale = smaller;
    }
    return axis;
}

struct axis axis_forget(struct axis axis)
{
    return axis.frozen ? axis : (struct axis){.full_scale = 0.0};
}

double axis_scale_before(const struct axis *axis)
{
    const bool differs = fabs(axis->scale_before - axis->full_scale) > ROUNDING * axis->full_scale;
    return axis->full_scale > 0.0 && differs ? axis->scale_before : 0.0;
}

int axis_divisions(double full_scale)
{
    return full_scale > 0.0 && scale_above(full_scale).mantissa == 2 ? 4 : 5;
}

struct axis_unit axis_time_unit(double full_scale)
{
    static const struct axis_unit units[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "µs"}};
    const int last = (int)(sizeof units / sizeof units[0]) - 1;
    int unit = 0;
    while (unit < last && full_scale < units[unit].size * (1.0 - ROUNDING)) {
        unit++;
    }
    return units[unit];
}
