/* hf_config.h: the config.json of a model on Hugging Face becomes a model.
 *
 * Such a file states sizes under names that differ from family to family, and leaves out what the family's code knows:
 * whether the MLP is gated, where biases are, whether the head is tied. Both are tables here (hf_family.h and
 * hf_config.c). What the cost model has no form for (Mamba, linear attention, encoders) is refused with the reason;
 * what it prices a little differently is said in a note.
 */
#ifndef RINGSIDE_IMPORTERS_HF_CONFIG_H
#define RINGSIDE_IMPORTERS_HF_CONFIG_H

#include "importers/imported.h"

/* Read a config.json.
 *
 *   given     its text
 *   returned  a model; or a fault that names the key, what was found and what is expected
 *   source    the configuration classes of transformers, github.com/huggingface/transformers
 */
struct imported hf_config_read(struct import_text text);

#endif
