/* host.h: how fast the host issues work to its GPU.
 *
 * An eager framework cannot issue a layer faster than about a millisecond, however small it is; a layer with experts
 * takes several.
 */
#ifndef RINGSIDE_CORE_HOST_H
#define RINGSIDE_CORE_HOST_H

#include "core/scenario.h"
#include "core/transformer.h"

/* Seconds that the host needs, by execution style and host.speed. */
struct host_time {
    double forward[LAYER_KIND_COUNT];  /* one layer of each kind */
    double backward[LAYER_KIND_COUNT]; /* one layer */
    double micro_batch;                /* what surrounds the layers: embedding, head, loss, loop */
    double transfer;                   /* one pipeline send or receive */
};
struct host_time host_time(const struct scenario *scenario);

/* How much longer an eager host takes for a layer on a TP group, whose collectives wait for the slowest of its hosts.
 *
 *   formula   1 + 0.035 (TP - 1)
 */
double host_tensor_growth(const struct scenario *scenario);

/* What the host adds to a piece of work.
 *
 *   given     gpu, host >= 0: seconds of the piece on either
 *   returned  seconds beyond gpu: 0 for a host of 0
 *   formula   (gpu^p + host^p)^(1/p) - gpu, p = 3.5: the host runs ahead, but not perfectly
 */
double dispatch_time(double gpu, double host);

#endif
