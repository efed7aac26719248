/* measurements_read.c: the tables of a file of measurements: runs, shapes, and the file itself. */
#include "profiles/measurements_read.h"

#include "profiles/measurements_table.h"
#include "profiles/printable.h"
#include "profiles/written_setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    } else if (strcmp(word, "output") == 0) {
        column->kind = COLUMN_OUTPUT;
    } else if (column->parameter != NULL) {
        column->kind = COLUMN_PARAMETER;
    } else if (column->metric != NULL && column->metric->kind == METRIC_QUANTITY) {
        column->kind = COLUMN_METRIC;
    } else {
        return false;
    }
    return true;
}

/* ---- rows ---- */

/* One line of a table as it is read into a scenario. */
struct line {
    const config_setting_t *setting;
    const config_setting_t *file, *table; /* whose settings stand behind its model; NULL: none do */
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
        document_complain(reader->document, line->setting, "%s: %s", metric->key,
                          value.valid ? "more than 0 is expected" : value.message);
    }
}

static void put_output(const struct tables_reader *reader, struct line *line, const char *text)
{
    enum { MOST_TOKENS = 1000000 };
    line->run.output = quantity_whole(text, UNIT_NONE, 1, MOST_TOKENS);
    if (line->run.output < 0) {
        document_complain(reader->document, line->setting, "output: a number of tokens is expected");
    }
}

/* A model of a line is a preset as one of its table is: what is set stands behind it. What is wrong with the settings
 * was said when the table was read. */
static void put_model(const struct tables_reader *reader, struct line *line, const char *name)
{
    struct complaint_list said = {.count = 0};
    struct document quiet = *reader->document;
    quiet.complaints = &said;
    line->has_model = table_apply_model(reader, line->setting, name, &line->run.scenario) || line->has_model;
    if (line->file != NULL) {
        settings_apply(&quiet, line->file, &line->run.scenario);
        settings_apply(&quiet, line->table, &line->run.scenario);
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
        put_model(reader, line, text);
        break;
    case COLUMN_PARAMETER:
        table_put_value(reader, line->setting, column->parameter, text, &line->run.scenario);
        break;
    case COLUMN_METRIC:
        put_measured(reader, line, column->metric, text);
        break;
    case COLUMN_OUTPUT:
        put_output(reader, line, text);
        break;
    case COLUMN_RANKS:
    case COLUMN_SIZE:
        break;
    }
}

/* Reads the cells of a line that hold models, or all others; returns what follows the last one. */
static const char *put_cells(const struct tables_reader *reader, const struct columns *columns, struct line *line,
                             bool models)
{
    struct cell cell = table_next_cell(config_setting_get_string(line->setting));
    for (int i = 0; i < columns->count; i++, cell = table_next_cell(cell.rest)) {
        if (!table_leaves_out(&cell) && (columns->of[i].kind == COLUMN_MODEL) == models) {
            put_cell(reader, line, &columns->of[i], cell.text);
        }
    }
    return cell.rest;
}

