/* hf_family.c: the families, by model_type. */
#include "importers/hf_family.h"

#include <stddef.h>
#include <string.h>

/* The modelling code of transformers, github.com/huggingface/transformers, src/transformers/models, says each of these.
 */
/* clang-format off */
#define OPT_LIKE (TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_TIED | TRAIT_POSITIONS)

static const struct hf_family families[] = {
    {"baichuan",         TRAIT_GATED},
    {"bloom",            TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_TIED},
    {"chatglm",          TRAIT_GATED | TRAIT_QKV_BIAS},
    {"cohere",           TRAIT_GATED | TRAIT_LAYER_NORM | TRAIT_PARALLEL | TRAIT_TIED},
    {"cohere2",          TRAIT_GATED | TRAIT_LAYER_NORM | TRAIT_PARALLEL | TRAIT_TIED},
    {"dbrx",             TRAIT_GATED | TRAIT_LAYER_NORM},
    {"deepseek_v2",      TRAIT_GATED},
    {"deepseek_v3",      TRAIT_GATED},
    {"deepseek_v32",     TRAIT_GATED},
    {"ernie4_5",         TRAIT_GATED | TRAIT_TIED},
    {"ernie4_5_moe",     TRAIT_GATED | TRAIT_TIED},
    {"exaone4",          TRAIT_GATED | TRAIT_QK_NORM},
    {"falcon",           TRAIT_LAYER_NORM | TRAIT_PARALLEL},
    {"gemma",            TRAIT_GATED | TRAIT_TIED},
    {"gemma2",           TRAIT_GATED | TRAIT_TIED},
    {"gemma3",           TRAIT_GATED | TRAIT_TIED | TRAIT_QK_NORM},
    {"gemma3_text",      TRAIT_GATED | TRAIT_TIED | TRAIT_QK_NORM},
    {"gemma4_text",      TRAIT_GATED | TRAIT_TIED | TRAIT_QK_NORM | TRAIT_DENSE_BESIDE},
    {"glm4",             TRAIT_GATED | TRAIT_QKV_BIAS},
    {"glm4_moe",         TRAIT_GATED},
    {"glm_moe_dsa",      TRAIT_GATED},
    {"gpt2",             OPT_LIKE},
    {"gpt_bigcode",      OPT_LIKE},
    {"gpt_neo",          OPT_LIKE},
    {"gpt_neox",         TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_PARALLEL},
    {"gpt_oss",          TRAIT_GATED | TRAIT_BIASES},
    {"gptj",             TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_PARALLEL},
    {"granite",          TRAIT_GATED},
    {"granitemoe",       TRAIT_GATED},
    {"internlm2",        TRAIT_GATED},
    {"internlm3",        TRAIT_GATED},
    {"kimi_k2",          TRAIT_GATED},
    {"llama",            TRAIT_GATED},
    {"llama4_text",      TRAIT_GATED | TRAIT_SHARED_EXPERT},
    {"minimax_m2",       TRAIT_GATED | TRAIT_QK_NORM | TRAIT_QK_NORM_WHOLE},
    {"ministral",        TRAIT_GATED},
    {"mistral",          TRAIT_GATED},
    {"mixtral",          TRAIT_GATED},
    {"mpt",              TRAIT_LAYER_NORM | TRAIT_TIED},
    {"nemotron",         TRAIT_LAYER_NORM},
    {"olmo",             TRAIT_GATED | TRAIT_LAYER_NORM},
    {"olmo2",            TRAIT_GATED | TRAIT_QK_NORM | TRAIT_QK_NORM_WHOLE},
    {"olmoe",            TRAIT_GATED | TRAIT_QK_NORM | TRAIT_QK_NORM_WHOLE},
    {"opt",              OPT_LIKE},
    {"phi",              TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_PARALLEL},
    {"phi3",             TRAIT_GATED},
    {"phimoe",           TRAIT_GATED | TRAIT_LAYER_NORM | TRAIT_QKV_BIAS},
    {"qwen",             TRAIT_GATED | TRAIT_QKV_BIAS | TRAIT_FFN_OF_BOTH},
    {"qwen2",            TRAIT_GATED | TRAIT_QKV_BIAS},
    {"qwen2_5_vl",       TRAIT_GATED | TRAIT_QKV_BIAS},
    {"qwen2_5_vl_text",  TRAIT_GATED | TRAIT_QKV_BIAS},
    {"qwen2_moe",        TRAIT_GATED | TRAIT_QKV_BIAS},
    {"qwen2_vl",         TRAIT_GATED | TRAIT_QKV_BIAS},
    {"qwen3",            TRAIT_GATED | TRAIT_QK_NORM},
    {"qwen3_moe",        TRAIT_GATED | TRAIT_QK_NORM},
    {"qwen3_vl_moe_text", TRAIT_GATED | TRAIT_QK_NORM},
    {"qwen3_vl_text",    TRAIT_GATED | TRAIT_QK_NORM},
    {"seed_oss",         TRAIT_GATED | TRAIT_QKV_BIAS},
    {"smollm3",          TRAIT_GATED | TRAIT_TIED},
    {"stablelm",         TRAIT_GATED | TRAIT_LAYER_NORM},
    {"starcoder2",       TRAIT_LAYER_NORM | TRAIT_BIASES | TRAIT_TIED},
};
/* clang-format on */

