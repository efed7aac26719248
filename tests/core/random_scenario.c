/* random_scenario.c: shapes, clusters and strategies at random, until one is valid. */
#include "random_scenario.h"

#include "core/strategy.h"
#include "scenario_text.h"

#include <math.h>
#include <stdio.h>

/* Dense, with experts in all layers, behind dense ones, in every second; shared or not; latent attention or not. */
static const char *const shapes[] = {
    "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 model.head_dim=128 "
    "model.vocab=128256",
    "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.head_dim=128 "
    "model.vocab=128256 model.parallel_block=on",
    "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.head_dim=128 "
    "model.vocab=32000 model.experts=8 model.top_k=2 model.expert_ffn=14336",
    "model.layers=61 model.hidden=7168 model.ffn=18432 model.heads=128 model.kv_heads=128 model.head_dim=128 "
    "model.vocab=129280 model.q_lora=1536 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128 "
    "model.experts=256 model.top_k=8 model.expert_ffn=2048 model.shared_experts=1 model.dense_layers=3",
    "model.layers=27 model.hidden=2048 model.ffn=10944 model.heads=16 model.kv_heads=16 model.head_dim=128 "
    "model.vocab=102400 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128",
    "model.layers=94 model.hidden=4096 model.ffn=12288 model.heads=64 model.kv_heads=4 model.head_dim=128 "
    "model.vocab=151936 model.qk_norm=on model.experts=128 model.top_k=8 model.expert_ffn=1536",
    "model.layers=36 model.hidden=2880 model.ffn=2880 model.heads=64 model.kv_heads=8 model.head_dim=64 "
    "model.vocab=201088 model.qkv_bias=on model.linear_bias=on model.window=128 model.window_every=2 "
    "model.experts=128 model.top_k=4 model.expert_ffn=2880",
    "model.layers=48 model.hidden=5120 model.ffn=16384 model.heads=40 model.kv_heads=8 model.head_dim=128 "
    "model.vocab=202048 model.window=8192 model.window_every=4 model.experts=128 model.top_k=1 "
    "model.expert_ffn=8192 model.shared_experts=1 model.moe_every=2",
};

/* NVSwitch nodes, a rack as one domain, PCIe with peer access and without, a full mesh, a cube, bridged pairs, a node
 * with one NIC, pods. */
static const char *const clusters[] = {
    "scaleup.size=8 node.gpus=8 nic.per_node=8",
    "scaleup.size=72 node.gpus=4 nic.per_node=4 gpu.generation=blackwell",
    "scaleup.size=8 node.gpus=8 nic.per_node=2 scaleup.kind=pcie scaleup.bandwidth=64GB/s",
    "scaleup.size=8 node.gpus=8 nic.per_node=1 scaleup.kind=pcie_host scaleup.bandwidth=32GB/s gpu.generation=ada",
    "scaleup.size=8 node.gpus=8 nic.per_node=8 scaleup.kind=mesh gpu.generation=cdna3",
    "scaleup.size=8 node.gpus=8 nic.per_node=4 scaleup.kind=cube gpu.generation=volta",
    "scaleup.size=2 node.gpus=8 nic.per_node=4",
    "scaleup.size=8 node.gpus=8 nic.per_node=8 pod.size=256 pod.oversubscription=4",
    "scaleup.size=4 node.gpus=4 nic.per_node=1 nic.fabric=efa pod.size=24 pod.oversubscription=2",
};

enum { SHAPES = sizeof shapes / sizeof shapes[0], CLUSTERS = sizeof clusters / sizeof clusters[0] };

double next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

int pick(uint64_t *seed, int count)
{
    return (int)(next_random(seed) * count);
}

static bool toss(uint64_t *seed)
{
    return pick(seed, 2) == 0;
}

static void randomise_execution(struct scenario *scenario, uint64_t *seed)
{
    scenario->execution.attention = (enum attention_kernel)pick(seed, ATTENTION_COUNT);
    scenario->execution.attention_precision = toss(seed) ? PRECISION_BF16 : PRECISION_FP8;
    scenario->execution.head_precision = toss(seed) ? PRECISION_BF16 : PRECISION_MXFP8;
    scenario->execution.loss_fused = (enum loss_kernel)pick(seed, LOSS_KERNEL_COUNT);
    scenario->execution.style = (enum execution_style)pick(seed, STYLE_COUNT);
    scenario->execution.compute = (enum compute_model)pick(seed, COMPUTE_COUNT);
    scenario->execution.basis = (enum link_basis)pick(seed, BASIS_COUNT);
    scenario->execution.ring = (enum ring_model)pick(seed, RING_COUNT);
    scenario->execution.loss_sharded = toss(seed);
    scenario->cluster.nic.bandwidth = 1e9 * exp(6 * next_random(seed));
    scenario->cluster.scaleup.bandwidth = 20e9 * exp(4 * next_random(seed));
}

