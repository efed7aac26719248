/* training_flops.h: the FLOPs of a training step, as MFU counts them and as the GPUs execute them. */
#ifndef RINGSIDE_CORE_TRAINING_FLOPS_H
#define RINGSIDE_CORE_TRAINING_FLOPS_H

#include "core/training_layer.h"

/* Enter FLOPs of all GPUs, MFU, HFU and tokens a second.
 *
 *   given     a step whose time is known
 *   formula   flat: token_flops() per token, forward and backward; HFU what recomputation repeats, besides.
 *             roofline: transformer_flops(), backward twice the forward, of frozen weights once; HFU what is computed
 *             again: all or a share of the layers, or unfused attention cores and the modules that were chosen
 *   source    Chowdhery et al. 2022 (PaLM), appendix B
 */
void training_count_flops(struct training *training, const struct step *step);

#endif
