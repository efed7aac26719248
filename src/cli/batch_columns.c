/* batch_columns.c: a header and a list of keys, looked up in the tables. */
#include "cli/batch_columns.h"

#include "cli/refuse.h"
#include "core/evaluate.h"
#include "core/other_names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TEXT = 80 };

/* Columns of the user's own, besides those that begin with '#'. */
static const char *const passed_on[] = {"id", "name", "note"};

/* A name without the blanks around it, cut where no name of ours is as long. */
struct key {
    char text[KEY_TEXT];
};

static struct key key_trim(const char *text, size_t length)
{
    struct key key;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    (void)snprintf(key.text, sizeof key.text, "%.*s", (int)(length < KEY_TEXT ? length : KEY_TEXT), text);
    return key;
}

static bool is_passed_on(const char *name)
{
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        if (strcmp(name, passed_on[i]) == 0) {
            return true;
        }
    }
    return name[0] == '#';
}

static const struct preset_name *find_preset_name(const char *name)
{
    for (int i = 0; i < PRESET_NAMES; i++) {
        if (strcmp(name, preset_names[i].key) == 0) {
            return &preset_names[i];
        }
    }
    return NULL;
}

static void refuse_column(const char *name, const char *place, FILE *errors)
{
    const struct suggestion suggestion = parameter_suggestion(name);
    if (strpbrk(name, ";\t") != NULL) {
        complaint_print(errors, "%s: \"%s\": commas are expected between cells, and a point in 1.5\n", place, name);
        return;
    }
    complaint_print(errors, "%s: there is no parameter \"%s\"", place, name);
    if (metric_find(name) != NULL) {
        complaint_print(errors, ": it is a figure, which --show prints\n");
    } else if (strstr(suggestion.text, "did you mean") != NULL) {
        complaint_print(errors, "%s\n", suggestion.text);
    } else {
        complaint_print(errors, "; `ringside list parameters` names them all, and #%s would be passed on\n", name);
    }
}

/* Whether a column means something, and nothing that another one means already. */
static bool column_is_good(const struct batch_columns *columns, int index, const char *name, const char *place,
                           FILE *errors)
{
    const struct batch_column *column = &columns->list[index];
    if (column->preset == NULL && column->parameter == NULL) {
        if (!is_passed_on(name)) {
            refuse_column(name, place, errors);
        }
        return is_passed_on(name);
    }
    for (int i = 0; i < index; i++) {
        if (columns->list[i].preset == column->preset && columns->list[i].parameter == column->parameter) {
            complaint_print(errors, "%s: %s stands in column %d already\n", place, name, i + 1);
            return false;
        }
    }
    return true;
}

/* Note where the presets are named, in the order in which they are applied. */
static void place_presets(struct batch_columns *columns)
{
    for (int i = 0; i < PRESET_NAMES; i++) {
        for (int place = 0; place < columns->count; place++) {
            if (columns->list[place].preset == &preset_names[i]) {
                columns->preset_place[columns->preset_count++] = place;
            }
        }
    }
}

struct batch_columns batch_columns_read(const struct csv_reader *header, const char *name, FILE *errors)
{
    enum { PLACE_TEXT = 400 };
    struct batch_columns columns = {.list = calloc((size_t)header->count, sizeof *columns.list),
                                    .count = header->count};
    bool good = columns.list != NULL;
    for (int i = 0; i < header->count && good; i++) {
        char place[PLACE_TEXT];
        const struct key key = key_trim(csv_cell(header, i), strlen(csv_cell(header, i)));
        columns.list[i] = (struct batch_column){find_preset_name(key.text), parameter_find(key.text)};
        (void)snprintf(place, sizeof place, "%.300s:%ld: column %d", name, header->row_line, i + 1);
        good = column_is_good(&columns, i, key.text, place, errors);
    }
    if (!good) {
        batch_columns_free(&columns);
        return columns;
    }
    place_presets(&columns);
    return columns;
}

void batch_columns_free(struct batch_columns *columns)
{
    free(columns->list);
    columns->list = NULL;
}

static int count_keys(const char *keys)
{
    int count = 1;
    for (; *keys != '\0'; keys++) {
        count += *keys == ',';
    }
    return count;
}

/* Figures that take longer are computed only where somebody reads them. */
static void add_figure(struct batch_figures *figures, const struct metric *metric)
{
    figures->list[figures->count++] = metric;
    if (metric->takes_longer) {
        figures->price = evaluate_all;
    }
}

struct batch_figures batch_figures_read(const char *command, const char *keys, FILE *errors)
{
    const int room = keys == NULL ? metric_count : count_keys(keys);
    struct batch_figures figures = {.list = calloc((size_t)room, sizeof(struct metric *)), .price = evaluate};
    for (int i = 0; keys == NULL && figures.list != NULL && i < metric_count; i++) {
        add_figure(&figures, &metrics[i]);
    }
    while (keys != NULL && figures.list != NULL) {
        const size_t length = strcspn(keys, ",");
        const struct key key = key_trim(keys, length);
        const struct metric *metric = metric_find(key.text);
        if (metric == NULL) {
            (void)refuse_metric(errors, command, "--show", key.text);
            batch_figures_free(&figures);
            break;
        }
        add_figure(&figures, metric);
        keys = keys[length] == '\0' ? NULL : keys + length + 1;
    }
    return figures;
}

void batch_figures_free(struct batch_figures *figures)
{
    free((void *)figures->list);
    figures->list = NULL;
}
