/* other_names.c: the names that others use, and what to say to who typed one. */
#include "core/other_names.h"

#include "core/letters.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "core/words.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
const struct other_names other_names[] = {
    /* what is priced */
    {"mode", "inference serving generation rollout pretraining finetuning sft", "training, prefill or decode"},

    /* a training step */
    {"seq_len", "seq seqlen sequence sequence_length seq_length max_seq_len max_seq_length max_length block_size context_length context", NULL},
    {"micro_batch", "batch batch_size mbs local_batch_size micro_batch_size train_micro_batch_size_per_gpu per_device_train_batch_size", NULL},
    {"global_batch", "batch gbs global_batch_size train_batch_size accumulation gradient_accumulation gradient_accumulation_steps", "in sequences; DP x micro-batch x accumulation"},
    {"precision", "dtype bf16 fp16 fp8 mixed_precision param_dtype transformer_engine", NULL},
    {"gradients.precision", "grad_dtype reduce_dtype grad_reduce_in_fp32 accumulate_allreduce_grads_in_fp32", NULL},
    {"recompute", "checkpointing activation_checkpointing gradient_checkpointing recomputation rematerialization remat ac recompute_granularity", NULL},
    {"attention.kernel", "flash_attention flashattention flash_attn attn_implementation sdpa fa2 fa3", NULL},
    {"execution.style", "compile torch_compile cuda_graphs eager", NULL},
    {"train.tokens", "tokens training_tokens train_tokens num_tokens dataset", "of the whole run, like 15T"},
    {"lora", "peft adapter adapters lora_target", NULL},
    {"lora.rank", "rank lora_r", NULL},
    {"optimizer.bytes", "adam adamw optimizer", NULL},

    /* layouts */
    {"tp", "tensor_parallel tensor_parallelism tensor_parallel_size tensor_model_parallel_size tp_size tp_degree model_parallel", NULL},
    {"pp", "pipeline_parallel pipeline_parallelism pipeline_parallel_size pipeline_model_parallel_size pp_size stages", NULL},
    {"cp", "context_parallel context_parallelism context_parallel_size cp_size ring_attention ulysses", NULL},
    {"ep", "expert_parallel expert_parallelism expert_parallel_size expert_model_parallel_size enable_expert_parallel ep_size", NULL},
    {"etp", "expert_tensor_parallel_size", NULL},
    {"vp", "vpp virtual_pipeline interleaved virtual_pipeline_model_parallel_size num_layers_per_virtual_pipeline_stage", NULL},
    {"sp", "sequence_parallel sequence_parallelism", NULL},
    {"zero", "fsdp fsdp2 hsdp ddp zero_stage zero1 zero2 zero3 stage deepspeed sharding_strategy distributed_optimizer use_distributed_optimizer fully_shard", "3 is FSDP, 0 is DDP, 1 the distributed optimizer"},
    {"fsdp.shard", "hsdp hybrid_shard data_parallel_shard_degree data_parallel_replicate_degree", "ranks, with zero=3"},
    {"fsdp.reshard", "reshard_after_forward", NULL},
    {"lora.precision", "autocast_adapter_dtype", NULL},
    {"fsdp.unit", "leaf_module stage3_prefetch_bucket_size", NULL},
    {"gather.broadcast", "zero_redundancy_optimizer", NULL},
    {"pp.dualpipe", "dualpipev dual_pipe bidirectional", NULL},
    {"overlap.dp", "overlap overlap_grad_reduce", NULL},
    {"overlap.gather", "overlap overlap_param_gather", NULL},
    {"overlap.tp", "overlap tp_comm_overlap async_tp", NULL},
    {"dp.bucket", "bucket bucket_size bucket_cap_mb reduce_bucket_size", NULL},

    /* hardware */
    {"cluster.gpus", "gpus num_gpus n_gpus gpu_count world_size nodes num_nodes nnodes cluster.nodes dp dp_size data_parallel data_parallel_size replicas", "GPUs in all; DP is what TP, PP and CP leave of them"},
    {"nic.bandwidth", "network network_bandwidth infiniband ib roce ethernet ndr hdr internode inter_node 400g 800g", "of one port, like 400Gb/s"},
    {"nic.per_node", "nics hcas rails ports", NULL},
    {"nic.latency", "network_latency", NULL},
    {"scaleup.bandwidth", "nvlink nvswitch xgmi pcie intranode intra_node infinity_fabric", "of one GPU one way: half of what a data sheet prints"},
    {"scaleup.size", "nvl72 nvlink_domain domain", NULL},
    {"pod.oversubscription", "oversubscribed blocking", NULL},
    {"gpu.hbm_capacity", "vram gpu_memory hbm memory_capacity", NULL},
    {"gpu.hbm_bandwidth", "memory_bandwidth hbm", NULL},
    {"gpu.peak.bf16", "flops tflops peak_flops", NULL},
    {"gpu.price", "price cost_per_hour hourly", "dollars for a GPU and hour, like 2.5 $/h"},
    {"gpu.power", "tdp watts", NULL},
    {"collective.in_switch", "nvls sharp", NULL},
    {"ep.dispatcher", "deepep hybridep dispatcher moe_token_dispatcher_type", NULL},

    /* serving */
    {"decode.batch", "batch batch_size users concurrency concurrent requests max_num_seqs max_concurrency", "sequences of one replica"},
    {"decode.context", "context context_length ctx max_model_len input_length isl", NULL},
    {"decode.precision", "quantization quant weights weight_dtype load_format awq gptq", NULL},
    {"decode.kv_precision", "kv kv_cache kv_dtype kv_cache_dtype kv_precision", NULL},
    {"prefill.tokens", "prompt prompt_length input_tokens input_length isl", NULL},
    {"prefill.chunk", "chunked_prefill max_num_batched_tokens chunk", NULL},
    {"serving.style", "engine vllm sglang tensorrt_llm trtllm tgi backend", NULL},

    /* figures */
    {"dp.size", "dp data_parallel_size replicas", NULL},
    {"batch.global", "gbs global_batch global_batch_size", NULL},
    {"batch.micro_batches", "gradient_accumulation gradient_accumulation_steps accumulation", NULL},
    {"step.time", "iteration_time time_per_step step_time latency elapsed", NULL},
    {"mfu", "utilization utilisation model_flops_utilization efficiency", NULL},
    {"flops.step", "tflops flops flop", NULL},
    {"tokens_per_second", "throughput tps tok_s tokens_s goodput tgs", NULL},
    {"tokens_per_second_per_gpu", "throughput tgs tokens_per_gpu wps", NULL},
    {"prefill.time", "ttft time_to_first_token", NULL},
    {"decode.time", "tpot itl inter_token_latency time_per_output_token token_latency", NULL},
    {"decode.tokens_per_second", "throughput output_throughput tps", NULL},
    {"decode.tokens_per_second_per_sequence", "interactivity tokens_per_user tps_per_user", NULL},
    {"decode.batch_limit", "max_batch max_users max_concurrency users concurrency", NULL},
    {"kv.bytes_per_token", "kv kv_cache kv_size", NULL},
    {"memory.kv", "kv kv_cache", NULL},
    {"memory.total", "vram memory hbm oom", NULL},
    {"memory.fits", "fit fits oom out_of_memory", NULL},
    {"pp.bubble", "bubble", NULL},
    {"run.days", "days time training_time duration wall_clock", NULL},
    {"token.cost", "cost dollars money price cost_per_token cost_per_million", NULL},
    {"run.cost", "cost dollars money price", NULL},
    {"run.gpu_hours", "gpu_hours hours", NULL},
    {"run.energy", "energy power electricity co2", NULL},
    {"accuracy.band", "accuracy error confidence trust", NULL},
};
/* clang-format on */
const int other_names_count = sizeof other_names / sizeof other_names[0];

