/* validate.c: `ringside validate`: forecasts beside what people measured and published. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/table.h"
#include "core/accuracy.h"
#include "exporters/csv.h"
#include "exporters/figures.h"
#include "exporters/json.h"
#include "profiles/measurements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_SET, OPTION_FORMAT, OPTION_PRESET_DIR };

const struct option validate_options[] = {
    [OPTION_SET] = {.name = "--set", .value = "NAME", .help = "only this set, with all its rows"},
    [OPTION_FORMAT] = {.name = "--format",
                       .choices = &format_names,
                       .candidates = CANDIDATES_CHOICES,
                       .help = "for people (the default), or for programs"},
    [OPTION_PRESET_DIR] = {.name = "--preset-dir",
                           .value = "FOLDER",
                           .candidates = CANDIDATES_FOLDERS,
                           .help = "measurements of your own besides those built in"},
    {.name = NULL},
};

/* ---- what rows are counted together ---- */

static bool is_of_profile(const struct measured_case *one, const void *profile)
{
    return one->profile == profile;
}

static bool is_low_precision(const struct measured_case *one)
{
    const enum precision precision = one->run->scenario.strategy.precision;
    return precision == PRECISION_FP8 || precision == PRECISION_MXFP8 || precision == PRECISION_NVFP4;
}

static bool is_training(const struct measured_case *one)
{
    return one->run != NULL && one->run->scenario.mode == MODE_TRAINING;
}

static bool is_in_16_bit(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_training(one) && !is_low_precision(one);
}

static bool is_in_8_or_4_bit(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_training(one) && is_low_precision(one);
}

static bool is_in_16_bit_across(const struct measured_case *one, const void *what)
{
    return is_in_16_bit(one, what) && reach_of(&one->run->scenario) == REACH_BEYOND;
}

/* A step too short for what the model leaves out of a start. */
static bool is_short_across_nodes(const struct measured_case *one, const void *what)
{
    static const double SHORT_STEP = 0.5; /* s */
    (void)what;
    return is_training(one) && one->row.measured < SHORT_STEP && reach_of(&one->run->scenario) == REACH_BEYOND;
}

/* Inside one scale-up domain of that kind. */
static bool is_inside(const struct measured_case *one, const void *kind)
{
    return one->collective != NULL && one->collective->group.domains == 1 &&
           one->collective->scenario.cluster.scaleup.kind == *(const enum scaleup_kind *)kind;
}

/* Sizes from which bandwidth decides across nodes. */
static const double LARGE = 1e6;

enum { WHOLE_NODE = 8 };

static bool is_across_whole_nodes(const struct measured_case *one)
{
    return one->collective != NULL && one->collective->group.domains > 1 &&
           one->collective->group.members >= WHOLE_NODE;
}

static bool is_large_across_whole_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_across_whole_nodes(one) && one->size >= LARGE;
}

static bool is_small_across_whole_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return is_across_whole_nodes(one) && one->size < LARGE;
}

static bool is_across_parts_of_nodes(const struct measured_case *one, const void *what)
{
    (void)what;
    return one->collective != NULL && one->collective->group.domains > 1 && !is_across_whole_nodes(one);
}

static const enum scaleup_kind switched = SCALEUP_SWITCH;
static const enum scaleup_kind mesh = SCALEUP_MESH;
static const enum scaleup_kind cube = SCALEUP_CUBE;
static const enum scaleup_kind pcie = SCALEUP_PCIE;

static const struct total {
    const char *name;
    bool (*wanted)(const struct measured_case *one, const void *what);
    const void *what;
} totals[] = {
    {"training, 16 bit", is_in_16_bit, NULL},
    {"training, 16 bit, beyond one domain", is_in_16_bit_across, NULL},
    {"training, 8 and 4 bit", is_in_8_or_4_bit, NULL},
    {"training, below 0.5 s across nodes", is_short_across_nodes, NULL},
    {"collectives, NVSwitch", is_inside, &switched},
    {"collectives, PCIe", is_inside, &pcie},
    {"collectives, xGMI", is_inside, &mesh},
    {"collectives, NVLink cube", is_inside, &cube},
    {"collectives, nodes of 8, from 1 MB", is_large_across_whole_nodes, NULL},
    {"collectives, nodes of 8, below 1 MB", is_small_across_whole_nodes, NULL},
    {"collectives, parts of nodes", is_across_parts_of_nodes, NULL},
};

enum { TOTAL_COUNT = sizeof totals / sizeof totals[0] };

/* ---- what is printed ---- */

/* One line: a set or a total. */
struct line {
    const char *name;
    const struct profile *profile; /* NULL: a total */
    struct validation_errors errors;
};