/* Reads a line, and the note behind its cells; false, with a complaint, if it does not fit its header. */
static bool read_line(const struct tables_reader *reader, const struct columns *columns, struct line *line)
{
    if (!table_fits_header(reader, line->setting, columns)) {
        return false;
    }
    (void)put_cells(reader, columns, line, true);
    const char *note = strchr(put_cells(reader, columns, line, false), '#');
    if (note != NULL) {
        printable_copy(line->run.note, sizeof line->run.note, note + 1 + strspn(note + 1, " \t"));
    }
    return true;
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

/* What the lengths of prompt and answer say of a request: prompts are read as many at a time as an engine's usual
 * budget holds, and the cache is on the average that of half an answer. */
static void complete_request(struct measured_run *run)
{
    enum { PASS_TOKENS = 16384 };
    struct serving *serving = &run->scenario.serving;
    const int together = PASS_TOKENS / serving->prefill_tokens;
    serving->prefill_batch = serving->decode_batch < together ? serving->decode_batch : (together > 1 ? together : 1);
    serving->decode_context = serving->prefill_tokens + run->output / 2;
}

static void add_run(struct tables_reader *reader, struct line *line)
{
    if (line->run.output > 0) {
        complete_request(&line->run);
    }
    struct measurements *into = reader->into;
    if (line->run.id[0] == '\0' || has_run(into, line->run.id)) {
        document_complain(reader->document, line->setting,
                          line->run.id[0] == '\0' ? "a row without an id" : "the id %s is taken", line->run.id);
    } else if (!line->has_model) {
        document_complain(reader->document, line->setting, "%s has no model", line->run.id);
    } else if (line->run.metric == NULL) {
        document_complain(reader->document, line->setting, "%s has no measured value", line->run.id);
    } else if (line->run.reading > READING_FIRST_TOKEN && line->run.output < 1) {
        document_complain(reader->document, line->setting,
                          "%s: a request needs the tokens of its answer, as a column output", line->run.id);
    } else {
        into->runs[into->run_count++] = line->run;
    }
}

static void read_runs(struct tables_reader *reader, const config_setting_t *file, const config_setting_t *table,
                      const struct table_base *base)
{
    const config_setting_t *rows = table_rows(reader, table);
    const struct columns columns = table_columns(reader, table, read_run_column, "");
    if (rows == NULL || !columns.good) {
        return;
    }
    if (table_count_columns(&columns, COLUMN_ID) != 1 || table_count_columns(&columns, COLUMN_METRIC) < 1) {
        document_complain(reader->document, config_setting_get_member(table, "columns"),
                          "columns: an id and a figure that was measured are expected, like \"id tp step.time\"");
        return;
    }
    const int count = config_setting_length(rows);
    void *runs = table_grown(reader, reader->into->runs, reader->into->run_count, count, sizeof *reader->into->runs);
    if (runs == NULL) {
        return;
    }
    reader->into->runs = runs;
    for (int i = 0; i < count; i++) {
        struct line line = {.setting = config_setting_get_elem(rows, (unsigned)i),
                            .file = file,
                            .table = table,
                            .run = {.scenario = base->scenario, .reading = base->reading},
                            .has_model = base->has_model};
        if (read_line(reader, &columns, &line)) {
            add_run(reader, &line);
        }
    }
}

/* ---- the file ---- */

/* Models that no preset has: a name, and the keys of a model. */
static void read_shapes(struct tables_reader *reader, const config_setting_t *shapes)
{
    const config_setting_t *rows = table_rows(reader, shapes);
    const struct columns columns = table_columns(reader, shapes, read_run_column, "model.");
    if (rows == NULL || !columns.good) {
        return;
    }
    struct scenario base = scenario_default();
    settings_apply(reader->document, shapes, &base);
    for (int i = 0; i < config_setting_length(rows); i++) {
        struct line line = {.setting = config_setting_get_elem(rows, (unsigned)i), .run = {.scenario = base}};
        if (reader->shapes.count == MOST_SHAPES) {
            document_complain(reader->document, line.setting, "more than %d shapes", MOST_SHAPES);
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
static const char *const table_keys[] = {"id",      "cluster", "gpu",     "model", "set",    "operation",
                                         "members", "caller",  "columns", "rows",  "reading"};

static void check_keys(const struct tables_reader *reader, const config_setting_t *table)
{
    for (int i = 0; i < config_setting_length(table); i++) {
        const config_setting_t *setting = config_setting_get_elem(table, (unsigned)i);
        bool known = false;
        for (size_t key = 0; key < sizeof table_keys / sizeof table_keys[0]; key++) {
            known = known || strcmp(config_setting_name(setting), table_keys[key]) == 0;
        }
        if (!known) {
            document_complain(reader->document, setting, "%s is not known in a table of measurements",
                              config_setting_name(setting));
        }
    }
}

/* How the figures of a table are to be read; those of the whole file where it does not say. */
static enum measured_reading read_reading(const struct tables_reader *reader, const config_setting_t *group,
                                          enum measured_reading otherwise)
{
    const char *name = NULL;
    if (config_setting_lookup_string(group, "reading", &name) != CONFIG_TRUE) {
        return otherwise;
    }
    const int reading = choice_find(&reading_names, name);
    if (reading < 0) {
        document_complain(reader->document, config_setting_get_member(group, "reading"),
                          "reading: step, first_token, batch or server is expected");
    }
    return reading < 0 ? otherwise : (enum measured_reading)reading;
}

static void read_table(struct tables_reader *reader, const config_setting_t *root, const config_setting_t *table,
                       const struct table_base *base)
{
    if (!config_setting_is_group(table)) {
        document_complain(reader->document, table,
                          "tables: each is a group, like { columns = \"id tp step.time\"; rows = [ ... ]; }");
        return;
    }
    check_keys(reader, table);
    struct table_base own = table_apply_presets(reader, table, *base);
    own.reading = read_reading(reader, table, base->reading);
    settings_apply(reader->document, root, &own.scenario);
    settings_apply(reader->document, table, &own.scenario);
    if (config_setting_get_member(table, "operation") != NULL) {
        table_read_collective(reader, table, &own);
    } else {
        read_runs(reader, root, table, &own);
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
    read_words(root, "unseen", profile->measurements->unseen, sizeof profile->measurements->unseen);
    read_words(root, "unstated", profile->measurements->unstated, sizeof profile->measurements->unstated);
    if (shapes != NULL && config_setting_is_group(shapes)) {
        read_shapes(reader, shapes);
    }
    const struct table_base start = {.scenario = scenario_default()};
    const struct table_base base = table_apply_presets(reader, root, start);
    if (!config_setting_is_list(tables)) {
        document_complain(document, tables, "tables: a list of groups is expected: tables = ( { ... }, { ... } )");
    }
    for (int i = 0; config_setting_is_list(tables) && i < config_setting_length(tables); i++) {
        read_table(reader, root, config_setting_get_elem(tables, (unsigned)i), &base);
    }
    free(reader);
}
