/* test_layer.c: layers, head, optimizer and host against published runs and against figures worked out apart. */
#include "cards.h"
#include "core/adapter.h"
#include "core/expert.h"
#include "core/host.h"
#include "core/latent.h"
#include "core/layer.h"
#include "expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Tensor parallelism alone. */
static const struct strategy eight_ranks = {
    .tp = 8,
    .sp = true,
    .pp = 1,
    .vp = 1,
    .cp = 1,
    .ep = 1,
    .etp = 1,
    .accumulation_fused = true,
    .cp_balanced = true,
};

/* Korthikanti et al. 2022, table 5: GPT 22B on eight A100, sequence parallelism, selective recomputation, fp32
 * gradients. */
static struct scenario gpt_22b(void)
{
    struct scenario scenario = {
        .model = {.layers = 48,
                  .hidden = 6144,
                  .ffn = 24576,
                  .heads = 64,
                  .kv_heads = 64,
                  .head_dim = 96,
                  .vocab = 51200,
                  .tied = true},
        .gpu = a100,
        .cluster = {.gpus = 8, .host_speed = 1},
        .strategy = eight_ranks,
        .execution = {.attention = ATTENTION_UNFUSED, .style = STYLE_EAGER, .slowdown = 1, .compute = COMPUTE_ROOFLINE},
    };
    scenario.strategy.micro_batch = 4;
    scenario.strategy.seq_len = 2048;
    scenario.strategy.precision = PRECISION_FP16;
    scenario.strategy.gradients = PRECISION_FP32;
    scenario.strategy.dropout = true;
    return scenario;
}

/* Llama 3 70B with TP 8, sequence 8192. */
static struct scenario llama_70b(void)
{
    struct scenario scenario = {
        .model = {.layers = 80,
                  .hidden = 8192,
                  .ffn = 28672,
                  .heads = 64,
                  .kv_heads = 8,
                  .head_dim = 128,
                  .vocab = 128256,
                  .gated = true},
        .gpu = h100,
        .cluster = {.gpus = 64, .host_speed = 1},
        .strategy = eight_ranks,
        .execution = {.attention = ATTENTION_FLASH3, .style = STYLE_GRAPH, .slowdown = 1, .compute = COMPUTE_ROOFLINE},
    };
    scenario.strategy.micro_batch = 1;
    scenario.strategy.seq_len = 8192;
    scenario.strategy.precision = PRECISION_BF16;
    return scenario;
}

static struct scenario deepseek_v3(void)
{
    struct scenario scenario = llama_70b();
    scenario.model = (struct transformer){.layers = 61,
                                          .hidden = 7168,
                                          .ffn = 18432,
                                          .heads = 128,
                                          .kv_heads = 128,
                                          .vocab = 129280,
                                          .gated = true,
                                          .q_lora = 1536,
                                          .kv_lora = 512,
                                          .rope_dim = 64,
                                          .nope_dim = 128,
                                          .v_dim = 128,
                                          .experts = 256,
                                          .top_k = 8,
                                          .expert_ffn = 2048,
                                          .shared_experts = 1,
                                          .dense_layers = 3,
                                          .moe_every = 1};
    scenario.gpu = b200;
    scenario.strategy.tp = 1;
    scenario.strategy.sp = false;
    scenario.strategy.ep = 8;
    scenario.strategy.imbalance = 1;
    scenario.strategy.seq_len = 4096;
    scenario.strategy.gradients = PRECISION_FP32;
    scenario.execution.style = STYLE_FUSED;
    return scenario;
}

static struct layer_time price(const struct scenario *scenario)
{
    return layer_time(scenario, LAYER_DENSE);
}

/* The figures were worked out by a program in another language. */
static void the_layer_of_gpt_22b_takes_the_time_worked_out_apart(void **state)
{
    (void)state;
    const struct scenario scenario = gpt_22b();
    const struct layer_time time = price(&scenario);
    expect("forward", time.forward, 5.3723872e-3, 1e-6);
    expect("backward", time.backward, 10.2308620e-3, 1e-6);
    expect("attention", time.attention, 1.2193647e-3, 1e-6);
    expect("weight gradient", time.weight_gradient, 4.1290650e-3, 1e-6);
    expect("head", head_time(&scenario), 9.8933674e-3, 1e-6);
    expect("embedding", embedding_time(&scenario), 305.0302e-6, 1e-6);
}

