/* schedule.c: closed forms of a timeline of two lanes, and of a pipeline. */
#include "core/schedule.h"

#include "core/order.h"
#include "core/schedule_interleaved.h"

#include <stdbool.h>

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

static double run_seconds(const struct stage_run *run)
{
    return run->forward + run->backward;
}

static void place_runs(struct run_place place[STAGE_RUNS], const struct stage_runs *runs)
{
    struct run_place next = {.first = 0};
    for (int i = 0; i < runs->count; i++) {
        const struct stage_run *run = &runs->run[i];
        next.forward = greater(next.forward, run->forward);
        next.backward = greater(next.backward, run->backward);
        place[i] = next;
        next.first += run->stages;
        next.before += run->stages * run_seconds(run);
    }
}

/* Seconds of all stages to this one, itself included: C. */
static double seconds_to(const struct run_place *place, const struct stage_run *run, int stage)
{
    return place->before + (stage - place->first + 1) * run_seconds(run);
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
        const double seconds = run_seconds(run);
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

/* Of full chunks and one that is not; or of stages that are as full as they must be. Where these leave it nothing, the
 * last has as much as chunks have at least. */
static int last_layers(int layers, int stages, int virtual_stages)
{
    const int chunks = stages * virtual_stages;
    const int full = (layers + chunks - 1) / chunks;
    const bool filled = (chunks - 1) * full < layers;
    const int others = (stages - 1) * (filled ? virtual_stages * full : (layers + stages - 1) / stages);
    return layers > others ? layers - others : layers / chunks * virtual_stages;
}

/* Beside a head that counts for so many layers. */
static int last_layers_by_work(int layers, int stages, double head)
{
    const double left = (layers + head) / stages - head;
    return left > 0 ? (int)(left + 0.5) : 0;
}

int schedule_last_layers(int layers, int stages, int virtual_stages, double head)
{
    const bool by_work = stages > 1 && head > 0;
    return by_work ? last_layers_by_work(layers, stages, head) : last_layers(layers, stages, virtual_stages);
}

int schedule_stage_layers(int layers, int stages, int last, int place)
{
    if (place == stages - 1) {
        return last;
    }
    const int others = stages - 1;
    const int dealt = layers - last;
    return dealt / others + (place < dealt % others ? 1 : 0);
}
