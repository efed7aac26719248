/* validate.c: `ringside validate`: forecasts beside what people measured and published. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "exporters/csv.h"
#include "exporters/json.h"
#include "profiles/measured_sets.h"

#include <math.h>
#include <stdlib.h>

enum { OPTION_SET, OPTION_FORMAT, OPTION_PRESET_DIR };

const struct option validate_options[] = {
    [OPTION_SET] = {.name = "--set", .value = "NAME", .help = "only this set or source, with all its rows"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    [OPTION_PRESET_DIR] = PRESET_DIR_OPTION("measurements of your own besides those built in"),
    {.name = NULL},
};

/* ---- what is printed ---- */

/* One line: the rows of a source, or a set of rows of all sources. */
struct line {
    const char *name;
    const struct profile *profile;  /* NULL: a set */
    const struct measured_set *set; /* NULL: a source */
    struct validation_errors errors;
};

/* Every figure that an aim exists for. */
struct aims {
    struct {
        const char *set;
        struct aimed_figure figure;
    } * of;
    int count;
};

struct validation {
    struct measured_cases cases;
    bool all;                  /* no --set */
    const struct line *only;   /* --set names a source or a set; no errors yet */
    struct line *lines;        /* sources, then sets */
    int line_count, set_count; /* of all lines, and of the sets among them */
    int *shown;                /* places of the cases that are printed */
    int shown_count;
    struct aims aims; /* of the sets among the lines */
};

struct case_name {
    char text[MEASUREMENT_ID + 32];
};

static struct case_name case_name_of(const struct measured_case *one)
{
    struct case_name name = {.text = ""};
    if (one->run != NULL) {
        (void)snprintf(name.text, sizeof name.text, "%s", one->run->id);
    } else {
        (void)snprintf(name.text, sizeof name.text, "%s/%.0f", one->collective->id, one->size);
    }
    return name;
}

static const char *figure_of(const struct measured_case *one)
{
    return one->run != NULL ? one->run->metric->key : choice_name(&collective_names, (int)one->collective->op);
}

static enum unit unit_of(const struct measured_case *one)
{
    return one->run != NULL ? one->run->metric->unit : UNIT_SECONDS;
}

/* A share in percent with one decimal; empty where there is none. */
static void print_percent(char *text, size_t size, double share)
{
    if (isfinite(share)) {
        (void)snprintf(text, size, "%.1f", share * 100);
    }
}

/* The same where the sign says something. */
static void print_signed_percent(char *text, size_t size, double share)
{
    if (isfinite(share)) {
        (void)snprintf(text, size, "%+.1f", share * 100);
    }
}

enum line_column {
    LINE_NAME,
    LINE_ROWS,
    LINE_MEDIAN,
    LINE_MEAN,
    LINE_P90,
    LINE_BIAS,
    LINE_PAIRS,
    LINE_WORST,
    LINE_WORST_ROW,
    LINE_COLUMNS
};

/* Sources and sets have the same columns, but for what their names are of. */
#define LINES_OF(name)                                                                                              \
    {                                                                                                               \
        [LINE_NAME] = {(name), true}, [LINE_ROWS] = {"rows", true}, [LINE_MEDIAN] = {"median %", true},             \
        [LINE_MEAN] = {"mean %", true}, [LINE_P90] = {"p90 %", true}, [LINE_BIAS] = {"bias %", true},               \
        [LINE_PAIRS] = {"pairs %", true}, [LINE_WORST] = {"worst %", true}, [LINE_WORST_ROW] = {"worst row", true}, \
    }
static const struct table_column source_columns[LINE_COLUMNS] = LINES_OF("source");
static const struct table_column set_columns[LINE_COLUMNS] = LINES_OF("set");

/* A table of lines begins at one of them. */
static const struct validation *validation_of(const struct table *table)
{
    return table->rows;
}

