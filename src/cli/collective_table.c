/* collective_table.c: the sizes, the group and the rows of a table like that of nccl-tests. */
#include "cli/collective_table.h"

#include "cli/refuse.h"
#include "core/accuracy.h"
#include "core/collective.h"
#include "core/letters.h"
#include "core/quantity.h"
#include "core/text.h"

#include <math.h>
#include <string.h>

static const char sizes_by_default[] = "8:8GB:x2";

/* Further names of the operations, without dashes and underscores. */
static const struct {
    const char *name;
    enum collective_op op;
} short_names[] = {
    {"ar", OP_ALL_REDUCE},   {"ag", OP_ALL_GATHER}, {"rs", OP_REDUCE_SCATTER}, {"a2a", OP_ALL_TO_ALL},
    {"bcast", OP_BROADCAST}, {"sendrecv", OP_SEND}, {"p2p", OP_SEND},
};

struct collective_row collective_row_at(const struct collective_table *table, double size)
{
    const struct group *group = &table->group;
    const struct collective_cost cost = collective_time(table->op, size, group, &table->scenario);
    return (struct collective_row){
        .size = size,
        .cost = cost,
        .algorithm_bandwidth = size / cost.seconds,
        .bus_bandwidth = collective_bus_bandwidth(table->op, size, group->ranks, cost.seconds),
        .band = accuracy_of_collective(&table->scenario, group, size).p90,
    };
}

double collective_next_size(const struct collective_table *table, double size)
{
    const double next = floor(size * table->factor);
    return next > size ? next : size + 1;
}

/* Sizes: from, from * factor, ... */
struct sizes_asked {
    double from, to, factor; /* from 0: a complaint was made */
};

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
            plain.text[length++] = letter_lower(*name);
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
    complaint_print(errors, "ringside: there is no operation \"%s\":", name);
    for (int op = 0; op < OP_COUNT; op++) {
        complaint_print(errors, "%s %s", op > 0 ? "," : "", choice_name(&collective_names, op));
    }
    complaint_print(errors, " are those there are\n");
    return OP_COUNT;
}

enum { FIELD_TEXT = 64 };

struct size_field {
    char text[FIELD_TEXT]; /* empty if it has no room */
    const char *rest;      /* behind the colon; NULL: nothing is */
};

static struct size_field next_field(const char *text)
{
    const size_t length = strcspn(text, ":");
    struct size_field field = {.rest = text[length] == ':' ? text + length + 1 : NULL};
    if (!text_copy_word(field.text, sizeof field.text, text, length)) {
        field.text[0] = '\0';
    }
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
        complaint_print(errors, "ringside: --sizes: \"%s\": sizes are expected like 8:8GB:x2, or one like 64MiB\n",
                        text);
        sizes.from = 0;
    }
    return sizes;
}

/* A whole number of an option; -1 after a complaint. */
static int read_number(const char *option, const char *text, int least, int most, FILE *errors)
{
    const int number = quantity_whole(text, UNIT_NONE, least, most);
    if (number < 0) {
        complaint_print(errors, "ringside: %s: a whole number from %d to %d is expected, not \"%s\"\n", option, least,
                        most, text);
    }
    return number;
}

/* Ranks are part of the cluster, whose GPUs nobody may have thought of. */
static void say_more_gpus(const char *ranks_text, int gpus, FILE *errors)
{
    const struct quantity ranks = quantity_parse(ranks_text == NULL ? "" : ranks_text, UNIT_NONE);
    if (ranks_text == NULL) {
        complaint_print(errors, "ringside: one GPU has nobody to send to: --set cluster.gpus=8\n");
    } else if (ranks.valid && ranks.value > gpus) {
        complaint_print(errors, "ringside: the cluster has %d GPUs: --set cluster.gpus=%s\n", gpus, ranks_text);
    }
}

/* The group that takes part, so many in each domain; of no ranks after a complaint. */
static struct group read_group(const struct arguments *arguments, const struct cluster *cluster, FILE *errors)
{
    const char *ranks_text = arguments->value[TABLE_RANKS];
    const char *members_text = arguments->value[TABLE_PER_NODE];
    const int domain = cluster->scaleup.size;
    const int ranks = ranks_text == NULL ? cluster->gpus : read_number("--ranks", ranks_text, 2, cluster->gpus, errors);
    if (ranks < 2) {
        say_more_gpus(ranks_text, cluster->gpus, errors);
        return (struct group){.ranks = 0};
    }
    if (members_text == NULL) {
        return group_place(cluster, ranks, 1);
    }
    const int members = read_number("--per-node", members_text, 1, domain < ranks ? domain : ranks, errors);
    if (members < 0) {
        return (struct group){.ranks = 0};
    }
    struct group group = group_place(cluster, ranks, domain / members);
    group.members = members;
    group.domains = (ranks + members - 1) / members;
    return group;
}

struct collective_table collective_table_read(const struct arguments *arguments, const char *operation, FILE *errors)
{
    static const struct collective_table none = {.op = OP_COUNT};
    const char *sizes_text = arguments->value[TABLE_SIZES];
    struct collective_table table = {.op = read_op(operation, errors)};
    if (table.op == OP_COUNT) {
        return none;
    }
    const struct sizes_asked sizes = read_sizes(sizes_text == NULL ? sizes_by_default : sizes_text, errors);
    if (sizes.from <= 0) {
        return none;
    }
    const struct subject subject = subject_load(&arguments->scenario, errors);
    if (subject.catalogue == NULL) {
        return none;
    }
    table.scenario = subject.resolved.scenario;
    catalogue_free(subject.catalogue);
    table.from = sizes.from;
    table.to = sizes.to;
    table.factor = sizes.factor;
    table.whole = arguments->value[TABLE_RANKS] == NULL && arguments->value[TABLE_PER_NODE] == NULL;
    table.group = read_group(arguments, &table.scenario.cluster, errors);
    return table.group.ranks == 0 ? none : table;
}
