/* picker.c: one table for each kind of preset. */
#include "view/picker.h"

#include "core/device.h"
#include "core/topology.h"
#include "core/transformer.h"
#include "view/draw.h"
#include "view/filter.h"
#include "view/strategy_words.h"

#include <stdio.h>
#include <string.h>

enum { PANEL_COLUMNS = 102, PANEL_ROWS = 24, ROWS_BELOW_LIST = 13, ROWS_SPARE = 6 };

static void write_rate(char *text, double value)
{
    quantity_say(value, UNIT_RATE, text, PICKER_CELL);
}

static void cell_name(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%s", row->profile->name);
}

static void cell_source(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%.*s", PICKER_CELL - 4, row->profile->source);
}

static void cell_title(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%s", row->profile->title);
}

static void cell_node(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d", scenario->cluster.node_gpus);
}

static void cell_gpu(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%s", scenario->gpu.name);
}

static void cell_scaleup(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    write_rate(text, scenario->cluster.scaleup.bandwidth);
}

static void cell_nics(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d", scenario->cluster.nic.per_node);
}

static void cell_share(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    write_rate(text, network_share(&scenario->cluster));
}

static void cell_parameters(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    quantity_say(transformer_params(&scenario->model).total, UNIT_PARAMETERS, text, PICKER_CELL);
}

static void cell_active(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    text[0] = '\0';
    if (transformer_is_moe(&scenario->model)) {
        quantity_say(transformer_params(&scenario->model).active, UNIT_PARAMETERS, text, PICKER_CELL);
    }
}

static void cell_layers(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d", scenario->model.layers);
}

static void cell_hidden(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d", scenario->model.hidden);
}

static void cell_heads(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d/%d", scenario->model.heads, scenario->model.kv_heads);
}

static void cell_peak(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    quantity_say(scenario->gpu.peak_bf16, UNIT_FLOP_RATE, text, PICKER_CELL);
}

static void cell_memory(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    quantity_say(scenario->gpu.hbm_capacity, UNIT_BYTES, text, PICKER_CELL);
}

static void cell_hbm(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    quantity_say(scenario->gpu.hbm_bandwidth, UNIT_RATE, text, PICKER_CELL);
}

static void cell_scenario_model(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%s", row->profile->model);
}

static void cell_scenario_cluster(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%s", row->profile->cluster);
}

static void cell_run_model(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%s", scenario->model.name);
}

static void cell_gpus(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)row;
    (void)snprintf(text, PICKER_CELL, "%d", scenario->cluster.gpus);
}

/* "TP8 PP16 EP8": what is divided. */
static void cell_layout(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct strategy_size sizes[] = {
        {"TP", strategy->tp}, {"PP", strategy->pp}, {"CP", strategy->cp}, {"EP", strategy->ep}, {NULL, 0}};
    (void)row;
    strategy_words_print(sizes, text, PICKER_CELL);
    if (scenario->mode == MODE_TRAINING && strategy->zero == ZERO_PARAMETERS) {
        strategy_words_add(text, PICKER_CELL, "FSDP");
    }
}

static void cell_measured(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    quantity_say(row->run->value, row->run->metric->unit, text, PICKER_CELL);
}

static void cell_published(const struct picker_row *row, const struct scenario *scenario, char *text)
{
    (void)scenario;
    (void)snprintf(text, PICKER_CELL, "%s · %s", row->profile->name, row->run->id);
}

/* A row reads better as a paragraph than as a column. */
/* clang-format off */
static const struct picker_column cluster_columns[] = {
    {"name", 3, 24, false, cell_name},          {"GPUs", 25, 29, true, cell_node},
    {"GPU", 30, 48, false, cell_gpu},           {"scale-up", 49, 58, true, cell_scaleup},
    {"NICs", 59, 64, true, cell_nics},          {"per GPU", 65, 74, true, cell_share},
    {"source", 75, 0, false, cell_source},
};
static const struct picker_column model_columns[] = {
    {"name", 3, 27, false, cell_name},          {"parameters", 28, 38, true, cell_parameters},
    {"active", 39, 46, true, cell_active},      {"layers", 47, 54, true, cell_layers},
    {"hidden", 55, 62, true, cell_hidden},      {"heads", 63, 72, true, cell_heads},
    {"source", 75, 0, false, cell_source},
};
static const struct picker_column gpu_columns[] = {
    {"name", 3, 24, false, cell_name},          {"bf16, dense", 25, 37, true, cell_peak},
    {"memory", 38, 47, true, cell_memory},      {"HBM", 48, 58, true, cell_hbm},
    {"scale-up", 59, 70, true, cell_scaleup},   {"source", 75, 0, false, cell_source},
    {NULL, 0, 0, false, NULL},
};
static const struct picker_column scenario_columns[] = {
    {"name", 3, 33, false, cell_name},          {"model", 34, 53, false, cell_scenario_model},
    {"cluster", 54, 74, false, cell_scenario_cluster}, {"", 75, 0, false, cell_title},
    {NULL, 0, 0, false, NULL},
};
static const struct picker_column run_columns[] = {
    {"model", 3, 24, false, cell_run_model},    {"GPUs", 25, 30, true, cell_gpus},
    {"GPU", 31, 44, false, cell_gpu},           {"layout", 45, 63, false, cell_layout},
    {"measured", 64, 74, true, cell_measured},  {"source", 76, 0, false, cell_published},
    {NULL, 0, 0, false, NULL},
};
/* clang-format on */

