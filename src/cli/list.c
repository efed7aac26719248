/* list.c: `ringside list`: presets and tables, as tables. */
#include "cli/list.h"

#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "core/words.h"
#include "exporters/figures.h"

#include <string.h>

enum { OPTION_FORMAT, OPTION_PRESET_DIR };

const struct option list_options[] = {
    [OPTION_FORMAT] = {.name = "--format",
                       .choices = &format_names,
                       .candidates = CANDIDATES_CHOICES,
                       .help = "for people (the default), or for programs, with all columns"},
    [OPTION_PRESET_DIR] = PRESET_DIR_OPTION("presets of your own besides those built in"),
    {.name = NULL},
};

/* What the cells of a preset list are taken from. */
struct preset_list {
    const struct catalogue *catalogue;
    enum profile_kind kind;
};

static const struct table_column preset_columns[] = {
    {"name", true}, {"title", true}, {"source", false}, {"file", false}};

static void preset_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct preset_list *list = table->rows;
    const struct profile *profile = catalogue_at(list->catalogue, list->kind, row);
    const char *cells[] = {profile->name, profile->title, profile->source, profile->path};
    (void)snprintf(text, size, "%s", cells[column]);
}

static const struct table_column parameter_columns[] = {
    {"key", true}, {"default", true}, {"values", true}, {"unit", false}, {"label", false}, {"help", true},
};

static void parameter_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct parameter *parameter = &parameters[row];
    char fallback[QUANTITY_TEXT];
    char values[TABLE_CELL];
    (void)table;
    (void)parameter_print(parameter, parameter->fallback, fallback, sizeof fallback);
    (void)parameter_values_print(parameter, values, sizeof values);
    const struct unit_symbol symbol = unit_symbol(parameter->unit);
    const char *cells[] = {parameter->key, fallback, values, symbol.text, parameter->label, parameter->help};
    (void)snprintf(text, size, "%s", cells[column]);
}

static const struct table_column metric_columns[] = {
    {"key", true}, {"unit", true}, {"label", false}, {"meaning", true}, {"formula", false}, {"source", false},
};

static const char *or_empty(const char *text)
{
    return text == NULL ? "" : text;
}

static void metric_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct metric *metric = &metrics[row];
    (void)table;
    const struct unit_symbol symbol = unit_symbol(metric->unit);
    const char *cells[] = {
        metric->key, symbol.text, metric->label, metric->meaning, or_empty(metric->formula), or_empty(metric->source)};
    (void)snprintf(text, size, "%s", cells[column]);
}

static const struct table_column key_columns[] = {{"keys", true}, {"where", true}, {"what", true}};

/* The row of that place among those that are shown. */
static struct key_row key_shown(const struct screen *screen, int place)
{
    int index = 0;
    for (; place > 0 || screen->key_at(index).keys == NULL; index++) {
        place -= screen->key_at(index).keys != NULL;
    }
    return screen->key_at(index);
}

static int key_shown_count(const struct screen *screen)
{
    int count = 0;
    for (int i = 0; i < screen->key_count; i++) {
        count += screen->key_at(i).keys != NULL;
    }
    return count;
}

/* What the cells of the keys are taken from. Signs are replaced before columns are made as wide as they need. */
struct key_list {
    const struct screen *screen;
    plain_signs *signs; /* NULL: they stay */
};

static void key_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct key_list *list = table->rows;
    const struct key_row key = key_shown(list->screen, row);
    const char *cells[] = {key.keys, key.where, or_empty(key.help)};
    if (list->signs != NULL) {
        list->signs(cells[column], text, size);
    } else {
        (void)snprintf(text, size, "%s", cells[column]);
    }
}

/* Lists besides those of the presets, whose names are their folders'. */
enum own_list { LIST_PARAMETERS, LIST_METRICS, LIST_KEYS, LIST_COUNT };

static const char *const own_names[LIST_COUNT] = {"parameters", "metrics", "keys"};

const char *list_name_at(int index)
{
    return index < PROFILE_KIND_COUNT ? profile_folders[index] : own_names[index - PROFILE_KIND_COUNT];
}

const int list_name_count = PROFILE_KIND_COUNT + LIST_COUNT;

static void print_own(enum own_list list, const struct program *program, enum format format)
{
    const struct key_list keys = {program->screen, format == FORMAT_TEXT ? program->signs : NULL};
    const struct table tables[LIST_COUNT] = {
        [LIST_PARAMETERS] = {TABLE_OF(parameter_columns), .row_count = parameter_count, .cell = parameter_cell},
        [LIST_METRICS] = {TABLE_OF(metric_columns), .row_count = metric_count, .cell = metric_cell},
        [LIST_KEYS] = {TABLE_OF(key_columns), .row_count = key_shown_count(program->screen), .cell = key_cell,
                       .rows = &keys},
    };
    table_print(&tables[list], format, program->output);
}

static int print_presets(const struct program *program, enum profile_kind kind, const char *preset_dir,
                         enum format format)
{
    const enum presets_asked asked = kind == PROFILE_MEASUREMENT ? PRESETS_ALL : PRESETS_BUT_MEASUREMENTS;
    struct catalogue *catalogue = presets_load(preset_dir, asked, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const struct preset_list list = {.catalogue = catalogue, .kind = kind};
    const struct table table = {TABLE_OF(preset_columns), .row_count = catalogue_count(catalogue, kind),
                                .cell = preset_cell, .rows = &list};
    table_print(&table, format, program->output);
    catalogue_free(catalogue);
    return EXIT_DONE;
}

static int refuse_list(const struct program *program, const char *name)
{
    const int nearest = word_nearest(name, list_name_at, list_name_count);
    complaint_print(program->errors, "ringside list: \"%s\" is no list", name);
    if (nearest >= 0) {
        complaint_print(program->errors, "; did you mean %s?\n", list_name_at(nearest));
        return EXIT_BAD_INPUT;
    }
    for (int i = 0; i < list_name_count; i++) {
        complaint_print(program->errors, "%s%s", i == 0 ? "; there are " : ", ", list_name_at(i));
    }
    (void)fputc('\n', program->errors);
    return EXIT_BAD_INPUT;
}

int list_run(const struct program *program, const struct arguments *arguments)
{
    const enum format format = (enum format)arguments_choice(arguments, list_options, OPTION_FORMAT, FORMAT_TEXT);
    for (int i = 0; i < list_name_count; i++) {
        if (strcmp(list_name_at(i), arguments->words[0]) != 0) {
            continue;
        }
        if (i < PROFILE_KIND_COUNT) {
            return print_presets(program, (enum profile_kind)i, arguments->value[OPTION_PRESET_DIR], format);
        }
        print_own((enum own_list)(i - PROFILE_KIND_COUNT), program, format);
        return EXIT_DONE;
    }
    return refuse_list(program, arguments->words[0]);
}
