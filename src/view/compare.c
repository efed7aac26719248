/* compare.c: which scenarios are compared, in what. */
#include "view/compare.h"

#include "view/app.h"
#include "view/value.h"
#include "view/within.h"

#include <string.h>

/* ---- Columns */

static void add_column(struct compare_columns *columns, struct compare_column column)
{
    columns->column[columns->count++] = column;
}

/* The figures of a scenario that cannot run; the app keeps those of the last one that could. */
static const struct result no_result = {.valid = false};

struct compare_columns compare_columns_of(const struct app *app)
{
    static const char *const names[PINS] = {"pin 1", "pin 2", "pin 3", "pin 4"};
    struct compare_columns columns = {.count = 0};
    add_column(&columns,
               (struct compare_column){"now", &app->now, &app->preset, app->invalid ? &no_result : &app->result, -1});
    if (app->has_baseline) {
        add_column(&columns, (struct compare_column){"baseline", &app->baseline, &app->baseline_preset,
                                                     &app->baseline_result, -1});
    }
    for (int i = 0; i < app->compare.pins; i++) {
        const struct pinned *pin = &app->compare.pin[i];
        add_column(&columns, (struct compare_column){names[i], &pin->scenario, &pin->preset, &pin->result, i});
    }
    columns.selected = app->compare.column < columns.count ? app->compare.column : columns.count - 1;
    columns.reference = columns.count == 1 ? -1 : columns.selected > 0 ? 0 : 1;
    return columns;
}

struct compare_pair compare_pair_of(const struct compare_columns *columns)
{
    const int one = columns->selected;
    const int other = columns->reference;
    const bool one_runs = columns->column[one].result->valid;
    const bool other_runs = other >= 0 && columns->column[other].result->valid;
    return (struct compare_pair){one_runs ? one : other_runs ? other : -1, one_runs && other_runs ? other : -1};
}

/* ---- Lines */

/* What the headline of each mode says; NULL ends it. */
enum { HEADLINE_FIGURES = 6 };
static const char *const headline_figures[MODE_COUNT][HEADLINE_FIGURES] = {
    [MODE_TRAINING] = {"step.time", "mfu", "tokens_per_second", "memory.total", "memory.fits"},
    [MODE_PREFILL] = {"step.time", "tokens_per_second", "tokens_per_second_per_gpu", "memory.total", "memory.fits"},
    [MODE_DECODE] = {"step.time", "decode.speedup", "tokens_per_second", "memory.total", "memory.fits"},
};

static const struct {
    const char *label;
    size_t offset;
} preset_names[] = {
    {"model", offsetof(struct scenario, model.name)},
    {"cluster", offsetof(struct scenario, cluster.name)},
    {"GPU", offsetof(struct scenario, gpu.name)},
};

static void add_line(struct compare_lines *lines, struct compare_line line)
{
    if (lines->count < COMPARE_LINES) {
        lines->line[lines->count++] = line;
    }
}

static void add_title(struct compare_lines *lines, const char *label)
{
    add_line(lines, (struct compare_line){.kind = COMPARE_BLANK});
    add_line(lines, (struct compare_line){.kind = COMPARE_TITLE, .label = label});
}

bool compare_differs(const struct compare_line *line, const struct compare_column *one,
                     const struct compare_column *other)
{
    if (line->kind == COMPARE_PRESET) {
        return strcmp((const char *)one->scenario + line->name, (const char *)other->scenario + line->name) != 0;
    }
    return line->kind == COMPARE_PARAMETER &&
           value_in_force(one->scenario, line->parameter) != value_in_force(other->scenario, line->parameter);
}

/* Add a line where any column differs from the first. */
static void add_where_different(struct compare_lines *lines, const struct compare_columns *columns,
                                struct compare_line line)
{
    for (int i = 1; i < columns->count; i++) {
        if (compare_differs(&line, &columns->column[0], &columns->column[i])) {
            add_line(lines, line);
            return;
        }
    }
}

static void add_differences(struct compare_lines *lines, const struct compare_columns *columns)
{
    const int title = lines->count + 1;
    add_title(lines, "what differs");
    for (size_t i = 0; i < sizeof preset_names / sizeof preset_names[0]; i++) {
        add_where_different(lines, columns,
                            (struct compare_line){.kind = COMPARE_PRESET,
                                                  .label = preset_names[i].label,
                                                  .name = preset_names[i].offset});
    }
    for (int i = 0; i < parameter_count; i++) {
        add_where_different(lines, columns,
                            (struct compare_line){.kind = COMPARE_PARAMETER, .parameter = &parameters[i]});
    }
    if (lines->count == title + 1) {
        lines->line[title].label = "nothing differs";
    }
}

