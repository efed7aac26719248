/* search_ranking.c: which sizes and figures a row has in which mode, and what decides between two. */
#include "cli/search_ranking.h"

#include <assert.h>

/* What a row says of a strategy in which modes: its sizes, and figures besides the objective. */
struct row_key {
    const char *key;
    unsigned modes;
};

static const struct row_key size_keys[] = {
    {"tp", IN_ALL_MODES},
    {"sp", IN_TRAINING},
    {"pp", IN_ALL_MODES},
    {"vp", IN_TRAINING},
    {"cp", IN_TRAINING | IN_PREFILL},
    {"ep", IN_ALL_MODES},
    {"zero", IN_TRAINING},
    {"micro_batch", IN_TRAINING},
    {"recompute", IN_TRAINING},
    {"global_batch", IN_TRAINING}, /* held: what `auto` is of the given strategy */
};
static const struct row_key figure_keys[] = {
    {"dp.size", IN_ALL_MODES},      {"step.time", IN_ALL_MODES},
    {"mfu", IN_TRAINING},           {"tokens_per_second_per_gpu", IN_SERVING},
    {"memory.total", IN_ALL_MODES},
};
enum {
    SIZE_KEYS = sizeof size_keys / sizeof size_keys[0],
    TARGET_KEYS = 2, /* sizes that only a target leaves open: the GPUs, the batch of a decode */
    FIGURE_KEYS = sizeof figure_keys / sizeof figure_keys[0],
};
static_assert(SIZE_KEYS + TARGET_KEYS <= RANKING_SIZES, "room for all sizes");
static_assert(FIGURE_KEYS + 1 <= RANKING_FIGURES, "room for all figures, and the objective");

struct ranked ranked_of(const struct search *search, const struct search_find *find)
{
    struct ranked ranked = {.scenario = search_scenario(search, find)};
    ranked.result = target_price_all(&search->target, &ranked.scenario);
    return ranked;
}

void ranking_fill(struct ranking *ranking)
{
    const enum mode mode = ranking->scenario.mode;
    const enum target_batch batch = ranking->search->target.batch;
    if (batch == TARGET_FEWEST) {
        ranking->sizes[ranking->size_count++] = parameter_find("cluster.gpus");
    }
    for (int i = 0; i < SIZE_KEYS; i++) {
        if (mode_is_in(mode, size_keys[i].modes)) {
            ranking->sizes[ranking->size_count++] = parameter_find(size_keys[i].key);
        }
    }
    if (batch != TARGET_HELD) {
        ranking->sizes[ranking->size_count++] = parameter_find("decode.batch");
    }
    ranking->figures[ranking->figure_count++] = ranking->search->objective;
    for (int i = 0; i < FIGURE_KEYS; i++) {
        const struct metric *metric = metric_find(figure_keys[i].key);
        if (mode_is_in(mode, figure_keys[i].modes) && metric != ranking->search->objective) {
            ranking->figures[ranking->figure_count++] = metric;
        }
    }
    for (int i = 0; i < ranking->search->best_count; i++) {
        ranking->row[ranking->count++] = ranked_of(ranking->search, &ranking->search->best[i]);
    }
}

struct decision ranking_decision(const struct ranking *ranking)
{
    const struct result *winner = &ranking->row[0].result;
    const struct result *other = ranking->count > 1 ? &ranking->row[1].result : winner;
    const struct waits one = waits_of(winner);
    const struct waits two = waits_of(other);
    const bool alike = ranking->search->target.batch == TARGET_HELD; /* else another batch makes another step */
    const bool by_time = alike && ranking->search->objective->unit != UNIT_BYTES && winner->step < other->step;
    return by_time ? decision_between(&one, &two) : (struct decision){.gain = 0.0};
}

const struct metric *ranking_deciding_figure(const struct ranking *ranking)
{
    const struct metric *objective = ranking->search->objective;
    const bool alike = metric_get(objective, &ranking->row[0].result) == metric_get(objective, &ranking->row[1].result);
    return alike ? metric_find("memory.total") : objective;
}
