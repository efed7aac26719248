/* training_transfer.h: what the stages of a pipeline send each other. */
#ifndef RINGSIDE_CORE_TRAINING_TRANSFER_H
#define RINGSIDE_CORE_TRAINING_TRANSFER_H

#include "core/training_layer.h"

/* What a stage between two others waits for in one micro-batch and chunk of layers.
 *
 *   given     a step with PP > 1
 *   returned  both neighbours' transfers together
 *   written   to pp its message and cost: those of one send to another domain, or within one where all stages lie there
 *   formula   two sends where p2p.batched hands a neighbour one message while it is handed the other: links carry both
 *             ways at once. Else four: an activation and a gradient on either side, one after the other
 *   source    Megatron-LM, p2p_communication.py: send_forward_recv_backward and send_backward_recv_forward post both
 *             ways in one group. DeepSpeed, runtime/pipe/schedule.py: SendGrad, RecvActivation, SendActivation and
 *             RecvGrad are instructions of their own
 *   note      where two stages fit in one domain, one neighbour at most lies in another. While a pipeline fills, sends
 *             one after the other count for both of their ends
 */
struct exchange stage_transfers(const struct step *step, struct traffic *pp);

/* Whether what a stage sends to a neighbour and what it receives from there pass at once. On the whiteboard all do. */
bool transfers_pass_at_once(const struct scenario *scenario);

/* Of stage_transfers(), what a stage at an end of the pipeline waits for: in 1F1B it has one neighbour. Interleaved
 * stages and those of DualPipe have no such ends, for the last hands on to the first, or is the first; nor has a
 * whiteboard, whose stages are all alike.
 *
 *   returned  1/2, or 1
 */
double end_transfers(const struct step *step);

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
