/* hf_config.c: the config.json of a model on Hugging Face becomes a model. */
#include "importers/hf_config.h"

#include "core/transformer.h"
#include "importers/hf_reader.h"

#include <stdio.h>
#include <string.h>

/* ---- what cannot be priced ---- */

/* Keys that only files have whose layers the cost model has no form for. */
static const struct {
    const char *key;
    const char *reason;
} refused_keys[] = {
    {"hybrid_override_pattern", "some of its layers are Mamba"},
    {"mamba_num_heads", "some of its layers are Mamba"},
    {"mamba_d_state", "some of its layers are Mamba"},
    {"ssm_state_size", "some of its layers are state-space models"},
    {"state_size", "its layers are state-space models"},
    {"attn_layer_period", "some of its layers are Mamba"},
    {"ssm_cfg", "its layers are state-space models"},
    {"linear_num_value_heads", "some of its layers are linear attention"},
    {"linear_attn_config", "some of its layers are linear attention"},
    {"attn_type_list", "some of its layers are linear attention"},
    {"time_mix_extra_dim", "its layers are recurrent"},
    {"block_types", "some of its layers are recurrent"},
    {"block_configs", "its layers differ in width"},
    {"encoder_layers", "it has an encoder beside the decoder"},
    {"num_decoder_layers", "it has an encoder beside the decoder"},
    {"altup_num_inputs", "it has several residual streams"},
};

static void refuse_keys(struct hf_reader *reader)
{
    for (size_t i = 0; i < sizeof refused_keys / sizeof refused_keys[0]; i++) {
        const struct hf_found found = hf_find_one(reader, refused_keys[i].key);
        if (hf_is_there(found)) {
            import_fail(&reader->out->fault, json_line(reader->text, found.value),
                        "%s: %s, which the cost model has no form for; a model made of attention and MLP is expected",
                        found.name, refused_keys[i].reason);
        }
    }
}

static void refuse_unknown_forms(struct hf_reader *reader)
{
    const struct hf_found type = hf_find_one(reader, "model_type");
    const struct hf_found pair = hf_find_one(reader, "is_encoder_decoder");
    const char *reason = hf_family_refusal(reader->model_type);
    if (reason != NULL) {
        import_fail(&reader->out->fault, json_line(reader->text, type.value),
                    "model_type %s is %s; a decoder made of attention and MLP is expected", reader->model_type, reason);
    }
    if (json_is_true(pair.value)) {
        import_fail(&reader->out->fault, json_line(reader->text, pair.value),
                    "is_encoder_decoder is true; a decoder made of attention and MLP is expected");
    }
    if (hf_count_of(reader, "hidden_size_per_layer_input", 0) > 0) {
        import_fail(&reader->out->fault, 0,
                    "hidden_size_per_layer_input: embeddings of every layer cannot be priced; 0 is expected");
    }
    refuse_keys(reader);
}

/* ---- sizes ---- */

struct size_row {
    const char *key;
    struct hf_names names;
    bool required;
};

static const struct size_row first_rows[] = {
    {"model.layers", {{"num_hidden_layers", "n_layer", "n_layers", "num_layers"}}, true},
    {"model.hidden", {{"hidden_size", "n_embd", "d_model"}}, true},
    {"model.heads", {{"num_attention_heads", "n_head", "n_heads"}}, true},
};

static const struct size_row vocab_row = {"model.vocab", {{"padded_vocab_size", "vocab_size"}}, true};

static const struct size_row later_rows[] = {
    {"model.max_seq_len",
     {{"max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len", "seq_length", "n_ctx"}},
     false},
    {"model.mtp", {{"num_nextn_predict_layers"}}, false},
};

static const struct size_row latent_rows[] = {
    {"model.q_lora", {{"q_lora_rank"}}, false},       {"model.kv_lora", {{"kv_lora_rank"}}, true},
    {"model.rope_dim", {{"qk_rope_head_dim"}}, true}, {"model.nope_dim", {{"qk_nope_head_dim"}}, true},
    {"model.v_dim", {{"v_head_dim"}}, true},
};

