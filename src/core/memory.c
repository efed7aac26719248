/* memory.c: what one GPU holds: states by ZeRO stage, activations of all layers in flight, logits, buffers. */
#include "core/memory.h"

#include "core/adapter.h"
#include "core/data_parallel.h"
#include "core/device.h"
#include "core/layer.h"
#include "core/memory_activations.h"
#include "core/offload.h"
#include "core/order.h"
#include "core/schedule.h"
#include "core/sharding.h"
#include "core/strategy.h"
#include "core/style.h"
#include "core/training_stage.h"
#include "core/transformer.h"

#include <math.h>

/* Bytes per parameter. Adam keeps two moments, and a master copy where the weights are 16 bit. */
static const double ADAM_BYTES_16 = 12.0;
static const double ADAM_BYTES_32 = 8.0;

/* Bytes per logit of a loss over shards: nanotron's product, its fp32 copy and what it subtracts a maximum of. */
static const double SHARDED_LOGIT_BYTES = 10.0;

/* Bytes per logit of a loss in one kernel, whose gradient takes the place of the 16 bit product. Hugging Face's models
 * widen the product and copy it once more, less its last row (modeling_llama.py to 4.45): the kernel then works on
 * fp32, and PyTorch's loss adds its logarithms. */
static const double FUSED_LOGIT_BYTES = 2.0;
static const double WIDENED_LOGIT_BYTES = 4.0 + 4.0;
static const double LOGARITHM_BYTES = 4.0;

/* Of a loss with the head, some rows at a time: for H of V tokens' rows a 16 bit product of V values, and gradients of
 * all H hidden values. Liger-Kernel, fused_linear_cross_entropy.py: as many parts as V holds H. */
static const double CHUNK_HIDDEN_BYTES = 4.0;

/* What the driver keeps of the bytes that it reports (of an H100's 81,559 MiB a program sees 81,106: 0.5 GB), CUDA
 * context, kernels and what the allocator cannot hand out; 0.5 to 2 GB are reported in all. An assumption. */
static const double RESERVE_BYTES = 1e9;

/* Buffers of one NCCL communicator with rings, or with rings and trees: an assumption. In MiB, 544 were measured of two
 * A100 and 688 of three and four (NVIDIA/nccl, issue 964), some 700 and 960 beside H100 and H200 in engines
 * (sgl-project/sglang, pull request 22515; vllm-project/vllm, 46234). */
static const double COMMUNICATOR_BYTES = 0.5e9;

/* Of an all-to-all besides, which connects each pair of a domain in each channel that the pair has. A connection has
 * buffers of 10 MiB (4 MiB of Simple, 4.7 of LL128, 0.5 of LL) and 2 of flags, in granules of 2 (NCCL,
 * src/transport/p2p.cc). The channels: 32 through a switch; without one two for each NVLink of a pair, here the least,
 * and over PCIe two; two as well where a NIC is the slowest link of the communicator (src/graph/paths.cc,
 * ncclTopoGetNchannels). What goes to other domains shares buffers of little size. On 8 H100 that is 2.8 GB, measured
 * 3.3 (NVIDIA/nccl, issue 1685). */
static const double CONNECTION_BYTES = 12.0 * 1024 * 1024;
static const double SWITCHED_PAIR_CHANNELS = 32;
static const double OTHER_PAIR_CHANNELS = 2;

/* Bytes of a parameter of the layers themselves: frozen ones have a type of their own. */
static double layer_weight_bytes(const struct scenario *scenario)
{
    const bool narrowed = scenario->strategy.lora && scenario->strategy.precision != PRECISION_FP32;
    return narrowed ? device_operand_bytes(scenario->strategy.frozen) : memory_weight_bytes(scenario);
}

double memory_adam_bytes(const struct scenario *scenario)
{
    if (scenario->strategy.optimizer_kept > 0) {
        return scenario->strategy.optimizer_kept;
    }
    return memory_trained_bytes(scenario) > device_operand_bytes(PRECISION_BF16) ? ADAM_BYTES_32 : ADAM_BYTES_16;
}

