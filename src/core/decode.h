/* decode.h: one decode step: a token of every running sequence.
 *
 * With few rows a matrix product takes as long as its weights take to be read, and the attention core as long as the
 * cache: a step is bound by memory, affine in 1/TP, and what does not shrink with TP is latency: two all-reduces a
 * layer, the gaps between kernels, the host. roofline.h has the bound that leaves all of that out. Seconds, of one
 * replica of TP * PP GPUs.
 */
#ifndef RINGSIDE_CORE_DECODE_H
#define RINGSIDE_CORE_DECODE_H

#include "core/result.h"
#include "core/scenario.h"

/* Price a decode step.
 *
 *   given     a valid scenario whose library is the engine's; its groups and parameter counts; sequences that run on
 *             one replica
 *   returned  the parts of the step, without totals: see inference.h
 *   formula   weights stream at hbm_bandwidth * stream_efficiency, the KV cache at 1.11 times that, no quicker than the
 *             memory; two all-reduces a layer; a gap per kernel; the host's work of the step. A pipeline is full: its
 *             stages work on a PP-th of the sequences each, and a token passes all of them. Of a kernel that needs x s
 *             of memory and y s of arithmetic the time is (x^3 + y^3)^(1/3). What an engine's kernels read more than
 *             once (serving_style.h: sharing) counts as compute
 *   source    Pope et al. 2022, Efficiently scaling transformer inference, section 2, for what is read;
 *             docs/constants.md for the rates and what fixed them
 *   errors    none: a valid scenario has a step. compute.model=flat prices the whiteboard: bytes at the data sheet's
 *             rate, and arithmetic at gpu.efficiency where it takes longer
 */
struct inference decode_step(const struct scenario *scenario, const struct groups *groups,
                             const struct parameter_sum *params, double running);

#endif
