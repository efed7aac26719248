/* collective.c: `ringside collective`: the table that nccl-tests would print on this cluster. */
#include "core/collective.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/json.h"
#include "core/comparison.h"
#include "core/quantity.h"

#include <math.h>
#include <string.h>

enum { OPTION_SIZES, OPTION_RANKS, OPTION_PER_NODE, OPTION_MEASURED, OPTION_FORMAT };

static const char sizes_by_default[] = "8:8GB:x2";

const struct option collective_options[] = {
    [OPTION_SIZES] = {.name = "--sizes", .value = "FROM:TO:xFACTOR", .help = "sizes of the array; without it 8:8GB:x2"},
    [OPTION_RANKS] = {.name = "--ranks", .value = "N", .help = "GPUs that take part; without it all of the cluster"},
    [OPTION_PER_NODE] = {.name = "--per-node", .value = "G", .help = "of these in each scale-up domain"},
    [OPTION_MEASURED] = {.name = "--measured",
                         .value = "TIME",
                         .help = "compare with what you measured at one size: --sizes 2GB --measured 688ms"},
    [OPTION_FORMAT] = {.name = "--format",
                       .choices = &format_names,
                       .candidates = CANDIDATES_CHOICES,
                       .help = "for people (the default), or for programs"},
    {.name = NULL},
};

/* Further names of the operations, without dashes and underscores. */
static const struct {
    const char *name;
    enum collective_op op;
} short_names[] = {
    {"ar", OP_ALL_REDUCE},   {"ag", OP_ALL_GATHER}, {"rs", OP_REDUCE_SCATTER}, {"a2a", OP_ALL_TO_ALL},
    {"bcast", OP_BROADCAST}, {"sendrecv", OP_SEND}, {"p2p", OP_SEND},
};

/* Sizes: from, from * factor, ... */
struct sizes_asked {
    double from, to, factor; /* from 0: a complaint was made */
};

struct measurement {
    enum collective_op op;
    struct scenario scenario;
    struct group group;
    struct sizes_asked sizes;
    double measured; /* s, of the first size; 0: nothing */
};

/* One row. */
struct timing {
    double size;
    struct collective_cost cost;
    double algorithm_bandwidth, bus_bandwidth; /* algbw and busbw */
};

static struct timing timing_at(const struct measurement *measurement, double size)
{
    const struct group *group = &measurement->group;
    const struct collective_cost cost = collective_time(measurement->op, size, group, &measurement->scenario);
    return (struct timing){
        .size = size,
        .cost = cost,
        .algorithm_bandwidth = size / cost.seconds,
        .bus_bandwidth = collective_bus_bandwidth(measurement->op, size, group->ranks, cost.seconds),
    };
}

/* Arrays hold whole bytes. */
static double next_size(const struct measurement *measurement, double size)
{
    const double next = floor(size * measurement->sizes.factor);
    return next > size ? next : size + 1;
}

/* A measured time and what it means. */
struct measured {
    double bus_bandwidth; /* bytes/s */
    double slowness;      /* over the forecast */
    enum comparison_verdict verdict;
};

static struct measured measured_of(const struct measurement *measurement)
{
    const double size = measurement->sizes.from;
    const double seconds = measurement->measured;
    const struct timing timing = timing_at(measurement, size);
    const double slowness = seconds / timing.cost.seconds;
    return (struct measured){
        .bus_bandwidth = collective_bus_bandwidth(measurement->op, size, measurement->group.ranks, seconds),
        .slowness = slowness,
        .verdict = comparison_verdict(slowness, COMPARISON_BAND),
    };
}

/* ---- for people ---- */

enum { FLOAT_BYTES = 4 };

