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

/* Layers of the stage, where all stages divide them alike. */
static int alike(int layers, int stages, int virtual_stages, int place)
{
    const int last = last_layers(layers, stages, virtual_stages);
    if (place == stages - 1) {
        return last;
    }
    const int others = stages - 1;
    const int dealt = layers - last;
    return dealt / others + (place < dealt % others ? 1 : 0);
}

int schedule_stage_layers(struct stage_split split, int place)
{
    const int others = split.stages - 1;
    if (split.first <= 0 || others < 1) {
        return alike(split.layers, split.stages, split.virtual_stages, place);
    }
    const int most = split.layers > others ? split.layers - others : 0;
    const int first = lesser_int(split.first, most);
    return place == 0 ? first : alike(split.layers - first, others, split.virtual_stages, place - 1);
}

struct stage_layers schedule_stages(struct stage_split split)
{
    const int first = schedule_stage_layers(split, 0);
    const int second = split.stages > 2 ? schedule_stage_layers(split, 1) : first;
    return (struct stage_layers){
        .largest = first > second ? first : second,
        .last = schedule_stage_layers(split, split.stages - 1),
        .mean = (double)split.layers / split.stages,
    };
}
