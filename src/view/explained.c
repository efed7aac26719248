/* explained.c: what the explain overlay says of a figure or a parameter. */
#include "view/explained.h"

#include "core/choice_meanings.h"
#include "core/explain.h"
#include "core/identity.h"
#include "view/app.h"
#include "view/draw.h"
#include "view/tabs.h"
#include "view/value.h"
#include "view/within.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The panel: as wide as a line of text may be read, and what stands beside the text in it. */
enum { PANEL_COLUMNS = 102, LABEL_COLUMNS = 15, RIGHT_COLUMNS = 2, FRAME_ROWS = 3, ROWS_AROUND = 2 };

enum { LONG_TEXT = 1600, NAME_COLUMNS = 22 };

struct explained explained_metric(const char *key)
{
    return (struct explained){.metric = metric_find(key)};
}

struct explained explained_parameter(const struct parameter *parameter)
{
    return (struct explained){.parameter = parameter};
}

bool explained_is_some(const struct explained *explained)
{
    return explained->metric != NULL || explained->parameter != NULL;
}

static void add_entry(struct explained_entries *entries, const struct metric *metric, const struct parameter *parameter)
{
    if (entries->count < EXPLAINED_ENTRIES) {
        entries->entry[entries->count++] = (struct explained){.metric = metric, .parameter = parameter};
    }
}

static bool enters(const struct parameter *parameter, const struct explain_inputs *inputs)
{
    for (int i = 0; i < inputs->parameter_count; i++) {
        if (inputs->parameters[i] == parameter) {
            return true;
        }
    }
    return false;
}

struct explained_entries explained_entries_of(const struct explained *explained, const struct scenario *scenario)
{
    struct explained_entries entries = {.count = 0};
    if (explained->metric != NULL) {
        const struct explain_inputs inputs = explain_inputs(explained->metric, scenario);
        for (int i = 0; i < inputs.parameter_count; i++) {
            add_entry(&entries, NULL, inputs.parameters[i]);
        }
        for (int i = 0; i < inputs.metric_count; i++) {
            add_entry(&entries, inputs.metrics[i], NULL);
        }
    }
    for (int i = 0; i < metric_count && explained->parameter != NULL; i++) {
        const struct explain_inputs inputs = explain_inputs(&metrics[i], scenario);
        if (enters(explained->parameter, &inputs)) {
            add_entry(&entries, &metrics[i], NULL);
        }
    }
    return entries;
}

const struct scenario *explained_scenario(const struct app *app)
{
    return app->about.row ? &app->about.scenario : &app->now;
}

static const struct result *explained_result(const struct app *app)
{
    return app->about.row ? &app->about.result : &app->result;
}

void explained_follow(struct app *app)
{
    const struct tab *tab = tab_of(app);
    struct tab_scenario (*const about)(const struct app *) = tab->about != NULL ? tab->about : tab->selected;
    const struct tab_scenario selected =
        app->focus == FOCUS_TAB && about != NULL ? about(app) : (struct tab_scenario){.found = false};
    app->about.row = false;
    if (selected.found) {
        app->about.scenario = selected.scenario;
        app->about.result = evaluate_all(&selected.scenario);
        app->about.row = app->about.result.valid;
    }
}

static bool applies(const struct app *app, const struct metric *metric)
{
    return !isnan(metric_get(metric, explained_result(app)));
}

struct explained explained_neighbour(const struct app *app, const struct explained *explained, int by)
{
    int place = explained->metric != NULL ? (int)(explained->metric - metrics) : by > 0 ? -1 : 0;
    for (int tried = 0; tried < metric_count; tried++) {
        place = (place + by + metric_count) % metric_count;
        if (applies(app, &metrics[place])) {
            return (struct explained){.metric = &metrics[place]};
        }
    }
    return *explained;
}

