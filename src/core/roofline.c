/* roofline.c: bytes over the datasheet's rate, FLOPs over the datasheet's peak. */
#include "core/roofline.h"

#include "core/expert_visits.h"
#include "core/kv_cache.h"
#include "core/layer.h"
#include "core/number_format.h"
#include "core/serving_style.h"

#include <math.h>

/* Bytes of weights that one GPU reads, if that many experts of each layer are touched. */
static double weight_bytes(const struct scenario *scenario, const struct parameter_sum *params, double touched)
{
    const double routed = params->moe_layers * params->expert;
    const double common = params->total - routed * scenario->model.experts;
    return format_bytes(scenario->serving.decode_precision) *
           (common / scenario->strategy.tp + routed * touched / serving_expert_ranks(scenario));
}

static double touched_experts(const struct scenario *scenario, double tokens)
{
    return transformer_is_moe(&scenario->model) ? expert_visits(scenario, tokens).touched : 0.0;
}

double attention_token_flops(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const double head =
        transformer_is_mla(model) ? 2.0 * (2.0 * model->kv_lora + model->rope_dim) : 4.0 * model->head_dim;
    return layer_local_heads(scenario, model->heads) * head;
}

/* Where the engine asks for sums of 16 bit, the peak is that of such. */
static double product_peak(const struct scenario *scenario, enum number_format format)
{
    return serving_sums_narrow(scenario, format) ? scenario->gpu.peak_fp16 : format_peak(&scenario->gpu, format);
}

/* Seconds at peak of the products of `tokens`, of which `last` reach the head. */
static double arithmetic_time(const struct scenario *scenario, double tokens, double last)
{
    const struct flop_sum flops = transformer_flops(&scenario->model, 1, MFU_CAUSAL);
    const enum number_format format = scenario->serving.decode_precision;
    return (tokens * flops.matrix / product_peak(scenario, format) +
            last * flops.head / product_peak(scenario, format_of_head(format))) /
           scenario->strategy.tp;
}

static struct roofline completed(struct roofline line)
{
    line.time = fmax(line.weights + line.kv, line.compute);
    return line;
}

struct roofline roofline_of_decode(const struct scenario *scenario, const struct parameter_sum *params,
                                   double sequences)
{
    const struct transformer *model = &scenario->model;
    const double rows = fmax(1.0, sequences / scenario->strategy.pp);
    const double attended = rows * model->layers * kv_attended(model, scenario->serving.decode_context);
    const double kv_bytes =
        attended * kv_layer_values(scenario) * format_kv_bytes(scenario->serving.decode_kv_precision);
    return completed((struct roofline){
        .weights = weight_bytes(scenario, params, touched_experts(scenario, rows)) / scenario->gpu.hbm_bandwidth,
        .kv = kv_bytes / scenario->gpu.hbm_bandwidth,
        .compute = arithmetic_time(scenario, rows, rows) +
                   attended * attention_token_flops(scenario) / scenario->gpu.peak_bf16,
    });
}

/* Bytes of weights that one GPU reads in all passes over the prompts: each pass reads the layers, and of their experts
 * those that its tokens of all prompts touch; the last one has the head. */
static double prefill_weight_bytes(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct serving *serving = &scenario->serving;
    const bool cut = serving->prefill_chunk > 0 && serving->prefill_chunk < serving->prefill_tokens;
    const int size = cut ? serving->prefill_chunk : serving->prefill_tokens;
    const int whole = serving->prefill_tokens / size;
    const int rest = serving->prefill_tokens % size;
    const double outer =
        format_bytes(serving->decode_precision) * (params->embedding + params->head) / scenario->strategy.tp;
    const double each = (double)serving->prefill_batch / scenario->strategy.cp;
    const double layers = weight_bytes(scenario, params, touched_experts(scenario, each * size)) - outer;
    const double layers_of_rest =
        rest > 0 ? weight_bytes(scenario, params, touched_experts(scenario, each * rest)) - outer : 0;
    return whole * layers + layers_of_rest + outer;
}

struct roofline roofline_of_prefill(const struct scenario *scenario, const struct parameter_sum *params)
{
    const struct transformer *model = &scenario->model;
    const double tokens =
        (double)scenario->serving.prefill_batch * scenario->serving.prefill_tokens / scenario->strategy.cp;
    const double core = tokens * transformer_flops(model, scenario->serving.prefill_tokens, MFU_CAUSAL).attention /
                        scenario->strategy.tp;
    return completed((struct roofline){
        .weights = prefill_weight_bytes(scenario, params) / scenario->gpu.hbm_bandwidth,
        .compute = arithmetic_time(scenario, tokens, scenario->serving.prefill_batch) + core / scenario->gpu.peak_bf16,
    });
}

struct roofline roofline_of_stages(struct roofline line, const struct scenario *scenario)
{
    const struct serving *serving = &scenario->serving;
    const double stages = scenario->strategy.pp;
    const double passes =
        serving->prefill_chunk > 0 ? ceil((double)serving->prefill_tokens / serving->prefill_chunk) : 1.0;
    const double share = (1.0 + (stages - 1.0) / passes) / stages;
    return completed(
        (struct roofline){.weights = share * line.weights, .kv = share * line.kv, .compute = share * line.compute});
}

struct scenario on_one_card(const struct scenario *scenario)
{
    struct scenario alone = *scenario;
    alone.strategy.tp = 1;
    alone.strategy.pp = 1;
    alone.strategy.cp = 1;
    alone.strategy.ep = 1;
    return alone;
}

double critical_batch(const struct scenario *scenario, const struct parameter_sum *params)
{
    const enum number_format format = scenario->serving.decode_precision;
    return format_bytes(format) * product_peak(scenario, format) / (2.0 * scenario->gpu.hbm_bandwidth) * params->total /
           params->active;
}
