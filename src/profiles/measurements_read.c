/* measurements_read.c: the tables of a file of measurements, cell by cell. */
#include "profiles/measurements_read.h"

#include "core/topology.h"
#include "profiles/printable.h"
#include "profiles/profile_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 40, MOST_SHAPES = 64, CELL = 96 };

/* A model that no preset has. */
struct shapes {
    struct transformer of[MOST_SHAPES];
    int count;
};

struct tables_reader {
    const struct document *document;
    const struct catalogue *catalogue;
    struct measurements *into;
    struct shapes shapes;
};

/* Where a table begins: what its cells are put into. */
struct table_base {
    struct scenario scenario;
    bool has_model;
};

#define COMPLAIN(setting, ...) document_complain(reader->document, (setting), __VA_ARGS__)

/* ---- cells ---- */

struct cell {
    char text[CELL];
    const char *rest;
    bool is_there;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next cell of a line; what begins with # is not one. */
static struct cell next_cell(const char *text)
{
    while (is_blank(*text)) {
        text++;
    }
    size_t length = 0;
    while (text[length] != '\0' && !is_blank(text[length])) {
        length++;
    }
    struct cell cell = {.rest = text + length, .is_there = length > 0 && text[0] != '#'};
    if (cell.is_there) {
        (void)snprintf(cell.text, sizeof cell.text, "%.*s", (int)length, text);
    } else {
        cell.rest = text;
    }
    return cell;
}

static bool is_left_out(const struct cell *cell)
{
    return strcmp(cell->text, "-") == 0;
}

/* ---- columns ---- */

enum column_kind { COLUMN_ID, COLUMN_MODEL, COLUMN_PARAMETER, COLUMN_METRIC, COLUMN_RANKS, COLUMN_SIZE };

struct column {
    enum column_kind kind;
    const struct parameter *parameter;
    const struct metric *metric;
    int ranks;
};

struct columns {
    struct column of[MOST_COLUMNS];
    int count;
    bool good;
};

/* What a word in the header of runs, or of shapes, stands for; false if for nothing. */
static bool read_run_column(struct column *column, const char *word, const char *prefix)
{
    char key[2 * CELL];
    (void)snprintf(key, sizeof key, "%s%s", prefix, word);
    column->parameter = parameter_find(key);
    column->metric = metric_find(word);
    if (strcmp(word, prefix[0] == '\0' ? "id" : "name") == 0) {
        column->kind = COLUMN_ID;
    } else if (strcmp(word, "model") == 0) {
        column->kind = COLUMN_MODEL;
    } else if (column->parameter != NULL) {
        column->kind = COLUMN_PARAMETER;
    } else if (column->metric != NULL && column->metric->kind == METRIC_QUANTITY) {
        column->kind = COLUMN_METRIC;
    } else {
        return false;
    }
    return true;
}

/* The same in the header of a collective: `size`, or a number of ranks. */
static bool read_collective_column(struct column *column, const char *word, const char *prefix)
{
    (void)prefix;
    const struct quantity ranks = quantity_parse(word, UNIT_NONE);
    if (strcmp(word, "size") == 0) {
        column->kind = COLUMN_SIZE;
        return true;
    }
    column->kind = COLUMN_RANKS;
    column->ranks = ranks.valid && ranks.value >= 2 && ranks.value <= 1e6 ? (int)ranks.value : 0;
    return column->ranks >= 2 && column->ranks == ranks.value;
}

static struct columns read_columns(const struct tables_reader *reader, const config_setting_t *table,
                                   bool (*read)(struct column *column, const char *word, const char *prefix),
                                   const char *prefix)
{
    struct columns columns = {.count = 0, .good = true};
    const char *text = NULL;
    if (config_setting_lookup_string(table, "columns", &text) != CONFIG_TRUE) {
        COMPLAIN(table, "columns is missing: a header line is expected, like \"id cluster.gpus tp step.time\"");
        columns.good = false;
        return columns;
    }
    const config_setting_t *setting = config_setting_get_member(table, "columns");
    for (struct cell cell = next_cell(text); cell.is_there; cell = next_cell(cell.rest)) {
        if (columns.count == MOST_COLUMNS || !read(&columns.of[columns.count], cell.text, prefix)) {
            COMPLAIN(setting, "columns: \"%s\" names no column", cell.text);
            columns.good = false;
            return columns;
        }
        columns.count++;
    }
    return columns;
}

static int count_columns(const struct columns *columns, enum column_kind kind)
{
    int count = 0;
    for (int i = 0; i < columns->count; i++) {
        count += columns->of[i].kind == kind;
    }
    return count;
}

/* The rows of a table; NULL, with a complaint, if they are no list of texts. */
static const config_setting_t *rows_of(const struct tables_reader *reader, const config_setting_t *table)
{
    const config_setting_t *rows = config_setting_get_member(table, "rows");
    if (rows == NULL || !(config_setting_is_array(rows) || config_setting_is_list(rows)) ||
        (config_setting_length(rows) > 0 && config_setting_get_string(config_setting_get_elem(rows, 0)) == NULL)) {
        COMPLAIN(rows == NULL ? table : rows, "rows: a list of lines in quotes is expected");
        return NULL;
    }
    return rows;
}

/* ---- settings and models ---- */

static void put_value(const struct tables_reader *reader, const config_setting_t *row,
                      const struct parameter *parameter, const char *text, struct scenario *scenario)
{
    const struct quantity value = parameter_read(parameter, text);
    if (value.valid) {
        parameter_set(parameter, scenario, value.value);
    } else {
        COMPLAIN(row, "%s: %s", parameter->key, value.message);
    }
}

static void apply_set(const struct tables_reader *reader, const config_setting_t *group, struct scenario *scenario)
{
    const config_setting_t *set = config_setting_get_member(group, "set");
    for (int i = 0; set != NULL && i < config_setting_length(set); i++) {
        const config_setting_t *element = config_setting_get_elem(set, (unsigned)i);
        const char *text = config_setting_get_string(element);
        const struct written_setting written = setting_read(text == NULL ? "" : text);
        if (written.message[0] != '\0') {
            COMPLAIN(element, "set: %s", written.message);
        } else {
            parameter_set(written.parameter, scenario, written.value);
        }
    }
}

/* A cluster or a GPU that a group names; true if it names one that there is. */
static bool apply_preset(const struct tables_reader *reader, const config_setting_t *group, enum profile_kind kind,
                         const char *key, struct scenario *scenario)
{
    const char *name = NULL;
    if (config_setting_lookup_string(group, key, &name) != CONFIG_TRUE || reader->catalogue == NULL) {
        return false;
    }
    const struct profile *profile = catalogue_find(reader->catalogue, kind, name);
    if (profile == NULL) {
        COMPLAIN(config_setting_get_member(group, key), "%s \"%s\": there is none of that name", key, name);
        return false;
    }
    return profile_apply(profile, reader->catalogue, scenario);
}

/* A shape of the file, or a preset; false, with a complaint, if it is neither. */
static bool apply_model(const struct tables_reader *reader, const config_setting_t *where, const char *name,
                        struct scenario *scenario)
{
    for (int i = 0; i < reader->shapes.count; i++) {
        if (strcmp(reader->shapes.of[i].name, name) == 0) {
            scenario->model = reader->shapes.of[i];
            return true;
        }
    }
    const struct profile *profile =
        reader->catalogue == NULL ? NULL : catalogue_find(reader->catalogue, PROFILE_MODEL, name);
    if (profile == NULL) {
        COMPLAIN(where, "model \"%s\": neither a preset nor one of the shapes of this file", name);
        return false;
    }
    return profile_apply(profile, reader->catalogue, scenario);
}

/* The presets that a group names. Their settings come after those of every group: a table's own cluster must not undo
 * what the file says of all its tables. */
static struct table_base apply_presets(const struct tables_reader *reader, const config_setting_t *group,
                                       struct table_base base)
{
    const char *model = NULL;
    (void)apply_preset(reader, group, PROFILE_CLUSTER, "cluster", &base.scenario);
    (void)apply_preset(reader, group, PROFILE_GPU, "gpu", &base.scenario);
    if (config_setting_lookup_string(group, "model", &model) == CONFIG_TRUE) {
        base.has_model =
            apply_model(reader, config_setting_get_member(group, "model"), model, &base.scenario) || base.has_model;
    }
    return base;
}

/* ---- rows ---- */

/* One line of a table as it is read into a scenario. */
struct line {
    const config_setting_t *setting;
    struct measured_run run;
    bool has_model;
};

static void put_measured(const struct tables_reader *reader, struct line *line, const struct metric *metric,
                         const char *text)
{
    const struct quantity value = quantity_parse(text, metric->unit);
    line->run.metric = metric;
    line->run.value = value.value;
    if (!value.valid || value.value <= 0) {
        COMPLAIN(line->setting, "%s: %s", metric->key, value.valid ? "more than 0 is expected" : value.message);
    }
}

static void put_cell(const struct tables_reader *reader, struct line *line, const struct column *column,
                     const char *text)
{
    switch (column->kind) {
    case COLUMN_ID:
        printable_copy(line->run.id, sizeof line->run.id, text);
        break;
    case COLUMN_MODEL:
        line->has_model = apply_model(reader, line->setting, text, &line->run.scenario) || line->has_model;
        break;
    case COLUMN_PARAMETER:
        put_value(reader, line->setting, column->parameter, text, &line->run.scenario);
        break;
    case COLUMN_METRIC:
        put_measured(reader, line, column->metric, text);
        break;
    case COLUMN_RANKS:
    case COLUMN_SIZE:
        break;
    }
}

/* Whether a line has as many cells as its header has columns; false with a complaint. */
static bool fits_header(const struct tables_reader *reader, const config_setting_t *setting,
                        const struct columns *columns)
{
    const char *text = config_setting_get_string(setting);
    int count = 0;
    for (struct cell cell = next_cell(text == NULL ? "" : text); cell.is_there; cell = next_cell(cell.rest)) {
        count++;
    }
    if (count != columns->count) {
        COMPLAIN(setting, "%d cells, where the header has %d columns", count, columns->count);
    }
    return count == columns->count;
}

/* Reads the cells of a line, and the note behind them; false, with a complaint, if it does not fit its header. */
static bool read_line(const struct tables_reader *reader, const struct columns *columns, struct line *line)
{
    if (!fits_header(reader, line->setting, columns)) {
        return false;
    }
    struct cell cell = next_cell(config_setting_get_string(line->setting));
    for (int i = 0; i < columns->count; i++, cell = next_cell(cell.rest)) {
        if (!is_left_out(&cell)) {
            put_cell(reader, line, &columns->of[i], cell.text);
        }
    }
    const char *note = strchr(cell.rest, '#');
    if (note != NULL) {
        printable_copy(line->run.note, sizeof line->run.note, note + 1 + strspn(note + 1, " \t"));
    }
    return true;
}

/* Room for `more` elements behind those there are; NULL, with a complaint, without memory. */
static void *grown(const struct tables_reader *reader, void *elements, int count, int more, size_t size)
{
    void *larger = realloc(elements, (size_t)(count + more + 1) * size);
    if (larger == NULL) {
        COMPLAIN(NULL, "there is no memory left");
    }
    return larger;
}

static bool has_run(const struct measurements *measurements, const char *id)
{
    for (int i = 0; i < measurements->run_count; i++) {
        if (strcmp(measurements->runs[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

static void add_run(struct tables_reader *reader, const struct line *line)
{
    struct measurements *into = reader->into;
    if (line->run.id[0] == '\0' || has_run(into, line->run.id)) {
        COMPLAIN(line->setting, line->run.id[0] == '\0' ? "a row without an id" : "the id %s is taken", line->run.id);
    } else if (!line->has_model) {
        COMPLAIN(line->setting, "%s has no model", line->run.id);
    } else if (line->run.metric == NULL) {
        COMPLAIN(line->setting, "%s has no measured value", line->run.id);
    } else {
        into->runs[into->run_count++] = line->run;
    }
}

static void read_runs(struct tables_reader *reader, const config_setting_t *table, const struct table_base *base)
{
    const config_setting_t *rows = rows_of(reader, table);
    const struct columns columns = read_columns(reader, table, read_run_column, "");
    if (rows == NULL || !columns.good) {
        return;
    }
    if (count_columns(&columns, COLUMN_ID) != 1 || count_columns(&columns, COLUMN_METRIC) < 1) {
        COMPLAIN(config_setting_get_member(table, "columns"),
                 "columns: an id and a figure that was measured are expected, like \"id tp step.time\"");
        return;
    }
    const int count = config_setting_length(rows);
    void *runs = grown(reader, reader->into->runs, reader->into->run_count, count, sizeof *reader->into->runs);
    if (runs == NULL) {
        return;
    }
    reader->into->runs = runs;
    for (int i = 0; i < count; i++) {
        struct line line = {.setting = config_setting_get_elem(rows, (unsigned)i),
                            .run = {.scenario = base->scenario},
                            .has_model = base->has_model};
        if (read_line(reader, &columns, &line)) {
            add_run(reader, &line);
        }
    }
}

/* ---- collectives ---- */

/* A whole number of a table; `fallback` where it is not there. */
static int read_count(const struct tables_reader *reader, const config_setting_t *table, const char *key, int fallback)
{
    const config_setting_t *setting = config_setting_get_member(table, key);
    const struct file_number number = setting == NULL ? (struct file_number){true, fallback} : document_number(setting);
    if (number.valid && number.value >= 0 && number.value <= 1e6 && number.value == floor(number.value)) {
        return (int)number.value;
    }
    COMPLAIN(setting, "%s: a whole number is expected", key);
    return fallback;
}

/* What a caller takes from one call to the next. */
static double read_caller(const struct tables_reader *reader, const config_setting_t *table)
{
    const char *text = NULL;
    if (config_setting_lookup_string(table, "caller", &text) != CONFIG_TRUE) {
        return 0;
    }
    const struct quantity caller = quantity_parse(text, UNIT_SECONDS);
    if (!caller.valid) {
        COMPLAIN(config_setting_get_member(table, "caller"), "caller: %s", caller.message);
    }
    return caller.valid ? caller.value : 0;
}

/* A size or a time; 0 if it is left out, and after a complaint. */
static double read_measured(const struct tables_reader *reader, const config_setting_t *row, const char *text,
                            enum unit unit)
{
    const struct quantity value = quantity_parse(text, unit);
    if (strcmp(text, "-") != 0 && !(value.valid && value.value > 0)) {
        COMPLAIN(row, "%s", value.valid ? "more than 0 is expected" : value.message);
    }
    return value.valid ? value.value : 0;
}

/* Adds the times of one column; what is left out is no point. */
static void read_points(struct tables_reader *reader, const config_setting_t *rows, const struct columns *columns,
                        int wanted)
{
    struct measurements *into = reader->into;
    for (int row = 0; row < config_setting_length(rows); row++) {
        const config_setting_t *setting = config_setting_get_elem(rows, (unsigned)row);
        struct measured_point point = {0};
        if (!fits_header(reader, setting, columns)) {
            continue;
        }
        struct cell cell = next_cell(config_setting_get_string(setting));
        for (int i = 0; i < columns->count; i++, cell = next_cell(cell.rest)) {
            if (columns->of[i].kind == COLUMN_SIZE) {
                point.size = read_measured(reader, setting, cell.text, UNIT_BYTES);
            } else if (i == wanted) {
                point.seconds = read_measured(reader, setting, cell.text, UNIT_SECONDS);
            }
        }
        if (point.size > 0 && point.seconds > 0) {
            into->points[into->point_count++] = point;
        }
    }
}

/* The group of so many ranks, `members` of them in each scale-up domain; 0: as many as fit. */
static struct group place_ranks(const struct scenario *scenario, int ranks, int members)
{
    const int domain = scenario->cluster.scaleup.size;
    if (members < 1 || members > domain) {
        return group_place(&scenario->cluster, ranks, 1);
    }
    struct group group = group_place(&scenario->cluster, ranks, domain / members);
    group.members = members < ranks ? members : ranks;
    group.domains = (ranks + group.members - 1) / group.members;
    return group;
}

/* One column of times. */
static void add_collective(struct tables_reader *reader, const config_setting_t *table, const config_setting_t *rows,
                           const struct columns *columns, int column, struct measured_collective collective)
{
    struct measurements *into = reader->into;
    const char *id = "";
    (void)config_setting_lookup_string(table, "id", &id);
    const int ranks = columns->of[column].ranks;
    (void)snprintf(collective.id, sizeof collective.id, "%.48s/%d", id, ranks);
    collective.scenario.cluster.gpus = ranks;
    collective.group = place_ranks(&collective.scenario, ranks, read_count(reader, table, "members", 0));
    collective.first = into->point_count;
    read_points(reader, rows, columns, column);
    collective.count = into->point_count - collective.first;
    into->collectives[into->collective_count++] = collective;
}

/* Room for all points of a table, and for a collective of each column; false, with a complaint, without memory. */
static bool make_room(struct tables_reader *reader, int columns, int rows)
{
    struct measurements *into = reader->into;
    void *collectives = grown(reader, into->collectives, into->collective_count, columns, sizeof *into->collectives);
    into->collectives = collectives == NULL ? into->collectives : collectives;
    void *points = grown(reader, into->points, into->point_count, columns * rows, sizeof *into->points);
    into->points = points == NULL ? into->points : points;
    return collectives != NULL && points != NULL;
}

/* The operation of a table; OP_COUNT after a complaint. */
static enum collective_op read_operation(const struct tables_reader *reader, const config_setting_t *table)
{
    const char *operation = "";
    const char *id = "";
    (void)config_setting_lookup_string(table, "operation", &operation);
    const int op = choice_find(&collective_names, operation);
    if (op < 0) {
        COMPLAIN(config_setting_get_member(table, "operation"), "operation: one like all_reduce is expected");
        return OP_COUNT;
    }
    if (config_setting_lookup_string(table, "id", &id) != CONFIG_TRUE || id[0] == '\0') {
        COMPLAIN(table, "a table of a collective without an id");
        return OP_COUNT;
    }
    return (enum collective_op)op;
}

static void read_collective(struct tables_reader *reader, const config_setting_t *table, const struct table_base *base)
{
    const enum collective_op op = read_operation(reader, table);
    const config_setting_t *rows = rows_of(reader, table);
    const struct columns columns = read_columns(reader, table, read_collective_column, "");
    if (op == OP_COUNT || rows == NULL || !columns.good) {
        return;
    }
    if (count_columns(&columns, COLUMN_SIZE) != 1 || columns.count < 2) {
        COMPLAIN(table, "columns: sizes, and times for each number of ranks are expected, like \"size 2 8\"");
        return;
    }
    if (!make_room(reader, columns.count, config_setting_length(rows))) {
        return;
    }
    const double caller = read_caller(reader, table);
    for (int i = 0; i < columns.count; i++) {
        if (columns.of[i].kind == COLUMN_RANKS) {
            add_collective(reader, table, rows, &columns, i,
                           (struct measured_collective){.scenario = base->scenario, .op = op, .caller = caller});
        }
    }
}

/* ---- the file ---- */

/* Models that no preset has: a name, and the keys of a model. */
static void read_shapes(struct tables_reader *reader, const config_setting_t *shapes)
{
    const config_setting_t *rows = rows_of(reader, shapes);
    const struct columns columns = read_columns(reader, shapes, read_run_column, "model.");
    if (rows == NULL || !columns.good) {
        return;
    }
    struct scenario base = scenario_default();
    apply_set(reader, shapes, &base);
    for (int i = 0; i < config_setting_length(rows); i++) {
        struct line line = {.setting = config_setting_get_elem(rows, (unsigned)i), .run = {.scenario = base}};
        if (reader->shapes.count == MOST_SHAPES) {
            COMPLAIN(line.setting, "more than %d shapes", MOST_SHAPES);
            return;
        }
        if (read_line(reader, &columns, &line)) {
            struct transformer *shape = &reader->shapes.of[reader->shapes.count++];
            *shape = line.run.scenario.model;
            (void)snprintf(shape->name, sizeof shape->name, "%.*s", NAME_LENGTH - 1, line.run.id);
        }
    }
}

/* What a table may hold. */
static const char *const table_keys[] = {"id",        "cluster", "gpu",    "model",   "set",
                                         "operation", "members", "caller", "columns", "rows"};

static void check_keys(const struct tables_reader *reader, const config_setting_t *table)
{
    for (int i = 0; i < config_setting_length(table); i++) {
        const config_setting_t *setting = config_setting_get_elem(table, (unsigned)i);
        bool known = false;
        for (size_t key = 0; key < sizeof table_keys / sizeof table_keys[0]; key++) {
            known = known || strcmp(config_setting_name(setting), table_keys[key]) == 0;
        }
        if (!known) {
            COMPLAIN(setting, "%s is not known in a table of measurements", config_setting_name(setting));
        }
    }
}

static void read_table(struct tables_reader *reader, const config_setting_t *root, const config_setting_t *table,
                       const struct table_base *base)
{
    if (!config_setting_is_group(table)) {
        COMPLAIN(table, "tables: each is a group, like { columns = \"id tp step.time\"; rows = [ ... ]; }");
        return;
    }
    check_keys(reader, table);
    struct table_base own = apply_presets(reader, table, *base);
    apply_set(reader, root, &own.scenario);
    apply_set(reader, table, &own.scenario);
    if (config_setting_get_member(table, "operation") != NULL) {
        read_collective(reader, table, &own);
    } else {
        read_runs(reader, table, &own);
    }
}

static void read_words(const config_setting_t *root, const char *key, char *out, size_t size)
{
    const char *text = NULL;
    if (config_setting_lookup_string(root, key, &text) == CONFIG_TRUE) {
        printable_copy(out, size, text);
    }
}

void measurements_read(const struct document *document, const struct catalogue *catalogue, struct profile *profile)
{
    const config_setting_t *root = config_root_setting(&document->config);
    const config_setting_t *tables = config_setting_get_member(root, "tables");
    const config_setting_t *shapes = config_setting_get_member(root, "shapes");
    struct tables_reader *reader = calloc(1, sizeof *reader);
    profile->measurements = calloc(1, sizeof *profile->measurements);
    if (reader == NULL || profile->measurements == NULL) {
        document_complain(document, NULL, "there is no memory left");
        free(reader);
        return;
    }
    reader->document = document;
    reader->catalogue = catalogue;
    reader->into = profile->measurements;
    read_words(root, "stated", profile->measurements->stated, sizeof profile->measurements->stated);
    read_words(root, "assumed", profile->measurements->assumed, sizeof profile->measurements->assumed);
    if (shapes != NULL && config_setting_is_group(shapes)) {
        read_shapes(reader, shapes);
    }
    const struct table_base start = {.scenario = scenario_default()};
    const struct table_base base = apply_presets(reader, root, start);
    if (!config_setting_is_list(tables)) {
        document_complain(document, tables, "tables: a list of groups is expected: tables = ( { ... }, { ... } )");
    }
    for (int i = 0; config_setting_is_list(tables) && i < config_setting_length(tables); i++) {
        read_table(reader, root, config_setting_get_elem(tables, (unsigned)i), &base);
    }
    free(reader);
}
