/* test_memory_stages.c: memory of a GPU that holds two stages of a pipeline, of ranks that hold the same one, and what
 * ranks keep to exchange tokens. */
#include "core/memory.h"
#include "core/memory_activations.h"
#include "expect.h"
#include "scenario_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static struct memory memory_after(const struct scenario *scenario, const char *settings)
{
    const struct scenario changed = scenario_changed(scenario, settings);
    const struct sizes sizes = strategy_sizes(&changed);
    return memory_of(&changed, &sizes);
}

/* Eight layers on four stages: two from either end, with 4 of 16 experts on each of 4 replicas. */
static struct scenario mixture(void)
{
    return scenario_with(
        "model.layers=8 model.hidden=1024 model.ffn=4096 model.heads=8 model.kv_heads=8 model.head_dim=128 "
        "model.vocab=1024 model.experts=16 model.top_k=2 model.expert_ffn=512 model.gated=on cluster.gpus=16 pp=4 vp=2 "
        "ep=4 tp=1 overlap.ep=on zero=0 global_batch=64 micro_batch=1 seq_len=1024 attention.kernel=flash2");
}

/* DeepSeek-V3 technical report, table 2: parameters twice, activations of P + 1 micro-batches in place of P: one and a
 * half in flight of each of four layers. */
static void dual_pipe_holds_parameters_twice_and_one_micro_batch_more(void **state)
{
    (void)state;
    const struct scenario scenario = mixture();
    const struct memory dual = memory_after(&scenario, "pp.dualpipe=on");
    const struct memory plain = memory_after(&scenario, "vp=1 overlap.ep=off");
    const double layer = 1024 * memory_layer_activations(&scenario, LAYER_EXPERTS);
    expect("activations", dual.activations, 5 * 2 * layer, 1e-12);
    expect("1F1B", plain.activations, 4 * 2 * layer, 1e-12);
    expect("weights", dual.weights, 2 * plain.weights, 0.05); /* plain has the embedding, but no head */
}

/* Twice as many GPUs hold a stage. They divide the states that ZeRO divides, 8 ranks what is no expert and 2 the same
 * experts, and have all of both stages where it does not. */
static void dual_pipe_divides_what_zero_does_over_twice_the_ranks(void **state)
{
    (void)state;
    const struct scenario scenario = mixture();
    const struct memory dual = memory_after(&scenario, "pp.dualpipe=on");
    const double parameters = dual.common + dual.experts;
    const double owned = dual.common / 8 + dual.experts / 2;
    const struct memory plain = memory_after(&scenario, "vp=1 overlap.ep=off");
    expect("both stages", dual.experts, 2 * plain.experts, 1e-12);
    expect("weights", dual.weights, 2 * parameters, 1e-12);
    expect("gradients", dual.gradients, 2 * parameters, 1e-12);
    expect("optimizer", dual.optimizer, 12 * parameters, 1e-12);
    expect("optimizer, ZeRO 1", memory_after(&scenario, "pp.dualpipe=on zero=1").optimizer, 12 * owned, 1e-12);
    expect("gradients, ZeRO 1", memory_after(&scenario, "pp.dualpipe=on zero=1").gradients, 2 * parameters, 1e-12);
    expect("gradients, ZeRO 2", memory_after(&scenario, "pp.dualpipe=on zero=2").gradients, 2 * owned, 1e-12);
    expect("weights, ZeRO 2", memory_after(&scenario, "pp.dualpipe=on zero=2").weights, 2 * parameters, 1e-12);
    expect("weights, ZeRO 3", memory_after(&scenario, "pp.dualpipe=on zero=3").weights, 2 * owned, 1e-12);
}

/* PyTorch's update writes the roots of both stages, 4 bytes or as many as are set; its buckets copy the gradients of
 * both. */
