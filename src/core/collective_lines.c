/* collective_lines.c: constants of the measured lines. Each stands with what fixed it. */
#include "core/collective_lines.h"

#include <stddef.h>

/* All-to-all: only what is done once and the part kept differ between the generations behind an NVSwitch. Of small
 * messages one channel copies each peer's part, whatever the links: 5.8 to 7.4 GB/s in tables of all three. */
#define PAIRWISE_LINE(once_small, once_large, own)                                                     \
    {                                                                                                  \
        .doubling = 0.63, .small_once = (once_small), .small_rate = 6.3e9, .large_once = (once_large), \
        .large_share = 0.59, .bulk_once = 31.0, .bulk_share = 0.74, .own_part = (own)                  \
    }

/* In-switch: channels, 16 on Hopper and 32 on Blackwell (NCCL, src/transport/nvls.cc), and for a tree NCCL's caps of
 * one for two nodes and for more (src/graph/tuning.cc of 2.28). In a loop both generations reach the same share. */
#define IN_SWITCH_LINE(once_, few_share_, loop_, rate, channels_, two, beyond)                                \
    {                                                                                                         \
        .once = (once_), .few_share = (few_share_), .share = 0.735, .loop = (loop_), .channels = (channels_), \
        .tree_two = 8 * (two) / (rate), .tree_beyond = 8 * (beyond) / (rate)                                  \
    }

/* LL behind an NVSwitch: the own shard takes the same threads as the others. Channels: 12 on Ampere and Hopper, 16 on
 * Blackwell. */
#define LL_LINE(load_once_, load_rank_, share_, channels)                                                              \
    {                                                                                                                  \
        .once = 0, .step = 1, .share = (share_), .own_shard = 1, .load_once = (load_once_), .load_rank = (load_rank_), \
        .first_pass = (channels)*CHANNEL_LOAD                                                                          \
    }

#define LL128_STEP 1.08 /* hops: the three generations agree */

/* The same on links of which only larger messages are known. */
#define LL_ENVELOPE(own)                                         \
    {                                                            \
        .once = 0, .step = 1, .share = 0.025, .own_shard = (own) \
    }

/* A100, NVSwitch. It cannot add in the switch. */
static const struct collective_lines ampere = {
    .protocol =
        {
            [PROTOCOL_LL] = LL_LINE(2.26, 0.344, 0.382, 12),
            [PROTOCOL_LL128] = {.once = 10.8, .step = LL128_STEP, .share = 0.522, .own_shard = 1},
            [PROTOCOL_SIMPLE] = {.once = 19.7, .step = 6.29, .share = 0.793, .own_shard = 0.56},
        },
    .pairwise = PAIRWISE_LINE(3.3, 7.2, 0.55),
};

/* H100, H200, H20. In-switch: 5 to 8 GPUs from 64 MiB. */
static const struct collective_lines hopper = {
    .protocol =
        {
            [PROTOCOL_LL] = LL_LINE(0.42, 0.337, 0.444, 12),
            [PROTOCOL_LL128] = {.once = 9.1, .step = LL128_STEP, .share = 0.740, .own_shard = 1},
            [PROTOCOL_SIMPLE] = {.once = 12.4, .step = 3.11, .share = 0.841, .own_shard = 0.58},
        },
    .in_switch = IN_SWITCH_LINE(24.9, 0.407, 0.63, 450e9, 16, 57.7e9, 45.5e9),
    .pairwise = PAIRWISE_LINE(1.64, 8.2, 0.09),
};

/* B200, B300, GB200, GB300. In-switch: 6 to 8 GPUs. */
static const struct collective_lines blackwell = {
    .protocol =
        {
            [PROTOCOL_LL] = LL_LINE(0.66, 0.086, 0.382, 16),
            [PROTOCOL_LL128] = {.once = 3.0, .step = LL128_STEP, .share = 0.574, .own_shard = 1},
            [PROTOCOL_SIMPLE] = {.once = 4.78, .step = 4.31, .share = 0.826, .own_shard = 0.71},
        },
    .in_switch = IN_SWITCH_LINE(22.4, 0.324, 1.1, 900e9, 32, 96.0e9, 43.8e9),
    .pairwise = PAIRWISE_LINE(0.98, 5.3, 0.77),
};

/* V100 in a DGX-1: NVLink rings without a switch. Only seen from 1 MiB up. */
static const struct collective_lines cube = {
    .protocol =
        {
            [PROTOCOL_LL] = LL_ENVELOPE(0.54),
            [PROTOCOL_LL128] = {.once = 1.8, .step = 1.04, .share = 0.23, .own_shard = 0.54},
            [PROTOCOL_SIMPLE] = {.once = 20.5, .step = 3.53, .share = 0.94, .own_shard = 0.54},
        },
    .pairwise = PAIRWISE_LINE(2.0, 6.9, 0.5),
};