static void the_layer_of_llama_70b_takes_the_time_worked_out_apart(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    struct layer_time time = price(&scenario);
    expect("forward", time.forward, 3.0798878e-3, 1e-6);
    expect("backward", time.backward, 6.4241038e-3, 1e-6);
    expect("weight gradient", time.weight_gradient, 2.7913980e-3, 1e-6);
    scenario.strategy.precision = PRECISION_FP8;
    time = price(&scenario);
    expect("fp8 forward", time.forward, 1.9361272e-3, 1e-6);
    expect("fp8 backward", time.backward, 4.1862250e-3, 1e-6);
    scenario.strategy.precision = PRECISION_BF16;
    scenario.strategy.cp = 2;
    scenario.strategy.cp_balanced = false;
    scenario.execution.style = STYLE_TORCH;
    time = price(&scenario);
    expect("CP 2, eager PyTorch, forward", time.forward, 1.8604397e-3, 1e-6);
    expect("CP 2, eager PyTorch, backward", time.backward, 3.8878380e-3, 1e-6);
}

/* 4 + 6 bytes of each of 1,024 query values on 4,096 tokens either way, and 6 for each rank more; 4 of 256 values of
 * keys and values forward, and as many as of queries backward. */
static void a_ring_puts_its_parts_together(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.strategy.seq_len = 4096;
    const struct layer_time one = price(&scenario);
    scenario.strategy.seq_len = 8192;
    scenario.strategy.cp = 2;
    const struct layer_time two = price(&scenario);
    scenario.strategy.seq_len = 16384;
    scenario.strategy.cp = 4;
    const struct layer_time four = price(&scenario);
    const double per_byte = 4096 / (0.87 * 3.35e12);
    expect("forward, 2", two.forward - two.attention - (one.forward - one.attention),
           per_byte * (10 * 1024 + 4 * 256) + 4e-6, 1e-9);
    expect("forward, 4", four.forward - four.attention - (one.forward - one.attention),
           per_byte * (22 * 1024 + 4 * 256) + 4e-6, 1e-9);
    expect("backward, 4", four.backward - four.attention_backward - (one.backward - one.attention_backward),
           per_byte * (22 * 1024 + 22 * 256) + 4e-6, 1e-9);
}

/* Of latent attention the ring sends the latent and its rotary part, 512 + 64 values of all heads together, and adds up
 * outputs of 8 heads of 128. */
static void a_ring_of_latents_puts_its_outputs_together(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.model.kv_lora = 512;
    scenario.model.rope_dim = 64;
    scenario.model.nope_dim = 128;
    scenario.model.v_dim = 128;
    scenario.strategy.seq_len = 4096;
    const struct layer_time one = price(&scenario);
    scenario.strategy.seq_len = 8192;
    scenario.strategy.cp = 2;
    const struct layer_time two = price(&scenario);
    const double per_byte = 4096 / (0.87 * 3.35e12);
    expect("forward", two.forward - two.attention - (one.forward - one.attention),
           per_byte * (10 * 1024 + 4 * 576) + 4e-6, 1e-9);
    expect("backward", two.backward - two.attention_backward - (one.backward - one.attention_backward),
           per_byte * (10 * 1024 + 10 * 576) + 4e-6, 1e-9);
}

/* 48 layers of 12 h^2 and the embedding, an eighth each, at 1.672 TB/s. Bytes: Adam 28, the copy to 16 bit 6, the norm
 * 4, clipping 8, the loss scale 8, zeroes 4. */
static void the_optimizer_reads_and_writes_58_bytes_with_fp32_gradients(void **state)
{
    (void)state;
    struct scenario scenario = gpt_22b();
    const double weights = (48 * 12.0 * 6144 * 6144 + 51200.0 * 6144) / 8;
    expect("optimizer", optimizer_time(&scenario, weights), 95.646703e-3, 1e-6);
    scenario.strategy.optimizer_bytes = 26;
    expect("26 bytes", optimizer_time(&scenario, weights), 42.876108e-3, 1e-6);
}

