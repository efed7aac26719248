/* parameter_conditions.c: when a parameter matters. */
#include "core/parameter_conditions.h"

#include "core/device.h"
#include "core/number_format.h"
#include "core/transformer.h"

bool scenario_is_training(const struct scenario *scenario)
{
    return scenario->mode == MODE_TRAINING;
}

bool scenario_is_prefill(const struct scenario *scenario)
{
    return scenario->mode == MODE_PREFILL;
}

bool scenario_is_decode(const struct scenario *scenario)
{
    return scenario->mode == MODE_DECODE;
}

bool scenario_is_serving(const struct scenario *scenario)
{
    return !scenario_is_training(scenario);
}

bool scenario_is_flat(const struct scenario *scenario)
{
    return scenario->execution.compute == COMPUTE_FLAT;
}

bool scenario_is_roofline(const struct scenario *scenario)
{
    return !scenario_is_flat(scenario);
}

bool scenario_is_roofline_training(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario_is_roofline(scenario);
}

bool scenario_is_roofline_serving(const struct scenario *scenario)
{
    return scenario_is_serving(scenario) && scenario_is_roofline(scenario);
}

bool scenario_has_attention_core(const struct scenario *scenario)
{
    return !scenario_is_decode(scenario);
}

bool scenario_has_samples(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->execution.attention != ATTENTION_UNFUSED;
}

bool scenario_is_moe(const struct scenario *scenario)
{
    return transformer_is_moe(&scenario->model);
}

bool scenario_is_moe_training(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario_is_moe(scenario);
}

bool scenario_is_moe_serving(const struct scenario *scenario)
{
    return scenario_is_serving(scenario) && scenario_is_moe(scenario);
}

bool scenario_has_exchange(const struct scenario *scenario)
{
    return scenario_is_moe_training(scenario) && scenario->strategy.ep > 1;
}

/* Two micro-batches in turn need chunks to interleave, or a whole model on each rank. */
bool scenario_has_hidden_exchange(const struct scenario *scenario)
{
    return scenario_has_exchange(scenario) && (scenario->strategy.pp == 1 || scenario->strategy.vp > 1);
}

/* It runs the exchange of one way behind the compute of the other. */
bool scenario_may_be_dual_pipe(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return scenario_has_exchange(scenario) && strategy->overlap_ep && strategy->pp > 1 && strategy->vp == 2;
}

bool scenario_has_node_limit(const struct scenario *scenario)
{
    return scenario_has_exchange(scenario) && scenario->strategy.dispatcher == DISPATCH_PER_RANK;
}

bool scenario_has_full_recompute(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario->strategy.recompute == RECOMPUTE_FULL;
}

bool scenario_has_roofline_full_recompute(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->strategy.recompute == RECOMPUTE_FULL;
}

bool scenario_is_selective(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->strategy.recompute == RECOMPUTE_SELECTIVE;
}

bool scenario_is_selective_moe(const struct scenario *scenario)
{
    return scenario_is_selective(scenario) && scenario_is_moe(scenario);
}

bool scenario_is_selective_mla(const struct scenario *scenario)
{
    return scenario_is_selective(scenario) && transformer_is_mla(&scenario->model);
}

bool scenario_has_tensor(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario->strategy.tp > 1;
}

bool scenario_gathers_operands(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->strategy.tp > 1 && scenario->strategy.sp &&
           device_operand_bytes(scenario->strategy.precision) < device_operand_bytes(PRECISION_BF16);
}

bool scenario_has_context(const struct scenario *scenario)
{
    return !scenario_is_decode(scenario) && scenario->strategy.cp > 1;
}

bool scenario_has_context_training(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario_has_context(scenario);
}

bool scenario_has_pipeline(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario->strategy.pp > 1;
}

bool scenario_has_roofline_pipeline(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario_has_pipeline(scenario);
}

bool scenario_is_fsdp(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario->strategy.zero == ZERO_PARAMETERS;
}

bool scenario_hands_parameters_out(const struct scenario *scenario)
{
    const enum zero_stage zero = scenario->strategy.zero;
    return scenario_is_roofline_training(scenario) && zero != ZERO_NONE && zero != ZERO_PARAMETERS;
}

bool scenario_is_roofline_fsdp(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->strategy.zero == ZERO_PARAMETERS;
}

bool scenario_offloads(const struct scenario *scenario)
{
    return scenario_is_roofline_training(scenario) && scenario->strategy.offload_layers > 0;
}

bool scenario_has_adapters(const struct scenario *scenario)
{
    return scenario_is_training(scenario) && scenario->strategy.lora != LORA_OFF;
}

bool scenario_may_adapt_experts(const struct scenario *scenario)
{
    return scenario_is_moe_training(scenario) && scenario->strategy.lora == LORA_ALL;
}

bool scenario_has_roofline_adapters(const struct scenario *scenario)
{
    return scenario_has_adapters(scenario) && scenario_is_roofline(scenario);
}

bool scenario_has_divided_adapters(const struct scenario *scenario)
{
    return scenario_has_roofline_adapters(scenario) && scenario_has_tensor(scenario) && scenario->strategy.sp;
}

/* Of matrix products: as chosen in training, what the weights' format allows in inference. */
static enum precision product_precision(const struct scenario *scenario)
{
    return scenario_is_training(scenario) ? scenario->strategy.precision
                                          : format_precision(&scenario->gpu, scenario->serving.decode_precision);
}

bool scenario_computes_in_8_bit(const struct scenario *scenario)
{
    const enum precision precision = product_precision(scenario);
    return precision_is_8_bit(precision) && device_has_units(&scenario->gpu, precision);
}

bool scenario_computes_in_4_bit(const struct scenario *scenario)
{
    const enum precision precision = product_precision(scenario);
    return precision == PRECISION_NVFP4 && device_has_units(&scenario->gpu, precision);
}

bool scenario_computes_in_32_bit(const struct scenario *scenario)
{
    return product_precision(scenario) == PRECISION_FP32 && scenario->gpu.peak_fp32 > 0.0;
}

bool scenario_computes_in_16_bit(const struct scenario *scenario)
{
    return !scenario_computes_in_8_bit(scenario) && !scenario_computes_in_4_bit(scenario) &&
           !scenario_computes_in_32_bit(scenario);
}
