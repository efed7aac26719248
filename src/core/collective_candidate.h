/* collective_candidate.h: one line at one size, what it costs, and the quickest of several. */
#ifndef RINGSIDE_CORE_COLLECTIVE_CANDIDATE_H
#define RINGSIDE_CORE_COLLECTIVE_CANDIDATE_H

#include "core/collective_call.h"

/* How the limits of two stages add up: as one pipeline, or as the greater alone. */
enum join { JOIN_PIPELINE, JOIN_GREATER };

/* One line at one size. */
struct candidate {
    enum collective_algorithm algorithm;
    enum collective_protocol protocol;
    enum join join;
    double latency;
    double inside; /* s on the scale-up links */
    double across; /* s on the NICs, 0 within one domain */
};

/* Those that are compared. An all-reduce has most: three rings, three trees, the switch. The list is not cleared before
 * use, which would take as long as filling it. */
enum { CANDIDATES = 7 };
struct candidates {
    int count;
    struct candidate list[CANDIDATES];
};

static inline void add_candidate(struct candidates *candidates, struct candidate candidate)
{
    candidates->list[candidates->count++] = candidate;
}

/* Seconds that two stages of one pipeline take, each of which alone takes so long.
 *
 *   formula   (a^p + b^p)^(1/p), p = 7.5
 */
double pipeline_seconds(double one, double other);

/* What a candidate takes beyond its latency. */
double candidate_transfer(const struct candidate *candidate);

/* A candidate as the price of a call, with the transfer time that is given. */
struct collective_cost candidate_cost(const struct call *call, const struct candidate *candidate, double transfer);

/* The price of the quickest of at least one. */
struct collective_cost candidates_quickest(const struct call *call, const struct candidates *candidates);

#endif
