/* strategy_rules.c: the rules of a strategy, each with its test, its sentence and the parameter to blame. */
#include "core/strategy_rules.h"

#include "core/choices.h"
#include "core/number_format.h"
#include "core/parameters.h"
#include "core/schedule.h"
#include "core/serving_style.h"
#include "core/transformer.h"

#include <math.h>
#include <stdio.h>

/* A rule. `broken` is asked a million times a second; `explain` only for what the screen shows. */
struct rule {
    bool (*broken)(const struct scenario *scenario, const struct sizes *sizes);
    void (*explain)(char *text, const struct scenario *scenario, const struct sizes *sizes);
    const char *key;
    unsigned parties;
    unsigned modes; /* in which it holds: replicas that serve share nothing, and need few of a training job's rules */
};

/* Whether a number is a whole multiple. Products of sizes are long long: an int would not hold all of them. */
static bool divides(long long divisor, long long number)
{
    return number % divisor == 0;
}

enum { LISTED_LENGTH = 64, LISTED_ROOM = 40 /* filled before the list is cut short */ };

/* Numbers for a sentence: "1, 2, 4 and 8 do", "only 1 does". */
struct listed {
    char text[LISTED_LENGTH];
};

static int next_divisor(int number, int after)
{
    int divisor = after + 1;
    while (divisor < number && !divides(divisor, number)) {
        divisor++;
    }
    return divisor;
}

static struct listed list_divisors(int number)
{
    struct listed listed;
    if (number < 2) {
        snprintf(listed.text, sizeof listed.text, "only 1 does");
        return listed;
    }
    int divisor = 1;
    int length = snprintf(listed.text, sizeof listed.text, "1");
    while (divisor < number && length < LISTED_ROOM) {
        divisor = next_divisor(number, divisor);
        length += snprintf(listed.text + length, sizeof listed.text - (size_t)length, "%s%d",
                           divisor == number ? " and " : ", ", divisor);
    }
    snprintf(listed.text + length, sizeof listed.text - (size_t)length, divisor == number ? " do" : " and more do");
    return listed;
}

/* The multiples next to a number: "56 and 64 are", or "8 is" below the first. */
static struct listed list_multiples(long long number, long long factor)
{
    struct listed listed;
    long long below = number / factor * factor;
    if (below == 0) {
        snprintf(listed.text, sizeof listed.text, "%lld is", factor);
    } else {
        snprintf(listed.text, sizeof listed.text, "%lld and %lld are", below, below + factor);
    }
    return listed;
}

/* GPUs and their product of sizes. */
static long long model_ranks(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return (long long)strategy->tp * strategy->pp * strategy->cp;
}

static bool gpus_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return !divides(model_ranks(scenario), scenario->cluster.gpus);
}

static void gpus_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    long long ranks = model_ranks(scenario);
    snprintf(text, REASON_LENGTH, "%d GPUs are no multiple of TP %d x PP %d x CP %d = %lld: %s.",
             scenario->cluster.gpus, strategy->tp, strategy->pp, strategy->cp, ranks,
             list_multiples(scenario->cluster.gpus, ranks).text);
}

static bool kv_heads_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return !divides(scenario->model.kv_heads, scenario->model.heads);
}

static void kv_heads_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "%d KV heads do not divide %d query heads: %s.", scenario->model.kv_heads,
             scenario->model.heads, list_divisors(scenario->model.heads).text);
}

static bool heads_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return !divides(scenario->strategy.tp, scenario->model.heads);
}

static void heads_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "TP %d does not divide %d heads: %s.", scenario->strategy.tp, scenario->model.heads,
             list_divisors(scenario->model.heads).text);
}

/* KV heads are divided over the ranks, or whole ones are repeated. Latent attention has none to divide. */
static bool kv_split_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    int tp = scenario->strategy.tp;
    int kv_heads = scenario->model.kv_heads;
    return !transformer_is_mla(&scenario->model) && !divides(tp, kv_heads) && !divides(kv_heads, tp);
}

static void kv_split_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "TP %d and %d KV heads: one must divide the other. Of sizes up to %d, %s.",
             scenario->strategy.tp, scenario->model.kv_heads, scenario->model.kv_heads,
             list_divisors(scenario->model.kv_heads).text);
}

