/* give_back.h: what another choice of software or format would give back of a part of a decode step or a prefill.
 *
 * Communication and launches have floors that no faster hardware removes: the latency of a collective, the gap of a
 * kernel, the host's work. Another library or engine has a lower one.
 */
#ifndef RINGSIDE_CORE_GIVE_BACK_H
#define RINGSIDE_CORE_GIVE_BACK_H

#include "core/parts.h"
#include "core/result.h"
#include "core/scenario.h"

/* One change. */
struct give_back {
    const struct parameter *parameter; /* NULL: no choice would give anything back */
    double value;
    const char *words; /* "an engine's own all-reduce" */
    double seconds;    /* of the step */
};

/* The choice that gives back most of a part.
 *
 *   given     a part of the step; a scenario of prefill or decode, and its result
 *   returned  of an all-reduce the quickest library; of launches the engine with the least of them, its collectives
 *             left as they are; of weights, KV cache and a prefill's products 8 bits. Nothing of other parts, nor in
 *             training
 */
struct give_back give_back_of(enum part part, const struct scenario *scenario, const struct result *result);

#endif