/* What a stage of the pipeline is made of. */
struct contents {
    int place; /* of the stage, from 0 */
    double dense_layers;
    double moe_layers;
    double outer;           /* parameters of embedding, head and final norm on it */
    double predictions;     /* modules of multi-token prediction */
    double adapters;        /* parameters of adapters on one GPU */
    double expert_adapters; /* and of those beside routed experts */
};

/* The stage at a place, where the last has so many layers. */
static struct contents contents_of(const struct scenario *scenario, const struct parameter_sum *params,
                                   const struct deal *deal, int place)
{
    const int stages = scenario->strategy.pp;
    const double layers = schedule_stage_layers(deal, place);
    const double moe_share = (double)params->moe_layers / scenario->model.layers;
    struct contents stage = {.place = place, .moe_layers = layers * moe_share};
    if (stages > 1 && params->moe_layers > 0 && scenario->model.dense_layers > 0) {
        const double dense_ahead = greater(0, scenario->model.dense_layers - place * layers);
        stage.moe_layers = layers - lesser(layers, dense_ahead);
    }
    stage.dense_layers = layers - stage.moe_layers;
    stage.outer = place == 0 ? params->embedding : 0;
    if (place == stages - 1) {
        const bool copied = stages > 1 && scenario->model.tied; /* both ends of a pipeline need the tied matrix */
        stage.outer += params->final_norm + (copied ? params->embedding : params->head);
        stage.predictions = scenario->model.mtp;
    }
    if (scenario->strategy.lora) {
        const double adapters = stage.dense_layers * adapter_parameters(scenario, LAYER_DENSE) +
                                stage.moe_layers * adapter_parameters(scenario, LAYER_EXPERTS);
        stage.adapters = adapters / scenario->strategy.tp;
        stage.expert_adapters = stage.moe_layers * adapter_parameters_of_experts(scenario, LAYER_EXPERTS);
    }
    return stage;
}

static struct holding contents_holding(const struct scenario *scenario, const struct parameter_sum *params,
                                       const struct contents *stage)
{
    const struct strategy *strategy = &scenario->strategy;
    /* The router and the shared experts are on every rank, as the attention is. */
    const double routed = scenario->model.experts * params->expert;
    const bool moe = params->moe_layers > 0;
    const double predictions = stage->predictions > 0 ? params->mtp - (moe ? stage->predictions * routed : 0) : 0;
    const double common = stage->outer + stage->dense_layers * params->dense_layer +
                          stage->moe_layers * (params->moe_layer - routed) + predictions;
    const double ranks = moe ? (double)strategy->ep * strategy->etp : 1;
    const double moe_layers = stage->moe_layers + (moe ? stage->predictions : 0);
    return (struct holding){.common = common / strategy->tp, .experts = moe_layers * routed / ranks};
}

double memory_expert_shard(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    return greater(1, (double)sizes->shard * strategy->tp / ((double)strategy->ep * strategy->etp));
}

/* Bytes of a state, divided over the ranks that share it if the ZeRO stage says so. Experts have fewer ranks in common.
 */
static double state_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *share,
                          double bytes, enum zero_stage from)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->zero < from) {
        return bytes * (share->common + share->experts);
    }
    return bytes * (share->common / sizes->shard + share->experts / memory_expert_shard(scenario, sizes));
}

/* Micro-batches whose activations a stage holds.
 *
 *   formula   1F1B: P - r of stage r, at most those of a filling; interleaved the warm-up of 2(P-1-r) + (VP-1)P
 *             chunks and one more. On the first stage that is P (1 + (P - 1)/(P VP))
 *             DualPipe: P + 1 on every GPU, half of them of the stage at its other end
 *   source    Narayanan et al. 2021, section 2.2, and Megatron Core's schedule; Korthikanti et al. 2022, section 4.2.3;
 *             DeepSeek-V3 technical report, table 2
 */
