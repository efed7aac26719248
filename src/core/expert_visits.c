/* expert_visits.c: distinct experts of a step, and the busiest rank. */
#include "core/expert_visits.h"

#include <math.h>

/* Experts that a rank holds where they are spread wide, against the mean: DeepSeek keeps 32 spare ones for 256. */
static const double REDUNDANT = 1.125;

/* Shape of the experts' popularity among the tokens of a batch, times the experts that there are for each choice: the
 * more of them to choose from, the more a text prefers its own. Counts of Qwen3-30B's router over mixed text. Alone,
 * steps of gpt-oss on H100, MI355X and GB10, of Qwen3-30B on GB10, of Mixtral and of DeepSeek-R1 on TensorRT-LLM ask
 * for this or less, of DeepSeek-R1 on SGLang for as much, of gpt-oss on MI300X for 80; all but these are met worse by
 * independent draws. */
static const double EVENNESS = 12.0;

double experts_touched(const struct transformer *model, double tokens)
{
    const double experts = model->experts;
    const double chosen = model->top_k;
    if (tokens <= 1.0 || chosen >= experts) {
        return chosen * fmin(tokens, 1.0);
    }
    const double shape = EVENNESS * chosen / experts;
    const double share = -log(1.0 - chosen / experts);
    return experts - (experts - chosen) * pow(1.0 + (tokens - 1.0) * share / shape, -shape);
}

/* Expected load of the busiest of equal bins. */
static double busiest(double total, double bins, double most)
{
    if (bins <= 1.0) {
        return total;
    }
    const double mean = total / bins;
    const double spread = sqrt(2.0 * mean * log(bins) * fmax(0.0, 1.0 - mean / most));
    return fmin(fmin(most, total), mean + spread);
}

double serving_expert_ranks(const struct scenario *scenario)
{
    const double ep = scenario->strategy.ep;
    return scenario->serving.whole_experts ? ep : fmax(scenario->strategy.tp, ep);
}

/* Ranks that share one expert: max(1, TP/EP); 1 where experts stay whole. */
static double serving_expert_cut(const struct scenario *scenario)
{
    return serving_expert_ranks(scenario) / scenario->strategy.ep;
}

struct expert_visits expert_visits(const struct scenario *scenario, double tokens)
{
    const struct transformer *model = &scenario->model;
    const double ep = scenario->strategy.ep;
    const double tp = scenario->strategy.tp;
    struct expert_visits visits = {.replicas = fmax(1.0, ep / tp), .cut = serving_expert_cut(scenario)};
    visits.copies = fmax(1.0, tp / ep) / visits.cut;
    const double all_tokens = fmax(tokens * visits.replicas / visits.copies, fmin(tokens, 1.0));
    const double held = model->experts / ep;
    visits.touched = experts_touched(model, all_tokens);
    visits.local = busiest(visits.touched, ep, visits.replicas > 1.0 ? ceil(REDUNDANT * held) : fmax(1.0, held));
    visits.pairs = all_tokens * model->top_k / ep;
    return visits;
}
