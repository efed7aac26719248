/* traffic.h: the communications of a step as rows of a table, and their sums by link.
 *
 * A row is a part of the step (core/parts.h) of which something can hide; its figures are the metrics of that name.
 */
#ifndef RINGSIDE_VIEW_TRAFFIC_H
#define RINGSIDE_VIEW_TRAFFIC_H

#include "core/parameters.h"
#include "core/parts.h"
#include "core/result.h"
#include "view/explained.h"
#include "view/traffic_charts.h"

/* Where the focus is. */
struct traffic_view {
    int row;
    int column;
    int sorted;                   /* the column that the rows are sorted by */
    struct traffic_charts charts; /* priced by traffic_refresh() */
};

enum traffic_column {
    TRAFFIC_OPERATION,
    TRAFFIC_GROUP,
    TRAFFIC_MESSAGE,
    TRAFFIC_COUNT,
    TRAFFIC_BYTES,
    TRAFFIC_ALGORITHM,
    TRAFFIC_LINK,
    TRAFFIC_TIME,
    TRAFFIC_HIDDEN,
    TRAFFIC_EXPOSED,
    TRAFFIC_COLUMNS
};

struct traffic_row {
    enum part part;
    const char *operation; /* "all-reduce" */
    const char *cause;     /* a sentence: which strategy causes it */
    const char *slider;    /* key of the parameter that causes it */
    struct group group;    /* ranks is 0 where nobody knows it */
    enum link_tier tier;   /* that decides; never TIER_NONE */
    double bytes, time, hidden, exposed;
    double carried[TIER_COUNT]; /* bytes of one GPU over each tier */
};

struct traffic_rows {
    struct traffic_row row[PART_COUNT];
    int count;
};

/* The communications that take time, sorted by a column: the most first, words by the alphabet. */
struct traffic_rows traffic_rows_of(const struct scenario *scenario, const struct result *result,
                                    enum traffic_column sorted);

/* The metric that a column shows of a row: "tp.bytes"; NULL where it shows none. */
const struct metric *traffic_metric(const struct traffic_row *row, enum traffic_column column);

/* The metric of its protocol; NULL: it has none. */
const struct metric *traffic_protocol(const struct traffic_row *row);

/* What one GPU's share of a link carries, and how long that takes. What crosses nodes uses both tiers in one time. */
struct traffic_link {
    double bytes, time, hidden, exposed;
};

/* TIER_NONE: all communications, each once. */
struct traffic_link traffic_link_of(const struct traffic_rows *rows, enum link_tier tier);

/* Line rate of one GPU, one direction. */
double traffic_rate_of(const struct scenario *scenario, enum link_tier tier);

/* One sentence that compares the two that cost most. */
void traffic_sentence(const struct traffic_rows *rows, char *text, size_t size);

/* Where the focus is at first. */
void traffic_start(struct app *app);

#endif