static double in_flight(const struct scenario *scenario, const struct sizes *sizes, int place)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy_is_dual_pipe(scenario)) {
        return lesser(sizes->filling, strategy->pp + 1) / (double)strategy_gpu_stages(scenario);
    }
    const double after = strategy->pp - 1.0 - place;
    const double chunks = strategy->vp;
    if (strategy->pp == 1 || strategy->vp == 1) {
        return lesser(sizes->filling, after + 1);
    }
    return lesser(sizes->filling, (2 * after + (chunks - 1) * strategy->pp + 1) / chunks);
}

/* Two micro-batches in turn, as a hidden exchange needs, hold one more chunk of the stage. */
static double further_share(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    if (!strategy_hides_exchange(scenario) || strategy_is_dual_pipe(scenario)) {
        return 0;
    }
    return strategy->pp > 1 ? 1.0 / strategy->vp : 1.0 / scenario->model.layers;
}

/* The greatest of a figure of a layer over the kinds of layers that a stage has. */
static double greatest_layer(const struct scenario *scenario, const struct contents *stage,
                             double (*figure)(const struct scenario *scenario, enum layer_kind kind))
{
    const double dense = stage->dense_layers > 0 ? figure(scenario, LAYER_DENSE) : 0;
    const double experts = stage->moe_layers > 0 ? figure(scenario, LAYER_EXPERTS) : 0;
    return greater(dense, experts);
}

/* Gradients of layers' inputs that PyTorch's FSDP holds of frozen layers which are repeated, bytes per token, where the
 * last of them is at work: its own is still to come, and that of the one behind it is in the workspace. */
static double held_gradients(const struct scenario *scenario, const struct sizes *sizes, const struct contents *stage)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool frozen = strategy->lora && strategy->zero == ZERO_PARAMETERS && sizes->shard > 1;
    if (!frozen || strategy->recompute != RECOMPUTE_FULL || !style_of(scenario->execution.style)->holds) {
        return 0;
    }
    const double repeated = strategy->recompute_share * (stage->dense_layers + stage->moe_layers);
    return greater(0, repeated - 2) * memory_layer_input(scenario);
}

/* Bytes that a stage holds of a layer at work, and how many of these the logits had before: they are gone by then. */
struct work {
    double repeated;  /* what it computes again, and gradients that layers before it have left */
    double gradients; /* inside of it */
};

static struct work work_of(const struct scenario *scenario, const struct sizes *sizes, const struct contents *stage,
                           double logits)
{
    const double tokens = layer_tokens(scenario);
    const double held = held_gradients(scenario, sizes, stage);
    const double repeated = tokens * (greatest_layer(scenario, stage, memory_layer_repeated) + held);
    const double gradients = tokens * greatest_layer(scenario, stage, memory_layer_gradients);
    return (struct work){
        .repeated = greater(0, repeated - logits),
        .gradients = greater(0, gradients - greater(0, logits - repeated)),
    };
}

/* All layers and micro-batches of a stage. Full recomputation keeps a layer's input, and all of the layer at work. */
static double stage_activations(const struct scenario *scenario, const struct sizes *sizes,
                                const struct contents *stage, const struct work *work)
{
    const double dense = stage->dense_layers > 0 ? memory_layer_kept(scenario, LAYER_DENSE) : 0;
    const double experts = stage->moe_layers > 0 ? memory_layer_kept(scenario, LAYER_EXPERTS) : 0;
    const double layers = stage->dense_layers + stage->moe_layers;
    const double flight = in_flight(scenario, sizes, stage->place) + further_share(scenario);
    const double predicted = stage->predictions * (stage->moe_layers > 0 ? experts : dense);
    const double per_batch = stage->dense_layers * dense + stage->moe_layers * experts;
    const double here = layers > 0 ? 1 - offload_layers(scenario, layers) / layers : 1;
    return layer_tokens(scenario) * (flight * here * per_batch + predicted) + work->repeated;
}

/* What is gathered and scattered one by one: layers, and modules that predict further tokens. */
static double stage_modules(const struct contents *stage)
{
    return stage->dense_layers + stage->moe_layers + stage->predictions;
}

/* What FSDP gathers, and one layer's gradients before they are scattered. Layers that are not freed all stay. A rank
 * that has nobody to share with gathers nothing. */