static void print_pairs(char *text, size_t size, const struct validation_errors *errors)
{
    if (errors->pairs > 0) {
        (void)snprintf(text, size, "%.0f of %d", 100.0 * errors->pairs_right / errors->pairs, errors->pairs);
    }
}

static void line_figure(const struct validation *validation, const struct line *line, int column, char *text,
                        size_t size)
{
    const struct validation_errors *errors = &line->errors;
    const struct measured_case *worst = errors->worst < 0 ? NULL : &validation->cases.of[errors->worst];
    (void)snprintf(text, size, "%s", "");
    switch ((enum line_column)column) {
    case LINE_NAME:
        (void)snprintf(text, size, "%s", line->name);
        break;
    case LINE_ROWS:
        (void)snprintf(text, size, errors->unpriced > 0 ? "%d (%d not priced)" : "%d", errors->rows, errors->unpriced);
        break;
    case LINE_MEDIAN:
        print_percent(text, size, errors->median);
        break;
    case LINE_MEAN:
        print_percent(text, size, errors->mean);
        break;
    case LINE_P90:
        print_percent(text, size, errors->p90);
        break;
    case LINE_BIAS:
        print_signed_percent(text, size, errors->bias);
        break;
    case LINE_PAIRS:
        print_pairs(text, size, errors);
        break;
    case LINE_WORST:
        print_signed_percent(text, size, worst == NULL ? NAN : validation_error(&worst->row));
        break;
    default:
        (void)snprintf(text, size, "%s", worst == NULL ? "" : case_name_of(worst).text);
        break;
    }
}

static void source_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct validation *validation = validation_of(table);
    line_figure(validation, &validation->lines[row], column, text, size);
}

static void set_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct validation *validation = validation_of(table);
    line_figure(validation, &validation->lines[validation->line_count - validation->set_count + row], column, text,
                size);
}

/* ---- aims ---- */

enum aim_column { AIM_SET, AIM_FIGURE, AIM_REACHED, AIM_WANTED, AIM_VERDICT, AIM_COLUMNS };

static const struct table_column aim_columns[AIM_COLUMNS] = {
    [AIM_SET] = {"set", true},      [AIM_FIGURE] = {"figure", true}, [AIM_REACHED] = {"reached %", true},
    [AIM_WANTED] = {"aim %", true}, [AIM_VERDICT] = {"", true},
};

static void aim_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct aims *aims = table->rows;
    const struct aimed_figure *figure = &aims->of[row].figure;
    (void)snprintf(text, size, "%s", "");
    switch ((enum aim_column)column) {
    case AIM_SET:
        (void)snprintf(text, size, "%s", aims->of[row].set);
        break;
    case AIM_FIGURE:
        (void)snprintf(text, size, "%s", figure->name);
        break;
    case AIM_REACHED:
        print_percent(text, size, figure->value);
        break;
    case AIM_WANTED:
        (void)snprintf(text, size, "%s %.1f", figure->is_least ? ">=" : "<=", 100 * figure->aim);
        break;
    default:
        (void)snprintf(text, size, "%s", aim_is_reached(figure) ? "reached" : "missed");
        break;
    }
}

enum case_column { CASE_ID, CASE_FIGURE, CASE_MEASURED, CASE_FORECAST, CASE_ERROR, CASE_NOTE, CASE_COLUMNS };

static const struct table_column case_columns[CASE_COLUMNS] = {
    [CASE_ID] = {"id", true},
    [CASE_FIGURE] = {"figure", true},
    [CASE_MEASURED] = {"measured", true},
    [CASE_FORECAST] = {"forecast", true},
    [CASE_ERROR] = {"error %", true},
    [CASE_NOTE] = {"note", true},
};

static void print_value(char *text, size_t size, double value, enum unit unit)
{
    enum { DIGITS = 4 };
    (void)quantity_join(quantity_display_digits(value, unit, DIGITS), text, size);
}

