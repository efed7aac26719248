/* serving_style.c: the table of styles, and what follows from a row. */
#include "core/serving_style.h"

#include "core/host.h"

#include <assert.h>
#include <math.h>

/* Microseconds and milliseconds in the table. */
#define US 1e-6
#define MS 1e-3

/* A layer of some twenty kernels in eager PyTorch: text-generation-inference on A100 and H100. Prompts of engines that
 * record decode steps alone are issued like that, those of vLLM's thirteen kernels at the same rate. */
#define EAGER_LAYER (0.55 * MS)

/* Only kernels times gap shows in a step. Fitted to whole steps: cpp's gap; vLLM's host work of each year (vLLM issues
 * and pull requests, ROCm's tables; of 2026, steps of one and four clients: gpt-oss on MI300X, DeepSeek-R1 on SGLang);
 * eager's layer; trtpy's host work and the interpreted share of it (NeMo, Azure's guide); latent and expert kernels of
 * trt (DeepSeek-R1). The rest is counted or judged. */
static const struct serving_style styles[] = {
    [SERVING_COMPILED] = {3, 6, 4, 2.0 * US, 0.1 * MS, 0, 0, 0, EAGER_LAYER, LIBRARY_NCCL, KV_SHARED, 0},
    [SERVING_CPP] = {5, 8, 6, 3.8 * US, 0.3 * MS, 10 * US, 0, 0, 0, LIBRARY_NCCL, KV_PER_HEAD, 0},
    [SERVING_TRTPY] = {5, 8, 6, 3.5 * US, 1.4 * MS, 200 * US, 0.1 * MS, 0, 0, LIBRARY_NCCL, KV_PER_HEAD, 0.4},
    [SERVING_TRT] = {4, 14, 10, 2.2 * US, 0.3 * MS, 10 * US, 0, 0, 0, LIBRARY_TRTLLM, KV_SHARED, 0},
    [SERVING_VLLM_2023] = {8, 8, 8, 3.0 * US, 1.5 * MS, 60 * US, 0.9 * MS, 0, 0.33 * MS, LIBRARY_NCCL,
                           KV_PER_HEAD_SPLIT, 1},
    [SERVING_VLLM_2024] = {8, 8, 8, 2.5 * US, 1.6 * MS, 60 * US, 0.9 * MS, 0, 0.33 * MS, LIBRARY_VLLM, KV_SHARED, 1},
    [SERVING_VLLM_2025] = {8, 8, 8, 2.2 * US, 0.7 * MS, 35 * US, 0.1 * MS, 0, 0, LIBRARY_VLLM, KV_SHARED, 1},
    [SERVING_VLLM_2026] = {8, 8, 8, 2.2 * US, 0.05 * MS, 35 * US, 0, 0, 0, LIBRARY_VLLM, KV_SHARED, 1},
    [SERVING_EAGER] = {16, 12, 12, 4.0 * US, 0.5 * MS, 50 * US, 0.2 * MS, EAGER_LAYER, EAGER_LAYER, LIBRARY_NCCL,
                       KV_SHARED, 1},
    [SERVING_HF] = {24, 12, 20, 4.0 * US, 1.0 * MS, 50 * US, 0.2 * MS, 0.9 * MS, 0.9 * MS, LIBRARY_NCCL, KV_EXPANDED,
                    1},
};
static_assert(sizeof styles / sizeof styles[0] == SERVING_COUNT, "every style has its row");

/* A kernel on AMD against one on NVIDIA: vLLM on MI300X. */
static const double AMD_GAP = 1.6;

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

static bool is_amd(enum generation generation)
{
    return generation == GENERATION_CDNA2 || generation == GENERATION_CDNA3 || generation == GENERATION_CDNA4;
}

double serving_gap(const struct scenario *scenario)
{
    const double gap = serving_style(scenario->serving.style)->gap;
    return is_amd(scenario->gpu.generation) ? gap * AMD_GAP : gap;
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
