/* test_adapter.c: adapters against published counts of their parameters, and against bytes counted by hand. */
#include "core/adapter.h"
#include "core/adapter_exchange.h"
#include "core/evaluate.h"
#include "core/memory.h"
#include "core/memory_activations.h"
#include "core/parameters.h"
#include "core/strategy.h"
#include "expect.h"
#include "scenario_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define LLAMA_2_7B                                                                                           \
    "model.layers=32 model.hidden=4096 model.ffn=11008 model.heads=32 model.kv_heads=32 model.head_dim=128 " \
    "model.vocab=32000 model.gated=on lora.rank=16 "
#define LLAMA_2_70B                                                                                         \
    "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 model.head_dim=128 " \
    "model.vocab=32000 model.gated=on model.tied=off seq_len=8192 micro_batch=1 lora=attention lora.rank=16 "

/* A card of which only the memory takes time: 1e12 B/s. */
#define MEMORY_ONLY "gpu.peak.bf16=100PFLOP/s gpu.gemm_efficiency=1 gpu.hbm_bandwidth=1TB/s gpu.hbm_efficiency=1 "

static struct adapter_time priced(const char *settings)
{
    struct scenario scenario = scenario_with(settings);
    scenario.gpu.launch = 0;
    return adapter_time(&scenario, LAYER_DENSE);
}

/* What Hugging Face's PEFT prints of Llama 2 7B at rank 16: 16,777,216 with q, k, v and o; 39,976,960 with all linear
 * layers. */
static void llama_2_7b_has_as_many_trained_parameters_as_peft_says(void **state)
{
    (void)state;
    const struct scenario attention = scenario_with(LLAMA_2_7B "execution.style=torch lora=attention");
    expect("attention", 32 * adapter_parameters(&attention, LAYER_DENSE), 16777216, 1e-12);
    const struct scenario all = scenario_with(LLAMA_2_7B "execution.style=torch lora=all");
    expect("all", 32 * adapter_parameters(&all, LAYER_DENSE), 39976960, 1e-12);
    assert_true(adapter_count(&all, LAYER_DENSE) == 7);
}

/* What Qwen's finetune.py prints of its 7B at rank 64: 143,130,624, of c_attn, both c_proj, w1 and w2. */
static void qwen_adapts_queries_keys_and_values_as_one(void **state)
{
    (void)state;
    const struct scenario qwen = scenario_with(
        LLAMA_2_7B "execution.style=torch_layernorm lora=all lora.rank=64 model.qkv_bias=on model.qkv_joined=on");
    expect("all", 32 * adapter_parameters(&qwen, LAYER_DENSE), 143130624, 1e-12);
    assert_true(adapter_count(&qwen, LAYER_DENSE) == 5);
    assert_true(linear_count(&qwen, LAYER_DENSE) == 5);
}

/* Megatron has one adapter for Q, K and V together, one for both first matrices of the MLP. */
static void megatron_has_four_adapters_in_a_layer(void **state)
{
    (void)state;
    const char *const choices[] = {"lora=off", "lora=qkv", "lora=attention", "lora=all"};
    const double counts[] = {0, 1, 2, 4};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char settings[512];
        (void)snprintf(settings, sizeof settings, LLAMA_2_7B "execution.style=fused %s", choices[i]);
        const struct scenario scenario = scenario_with(settings);
        assert_true(adapter_count(&scenario, LAYER_DENSE) == counts[i]);
    }
}

/* Megatron's linear layers of latent attention: queries and keys down, both up, and the output: DeepSeek-V3 with 1,536
 * and 512 latents, 128 heads of 128 + 64 and 128. Without a latent of queries there is one fewer. */
