/* measurements_collectives.c: the tables of measured collectives. */
#include "core/topology.h"
#include "profiles/measurements_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a word in the header of a collective stands for: `size`, or a number of ranks. */
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

/* A whole number of a table; `fallback` where it is not there. */
static int read_count(const struct tables_reader *reader, const config_setting_t *table, const char *key, int fallback)
{
    const config_setting_t *setting = config_setting_get_member(table, key);
    const struct file_number number = setting == NULL ? (struct file_number){true, fallback} : document_number(setting);
    if (number.valid && number.value >= 0 && number.value <= 1e6 && number.value == floor(number.value)) {
        return (int)number.value;
    }
    document_complain(reader->document, setting, "%s: a whole number is expected", key);
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
        document_complain(reader->document, config_setting_get_member(table, "caller"), "caller: %s", caller.message);
    }
    return caller.valid ? caller.value : 0;
}

/* A size or a time; 0 if it is left out, and after a complaint. */
static double read_measured(const struct tables_reader *reader, const config_setting_t *row, const char *text,
                            enum unit unit)
{
    const struct quantity value = quantity_parse(text, unit);
    if (strcmp(text, "-") != 0 && !(value.valid && value.value > 0)) {
        document_complain(reader->document, row, "%s", value.valid ? "more than 0 is expected" : value.message);
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
        if (!table_fits_header(reader, setting, columns)) {
            continue;
        }
        struct cell cell = table_next_cell(config_setting_get_string(setting));
        for (int i = 0; i < columns->count; i++, cell = table_next_cell(cell.rest)) {
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
    void *collectives =
        table_grown(reader, into->collectives, into->collective_count, columns, sizeof *into->collectives);
    into->collectives = collectives == NULL ? into->collectives : collectives;
    void *points = table_grown(reader, into->points, into->point_count, columns * rows, sizeof *into->points);
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
        document_complain(reader->document, config_setting_get_member(table, "operation"),
                          "operation: one like all_reduce is expected");
        return OP_COUNT;
    }
    if (config_setting_lookup_string(table, "id", &id) != CONFIG_TRUE || id[0] == '\0') {
        document_complain(reader->document, table, "a table of a collective without an id");
        return OP_COUNT;
    }
    return (enum collective_op)op;
}

void table_read_collective(struct tables_reader *reader, const config_setting_t *table, const struct table_base *base)
{
    const enum collective_op op = read_operation(reader, table);
    const config_setting_t *rows = table_rows(reader, table);
    const struct columns columns = table_columns(reader, table, read_collective_column, "");
    if (op == OP_COUNT || rows == NULL || !columns.good) {
        return;
    }
    if (table_count_columns(&columns, COLUMN_SIZE) != 1 || columns.count < 2) {
        document_complain(reader->document, table,
                          "columns: sizes, and times for each number of ranks are expected, like \"size 2 8\"");
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
