/* prefill.c: passes over prompts, and what overlaps in a pipeline. */
#include "core/prefill.h"

#include "core/collective.h"
#include "core/device.h"
#include "core/exchange.h"
#include "core/inference.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/serving_pass.h"
#include "core/serving_style.h"

#include <math.h>

/* Bytes of a key or value as context parallel ranks exchange it: 16 bit, whatever the cache keeps. */
static const double KEY_BYTES = 2.0;

/* Bytes per score of training's attention that is not fused: written, read and written by the softmax, read; 16 bit. */
static const double TRAINING_SCORE_BYTES = 8.0;

/* Passes of one size. All that they cost grows linearly with what was read before, so that one stands for their mean.
 */
struct chunk {
    double tokens; /* of each prompt */
    double before; /* tokens read before, the mean */
    double count;
};

/* A pass on the whiteboard: its part of all arithmetic, or the weights at the datasheet's rate, which takes longer. */
struct whiteboard_pass {
    double seconds;
    double stretch; /* of these to those of arithmetic alone */
};

static struct whiteboard_pass whiteboard_pass(const struct scenario *scenario, const struct parameter_sum *params,
                                              const struct chunk *chunk)
{
    const double share = chunk->tokens / scenario->serving.prefill_tokens;
    const double arithmetic = share * roofline_of_prefill(scenario, params).compute / scenario->gpu.efficiency;
    struct scenario alone = *scenario;
    alone.serving.prefill_tokens = (int)chunk->tokens;
    const double seconds = fmax(arithmetic, roofline_of_prefill(&alone, params).weights);
    return (struct whiteboard_pass){.seconds = seconds, .stretch = seconds / arithmetic};
}

/* One layer's attention on the whiteboard, as long as it is in a pass that waits for weights. */
static struct attention_core whiteboard_core(const struct scenario *scenario, const struct parameter_sum *params,
                                             const struct chunk *chunk)
{
    const struct transformer *model = &scenario->model;
    const double tokens = scenario->serving.prefill_batch * chunk->tokens / scenario->strategy.cp;
    const double flops = transformer_flops(model, scenario->serving.prefill_tokens, MFU_CAUSAL).attention;
    const double rate = scenario->gpu.efficiency * scenario->gpu.peak_bf16;
    const double seconds = tokens * flops / scenario->strategy.tp / model->layers / rate;
    return (struct attention_core){.stream = seconds * whiteboard_pass(scenario, params, chunk).stretch};
}

/* Seconds of what an engine moves for each score of attention that is not fused, beyond what training does. */
static double wide_scores(const struct scenario *scenario, const struct attention_shape *shape)
{
    const double bytes = serving_style(scenario->serving.style)->score_bytes - TRAINING_SCORE_BYTES;
    if (shape->kernel != ATTENTION_UNFUSED || bytes <= 0) {
        return 0.0;
    }
    return bytes * shape->batch * shape->heads * shape->queries * shape->keys / device_stream_rate(&scenario->gpu);
}

/* One layer's core. The gap of its kernel is the engine's, not the training model's. */
static struct attention_core prefill_core(const struct scenario *scenario, const struct parameter_sum *params,
                                          const struct chunk *chunk)
{
    if (step_is_flat(scenario)) {
        return whiteboard_core(scenario, params, chunk);
    }
    struct gpu gpu = scenario->gpu;
    gpu.launch = 0;
    const double keys = chunk->before + chunk->tokens;
    const struct attention_shape shape = {
        .kernel = scenario->execution.attention,
        .batch = scenario->serving.prefill_batch,
        .heads = layer_local_heads(scenario, scenario->model.heads),
        .queries = chunk->tokens / scenario->strategy.cp,
        .keys = keys,
        .head_dim = transformer_core_dim(&scenario->model),
        .computed_share = kv_attended(&scenario->model, chunk->before + chunk->tokens / 2) / keys,
    };
    const double core = device_attention(&gpu, &shape).forward;
    return (struct attention_core){.stream = core + wide_scores(scenario, &shape)};
}

/* Keys and values that the ranks of a sequence gather, layer by layer: behind the core, and while the GPU waits for its
 * host. */
