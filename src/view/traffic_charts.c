/* traffic_charts.c: bus bandwidth over the size of messages, and who shares a NIC. */
#include "view/traffic_charts.h"

#include "core/collective.h"
#include "core/metrics.h"
#include "view/traffic.h"

#include <math.h>
#include <stdio.h>

static enum collective_op operation_of(enum part part, const struct scenario *scenario)
{
    const bool training = scenario->mode == MODE_TRAINING;
    switch (part) {
    case PART_TP:
        return training && scenario->strategy.sp ? OP_ALL_GATHER : OP_ALL_REDUCE;
    case PART_DP:
        return scenario->strategy.zero == ZERO_NONE || scenario->strategy.zero == ZERO_PARAMETERS ? OP_ALL_REDUCE
                                                                                                  : OP_REDUCE_SCATTER;
    case PART_PP:
        return OP_SEND;
    default:
        return OP_ALL_GATHER;
    }
}

/* Share of the largest message's bus bandwidth. */
static double share_of(enum collective_op op, double size, const struct group *group, const struct scenario *scenario,
                       double most)
{
    const struct collective_cost cost = collective_time(op, size, group, scenario);
    return collective_bus_bandwidth(op, size, group->ranks, cost.seconds) / most;
}

static struct traffic_curve curve_of(const struct traffic_row *row, double count, const struct scenario *scenario)
{
    const enum collective_op op = operation_of(row->part, scenario);
    const struct group *group = &row->group;
    struct traffic_curve curve = {.part = row->part};
    curve.most = 1;
    curve.most = share_of(op, TRAFFIC_MOST_MESSAGE, group, scenario, curve.most);
    curve.piece = row->bytes / count / collective_bytes_sent(op, 1, group->ranks);
    curve.reached = share_of(op, curve.piece, group, scenario, curve.most);
    for (int i = 0; i < TRAFFIC_POINTS; i++) {
        const double place = (double)i / (TRAFFIC_POINTS - 1);
        const double size = TRAFFIC_LEAST_MESSAGE * pow(TRAFFIC_MOST_MESSAGE / TRAFFIC_LEAST_MESSAGE, place);
        curve.share[i] = share_of(op, size, group, scenario, curve.most);
    }
    return curve;
}

struct traffic_charts traffic_charts_of(const struct traffic_rows *rows, const struct scenario *scenario,
                                        const struct result *result)
{
    struct traffic_charts charts = {.count = 0};
    for (int i = 0; i < rows->count && charts.count < TRAFFIC_CURVES; i++) {
        const struct metric *metric = traffic_metric(&rows->row[i], TRAFFIC_COUNT);
        const double count = metric != NULL ? metric_get(metric, result) : NAN;
        if (rows->row[i].group.ranks > 1 && count > 0 && rows->row[i].bytes > 0) {
            charts.curve[charts.count++] = curve_of(&rows->row[i], count, scenario);
        }
    }
    return charts;
}

void traffic_sharing(const struct traffic_row *row, const struct scenario *scenario, char *text, size_t size)
{
    const struct group *group = &row->group;
    const struct cluster *cluster = &scenario->cluster;
    text[0] = '\0';
    if (group->domains <= 1 || group->members < 1) {
        return;
    }
    const int domain = cluster->scaleup.size;
    const int others = domain / group->members - 1;
    char rate[QUANTITY_TEXT];
    quantity_say(group->nic, UNIT_RATE, rate, sizeof rate);
    if (others < 1) {
        (void)snprintf(text, size, "all %d GPUs of a node: %s of NIC each", group->members, rate);
    } else {
        (void)snprintf(text, size, "%d of a node's %d GPUs, %d group%s beside it: %s of NIC each", group->members,
                       domain, others, others == 1 ? "" : "s", rate);
    }
}
