/* strategy_values.c: the values that each size may take while the others hold.
 *
 * A list is built from candidates that people would choose: powers of two, divisors. Those that break no rule make the
 * list; where another size makes every candidate break one, those that break the fewest, so that no slider is ever
 * stuck. The present value comes first: a list that is full still has it.
 */
#include "core/strategy_values.h"

#include "core/strategy.h"
#include "core/strategy_rules.h"
#include "core/transformer.h"

/* A size whose values are tried one by one. `field` points into `trial`. */
struct listing {
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
    const bool present = place < list->count && list->value[place] == value;
    if (present || list->count == PARAMETER_VALUES) {
        return;
    }
    for (int i = list->count; i > place; i--) {
        list->value[i] = list->value[i - 1];
    }
    list->value[place] = value;
    list->count++;
}

static void listing_try(struct listing *listing, int value)
{
    *listing->field = value;
    const int broken = strategy_broken_rules(&listing->trial, listing->parties);
    if (broken == STRATEGY_OUT_OF_RANGE) {
        return;
    }
    if (listing->list.count == 0 || broken < listing->fewest) {
        listing->list.count = 0;
        listing->fewest = broken;
    }
    if (broken == listing->fewest) {
        list_insert(&listing->list, value);
    }
}

/* from, 2 from, 4 from, ... up to a limit. */
static void listing_doublings(struct listing *listing, long long from, long long most)
{
    for (long long value = from; value > 0 && value <= most; value *= 2) {
        listing_try(listing, (int)value);
    }
}

static void listing_divisors(struct listing *listing, int number)
{
    for (int divisor = 1; divisor <= number; divisor++) {
        if (number % divisor == 0) {
            listing_try(listing, divisor);
        }
    }
}

struct value_list strategy_tp_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_TP | PARTY_TP_OF_EXPERTS};
    listing.field = &listing.trial.strategy.tp;
    listing_divisors(&listing, scenario->model.heads);
    return listing.list;
}

struct value_list strategy_pp_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_PP};
    listing.field = &listing.trial.strategy.pp;
    listing_try(&listing, scenario->strategy.pp);
    listing_doublings(&listing, 1, scenario->model.layers);
    listing_divisors(&listing, scenario->model.layers);
    return listing.list;
}

struct value_list strategy_vp_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_VP};
    listing.field = &listing.trial.strategy.vp;
    const int stages = scenario->strategy.pp;
    const int most = stages > 1 ? scenario->model.layers / stages : 1;
    listing_try(&listing, scenario->strategy.vp);
    listing_doublings(&listing, 1, most);
    listing_divisors(&listing, most);
    return listing.list;
}

struct value_list strategy_cp_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_CP};
    listing.field = &listing.trial.strategy.cp;
    listing_try(&listing, scenario->strategy.cp);
    listing_doublings(&listing, 1, scenario->cluster.gpus);
    return listing.list;
}

struct value_list strategy_ep_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_EP};
    listing.field = &listing.trial.strategy.ep;
    listing_divisors(&listing, transformer_is_moe(&scenario->model) ? scenario->model.experts : 1);
    return listing.list;
}

struct value_list strategy_etp_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_ETP};
    listing.field = &listing.trial.strategy.etp;
    listing_try(&listing, scenario->strategy.etp);
    listing_doublings(&listing, 1, transformer_is_moe(&scenario->model) ? scenario->model.expert_ffn : 1);
    return listing.list;
}

static long long common_divisor(long long one, long long other)
{
    while (other != 0) {
        const long long rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

/* Parts of a node, then whole nodes, doubling, in steps that keep TP * PP * CP a divisor. */
struct value_list strategy_gpus_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_GPUS};
    const struct strategy *strategy = &scenario->strategy;
    const double product = (double)strategy->tp * strategy->pp * strategy->cp;
    const long long node = scenario->cluster.node_gpus;
    listing.field = &listing.trial.cluster.gpus;
    listing_try(&listing, scenario->cluster.gpus);
    if (product < 1 || product > MOST_GPUS_LISTED || node < 1) {
        return listing.list;
    }
    const long long ranks = (long long)product;
    listing_doublings(&listing, ranks, node);
    listing_doublings(&listing, ranks / common_divisor(ranks, node) * node, MOST_GPUS_LISTED);
    return listing.list;
}

struct value_list strategy_global_batch_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_GLOBAL_BATCH};
    const struct sizes sizes = strategy_sizes(scenario);
    listing.field = &listing.trial.strategy.global_batch;
    listing_try(&listing, sizes.global_batch);
    const long long base = (long long)sizes.dp * scenario->strategy.micro_batch;
    listing_doublings(&listing, base, base * MOST_MICRO_BATCHES);
    return listing.list;
}

struct value_list strategy_micro_batch_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_MICRO_BATCH};
    listing.field = &listing.trial.strategy.micro_batch;
    listing_try(&listing, scenario->strategy.micro_batch);
    listing_doublings(&listing, 1, MOST_MICRO_BATCH);
    return listing.list;
}

struct value_list strategy_seq_len_values(const struct scenario *scenario)
{
    struct listing listing = {.trial = *scenario, .parties = PARTY_SEQ_LEN};
    listing.field = &listing.trial.strategy.seq_len;
    listing_try(&listing, scenario->strategy.seq_len);
    listing_doublings(&listing, LEAST_SEQ_LEN, MOST_SEQ_LEN);
    return listing.list;
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
    return doubled_values(scenario->serving.decode_batch, 1, MOST_SERVED);
}

struct value_list strategy_context_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.decode_context, LEAST_CONTEXT, MOST_SEQ_LEN);
}

struct value_list strategy_prompts_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.prefill_batch, 1, MOST_PROMPTS);
}

struct value_list strategy_prompt_values(const struct scenario *scenario)
{
    return doubled_values(scenario->serving.prefill_tokens, LEAST_CONTEXT, MOST_SEQ_LEN);
}

/* None at all comes first. */
struct value_list strategy_chunk_values(const struct scenario *scenario)
{
    struct value_list list = doubled_values(scenario->serving.prefill_chunk, LEAST_CHUNK, MOST_CHUNK);
    list_insert(&list, 0);
    return list;
}
