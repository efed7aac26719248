/* collective_pairwise.h: what passes between pairs of ranks: an all-to-all, and a send. */
#ifndef RINGSIDE_CORE_COLLECTIVE_PAIRWISE_H
#define RINGSIDE_CORE_COLLECTIVE_PAIRWISE_H

#include "core/collective_call.h"

/* Inside the domains the quickest line holds; the remote part has the member's own NIC and runs beside it. */
struct collective_cost all_to_all_cost(const struct call *call);

/* One send; `link`: bytes/s that the pair has between it inside a domain. */
struct collective_cost send_cost(const struct call *call, double link);

/* Bytes/s that a channel of NCCL, one multiprocessor, moves inside a domain. */
double channel_rate(enum generation generation);

#endif