static const struct measured_case *shown_case(const struct validation *validation, int row)
{
    return &validation->cases.of[validation->shown[row]];
}

static void case_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct measured_case *one = shown_case(table->rows, row);
    (void)snprintf(text, size, "%s", "");
    switch ((enum case_column)column) {
    case CASE_ID:
        (void)snprintf(text, size, "%s", case_name_of(one).text);
        break;
    case CASE_FIGURE:
        (void)snprintf(text, size, "%s", figure_of(one));
        break;
    case CASE_MEASURED:
        print_value(text, size, one->measured, unit_of(one));
        break;
    case CASE_FORECAST:
        print_value(text, size, one->forecast, unit_of(one));
        break;
    case CASE_ERROR:
        print_signed_percent(text, size, validation_error(&one->row));
        break;
    default:
        (void)snprintf(text, size, "%s", one->run == NULL ? "" : one->run->note);
        break;
    }
}

static void print_cases(const struct validation *validation, FILE *output)
{
    enum { PAGE = 110 };
    const struct table table = {TABLE_OF(case_columns), .row_count = validation->shown_count, .cell = case_cell,
                                .rows = validation};
    const struct profile *profile = validation->only->profile;
    if (profile != NULL) {
        text_wrap(output, profile->title, 0, PAGE);
        text_wrap(output, profile->source, 0, PAGE);
        text_wrap(output, profile->measurements->stated, 0, PAGE);
        text_wrap(output, profile->measurements->assumed, 0, PAGE);
    } else {
        text_wrap(output, validation->only->set->title, 0, PAGE);
    }
    table_print(&table, FORMAT_TEXT, output);
    (void)fputc('\n', output);
}

/* What is reached beside what is aimed at. */
static void print_aims(const struct aims *aims, FILE *output)
{
    if (aims->count > 0) {
        const struct table table = {TABLE_OF(aim_columns), .row_count = aims->count, .cell = aim_cell, .rows = aims};
        (void)fputc('\n', output);
        table_print(&table, FORMAT_TEXT, output);
    }
}

static void print_text(const struct validation *validation, FILE *output)
{
    const int sources = validation->line_count - validation->set_count;
    const struct table table = {TABLE_OF(source_columns), .row_count = sources, .cell = source_cell,
                                .rows = validation};
    const struct table sets = {TABLE_OF(set_columns), .row_count = validation->set_count, .cell = set_cell,
                               .rows = validation};
    if (!validation->all) {
        print_cases(validation, output);
    }
    if (sources > 0) {
        table_print(&table, FORMAT_TEXT, output);
    }
    if (validation->set_count > 0) {
        (void)fputs(sources > 0 ? "\n" : "", output);
        table_print(&sets, FORMAT_TEXT, output);
    }
    print_aims(&validation->aims, output);
}

static void print_aims_json(struct json *json, const struct line *line)
{
    struct aimed_figure figures[AIMED_FIGURES];
    const int count = measured_set_aims(line->set, &line->errors, figures);
    json_object(json, "aims");
    for (int i = 0; i < count; i++) {
        json_number(json, figures[i].name, figures[i].aim);
    }
    json_object_end(json);
}

static void print_errors_json(struct json *json, const struct validation *validation, const struct line *line)
{
    const struct validation_errors *errors = &line->errors;
    json_object(json, NULL);
    json_text(json, "name", line->name);
    if (line->profile != NULL) {
        json_text(json, "title", line->profile->title);
        json_text(json, "source", line->profile->source);
        json_text(json, "stated", line->profile->measurements->stated);
        json_text(json, "assumed", line->profile->measurements->assumed);
        json_text(json, "unstated", line->profile->measurements->unstated);
        json_text(json, "unseen", line->profile->measurements->unseen);
    } else {
        json_text(json, "title", line->set->title);
    }
    json_number(json, "rows", errors->rows);
    json_number(json, "unpriced", errors->unpriced);
    json_number(json, "median", errors->median);
    json_number(json, "mean", errors->mean);
    json_number(json, "p90", errors->p90);
    json_number(json, "bias", errors->bias);
    json_number(json, "pairs", errors->pairs);
    json_number(json, "pairs_right", errors->pairs_right);
    json_number(json, "speedups", errors->speedups);
    json_number(json, "speedup", errors->speedup);
    json_number(json, "speedup_p90", errors->speedup_p90);
    if (errors->worst >= 0) {
        const struct measured_case *worst = &validation->cases.of[errors->worst];
        json_object(json, "worst");
        json_text(json, "id", case_name_of(worst).text);
        json_number(json, "error", validation_error(&worst->row));
        json_object_end(json);
    }
    if (line->set != NULL) {
        print_aims_json(json, line);
    }
    json_object_end(json);
}

