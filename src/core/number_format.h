/* number_format.h: what a stored value costs to read and to multiply with: one row for each format. */
#ifndef RINGSIDE_CORE_NUMBER_FORMAT_H
#define RINGSIDE_CORE_NUMBER_FORMAT_H

#include "core/scenario.h"

#include <stdbool.h>

/* Bytes of a stored weight, its share of the scales included. */
double format_bytes(enum number_format format);

/* Bytes of a cached key or value. The scales of a cache stand apart and are too few to count. */
double format_kv_bytes(enum number_format format);

/* Rate at which weights of a format stream from memory in a decode step, bytes/s.
 *
 *   given     GPU; the model, which tells whether 8 bit has scales of blocks; format
 *   formula   hbm_bandwidth * stream_efficiency * the format's share: narrow values come in smaller transactions, but
 *             where copies in the background feed units that add up whole rows. int4 has none, but is no faster than
 *             multiprocessors unpack it
 */
double format_stream_rate(const struct gpu *gpu, const struct transformer *model, enum number_format format);

/* Whether the card multiplies in the format itself; else the weights are widened to 16 bit first. */
bool format_is_native(const struct gpu *gpu, enum number_format format);

/* The type that matrix products with such weights compute in on this card. */
enum precision format_precision(const struct gpu *gpu, enum number_format format);

/* FLOP/s of a large matrix product with such weights, and the datasheet's peak for it.
 *
 *   formula   the rate of format_precision(), 0.80 of it where weights are widened first; of llama.cpp's blocks, but on
 *             AMD, 2 * 490 FLOPs of a multiprocessor in a clock times gemm_efficiency, below a peak of twice fp16's
 *   source    docs/constants.md
 */
double format_gemm_rate(const struct gpu *gpu, enum number_format format);
double format_peak(const struct gpu *gpu, enum number_format format);

/* The format of the attention's projections where a model's weights have the given one.
 *
 *   returned  16 bit where published checkpoints leave them so: nvfp4 of models with latent attention (DeepSeek-R1) and
 *             mxfp4 of mixtures of experts (gpt-oss); else the format
 */
enum number_format format_of_attention(const struct transformer *model, enum number_format format);

/* Whether a format is one of llama.cpp's files, which no other engine here reads; and whether it is one that llama.cpp
 * keeps a cache in: q8_0 and q4_0 (beside 16 bit), those of its files that have kernels for it. */
bool format_is_of_file(enum number_format format);
bool format_is_of_file_cache(enum number_format format);

/* The head's: 16 bit, but in llama.cpp's files, where it is quantised, too. */
enum number_format format_of_head(enum number_format format);

/* Kernels that scale the rows of one product before it.
 *
 *   returned  1 where the scales are made at run time and a kernel of its own does it: fp8 of models whose published
 *             weights have a scale for each block of 128 x 128, and rows one for 128 values; llama.cpp's formats, one
 *             for 32 values; else 0: the scales stand in the checkpoint, or a pass that runs anyway makes them
 *   source    DeepSeek-AI 2024, DeepSeek-V3, section 3.3.2, and the published inference code; llama.cpp, quantize.cu;
 *             counted
 */
double format_scaling_kernels(const struct transformer *model, enum number_format format);

#endif
