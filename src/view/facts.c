/* facts.c: what a model and a cluster are, in two lines. */
#include "view/facts.h"

#include "core/device.h"
#include "core/number_format.h"
#include "core/transformer.h"

#include <stdio.h>
#include <string.h>

enum { FACT_LENGTH = 96 };

/* Words of one quantity: "989 TFLOP/s". */
struct phrase {
    char text[FACT_LENGTH];
};

static struct phrase join(struct quantity_text quantity)
{
    struct phrase phrase;
    (void)quantity_join(quantity, phrase.text, sizeof phrase.text);
    return phrase;
}

static struct phrase phrase_of(double value, enum unit unit)
{
    return join(quantity_display(value, unit));
}

/* "1 NIC", "8 NICs" */
static struct phrase count_phrase(int count, const char *word)
{
    struct phrase phrase;
    (void)snprintf(phrase.text, sizeof phrase.text, "%d %s%s", count, word, count == 1 ? "" : "s");
    return phrase;
}

/* "GQA 64/8" */
static struct phrase attention_phrase(const struct transformer *model)
{
    struct phrase phrase;
    if (transformer_is_mla(model)) {
        (void)snprintf(phrase.text, sizeof phrase.text, "MLA");
    } else if (model->kv_heads == model->heads) {
        (void)snprintf(phrase.text, sizeof phrase.text, "MHA %d", model->heads);
    } else {
        (void)snprintf(phrase.text, sizeof phrase.text, "%s %d/%d", model->kv_heads == 1 ? "MQA" : "GQA", model->heads,
                       model->kv_heads);
    }
    return phrase;
}

/* How many parameters, of how many layers. */
static void model_size(const struct scenario *scenario, enum size_class words, char *text, size_t size)
{
    const struct transformer *model = &scenario->model;
    const struct parameter_sum sum = transformer_params(model);
    const struct phrase total = phrase_of(sum.total, UNIT_PARAMETERS);
    const struct phrase active = phrase_of(sum.active, UNIT_PARAMETERS);
    const bool moe = transformer_is_moe(model);
    if (words == SIZE_COMPACT) {
        (void)snprintf(text, size, "%s · %d × %d", total.text, model->layers, model->hidden);
    } else if (words == SIZE_ROOMY && !moe) {
        const struct phrase exact = join(quantity_display_digits(sum.total, UNIT_PARAMETERS, 4));
        (void)snprintf(text, size, "%s parameters · %d layers · hidden %d · ffn %d", exact.text, model->layers,
                       model->hidden, model->ffn);
    } else if (moe) {
        (void)snprintf(text, size, "%s · %s active · %d layers", total.text, active.text, model->layers);
    } else {
        (void)snprintf(text, size, "%s parameters · %d layers", total.text, model->layers);
    }
}

static void model_shape(const struct scenario *scenario, enum size_class words, char *text, size_t size)
{
    const struct transformer *model = &scenario->model;
    const struct phrase attention = attention_phrase(model);
    const bool moe = transformer_is_moe(model);
    if (moe && words != SIZE_ROOMY) {
        (void)snprintf(text, size, "%d of %d experts · %s", model->top_k, model->experts, attention.text);
    } else if (words == SIZE_COMPACT) {
        (void)snprintf(text, size, "ffn %d · %s", model->ffn, attention.text);
    } else if (moe) {
        (void)snprintf(text, size, "hidden %d · %d of %d experts of %d · %s · vocab %d", model->hidden, model->top_k,
                       model->experts, model->expert_ffn, attention.text, model->vocab);
    } else if (words == SIZE_ROOMY) {
        (void)snprintf(text, size, "%d heads of %d, %d KV heads · vocab %d · %s", model->heads, model->head_dim,
                       model->kv_heads, model->vocab, model->tied ? "tied" : "untied");
    } else {
        (void)snprintf(text, size, "hidden %d · ffn %d · %s", model->hidden, model->ffn, attention.text);
    }
}