static void randomise_overlap(struct strategy *strategy, uint64_t *seed)
{
    strategy->overlap_dp = toss(seed);
    strategy->overlap_gather = toss(seed);
    strategy->overlap_cp = toss(seed);
    strategy->overlap_p2p = toss(seed);
    strategy->overlap_ep = toss(seed);
    strategy->overlap_tp = pick(seed, 3) - 1.0 > 0 ? next_random(seed) : pick(seed, 2) - 1.0;
}

static void randomise_experts(struct strategy *strategy, uint64_t *seed)
{
    strategy->ep = 1 << pick(seed, 7);
    strategy->etp = pick(seed, 3) == 0 ? 1 << pick(seed, 3) : 1;
    strategy->dispatcher = (enum expert_dispatcher)pick(seed, DISPATCH_COUNT);
    strategy->expert_gemm = (enum expert_gemm)pick(seed, EXPERT_GEMM_COUNT);
    strategy->dispatch = toss(seed) ? PRECISION_BF16 : PRECISION_FP8;
    strategy->node_limit = toss(seed) ? 0 : 1 + pick(seed, 4);
    strategy->imbalance = toss(seed) ? 1 : 1 + next_random(seed);
}

static void randomise_strategy(struct strategy *strategy, uint64_t *seed)
{
    strategy->tp = 1 << pick(seed, 4);
    strategy->pp = 1 << pick(seed, 4);
    strategy->vp = strategy->pp > 1 ? 1 + pick(seed, 2) : 1;
    strategy->cp = 1 << pick(seed, 3);
    strategy->sp = strategy->tp > 1 && toss(seed);
    strategy->sp_gather = toss(seed) ? PRECISION_BF16 : PRECISION_FP8;
    strategy->zero = (enum zero_stage)pick(seed, ZERO_COUNT);
    strategy->micro_batch = 1 << pick(seed, 3);
    strategy->seq_len = 1024 << pick(seed, 5);
    strategy->packing_length = pick(seed, 4) == 0 ? 64 << pick(seed, 8) : 0;
    strategy->precision = (enum precision)pick(seed, PRECISION_COUNT);
    strategy->gradients = toss(seed) ? PRECISION_BF16 : PRECISION_FP32;
    strategy->recompute = (enum recompute)pick(seed, RECOMPUTE_COUNT);
    strategy->recompute_early_stop = toss(seed);
    strategy->recompute_norm = toss(seed);
    strategy->recompute_latent = toss(seed);
    strategy->recompute_mlp = toss(seed);
    strategy->recompute_activation = toss(seed);
    strategy->recompute_experts = toss(seed);
    strategy->offload_layers = pick(seed, 4) == 0 ? pick(seed, 64) : 0;
    strategy->dropout = toss(seed);
    strategy->lora = pick(seed, 8) == 0 ? (enum lora)(1 + pick(seed, LORA_COUNT - 1)) : LORA_OFF;
    strategy->expert_lora = (enum expert_lora)pick(seed, EXPERT_LORA_COUNT);
    strategy->lora_dropout = toss(seed);
    strategy->lora_all_to_all = toss(seed);
    strategy->frozen = toss(seed) ? PRECISION_BF16 : PRECISION_FP8;
    strategy->p2p_scatter = toss(seed);
    strategy->p2p_batched = strategy->p2p_scatter != strategy->overlap_dp; /* as good as a toss of its own */
    strategy->pp_flush = pick(seed, 4) == 0 ? 1 + pick(seed, 16) : 0;
    strategy->accumulation_fused = toss(seed);
    strategy->rank_order = (enum rank_order)pick(seed, RANK_ORDER_COUNT);
    randomise_overlap(strategy, seed);
    randomise_experts(strategy, seed);
}

struct scenario random_scenario(uint64_t *seed)
{
    const struct scenario cluster = scenario_with(clusters[pick(seed, CLUSTERS)]);
    struct scenario scenario = scenario_changed(&cluster, shapes[pick(seed, SHAPES)]);
    if (toss(seed)) {
        scenario.model.layers += pick(seed, 60); /* stages of unequal length */
    }
    scenario.model.mtp = pick(seed, 4) == 0 ? 1 : 0;
    do {
        randomise_strategy(&scenario.strategy, seed);
        const int least = scenario.strategy.tp * scenario.strategy.pp * scenario.strategy.cp;
        scenario.cluster.gpus = least << pick(seed, 6);
        const int replicas = scenario.cluster.gpus / least;
        const int batches = scenario.strategy.pp * (1 + pick(seed, 3));
        scenario.strategy.global_batch = replicas * scenario.strategy.micro_batch * batches;
        scenario.strategy.fsdp_shard = scenario.strategy.zero == ZERO_PARAMETERS && toss(seed) ? 1 << pick(seed, 4) : 0;
    } while (!strategy_valid(&scenario));
    randomise_execution(&scenario, seed);
    return scenario;
}

