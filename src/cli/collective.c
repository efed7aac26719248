/* collective.c: `ringside collective`: the table that nccl-tests would print on this cluster. */
#include "core/collective.h"

#include "cli/arguments.h"
#include "cli/collective_table.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "core/comparison.h"
#include "core/quantity.h"
#include "exporters/csv.h"
#include "exporters/json.h"

#include <math.h>

enum { OPTION_MEASURED = TABLE_OPTIONS, OPTION_FORMAT };

/* clang-format off */
const struct option collective_options[] = {
    COLLECTIVE_TABLE_OPTIONS,
    [OPTION_MEASURED] = {.name = "--measured", .value = "TIME|BUSBW",
                         .help = "compare with what you measured at one size: --sizes 2GB --measured 688ms, or the busbw "
                                 "that nccl-tests printed, 300GB/s"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};
/* clang-format on */

/* A measured time and what it means. */
struct measured {
    double bus_bandwidth; /* bytes/s */
    double slowness;      /* over the forecast */
    enum comparison_verdict verdict;
};

/* What a time may be off by and count as forecast. */
static double band_of(const struct collective_row *row)
{
    return isnan(row->band) ? COMPARISON_BAND : row->band;
}

static struct measured measured_of(const struct collective_table *table)
{
    const struct collective_row row = collective_row_at(table, table->from);
    const double slowness = table->measured / row.cost.seconds;
    return (struct measured){
        .bus_bandwidth = collective_bus_bandwidth(table->op, table->from, table->group.ranks, table->measured),
        .slowness = slowness,
        .verdict = comparison_verdict(slowness, band_of(&row)),
    };
}

/* The rate of a link with which the measured time would be the forecast. */
struct fitted_link {
    const struct parameter *parameter; /* NULL: no rate would do */
    double rate;
};

static double seconds_at(const struct collective_table *table, const struct parameter *parameter, double value)
{
    struct collective_table changed = *table;
    parameter_set(parameter, &changed.scenario, value);
    const double network = network_share(&changed.scenario.cluster) / network_share(&table->scenario.cluster);
    changed.group.nic *= network;
    changed.group.nic_pairwise *= network;
    return collective_row_at(&changed, table->from).cost.seconds;
}

/* Found by halving between the ends of the parameter's range, on a log scale: a faster link is never slower. */
static struct fitted_link rate_fitted(const struct collective_table *table, const char *key)
{
    enum { HALVINGS = 60 };
    const struct parameter *parameter = parameter_find(key);
    double slow = parameter_least(parameter);
    double fast = parameter_greatest(parameter);
    const bool within =
        seconds_at(table, parameter, slow) > table->measured && seconds_at(table, parameter, fast) < table->measured;
    for (int i = 0; within && i < HALVINGS; i++) {
        const double middle = sqrt(slow * fast);
        const bool is_slow = seconds_at(table, parameter, middle) > table->measured;
        slow = is_slow ? middle : slow;
        fast = is_slow ? fast : middle;
    }
    return (struct fitted_link){.parameter = within ? parameter : NULL, .rate = fast};
}

/* Where a group leaves its domain a network that is slower than it should be is likelier than such an NVLink, whichever
 * of the two the forecast waits for. */
static struct fitted_link link_fitted(const struct collective_table *table)
{
    struct fitted_link fitted = {.parameter = NULL};
    if (table->group.domains > 1) {
        fitted = rate_fitted(table, "nic.bandwidth");
    }
    return fitted.parameter != NULL ? fitted : rate_fitted(table, "scaleup.bandwidth");
}

/* NICs of a node, at most half of those it has, with which what was measured would count as forecast. */
struct fitted_nics {
    int count;       /* 0: with none */
    double slowness; /* what was measured over that forecast */
};

static struct fitted_nics nics_fitted(const struct collective_table *table)
{
    const struct parameter *parameter = parameter_find("nic.per_node");
    struct fitted_nics fitted = {.count = 0};
    const struct collective_row row = collective_row_at(table, table->from);
    double nearest = band_of(&row);
    for (int count = 1; table->group.domains > 1 && count <= table->scenario.cluster.nic.per_node / 2; count++) {
        const double slowness = table->measured / seconds_at(table, parameter, count);
        if (fabs(slowness - 1) < nearest) {
            nearest = fabs(slowness - 1);
            fitted = (struct fitted_nics){.count = count, .slowness = slowness};
        }
    }
    return fitted;
}

/* ---- for people ---- */

/* How a step is priced on the links that were measured. */
static void print_fitted(const struct collective_table *table, double slowness, FILE *output)
{
    char rate[QUANTITY_TEXT];
    const struct fitted_link fitted = link_fitted(table);
    const struct fitted_nics nics = nics_fitted(table);
    if (fitted.parameter == NULL) {
        (void)fprintf(output, "# No rate of a link makes that the forecast: %s.\n",
                      slowness > 1
                          ? "it is latency, or something else"
                          : "no link is as quick with this algorithm. Look at the size, at the number of GPUs, "
                            "and whether switches sum (NVLS, SHARP)");
        return;
    }
    (void)quantity_join(quantity_display_digits(fitted.rate, UNIT_RATE, 4), rate, sizeof rate);
    (void)fprintf(output,
                  "# --set %s=\"%s\" makes that the forecast: `ringside report` with it prices a step on such links.\n",
                  fitted.parameter->key, rate);
    if (nics.count > 0) {
        (void)fprintf(
            output,
            "# --set nic.per_node=%d makes it %.2f times the forecast: as if %d of %d NICs a node carried it.\n",
            nics.count, nics.slowness, nics.count, table->scenario.cluster.nic.per_node);
    }
}

struct band_text {
    char text[8];
};

static struct band_text band_text(double band)
{
    struct band_text shown = {"-"};
    if (!isnan(band)) {
        (void)snprintf(shown.text, sizeof shown.text, "%.0f", 100 * band);
    }
    return shown;
}

static void print_text(const struct collective_table *table, FILE *output)
{
    const struct scenario *scenario = &table->scenario;
    const struct group *group = &table->group;
    double sum = 0;
    int count = 0;
    (void)fprintf(output, "# %s of %d GPUs of %s (%s): %d in each of %d domains; links %s, rings %s, library %s\n",
                  choice_name(&collective_names, (int)table->op), group->ranks, scenario->cluster.name,
                  scenario->gpu.name, group->members, group->domains,
                  choice_name(&basis_names, (int)scenario->execution.basis),
                  choice_name(&ring_names, (int)scenario->execution.ring),
                  choice_name(&library_names, (int)scenario->execution.library));
    if (table->whole && group->domains > 1) {
        (void)fprintf(output, "# All GPUs of the cluster take part; --ranks %d is one domain.\n", group->members);
    }
    (void)fprintf(output, "#%12s %12s %12s %9s %9s %5s  %-15s %-9s %s\n", "size", "count", "time", "algbw", "busbw",
                  "band", "algorithm", "protocol", "slowest link");
    (void)fprintf(output, "#%12s %12s %12s %9s %9s %5s\n", "(B)", "(floats)", "(us)", "(GB/s)", "(GB/s)", "(%)");
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        (void)fprintf(output, " %12.0f %12.0f %12.2f %9.2f %9.2f %5s  %-15s %-9s %s\n", size, floor(size / FLOAT_BYTES),
                      timing.cost.seconds * 1e6, timing.algorithm_bandwidth / 1e9, timing.bus_bandwidth / 1e9,
                      band_text(timing.band).text, choice_name(&algorithm_names, (int)timing.cost.algorithm),
                      choice_name(&protocol_names, (int)timing.cost.protocol),
                      choice_name(&tier_names, (int)timing.cost.tier));
        sum += timing.bus_bandwidth;
        count++;
        size = collective_next_size(table, size);
    }
    (void)fprintf(output, "# Avg bus bandwidth    : %g\n", sum / count / 1e9);
    if (table->measured > 0) {
        const struct measured measured = measured_of(table);
        (void)fprintf(output, "# Measured %.2f us, %.2f GB/s of the bus: %.2f times the forecast. %s\n",
                      table->measured * 1e6, measured.bus_bandwidth / 1e9, measured.slowness,
                      comparison_advice(measured.verdict));
        print_fitted(table, measured.slowness, output);
    }
}