struct explained_facts explained_facts_of(const struct app *app, const struct explained *entry)
{
    struct explained_facts facts = {.name = "", .class_name = "figure", .source = ""};
    if (entry->metric != NULL) {
        facts.name = entry->metric->label;
        facts.source = entry->metric->meaning;
        if (applies(app, entry->metric)) {
            (void)metric_print(entry->metric, explained_result(app), facts.value, sizeof facts.value);
        } else {
            (void)snprintf(facts.value, sizeof facts.value, "-");
        }
        return facts;
    }
    const struct parameter *parameter = entry->parameter;
    const struct value_source source = catalogue_value_source(app->catalogue, &app->preset, parameter);
    facts.name = value_name(explained_scenario(app), parameter, NAME_COLUMNS);
    facts.class_name = value_class_looks[value_class_of(app, parameter)].name;
    facts.source = source.profile != NULL ? source.profile->source : parameter->help;
    value_sentence(explained_scenario(app), parameter, value_in_force(explained_scenario(app), parameter), facts.value,
                   sizeof facts.value);
    return facts;
}

static struct explained_line *add_line(struct explained_lines *lines, enum explained_line_kind kind, const char *label)
{
    struct explained_line *line = &lines->line[lines->count < EXPLAINED_LINES - 1 ? lines->count++ : lines->count];
    *line = (struct explained_line){.kind = kind, .label = label};
    return line;
}

static void add_blank(struct explained_lines *lines)
{
    (void)add_line(lines, EXPLAINED_BLANK, "");
}

/* Whether a line may end at a blank: not between a number and its unit. */
static bool may_end_at(const char *text, size_t blank)
{
    const char before = blank > 0 ? text[blank - 1] : ' ';
    const char after = text[blank + 1];
    const bool is_number = before >= '0' && before <= '9';
    const bool is_unit = (after >= 'A' && after <= 'z') || after == '%';
    return text[blank] == ' ' && !(is_number && is_unit);
}

/* Bytes of a text that stand in so many columns: up to a blank, or to the end of the line. */
static size_t bytes_in(const char *text, int columns)
{
    const size_t end = strcspn(text, "\n");
    size_t fitting = 0;
    for (size_t bytes = 1; bytes <= end; bytes++) {
        const bool may_break = bytes == end || may_end_at(text, bytes);
        char start[EXPLAINED_TEXT];
        if (!may_break || bytes >= sizeof start) {
            continue;
        }
        (void)snprintf(start, sizeof start, "%.*s", (int)bytes, text);
        if (text_columns(start) > columns) {
            break;
        }
        fitting = bytes;
    }
    return fitting > 0 ? fitting : end < EXPLAINED_TEXT ? end : EXPLAINED_TEXT - 1;
}

/* A text of any length, broken between words; the label stands beside its first line. NULL: it is about the name. */
static struct explained_line *add_words(const struct app *app, struct explained_lines *lines, const char *label,
                                        const char *text, int columns)
{
    char plain[LONG_TEXT];
    struct explained_line *line = NULL;
    glyphs_text(app->glyphs, text, plain, sizeof plain);
    for (const char *rest = plain; *rest != '\0' && lines->count < EXPLAINED_LINES - 1;) {
        const size_t bytes = bytes_in(rest, columns);
        line = add_line(lines, EXPLAINED_WORDS, line == NULL || label == NULL ? label : "");
        (void)snprintf(line->text, sizeof line->text, "%.*s", (int)bytes, rest);
        rest += bytes;
        rest += *rest == ' ' || *rest == '\n' ? 1 : 0;
    }
    return line;
}

const char *explained_label(const struct metric *metric, const struct metric *other)
{
    if (other == NULL) {
        return metric->label;
    }
    const char *comma = strstr(metric->label, ", ");
    const size_t shared = comma != NULL ? (size_t)(comma - metric->label) + 2 : 0;
    return shared > 0 && strncmp(metric->label, other->label, shared) == 0 ? comma + 2 : metric->label;
}

