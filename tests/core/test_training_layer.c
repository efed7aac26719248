/* test_training_layer.c: what of one layer's exchanges hides behind what, held to sums that a hand can do. */
#include "core/evaluate.h"
#include "core/training_layer.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Context ranks on nodes of their own, behind a network that leaves most of their exchange in sight. */
#define SLOW_CONTEXT                                                                                            \
    LLAMA_3_8B "cluster.gpus=2 scaleup.size=1 node.gpus=1 nic.per_node=1 nic.bandwidth=0.1GB/s tp=1 cp=2 pp=1 " \
               "zero=0 micro_batch=1 global_batch=1 seq_len=8192 execution.style=fused "

static struct layer_time layer_of(const struct scenario *scenario)
{
    const struct parameter_sum params = transformer_params(&scenario->model);
    return training_kernels(scenario, &params).layer[LAYER_DENSE];
}

/* Keys and values travel behind the attention core: forward once through it, backward no longer than twice that, since
 * its gradient cannot be sent before it is there. */
static void context_traffic_hides_behind_the_attention_core_alone(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(SLOW_CONTEXT "attention.kernel=flash2 overlap.cp=on");
    const struct layer_time layer = layer_of(&scenario);
    const struct result result = evaluate(&scenario);
    assert_true(result.valid && layer.attention_backward > 2 * layer.attention);
    assert_true(result.training.cp.exposed > 0);
    expect("hidden", result.training.cp.hidden, 32 * 3 * layer.attention, 1e-12);
    const struct scenario apart = scenario_changed(&scenario, "overlap.cp=off");
    expect("without overlap", evaluate(&apart).training.cp.hidden, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(context_traffic_hides_behind_the_attention_core_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