/* MI300X, 8 GPUs over xGMI. RCCL has LL128 only over nodes, on MI355X from the start (its pull request 1731), and no
 * table was fitted that it ran in: as behind unmeasured switches. Eight GPUs of a node send all pairs at once up to 20
 * MiB (tools/msccl-algorithms, allreduce-allpairs-8n-simple: maxBytes), a little later than the ring is as quick. A hop
 * of the ring in Simple: RCCL's own 2.1 us (src/graph/tuning.cc), which eight GPUs alone do not tell from `once`. */
static const struct collective_lines mesh = {
    .protocol =
        {
            [PROTOCOL_LL] = {.once = 0, .step = 1, .share = 0.276},
            [PROTOCOL_LL128] = {.once = 7.6, .step = LL128_STEP, .share = 0.52},
            [PROTOCOL_SIMPLE] = {.once = 42.0, .step = 3.7, .share = 0.709},
        },
    .all_pairs = {.once = 25.2, .share = 0.506, .ranks = 8},
    .pairwise = PAIRWISE_LINE(2.0, 6.9, 0.5),
};

/* PCIe 4 and 5 cards, with peer access or through the host. No LL128 there. */
static const struct collective_lines pcie = {
    .protocol =
        {
            [PROTOCOL_LL] = {.once = 0, .step = 1, .share = 0.47, .own_shard = 0.35},
            [PROTOCOL_SIMPLE] = {.once = 4.5, .step = 2.44, .share = 0.95, .own_shard = 0.35},
        },
    .pairwise = {.doubling = 1.28,
                 .small_once = 0,
                 .small_rate = 2.1e9,
                 .large_once = 1.7,
                 .large_share = 0.67,
                 .bulk_once = 38.0,
                 .bulk_share = 0.69,
                 .own_part = 0.17},
};

/* A switched GPU that nobody measured: the lines common to the three generations. Whether its switch adds is not known.
 */
static const struct collective_lines unmeasured = {
    .protocol =
        {
            [PROTOCOL_LL] = LL_LINE(1.1, 0.26, 0.40, 12),
            [PROTOCOL_LL128] = {.once = 7.6, .step = LL128_STEP, .share = 0.61, .own_shard = 1},
            [PROTOCOL_SIMPLE] = {.once = 12.3, .step = 4.6, .share = 0.82, .own_shard = 0.62},
        },
    .pairwise = PAIRWISE_LINE(2.0, 6.9, 0.5),
};

static const struct collective_lines *const switched_lines[GENERATION_COUNT] = {
    [GENERATION_AMPERE] = &ampere, [GENERATION_HOPPER] = &hopper, [GENERATION_BLACKWELL] = &blackwell};

const struct collective_lines *collective_lines(enum generation generation, enum scaleup_kind kind)
{
    switch (kind) {
    case SCALEUP_MESH:
        return &mesh;
    case SCALEUP_CUBE:
        return &cube;
    case SCALEUP_PCIE:
    case SCALEUP_PCIE_HOST:
        return &pcie;
    case SCALEUP_SWITCH:
    case SCALEUP_COUNT:
        break;
    }
    return switched_lines[generation] != NULL ? switched_lines[generation] : &unmeasured;
}

/* Of nic.latency, a crossing in the first protocol that NCCL may take on a network, by one channel: no chunk has to be
 * whole first, or to be flushed. On InfiniBand 5 to 8 us of 12 in LL, two to 32 nodes in seven sources; on RoCE 8 to
 * 10, two nodes of A100 and two racks; on EFA 27 of 40; in LL128 on TCPXO 26 to 36. Tables of gIB ask for 6 to 20 of
 * 16. */
#define SMALL_INFINIBAND 0.55
#define SMALL_ROCE 0.8
#define SMALL_EFA (2.0 / 3)
#define SMALL_TCPXO 0.75

/* All-to-all over InfiniBand was measured on ten nodes, over RoCE by analogy; the shares of 0.80 are assumed. A single
 * NIC under gIB carried 32 of 50 GB/s. Sends: assumed; whole steps are forecast as well from 0.75 to 0.95. Tuners:
 * Google's gIB and FasTrak, aws-ofi-nccl. The last sets NCCL_PROTO=simple on P3dn and P4d, whose network may reorder
 * the bytes of a message (src/platform-aws.c). The settings that Google asks for have NCCL_NVLS_ENABLE=0 with TCPX and
 * TCPXO; with TCPX as many channels at most as at least; and with TCPXO NCCL_BUFFSIZE=8388608, twice NCCL's own, and
 * NCCL_PROTO=Simple before v1.0.8 of February 2025, since then LL128 as well and never LL
 * (container-engine-accelerators, gpudirect-tcpxo). */