static void append(char *text, size_t size, const char *before, const char *words, const char *value)
{
    const size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%s %s", used > 0 ? before : "", words, value);
}

/* "exposed 329 ms + hidden 302 ms = in all 631 ms": what is nothing is left out. */
static void add_identity(const struct app *app, const struct metric *metric, struct explained_lines *lines, int columns)
{
    const struct identity identity = identity_of(metric);
    char text[LONG_TEXT] = "";
    char value[EXPLAINED_VALUE];
    if (identity.total == NULL || !explained_result(app)->valid || !applies(app, metric)) {
        return;
    }
    for (int i = 0; i < identity.count; i++) {
        if (metric_get(identity.summand[i], explained_result(app)) != 0.0 && applies(app, identity.summand[i])) {
            (void)metric_print(identity.summand[i], explained_result(app), value, sizeof value);
            append(text, sizeof text, " + ", explained_label(identity.summand[i], identity.total), value);
        }
    }
    (void)metric_print(identity.total, explained_result(app), value, sizeof value);
    append(text, sizeof text, " = ", explained_label(identity.total, identity.summand[0]), value);
    add_blank(lines);
    struct explained_line *last = add_words(app, lines, "checked", text, columns);
    if (last != NULL) {
        last->kind = EXPLAINED_CHECK;
        last->holds = identity_check(&identity, explained_result(app)).holds;
    }
}

static void add_entries(const struct app *app, const struct explained *explained, struct explained_lines *lines)
{
    const struct explained_entries entries = explained_entries_of(explained, explained_scenario(app));
    if (entries.count > 0) {
        add_blank(lines);
    }
    for (int i = 0; i < entries.count; i++) {
        const char *label = explained->metric != NULL ? "inputs" : "enters";
        struct explained_line *line = add_line(lines, EXPLAINED_ENTRY, i == 0 ? label : "");
        line->entry = i;
    }
}

static void add_name(const struct app *app, struct explained_lines *lines, const char *name, const char *value)
{
    struct explained_line *line = add_line(lines, EXPLAINED_NAME, "");
    glyphs_text(app->glyphs, name, line->text, sizeof line->text);
    (void)snprintf(line->value, sizeof line->value, "%s", value);
}

/* The mode whose figure it is; MODE_COUNT: none of the others' either. */
static enum mode mode_of_figure(const struct scenario *scenario, const struct metric *metric)
{
    struct scenario other = *scenario;
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        other.mode = (enum mode)mode;
        const struct result result = evaluate_all(&other);
        if (result.valid && !isnan(metric_get(metric, &result))) {
            return other.mode;
        }
    }
    return MODE_COUNT;
}

/* Why there is no value. */
static void add_absence(const struct app *app, const struct metric *metric, struct explained_lines *lines, int columns)
{
    static const char *const steps[MODE_COUNT] = {
        [MODE_TRAINING] = "a training step", [MODE_PREFILL] = "prefill", [MODE_DECODE] = "a decode step"};
    const struct scenario *scenario = explained_scenario(app);
    const enum mode mode = mode_of_figure(scenario, metric);
    char text[LONG_TEXT] = "does not apply";
    if (mode != MODE_COUNT) {
        (void)snprintf(text, sizeof text, "Not a figure of %s, but of %s: M changes the mode.", steps[scenario->mode],
                       steps[mode]);
    }
    add_blank(lines);
    (void)add_words(app, lines, "value", text, columns);
}

/* The numbers of the formula, with the result behind them where there is room. */
static void add_numbers(const struct app *app, const struct metric *metric, struct explained_lines *lines, int columns)
{
    const char *template = metric_numbers(metric, explained_scenario(app));
    char value[EXPLAINED_VALUE];
    char numbers[LONG_TEXT];
    if (template == NULL || !applies(app, metric)) {
        return;
    }
    (void)metric_print(metric, explained_result(app), value, sizeof value);
    (void)explain_fill(numbers, sizeof numbers, template, explained_scenario(app), explained_result(app));
    add_blank(lines);
    struct explained_line *last = add_words(app, lines, "numbers", numbers, columns);
    const int left = columns - (last != NULL ? text_columns(last->text) : columns) - text_columns(value);
    if (last != NULL && left > 2) {
        (void)snprintf(last->value, sizeof last->value, "%s", value);
    }
}

