/* parts.c: the parts of a step. */
#include "core/parts.h"

#include "core/metrics.h"

#include <math.h>
#include <stddef.h>

const struct step_part step_parts[PART_COUNT] = {
    [PART_COMPUTE] = {"compute",
                      "compute",
                      "compute",
                      "compute.time",
                      NULL,
                      {[PIECE_FORWARD] = "compute.forward",
                       [PIECE_BACKWARD] = "compute.backward",
                       [PIECE_RECOMPUTE] = "compute.recompute"}},
    [PART_HEAD] = {"head and loss", "head and loss", "head", "head.time", NULL, {NULL}},
    [PART_TP] = {"TP all-reduce", "TP all-reduce", "TP", "tp.exposed", "tp.hidden", {NULL}},
    [PART_CP] = {"CP exchange", "CP exchange", "CP", "cp.exposed", "cp.hidden", {NULL}},
    [PART_EP] = {"EP all-to-all", "EP all-to-all", "EP", "ep.exposed", "ep.hidden", {NULL}},
    [PART_PP] = {"PP sends", "PP sends", "PP", "pp.exposed", "pp.hidden", {NULL}},
    [PART_DP] = {"gradient all-reduce", "DP all-reduce", "DP", "dp.exposed", "dp.hidden", {NULL}},
    [PART_FSDP] = {"FSDP gather, scatter", "FSDP", "FSDP", "fsdp.exposed", "fsdp.hidden", {NULL}},
    [PART_BUBBLE] = {"bubble", "bubble", "bubble", "pp.bubble", NULL, {NULL}},
    [PART_OPTIMIZER] = {"optimizer", "optimizer", "opt", "optimizer.time", NULL, {NULL}},
    [PART_DISPATCH] = {"dispatch", "dispatch", "host", "dispatch.time", NULL, {NULL}},
    [PART_CONTENTION] = {"contention", "contention", "contention", "contention.time", NULL, {NULL}},
    [PART_JITTER] = {"jitter", "jitter", "jitter", "jitter.time", NULL, {NULL}},
};

double part_seconds(const char *metric, const struct result *result)
{
    const struct metric *row = metric != NULL ? metric_find(metric) : NULL;
    const double seconds = row != NULL ? metric_get(row, result) : 0.0;
    return isfinite(seconds) ? seconds : 0.0;
}