const struct fabric_shares *fabric_shares(enum fabric fabric)
{
    static const struct fabric_shares shares[FABRIC_COUNT] = {
        [FABRIC_INFINIBAND] = {.alone = 1, .pairwise = 0.92, .send = 0.85, .small = SMALL_INFINIBAND, .rails = true},
        [FABRIC_ROCE] = {.alone = 1, .pairwise = 0.92, .send = 0.85, .small = SMALL_ROCE},
        [FABRIC_GIB] = {.alone = 0.60, .pairwise = 0.92, .send = 0.85, .small = 1, .tuned = true},
        [FABRIC_TCPXO] =
            {
                .alone = 1,
                .pairwise = 0.92,
                .send = 0.85,
                .small = SMALL_TCPXO,
                .tuned = true,
                .buffers = true,
                .switchless = true,
                .first = PROTOCOL_LL128,
            },
        [FABRIC_TCPXO1] =
            {
                .alone = 1,
                .pairwise = 0.92,
                .send = 0.85,
                .small = 1,
                .tuned = true,
                .buffers = true,
                .waits = true,
                .switchless = true,
                .first = PROTOCOL_SIMPLE,
            },
        [FABRIC_TCPX] =
            {
                .alone = 1,
                .pairwise = 0.80,
                .send = 0.85,
                .small = 1,
                .tuned = true,
                .rings = true,
                .switchless = true,
                .first = PROTOCOL_SIMPLE,
            },
        [FABRIC_EFA] = {.alone = 1, .pairwise = 0.80, .send = 0.85, .small = SMALL_EFA, .tuned = true},
        [FABRIC_EFA1] =
            {.alone = 1, .pairwise = 0.80, .send = 0.85, .small = 1, .tuned = true, .first = PROTOCOL_SIMPLE},
        [FABRIC_SLINGSHOT] = {.alone = 1, .pairwise = 0.80, .send = 0.85, .small = 1},
        [FABRIC_OMNIPATH] = {.alone = 1, .pairwise = 0.80, .send = 0.85, .small = 1},
        [FABRIC_ETHERNET] = {.alone = 1, .pairwise = 0.80, .send = 0.85, .small = 1},
    };
    return &shares[fabric];
}

enum engine { ENGINE_VLLM, ENGINE_TRTLLM, ENGINE_COUNT };

/* Per engine and generation, from the tables of ai-dynamo/aiconfigurator; SGLang up to 0.5.10 uses vLLM's kernels. */
static const struct engine_line engine_lines[ENGINE_COUNT][GENERATION_COUNT] =
    {
        [ENGINE_VLLM] =
            {
                [GENERATION_AMPERE] = {4.8e-6, 0.30e-6, 0.60, 8.3e-6, 0.79, 0},
                [GENERATION_HOPPER] = {4.2e-6, 0.18e-6, 0.58, 5.0e-6, 0.74, 0},
                [GENERATION_BLACKWELL] = {6.6e-6, 0.17e-6, 0.185, 13.0e-6, 0.60, 0},
            },
        [ENGINE_TRTLLM] =
            {
                [GENERATION_AMPERE] = {3.8e-6, 0.40e-6, 0.46, 24.0e-6, 0.51, 0},
                [GENERATION_HOPPER] = {2.9e-6, 0.20e-6, 0.68, 11.7e-6, 0.57, 0},
                [GENERATION_BLACKWELL] = {4.4e-6, 0.27e-6, 0.73, 13.9e-6, 0.40, 0},
            },
};

/* vLLM's kernel on other links. Two cards on PCIe with peer access: L40S, same tables. A mesh: two and four MI300X, 4
 * KiB to 16 MiB (ROCm/aiter, pull request 801; vLLM, 19744), eight MI355X to 1.5 MiB (vLLM, 39080). */
static const struct engine_line peer_line = {5.2e-6, 0, 0.80, 0.3e-6, 0.83, 0};
static const struct engine_line mesh_line = {6.2e-6, 0.2e-6, 0.74, 2.4e-6, 0.60, 170e9};

static const struct engine_line *unswitched_line(enum collective_library library, enum scaleup_kind kind, int ranks)
{
    if (library != LIBRARY_VLLM) {
        return NULL;
    }
    return kind == SCALEUP_MESH ? &mesh_line : kind == SCALEUP_PCIE && ranks == 2 ? &peer_line : NULL;
}

const struct engine_line *engine_line(enum collective_library library, enum generation generation,
                                      enum scaleup_kind kind, int ranks)
{
    if (library != LIBRARY_VLLM && library != LIBRARY_TRTLLM) {
        return NULL;
    }
    if (kind != SCALEUP_SWITCH) {
        return unswitched_line(library, kind, ranks);
    }
    const struct engine_line *line = &engine_lines[library == LIBRARY_VLLM ? ENGINE_VLLM : ENGINE_TRTLLM][generation];
    return line->once > 0 ? line : NULL;
}
