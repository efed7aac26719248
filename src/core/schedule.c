/* schedule.c: closed forms of a timeline of two lanes, and of a pipeline. */
#include "core/schedule.h"

#include "core/order.h"
#include "core/schedule_interleaved.h"

struct overlap schedule_buckets(double window, double total, double buckets)
{
    const double hidden = lesser(window, total) * (1 - 1 / buckets);
    return (struct overlap){.hidden = hidden, .exposed = total - hidden};
}

struct overlap schedule_stream(double window, double total)
{
    const double hidden = lesser(window, total);
    return (struct overlap){.hidden = hidden, .exposed = total - hidden};
}

/* What lies before a run of stages: the first of them, seconds of those before it, and the slowest passes to its end.
 */
struct run_place {
    int first;
    double before;
    double forward, backward;
};

static void place_runs(struct run_place place[STAGE_RUNS], const struct stage_runs *runs)
{
    struct run_place next = {.first = 0};
    for (int i = 0; i < runs->count; i++) {
        const struct stage_run *run = &runs->run[i];
        next.forward = greater(next.forward, run->forward);
        next.backward = greater(next.backward, run->backward);
        place[i] = next;
        next.first += run->stages;
        next.before += run->stages * stage_run_seconds(run);
    }
}

/* Seconds of all stages to this one, itself included: C. */
static double seconds_to(const struct run_place *place, const struct stage_run *run, int stage)
{
    return place->before + (stage - place->first + 1) * stage_run_seconds(run);
}

/* Seconds of the longest ways in and out that turn on a stage or behind it: to the stage where they turn, and what its
 * tasks there need more of one kind. */
struct ways {
    double in, out;
};

static struct ways ways_turning(struct ways ways, const struct run_place *place, const struct stage_run *run, int stage,
                                int stages)
{
    const double passed = seconds_to(place, run, stage);
    const double further = stages - 1 - stage;
    return (struct ways){
        .in = greater(ways.in, passed + further * place->forward),
        .out = greater(ways.out, passed + further * place->backward),
    };
}

/* A chain that stays on one stage, and turns there or behind it. Only a stage that has a backward task before its last
 * forward one can be stayed on. */
static double longest_stay(const struct run_place place[STAGE_RUNS], const struct stage_runs *runs, int batches)
{
    const int least = runs->stages - batches + 1;
    struct ways ways = {.in = 0};
    double longest = 0;
    for (int i = runs->count - 1; i >= 0; i--) {
        const struct stage_run *run = &runs->run[i];
        const int last = place[i].first + run->stages - 1;
        const int stage = greater_int(place[i].first, least);
        if (stage > last) {
            break;
        }
        ways = ways_turning(ways, &place[i], run, last, runs->stages);
        ways = ways_turning(ways, &place[i], run, stage, runs->stages);
        const double seconds = stage_run_seconds(run);
        const double once = seconds_to(&place[i], run, stage) - seconds; /* in both ways */
        longest = greater(longest, ways.in + ways.out - once + (batches - 1 - runs->stages + stage) * seconds);
    }
    return longest;
}

/* A chain through all forward tasks of a stage and then all backward ones, where some have no other order: with no
 * more micro-batches than stages. `turn` is where it turns, `slow` where it does all of one kind. */
static double turn_seconds(const struct stage_runs *runs, const struct run_place *place, const struct run_place *slow,
                           int turn, int batches)
{
    const int further = lesser_int(runs->stages - 1 - turn, batches - 1);
    return greater(further * place->forward + (batches - 1) * slow->backward,
                   further * place->backward + (batches - 1) * slow->forward);
}

static double longest_turn(const struct run_place place[STAGE_RUNS], const struct stage_runs *runs, int batches)
{
    const int ordered = runs->stages - batches; /* the last stage with all forward tasks before all backward ones */
    const struct run_place *slow = &place[0];
    double longest = 0;
    for (int i = 0; i < runs->count && ordered >= 0; i++) {
        const struct stage_run *run = &runs->run[i];
        const int first = place[i].first;
        const int last = first + run->stages - 1;
        slow = first <= ordered ? &place[i] : slow;
        const int between = ordered < first ? first : lesser_int(ordered, last);
        const int turns[] = {first, between, last};
        for (int j = 0; j < 3; j++) {
            longest = greater(longest, seconds_to(&place[i], run, turns[j]) +
                                           turn_seconds(runs, &place[i], slow, turns[j], batches));
        }
    }
    return longest;
}

