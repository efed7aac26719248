/* schedule.h: what overlaps what.
 *
 * Two lanes: compute, and one link. Work on the link becomes ready while compute runs, is served in order, and what is
 * left when compute ends is exposed. exposed + hidden = total, always. And pipelines: how layers are dealt to stages,
 * and how long these wait for each other. Seconds; nothing here knows a scenario.
 */
#ifndef RINGSIDE_CORE_SCHEDULE_H
#define RINGSIDE_CORE_SCHEDULE_H

#include <stdbool.h>

/* Time on a link, split by whether compute runs meanwhile. */
struct overlap {
    double hidden;
    double exposed;
};

/* Gradient buckets behind a backward pass.
 *
 *   given     window >= 0: seconds of the backward pass; buckets >= 1, which become ready at equal distances, the last
 *             when the pass ends; total >= 0: seconds of all buckets on the link
 *   returned  what is left after the pass, and the rest. The last bucket is always exposed
 *   formula   bucket i of k is ready at i/k of the window and starts when it is ready and the link is free; the last
 *             one ends at max over i of (i/k window + (k-i+1)/k total), which for equal buckets is at the first or the
 *             last i. So hidden = (k-1)/k min(window, total)
 *   source    Li et al. 2020, PyTorch Distributed, section 3.2, for buckets behind a backward pass
 */
struct overlap schedule_buckets(double window, double total, double buckets);

/* The same with the number of buckets taken to infinity, as on a whiteboard: max(0, total - window) is exposed. */
struct overlap schedule_stream(double window, double total);

/* Stages of a pipeline that follow one another and are alike: seconds of one micro-batch through all chunks of one of
 * them, with what it waits for its sends. */
struct stage_run {
    int stages;
    double forward, backward;
};

static inline double stage_run_seconds(const struct stage_run *run)
{
    return run->forward + run->backward;
}

enum { STAGE_RUNS = 6 };

/* All stages, from the first to the last. */
struct stage_runs {
    int stages;
    int count;
    struct stage_run run[STAGE_RUNS];
    struct stage_run last_chunk; /* of all, which has the LM head; without interleaving the last stage */
};

/* Seconds of a pipeline from its first task to its last: fill, all micro-batches, drain.
 *
 *   given     stages P >= 1; virtual stages VP >= 1; micro-batches m >= 1
 *   formula   alike stages of c seconds: m c + (P-1) c / VP; with fewer micro-batches than stages P c + (m-1) c / VP
 *             1F1B, any stages: the longest chain of tasks. It passes all stages once, C(P-1) = c(0) + ... + c(P-1),
 *             stays on a stage y for m - 1 - (P - y) micro-batches, and ends through y to the last: C(P-1) - C(y-1).
 *             On its way in it may turn on a stage x before the last, after P-1-x further forward tasks of the slowest
 *             stage to there, on its way out likewise with backward ones. The greatest of all of these
 *             1F1B, m <= P: stages to P - m do all forward tasks before all backward ones. A chain that turns on a
 *             stage x may pass m - 1 tasks of one kind on one of these, and of the other kind n = min(P-1-x, m-1):
 *             C(x) + max(n f(x) + (m-1) b(y), n b(x) + (m-1) f(y)), f(x) and b(x) the slowest forward and backward
 *             pass of the stages to x, y the lesser of x and P - m
 *             interleaved: schedule_interleaved.h
 *   source    Narayanan et al. 2021, sections 2.2.1 (1F1B) and 2.2.2 (interleaved); the order of tasks is that of
 *             Megatron-LM's schedules.py
 *   note      1F1B is exact for any stages, interleaved ones are for alike stages beside any head. Interleaved stages
 *             that differ lie below a simulation rather than above it; schedule_interleaved.h says how far
 */
double schedule_pipeline(const struct stage_runs *runs, int virtual_stages, int micro_batches);

/* What a pipeline has beside its layers, as cuts count them: one each. */
enum { EMBEDDING_AND_HEAD = 2 };

/* How the layers of a model are dealt to the stages of a pipeline. Those between the first and the last share the rest
 * alike, the earlier ones one more where it must be. */
struct deal {
    int layers, stages, virtual_stages;
    int first, last; /* layers of these stages; all of them where there is one */
    int last_chunk;  /* of the last stage, those beside the head; without interleaving all */
    bool dual_pipe;  /* chunks are the two ways through a stage, half of it each */
};

/* Deal them.
 *
 *   given     layers L >= 1; stages P >= 1; virtual stages VP >= 1; head >= 0: layers that the head counts for where
 *             stages are cut by work, 0 where they are cut by layers alone
 *   returned  head > 0: (L + head)/P - head on the last, to the nearest layer and none at least. head 0:
 *             - L is no multiple of P VP, but L + 2 is: embedding and head count as a layer each, and take one from
 *               either end
 *             - chunks of ceil(L/(P VP)), the first with one layer less where more than a chunk is missing, leave the
 *               last of them all some: so many there. A chunk of one layer or two may be the head's alone. But where
 *               other stages get more than ceil(L/P) for it, it lacks no more than three
 *             - else floor(L/(P VP)) on each chunk, and one more on as many of the first as there must be
 *   example   Llama 3 405B: 126 layers are 128 less the embedding and the head, 8 on each of 16 stages of 8 chunks, 7
 *             on the first and on the last. DeepSeek-V3: 61 layers are 15 chunks of 4 and one of 1, 32 and 29 on two
 *             stages of 8 chunks; on four stages of 8, one beside the embedding, 30 chunks of 2 and none beside the
 *             loss, so 15, 16, 16 and 14. Qwen2.5 7B: 28 layers on four stages of two chunks are 7 on each, not 8, 8, 8
 *             and 4; 36 of Qwen3 8B are 9 on each, not 10, 10, 10 and 6. 16 layers of width 2,048 and a head of 131,072
 *             tokens, which weighs 4 of them: by work 5, 5, 5 and 1 on four stages
 *   source    The Llama 3 Herd of Models 2024, section 3.3.2; NVIDIA/Megatron-LM, get_num_layers_to_build with
 *             account_for_embedding_in_pipeline_split and account_for_loss_in_pipeline_split, which recipes of
 *             NVIDIA-NeMo/Megatron-Bridge set for 405B and Qwen3 235B; its layouts of DeepSeek-V3;
 *             NVIDIA-NeMo/Automodel, generate_hf_model_fqn_per_model_part; huggingface/nanotron,
 *             get_block_compute_costs
 */
struct deal schedule_deal(int layers, int stages, int virtual_stages, double head);

/* Deal them as evenly as they go, whatever stands at the ends: floor(L/(P VP)) on each chunk, and one more on as many
 * of the first as there must be. NeMo AutoModel, functional.py, generate_hf_model_fqn_per_model_part. */
struct deal schedule_deal_evenly(int layers, int stages, int virtual_stages);

/* The same pipeline with so many layers on the last stage, 0 <= last <= L / P. What it lacks against the first it lacks
 * in its last chunk. */
struct deal schedule_deal_to_last(const struct deal *deal, int last);

/* Layers of the stage at a place, from 0. */
int schedule_stage_layers(const struct deal *deal, int place);

#endif
