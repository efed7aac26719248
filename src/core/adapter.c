/* adapter.c: the adapters of a layer, one by one. */
#include "core/adapter.h"

#include "core/device.h"
#include "core/expert.h"
#include "core/layer.h"
#include "core/product.h"
#include "core/style.h"

#include <math.h>

/* Bytes per value: the adapter's output added to the frozen one, and backward both gradients of the input: read, read,
 * write. Counted. */
static const double SUM_BYTES = 6.0;

/* Bytes per input and direction of dropout: read, write, and a byte of its mask. Counted. */
static const double DROPOUT_BYTES = 5.0;
static const double MASK_BYTES = 1.0;

/* Bytes per input and direction of adapters in fp32 beside products in 16 bit: widened, and narrowed again; dropout in
 * between reads and writes twice as much. Counted: PEFT 0.5.0, tuners/lora.py, under autocast. */
static const double WIDENED_BYTES = 12.0;
static const double WIDENED_DROPOUT_BYTES = 4.0;

/* Bytes per element that a product writes of an adapter's gradient: 16 bit, under autocast, too, which widens it behind
 * the product. */
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

/* Those that a choice names. */
static struct adapters adapters_named(const struct scenario *scenario, enum layer_kind kind, enum lora lora)
{
    const struct transformer *model = &scenario->model;
    const bool split = style_of(scenario->execution.style)->split;
    struct adapters adapters = {.count = 0};
    if (lora == LORA_OFF) {
        return adapters;
    }
    add_attention(&adapters, scenario, split && !model->qkv_joined);
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

struct adapters adapters_of(const struct scenario *scenario, enum layer_kind kind)
{
    return adapters_named(scenario, kind, scenario->strategy.lora);
}

struct adapters adapters_of_experts(const struct scenario *scenario, enum layer_kind kind)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    struct adapters adapters = {.count = 0};
    if (kind != LAYER_EXPERTS || strategy->lora != LORA_ALL || strategy->expert_lora == EXPERT_LORA_NONE) {
        return adapters;
    }
    const bool split = style_of(scenario->execution.style)->split;
    const double matrices = model->gated ? 2 : 1;
    const double width = model->expert_ffn;
    add(&adapters, (struct adapter){.in = model->hidden, .out = matrices * width, .linears = split ? matrices : 1});
    add(&adapters, (struct adapter){.in = width, .out = model->hidden, .linears = 1, .by_rows = true});
    return adapters;
}

static double linears_of(const struct adapters *adapters)
{
    double count = 0;
    for (int i = 0; i < adapters->count; i++) {
        count += adapters->list[i].linears;
    }
    return count;
}

double linear_count(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters common = adapters_named(scenario, kind, LORA_ALL);
    if (kind != LAYER_EXPERTS) {
        return linears_of(&common);
    }
    const bool split = style_of(scenario->execution.style)->split;
    const double each = scenario->model.gated && split ? 3 : 2;
    return linears_of(&common) + expert_load(scenario).local * each;
}

double adapter_count(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters common = adapters_of(scenario, kind);
    const struct adapters experts = adapters_of_experts(scenario, kind);
    return linears_of(&common) + linears_of(&experts);
}

/* Of one set of them, before any ranks divide it. */
static double parameters_of(const struct scenario *scenario, const struct adapters *adapters)
{
    double widths = 0;
    for (int i = 0; i < adapters->count; i++) {
        widths += adapters->list[i].linears * adapters->list[i].in + adapters->list[i].out;
    }
    return scenario->strategy.lora_rank * widths;
}

double adapter_parameters(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    return parameters_of(scenario, &adapters);
}

/* What adapters work on. */
struct adapter_work {
    double rows;   /* of one GPU */
    double share;  /* of these, of one copy */
    double ranks;  /* that cut each of them: TP, or of experts ETP */
    double copies; /* of each on this GPU, which divide the rows among them */
    double issue;  /* s that a product needs to be issued; 0: one kernel */
    bool divided;  /* each rank adds its share of the rows alone behind a layer cut by rows */
};

static struct adapter_work common_work(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return (struct adapter_work){
        .rows = layer_tokens(scenario),
        .share = layer_tokens(scenario),
        .ranks = strategy->tp,
        .copies = 1,
        .divided = strategy->sp,
    };
}

static struct adapter_work expert_work(const struct scenario *scenario)
{
    const struct expert_load load = expert_load(scenario);
    const bool each = scenario->strategy.expert_lora == EXPERT_LORA_EACH;
    const double copies = each ? load.local : 1;
    return (struct adapter_work){
        .rows = load.rows,
        .share = ceil(load.rows / copies),
        .ranks = scenario->strategy.etp,
        .copies = copies,
        .issue = each ? expert_issue(scenario, load.local) : 0,
    };
}

double adapter_parameters_of_experts(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters adapters = adapters_of_experts(scenario, kind);
    if (adapters.count == 0) {
        return 0;
    }
    const struct adapter_work work = expert_work(scenario);
    return work.copies * parameters_of(scenario, &adapters) / work.ranks;
}

