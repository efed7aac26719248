/* help.c: the key table, the parameters and the metrics as help. */
#include "view/help.h"

#include "core/choices.h"
#include "core/order.h"
#include "core/other_names.h"
#include "core/words.h"
#include "view/draw.h"
#include "view/filter.h"

#include <stdio.h>
#include <string.h>

static const char marks_title[] = "Marks beside a value";
static const char sliders_title[] = "Sliders";
static const char figures_title[] = "Figures";

enum { PANEL_COLUMNS = 106, PANEL_ROWS = 36, TWO_COLUMNS_FROM = 100, TEXT_LENGTH = 700 };

static bool key_matches(const struct key_binding *binding, const char *filter)
{
    char text[TEXT_LENGTH];
    const char *title = binding->context == CONTEXT_EVERYWHERE ? "" : key_context_titles[binding->context];
    (void)snprintf(text, sizeof text, "%s %s %s", binding->name, binding->help, title);
    return filter_matches(filter, text);
}

static bool mark_matches(const struct value_class_look *mark, const char *filter)
{
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%s %c %s", marks_title, mark->mark, mark->help);
    return filter_matches(filter, text);
}

static bool is_entry(const struct help_row *row)
{
    return row->binding != NULL || row->mark != NULL || row->parameter != NULL || row->metric != NULL;
}

static void add_row(struct help_rows *rows, struct help_row row)
{
    if (rows->count < HELP_ROWS) {
        rows->row[rows->count++] = row;
        rows->entries += is_entry(&row) ? 1 : 0;
        rows->defines |= row.parameter != NULL || row.metric != NULL;
    }
}

/* A title before its first entry, with a blank row before it. */
static void add_entry(struct help_rows *rows, const char **title, struct help_row row)
{
    if (*title != NULL) {
        if (rows->count > 0) {
            add_row(rows, (struct help_row){.title = NULL});
        }
        add_row(rows, (struct help_row){.title = *title});
        *title = NULL;
    }
    add_row(rows, row);
}

/* The keys of all contexts that share a title. */
static void add_section(struct help_rows *rows, const char *section, const char *filter)
{
    const char *title = section;
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        if (context == CONTEXT_HELP || strcmp(key_context_titles[context], section) != 0) {
            continue;
        }
        for (int key = 0; key < key_binding_count; key++) {
            const struct key_binding *binding = &key_bindings[key];
            if ((int)binding->context == context && binding->name != NULL && key_matches(binding, filter)) {
                add_entry(rows, &title, (struct help_row){.binding = binding});
            }
        }
    }
}

static bool is_first_of_section(int context)
{
    for (int before = 0; before < context; before++) {
        if (strcmp(key_context_titles[before], key_context_titles[context]) == 0) {
            return false;
        }
    }
    return true;
}

/* What works in a tab comes before all else there; help's own keys stand in its footer. */
static void add_sections(struct help_rows *rows, enum key_context here, const char *filter)
{
    const bool in_tab = key_context_within(here, CONTEXT_TAB) || here == CONTEXT_PROJECTOR;
    const char *first = in_tab ? key_context_titles[here] : "";
    if (in_tab) {
        add_section(rows, first, filter);
    }
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        if (is_first_of_section(context) && strcmp(key_context_titles[context], first) != 0) {
            add_section(rows, key_context_titles[context], filter);
        }
    }
}

/* How a filter meets a row of a table: not at all, somewhere in its words (among them what others call it), or by its
 * name. */
enum match { MATCH_NONE, MATCH_WORDS, MATCH_NAME };

static enum match match_of(const char *filter, const char *key, const char *label, const char *words)
{
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%s %s %s %s", key, label, words, other_names_of(key));
    if (!filter_matches(filter, text)) {
        return MATCH_NONE;
    }
    const bool named = word_is_part(filter, key) || word_is_part(filter, label) || other_names_have(key, filter);
    return named ? MATCH_NAME : MATCH_WORDS;
}

/* What is called so comes first, then what speaks of it. */
static void add_sliders(struct help_rows *rows, const char *filter)
{
    const char *title = sliders_title;
    for (int match = MATCH_NAME; match >= MATCH_WORDS; match--) {
        for (int i = 0; i < parameter_count; i++) {
            const struct parameter *parameter = &parameters[i];
            if ((int)match_of(filter, parameter->key, parameter->label, parameter->help) == match) {
                add_entry(rows, &title, (struct help_row){.parameter = parameter});
            }
        }
    }
}

static void add_figures(struct help_rows *rows, const char *filter)
{
    const char *title = figures_title;
    for (int match = MATCH_NAME; match >= MATCH_WORDS; match--) {
        for (int i = 0; i < metric_count; i++) {
            const struct metric *metric = &metrics[i];
            const char *meaning = metric->meaning != NULL ? metric->meaning : "";
            if ((int)match_of(filter, metric->key, metric->label, meaning) == match) {
                add_entry(rows, &title, (struct help_row){.metric = metric});
            }
        }
    }
}

