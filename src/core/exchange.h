/* exchange.h: collectives of a step, priced, added and split into what is hidden and what is not.
 *
 * The sums stand here, since a step is made of hundreds of them.
 */
#ifndef RINGSIDE_CORE_EXCHANGE_H
#define RINGSIDE_CORE_EXCHANGE_H

#include "core/collective_operation.h"
#include "core/result.h"
#include "core/schedule.h"
#include "core/topology.h"

/* Some collectives, one after another. */
struct exchange {
    double seconds;
    double bytes; /* that one GPU sends */
    double count;
};

/* One collective; nothing for a group of one, or without bytes. */
struct exchange exchange_of(enum collective_op op, double size, const struct group *group,
                            const struct scenario *scenario);

/* The same where it is priced already. */
struct exchange exchange_priced(enum collective_op op, double size, const struct group *group,
                                const struct collective_cost *cost);

/* Both; and the same so many times. */
static inline struct exchange exchange_sum(struct exchange one, struct exchange other)
{
    return (struct exchange){
        .seconds = one.seconds + other.seconds, .bytes = one.bytes + other.bytes, .count = one.count + other.count};
}

static inline struct exchange exchange_times(struct exchange exchange, double times)
{
    return (struct exchange){
        .seconds = exchange.seconds * times, .bytes = exchange.bytes * times, .count = exchange.count * times};
}

/* Time on a link of which a share is hidden; added; so many times. */
static inline struct overlap overlap_share(double seconds, double share)
{
    const double hidden = seconds * share;
    return (struct overlap){.hidden = hidden, .exposed = seconds - hidden};
}

static inline struct overlap overlap_sum(struct overlap one, struct overlap other)
{
    return (struct overlap){.hidden = one.hidden + other.hidden, .exposed = one.exposed + other.exposed};
}

static inline struct overlap overlap_times(struct overlap overlap, double times)
{
    return (struct overlap){.hidden = overlap.hidden * times, .exposed = overlap.exposed * times};
}

/* Enter exchanges into a step's traffic. time stays hidden + exposed, exactly. */
static inline void traffic_add(struct traffic *traffic, struct exchange exchange, struct overlap overlap)
{
    traffic->count += exchange.count;
    traffic->bytes += exchange.bytes;
    traffic->hidden += overlap.hidden;
    traffic->exposed += overlap.exposed;
    traffic->time = traffic->hidden + traffic->exposed;
}

/* What a step is charged beyond arithmetic and bytes. All 0 on the whiteboard (compute.model=flat). */
struct charges {
    double tp_contention; /* s of compute lost per s of TP time hidden behind a matrix product */
    double dp_contention; /* the same of DP, FSDP and CP, per s that the bytes take at the rate of the scale-up links */
    double dp_held;       /* the least lost per s of DP or FSDP that is hidden, however slow its link is */
    double ep_contention; /* s of compute lost per s of exchange between experts that is hidden */
    double straggling;    /* further waiting per s of a reduction that nothing hides: waiting_seconds() says of which */
    double jitter;        /* of the step, per doubling of replicas that wait for each other */
};
struct charges charges_of(const struct scenario *scenario);

/* Whether all replicas meet at one reduction a step with nothing to do meanwhile. FSDP's meet in every layer. */
bool replicas_meet_once(const struct strategy *strategy);

/* Compute lost to CP traffic that runs meanwhile: neighbours send to each other, for which few blocks do.
 *
 *   given     scenario, charges; bytes sent; seconds of it that are hidden
 *   formula   dp_contention * min(hidden, bytes / (0.70 scaleup.bandwidth)): memory bandwidth is taken by the byte
 */
double contention_time(const struct scenario *scenario, const struct charges *charges, double bytes, double hidden);

/* Compute lost to collectives of DP and FSDP that run meanwhile: their kernels hold multiprocessors by the second, too.
 *
 *   formula   max(contention_time(), dp_held * hidden)
 */
double held_time(const struct scenario *scenario, const struct charges *charges, double bytes, double hidden);

/* Whether a step is priced as on a whiteboard: as asked, or because the model is no transformer. */
bool step_is_flat(const struct scenario *scenario);

#endif
