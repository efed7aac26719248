/* hf_window.c: which layers of a config.json attend to a window only. */
#include "importers/hf_reader.h"

static const struct hf_names window_names = {{"sliding_window", "sliding_window_size", "attention_chunk_size"}};
static const struct hf_names pattern_names = {
    {"sliding_window_pattern", "_sliding_window_pattern", "no_rope_layer_interval"}};

/* Layers of each kind, as layer_types lists them. */
struct layer_kinds {
    int full;
    int all;
};

static struct layer_kinds count_kinds(struct hf_reader *reader, struct json_value list)
{
    struct layer_kinds kinds = {0};
    for (struct json_value item = json_first(list); item.at != NULL; item = json_next(item)) {
        const bool full =
            json_is_text(item, "full_attention") || json_is_text(item, "global") || json_is_text(item, "full");
        const bool window = json_is_text(item, "sliding_attention") || json_is_text(item, "chunked_attention") ||
                            json_is_text(item, "local");
        if (!full && !window) {
            char type[IMPORT_COMMENT];
            (void)json_copy(item, type, sizeof type);
            import_fail(&reader->out->fault, json_line(reader->text, item),
                        "layer_types: a layer of \"%.60s\" cannot be priced: full_attention or sliding_attention is "
                        "expected",
                        type);
        }
        kinds.full += full;
        kinds.all++;
    }
    return kinds;
}

static void set_every(struct hf_reader *reader, int every, const char *comment)
{
    imported_set(reader->out, "model.window_every", every, 0, "%s", comment);
}

/* One layer in so many attends in full. */
static void set_pattern(struct hf_reader *reader, struct layer_kinds kinds)
{
    const int every = kinds.full > 0 ? (kinds.all + kinds.full / 2) / kinds.full : 0;
    set_every(reader, every, "layer_types");
    if (every > 0 && kinds.all / every != kinds.full) {
        imported_note(reader->out, "%d of %d layers attend in full; one in %d, that is %d of them, is priced",
                      kinds.full, kinds.all, every, kinds.all / every);
    }
}

/* A window that no sequence is longer than is none; nor is one that is switched off. */
static bool is_in_use(const struct hf_reader *reader, int window)
{
    const int longest = hf_size(reader, "model.max_seq_len");
    const struct hf_found in_use = hf_find_one(reader, "use_sliding_window");
    return window > 0 && (longest == 0 || window < longest) && (!hf_is_there(in_use) || json_is_true(in_use.value));
}

/* Qwen2: the first max_window_layers layers attend in full. */
static void read_first_layers(struct hf_reader *reader)
{
    const int layers = hf_size(reader, "model.layers");
    const int full = hf_count_of(reader, "max_window_layers", 0);
    if (full > 0 && hf_is_true(reader, "use_sliding_window")) {
        set_pattern(reader, (struct layer_kinds){.full = full < layers ? full : layers, .all = layers});
    }
}

void hf_window_read(struct hf_reader *reader)
{
    const struct hf_found types = hf_find_one(reader, "layer_types");
    const struct hf_found found = hf_find(reader, &window_names);
    const struct layer_kinds kinds = count_kinds(reader, types.value);
    const int window = hf_is_there(found) ? hf_count(reader, found) : 0;
    if (!is_in_use(reader, window) || (kinds.all > 0 && kinds.full == kinds.all)) {
        return;
    }
    imported_set(reader->out, "model.window", window, json_line(reader->text, found.value), "%s", found.name);
    const struct hf_found pattern = hf_find(reader, &pattern_names);
    const int usual = hf_family_default(reader->model_type, "model.window_every");
    if (kinds.all > 0) {
        set_pattern(reader, kinds);
    } else if (hf_is_there(pattern)) {
        set_every(reader, hf_count(reader, pattern), pattern.name);
    } else if (usual > 0) {
        set_every(reader, usual, "as the code of this model_type has it");
    } else {
        read_first_layers(reader);
    }
}
