/* adapter.c: the adapters of a layer, one by one. */
#include "core/adapter.h"

#include "core/device.h"
#include "core/layer.h"
#include "core/product.h"
#include "core/style.h"

/* Bytes per value: the adapter's output added to the frozen one, and backward both gradients of the input: read, read,
 * write. Counted. */
static const double SUM_BYTES = 6.0;

/* Bytes per input and direction of dropout: read, write, and a byte of its mask. Counted. */
static const double DROPOUT_BYTES = 5.0;
static const double MASK_BYTES = 1.0;

/* Adapters are kept, and their gradients, in 16 bit. */
static const double GRADIENT_BYTES = 2.0;

static void add(struct adapters *adapters, struct adapter adapter)
{
    if (adapter.in > 0 && adapter.out > 0) {
        adapters->list[adapters->count++] = adapter;
    }
}

static void add_attention(struct adapters *adapters, const struct scenario *scenario, bool split)
{
    const struct transformer *model = &scenario->model;
    const double heads = model->heads;
    if (transformer_is_mla(model)) {
        const double query = heads * (model->nope_dim + model->rope_dim);
        const double key_value = heads * (model->nope_dim + model->v_dim);
        const double down = (model->q_lora > 0 ? model->q_lora : query) + model->kv_lora + model->rope_dim;
        add(adapters, (struct adapter){.in = model->hidden, .out = down, .linears = 2});
        add(adapters, (struct adapter){.in = model->q_lora, .out = query, .linears = 1});
        add(adapters, (struct adapter){.in = model->kv_lora, .out = key_value, .linears = 1});
    } else {
        const double out = (heads + 2.0 * model->kv_heads) * model->head_dim;
        add(adapters, (struct adapter){.in = model->hidden, .out = out, .linears = split ? 3 : 1});
    }
}

struct adapters adapters_of(const struct scenario *scenario, enum layer_kind kind)
{
    const struct transformer *model = &scenario->model;
    const enum lora lora = scenario->strategy.lora;
    const bool split = style_of(scenario->execution.style)->split;
    struct adapters adapters = {.count = 0};
    if (lora == LORA_OFF) {
        return adapters;
    }
    add_attention(&adapters, scenario, split);
    if (lora == LORA_QKV) {
        return adapters;
    }
    const double hidden = model->hidden;
    const double values = model->heads * transformer_value_dim(model);
    add(&adapters, (struct adapter){.in = values, .out = hidden, .linears = 1, .by_rows = true});
    if (lora == LORA_ALL) {
        const double ffn = layer_mlp_width(model, kind);
        const double matrices = model->gated ? 2 : 1;
        add(&adapters, (struct adapter){.in = hidden, .out = matrices * ffn, .linears = split ? matrices : 1});
        add(&adapters, (struct adapter){.in = ffn, .out = hidden, .linears = 1, .by_rows = true});
    }
    return adapters;
}

double adapter_count(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    double count = 0;
    for (int i = 0; i < adapters.count; i++) {
        count += adapters.list[i].linears;
    }
    return count;
}

double adapter_parameters(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    double widths = 0;
    for (int i = 0; i < adapters.count; i++) {
        widths += adapters.list[i].linears * adapters.list[i].in + adapters.list[i].out;
    }
    return scenario->strategy.lora_rank * widths;
}

/* Inputs of one adapter on one GPU: those of a layer cut by columns are on every rank. */
static double local_inputs(const struct scenario *scenario, const struct adapter *adapter)
{
    return adapter->by_rows ? adapter->in / scenario->strategy.tp : adapter->in;
}

double adapter_activation_bytes(const struct scenario *scenario, enum layer_kind kind, double value_bytes)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    double bytes = 0;
    for (int i = 0; i < adapters.count; i++) {
        const struct adapter *adapter = &adapters.list[i];
        const double masks = scenario->strategy.lora_dropout ? MASK_BYTES * local_inputs(scenario, adapter) : 0;
        bytes += adapter->linears * (value_bytes * scenario->strategy.lora_rank + masks);
    }
    return bytes;
}

/* Outputs of one adapter that this GPU adds: behind a layer cut by rows all of them, or its tokens' share. */
static double added_outputs(const struct scenario *scenario, const struct adapter *adapter)
{
    const struct strategy *strategy = &scenario->strategy;
    const double out = adapter->out / adapter->linears;
    return adapter->by_rows && !strategy->sp ? out : out / strategy->tp;
}

static struct product thin_product(double tokens, double n, double k)
{
    return (struct product){.rows = tokens, .n = n, .k = k, .batch = 1, .gradient_bytes = GRADIENT_BYTES};
}

/* Both products of one adapter. */
static struct product_time products_time(const struct scenario *scenario, const struct gemm_rates *rates,
                                         const struct adapter *adapter)
{
    const double tp = scenario->strategy.tp;
    const double rank = scenario->strategy.lora_rank;
    const double tokens = layer_tokens(scenario);
    const double inputs = local_inputs(scenario, adapter);
    const struct product down = thin_product(tokens, adapter->by_rows ? rank : rank / tp, inputs);
    const struct product up = thin_product(tokens, adapter->out / adapter->linears / tp, rank);
    return product_time_sum(product_time(rates, &down), product_time(rates, &up));
}

struct adapter_time adapter_time(const struct scenario *scenario, enum layer_kind kind)
{
    const struct gpu *gpu = &scenario->gpu;
    const struct adapters adapters = adapters_of(scenario, kind);
    const bool fp32 = scenario->strategy.precision == PRECISION_FP32;
    const struct gemm_rates rates = device_gemm_rates(gpu, fp32 ? PRECISION_FP32 : PRECISION_BF16);
    const double tokens = layer_tokens(scenario);
    const double scale = style_of(scenario->execution.style)->scale;
    struct adapter_time time = {.forward = 0};
    for (int i = 0; i < adapters.count; i++) {
        const struct adapter *adapter = &adapters.list[i];
        const struct product_time products = products_time(scenario, &rates, adapter);
        const double outputs = added_outputs(scenario, adapter) * tokens;
        const double inputs = local_inputs(scenario, adapter) * tokens;
        const double scaling = device_pass(gpu, scale * outputs);
        const double dropout = device_pass(gpu, scenario->strategy.lora_dropout ? DROPOUT_BYTES * inputs : 0);
        const double forward = products.forward + device_pass(gpu, SUM_BYTES * outputs);
        const double backward =
            products.data_gradient + products.weight_gradient + device_pass(gpu, SUM_BYTES * inputs);
        time.forward += adapter->linears * (forward + scaling + dropout);
        time.backward += adapter->linears * (backward + scaling + dropout);
    }
    return time;
}
