/* report_scaling.c: the table over TP as JSON. */
#include "exporters/report_scaling.h"

#include "core/tensor_scaling.h"

#include <stddef.h>

const struct scaling_figure scaling_figures[SCALING_FIGURES] = {
    {"step", "step", UNIT_SECONDS, offsetof(struct scaling_row, seconds)},
    {"bound", "bound", UNIT_SECONDS, offsetof(struct scaling_row, bound)},
    {"speedup", "speed-up", UNIT_NONE, offsetof(struct scaling_row, speedup)},
    {"comm_share", "communication", UNIT_SHARE, offsetof(struct scaling_row, comm_share)},
    {"launch_share", "launches", UNIT_SHARE, offsetof(struct scaling_row, launch_share)},
    {"tokens_per_second_per_gpu", "a GPU", UNIT_TOKEN_RATE, offsetof(struct scaling_row, tokens_per_second_per_gpu)},
};

double scaling_figure_of(const struct scaling_row *row, const struct scaling_figure *figure)
{
    return *(const double *)((const char *)row + figure->offset);
}

void scaling_print_json(const struct scenario *scenario, struct json *json)
{
    const struct scaling scaling = scaling_of(scenario);
    json_array(json, "scaling");
    for (int i = 0; i < scaling.count; i++) {
        const struct scaling_row *row = &scaling.row[i];
        json_object(json, NULL);
        json_number(json, "tp", row->tp);
        json_truth(json, "valid", row->valid);
        json_truth(json, "fits", row->fits);
        for (int figure = 0; figure < SCALING_FIGURES; figure++) {
            json_number(json, scaling_figures[figure].key, scaling_figure_of(row, &scaling_figures[figure]));
        }
        json_text(json, "reason", row->reason);
        json_object_end(json);
    }
    json_array_end(json);
}
