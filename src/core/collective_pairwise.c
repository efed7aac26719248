/* collective_pairwise.c: all-to-alls and sends by their measured lines. */
#include "core/collective_pairwise.h"

#include "core/collective_candidate.h"
#include "core/order.h"

#include <math.h>
#include <stddef.h>

/* All-to-all, ten nodes of 8: each remote peer is a connection. */
static const double REMOTE_PEER = 5e-6; /* s */

/* Send between nodes: the few channels of one pair end here, however wide its NIC is. Ten nodes of H100: 25.2 of 50
 * GB/s.
 */
static const double SEND_STREAM = 25e9; /* bytes/s */

/* Send inside a domain: few channels serve a message until it is large. */
static const double SEND_FEW_SHARE = 0.36; /* of the link */
static const double SEND_FEW_BYTES = 128.0 * 1024 * 1024;

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
    const struct pairwise_line *line = &call->lines->pairwise;
    const int remote = call->ranks - call->members;
    const struct candidate network = {
        .algorithm = ALGORITHM_PAIRWISE,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * (line->small_once + line->doubling * doublings) + call->crossing +
                   REMOTE_PEER * remote,
        .across = call->size / call->ranks * remote / (call->nic * call->fabric->pairwise),
    };
    const struct collective_cost across = candidate_cost(call, &network, network.across);
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
    const double few = lesser(call->size, SEND_FEW_BYTES) / (SEND_FEW_SHARE * link);
    const double full = call->size / (call->lines->protocol[PROTOCOL_SIMPLE].share * link);
    candidate.inside = pipeline_seconds(full, few);
    return candidate_cost(call, &candidate, candidate.inside);
}
