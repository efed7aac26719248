/* hf_family.h: what the code of a model family knows, and its config.json does not say. Private to importers. */
#ifndef RINGSIDE_IMPORTERS_HF_FAMILY_H
#define RINGSIDE_IMPORTERS_HF_FAMILY_H

/* Bits of a family's traits. */
enum {
    TRAIT_GATED = 1 << 0,
    TRAIT_QKV_BIAS = 1 << 1,
    TRAIT_BIASES = 1 << 2, /* on all linear layers */
    TRAIT_QK_NORM = 1 << 3,
    TRAIT_PARALLEL = 1 << 4,
    TRAIT_TIED = 1 << 5,           /* where tie_word_embeddings is not there */
    TRAIT_LAYER_NORM = 1 << 6,     /* not RMSNorm */
    TRAIT_POSITIONS = 1 << 7,      /* learned */
    TRAIT_FFN_OF_BOTH = 1 << 8,    /* intermediate_size counts both halves of the gated MLP */
    TRAIT_SHARED_EXPERT = 1 << 9,  /* every MoE layer has one */
    TRAIT_DENSE_BESIDE = 1 << 10,  /* the dense MLP stands beside the experts, in every layer */
    TRAIT_QK_NORM_WHOLE = 1 << 11, /* norms of queries and keys are over all heads */
    TRAIT_BLOCK_SCALES = 1 << 12   /* of quantization_config: weights in 8 bit have a scale for each block */
};

struct hf_family {
    const char *model_type; /* of config.json */
    unsigned traits;
};

/* The family of that model_type; one of NULL and TRAIT_GATED if none is known. */
struct hf_family hf_family_find(const char *model_type);

/* Why a model_type cannot be priced: "an encoder"; NULL: nothing is against it. */
const char *hf_family_refusal(const char *model_type);

/* A size that files of a family leave out where it is the default of the family's code; 0: there is none. */
int hf_family_default(const char *model_type, const char *key);

#endif