struct validation {
    struct measured_cases cases;
    const struct profile *only; /* --set; NULL: all */
    struct line *lines;
    int line_count;
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

static const struct table_column line_columns[] = {{"set", true},    {"rows", true},    {"median %", true},
                                                   {"mean %", true}, {"p90 %", true},   {"bias %", true},
                                                   {"pairs", true},  {"worst %", true}, {"worst row", true}};

static void line_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct validation *validation = table->rows;
    const struct line *line = &validation->lines[row];
    const struct validation_errors *errors = &line->errors;
    const struct measured_case *worst = errors->worst < 0 ? NULL : &validation->cases.of[errors->worst];
    (void)snprintf(text, size, "%s", "");
    switch (column) {
    case 0:
        (void)snprintf(text, size, "%s", line->name);
        break;
    case 1:
        (void)snprintf(text, size, errors->unpriced > 0 ? "%d (%d not priced)" : "%d", errors->rows, errors->unpriced);
        break;
    case 2:
        print_percent(text, size, errors->median);
        break;
    case 3:
        print_percent(text, size, errors->mean);
        break;
    case 4:
        print_percent(text, size, errors->p90);
        break;
    case 5:
        print_signed_percent(text, size, errors->bias);
        break;
    case 6:
        if (errors->pairs > 0) {
            (void)snprintf(text, size, "%d/%d", errors->pairs_right, errors->pairs);
        }
        break;
    case 7:
        print_signed_percent(text, size, worst == NULL ? NAN : validation_error(&worst->row));
        break;
    default:
        (void)snprintf(text, size, "%s", worst == NULL ? "" : case_name_of(worst).text);
        break;
    }
}

static const struct table_column case_columns[] = {{"id", true},       {"figure", true},  {"measured", true},
                                                   {"forecast", true}, {"error %", true}, {"note", true}};

static void print_value(char *text, size_t size, double value, enum unit unit)
{
    enum { DIGITS = 4 };
    const struct quantity_text shown = quantity_display_digits(value, unit, DIGITS);
    (void)snprintf(text, size, "%s %s", shown.number, shown.unit);
}

static void case_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct measured_case *one = &((const struct measured_case *)table->rows)[row];
    (void)snprintf(text, size, "%s", "");
    switch (column) {
    case 0:
        (void)snprintf(text, size, "%s", case_name_of(one).text);
        break;
    case 1:
        (void)snprintf(text, size, "%s", figure_of(one));
        break;
    case 2:
        print_value(text, size, one->measured, unit_of(one));
        break;
    case 3:
        print_value(text, size, one->forecast, unit_of(one));
        break;
    case 4:
        print_signed_percent(text, size, validation_error(&one->row));
        break;
    default:
        (void)snprintf(text, size, "%s", one->run == NULL ? "" : one->run->note);
        break;
    }
}

/* The cases of the set that was asked for: they stand side by side. */
struct stretch {
    int first, count;
};

static struct stretch cases_shown(const struct validation *validation)
{
    struct stretch stretch = {.first = 0, .count = 0};
    for (int i = 0; i < validation->cases.count; i++) {
        if (validation->only == NULL || validation->cases.of[i].profile == validation->only) {
            stretch.first = stretch.count == 0 ? i : stretch.first;
            stretch.count++;
        }
    }
    return stretch;
}

#define COLUMNS(list) .columns = (list), .column_count = (int)(sizeof(list) / sizeof(list)[0])

static void print_text(const struct validation *validation, FILE *output)
{
    enum { PAGE = 110 };
    if (validation->only != NULL) {
        const struct profile *profile = validation->only;
        const struct stretch stretch = cases_shown(validation);
        const struct table table = {COLUMNS(case_columns), .row_count = stretch.count, .cell = case_cell,
                                    .rows = validation->cases.of + stretch.first};
        text_wrap(output, profile->title, 0, PAGE);
        text_wrap(output, profile->source, 0, PAGE);
        text_wrap(output, profile->measurements->stated, 0, PAGE);
        text_wrap(output, profile->measurements->assumed, 0, PAGE);
        table_print(&table, FORMAT_TEXT, output);
        (void)fputc('\n', output);
    }
    const struct table table = {COLUMNS(line_columns), .row_count = validation->line_count, .cell = line_cell,
                                .rows = validation};
    table_print(&table, FORMAT_TEXT, output);
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
    }
    json_number(json, "rows", errors->rows);
    json_number(json, "unpriced", errors->unpriced);
    json_number(json, "median", errors->median);
    json_number(json, "mean", errors->mean);
    json_number(json, "p90", errors->p90);
    json_number(json, "bias", errors->bias);
    json_number(json, "pairs", errors->pairs);
    json_number(json, "pairs_right", errors->pairs_right);
    if (errors->worst >= 0) {
        const struct measured_case *worst = &validation->cases.of[errors->worst];
        json_object(json, "worst");
        json_text(json, "id", case_name_of(worst).text);
        json_number(json, "error", validation_error(&worst->row));
        json_object_end(json);
    }
    json_object_end(json);
}