static void add_metric(const struct app *app, const struct explained *explained, struct explained_lines *lines,
                       int columns)
{
    const struct metric *metric = explained->metric;
    const char *formula = metric_formula(metric, explained_scenario(app));
    char value[EXPLAINED_VALUE];
    (void)metric_print(metric, explained_result(app), value, sizeof value);
    add_name(app, lines, metric->label, value);
    (void)add_words(app, lines, NULL, metric->meaning, columns);
    if (!applies(app, metric)) {
        add_absence(app, metric, lines, columns);
    }
    if (formula != NULL) {
        add_blank(lines);
        (void)add_words(app, lines, "formula", formula, columns);
    }
    add_numbers(app, metric, lines, columns);
    add_entries(app, explained, lines);
    add_identity(app, metric, lines, columns);
    if (metric->source != NULL) {
        add_blank(lines);
        (void)add_words(app, lines, "source", metric->source, columns);
    }
}

static void say_range(const struct app *app, const struct parameter *parameter, char *text, size_t size)
{
    value_range(explained_scenario(app), parameter, text, size);
    for (int i = 0; parameter->kind == KIND_CHOICE && i < parameter->choices->count; i++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", parameter->choices->names[i]);
    }
}

/* What a tenth more of a piece of hardware would save. */
static void add_saving(const struct app *app, const struct parameter *parameter, struct explained_lines *lines,
                       int columns)
{
    for (int i = 0; i < app->sensitivities.count; i++) {
        const struct sensitivity *row = &app->sensitivities.row[i];
        if (parameter_in_force(row->parameter, explained_scenario(app)) == parameter) {
            const struct quantity_text saving = quantity_display(row->saving > 0.0 ? row->saving : 0.0, UNIT_SHARE);
            char text[LONG_TEXT];
            (void)snprintf(text, sizeof text, "10 %% %s of it saves %s %s of the step",
                           parameter->better < 0 ? "less" : "more", saving.number, saving.unit);
            (void)add_words(app, lines, "saving", text, columns);
        }
    }
}

/* What the value in force of a choice stands for. */
static void add_meaning(const struct app *app, const struct parameter *parameter, struct explained_lines *lines,
                        int columns)
{
    if (parameter->kind != KIND_CHOICE) {
        return;
    }
    const int value = (int)value_in_force(explained_scenario(app), parameter);
    const char *meaning = choice_meaning(parameter->choices, value);
    if (meaning != NULL) {
        char text[LONG_TEXT];
        (void)snprintf(text, sizeof text, "%s: %s", choice_name(parameter->choices, value), meaning);
        (void)add_words(app, lines, "value", text, columns);
    }
}

static void add_parameter(const struct app *app, const struct explained *explained, struct explained_lines *lines,
                          int columns)
{
    const struct parameter *parameter = explained->parameter;
    const struct explained_facts facts = explained_facts_of(app, explained);
    const struct value_source source = catalogue_value_source(app->catalogue, &app->preset, parameter);
    char text[LONG_TEXT];
    add_name(app, lines, value_name(explained_scenario(app), parameter, columns), facts.value);
    (void)add_words(app, lines, NULL, parameter->help, columns);
    add_blank(lines);
    add_meaning(app, parameter, lines, columns);
    say_range(app, parameter, text, sizeof text);
    (void)add_words(app, lines, parameter->kind == KIND_CHOICE ? "choices" : "range", text, columns);
    const bool sourced = source.profile != NULL && value_class_of(app, parameter) != VALUE_EDITED;
    (void)snprintf(text, sizeof text, "%s%s%s", facts.class_name, sourced ? ": " : "",
                   sourced ? source.profile->source : "");
    (void)add_words(app, lines, "class", text, columns);
    value_sentence(explained_scenario(app), parameter, parameter_get(parameter, &app->preset), text, sizeof text);
    (void)add_words(app, lines, "preset", text, columns);
    add_saving(app, parameter, lines, columns);
    add_entries(app, explained, lines);
}

