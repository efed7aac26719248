/* change.c: one evaluation for each value of each setting. */
#include "core/change.h"

#include "core/device.h"
#include "core/evaluate.h"
#include "core/quantity.h"
#include "core/text.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* What a setting is tried for: something that one could switch to, something that may be the case, or either. */
enum { HELPS = 1, EXPLAINS = 2, BOTH = HELPS | EXPLAINS };

/* Values of a setting, from the first to the last. */
static const struct setting {
    const char *key;
    int first, last;
    unsigned tried_for;
} settings[] = {
    {"overlap.dp", 0, 1, BOTH},
    {"overlap.gather", 0, 1, BOTH},
    {"overlap.ep", 0, 1, BOTH},
    {"overlap.p2p", 0, 1, BOTH},
    {"overlap.cp", 0, 1, BOTH},
    {"recompute", RECOMPUTE_NONE, RECOMPUTE_FULL, BOTH},
    {"attention.kernel", ATTENTION_UNFUSED, ATTENTION_FLASH3, BOTH},
    {"execution.style", STYLE_GRAPH, STYLE_GRAPH, HELPS},
    {"execution.style", STYLE_EAGER, STYLE_COUNT - 1, EXPLAINS},
    {"precision", PRECISION_FP8, PRECISION_MXFP8, HELPS},
    {"precision", PRECISION_BF16, PRECISION_MXFP8, EXPLAINS},
    {"gradients.precision", PRECISION_BF16, PRECISION_FP32, BOTH},
    {"accumulation.fused", 0, 1, BOTH},
    {"loss.fused", 0, 1, BOTH},
    {"fsdp.reshard", 0, 1, BOTH},
    {"p2p.scatter", 0, 1, BOTH},
    {"p2p.batched", 0, 1, BOTH},
    {"pp.balanced", CUT_LAYERS, CUT_COST, BOTH},
    {"ep.dispatcher", DISPATCH_PER_EXPERT, DISPATCH_PER_RANK, BOTH},
    {"expert.gemm", EXPERT_GEMM_LOOP, EXPERT_GEMM_FUSED, BOTH},
    {"cp.balanced", 0, 1, BOTH},
    {"collective.in_switch", 0, 1, BOTH},
    {"dropout", 0, 1, EXPLAINS},
    {"nic.per_node", 1, 1, EXPLAINS},
    {"serving.style", 0, SERVING_COUNT - 1, EXPLAINS},
    {"decode.precision", NUMBER_BF16, NUMBER_FP8, EXPLAINS},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* What is asked: for the shorter step, or for the one nearest to a measured one. */
struct question {
    const struct scenario *scenario;
    const struct result *result;
    double measured; /* seconds; NAN: the shorter, the better */
};

/* How good a step is, the less the better; 1: no better than nothing. */
static double score(const struct question *question, double step)
{
    const double present = question->result->step;
    if (isnan(question->measured)) {
        return fmin(step / present / (1 - CHANGE_WORTH), 1);
    }
    return fmin(fabs(step / question->measured - 1) / CHANGE_NEAR, 1);
}

/* A precision that the card has no units for is priced at another's peak: nothing to switch to. */
static bool switches_in_vain(const struct scenario *changed, const struct scenario *scenario)
{
    const enum precision precision = changed->strategy.precision;
    return precision != scenario->strategy.precision && !device_has_units(&changed->gpu, precision);
}

/* The step with one setting changed; NAN where that cannot run, or no longer fits. */
static double step_with(const struct question *question, const struct parameter *parameter, double value)
{
    struct scenario changed = *question->scenario;
    parameter_set(parameter, &changed, value);
    const struct result result = evaluate(&changed);
    const bool fits = result.valid && (result.memory.fits || !question->result->memory.fits);
    return fits && !switches_in_vain(&changed, question->scenario) ? result.step : NAN;
}

/* The value of a setting with the best score; no parameter where none is better than nothing. */
static struct change best_value(const struct question *question, const struct setting *setting)
{
    const struct parameter *parameter = parameter_find(setting->key);
    struct change best = {.parameter = NULL};
    double least = 1;
    for (int value = setting->first; value <= setting->last && parameter_applies(parameter, question->scenario);
         value++) {
        const double step =
            parameter_get(parameter, question->scenario) == value ? NAN : step_with(question, parameter, value);
        if (score(question, step) < least && !isnan(step)) {
            least = score(question, step);
            best = (struct change){parameter, value, step};
        }
    }
    return best;
}

/* Put a change in its place; of one parameter the better stays. */
static void keep(struct changes *changes, const struct question *question, const struct change *change)
{
    int place = changes->count < CHANGE_COUNT ? changes->count++ : CHANGE_COUNT - 1;
    if (place == CHANGE_COUNT - 1 && changes->row[place].parameter != NULL &&
        score(question, changes->row[place].step) <= score(question, change->step)) {
        return;
    }
    while (place > 0 && score(question, changes->row[place - 1].step) > score(question, change->step)) {
        changes->row[place] = changes->row[place - 1];
        place--;
    }
    changes->row[place] = *change;
}

static struct changes changes_to(const struct question *question)
{
    struct changes changes = {.count = 0};
    for (int i = 0; i < SETTINGS; i++) {
        const bool asked = (settings[i].tried_for & (isnan(question->measured) ? HELPS : EXPLAINS)) != 0;
        const struct change change = asked ? best_value(question, &settings[i]) : (struct change){.parameter = NULL};
        if (change.parameter != NULL) {
            keep(&changes, question, &change);
        }
    }
    return changes;
}

struct changes changes_quicker(const struct scenario *scenario, const struct result *result)
{
    const struct question question = {.scenario = scenario, .result = result, .measured = NAN};
    return changes_to(&question);
}

struct changes changes_explaining(const struct scenario *scenario, const struct result *result, double measured)
{
    const struct question question = {.scenario = scenario, .result = result, .measured = measured};
    if (fabs(result->step / measured - 1) <= CHANGE_NEAR) {
        return (struct changes){.count = 0};
    }
    return changes_to(&question);
}

void changes_print(char *text, size_t size, const struct changes *changes)
{
    struct text_writer writer = text_begin(text, size);
    text_add(&writer, "One setting alone would bring the forecast there:");
    for (int i = 0; i < changes->count; i++) {
        const struct change *change = &changes->row[i];
        const struct quantity_text time = quantity_display(change->step, UNIT_SECONDS);
        char value[QUANTITY_TEXT];
        (void)parameter_print(change->parameter, change->value, value, sizeof value);
        const char *const pieces[] = {
            i > 0 ? ", " : " ", change->parameter->key, "=", value, " (", time.number, " ", time.unit, ")"};
        for (size_t j = 0; j < sizeof pieces / sizeof pieces[0]; j++) {
            text_add(&writer, pieces[j]);
        }
    }
    text_add(&writer, ".");
    (void)text_end(&writer);
}
