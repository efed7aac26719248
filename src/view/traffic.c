/* traffic.c: the communications of a step, as rows and sums. */
#include "view/traffic.h"

#include "core/expert_exchange.h"
#include "core/metrics.h"
#include "core/strategy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_LENGTH = 48 };

/* What a part does on the links, and why. */
struct operation {
    const char *name;
    const char *cause;
    const char *slider;
};

static struct operation tensor_operation(const struct scenario *scenario)
{
    return (struct operation){
        scenario->strategy.sp && scenario->mode == MODE_TRAINING ? "gather + reduce-scatter" : "all-reduce",
        scenario->mode == MODE_TRAINING ? "each block sums its activations across TP · forward and backward"
                                        : "each block sums its activations across TP",
        "tp"};
}

static struct operation replica_operation(const struct scenario *scenario)
{
    switch (scenario->strategy.zero) {
    case ZERO_NONE:
        return (struct operation){"all-reduce", "replicas sum their gradients once a step", "cluster.gpus"};
    case ZERO_PARAMETERS:
        return (struct operation){"all-reduce of shards", "groups of replicas (HSDP) sum the gradients of their shard",
                                  "fsdp.shard"};
    default:
        return (struct operation){"reduce-scatter + gather", "ZeRO scatters gradients and gathers new weights", "zero"};
    }
}

static struct operation operation_of(enum part part, const struct scenario *scenario)
{
    switch (part) {
    case PART_TP:
        return tensor_operation(scenario);
    case PART_DP:
        return replica_operation(scenario);
    case PART_CP:
        return (struct operation){"all-gather of K and V", "CP splits the sequence: attention needs the keys of all",
                                  "cp"};
    case PART_EP:
        return (struct operation){"all-to-all", "tokens travel to their experts and back", "ep"};
    case PART_PP:
        return (struct operation){"send", "PP hands activations from stage to stage, and gradients back", "pp"};
    case PART_FSDP:
        return (struct operation){"gather + scatter", "each layer gathers its weights and scatters its gradients",
                                  "zero"};
    default:
        return (struct operation){step_parts[part].label, "", "tp"};
    }
}

static struct group group_of(enum part part, const struct scenario *scenario, const struct groups *groups)
{
    switch (part) {
    case PART_TP:
        return groups->tp;
    case PART_CP:
        return groups->cp;
    case PART_PP:
        return groups->stage;
    case PART_FSDP:
        return groups->shard;
    case PART_DP:
        return scenario->strategy.zero == ZERO_PARAMETERS ? groups->replica : groups->dp;
    default:
        return (struct group){.ranks = 0};
    }
}

static const struct metric *metric_of_part(enum part part, const char *figure)
{
    const char *exposed = step_parts[part].exposed;
    char key[KEY_LENGTH];
    (void)snprintf(key, sizeof key, "%.*s%s", (int)strcspn(exposed, "."), exposed, figure);
    return metric_find(key);
}

const struct metric *traffic_metric(const struct traffic_row *row, enum traffic_column column)
{
    static const char *const figures[TRAFFIC_COLUMNS] = {
        [TRAFFIC_OPERATION] = ".time",  [TRAFFIC_GROUP] = ".time",  [TRAFFIC_MESSAGE] = ".message",
        [TRAFFIC_COUNT] = ".count",     [TRAFFIC_BYTES] = ".bytes", [TRAFFIC_ALGORITHM] = ".algorithm",
        [TRAFFIC_LINK] = ".link",       [TRAFFIC_TIME] = ".time",   [TRAFFIC_HIDDEN] = ".hidden",
        [TRAFFIC_EXPOSED] = ".exposed",
    };
    return metric_of_part(row->part, figures[column]);
}

const struct metric *traffic_protocol(const struct traffic_row *row)
{
    return metric_of_part(row->part, ".protocol");
}

static double figure_of(enum part part, const char *figure, const struct result *result)
{
    const struct metric *metric = metric_of_part(part, figure);
    const double value = metric != NULL ? metric_get(metric, result) : NAN;
    return isfinite(value) ? value : 0.0;
}

/* The link that decided; where no collective says it, the slowest that the group crosses. */
static enum link_tier tier_of(const struct group *group, double decided)
{
    const enum link_tier tier = (enum link_tier)(int)decided;
    if (tier == TIER_SCALEUP || tier == TIER_NIC) {
        return tier;
    }
    return group->ranks == 0 || group->domains > 1 ? TIER_NIC : TIER_SCALEUP;
}

/* What one GPU sends over each tier, of those that carry most there. A ring with r NICs in a node leaves it by each of
 * them with 1/r of the array, and its other hops stay inside; with one NIC for several members, a member that has none
 * sends all of it inside. A pairwise exchange between experts sends to peers in its own node, too. */