static void latent_attention_has_five_linear_layers(void **state)
{
    (void)state;
#define LATENT                                                                                                     \
    "model.hidden=7168 model.heads=128 model.kv_heads=128 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 " \
    "model.v_dim=128 lora=attention lora.rank=1 "
    const struct scenario both = scenario_with(LATENT "model.q_lora=1536");
    const double shared = 7168 + 576 + 512 + 128 * 256 + 128 * 128 + 7168;
    assert_true(adapter_count(&both, LAYER_DENSE) == 5);
    expect("both", adapter_parameters(&both, LAYER_DENSE), shared + 7168 + 1536 + 1536 + 128 * 192, 1e-12);
    const struct scenario whole = scenario_with(LATENT "model.q_lora=0");
    assert_true(adapter_count(&whole, LAYER_DENSE) == 4);
    expect("whole queries", adapter_parameters(&whole, LAYER_DENSE), shared + 7168 + 128 * 192, 1e-12);
}

/* Per token, of Q, K and V (8,192 to 10,240) and of the projection (8,192 to 8,192), r = 16 left out:
 *   forward   inputs read, 2 i; outputs written, 2 o, added, 6 o, scaled, 4 o
 *   backward  gradients of outputs scaled, 4 o, read, 2 o; those of inputs written, 2 i, and added, 6 i; gradients of
 *             both weights, 2 o and 2 i, at 0.95 of the rate, as of every weight */
static void an_adapter_passes_over_memory_as_counted(void **state)
{
    (void)state;
    const struct adapter_time time = priced(MEMORY_ONLY LLAMA_2_70B "tp=1 execution.style=fused");
    expect("forward", time.forward, 8192 * (2 * 16384.0 + 12 * 18432.0) / 1e12, 0.002);
    expect("backward", time.backward, 8192 * (6 * 18432.0 + 8 * 16384.0 + 2 * 34816 / 0.95) / 1e12, 0.002);
    const struct adapter_time dropped = priced(MEMORY_ONLY LLAMA_2_70B "tp=1 execution.style=fused lora.dropout=on");
    expect("dropout", dropped.forward - time.forward, 8192 * 5 * 16384.0 / 1e12, 1e-6);
    expect("dropout, backward", dropped.backward - time.backward, 8192 * 5 * 16384.0 / 1e12, 1e-6);
    /* PEFT in fp32: read 2, written 4; dropped 4, 4, 1; read 4, written 2. Beside products in fp32 nothing is wide. */
    const char *const peft = "tp=1 execution.style=fused lora.precision=fp32 ";
    char settings[1024];
    (void)snprintf(settings, sizeof settings, "%s %s %s lora.dropout=on", MEMORY_ONLY, LLAMA_2_70B, peft);
    const struct adapter_time wide = priced(settings);
    expect("in fp32", wide.forward - time.forward, 8192 * (6 + 9 + 6) * 16384.0 / 1e12, 1e-6);
    expect("in fp32, backward", wide.backward - time.backward, 8192 * (6 + 9 + 6) * 16384.0 / 1e12, 1e-6);
    (void)snprintf(settings, sizeof settings, "%s %s %s precision=fp32", MEMORY_ONLY, LLAMA_2_70B, peft);
    const double all = priced(settings).forward;
    (void)snprintf(settings, sizeof settings, "%s %s tp=1 execution.style=fused precision=fp32", MEMORY_ONLY,
                   LLAMA_2_70B);
    expect("all in fp32", all, priced(settings).forward, 1e-12);
}

/* TP 2: the layer cut by columns reads all inputs; behind the one cut by rows all outputs are added on every rank, or
 * with sequence parallelism half the tokens'. */
static void tensor_parallelism_divides_outputs_and_some_inputs(void **state)
{
    (void)state;
    const double columns = 2 * 8192.0 + 12 * 5120.0;
    const double rows = 2 * 4096.0 + 2 * 4096.0;
    const struct adapter_time whole = priced(MEMORY_ONLY LLAMA_2_70B "tp=2 sp=off execution.style=fused");
    expect("whole", whole.forward, 8192 * (columns + rows + 10 * 8192.0) / 1e12, 0.003);
    const struct adapter_time halved = priced(MEMORY_ONLY LLAMA_2_70B "tp=2 sp=on execution.style=fused");
    expect("sequence parallelism", halved.forward, 8192 * (columns + rows + 10 * 4096.0) / 1e12, 0.003);
}