static void print_case_json(struct json *json, const struct measured_case *one)
{
    json_object(json, NULL);
    json_text(json, "source", one->profile->name);
    json_text(json, "id", case_name_of(one).text);
    json_text(json, "figure", figure_of(one));
    if (one->run != NULL) {
        json_text(json, "reading", choice_name(&reading_names, (int)one->run->reading));
    }
    json_number(json, "measured", one->measured);
    json_number(json, "forecast", one->forecast);
    json_number(json, "error", validation_error(&one->row));
    json_object_end(json);
}

static void print_json(const struct validation *validation, FILE *output)
{
    struct json json = {.output = output};
    json_object(&json, NULL);
    json_array(&json, "sources");
    for (int i = 0; i < validation->line_count; i++) {
        if (validation->lines[i].profile != NULL) {
            print_errors_json(&json, validation, &validation->lines[i]);
        }
    }
    json_array_end(&json);
    json_array(&json, "sets");
    for (int i = 0; i < validation->line_count; i++) {
        if (validation->lines[i].profile == NULL) {
            print_errors_json(&json, validation, &validation->lines[i]);
        }
    }
    json_array_end(&json);
    json_array(&json, "rows");
    for (int i = 0; i < validation->shown_count; i++) {
        print_case_json(&json, shown_case(validation, i));
    }
    json_array_end(&json);
    json_object_end(&json);
    json_end(&json);
}

static void print_csv(const struct validation *validation, FILE *output)
{
    static const char *const header[] = {"source", "id", "figure", "measured", "forecast", "error"};
    struct csv_writer writer = {.output = output};
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++) {
        csv_text(&writer, header[i]);
    }
    csv_row_end(&writer);
    for (int i = 0; i < validation->shown_count; i++) {
        const struct measured_case *one = shown_case(validation, i);
        csv_text(&writer, one->profile->name);
        csv_text(&writer, case_name_of(one).text);
        csv_text(&writer, figure_of(one));
        csv_number(&writer, one->measured);
        csv_number(&writer, one->forecast);
        csv_number(&writer, validation_error(&one->row));
        csv_row_end(&writer);
    }
}

/* ---- the command ---- */

static bool is_of_profile(const struct measured_case *one, const void *profile)
{
    return one->profile == profile;
}

/* Whether a case belongs to a line. */
static bool is_of_line(const struct measured_case *one, const struct line *line)
{
    return line->set != NULL ? measured_set_counts(line->set, one) : is_of_profile(one, line->profile);
}

static void add_line(struct validation *validation, struct line line)
{
    line.errors = line.set != NULL ? measured_set_errors(line.set, &validation->cases)
                                   : measured_errors(&validation->cases, is_of_profile, line.profile);
    if (line.errors.rows > 0) {
        validation->lines[validation->line_count++] = line;
        validation->set_count += line.set != NULL;
    }
}