static double figure_scaleup(const struct scenario *scenario)
{
    return scenario->cluster.scaleup.bandwidth;
}

static double figure_share(const struct scenario *scenario)
{
    return network_share(&scenario->cluster);
}

static double figure_peak(const struct scenario *scenario)
{
    return device_peak(&scenario->gpu, scenario->strategy.precision);
}

static double figure_memory(const struct scenario *scenario)
{
    return scenario->gpu.hbm_capacity;
}

static double figure_parameters(const struct scenario *scenario)
{
    return transformer_params(&scenario->model).total;
}

static double figure_layers(const struct scenario *scenario)
{
    return scenario->model.layers;
}

static double figure_gpus(const struct scenario *scenario)
{
    return scenario->cluster.gpus;
}

/* A kind of preset: its name on the chip, its table, what it changes. */
static const struct {
    const char *title;
    const struct picker_column *columns;
    struct picker_figure figures[PICKER_FIGURES];
} kinds[PROFILE_KIND_COUNT] = {
    [PROFILE_MODEL] = {"Model",
                       model_columns,
                       {{"parameters", UNIT_PARAMETERS, figure_parameters}, {"layers", UNIT_NONE, figure_layers}}},
    [PROFILE_GPU] = {"GPU",
                     gpu_columns,
                     {{"peak, dense", UNIT_FLOP_RATE, figure_peak}, {"memory", UNIT_BYTES, figure_memory}}},
    [PROFILE_CLUSTER] = {"Cluster",
                         cluster_columns,
                         {{"scale-up, one way", UNIT_RATE, figure_scaleup}, {"NIC per GPU", UNIT_RATE, figure_share}}},
    [PROFILE_SCENARIO] = {"Scenario",
                          scenario_columns,
                          {{"parameters", UNIT_PARAMETERS, figure_parameters}, {"GPUs", UNIT_NONE, figure_gpus}}},
    [PROFILE_MEASUREMENT] = {"Published run", run_columns, {{"GPUs", UNIT_NONE, figure_gpus}}},
};

const char *picker_title(enum profile_kind kind)
{
    return kinds[kind].title;
}

const struct picker_column *picker_columns(enum profile_kind kind)
{
    return kinds[kind].columns;
}

const struct picker_figure *picker_figures(enum profile_kind kind)
{
    return kinds[kind].figures;
}

enum profile_kind picker_next_kind(enum profile_kind kind)
{
    static const enum profile_kind next[PROFILE_KIND_COUNT] = {
        [PROFILE_MODEL] = PROFILE_GPU,        [PROFILE_GPU] = PROFILE_CLUSTER,
        [PROFILE_CLUSTER] = PROFILE_SCENARIO, [PROFILE_SCENARIO] = PROFILE_MEASUREMENT,
        [PROFILE_THEME] = PROFILE_MODEL,      [PROFILE_MEASUREMENT] = PROFILE_MODEL,
    };
    return next[kind];
}

struct scenario picker_scenario(const struct app *app, const struct picker_row *row)
{
    struct scenario scenario = app->preset;
    if (row->run != NULL) {
        return row->run->scenario;
    }
    (void)profile_apply(row->profile, app->catalogue, &scenario);
    return scenario;
}