static struct adapter_traffic exchanged(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    const struct groups groups = strategy_groups(&scenario);
    return adapter_traffic(&scenario, &groups.tp, LAYER_DENSE);
}

/* 8,192 tokens in 16 bit on two ranks: an array of rank 16 has 262,144 bytes, one of 8,192 hidden values 134,217,728. A
 * gather sends half of an array, an all-reduce all of it, an all-to-all of half the array a quarter. */
static void adapters_exchange_what_megatron_bridge_exchanges(void **state)
{
    (void)state;
    const double low = 262144;
    const double hidden = 134217728;
    const struct adapter_traffic whole = exchanged(LLAMA_2_70B "tp=2 sp=off cluster.gpus=8");
    expect("forward", whole.forward.bytes, low / 2 + low + hidden / 2, 1e-12);
    expect("backward", whole.backward.bytes, low + hidden + low, 1e-12);
    assert_true(whole.forward.count == 3 && whole.backward.count == 3 && whole.bare == 0);
    const struct adapter_traffic divided = exchanged(LLAMA_2_70B "tp=2 sp=on cluster.gpus=8");
    expect("forward, sequence parallelism", divided.forward.bytes, low / 2 + low + hidden / 2, 1e-12);
    expect("backward, sequence parallelism", divided.backward.bytes, low + low + hidden / 2, 1e-12);
    assert_true(divided.bare == 1);
    const struct adapter_traffic changed = exchanged(LLAMA_2_70B "tp=2 sp=on lora.all_to_all=on cluster.gpus=8");
    expect("all-to-all", changed.forward.bytes, low / 2 + low + hidden / 4, 1e-12);
    expect("all-to-all, backward", changed.backward.bytes, low + low + hidden / 4, 1e-12);
}

/* The gather that an adapter reads, too, is one of four collectives of a layer's forward pass; what adapters exchange
 * themselves hides behind nothing. */
static void adapters_keep_a_gather_from_hiding(void **state)
{
    (void)state;
    const char settings[] = LLAMA_2_70B "tp=2 sp=on lora=qkv overlap.tp=1 cluster.gpus=8 zero=1 global_batch=4";
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    const struct adapter_traffic adapters = exchanged(settings);
    const double gather = result.training.tp.cost.seconds;
    /* Of 80 layers a gather forward and a scatter backward; of the head two pairs. */
    const double exposed = 80 * (2 * gather + adapters.forward.seconds + adapters.backward.seconds) + 4 * gather;
    assert_true(result.valid);
    expect("exposed", result.training.tp.exposed, exposed, 1e-9);
}

/* Of 68,452,352,000 parameters in layers one byte each, of embedding, head and last norm (524,296,192) two, and 80
 * times 557,056 of adapters: two, with gradients two more, and twelve of Adam. */
static void frozen_weights_in_fp8_take_a_byte(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(LLAMA_2_70B "tp=1 zero=0 lora.weights=fp8 gradients.precision=bf16 "
                                                               "cluster.gpus=8");
    const struct sizes sizes = strategy_sizes(&scenario);
    const struct memory memory = memory_of(&scenario, &sizes);
    const double adapters = 80 * 557056.0;
    expect("weights", memory.weights, 68452352000.0 + 2 * 524296192.0 + 2 * adapters, 1e-9);
    expect("gradients", memory.gradients, 2 * adapters, 1e-12);
    expect("optimizer", memory.optimizer, 12 * adapters, 1e-12);
}