static const struct hf_names kv_head_names = {
    {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "attn_config.kv_n_heads"}};
static const struct hf_names head_dim_names = {{"head_dim", "attention_head_dim", "kv_channels"}};
static const struct hf_names ffn_names = {{"intermediate_size_mlp", "intermediate_size", "ffn_dim", "n_inner",
                                           "ffn_hidden_size", "ffn_config.ffn_hidden_size", "moe_intermediate_size"}};

/* "num_attention_heads (or n_head, n_heads) is missing: query heads is expected" */
static void complain_of_missing(struct hf_reader *reader, const char *key, const struct hf_names *names)
{
    char others[IMPORT_COMMENT] = "";
    size_t used = 0;
    for (int i = 1; i < HF_NAMES && names->of[i] != NULL && used < sizeof others; i++) {
        used += (size_t)snprintf(others + used, sizeof others - used, "%s%s", i == 1 ? " (or " : ", ", names->of[i]);
    }
    import_fail(&reader->out->fault, 0, "%s%.100s%s is missing: a number is expected, of what ringside calls %s",
                names->of[0], others, used > 0 ? ")" : "", key);
}

static void set_found(struct hf_reader *reader, const char *key, struct hf_found found)
{
    imported_set(reader->out, key, hf_count(reader, found), json_line(reader->text, found.value), "%s", found.name);
}

static void read_size(struct hf_reader *reader, const char *key, const struct hf_names *names, bool required)
{
    const struct hf_found found = hf_find(reader, names);
    const int usual = hf_family_default(reader->model_type, key);
    if (hf_is_there(found)) {
        set_found(reader, key, found);
    } else if (usual > 0) {
        imported_assume(reader->out, key, usual, "left out: the default of %s", reader->model_type);
    } else if (required) {
        complain_of_missing(reader, key, names);
    }
}

static void read_rows(struct hf_reader *reader, const struct size_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        read_size(reader, rows[i].key, &rows[i].names, rows[i].required);
    }
}

static bool is_latent(const struct hf_reader *reader)
{
    return hf_count_of(reader, "kv_lora_rank", 0) > 0;
}

/* Plain MLPs are four times as wide as the model where no width is stated. */
static void read_ffn(struct hf_reader *reader)
{
    enum { USUAL_RATIO = 4 };
    const struct hf_found found = hf_find(reader, &ffn_names);
    const int ratio = hf_count_of(reader, "expansion_ratio", USUAL_RATIO);
    if (hf_is_there(found) && (reader->traits & TRAIT_FFN_OF_BOTH) != 0) {
        imported_set(reader->out, "model.ffn", hf_count(reader, found) / 2.0, json_line(reader->text, found.value),
                     "%s counts both halves of the gated MLP", found.name);
    } else if (hf_is_there(found)) {
        set_found(reader, "model.ffn", found);
    } else if ((reader->traits & TRAIT_GATED) == 0) {
        imported_set(reader->out, "model.ffn", (double)ratio * hf_size(reader, "model.hidden"), 0,
                     "not stated: %d x hidden", ratio);
    } else {
        complain_of_missing(reader, "model.ffn", &ffn_names);
    }
}

static void read_kv_heads(struct hf_reader *reader)
{
    static const char key[] = "model.kv_heads";
    const struct hf_found found = hf_find(reader, &kv_head_names);
    const int usual = hf_family_default(reader->model_type, key);
    if (is_latent(reader)) {
        imported_set(reader->out, key, hf_size(reader, "model.heads"), 0, "latent attention: a share of every head");
    } else if (hf_is_true(reader, "multi_query") && !hf_is_true(reader, "new_decoder_architecture")) {
        imported_set(reader->out, key, 1, 0, "multi_query");
    } else if (hf_is_there(found)) {
        set_found(reader, key, found);
    } else if (usual > 0) {
        imported_assume(reader->out, key, usual, "left out: the default of %s", reader->model_type);
    } else {
        imported_set(reader->out, key, hf_size(reader, "model.heads"), 0, "not stated: as many as heads");
    }
}