/* Without launches, passes, ramps and waves to speak of, a layer costs its FLOPs: 2 forward, 4 backward per weight and
 * token. */
static void on_an_ideal_card_a_layer_costs_its_flops(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.gpu = (struct gpu){.generation = GENERATION_HOPPER,
                                .peak_bf16 = 1e15,
                                .hbm_bandwidth = 1e30,
                                .gemm_efficiency = 1,
                                .hbm_efficiency = 1,
                                .sms = 1};
    const struct layer_time time = price(&scenario);
    const double weights = (2.0 * 8192 * 8192 + 2.0 * 8192 * 1024 + 3.0 * 8192 * 28672) / 8;
    /* A ramp of 200 on depths of 1024 to 8192; the weight gradient runs at 0.95. */
    expect("forward", time.forward - time.attention, 2 * weights * 8192 / 1e15, 0.08);
    expect("weight gradient", time.weight_gradient, 2 * weights * 8192 / 1e15 / 0.95, 0.03);
}

static void lora_computes_adapters_instead_of_weight_gradients(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    const struct layer_time whole = price(&scenario);
    scenario.strategy.lora = LORA_ATTENTION;
    scenario.strategy.lora_rank = 16;
    const struct layer_time lora = price(&scenario);
    const struct adapter_time adapters = adapter_time(&scenario, LAYER_DENSE);
    assert_true(lora.weight_gradient == 0);
    expect("forward", lora.forward, whole.forward + adapters.forward, 1e-12);
    expect("backward", lora.backward, whole.backward - whole.weight_gradient + adapters.backward, 1e-12);
}

/* (2 8192^2 + 2 8192 1024 + 3 8192 28672) / 8 weights on a GPU, one byte each, read and written once. */
static void frozen_weights_kept_in_8_bit_are_turned_on_hopper(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.strategy.precision = PRECISION_FP8;
    scenario.strategy.lora = LORA_QKV;
    scenario.strategy.lora_rank = 16;
    const double kept_wide = price(&scenario).backward;
    scenario.strategy.frozen = PRECISION_FP8;
    const double turned = price(&scenario).backward;
    expect("turned", turned - kept_wide, 2 * 106954752 / (0.87 * 3.35e12) + 4e-6, 1e-9);
    scenario.strategy.precision = PRECISION_BF16;
    const double widened = price(&scenario).backward;
    scenario.strategy.frozen = PRECISION_BF16;
    expect("widened", widened, price(&scenario).backward, 0);
    scenario.gpu = b200;
    scenario.strategy.precision = PRECISION_FP8;
    const double wide = price(&scenario).backward;
    scenario.strategy.frozen = PRECISION_FP8;
    expect("Blackwell multiplies them as they are", price(&scenario).backward, wide, 0);
}

static void old_software_stretches_the_gpu_and_nothing_else(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.execution.style = STYLE_EAGER;
    const struct layer_time now = price(&scenario);
    const struct host_time host = host_time(&scenario);
    scenario.execution.slowdown = 1.1;
    expect("forward", price(&scenario).forward, 1.1 * now.forward, 1e-12);
    expect("backward", price(&scenario).backward, 1.1 * now.backward, 1e-12);
    expect("host", host_time(&scenario).forward[LAYER_DENSE], host.forward[LAYER_DENSE], 1e-15);
}

/* 0.75 ms a layer and 3.5 % for each further TP rank; the other direction takes 1.9 times as long. */
static void an_eager_host_issues_a_layer_in_a_millisecond(void **state)
{
    (void)state;
    struct scenario scenario = gpt_22b();
    expect("forward", host_time(&scenario).forward[LAYER_DENSE], 0.93375e-3, 1e-12);
    expect("backward", host_time(&scenario).backward[LAYER_DENSE], 1.774125e-3, 1e-12);
    scenario.cluster.host_speed = 2;
    expect("quick host", host_time(&scenario).forward[LAYER_DENSE], 0.466875e-3, 1e-12);
    scenario.execution.style = STYLE_GRAPH;
    assert_true(host_time(&scenario).forward[LAYER_DENSE] == 0);
}