/* PEFT's in fp32: 4 bytes of weight and of gradient, whatever other gradients have, and 8 of Adam without a copy. */
static void adapters_in_fp32_take_16_bytes_a_parameter(void **state)
{
    (void)state;
    const struct scenario scenario =
        scenario_with(LLAMA_2_70B "tp=1 zero=0 lora.precision=fp32 "
                                  "gradients.precision=bf16 cluster.gpus=8 global_batch=8");
    const struct sizes sizes = strategy_sizes(&scenario);
    const struct memory memory = memory_of(&scenario, &sizes);
    const double adapters = 80 * 557056.0;
    expect("weights", memory.weights, 2 * (68452352000.0 + 524296192.0) + 4 * adapters, 1e-9);
    expect("gradients", memory.gradients, 4 * adapters, 1e-12);
    expect("optimizer", memory.optimizer, 8 * adapters, 1e-12);
    expect("all-reduce", evaluate(&scenario).training.dp.bytes, 2 * 7 / 8.0 * 4 * adapters, 1e-12);
}

/* Of Q, K and V together and of the projection, 8,192 inputs each. Plain, one reads the output of the norm, 2 B of each
 * value, the other that of the core, which attention keeps anyway. With dropout each keeps 2 B and a mask of 1. With
 * seven adapters, 6 times 8,192 inputs and 28,672: in fp32, narrowed for a product in 16 bit, each keeps its own 2 B in
 * place of two norms' outputs and that of the activation. Beside products in fp32 nothing is narrowed. */
