/* strategy_values.c: the values that each size may take while the others hold, for the sliders.
 *
 * A list is built from candidates that people would choose: powers of two, divisors. Those that break no rule make the
 * list; where another size makes every candidate break one, those that break the fewest, so that no slider is ever
 * stuck. The present value comes first: a list that is full still has it.
 */
#include "core/strategy.h"
#include "core/strategy_rules.h"
#include "core/transformer.h"

/* A size under search. `field` points into `trial`. */
struct search {
    struct scenario trial;
    int *field;
    unsigned parties;
    int fewest; /* rules that the listed values break */
    struct value_list list;
};

enum {
    MOST_GPUS_LISTED = 131072,
    MOST_MICRO_BATCH = 16,
    MOST_MICRO_BATCHES = 1024, /* a replica */
    LEAST_SEQ_LEN = 1024,
    MOST_SEQ_LEN = 131072,
    MOST_SERVED = 1024, /* sequences of a replica */
    MOST_PROMPTS = 64,
    LEAST_CONTEXT = 128,
    LEAST_SAMPLE = 64,
    LEAST_CHUNK = 256,
    MOST_CHUNK = 32768
};

/* Put a value in its place, once. */
static void list_insert(struct value_list *list, double value)
{
    int place = 0;
    while (place < list->count && list->value[place] < value) {
        place++;
    }
    bool present = place < list->count && list->value[place] == value;
    if (present || list->count == PARAMETER_VALUES) {
        return;
    }
    for (int i = list->count; i > place; i--) {
        list->value[i] = list->value[i - 1];
    }
    list->value[place] = value;
    list->count++;
}

static void search_try(struct search *search, int value)
{
    *search->field = value;
    int broken = strategy_broken_rules(&search->trial, search->parties);
    if (broken == STRATEGY_OUT_OF_RANGE) {
        return;
    }
    if (search->list.count == 0 || broken < search->fewest) {
        search->list.count = 0;
        search->fewest = broken;
    }
    if (broken == search->fewest) {
        list_insert(&search->list, value);
    }
}

/* from, 2 from, 4 from, ... up to a limit. */
static void search_doublings(struct search *search, long long from, long long most)
{
    for (long long value = from; value > 0 && value <= most; value *= 2) {
        search_try(search, (int)value);
    }
}

static void search_divisors(struct search *search, int number)
{
    for (int divisor = 1; divisor <= number; divisor++) {
        if (number % divisor == 0) {
            search_try(search, divisor);
        }
    }
}

struct value_list strategy_tp_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_TP | PARTY_TP_OF_EXPERTS};
    search.field = &search.trial.strategy.tp;
    search_divisors(&search, scenario->model.heads);
    return search.list;
}

struct value_list strategy_pp_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_PP};
    search.field = &search.trial.strategy.pp;
    search_try(&search, scenario->strategy.pp);
    search_doublings(&search, 1, scenario->model.layers);
    search_divisors(&search, scenario->model.layers);
    return search.list;
}

struct value_list strategy_vp_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_VP};
    search.field = &search.trial.strategy.vp;
    int stages = scenario->strategy.pp > 1 ? scenario->strategy.pp : 1;
    int most = stages > 1 ? scenario->model.layers / stages : 1;
    search_try(&search, scenario->strategy.vp);
    search_doublings(&search, 1, most);
    search_divisors(&search, most);
    return search.list;
}

struct value_list strategy_cp_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_CP};
    search.field = &search.trial.strategy.cp;
    search_try(&search, scenario->strategy.cp);
    search_doublings(&search, 1, scenario->cluster.gpus);
    return search.list;
}

struct value_list strategy_ep_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_EP};
    search.field = &search.trial.strategy.ep;
    search_divisors(&search, transformer_is_moe(&scenario->model) ? scenario->model.experts : 1);
    return search.list;
}

struct value_list strategy_etp_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_ETP};
    search.field = &search.trial.strategy.etp;
    search_try(&search, scenario->strategy.etp);
    search_doublings(&search, 1, transformer_is_moe(&scenario->model) ? scenario->model.expert_ffn : 1);
    return search.list;
}

static long long common_divisor(long long one, long long other)
{
    while (other != 0) {
        long long rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

/* Parts of a node, then whole nodes, doubling, in steps that keep TP * PP * CP a divisor. */
struct value_list strategy_gpus_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_GPUS};
    const struct strategy *strategy = &scenario->strategy;
    const double product = (double)strategy->tp * strategy->pp * strategy->cp;
    const long long node = scenario->cluster.node_gpus;
    search.field = &search.trial.cluster.gpus;
    search_try(&search, scenario->cluster.gpus);
    if (product < 1 || product > MOST_GPUS_LISTED || node < 1) {
        return search.list;
    }
    const long long ranks = (long long)product;
    search_doublings(&search, ranks, node);
    search_doublings(&search, ranks / common_divisor(ranks, node) * node, MOST_GPUS_LISTED);
    return search.list;
}

struct value_list strategy_global_batch_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_GLOBAL_BATCH};
    const struct sizes sizes = strategy_sizes(scenario);
    search.field = &search.trial.strategy.global_batch;
    search_try(&search, sizes.global_batch);
    const long long base = (long long)sizes.dp * scenario->strategy.micro_batch;
    search_doublings(&search, base, base * MOST_MICRO_BATCHES);
    return search.list;
}

struct value_list strategy_micro_batch_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_MICRO_BATCH};
    search.field = &search.trial.strategy.micro_batch;
    search_try(&search, scenario->strategy.micro_batch);
    search_doublings(&search, 1, MOST_MICRO_BATCH);
    return search.list;
}

struct value_list strategy_seq_len_values(const struct scenario *scenario)
{
    struct search search = {.trial = *scenario, .parties = PARTY_SEQ_LEN};
    search.field = &search.trial.strategy.seq_len;
    search_try(&search, scenario->strategy.seq_len);
    search_doublings(&search, LEAST_SEQ_LEN, MOST_SEQ_LEN);
    return search.list;
}

/* Nothing else limits what is served or packed: every size in range may be typed. */
static struct value_list doubled_values(int present, int least, int most)
{
    struct value_list list = {.count = 0};
    list_insert(&list, present);
    for (int value = least; value <= most; value *= 2) {
        list_insert(&list, value);
    }
    return list;
}

/* None at all comes first; what is as long as the sequence is not packed. */
struct value_list strategy_packing_values(const struct scenario *scenario)
{
    struct value_list list =
        doubled_values(scenario->strategy.packing_length, LEAST_SAMPLE, scenario->strategy.seq_len / 2);
    list_insert(&list, 0);
    return list;
}

struct value_list strategy_batch_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.batch, 1, MOST_SERVED);
}

struct value_list strategy_context_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.context, LEAST_CONTEXT, MOST_SEQ_LEN);
}

struct value_list strategy_prompts_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.prompts, 1, MOST_PROMPTS);
}

struct value_list strategy_prompt_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.prompt_tokens, LEAST_CONTEXT, MOST_SEQ_LEN);
}

/* None at all comes first. */
struct value_list strategy_chunk_values(const struct scenario *scenario)
{
    struct value_list list = doubled_values(scenario->serving.chunk, LEAST_CHUNK, MOST_CHUNK);
    list_insert(&list, 0);
    return list;
}