/* Two equal times: 2^(1/3.5) = 1.21901. */
static void host_and_gpu_meet_in_a_smooth_maximum(void **state)
{
    (void)state;
    expect("equal", dispatch_time(1e-3, 1e-3), 0.2190137e-3, 1e-6);
    expect("slow host", 1e-5 + dispatch_time(1e-5, 1e-3), 1e-3, 1e-6);
    for (int i = 0; i < 1400; i++) {
        const double host = 1e-6 * pow(1.01, i);
        const double both = pow(pow(1e-3, 3.5) + pow(host, 3.5), 1 / 3.5);
        expect("with the library's powers", 1e-3 + dispatch_time(1e-3, host), both, 1e-14);
    }
    assert_true(dispatch_time(1e-3, 0) == 0);
    assert_true(dispatch_time(0, 1e-3) == 1e-3);
    for (int i = 0; i < 60; i++) {
        const double host = 1e-5 * pow(1.12, i);
        assert_true(dispatch_time(1e-3, host) >= 0);
        assert_true(1e-3 + dispatch_time(1e-3, host) >= fmax(1e-3, host));
        assert_true(1.1e-3 + dispatch_time(1.1e-3, host) >= 1e-3 + dispatch_time(1e-3, host));
    }
}

/* DeepSeek-V3's attention on eight B200, micro-batch 1 of 4096 tokens: worked out by a program in another language from
 * the products' sizes. With experts of no rows, what is left of a layer is attention and the shared expert. */
static void latent_attention_takes_the_time_worked_out_apart(void **state)
{
    (void)state;
    struct scenario scenario = deepseek_v3();
    const struct layer_time time = layer_time(&scenario, LAYER_EXPERTS);
    const struct expert_time experts = expert_time(&scenario);
    expect("forward", time.forward - experts.forward, 2.9948e-3, 1e-4);
    expect("backward", time.backward - experts.backward, 6.7012e-3, 1e-4);
    expect("attention", time.attention, 0.7490e-3, 1e-4);
}

/* 4 bytes of each of q + kv = 64 x 128 / 8 + 128 values forward, 8 backward, at 0.87 of 3.35 TB/s. */
static void a_norm_of_heads_is_one_pass_more(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    const struct layer_time plain = price(&scenario);
    scenario.model.qk_norm = true;
    const double pass = 8192.0 * (64.0 * 128 / 8 + 128) / (0.87 * 3.35e12);
    expect("forward", price(&scenario).forward - plain.forward, 4 * pass, 1e-9);
    expect("backward", price(&scenario).backward - plain.backward, 8 * pass, 1e-9);
}

/* The products down have the whole width on each rank; with sequence parallelism each has its tokens only. The
 * products' elements are DeepSeek-V3's attention, 187.1e6 of them, of which 7168 (1536 + 576) are not divided. */
static void tensor_parallelism_divides_latent_attention_but_for_the_way_down(void **state)
{
    (void)state;
    struct scenario scenario = deepseek_v3();
    const struct product like = {.rows = 4096, .batch = 1};
    for (int sp = 0; sp < 2; sp++) {
        scenario.strategy.tp = 4;
        scenario.strategy.sp = sp > 0;
        struct product products[LATENT_PRODUCTS];
        const struct latent latent = latent_of(&scenario);
        double work = 0;
        assert_int_equal(latent_products(products, &scenario, &latent, &like), LATENT_PRODUCTS);
        for (int i = 0; i < LATENT_PRODUCTS; i++) {
            work += products[i].rows / 4096 * products[i].n * products[i].k;
        }
        const double down = 7168.0 * (1536 + 576);
        expect("elements", work, (187.10528e6 - down) / 4 + down / (sp > 0 ? 4 : 1), 1e-6);
    }
}

/* The products up once more, and the way to Q, K and V; the norms; the shared expert: milliseconds worked out by a
 * program in another language. */
