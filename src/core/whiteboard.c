/* whiteboard.c: the settings of a whiteboard, in the order in which honesty replaces them. */
#include "core/whiteboard.h"

#include <assert.h>

/* Compute first: it sets the scale on which links matter. */
static const struct whiteboard_setting {
    const char *key;
    double value;
} settings[] = {
    {"compute.model", COMPUTE_FLAT}, {"link.basis", BASIS_HEADLINE}, {"ring.model", RING_FLAT},
    {"scaleup.latency", 0.0},        {"nic.latency", 0.0},
};
static_assert(sizeof settings / sizeof settings[0] == WHITEBOARD_SETTINGS, "a stop for each setting");

struct whiteboard_walk whiteboard_walk(const struct scenario *scenario)
{
    struct whiteboard_walk walk = {.start = *scenario, .count = 0};
    for (int i = 0; i < WHITEBOARD_SETTINGS; i++) {
        parameter_set(parameter_find(settings[i].key), &walk.start, settings[i].value);
    }
    struct scenario here = walk.start;
    for (int i = 0; i < WHITEBOARD_SETTINGS; i++) {
        const struct parameter *parameter = parameter_find(settings[i].key);
        const double value = parameter_get(parameter, scenario);
        if (value != settings[i].value) {
            parameter_set(parameter, &here, value);
            walk.stop[walk.count++] = (struct whiteboard_stop){parameter, settings[i].value, value, here};
        }
    }
    return walk;
}
