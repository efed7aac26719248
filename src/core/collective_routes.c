/* collective_routes.c: rings, trees, switches and engines' kernels at one size, from the constants of the lines. */
#include "core/collective_routes.h"

#include "core/collective_choice_across.h"
#include "core/collective_pairwise.h"
#include "core/order.h"

#include <math.h>
#include <stddef.h>

/* Bytes that a protocol puts on a NIC for one of data: LL sends 8 for 4, LL128 128 for 120. */
static const double nic_bytes[PROTOCOL_COUNT] = {
    [PROTOCOL_LL] = 8.0 / 4, [PROTOCOL_LL128] = 128.0 / 120, [PROTOCOL_SIMPLE] = 1};

/* What a crossing costs a ring beyond the network's latency: a chunk is written to a buffer, posted once it is whole,
 * sent and, in Simple, flushed before the next GPU may read it. A ring waits for that where the links inside are as
 * busy as the NICs; two nodes of H200 on gIB ask for 45 us in Simple, ten of H100 for 75. Each pass of the channels
 * over the ring pays anew. */
static const double LL128_CROSSING = 5.5e-6;
static const double SIMPLE_CROSSING = 53e-6;
static const double RING_PASS = 16 * 2.0 * 1024 * 1024; /* bytes of a shard: channels of eight NICs, chunks of 2 MiB */

/* A crossing ends with the last of the channels that carry it, and NCCL takes the more of them, up to two for each NIC,
 * the more bytes there are, from a channel's load on. Tables of NCCL over nodes; with any source left out 0.08 to 0.09.
 * RCCL's channels are not counted. */
static const double LAST_CHANNEL = 0.08; /* of a crossing, for each doubling of the channels */
enum { NIC_CHANNELS = 2, MOST_CHANNELS = 16 };

/* Of a protocol's rate, RCCL's tree in LL and Simple, whose filling is not counted: half of a channel's threads send up
 * and half down (src/device/all_reduce.h, runTreeSplit). Two nodes of 8 MI300X. NCCL's tree, once it is full, is as
 * fast as a ring, though each byte passes a member twice: two a3-mega move 360 of 450 GB/s each way. In LL128 both are
 * from the start: from 1 to 8 MiB a KiB takes A100 12.4 ns, 2 S/(0.522 * 300 GB/s) are 13. */
static const double TREE_SHARE = 0.57;

/* In LL128 a chunk is posted to the NIC once it is whole: each waits, until as many are under way as there are
 * crossings. NCCL cuts what 16 channels carry there into 18 to 36 KB (src/enqueue.cc, calcCollChunking). Seven sources
 * of 2 to 8 nodes; with any of them left out 14 to 16 us. */
static const double TREE_WAIT = 15e-6;              /* s a chunk */
static const double TREE_CHUNKS = 16 * 32.0 * 1024; /* bytes: a chunk of each channel */

/* In Simple a chunk is half a MiB, and each member and each node on its way takes all of it in before it hands it on
 * (NCCL from 2.19 on, src/enqueue.cc, calcCollChunking: a step of a buffer of eight). */
static const double TREE_STEP = 512.0 * 1024; /* bytes of a channel */

/* In-switch tree: of what NCCL gives its channels. Two nodes of H100, ten; racks of 72 GB200, 2 and 20 of them. */
static const double IN_SWITCH_TREE_SHARE = 0.55;

/* Until its levels are full, by the chunk: NCCL cuts nodes into 128 KiB from where on four of them go to each channel,
 * and only below four nodes, into 64 KiB from one on, else into 32 (src/enqueue.cc, calcCollChunking). Two nodes of
 * H100 step up by 70 us at 64 MiB, of B200 at 128 MiB. */
static const double IN_SWITCH_TREE_STEP = 11e-6; /* s per member, level and middle chunk */
static const double SMALL_CHUNK = 32.0 * 1024, MIDDLE_CHUNK = 64.0 * 1024, LARGE_CHUNK = 128.0 * 1024; /* bytes */
static const double LARGE_CHUNKS = 4; /* of each channel */
enum { SMALL_CHUNK_DOMAINS = 4 };

/* In one domain: from how many of a chunk on each channel of each member it is taken (the same place). 8 H100 speed up
 * by 6 % at 1 GiB, 8 B200 by 12 % at 2 GiB, where whole chunks begin. */
static const struct {
    double bytes, least;
} switch_chunks[] = {{32.0 * 1024, 2}, {64.0 * 1024, 8}, {128.0 * 1024, 64}};

/* Racks, which start later: 2 and 20 of 72 GB200. The same where a plug-in's tuner picks the channels too, whose tables
 * know no steps; from where on the levels are full: two nodes of H20 and B200. */