static void recomputed_modules_take_the_time_worked_out_apart(void **state)
{
    (void)state;
    static const double latent = 0.6389631e-3, norm = 0.0478211e-3, mlp = 0.3904302e-3, activation = 0.0791219e-3;
    struct scenario scenario = deepseek_v3();
    scenario.strategy.recompute = RECOMPUTE_SELECTIVE;
    assert_true(layer_time(&scenario, LAYER_EXPERTS).modules == 0);
    scenario.strategy.recompute_latent = true;
    expect("latent", layer_time(&scenario, LAYER_EXPERTS).modules, latent, 1e-5);
    scenario.strategy.recompute_norm = true;
    expect("norms", layer_time(&scenario, LAYER_EXPERTS).modules, latent + norm, 1e-5);
    scenario.strategy.recompute_mlp = true;
    expect("shared expert", layer_time(&scenario, LAYER_EXPERTS).modules, latent + norm + mlp, 1e-5);
    scenario.strategy.recompute_activation = true;
    expect("all", layer_time(&scenario, LAYER_EXPERTS).modules, latent + norm + mlp + activation, 1e-5);
}

/* Worked out by a program in another language: products of 4096, 129,280 and 7168, 64 or 16 bytes a logit, 8 bytes to
 * quantise a value; milliseconds. */
static void the_head_of_deepseek_takes_the_time_worked_out_apart(void **state)
{
    (void)state;
    struct scenario scenario = deepseek_v3();
    scenario.strategy.precision = PRECISION_MXFP8;
    expect("16 bit", 1e3 * head_time(&scenario), 28.108345, 1e-6);
    scenario.execution.loss_fused = LOSS_FUSED;
    expect("16 bit, fused loss", 1e3 * head_time(&scenario), 23.366277, 1e-6);
    scenario.execution.head_precision = PRECISION_MXFP8;
    expect("8 bit, fused loss", 1e3 * head_time(&scenario), 11.497392, 1e-6);
    scenario.execution.style = STYLE_GRAPH;
    expect("a style that fuses it", 1e3 * head_time(&scenario), 11.497392, 1e-6);
    scenario.execution.loss_fused = LOSS_OF_STYLE;
    expect("whatever is asked for", 1e3 * head_time(&scenario), 11.497392, 1e-6);
}

/* By hand, from nanotron's sharded_cross_entropy: 52 bytes pass a logit where PyTorch's own loss has 32. A loss in one
 * kernel stays one, and Megatron's, which is such a loss, what it is. */
static void a_loss_over_shards_passes_its_logits_more_often(void **state)
{
    (void)state;
    struct scenario scenario = deepseek_v3();
    scenario.execution.style = STYLE_TORCH;
    const double logits = layer_tokens(&scenario) * scenario.model.vocab / scenario.strategy.tp;
    const double per_byte = 1 / (scenario.gpu.hbm_bandwidth * scenario.gpu.hbm_efficiency);
    const double own = head_time(&scenario);
    scenario.execution.loss_sharded = true;
    expect("sharded", head_time(&scenario) - own, (52 - 32) * logits * per_byte * scenario.execution.slowdown, 1e-9);
    scenario.execution.style = STYLE_EAGER;
    const double megatron = head_time(&scenario);
    scenario.execution.loss_sharded = false;
    expect("Megatron's", head_time(&scenario), megatron, 0);
    scenario.execution.style = STYLE_TORCH;
    scenario.execution.loss_fused = LOSS_FUSED;
    const double fused = head_time(&scenario);
    scenario.execution.loss_sharded = true;
    expect("fused", head_time(&scenario), fused, 0);
}

/* By hand, from llm.c's fused_classifier.cuh: two reads of a logit in 16 bit and one write of its gradient, 6 bytes,
 * where Transformer Engine's has 16, and as many whatever the style. */
