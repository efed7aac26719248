/* accuracy.c: the errors on published training runs, as a table. */
#include "core/accuracy.h"

#include <math.h>

/* 90th percentile of the absolute error, and of how many runs. test_measurements prints the lines that no longer hold.
 */
struct band {
    int rows;
    double p90;
};

static const struct band style_bands[GENERATION_COUNT][STYLE_COUNT][REACH_COUNT] =
    {
        [GENERATION_AMPERE] =
            {
                [STYLE_EAGER] = {[REACH_DOMAIN] = {736, 0.164}, [REACH_BEYOND] = {110, 0.123}},
                [STYLE_FUSED] = {[REACH_BEYOND] = {5, 0.107}},
                [STYLE_COMPILED] = {[REACH_BEYOND] = {2, 0.055}},
                [STYLE_TORCH] = {[REACH_BEYOND] = {2, 0.116}},
                [STYLE_TORCH_LAYERNORM] = {[REACH_DOMAIN] = {52, 0.125}, [REACH_BEYOND] = {15, 0.233}},
            },
        [GENERATION_HOPPER] =
            {
                [STYLE_FUSED] = {[REACH_BEYOND] = {3, 0.127}},
                [STYLE_GRAPH] = {[REACH_DOMAIN] = {3, 0.099}, [REACH_BEYOND] = {35, 0.045}},
                [STYLE_COMPILED] = {[REACH_DOMAIN] = {4, 0.146}, [REACH_BEYOND] = {8, 0.119}},
                [STYLE_TORCH] = {[REACH_DOMAIN] = {1, 0.020}, [REACH_BEYOND] = {3, 0.165}},
                [STYLE_TORCH_LAYERNORM] = {[REACH_DOMAIN] = {20, 0.094}, [REACH_BEYOND] = {18, 0.095}},
            },
        [GENERATION_BLACKWELL] =
            {
                [STYLE_FUSED] = {[REACH_DOMAIN] = {18, 0.068}},
                [STYLE_GRAPH] = {[REACH_DOMAIN] = {28, 0.077}, [REACH_BEYOND] = {23, 0.087}},
            },
};

static const struct band generation_bands[GENERATION_COUNT] = {
    [GENERATION_AMPERE] = {922, 0.162},
    [GENERATION_HOPPER] = {95, 0.099},
    [GENERATION_BLACKWELL] = {69, 0.083},
};

static const struct band all_runs = {1086, 0.138};

static const struct validated_range ranges[GENERATION_COUNT] = {
    [GENERATION_AMPERE] = {12288, 65536, 1.01e12},
    [GENERATION_HOPPER] = {16384, 262144, 4.06e11},
    [GENERATION_BLACKWELL] = {512, 131072, 4.06e11},
};

static struct accuracy accuracy_from(struct band band, enum accuracy_nearness nearness)
{
    return (struct accuracy){.p90 = band.rows > 0 ? band.p90 : NAN, .rows = band.rows, .nearness = nearness};
}

enum reach reach_of(const struct scenario *scenario)
{
    return scenario->cluster.gpus > scenario->cluster.scaleup.size ? REACH_BEYOND : REACH_DOMAIN;
}

struct accuracy accuracy_of_style(enum generation generation, enum execution_style style, enum reach reach)
{
    return accuracy_from(style_bands[generation][style][reach], ACCURACY_OF_STYLE);
}

struct accuracy accuracy_of_generation(enum generation generation)
{
    return accuracy_from(generation_bands[generation], ACCURACY_OF_GENERATION);
}

struct accuracy accuracy_of_all(void)
{
    return accuracy_from(all_runs, ACCURACY_OF_ALL);
}

struct validated_range validated_range(enum generation generation)
{
    return ranges[generation];
}

struct accuracy accuracy_of(const struct scenario *scenario)
{
    const enum generation generation = scenario->gpu.generation;
    if (scenario->execution.compute != COMPUTE_ROOFLINE || scenario->execution.basis != BASIS_ACHIEVED ||
        scenario->mode != MODE_TRAINING) {
        return (struct accuracy){.p90 = NAN, .nearness = ACCURACY_NONE};
    }
    const struct band style = style_bands[generation][scenario->execution.style][reach_of(scenario)];
    if (style.rows >= ACCURACY_LEAST_ROWS) {
        return accuracy_from(style, ACCURACY_OF_STYLE);
    }
    const struct band same = generation_bands[generation];
    return same.rows >= ACCURACY_LEAST_ROWS ? accuracy_from(same, ACCURACY_OF_GENERATION) : accuracy_of_all();
}