static void add_context_exchange(struct inference *step, const struct pass *pass, const struct chunk *chunk,
                                 const struct pass_time *time)
{
    const struct scenario *scenario = pass->scenario;
    const double message = KEY_BYTES * kv_layer_values(scenario) * scenario->serving.prefill_batch * chunk->tokens;
    const struct exchange layer = exchange_of(OP_ALL_GATHER, message, &pass->groups->cp, scenario);
    if (!(layer.count > 0)) {
        return;
    }
    const double layers = scenario->model.layers * chunk->count;
    const double room = pass->core.stream + time->dispatch / scenario->model.layers;
    const double hidden = scenario->strategy.overlap_cp ? fmin(layer.seconds, room) : 0.0;
    step->cp.message = message;
    step->cp.cost = collective_time(OP_ALL_GATHER, message, &pass->groups->cp, scenario);
    traffic_add(&step->cp, exchange_times(layer, layers),
                overlap_times((struct overlap){.hidden = hidden, .exposed = layer.seconds - hidden}, layers));
}

static struct pass pass_of(const struct scenario *scenario, const struct groups *groups,
                           const struct parameter_sum *params, const struct chunk *chunk)
{
    return (struct pass){
        .scenario = scenario,
        .groups = groups,
        .params = params,
        .rows = scenario->serving.prefill_batch * chunk->tokens / scenario->strategy.cp,
        .kernels = serving_style(scenario->serving.style)->prompt_kernels,
        .issue = serving_prompt_issue(scenario),
        .long_kernels = scenario->serving.prefill_long_kernels,
        .core = prefill_core(scenario, params, chunk),
    };
}

/* Adds all passes of one size; returns the seconds of one. */
static double add_passes(struct inference *step, const struct pass *pass, const struct chunk *chunk)
{
    if (!(chunk->count > 0)) {
        return 0.0;
    }
    const double before = inference_sum(step);
    const struct pass_time layers = serving_layers(pass);
    inference_add(step, &layers, chunk->count);
    add_context_exchange(step, pass, chunk, &layers);
    if (!step_is_flat(pass->scenario)) {
        step->engine += chunk->count * serving_host_time(pass->scenario, pass->scenario->serving.prefill_batch);
    }
    step->passes += chunk->count;
    return (inference_sum(step) - before) / chunk->count;
}

/* Stages work on different passes at the same time. */
static void overlap_stages(struct inference *step, double stages, double longest)
{
    const double all = inference_sum(step);
    const double path = (all + (stages - 1.0) * longest) / stages;
    inference_scale(step, all > 0 ? path / all : 1.0);
}

static void add_whiteboard(struct inference *step, const struct scenario *scenario, const struct parameter_sum *params,
                           const struct chunk *full, const struct chunk *last)
{
    step->compute = full->count * whiteboard_pass(scenario, params, full).seconds;
    if (last->count > 0) {
        step->compute += last->count * whiteboard_pass(scenario, params, last).seconds;
    }
}

struct inference prefill_pass(const struct scenario *scenario, const struct groups *groups,
                              const struct parameter_sum *params)
{
    const struct serving *serving = &scenario->serving;
    const int size = serving->prefill_chunk > 0 && serving->prefill_chunk < serving->prefill_tokens
                         ? serving->prefill_chunk
                         : serving->prefill_tokens;
    const int whole = serving->prefill_tokens / size;
    const int rest = serving->prefill_tokens % size;
    const struct chunk full = {.tokens = size, .before = (whole - 1) / 2.0 * size, .count = whole};
    const struct chunk last = {.tokens = rest, .before = (double)whole * size, .count = rest > 0 ? 1 : 0};
    const struct pass pass = pass_of(scenario, groups, params, &full);
    struct inference step = {.rows = pass.rows, .running = serving->prefill_batch};
    double longest = add_passes(&step, &pass, &full);
    if (rest > 0) {
        const struct pass final = pass_of(scenario, groups, params, &last);
        longest = fmax(longest, add_passes(&step, &final, &last));
    }
    if (step_is_flat(scenario)) {
        add_whiteboard(&step, scenario, params, &full, &last);
        longest = inference_sum(&step) / step.passes;
    }
    overlap_stages(&step, scenario->strategy.pp, longest);
    const struct pass_time head = serving_head(&pass, serving->prefill_batch);
    inference_add(&step, &head, 1);
    inference_add_sends(&step, scenario, groups, scenario->strategy.pp - 1);
    /* What streams the weights is hidden behind arithmetic, or the other way round: a prefill shows one part. */
    step.compute += step.weights;
    step.weights = 0;
    return step;
}