static void a_loss_in_place_of_its_logits_passes_them_three_times(void **state)
{
    (void)state;
    struct scenario scenario = deepseek_v3();
    scenario.execution.style = STYLE_EAGER;
    scenario.execution.loss_fused = LOSS_FUSED;
    const double logits = layer_tokens(&scenario) * scenario.model.vocab / scenario.strategy.tp;
    const double per_byte = 1 / (scenario.gpu.hbm_bandwidth * scenario.gpu.hbm_efficiency);
    const double fused = head_time(&scenario);
    scenario.execution.loss_fused = LOSS_IN_PLACE;
    const double in_place = head_time(&scenario);
    expect("in place", fused - in_place, (16 - 6) * logits * per_byte * scenario.execution.slowdown, 1e-9);
    scenario.execution.style = STYLE_GRAPH;
    expect("in another style", head_time(&scenario), in_place, 0);
}

/* 8,192 tokens in one sequence, of which each sees its own sample of 512 alone, or in 16 sequences of 512. */
static void packed_samples_cost_what_sequences_of_their_length_do(void **state)
{
    (void)state;
    for (int ranks = 1; ranks <= 4; ranks *= 2) {
        struct scenario packed = llama_70b();
        packed.strategy.cp = ranks;
        packed.strategy.packing_length = 512;
        struct scenario apart = packed;
        apart.strategy.packing_length = 0;
        apart.strategy.seq_len = 512;
        apart.strategy.micro_batch = packed.strategy.micro_batch * packed.strategy.seq_len / 512;
        const struct layer_time one = price(&packed);
        const struct layer_time other = price(&apart);
        expect("attention", one.attention, other.attention, 1e-12);
        expect("attention, backward", one.attention_backward, other.attention_backward, 1e-12);
        expect("forward", one.forward, other.forward, 1e-12);
        expect("backward", one.backward, other.backward, 1e-12);
    }
}

/* Samples of 100 and of 700 tokens, as many of each: the mean of a token's sample is (100^2 + 700^2) / 800 = 625. */
static void samples_of_two_lengths_cost_what_their_mean_does(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.gpu.launch = 0;
    scenario.strategy.seq_len = 8000;
    double attention = 0;
    for (int sample = 100; sample <= 700; sample += 600) {
        struct scenario alike = scenario;
        alike.strategy.seq_len = 10 * sample;
        alike.strategy.packing_length = sample;
        attention += price(&alike).attention;
    }
    scenario.strategy.packing_length = 625;
    expect("mean", price(&scenario).attention, attention, 1e-12);
}

/* What is as long as the sequence is the sequence, and an unfused core computes all scores. */
static void packing_changes_nothing_where_there_is_nothing_to_leave_out(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    const double whole = price(&scenario).attention;
    scenario.strategy.packing_length = scenario.strategy.seq_len;
    expect("the sequence", price(&scenario).attention, whole, 0);
    scenario.strategy.packing_length = 10 * scenario.strategy.seq_len;
    expect("beyond it", price(&scenario).attention, whole, 0);
    scenario.strategy.packing_length = 512;
    assert_true(price(&scenario).attention < whole / 5);
    scenario.execution.attention = ATTENTION_UNFUSED;
    const double unfused = price(&scenario).attention;
    scenario.strategy.packing_length = 0;
    expect("unfused", price(&scenario).attention, unfused, 0);
}

/* FlagPerf's Baichuan2 13B on H800, its attention not fused: forty heads of 2,048 x 2,048 scores, in forty layers that
 * are computed forward, again, and backward. Operation by operation its code moves 2 * 18 + 31 bytes a score, one
 * kernel 2 * 4 + 6: 8.9 GB a layer more, 0.12 s of the 0.15 that a micro-batch takes beyond what it was forecast to
 * take. Llama's operations are priced, 2 * 22 + 20. */
static void operations_apart_pass_scores_more_often_than_one_kernel(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.model = (struct transformer){
        .layers = 40, .hidden = 5120, .ffn = 13696, .heads = 40, .kv_heads = 40, .head_dim = 128, .gated = true};
    scenario.strategy.tp = 1;
    scenario.strategy.seq_len = 2048;
    scenario.gpu.hbm_bandwidth = 3.35e12;
    scenario.gpu.hbm_efficiency = 0.87;
    scenario.execution.attention = ATTENTION_UNFUSED;
    scenario.execution.style = STYLE_EAGER;
    const struct layer_time kernel = price(&scenario);
    scenario.execution.style = STYLE_TORCH;
    const struct layer_time apart = price(&scenario);
    const double scores = 40 * 2048.0 * 2048;
    const double rate = 0.87 * 3.35e12;
    const double forward = apart.attention - kernel.attention;
    const double backward = apart.attention_backward - kernel.attention_backward;
    expect("forward", forward, (22 - 4) * scores / rate, 1e-9);
    expect("backward", backward, (20 - 6) * scores / rate, 1e-9);
    expect("as Baichuan's code", 2 * forward + backward, (2 * 18 + 31 - (2 * 4 + 6)) * scores / rate, 0.1);
}

