/* training_ends.c: embedding and head, modules of multi-token prediction, and what stages send each other. */
#include "core/training_ends.h"

#include "core/device.h"
#include "core/training_transfer.h"

/* Pairs of TP exchanges of one micro-batch beside its layers: the sum of the embedding's parts, and that of the
 * input's gradient at the head. */
static const double EMBEDDING_PAIRS = 1.0;
static const double HEAD_PAIRS = 1.0;

double predicted_layers(const struct step *step)
{
    return step->flat ? 0 : step->scenario->model.mtp;
}

double head_pairs(const struct step *step)
{
    /* A module of multi-token prediction embeds its input, and has the head, too. */
    const double modules = predicted_layers(step) * (EMBEDDING_PAIRS + HEAD_PAIRS);
    return HEAD_PAIRS + (step->scenario->strategy.pp == 1 ? EMBEDDING_PAIRS : 0) + modules;
}

/* Head and loss of one micro-batch, forward and backward, with the TP exchanges around them; once more for each module
 * of multi-token prediction, whose layer is one of the layers. On the whiteboard nothing. */
static struct passage head_passage(const struct step *step, const struct layer *last)
{
    struct passage head = {.compute = 0};
    if (step->flat) {
        return head;
    }
    const double times = 1 + predicted_layers(step);
    head.compute = step->kernels->head;
    head.tp = overlap_share(head_pairs(step) / times * last->tp.pair.seconds, 0);
    head.dispatch = dispatch_time(passage_seconds(&head), step->host.micro_batch);
    return passage_times(&head, times);
}

struct holding end_holding(const struct step *step)
{
    const struct parameter_sum *params = step->params;
    const struct strategy *strategy = &step->scenario->strategy;
    return (struct holding){.common = (params->embedding + (strategy->pp == 1 ? params->head : 0)) / strategy->tp};
}

/* Whether embedding and head are a unit that FSDP gathers, and that unit. */
static bool step_gathers_root(const struct step *step)
{
    return step->scenario->strategy.zero == ZERO_PARAMETERS && !step->flat && step->scenario->model.params <= 0;
}

static struct sharding root_sharding(const struct step *step)
{
    struct sharded_unit unit = {
        .held = end_holding(step),
        .value_bytes = device_operand_bytes(step->scenario->strategy.gather),
    };
    if (!step->scenario->strategy.lora) {
        unit.trained = unit.held;
    }
    return sharding_root(step->scenario, step->groups, unit);
}

static void ends_add_transfer(struct ends *ends, const struct step *step)
{
    ends->transfer = stage_transfers(step, &ends->pp);
    ends->transferred = transfer_overlap(step, ends->transfer.seconds);
    ends->transfer_host = 2 * step->host.transfer;
}

void ends_price(struct ends *ends, const struct step *step, const struct layer *last)
{
    const struct prediction_join *join = &step->kernels->join;
    const bool apart = step->scenario->strategy.pp > 1;
    *ends = (struct ends){
        .head = head_passage(step, last),
        .modules = predicted_layers(step) * (last->seconds + join->forward + join->backward),
        .embedding = step->kernels->embedding,
        .embedded = exchange_times(last->tp.pair, apart && !step->flat ? EMBEDDING_PAIRS : 0),
        .gathers_root = step_gathers_root(step),
    };
    if (ends->gathers_root) {
        ends->root = root_sharding(step);
    }
    if (apart) {
        ends_add_transfer(ends, step);
    }
}