double facts_nominal_capacity(const struct gpu *gpu)
{
    static const double binary_excess = 1.073741824; /* of a GiB over a GB */
    const bool is_that_card =
        gpu->hbm_capacity >= gpu->hbm_headline && gpu->hbm_capacity <= binary_excess * gpu->hbm_headline;
    return is_that_card ? gpu->hbm_headline : gpu->hbm_capacity;
}

/* Name and memory of the GPU, unless its name says it: "H100 SXM 80 GB". */
static struct phrase gpu_phrase(const struct gpu *gpu, enum size_class words)
{
    struct phrase phrase;
    const bool named = strstr(gpu->name, "GB") != NULL;
    const int first_word = (int)strcspn(gpu->name, " ");
    const int length = words == SIZE_COMPACT && !named ? first_word : (int)strlen(gpu->name);
    (void)snprintf(phrase.text, sizeof phrase.text, "%.*s%s%.0f%s", length, gpu->name, " ",
                   facts_nominal_capacity(gpu) / 1e9, " GB");
    if (named) {
        (void)snprintf(phrase.text, sizeof phrase.text, "%s", gpu->name);
    }
    return phrase;
}

static void gpu_line(const struct scenario *scenario, enum size_class words, char *text, size_t size)
{
    const struct gpu *gpu = &scenario->gpu;
    const enum precision precision = scenario->mode == MODE_TRAINING
                                         ? scenario->strategy.precision
                                         : format_precision(gpu, scenario->serving.decode_precision);
    const struct phrase name = gpu_phrase(gpu, words);
    const struct phrase peak = phrase_of(device_peak(gpu, precision), UNIT_FLOP_RATE);
    const struct phrase memory = phrase_of(gpu->hbm_bandwidth, UNIT_RATE);
    if (words == SIZE_COMPACT) {
        (void)snprintf(text, size, "%s · %s", name.text, peak.text);
    } else if (words == SIZE_ROOMY) {
        (void)snprintf(text, size, "%s · %s dense %s · %s HBM", name.text, peak.text,
                       choice_name(&precision_names, (int)precision), memory.text);
    } else {
        (void)snprintf(text, size, "%s · %s dense", name.text, peak.text);
    }
}

/* GPUs and ports of a node, and what lies above it. */
static void node_line(const struct scenario *scenario, enum size_class words, char *text, size_t size)
{
    const struct cluster *cluster = &scenario->cluster;
    const bool oversubscribed = cluster->oversubscription > 1.0;
    char fabric[FACT_LENGTH] = "rails";
    if (oversubscribed) {
        (void)snprintf(fabric, sizeof fabric, "oversubscribed %.3g:1", cluster->oversubscription);
    } else if (words == SIZE_ROOMY) {
        (void)snprintf(fabric, sizeof fabric, "rail-aligned, no oversubscription");
    }
    const struct phrase gpus = count_phrase(cluster->node_gpus, "GPU");
    const struct phrase nics = count_phrase(cluster->nic.per_node, "NIC");
    if (words == SIZE_COMPACT) {
        (void)snprintf(text, size, "%s, %s a node", gpus.text, nics.text);
    } else {
        (void)snprintf(text, size, "%s and %s a node · %s", gpus.text, nics.text, fabric);
    }
}

enum size_class facts_words_for(int columns)
{
    enum { ROOMY_FROM = 60, FULL_FROM = 36 };
    return columns >= ROOMY_FROM ? SIZE_ROOMY : columns >= FULL_FROM ? SIZE_FULL : SIZE_COMPACT;
}

const char *facts_name(const struct scenario *scenario, enum parameter_pane pane)
{
    return pane == PANE_MODEL ? scenario->model.name : pane == PANE_TOPOLOGY ? scenario->cluster.name : "";
}

void facts_line(const struct scenario *scenario, enum parameter_pane pane, int line, enum size_class words, char *text,
                size_t size)
{
    static void (*const lines[PANE_COUNT][2])(const struct scenario *, enum size_class, char *, size_t) = {
        [PANE_MODEL] = {model_size, model_shape},
        [PANE_TOPOLOGY] = {gpu_line, node_line},
    };
    text[0] = '\0';
    if (lines[pane][line] != NULL) {
        lines[pane][line](scenario, words, text, size);
    }
}
