/* decode.h: one decode step: a token of every running sequence. */
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
 *             stages work on a PP-th of the sequences each, and a token passes all of them
 */
struct inference decode_step(const struct scenario *scenario, const struct groups *groups,
                             const struct parameter_sum *params, double running);

#endif