static double gathered_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *share,
                             const struct contents *stage)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->zero != ZERO_PARAMETERS) {
        return 0;
    }
    const double layers = stage_modules(stage);
    const double outer = sizes->shard > 1 ? stage->outer / strategy->tp : 0;
    const double common = sizes->shard > 1 ? share->common - outer : 0;
    const double experts = memory_expert_shard(scenario, sizes) > 1 ? share->experts : 0;
    const double layer = (common + experts) / greater(1, layers);
    const double held = strategy->fsdp_reshard ? sharding_gathered_layers(layers) : layers;
    const double gradients = strategy->lora ? 0 : layer * device_operand_bytes(strategy->gradients);
    return held * layer * sharding_layer_bytes(scenario) + outer * memory_weight_bytes(scenario) + gradients;
}

/* Gradients that ZeRO 2 has not scattered yet: of a layer, or of the chunk that runs. */
static double unscattered_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *share,
                                const struct contents *stage)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->zero != ZERO_GRADIENTS || strategy->lora || sizes->shard <= 1) {
        return 0;
    }
    const double layers = greater(1, stage_modules(stage));
    const double layer = (share->common - stage->outer / strategy->tp + share->experts) / layers;
    const double held = strategy_scatters_runs(strategy) ? ceil(layers / strategy_chunks(scenario)) : 1;
    return held * layer * device_operand_bytes(strategy->gradients);
}

/* Weights as kept; what a stage has besides layers in 16 bit (fp32), adapters in their own type. */
static double weight_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *share,
                           const struct contents *stage)
{
    const double outer = stage->outer / scenario->strategy.tp;
    const struct holding layers = {.common = share->common - outer, .experts = share->experts};
    const struct holding others = {.common = outer};
    const struct holding adapters = {.common = stage->adapters, .experts = stage->expert_adapters};
    return state_bytes(scenario, sizes, &layers, layer_weight_bytes(scenario), ZERO_PARAMETERS) +
           state_bytes(scenario, sizes, &others, memory_weight_bytes(scenario), ZERO_PARAMETERS) +
           state_bytes(scenario, sizes, &adapters, memory_trained_bytes(scenario), ZERO_PARAMETERS);
}

/* Connections of experts' all-to-alls by NCCL. Kernels that send one copy per rank are not NCCL's; of RCCL's is not
 * known what they take. */
static double pair_bytes(const struct scenario *scenario, const struct sizes *sizes)
{
    const bool calls = scenario->strategy.dispatcher == DISPATCH_PER_EXPERT;
    if (!calls || generation_is_amd(scenario->gpu.generation)) {
        return 0;
    }
    const struct group ep = strategy_groups_with(sizes, scenario).ep;
    const bool switched = ep.domains == 1 && scenario->cluster.scaleup.kind == SCALEUP_SWITCH;
    return (switched ? SWITCHED_PAIR_CHANNELS : OTHER_PAIR_CHANNELS) * (ep.members - 1) * CONNECTION_BYTES;
}

/* Of the collectives' library. */
static double communicator_bytes(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool experts = transformer_is_moe(&scenario->model) && strategy->ep > 1;
    const int communicators =
        (strategy->tp > 1) + (strategy->cp > 1) + (strategy->pp > 1) + (sizes->sharers > 1) + experts;
    return communicators * COMMUNICATOR_BYTES + (experts ? pair_bytes(scenario, sizes) : 0);
}

/* A layer's whole input with its gradient, as TP gathers and adds them, and gradients inside of it. */
static double workspace_bytes(const struct scenario *scenario, const struct work *work)
{
    return 2 * memory_weight_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden + work->gradients;
}

/* PyTorch's replicas reduce whole gradients in buckets, which are copies in the type of the product. */
static double bucket_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *trained)
{
    const bool copied =
        scenario->strategy.dp_copies && style_of(scenario->execution.style)->buckets && sizes->sharers > 1;
    const bool whole = scenario->strategy.zero < ZERO_GRADIENTS;
    return copied && whole ? memory_weight_bytes(scenario) * (trained->common + trained->experts) : 0;
}