static const double IN_SWITCH_TREE_ONCE = 110e-6;       /* s */
static const double IN_SWITCH_LEAST_CHUNK = 0.25;       /* the smallest of the largest */
static const double IN_SWITCH_FULL = 6.0 * 1024 * 1024; /* bytes of a member's part */

/* Of meshes RCCL runs it over nodes of the latest alone. */
static bool lacks_ll128(const struct call *call)
{
    return call->kind == SCALEUP_MESH && (call->generation != GENERATION_CDNA4 || call->domains == 1);
}

bool call_has_protocol(const struct call *call, enum collective_protocol protocol)
{
    const bool barred = call->domains > 1 && protocol < call->fabric->first;
    const bool lacking = protocol == PROTOCOL_LL128 && lacks_ll128(call);
    return call->lines->protocol[protocol].share > 0 && !barred && !lacking;
}

bool call_has_all_pairs(const struct call *call)
{
    const bool mesh = call->kind == SCALEUP_MESH && generation_is_amd(call->generation);
    return mesh && call->domains == 1 && call->ranks == call->lines->all_pairs.ranks;
}

/* A ring cuts the array into a part for each rank, of which a step carries one; a tree's step carries all of it. */
enum { TREE_PARTS = 1 };

/* Bytes of the array beyond what LL's channels carry in their first pass, whose time is its load. */
static double beyond_first_pass(const struct protocol_line *line, double size, int parts)
{
    return greater(0, size - line->first_pass * parts);
}

/* Seconds that a fuller load of each channel takes. */
static double load_seconds(const struct call *call, const struct protocol_line *line, double size, int parts)
{
    if (line->first_pass <= 0) {
        return 0;
    }
    const double load = lesser(1, size / (parts * CHANNEL_LOAD));
    return call->hop * (line->load_once + line->load_rank * call->members) * load;
}

/* Seconds on a domain's NICs of so many bytes through them, of which LL's channels carry `ring` each way. */
static double across_domains(const struct call *call, enum collective_protocol protocol, double bytes, double ring)
{
    if (call->domains == 1) {
        return 0;
    }
    const double seconds = bytes * nic_bytes[protocol] / call->rails;
    return protocol == PROTOCOL_LL ? greater(seconds, ring / ll_most_across(call->domains)) : seconds;
}

/* How much longer a crossing takes than by one channel. */
static double last_channel(const struct call *call, double size, int parts)
{
    if (!call->nccl || call->fabric->rings) {
        return 1;
    }
    const double most = lesser_int(MOST_CHANNELS, NIC_CHANNELS * call->members);
    const double channels = lesser(most, size / (parts * CHANNEL_LOAD));
    return channels > 1 ? 1 + LAST_CHANNEL * log2(channels) : 1;
}

/* Seconds of a crossing by one channel: in the first protocol that NCCL may take on a network no host waits for it. */
static double crossing_seconds(const struct call *call, enum collective_protocol protocol)
{
    const bool small = call->nccl && (protocol == PROTOCOL_LL || protocol == call->fabric->first);
    return small ? call->fabric->small * call->crossing : call->crossing;
}

/* Seconds that chunks of a tree wait on their way, over so many crossings. */
static double chunk_wait(const struct call *call, enum collective_protocol protocol, double size, double crossings)
{
    const bool waits = protocol == PROTOCOL_LL128 && call->members > 1;
    return waits ? TREE_WAIT * lesser(crossings, size / TREE_CHUNKS) : 0;
}

/* Whether a ring waits for whole chunks: a GPU's links inside are as busy as its NIC. */
static bool waits_for_chunks(const struct call *call, enum collective_protocol protocol)
{
    return protocol != PROTOCOL_LL && call->nccl && call->domains > 1 && call->members > 1;
}

/* NCCL's chunks, by its buffers. */
static double chunk_scale(const struct call *call)
{
    return call->fabric->buffers ? 2 : 1;
}

/* Seconds that it does in one pass. */
static double chunk_seconds(const struct call *call, enum collective_protocol protocol, double size)
{
    return protocol == PROTOCOL_SIMPLE ? SIMPLE_CROSSING * last_channel(call, size, call->ranks) : LL128_CROSSING;
}

/* The same in all passes, beyond one at the network's own latency. */
static double pass_seconds(const struct call *call, double chunk, double hops, double size)
{
    const double passes = greater(1, size / (call->ranks * RING_PASS * chunk_scale(call)));
    return (passes - 1) * (hops + call->crossings * call->crossing) + passes * call->crossings * chunk;
}