static void read_head_dim(struct hf_reader *reader)
{
    static const char key[] = "model.head_dim";
    const struct hf_found found = hf_find(reader, &head_dim_names);
    const int usual = hf_family_default(reader->model_type, key);
    const int hidden = hf_size(reader, "model.hidden");
    const int heads = hf_size(reader, "model.heads");
    if (is_latent(reader)) {
        set_found(reader, key, hf_find_one(reader, "v_head_dim"));
    } else if (hf_is_there(found)) {
        set_found(reader, key, found);
    } else if (usual > 0) {
        imported_assume(reader->out, key, usual, "left out: the default of %s", reader->model_type);
    } else if (heads > 0 && hidden % heads == 0) {
        imported_set(reader->out, key, hidden / (double)heads, 0, "not stated: hidden / heads");
    } else {
        import_fail(&reader->out->fault, 0,
                    "head_dim is missing, and %d heads do not divide a hidden_size of %d: a number is expected", heads,
                    hidden);
    }
}

/* ---- traits ---- */

/* Switches that say what the family would decide. */
static const struct {
    const char *key;
    unsigned trait;
    bool inverted;
} switches[] = {
    {"attention_bias", TRAIT_QKV_BIAS, false},
    {"qkv_bias", TRAIT_QKV_BIAS, false},
    {"use_qkv_bias", TRAIT_QKV_BIAS, false},
    {"add_qkv_bias", TRAIT_QKV_BIAS, false},
    {"mlp_bias", TRAIT_BIASES, false},
    {"use_bias", TRAIT_BIASES, false},
    {"bias", TRAIT_BIASES, false},
    {"add_bias_linear", TRAIT_BIASES, false},
    {"no_bias", TRAIT_BIASES, true},
    {"use_qk_norm", TRAIT_QK_NORM, false},
    {"qk_layernorm", TRAIT_QK_NORM, false},
    {"parallel_attn", TRAIT_PARALLEL, false},
    {"use_parallel_residual", TRAIT_PARALLEL, false},
    {"tie_word_embeddings", TRAIT_TIED, false},
};

static int bit_of(unsigned trait)
{
    int bit = 0;
    while (trait > 1U << bit) {
        bit++;
    }
    return bit;
}

static void read_switches(struct hf_reader *reader, struct json_value object)
{
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        const enum json_type type = json_type(json_member(object, switches[i].key));
        if (type == JSON_TRUE || type == JSON_FALSE) {
            const bool on = (type == JSON_TRUE) != switches[i].inverted;
            reader->said_by[bit_of(switches[i].trait)] = switches[i].key;
            reader->traits = on ? reader->traits | switches[i].trait : reader->traits & ~switches[i].trait;
        }
    }
}

/* A family that is not known: what its keys tell. */
static void guess_traits(struct hf_reader *reader)
{
    static const struct hf_names activations = {{"hidden_act", "activation_function", "hidden_activation"}};
    static const struct hf_names layer_norms = {{"layer_norm_epsilon", "layer_norm_eps", "norm_epsilon"}};
    const struct hf_found activation = hf_find(reader, &activations);
    const bool gated =
        json_is_text(activation.value, "silu") || json_is_text(activation.value, "swiglu") || !hf_is_there(activation);
    const bool layer_norm =
        hf_is_there(hf_find(reader, &layer_norms)) && !hf_is_there(hf_find_one(reader, "rms_norm_eps"));
    reader->traits = (gated ? TRAIT_GATED : 0U) | (layer_norm ? TRAIT_LAYER_NORM : 0U);
    imported_note(
        reader->out,
        "The model_type \"%s\" is not known here: gated MLP (%s), norm and biases were told by the keys alone",
        reader->model_type, gated ? "yes" : "no");
}

struct trait_row {
    const char *key;
    unsigned trait;
};