static void adapters_keep_inputs_that_they_drop_or_widen(void **state)
{
    (void)state;
    const struct {
        const char *settings, *changed;
        double more;
    } rows[] = {
        {LLAMA_2_70B "tp=1 ", "lora.dropout=on", (2 + 1) * 2 * 8192.0 - 2 * 8192.0},
        {LLAMA_2_70B "tp=1 lora=all execution.style=torch ", "lora.precision=fp32",
         2 * (6 * 8192.0 + 28672) - 2 * (2 * 8192.0 + 28672)},
        {LLAMA_2_70B "tp=1 lora=all precision=fp32 ", "lora.precision=fp32", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct scenario plain = scenario_with(rows[i].settings);
        const struct scenario copied = scenario_changed(&plain, rows[i].changed);
        const double kept = memory_layer_activations(&plain, LAYER_DENSE);
        expect(rows[i].changed, memory_layer_activations(&copied, LAYER_DENSE), kept + rows[i].more, 1e-12);
    }
}

/* What a token takes of a repeated Llama 3 8B with a loss by parts. */
static double token_bytes(const char *settings)
{
    const struct scenario scenario = scenario_with(
        "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.head_dim=128 "
        "model.vocab=128256 model.gated=on lora=attention lora.rank=16 lora.dropout=on lora.precision=fp32 tp=1 pp=1 "
        "zero=3 recompute=full seq_len=4096 attention.kernel=flash2 loss.fused=chunked ");
    const struct scenario run = scenario_changed(&scenario, settings);
    const struct scenario four = scenario_changed(&run, "micro_batch=4");
    const struct scenario eight = scenario_changed(&run, "micro_batch=8");
    return (evaluate(&eight).memory.allocated - evaluate(&four).memory.allocated) / (4 * 4096);
}

/* fms-acceleration, a100_80gb_liger.csv: from 4 to 8 sequences, and from 8 to 16, a token of two GPUs or four takes
 * 245,760 bytes more than one of a single GPU. These are the gradients of 30 layers' inputs. Layers that are not
 * repeated, and FSDP 2, hold none. */
static void fsdp_holds_gradients_of_the_inputs_of_frozen_layers(void **state)
{
    (void)state;
#define HELD(settings) (token_bytes("cluster.gpus=2 " settings) - token_bytes("cluster.gpus=1 " settings))
    expect("by hand", 30 * 4096 * 2, 245760, 0);
    expect("torch_layernorm", HELD("execution.style=torch_layernorm"), 245760, 1e-6);
    expect("torch", HELD("execution.style=torch"), 245760, 1e-6);
    expect("half", HELD("execution.style=torch recompute.share=0.5"), 14 * 4096 * 2, 1e-6);
    expect("FSDP 2", 1 + HELD("execution.style=compiled"), 1, 1e-6);
    expect("not repeated", 1 + HELD("execution.style=torch recompute=none"), 1, 1e-6);
}

/* Eight replicas add up 80 times 557,056 gradients of two bytes: 2 * 7/8 of them on a ring. FSDP gathers a layer of
 * 855,654,400 frozen weights and its adapters twice and scatters their gradients; embedding and head, 524,288,000, it
 * gathers once. */
static void replicas_reduce_gradients_of_adapters_alone(void **state)
{
    (void)state;
#define REPLICAS LLAMA_2_70B "tp=1 gradients.precision=bf16 cluster.gpus=8 global_batch=8 gpu.hbm_capacity=1TB "
    const struct scenario whole = scenario_with(REPLICAS "zero=0");
    const double adapters = 80 * 557056.0;
    expect("all-reduce", evaluate(&whole).training.dp.bytes, 2 * 7 / 8.0 * 2 * adapters, 1e-12);
    const struct scenario shards = scenario_with(REPLICAS "zero=3");
    const double gathered = 2 * (80 * 855654400.0 + adapters) + 524288000.0;
    expect("FSDP", evaluate(&shards).training.fsdp.bytes, 7 / 8.0 * 2 * (gathered + adapters), 1e-6);
}

/* Weights that are kept in a byte travel in a byte: bitsandbytes has FSDP gather the bytes that store a quantised one.
 * Embedding and head stay in two, as gradients of adapters do; adapters, 0.07 % of a layer, are not told apart. Two
 * layers of 80 are held so. */
static void frozen_weights_are_gathered_as_they_are_kept(void **state)
{
    (void)state;
    const struct scenario wide = scenario_with(REPLICAS "zero=3");
    const struct scenario narrow = scenario_with(REPLICAS "zero=3 lora.weights=fp8");
    const struct result before = evaluate(&wide);
    const struct result after = evaluate(&narrow);
    const double saved = 7 / 8.0 * 2 * 80 * 855654400.0;
    expect("bytes", before.training.fsdp.bytes - after.training.fsdp.bytes, saved, 1e-3);
    assert_true(after.training.fsdp.time < before.training.fsdp.time);
    expect("held", before.memory.buffers - after.memory.buffers, 2 * 855654400.0, 1e-3);
}

/* Per token: two norms' inputs and the first one's output, 3 * 2 * 8,192; Q, output, K and V, 128 * 2 * (64 + 64 + 2 *
 * 8) and 4 * 64 of statistics; the MLP's two first products, 2 * 2 * 28,672; two times 16 values of adapters. The MLP
 * keeps no inputs of its products. */
static void frozen_products_keep_no_inputs(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(LLAMA_2_70B "tp=1 attention.kernel=flash2 precision=fp8");
    expect("attention", memory_layer_activations(&scenario, LAYER_DENSE), 49152 + 36864 + 256 + 114688 + 64, 1e-12);
    const struct scenario all = scenario_with(LLAMA_2_70B "tp=1 attention.kernel=flash2 precision=fp8 lora=all");
    /* The second norm's output, what the MLP's activation gives, and two more adapters. */
    expect("all", memory_layer_activations(&all, LAYER_DENSE), 201024 + 16384 + 57344 + 64, 1e-12);
}

/* Nemotron 3 Nano: 23 layers of 128 experts, 2,688 to 1,856 and back, not gated. With adapters of rank 8 for each of
 * them 214 M parameters are published, of rank 32 856 M; Megatron-Bridge has two a layer that all experts of a GPU
 * share, of 32 * (2,688 + 1,856) parameters each. NeMo AutoModel's recipes have none. */
#define NANO                                                                                               \
    "model.layers=23 model.hidden=2688 model.ffn=1856 model.heads=32 model.kv_heads=2 model.head_dim=128 " \
    "model.vocab=131072 model.gated=off model.experts=128 model.top_k=6 model.expert_ffn=1856 lora=all "

static double of_experts(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return adapter_parameters_of_experts(&scenario, LAYER_EXPERTS);
}

static void experts_have_adapters_as_published(void **state)
{
    (void)state;
    expect("rank 8", 23 * of_experts(NANO "lora.experts=each lora.rank=8"), 214e6, 0.003);
    expect("rank 32", 23 * of_experts(NANO "lora.experts=each lora.rank=32"), 856e6, 0.003);
    expect("of one GPU of eight", of_experts(NANO "lora.experts=each lora.rank=8 ep=8 cluster.gpus=8"),
           16 * 8 * 2 * 4544.0, 1e-12);
    expect("shared", of_experts(NANO "lora.experts=shared lora.rank=32 ep=8 cluster.gpus=8"), 32 * 2 * 4544.0, 1e-12);
    assert_true(of_experts(NANO "lora.experts=none") == 0);
    assert_true(of_experts(NANO "lora=attention lora.experts=each") == 0);
    const struct scenario dense = scenario_with(LLAMA_2_7B "lora=all lora.experts=each");
    assert_true(adapter_parameters_of_experts(&dense, LAYER_DENSE) == 0);
}

/* 4,096 tokens are 24,576 rows at experts. The two adapters of a row read 2,688 and 1,856 values, 2 B each, and write
 * as many, 2 B, which are added, 6 B, and scaled, 4 B, in Megatron; r = 16 and the weights, 0.1 % of it, are left out.
 * Each expert's own pass over the same rows: 192 of each. */
static void adapters_of_experts_pass_over_rows(void **state)
{
    (void)state;
#define ROWS MEMORY_ONLY NANO "lora.rank=16 seq_len=4096 micro_batch=1 expert.gemm=fused execution.style=fused "
    const char *const kinds[] = {ROWS "lora.experts=none", ROWS "lora.experts=shared", ROWS "lora.experts=each"};
    double forward[3], backward[3];
    for (int i = 0; i < 3; i++) {
        struct scenario scenario = scenario_with(kinds[i]);
        scenario.gpu.launch = 0;
        const struct adapter_time time = adapter_time(&scenario, LAYER_EXPERTS);
        forward[i] = time.forward;
        backward[i] = time.backward;
    }
    const double values = 24576 * 4544.0;
    expect("forward", forward[1] - forward[0], 14 * values / 1e12, 0.01);
    expect("backward", backward[1] - backward[0], (6 + 2 + 6 + 4 / 0.95) * values / 1e12, 0.01);
    /* 128 sets of weights: 2 B of 2 * 16 * 4,544, and their gradients. */
    const double weights = 128 * 2 * 16 * 4544.0;
    expect("own, forward", forward[2] - forward[0], (14 * values + 2 * weights) / 1e12, 0.01);
}

/* Two layers on eight GPUs, EP 8: gradients of attention's adapters are added up over eight ranks, those of experts are
 * each rank's own. Adapters of 2,688 to 4,608, 4,096 to 2,688 and 16 experts of 2 * 4,544, times 16. With two sets of
 * experts ZeRO divides their states by two, the others' by sixteen. */
static void adapters_of_experts_are_added_up_by_their_own_replicas(void **state)
{
    (void)state;
#define SETS                                                                                                  \
    NANO "model.layers=2 lora.rank=16 lora.experts=each ep=8 gradients.precision=bf16 execution.style=fused " \
         "gpu.hbm_capacity=1TB global_batch=16 micro_batch=1 seq_len=4096 "
    const double common = 2 * 16 * (2688 + 4608 + 4096 + 2688.0);
    const double own = 2 * 16 * (16 * 2 * 4544.0);
    const struct scenario one = scenario_with(SETS "zero=0 cluster.gpus=8");
    expect("one set", evaluate(&one).training.dp.bytes, 2 * 7 / 8.0 * 2 * common, 1e-9);
    const struct scenario two = scenario_with(SETS "zero=0 cluster.gpus=16");
    expect("two sets", evaluate(&two).training.dp.bytes, 2 * 15 / 16.0 * 2 * common + 2 / 2.0 * 2 * own, 1e-9);
    const struct scenario divided = scenario_with(SETS "zero=1 cluster.gpus=16");
    const struct memory memory = evaluate(&divided).memory;
    expect("gradients", memory.gradients, 2 * (common + own), 1e-12);
    expect("optimizer", memory.optimizer, 12 * (common / 16 + own / 2), 1e-12);
    assert_true(memory.adapters == common && memory.expert_adapters == own);
}

/* A row keeps what its adapters read, 2 B of 2,688 and 1,856, and two times 16 values between their products. */
static void adapted_experts_keep_their_inputs(void **state)
{
    (void)state;
#define KEPT NANO "lora.rank=16 precision=fp8 attention.kernel=flash2 execution.style=fused "
    const struct scenario frozen = scenario_with(KEPT "lora.experts=none");
    const struct scenario adapted = scenario_with(KEPT "lora.experts=shared");
    const double kept =
        memory_layer_activations(&adapted, LAYER_EXPERTS) - memory_layer_activations(&frozen, LAYER_EXPERTS);
    expect("kept", kept, 6 * (2 * 4544.0 + 2 * 2 * 16), 1e-9);
}

/* Files and habits from when LoRA was a switch. */
static void the_words_of_a_switch_are_still_read(void **state)
{
    (void)state;
    const struct parameter *lora = parameter_find("lora");
    char text[32];
    assert_int_equal((int)parameter_read(lora, "on").value, LORA_ATTENTION);
    assert_int_equal((int)parameter_read(lora, "Off").value, LORA_OFF);
    assert_int_equal((int)parameter_read(lora, "all").value, LORA_ALL);
    assert_false(parameter_read(lora, "mlp").valid);
    (void)parameter_print(lora, LORA_ATTENTION, text, sizeof text);
    assert_string_equal(text, "attention");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(llama_2_7b_has_as_many_trained_parameters_as_peft_says),
        cmocka_unit_test(qwen_adapts_queries_keys_and_values_as_one),
        cmocka_unit_test(megatron_has_four_adapters_in_a_layer),
        cmocka_unit_test(latent_attention_has_five_linear_layers),
        cmocka_unit_test(an_adapter_passes_over_memory_as_counted),
        cmocka_unit_test(tensor_parallelism_divides_outputs_and_some_inputs),
        cmocka_unit_test(adapters_exchange_what_megatron_bridge_exchanges),
        cmocka_unit_test(adapters_keep_a_gather_from_hiding),
        cmocka_unit_test(frozen_weights_in_fp8_take_a_byte),
        cmocka_unit_test(adapters_in_fp32_take_16_bytes_a_parameter),
        cmocka_unit_test(adapters_keep_inputs_that_they_drop_or_widen),
        cmocka_unit_test(fsdp_holds_gradients_of_the_inputs_of_frozen_layers),
        cmocka_unit_test(replicas_reduce_gradients_of_adapters_alone),
        cmocka_unit_test(frozen_weights_are_gathered_as_they_are_kept),
        cmocka_unit_test(frozen_products_keep_no_inputs),
        cmocka_unit_test(experts_have_adapters_as_published),
        cmocka_unit_test(adapters_of_experts_pass_over_rows),
        cmocka_unit_test(adapters_of_experts_are_added_up_by_their_own_replicas),
        cmocka_unit_test(adapted_experts_keep_their_inputs),
        cmocka_unit_test(the_words_of_a_switch_are_still_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