/* The width that TP divides: of dense layers, else of the shared experts; 0 if there is none. */
static int tensor_width(const struct transformer *model)
{
    bool only_experts = transformer_is_moe(model) && model->dense_layers == 0 && model->moe_every <= 1;
    return only_experts ? model->shared_experts * model->expert_ffn : model->ffn;
}

static bool width_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return !divides(scenario->strategy.tp, tensor_width(&scenario->model));
}

static void width_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "TP %d does not divide the MLP width %d: %s.", scenario->strategy.tp,
             tensor_width(&scenario->model), list_divisors(tensor_width(&scenario->model)).text);
}

/* Uneven stages are allowed; empty ones are not. Interleaved chunks may hold the embedding or the head alone: 405B with
 * its 126 layers is trained in 16 x 8 chunks. */
static bool stages_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    const long long chunks = (long long)strategy->pp * strategy->vp;
    const int layers = scenario->model.layers;
    return strategy->pp > layers || (strategy->pp > 1 && chunks > layers + EMBEDDING_AND_HEAD);
}

static void stages_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    const int layers = scenario->model.layers;
    if (strategy->pp > layers) {
        snprintf(text, REASON_LENGTH, "PP %d has more stages than the model has layers: at most %d.", strategy->pp,
                 layers);
    } else {
        snprintf(text, REASON_LENGTH,
                 "PP %d x VP %d is more chunks than there are layers (%d), embedding and head: VP at most %d.",
                 strategy->pp, strategy->vp, layers, (layers + EMBEDDING_AND_HEAD) / strategy->pp);
    }
}

/* Ring attention gives each rank one chunk of the sequence, or two (an early and a late one) for balance. */
static int context_chunks(const struct strategy *strategy)
{
    return strategy->cp > 1 && strategy->cp_balanced ? 2 * strategy->cp : strategy->cp;
}

static bool context_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return !divides(context_chunks(&scenario->strategy), scenario->strategy.seq_len);
}

static void context_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    int chunks = context_chunks(strategy);
    snprintf(text, REASON_LENGTH, "CP %d cuts a sequence in %d, and %d tokens are no multiple of that: %s.",
             strategy->cp, chunks, strategy->seq_len, list_multiples(strategy->seq_len, chunks).text);
}

static bool sequence_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    return strategy->sp && !divides((long long)strategy->cp * strategy->tp, strategy->seq_len);
}

static void sequence_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    long long ranks = (long long)strategy->cp * strategy->tp;
    snprintf(text, REASON_LENGTH, "Sequence parallelism needs a sequence that TP %d x CP %d = %lld divides: %s.",
             strategy->tp, strategy->cp, ranks, list_multiples(strategy->seq_len, ranks).text);
}

static bool experts_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return transformer_is_moe(&scenario->model) && !divides(scenario->strategy.ep, scenario->model.experts);
}

static void experts_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "EP %d does not divide %d experts: %s.", scenario->strategy.ep,
             scenario->model.experts, list_divisors(scenario->model.experts).text);
}

/* Expert parallelism costs no GPUs of its own: it regroups those of one pipeline stage. */
static bool expert_ranks_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    return transformer_is_moe(&scenario->model) &&
           !divides((long long)strategy->ep * strategy->etp, (long long)sizes->stage_ranks * strategy->tp);
}

static void expert_ranks_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    snprintf(text, REASON_LENGTH, "EP %d x ETP %d = %lld does not divide the %lld GPUs of a stage (DP x CP x TP).",
             strategy->ep, strategy->etp, (long long)strategy->ep * strategy->etp,
             (long long)sizes->stage_ranks * strategy->tp);
}

static bool expert_width_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return transformer_is_moe(&scenario->model) && !divides(scenario->strategy.etp, scenario->model.expert_ffn);
}

static void expert_width_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "ETP %d does not divide the experts' width %d: %s.", scenario->strategy.etp,
             scenario->model.expert_ffn, list_divisors(scenario->model.expert_ffn).text);
}

static bool routing_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct transformer *model = &scenario->model;
    return transformer_is_moe(model) && model->top_k > model->experts;
}

static void routing_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "A token cannot go to %d of %d experts: at most %d.", scenario->model.top_k,
             scenario->model.experts, scenario->model.experts);
}

static bool shard_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->zero == ZERO_PARAMETERS && strategy->fsdp_shard > 0 &&
           !divides(strategy->fsdp_shard, sizes->sharers);
}

