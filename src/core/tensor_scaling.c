/* tensor_scaling.c: one evaluation for each size. */
#include "core/tensor_scaling.h"

#include "core/evaluate.h"

#include <math.h>
#include <string.h>

static const int sizes_of_tp[SCALING_ROWS] = {1, 2, 4, 8, 16};

static struct scaling_row priced_row(const struct scenario *scenario, const struct result *result)
{
    const struct inference *inference = &result->inference;
    const bool serving = result->mode != MODE_TRAINING;
    const double ranks =
        (double)scenario->strategy.tp * scenario->strategy.pp * strategy_context_ranks(scenario) * result->sizes.dp;
    return (struct scaling_row){
        .tp = scenario->strategy.tp,
        .valid = true,
        .fits = result->memory.fits,
        .seconds = result->step,
        .bound = serving ? inference->bound.time : NAN,
        .speedup = serving ? inference->speedup : NAN,
        .comm_share = serving ? inference->comm / inference->time : NAN,
        .launch_share = serving ? inference->launch / inference->time : NAN,
        .tokens_per_second_per_gpu = result->tokens_per_second / ranks,
        .result = *result,
    };
}

static struct scaling_row refused_row(const struct scenario *scenario)
{
    const struct reasons reasons = strategy_reasons(scenario);
    struct scaling_row row = {.tp = scenario->strategy.tp,
                              .seconds = NAN,
                              .bound = NAN,
                              .speedup = NAN,
                              .comm_share = NAN,
                              .launch_share = NAN,
                              .tokens_per_second_per_gpu = NAN};
    if (reasons.count > 0) {
        memcpy(row.reason, reasons.text[0], sizeof row.reason);
    }
    return row;
}

struct scenario scaling_scenario(const struct scenario *scenario, int tp)
{
    struct scenario trial = *scenario;
    trial.strategy.tp = tp;
    return trial;
}

struct scaling scaling_of(const struct scenario *scenario)
{
    struct scaling scaling = {.count = SCALING_ROWS, .base = -1};
    for (int i = 0; i < SCALING_ROWS; i++) {
        const struct scenario trial = scaling_scenario(scenario, sizes_of_tp[i]);
        const struct result result = evaluate(&trial);
        struct scaling_row *row = &scaling.row[i];
        *row = result.valid ? priced_row(&trial, &result) : refused_row(&trial);
        if (scaling.base < 0 && row->valid && row->fits) {
            scaling.base = i;
        }
    }
    return scaling;
}

bool scaling_runs_fewer(const struct scenario *scenario, const struct scaling_row *row)
{
    return row->valid && scenario->mode == MODE_DECODE &&
           row->result.inference.running < scenario->serving.decode_batch;
}