static const struct trait_row trait_rows[] = {
    {"model.gated", TRAIT_GATED},
    {"model.tied", TRAIT_TIED},
    {"model.qkv_bias", TRAIT_QKV_BIAS},
    {"model.linear_bias", TRAIT_BIASES},
    {"model.qk_norm", TRAIT_QK_NORM},
    {"model.parallel_block", TRAIT_PARALLEL},
    {"model.qk_norm_whole", TRAIT_QK_NORM_WHOLE},
    {"model.block_scales", TRAIT_BLOCK_SCALES},
};

/* Written where the value is not the one that a model has anyway. */
static void set_traits(struct hf_reader *reader)
{
    const bool layer_norm = (reader->traits & TRAIT_LAYER_NORM) != 0;
    imported_set(reader->out, "model.norm", layer_norm ? NORM_LAYER : NORM_RMS, 0, "of model_type %s",
                 reader->model_type);
    for (size_t i = 0; i < sizeof trait_rows / sizeof trait_rows[0]; i++) {
        const bool on = (reader->traits & trait_rows[i].trait) != 0;
        if (on != (parameter_find(trait_rows[i].key)->fallback != 0)) {
            const char *key = reader->said_by[bit_of(trait_rows[i].trait)];
            imported_set(reader->out, trait_rows[i].key, on, 0, "%s%s", key == NULL ? "of model_type " : key,
                         key == NULL ? reader->model_type : "");
        }
    }
}

/* OPT has two rows more than positions. */
static void read_positions(struct hf_reader *reader)
{
    const int extra = strcmp(reader->model_type, "opt") == 0 ? 2 : 0;
    if ((reader->traits & TRAIT_POSITIONS) != 0) {
        imported_set(reader->out, "model.positions", hf_size(reader, "model.max_seq_len") + extra, 0,
                     "learned, one for each token");
    }
}

/* ---- notes ---- */

static void note_stored_weights(struct hf_reader *reader, struct json_value root)
{
    char method[IMPORT_COMMENT];
    struct json_value quantized = json_member(root, "quantization_config.quant_method");
    quantized =
        json_type(quantized) == JSON_TEXT ? quantized : json_member(reader->shape, "quantization_config.quant_method");
    if (json_copy(quantized, method, sizeof method) > 0) {
        imported_note(reader->out, "Its weights are stored as %.40s; decode.precision prices how they are served",
                      method);
    }
}

static void note_what_differs(struct hf_reader *reader, struct json_value root)
{
    static const struct {
        const char *key;
        const char *note;
    } notes[] = {
        {"index_topk", "Sparse attention (index_topk) is priced as dense, and its indexer is not counted"},
        {"global_head_dim",
         "Layers that attend in full have heads of another size; all are priced as those with a window"},
        {"num_kv_shared_layers", "Layers that share the keys and values of others are priced with their own"},
    };
    static const struct hf_names other_parts = {{"vision_config", "audio_config", "vision_encoder"}};
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        const double value = json_as_number(json_member(reader->shape, notes[i].key));
        if (value > 0) {
            imported_note(reader->out, "%s", notes[i].note);
        }
    }
    const struct hf_reader whole = {.shape = root};
    if (root.at != reader->shape.at || hf_is_there(hf_find(&whole, &other_parts))) {
        imported_note(reader->out, "The text part; what sees or hears is not counted");
    }
    note_stored_weights(reader, root);
}

static void note_count(struct imported *out)
{
    struct scenario scenario = scenario_default();
    for (int i = 0; i < out->setting_count; i++) {
        parameter_set(out->setting[i].parameter, &scenario, out->setting[i].value);
    }
    const struct parameter_sum sum = transformer_params(&scenario.model);
    const struct quantity_text total = quantity_display_digits(sum.total, UNIT_PARAMETERS, 4);
    const struct quantity_text active = quantity_display_digits(sum.active, UNIT_PARAMETERS, 4);
    const bool is_moe = sum.moe_layers > 0;
    imported_note(out, "%s %s parameters by this shape%s%s%s%s%s", total.number, total.unit, is_moe ? ", " : "",
                  is_moe ? active.number : "", is_moe ? " " : "", is_moe ? active.unit : "",
                  is_moe ? " of them for one token" : "");
}