const char *other_names_of(const char *key)
{
    for (int i = 0; i < other_names_count; i++) {
        if (strcmp(other_names[i].key, key) == 0) {
            return other_names[i].words;
        }
    }
    return "";
}

static char plain(char letter)
{
    return letter == '-' ? '_' : letter_lower(letter);
}

/* Whether a word is the one of `length` letters at a place of a list. */
static bool is_word_at(const char *word, const char *place, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '\0' || plain(word[i]) != place[i]) {
            return false;
        }
    }
    return word[length] == '\0';
}

static bool is_among(const char *word, const char *words)
{
    while (*words != '\0') {
        const size_t length = strcspn(words, " ");
        if (is_word_at(word, words, length)) {
            return true;
        }
        words += length;
        words += strspn(words, " ");
    }
    return false;
}

bool other_names_have(const char *key, const char *word)
{
    return word[0] != '\0' && is_among(word, other_names_of(key));
}

int other_names_find(const char *word, int from)
{
    word += strspn(word, "-");
    for (int i = from; i < other_names_count && word[0] != '\0'; i++) {
        if (is_among(word, other_names[i].words)) {
            return i;
        }
    }
    return -1;
}

/* ---- suggestions ---- */

enum { WORD_LONGEST = 60 };

/* One kind of key. */
struct key_kind {
    bool (*has)(const char *key);
    const char *(*nearest)(const char *key); /* NULL: none is near */
    const char *lists;                       /* which commands name them all */
};

enum { SUGGESTED = 4 };

/* The keys of a kind that go by a word. */
struct called {
    const struct other_names *row[SUGGESTED];
    int count;
};

static struct called keys_called(const struct key_kind *kind, const char *word)
{
    struct called called = {.count = 0};
    for (int i = other_names_find(word, 0); i >= 0 && called.count < SUGGESTED; i = other_names_find(word, i + 1)) {
        if (kind->has(other_names[i].key)) {
            called.row[called.count++] = &other_names[i];
        }
    }
    return called;
}

