/* decode.c: the attention core of a decode step, and the step's parts. */
#include "core/decode.h"

#include "core/device.h"
#include "core/exchange.h"
#include "core/inference.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/number_format.h"
#include "core/serving_pass.h"
#include "core/serving_style.h"

#include <math.h>

/* Kernels that read keys and values once for each query head find all but the first read in the cache on the chip, and
 * multiply without tensor cores: elements that one multiprocessor takes in a clock. Llama 2 70B on TurboMind and
 * TensorRT-LLM of 2023, A100 and H100, batch 16 to 1024. */
static const double PER_HEAD_ELEMENTS = 14.3;

/* The same of kernels that read once for all heads, on cards where threads load what they multiply: a cache in 8 bit
 * takes them as long as one in 16. vLLM 0.10 on MI300X, fp8; 0.11 in bf16, which did not fix it, agrees. */
static const double LOADED_ELEMENTS = 2.2;

/* Rate at which a kernel streams keys and values against that of weights: long blocks that are read in order and meet a
 * few queries, where a product of few rows stops at each tile; no more than the memory's own. TurboMind's MHA models on
 * A100, batch 16 to 64; TensorRT-LLM and vLLM of 2023, which did not set it, agree. */
static const double CACHE_RATE = 1.11;

/* Passes over the expanded copy: written, read, and its source read. Counted. */
static const double COPY_PASSES = 3.0;
static const double COPY_SOURCE_PASSES = 2.0;

/* Arithmetic of a decode attention kernel, share of the 16 bit peak. Published for latent attention on H800, where 128
 * query heads meet one latent: about 600 TFLOP/s. */
static const double ATTENTION_RATE = 0.55;

/* Query heads that share one key and value on this GPU. */
static double group_size(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    return transformer_is_mla(model)
               ? 1.0
               : layer_local_heads(scenario, model->heads) / layer_local_heads(scenario, model->kv_heads);
}

/* Kernels of 2023 give a head of a sequence to one multiprocessor, however long the sequence is. */
static double head_read(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const double values = transformer_is_mla(model) ? kv_layer_values(scenario) : 2.0 * model->head_dim;
    const double elements = kv_attended(model, scenario->serving.decode_context) * values;
    return elements / (PER_HEAD_ELEMENTS * device_clock(&scenario->gpu));
}

/* Reading the cache as the engine's kernels do: never less than `stream`, the read of each value once. */
static double cache_read(const struct scenario *scenario, double bytes, double stream)
{
    const struct gpu *gpu = &scenario->gpu;
    const double group = group_size(scenario);
    const double elements = bytes / format_kv_bytes(scenario->serving.decode_kv_precision);
    const double cycles = device_cycles(gpu);
    const double head = elements / (PER_HEAD_ELEMENTS * cycles);
    const double once = fmax(stream, head);
    const double again = smooth_maximum(once, (group - 1.0) * head);
    switch (serving_style(scenario->serving.style)->sharing) {
    case KV_SHARED_WHOLE:
        return fmax(once, head_read(scenario));
    case KV_PER_HEAD:
        return fmax(again, head_read(scenario));
    case KV_PER_HEAD_SPLIT:
        return again;
    case KV_EXPANDED:
        return stream + bytes * (COPY_SOURCE_PASSES + COPY_PASSES * group) / device_stream_rate(gpu);
    case KV_SHARED:
        break;
    }
    return device_copies_asynchronously(gpu) ? stream : fmax(stream, elements / (LOADED_ELEMENTS * cycles));
}

/* One layer's core for `rows` sequences. */
static struct attention_core decode_core(const struct scenario *scenario, double rows)
{
    const struct gpu *gpu = &scenario->gpu;
    const double attended = rows * kv_attended(&scenario->model, scenario->serving.decode_context);
    const double bytes = attended * kv_layer_values(scenario) * format_kv_bytes(scenario->serving.decode_kv_precision);
    const double wide = format_stream_rate(gpu, &scenario->model, NUMBER_BF16);
    const double stream = bytes / fmin(CACHE_RATE * wide, gpu->hbm_bandwidth);
    const double arithmetic = attended * attention_token_flops(scenario) / (ATTENTION_RATE * gpu->peak_bf16);
    const double time = smooth_maximum(cache_read(scenario, bytes, stream), arithmetic);
    return (struct attention_core){.stream = stream, .compute = time - stream};
}

/* On the whiteboard: bytes at the datasheet's rate, and what arithmetic takes beyond them. */
static void add_whiteboard(struct inference *step, const struct scenario *scenario, const struct parameter_sum *params,
                           double running)
{
    const struct roofline bound = roofline_of_decode(scenario, params, running);
    step->weights = bound.weights;
    step->attention = bound.kv;
    step->compute = fmax(0.0, bound.compute / scenario->gpu.efficiency - bound.weights - bound.kv);
}

struct inference decode_step(const struct scenario *scenario, const struct groups *groups,
                             const struct parameter_sum *params, double running)
{
    const int stages = scenario->strategy.pp;
    const double rows = fmax(1.0, running / stages);
    const struct pass pass = {
        .scenario = scenario,
        .groups = groups,
        .params = params,
        .rows = rows,
        .issue = serving_layer_issue(scenario),
        .core = decode_core(scenario, rows),
    };
    const struct pass_time layers = serving_layers(&pass);
    const struct pass_time head = serving_head(&pass, rows);
    struct inference step = {.rows = rows, .running = running, .passes = 1};
    inference_add(&step, &layers, 1);
    inference_add(&step, &head, 1);
    if (step_is_flat(scenario)) {
        add_whiteboard(&step, scenario, params, running);
    } else {
        step.engine = serving_host_time(scenario, running);
    }
    /* The last of the sends takes the token back to the first stage. */
    inference_add_sends(&step, scenario, groups, stages > 1 ? stages : 0);
    return step;
}