double memory_logit_bytes(const struct scenario *scenario)
{
    const struct style *style = style_of(scenario->execution.style);
    const bool widened = scenario->execution.loss_widened;
    switch (scenario->execution.loss_fused) {
    case LOSS_CHUNKED:
        return CHUNK_HIDDEN_BYTES * scenario->model.hidden / scenario->model.vocab;
    case LOSS_FUSED:
    case LOSS_IN_PLACE:
        return widened ? WIDENED_LOGIT_BYTES : FUSED_LOGIT_BYTES;
    default:
        return scenario->execution.loss_sharded ? lesser(SHARDED_LOGIT_BYTES, style->logits)
               : widened                        ? greater(WIDENED_LOGIT_BYTES + LOGARITHM_BYTES, style->logits)
                                                : style->logits;
    }
}

/* Bytes that an update of single operations writes beside the states. */
static double scratch_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct holding *trained)
{
    const struct strategy *strategy = &scenario->strategy;
    const double counted = strategy->optimizer_bytes > 0 ? 0 : style_of(scenario->execution.style)->scratch;
    const double bytes = strategy->optimizer_scratch > 0 ? strategy->optimizer_scratch : counted;
    return state_bytes(scenario, sizes, trained, bytes, ZERO_OPTIMIZER);
}

static double logit_bytes(const struct scenario *scenario, const struct contents *stage)
{
    const struct strategy *strategy = &scenario->strategy;
    return stage->place == strategy->pp - 1 ? memory_logit_bytes(scenario) * layer_tokens(scenario) *
                                                  scenario->model.vocab / strategy->tp * (1 + scenario->model.mtp)
                                            : 0;
}

/* Gradients at the peak. Where autograd makes them and nothing adds to them, they come while activations and logits go,
 * all but a layer's with what it works on: they count as far as they are more. Wider ones than the weights lie in a
 * buffer that stays. */
static double gradient_bytes(const struct scenario *scenario, const struct sizes *sizes, const struct contents *stage,
                             const struct work *work, double whole, double passing)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool buffered =
        strategy->zero != ZERO_PARAMETERS && device_operand_bytes(strategy->gradients) > memory_weight_bytes(scenario);
    const bool come = sizes->micro_batches == 1 && style_of(scenario->execution.style)->written && !buffered;
    if (!come) {
        return whole;
    }
    const double at_work =
        greatest_layer(scenario, stage, memory_layer_whole) + greatest_layer(scenario, stage, memory_layer_gradients);
    const double layer = layer_tokens(scenario) * at_work;
    return greater(0, whole - greater(0, passing + work->gradients - layer));
}

/* What a GPU holds of one stage; of the buffers, what each part of a step needs. */
struct stage_hold {
    struct memory memory; /* no sums, no buffers */
    double working;       /* while a layer is at work */
    double copies;        /* of gradients, in buckets */
    double update;        /* gradients as the update reads them, and what it writes beside the states */
};

static struct stage_hold hold_of(const struct scenario *scenario, const struct sizes *sizes,
                                 const struct parameter_sum *params, const struct deal *deal, int place)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct contents stage = contents_of(scenario, params, deal, place);
    const struct holding share = contents_holding(scenario, params, &stage);
    const struct holding adapters = {.common = stage.adapters, .experts = stage.expert_adapters};
    const struct holding *trained = strategy->lora ? &adapters : &share;
    const double logits = logit_bytes(scenario, &stage);
    const struct work work = work_of(scenario, sizes, &stage, logits);
    const double activations = stage_activations(scenario, sizes, &stage, &work);
    const double whole = state_bytes(scenario, sizes, trained, memory_trained_gradient_bytes(scenario), ZERO_GRADIENTS);
    const double gradients = gradient_bytes(scenario, sizes, &stage, &work, whole, activations + logits);
    return (struct stage_hold){
        .memory =
            {
                .weights = weight_bytes(scenario, sizes, &share, &stage),
                .kv = NAN,
                .gradients = gradients,
                .gradients_later = whole - gradients,
                .optimizer = state_bytes(scenario, sizes, trained, memory_adam_bytes(scenario), ZERO_OPTIMIZER),
                .activations = activations,
                .logits = logits,
                .reserve = RESERVE_BYTES,
                .capacity = scenario->gpu.hbm_capacity,
                .common = share.common,
                .experts = share.experts,
                .adapters = stage.adapters,
                .expert_adapters = stage.expert_adapters,
            },
        .working = workspace_bytes(scenario, &work) + gathered_bytes(scenario, sizes, &share, &stage) +
                   unscattered_bytes(scenario, sizes, &share, &stage),
        .copies = bucket_bytes(scenario, sizes, trained),
        .update = scratch_bytes(scenario, sizes, trained) + whole,
    };
}

