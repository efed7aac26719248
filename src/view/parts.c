/* parts.c: the parts of a step on the screen. */
#include "view/parts.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { REST_TEXT = 480 };

const enum role part_roles[PART_COUNT] = {
    [PART_WEIGHTS] = ROLE_WORK,
    [PART_KV] = ROLE_KV,
    [PART_DECODE_COMPUTE] = ROLE_WORK,
    [PART_PREFILL_COMPUTE] = ROLE_WORK,
    [PART_ATTENTION] = ROLE_KV,
    [PART_COMPUTE] = ROLE_WORK,
    [PART_HEAD] = ROLE_WORK,
    [PART_TP] = ROLE_ACT,
    [PART_CP] = ROLE_KV,
    [PART_EP] = ROLE_ROUTE,
    [PART_PP] = ROLE_PIPE,
    [PART_DP] = ROLE_GRAD,
    [PART_FSDP] = ROLE_GRAD,
    [PART_BUBBLE] = ROLE_IDLE,
    [PART_OPTIMIZER] = ROLE_OPT,
    [PART_DISPATCH] = ROLE_IDLE,
    [PART_CONTENTION] = ROLE_IDLE,
    [PART_JITTER] = ROLE_IDLE,
    [PART_DECODE_LAUNCH] = ROLE_IDLE,
    [PART_PREFILL_LAUNCH] = ROLE_IDLE,
    [PART_DECODE_HEAD] = ROLE_WORK,
    [PART_PREFILL_HEAD] = ROLE_WORK,
};

/* In a decode step an all-reduce waits for latency: the library decides. */
static const char *slider_key(enum part part, enum mode mode)
{
    static const char *const keys[PART_COUNT] = {
        [PART_WEIGHTS] = "gpu.hbm_bandwidth",
        [PART_KV] = "decode.context",
        [PART_DECODE_COMPUTE] = "gpu.peak.bf16",
        [PART_PREFILL_COMPUTE] = "gpu.peak.bf16",
        [PART_ATTENTION] = "gpu.peak.bf16",
        [PART_COMPUTE] = "gpu.peak.bf16",
        [PART_HEAD] = "gpu.peak.bf16",
        [PART_TP] = "scaleup.bandwidth",
        [PART_CP] = "scaleup.bandwidth",
        [PART_EP] = "nic.bandwidth",
        [PART_PP] = "nic.bandwidth",
        [PART_DP] = "nic.bandwidth",
        [PART_FSDP] = "nic.bandwidth",
        [PART_BUBBLE] = "global_batch",
        [PART_OPTIMIZER] = "gpu.hbm_bandwidth",
        [PART_DISPATCH] = "host.speed",
        [PART_CONTENTION] = "nic.bandwidth",
        [PART_JITTER] = "cluster.gpus",
        [PART_DECODE_LAUNCH] = "serving.style",
        [PART_PREFILL_LAUNCH] = "serving.style",
        [PART_DECODE_HEAD] = "gpu.hbm_bandwidth",
        [PART_PREFILL_HEAD] = "gpu.hbm_bandwidth",
    };
    return part == PART_TP && mode == MODE_DECODE ? "collective.library" : keys[part];
}

const struct parameter *part_slider(enum part part, const struct scenario *scenario)
{
    return parameter_in_force(parameter_find(slider_key(part, scenario->mode)), scenario);
}

struct part_time part_time_of(enum part part, const struct result *result)
{
    const struct step_part *row = &step_parts[part];
    const bool has_passes = part == PART_COMPUTE;
    return (struct part_time){
        .path = part_seconds(row->exposed, result),
        .hidden = part_seconds(row->hidden, result),
        .forward = has_passes ? part_seconds(row->piece[PIECE_FORWARD], result) : 0.0,
        .recompute = has_passes ? part_seconds(row->piece[PIECE_RECOMPUTE], result) : 0.0,
    };
}

static double length_of(enum part part, const struct result *result)
{
    const struct part_time time = part_time_of(part, result);
    return time.path + time.hidden;
}

/* Length of a part in either result. */
static double weight_of(enum part part, const struct result *result, const struct result *baseline)
{
    return fmax(length_of(part, result), baseline != NULL ? length_of(part, baseline) : 0.0);
}

/* Take the lightest part out of the rows, into the others. */
static void merge_lightest(struct part_rows *rows, const double weight[PART_COUNT])
{
    int lightest = 0;
    for (int row = 1; row < rows->count; row++) {
        if (weight[rows->part[row]] <= weight[rows->part[lightest]]) {
            lightest = row;
        }
    }
    rows->other[rows->others++] = rows->part[lightest];
    rows->count--;
    for (int row = lightest; row < rows->count; row++) {
        rows->part[row] = rows->part[row + 1];
    }
}

/* So many times as long is a part that takes the row of one that is kept. */
#define KEPT_WEIGHT 3.0

struct part_rows part_rows_for(const struct result *result, const struct result *baseline, int capacity,
                               const struct part_set *kept)
{
    struct part_rows rows = {.count = 0};
    double weight[PART_COUNT];
    for (int part = 0; part < PART_COUNT; part++) {
        weight[part] = weight_of((enum part)part, result, baseline);
        if (weight[part] > 0.0) {
            rows.part[rows.count++] = (enum part)part;
        }
        weight[part] *= kept != NULL && kept->has[part] ? KEPT_WEIGHT : 1.0;
    }
    while (rows.count > 0 && part_rows_count(&rows) > (capacity > 0 ? capacity : 0)) {
        merge_lightest(&rows, weight);
    }
    return rows;
}

struct part_set part_rows_set(const struct part_rows *rows)
{
    struct part_set set = {.has = {false}};
    for (int row = 0; row < rows->count; row++) {
        set.has[rows->part[row]] = true;
    }
    return set;
}

int part_rows_count(const struct part_rows *rows)
{
    return rows->count + (rows->others > 0 ? 1 : 0);
}

struct part_time part_row_time(const struct part_rows *rows, int row, const struct result *result)
{
    if (row < rows->count) {
        return part_time_of(rows->part[row], result);
    }
    struct part_time sum = {.path = 0.0};
    for (int i = 0; i < rows->others; i++) {
        const struct part_time time = part_time_of(rows->other[i], result);
        sum.path += time.path;
        sum.hidden += time.hidden;
    }
    return sum;
}

double parts_longest(const struct result *result)
{
    double longest = part_seconds("step.time", result);
    for (int part = 0; part < PART_COUNT; part++) {
        longest = fmax(longest, length_of((enum part)part, result));
    }
    return longest;
}

/* Put a shorter word in place of each longer one, of the same part of a step. */
static void shorten(char *text, size_t size, const char *longer, const char *shorter)
{
    const size_t length = strlen(longer);
    char rest[REST_TEXT];
    for (char *found = strstr(text, longer); found != NULL && strlen(shorter) < length; found = strstr(text, longer)) {
        (void)snprintf(rest, sizeof rest, "%s", found + length);
        (void)snprintf(found, size - (size_t)(found - text), "%s%s", shorter, rest);
    }
}

void parts_shorten(char *text, size_t size, enum part_words words)
{
    for (int part = 0; part < PART_COUNT && words >= PART_WORDS_SHORT; part++) {
        shorten(text, size, step_parts[part].label, step_parts[part].short_label);
    }
    for (int part = 0; part < PART_COUNT && words >= PART_WORDS_LEAST; part++) {
        shorten(text, size, step_parts[part].short_label, step_parts[part].name);
    }
}