/* Inputs of one adapter on one GPU: those of a layer cut by columns are on every rank. */
static double local_inputs(const struct adapter *adapter, double ranks)
{
    return adapter->by_rows ? adapter->in / ranks : adapter->in;
}

static double kept_bytes(const struct scenario *scenario, const struct adapters *adapters, double ranks,
                         double value_bytes)
{
    const double masks = scenario->strategy.lora_dropout ? MASK_BYTES : 0;
    const double copies = adapter_copies_inputs(scenario) ? value_bytes : 0;
    double bytes = 0;
    for (int i = 0; i < adapters->count; i++) {
        const struct adapter *adapter = &adapters->list[i];
        const double inputs = (masks + copies) * local_inputs(adapter, ranks);
        bytes += adapter->linears * (value_bytes * scenario->strategy.lora_rank + inputs);
    }
    return bytes;
}

double adapter_activation_bytes(const struct scenario *scenario, enum layer_kind kind, double value_bytes)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    return kept_bytes(scenario, &adapters, scenario->strategy.tp, value_bytes);
}

/* Every ETP rank has all rows of the group. */
double adapter_row_bytes(const struct scenario *scenario, double value_bytes)
{
    const double ranks = scenario->strategy.etp;
    const struct adapters adapters = adapters_of_experts(scenario, LAYER_EXPERTS);
    return ranks * kept_bytes(scenario, &adapters, ranks, value_bytes);
}

/* Outputs of one adapter that this GPU adds: behind a layer cut by rows all of them, or its tokens' share. */
static double added_outputs(const struct adapter *adapter, const struct adapter_work *work)
{
    const double out = adapter->out / adapter->linears;
    return adapter->by_rows && !work->divided ? out : out / work->ranks;
}

static struct product thin_product(const struct adapter_work *work, double n, double k)
{
    return (struct product){
        .rows = work->share,
        .n = n,
        .k = k,
        .batch = work->copies,
        .gradient_bytes = GRADIENT_BYTES,
        .issue = work->issue,
    };
}

/* Both products of one adapter. */
static struct product_time products_time(const struct scenario *scenario, const struct gemm_rates *rates,
                                         const struct adapter *adapter, const struct adapter_work *work)
{
    const double rank = scenario->strategy.lora_rank;
    const double inputs = local_inputs(adapter, work->ranks);
    const struct product down = thin_product(work, adapter->by_rows ? rank : rank / work->ranks, inputs);
    const struct product up = thin_product(work, adapter->out / adapter->linears / work->ranks, rank);
    return product_time_sum(product_time(rates, &down), product_time(rates, &up));
}

bool adapter_widens(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->lora && strategy->adapters == PRECISION_FP32 && strategy->precision != PRECISION_FP32;
}

bool adapter_copies_inputs(const struct scenario *scenario)
{
    return scenario->strategy.lora && (scenario->strategy.lora_dropout || adapter_widens(scenario));
}

/* Bytes per input and direction before its first product. */
static double input_bytes(const struct scenario *scenario)
{
    const bool dropout = scenario->strategy.lora_dropout;
    const double widened = adapter_widens(scenario) ? WIDENED_BYTES + (dropout ? WIDENED_DROPOUT_BYTES : 0) : 0;
    return widened + (dropout ? DROPOUT_BYTES : 0);
}

/* GPU seconds of so many adapters, added to others. */
static struct adapter_time add_time(struct adapter_time time, const struct scenario *scenario,
                                    const struct adapters *adapters, const struct adapter_work *work)
{
    const struct gpu *gpu = &scenario->gpu;
    const bool fp32 = scenario->strategy.precision == PRECISION_FP32;
    const struct gemm_rates rates = device_gemm_rates(gpu, fp32 ? PRECISION_FP32 : PRECISION_BF16);
    const double scale = style_of(scenario->execution.style)->scale;
    for (int i = 0; i < adapters->count; i++) {
        const struct adapter *adapter = &adapters->list[i];
        const struct product_time products = products_time(scenario, &rates, adapter, work);
        const double outputs = added_outputs(adapter, work) * work->rows;
        const double inputs = local_inputs(adapter, work->ranks) * work->rows;
        const double scaling = device_pass(gpu, scale * outputs);
        const double before = device_pass(gpu, input_bytes(scenario) * inputs);
        const double forward = products.forward + device_pass(gpu, SUM_BYTES * outputs);
        const double backward =
            products.data_gradient + products.weight_gradient + device_pass(gpu, SUM_BYTES * inputs);
        time.forward += adapter->linears * (forward + scaling + before);
        time.backward += adapter->linears * (backward + scaling + before);
    }
    return time;
}

struct adapter_time adapter_time(const struct scenario *scenario, enum layer_kind kind)
{
    const struct adapters common = adapters_of(scenario, kind);
    const struct adapters experts = adapters_of_experts(scenario, kind);
    const struct adapter_work tokens = common_work(scenario);
    const struct adapter_time time = add_time((struct adapter_time){.forward = 0}, scenario, &common, &tokens);
    if (experts.count == 0) {
        return time;
    }
    const struct adapter_work rows = expert_work(scenario);
    return add_time(time, scenario, &experts, &rows);
}
