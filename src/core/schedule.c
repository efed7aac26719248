/* schedule.c: closed forms of a timeline of two lanes, and of a pipeline. */
#include "core/schedule.h"

static double least(double one, double other)
{
    return one < other ? one : other;
}

struct overlap schedule_buckets(double window, double total, double buckets)
{
    const double hidden = least(window, total) * (1 - 1 / buckets);
    return (struct overlap){.hidden = hidden, .exposed = total - hidden};
}

struct overlap schedule_stream(double window, double total)
{
    const double hidden = least(window, total);
    return (struct overlap){.hidden = hidden, .exposed = total - hidden};
}

double schedule_bubble(int stages, int virtual_stages, int micro_batches)
{
    const double batches = micro_batches;
    const double idle = (stages - 1.0) / virtual_stages;
    const double path = stages - batches + (batches - 1) / virtual_stages;
    return (path > idle ? path : idle) / batches;
}

struct stage_layers schedule_stages(int layers, int stages, int virtual_stages)
{
    const double even = (double)layers / stages;
    const int chunks = stages * virtual_stages;
    if (layers % chunks == 0) {
        return (struct stage_layers){.largest = even, .last = even, .mean = even};
    }
    const int largest = (layers + chunks - 1) / chunks * virtual_stages;
    const int last = layers - (stages - 1) * largest;
    return (struct stage_layers){.largest = largest, .last = last > 0 ? last : 0, .mean = least(largest, even)};
}