/* ---- the whole ---- */

/* The object that has the sizes of the language model. */
static struct json_value find_shape(struct json_value root)
{
    static const char *const inner[] = {"text_config", "llm_config", "language_config", "thinker_config.text_config"};
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        const struct json_value shape = json_member(root, inner[i]);
        if (json_type(shape) == JSON_OBJECT) {
            return shape;
        }
    }
    return root;
}

/* What the model is called: the last part of its repository; and which family it is of. */
static void read_name(struct imported *out, struct json_value root)
{
    (void)json_copy(json_member(root, "model_type"), out->family, sizeof out->family);
    char path[IMPORT_MESSAGE];
    (void)json_copy(json_member(root, "_name_or_path"), path, sizeof path);
    const char *slash = strrchr(path, '/');
    (void)snprintf(out->name, sizeof out->name, "%s", slash == NULL ? "" : slash + 1);
}

static void read_title(struct imported *out, struct json_value root)
{
    char architecture[IMPORT_TITLE / 2];
    (void)json_copy(json_first(json_member(root, "architectures")), architecture, sizeof architecture);
    (void)snprintf(out->title, sizeof out->title, "%s, %.0f layers of %.0f",
                   architecture[0] == '\0' ? "config.json" : architecture, imported_value(out, "model.layers", 0),
                   imported_value(out, "model.hidden", 0));
}

/* A checkpoint in 8 bit whose scales are of blocks says how large they are. */
static void read_block_scales(struct hf_reader *reader, struct json_value object)
{
    static const char key[] = "quantization_config.weight_block_size";
    if (json_type(json_member(object, key)) == JSON_ARRAY) {
        reader->said_by[bit_of(TRAIT_BLOCK_SCALES)] = key;
        reader->traits |= TRAIT_BLOCK_SCALES;
    }
}

static void read_traits(struct hf_reader *reader, struct json_value root)
{
    const struct hf_family family = hf_family_find(reader->model_type);
    reader->traits = family.traits;
    if (family.model_type == NULL) {
        guess_traits(reader);
    }
    read_switches(reader, root);
    read_switches(reader, reader->shape);
    read_block_scales(reader, root);
    read_block_scales(reader, reader->shape);
    reader->traits |= (reader->traits & TRAIT_BIASES) != 0 ? TRAIT_QKV_BIAS : 0U;
}

static void read_sizes(struct hf_reader *reader)
{
    read_rows(reader, first_rows, sizeof first_rows / sizeof first_rows[0]);
    read_ffn(reader);
    read_kv_heads(reader);
    read_head_dim(reader);
    read_rows(reader, &vocab_row, 1);
    read_rows(reader, later_rows, sizeof later_rows / sizeof later_rows[0]);
    if (is_latent(reader)) {
        read_rows(reader, latent_rows, sizeof latent_rows / sizeof latent_rows[0]);
    }
}

static void read_model(struct hf_reader *reader, struct json_value root)
{
    (void)json_copy(json_member(reader->shape, "model_type"), reader->model_type, sizeof reader->model_type);
    refuse_unknown_forms(reader);
    if (import_failed(&reader->out->fault)) {
        return;
    }
    read_traits(reader, root);
    read_sizes(reader);
    set_traits(reader);
    read_positions(reader);
    hf_window_read(reader);
    hf_experts_read(reader);
    if (!import_failed(&reader->out->fault)) {
        note_what_differs(reader, root);
        note_count(reader->out);
    }
}

struct imported hf_config_read(struct import_text text)
{
    struct imported out = {.fault = json_check(text)};
    if (import_failed(&out.fault)) {
        return out;
    }
    const struct json_value root = json_root(text);
    if (json_type(root) != JSON_OBJECT) {
        import_fail(&out.fault, json_line(text, root), "an object is expected, like {\"hidden_size\": 8192, ...}");
        return out;
    }
    struct hf_reader reader = {.text = text, .shape = find_shape(root), .out = &out};
    read_model(&reader, root);
    read_name(&out, root);
    read_title(&out, root);
    return out;
}