/* What a GPU of DualPipe holds: a stage, and the one as far from the other end. One layer is at work at a time. */
static struct stage_hold hold_of_both(const struct stage_hold *one, const struct stage_hold *other)
{
    struct stage_hold both = *one;
    struct memory *memory = &both.memory;
    const struct memory *further = &other->memory;
    memory->weights += further->weights;
    memory->gradients += further->gradients;
    memory->gradients_later += further->gradients_later;
    memory->optimizer += further->optimizer;
    memory->activations += further->activations;
    memory->logits += further->logits;
    memory->common += further->common;
    memory->experts += further->experts;
    memory->adapters += further->adapters;
    memory->expert_adapters += further->expert_adapters;
    both.working = greater(one->working, other->working);
    both.copies += other->copies;
    both.update += other->update;
    return both;
}

/* Buffers and sums. Of the backward pass and the update, which follows it, what is more. */
static struct memory memory_summed(const struct stage_hold *hold, double communicators)
{
    struct memory memory = hold->memory;
    const double backward = memory.gradients + memory.activations + memory.logits + hold->working;
    memory.buffers = communicators + hold->working + hold->copies + greater(0, hold->update - backward);
    memory.total = memory.weights + memory.gradients + memory.optimizer + memory.activations + memory.logits +
                   memory.buffers + memory.reserve;
    memory.allocated = memory.total - communicators - memory.reserve;
    memory.fits = memory.total <= memory.capacity;
    return memory;
}

static struct memory stage_memory(const struct scenario *scenario, const struct sizes *sizes,
                                  const struct parameter_sum *params, const struct deal *deal, int place)
{
    struct stage_hold hold = hold_of(scenario, sizes, params, deal, place);
    if (strategy_is_dual_pipe(scenario)) {
        const int mirrored = scenario->strategy.pp - 1 - place;
        const struct stage_hold other = hold_of(scenario, sizes, params, deal, mirrored);
        hold = hold_of_both(&hold, &other);
    }
    return memory_summed(&hold, communicator_bytes(scenario, sizes));
}

static struct memory fuller(struct memory one, struct memory other)
{
    return other.total > one.total ? other : one;
}

struct memory memory_with(const struct parameter_sum *params, const struct scenario *scenario,
                          const struct sizes *sizes)
{
    const int stages = scenario->strategy.pp;
    const struct deal deal = stage_deal(scenario, sizes, params);
    const struct memory first = stage_memory(scenario, sizes, params, &deal, 0);
    if (stages == 1) {
        return first;
    }
    const struct memory last = stage_memory(scenario, sizes, params, &deal, stages - 1);
    const struct memory second = stages == 2 ? last : stage_memory(scenario, sizes, params, &deal, 1);
    return fuller(fuller(first, second), last);
}

struct memory memory_of(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct parameter_sum params = transformer_params(&scenario->model);
    return memory_with(&params, scenario, sizes);
}

struct memory memory_of_stage(const struct scenario *scenario, const struct sizes *sizes, int stage)
{
    const struct parameter_sum params = transformer_params(&scenario->model);
    const struct deal deal = stage_deal(scenario, sizes, &params);
    return stage_memory(scenario, sizes, &params, &deal, stage);
}
