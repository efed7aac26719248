/* measurements_table.c: the lines, columns and settings of a table of measurements. */
#include "profiles/measurements_table.h"

#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct cell table_next_cell(const char *text)
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
        cell.whole = text_copy_word(cell.text, sizeof cell.text, text, length);
    } else {
        cell.rest = text;
    }
    return cell;
}

bool table_leaves_out(const struct cell *cell)
{
    return strcmp(cell->text, "-") == 0;
}

/* ---- columns ---- */

struct columns table_columns(const struct tables_reader *reader, const config_setting_t *table,
                             bool (*read)(struct column *column, const char *word, const char *prefix),
                             const char *prefix)
{
    struct columns columns = {.count = 0, .good = true};
    const char *text = NULL;
    if (config_setting_lookup_string(table, "columns", &text) != CONFIG_TRUE) {
        document_complain(reader->document, table,
                          "columns is missing: a header line is expected, like \"id cluster.gpus tp step.time\"");
        columns.good = false;
        return columns;
    }
    const config_setting_t *setting = config_setting_get_member(table, "columns");
    for (struct cell cell = table_next_cell(text); cell.is_there; cell = table_next_cell(cell.rest)) {
        if (columns.count == MOST_COLUMNS || !read(&columns.of[columns.count], cell.text, prefix)) {
            document_complain(reader->document, setting, "columns: \"%s\" names no column", cell.text);
            columns.good = false;
            return columns;
        }
        columns.count++;
    }
    return columns;
}

int table_count_columns(const struct columns *columns, enum column_kind kind)
{
    int count = 0;
    for (int i = 0; i < columns->count; i++) {
        count += columns->of[i].kind == kind;
    }
    return count;
}

const config_setting_t *table_rows(const struct tables_reader *reader, const config_setting_t *table)
{
    const config_setting_t *rows = config_setting_get_member(table, "rows");
    if (rows == NULL || !(config_setting_is_array(rows) || config_setting_is_list(rows)) ||
        (config_setting_length(rows) > 0 && config_setting_get_string(config_setting_get_elem(rows, 0)) == NULL)) {
        document_complain(reader->document, rows == NULL ? table : rows, "rows: a list of lines in quotes is expected");
        return NULL;
    }
    return rows;
}

bool table_fits_header(const struct tables_reader *reader, const config_setting_t *setting,
                       const struct columns *columns)
{
    const char *text = config_setting_get_string(setting);
    int count = 0;
    for (struct cell cell = table_next_cell(text == NULL ? "" : text); cell.is_there;
         cell = table_next_cell(cell.rest)) {
        if (!cell.whole) {
            document_complain(reader->document, setting, "\"%.40s...\": a cell has at most %d characters", cell.text,
                              CELL - 1);
            return false;
        }
        count++;
    }
    if (count != columns->count) {
        document_complain(reader->document, setting, "%d cells, where the header has %d columns", count,
                          columns->count);
    }
    return count == columns->count;
}

void *table_grown(const struct tables_reader *reader, void *elements, int count, int more, size_t size)
{
    void *larger = realloc(elements, (size_t)(count + more + 1) * size);
    if (larger == NULL) {
        document_complain(reader->document, NULL, "there is no memory left");
    }
    return larger;
}

/* ---- settings and models ---- */

void table_put_value(const struct tables_reader *reader, const config_setting_t *row, const struct parameter *parameter,
                     const char *text, struct scenario *scenario)
{
    const struct quantity value = parameter_read(parameter, text);
    if (value.valid) {
        parameter_set(parameter, scenario, value.value);
    } else {
        document_complain(reader->document, row, "%s: %s", parameter->key, value.message);
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
        document_complain(reader->document, config_setting_get_member(group, key),
                          "%s \"%s\": there is none of that name", key, name);
        return false;
    }
    return profile_apply(profile, reader->catalogue, scenario);
}

bool table_apply_model(const struct tables_reader *reader, const config_setting_t *where, const char *name,
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
        document_complain(reader->document, where, "model \"%s\": neither a preset nor one of the shapes of this file",
                          name);
        return false;
    }
    return profile_apply(profile, reader->catalogue, scenario);
}

struct table_base table_apply_presets(const struct tables_reader *reader, const config_setting_t *group,
                                      struct table_base base)
{
    const char *model = NULL;
    (void)apply_preset(reader, group, PROFILE_CLUSTER, "cluster", &base.scenario);
    (void)apply_preset(reader, group, PROFILE_GPU, "gpu", &base.scenario);
    if (config_setting_lookup_string(group, "model", &model) == CONFIG_TRUE) {
        base.has_model = table_apply_model(reader, config_setting_get_member(group, "model"), model, &base.scenario) ||
                         base.has_model;
    }
    return base;
}
