/* serving_style.c: the table of styles, and what follows from a row. */
#include "core/serving_style.h"

#include "core/device.h"
#include "core/host.h"

#include <assert.h>
#include <math.h>

/* Microseconds and milliseconds in the table. */
#define US 1e-6
#define MS 1e-3

/* A layer of some twenty kernels in eager PyTorch: text-generation-inference on A100 and H100. Prompts of engines that
 * record decode steps alone are issued like that, those of vLLM's thirteen kernels at the same rate. */
#define EAGER_LAYER (0.55 * MS)

/* A kernel that a compiled runtime launches by itself. */
#define LAUNCHED_GAP (3.8 * US)

/* Rows that engines with kernels of their own for few of them multiply on vector units: counted. vLLM's wvSplitK for
 * AMD takes up to four (vllm/model_executor/layers/utils.py), TensorRT-LLM's for narrow weights as many
 * (weightOnlyBatchedGemvBs1 to Bs4). Products that a compiler generates, and gpt-fast's of int4, are tiles. */
#define FEW_ROWS 4

/* llama.cpp's mul_mat_vec_q, and its kernel of 16 bit: MMVQ_MAX_BATCH_SIZE. */
#define BLOCK_ROWS 8

/* Rows of a product that its releases to pull request 8075 (June 2024) multiply as blocks where a card has tensor
 * cores: MMQ_MAX_BATCH_SIZE. Weights of more are written out in 16 bit, and multiplied by cuBLAS. */
#define MOST_BLOCK_ROWS 32

/* Tokens of its passes, unless its -ub says otherwise: n_ubatch of llama_context_default_params. */
#define UBATCH 512

/* Only kernels times gap shows in a step. Fitted to whole steps: LAUNCHED_GAP; vLLM's host work of each year (vLLM
 * issues and pull requests, ROCm's tables; of 2026, steps of one and four clients: gpt-oss on MI300X, DeepSeek-R1 on
 * SGLang); eager's layer; trtpy's host work and the interpreted share of it (NeMo, Azure's guide); latent and expert
 * kernels of trt (DeepSeek-R1). The rest is counted or judged. TensorRT's engines run kernel by kernel, as cpp does,
 * unless they are told to record graphs. */
/* clang-format off */
static const struct serving_style styles[] = {
    [SERVING_COMPILED] = {
        .kernels = 3, .latent_kernels = 6, .expert_kernels = 4, .gap = 2.0 * US,
        .step = 0.1 * MS,
        .prompt_layer = EAGER_LAYER,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED,
    },
    [SERVING_CPP] = {
        .kernels = 5, .latent_kernels = 8, .expert_kernels = 6, .prompt_kernels = 2, .launched = true, .gap = LAUNCHED_GAP,
        .step = 0.3 * MS, .sequence = 10 * US,
        .vector_rows = FEW_ROWS,
        .library = LIBRARY_NCCL, .sharing = KV_PER_HEAD,
    },
    [SERVING_TRTPY] = {
        .kernels = 5, .latent_kernels = 8, .expert_kernels = 6, .prompt_kernels = 2, .launched = true, .gap = 2.9 * US,
        .step = 1.5 * MS, .sequence = 200 * US, .doubling = 0.1 * MS,
        .vector_rows = FEW_ROWS,
        .library = LIBRARY_NCCL, .sharing = KV_PER_HEAD, .interpreted = 0.25,
    },
    [SERVING_TRT_2024] = {
        .kernels = 7, .latent_kernels = 8, .expert_kernels = 6, .launched = true, .gap = LAUNCHED_GAP,
        .step = 0.3 * MS, .sequence = 10 * US,
        .vector_rows = FEW_ROWS,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED_WHOLE,
    },
    [SERVING_TRT_2025] = {
        .kernels = 7, .latent_kernels = 8, .expert_kernels = 6, .launched = true, .gap = LAUNCHED_GAP,
        .step = 0.3 * MS, .sequence = 10 * US,
        .vector_rows = FEW_ROWS,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED,
    },
    [SERVING_TRT] = {
        .kernels = 4, .latent_kernels = 14, .expert_kernels = 10, .gap = 2.2 * US,
        .step = 0.3 * MS, .sequence = 10 * US,
        .vector_rows = FEW_ROWS, .walks_experts = true,
        .library = LIBRARY_TRTLLM, .sharing = KV_SHARED,
    },
    [SERVING_VLLM_2023] = {
        .kernels = 8, .latent_kernels = 8, .expert_kernels = 8, .gap = 3.0 * US,
        .step = 1.5 * MS, .sequence = 60 * US, .doubling = 0.9 * MS,
        .prompt_layer = 0.33 * MS,
        .vector_rows = FEW_ROWS,
        .library = LIBRARY_NCCL, .sharing = KV_PER_HEAD_SPLIT, .interpreted = 1,
    },
    [SERVING_VLLM_2024] = {
        .kernels = 8, .latent_kernels = 8, .expert_kernels = 8, .gap = 2.5 * US,
        .step = 1.6 * MS, .sequence = 60 * US, .doubling = 0.9 * MS,
        .prompt_layer = 0.33 * MS,
        .vector_rows = FEW_ROWS, .steps_experts = true,
        .library = LIBRARY_VLLM, .sharing = KV_SHARED, .interpreted = 1,
    },
    [SERVING_VLLM_2025] = {
        .kernels = 8, .latent_kernels = 8, .expert_kernels = 8, .gap = 2.2 * US,
        .step = 0.7 * MS, .sequence = 35 * US, .doubling = 0.1 * MS,
        .vector_rows = FEW_ROWS, .steps_experts = true, .pads_experts = true,
        .library = LIBRARY_VLLM, .sharing = KV_SHARED, .interpreted = 1,
    },
    [SERVING_VLLM_2026] = {
        .kernels = 8, .latent_kernels = 8, .expert_kernels = 8, .gap = 2.2 * US,
        .step = 0.05 * MS, .sequence = 35 * US,
        .vector_rows = FEW_ROWS, .steps_experts = true,
        .library = LIBRARY_VLLM, .sharing = KV_SHARED, .interpreted = 1,
    },
    [SERVING_EAGER] = {
        .kernels = 16, .latent_kernels = 12, .expert_kernels = 12, .launched = true, .gap = 3.1 * US,
        .step = 0.5 * MS, .sequence = 50 * US, .doubling = 0.2 * MS,
        .layer = EAGER_LAYER, .prompt_layer = EAGER_LAYER,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED, .interpreted = 1,
    },
    [SERVING_HF] = {
        .kernels = 24, .latent_kernels = 12, .expert_kernels = 20, .launched = true, .gap = 3.1 * US,
        .step = 1.0 * MS, .sequence = 50 * US, .doubling = 0.2 * MS,
        .layer = 0.9 * MS, .prompt_layer = 0.9 * MS,
        .library = LIBRARY_NCCL, .sharing = KV_EXPANDED, .interpreted = 1,
    },
    [SERVING_LLAMA_2024] = {
        .kernels = 21, .latent_kernels = 8, .expert_kernels = 12, .launched = true, .gap = LAUNCHED_GAP,
        .step = 0.1 * MS,
        .vector_rows = BLOCK_ROWS, .narrow_sums = true, .reads_files = true,
        .narrow_rows = MOST_BLOCK_ROWS, .pass_tokens = UBATCH,
        .hidden_bytes = 113, .ffn_bytes = 38, .score_bytes = 24,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED,
    },
    [SERVING_LLAMA_2025] = {
        .kernels = 13, .latent_kernels = 8, .expert_kernels = 5, .gap = 2.2 * US,
        .step = 0.1 * MS,
        .vector_rows = BLOCK_ROWS, .narrow_sums = true, .reads_files = true, .pass_tokens = UBATCH,
        .hidden_bytes = 77, .ffn_bytes = 21, .score_bytes = 24,
        .library = LIBRARY_NCCL, .sharing = KV_SHARED,
    },
};
/* clang-format on */
static_assert(sizeof styles / sizeof styles[0] == SERVING_COUNT, "every style has its row");

