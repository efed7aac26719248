/* hf_experts.c: the mixture of experts of a config.json. */
#include "importers/hf_reader.h"

static const struct hf_names expert_names = {
    {"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts"}};
static const struct hf_names top_k_names = {{"num_experts_per_tok", "num_experts_per_token", "top_k_experts",
                                             "experts_per_token", "moe_top_k", "moe_k", "moe_topk",
                                             "ffn_config.moe_top_k"}};
static const struct hf_names width_names = {
    {"moe_intermediate_size", "ffn_config.ffn_hidden_size", "intermediate_size"}};
static const struct hf_names shared_names = {
    {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"}};
static const struct hf_names every_names = {
    {"moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval"}};
static const struct hf_names dense_names = {{"first_k_dense_replace", "moe_layer_start_index"}};

/* Experts that every token visits, counted in those that are routed to. */
static void set_shared(struct hf_reader *reader, int width, const char *name, int expert)
{
    const int shared = (width + expert / 2) / expert;
    imported_set(reader->out, "model.shared_experts", shared, 0, "%s / width of an expert", name);
    if (shared * expert != width) {
        imported_note(reader->out, "%s of %d is no multiple of an expert's %d: %d shared experts are priced", name,
                      width, expert, shared);
    }
}

static void read_shared(struct hf_reader *reader, int expert)
{
    static const char width_name[] = "shared_expert_intermediate_size";
    const struct hf_found found = hf_find(reader, &shared_names);
    const int width = hf_count_of(reader, width_name, 0);
    if (hf_is_there(found)) {
        imported_set(reader->out, "model.shared_experts", hf_count(reader, found), json_line(reader->text, found.value),
                     "%s", found.name);
    } else if (width > 0) {
        set_shared(reader, width, width_name, expert);
    } else if ((reader->traits & TRAIT_SHARED_EXPERT) != 0) {
        imported_set(reader->out, "model.shared_experts", 1, 0, "%s has one", reader->model_type);
    } else if ((reader->traits & TRAIT_DENSE_BESIDE) != 0) {
        set_shared(reader, hf_size(reader, "model.ffn"), "intermediate_size", expert);
        imported_note(reader->out, "The dense MLP beside the experts of each layer is priced as shared experts");
    }
}

/* Layers without experts in a list of 0 and 1, which must be the first ones. */
static void read_frequencies(struct hf_reader *reader, struct hf_found found)
{
    int dense = 0;
    int experts = 0;
    for (struct json_value item = json_first(found.value); item.at != NULL; item = json_next(item)) {
        const bool has_experts = json_as_number(item) > 0;
        experts += has_experts;
        dense += !has_experts;
        if (!has_experts && experts > 0) {
            import_fail(&reader->out->fault, json_line(reader->text, item),
                        "%s: a dense layer stands behind one with experts: dense layers are expected first",
                        found.name);
        }
    }
    imported_set(reader->out, "model.dense_layers", dense, json_line(reader->text, found.value), "%s", found.name);
}

/* The first layers are dense where mlp_only_layers lists them in order: 0, 1, ... */
static void read_dense_list(struct hf_reader *reader)
{
    const struct hf_found list = hf_find_one(reader, "mlp_only_layers");
    int dense = 0;
    for (struct json_value item = json_first(list.value); item.at != NULL; item = json_next(item)) {
        if (json_as_number(item) != dense) {
            import_fail(&reader->out->fault, json_line(reader->text, item),
                        "mlp_only_layers: layer %g stands where %d is expected: dense layers are priced as the first",
                        json_as_number(item), dense);
        }
        dense++;
    }
    if (dense > 0) {
        imported_set(reader->out, "model.dense_layers", dense, json_line(reader->text, list.value), "mlp_only_layers");
    }
}

static void read_places(struct hf_reader *reader)
{
    const struct hf_found dense = hf_find(reader, &dense_names);
    const struct hf_found every = hf_find(reader, &every_names);
    if (hf_is_there(dense)) {
        imported_set(reader->out, "model.dense_layers", hf_count(reader, dense), json_line(reader->text, dense.value),
                     "%s", dense.name);
    } else if (json_type(every.value) == JSON_ARRAY) {
        read_frequencies(reader, every);
    } else {
        read_dense_list(reader);
    }
    const bool is_number = hf_is_there(every) && json_type(every.value) != JSON_ARRAY;
    const int period = is_number ? hf_count(reader, every) : 1;
    if (period != 1) {
        imported_set(reader->out, "model.moe_every", period, json_line(reader->text, every.value), "%s", every.name);
    }
}

void hf_experts_read(struct hf_reader *reader)
{
    const struct hf_found experts = hf_find(reader, &expert_names);
    const int count = hf_is_there(experts) ? hf_count(reader, experts) : 0;
    if (count == 0) {
        return;
    }
    const struct hf_found top_k = hf_find(reader, &top_k_names);
    const struct hf_found width = hf_find(reader, &width_names);
    if (!hf_is_there(top_k) || !hf_is_there(width)) {
        import_fail(&reader->out->fault, json_line(reader->text, experts.value),
                    "%s is %d, but %s is missing: %s is expected", experts.name, count,
                    hf_is_there(top_k) ? "moe_intermediate_size" : "num_experts_per_tok",
                    hf_is_there(top_k) ? "the width of one expert" : "the number of experts that a token visits");
        return;
    }
    const int expert = hf_count(reader, width);
    imported_set(reader->out, "model.experts", count, json_line(reader->text, experts.value), "%s", experts.name);
    imported_set(reader->out, "model.top_k", hf_count(reader, top_k), json_line(reader->text, top_k.value), "%s",
                 top_k.name);
    imported_set(reader->out, "model.expert_ffn", expert, json_line(reader->text, width.value), "%s", width.name);
    if (expert > 0) {
        read_shared(reader, expert);
    }
    read_places(reader);
}