void randomise_serving(struct scenario *scenario, uint64_t *seed)
{
    scenario->mode = toss(seed) ? MODE_PREFILL : MODE_DECODE;
    scenario->serving = (struct serving){
        .style = (enum serving_engine)pick(seed, SERVING_COUNT),
        .decode_precision = (enum number_format)pick(seed, NUMBER_FORMAT_COUNT),
        .decode_kv_precision = toss(seed) ? NUMBER_BF16 : NUMBER_FP8,
        .decode_batch = 1 << pick(seed, 9),
        .decode_context = 1000 + pick(seed, 30000),
        .prefill_batch = 1 + pick(seed, 8),
        .prefill_tokens = 100 + pick(seed, 20000),
        .prefill_chunk = toss(seed) ? 0 : 512 << pick(seed, 5),
        .prefill_long_kernels = pick(seed, 3) == 0,
        .fsdp = pick(seed, 4) == 0,
        .whole_experts = pick(seed, 3) == 0,
        .whole_head = pick(seed, 3) == 0,
        .wide_tiles = pick(seed, 3) == 0,
    };
}

void describe(char *text, size_t size, const struct scenario *scenario)
{
    const struct strategy *s = &scenario->strategy;
    const struct execution *e = &scenario->execution;
    const size_t used = (size_t)snprintf(
        text, size,
        "%d layers of %d, %d experts, mtp %d, latent %d, %d GPUs in domains of %d, tp %d sp %d pp %d vp %d cp %d zero "
        "%d "
        "shard %d, b %d of %d, s %d, precision %d recompute %d (%d%d%d%d%d%d), style %d attention %d compute %d basis "
        "%d "
        "ring %d, overlap tp %g dp %d gather %d cp %d p2p %d",
        scenario->model.layers, scenario->model.hidden, scenario->model.experts, scenario->model.mtp,
        scenario->model.kv_lora, scenario->cluster.gpus, scenario->cluster.scaleup.size, s->tp, s->sp, s->pp, s->vp,
        s->cp, (int)s->zero, s->fsdp_shard, s->micro_batch, s->global_batch, s->seq_len, (int)s->precision,
        (int)s->recompute, s->recompute_early_stop, s->recompute_norm, s->recompute_latent, s->recompute_mlp,
        s->recompute_activation, s->recompute_experts, (int)e->style, (int)e->attention, (int)e->compute, (int)e->basis,
        (int)e->ring, s->overlap_tp, s->overlap_dp, s->overlap_gather, s->overlap_cp, s->overlap_p2p);
    if (used < size) {
        (void)snprintf(text + used, size - used,
                       "; ep %d etp %d dispatcher %d gemm %d dispatch %d limit %d imbalance %g overlap %d, kind %d "
                       "lora %d (%d%d%d%d), samples of %d, offload %d",
                       s->ep, s->etp, (int)s->dispatcher, (int)s->expert_gemm, (int)s->dispatch, s->node_limit,
                       s->imbalance, s->overlap_ep, (int)scenario->cluster.scaleup.kind, (int)s->lora,
                       (int)s->expert_lora, s->lora_dropout, s->lora_all_to_all, (int)s->frozen, s->packing_length,
                       s->offload_layers);
    }
}

const char *improve_hardware(int way, struct scenario *scenario, double factor)
{
    struct gpu *gpu = &scenario->gpu;
    struct cluster *cluster = &scenario->cluster;
    switch (way) {
    case 0:
        gpu->peak_bf16 *= factor;
        gpu->peak_fp32 *= factor;
        gpu->peak_fp8 *= factor;
        gpu->peak_fp4 *= factor;
        return "more FLOP/s";
    case 1:
        gpu->hbm_bandwidth *= factor;
        return "quicker memory";
    case 2:
        gpu->launch /= factor;
        return "shorter launches";
    case 3:
        cluster->host_speed *= factor;
        return "a quicker host";
    case 4:
        cluster->nic.bandwidth *= factor;
        return "quicker NICs";
    case 5:
        cluster->scaleup.bandwidth *= factor;
        return "quicker scale-up links";
    default:
        cluster->nic.latency /= factor;
        cluster->scaleup.latency /= factor;
        return "less latency";
    }
}
