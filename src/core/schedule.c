/* schedule.c: closed forms of a timeline of two lanes, and of a pipeline. */
#include "core/schedule.h"

#include "core/order.h"

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

double schedule_bubble(int stages, int virtual_stages, int micro_batches)
{
    const double batches = micro_batches;
    const double idle = (stages - 1.0) / virtual_stages;
    const double path = stages - batches + (batches - 1) / virtual_stages;
    return (path > idle ? path : idle) / batches;
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

int schedule_stage_layers(int layers, int stages, int virtual_stages, double head, int place)
{
    const bool by_work = stages > 1 && head > 0;
    const int last = by_work ? last_layers_by_work(layers, stages, head) : last_layers(layers, stages, virtual_stages);
    if (place == stages - 1) {
        return last;
    }
    const int others = stages - 1;
    const int dealt = layers - last;
    return dealt / others + (place < dealt % others ? 1 : 0);
}

struct stage_layers schedule_stages(int layers, int stages, int virtual_stages, double head)
{
    const int last = schedule_stage_layers(layers, stages, virtual_stages, head, stages - 1);
    return (struct stage_layers){
        .largest = schedule_stage_layers(layers, stages, virtual_stages, head, 0),
        .last = last,
        .mean = stages > 1 && head > 0 ? (double)(layers - last) / (stages - 1) : (double)layers / stages,
    };
}

/* Seconds of the slowest stage. */
static double slowest(const struct stage_layers *split, double layer, double end)
{
    const double last = split->last * layer + end;
    const double others = split->largest * layer;
    return last > others ? last : others;
}

double schedule_head_by_cost(int layers, int stages, int virtual_stages, double layer, double end)
{
    if (stages < 2) {
        return 0;
    }
    const struct stage_layers even = schedule_stages(layers, stages, virtual_stages, 0);
    double least = slowest(&even, layer, end);
    double head = 0;
    for (int last = (layers - 1) / stages; last >= 0; last--) {
        const double counted = (double)(layers - stages * last) / (stages - 1);
        const struct stage_layers split = schedule_stages(layers, stages, virtual_stages, counted);
        const double seconds = slowest(&split, layer, end);
        if (seconds < least) {
            least = seconds;
            head = counted;
        }
    }
    return head;
}