/* ---- for programs ---- */

/* The figures of a row, in SI. */
enum { ROW_NUMBERS = 8 };

struct row_numbers {
    struct {
        const char *key;
        double value;
    } of[ROW_NUMBERS];
};

static struct row_numbers row_numbers_of(const struct collective_row *timing)
{
    return (struct row_numbers){{
        {"size", timing->size},
        {"time", timing->cost.seconds},
        {"algbw", timing->algorithm_bandwidth},
        {"busbw", timing->bus_bandwidth},
        {"latency", timing->cost.latency},
        {"transfer", timing->cost.transfer},
        {"bytes", timing->cost.bytes},
        {"band", timing->band},
    }};
}

static void print_csv(const struct collective_table *table, FILE *output)
{
    struct csv_writer writer = {.output = output};
    const struct row_numbers header = row_numbers_of(&(struct collective_row){0});
    for (int i = 0; i < ROW_NUMBERS; i++) {
        csv_text(&writer, header.of[i].key);
    }
    csv_text(&writer, "algorithm");
    csv_text(&writer, "protocol");
    csv_text(&writer, "link");
    csv_row_end(&writer);
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        const struct row_numbers numbers = row_numbers_of(&timing);
        for (int i = 0; i < ROW_NUMBERS; i++) {
            csv_number(&writer, numbers.of[i].value);
        }
        csv_text(&writer, choice_name(&algorithm_names, (int)timing.cost.algorithm));
        csv_text(&writer, choice_name(&protocol_names, (int)timing.cost.protocol));
        csv_text(&writer, choice_name(&tier_names, (int)timing.cost.tier));
        csv_row_end(&writer);
        size = collective_next_size(table, size);
    }
}

