/* offload.h: activations that wait for the backward pass in the host's memory (offload.layers).
 *
 * The first layers of a stage copy theirs out, one after the other, and get them back before their backward pass. The
 * last layers keep theirs, so that each copy has as many layers to hide behind as stay.
 *
 * Source: NVIDIA/TransformerEngine, transformer_engine/pytorch/cpu_offload.py; Megatron-LM's cpu_offloading_num_layers.
 */
#ifndef RINGSIDE_CORE_OFFLOAD_H
#define RINGSIDE_CORE_OFFLOAD_H

#include "core/scenario.h"

/* Of so many layers of a stage, those whose activations wait in the host's memory: offload.layers, at most all but two,
 * the one at work and the one whose copy is under way. None on the whiteboard, which prices no copies. */
double offload_layers(const struct scenario *scenario, double layers);

/* Copies of one layer and micro-batch, on the mean of a stage's layers. */
struct offload {
    double bytes;   /* each way */
    double seconds; /* each way */
    double forward; /* that the forward pass waits for copies out */
    double backward;
};

/* Seconds of a layer's passes, whatever is in them that leaves the host's link alone. */
struct offload_window {
    double forward, backward;
};

/* Price the copies.
 *
 *   given     scenario; bytes that one layer keeps, of one micro-batch; what its passes take
 *   formula   n of L layers: bytes n / gpu.host_bandwidth, less L - 2 layers, in either direction: the first has
 *             nothing to copy yet, and the last copy must be done before the last layer
 *   note      copy engines take no multiprocessors, and of the card's memory a hundredth of its rate: compute loses
 *             nothing
 */
struct offload offload_price(const struct scenario *scenario, double bytes, struct offload_window window);

#endif