/* A line for each source, then one for each set that has rows; or the one that was asked for. */
static void count_lines(struct validation *validation, const struct catalogue *catalogue)
{
    if (!validation->all) {
        add_line(validation, *validation->only);
        return;
    }
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_MEASUREMENT); i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_MEASUREMENT, i);
        add_line(validation, (struct line){.name = profile->name, .profile = profile});
    }
    for (int i = 0; i < measured_set_count; i++) {
        add_line(validation, (struct line){.name = measured_sets[i].name, .set = &measured_sets[i]});
    }
}

static void add_aims(struct aims *aims, const struct line *line)
{
    struct aimed_figure figures[AIMED_FIGURES];
    const int count = measured_set_aims(line->set, &line->errors, figures);
    for (int i = 0; i < count; i++) {
        aims->of[aims->count].set = line->name;
        aims->of[aims->count++].figure = figures[i];
    }
}

static void collect_aims(struct validation *validation)
{
    for (int i = 0; i < validation->line_count; i++) {
        if (validation->lines[i].set != NULL) {
            add_aims(&validation->aims, &validation->lines[i]);
        }
    }
}

static void pick_cases(struct validation *validation)
{
    for (int i = 0; i < validation->cases.count; i++) {
        if (validation->all || is_of_line(&validation->cases.of[i], validation->only)) {
            validation->shown[validation->shown_count++] = i;
        }
    }
}

/* The source or the set of that name; neither after a complaint. */
static struct line find_line(const struct catalogue *catalogue, const char *name, FILE *errors)
{
    const struct profile *profile = catalogue_find(catalogue, PROFILE_MEASUREMENT, name);
    const struct measured_set *set = profile == NULL ? measured_set_find(name) : NULL;
    if (profile == NULL && set == NULL) {
        char suggestion[300];
        (void)catalogue_suggest(catalogue, PROFILE_MEASUREMENT, name, suggestion, sizeof suggestion);
        complaint_print(errors, "ringside validate: --set \"%s\": %s `ringside validate` names them all\n", name,
                        suggestion[0] == '\0' ? "there is none of that name;" : suggestion);
    }
    return (struct line){.name = profile != NULL ? profile->name
                                 : set != NULL   ? set->name
                                                 : "",
                         .profile = profile,
                         .set = set};
}

static int run_validation(struct validation *validation, const struct catalogue *catalogue,
                          const struct program *program, enum format format)
{
    static void (*const printers[FORMAT_COUNT])(const struct validation *validation, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const int files = catalogue_count(catalogue, PROFILE_MEASUREMENT);
    validation->cases = measurement_cases(catalogue);
    validation->lines = calloc((size_t)(files + measured_set_count), sizeof *validation->lines);
    validation->shown = calloc((size_t)validation->cases.count + 1, sizeof *validation->shown);
    validation->aims.of = calloc((size_t)(measured_set_count * AIMED_FIGURES), sizeof *validation->aims.of);
    int status = EXIT_DONE;
    if (validation->cases.of != NULL && validation->lines != NULL && validation->shown != NULL &&
        validation->aims.of != NULL) {
        count_lines(validation, catalogue);
        collect_aims(validation);
        pick_cases(validation);
        printers[format](validation, program->output);
    } else {
        status = refuse_without_memory(program->errors);
    }
    free(validation->cases.of);
    free(validation->lines);
    free(validation->shown);
    free(validation->aims.of);
    return status;
}

int validate_run(const struct program *program, const struct arguments *arguments)
{
    const char *name = arguments->value[OPTION_SET];
    struct catalogue *catalogue = presets_load(arguments->value[OPTION_PRESET_DIR], PRESETS_ALL, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const struct line only = name == NULL ? (struct line){.name = ""} : find_line(catalogue, name, program->errors);
    struct validation validation = {.all = name == NULL, .only = &only};
    int status = EXIT_BAD_INPUT;
    if (validation.all || only.name[0] != '\0') {
        const int format = arguments_choice(arguments, validate_options, OPTION_FORMAT, FORMAT_TEXT);
        status = run_validation(&validation, catalogue, program, (enum format)format);
    }
    catalogue_free(catalogue);
    return status;
}