static void shard_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    snprintf(text, REASON_LENGTH, "FSDP shards of %d ranks do not divide the %d that hold the same parameters: %s.",
             scenario->strategy.fsdp_shard, sizes->sharers, list_divisors(sizes->sharers).text);
}

/* A shard of HSDP holds whole sets of experts, or several shards hold one set. */
static bool expert_shard_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    const long long experts = (long long)strategy->ep * strategy->etp;
    const long long shard = (long long)sizes->shard * strategy->tp;
    return transformer_is_moe(&scenario->model) && sizes->shard < sizes->sharers && !divides(experts, shard) &&
           !divides(shard, experts);
}

static void expert_shard_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    snprintf(text, REASON_LENGTH, "EP %d x ETP %d and FSDP shards of %lld GPUs: one must divide the other.",
             strategy->ep, strategy->etp, (long long)sizes->shard * strategy->tp);
}

/* Sequences that one micro-batch of every replica takes. */
static long long batch_unit(const struct scenario *scenario, const struct sizes *sizes)
{
    return (long long)sizes->dp * scenario->strategy.micro_batch;
}

static bool batch_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    return !divides(batch_unit(scenario, sizes), sizes->global_batch);
}

static void batch_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    long long unit = batch_unit(scenario, sizes);
    if (sizes->global_batch < unit) {
        snprintf(text, REASON_LENGTH,
                 "A global batch of %d leaves a replica less than one micro-batch: DP %d x micro-batch %d needs %lld.",
                 sizes->global_batch, sizes->dp, scenario->strategy.micro_batch, unit);
    } else {
        snprintf(text, REASON_LENGTH, "A global batch of %d is no multiple of DP %d x micro-batch %d = %lld: %s.",
                 sizes->global_batch, sizes->dp, scenario->strategy.micro_batch, unit,
                 list_multiples(sizes->global_batch, unit).text);
    }
}

/* GPUs beyond the last whole replica are idle. */
static long long replica_ranks(const struct scenario *scenario)
{
    return (long long)scenario->strategy.tp * scenario->strategy.pp * strategy_context_ranks(scenario);
}

static bool replica_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return replica_ranks(scenario) > scenario->cluster.gpus;
}

static void replica_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const struct strategy *strategy = &scenario->strategy;
    snprintf(text, REASON_LENGTH, "One replica needs TP %d x PP %d x CP %d = %lld GPUs, and there are %d.",
             strategy->tp, strategy->pp, strategy_context_ranks(scenario), replica_ranks(scenario),
             scenario->cluster.gpus);
}

static bool serving_stages_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return scenario->strategy.pp > scenario->model.layers;
}

static void serving_stages_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "PP %d has more stages than the model has layers: at most %d.", scenario->strategy.pp,
             scenario->model.layers);
}

/* Experts are divided inside a TP group, the rest of which cuts each of them, or over whole TP groups. */
static bool serving_experts_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    const long long ep = scenario->strategy.ep;
    const long long tp = scenario->strategy.tp;
    return transformer_is_moe(&scenario->model) &&
           (ep <= tp ? !divides(ep, tp) : !divides(tp, ep) || !divides(ep, sizes->stage_ranks * tp));
}

static void serving_experts_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->ep <= strategy->tp || strategy->ep % strategy->tp != 0) {
        snprintf(text, REASON_LENGTH, "EP %d and TP %d: one must divide the other.", strategy->ep, strategy->tp);
    } else {
        snprintf(text, REASON_LENGTH, "EP %d spreads experts over %d replicas, which does not divide the %d there are.",
                 strategy->ep, strategy->ep / strategy->tp, sizes->stage_ranks);
    }
}

/* Ranks that cut each expert. */
static int expert_cut(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    return strategy->ep < strategy->tp && !scenario->serving.whole_experts ? strategy->tp / strategy->ep : 1;
}

static bool serving_width_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return transformer_is_moe(&scenario->model) && !divides(expert_cut(scenario), scenario->model.expert_ffn);
}

static void serving_width_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "TP %d over EP %d cuts each expert in %d, which does not divide its width %d: %s.",
             scenario->strategy.tp, scenario->strategy.ep, expert_cut(scenario), scenario->model.expert_ffn,
             list_divisors(scenario->model.expert_ffn).text);
}

