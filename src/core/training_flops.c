/* training_flops.c: what of a step is counted, what is computed again, and how much of the peak that is. */
#include "core/training_flops.h"

#include "core/device.h"

/* Backward attention against forward, as MFU counts it. */
static const double ATTENTION_BACKWARD = 2.0;

/* FLOPs of one token in the modules that selective recomputation repeats, all layers. */
static double module_flops(const struct step *step)
{
    const struct transformer *model = &step->scenario->model;
    const struct strategy *strategy = &step->scenario->strategy;
    const struct parameter_sum *params = step->params;
    double elements = 0;
    if (strategy->recompute != RECOMPUTE_SELECTIVE) {
        return 0;
    }
    if (strategy->recompute_latent && transformer_is_mla(model)) {
        const double up = (double)model->kv_lora * (model->nope_dim + model->v_dim) +
                          (double)model->q_lora * (model->nope_dim + model->rope_dim);
        elements += model->layers * (model->heads * up);
    }
    if (strategy->recompute_mlp) {
        elements += params->dense_layers * params->mlp + params->moe_layers * (model->shared_experts * params->expert);
    }
    if (strategy->recompute_experts) {
        elements += params->moe_layers * (model->top_k * params->expert);
    }
    return WEIGHT_FLOPS * elements;
}

/* FLOPs of one token in the products that full recomputation leaves out, all layers. */
static double unrepeated_flops(const struct step *step)
{
    const struct transformer *model = &step->scenario->model;
    const bool early = step->scenario->strategy.recompute_early_stop;
    return early ? WEIGHT_FLOPS * step->params->dense_layers * model->hidden * model->ffn : 0;
}

void training_count_flops(struct training *training, const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const double tokens = (double)step->sizes->global_batch * strategy->seq_len;
    const double again = recomputed_share(scenario);
    const double passes = 1 + backward_passes(scenario);
    if (step->flat) {
        const double counted = token_flops(scenario, step->params) * tokens;
        training->flops = passes * counted;
        training->hardware_flops = (passes + again) * counted;
    } else {
        const struct flop_sum flops =
            transformer_flops(&scenario->model, layer_sample_length(scenario), scenario->execution.mfu);
        const bool cores_again =
            strategy->recompute == RECOMPUTE_SELECTIVE && scenario->execution.attention == ATTENTION_UNFUSED;
        const double repeated = again * (flops.matrix - unrepeated_flops(step)) +
                                (cores_again ? 1 : again) * flops.attention + module_flops(step);
        const double counted = passes * (flops.matrix + flops.head) + (1 + ATTENTION_BACKWARD) * flops.attention;
        training->flops = counted * tokens;
        training->hardware_flops = (counted + repeated) * tokens;
    }
    const double peak = scenario->cluster.gpus * device_peak(&scenario->gpu, strategy->precision);
    training->mfu = training->flops / (training->step * peak);
    training->hfu = training->hardware_flops / (training->step * peak);
    training->tokens_per_second = tokens / training->step;
}