/* "; did you mean a, b or c?", and of a single one how it is used. */
static struct suggestion suggest_called(const struct called *called)
{
    struct suggestion suggestion = {.text = "; did you mean "};
    size_t used = strlen(suggestion.text);
    for (int i = 0; i < called->count && used < sizeof suggestion.text; i++) {
        const char *before = i == 0 ? "" : i == called->count - 1 ? " or " : ", ";
        used += (size_t)snprintf(suggestion.text + used, sizeof suggestion.text - used, "%s%s", before,
                                 called->row[i]->key);
    }
    const char *usage = called->count == 1 ? called->row[0]->usage : NULL;
    if (used < sizeof suggestion.text) {
        (void)snprintf(suggestion.text + used, sizeof suggestion.text - used, usage == NULL ? "%s?" : "? (%s)",
                       usage == NULL ? "" : usage);
    }
    return suggestion;
}

static struct suggestion suggest(const struct key_kind *kind, const char *key)
{
    const struct called called = keys_called(kind, key);
    if (called.count > 0) {
        return suggest_called(&called);
    }
    struct suggestion suggestion;
    const char *nearest = kind->nearest(key);
    if (nearest != NULL) {
        (void)snprintf(suggestion.text, sizeof suggestion.text, "; did you mean %s?", nearest);
    } else {
        (void)snprintf(suggestion.text, sizeof suggestion.text, "; %s", kind->lists);
    }
    return suggestion;
}

static bool is_parameter(const char *key)
{
    return parameter_find(key) != NULL;
}

static const char *nearest_parameter(const char *key)
{
    const struct parameter *parameter = parameter_nearest(key);
    return parameter == NULL ? NULL : parameter->key;
}

static bool is_metric(const char *key)
{
    return metric_find(key) != NULL;
}

static const char *nearest_metric(const char *key)
{
    const struct metric *metric = metric_nearest(key);
    return metric == NULL ? NULL : metric->key;
}

struct suggestion parameter_suggestion(const char *key)
{
    static const struct key_kind kind = {is_parameter, nearest_parameter, "`ringside list parameters` names them all"};
    static const char *const presets[] = {"model", "cluster", "gpu", "scenario"};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (strcmp(key, presets[i]) == 0) {
            struct suggestion suggestion;
            const bool has_column = strcmp(key, "scenario") != 0; /* in a file of batch */
            (void)snprintf(suggestion.text, sizeof suggestion.text, ": a preset is chosen with --%s NAME%s", key,
                           has_column ? "; `ringside batch` compares several" : "");
            return suggestion;
        }
    }
    if (metric_find(key) != NULL) {
        struct suggestion suggestion;
        (void)snprintf(suggestion.text, sizeof suggestion.text,
                       ": it is a figure; `ringside explain %s` says what it follows from", key);
        return suggestion;
    }
    return suggest(&kind, key);
}

struct suggestion metric_suggestion(const char *key)
{
    static const struct key_kind kind = {is_metric, nearest_metric, "`ringside list metrics` names them all"};
    return suggest(&kind, key);
}

static bool is_key(const char *key)
{
    return is_metric(key) || is_parameter(key);
}

/* How far a word is from a key: a part of it is as near as can be. */
static int distance_to(const char *word, const char *key)
{
    return key == NULL ? INT_MAX : word_is_part(word, key) ? 0 : word_distance(word, key);
}

static const char *nearest_key(const char *key)
{
    const char *metric = nearest_metric(key);
    const char *parameter = nearest_parameter(key);
    return distance_to(key, parameter) < distance_to(key, metric) ? parameter : metric;
}

struct suggestion key_suggestion(const char *key)
{
    static const struct key_kind kind = {is_key, nearest_key,
                                         "`ringside list metrics` and `ringside list parameters` name them all"};
    const char *nearest = nearest_key(key);
    if (nearest != NULL && word_is_part(key, nearest)) {
        struct suggestion suggestion;
        (void)snprintf(suggestion.text, sizeof suggestion.text, "; did you mean %s?", nearest);
        return suggestion;
    }
    return suggest(&kind, key);
}

/* The parameter that has a name of others, and how it is used. */
static struct suggestion suggest_setting(const char *key, const char *usage)
{
    struct suggestion suggestion;
    (void)snprintf(suggestion.text, sizeof suggestion.text, "a parameter is set so: --set %s=VALUE%s%s%s", key,
                   usage == NULL ? "" : " (", usage == NULL ? "" : usage, usage == NULL ? "" : ")");
    return suggestion;
}

struct suggestion option_suggestion(const char *option)
{
    char key[WORD_LONGEST];
    option += strspn(option, "-");
    (void)snprintf(key, sizeof key, "%.*s", (int)strcspn(option, "="), option);
    for (int row = other_names_find(key, 0); row >= 0; row = other_names_find(key, row + 1)) {
        if (is_parameter(other_names[row].key)) {
            return suggest_setting(other_names[row].key, other_names[row].usage);
        }
    }
    for (char *dash = strchr(key, '-'); dash != NULL; dash = strchr(dash, '-')) {
        *dash = '_';
    }
    const char *nearest = nearest_parameter(key);
    return nearest != NULL && word_is_part(key, nearest) ? suggest_setting(nearest, NULL)
                                                         : (struct suggestion){.text = ""};
}