static void print_case_json(struct json *json, const struct measured_case *one)
{
    json_object(json, NULL);
    json_text(json, "set", one->profile->name);
    json_text(json, "id", case_name_of(one).text);
    json_text(json, "figure", figure_of(one));
    json_number(json, "measured", one->measured);
    json_number(json, "forecast", one->forecast);
    json_number(json, "error", validation_error(&one->row));
    json_object_end(json);
}

static void print_json(const struct validation *validation, FILE *output)
{
    struct json json = {.output = output};
    const struct stretch stretch = cases_shown(validation);
    json_object(&json, NULL);
    json_array(&json, "sets");
    for (int i = 0; i < validation->line_count; i++) {
        if (validation->lines[i].profile != NULL) {
            print_errors_json(&json, validation, &validation->lines[i]);
        }
    }
    json_array_end(&json);
    json_array(&json, "totals");
    for (int i = 0; i < validation->line_count; i++) {
        if (validation->lines[i].profile == NULL) {
            print_errors_json(&json, validation, &validation->lines[i]);
        }
    }
    json_array_end(&json);
    json_array(&json, "rows");
    for (int i = 0; i < stretch.count; i++) {
        print_case_json(&json, &validation->cases.of[stretch.first + i]);
    }
    json_array_end(&json);
    json_object_end(&json);
    json_end(&json);
}

static void print_csv(const struct validation *validation, FILE *output)
{
    static const char *const header[] = {"set", "id", "figure", "measured", "forecast", "error"};
    struct csv_writer writer = {.output = output};
    const struct stretch stretch = cases_shown(validation);
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++) {
        csv_text(&writer, header[i]);
    }
    csv_row_end(&writer);
    for (int i = 0; i < stretch.count; i++) {
        const struct measured_case *one = &validation->cases.of[stretch.first + i];
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

/* A line for each set, then one for each total that has rows. */
static void count_lines(struct validation *validation, const struct catalogue *catalogue)
{
    const int files = catalogue_count(catalogue, PROFILE_MEASUREMENT);
    for (int i = 0; i < files; i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_MEASUREMENT, i);
        if (validation->only == NULL || validation->only == profile) {
            validation->lines[validation->line_count++] =
                (struct line){profile->name, profile, measured_errors(&validation->cases, is_of_profile, profile)};
        }
    }
    for (int i = 0; i < TOTAL_COUNT && validation->only == NULL; i++) {
        const struct line line = {totals[i].name, NULL,
                                  measured_errors(&validation->cases, totals[i].wanted, totals[i].what)};
        if (line.errors.rows > 0) {
            validation->lines[validation->line_count++] = line;
        }
    }
}

/* The set of that name; NULL after a complaint. */
static const struct profile *find_set(const struct catalogue *catalogue, const char *name, FILE *errors)
{
    const struct profile *profile = catalogue_find(catalogue, PROFILE_MEASUREMENT, name);
    if (profile == NULL) {
        char suggestion[300];
        (void)catalogue_suggest(catalogue, PROFILE_MEASUREMENT, name, suggestion, sizeof suggestion);
        (void)fprintf(errors, "ringside validate: --set \"%s\": %s; `ringside list measurements` names them all\n",
                      name, suggestion[0] == '\0' ? "there is none of that name" : suggestion);
    }
    return profile;
}

static int run_validation(struct validation *validation, const struct catalogue *catalogue,
                          const struct program *program, enum format format)
{
    static void (*const printers[FORMAT_COUNT])(const struct validation *validation, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const int files = catalogue_count(catalogue, PROFILE_MEASUREMENT);
    validation->cases = measurement_cases(catalogue);
    validation->lines = calloc((size_t)(files + TOTAL_COUNT), sizeof *validation->lines);
    int status = EXIT_BAD_INPUT;
    if (validation->lines != NULL) {
        count_lines(validation, catalogue);
        printers[format](validation, program->output);
        status = EXIT_DONE;
    } else {
        (void)fprintf(program->errors, "ringside: there is no memory left\n");
    }
    free(validation->cases.of);
    free(validation->lines);
    return status;
}

int validate_run(const struct program *program, const struct arguments *arguments)
{
    const char *name = arguments->value[OPTION_SET];
    struct catalogue *catalogue = presets_load(arguments->value[OPTION_PRESET_DIR], program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    struct validation validation = {.only = name == NULL ? NULL : find_set(catalogue, name, program->errors)};
    int status = EXIT_BAD_INPUT;
    if (name == NULL || validation.only != NULL) {
        const int format = arguments_choice(arguments, validate_options, OPTION_FORMAT, FORMAT_TEXT);
        status = run_validation(&validation, catalogue, program, (enum format)format);
    }
    catalogue_free(catalogue);
    return status;
}
