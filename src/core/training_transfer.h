/* training_transfer.h: what the stages of a pipeline send each other. */
#ifndef RINGSIDE_CORE_TRAINING_TRANSFER_H
#define RINGSIDE_CORE_TRAINING_TRANSFER_H

#include "core/training_layer.h"

/* What a stage waits for in one micro-batch and chunk of layers: activations from one neighbour, their gradient from
 * the other.
 *
 *   given     a step with PP > 1
 *   returned  both transfers together
 *   written   to pp its message and cost: those of one send to another domain, or within one where all stages lie there
 *   note      where two stages fit in one domain, one neighbour at most lies in another
 */
struct exchange stage_transfers(const struct step *step, struct traffic *pp);

/* What of `seconds` of a chunk's sends compute hides where overlap.p2p is on. 1F1B hides nothing of note: a stage has
 * nothing to do before its neighbour's answer is there. Interleaved stages have other chunks, and show one
 * micro-batch's way.
 *
 *   formula   P VP - 1 sends each way of all m VP in a filling, and of P - 1 more while it fills: a share of
 *             (P VP - 1) / (m VP + P - 1), at most an assumed one
 *   source    the order of tasks of Megatron-LM's schedules.py, carried out; its overlap_p2p_comm asks for VP > 1
 */
struct overlap transfer_overlap(const struct step *step, double seconds);

/* Both ends of a pipeline hold a tied embedding, and add up its gradients once a step, TP and FSDP dividing them.
 *
 *   returned  an all-reduce between the first stage and the last; nothing where nothing is tied, trained or divided
 */
struct exchange embedding_exchange(const struct step *step);

#endif