struct explained_lines explained_lines_of(const struct app *app, const struct explained *explained, int columns)
{
    struct explained_lines lines = {.count = 0};
    if (explained->metric != NULL) {
        add_metric(app, explained, &lines, columns);
    } else if (explained->parameter != NULL) {
        add_parameter(app, explained, &lines, columns);
    }
    return lines;
}

int explained_text_columns(const struct layout *layout)
{
    return overlay_area(layout, PANEL_COLUMNS, layout->rows).columns - LABEL_COLUMNS - RIGHT_COLUMNS;
}

static void drop_blanks(struct explained_lines *lines)
{
    int kept = 0;
    for (int i = 0; i < lines->count; i++) {
        if (lines->line[i].kind != EXPLAINED_BLANK) {
            lines->line[kept++] = lines->line[i];
        }
    }
    lines->count = kept;
}

static int entries_among(const struct explained_lines *lines)
{
    int count = 0;
    for (int i = 0; i < lines->count; i++) {
        count += lines->line[i].kind == EXPLAINED_ENTRY ? 1 : 0;
    }
    return count;
}

static int most_scroll(const struct explained_lines *lines, int shown)
{
    return lines->count > shown ? lines->count - shown : 0;
}

/* First line shown, so that an entry is seen; with the last entry as many of the lines below as there is room for. */
static int scroll_for_entry(const struct explained_lines *lines, int entry, int shown)
{
    const int most = most_scroll(lines, shown);
    int line = 0;
    int last = 0;
    for (int i = 0; i < lines->count; i++) {
        if (lines->line[i].kind == EXPLAINED_ENTRY) {
            line = lines->line[i].entry == entry ? i : line;
            last = i;
        }
    }
    const int scroll = line == last ? line : line < shown ? 0 : line - shown + 1;
    return scroll < most ? scroll : most;
}

/* The same of a row, which may lie beyond the entries. */
static int scroll_for(const struct explained_lines *lines, int row, int shown)
{
    const int entries = entries_among(lines);
    const int entry = within(row, 0, entries - 1);
    return within(scroll_for_entry(lines, entry, shown) + row - entry, 0, most_scroll(lines, shown));
}

struct explained_place explained_place_for(const struct layout *layout, struct explained_lines *lines, int row)
{
    const int context = layout->context_rows - 1; /* its last line has the place of the panel's rule */
    const int most = layout->rows - ROWS_AROUND - context;
    const int room = most - FRAME_ROWS;
    if (lines->count > room) {
        drop_blanks(lines);
    }
    const bool tight = lines->count > room;
    const int wanted = lines->count + FRAME_ROWS + (tight ? 0 : 1);
    struct explained_place place = {
        .area = overlay_area(layout, PANEL_COLUMNS, wanted < most ? wanted : most),
        .list_row = tight ? 1 : 2,
    };
    place.list_rows = place.area.rows - place.list_row - 1;
    place.scroll = scroll_for(lines, row, place.list_rows);
    return place;
}

struct explained_range explained_rows(const struct layout *layout, struct explained_lines *lines)
{
    const int entries = entries_among(lines);
    const int last = entries > 0 ? entries - 1 : 0;
    const int shown = explained_place_for(layout, lines, 0).list_rows;
    return (struct explained_range){
        .first = -scroll_for(lines, 0, shown),
        .last = last + most_scroll(lines, shown) - scroll_for(lines, last, shown),
    };
}