/* A window of 1,024 is wider than a sample of 512, and cuts one of 2,048. */
static void a_window_cuts_samples_that_are_longer(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    scenario.strategy.packing_length = 512;
    const double whole = price(&scenario).attention;
    scenario.model.window = 1024;
    expect("wider", price(&scenario).attention, whole, 0);
    scenario.strategy.packing_length = 2048;
    const double cut = price(&scenario).attention;
    scenario.model.window = 0;
    const double uncut = price(&scenario).attention;
    /* A band of a half: 1/2 - 1/8 of the square instead of 1/2, but for one launch. */
    expect("narrower", (cut - 4e-6) / (uncut - 4e-6), 2 * (1 / 2.0 - 1 / 8.0), 1e-9);
}

static void a_window_makes_long_sequences_cheaper(void **state)
{
    (void)state;
    struct scenario scenario = llama_70b();
    const double full = price(&scenario).attention;
    scenario.model.window = 1024;
    scenario.model.window_every = 2;
    const double alternating = price(&scenario).attention;
    scenario.model.window_every = 0;
    const double windowed = price(&scenario).attention;
    /* A band of an eighth: (1/8 - 1/128) of the square instead of 1/2, but for one launch. */
    expect("windowed", (windowed - 4e-6) / (full - 4e-6), 2 * (1 / 8.0 - 1 / 128.0), 1e-9);
    expect("alternating", alternating, (full + windowed) / 2, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_puts_its_parts_together),
        cmocka_unit_test(a_ring_of_latents_puts_its_outputs_together),
        cmocka_unit_test(the_layer_of_gpt_22b_takes_the_time_worked_out_apart),
        cmocka_unit_test(the_layer_of_llama_70b_takes_the_time_worked_out_apart),
        cmocka_unit_test(the_optimizer_reads_and_writes_58_bytes_with_fp32_gradients),
        cmocka_unit_test(on_an_ideal_card_a_layer_costs_its_flops),
        cmocka_unit_test(lora_computes_adapters_instead_of_weight_gradients),
        cmocka_unit_test(frozen_weights_kept_in_8_bit_are_turned_on_hopper),
        cmocka_unit_test(old_software_stretches_the_gpu_and_nothing_else),
        cmocka_unit_test(an_eager_host_issues_a_layer_in_a_millisecond),
        cmocka_unit_test(host_and_gpu_meet_in_a_smooth_maximum),
        cmocka_unit_test(a_norm_of_heads_is_one_pass_more),
        cmocka_unit_test(tensor_parallelism_divides_latent_attention_but_for_the_way_down),
        cmocka_unit_test(recomputed_modules_take_the_time_worked_out_apart),
        cmocka_unit_test(latent_attention_takes_the_time_worked_out_apart),
        cmocka_unit_test(the_head_of_deepseek_takes_the_time_worked_out_apart),
        cmocka_unit_test(a_window_makes_long_sequences_cheaper),
        cmocka_unit_test(a_loss_over_shards_passes_its_logits_more_often),
        cmocka_unit_test(a_loss_in_place_of_its_logits_passes_them_three_times),
        cmocka_unit_test(packed_samples_cost_what_sequences_of_their_length_do),
        cmocka_unit_test(samples_of_two_lengths_cost_what_their_mean_does),
        cmocka_unit_test(packing_changes_nothing_where_there_is_nothing_to_leave_out),
        cmocka_unit_test(operations_apart_pass_scores_more_often_than_one_kernel),
        cmocka_unit_test(a_window_cuts_samples_that_are_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
