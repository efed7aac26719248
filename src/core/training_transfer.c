/* training_transfer.c: sends between neighbours of a pipeline, and the sum of a tied embedding's gradients. */
#include "core/training_transfer.h"

#include "core/collective.h"
#include "core/device.h"
#include "core/order.h"
#include "core/strategy.h"

/* Share of pipeline transfers left exposed where they overlap, at most: assumed. A simulation of few micro-batches,
 * with sends that take as long as forecast, leaves up to all of them, which no published step shows. */
static const double TRANSFER_LEFT = 0.15;

/* Of the neighbours of a stage between two others, what a stage at an end of a line has. */
static const double END_NEIGHBOURS = 1.0 / 2;

/* A send of one micro-batch's activations, or of their gradient, from a stage to its neighbour. */
static struct exchange send_of(const struct step *step, const struct group *group, const struct collective_cost *cost,
                               double message)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct exchange send = exchange_priced(OP_SEND, message, group, cost);
    if (!strategy->p2p_scatter || strategy->sp) {
        return send; /* with sequence parallelism the shares stay apart */
    }
    const double whole = message * strategy->tp;
    struct exchange transfer = exchange_sum(send, exchange_of(OP_ALL_GATHER, whole, &step->groups->tp, scenario));
    transfer.count = 1;
    return transfer;
}

bool transfers_pass_at_once(const struct scenario *scenario)
{
    return step_is_flat(scenario) || scenario->strategy.p2p_batched;
}

/* All that a stage waits for, of the two messages that it sends. Those that it receives meanwhile take no time of their
 * own; one after the other there are as many again. */
static struct exchange messages_around(const struct step *step, struct exchange sent)
{
    struct exchange all = exchange_times(sent, transfers_pass_at_once(step->scenario) ? 1 : 2);
    all.bytes = sent.bytes;
    return all;
}

struct exchange stage_transfers(const struct step *step, struct traffic *pp)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    const struct group *far = &step->groups->stage;
    const struct group *near = &step->groups->stage_inside;
    const double whole = layer_activation_bytes(scenario) * layer_tokens(scenario) * scenario->model.hidden;
    const bool divided = strategy->sp || strategy->p2p_scatter;
    pp->message = divided ? whole / strategy->tp : whole;
    pp->cost = collective_time(OP_SEND, pp->message, far, scenario);
    const struct exchange transfer = send_of(step, far, &pp->cost, pp->message);
    if (near->domains == far->domains) {
        return messages_around(step, exchange_times(transfer, 2));
    }
    const struct collective_cost cost = collective_time(OP_SEND, pp->message, near, scenario);
    return messages_around(step, exchange_sum(transfer, send_of(step, near, &cost, pp->message)));
}

double end_transfers(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const bool ring = scenario->strategy.vp > 1 || strategy_is_dual_pipe(scenario);
    return ring || step->flat ? 1 : END_NEIGHBOURS;
}

struct exchange embedding_exchange(const struct step *step)
{
    const struct scenario *scenario = step->scenario;
    const struct strategy *strategy = &scenario->strategy;
    if (step->flat || !scenario->model.tied || strategy->lora || scenario->model.params > 0 || strategy->pp <= 1) {
        return (struct exchange){.count = 0};
    }
    const double ranks = strategy->tp * (strategy->zero == ZERO_PARAMETERS ? (double)step->sizes->shard : 1.0);
    const double values = (double)scenario->model.vocab * scenario->model.hidden; /* positions are of the first alone */
    const double gradients = values * device_operand_bytes(strategy->gradients);
    return exchange_of(OP_ALL_REDUCE, gradients / ranks, &step->groups->stage, scenario);
}

/* Of all sends of a filling one micro-batch's, there and back, which nothing hides while the pipeline fills and
 * drains: what one stage shows of them in each chunk makes that up with what the bubble adds. */
static double transfer_left(const struct step *step)
{
    const double stages = step->scenario->strategy.pp;
    const double chunks = step->scenario->strategy.vp;
    const double once = (stages * chunks - 1) / (step->sizes->filling * chunks + stages - 1);
    return lesser(once, TRANSFER_LEFT);
}

struct overlap transfer_overlap(const struct step *step, double seconds)
{
    const struct strategy *strategy = &step->scenario->strategy;
    const bool hides = strategy->overlap_p2p && strategy->vp > 1;
    return overlap_share(seconds, hides ? 1 - transfer_left(step) : 0);
}
