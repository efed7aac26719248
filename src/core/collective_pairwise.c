/* collective_pairwise.c: all-to-alls and sends by their measured lines. */
#include "core/collective_pairwise.h"

#include "core/collective_candidate.h"
#include "core/device.h"
#include "core/order.h"

#include <math.h>
#include <stdbool.h>
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

/* Inside a domain NCCL leaves each pair an even part of its channels, halved until all pairs have theirs; it uses fewer
 * where one would carry less than the least, and further ones only where one would carry above the most
 * (src/enqueue.cc, addP2pToPlan). Sends of four and eight H100: 820 us whatever is sent beyond that, until the link is
 * full. */
enum { PAIR_CHANNELS = 32 };
static const double NVLINK = 25e9;                          /* bytes/s of one, to the fourth generation */
static const double PAIR_CHANNEL_LEAST = 64.0 * 1024;       /* bytes */
static const double PAIR_CHANNEL_MOST = 16.0 * 1024 * 1024; /* bytes */
static const double PAIR_CHANNEL_BYTES = 11.2;              /* that a multiprocessor moves in a clock */

double channel_rate(enum generation generation)
{
    return PAIR_CHANNEL_BYTES * device_generation_clock(generation);
}

static int pair_channels(int all, int communicator)
{
    int channels = all;
    while (channels > 1 && channels * communicator > all) {
        channels /= 2;
    }
    return channels;
}

/* Channels for all pairs of a GPU: without a switch two for each NVLink of a pair, to a power of two
 * (src/graph/paths.cc, ncclTopoGetNchannels). Four links of each pair of A100: a log of Leonardo names eight. */
static int send_channels(const struct call *call, double link)
{
    const bool own_links = call->kind == SCALEUP_MESH || call->kind == SCALEUP_CUBE;
    if (!own_links || !call->nccl) {
        return PAIR_CHANNELS;
    }
    int channels = 2;
    while (channels < PAIR_CHANNELS && channels * NVLINK < 2 * link) {
        channels *= 2;
    }
    return channels;
}

/* Seconds of an all-to-all's bulk inside a domain: what each pair's own channels carry at most, at their rate. What is
 * beyond that spreads over channels that peers share, which fill the links as a ring does. Where a pair has one channel
 * alone, peers share them all along. */
static double bulk_seconds(const struct call *call, double moved)
{
    const double rate = call->lines->pairwise.bulk_share * call->rate;
    const int channels = pair_channels(PAIR_CHANNELS, call->ranks);
    const double own = channels * PAIR_CHANNEL_MOST * call->ranks / call->size * moved;
    if (channels == 1 || call->domains > 1 || call->kind != SCALEUP_SWITCH || moved <= own) {
        return moved / rate;
    }
    return own / rate + (moved - own) / (call->lines->protocol[PROTOCOL_SIMPLE].share * call->rate);
}

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
        {PROTOCOL_SIMPLE, line->bulk_once, bulk_seconds(call, moved)},
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

/* Seconds of a send inside a domain, in Simple. */
static double few_channels_seconds(const struct call *call, double link)
{
    const double even = call->size / pair_channels(send_channels(call, link), call->communicator);
    const double carried = greater(even, lesser(call->size, PAIR_CHANNEL_LEAST));
    const double few = lesser(carried, PAIR_CHANNEL_MOST) / channel_rate(call->generation);
    return pipeline_seconds(call->size / (call->lines->protocol[PROTOCOL_SIMPLE].share * link), few);
}

struct collective_cost send_cost(const struct call *call, double link)
{
    const struct pairwise_line *line = &call->lines->pairwise;
    struct candidates candidates;
    candidates.count = 0;
    if (call->domains > 1) {
        add_candidate(&candidates, (struct candidate){
                                       .algorithm = ALGORITHM_DIRECT,
                                       .protocol = PROTOCOL_SIMPLE,
                                       .latency = call->floor + call->hop * line->small_once + call->crossing,
                                       .across = call->size / lesser(call->nic * call->fabric->send, SEND_STREAM),
                                   });
        return candidates_quickest(call, &candidates);
    }
    add_candidate(&candidates, (struct candidate){
                                   .algorithm = ALGORITHM_DIRECT,
                                   .protocol = PROTOCOL_LL,
                                   .latency = call->floor + call->hop * line->small_once,
                                   .inside = call->size / line->small_rate,
                               });
    add_candidate(&candidates, (struct candidate){
                                   .algorithm = ALGORITHM_DIRECT,
                                   .protocol = PROTOCOL_SIMPLE,
                                   .latency = call->floor + call->hop * line->large_once,
                                   .inside = few_channels_seconds(call, link),
                               });
    return candidates_quickest(call, &candidates);
}