struct candidate ring_candidate(const struct call *call, enum collective_protocol protocol, double size)
{
    const struct protocol_line *line = &call->lines->protocol[protocol];
    const double hops = call->hop * (call->steps - call->crossings) * line->step;
    const double moved = (call->steps + line->own_shard) * beyond_first_pass(line, size, call->ranks) / call->ranks;
    const double inside =
        call->members > 1 ? load_seconds(call, line, size, call->ranks) + moved / (line->share * call->rate) : 0;
    const double wire = call->share * size;
    const double crossing = crossing_seconds(call, protocol) * last_channel(call, size, call->ranks);
    const bool waits = waits_for_chunks(call, protocol);
    const double chunk = waits ? chunk_seconds(call, protocol, size) : 0;
    const double beside = call->fabric->waits ? call->crossings * chunk : 0;
    return (struct candidate){
        .algorithm = ALGORITHM_RING,
        .protocol = protocol,
        .latency = call->floor + call->crossings * crossing + call->hop * line->once + hops + beside,
        .inside = waits ? inside + pass_seconds(call, chunk, hops, size) - beside : inside,
        .across = across_domains(call, protocol, wire, wire),
        .join = waits || call->kind == SCALEUP_MESH ? JOIN_GREATER : JOIN_PIPELINE,
    };
}

struct candidate aggregated_trees_candidate(const struct call *call, double size)
{
    const double once = call->lines->protocol[PROTOCOL_SIMPLE].once;
    const double doublings = tree_steps(call->ranks) / 2.0;
    return (struct candidate){
        .algorithm = ALGORITHM_PAT,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * once + PAT_RANK * call->ranks + doublings * call->crossing,
        .across = call->share * size / (PAT_SHARE * call->rails),
    };
}

/* Bytes through a domain's NICs in a tree, over S: two trees give each domain three edges or one, of half the array,
 * both ways. Two domains share a single edge. */
static double tree_nic_load(int domains)
{
    return domains == 2 ? 1 : 2;
}

static double tree_share(const struct call *call, enum collective_protocol protocol)
{
    return call->nccl || protocol == PROTOCOL_LL128 ? 1 : TREE_SHARE;
}

/* Seconds until NCCL's tree in Simple is full: the first chunk of all channels goes up and down every stage, and then
 * the slowest sets the pace, which has it counted already. Channels start at different members, so that the two of a
 * NIC share a link in a stage, and each moves a chunk no quicker than a multiprocessor does. */
static double tree_filling(const struct call *call, double size, double rate)
{
    const int channels = NIC_CHANNELS * call->members;
    const double chunk = lesser(size / channels, TREE_STEP * chunk_scale(call));
    const double first = channels * chunk;
    const double stage = chunk / lesser(channel_rate(call->generation), rate / NIC_CHANNELS);
    const double across = first / call->rails;
    const double inside = call->members > 1 ? 2 * first / rate : 0;
    const double slowest = pipeline_seconds(inside, tree_nic_load(call->domains) * across);
    const double all = 2 * (call->members - 1) * stage + tree_steps(call->domains) * across;
    return greater(0, all - slowest);
}

struct candidate tree_candidate(const struct call *call, enum collective_protocol protocol, double size)
{
    const struct protocol_line *line = &call->lines->protocol[protocol];
    const int chain = 2 * (call->members - 1);
    const double through = tree_nic_load(call->domains) * size;
    const double rate = line->share * tree_share(call, protocol) * call->rate;
    const double inside =
        load_seconds(call, line, size, TREE_PARTS) + 2 * beyond_first_pass(line, size, TREE_PARTS) / rate;
    const double crossings = tree_steps(call->domains);
    const bool fills = protocol == PROTOCOL_SIMPLE && call->nccl;
    return (struct candidate){
        .algorithm = ALGORITHM_TREE,
        .protocol = protocol,
        .latency = call->floor + call->hop * (line->once + chain * line->step) +
                   crossings * crossing_seconds(call, protocol) * last_channel(call, size, TREE_PARTS) +
                   chunk_wait(call, protocol, size, crossings) + (fills ? tree_filling(call, size, rate) : 0),
        .inside = call->members > 1 ? inside : 0,
        .across = across_domains(call, protocol, through, 2 * size),
    };
}

/* The switch of one domain: a line, or loops of the chunks that NCCL cuts and one more until they are under way. A
 * message that is just too small for a larger chunk takes no longer than one that is not, so that time never falls with
 * size. In a loop each member offers a chunk for each channel of all members, and takes in its own channels'. Fewer
 * members than a node's wait less before the first; whether more wait longer, no table of a rack says, and from 512 MiB
 * on they do not. */