/* A kernel on AMD against one on NVIDIA, at MI300X's clock: vLLM on MI300X. A graph is launched there packet by packet:
 * as many cycles on MI355X and MI250X. */
static const double AMD_GAP = 1.6;

/* Between kernels that are launched one by one a GPU drains, takes the next launch and fills again, in as many cycles
 * on one generation as on another: the table's gaps of such styles are those of Hopper, Hz. */
static const double HOPPER_CLOCK = 1.83e9;

/* Interpreted host work on servers of the A100's years: eager collectives take 41 to 50 us a call there, 19 to 38 on
 * those of H100 and H200. */
static const double OLD_HOST = 2.0;

const struct serving_style *serving_style(enum serving_engine engine)
{
    return &styles[engine];
}

enum collective_library serving_library(const struct scenario *scenario)
{
    const enum collective_library chosen = scenario->execution.library;
    return chosen == LIBRARY_AUTO ? serving_style(scenario->serving.style)->library : chosen;
}

double serving_value_bytes(const struct scenario *scenario)
{
    const bool in_fp32 = serving_style(scenario->serving.style)->reads_files;
    return in_fp32 ? device_operand_bytes(PRECISION_FP32) : ACTIVATION_BYTES;
}

bool serving_sums_narrow(const struct scenario *scenario, enum number_format format)
{
    const bool asked = format == NUMBER_BF16 && serving_style(scenario->serving.style)->narrow_sums;
    return asked && scenario->gpu.peak_fp16 > 0;
}

double serving_gap(const struct scenario *scenario)
{
    const struct serving_style *style = serving_style(scenario->serving.style);
    if (generation_is_amd(scenario->gpu.generation)) {
        return style->gap * AMD_GAP * device_generation_clock(GENERATION_CDNA3) / device_clock(&scenario->gpu);
    }
    return style->launched ? style->gap * HOPPER_CLOCK / device_clock(&scenario->gpu) : style->gap;
}

double serving_host_time(const struct scenario *scenario, double sequences)
{
    const struct serving_style *style = serving_style(scenario->serving.style);
    const enum generation generation = scenario->gpu.generation;
    const bool old = generation == GENERATION_VOLTA || generation == GENERATION_AMPERE;
    const double slowness = (1.0 + (old ? style->interpreted * (OLD_HOST - 1.0) : 0.0)) / scenario->cluster.host_speed;
    const double ranks = (double)scenario->strategy.tp * scenario->strategy.pp;
    return slowness * (style->step + style->sequence * sequences + style->doubling * log2(ranks));
}

/* A collective waits for the slowest host. */
static double issue_time(const struct scenario *scenario, double layer)
{
    return layer * host_tensor_growth(scenario) / scenario->cluster.host_speed;
}

double serving_layer_issue(const struct scenario *scenario)
{
    return issue_time(scenario, serving_style(scenario->serving.style)->layer);
}

double serving_prompt_issue(const struct scenario *scenario)
{
    return issue_time(scenario, serving_style(scenario->serving.style)->prompt_layer);
}
