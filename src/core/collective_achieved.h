/* collective_achieved.h: the time that libraries reach, link.basis=achieved. */
#ifndef RINGSIDE_CORE_COLLECTIVE_ACHIEVED_H
#define RINGSIDE_CORE_COLLECTIVE_ACHIEVED_H

#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

/* Time by the measured line of the algorithm and protocol that the library takes. Behind NVSwitches, in groups of up to
 * 8 a domain, NCCL takes what its own estimate calls the quickest (collective_choice.h, collective_choice_across.h),
 * unless the network's plug-in brings a tuner; elsewhere the quickest line is taken.
 *
 *   given     as collective_time(), a group of at least two
 *   formula   g members in each of N domains, n = g N; rate and share of a line, rails the NICs of a domain; & joins
 *             the limits of two stages of one pipeline, (a^p + b^p)^(1/p): the greater, and more where they are close;
 *             of a ring over meshes the greater alone
 *             - ring: floor + hop (once + (k-x) step) + x crossing + (k + own_shard) S/n/(share rate)
 *               & W/(share rails); k steps, of which x cross. LL behind a switch: of S/n only what is beyond the first
 *               pass counts, which takes hop (load_once + load_rank g) min(1, S/n/load). NCCL's LL128 and Simple
 *               over domains of several: not joined but the greater of W/rails and of the inside with 5.5 and 53 us
 *               more a crossing; of each further pass of 32 MiB of a shard, all steps and crossings again. Where a
 *               network's chunks are waited for beside its bytes, a pass of crossings is added instead
 *             - tree: floor + hop (once + 2(g-1) step) + 2 ceil(log2 N) crossing + 2S/(share rate) & q S/(share
 *               rails); q = 1 for N = 2, else 2; LL's load of S and not of S/n. In LL128 15 us more for each chunk of
 *               512 KiB of all channels, of as many as there are crossings. NCCL's in Simple: 2(g-1) stages of a chunk
 *               of one channel at a multiprocessor's rate and 2 ceil(log2 N) of all on the NICs more, less the slowest;
 *               chunk min(512 KiB, S/2g). RCCL's in LL and Simple has 0.57 of the rate instead
 *             - crossing: of a ring and a tree in NCCL's first protocol only the fabric's share of nic.latency; NCCL's
 *               0.08 more for each doubling of the channels, S/4 KiB of a tree and S/n/4 KiB of a ring, at most 2g
 *               and 16; a ring's 53 us likewise
 *             - in-switch: in one domain floor + hop (once + loop min(0, g-8)) + the least of S(1 + 1/g)/(few_share
 *               rate), in small chunks, and (S/(channels g chunk) + 1) loops of hop loop g + channels chunk
 *               (g+1)/(share rate), in NCCL's chunks. As a tree over domains floor + hop once + filling
 *               + 2 ceil(log2 N) crossing + S/(share rate) & q S/rails, share 0.55 of tree_two, over more than three
 *               domains of tree_beyond; filling 11 us g levels for each chunk of 64 KiB, of racks and where a tuner
 *               chooses (110 us + 11 us g levels) min(1, S/g/6 MiB), a quarter of that at least; levels ceil(log2 N)
 *             - PAT: floor + hop once + 2.8 us n + ceil(log2 n) crossing + W/(0.75 rails)
 *             - all-to-all: floor + hop (once + doubling log2 n) + bytes/(share rate), in a node from 16 MiB a channel
 *               on at Simple's share; across domains not less than the remote part takes on the member's own NIC, with
 *               5 us for each remote peer
 *             - send: floor + hop once + S/rate of a channel in LL, or S/(share rate) & what each of the pair's
 *               channels carries at its rate; across domains + crossing + S/(share nic)
 *             - all pairs, RCCL on eight GPUs of a mesh: floor + hop once + W/(share rate)
 *             - engines' kernels: collective_lines.h
 *   source    collective_lines.h
 *   note      never falls with size: where the choice leaves a protocol too late, the next one takes no less than its
 *             last
 */
struct collective_cost collective_achieved(enum collective_op op, double size, const struct group *group,
                                           const struct scenario *scenario);

#endif
