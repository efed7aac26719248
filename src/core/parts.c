/* parts.c: the parts of a step. */
#include "core/parts.h"

#include "core/metrics.h"

#include <math.h>
#include <stddef.h>

/* Modes; label, short label and word; the figures of its exposed and hidden time; figures that it is the sum of. */
const struct step_part step_parts[PART_COUNT] = {
    [PART_WEIGHTS] = {IN_DECODE, "weights", "weights", "weights", "decode.weights", NULL, {NULL}},
    [PART_KV] = {IN_DECODE, "KV cache", "KV cache", "KV", "decode.kv", NULL, {NULL}},
    [PART_DECODE_COMPUTE] = {IN_DECODE, "compute", "compute", "compute", "decode.compute", NULL, {NULL}},
    [PART_PREFILL_COMPUTE] = {IN_PREFILL, "compute", "compute", "compute", "prefill.compute", NULL, {NULL}},
    [PART_ATTENTION] = {IN_PREFILL, "attention", "attention", "attn", "prefill.attention", NULL, {NULL}},
    [PART_COMPUTE] = {IN_TRAINING,
                      "compute",
                      "compute",
                      "compute",
                      "compute.time",
                      NULL,
                      {[PIECE_FORWARD] = "compute.forward",
                       [PIECE_BACKWARD] = "compute.backward",
                       [PIECE_RECOMPUTE] = "compute.recompute"}},
    [PART_HEAD] = {IN_TRAINING, "head and loss", "head and loss", "head", "head.time", NULL, {NULL}},
    [PART_TP] = {IN_ALL_MODES, "TP all-reduce", "TP all-reduce", "TP", "tp.exposed", "tp.hidden", {NULL}},
    [PART_CP] = {IN_TRAINING | IN_PREFILL, "CP exchange", "CP exchange", "CP", "cp.exposed", "cp.hidden", {NULL}},
    [PART_EP] = {IN_ALL_MODES, "EP all-to-all", "EP all-to-all", "EP", "ep.exposed", "ep.hidden", {NULL}},
    [PART_PP] = {IN_ALL_MODES, "PP sends", "PP sends", "PP", "pp.exposed", "pp.hidden", {NULL}},
    [PART_DP] = {IN_TRAINING, "gradient all-reduce", "DP all-reduce", "DP", "dp.exposed", "dp.hidden", {NULL}},
    [PART_FSDP] = {IN_ALL_MODES, "FSDP gather, scatter", "FSDP", "FSDP", "fsdp.exposed", "fsdp.hidden", {NULL}},
    [PART_BUBBLE] = {IN_TRAINING, "bubble", "bubble", "bubble", "pp.bubble", NULL, {NULL}},
    [PART_OPTIMIZER] = {IN_TRAINING, "optimizer", "optimizer", "opt", "optimizer.time", NULL, {NULL}},
    [PART_DISPATCH] = {IN_TRAINING, "dispatch", "dispatch", "host", "dispatch.time", NULL, {NULL}},
    [PART_CONTENTION] = {IN_TRAINING, "contention", "contention", "contention", "contention.time", NULL, {NULL}},
    [PART_JITTER] = {IN_TRAINING, "jitter", "jitter", "jitter", "jitter.time", NULL, {NULL}},
    [PART_DECODE_LAUNCH] = {IN_DECODE,
                            "launches",
                            "launches",
                            "launches",
                            "decode.launch",
                            NULL,
                            {"decode.gaps", "decode.dispatch", "decode.engine"}},
    [PART_PREFILL_LAUNCH] = {IN_PREFILL, "launches", "launches", "launches", "prefill.launch", NULL, {NULL}},
    [PART_DECODE_HEAD] = {IN_DECODE, "LM head", "LM head", "head", "decode.head", NULL, {NULL}},
    [PART_PREFILL_HEAD] = {IN_PREFILL, "LM head", "LM head", "head", "prefill.head", NULL, {NULL}},
};

bool part_is_of_mode(const struct step_part *part, enum mode mode)
{
    return mode_is_in(mode, part->modes);
}

double part_seconds(const char *metric, const struct result *result)
{
    const struct metric *row = metric != NULL ? metric_find(metric) : NULL;
    const double seconds = row != NULL ? metric_get(row, result) : 0.0;
    return isfinite(seconds) ? seconds : 0.0;
}