static void share_bytes(struct traffic_row *row, const struct scenario *scenario, const struct result *result)
{
    const struct group *group = &row->group;
    const struct group *experts = &result->groups.ep;
    if (row->part == PART_EP && scenario->mode == MODE_TRAINING && experts->domains > 1) {
        row->carried[TIER_NIC] = row->bytes * expert_exchange_crossing(scenario, experts);
        row->carried[TIER_SCALEUP] = row->bytes - row->carried[TIER_NIC];
        return;
    }
    if (group->ranks == 0 || group->domains <= 1) {
        row->carried[row->tier] = row->bytes;
        return;
    }
    const int rails = scenario->execution.ring == RING_RAIL ? group_rails(group) : 1;
    const bool all_leave = rails == group->members;
    row->carried[TIER_NIC] = row->bytes / rails;
    row->carried[TIER_SCALEUP] = all_leave ? row->bytes - row->carried[TIER_NIC] : row->bytes;
}

static struct traffic_row row_of(enum part part, const struct scenario *scenario, const struct result *result)
{
    const struct operation operation = operation_of(part, scenario);
    struct traffic_row row = {
        .part = part,
        .operation = operation.name,
        .cause = operation.cause,
        .slider = operation.slider,
        .group = group_of(part, scenario, &result->groups),
        .bytes = figure_of(part, ".bytes", result),
        .time = figure_of(part, ".time", result),
        .hidden = figure_of(part, ".hidden", result),
        .exposed = figure_of(part, ".exposed", result),
    };
    row.tier = tier_of(&row.group, figure_of(part, ".link", result));
    share_bytes(&row, scenario, result);
    return row;
}

/* Less than zero where a row comes before another. */
static double order(const struct traffic_row *one, const struct traffic_row *other, const struct result *result,
                    enum traffic_column sorted)
{
    const struct metric *metric = traffic_metric(one, sorted);
    const struct metric *same = traffic_metric(other, sorted);
    switch (sorted) {
    case TRAFFIC_OPERATION:
        return (double)one->part - (double)other->part;
    case TRAFFIC_GROUP:
        return (double)other->group.ranks - (double)one->group.ranks;
    case TRAFFIC_ALGORITHM:
    case TRAFFIC_LINK:
        return metric != NULL && same != NULL ? metric_get(metric, result) - metric_get(same, result) : 0.0;
    default:
        return metric != NULL && same != NULL ? metric_get(same, result) - metric_get(metric, result) : 0.0;
    }
}

struct traffic_rows traffic_rows_of(const struct scenario *scenario, const struct result *result,
                                    enum traffic_column sorted)
{
    struct traffic_rows rows = {.count = 0};
    for (int part = 0; part < PART_COUNT && result->valid; part++) {
        if (step_parts[part].hidden == NULL || !(figure_of((enum part)part, ".time", result) > 0.0)) {
            continue;
        }
        const struct traffic_row row = row_of((enum part)part, scenario, result);
        int place = rows.count++;
        for (; place > 0 && order(&row, &rows.row[place - 1], result, sorted) < 0.0; place--) {
            rows.row[place] = rows.row[place - 1];
        }
        rows.row[place] = row;
    }
    return rows;
}

struct traffic_link traffic_link_of(const struct traffic_rows *rows, enum link_tier tier)
{
    struct traffic_link link = {.bytes = 0.0};
    for (int i = 0; i < rows->count; i++) {
        const struct traffic_row *row = &rows->row[i];
        const double bytes = tier == TIER_NONE ? row->bytes : row->carried[tier];
        if (bytes > 0.0) {
            link.bytes += bytes;
            link.time += row->time;
            link.hidden += row->hidden;
            link.exposed += row->exposed;
        }
    }
    return link;
}

double traffic_rate_of(const struct scenario *scenario, enum link_tier tier)
{
    return tier == TIER_SCALEUP ? scenario->cluster.scaleup.bandwidth : network_share(&scenario->cluster);
}

/* The row whose exposed time is the greatest, but for one that is left out (NULL: none). */
static const struct traffic_row *most_exposed(const struct traffic_rows *rows, const struct traffic_row *but)
{
    const struct traffic_row *found = NULL;
    for (int i = 0; i < rows->count; i++) {
        const struct traffic_row *row = &rows->row[i];
        if (row != but && (found == NULL || row->exposed > found->exposed)) {
            found = row;
        }
    }
    return found;
}

/* "24 times", "0.4 times", "as much as". */
static void say_times(double ratio, char *text, size_t size)
{
    (void)snprintf(text, size, ratio < 9.95 ? "%.1f times" : "%.0f times", ratio);
}

void traffic_sentence(const struct traffic_rows *rows, char *text, size_t size)
{
    const struct traffic_row *first = most_exposed(rows, NULL);
    const struct traffic_row *second = most_exposed(rows, first);
    char bytes[KEY_LENGTH];
    char time[KEY_LENGTH];
    if (first == NULL) {
        (void)snprintf(text, size, "This step sends nothing: every group is of one GPU.");
        return;
    }
    const char *name = step_parts[first->part].name;
    if (second == NULL) {
        (void)snprintf(text, size, "%s is all that this step sends.", name);
        return;
    }
    say_times(first->bytes / second->bytes, bytes, sizeof bytes);
    say_times(first->exposed / second->exposed, time, sizeof time);
    if (second->exposed > 0.0) {
        (void)snprintf(text, size, "%s moves %s the bytes of %s and pays %s its exposed time.", name, bytes,
                       step_parts[second->part].name, time);
    } else {
        (void)snprintf(text, size, "%s moves %s the bytes of %s, of which all is hidden.", name, bytes,
                       step_parts[second->part].name);
    }
}
