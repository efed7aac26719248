/* schedule_interleaved.h: how long interleaved stages of a pipeline wait for each other.
 */
#ifndef RINGSIDE_CORE_SCHEDULE_INTERLEAVED_H
#define RINGSIDE_CORE_SCHEDULE_INTERLEAVED_H

#include "core/schedule.h"

/* Seconds from the first task to the last.
 *
 *   given     stages P >= 2; virtual stages VP >= 2; micro-batches m >= 1. A stage's chunks are taken as alike, k
 *             seconds, a third f forward and the rest b backward; but for the last of all, z
 *   formula   the longest of some chains of tasks, each of which waits for the one before it. A chain stays on a stage
 *             r, with q stages behind: m VP k, and a chunk of each stage before it, forward and backward. In each round
 *             of P micro-batches it may leave r for the last stage, which it reaches with the last forward chunk, and
 *             come back; it gains what it does meanwhile, and loses what r does:
 *             - it turns there: the chunks of the stages between, and z + (P-1) max(0, z - k), less 2 q k; in the first
 *               round less 2 q f, in the last less 2 q b, where r has tasks of one kind only. Or it turns one stage
 *               earlier: without z, less 2 (q-1) k
 *             - it comes back by the next chunk's forward tasks, by way of the first stage: P z and a forward chunk of
 *               all other stages, less 2P - 1 of f and 2P of b, in the first round 2 (r+1) of b. Or, the other way
 *               round, it leaves by backward tasks. Or both
 *             A single round has only the turn, and r has at most P - 1 tasks of a kind meanwhile.
 *             Besides: the last stage never waits once it begins; all chunks of all stages once, and m - 1 times z, or
 *             the longest forward or backward chunk
 *   source    the order of tasks is that of Megatron-LM's schedules.py
 *   note      each chain is one that the order has, so that nothing is above a simulation where chunks are as assumed:
 *             nine of ten are within 0.7 % below, all within 6 %. Where forward is another share (a half to two
 *             sevenths) the farthest above is 3 %. Of stages whose own chunks differ nine of ten are within 1 %, the
 *             farthest 13 % below and 10 % above, with a single round and chunks of few layers or none; of whole chunks
 *             but for a layer less beside embedding and head, 0.2 % above in the mean, 2.5 % at most. Other than whole
 *             rounds, which Megatron refuses, are priced between them
 */
double schedule_interleaved(const struct stage_runs *runs, int virtual_stages, int micro_batches);

#endif