static void print_row_json(struct json *json, const struct collective_row *timing)
{
    const struct row_numbers numbers = row_numbers_of(timing);
    json_object(json, NULL);
    for (int i = 0; i < ROW_NUMBERS; i++) {
        json_number(json, numbers.of[i].key, numbers.of[i].value);
    }
    json_text(json, "algorithm", choice_name(&algorithm_names, (int)timing->cost.algorithm));
    json_text(json, "protocol", choice_name(&protocol_names, (int)timing->cost.protocol));
    json_text(json, "link", choice_name(&tier_names, (int)timing->cost.tier));
    json_object_end(json);
}

static void print_measured_json(const struct collective_table *table, struct json *json)
{
    const struct measured measured = measured_of(table);
    const struct fitted_link fitted = link_fitted(table);
    const struct fitted_nics nics = nics_fitted(table);
    json_object(json, "measured");
    json_number(json, "time", table->measured);
    json_number(json, "busbw", measured.bus_bandwidth);
    json_number(json, "slowness", measured.slowness);
    json_text(json, "verdict", choice_name(&comparison_names, (int)measured.verdict));
    if (fitted.parameter != NULL) {
        json_text(json, "parameter", fitted.parameter->key);
        json_number(json, "value", fitted.rate);
    } else {
        json_null(json, "parameter");
        json_null(json, "value");
    }
    if (nics.count > 0) {
        json_number(json, "nics", nics.count);
    } else {
        json_null(json, "nics");
    }
    json_object_end(json);
}

static void print_json(const struct collective_table *table, FILE *output)
{
    struct json json = {.output = output};
    json_object(&json, NULL);
    json_text(&json, "operation", choice_name(&collective_names, (int)table->op));
    json_text(&json, "cluster", table->scenario.cluster.name);
    json_text(&json, "gpu", table->scenario.gpu.name);
    json_text(&json, "links", choice_name(&basis_names, (int)table->scenario.execution.basis));
    json_text(&json, "rings", choice_name(&ring_names, (int)table->scenario.execution.ring));
    json_text(&json, "library", choice_name(&library_names, (int)table->scenario.execution.library));
    json_number(&json, "ranks", table->group.ranks);
    json_number(&json, "members", table->group.members);
    json_number(&json, "domains", table->group.domains);
    json_array(&json, "rows");
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        print_row_json(&json, &timing);
        size = collective_next_size(table, size);
    }
    json_array_end(&json);
    if (table->measured > 0) {
        print_measured_json(table, &json);
    }
    json_object_end(&json);
    json_end(&json);
}

/* What was measured, as a time: of a rate of the bus the time that has it; not valid where it is neither. A bare number
 * may be the one as well as the other. */
static struct quantity time_measured(const char *text, const struct collective_table *table)
{
    if (quantity_parse(text, UNIT_NONE).valid) {
        struct quantity bare = {.valid = false};
        (void)snprintf(bare.message, sizeof bare.message, "\"%.40s\" has no unit", text);
        return bare;
    }
    const struct quantity time = quantity_parse(text, UNIT_SECONDS);
    const struct quantity rate = quantity_parse(text, UNIT_RATE);
    if (time.valid || !rate.valid || rate.value <= 0) {
        return time;
    }
    const double of_a_second = collective_bus_bandwidth(table->op, table->from, table->group.ranks, 1);
    return (struct quantity){.valid = true, .value = of_a_second / rate.value};
}

/* A time, of one size; 0 after a complaint. */
static double read_measured(const char *text, const struct collective_table *table, FILE *errors)
{
    const struct quantity time = time_measured(text, table);
    if (table->from < table->to) {
        complaint_print(errors, "ringside collective: --measured is of one size: --sizes 2GB\n");
        return 0;
    }
    if (!time.valid || time.value <= 0) {
        complaint_print(
            errors, "ringside collective: --measured: a time is expected, like 688ms, or a busbw, like 300GB/s%s%s\n",
            time.valid ? "" : ": ", time.valid ? "" : time.message);
        return 0;
    }
    return time.value;
}

int collective_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct collective_table *table, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const char *measured = arguments->value[OPTION_MEASURED];
    struct collective_table table = collective_table_read(arguments, arguments->words[0], program->errors);
    if (table.op == OP_COUNT) {
        return EXIT_BAD_INPUT;
    }
    table.measured = measured == NULL ? 0 : read_measured(measured, &table, program->errors);
    if (measured != NULL && table.measured <= 0) {
        return EXIT_BAD_INPUT;
    }
    printers[arguments_choice(arguments, collective_options, OPTION_FORMAT, FORMAT_TEXT)](&table, program->output);
    return EXIT_DONE;
}
