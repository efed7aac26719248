/* decode_charts.c: pricing the charts of the Decode tab. */
#include "view/decode_charts.h"

#include "core/evaluate.h"
#include "view/chart_axes.h"

#include <math.h>
#include <stddef.h>

struct decode_line decode_line_of(const struct scaling *scaling, int domain)
{
    const struct scaling_row *first = NULL;
    const struct scaling_row *last = NULL;
    for (int i = 0; i < scaling->count; i++) {
        const struct scaling_row *row = &scaling->row[i];
        if (row->valid && row->tp <= domain) {
            first = first == NULL ? row : first;
            last = row;
        }
    }
    if (first == last) {
        return (struct decode_line){.found = false};
    }
    const double divides = (first->seconds - last->seconds) / (1.0 / first->tp - 1.0 / last->tp);
    return (struct decode_line){.found = true, .stays = first->seconds - divides / first->tp, .divides = divides};
}

/* One TP over batches; those that do not fit are left out, and what does not ascend, too. */
static struct decode_curve curve_of(const struct scenario *served, int tp)
{
    struct decode_curve curve = {.tp = tp};
    struct scenario scenario = scaling_scenario(served, tp);
    for (int power = DECODE_BATCHES - 1; power >= 0; power--) {
        scenario.serving.decode_batch = 1 << power;
        const struct result result = evaluate(&scenario);
        if (!result.valid || !result.memory.fits) {
            continue;
        }
        const double user = 1.0 / result.step;
        if (curve.count == 0 || user > curve.user[curve.count - 1]) {
            curve.batch[curve.count] = scenario.serving.decode_batch;
            curve.user[curve.count] = user;
            curve.gpu[curve.count++] = result.tokens_per_second_per_gpu;
        }
    }
    return curve;
}

void decode_charts_refresh(struct decode_charts *charts, const struct scenario *served, const struct scaling *scaling)
{
    enum { MOST = 16 };
    double longest = 0;
    double user = 0;
    double gpu = 0;
    charts->curves = 0;
    for (int i = 0; i < scaling->count; i++) {
        longest = scaling->row[i].valid ? fmax(longest, scaling->row[i].seconds) : longest;
    }
    for (int half = 0; half < DECODE_CURVES && served->mode == MODE_DECODE; half++) {
        const int tp = half == 0 ? served->strategy.tp / 2 : served->strategy.tp * half;
        const struct decode_curve curve = tp >= 1 && tp <= MOST ? curve_of(served, tp) : (struct decode_curve){0};
        if (curve.count < 2) {
            continue;
        }
        charts->curve[charts->curves++] = curve;
        user = fmax(user, curve.user[curve.count - 1]);
        gpu = fmax(gpu, curve.gpu[0]);
    }
    charts->step = longest > 0 ? chart_full_scale(charts->step, longest) : charts->step;
    charts->user = user > 0 ? chart_full_scale(charts->user, user) : charts->user;
    charts->gpu = gpu > 0 ? chart_full_scale(charts->gpu, gpu) : charts->gpu;
}