static struct candidate domain_switch(const struct call *call, double size)
{
    const struct in_switch_line *line = &call->lines->in_switch;
    const double wait = call->hop * line->loop;
    double fill = 0;
    double seconds = in_switch_bytes_sent(size, call->members, 1) / (line->few_share * call->rate);
    for (size_t i = 0; i < sizeof switch_chunks / sizeof switch_chunks[0]; i++) {
        const double chunks = line->channels * switch_chunks[i].bytes;
        const double loop = wait * call->members + chunks * (call->members + 1) / (line->share * call->rate);
        const double loops = greater(size / (chunks * call->members), switch_chunks[i].least);
        if ((loops + 1) * loop < fill + seconds) {
            fill = loop;
            seconds = loops * loop;
        }
    }
    return (struct candidate){
        .algorithm = ALGORITHM_IN_SWITCH,
        .latency = call->floor + call->hop * line->once + wait * lesser(0, call->members - IN_SWITCH_NODE) + fill,
        .inside = seconds,
    };
}

/* Share of the smallest chunk of all channels that a member's part fills. */
static double first_chunk(const struct call *call, double size)
{
    return lesser(1, size / (call->members * call->lines->in_switch.channels * SMALL_CHUNK));
}

static double chunk_bytes(const struct call *call, double size)
{
    const double part = size / (call->members * call->lines->in_switch.channels);
    if (call->domains < SMALL_CHUNK_DOMAINS && part >= LARGE_CHUNKS * LARGE_CHUNK) {
        return LARGE_CHUNK;
    }
    return part >= MIDDLE_CHUNK ? MIDDLE_CHUNK : SMALL_CHUNK;
}

/* Time until the levels of a tree are full. The heads of a rack wait for all others, however small their part is. */
static double filling(const struct call *call, double size)
{
    const double step = IN_SWITCH_TREE_STEP * tree_steps(call->domains) / 2.0 * call->members;
    const bool rack = call->members > IN_SWITCH_NODE;
    if (!rack && !call->fabric->tuned) {
        return step * chunk_bytes(call, size) / MIDDLE_CHUNK * first_chunk(call, size);
    }
    const double least = IN_SWITCH_LEAST_CHUNK * (rack ? 1 : first_chunk(call, size));
    return (IN_SWITCH_TREE_ONCE + step) * greater(lesser(1, size / (call->members * IN_SWITCH_FULL)), least);
}

/* The switches of several domains. */
static struct candidate switch_tree(const struct call *call, double size)
{
    const struct in_switch_line *line = &call->lines->in_switch;
    const double share =
        IN_SWITCH_TREE_SHARE * (call->domains < SMALL_CHUNK_DOMAINS ? line->tree_two : line->tree_beyond);
    return (struct candidate){
        .algorithm = ALGORITHM_IN_SWITCH_TREE,
        .latency =
            call->floor + call->hop * line->once + filling(call, size) + tree_steps(call->domains) * call->crossing,
        .inside = size / (share * call->rate),
        .across = tree_nic_load(call->domains) * size / call->rails,
    };
}

struct candidate switch_candidate(const struct call *call, double size)
{
    return call->domains == 1 ? domain_switch(call, size) : switch_tree(call, size);
}

/* No published table holds it. */
struct candidate chain_candidate(const struct call *call, enum collective_protocol protocol, double size)
{
    const struct protocol_line *line = &call->lines->protocol[protocol];
    const int crossings = call->domains - 1;
    const int hops = call->ranks - call->domains;
    return (struct candidate){
        .algorithm = ALGORITHM_CHAIN,
        .protocol = protocol,
        .latency =
            call->floor + call->hop * (line->once + hops * line->step) + crossings * crossing_seconds(call, protocol),
        .inside = call->members > 1 ? size / (line->share * call->rate) : 0,
        .across = across_domains(call, protocol, size, size),
    };
}

struct candidate all_pairs_candidate(const struct call *call)
{
    const struct all_pairs_line *line = &call->lines->all_pairs;
    return (struct candidate){
        .algorithm = ALGORITHM_TWO_SHOT,
        .protocol = PROTOCOL_SIMPLE,
        .latency = call->floor + call->hop * line->once,
        .inside = call->wire / (line->share * call->rate),
    };
}

struct candidate one_shot_candidate(const struct call *call, const struct engine_line *line)
{
    return (struct candidate){
        .algorithm = ALGORITHM_ONE_SHOT,
        .latency = line->once + line->doubling * log2(call->ranks),
        .inside = (call->ranks - 1) * call->size / (line->one_shot * call->rate),
    };
}

struct candidate two_shot_candidate(const struct call *call, const struct engine_line *line)
{
    const double rate = line->two_shot * call->rate;
    return (struct candidate){
        .algorithm = ALGORITHM_TWO_SHOT,
        .latency = line->once + line->doubling * log2(call->ranks) + line->second,
        .inside = call->wire / (line->most > 0 ? fmin(line->most, rate) : rate),
    };
}
