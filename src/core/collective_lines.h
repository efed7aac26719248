/* collective_lines.h: the measured lines of collectives: what each protocol costs on each kind of link.
 *
 * A line is time = floor + hop * (once + steps * step) + bytes / (share * rate). LL behind an NVSwitch has more to say:
 * while a message grows to a full load of a channel its steps take longer, and from there on further channels carry it
 * at no cost, until all are in use. Floor and hop are the scenario's
 * (scaleup.floor, scaleup.latency), so a new GPU needs two measured times; the rest is shared by a GPU generation or a
 * kind of link. Latencies are counted in hops, shares are of the line rate. No rank count and no size has a constant of
 * its own.
 *
 *   source    fitted to 214 published nccl-tests tables, among them those of ai-dynamo/aiconfigurator (single nodes)
 *             and of stas00/ml-engineering; inside a node with NVSwitch where NCCL's own choice takes each protocol
 */
#ifndef RINGSIDE_CORE_COLLECTIVE_LINES_H
#define RINGSIDE_CORE_COLLECTIVE_LINES_H

#include "core/collective_operation.h"

/* One protocol. share 0: the link cannot run it. */
struct protocol_line {
    double once;       /* hops */
    double step;       /* hops per step */
    double share;      /* of the scale-up rate */
    double own_shard;  /* weight of the shard that a ring leaves in place: it is copied inside the GPU */
    double load_once;  /* hops more where a rank's shard fills a channel's load */
    double load_rank;  /* and per rank */
    double first_pass; /* bytes of a shard that all channels carry at once, priced by these; 0 where none is */
};

/* A channel's load in LL: 512 threads with 8 bytes. NCCL, src/enqueue.cc. */
#define CHANNEL_LOAD 4096.0

/* In-switch reduction (NVLS). A few small chunks run as a line; larger ones in loops, in each of which every channel of
 * every member has one chunk added. share 0: the switch cannot add. */
struct in_switch_line {
    double once;        /* hops, of a node of eight */
    double few_share;   /* of the scale-up rate, in small chunks */
    double share;       /* of it in a loop */
    double loop;        /* hops more for each loop and member: all wait for all others */
    double channels;    /* NCCL's own */
    double tree_two;    /* of it, what NCCL gives eight channels of a tree over two domains: whole chunks */
    double tree_beyond; /* the same over more: small chunks */
};

/* All-to-all: three lines, of which the quickest holds. */
struct pairwise_line {
    double doubling;   /* hops per doubling of the ranks */
    double small_once; /* hops */
    double small_rate; /* bytes/s of each peer's part, by one channel */
    double large_once;
    double large_share;
    double bulk_once;
    double bulk_share;
    double own_part; /* weight of the part that a rank keeps: it is copied inside the GPU */
};

/* All pairs at once: each rank sends each other its part, who adds it, and sends the sum to all. A line of its own, of
 * so many ranks alone. share 0: the library has none. */
struct all_pairs_line {
    double once;  /* hops */
    double share; /* of the scale-up rate */
    int ranks;
};

struct collective_lines {
    struct protocol_line protocol[PROTOCOL_COUNT];
    struct in_switch_line in_switch;
    struct all_pairs_line all_pairs;
    struct pairwise_line pairwise;
};

/* Lines of a GPU on its scale-up links. A generation that nobody measured has mean ones. */
const struct collective_lines *collective_lines(enum generation generation, enum scaleup_kind kind);

/* Shares of a NIC's line rate, besides nic.efficiency. */
struct fabric_shares {
    double alone;    /* most that one member in a node reaches in a ring */
    double pairwise; /* all-to-all */
    double send;     /* point-to-point, of a NIC that one stream fills */
    double small; /* of nic.latency, a crossing in the first protocol: flags travel with the bytes, none is flushed */
    bool tuned;   /* its plug-in tells NCCL what is quickest, which else goes by its own estimate */
    bool buffers; /* its settings double NCCL's buffers, and its chunks with them */
    bool waits;   /* a ring in Simple waits for its chunks beside its bytes, which hide that elsewhere */
    bool rings;   /* no algorithm but the ring goes between nodes, by as many channels whatever the size */
    bool switchless; /* its settings keep switches from adding, in a node as well */
    bool rails;      /* reductions keep to line rate where no other group's rings go through the same NICs */
    enum collective_protocol first; /* between nodes: of LL, LL128 and Simple those from this one on; 0: all */
};

/* The row of a network. */
const struct fabric_shares *fabric_shares(enum fabric fabric);

/* All-reduce kernels of an inference engine inside one domain, called from a CUDA graph. Seconds and shares of the
 * scale-up rate.
 *
 *   formula   one-shot: once + doubling * log2 n + (n-1) S/(one_shot rate)
 *             two-shot: second later, 2(n-1)/n S/(two_shot rate)
 */
struct engine_line {
    double once;
    double doubling;
    double one_shot;
    double second;
    double two_shot;
    double most; /* bytes/s that the few blocks of the kernel move; 0: more than links */
};

/* Size up to which engines use them, bytes. */
#define ENGINE_LIMIT (4.0 * 1024 * 1024)

/* The line of an engine; null where its library or the GPU's links have none, as of more than two cards on PCIe. */
const struct engine_line *engine_line(enum collective_library library, enum generation generation,
                                      enum scaleup_kind kind, int ranks);

#endif