static bool has_part(const struct result *result, enum part part)
{
    return part_seconds(step_parts[part].exposed, result) > 0.0;
}

static void add_parts(struct compare_lines *lines, const struct compare_columns *columns)
{
    const struct compare_pair pair = compare_pair_of(columns);
    if (pair.one < 0) {
        return;
    }
    const struct result *one = columns->column[pair.one].result;
    const struct result *other = pair.other >= 0 ? columns->column[pair.other].result : NULL;
    add_title(lines, "");
    lines->line[lines->count - 1].kind = COMPARE_TITLE_OF_PARTS;
    for (int i = 0; i < PART_COUNT; i++) {
        const enum part part = (enum part)i;
        if (!has_part(one, part) && (other == NULL || !has_part(other, part))) {
            continue;
        }
        add_line(lines, (struct compare_line){.kind = COMPARE_PART, .part = part});
        if (other != NULL) {
            add_line(lines, (struct compare_line){.kind = COMPARE_PART_OTHER, .part = part});
        }
    }
}

struct sentence compare_reason(const struct app *app, int reason)
{
    enum { MARGINS = 3 };
    const int columns = app->columns > MARGINS ? app->columns - MARGINS : 1;
    const struct sentence_room room = {.first = columns, .others = columns, .lines = SENTENCE_LINES};
    return sentence_break(app->glyphs, app->reasons.text[reason], room);
}

/* Why there are no figures of the present scenario. */
static void add_reasons(struct compare_lines *lines, const struct app *app)
{
    if (app->invalid) {
        add_title(lines, "now cannot run");
    }
    for (int reason = 0; app->invalid && reason < app->reasons.count; reason++) {
        const int pieces = compare_reason(app, reason).count;
        for (int piece = 0; piece < pieces; piece++) {
            add_line(lines, (struct compare_line){.kind = COMPARE_REASON, .reason = reason, .piece = piece});
        }
    }
}

struct compare_lines compare_lines_of(const struct app *app, const struct compare_columns *columns)
{
    struct compare_lines lines = {.count = 0};
    const char *const *figures = headline_figures[app->now.mode];
    for (int i = 0; i < HEADLINE_FIGURES && figures[i] != NULL; i++) {
        const struct metric *metric = metric_find(figures[i]);
        add_line(&lines, (struct compare_line){.kind = COMPARE_FIGURE, .label = metric->label, .metric = metric});
        if (i == 0) {
            add_line(&lines, (struct compare_line){.kind = COMPARE_RATIO, .label = "ratio to now"});
        }
    }
    add_reasons(&lines, app);
    if (columns->reference >= 0) {
        add_differences(&lines, columns);
        add_parts(&lines, columns);
    }
    return lines;
}

/* ---- Place */

struct compare_place compare_place_for(const struct layout *layout, const struct compare_columns *columns)
{
    enum {
        HEADING_ROW = 1,
        BELOW = 2,
        MARGIN = 2,
        CELL = 13, /* "59.9 k tok/s" */
        CELL_WIDE = 20,
        LABEL = 19, /* "tokens per second" */
        LABEL_WIDE = 24,
        NUMBERS = 19,
        BAR_UNIT = 20
    };
    const bool full = layout->size_class >= SIZE_FULL;
    struct compare_place place = {.heading_row = HEADING_ROW, .verdict_row = HEADING_ROW + 1};
    place.names_row = place.verdict_row + (full ? 2 : 1);
    place.list_row = place.names_row + 1;
    place.list_rows = layout->rows > BELOW + place.list_row ? layout->rows - BELOW - place.list_row : 0;
    place.label = full ? LABEL_WIDE : LABEL;
    const int room = layout->columns - MARGIN - place.label - 1;
    const int wanted = room / columns->count;
    place.cell_width = within(wanted, CELL, CELL_WIDE);
    place.shown = room / place.cell_width < columns->count ? room / place.cell_width : columns->count;
    place.first = columns->selected >= place.shown ? columns->selected - place.shown + 1 : 0;
    place.bar_column = MARGIN + place.label;
    const int bars = (room - NUMBERS) / BAR_UNIT * BAR_UNIT;
    place.bar_width = bars > 0 ? bars : 0;
    place.number_column = place.bar_column + place.bar_width + 1;
    return place;
}

int compare_scroll(const struct compare_place *place, const struct compare_lines *lines, int wanted)
{
    const int most = lines->count > place->list_rows ? lines->count - place->list_rows : 0;
    return within(wanted, 0, most);
}
