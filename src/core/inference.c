/* inference.c: adding up the parts of a prefill or a decode step. */
#include "core/inference.h"

#include "core/collective.h"
#include "core/decode.h"
#include "core/exchange.h"
#include "core/prefill.h"
#include "core/serving_style.h"

#include <math.h>

static void traffic_scale(struct traffic *traffic, double factor)
{
    traffic->count *= factor;
    traffic->bytes *= factor;
    traffic->hidden *= factor;
    traffic->exposed *= factor;
    traffic->time = traffic->hidden + traffic->exposed;
}

/* The message is that of the larger pass, which comes first. */
static void traffic_merge(struct traffic *traffic, const struct traffic *more, double times)
{
    if (!(traffic->count > 0)) {
        traffic->message = more->message;
        traffic->cost = more->cost;
    }
    traffic->count += times * more->count;
    traffic->bytes += times * more->bytes;
    traffic->hidden += times * more->hidden;
    traffic->exposed += times * more->exposed;
    traffic->time = traffic->hidden + traffic->exposed;
}

void inference_add(struct inference *step, const struct pass_time *time, double times)
{
    step->weights += times * time->weights;
    step->attention += times * time->attention;
    step->compute += times * time->compute;
    step->head += times * time->head;
    step->gaps += times * time->gaps;
    step->dispatch += times * time->dispatch;
    traffic_merge(&step->tp, &time->tp, times);
    traffic_merge(&step->ep, &time->ep, times);
    traffic_merge(&step->fsdp, &time->fsdp, times);
}

void inference_add_sends(struct inference *step, const struct scenario *scenario, const struct groups *groups,
                         int sends)
{
    const double message = ACTIVATION_BYTES * step->rows * scenario->model.hidden;
    const struct exchange one = exchange_of(OP_SEND, message, &groups->stage, scenario);
    if (sends > 0 && one.count > 0) {
        step->pp.message = message;
        step->pp.cost = collective_time(OP_SEND, message, &groups->stage, scenario);
        traffic_add(&step->pp, exchange_times(one, sends), overlap_share(sends * one.seconds, 0.0));
    }
}

static double exposed_comm(const struct inference *step)
{
    return step->tp.exposed + step->cp.exposed + step->ep.exposed + step->pp.exposed + step->fsdp.exposed;
}

double inference_sum(const struct inference *step)
{
    return step->weights + step->attention + step->compute + exposed_comm(step) +
           (step->gaps + step->dispatch + step->engine) + step->head;
}

void inference_scale(struct inference *step, double factor)
{
    step->weights *= factor;
    step->attention *= factor;
    step->compute *= factor;
    step->head *= factor;
    step->gaps *= factor;
    step->dispatch *= factor;
    step->engine *= factor;
    traffic_scale(&step->tp, factor);
    traffic_scale(&step->cp, factor);
    traffic_scale(&step->ep, factor);
    traffic_scale(&step->pp, factor);
    traffic_scale(&step->fsdp, factor);
}

/* What would be left on links of any bandwidth: of an all-reduce, the algorithm that starts soonest. */
static double comm_floor(const struct inference *step, const struct scenario *scenario, const struct groups *groups)
{
    static const double next_to_nothing = 1.0; /* byte */
    const double all_reduce = collective_time(OP_ALL_REDUCE, next_to_nothing, &groups->tp, scenario).seconds;
    return fmin(step->comm, step->tp.count * all_reduce + step->ep.count * step->ep.cost.latency +
                                step->pp.count * step->pp.cost.latency + step->fsdp.count * step->fsdp.cost.latency);
}

static void total(struct inference *step, const struct scenario *scenario, const struct groups *groups)
{
    step->comm = exposed_comm(step);
    step->launch = step->gaps + step->dispatch + step->engine;
    step->time = step->weights + step->attention + step->compute + step->comm + step->launch + step->head;
    step->floor = comm_floor(step, scenario, groups);
}

/* Against one card with memory for it: its bound over the step. */
static void compare_with_one_card(struct inference *step, struct roofline alone)
{
    step->one_card = alone.time;
    step->speedup = step->one_card / step->time;
}

static struct inference price_decode(const struct scenario *scenario, const struct groups *groups,
                                     const struct parameter_sum *params, const struct kv_pool *pool)
{
    const double running = fmin(scenario->serving.decode_batch, fmax(1.0, pool->batch_limit));
    const struct scenario alone = on_one_card(scenario);
    struct inference step = decode_step(scenario, groups, params, running);
    total(&step, scenario, groups);
    step.bound = roofline_of_decode(scenario, params, running);
    compare_with_one_card(&step, roofline_of_decode(&alone, params, running));
    step.critical_batch = critical_batch(scenario, params);
    step.tokens_per_second = running / step.time;
    step.sequence_rate = 1.0 / step.time;
    return step;
}

static struct inference price_prefill(const struct scenario *scenario, const struct groups *groups,
                                      const struct parameter_sum *params)
{
    const struct scenario alone = on_one_card(scenario);
    struct inference step = prefill_pass(scenario, groups, params);
    total(&step, scenario, groups);
    step.bound = roofline_of_stages(roofline_of_prefill(scenario, params), scenario);
    compare_with_one_card(&step, roofline_of_prefill(&alone, params));
    step.tokens_per_second = (double)scenario->serving.prefill_batch * scenario->serving.prefill_tokens / step.time;
    return step;
}

struct inference inference_of(const struct scenario *scenario, const struct groups *groups,
                              const struct parameter_sum *params, const struct memory *memory)
{
    struct scenario resolved = *scenario;
    resolved.execution.library = serving_library(scenario);
    const struct kv_pool pool = kv_pool_of(scenario, memory);
    struct inference step = scenario->mode == MODE_PREFILL ? price_prefill(&resolved, groups, params)
                                                           : price_decode(&resolved, groups, params, &pool);
    step.pool = pool;
    return step;
}