static void dual_pipe_copies_and_updates_both_of_its_stages(void **state)
{
    (void)state;
    const struct scenario scenario = mixture();
    const struct scenario dual = scenario_changed(&scenario, "pp.dualpipe=on execution.style=torch seq_len=8");
    const struct memory copied = memory_after(&dual, "");
    expect("buckets", copied.buffers - memory_after(&dual, "dp.copies=off").buffers, copied.weights, 1e-9);
    expect("two bytes more", memory_after(&dual, "optimizer.scratch=6B").total - copied.total, copied.weights, 1e-9);
}

/* Ranks that divide a sequence have whole gradients, which they sum in buckets as replicas do; one alone does not. */
static void context_parallel_ranks_copy_gradients_into_buckets(void **state)
{
    (void)state;
    const struct scenario scenario = mixture();
    const struct scenario ranks = scenario_changed(&scenario, "execution.style=torch overlap.ep=off vp=1 ep=1");
    const struct memory copied = memory_after(&ranks, "cp=4");
    expect("four", copied.buffers - memory_after(&ranks, "cp=4 dp.copies=off").buffers, copied.weights, 1e-9);
    expect("one", memory_after(&ranks, "cluster.gpus=4").buffers,
           memory_after(&ranks, "cluster.gpus=4 dp.copies=off").buffers, 1e-12);
}

/* A module that predicts further tokens is gathered as a layer is. It makes the mean of them a little larger, by the
 * projection of two states to one, and not as if the layers held it. */
static void a_module_of_prediction_does_not_widen_the_layers_that_are_gathered(void **state)
{
    (void)state;
    const struct scenario scenario = mixture();
    const struct scenario sharded = scenario_changed(&scenario, "pp=1 vp=1 overlap.ep=off ep=1 zero=3 seq_len=8");
    const double plain = memory_after(&sharded, "").buffers;
    expect("gathered", memory_after(&sharded, "model.mtp=1").buffers, plain, 0.02);
    expect("four layers", memory_after(&sharded, "model.mtp=1 model.layers=4").buffers, plain, 0.02);
}

/* 8 H100: 3.3 GB more once an all-to-all was called, of 10 and 2 MiB in each of 32 channels to each of 7 peers
 * (NVIDIA/nccl, issue 1685). */
static void an_all_to_all_connects_all_pairs_of_a_domain(void **state)
{
    (void)state;
    const struct scenario scenario =
        scenario_with("model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 "
                      "model.head_dim=128 model.vocab=32000 model.experts=64 model.top_k=2 model.expert_ffn=1024 tp=1 "
                      "sp=off zero=1 seq_len=4096 global_batch=64 cluster.gpus=64 ep.dispatcher=per_expert");
    const double connection = 12 * 1048576.0;
    const struct {
        const char *settings;
        double bytes;
    } layouts[] = {
        {"ep=8", 32 * 7 * connection},
        {"ep=2", 32 * 1 * connection},
        {"ep=64", 2 * 7 * connection},
        {"ep=64 scaleup.size=64", 32 * 63 * connection},
        {"ep=8 scaleup.kind=pcie", 2 * 7 * connection},
        {"ep=8 ep.dispatcher=per_rank", 0},
        {"ep=8 gpu.generation=cdna3", 0},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const struct memory memory = memory_after(&scenario, layouts[i].settings);
        expect(layouts[i].settings, memory.total - memory.allocated - memory.reserve, 2 * 0.5e9 + layouts[i].bytes,
               1e-9);
    }
    const struct memory measured = memory_after(&scenario, "ep=8");
    expect("measured", measured.total - measured.allocated - measured.reserve - 2 * 0.5e9, 3.28e9, 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_all_to_all_connects_all_pairs_of_a_domain),
        cmocka_unit_test(dual_pipe_holds_parameters_twice_and_one_micro_batch_more),
        cmocka_unit_test(dual_pipe_divides_what_zero_does_over_twice_the_ranks),
        cmocka_unit_test(dual_pipe_copies_and_updates_both_of_its_stages),
        cmocka_unit_test(context_parallel_ranks_copy_gradients_into_buckets),
        cmocka_unit_test(a_module_of_prediction_does_not_widen_the_layers_that_are_gathered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
