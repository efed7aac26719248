/* traffic_charts.h: what the Traffic tab draws below its tables on a tall screen: whether each message is large enough
 * for its links, and bytes beside time.
 */
#ifndef RINGSIDE_VIEW_TRAFFIC_CHARTS_H
#define RINGSIDE_VIEW_TRAFFIC_CHARTS_H

#include "core/parts.h"
#include "core/result.h"
#include "core/scenario.h"
#include "view/surface.h"

struct app;
struct traffic_row;
struct traffic_rows;

enum { TRAFFIC_CURVES = 6, TRAFFIC_POINTS = 64 };

/* The messages that a curve spans, bytes. */
#define TRAFFIC_LEAST_MESSAGE 1e3
#define TRAFFIC_MOST_MESSAGE 10e9

/* Bus bandwidth of one communication over the size of its messages. */
struct traffic_curve {
    enum part part;
    double piece;                 /* bytes of one of its messages in the step */
    double reached;               /* share of `most` that such a message reaches */
    double most;                  /* bus bandwidth of the largest message, B/s */
    double share[TRAFFIC_POINTS]; /* of `most`, over messages in equal steps of the logarithm */
};

struct traffic_charts {
    struct traffic_curve curve[TRAFFIC_CURVES];
    int count;
};

/* Price the curves of the communications whose groups are known. */
struct traffic_charts traffic_charts_of(const struct traffic_rows *rows, const struct scenario *scenario,
                                        const struct result *result);

/* What a NIC carries for a row, in words; "" for what stays in a domain. */
void traffic_sharing(const struct traffic_row *row, const struct scenario *scenario, char *text, size_t size);

void traffic_charts_draw(const struct app *app, struct surface *surface, struct rectangle area,
                         const struct traffic_rows *rows);

#endif