/* Experts that are spread over replicas are not gathered as well. */
static bool serving_shard_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    return scenario->serving.fsdp && transformer_is_moe(&scenario->model) &&
           scenario->strategy.ep > scenario->strategy.tp;
}

static void serving_shard_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH, "FSDP divides weights over replicas, and so does EP %d beyond TP %d: one of the two.",
             scenario->strategy.ep, scenario->strategy.tp);
}

/* llama.cpp reads 16 bit and its own files, every other engine all but these. */
static bool format_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const enum number_format format = scenario->serving.decode_precision;
    return format != NUMBER_BF16 && format_is_of_file(format) != serving_style(scenario->serving.style)->reads_files;
}

static void format_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const enum number_format format = scenario->serving.decode_precision;
    snprintf(text, REASON_LENGTH, "%s is a format of %s, and the engine is %s: choose one that has it, or bf16.",
             number_format_names.names[format], format_is_of_file(format) ? "llama.cpp's files" : "other engines",
             serving_names.names[scenario->serving.style]);
}

static bool cache_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const enum number_format format = scenario->serving.decode_kv_precision;
    const bool reads_files = serving_style(scenario->serving.style)->reads_files;
    return format != NUMBER_BF16 && (reads_files ? !format_is_of_file_cache(format) : format_is_of_file(format));
}

static void cache_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const bool reads_files = serving_style(scenario->serving.style)->reads_files;
    snprintf(text, REASON_LENGTH, "%s keeps no keys and values in %s: %s.",
             serving_names.names[scenario->serving.style],
             number_format_names.names[scenario->serving.decode_kv_precision],
             reads_files ? "bf16, q8_0 or q4_0" : "bf16, or a format that is none of llama.cpp's files");
}

static bool adapters_broken(const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    const enum precision precision = scenario->strategy.adapters;
    return scenario->strategy.lora && precision != PRECISION_BF16 && precision != PRECISION_FP16 &&
           precision != PRECISION_FP32;
}

static void adapters_explain(char *text, const struct scenario *scenario, const struct sizes *sizes)
{
    (void)sizes;
    snprintf(text, REASON_LENGTH,
             "Adapters are trained in 16 bit or fp32, not in %s: frozen weights may be (lora.weights).",
             precision_names.names[scenario->strategy.adapters]);
}