struct help_rows help_rows_of(enum key_context here, const char *filter)
{
    struct help_rows rows = {.count = 0};
    const char *title = marks_title;
    add_sections(&rows, here, filter);
    for (int class = 0; class < VALUE_CLASS_COUNT; class ++) {
        if (mark_matches(&value_class_looks[class], filter)) {
            add_entry(&rows, &title, (struct help_row){.mark = &value_class_looks[class]});
        }
    }
    if (filter[0] != '\0') {
        add_sliders(&rows, filter);
        add_figures(&rows, filter);
    }
    return rows;
}

/* Bits of the modes of a slider or a figure. */
static unsigned modes_of(const struct help_row *row, const struct scenario *now)
{
    struct scenario other = *now;
    unsigned modes = 0;
    if (row->metric != NULL) {
        return row->metric->modes != 0 ? row->metric->modes : IN_ALL_MODES;
    }
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        other.mode = (enum mode)mode;
        modes |= row->parameter == NULL || parameter_applies(row->parameter, &other) ? 1U << mode : 0;
    }
    return modes;
}

void help_modes_elsewhere(const struct help_row *row, const struct scenario *now, char *text, size_t size)
{
    const unsigned modes = modes_of(row, now);
    size_t used = 0;
    text[0] = '\0';
    for (int mode = 0; mode < MODE_COUNT && !mode_is_in(now->mode, modes); mode++) {
        if (mode_is_in((enum mode)mode, modes) && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " and " : "", mode_names.names[mode]);
        }
    }
}

int help_row_of_entry(const struct help_rows *rows, int entry)
{
    for (int i = 0; i < rows->count; i++) {
        if (is_entry(&rows->row[i]) && entry-- == 0) {
            return i;
        }
    }
    return -1;
}

int help_entry_of_row(const struct help_rows *rows, int row)
{
    int entry = -1;
    for (int i = 0; i <= row && i < rows->count; i++) {
        entry += is_entry(&rows->row[i]) ? 1 : 0;
    }
    return entry;
}

const struct key_binding *help_meant(const struct key_binding *binding, const char *filter)
{
    const struct key_binding *second = key_pair_of(binding);
    return second != NULL && filter_next(filter, second->help, 0).length > 0 ? second : binding;
}

/* Where the second column begins: with a title, if what follows fits below it. */
static int second_column(const struct help_rows *rows, const struct help_place *place)
{
    for (int row = place->list_rows; row > 0 && place->scroll == 0; row--) {
        const bool is_title = row < rows->count && rows->row[row].title != NULL;
        if (is_title && rows->count - row <= place->list_rows) {
            return row;
        }
    }
    return place->list_rows;
}

struct help_place help_place_for(const struct layout *layout, const struct help_rows *rows, int selected)
{
    struct help_place place = {.area = overlay_area(layout, PANEL_COLUMNS, PANEL_ROWS)};
    place.list_row = place.area.rows > 12 ? 4 : 2;
    const int words = rows->defines ? 2 : place.area.columns < HELP_NARROW ? 1 : 0; /* of a row that is cut, below */
    const int below = place.area.rows > 12 || words > 0 ? greater_int(2, words + 1) : 1;
    place.list_rows = place.area.rows - place.list_row - below;
    place.columns = place.area.columns >= TWO_COLUMNS_FROM && !rows->defines ? 2 : 1;
    place.column_width = place.columns == 2 ? 52 : place.area.columns - 4;
    const int shown = place.list_rows * place.columns;
    const int row = help_row_of_entry(rows, selected > 0 ? selected : 0);
    const int most = rows->count > shown ? rows->count - shown : 0;
    const int wanted = row < shown ? 0 : row - shown + 1;
    place.scroll = wanted < most ? wanted : most;
    place.second = place.columns == 2 ? second_column(rows, &place) : place.list_rows;
    const int end = place.scroll + place.second + (place.columns == 2 ? place.list_rows : 0);
    place.below = rows->count > end ? rows->count - end : 0;
    return place;
}

int help_row_at(const struct help_place *place, int row, int column)
{
    const int line = row - place->area.row - place->list_row;
    const int inside = column - place->area.column - 3;
    if (line < 0 || line >= place->list_rows || inside < 0 || place->column_width <= 0) {
        return -1;
    }
    const int list_column = inside / place->column_width;
    if (list_column >= place->columns || (list_column == 0 && line >= place->second)) {
        return -1;
    }
    return place->scroll + list_column * place->second + line;
}
