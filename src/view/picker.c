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

enum { PANEL_COLUMNS = 102, PANEL_ROWS = 24, ROWS_BELOW_LIST = 13, ROWS_SPARE = 6, EDGE = 2, LAST_COLUMN_LEAST = 8 };

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
    {"name", 3, 24, false, 0, cell_name},        {"GPUs", 25, 29, true, 6, cell_node},
    {"GPU", 30, 48, false, 7, cell_gpu},         {"scale-up", 49, 58, true, 1, cell_scaleup},
    {"NICs", 59, 64, true, 8, cell_nics},        {"per GPU", 65, 74, true, 2, cell_share},
    {"source", 75, 0, false, 9, cell_source},
};
static const struct picker_column model_columns[] = {
    {"name", 3, 27, false, 0, cell_name},        {"parameters", 28, 38, true, 1, cell_parameters},
    {"active", 39, 46, true, 5, cell_active},    {"layers", 47, 54, true, 6, cell_layers},
    {"hidden", 55, 62, true, 7, cell_hidden},    {"heads", 63, 72, true, 8, cell_heads},
    {"source", 75, 0, false, 9, cell_source},
};
static const struct picker_column gpu_columns[] = {
    {"name", 3, 24, false, 0, cell_name},        {"bf16, dense", 25, 37, true, 1, cell_peak},
    {"memory", 38, 47, true, 2, cell_memory},    {"HBM", 48, 58, true, 3, cell_hbm},
    {"scale-up", 59, 70, true, 4, cell_scaleup}, {"source", 75, 0, false, 9, cell_source},
    {NULL, 0, 0, false, 0, NULL},
};
static const struct picker_column scenario_columns[] = {
    {"name", 3, 33, false, 0, cell_name},        {"model", 34, 53, false, 2, cell_scenario_model},
    {"cluster", 54, 74, false, 3, cell_scenario_cluster}, {"", 75, 0, false, 9, cell_title},
    {NULL, 0, 0, false, 0, NULL},
};
static const struct picker_column run_columns[] = {
    {"model", 3, 24, false, 0, cell_run_model},  {"GPUs", 25, 30, true, 2, cell_gpus},
    {"GPU", 31, 44, false, 8, cell_gpu},         {"layout", 45, 63, false, 7, cell_layout},
    {"measured", 64, 74, true, 1, cell_measured}, {"source", 76, 0, false, 9, cell_published},
    {NULL, 0, 0, false, 0, NULL},
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

/* The table as it is on a panel that is wide enough for it; its last column takes what is left over. */
static struct picker_cells whole_table(const struct picker_column *columns, int width)
{
    const int edge = width - EDGE;
    struct picker_cells cells = {.start = {0}};
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        const int end = columns[i].end > 0 ? columns[i].end : edge;
        cells.start[i] = columns[i].start;
        cells.end[i] = end - columns[i].start >= LAST_COLUMN_LEAST || columns[i].end > 0 ? end : columns[i].start;
    }
    return cells;
}

/* Columns of the name that a narrow panel must leave, of those that it has. */
static int least_name(const struct picker_column *columns)
{
    enum { NAME_GIVES = 4 };
    return columns[0].end - columns[0].start - NAME_GIVES;
}

/* The column that drops next; 0: none but the name is left. */
static int first_to_drop(const struct picker_column *columns, const bool shown[PICKER_COLUMNS])
{
    int found = 0;
    for (int i = 1; i < PICKER_COLUMNS; i++) {
        found = shown[i] && (found == 0 || columns[i].rank > columns[found].rank) ? i : found;
    }
    return found;
}

struct picker_cells picker_cells_for(enum profile_kind kind, int width)
{
    enum { GAP = 1 };
    const struct picker_column *columns = kinds[kind].columns;
    bool shown[PICKER_COLUMNS] = {false};
    int beside = 0; /* the name: columns that the others take */
    int fixed_end = 0;
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        shown[i] = columns[i].end > 0;
        beside += i > 0 && shown[i] ? columns[i].end - columns[i].start + GAP : 0;
        fixed_end = shown[i] ? columns[i].end : fixed_end;
    }
    const int room = width - EDGE - columns[0].start;
    if (fixed_end <= width - EDGE) {
        return whole_table(columns, width);
    }
    for (int drop = first_to_drop(columns, shown); drop > 0 && room - beside < least_name(columns);
         drop = first_to_drop(columns, shown)) {
        shown[drop] = false;
        beside -= columns[drop].end - columns[drop].start + GAP;
    }
    struct picker_cells cells = {.start = {0}};
    int column = columns[0].start;
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        const int columns_of_it = i == 0 ? room - beside : columns[i].end - columns[i].start;
        cells.start[i] = cells.end[i] = column;
        if (shown[i]) {
            cells.end[i] = column + columns_of_it;
            column = cells.end[i] + GAP;
        }
    }
    return cells;
}

void picker_say_rest(enum profile_kind kind, const struct picker_cells *cells, const struct picker_row *row,
                     const struct scenario *scenario, char *text, size_t size)
{
    const struct picker_column *columns = kinds[kind].columns;
    text[0] = '\0';
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        char cell[PICKER_CELL];
        columns[i].cell(row, scenario, cell);
        if (columns[i].end == 0 || cells->end[i] > cells->start[i] || cell[0] == '\0') {
            continue;
        }
        const size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%s%s%s", used > 0 ? " · " : "",
                       columns[i].right ? columns[i].title : "", columns[i].right ? " " : "", cell);
    }
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
    enum { REST_LEAST = 5 }; /* rows of the list that the line below it must leave */
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
    const bool has_rest = place.change_row == 0 && rows > place.list_row + REST_LEAST;
    place.rest_row = has_rest ? rows - 2 : 0;
    const int list_end = place.change_row > 0 ? place.change_row - 1 : has_rest ? place.rest_row : rows - 1;
    place.list_rows = list_end - place.list_row > 0 ? list_end - place.list_row : 0;
    return place;
}

int picker_scroll(int row, int count, int shown)
{
    const int most = count > shown ? count - shown : 0;
    const int scroll = row < shown ? 0 : row - shown + 1;
    return scroll < most ? scroll : most;
}