/* Worst first: what the model forbids, then the GPUs, then the batch. */
static const struct rule rules[] = {
    {kv_heads_broken, kv_heads_explain, "model.kv_heads", 0, IN_ALL_MODES},
    {routing_broken, routing_explain, "model.top_k", 0, IN_ALL_MODES},
    {heads_broken, heads_explain, "tp", PARTY_TP, IN_ALL_MODES},
    {kv_split_broken, kv_split_explain, "tp", PARTY_TP, IN_ALL_MODES},
    {width_broken, width_explain, "tp", PARTY_TP, IN_ALL_MODES},
    {stages_broken, stages_explain, "pp", PARTY_PP | PARTY_VP, IN_TRAINING},
    {serving_stages_broken, serving_stages_explain, "pp", PARTY_PP, IN_SERVING},
    {gpus_broken, gpus_explain, "cluster.gpus", PARTY_TP | PARTY_PP | PARTY_CP | PARTY_GPUS, IN_TRAINING},
    {replica_broken, replica_explain, "cluster.gpus", PARTY_TP | PARTY_PP | PARTY_CP | PARTY_GPUS, IN_SERVING},
    {context_broken, context_explain, "cp", PARTY_CP | PARTY_SEQ_LEN, IN_TRAINING},
    {sequence_broken, sequence_explain, "seq_len", PARTY_TP | PARTY_CP | PARTY_SEQ_LEN, IN_TRAINING},
    {experts_broken, experts_explain, "ep", PARTY_EP, IN_ALL_MODES},
    {expert_width_broken, expert_width_explain, "etp", PARTY_ETP, IN_TRAINING},
    {expert_ranks_broken, expert_ranks_explain, "ep", PARTY_EP | PARTY_ETP | PARTY_PP | PARTY_GPUS, IN_TRAINING},
    {serving_experts_broken, serving_experts_explain, "ep", PARTY_TP | PARTY_EP | PARTY_GPUS, IN_SERVING},
    {serving_width_broken, serving_width_explain, "tp", PARTY_TP_OF_EXPERTS | PARTY_EP, IN_SERVING},
    {serving_shard_broken, serving_shard_explain, "ep", PARTY_EP, IN_SERVING},
    {format_broken, format_explain, "decode.precision", 0, IN_SERVING},
    {cache_broken, cache_explain, "decode.kv_precision", 0, IN_SERVING},
    {adapters_broken, adapters_explain, "lora.precision", 0, IN_TRAINING},
    {shard_broken, shard_explain, "fsdp.shard", 0, IN_TRAINING},
    {expert_shard_broken, expert_shard_explain, "fsdp.shard", PARTY_EP | PARTY_ETP, IN_TRAINING},
    {batch_broken, batch_explain, "global_batch", PARTY_GLOBAL_BATCH | PARTY_MICRO_BATCH, IN_TRAINING},
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

static bool is_broken(const struct rule *rule, const struct scenario *scenario, const struct sizes *sizes)
{
    return mode_is_in(scenario->mode, rule->modes) && rule->broken(scenario, sizes);
}

static void range_explain(char *text, const struct parameter *parameter, const struct scenario *scenario)
{
    char limit[QUANTITY_TEXT];
    char present[QUANTITY_TEXT] = "not finite";
    double value = parameter_get(parameter, scenario);
    bool above = parameter->kind == KIND_INTEGER && value > parameter->max;
    if (isfinite(value)) {
        quantity_print(present, sizeof present, value, parameter->unit);
    }
    quantity_print(limit, sizeof limit, above ? parameter->max : parameter->min, parameter->unit);
    snprintf(text, REASON_LENGTH, "%s is %s: it must be at %s %s.", parameter->key, present, above ? "most" : "least",
             limit);
}

/* Asked before every pricing. Unrolled, the rules are known here, and each is a few instructions in place of a call. */
bool strategy_rules_hold(const struct scenario *scenario, const struct sizes *sizes)
{
#pragma GCC unroll 32
    for (int i = 0; i < RULE_COUNT; i++) {
        if (is_broken(&rules[i], scenario, sizes)) {
            return false;
        }
    }
    return true;
}

bool strategy_rules_hold_for(const struct scenario *scenario, unsigned parties)
{
    const struct sizes sizes = strategy_sizes(scenario);
    for (int i = 0; i < RULE_COUNT; i++) {
        if ((rules[i].parties & parties) != 0 && is_broken(&rules[i], scenario, &sizes)) {
            return false;
        }
    }
    return true;
}

bool strategy_valid(const struct scenario *scenario)
{
    if (!parameters_in_range(scenario)) {
        return false;
    }
    const struct sizes sizes = strategy_sizes(scenario);
    return strategy_rules_hold(scenario, &sizes);
}

int strategy_broken_rules(const struct scenario *scenario, unsigned parties)
{
    if (!parameters_in_range(scenario)) {
        return STRATEGY_OUT_OF_RANGE;
    }
    const struct sizes sizes = strategy_sizes(scenario);
    int broken = 0;
    for (int i = 0; i < RULE_COUNT; i++) {
        broken += (rules[i].parties & parties) != 0 && is_broken(&rules[i], scenario, &sizes) ? 1 : 0;
    }
    return broken;
}

/* The rules have no meaning, and no safe arithmetic, for values out of range: those alone are named then. */
static struct reasons range_reasons(const struct scenario *scenario)
{
    struct reasons reasons = {.count = 0};
    for (int i = 0; i < parameter_count && reasons.count < REASON_COUNT; i++) {
        if (!parameter_in_range(&parameters[i], scenario)) {
            range_explain(reasons.text[reasons.count], &parameters[i], scenario);
            reasons.key[reasons.count++] = parameters[i].key;
        }
    }
    return reasons;
}

struct reasons strategy_reasons(const struct scenario *scenario)
{
    struct reasons reasons = range_reasons(scenario);
    if (reasons.count > 0) {
        return reasons;
    }
    const struct sizes sizes = strategy_sizes(scenario);
    for (int i = 0; i < RULE_COUNT && reasons.count < REASON_COUNT; i++) {
        if (is_broken(&rules[i], scenario, &sizes)) {
            rules[i].explain(reasons.text[reasons.count], scenario, &sizes);
            reasons.key[reasons.count++] = rules[i].key;
        }
    }
    return reasons;
}
