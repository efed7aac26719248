/* test_host.c: what the host adds to its GPU, in kernels that are counted and in identities. */
#include "core/evaluate.h"
#include "core/host.h"
#include "expect.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define DENSE "model.layers=8 model.hidden=1024 model.ffn=4096 model.heads=16 model.kv_heads=16 model.head_dim=64 "
#define EXPERTS DENSE "model.experts=8 model.top_k=2 model.expert_ffn=1024 "
#define SMALL \
    "cluster.gpus=1 tp=1 pp=1 vp=1 cp=1 zero=0 micro_batch=1 global_batch=4 seq_len=128 attention.kernel=flash2 "

static struct host_time host_of(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return host_time(&scenario);
}

/* All of a host's times are in seconds of one host: twice as fast a host takes half, and a layer on TP grows by as much
 * for each further rank. What surrounds the layers, and a transfer, wait for no other host. */
static void a_quicker_host_takes_less_and_more_hosts_wait_for_the_slowest(void **state)
{
    (void)state;
#define EAGER DENSE SMALL "execution.style=eager "
    const struct host_time one = host_of(EAGER);
    const struct host_time two = host_of(EAGER "cluster.gpus=8 tp=2");
    const struct host_time eight = host_of(EAGER "cluster.gpus=8 tp=8 host.speed=2");
    const double growth = two.forward[LAYER_DENSE] - one.forward[LAYER_DENSE];
    assert_true(growth > 0 && one.backward[LAYER_DENSE] > one.forward[LAYER_DENSE]);
    expect("forward", 2 * eight.forward[LAYER_DENSE], one.forward[LAYER_DENSE] + 7 * growth, 1e-12);
    expect("backward", eight.backward[LAYER_DENSE] / eight.forward[LAYER_DENSE],
           one.backward[LAYER_DENSE] / one.forward[LAYER_DENSE], 1e-12);
    expect("what surrounds the layers", 2 * eight.micro_batch, one.micro_batch, 1e-12);
    expect("a transfer", 2 * eight.transfer, one.transfer, 1e-12);
}

/* A layer is 13 kernels to its host, an adapter 4: those of Q, K and V in one and of the output, and two of an MLP. */
static void each_adapter_costs_the_host_four_kernels(void **state)
{
    (void)state;
#define TUNED SMALL "execution.style=fused lora="
    const double kernel = host_of(DENSE TUNED "off").forward[LAYER_DENSE] / 13;
    expect("attention", host_of(DENSE TUNED "attention").forward[LAYER_DENSE], (13 + 2 * 4) * kernel, 1e-12);
    expect("all", host_of(DENSE TUNED "all").forward[LAYER_DENSE], (13 + 4 * 4) * kernel, 1e-12);
}

/* A layer of Hugging Face's Llama, launch by launch: 8 for either norm, 3 products, 12 to rotate Q and K, the core, its
 * projection, a residual, three products of the MLP, silu, their product, a residual: 41. Each of its seven linear
 * layers has an adapter of four, one more where it drops, two where it widens. Where Q, K and V are one, five have.
 * Norms of one kernel leave 27, at the same pace. */
static void an_eager_layer_of_a_library_is_41_kernels_to_its_host(void **state)
{
    (void)state;
#define LIBRARY DENSE SMALL "model.gated=on execution.style=torch "
    const double kernel = host_of(LIBRARY).forward[LAYER_DENSE] / (8 + 3 + 12 + 1 + 1 + 1 + 8 + 3 + 1 + 1 + 1 + 1);
    expect("norms", host_of(LIBRARY "execution.style=torch_layernorm").forward[LAYER_DENSE], 27 * kernel, 0.01);
    expect("all", host_of(LIBRARY "lora=all").forward[LAYER_DENSE], (41 + 7 * 4) * kernel, 1e-12);
    expect("dropout", host_of(LIBRARY "lora=all lora.dropout=on").forward[LAYER_DENSE], (41 + 7 * 5) * kernel, 1e-12);
    expect("widened", host_of(LIBRARY "lora=all lora.precision=fp32").forward[LAYER_DENSE], (41 + 7 * 6) * kernel,
           1e-12);
    expect("joined", host_of(LIBRARY "lora=all model.qkv_joined=on").forward[LAYER_DENSE], (41 + 5 * 4) * kernel,
           1e-12);
}

/* Published for one pull request of DeepSpeed: 64 layers of six linear ones take 270 ms forward, and 60 where nothing
 * is gathered: 0.55 ms each. A GPU that shares with none has the same hooks. */