double schedule_pipeline(const struct stage_runs *runs, int virtual_stages, int micro_batches)
{
    if (virtual_stages > 1 && runs->stages > 1) {
        return schedule_interleaved(runs, virtual_stages, micro_batches);
    }
    struct run_place place[STAGE_RUNS] = {{.first = 0}};
    place_runs(place, runs);
    return greater(longest_stay(place, runs, micro_batches), longest_turn(place, runs, micro_batches));
}

/* Layers of a whole dealt to so many parts, on the fullest. */
static int fullest(int layers, int parts)
{
    return (layers + parts - 1) / parts;
}

struct deal schedule_deal_to_last(const struct deal *deal, int last)
{
    struct deal dealt = *deal;
    dealt.last = last;
    dealt.first = deal->stages > 1 ? fullest(deal->layers - last, deal->stages - 1) : deal->layers;
    dealt.last_chunk = greater_int(0, fullest(dealt.first, deal->virtual_stages) - (dealt.first - last));
    return dealt;
}

/* Beside a head that counts for so many layers. */
static void deal_by_work(struct deal *deal, double head)
{
    const double left = (deal->layers + head) / deal->stages - head;
    *deal = schedule_deal_to_last(deal, left > 0 ? (int)(left + 0.5) : 0);
}

/* Full chunks, but for what embedding and head take of the first and of the last. */
static void deal_beside_ends(struct deal *deal, int chunk, int embedding, int head)
{
    deal->first = deal->virtual_stages * chunk - embedding;
    deal->last = deal->virtual_stages * chunk - head;
    deal->last_chunk = chunk - head;
}

/* As many in all chunks, and one more in the first of them. */
static void deal_to_first_chunks(struct deal *deal)
{
    deal->first = fullest(deal->layers, deal->stages);
    deal->last = deal->layers / deal->stages;
    deal->last_chunk = deal->layers / (deal->stages * deal->virtual_stages);
}

/* Layers of a chunk that the head may have for itself, and layers that published layouts leave out for what is no
 * layer: embedding, head, and a module of multi-token prediction. */
enum { HEAD_ALONE = 2, MOST_LEFT_OUT = EMBEDDING_AND_HEAD + 1 };

/* Whether a last chunk that lacks so many layers is one beside the head. Other stages get no fuller for more than are
 * left out. */
static bool is_beside_head(const struct deal *deal, int chunk, int lacking)
{
    const bool fuller = deal->virtual_stages * chunk > fullest(deal->layers, deal->stages);
    const bool left_out = lacking <= MOST_LEFT_OUT || !fuller;
    return left_out && (lacking < chunk || (lacking == chunk && chunk <= HEAD_ALONE));
}

struct deal schedule_deal(int layers, int stages, int virtual_stages, double head)
{
    struct deal deal = {.layers = layers, .stages = stages, .virtual_stages = virtual_stages};
    const int chunk = fullest(layers, stages * virtual_stages);
    const int missing = stages * virtual_stages * chunk - layers;
    const int embedding = missing == EMBEDDING_AND_HEAD || missing > chunk ? 1 : 0;
    if (stages > 1 && head > 0) {
        deal_by_work(&deal, head);
    } else if (stages > 1 && is_beside_head(&deal, chunk, missing - embedding)) {
        deal_beside_ends(&deal, chunk, embedding, missing - embedding);
    } else {
        deal_to_first_chunks(&deal);
    }
    return deal;
}

struct deal schedule_deal_evenly(int layers, int stages, int virtual_stages)
{
    struct deal deal = {.layers = layers, .stages = stages, .virtual_stages = virtual_stages};
    deal_to_first_chunks(&deal);
    return deal;
}

int schedule_stage_layers(const struct deal *deal, int place)
{
    if (place == 0 || place == deal->stages - 1) {
        return place == 0 ? deal->first : deal->last;
    }
    const int between = deal->stages - 2;
    const int dealt = deal->layers - deal->first - deal->last;
    return dealt / between + (place - 1 < dealt % between ? 1 : 0);
}