static void print_text(const struct measurement *measurement, FILE *output)
{
    const struct scenario *scenario = &measurement->scenario;
    const struct group *group = &measurement->group;
    double sum = 0;
    int count = 0;
    (void)fprintf(output, "# %s of %d GPUs of %s (%s): %d in each of %d domains; links %s, rings %s, library %s\n",
                  choice_name(&collective_names, (int)measurement->op), group->ranks, scenario->cluster.name,
                  scenario->gpu.name, group->members, group->domains,
                  choice_name(&basis_names, (int)scenario->execution.basis),
                  choice_name(&ring_names, (int)scenario->execution.ring),
                  choice_name(&library_names, (int)scenario->execution.library));
    (void)fprintf(output, "#%12s %12s %12s %9s %9s  %-15s %-9s %s\n", "size", "count", "time", "algbw", "busbw",
                  "algorithm", "protocol", "slowest link");
    (void)fprintf(output, "#%12s %12s %12s %9s %9s\n", "(B)", "(floats)", "(us)", "(GB/s)", "(GB/s)");
    double size = measurement->sizes.from;
    while (size <= measurement->sizes.to) {
        const struct timing timing = timing_at(measurement, size);
        (void)fprintf(output, " %12.0f %12.0f %12.2f %9.2f %9.2f  %-15s %-9s %s\n", size, floor(size / FLOAT_BYTES),
                      timing.cost.seconds * 1e6, timing.algorithm_bandwidth / 1e9, timing.bus_bandwidth / 1e9,
                      choice_name(&algorithm_names, (int)timing.cost.algorithm),
                      choice_name(&protocol_names, (int)timing.cost.protocol),
                      choice_name(&tier_names, (int)timing.cost.tier));
        sum += timing.bus_bandwidth;
        count++;
        size = next_size(measurement, size);
    }
    (void)fprintf(output, "# Avg bus bandwidth    : %g\n", sum / count / 1e9);
    if (measurement->measured > 0) {
        const struct measured measured = measured_of(measurement);
        (void)fprintf(output, "# Measured %.2f us, %.2f GB/s of the bus: %.2f times the forecast. %s\n",
                      measurement->measured * 1e6, measured.bus_bandwidth / 1e9, measured.slowness,
                      comparison_advice(measured.verdict));
    }
}

/* ---- for programs ---- */

/* The figures of a row, in SI. */
enum { ROW_NUMBERS = 7 };

struct row_numbers {
    struct {
        const char *key;
        double value;
    } of[ROW_NUMBERS];
};

static struct row_numbers row_numbers_of(const struct timing *timing)
{
    return (struct row_numbers){{
        {"size", timing->size},
        {"time", timing->cost.seconds},
        {"algbw", timing->algorithm_bandwidth},
        {"busbw", timing->bus_bandwidth},
        {"latency", timing->cost.latency},
        {"transfer", timing->cost.transfer},
        {"bytes", timing->cost.bytes},
    }};
}

static void print_csv(const struct measurement *measurement, FILE *output)
{
    struct csv_writer writer = {.output = output};
    const struct row_numbers header = row_numbers_of(&(struct timing){0});
    for (int i = 0; i < ROW_NUMBERS; i++) {
        csv_text(&writer, header.of[i].key);
    }
    csv_text(&writer, "algorithm");
    csv_text(&writer, "protocol");
    csv_text(&writer, "link");
    csv_row_end(&writer);
    double size = measurement->sizes.from;
    while (size <= measurement->sizes.to) {
        const struct timing timing = timing_at(measurement, size);
        const struct row_numbers numbers = row_numbers_of(&timing);
        for (int i = 0; i < ROW_NUMBERS; i++) {
            csv_number(&writer, numbers.of[i].value);
        }
        csv_text(&writer, choice_name(&algorithm_names, (int)timing.cost.algorithm));
        csv_text(&writer, choice_name(&protocol_names, (int)timing.cost.protocol));
        csv_text(&writer, choice_name(&tier_names, (int)timing.cost.tier));
        csv_row_end(&writer);
        size = next_size(measurement, size);
    }
}

static void print_row_json(struct json *json, const struct timing *timing)
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

