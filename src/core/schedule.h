/* schedule.h: what overlaps what.
 *
 * Two lanes: compute, and one link. Work on the link becomes ready while compute runs, is served in order, and what is
 * left when compute ends is exposed. exposed + hidden = total, always. And pipelines: how layers are dealt to stages,
 * and how long these wait for each other. Seconds; nothing here knows a scenario.
 */
#ifndef RINGSIDE_CORE_SCHEDULE_H
#define RINGSIDE_CORE_SCHEDULE_H

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
 *   source    Li et al. 2020, PyTorch Distributed, sections 3.2.2 and 3.2.3, for buckets behind a backward pass
 */
struct overlap schedule_buckets(double window, double total, double buckets);

/* The same with the number of buckets taken to infinity, as on a whiteboard: max(0, total - window) is exposed. */
struct overlap schedule_stream(double window, double total);

/* The pipeline bubble as a share of the ideal time.
 *
 *   given     stages P >= 1; virtual stages VP >= 1; micro-batches m >= 1
 *   formula   (P-1) / (m VP); with fewer micro-batches than stages (P - m + (m-1)/VP) / m: the first passes all P
 *             stages before it ends, and the others follow a chunk apart
 *   source    Narayanan et al. 2021, sections 2.2.1 (one chunk) and 2.2.2 (interleaved)
 *   note      interleaving in other than whole rounds of P micro-batches, which Megatron refuses, is priced alike
 */
double schedule_bubble(int stages, int virtual_stages, int micro_batches);

/* Layers of one stage of a pipeline.
 *
 *   given     layers L >= 1; stages P >= 1; virtual stages VP >= 1; head >= 0: layers that the head counts for where
 *             stages are cut by work, 0 where they are cut by layers alone; the stage's place from 0
 *   returned  head 0: chunks of ceil(L/(P VP)), where the last one of them all is left some; else floor(L/(P VP)) for
 *             each chunk, and the layers that remain on one chunk after the other: ceil(L/P) on the fullest stage. The
 *             last, which has the head besides, takes what the others leave.
 *             head > 0: the last takes (L + head)/P - head, to the nearest layer and none at least; the others share
 *             the rest alike
 *   example   Llama 3 405B: 126 layers are 128 less the embedding and the head, 8 on each of 16 stages of 8 chunks, 6
 *             on the last. DeepSeek-V3: 61 layers are 15 chunks of 4 and one of 1, 32 and 29 on two stages of 8 chunks.
 *             16 layers of width 2,048 and a head of 131,072 tokens, which weighs 4 of them: by work 5, 5, 5 and 1 on
 *             four stages
 *   source    The Llama 3 Herd of Models 2024, section 3.3.2; NVIDIA-NeMo/Megatron-Bridge, recipes of DeepSeek-V3;
 *             huggingface/nanotron, get_block_compute_costs; NVIDIA/Megatron-LM, account_for_loss_in_pipeline_split
 */
int schedule_stage_layers(int layers, int stages, int virtual_stages, double head, int place);

/* Layers that the head must count for, so that the slowest stage is as quick as can be.
 *
 *   given     as schedule_stage_layers(); seconds of a layer > 0, and of what the last stage has besides its layers
 *   returned  head; 0 where layers alone cut it as well
 *   formula   the least over x of max(ceil((L - x) / (P - 1)) layer, x layer + end), x = 0 .. L/P of the last stage;
 *             the most layers of those that are as quick, since the others then hold less
 */
double schedule_head_by_cost(int layers, int stages, int virtual_stages, double layer, double end);

/* Layers of a pipeline's stages. */
struct stage_layers {
    double largest; /* of the first, and of most others */
    double last;    /* which has the LM head besides */
    double mean;    /* that a micro-batch waits for in each other stage while the pipeline fills */
};

struct stage_layers schedule_stages(int layers, int stages, int virtual_stages, double head);

#endif
