/* measurements_table.h: the lines, columns and settings of a table of measurements. Private to profiles.
 *
 * What is wrong goes to the document's complaints; a function that can fail says so besides.
 */
#ifndef RINGSIDE_PROFILES_MEASUREMENTS_TABLE_H
#define RINGSIDE_PROFILES_MEASUREMENTS_TABLE_H

#include "core/parameters.h"
#include "profiles/document.h"
#include "profiles/measurements.h"

#include <stdbool.h>

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
    enum measured_reading reading;
};

struct cell {
    char text[CELL];
    const char *rest;
    bool is_there;
    bool whole; /* it had room in `text` */
};

enum column_kind {
    COLUMN_ID,
    COLUMN_MODEL,
    COLUMN_PARAMETER,
    COLUMN_METRIC,
    COLUMN_OUTPUT, /* tokens that a request is answered with */
    COLUMN_RANKS,
    COLUMN_SIZE
};

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

/* The next cell of a line; what begins with # is not one. */
struct cell table_next_cell(const char *text);

/* Whether a cell says that the source has no such figure: "-". */
bool table_leaves_out(const struct cell *cell);

/* The header of a table.
 *
 *   given     read, which says what a word behind `prefix` stands for; false if for nothing
 *   returned  its columns; good is false after a complaint
 */
struct columns table_columns(const struct tables_reader *reader, const config_setting_t *table,
                             bool (*read)(struct column *column, const char *word, const char *prefix),
                             const char *prefix);

int table_count_columns(const struct columns *columns, enum column_kind kind);

/* The rows of a table; NULL, with a complaint, if they are no list of texts. */
const config_setting_t *table_rows(const struct tables_reader *reader, const config_setting_t *table);

/* Whether a line has as many cells as its header has columns; false with a complaint. */
bool table_fits_header(const struct tables_reader *reader, const config_setting_t *setting,
                       const struct columns *columns);

/* Room for `more` elements behind those there are; NULL, with a complaint, without memory. */
void *table_grown(const struct tables_reader *reader, void *elements, int count, int more, size_t size);

/* One cell of a parameter's column. */
void table_put_value(const struct tables_reader *reader, const config_setting_t *row, const struct parameter *parameter,
                     const char *text, struct scenario *scenario);

/* A shape of the file, or a preset; false, with a complaint, if it is neither. */
bool table_apply_model(const struct tables_reader *reader, const config_setting_t *where, const char *name,
                       struct scenario *scenario);

/* The presets that a group names. Their settings come after those of every group: a table's own cluster must not undo
 * what the file says of all its tables. */
struct table_base table_apply_presets(const struct tables_reader *reader, const config_setting_t *group,
                                      struct table_base base);

/* A table of a collective: measurements_collectives.c. */
void table_read_collective(struct tables_reader *reader, const config_setting_t *table, const struct table_base *base);

#endif
