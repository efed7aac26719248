/* kv_cache.c: what one GPU keeps of a token, and what a layer reads of it. */
#include "core/kv_cache.h"

#include "core/layer.h"
#include "core/number_format.h"
#include "core/transformer.h"

#include <math.h>

double kv_layer_values(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    if (transformer_is_mla(model)) {
        return model->kv_lora + model->rope_dim;
    }
    return 2.0 * layer_local_heads(scenario, model->kv_heads) * model->head_dim;
}

double kv_copies(const struct scenario *scenario)
{
    const double tp = scenario->strategy.tp;
    return transformer_is_mla(&scenario->model) ? tp : fmax(1.0, tp / scenario->model.kv_heads);
}

double stage_most_layers(const struct scenario *scenario)
{
    return ceil((double)scenario->model.layers / scenario->strategy.pp);
}

double kv_token_bytes(const struct scenario *scenario)
{
    return stage_most_layers(scenario) * kv_layer_values(scenario) *
           format_kv_bytes(scenario->serving.decode_kv_precision);
}

double kv_attended(const struct transformer *model, double cached)
{
    if (model->window <= 0 || model->window >= cached) {
        return cached;
    }
    const int full = model->window_every > 0 ? model->layers / model->window_every : 0;
    return (full * cached + (double)(model->layers - full) * model->window) / model->layers;
}