static const char encoder[] = "an encoder: it generates nothing, and its attention is not causal";
static const char pair[] = "an encoder and a decoder, whose cross-attention the cost model has no form for";
static const char recurrent[] = "made of recurrent layers, which the cost model has no form for";

static const struct {
    const char *model_type;
    const char *reason;
} refusals[] = {
    {"albert", encoder},
    {"bert", encoder},
    {"clip", encoder},
    {"deberta", encoder},
    {"deberta-v2", encoder},
    {"distilbert", encoder},
    {"electra", encoder},
    {"modernbert", encoder},
    {"mpnet", encoder},
    {"roberta", encoder},
    {"siglip", encoder},
    {"vit", encoder},
    {"xlm-roberta", encoder},
    {"bart", pair},
    {"m2m_100", pair},
    {"marian", pair},
    {"mbart", pair},
    {"mt5", pair},
    {"pegasus", pair},
    {"t5", pair},
    {"umt5", pair},
    {"whisper", pair},
    {"mamba", recurrent},
    {"mamba2", recurrent},
    {"falcon_mamba", recurrent},
    {"rwkv", recurrent},
    {"recurrent_gemma", recurrent},
    {"xlstm", recurrent},
};

/* Gemma 3: the defaults of Gemma3TextConfig, which files of the smaller models rely on. Windows: the layers that the
 * modelling code counts off where no layer_types are listed. */
static const struct {
    const char *model_type;
    const char *key;
    int value;
} defaults[] = {
    {"gemma3_text", "model.vocab", 262208},       {"gemma3_text", "model.heads", 8},
    {"gemma3_text", "model.kv_heads", 4},         {"gemma3_text", "model.head_dim", 256},
    {"gemma3_text", "model.max_seq_len", 131072}, {"gemma3_text", "model.window_every", 6},
    {"gemma2", "model.window_every", 2},          {"gpt_oss", "model.window_every", 2},
    {"cohere2", "model.window_every", 4},         {"llama4_text", "model.window_every", 4},
};

struct hf_family hf_family_find(const char *model_type)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (strcmp(families[i].model_type, model_type) == 0) {
            return families[i];
        }
    }
    return (struct hf_family){NULL, TRAIT_GATED};
}

const char *hf_family_refusal(const char *model_type)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (strcmp(refusals[i].model_type, model_type) == 0) {
            return refusals[i].reason;
        }
    }
    return NULL;
}

int hf_family_default(const char *model_type, const char *key)
{
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        if (strcmp(defaults[i].model_type, model_type) == 0 && strcmp(defaults[i].key, key) == 0) {
            return defaults[i].value;
        }
    }
    return 0;
}