/* All columns of a row and a preset's title in one text, so that a word may match in any of them. */
static bool matches(const struct app *app, const struct picker_row *row)
{
    char all[PICKER_COLUMNS * (PICKER_CELL + 1) + PROFILE_TITLE] = "";
    if (app->filter.length == 0) {
        return true;
    }
    (void)snprintf(all, sizeof all, "%s ",
                   row->run == NULL ? row->profile->title : choice_name(&mode_names, (int)row->run->scenario.mode));
    const struct scenario scenario = picker_scenario(app, row);
    const struct picker_column *columns = picker_columns(row->profile->kind);
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        char cell[PICKER_CELL];
        const size_t used = strlen(all);
        columns[i].cell(row, &scenario, cell);
        (void)snprintf(all + used, sizeof all - used, "%s ", cell);
    }
    return filter_matches(app->filter.text, all);
}

/* The published runs of a file that are of one mode, or those of all others. */
enum picker_modes { PICKER_PRESENT_MODE, PICKER_OTHER_MODES };

static void add_row(struct picker_rows *rows, const struct app *app, struct picker_row row)
{
    rows->of++;
    if (rows->count < PICKER_ROWS && matches(app, &row)) {
        rows->row[rows->count++] = row;
    }
}

/* Runs of the present mode come first: others change it. */
static void add_runs(struct picker_rows *rows, const struct app *app, enum picker_modes modes)
{
    for (int i = 0; i < catalogue_count(app->catalogue, PROFILE_MEASUREMENT); i++) {
        const struct profile *profile = catalogue_at(app->catalogue, PROFILE_MEASUREMENT, i);
        for (int k = 0; profile->measurements != NULL && k < profile->measurements->run_count; k++) {
            const struct measured_run *run = &profile->measurements->runs[k];
            if ((run->scenario.mode == app->now.mode) == (modes == PICKER_PRESENT_MODE)) {
                add_row(rows, app, (struct picker_row){profile, run});
            }
        }
    }
}

static bool kind_has_match(const struct app *app, enum profile_kind kind)
{
    for (int i = 0; i < catalogue_count(app->catalogue, kind); i++) {
        const struct picker_row row = {catalogue_at(app->catalogue, kind, i), NULL};
        if (matches(app, &row)) {
            return true;
        }
    }
    return false;
}

enum profile_kind picker_kind_with_match(const struct app *app)
{
    enum profile_kind kind = app->filter.length == 0 ? app->picker_kind : picker_next_kind(app->picker_kind);
    while (kind != app->picker_kind && (kind == PROFILE_MEASUREMENT || !kind_has_match(app, kind))) {
        kind = picker_next_kind(kind);
    }
    return kind;
}

struct picker_rows picker_rows_of(const struct app *app)
{
    struct picker_rows rows = {.count = 0, .of = 0};
    if (app->picker_kind == PROFILE_MEASUREMENT) {
        add_runs(&rows, app, PICKER_PRESENT_MODE);
        add_runs(&rows, app, PICKER_OTHER_MODES);
        return rows;
    }
    for (int i = 0; i < catalogue_count(app->catalogue, app->picker_kind); i++) {
        add_row(&rows, app, (struct picker_row){catalogue_at(app->catalogue, app->picker_kind, i), NULL});
    }
    return rows;
}

/* The panel takes what a large screen has; the list takes what the panel has. */
struct picker_place picker_place_for(const struct layout *layout)
{
    const int wanted = layout->rows - ROWS_SPARE > PANEL_ROWS ? layout->rows - ROWS_SPARE : PANEL_ROWS;
    struct picker_place place = {.area = overlay_area(layout, PANEL_COLUMNS, wanted)};
    const int rows = place.area.rows;
    place.roomy = rows >= PANEL_ROWS;
    if (place.roomy) {
        place.header_row = 4;
        place.change_row = rows - ROWS_BELOW_LIST + 1;
    } else {
        enum { CHANGE_ROWS = 7, LEAST_FOR_CHANGES = 16 };
        place.header_row = rows > ROWS_BELOW_LIST ? 3 : 2;
        place.change_row = rows >= LEAST_FOR_CHANGES ? rows - CHANGE_ROWS : 0;
    }
    place.list_row = place.header_row + 1;
    const int list_end = place.change_row > 0 ? place.change_row - 1 : rows - 1;
    place.list_rows = list_end - place.list_row > 0 ? list_end - place.list_row : 0;
    return place;
}

int picker_scroll(int row, int count, int shown)
{
    const int most = count > shown ? count - shown : 0;
    const int scroll = row < shown ? 0 : row - shown + 1;
    return scroll < most ? scroll : most;
}
