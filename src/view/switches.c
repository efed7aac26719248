/* switches.c: two parameters in one row. */
#include "view/switches.h"

#include <stddef.h>

enum { BOX_COLUMNS = 8 };

const char *const switch_keys[SWITCH_BOXES] = {[SWITCH_DP] = "overlap.dp", [SWITCH_TP] = "overlap.tp"};

struct switch_pair switches_overlap(const struct app *app)
{
    static const char *const names[SWITCH_BOXES] = {[SWITCH_DP] = "DP", [SWITCH_TP] = "TP"};
    struct switch_pair pair = {.count = 0};
    for (int i = 0; i < SWITCH_BOXES; i++) {
        const struct parameter *parameter = parameter_find(switch_keys[i]);
        if (parameter != NULL && parameter_applies(parameter, &app->now)) {
            pair.box[pair.count++] = (struct switch_box){.parameter = parameter,
                                                         .name = names[i],
                                                         .on = parameter_get(parameter, &app->now) != 0.0,
                                                         .column = i * BOX_COLUMNS};
        }
    }
    return pair;
}

double switch_thrown(const struct switch_box *box)
{
    if (box->on) {
        return 0.0;
    }
    return box->parameter->kind == KIND_SWITCH ? 1.0 : OVERLAP_TP_BACKWARD;
}