static void print_json(const struct measurement *measurement, FILE *output)
{
    struct json json = {.output = output};
    json_object(&json, NULL);
    json_text(&json, "operation", choice_name(&collective_names, (int)measurement->op));
    json_number(&json, "ranks", measurement->group.ranks);
    json_number(&json, "members", measurement->group.members);
    json_number(&json, "domains", measurement->group.domains);
    json_array(&json, "rows");
    double size = measurement->sizes.from;
    while (size <= measurement->sizes.to) {
        const struct timing timing = timing_at(measurement, size);
        print_row_json(&json, &timing);
        size = next_size(measurement, size);
    }
    json_array_end(&json);
    if (measurement->measured > 0) {
        const struct measured measured = measured_of(measurement);
        json_object(&json, "measured");
        json_number(&json, "time", measurement->measured);
        json_number(&json, "busbw", measured.bus_bandwidth);
        json_number(&json, "slowness", measured.slowness);
        json_text(&json, "verdict", choice_name(&comparison_names, (int)measured.verdict));
        json_object_end(&json);
    }
    json_object_end(&json);
    json_end(&json);
}

/* ---- what was asked ---- */

struct plain {
    char text[32];
};

/* A name in small letters, without dashes and underscores. */
static struct plain plain_name(const char *name)
{
    struct plain plain = {.text = ""};
    size_t length = 0;
    for (; *name != '\0' && length + 1 < sizeof plain.text; name++) {
        if (*name != '-' && *name != '_') {
            const char letter = *name;
            plain.text[length++] = (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
        }
    }
    return plain;
}

/* OP_COUNT after a complaint. */
static enum collective_op read_op(const char *name, FILE *errors)
{
    const struct plain plain = plain_name(name);
    for (int op = 0; op < OP_COUNT; op++) {
        if (strcmp(plain.text, plain_name(choice_name(&collective_names, op)).text) == 0) {
            return (enum collective_op)op;
        }
    }
    for (size_t i = 0; i < sizeof short_names / sizeof short_names[0]; i++) {
        if (strcmp(plain.text, short_names[i].name) == 0) {
            return short_names[i].op;
        }
    }
    (void)fprintf(errors, "ringside collective: there is no operation \"%s\":", name);
    for (int op = 0; op < OP_COUNT; op++) {
        (void)fprintf(errors, "%s %s", op > 0 ? "," : "", choice_name(&collective_names, op));
    }
    (void)fprintf(errors, " are those there are\n");
    return OP_COUNT;
}

enum { FIELD_TEXT = 64 };

struct size_field {
    char text[FIELD_TEXT];
    const char *rest; /* behind the colon; NULL: nothing is */
};

static struct size_field next_field(const char *text)
{
    const size_t length = strcspn(text, ":");
    struct size_field field = {.rest = text[length] == ':' ? text + length + 1 : NULL};
    (void)snprintf(field.text, sizeof field.text, "%.*s", (int)length, text);
    return field;
}

/* Whole bytes of a size; 0 if it is none. */
static double read_size(const char *text)
{
    const struct quantity size = quantity_parse(text, UNIT_BYTES);
    return size.valid && size.value >= 1 ? floor(size.value) : 0;
}

/* "x2": a factor above 1; 0 if it is none. */
static double read_factor(const char *text)
{
    const struct quantity factor = quantity_parse(text[0] == 'x' ? text + 1 : text, UNIT_NONE);
    return factor.valid && factor.value > 1 ? factor.value : 0;
}

static struct sizes_asked read_sizes(const char *text, FILE *errors)
{
    enum { MOST_ROWS = 10000 };
    const struct size_field from = next_field(text);
    const struct size_field to = next_field(from.rest == NULL ? text : from.rest);
    const struct size_field factor =
        to.rest == NULL || from.rest == NULL ? (struct size_field){.text = "x2"} : next_field(to.rest);
    struct sizes_asked sizes = {read_size(from.text), read_size(to.text), read_factor(factor.text)};
    const bool good = sizes.from > 0 && sizes.to >= sizes.from && sizes.factor > 0 && factor.rest == NULL &&
                      log(sizes.to / sizes.from) / log(sizes.factor) < MOST_ROWS;
    if (!good) {
        (void)fprintf(errors,
                      "ringside collective: --sizes: \"%s\": sizes are expected like 8:8GB:x2, or one like 64MiB\n",
                      text);
        sizes.from = 0;
    }
    return sizes;
}

/* A whole number of an option; 0 after a complaint. */
static int read_number(const char *option, const char *text, int least, int most, FILE *errors)
{
    const struct quantity number = quantity_parse(text, UNIT_NONE);
    if (number.valid && number.value >= least && number.value <= most && number.value == floor(number.value)) {
        return (int)number.value;
    }
    (void)fprintf(errors, "ringside collective: %s: a whole number from %d to %d is expected, not \"%s\"\n", option,
                  least, most, text);
    return 0;
}

/* The group that takes part, so many in each domain; of no ranks after a complaint. */
static struct group read_group(const struct arguments *arguments, const struct cluster *cluster, FILE *errors)
{
    const char *ranks_text = arguments->value[OPTION_RANKS];
    const char *members_text = arguments->value[OPTION_PER_NODE];
    const int domain = cluster->scaleup.size;
    const int ranks = ranks_text == NULL ? cluster->gpus : read_number("--ranks", ranks_text, 2, cluster->gpus, errors);
    if (ranks < 2) {
        if (ranks_text == NULL) {
            (void)fprintf(errors, "ringside collective: one GPU has nobody to send to: --set cluster.gpus=8\n");
        }
        return (struct group){.ranks = 0};
    }
    if (members_text == NULL) {
        return group_place(cluster, ranks, 1);
    }
    const int members = read_number("--per-node", members_text, 1, domain < ranks ? domain : ranks, errors);
    if (members == 0) {
        return (struct group){.ranks = 0};
    }
    struct group group = group_place(cluster, ranks, domain / members);
    group.members = members;
    group.domains = (ranks + members - 1) / members;
    return group;
}

/* A time, of one size; 0 after a complaint. */
static double read_measured(const char *text, const struct sizes_asked *sizes, FILE *errors)
{
    const struct quantity time = quantity_parse(text, UNIT_SECONDS);
    if (sizes->from < sizes->to) {
        (void)fprintf(errors, "ringside collective: --measured is of one size: --sizes 2GB\n");
        return 0;
    }
    if (!time.valid || time.value <= 0) {
        (void)fprintf(errors, "ringside collective: --measured: a time is expected, like 688ms%s%s\n",
                      time.valid ? "" : ": ", time.valid ? "" : time.message);
        return 0;
    }
    return time.value;
}

int collective_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct measurement *measurement, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const char *sizes = arguments->value[OPTION_SIZES];
    struct measurement measurement = {.op = read_op(arguments->words[0], program->errors)};
    if (measurement.op == OP_COUNT) {
        return EXIT_BAD_INPUT;
    }
    measurement.sizes = read_sizes(sizes == NULL ? sizes_by_default : sizes, program->errors);
    if (measurement.sizes.from <= 0) {
        return EXIT_BAD_INPUT;
    }
    const char *measured = arguments->value[OPTION_MEASURED];
    measurement.measured = measured == NULL ? 0 : read_measured(measured, &measurement.sizes, program->errors);
    if (measured != NULL && measurement.measured <= 0) {
        return EXIT_BAD_INPUT;
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    measurement.scenario = subject.resolved.scenario;
    catalogue_free(subject.catalogue);
    measurement.group = read_group(arguments, &measurement.scenario.cluster, program->errors);
    if (measurement.group.ranks == 0) {
        return EXIT_BAD_INPUT;
    }
    printers[arguments_choice(arguments, collective_options, OPTION_FORMAT, FORMAT_TEXT)](&measurement,
                                                                                          program->output);
    return EXIT_DONE;
}