static void each_linear_layer_that_is_gathered_costs_half_a_millisecond_a_pass(void **state)
{
    (void)state;
#define BERT DENSE SMALL "model.gated=off execution.style=torch zero=3 fsdp.unit="
    const struct host_time layer = host_of(BERT "layer");
    const struct host_time linear = host_of(BERT "linear");
    const double forward = linear.forward[LAYER_DENSE] - layer.forward[LAYER_DENSE];
    expect("a linear layer, ms", forward / 6 * 1e3, (270 - 60) / 64.0 / 6, 0.05);
    expect("backward as forward", linear.backward[LAYER_DENSE] - layer.backward[LAYER_DENSE], forward, 1e-9);
    const struct host_time tuned = host_of(BERT "linear lora=attention");
    const struct host_time bare = host_of(BERT "layer lora=attention");
    expect("and one for each adapter", tuned.forward[LAYER_DENSE] - bare.forward[LAYER_DENSE], forward * (6 + 4) / 6,
           1e-9);
    expect("no stage 3", host_of(BERT "linear zero=2").forward[LAYER_DENSE], layer.forward[LAYER_DENSE], 1e-12);
}

/* Adapters beside the routed experts are issued as one: two more, forward and as much more often backward. */
static void adapters_beside_experts_cost_the_host_like_others(void **state)
{
    (void)state;
#define EXPERTS_TUNED EXPERTS SMALL "execution.style=fused lora=all lora.experts="
    const double kernel = host_of(DENSE TUNED "off").forward[LAYER_DENSE] / 13;
    const struct host_time none = host_of(EXPERTS_TUNED "none");
    const struct host_time shared = host_of(EXPERTS_TUNED "shared");
    const struct host_time each = host_of(EXPERTS_TUNED "each");
    expect("forward", shared.forward[LAYER_EXPERTS] - none.forward[LAYER_EXPERTS], 2 * 4 * kernel, 1e-9);
    const double backward = none.backward[LAYER_EXPERTS] / none.forward[LAYER_EXPERTS];
    expect("backward", shared.backward[LAYER_EXPERTS] - none.backward[LAYER_EXPERTS], backward * 2 * 4 * kernel, 1e-9);
    expect("each expert its own", each.forward[LAYER_EXPERTS], shared.forward[LAYER_EXPERTS], 1e-12);
}

/* Seconds by which a step on a host that is far slower than its GPU grows with four layers more. */
static double four_layers(const char *settings)
{
    enum { ROOM = 800 };
    char text[ROOM];
    double step[2];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(text, sizeof text, "%s host.speed=0.1 execution.style=eager model.layers=%d", settings,
                       4 + 4 * i);
        const struct scenario scenario = scenario_with(text);
        const struct result result = evaluate(&scenario);
        assert_true(result.valid);
        step[i] = result.step;
    }
    return step[1] - step[0];
}

/* A host that decides takes 1 for a forward pass, b for a backward one, and 1 more for what is computed again. */
static void a_slow_host_issues_what_is_computed_again(void **state)
{
    (void)state;
#define TINY "gpu.peak.bf16=1e17FLOP/s gpu.hbm_bandwidth=20TB/s gpu.launch=0s "
    const struct host_time host = host_of(EAGER);
    const double passes = 1 + host.backward[LAYER_DENSE] / host.forward[LAYER_DENSE];
    const double none = four_layers(DENSE SMALL TINY "recompute=none");
    const double full = four_layers(DENSE SMALL TINY "recompute=full");
    const double half = four_layers(DENSE SMALL TINY "recompute=full recompute.share=0.5");
    expect("all of it", full / none, (passes + 1) / passes, 1e-3);
    expect("half of it", half / none, (passes + 0.5) / passes, 1e-3);
}

/* (gpu^p + host^p)^(1/p) - gpu with p = 3.5: equal, it is 2^(2/7) - 1 of either. */
static void a_host_as_slow_as_its_gpu_adds_a_fifth(void **state)
{
    (void)state;
    expect("equal", dispatch_time(1e-3, 1e-3), (pow(2, 2.0 / 7) - 1) * 1e-3, 1e-12);
    expect("a GPU with nothing to do", dispatch_time(0, 1e-3), 1e-3, 1e-12);
    expect("no host", dispatch_time(1e-3, 0), 0, 0);
    for (int i = -50; i <= 50; i++) {
        const double host = pow(1.1, i);
        const double sum = pow(1 + pow(host, 3.5), 2.0 / 7);
        expect("sum", 1 + dispatch_time(1, host), sum, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quicker_host_takes_less_and_more_hosts_wait_for_the_slowest),
        cmocka_unit_test(each_adapter_costs_the_host_four_kernels),
        cmocka_unit_test(an_eager_layer_of_a_library_is_41_kernels_to_its_host),
        cmocka_unit_test(each_linear_layer_that_is_gathered_costs_half_a_millisecond_a_pass),
        cmocka_unit_test(adapters_beside_experts_cost_the_host_like_others),
        cmocka_unit_test(a_slow_host_issues_what_is_computed_again),
        cmocka_unit_test(a_host_as_slow_as_its_gpu_adds_a_fifth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
