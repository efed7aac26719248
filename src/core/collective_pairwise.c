/* collective_pairwise.c: all-to-alls and sends by their measured lines. */
#include "core/collective_pairwise.h"

#include "core/collective_candidate.h"
#include "core/order.h"

#include <math.h>
#include <stddef.h>

/* All-to-all: each remote peer is a connection, whose messages a host has to post: in Simple, ten nodes of 8; in LL a
 * third of that (NCCL, src/graph/tuning.cc, getNetOverhead), for which it sends twice the bytes. */
static const double REMOTE_PEER = 5e-6; /* s */
static const double SIMPLE_POSTS = 3;
static const double LL_BYTES = 2;

/* Send between nodes: the few channels of one pair end here, however wide its NIC is. Ten nodes of H100: 25.2 of 50
 * GB/s.
 */
static const double SEND_STREAM = 25e9; /* bytes/s */

/* Send inside a domain: NCCL leaves each rank an even part of its channels, and takes more only where one would carry
 * above so much (src/enqueue.cc, calcP2pChannelCount). Four and eight H100: 820 us whatever is sent beyond that, until
 * the link is full. */
static const double SEND_CHANNELS = 32;
static const double SEND_CHANNEL_MOST = 16.0 * 1024 * 1024; /* bytes */
static const double SEND_CHANNEL_RATE = 20.5e9;             /* bytes/s */

static void add_pairwise(struct candidates *candidates, const struct call *call, double doublings)
{
    const struct pairwise_line *line = &call->lines->pairwise;
    const double part = call->size / call->ranks;
    const double moved = part * (call->members - 1 + line->own_part);
    const struct {
        enum collective_protocol protocol;
        double once, seconds;
    } lines[] = {
        {PROTOCOL_LL, line->small_once, part / line->small_rate},
        {PROTOCOL_SIMPLE, line->large_once, moved / (line->large_share * call->rate)},
        {PROTOCOL_SIMPLE, line->bulk_once, moved / (line->bulk_share * call->rate)},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        add_candidate(candidates, (struct candidate){
                                      .algorithm = ALGORITHM_PAIRWISE,
                                      .protocol = lines[i].protocol,
                                      .latency = call->floor + call->hop * (lines[i].once + line->doubling * doublings),
                                      .inside = lines[i].seconds,
                                  });
    }
}

/* The part that goes to other domains. Each remote peer is a pair of its own, that no NIC can make faster. */
static void add_network(struct candidates *candidates, const struct call *call, double doublings)
{
    const struct pairwise_line *line = &call->lines->pairwise;
    const int remote = call->ranks - call->members;
    const double rate = lesser(call->nic * call->fabric->pairwise, remote * SEND_STREAM);
    const double across = call->size / call->ranks * remote / rate;
    const double once = call->floor + call->hop * (line->small_once + line->doubling * doublings) + call->crossing;
    add_candidate(candidates, (struct candidate){
                                  .algorithm = ALGORITHM_PAIRWISE,
                                  .protocol = PROTOCOL_LL,
                                  .latency = once + REMOTE_PEER / SIMPLE_POSTS * remote,
                                  .across = LL_BYTES * across,
                              });
    add_candidate(candidates, (struct candidate){
                                  .algorithm = ALGORITHM_PAIRWISE,
                                  .protocol = PROTOCOL_SIMPLE,
                                  .latency = once + REMOTE_PEER * remote,
                                  .across = across,
                              });
}

struct collective_cost all_to_all_cost(const struct call *call)
{
    const double doublings = log2(call->ranks);
    struct candidates candidates;
    candidates.count = 0;
    add_pairwise(&candidates, call, doublings);
    const struct collective_cost inside = candidates_quickest(call, &candidates);
    if (call->domains == 1) {
        return inside;
    }
    candidates.count = 0;
    add_network(&candidates, call, doublings);
    const struct collective_cost across = candidates_quickest(call, &candidates);
    return across.seconds > inside.seconds ? across : inside;
}

struct collective_cost send_cost(const struct call *call, double link)
{
    struct candidate candidate = {
        .algorithm = ALGORITHM_DIRECT,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * call->lines->pairwise.small_once,
    };
    if (call->domains > 1) {
        candidate.latency += call->crossing;
        candidate.across = call->size / lesser(call->nic * call->fabric->send, SEND_STREAM);
        return candidate_cost(call, &candidate, candidate.across);
    }
    const double channels = greater(1, floor(SEND_CHANNELS / call->ranks));
    const double few = lesser(call->size / channels, SEND_CHANNEL_MOST) / SEND_CHANNEL_RATE;
    const double full = call->size / (call->lines->protocol[PROTOCOL_SIMPLE].share * link);
    candidate.inside = pipeline_seconds(full, few);
    return candidate_cost(call, &candidate, candidate.inside);
}
