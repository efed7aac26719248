/* pane_rows.c: rows come from the parameter table, and from a small table of those that are no parameter. */
#include "view/pane_rows.h"

#include "core/parameter_conditions.h"
#include "core/transformer.h"
#include "view/switches.h"

#include <stddef.h>
#include <string.h>

/* A latent has no heads: every rank holds all of it. */
static bool divides_kv_heads(const struct scenario *scenario)
{
    return scenario_is_serving(scenario) && !transformer_is_mla(&scenario->model);
}

/* Rows besides the table's. A pane starts with its preset, if it has one. */
static const struct {
    enum parameter_pane pane;
    enum row_kind kind;
    int row;
    bool (*applies)(const struct scenario *scenario); /* NULL: always */
} fixed_rows[] = {
    {PANE_MODEL, ROW_PRESET, 0, NULL},
    {PANE_TOPOLOGY, ROW_PRESET, 0, NULL},
    {PANE_PARALLELISM, ROW_REPLICAS, 4, NULL},
    {PANE_PARALLELISM, ROW_MICRO_BATCHES, 5, scenario_is_training},
    {PANE_PARALLELISM, ROW_KV_HEADS, 5, divides_kv_heads},
};

enum { FIXED_ROWS = sizeof fixed_rows / sizeof fixed_rows[0] };

static const struct derived_row training_replicas = {
    "DP  data", "DP", "DP", "dp.size", "data parallelism: replicas, as many as GPUs / (TP · PP · CP) · derived"};
static const struct derived_row serving_replicas = {
    "replicas", "replica", "replicas", "dp.size",
    "whole copies of the model, each serves by itself · GPUs over TP · PP · CP · derived"};
static const struct derived_row micro_batches = {
    "micro-batches", "accum.", "micro-batches", "batch.micro_batches",
    "of a replica in a step: global batch over DP · micro-batch · derived"};
static const struct derived_row kv_heads = {
    "KV per GPU", "KV/GPU", "KV per GPU", "kv.copies",
    "KV heads over TP; fewer heads than ranks are copied, not divided · derived"};

const struct derived_row *derived_row_of(enum row_kind kind, const struct scenario *scenario)
{
    switch (kind) {
    case ROW_REPLICAS:
        return scenario_is_training(scenario) ? &training_replicas : &serving_replicas;
    case ROW_MICRO_BATCHES:
        return &micro_batches;
    case ROW_KV_HEADS:
        return &kv_heads;
    case ROW_PRESET:
    case ROW_PARAMETER:
    case ROW_OVERLAP:
        break;
    }
    return NULL;
}

/* TP, PP and CP (in a decode step the replicas) stand beside the names and facts of the other panes. */
enum { PARALLELISM_HEAD = 3 };

static int place_of(const struct parameter *parameter, enum size_class size_class)
{
    const bool small = size_class < SIZE_FULL;
    return small && parameter->compact_row > 0 ? parameter->compact_row : parameter->row;
}

static void insert_row(struct pane_rows *rows, int places[PANE_ROWS], struct pane_row row, int place)
{
    if (rows->count == PANE_ROWS) {
        return;
    }
    int index = rows->count++;
    for (; index > 0 && places[index - 1] > place; index--) {
        rows->row[index] = rows->row[index - 1];
        places[index] = places[index - 1];
    }
    rows->row[index] = row;
    places[index] = place;
}

struct pane_rows pane_rows_of(const struct scenario *scenario, enum parameter_pane pane, enum size_class size_class)
{
    struct pane_rows rows = {.head = pane == PANE_PARALLELISM ? PARALLELISM_HEAD : 1};
    int places[PANE_ROWS];
    for (int i = 0; i < FIXED_ROWS; i++) {
        if (fixed_rows[i].pane == pane && (fixed_rows[i].applies == NULL || fixed_rows[i].applies(scenario))) {
            insert_row(&rows, places, (struct pane_row){fixed_rows[i].kind, NULL}, fixed_rows[i].row);
        }
    }
    for (int i = 0; i < parameter_count; i++) {
        const struct parameter *parameter = &parameters[i];
        if (parameter->pane == pane && parameter->row > 0 && parameter_applies(parameter, scenario)) {
            const enum row_kind kind =
                strcmp(parameter->key, switch_keys[SWITCH_DP]) == 0 ? ROW_OVERLAP : ROW_PARAMETER;
            insert_row(&rows, places, (struct pane_row){kind, parameter}, place_of(parameter, size_class));
        }
    }
    return rows;
}

int pane_rows_find(const struct pane_rows *rows, const struct parameter *parameter)
{
    for (int i = 0; i < rows->count; i++) {
        if (rows->row[i].parameter == parameter && parameter != NULL) {
            return i;
        }
    }
    return -1;
}

struct pane_view pane_view_of(const struct layout *layout, enum parameter_pane pane, const struct pane_rows *rows)
{
    const struct rectangle area = layout->pane[pane];
    const int facts = pane == PANE_PARALLELISM ? 0 : layout->fact_rows;
    const int head = layout->pane_title_rows + rows->head + facts + (layout->blank_row ? 1 : 0);
    const int capacity = area.rows - head;
    return (struct pane_view){.list_row = area.row + head, .capacity = capacity > 0 ? capacity : 0};
}

int pane_row_on_screen(const struct layout *layout, enum parameter_pane pane, const struct pane_rows *rows, int scroll,
                       int index)
{
    const struct rectangle area = layout->pane[pane];
    if (index < rows->head) {
        const int row = layout->pane_title_rows + index;
        return row < area.rows ? area.row + row : -1;
    }
    const struct pane_view view = pane_view_of(layout, pane, rows);
    const int place = index - rows->head - scroll;
    return place >= 0 && place < view.capacity ? view.list_row + place : -1;
}
